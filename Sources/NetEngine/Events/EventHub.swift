import Synchronization

/// Passes every event to every subscriber, in order.
final class EventHub: Sendable {
    private struct State {
        var subscribers: [(key: UInt64, queue: EventQueue)] = []
        var nextKey: UInt64 = 0
        var isClosed = false
    }

    /// Lives as long as the stream that reads from it.
    private final class Subscription: Sendable {
        let queue = EventQueue()
        private let key: UInt64
        private weak let hub: EventHub?

        init(key: UInt64, hub: EventHub) {
            self.key = key
            self.hub = hub
        }

        deinit { hub?.remove(key) }

        func end() {
            hub?.remove(key)
            queue.finish()
        }
    }

    private let state = Mutex(State())
    /// So that an event costs one load when there is no subscriber.
    private let count = Atomic<Int>(0)

    var hasSubscribers: Bool { count.load(ordering: .acquiring) > 0 }

    func subscribe() -> AsyncStream<EngineEvent> {
        let subscription = state.withLock { state in
            state.nextKey += 1
            let subscription = Subscription(key: state.nextKey, hub: self)
            if state.isClosed {
                subscription.queue.finish()
            } else {
                state.subscribers.append((state.nextKey, subscription.queue))
                count.store(state.subscribers.count, ordering: .releasing)
            }
            return subscription
        }
        return AsyncStream(unfolding: { await subscription.queue.next() }, onCancel: { subscription.end() })
    }

    func tell(_ event: EngineEvent) {
        // Under the lock, so that all subscribers see one order.
        state.withLock { state in
            for subscriber in state.subscribers { subscriber.queue.add(event) }
        }
    }

    func close() {
        let all = state.withLock { state in
            state.isClosed = true
            defer { state.subscribers = [] }
            count.store(0, ordering: .releasing)
            return state.subscribers
        }
        for subscriber in all { subscriber.queue.finish() }
    }

    private func remove(_ key: UInt64) {
        state.withLock { state in
            state.subscribers.removeAll { $0.key == key }
            count.store(state.subscribers.count, ordering: .releasing)
        }
    }
}
