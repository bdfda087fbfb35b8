import FlyingSocks
import Glibc
import Synchronization

/// The embedded demo server: a small shop and many odd responses, on the loopback address only.
///
/// It listens on three ports: the API (`base`), the same API as another origin (`other`), and a server that breaks the
/// protocol on purpose (`broken`). `variables` gives a collection these addresses. Memory is bounded: each kind of list
/// has a limit, and a closed connection keeps nothing.
package final class DemoServer: Sendable {
    private struct State {
        var tasks: [Task<Void, any Error>] = []
        var variables: [String: String] = [:]
    }

    private let state = Mutex(State())

    package init() {}

    /// `base`, `other` and `broken`, each `http://127.0.0.1:PORT`, and `secure`, an `https` address that does not speak
    /// TLS; empty before `start`.
    package var variables: [String: String] { state.withLock { $0.variables } }

    /// The names of `variables`.
    package static let variableNames: Set<String> = ["base", "other", "broken", "secure"]

    /// Starts listening and returns the API's port. Port 0 takes a free one.
    ///
    /// Throws `SocketError` if the port is in use. Call it only once.
    package func start(port: UInt16 = 0) async throws -> Int {
        // All ports are open before the first request; the other origin serves the same routes.
        let (main, other, broken) = (
            try DemoListener(port: port), try DemoListener(port: 0), try DemoListener(port: 0)
        )
        let (mainPort, otherPort, brokenPort) = (try main.port(), try other.port(), try broken.port())
        let routes = DemoRoutes(otherOrigin: "http://127.0.0.1:\(otherPort)")
        let serve: @Sendable (AsyncSocket) async -> Void = { socket in
            var connection = DemoConnection(socket) { try await routes.answer($0) }
            await connection.serve()
        }
        let tasks = [
            Task.detached { try await main.run(serve) }, Task.detached { try await other.run(serve) },
            Task.detached { try await broken.run { await DemoBroken.serve($0) } },
        ]
        state.withLock {
            $0.tasks = tasks
            $0.variables = [
                "base": "http://127.0.0.1:\(mainPort)", "other": "http://127.0.0.1:\(otherPort)",
                "broken": "http://127.0.0.1:\(brokenPort)",
                "secure": "https://127.0.0.1:\(brokenPort)",
            ]
        }
        return Int(mainPort)
    }

    /// Closes the ports and every connection. Requests in flight are aborted.
    package func stop() async {
        let tasks = state.withLock { state in
            defer { state = State() }
            return state.tasks
        }
        for task in tasks { task.cancel() }
        for task in tasks { _ = await task.result }
    }
}
