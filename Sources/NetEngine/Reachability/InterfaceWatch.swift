import Synchronization

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// The thread that waits for the kernel to report a change; it runs only while somebody listens.
final class InterfaceWatch: Sendable {
    private let hub: StatusHub
    private let openSource: @Sendable () -> Int32
    private let look: @Sendable () -> NetworkStatus
    /// The end of a pipe that keeps the thread running as long as it is open; -1 while the thread does not run.
    private let leash = Mutex<Int32>(-1)

    /// The interval of checks if the kernel reports no changes.
    private static let pollMilliseconds: Int32 = 2000

    init(
        hub: StatusHub, openSource: @escaping @Sendable () -> Int32, look: @escaping @Sendable () -> NetworkStatus
    ) {
        self.hub = hub
        self.openSource = openSource
        self.look = look
    }

    deinit { leash.withLock { Self.close(&$0) } }

    /// Starts the thread for the first listener, and ends it after the last.
    func adjust() {
        leash.withLock { leash in
            let isWanted = hub.isListenedTo
            if isWanted, leash < 0 {
                leash = start()
            } else if !isWanted {
                Self.close(&leash)
            }
        }
    }

    private func start() -> Int32 {
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else { return -1 }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        let (leashed, leash) = (ends[0], ends[1])
        let (hub, openSource, look) = (hub, openSource, look)
        let code = EngineThread.start {
            Self.run(leashed: leashed, source: openSource(), hub: hub, look: look)
            _ = systemClose(leashed)
        }
        guard code == 0 else {
            _ = systemClose(leashed)
            _ = systemClose(leash)
            return -1
        }
        return leash
    }

    private static func run(
        leashed: Int32, source: Int32, hub: StatusHub, look: @Sendable () -> NetworkStatus
    ) {
        var source = source
        defer { close(&source) }
        // Changes before the source was opened.
        hub.tell(onlyIfChanged: true, look)
        while true {
            // `poll` ignores a negative descriptor.
            var entries = [
                pollfd(fd: leashed, events: 0, revents: 0), pollfd(fd: source, events: Int16(POLLIN), revents: 0),
            ]
            let count = poll(&entries, 2, source < 0 ? pollMilliseconds : -1)
            guard count >= 0 || errno == EINTR else { return }
            if count > 0, entries[0].revents != 0 { return }
            if count > 0, entries[1].revents != 0 {
                if !drain(source) { close(&source) }
                hub.tell(look)
            } else if source < 0 {
                hub.tell(onlyIfChanged: true, look)
            }
        }
    }

    /// Reads and drops all messages; a check finds the details. False if the socket has ended.
    private static func drain(_ source: Int32) -> Bool {
        var buffer = [UInt8](repeating: 0, count: 16 << 10)
        while true {
            let count = recv(source, &buffer, buffer.count, Int32(MSG_DONTWAIT))
            if count > 0 { continue }
            // Messages lost for want of buffer space do not matter: a check follows in any case.
            if count < 0, errno == EINTR || errno == ENOBUFS { continue }
            return count < 0 && (errno == EAGAIN || errno == EWOULDBLOCK)
        }
    }

    private static func close(_ descriptor: inout Int32) {
        if descriptor >= 0 { _ = systemClose(descriptor) }
        descriptor = -1
    }

    /// A socket on which the kernel reports interfaces, addresses and routes; -1 if it cannot be opened.
    static func openNetlink() -> Int32 {
        // AF_NETLINK, NETLINK_ROUTE and struct sockaddr_nl of netlink(7), and the groups of rtnetlink(7): the system module
        // does not have these headers.
        let (family, protocolRoute): (UInt16, Int32) = (16, 0)
        let (link, addressV4, routeV4, addressV6, routeV6): (UInt32, UInt32, UInt32, UInt32, UInt32) =
            (0x1, 0x10, 0x40, 0x100, 0x400)
        let kind = Int32(SOCK_RAW.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
        var descriptor = socket(Int32(family), kind, protocolRoute)
        guard descriptor >= 0 else { return -1 }
        struct Address {
            var family: UInt16
            var padding: UInt16 = 0
            var port: UInt32 = 0
            var groups: UInt32
        }
        var address = Address(family: family, groups: link | addressV4 | routeV4 | addressV6 | routeV6)
        let length = socklen_t(MemoryLayout<Address>.size)
        let isBound = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { bind(descriptor, $0, length) == 0 }
        }
        if !isBound { close(&descriptor) }
        return descriptor
    }
}
