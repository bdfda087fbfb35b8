import HTTPFormat

extension SavedRequest {
    /// A word for the tab: `json`, `xml`, `graphql`, `file`, `text`.
    var bodyKind: String {
        if graphQL != nil { return "graphql" }
        if body.text.hasPrefix("< ") || body.text.hasPrefix("<@") { return "file" }
        let known = bodyExtension
        return known == "txt" ? "text" : known
    }

    /// What the Body tab says: as `T` names it, in lower case, and otherwise `bodyKind`.
    var bodyWord: String {
        switch BodyType(of: self) {
        case .form: "form"
        case .multipart: "multipart"
        case .graphQL: "graphql"
        case .none, .json, .xml, .file, .text: bodyKind
        }
    }

    /// The written media type, in lower case; empty if there is none.
    var contentType: String {
        headers.first { $0.isEnabled && $0.name.lowercased() == "content-type" }?.value.lowercased() ?? ""
    }

    /// The file name extension by which an editor knows what the body is.
    var bodyExtension: String {
        let type = contentType
        return switch true {
        case _ where type.contains("json"): "json"
        case _ where type.contains("xml"): "xml"
        case _ where type.contains("html"): "html"
        case _ where type.contains("graphql"): "graphql"
        default: "txt"
        }
    }
}
