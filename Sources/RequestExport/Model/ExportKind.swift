/// What saved requests can be written as.
package enum ExportKind: String, Sendable, Hashable, CaseIterable {
    case curl, httpie, har, postman, openapi, markdown, swift

    /// As sentences and the screen name it.
    package var title: String {
        switch self {
        case .curl: "curl"
        case .httpie: "HTTPie"
        case .har: "HAR"
        case .postman: "Postman collection"
        case .openapi: "OpenAPI"
        case .markdown: "Markdown"
        case .swift: "Swift"
        }
    }

    /// What the text is, in a few words.
    package var detail: String {
        switch self {
        case .curl: "commands for a shell"
        case .httpie: "commands for a shell"
        case .har: "an HTTP Archive, without responses"
        case .postman: "a collection 2.1 with its variables"
        case .openapi: "a draft of a description"
        case .markdown: "a page of documentation"
        case .swift: "an Endpoint of NetEngine for each"
        }
    }

    /// Whether variables stay variables; otherwise they get their values, but for secrets and what only a response or the user can
    /// give.
    package var keepsVariables: Bool {
        switch self {
        case .curl, .httpie, .har, .openapi: false
        case .postman, .markdown, .swift: true
        }
    }
}
