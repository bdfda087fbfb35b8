import NetEngine
import Synchronization

/// The rows of this process's exchanges, and how many were dropped.
final class LoggedRows: Sendable {
    private struct State {
        var ids: [ExchangeID: Int64] = [:]
        var order: [ExchangeID] = []
        var dropped = 0
    }

    private let state = Mutex(State())
    private static let remembered = 20_000

    func remember(_ items: [LogTables.Item]) {
        state.withLock { state in
            for item in items {
                guard let id = item.exchange else { continue }
                if state.ids.updateValue(item.row.id, forKey: id) == nil { state.order.append(id) }
            }
            guard state.order.count >= 2 * Self.remembered else { return }
            for old in state.order.prefix(Self.remembered) { state.ids[old] = nil }
            state.order.removeFirst(Self.remembered)
        }
    }

    /// The database is another one.
    func forget() {
        state.withLock { state in
            state.ids = [:]
            state.order = []
        }
    }

    func id(of exchange: ExchangeID) -> Int64? { state.withLock { $0.ids[exchange] } }

    func drop(_ count: Int) { state.withLock { $0.dropped += count } }
    var dropped: Int { state.withLock { $0.dropped } }
}
