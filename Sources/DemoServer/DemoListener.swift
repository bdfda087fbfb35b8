import FlyingSocks
import Glibc

/// A port of the loopback address; each connection is served by a separate task.
final class DemoListener: Sendable {
    private let pool = DemoSocketPool()
    private let listener: Socket

    /// Binds and listens; port 0 takes a free one.
    /// - Throws: `SocketError`, also if the port is in use.
    init(port: UInt16) throws {
        listener = try Socket(domain: AF_INET)
        do {
            try listener.setValue(true, for: .localAddressReuse)
            try listener.bind(to: sockaddr_in.inet(ip4: "127.0.0.1", port: port))
            try listener.listen()
        } catch {
            try? listener.close()
            throw error
        }
    }

    func port() throws -> UInt16 {
        guard case .ip4(_, let port) = try listener.sockname() else { throw SocketError.unsupportedAddress }
        return port
    }

    /// Serves until the task is cancelled, then closes the port and every connection.
    func run(_ serve: @escaping @Sendable (AsyncSocket) async -> Void) async throws {
        defer { try? listener.close() }
        try await pool.prepare()
        let socket = try AsyncSocket(socket: listener, pool: pool)
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { [pool] in try await pool.run() }
            group.addTask {
                try await withThrowingDiscardingTaskGroup { connections in
                    while true {
                        guard let connection = try await Self.accept(socket) else { continue }
                        connections.addTask {
                            defer { try? connection.close() }
                            await serve(connection)
                        }
                    }
                }
            }
            try await group.next()
            group.cancelAll()
        }
    }

    /// Accepts a connection; nil if this one was lost but the port still works.
    private static func accept(_ socket: AsyncSocket) async throws -> AsyncSocket? {
        do {
            return try await socket.accept()
        } catch SocketError.failed(_, let code, _) where isPassing(code) {
            // Out of descriptors: one may soon be free again; until then the client waits.
            if code != ECONNABORTED { try await Task.sleep(for: .milliseconds(50)) }
            return nil
        }
    }

    /// Errors of accept(2) that do not mean that the port has failed.
    static func isPassing(_ code: Int32) -> Bool {
        [ECONNABORTED, EINTR, EPROTO, EMFILE, ENFILE, ENOBUFS, ENOMEM, EPERM].contains(code)
    }
}
