import NetEngine
import Synchronization

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// What happened and is not written yet. Any thread adds, the log's thread takes.
///
/// Bounded: while the disk is slow, bodies are left out first, then everything but the row, then rows, which are counted.
final class LogInbox: Sendable {
    /// Something to write.
    enum Entry: Sendable {
        case queued(ExchangeID, RequestDraft, at: Timestamp, Redaction)
        case sent(ExchangeID)
        case head(ExchangeID, status: Int, elapsed: Duration)
        case retry(ExchangeID)
        case finished(Exchange, Redaction, Completeness)
        case checks(ExchangeID, passed: Int?, failed: Int?, isErrorExpected: Bool, lines: [String])
    }

    /// How much of an exchange is kept.
    enum Completeness: Sendable { case all, withoutBodies, rowOnly }

    private struct State {
        var entries: [Entry] = []
        var bodyBytes = 0
        var dropped = 0
        var flushes: [CheckedContinuation<Void, Never>] = []
        var isClosed = false
        /// The thread waits without a deadline.
        var isAsleep = false
    }

    /// What the thread gets at once.
    struct Batch {
        var entries: [Entry] = []
        var flushes: [CheckedContinuation<Void, Never>] = []
        var dropped = 0
        var isClosed = false
    }

    private let state = Mutex(State())
    private let bell = LogBell()
    private let limits: Limits
    /// Entries in one batch; with more, an exchange costs no less.
    private static let enough = 4000

    /// What may wait in memory, while as much again is being written. An exchange is four entries as a rule, and takes up to 5 KB
    /// beside its bodies: so 1,000 wait whole, in some 10 MiB. One body may be larger than all of them together.
    struct Limits: Sendable {
        var bodyBytes = 6 << 20
        var entriesWithDetails = 4_000
        var entries = 100_000
    }

    init(limits: Limits = Limits()) {
        self.limits = limits
    }

    /// - Parameter redaction: of the log that reports them.
    func add(_ event: EngineEvent, _ redaction: Redaction) {
        let entry: Entry
        switch event.step {
        case .queued:
            guard let draft = event.draft else { return }
            entry = .queued(event.id, draft, at: event.at, redaction)
        case .requestSent: entry = .sent(event.id)
        case .headReceived(let status, _): entry = .head(event.id, status: status, elapsed: event.elapsed)
        case .retryScheduled: entry = .retry(event.id)
        case .finished(let exchange): return add(exchange, redaction)
        case .waitingForConnectivity, .hopStarted, .nameResolved, .connected, .tlsDone, .uploadProgress, .progress,
            .cacheDecided, .redirected:
            return
        }
        add(entry)
    }

    func add(_ entry: Entry) {
        let wakes = state.withLock { state in
            guard !state.isClosed, state.entries.count < limits.entries else { return false }
            state.entries.append(entry)
            return Self.mustWake(&state)
        }
        if wakes { signal() }
    }

    func add(_ exchange: Exchange, _ redaction: Redaction) {
        let bytes = Self.bodyBytes(of: exchange)
        let wakes = state.withLock { state in
            guard !state.isClosed else { return false }
            let count = state.entries.count
            if count >= limits.entries {
                state.dropped += 1
            } else if count >= limits.entriesWithDetails {
                state.entries.append(.finished(exchange.onlyLastHead(), redaction, .rowOnly))
            } else if state.bodyBytes > 0, bytes > 0, state.bodyBytes + bytes > limits.bodyBytes {
                state.entries.append(.finished(exchange.withoutBodies(), redaction, .withoutBodies))
            } else {
                state.bodyBytes += bytes
                state.entries.append(.finished(exchange, redaction, .all))
            }
            return Self.mustWake(&state)
        }
        if wakes { signal() }
    }

    /// Memory that is there only for the log as long as the entry waits.
    private static func bodyBytes(of exchange: Exchange) -> Int {
        exchange.hops.reduce(0) {
            $0 + ($1.response?.content.array?.count ?? 0) + ($1.validation?.content.array?.count ?? 0)
        }
    }

    /// Returns when everything that was added before is written, or given up.
    func flush() async {
        await withCheckedContinuation { continuation in
            let isTaken = state.withLock { state in
                guard !state.isClosed else { return false }
                state.flushes.append(continuation)
                return true
            }
            if isTaken { signal() } else { continuation.resume() }
        }
    }

    /// Returns when the thread has written what is there and ended.
    func close() async {
        await withCheckedContinuation { continuation in
            let isTaken = state.withLock { state in
                guard !state.isClosed else { return false }
                state.isClosed = true
                state.flushes.append(continuation)
                return true
            }
            if isTaken { signal() } else { continuation.resume() }
        }
    }

    /// What is there is still written.
    func end() {
        state.withLock { $0.isClosed = true }
        signal()
    }

    // MARK: On the log's thread

    /// Waits until there is something to do.
    /// - Returns: false if only the time passed.
    func waitForEntries(atMost seconds: Int?) -> Bool {
        let isEmpty = state.withLock { state in
            let isEmpty = state.entries.isEmpty && state.flushes.isEmpty && !state.isClosed
            state.isAsleep = isEmpty
            return isEmpty
        }
        guard isEmpty else { return true }
        let isWoken = bell.wait(milliseconds: seconds.map { Int32(clamping: $0 * 1000) } ?? -1)
        state.withLock { $0.isAsleep = false }
        return isWoken
    }

    /// Lets more come, so that it is written at once; not while somebody waits for it, nor when much is there already.
    func gather(milliseconds: Int32) {
        let mayWait = state.withLock { $0.flushes.isEmpty && !$0.isClosed && $0.entries.count < Self.enough }
        if mayWait { _ = bell.wait(milliseconds: milliseconds) }
    }

    func take() -> Batch {
        state.withLock { state in
            let batch = Batch(
                entries: state.entries, flushes: state.flushes, dropped: state.dropped, isClosed: state.isClosed)
            state.entries = []
            state.flushes = []
            state.dropped = 0
            state.bodyBytes = 0
            return batch
        }
    }

    private static func mustWake(_ state: inout State) -> Bool {
        guard state.isAsleep, !state.entries.isEmpty else { return false }
        state.isAsleep = false
        return true
    }

    private func signal() { bell.ring() }
}

extension Exchange {
    /// The same, with the sizes of the bodies but not their bytes.
    fileprivate func withoutBodies() -> Exchange { changed(hops: hops) }

    /// The request and the status; no fields.
    fileprivate func onlyLastHead() -> Exchange { changed(hops: Array(hops.suffix(1))) }

    private func changed(hops: [Hop]) -> Exchange {
        func empty(_ response: Response?) -> Response? {
            response.map {
                Response($0, content: BodyBytes(), count: $0.bodyByteCount, isComplete: $0.isComplete)
            }
        }
        return Exchange(
            id: id, draft: draft, startedAt: startedAt,
            hops: hops.map { hop in
                Hop(
                    cause: hop.cause, request: hop.request, sentHead: hop.sentHead,
                    sentBodyByteCount: hop.sentBodyByteCount, response: empty(hop.response),
                    connection: hop.connection, startOffset: hop.startOffset, timings: hop.timings,
                    cacheDecision: hop.cacheDecision, validation: empty(hop.validation), setCookies: hop.setCookies,
                    heldBack: hop.heldBack)
            }, timings: timings, retryWait: retryWait, error: error, revalidates: revalidates)
    }
}
