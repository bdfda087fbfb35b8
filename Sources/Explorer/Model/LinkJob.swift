import Contract
import NetEngine
import OpenAPI
import Workspace

/// A response whose documented links are to be evaluated.
package struct LinkJob: Sendable {
    var exchange: Exchange
    var described: DescribedFile
    /// The operation of the request.
    var operation: Int
    /// The link that is followed as soon as its values are there; nil if the user chooses one.
    var wanted: DocumentPlace?

    func run() -> Action { .linksRead(exchange.id, described.links(of: exchange, from: operation)) }

    static func sentence(server: String) -> String {
        "The server is that of the link: \(quoted(server))."
    }
}
