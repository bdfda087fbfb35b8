import CCurl

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// Waits for sockets, and for other threads to wake it, on behalf of the engine thread (epoll).
///
/// libcurl stops watching a connection after each response and starts again with the next request. A socket whose
/// closing will be reported therefore stays registered in between, so that an idle connection costs no system call; an
/// event while nobody waits for one ends its registration.
final class SocketWatch {
    struct Event {
        let socket: Int32
        let isReadable: Bool
        let isWritable: Bool
        /// Neither of both for certain: an error or an end. libcurl then looks for itself.
        let isUnclear: Bool
    }

    private struct Entry {
        /// What is registered with the kernel, and what libcurl wants now.
        var registered: UInt32 = 0
        var wanted: UInt32 = 0
        /// `forget` will be called before it is closed.
        var tellsOfItsEnd = false
    }

    private let epoll: Int32
    private let wakeDescriptor: Int32
    private var entries: [Entry] = []
    private let buffer: UnsafeMutableBufferPointer<epoll_event>

    static let readable = EPOLLIN.rawValue
    static let writable = EPOLLOUT.rawValue

    /// - Parameter wakeDescriptor: an event descriptor; when it is written to, `wait` returns.
    /// - Returns: nil if the system has no descriptor left.
    init?(wakeDescriptor: Int32) {
        let epoll = epoll_create1(Int32(EPOLL_CLOEXEC))
        guard epoll >= 0 else { return nil }
        self.epoll = epoll
        self.wakeDescriptor = wakeDescriptor
        buffer = .allocate(capacity: 256)
        // Edge-triggered, so it need not be drained.
        guard control(EPOLL_CTL_ADD, wakeDescriptor, EPOLLIN.rawValue | EPOLLET.rawValue) else { return nil }
    }

    deinit {
        buffer.deallocate()
        close(epoll)
    }

    /// A new socket, whose closing will be reported by `forget`.
    func opened(_ socket: Int32) {
        grow(to: socket)
        guard entries.indices.contains(Int(socket)) else { return }
        entries[Int(socket)] = Entry(tellsOfItsEnd: true)
    }

    /// The socket is about to be closed.
    func forget(_ socket: Int32) {
        guard entries.indices.contains(Int(socket)) else { return }
        // The kernel does this by itself, unless a child process that is just starting holds the socket too.
        if entries[Int(socket)].registered != 0 { _ = control(EPOLL_CTL_DEL, socket, 0) }
        entries[Int(socket)] = Entry()
    }

    /// - Parameter events: `readable`, `writable`, both, or 0 for nothing.
    func want(_ events: UInt32, on socket: Int32) {
        grow(to: socket)
        guard entries.indices.contains(Int(socket)) else { return }
        let index = Int(socket)
        entries[index].wanted = events
        if events == 0 {
            if !entries[index].tellsOfItsEnd { unregister(socket) }
        } else if entries[index].registered != events {
            let isKnown = entries[index].registered != 0
            // The second call is for sockets that were closed or opened without our knowledge.
            if control(isKnown ? EPOLL_CTL_MOD : EPOLL_CTL_ADD, socket, events)
                || control(isKnown ? EPOLL_CTL_ADD : EPOLL_CTL_MOD, socket, events)
            {
                entries[index].registered = events
            }
        }
    }

    /// Waits until something happens, at most this many milliseconds; -1 means no limit.
    /// - Parameter act: called for each socket on which something happened that libcurl waits for.
    func wait(milliseconds: Int32, _ act: (Event) -> Void) {
        let count = epoll_wait(epoll, buffer.baseAddress, Int32(buffer.count), milliseconds)
        guard count > 0 else { return }
        for event in buffer[..<Int(count)] {
            let socket = event.data.fd
            if socket == wakeDescriptor { continue }
            let wanted = entries.indices.contains(Int(socket)) ? entries[Int(socket)].wanted : 0
            guard wanted != 0 else {
                unregister(socket)
                continue
            }
            let known = EPOLLIN.rawValue | EPOLLOUT.rawValue
            act(
                Event(
                    socket: socket, isReadable: event.events & EPOLLIN.rawValue != 0,
                    isWritable: event.events & EPOLLOUT.rawValue != 0, isUnclear: event.events & ~known != 0))
        }
    }

    private func unregister(_ socket: Int32) {
        _ = control(EPOLL_CTL_DEL, socket, 0)
        if entries.indices.contains(Int(socket)) { entries[Int(socket)].registered = 0 }
    }

    private func control(_ operation: Int32, _ socket: Int32, _ events: UInt32) -> Bool {
        var event = epoll_event(events: events, data: epoll_data_t(fd: socket))
        return epoll_ctl(epoll, operation, socket, &event) == 0
    }

    /// The table is as long as the highest descriptor; a negative one never comes from libcurl.
    private func grow(to socket: Int32) {
        guard socket >= entries.count else { return }
        entries.append(contentsOf: repeatElement(Entry(), count: Int(socket) + 1 - entries.count + 32))
    }
}
