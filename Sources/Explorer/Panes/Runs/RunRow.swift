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

    /// Failures first, then what is being sent, then the rest in the order of the plan.
    /// - Parameter running: the requests that are being sent.
    static func rows(of account: RunAccount, running: [Int: Int] = [:]) -> [RunRow] {
        let listed = running.keys.sorted().map { RunRow.running($0) }
        guard account.head.settings.rounds == 1, account.results.count == account.count else {
            let requests = account.requests.indices.filter { account.requests[$0].totals.count > 0 }
            let failed = requests.filter { account.requests[$0].totals.failed > 0 }
            return failed.map { .request($0) } + listed
                + requests.filter { account.requests[$0].totals.failed == 0 }.map { .request($0) }
        }
        let results = account.results
        func place(_ index: Int) -> (Int, Int) { (results[index].item.step, results[index].repetition ?? 0) }
        let indexes = results.indices.sorted { place($0) < place($1) }
        return indexes.filter { results[$0].word == .failed }.map { .result($0) } + listed
            + indexes.filter { results[$0].word != .failed }.map { .result($0) }
    }
}

/// What the screen says of runs.
enum RunWords {
    /// `98 requests: 96 ok, 2 failed, 0 skipped in 1.2 s, median 3 ms`.
    static func totals(_ account: RunAccount) -> String {
        var text = account.totals.text(account.end?.elapsed ?? .zero)
        switch account.end?.reason {
        case .interrupted?: text += ", cancelled"
        case .failure?: text += ", ended by a failure"
        case .complete?, .duration?: break
        case nil: text = "The recording ends before the run did: " + text
        }
        if let median = account.latency.quantile(0.5) { text += ", median \(DurationText.short(median))" }
        if account.latency.count >= 20, let high = account.latency.quantile(0.95) {
            text += ", 95 % within \(DurationText.short(high))"
        }
        return text
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
