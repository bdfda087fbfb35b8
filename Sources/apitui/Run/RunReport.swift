import Base
import Glibc
import NetEngine
import NetEngineRequestLog
import Runs
import Workspace

/// Prints the results of a run: lines as they come, or one JSON object at the end.
///
/// Jobs add their records; the thread that calls `printUntilClosed` prints them, so that a slow reader of the output
/// never blocks the engine's thread.
final class RunReport: Sendable {
    /// The pause between prints while records arrive in quick succession: waking the thread for each costs more. It grows
    /// from the first to the second while they keep arriving.
    private static let gatheringMicroseconds: (least: useconds_t, most: useconds_t) = (1000, 8000)

    private let queue = RunQueue()
    private let json: Bool
    private let steps: [ReplayPlan.Step]
    private let settings: RunHead.Settings
    private let jobs: Int
    private let rounds: Int
    /// Of all requests; nil if it is not known before.
    private let count: Int?
    private let recorder: RunRecording?
    private let counts: @Sendable (RunRecord) -> Bool
    private let writesFiles: Bool
    private let linesToErrors: Bool

    /// - Parameters:
    ///   - count: of all requests; nil if it is not known before.
    ///   - counts: whether a failure makes the run fail.
    ///   - writesFiles: whether somebody asked for files of the run, which is then sent to its end though standard output
    ///     takes nothing more.
    ///   - linesToErrors: whether the lines go to standard error, because a report fills standard output.
    init(
        json: Bool, steps: [ReplayPlan.Step], settings: RunHead.Settings, jobs: Int, rounds: Int, count: Int?,
        recorder: RunRecording?, counts: @escaping @Sendable (RunRecord) -> Bool, writesFiles: Bool,
        linesToErrors: Bool
    ) {
        (self.json, self.steps, self.settings, self.jobs, self.rounds) = (json, steps, settings, jobs, rounds)
        (self.count, self.recorder, self.counts) = (count, recorder, counts)
        (self.writesFiles, self.linesToErrors) = (writesFiles, linesToErrors)
    }

    // MARK: - For the jobs

    /// Returns when there is room for more.
    /// - Parameters:
    ///   - record: as it is printed.
    ///   - recorded: the same without any secret; nil if `record` has none.
    func add(_ record: RunRecord, recorded: RunRecord?, _ exchange: RecordedParts?) async {
        await queue.add(record, recorded: recorded, exchange)
    }

    /// Adds the totals; no record may be added afterwards.
    func close(_ totals: Runner.Totals, elapsed: Duration, reason: RunEnd.Reason) {
        queue.close(RunQueue.End(totals: totals, elapsed: elapsed, reason: reason))
    }

    // MARK: - Printing

    /// Prints until `close` is called, then prints the totals.
    /// - Returns: how many failures make the run fail, and why standard output took nothing more before the end.
    func printUntilClosed() -> (counted: Int, outputEnded: CommandFailure?) {
        var counted = 0
        var outputEnded: CommandFailure?
        var summary = RunSummary(stepCount: steps.count, rounds: rounds)
        var kept: [RunRecord] = []
        let lines = RunLines(steps: steps, settings: settings, namesExchanges: recorder?.referenceText != nil)
        var pause = Self.gatheringMicroseconds.least
        let progress = RunProgress(count: count, json: json, rounds: rounds)
        while true {
            let (results, end) = queue.take()
            var out: [UInt8] = []
            for result in results {
                let record = result.record
                summary.add(record)
                if counts(record) { counted += 1 }
                recorder?.add(result.recorded ?? record, result.exchange)
                if json {
                    kept.append(record)
                } else if summary.isNews(record) {
                    lines.write(record, to: &out)
                }
            }
            progress.show(summary, before: out)
            recorder?.writeIfDue()
            write(out, &outputEnded)
            if let end, results.isEmpty {
                progress.clear()
                write(closing(end.totals, end.elapsed, summary, kept, lines), &outputEnded)
                recorder?.close(
                    RunEnd(elapsed: end.elapsed, reason: end.reason, notReached: end.totals.notReached),
                    totals: end.totals, latency: summary.latency)
                return (counted, outputEnded)
            }
            if results.isEmpty {
                recorder?.write()
                queue.wait()
                pause = Self.gatheringMicroseconds.least
            } else {
                usleep(pause)
                pause = min(2 * pause, Self.gatheringMicroseconds.most)
            }
        }
    }

    private func write(_ out: [UInt8], _ outputEnded: inout CommandFailure?) {
        if linesToErrors {
            _ = StandardStreams.write(out, to: STDERR_FILENO)
            return
        }
        guard writesFiles else { return StandardStreams.live.writeBytes(out) }
        guard outputEnded == nil else { return }
        outputEnded = StandardStreams.live.failureWriting(out)
    }

    /// What is printed at the end.
    private func closing(
        _ totals: Runner.Totals, _ elapsed: Duration, _ summary: RunSummary, _ records: [RunRecord], _ lines: RunLines
    ) -> [UInt8] {
        guard !json else {
            let json = RunJSON(
                steps: steps, jobs: jobs, rounds: rounds == PaceFlags.endless ? nil : rounds, settings: settings)
            return json.document(records, totals, elapsed, summary.latency, summary.checks).bytes + [Byte.lineFeed]
        }
        var out: [UInt8] = []
        for (index, step) in summary.steps.enumerated() { lines.write(step, of: index, to: &out) }
        if let reference = recorder?.referenceText {
            RunLines.write(howToShow: reference, failedExchanges: summary.failedExchanges, to: &out)
        }
        RunLines.write(
            totals, elapsed, summary.latency, summary.checks, lateness: summary.lateness,
            notCompared: summary.notCompared, unverified: summary.unverified, showsRate: jobs > 1 || rounds > 1,
            to: &out)
        return out
    }
}
