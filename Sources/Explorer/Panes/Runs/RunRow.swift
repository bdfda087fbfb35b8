import Base
import NetEngine
import Runs
import Workspace

/// A row of a run in view.
enum RunRow: Sendable, Hashable {
    /// A result, by its index in `RunAccount.results`.
    case result(Int)
    /// A request that is being sent, by its index in the plan.
    case running(Int)
    /// All results of a request, by its index in the plan: where there are many rounds, or more results than are kept.
    case request(Int)
}

extension RunAccount {
    /// Whether a row is one result, not all results of a request: in one round, if all are kept.
    var listsResults: Bool { head.settings.rounds == 1 && results.count == count }
}

/// The rows of a run in view: failures first, then what is being sent, then the rest in the order of the plan.
///
/// A result is put into its place when it comes: the work for it does not grow with those that are there, but for moving rows.
struct RunRows: Sendable {
    /// Indexes in `RunAccount.results`.
    private var failed: [Int] = []
    private var rest: [Int] = []
    /// Results that have their place.
    private var taken = 0
    private(set) var rows: [RunRow] = []

    /// Takes in what is new in a run.
    /// - Parameter running: the requests that are being sent.
    mutating func update(_ account: RunAccount, running: [Int: Int] = [:]) {
        let listed = running.keys.sorted().map { RunRow.running($0) }
        guard account.listsResults else {
            let requests = account.requests.indices.filter { account.requests[$0].totals.count > 0 }
            let failed = requests.filter { account.requests[$0].totals.failed > 0 }
            rows =
                failed.map { .request($0) } + listed
                + requests.filter { account.requests[$0].totals.failed == 0 }.map { .request($0) }
            return
        }
        for index in taken..<max(taken, account.results.count) {
            if account.results[index].word == .failed {
                Self.insert(index, into: &failed, account)
            } else {
                Self.insert(index, into: &rest, account)
            }
        }
        taken = account.results.count
        rows = failed.map { .result($0) } + listed + rest.map { .result($0) }
    }

    private static func insert(_ index: Int, into indexes: inout [Int], _ account: RunAccount) {
        func place(_ index: Int) -> (Int, Int) {
            let record = account.results[index]
            return (record.item.step, record.repetition ?? 0)
        }
        let own = place(index)
        indexes.insert(index, at: indexes.partitioningIndex { place($0) > own })
    }
}

/// What the screen says of runs.
enum RunWords {
    /// `98 requests: 96 ok, 2 failed, 0 skipped in 1.2 s, median 3 ms`.
    static func totals(_ account: RunAccount) -> String {
        guard let end = account.end else {
            return "The recording ends before the run did: \(Formatting.count(account.count, "result")), "
                + "\(account.totals.failed) failed"
        }
        var text = account.totals.text(end.elapsed)
        switch end.reason {
        case .interrupted: text += ", cancelled"
        case .failure: text += ", ended by a failure"
        case .complete, .duration: break
        }
        let latency = latency(account.latency)
        return latency.isEmpty ? text : "\(text), \(latency)"
    }

    /// `median 3 ms, 95 % within 12 ms`; the second from 20 values on. Empty without any.
    static func latency(_ latency: LatencyDistribution) -> String {
        guard let median = latency.quantile(0.5) else { return "" }
        let text = "median \(DurationText.short(median))"
        guard latency.count >= 20, let high = latency.quantile(0.95) else { return text }
        return "\(text), 95 % within \(DurationText.short(high))"
    }

    /// Why a request failed, in a few words; nil if it did not.
    static func reason(_ record: RunRecord) -> String? {
        if let problem = record.problems.first { return problem.sentence }
        if let check = record.checks.results.first(where: { $0.verdict == .failed }) {
            return check.text + (check.actual.map { ", found \($0)" } ?? "")
        }
        if let problem = record.responseFileProblem { return problem }
        if let error = record.error { return "\(error.category.rawValue): \(error.sentence)" }
        return record.skipReason
    }
}
