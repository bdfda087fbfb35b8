import Base
import Dispatch
import Glibc
import NetEngine
import Synchronization
import Workspace

/// Prints the results of a run: lines as they come, or one JSON object at the end.
///
/// Jobs add their records; the thread that calls `printUntilClosed` prints them, so that a slow reader of the output
/// never blocks the engine's thread. If too much waits to be printed, jobs wait too.
final class RunReport: Sendable {
    private struct State {
        var records: [RunRecord] = []
        var isIdle = true
        /// Jobs that are held back.
        var waiting: [CheckedContinuation<Void, Never>] = []
        var end: (totals: Runner.Totals, elapsed: Duration)?
    }

    /// The number of waiting records from which on jobs wait.
    private static let congestion = 4096
    /// The pause between prints while records arrive in quick succession: waking the thread for each costs more.
    private static let gatheringMicroseconds: useconds_t = 1000

    private let state = Mutex(State())
    private let work = DispatchSemaphore(value: 0)
    private let json: Bool
    private let steps: [ReplayPlan.Step]
    private let jobs: Int
    private let rounds: Int

    init(json: Bool, steps: [ReplayPlan.Step], jobs: Int, rounds: Int) {
        (self.json, self.steps, self.jobs, self.rounds) = (json, steps, jobs, rounds)
    }

    // MARK: - For the jobs

    /// Returns when there is room for more.
    func add(_ record: RunRecord) async {
        let (wakes, isCongested) = state.withLock { state in
            state.records.append(record)
            defer { state.isIdle = false }
            return (state.isIdle, state.records.count >= Self.congestion)
        }
        if wakes { work.signal() }
        guard isCongested else { return }
        await withCheckedContinuation { continuation in
            let hasRoom = state.withLock { state in
                if state.records.count < Self.congestion { return true }
                state.waiting.append(continuation)
                return false
            }
            if hasRoom { continuation.resume() }
        }
    }

    /// Adds the totals; no record may be added afterwards.
    func close(_ totals: Runner.Totals, elapsed: Duration) {
        state.withLock { $0.end = (totals, elapsed) }
        work.signal()
    }

    // MARK: - Printing

    /// Prints until `close` is called, then prints the totals.
    func printUntilClosed() -> Runner.Totals {
        var summary = RunSummary(stepCount: steps.count, rounds: rounds)
        var kept: [RunRecord] = []
        let lines = RunLines(steps: steps)
        let progress = RunProgress(count: steps.count * rounds, isWanted: json || rounds > 1)
        while true {
            let (records, waiting, end) = state.withLock { state in
                defer {
                    (state.isIdle, state.waiting) = (state.records.isEmpty, [])
                    state.records = []
                }
                return (state.records, state.waiting, state.end)
            }
            for job in waiting { job.resume() }
            var out: [UInt8] = []
            for record in records {
                summary.add(record)
                if json {
                    kept.append(record)
                } else if summary.isNews(record) {
                    lines.write(record, to: &out)
                }
            }
            progress.show(summary.latency.count, before: &out)
            if !out.isEmpty { StandardStreams.live.writeBytes(out) }
            if let end, records.isEmpty {
                progress.clear()
                finish(end.totals, end.elapsed, summary, kept, lines)
                return end.totals
            }
            if records.isEmpty { work.wait() } else { usleep(Self.gatheringMicroseconds) }
        }
    }

    private func finish(
        _ totals: Runner.Totals, _ elapsed: Duration, _ summary: RunSummary, _ records: [RunRecord], _ lines: RunLines
    ) {
        guard !json else {
            let json = RunJSON(steps: steps, jobs: jobs, rounds: rounds)
            StandardStreams.live.writeBytes(
                json.document(records, totals, elapsed, summary.latency, summary.checks).bytes + [Byte.lineFeed])
            return
        }
        var out: [UInt8] = []
        for (index, step) in summary.steps.enumerated() { lines.write(step, of: index, to: &out) }
        lines.write(totals, elapsed, summary.latency, summary.checks, showsRate: jobs > 1 || rounds > 1, to: &out)
        StandardStreams.live.writeBytes(out)
    }
}

/// The progress of a run, on standard error if that is a terminal and nothing else is printed for long.
private final class RunProgress {
    private let count: Int
    private let isShown: Bool
    private var shownAt = ContinuousClock.now
    private var isOnScreen = false

    init(count: Int, isWanted: Bool) {
        self.count = count
        isShown = isWanted && isatty(STDERR_FILENO) == 1
    }

    /// Shows progress at most five times a second. Clears itself if something else is printed.
    func show(_ done: Int, before out: inout [UInt8]) {
        guard isShown else { return }
        if !out.isEmpty { clear() }
        let now = ContinuousClock.now
        guard now - shownAt >= .milliseconds(200) else { return }
        shownAt = now
        isOnScreen = true
        _ = StandardStreams.write(Array("\r\(done) of \(count) answered ".utf8), to: STDERR_FILENO)
    }

    func clear() {
        guard isOnScreen else { return }
        isOnScreen = false
        let blank = String(repeating: " ", count: "\(count) of \(count) answered ".count)
        _ = StandardStreams.write(Array("\r\(blank)\r".utf8), to: STDERR_FILENO)
    }
}
