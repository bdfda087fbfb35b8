import Glibc

/// A port of the loopback address whose queue of connections is full: the kernel lets a further one wait.
public final class FullListener: Sendable {
    public let port: Int
    private let sockets: [Int32]

    public init() throws {
        let (listener, port) = try LoopbackSocket.listen(backlog: 0)
        self.port = port
        var sockets = [listener]
        // With a backlog of 0 Linux takes one; the others find no room.
        for _ in 0..<4 {
            let socket = Glibc.socket(
                AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue) | Int32(SOCK_NONBLOCK.rawValue), 0)
            sockets.append(socket)
            var address = sockaddr_in()
            address.sin_family = sa_family_t(AF_INET)
            address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
            address.sin_port = in_port_t(port).bigEndian
            withUnsafePointer(to: &address) {
                $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                    _ = connect(socket, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
                }
            }
        }
        self.sockets = sockets
    }

    deinit { for socket in sockets { close(socket) } }
}
