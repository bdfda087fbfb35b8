import Base
import NetEngine
import OpenAPI

/// The value of a `# @openapi` line: the description of a request, and which of its operations the request is.
///
/// `./openapi.yaml#listPets`, `./openapi.yaml#/paths/~1pets/get`, or `./openapi.yaml` alone, where method and path decide.
package struct OperationLink: Sendable, Hashable {
    /// Relative to the folder of the request file.
    package var file: String
    /// The operation's id, or its JSON pointer, which begins with a slash; nil if the link names only the file.
    package var operation: String?

    /// - Returns: nil if the text names no file.
    package init?(_ text: String) {
        let parts = text.utf8.split(separator: Byte.hash, maxSplits: 1, omittingEmptySubsequences: false)
        guard let first = parts.first, !first.isEmpty else { return nil }
        file = String(decoding: URLEncoding.decode(Array(first)), as: UTF8.self)
        guard parts.count > 1, !parts[1].isEmpty else { return }
        operation = String(decoding: URLEncoding.decode(Array(parts[1])), as: UTF8.self)
    }

    /// The operation that the link names; nil if it names none of this description.
    package func entry(in description: Description) -> OperationEntry? {
        guard let operation else { return nil }
        guard operation.hasPrefix("/") else { return description.operations.first { $0.operationID == operation } }
        return description.operations.first { $0.pointer == operation }
    }
}

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
