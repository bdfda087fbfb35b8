/// Tasks that wait until something was counted so often. Part of a state that its owner locks, and resumes them outside the lock.
struct CountWaiters {
    private var all: [(count: Int, continuation: CheckedContinuation<Void, Never>)] = []

    /// - Returns: whether there are so many already; then it does not wait.
    mutating func add(_ continuation: CheckedContinuation<Void, Never>, until wanted: Int, now count: Int) -> Bool {
        if count < wanted { all.append((wanted, continuation)) }
        return count >= wanted
    }

    /// Those that waited for this count or less; they do not wait any more.
    mutating func take(at count: Int) -> [CheckedContinuation<Void, Never>] {
        let ready = all.filter { $0.count <= count }
        all.removeAll { $0.count <= count }
        return ready.map(\.continuation)
    }
}
