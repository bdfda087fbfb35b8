import Base
import Dispatch
import Glibc
import NetEngine
import NetEngineRequestLog
import Runs
import Synchronization
import Workspace

/// Prints the results of a run: lines as they come, or one JSON object at the end.
///
/// Jobs add their records; the thread that calls `printUntilClosed` prints them, so that a slow reader of the output
/// never blocks the engine's thread. If too much waits to be printed, jobs wait too.
final class RunReport: Sendable {
    private typealias Entry = (record: RunRecord, recorded: RunRecord?, exchange: StoredExchange?)

    private struct State {
        var records: [Entry] = []
        /// Bytes of the exchanges among them.
        var bytes = 0
        var isIdle = true
        /// Jobs that are held back.
        var waiting: [CheckedContinuation<Void, Never>] = []
        var isCongested: Bool { records.count >= RunReport.congestion || bytes >= RunReport.byteCongestion }
        var end: (totals: Runner.Totals, elapsed: Duration, reason: RunEnd.Reason)?
    }

    /// The number of waiting records from which on jobs wait.
    private static let congestion = 4096
    private static let byteCongestion = 8 << 20
    /// The pause between prints while records arrive in quick succession: waking the thread for each costs more. It grows
    /// from the first to the second while they keep arriving.
    private static let gatheringMicroseconds: (least: useconds_t, most: useconds_t) = (1000, 8000)

    private let state = Mutex(State())
    private let work = DispatchSemaphore(value: 0)
    private let json: Bool
    private let steps: [ReplayPlan.Step]
    private let jobs: Int
    private let rounds: Int
    /// Of all requests; nil if it is not known before.
    private let count: Int?
    private let recorder: RunRecording?
    private let counts: @Sendable (RunRecord) -> Bool

    /// - Parameters:
    ///   - count: of all requests; nil if it is not known before.
    ///   - counts: whether a failure makes the run fail.
    init(
        json: Bool, steps: [ReplayPlan.Step], jobs: Int, rounds: Int, count: Int?, recorder: RunRecording?,
        counts: @escaping @Sendable (RunRecord) -> Bool
    ) {
        (self.json, self.steps, self.jobs, self.rounds) = (json, steps, jobs, rounds)
        (self.count, self.recorder, self.counts) = (count, recorder, counts)
    }

    // MARK: - For the jobs

    /// Returns when there is room for more.
    /// - Parameters:
    ///   - record: as it is printed.
    ///   - recorded: the same without any secret; nil if `record` has none.
    func add(_ record: RunRecord, recorded: RunRecord?, _ exchange: StoredExchange?) async {
        let (wakes, isCongested) = state.withLock { state in
            state.records.append((record, recorded, exchange))
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

    /// Adds the totals; no record may be added afterwards.
    func close(_ totals: Runner.Totals, elapsed: Duration, reason: RunEnd.Reason) {
        state.withLock { $0.end = (totals, elapsed, reason) }
        work.signal()
    }

    // MARK: - Printing

    /// Prints until `close` is called, then prints the totals.
    /// - Returns: also how many failures make the run fail.
    func printUntilClosed() -> (totals: Runner.Totals, counted: Int) {
        var counted = 0
        var summary = RunSummary(stepCount: steps.count, rounds: rounds)
        var kept: [RunRecord] = []
        let lines = RunLines(steps: steps, namesExchanges: recorder != nil)
        var pause = Self.gatheringMicroseconds.least
        let progress = RunProgress(count: count, isWanted: json || rounds > 1)
        while true {
            let (records, waiting, end) = state.withLock { state in
                defer {
                    (state.isIdle, state.waiting) = (state.records.isEmpty, [])
                    (state.records, state.bytes) = ([], 0)
                }
                return (state.records, state.waiting, state.end)
            }
            for job in waiting { job.resume() }
            var out: [UInt8] = []
            for (record, recorded, exchange) in records {
                summary.add(record)
                if counts(record) { counted += 1 }
                recorder?.add(recorded ?? record, exchange)
                if json {
                    kept.append(record)
                } else if summary.isNews(record) {
                    lines.write(record, to: &out)
                }
            }
            progress.show(summary, before: &out)
            recorder?.writeIfDue()
            if !out.isEmpty { StandardStreams.live.writeBytes(out) }
            if let end, records.isEmpty {
                progress.clear()
                finish(end.totals, end.elapsed, summary, kept, lines)
                recorder?.close(
                    RunEnd(elapsed: end.elapsed, reason: end.reason, notReached: end.totals.notReached),
                    totals: end.totals, latency: summary.latency)
                return (end.totals, counted)
            }
            if records.isEmpty {
                recorder?.write()
                work.wait()
                pause = Self.gatheringMicroseconds.least
            } else {
                usleep(pause)
                pause = min(2 * pause, Self.gatheringMicroseconds.most)
            }
        }
    }

    private func finish(
        _ totals: Runner.Totals, _ elapsed: Duration, _ summary: RunSummary, _ records: [RunRecord], _ lines: RunLines
    ) {
        guard !json else {
            let json = RunJSON(
                steps: steps, jobs: jobs, rounds: rounds == PaceFlags.endless ? nil : rounds)
            StandardStreams.live.writeBytes(
                json.document(records, totals, elapsed, summary.latency, summary.checks).bytes + [Byte.lineFeed])
            return
        }
        var out: [UInt8] = []
        for (index, step) in summary.steps.enumerated() { lines.write(step, of: index, to: &out) }
        RunLines.write(
            totals, elapsed, summary.latency, summary.checks, lateness: summary.lateness,
            showsRate: jobs > 1 || rounds > 1,
            to: &out)
        StandardStreams.live.writeBytes(out)
    }
}
