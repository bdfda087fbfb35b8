import Synchronization

/// Which keys responses of unsafe requests invalidated, and in which order with the requests in flight (RFC 9111 §4.4): what is in the
/// store is removed, and what arrives later may be from before.
final class CacheInvalidations: Sendable {
    /// A moment between invalidations.
    struct Mark: Sendable, Hashable {
        fileprivate var number: UInt64
    }

    private struct State {
        var number: UInt64 = 0
        /// The last invalidation of each key.
        var last: [CacheKey: UInt64] = [:]
        /// The last one of all keys that were forgotten.
        var forgotten: UInt64 = 0
    }

    private static let remembered = 1_000
    private let state = Mutex(State())

    var mark: Mark { state.withLock { Mark(number: $0.number) } }

    func add(_ key: CacheKey) {
        state.withLock { state in
            state.number += 1
            state.last[key] = state.number
            guard state.last.count > Self.remembered else { return }
            let old = state.number - UInt64(Self.remembered / 2)
            state.last = state.last.filter { $0.value > old }
            state.forgotten = old
        }
    }

    /// Whether the key was invalidated since. Of very old requests it is not known any more: then true.
    func concern(_ key: CacheKey, since mark: Mark) -> Bool {
        state.withLock { mark.number < $0.forgotten || mark.number < $0.last[key, default: 0] }
    }
}
