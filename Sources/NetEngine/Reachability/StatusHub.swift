import Synchronization

/// Passes the network status to all listeners.
final class StatusHub: Sendable {
    private struct State {
        var listeners: [UInt64: AsyncStream<NetworkStatus>.Continuation] = [:]
        var nextKey: UInt64 = 0
        var last: NetworkStatus?
    }

    private let state = Mutex(State())

    var isListenedTo: Bool { state.withLock { !$0.listeners.isEmpty } }

    /// - Parameters:
    ///   - look: the first status for the new listener; it gets no change before that.
    ///   - whenLeft: called when the listener is gone.
    func listen(
        first look: () -> NetworkStatus, whenLeft: @escaping @Sendable () -> Void = {}
    ) -> AsyncStream<NetworkStatus> {
        let (stream, continuation) = AsyncStream<NetworkStatus>.makeStream(bufferingPolicy: .bufferingNewest(1))
        let key = state.withLock { state in
            state.nextKey += 1
            state.listeners[state.nextKey] = continuation
            let status = look()
            state.last = status
            continuation.yield(status)
            return state.nextKey
        }
        continuation.onTermination = { [weak self] _ in
            self?.remove(key)
            whenLeft()
        }
        return stream
    }

    /// - Parameters:
    ///   - onlyIfChanged: whether to skip a status equal to the last one.
    ///   - look: called under the lock, so that no older status follows a newer one.
    func tell(onlyIfChanged: Bool = false, _ look: () -> NetworkStatus) {
        state.withLock { state in
            let status = look()
            if onlyIfChanged, status == state.last { return }
            state.last = status
            for listener in state.listeners.values { listener.yield(status) }
        }
    }

    private func remove(_ key: UInt64) {
        // Let go outside the lock.
        let removed = state.withLock { $0.listeners.removeValue(forKey: key) }
        _ = removed
    }
}
