import Glibc
import Synchronization

/// Whether this machine has a network at all. Injectable, so that tests decide.
public protocol Reachability: Sendable {
    /// Cheap enough to ask before every request and every frame.
    var isOnline: Bool { get }
}

/// Looks at the network interfaces: online when any but the loopback is up and has an address.
///
/// Nothing is polled: each look is one `getifaddrs`, and its answer is kept for a second.
public final class InterfaceReachability: Reachability {
    private struct Answer {
        var isOnline: Bool
        var until: MonotonicInstant
    }

    private let last = Mutex<Answer?>(nil)

    public init() {}

    public var isOnline: Bool {
        let now = MonotonicInstant.now
        if let answer = last.withLock({ $0 }), now < answer.until { return answer.isOnline }
        let isOnline = Self.look()
        last.withLock { $0 = Answer(isOnline: isOnline, until: now.advanced(by: .seconds(1))) }
        return isOnline
    }

    private static func look() -> Bool {
        var first: UnsafeMutablePointer<ifaddrs>?
        // If the interfaces cannot be read, a send is a better judge than we are.
        guard getifaddrs(&first) == 0 else { return true }
        defer { freeifaddrs(first) }
        var next = first
        while let entry = next {
            if counts(entry.pointee) { return true }
            next = entry.pointee.ifa_next
        }
        return false
    }

    private static func counts(_ entry: ifaddrs) -> Bool {
        guard let address = entry.ifa_addr else { return false }
        let family = Int32(address.pointee.sa_family)
        guard family == AF_INET || family == AF_INET6 else { return false }
        let isUp = entry.ifa_flags & UInt32(IFF_UP) != 0 && entry.ifa_flags & UInt32(IFF_RUNNING) != 0
        return isUp && entry.ifa_flags & UInt32(IFF_LOOPBACK) == 0
    }
}
