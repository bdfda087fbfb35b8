import Dispatch
import Synchronization

/// Calls back at points in time: one timer of the system, however many wait.
///
/// Each exchange whose interceptor, or whose wait, suspends has a deadline here; nearly all of them are cancelled before it.
final class DeadlineTimer: Sendable {
    /// The one of all engines.
    static let shared = DeadlineTimer()

    private struct Entry {
        let deadline: MonotonicInstant
        let action: @Sendable () -> Void
    }

    private struct State {
        var entries: [UInt64: Entry] = [:]
        /// By deadline, the earliest first; those that were cancelled stay until they get to the front.
        var order = DeadlineHeap()
        var next: UInt64 = 0
        /// The system's timer.
        let source = DispatchSource.makeTimerSource(queue: DispatchQueue(label: "NetEngine.deadlines"))
        /// What it is set to.
        var armed: MonotonicInstant?
    }

    private let state = Mutex(State())

    init() {
        state.withLock { state in
            state.source.setEventHandler { [weak self] in self?.fire() }
            state.source.activate()
        }
    }

    /// Calls `action` once, on a thread of the timer's, at or soon after the deadline.
    /// - Returns: for `cancel`.
    func call(at deadline: MonotonicInstant, _ action: @escaping @Sendable () -> Void) -> UInt64 {
        state.withLock { state in
            state.next += 1
            let id = state.next
            state.entries[id] = Entry(deadline: deadline, action: action)
            state.order.insert(deadline, id)
            arm(&state)
            return id
        }
    }

    /// The action is not called any more, unless it is being called now.
    func cancel(_ id: UInt64) {
        state.withLock { state in
            state.entries[id] = nil
            // Otherwise those that were cancelled would be kept until their deadlines.
            if state.order.count > 64, state.order.count > 2 * state.entries.count {
                state.order = DeadlineHeap(state.entries.map { ($0.value.deadline, $0.key) })
            }
        }
    }

    /// How many wait.
    var count: Int { state.withLock { $0.entries.count } }

    private func fire() {
        let due = state.withLock { state in
            state.armed = nil
            var due: [@Sendable () -> Void] = []
            let now = MonotonicInstant.now
            while let first = state.order.first, first.deadline <= now {
                state.order.removeFirst()
                if let entry = state.entries.removeValue(forKey: first.id) { due.append(entry.action) }
            }
            arm(&state)
            return due
        }
        for action in due { action() }
    }

    /// Sets the system's timer to the earliest deadline, if it is set to a later one or to none.
    private func arm(_ state: inout State) {
        while let first = state.order.first, state.entries[first.id] == nil { state.order.removeFirst() }
        guard let first = state.order.first else { return }
        if let armed = state.armed, armed <= first.deadline { return }
        state.armed = first.deadline
        state.source.schedule(deadline: DispatchTime(uptimeNanoseconds: UInt64(max(1, first.deadline.nanoseconds))))
    }
}

/// A binary heap: the earliest deadline is first.
private struct DeadlineHeap {
    private var items: [(deadline: MonotonicInstant, id: UInt64)] = []

    init() {}

    init(_ items: [(MonotonicInstant, UInt64)]) { self.items = items.sorted { $0.0 < $1.0 } }

    var count: Int { items.count }
    var first: (deadline: MonotonicInstant, id: UInt64)? { items.first }

    mutating func insert(_ deadline: MonotonicInstant, _ id: UInt64) {
        items.append((deadline, id))
        var child = items.count - 1
        while child > 0 {
            let parent = (child - 1) / 2
            guard items[child].deadline < items[parent].deadline else { return }
            items.swapAt(child, parent)
            child = parent
        }
    }

    mutating func removeFirst() {
        guard let last = items.popLast(), !items.isEmpty else { return }
        items[0] = last
        var parent = 0
        while true {
            var least = parent
            for child in [2 * parent + 1, 2 * parent + 2]
            where child < items.count && items[child].deadline < items[least].deadline { least = child }
            guard least != parent else { return }
            items.swapAt(parent, least)
            parent = least
        }
    }
}
