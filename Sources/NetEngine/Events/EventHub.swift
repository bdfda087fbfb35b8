import Synchronization

/// Hands every event to every subscriber, in the order told.
final class EventHub: Sendable {
    private struct State {
        var subscribers: [UInt64: AsyncStream<EngineEvent>.Continuation] = [:]
        var nextKey: UInt64 = 0
        var isClosed = false
    }

    private let state = Mutex(State())
    /// So that telling costs one load where nobody listens.
    private let count = Atomic<Int>(0)

    var hasSubscribers: Bool { count.load(ordering: .acquiring) > 0 }

    func subscribe() -> AsyncStream<EngineEvent> {
        let (stream, continuation) = AsyncStream<EngineEvent>.makeStream(bufferingPolicy: .unbounded)
        let key: UInt64? = state.withLock { state in
            guard !state.isClosed else { return nil }
            state.nextKey += 1
            state.subscribers[state.nextKey] = continuation
            count.store(state.subscribers.count, ordering: .releasing)
            return state.nextKey
        }
        guard let key else {
            continuation.finish()
            return stream
        }
        continuation.onTermination = { [weak self] _ in self?.remove(key) }
        return stream
    }

    func tell(_ event: EngineEvent) {
        // Under the lock, so that all subscribers see one order.
        state.withLock { state in
            for continuation in state.subscribers.values { continuation.yield(event) }
        }
    }

    func close() {
        let all = state.withLock { state in
            state.isClosed = true
            defer { state.subscribers = [:] }
            count.store(0, ordering: .releasing)
            return Array(state.subscribers.values)
        }
        for continuation in all { continuation.finish() }
    }

    private func remove(_ key: UInt64) {
        let removed = state.withLock { state in
            defer { count.store(state.subscribers.count, ordering: .releasing) }
            return state.subscribers.removeValue(forKey: key)
        }
        _ = removed
    }
}
