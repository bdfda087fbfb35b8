import NetEngine
import Runs
import Synchronization
import Workspace

/// Passes on what happens in a run: to the screen some times a second, to the recording as it comes.
final class ReplayFeed: Sendable {
    private struct State {
        var began: [Int] = []
        /// Hashes of the secrets that the screen knows.
        var known: Set<Int> = []
        var inFlight: [ExchangeID: Task<Exchange, Never>] = [:]
        var isStopped = false
    }

    /// The screen has no use for more pictures a second.
    private static let gathering = Duration.milliseconds(40)

    let id: ReplayJob.ID
    let queue = RunQueue()
    private let state = Mutex(State())

    init(_ id: ReplayJob.ID) { self.id = id }

    // MARK: For the jobs

    func began(_ item: RunSchedule.Item) {
        state.withLock { $0.began.append(item.step) }
        queue.wake()
    }

    /// - Returns: whether the screen does not know some of these values, which it must mask.
    func learn(_ uses: [VariableUse], _ draft: RequestDraft?) -> Bool {
        let secrets =
            uses.filter(\.isSecret).map { ($0.name, $0.value) }
            + (draft?.options.log?.secrets.map { ($0.name, $0.value) } ?? [])
        guard !secrets.isEmpty else { return false }
        return state.withLock { state in
            secrets.reduce(false) { isNew, secret in
                var hasher = Hasher()
                hasher.combine(secret.0)
                hasher.combine(secret.1)
                return state.known.insert(hasher.finalize()).inserted || isNew
            }
        }
    }

    /// Sends a request unless the run was stopped, and so that a stop cancels it at any moment.
    func send(_ draft: RequestDraft, by engine: Engine) async -> Exchange {
        var draft = draft
        draft.options.keptWireBytes = WireBodyLines.keptBytes
        let id = engine.makeID()
        let task: Task<Exchange, Never>? = state.withLock { [draft] state in
            guard !state.isStopped else { return nil }
            let task = Task { await engine.send(draft, id: id) }
            state.inFlight[id] = task
            return task
        }
        guard let task else { return Runner.cancelled(draft) }
        defer { state.withLock { state in state.inFlight[id] = nil } }
        return await task.value
    }

    // MARK: Stopping

    var isStopped: Bool { state.withLock { $0.isStopped } }

    func stop() {
        let inFlight = state.withLock { state in
            state.isStopped = true
            return Array(state.inFlight.values)
        }
        for task in inFlight { task.cancel() }
    }

    // MARK: For the thread that passes it on

    /// Passes on what comes until the run is over.
    /// - Parameter recorder: nil if nothing is recorded. Used by this thread alone.
    func passOn(to post: (Action) -> Void, _ recorder: RunRecorder?) {
        var latency = LatencyDistribution()
        while true {
            let (results, end) = queue.take()
            var news = state.withLock { state in
                defer { state.began = [] }
                return ReplayNews(began: state.began)
            }
            for result in results {
                news.records.append(result.record)
                recorder?.add(result.recorded ?? result.record, result.exchange)
                if let time = result.record.latency { latency.add(time) }
            }
            recorder?.writeIfDue()
            let isOver = end != nil && results.isEmpty
            if isOver, let end {
                let last = RunEnd(elapsed: end.elapsed, reason: end.reason, notReached: end.totals.notReached)
                // Recorded first: who hears of the end finds it in the list.
                recorder?.close(last, totals: end.totals, latency: latency)
                news.end = last
            }
            if !news.isEmpty { post(.replayed(id, news)) }
            if isOver { return }
            if news.isEmpty {
                recorder?.write()
                queue.wait()
            } else {
                BackgroundThread.pause(Self.gathering)
            }
        }
    }
}
