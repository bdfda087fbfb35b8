import NetEngine
import Runs
import Workspace

/// What reports for test runners call a case: a result; or a request with all its results, if the run has too many of them.
struct ReportCase {
    enum Outcome {
        case passed, failed, skipped
        /// The run was stopped while it was in flight.
        case cancelled

        init(_ word: RunRecord.Word) {
            switch word {
            case .passed: self = .passed
            case .failed: self = .failed
            case .skipped: self = .skipped
            case .cancelled: self = .cancelled
            }
        }

        /// Of several results of one request.
        /// - Parameter failsByCancelled: whether those that were cancelled keep the run from passing.
        init(_ totals: Runner.Totals, failsByCancelled: Bool) {
            if totals.failed > 0 {
                self = .failed
            } else if totals.cancelled > 0, failsByCancelled || totals.passed == 0 {
                self = .cancelled
            } else {
                self = totals.passed > 0 ? .passed : .skipped
            }
        }
    }

    var step: Int
    var name: String
    var outcome: Outcome
    /// Of a failed one, at least one.
    var findings: [Finding] = []
    /// Why it was skipped or cancelled, in a clause; nil for others.
    var skipText: String?
    var duration: Duration = .zero
    /// A result of it; nil if there is none.
    var record: RunRecord?
    /// How many results it has, and how many of them failed; nil for a single one.
    var counts: (all: Int, failed: Int)?

    /// Of a run, in the order of the plan, round after round.
    static func all(_ account: RunAccount) -> [ReportCase] {
        let names = ResultNames(account)
        let facts = RunFacts(account)
        let cases =
            facts.isOneByOne
            ? account.results.sorted { $0.order < $1.order }.map { one($0, account, names) }
            : account.requests.indices.compactMap { whole($0, account, names) }
        let unreached = facts.unreached.map { step in
            ReportCase(step: step, name: names[step], outcome: .skipped, skipText: "the run ended before it")
        }
        return cases + unreached
    }

    private static func one(_ record: RunRecord, _ account: RunAccount, _ names: ResultNames) -> ReportCase {
        let request = account.requests[record.item.step].request
        return ReportCase(
            step: record.item.step, name: names[record], outcome: Outcome(record.word),
            findings: Finding.all(of: record, request), skipText: record.skipText,
            duration: record.duration ?? .zero, record: record)
    }

    private static func whole(_ step: Int, _ account: RunAccount, _ names: ResultNames) -> ReportCase? {
        let request = account.requests[step]
        guard let first = request.first else { return nil }
        let totals = request.totals
        let outcome = Outcome(totals, failsByCancelled: account.failsByCancelled)
        let isSkipped = outcome == .skipped || outcome == .cancelled
        let record = request.failures.first ?? first
        return ReportCase(
            step: step, name: names[step], outcome: outcome, findings: Finding.all(of: record, request.request),
            skipText: isSkipped ? record.skipText ?? "it was stopped" : nil, duration: request.latency.sum,
            record: record, counts: (totals.count, totals.failed))
    }

    /// `12 of 20000 results failed. The first:`; nil for a single result.
    var countText: String? {
        guard let counts, counts.failed > 0 else { return nil }
        return "\(counts.failed) of \(counts.all) results failed. The first:"
    }
}

extension RunRecord {
    /// Sorts results in the order of the plan, round after round.
    var order: (Int, Int, Int) { (item.round, item.step, repetition ?? 0) }
}
