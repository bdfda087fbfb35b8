import Synchronization

/// A network status that a test sets.
public final class ManualReachability: Reachability {
    private let status: Mutex<NetworkStatus>
    private let hub = StatusHub()

    /// Online by default.
    public init(_ status: NetworkStatus = .online) { self.status = Mutex(status) }

    /// The status that was set last.
    public var isOnline: Bool { status.withLock { $0 } == .online }

    /// Notifies all listeners, even if the status is the same as before.
    public func change(to status: NetworkStatus) {
        self.status.withLock { $0 = status }
        hub.tell { self.status.withLock { $0 } }
    }

    /// The status now, and again after each call of `change(to:)`; ends when it is dropped.
    public func changes() -> AsyncStream<NetworkStatus> { hub.listen { status.withLock { $0 } } }
}
