import Synchronization

/// The first bytes of a streamed body, for those who look at it when it was sent.
final class BodyCopy: Sendable {
    private struct State {
        var bytes: [UInt8] = []
        var count = 0
        /// nil while nobody wants a copy.
        var limit: Int?
    }

    private let state = Mutex(State())

    /// And how many bytes there were in all; nil if nobody wanted a copy.
    var taken: (bytes: [UInt8], count: Int)? { state.withLock { $0.limit == nil ? nil : ($0.bytes, $0.count) } }

    /// From now on, up to so many bytes are kept; of several limits the largest counts.
    func want(_ limit: Int) { state.withLock { $0.limit = max(limit, $0.limit ?? 0) } }

    /// The body is read from its beginning.
    func restart() {
        state.withLock { state in
            state.bytes = []
            state.count = 0
        }
    }

    func add(_ piece: [UInt8]) {
        state.withLock { state in
            state.count += piece.count
            guard let limit = state.limit, state.bytes.count < limit else { return }
            state.bytes += piece.prefix(limit - state.bytes.count)
        }
    }
}
