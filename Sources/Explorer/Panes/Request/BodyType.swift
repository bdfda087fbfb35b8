import HTTPFormat

/// The kinds of body that a request can be given.
enum BodyType: Sendable, Hashable, CaseIterable {
    case none, json, xml, form, multipart, graphQL, file, text

    var title: String {
        switch self {
        case .none: "None"
        case .json: "JSON"
        case .xml: "XML"
        case .form: "Form"
        case .multipart: "Form with files"
        case .graphQL: "GraphQL"
        case .file: "File"
        case .text: "Text"
        }
    }

    /// The media type that goes with it; nil for none.
    var mediaType: String? {
        switch self {
        case .none: nil
        case .json, .graphQL: "application/json"
        case .xml: "application/xml"
        case .form: "application/x-www-form-urlencoded"
        case .multipart: "multipart/form-data; boundary=\(Self.boundary)"
        case .file: "application/octet-stream"
        case .text: "text/plain; charset=utf-8"
        }
    }

    private static let boundary = "boundary"

    /// What an empty body begins with.
    var template: String {
        switch self {
        case .none, .text: ""
        case .json: "{\n  \n}"
        case .xml: "<?xml version=\"1.0\" encoding=\"utf-8\"?>\n<root/>"
        case .form: "name=value"
        case .multipart:
            """
            --\(Self.boundary)
            Content-Disposition: form-data; name="text"

            value
            --\(Self.boundary)
            Content-Disposition: form-data; name="file"; filename="file.bin"
            Content-Type: application/octet-stream

            < ./file.bin
            --\(Self.boundary)--
            """
        case .graphQL: "query {\n  __typename\n}\n\n{}"
        case .file: "< ./body.bin"
        }
    }

    /// The kind of body that a request has.
    init(of request: SavedRequest) {
        let text = request.body.text
        if request.graphQL != nil {
            self = .graphQL
        } else if text.isEmpty {
            self = .none
        } else if request.bodyKind == "file" {
            self = .file
        } else {
            let type = request.contentType
            self =
                switch true {
                case _ where type.contains("json"): .json
                case _ where type.contains("xml"): .xml
                case _ where type.hasPrefix("application/x-www-form-urlencoded"): .form
                case _ where type.hasPrefix("multipart/"): .multipart
                default: .text
                }
        }
    }

    /// The edits that make the body this kind. A text that is there stays; an empty body gets a beginning.
    func edits(of request: SavedRequest) -> [HTTPDocument.Edit] {
        let old = BodyType(of: request)
        guard old != self else { return [] }
        var edits: [HTTPDocument.Edit] = []
        let index = request.headers.firstIndex { $0.isEnabled && $0.name.lowercased() == "content-type" }
        switch (index, mediaType) {
        case (let index?, nil): edits.append(.removeHeader(index))
        // `application/vnd.api+json` is JSON already.
        case (let index?, let type?):
            if mediaTypeFits(request.contentType) { break }
            edits.append(.setHeader(index, name: request.headers[index].name, value: type))
        case (nil, let type?): edits.append(.addHeader(name: "Content-Type", value: type))
        case (nil, nil): break
        }
        // What a file or a query says is nothing in another kind.
        let keepsText = self != .none && ![.none, .file, .graphQL].contains(old) && ![.file, .graphQL].contains(self)
        if !keepsText { edits.append(.setBody(template)) }
        return edits
    }

    private func mediaTypeFits(_ type: String) -> Bool {
        switch self {
        case .json, .graphQL: type.contains("json")
        case .xml: type.contains("xml")
        case .multipart: false
        default: mediaType.map { type.hasPrefix($0.prefix { $0 != ";" }) } ?? false
        }
    }
}
