import Synchronization

/// A network that is there or not as somebody says: for tests.
public final class ManualReachability: Reachability {
    private let status: Mutex<NetworkStatus>
    private let hub = StatusHub()

    /// A network that is there by default.
    public init(_ status: NetworkStatus = .online) { self.status = Mutex(status) }

    /// As it was said last.
    public var isOnline: Bool { status.withLock { $0 } == .online }

    /// Tells everybody who listens, also where the status is the one that it was.
    public func change(to status: NetworkStatus) {
        self.status.withLock { $0 = status }
        hub.tell { self.status.withLock { $0 } }
    }

    /// The status now, and again after each call of `change(to:)`; ends when it is dropped.
    public func changes() -> AsyncStream<NetworkStatus> { hub.listen { status.withLock { $0 } } }
}
