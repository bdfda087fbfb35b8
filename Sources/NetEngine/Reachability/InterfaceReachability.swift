import Synchronization

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// Checks the network interfaces: online when any but the loopback is up and has an address.
///
/// One check is one `getifaddrs`, and its result is kept for a second. A thread runs only while somebody listens to
/// `changes`; it sleeps until the kernel reports an interface, an address or a route (rtnetlink(7)). Without such reports
/// it checks every two seconds.
public final class InterfaceReachability: Reachability {
    private let cache: StatusCache
    private let hub = StatusHub()
    private let watch: InterfaceWatch

    /// Reads the interfaces of this machine on the first call.
    public convenience init() { self.init(openSource: InterfaceWatch.openNetlink) }

    /// - Parameter openSource: a descriptor that can be read when something changed, or -1.
    init(
        openSource: @escaping @Sendable () -> Int32,
        look: @escaping @Sendable () -> NetworkStatus = InterfaceReachability.look
    ) {
        let cache = StatusCache(look: look)
        self.cache = cache
        watch = InterfaceWatch(hub: hub, openSource: openSource) { cache.renewed() }
    }

    /// Whether an interface other than the loopback is up and has an address. Looked up at most once a second, so the result may be
    /// a second old.
    public var isOnline: Bool { cache.status == .online }

    /// The status now, and again after each change that the kernel reports; ends when it is dropped.
    public func changes() -> AsyncStream<NetworkStatus> {
        let (cache, watch) = (cache, watch)
        let stream = hub.listen(first: { cache.renewed() }, whenLeft: { watch.adjust() })
        watch.adjust()
        return stream
    }

    static func look() -> NetworkStatus {
        var first: UnsafeMutablePointer<ifaddrs>?
        // If the interfaces cannot be read, a send is a better judge than we are.
        guard getifaddrs(&first) == 0 else { return .online }
        defer { freeifaddrs(first) }
        var next = first
        while let entry = next {
            if counts(entry.pointee) { return .online }
            next = entry.pointee.ifa_next
        }
        return .offline
    }

    private static func counts(_ entry: ifaddrs) -> Bool {
        guard let address = entry.ifa_addr else { return false }
        let family = Int32(address.pointee.sa_family)
        guard family == AF_INET || family == AF_INET6 else { return false }
        let isUp = entry.ifa_flags & UInt32(IFF_UP) != 0 && entry.ifa_flags & UInt32(IFF_RUNNING) != 0
        return isUp && entry.ifa_flags & UInt32(IFF_LOOPBACK) == 0
    }
}

/// Keeps the result of the last check for a second.
private final class StatusCache: Sendable {
    private struct Check {
        var status: NetworkStatus
        var until: MonotonicInstant
    }

    private let look: @Sendable () -> NetworkStatus
    private let last = Mutex<Check?>(nil)

    init(look: @escaping @Sendable () -> NetworkStatus) { self.look = look }

    var status: NetworkStatus {
        let now = MonotonicInstant.now
        if let check = last.withLock({ $0 }), now < check.until { return check.status }
        return renewed()
    }

    /// Checks now, whatever is kept.
    func renewed() -> NetworkStatus {
        let status = look()
        last.withLock { $0 = Check(status: status, until: MonotonicInstant.now.advanced(by: .seconds(1))) }
        return status
    }
}
