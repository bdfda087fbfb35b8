import Contract
import NetEngine
import Workspace

/// A response whose documented links are to be evaluated.
package struct LinkJob: Sendable {
    var exchange: Exchange
    var described: DescribedFile
    /// The operation of the request.
    var operation: Int

    func run() -> Action { .linksRead(exchange.id, described.links(of: exchange, from: operation)) }

    static func sentence(server: String) -> String {
        "The link names another server, \(quoted(server)): it is not filled in."
    }
}
