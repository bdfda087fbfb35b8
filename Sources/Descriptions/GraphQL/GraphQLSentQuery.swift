import GraphQL
import JSONPath

/// The query that a GraphQL request was sent with, read from the JSON of its body.
package struct GraphQLSentQuery: Sendable {
    package let document: GraphQLDocument
    package let operationName: String?

    /// - Returns: nil for a body that is not a GraphQL request.
    package init?(body: [UInt8]) {
        guard let tree = try? JSONTree.parse(body), let query = Self.string("query", in: tree) else { return nil }
        document = GraphQLDocument.parse(query)
        operationName = Self.string("operationName", in: tree).map { String(decoding: $0, as: UTF8.self) }
    }

    private static func string(_ name: String, in tree: JSONTree) -> [UInt8]? {
        guard tree.kind(0) == .object, let node = tree.member(Array(name.utf8), of: 0), tree.kind(node) == .string
        else { return nil }
        return Array(tree.string(node))
    }
}
