import FlyingSocks
import Glibc

/// The server library's event queue, with TCP_NODELAY set on each socket.
///
/// This queue waits in the kernel (epoll); the library's portable one wakes up 100 times a second. The library writes
/// the head and body of a response separately, and without TCP_NODELAY the second write waits about 40 ms for the
/// client's delayed acknowledgement of the first (RFC 9293 §3.7.4). The option is set here because the queue sees each
/// socket before anything is written to it.
struct DemoSocketPool: AsyncSocketPool {
    private let queue: SocketPool<ePoll> = .ePoll()

    func prepare() async throws { try await queue.prepare() }

    func run() async throws { try await queue.run() }

    func suspendSocket(_ socket: Socket, untilReadyFor events: Socket.Events) async throws {
        var on: Int32 = 1
        setsockopt(
            socket.file.rawValue, Int32(IPPROTO_TCP), TCP_NODELAY, &on, socklen_t(MemoryLayout.size(ofValue: on)))
        try await queue.suspendSocket(socket, untilReadyFor: events)
    }
}
