/// The GraphQL syntax that the parser of files must recognise.
enum GraphQLSyntax {
    /// True if a body with a JSON type is a query nevertheless: it begins with `query`, `mutation` or `subscription`,
    /// or is `gql Name < file`.
    static func beginsQuery(_ body: String) -> Bool {
        for word in ["query", "mutation", "subscription"] where body.hasPrefix(word) {
            let rest = body.dropFirst(word.count).drop { $0 == " " || $0 == "\t" }
            guard let next = rest.first else { return false }
            return next == "{" || next == "(" || next == "@" || next.isNewline
                || rest.count < body.count - word.count && (next.isLetter || next == "_")
        }
        guard body.hasPrefix("gql ") else { return false }
        return body.prefix { !$0.isNewline }.contains("<")
    }
}
