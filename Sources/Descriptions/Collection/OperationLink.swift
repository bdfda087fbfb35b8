import Base
import HTTPFormat
import OpenAPI

/// How a request names its operation: `./openapi.yaml#listPets`, else `./openapi.yaml#/paths/~1pets/get`.
///
/// What follows `#` is the operation's id if it is a plain word that no other operation has, else its JSON pointer.
struct OperationLinks: Sendable {
    private let path: String
    private var repeated: Set<String> = []

    init(fileName: String, operations: [OperationEntry]) {
        path = "./" + fileName
        var known: Set<String> = []
        known.reserveCapacity(operations.count)
        for entry in operations {
            if let id = entry.operationID, !known.insert(id).inserted { repeated.insert(id) }
        }
    }

    func link(to entry: OperationEntry) -> String {
        var operation = entry.pointer
        if let id = entry.operationID, !repeated.contains(id), Self.isPlain(id) { operation = id }
        return SavedRequest.ContractLink.text(path: path, operation: operation)
    }

    private static func isPlain(_ id: String) -> Bool {
        !id.isEmpty && id.utf8.count <= 200 && id.utf8.first != Byte.slash
            && id.utf8.allSatisfy { byte in
                LineText.isLetter(byte) || LineText.isDigit(byte) || byte == Byte.underscore || byte == Byte.minus
                    || byte == Byte.dot || byte == Byte.colon || byte == Byte.slash
            }
    }
}
