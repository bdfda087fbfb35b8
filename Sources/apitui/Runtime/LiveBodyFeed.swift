import NetEngine
import Synchronization

/// Passes on what arrives of an answer's body, so that it is seen before the answer is over: pieces gathered for a moment
/// each, and no more than a screen can be about.
final class LiveBodyFeed: BodyReceiver {
    private struct State {
        var pending: [UInt8] = []
        var total = 0
        var isScheduled = false
    }

    /// Bytes that are shown while they arrive; what comes behind them is shown at the end.
    static let limit = 1 << 20
    private static let gathering = Duration.milliseconds(30)

    private let id: ExchangeID
    private let post: @Sendable (Action) -> Void
    private let state = Mutex(State())

    init(_ id: ExchangeID, post: @escaping @Sendable (Action) -> Void) {
        self.id = id
        self.post = post
    }

    func begin(_ soFar: TransportResult) {
        state.withLock { state in
            state.pending = []
            state.total = 0
            post(.bodyArrived(id, .began(contentType: soFar.response?.headers["Content-Type"]), at: .current()))
        }
    }

    func receive(_ bytes: UnsafeRawBufferPointer) -> Bool {
        let schedules = state.withLock { state in
            let room = Self.limit - state.total
            guard room > 0 else { return false }
            state.pending += bytes.prefix(room)
            state.total += min(room, bytes.count)
            defer { state.isScheduled = true }
            return !state.isScheduled
        }
        if schedules {
            Task.detached { [self] in
                try? await Task.sleep(for: Self.gathering)
                flush()
            }
        }
        return true
    }

    private func flush() {
        state.withLock { state in
            state.isScheduled = false
            guard !state.pending.isEmpty else { return }
            let isCut = state.total >= Self.limit
            post(.bodyArrived(id, .bytes(state.pending, isLast: isCut), at: .current()))
            state.pending = []
        }
    }
}
