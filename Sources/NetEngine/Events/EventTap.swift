/// Gives every event from now on to a function, on the thread where it happens and while it happens; the order is kept for each
/// exchange. A turn of an `AsyncStream` for each would cost more than all else about an event.
package final class EventTap: Sendable {
    private let hub: EventHub
    private let key: UInt64
    private let over = Promise<Void>()

    /// - Parameter take: must return soon.
    init(_ hub: EventHub, _ take: @escaping @Sendable (EngineEvent) -> Void) {
        self.hub = hub
        key = hub.makeKey()
        hub.add(key, self, take)
    }

    /// No event from now on is given; one that another thread is just giving still is.
    package func end() {
        hub.remove(key)
        finish()
    }

    /// Returns after `end`, or after the engine's shutdown, when the last event was given.
    package func ended() async { await over.value }

    func finish() { over.keep(()) }
}
