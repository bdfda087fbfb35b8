import Synchronization

/// Makes requests wait for an equal one in flight (RFC 9111 §4, "collapse").
final class CollapsedForwarding: Sendable {
    private let waiting = Mutex<[CacheKey: [CheckedContinuation<Void, Never>]]>([:])

    /// True for the first of equal requests: others wait until `end` is called for it.
    func lead(_ key: CacheKey) -> Bool {
        waiting.withLock { waiting in
            guard waiting[key] == nil else { return false }
            waiting[key] = []
            return true
        }
    }

    /// Returns when the first is over.
    func wait(for key: CacheKey) async {
        await withCheckedContinuation { continuation in
            let isOver = waiting.withLock { waiting in
                guard waiting[key] != nil else { return true }
                waiting[key]?.append(continuation)
                return false
            }
            if isOver { continuation.resume() }
        }
    }

    func end(_ key: CacheKey) {
        let freed = waiting.withLock { $0.removeValue(forKey: key) } ?? []
        for continuation in freed { continuation.resume() }
    }
}
