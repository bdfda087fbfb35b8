import Base
import HTTPFormat
import NetEngine
import Workspace

/// The lines that a run prints for the user.
struct RunLines {
    let steps: [ReplayPlan.Step]
    private let streams = StandardStreams.live
    private let nameWidth: Int
    /// True if any request has a check: requests without one then say so.
    private let hasChecks: Bool

    /// Whether failures name their exchange, which is in the recording.
    private let namesExchanges: Bool

    init(steps: [ReplayPlan.Step], namesExchanges: Bool = false) {
        self.steps = steps
        self.namesExchanges = namesExchanges
        hasChecks = steps.contains { !PreparedCheck.all(of: $0.request).isEmpty }
        nameWidth = min(32, steps.map { DisplayWidth.of(SafeText($0.request.idBesideMethod)) }.max() ?? 0)
    }

    /// The line of one sent request.
    func write(_ record: RunRecord, to out: inout [UInt8]) {
        let step = steps[record.item.step]
        switch record.word {
        case .passed:
            line("ok      ", .good, step, result(record), number: record.repetition, to: &out)
            explainRedirects(record, step, to: &out)
        case .failed:
            line(
                "FAILED  ", .bad, step, record.problems.isEmpty ? result(record) : "not sent",
                number: record.repetition, to: &out)
            explainRedirects(record, step, to: &out)
            explain(record, step, to: &out)
        case .skipped:
            line("skipped ", .plain, step, record.skipReason.map { SafeText($0) }, number: record.repetition, to: &out)
        case .cancelled: line("stopped ", .plain, step, nil, number: record.repetition, to: &out)
        }
    }

    /// The line of one request over all rounds.
    func write(_ summary: RunSummary.Step, of index: Int, to out: inout [UInt8]) {
        let step = steps[index]
        guard summary.passed + summary.failed > 0 else {
            return line(step.request.settings.isDisabled ? "skipped " : "stopped ", .plain, step, nil, to: &out)
        }
        var text = "\(summary.passed) ok"
        if summary.failed > 0 { text += ", \(summary.failed) failed" }
        if let figures = Self.figures(summary.latency) { text += "  \(figures)" }
        let isGood = summary.failed == 0
        line(isGood ? "ok      " : "FAILED  ", isGood ? .good : .bad, step, SafeText(text), to: &out)
    }

    /// The closing lines of a run, with the totals last.
    static func write(
        _ totals: Runner.Totals, _ elapsed: Duration, _ latency: LatencyDistribution, _ checks: CheckTotals,
        lateness: LatencyDistribution = LatencyDistribution(), showsRate: Bool, to out: inout [UInt8]
    ) {
        let streams = StandardStreams.live
        write(checks, to: &out)
        var parts = ["\(totals.passed) ok", "\(totals.failed) failed", "\(totals.skipped) skipped"]
        if totals.cancelled > 0 { parts.append("\(totals.cancelled) cancelled") }
        if totals.notReached > 0 { parts.append("\(totals.notReached) not reached") }
        let noun = totals.count == 1 ? "request" : "requests"
        var text = "\(totals.count) \(noun): \(parts.joined(separator: ", ")) in \(DurationText.short(elapsed))"
        if showsRate, let rate = RunRate(totals, elapsed) { text += ", \(rate.perSecond) a second" }
        if latency.count > 1, let figures = figures(latency) {
            let start = lateness.count > 0 ? " from the planned start" : ""
            streams.append(SafeText("latency\(start): \(figures)"), to: &out)
        }
        if lateness.count > 0, let figures = figures(lateness) {
            streams.append(SafeText("started late by: \(figures)"), to: &out)
        }
        streams.append(SafeText(text), to: &out)
    }

    /// The number of checks; nothing if no request has any.
    private static func write(_ checks: CheckTotals, to out: inout [UInt8]) {
        guard checks.count > 0 else { return }
        var parts = ["\(checks.passed) passed", "\(checks.failed) failed"]
        if checks.notEvaluated > 0 { parts.append("\(checks.notEvaluated) not evaluated") }
        var text = "\(checks.count) \(checks.count == 1 ? "check" : "checks"): \(parts.joined(separator: ", "))"
        if checks.unchecked > 0 {
            text += "; \(checks.unchecked) \(checks.unchecked == 1 ? "request was" : "requests were") not checked"
        }
        StandardStreams.live.append(SafeText(text), to: &out)
    }

    private static func figures(_ latency: LatencyDistribution) -> String? {
        guard let median = latency.quantile(0.5), let p90 = latency.quantile(0.9), let p99 = latency.quantile(0.99)
        else { return nil }
        return [("min", latency.least), ("median", median), ("p90", p90), ("p99", p99), ("max", latency.greatest)]
            .map { "\($0) \(DurationText.short($1))" }.joined(separator: ", ")
    }

    private func line(
        _ mark: SafeText, _ tone: StandardStreams.Tone, _ step: ReplayPlan.Step, _ result: SafeText?,
        number: Int? = nil, to out: inout [UInt8]
    ) {
        let name = SafeText(step.request.idBesideMethod + (number.map { " #\($0 + 1)" } ?? ""))
        var rest: SafeText = " \(step.request.method.padded(to: 7)) \(name)"
        if let result {
            let gap = String(repeating: " ", count: max(1, nameWidth - DisplayWidth.of(name) + 1))
            rest.append("\(gap) " + result)
        }
        streams.append(mark, tone, rest, to: &out)
    }

    private func explainRedirects(_ record: RunRecord, _ step: ReplayPlan.Step, to out: inout [UInt8]) {
        for heldBack in record.heldBack {
            streams.append(
                "         \(step.file.relativePath):\(step.request.line): " + heldBack.sentence, to: &out)
        }
    }

    private func explain(_ record: RunRecord, _ step: ReplayPlan.Step, to out: inout [UInt8]) {
        let place: SafeText = "         \(step.file.relativePath):"
        if let error = record.error, !record.checks.excusesError {
            streams.append(place + "\(step.request.line): " + ExchangeSummary.sentence(error), to: &out)
        }
        for result in record.checks.results where result.verdict == .failed {
            streams.append(place + "\(result.line): check: " + CheckOutput.sentence(result), to: &out)
        }
        if let problem = record.responseFileProblem {
            let line = step.request.outputFile?.line ?? step.request.line
            streams.append(place + "\(line): " + withoutPlace(problem, step, line), to: &out)
        }
        for problem in record.problems {
            let sentence = withoutPlace(problem.sentence, step, problem.line)
            streams.append(
                place + "\(problem.line): \(ErrorCategory.requestBuild.rawValue): \(sentence)", to: &out)
        }
    }

    /// Removes the place from the beginning of the sentence, because the line begins with it already.
    private func withoutPlace(_ sentence: String, _ step: ReplayPlan.Step, _ line: Int) -> SafeText {
        let prefix = "\(step.file.relativePath):\(line): "
        return SafeText(sentence.hasPrefix(prefix) ? String(sentence.dropFirst(prefix.count)) : sentence)
    }

    private func result(_ record: RunRecord) -> SafeText {
        var text = "\(record.status.map(String.init) ?? "---")  \(DurationText.short(record.networkTime ?? .zero))"
        if let score = CheckOutput.score(record.checks) {
            text += "  \(score)"
        } else if hasChecks {
            text += "  not checked"
        }
        if namesExchanges, record.word == .failed, let exchange = record.exchange {
            text += "  exchange \(exchange.rawValue)"
        }
        return SafeText(text)
    }
}

/// How many requests per second a run sent.
struct RunRate {
    /// Three significant digits, or the whole number if it has more.
    let perSecond: String

    /// nil if nothing was sent.
    init?(_ totals: Runner.Totals, _ elapsed: Duration) {
        let seconds = elapsed / .seconds(1)
        let sent = totals.passed + totals.failed + totals.cancelled
        guard sent > 0, seconds > 0 else { return nil }
        let rate = Double(sent) / seconds
        perSecond = rate >= 100 ? String(Int(rate.rounded())) : String((rate * 10).rounded() / 10)
    }
}

extension String {
    fileprivate func padded(to width: Int) -> String { self + String(repeating: " ", count: max(0, width - count)) }
}
