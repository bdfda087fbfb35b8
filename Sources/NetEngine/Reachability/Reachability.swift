/// Whether this machine has a network at all. Injectable, so that tests decide (`ManualReachability`).
public protocol Reachability: Sendable {
    /// Cheap enough to ask before every request.
    var isOnline: Bool { get }

    /// The status now, and again after each change.
    ///
    /// The same status may come twice in a row: the network changed and is still there. A slow reader misses all but the
    /// last. Ends when it is dropped. By default `isOnline` is asked once a second, as long as somebody listens.
    func changes() -> AsyncStream<NetworkStatus>
}

/// Whether a machine has a network, as far as it knows without a request.
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
