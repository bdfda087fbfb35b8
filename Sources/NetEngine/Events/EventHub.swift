import Synchronization

/// Passes every event to every subscriber, in order.
final class EventHub: Sendable {
    private struct State {
        var subscribers: [(key: UInt64, queue: EventQueue)] = []
        var taps: [(key: UInt64, tap: EventTap, take: @Sendable (EngineEvent) -> Void)] = []
        var nextKey: UInt64 = 0
        var isClosed = false
    }

    /// Lives as long as the stream that reads from it.
    final class Subscription: Sendable {
        let queue = EventQueue()
        private let key: UInt64
        private weak let hub: EventHub?

        fileprivate init(key: UInt64, hub: EventHub) {
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
        let subscription = subscription()
        return AsyncStream(unfolding: { await subscription.queue.next() }, onCancel: { subscription.end() })
    }

    func subscription() -> Subscription {
        state.withLock { state in
            state.nextKey += 1
            let subscription = Subscription(key: state.nextKey, hub: self)
            if state.isClosed {
                subscription.queue.finish()
            } else {
                state.subscribers.append((state.nextKey, subscription.queue))
                updateCount(state)
            }
            return subscription
        }
    }

    func makeKey() -> UInt64 {
        state.withLock { state in
            state.nextKey += 1
            return state.nextKey
        }
    }

    func add(_ key: UInt64, _ tap: EventTap, _ take: @escaping @Sendable (EngineEvent) -> Void) {
        let isClosed = state.withLock { state in
            if !state.isClosed { state.taps.append((key, tap, take)) }
            updateCount(state)
            return state.isClosed
        }
        if isClosed { tap.finish() }
    }

    func tell(_ event: EngineEvent) {
        // Under the lock, so that all subscribers see one order. A tap is code of others, and may do what it likes.
        let taps = state.withLock { state in
            for subscriber in state.subscribers { subscriber.queue.add(event) }
            return state.taps
        }
        for tap in taps { tap.take(event) }
    }

    func close() {
        let (subscribers, taps) = state.withLock { state in
            state.isClosed = true
            defer { (state.subscribers, state.taps) = ([], []) }
            count.store(0, ordering: .releasing)
            return (state.subscribers, state.taps)
        }
        for subscriber in subscribers { subscriber.queue.finish() }
        for tap in taps { tap.tap.finish() }
    }

    func remove(_ key: UInt64) {
        state.withLock { state in
            state.subscribers.removeAll { $0.key == key }
            state.taps.removeAll { $0.key == key }
            updateCount(state)
        }
    }

    private func updateCount(_ state: borrowing State) {
        count.store(state.subscribers.count + state.taps.count, ordering: .releasing)
    }
}
