import Glibc

/// An address whose queue of connections is full: the kernel drops further connection requests, as a network that
/// swallows packets does. The same port of 127.0.0.1 is free for a server that responds.
public final class FullListener: Sendable {
    public static let address = "127.0.0.2"
    public let port: Int
    private let descriptors: [Int32]

    public init() throws {
        let (listener, port) = try LoopbackSocket.listen(backlog: 0, address: 0x7f00_0002)
        var descriptors = [listener]
        self.port = port
        // The kernel accepts the first few; a connection that is pending by now will stay so.
        for _ in 0..<4 {
            let socket = Glibc.socket(
                AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue) | Int32(SOCK_NONBLOCK.rawValue), 0)
            guard socket >= 0 else { continue }
            descriptors.append(socket)
            var place = sockaddr_in()
            place.sin_family = sa_family_t(AF_INET)
            place.sin_addr.s_addr = UInt32(0x7f00_0002).bigEndian
            place.sin_port = UInt16(truncatingIfNeeded: port).bigEndian
            _ = withUnsafePointer(to: &place) {
                $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                    connect(socket, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
                }
            }
        }
        self.descriptors = descriptors
    }

    /// A full listener and a server on the same port of 127.0.0.1; tries again if another test has taken the port.
    public static func beside(_ behaviour: StubBehaviour) throws -> (FullListener, StubServer) {
        for _ in 0..<20 {
            let full = try FullListener()
            if let server = try? StubServer(behaviour, port: full.port) { return (full, server) }
        }
        let full = try FullListener()
        return (full, try StubServer(behaviour, port: full.port))
    }

    deinit { for descriptor in descriptors { close(descriptor) } }
}
