import Base
import HTTPFormat
import NetEngine
import Reports
import Runs
import Workspace

/// The lines that a run prints for the user.
struct RunLines {
    let steps: [ReplayPlan.Step]
    private let settings: RunHead.Settings
    private let streams = StandardStreams.live
    /// Of each step without its repetition: the same request may be several steps.
    private let names: [String]
    private let nameWidth: Int
    /// True if any request has a check: requests without one then say so.
    private let hasChecks: Bool

    /// Whether failures name their exchange, which is in the recording.
    private let namesExchanges: Bool

    /// Equal for steps that only their number tells apart.
    private struct Turn: Hashable {
        let request: String
        let repetition: Int?
    }

    /// - Parameter settings: of the run: its lines name rounds and rows if there are several.
    init(
        steps: [ReplayPlan.Step], settings: RunHead.Settings = RunHead.Settings(), namesExchanges: Bool = false
    ) {
        self.steps = steps
        self.settings = settings
        self.namesExchanges = namesExchanges
        hasChecks = steps.contains { PreparedCheck.hasAny($0.request) }
        let suffixes = StepNumber.suffixes(steps.map { Turn(request: $0.requestKey, repetition: $0.turn?.index) })
        names = zip(steps, suffixes).map { $0.request.idBesideMethod + $1 }
        nameWidth = min(32, names.map { DisplayWidth.of(SafeText($0)) }.max() ?? 0)
    }

    /// The line of one sent request.
    func write(_ record: RunRecord, to out: inout [UInt8]) {
        let step = steps[record.item.step]
        switch record.word {
        case .passed:
            line("ok      ", .good, step, result(record), name: name(record), to: &out)
            explainRedirects(record, step, to: &out)
            explainChecks(record, step, to: &out)
            explainLogs(record, step, to: &out)
        case .failed:
            line(
                "FAILED  ", .bad, step, record.problems.isEmpty ? result(record) : "not sent", name: name(record),
                to: &out)
            explainRedirects(record, step, to: &out)
            explain(record, step, to: &out)
        case .skipped:
            line("skipped ", .plain, step, record.skipReason.map { SafeText($0) }, name: name(record), to: &out)
        case .cancelled: line("stopped ", .plain, step, nil, name: name(record), to: &out)
        }
    }

    /// The line of one request over all rounds.
    func write(_ summary: RunSummary.Step, of index: Int, to out: inout [UInt8]) {
        let step = steps[index]
        let name = name(index, step.turn?.index)
        guard summary.passed + summary.failed > 0 else {
            let mark: SafeText = summary.skipped > 0 || step.request.settings.isDisabled ? "skipped " : "stopped "
            return line(mark, .plain, step, summary.skipReason.map { SafeText($0) }, name: name, to: &out)
        }
        var text = "\(summary.passed) ok"
        if summary.failed > 0 { text += ", \(summary.failed) failed" }
        if summary.skipped > 0 { text += ", \(summary.skipped) skipped" }
        if let figures = Self.figures(summary.latency) { text += "  \(figures)" }
        let isGood = summary.failed == 0
        line(isGood ? "ok      " : "FAILED  ", isGood ? .good : .bad, step, SafeText(text), name: name, to: &out)
    }

    /// How the run is shown again, or an exchange of it that failed and that a line named.
    /// - Parameter recording: what `apitui runs show` takes.
    static func write(howToShow recording: String, failedExchanges: Int, to out: inout [UInt8]) {
        let sentence =
            failedExchanges > 0
            ? "'apitui runs show \(recording) --exchange N' shows a failed exchange."
            : "'apitui runs show \(recording)' shows this run again."
        StandardStreams.live.append(SafeText(sentence), to: &out)
    }

    /// The closing lines of a run, with the totals last.
    static func write(
        _ totals: Runner.Totals, _ elapsed: Duration, _ latency: LatencyDistribution, _ checks: CheckTotals,
        lateness: LatencyDistribution = LatencyDistribution(), notCompared: NotCompared = NotCompared(),
        unverified: Int = 0, showsRate: Bool, to out: inout [UInt8]
    ) {
        let streams = StandardStreams.live
        for sentence in notCompared.sentences { streams.append(SafeText(sentence), to: &out) }
        if let sentence = RunRecord.text(unverified: unverified) { streams.append(SafeText(sentence), to: &out) }
        if let text = checks.text { streams.append(SafeText(text), to: &out) }
        if latency.count > 1, let figures = figures(latency) {
            let start = lateness.count > 0 ? " from the planned start" : ""
            streams.append(SafeText("latency\(start): \(figures)"), to: &out)
        }
        if lateness.count > 0, let figures = figures(lateness) {
            streams.append(SafeText("started late by: \(figures)"), to: &out)
        }
        var text = totals.text(elapsed)
        if showsRate, let rate = totals.perSecond(elapsed) { text += ", \(rate) a second" }
        streams.append(SafeText(text), to: &out)
    }

    private static func figures(_ latency: LatencyDistribution) -> String? {
        guard latency.count > 0 else { return nil }
        // As in reports: a percentile of few responses says nothing.
        let shares = [Percentile.median, .p90, .p99].compactMap { share in
            share.value(of: latency).map { (share.name, $0) }
        }
        return ([("min", latency.least)] + shares + [("max", latency.greatest)])
            .map { "\($0) \(DurationText.short($1))" }.joined(separator: ", ")
    }

    private func line(
        _ mark: SafeText, _ tone: StandardStreams.Tone, _ step: ReplayPlan.Step, _ result: SafeText?,
        name: SafeText, to out: inout [UInt8]
    ) {
        var rest: SafeText = " \(step.request.method.padded(to: 7)) \(name)"
        if let result {
            let gap = String(repeating: " ", count: max(1, nameWidth - DisplayWidth.of(name) + 1))
            rest.append("\(gap) " + result)
        }
        streams.append(mark, tone, rest, to: &out)
    }

    /// - Parameter repetition: of a loop, from 0.
    private func name(_ step: Int, _ repetition: Int?) -> SafeText {
        SafeText(names[step] + (repetition.map { " #\($0 + 1)" } ?? ""))
    }

    /// With the round or the row of a data file if there are several.
    private func name(_ record: RunRecord) -> SafeText {
        let name = name(record.item.step, record.repetition)
        return settings.text(ofRound: record.item.round).map { name + ", \($0)" } ?? name
    }

    private func explainRedirects(_ record: RunRecord, _ step: ReplayPlan.Step, to out: inout [UInt8]) {
        for heldBack in record.heldBack {
            streams.append(
                "         \(step.file.relativePath):\(step.sourceLine): " + heldBack.sentence, to: &out)
        }
    }

    private func explain(_ record: RunRecord, _ step: ReplayPlan.Step, to out: inout [UInt8]) {
        let place: SafeText = "         \(step.file.relativePath):"
        if let error = record.error, !record.checks.excusesError {
            streams.append(place + "\(step.sourceLine): " + ExchangeSummary.sentence(error), to: &out)
        }
        explainChecks(record, step, to: &out)
        explainLogs(record, step, to: &out)
        if let problem = record.responseFileProblem {
            let line = step.request.outputFile?.line ?? step.request.line
            let clause = step.file.withoutPlace(problem, line: line)
            streams.append(place + "\(step.file.sourceLine(line)): \(clause)", to: &out)
        }
        for problem in record.problems {
            streams.append(
                place + "\(problem.line): \(ErrorCategory.requestBuild.rawValue): \(problem.sentence)", to: &out)
        }
    }

    /// The checks that failed, and the warnings; that there is no description is said once in the closing lines.
    private func explainChecks(_ record: RunRecord, _ step: ReplayPlan.Step, to out: inout [UInt8]) {
        let place: SafeText = "         \(step.file.relativePath):"
        for result in record.checks.results
        where result.verdict == .failed || (result.verdict == .warning && !result.isNotCompared) {
            let word: SafeText = result.verdict == .warning ? "warning" : "check"
            streams.append(place + "\(result.line): " + word + ": " + CheckOutput.sentence(result), to: &out)
        }
    }

    /// What scripts wrote.
    private func explainLogs(_ record: RunRecord, _ step: ReplayPlan.Step, to out: inout [UInt8]) {
        let place: SafeText = "         \(step.file.relativePath):"
        for log in record.checks.logs {
            streams.append(place + "\(log.line): log: \(log.text)", to: &out)
        }
    }

    private func result(_ record: RunRecord) -> SafeText {
        var text = "\(record.status.map(String.init) ?? "---")  \(DurationText.short(record.networkTime ?? .zero))"
        if let score = CheckOutput.score(record.checks) {
            text += "  \(score)"
        } else if hasChecks {
            text += "  not checked"
        }
        if record.isUnverified { text += "  TLS not verified" }
        if let attempts = record.attempts { text += "  \(attempts)" }
        if namesExchanges, record.word == .failed, let exchange = record.exchange {
            text += "  exchange \(exchange.rawValue)"
        }
        return SafeText(text)
    }
}

extension String {
    fileprivate func padded(to width: Int) -> String { self + String(repeating: " ", count: max(0, width - count)) }
}
