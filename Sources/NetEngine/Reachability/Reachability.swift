/// Whether this machine has a network at all. Injectable, so that tests decide (`ManualReachability`).
public protocol Reachability: Sendable {
    /// Cheap enough to ask before every request.
    var isOnline: Bool { get }

    /// The status now, and again after each change.
    ///
    /// The same status may come twice in a row: a network can change and stay one. Who reads slowly misses all but the
    /// last. Ends when it is dropped. By default `isOnline` is asked once a second, as long as somebody listens.
    func changes() -> AsyncStream<NetworkStatus>
}

/// What a machine's network is like, as far as it can tell without sending anything.
public enum NetworkStatus: String, Sendable, Hashable, CaseIterable {
    /// With a network, or without one.
    case online, offline

    /// `online` for true.
    public init(isOnline: Bool) { self = isOnline ? .online : .offline }
}

extension Reachability {
    /// Asks `isOnline` once a second, as long as somebody listens.
    public func changes() -> AsyncStream<NetworkStatus> {
        AsyncStream(bufferingPolicy: .bufferingNewest(1)) { continuation in
            let task = Task.detached {
                var last: NetworkStatus?
                while !Task.isCancelled {
                    let status = NetworkStatus(isOnline: isOnline)
                    if status != last { continuation.yield(status) }
                    last = status
                    try? await Task.sleep(for: .seconds(1))
                }
            }
            continuation.onTermination = { _ in task.cancel() }
        }
    }
}
