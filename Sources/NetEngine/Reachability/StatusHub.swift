import Synchronization

/// Hands the status of the network to everybody who listens.
final class StatusHub: Sendable {
    private struct State {
        var listeners: [UInt64: AsyncStream<NetworkStatus>.Continuation] = [:]
        var nextKey: UInt64 = 0
        var last: NetworkStatus?
    }

    private let state = Mutex(State())

    var isListenedTo: Bool { state.withLock { !$0.listeners.isEmpty } }

    /// - Parameters:
    ///   - look: what the new listener is told first; no change is told to it before that.
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
    ///   - onlyIfChanged: whether a status that was told last is not told again.
    ///   - look: under the lock, so that no older look is told after a newer one.
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
