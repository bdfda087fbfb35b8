import Synchronization

@testable import NetEngine

/// The events of an engine in the order in which they were told, by exchange.
final class HeardEvents: Sendable {
    private let events = Mutex<[EngineEvent]>([])

    func take(_ event: EngineEvent) { events.withLock { $0.append(event) } }

    /// Those since the last call; those of one exchange after the other, as they began.
    func drain() -> [(id: ExchangeID, events: [EngineEvent])] {
        let all = events.withLock { events in
            defer { events = [] }
            return events
        }
        var groups: [(id: ExchangeID, events: [EngineEvent])] = []
        for event in all {
            if let index = groups.firstIndex(where: { $0.id == event.id }) {
                groups[index].events.append(event)
            } else {
                groups.append((event.id, [event]))
            }
        }
        return groups.sorted { $0.id.rawValue < $1.id.rawValue }
    }
}
