import Dispatch
import NetEngineRequestLog
import Synchronization
import Workspace

/// The results of a run, between the jobs that make them and the one thread that prints, shows and records them.
///
/// Jobs never wait for that thread unless too much waits for it.
package final class RunQueue: Sendable {
    package struct Result: Sendable {
        /// As it is shown.
        package var record: RunRecord
        /// The same without any secret; nil if it has none.
        package var recorded: RunRecord?
        /// What the recording keeps of the exchange; nil if the numbers are enough.
        package var exchange: RecordedParts?
    }

    package struct End: Sendable {
        package var totals: Runner.Totals
        package var elapsed: Duration
        package var reason: RunEnd.Reason

        package init(totals: Runner.Totals, elapsed: Duration, reason: RunEnd.Reason) {
            self.totals = totals
            self.elapsed = elapsed
            self.reason = reason
        }
    }

    private struct State {
        var results: [Result] = []
        /// Bytes of the exchanges among them.
        var bytes = 0
        var isIdle = true
        /// Jobs that are held back.
        var waiting: [CheckedContinuation<Void, Never>] = []
        var isCongested: Bool { results.count >= RunQueue.congestion || bytes >= RunQueue.byteCongestion }
        var end: End?
    }

    /// The number of waiting results from which on jobs wait.
    private static let congestion = 4096
    private static let byteCongestion = 8 << 20

    private let state = Mutex(State())
    private let work = DispatchSemaphore(value: 0)

    package init() {}

    // MARK: - For the jobs

    /// Returns when there is room for more.
    package func add(_ record: RunRecord, recorded: RunRecord? = nil, _ exchange: RecordedParts?) async {
        let result = Result(record: record, recorded: recorded, exchange: exchange)
        let (wakes, isCongested) = state.withLock { state in
            state.results.append(result)
            if let exchange { state.bytes += exchange.byteCount }
            defer { state.isIdle = false }
            return (state.isIdle, state.isCongested)
        }
        if wakes { work.signal() }
        guard isCongested else { return }
        await withCheckedContinuation { continuation in
            let hasRoom = state.withLock { state in
                if !state.isCongested { return true }
                state.waiting.append(continuation)
                return false
            }
            if hasRoom { continuation.resume() }
        }
    }

    /// The run is over; nothing may be added afterwards.
    package func close(_ end: End) {
        state.withLock { $0.end = end }
        work.signal()
    }

    /// Ends a `wait`, although no result came.
    package func wake() { work.signal() }

    // MARK: - For the thread

    /// The results that came since the last call, and the end of the run if it is over. Does not wait.
    package func take() -> (results: [Result], end: End?) {
        let (results, waiting, end) = state.withLock { state in
            defer {
                (state.isIdle, state.waiting) = (state.results.isEmpty, [])
                (state.results, state.bytes) = ([], 0)
            }
            return (state.results, state.waiting, state.end)
        }
        for job in waiting { job.resume() }
        return (results, end)
    }

    /// Waits until there is something to take. Call it only after `take` gave nothing.
    package func wait() { work.wait() }
}
