import Base
import GraphQL
import NetEngine

/// The GraphQL syntax that the parser of files must recognise.
enum GraphQLSyntax {
    /// Longer names of operations are cut, which changes nothing.
    private static let headBytes = 256

    /// True if a body with a JSON type is a query nevertheless: it begins with `query`, `mutation` or `subscription`,
    /// or is `gql Name < file`.
    static func beginsQuery(_ body: String) -> Bool {
        // No JSON but `true`, `false` and `null` begins with a letter.
        guard body.utf8.first.map(LineText.isLetter) == true else { return false }
        if body.hasPrefix("gql ") { return body.prefix { !$0.isNewline }.contains(bytes: "<") }
        let source = GraphQLTokens(Array(body.utf8.prefix(headBytes)))
        guard let first = source.tokens.first, GraphQLDocument.OperationKind(rawValue: source.string(first)) != nil
        else { return false }
        switch source.tokens[1].kind {
        case .name, .openBrace, .openParenthesis, .at: return true
        default: return false
        }
    }
}
