import Base
import HTTPFormat
import NetEngine
import Runs
import Workspace

/// The JSON object that `run --json` prints.
struct RunJSON {
    let steps: [ReplayPlan.Step]
    let jobs: Int
    /// nil if time ends the run.
    let rounds: Int?
    /// The settings of the run, from which the row of each round follows.
    var settings = RunHead.Settings()

    /// The records in the order of the plan, round after round, regardless of the order in which they ended.
    func document(
        _ records: [RunRecord], _ totals: Runner.Totals, _ elapsed: Duration, _ latency: LatencyDistribution,
        _ checks: CheckTotals
    ) -> JSONOutput {
        let ordered = records.sorted { ($0.item.round, $0.item.step) < ($1.item.round, $1.item.step) }
        let counts: JSONOutput = .object([
            ("requests", .number(totals.count)), ("passed", .number(totals.passed)), ("failed", .number(totals.failed)),
            ("skipped", .number(totals.skipped)), ("cancelled", .number(totals.cancelled)),
            ("notReached", .number(totals.notReached)), ("elapsed", Self.milliseconds(elapsed)),
            ("perSecond", totals.perSecond(elapsed).map { .number($0) } ?? .null),
            ("jobs", .number(jobs)), ("repeat", .optional(rounds)),
            ("unverified", .number(records.count { $0.isUnverified })), ("latency", Self.latency(latency)),
            (
                "checks",
                .object([
                    ("passed", .number(checks.passed)), ("failed", .number(checks.failed)),
                    ("warnings", .number(checks.warnings)),
                    ("notEvaluated", .number(checks.notEvaluated)), ("uncheckedRequests", .number(checks.unchecked)),
                ])
            ),
        ])
        return .object([("requests", .array(ordered.map(entry))), ("totals", counts)])
    }

    private func entry(_ record: RunRecord) -> JSONOutput {
        let step = steps[record.item.step]
        let error: JSONOutput =
            record.problems.isEmpty
            ? ExchangeJSON.error(record.error, record.errorFinding)
            : .object([
                ("category", .string(ErrorCategory.requestBuild.rawValue)), ("phase", .null),
                (
                    "sentence",
                    .string(record.problems.map { "line \($0.line): \($0.sentence)" }.joined(separator: "; "))
                ),
                ("hint", "Define what is missing, or set it with --var."), ("code", .null),
                ("detail", .null),
            ])
        return .object([
            ("file", .string(step.file.relativePath)), ("line", .number(step.sourceLine)),
            ("id", .string(step.request.id)), ("method", .string(step.request.method)),
            ("round", .number(record.item.round + 1)), ("row", .optional(settings.row(ofRound: record.item.round))),
            ("repetition", record.repetition.map { .number($0 + 1) } ?? .null), ("reason", .string(step.reason.text)),
            ("outcome", .string(record.word.rawValue)),
            ("status", .optional(record.status)), ("error", error),
            ("skipReason", record.skipReason.map { .string($0) } ?? .null),
            ("timings", record.timings.map(ExchangeJSON.timings) ?? .null),
            ("networkTime", record.networkTime.map(Self.milliseconds) ?? .null),
            ("retries", .number(record.traffic?.retries ?? 0)),
            ("checks", CheckOutput.json(record.checks)), ("logs", CheckOutput.json(logsOf: record.checks)),
            ("responseFile", ExchangeJSON.responseFile(record.responseFile)),
            ("heldBack", .array(record.heldBack.map(\.json))),
            ("unverified", .bool(record.isUnverified)),
        ])
    }

    private static func latency(_ latency: LatencyDistribution) -> JSONOutput {
        func share(_ share: Double) -> JSONOutput { latency.quantile(share).map(milliseconds) ?? .null }
        guard let mean = latency.mean else { return .null }
        return .object([
            ("count", .number(latency.count)), ("min", milliseconds(latency.least)), ("mean", milliseconds(mean)),
            ("median", share(0.5)), ("p90", share(0.9)), ("p95", share(0.95)), ("p99", share(0.99)),
            ("max", milliseconds(latency.greatest)),
        ])
    }

    private static func milliseconds(_ duration: Duration) -> JSONOutput {
        .number(DurationText.milliseconds(duration))
    }
}
