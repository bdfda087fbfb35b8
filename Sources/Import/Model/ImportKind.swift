/// What can be imported; the raw value is the word after `--from`.
package enum ImportKind: String, Sendable, Hashable, CaseIterable {
    case curl, postman, openapi, insomnia, bruno, har, hurl

    /// The name to show.
    package var title: String {
        switch self {
        case .curl: "curl"
        case .postman: "Postman"
        case .openapi: "OpenAPI"
        case .insomnia: "Insomnia"
        case .bruno: "Bruno"
        case .har: "HAR"
        case .hurl: "Hurl"
        }
    }

    /// Whether the tool sends a login in the place of a header of the same name; the others send the header.
    var sendsLoginForHeader: Bool { self == .postman || self == .bruno }

    /// Whether the tool sends each method in capital letters; the others send it as it is written.
    var sendsMethodInCapitals: Bool { self == .postman || self == .bruno }
}
