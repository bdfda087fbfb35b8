import NetEngine
import OpenAPI

/// The operation that a request belongs to.
package struct OperationMatch: Sendable {
    package struct PathParameter: Sendable, Hashable {
        package var name: String
        /// As it is in the URL, percent-encoded.
        package var written: String

        /// Decoded once.
        package var text: String { String(decoding: URLEncoding.decode(Array(written.utf8)), as: UTF8.self) }
    }

    package var entry: OperationEntry
    /// In the order of the path.
    package var parameters: [PathParameter]
    /// The server as it is written in the description, or the one that was given in place of all.
    package var server: String
    /// Other operations that match as well: the description leaves it open which one is meant. In the order of the text,
    /// at most 20.
    package var others: [OperationEntry]

    init(
        entry: OperationEntry, parameters: [PathParameter], server: String, others: [OperationEntry]
    ) {
        (self.entry, self.parameters, self.server, self.others) = (entry, parameters, server, others)
    }

    /// An operation that is known in another way than by a URL.
    package init(entry: OperationEntry) { self.init(entry: entry, parameters: [], server: "", others: []) }

    /// One sentence if the description leaves open which operation is meant.
    package var doubt: String? {
        guard !others.isEmpty else { return nil }
        let names = others.map { quoted("\($0.method) \($0.path)") }
        return "The request also matches \(listed(names)), which the description ranks no lower."
    }
}

/// Why a request belongs to no operation.
package struct NoOperation: Error, Sendable, Hashable {
    package enum Kind: String, Sendable, Hashable { case server, path, method }

    package var kind: Kind
    /// A clause: `the description has no DELETE for this path, but GET and PUT`.
    package var reason: String
    /// The methods that the path has, if it is described.
    package var methods: [String] = []
}
