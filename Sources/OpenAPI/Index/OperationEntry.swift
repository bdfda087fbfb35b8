/// An operation in the index: what a list shows. Everything else is read when the operation is opened.
package struct OperationEntry: Sendable, Hashable {
    package enum Kind: Sendable, Hashable { case path, webhook, callback }

    package var kind: Kind
    /// As it is sent: `GET`.
    package var method: String
    /// The template of the path as it is written, or the name of a webhook; of a callback its name and the expression of its URL.
    package var path: String
    package var operationID: String?
    package var summary: String?
    package var tags: [String]
    package var isDeprecated: Bool
    package var place: DocumentPlace
    /// The path item that it is in, after its `$ref`.
    package var pathItem: DocumentPlace
    /// The JSON pointer of the operation, by way of `paths`, whatever references lead there.
    package var pointer: String
}

extension [OperationEntry] {
    /// Where the operation with an id is, or the one with a pointer.
    package func index(named name: String) -> Int? {
        firstIndex { $0.operationID == name } ?? firstIndex { $0.pointer == name }
    }
}
