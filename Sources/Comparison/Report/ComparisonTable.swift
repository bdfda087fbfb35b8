import Runs
import Workspace

/// A comparison as a table for a screen: both runs beside each other, the worst request first.
package struct ComparisonTable: Sendable {
    package struct Row: Sendable {
        package var state: RequestComparison.State
        package var method: String
        /// `FILE#NAME`.
        package var name: String
        /// Statuses, failures and median of each run; empty where it was not sent.
        package var sides: Both<String>
        /// What differs, in a few words.
        package var difference: String
        /// The same in sentences, as reports have it.
        package var facts: [String]
    }

    /// `Run B is worse.`
    package let verdict: String
    package let isWorse: Bool
    package let summary: String
    /// Name, time and totals of each run.
    package let sides: Both<String>
    /// Sentences about the whole.
    package let notes: [String]
    package let rows: [Row]

    package init(_ comparison: RunComparison) {
        let facts = RunFacts(comparison: comparison)
        verdict = facts.verdict
        isWorse = comparison.isWorse
        summary = facts.summary
        sides = Both(facts.sides.first?.text ?? "", facts.sides.last?.text ?? "")
        notes = [facts.latencies] + comparison.notes
        let common = Set(comparison.commonHeaders.map(\.change))
        rows = comparison.requests.map { Row($0, RequestFacts($0, common: common).facts) }
    }
}

extension ComparisonTable.Row {
    fileprivate init(_ request: RequestComparison, _ facts: [RequestFacts.Fact]) {
        state = request.state
        method = request.request.method
        name = request.name
        func side(_ figures: OutcomeFigures, _ latency: LatencyFigures?) -> String {
            let failed = figures.totals.failed
            return [
                figures.statuses.isEmpty ? nil : ReportText.statuses(figures.statuses),
                failed > 0 ? "\(failed) failed" : nil, latency?.median.map(ReportText.latency),
            ].compactMap(\.self).joined(separator: ", ")
        }
        sides = Both(
            side(request.outcomes.a, request.latency?.figures.a), side(request.outcomes.b, request.latency?.figures.b))
        difference = facts.filter(\.isDifference).map(\.label).joined(separator: ", ")
        self.facts = facts.flatMap { fact in ["\(fact.label): \(fact.text)"] + fact.details.map { "  \($0)" } }
    }
}
