import Base

/// The body of a request of version 2.
enum PostmanBody {
    static let modes: Set<String> = ["raw", "urlencoded", "formdata", "file", "graphql"]

    static func body(_ value: ImportValue?) -> ImportedBody {
        guard let value, value.isObject, value.bool("disabled") != true else { return .none }
        switch value.string("mode") {
        case "raw":
            let text = value.string("raw") ?? ""
            return text.isEmpty ? .none : .text(PostmanText.translated(text), contentType: type(value["options"]))
        case "urlencoded":
            if let text = value.string("urlencoded") {
                return .text(PostmanText.translated(text), contentType: "application/x-www-form-urlencoded")
            }
            return .form(value.elements("urlencoded").compactMap(row))
        case "formdata": return .multipart(value.elements("formdata").flatMap(parts))
        case "file":
            if let text = value["file"]?.string("content"), !text.isEmpty { return .text(text, contentType: nil) }
            return .file(path: value["file"]?.string("src") ?? value.string("file") ?? "", contentType: nil)
        case "graphql":
            let graphQL = value["graphql"]
            let variables = graphQL?["variables"]
            return .graphQL(
                query: PostmanText.translated(graphQL?.string("query") ?? ""),
                variables: PostmanText.translated(
                    variables?.string ?? variables.map { $0.isNull ? "" : $0.written } ?? ""),
                operationName: graphQL?.string("operationName"))
        default: return .none
        }
    }

    /// The content type that Postman adds for the language of a text.
    private static func type(_ options: ImportValue?) -> String? {
        switch options?["raw"]?.string("language") {
        case "json": "application/json"
        case "xml": "application/xml"
        case "html": "text/html"
        case "javascript": "application/javascript"
        default: "text/plain"
        }
    }

    static func row(_ value: ImportValue) -> ImportedRow? {
        let name = value.scalar("key") ?? ""
        let text = value.scalar("value") ?? ""
        guard !name.isEmpty || !text.isEmpty else { return nil }
        return ImportedRow(
            PostmanText.translated(name), PostmanText.translated(text),
            isEnabled: value.bool("enabled") ?? !(value.bool("disabled") ?? false),
            description: PostmanDescription.text(value["description"]), place: value.place)
    }

    static func parts(_ value: ImportValue) -> [ImportedPart] {
        guard let row = row(value) ?? (value["src"] == nil ? nil : ImportedRow("", "")) else { return [] }
        func part(_ content: ImportedPart.Content) -> ImportedPart {
            ImportedPart(
                name: row.name, content: content, contentType: value.string("contentType"),
                fileName: value.string("fileName"), isEnabled: row.isEnabled, place: value.place)
        }
        guard value.string("type") == "file" else { return [part(.text(row.value))] }
        let paths = value["src"].map { $0.string.map { [$0] } ?? $0.elements.compactMap(\.string) } ?? []
        return paths.isEmpty ? [part(.file(path: ""))] : paths.map { part(.file(path: $0)) }
    }
}
