import NetEngine
import Runs
import Synchronization
import Workspace

/// Passes on what happens in a run: to the screen some times a second, to the recording as it comes.
final class ReplayFeed: Sendable {
    private struct State {
        var began: [Int] = []
        var secrets: [VariableUse] = []
        var known: Set<String> = []
        var inFlight: Set<ExchangeID> = []
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

    /// Remembers values that the screen must mask.
    func learn(_ uses: [VariableUse]) {
        guard uses.contains(where: \.isSecret) else { return }
        state.withLock { state in
            for use in uses where use.isSecret && state.known.insert("\(use.name)=\(use.value)").inserted {
                state.secrets.append(use)
            }
        }
    }

    /// Sends a request unless the run was stopped, and so that a stop cancels it.
    func send(_ draft: RequestDraft, by engine: Engine) async -> Exchange {
        let exchange = engine.makeID()
        let isStopped = state.withLock { state in
            if !state.isStopped { state.inFlight.insert(exchange) }
            return state.isStopped
        }
        if isStopped { engine.cancel(exchange) }
        defer { state.withLock { _ = $0.inFlight.remove(exchange) } }
        return await engine.send(draft, id: exchange)
    }

    // MARK: Stopping

    var isStopped: Bool { state.withLock { $0.isStopped } }

    func stop(_ engine: Engine) {
        let inFlight = state.withLock { state in
            state.isStopped = true
            return state.inFlight
        }
        for exchange in inFlight { engine.cancel(exchange) }
    }

    // MARK: For the thread that passes it on

    /// Passes on what comes until the run is over.
    /// - Parameter recorder: nil if nothing is recorded. Used by this thread alone.
    func passOn(to post: (Action) -> Void, _ recorder: RunRecorder?) {
        var latency = LatencyDistribution()
        while true {
            let (results, end) = queue.take()
            var news = state.withLock { state in
                defer { (state.began, state.secrets) = ([], []) }
                return ReplayNews(began: state.began, secrets: state.secrets)
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
