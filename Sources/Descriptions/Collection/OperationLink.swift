import Base
import NetEngine
import OpenAPI

/// How a request names its operation: `./openapi.yaml#listPets`, else `./openapi.yaml#/paths/~1pets/get`.
///
/// What follows `#` is the operation's id if it is a plain word that no other operation has, else its JSON pointer, with
/// spaces, `%` and everything outside ASCII percent-encoded.
struct OperationLinks: Sendable {
    private let start: String
    private var repeated: Set<String> = []

    init(fileName: String, operations: [OperationEntry]) {
        start = "./" + Self.encoded(fileName, hash: true) + "#"
        var known: Set<String> = []
        known.reserveCapacity(operations.count)
        for entry in operations {
            if let id = entry.operationID, !known.insert(id).inserted { repeated.insert(id) }
        }
    }

    func link(to entry: OperationEntry) -> String {
        if let id = entry.operationID, !repeated.contains(id), Self.isPlain(id) { return start + id }
        return start + Self.encoded(entry.pointer, hash: false)
    }

    private static func isPlain(_ id: String) -> Bool {
        !id.isEmpty && id.utf8.count <= 200 && id.utf8.first != Byte.slash
            && id.utf8.allSatisfy { byte in
                LineText.isLetter(byte) || LineText.isDigit(byte) || byte == Byte.underscore || byte == Byte.minus
                    || byte == Byte.dot || byte == Byte.colon || byte == Byte.slash
            }
    }

    private static func encoded(_ text: String, hash: Bool) -> String {
        PercentEncoding.encode(Array(text.utf8)) { byte, _ in
            byte > Byte.space && byte < 0x7F && byte != Byte.percent && !(hash && byte == Byte.hash)
        }
    }
}
