import OpenAPI

/// The documentation of a request: of its operation, or of its field of a GraphQL schema.
package enum RequestDocs: Sendable {
    case operation(OperationDocs)
    case field(GraphQLFieldDocs)

    /// What is open at first.
    package var initiallyOpen: Set<DocsRow.ID> {
        switch self {
        case .operation(let docs): docs.initiallyOpen
        case .field(let docs): docs.initiallyOpen
        }
    }

    /// The rows that are visible. Takes time by what is open.
    package func rows(open: Set<DocsRow.ID>) -> [DocsRow] {
        switch self {
        case .operation(let docs): docs.rows(open: open)
        case .field(let docs): docs.rows(open: open)
        }
    }

    /// Where the description says it: `openapi.yaml:12:5`; nil where that is not known.
    package func place(of row: DocsRow) -> String? {
        guard case .operation(let docs) = self, let source = docs.source(of: row) else { return nil }
        return "\(source.document):\(source.place.line):\(source.place.column)"
    }
}
