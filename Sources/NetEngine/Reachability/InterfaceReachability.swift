import Glibc
import Synchronization

/// Looks at the network interfaces: online when any but the loopback is up and has an address.
///
/// One look is one `getifaddrs`, and its answer is kept for a second. Only while somebody listens to `changes` is there
/// a thread; it sleeps until the kernel tells of an interface, an address or a route (rtnetlink(7)). Where the kernel
/// does not, it looks every two seconds.
public final class InterfaceReachability: Reachability {
    private let cache: StatusCache
    private let hub = StatusHub()
    private let watch: InterfaceWatch

    /// Looks at the interfaces of this machine, when it is first asked.
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

    /// As of the last second.
    public var isOnline: Bool { cache.status == .online }

    /// The status now, and again after each change that the kernel tells of; ends when it is dropped.
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

/// The last look, for a second.
private final class StatusCache: Sendable {
    private struct Answer {
        var status: NetworkStatus
        var until: MonotonicInstant
    }

    private let look: @Sendable () -> NetworkStatus
    private let last = Mutex<Answer?>(nil)

    init(look: @escaping @Sendable () -> NetworkStatus) { self.look = look }

    var status: NetworkStatus {
        let now = MonotonicInstant.now
        if let answer = last.withLock({ $0 }), now < answer.until { return answer.status }
        return renewed()
    }

    /// A look in any case.
    func renewed() -> NetworkStatus {
        let status = look()
        last.withLock { $0 = Answer(status: status, until: MonotonicInstant.now.advanced(by: .seconds(1))) }
        return status
    }
}
