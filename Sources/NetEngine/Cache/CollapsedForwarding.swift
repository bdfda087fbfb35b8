import Synchronization

/// Lets requests wait for an equal one that is under way (RFC 9111 §4, "collapse").
final class CollapsedForwarding: Sendable {
    private struct State {
        var waiting: [CacheKey: [CheckedContinuation<Void, Never>]] = [:]
        var ends: UInt64 = 0
    }

    private let state = Mutex(State())

    /// How many requests that others could wait for have ended.
    var ends: UInt64 { state.withLock { $0.ends } }

    /// True for the first of equal requests: others wait until `end` is called for it.
    func lead(_ key: CacheKey) -> Bool {
        state.withLock { state in
            guard state.waiting[key] == nil else { return false }
            state.waiting[key] = []
            return true
        }
    }

    /// Returns when the first is over.
    func wait(for key: CacheKey) async {
        await withCheckedContinuation { continuation in
            let isOver = state.withLock { state in
                guard state.waiting[key] != nil else { return true }
                state.waiting[key]?.append(continuation)
                return false
            }
            if isOver { continuation.resume() }
        }
    }

    func end(_ key: CacheKey) {
        let freed = state.withLock { state in
            state.ends += 1
            return state.waiting.removeValue(forKey: key) ?? []
        }
        for continuation in freed { continuation.resume() }
    }
}
