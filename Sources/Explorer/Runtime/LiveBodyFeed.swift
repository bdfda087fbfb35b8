import NetEngine
import Synchronization
import TerminalUI

/// Passes on what arrives of a response's body, so that it is seen before the response ends: pieces gathered for a moment
/// each, and of a flood only the newest, which a screen can be about. What waits here never grows beyond that.
final class LiveBodyFeed: BodyReceiver {
    fileprivate struct State {
        var pending: [UInt8] = []
        /// Reads the body once it is large and in a file.
        var reading: BodyReading?
        var contentType: String?
        var skipped = BodyNews.Skipped()
        var isScheduled = false
        /// Whether the screen will look again at what came first, however long nothing follows.
        var looksAgain = false
    }

    private static let gathering = Duration.milliseconds(30)
    /// After a piece that takes its time to be laid out.
    private static let gatheringOfFlood = Duration.milliseconds(120)
    private static let flood = 256 << 10

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
            state.reading = nil
            state.contentType = soFar.response?.headers["Content-Type"]
            state.skipped = BodyNews.Skipped()
            state.looksAgain = false
            post(.bodyArrived(id, .began(contentType: state.contentType)))
        }
    }

    /// The body is large and moves to a file, where all of it will be: from now on it is read there.
    func spooled(_ body: SpooledBody) {
        state.withLock { state in
            state.pending = []
            state.skipped = BodyNews.Skipped()
            state.reading = BodyReading(id, BodyBytes(body), contentType: state.contentType, post: post)
        }
    }

    func receive(_ bytes: UnsafeRawBufferPointer) -> Bool {
        let delay: Duration? = state.withLock { state in
            if state.reading == nil { state.pending += bytes }
            // Twice the limit, so that bytes are moved once only.
            if state.pending.count > 2 * LiveBody.limit { state.skip() }
            guard !state.isScheduled else { return nil }
            state.isScheduled = true
            return bytes.count > Self.flood / 2 ? Self.gatheringOfFlood : Self.gathering
        }
        if let delay { flush(after: delay) }
        return true
    }

    private func flush(after delay: Duration) {
        Task.detached { [self] in
            try? await Task.sleep(for: delay)
            let looksAgain = flush()
            guard looksAgain else { return }
            // A body whose type is not a stream is shown when it has been arriving for a moment, even if no more arrives.
            try? await Task.sleep(for: ResponsePaneState.patience)
            post(.bodyArrived(id, .bytes([], skipped: BodyNews.Skipped())))
        }
    }

    /// - Returns: whether this was the first piece.
    private func flush() -> Bool {
        let (wasFlood, isFirst) = state.withLock { state in
            state.isScheduled = false
            if let reading = state.reading {
                Task.detached { await reading.readOn() }
                return (false, false)
            }
            guard !state.pending.isEmpty else { return (false, false) }
            if state.pending.count > LiveBody.limit { state.skip() }
            post(.bodyArrived(id, .bytes(state.pending, skipped: state.skipped)))
            let wasFlood = state.pending.count > Self.flood
            state.pending = []
            state.skipped = BodyNews.Skipped()
            defer { state.looksAgain = true }
            // The next piece waits longer: the screen is busy with this one.
            state.isScheduled = wasFlood
            return (wasFlood, !state.looksAgain)
        }
        if wasFlood { flush(after: Self.gatheringOfFlood) }
        return isFirst
    }
}

extension LiveBodyFeed.State {
    /// Leaves out what is older than the newest that can be shown.
    fileprivate mutating func skip() {
        let count = pending.count - LiveBody.limit
        skipped.add(pending[..<count])
        pending.removeFirst(count)
    }
}
