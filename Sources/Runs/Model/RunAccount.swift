import Base
import NetEngine
import Workspace

/// A run, folded: what every report shows of it.
///
/// Memory grows with the number of requests of the plan, and with the number of results up to `mostResults`.
package struct RunAccount: Sendable {
    /// Up to this many results are kept one by one.
    package static let mostResults = 10_000
    /// Failures of one request that are kept in any case.
    package static let mostFailures = 20

    package let head: RunHead
    /// How reports name the run, so that their readers find it: its id, or the file of its recording; nil if it is recorded nowhere.
    package var reference: String?
    /// nil if the recording ends before the run did.
    package var end: RunEnd?
    /// By index of the request.
    package private(set) var requests: [RequestAccount]
    /// All results in the order in which they ended; empty if there are more than `mostResults`.
    package private(set) var results: [RunRecord] = []
    package private(set) var totals = Runner.Totals()
    package private(set) var checks = CheckTotals()
    /// Results for which a server's certificate was not checked.
    package private(set) var unverified = 0
    /// Of all responses.
    package private(set) var latency = LatencyDistribution()
    /// From the start of the first request to the end of the last one, by the wall clock.
    package private(set) var span: (start: Timestamp, end: Timestamp)?
    /// Results, kept or not.
    package private(set) var count = 0
    /// Lines of the recording that could not be read: results are missing.
    package var damaged = 0

    package init(_ head: RunHead) {
        self.head = head
        reference = head.id
        requests = head.requests.map { RequestAccount(request: $0) }
    }

    package mutating func add(_ record: RunRecord) {
        guard requests.indices.contains(record.item.step) else { return }
        count += 1
        if count <= Self.mostResults {
            results.append(record)
        } else {
            results = []
        }
        totals.count(record)
        checks.add(record)
        if record.isUnverified { unverified += 1 }
        if let duration = record.latency { latency.add(duration) }
        if let traffic = record.traffic {
            let end = Timestamp(
                microsecondsSince1970: traffic.startedAt.microsecondsSince1970
                    + Int64(DurationText.microseconds(record.timings?.total ?? .zero)))
            let known = span ?? (traffic.startedAt, end)
            span = (min(known.start, traffic.startedAt), max(known.end, end))
        }
        requests[record.item.step].add(record)
    }

    /// The account with other texts in its results.
    package func changing(_ change: (RunRecord) -> RunRecord) -> RunAccount {
        var account = self
        account.results = results.map(change)
        for index in requests.indices { account.requests[index].change(change) }
        return account
    }

    /// Takes over why and when it ended.
    package mutating func close(_ end: RunEnd) {
        self.end = end
        totals.notReached = end.notReached
    }

    /// `1 line of the recording is damaged and was left out`; nil if none is.
    package var damagedClause: String? { Self.damagedClause(damaged) }

    /// - Parameter lines: how many could not be read.
    package static func damagedClause(_ lines: Int) -> String? {
        guard lines > 0 else { return nil }
        let verbs = lines == 1 ? "is damaged and was" : "are damaged and were"
        return "\(Formatting.count(lines, "line")) of the recording \(verbs) left out"
    }

    /// Whether requests that were cancelled in flight keep the run from passing: not those that were late when its time was over.
    package var failsByCancelled: Bool { totals.cancelled > 0 && end?.reason.cancelsAtItsEnd != true }

    /// Whether nothing failed and nothing is missing.
    package var isPassed: Bool {
        totals.failed == 0 && damaged == 0 && head.unreadable == 0 && !failsByCancelled && head.isWhole(end)
    }
}

/// One request of a run, over all rounds.
package struct RequestAccount: Sendable {
    package let request: RunHead.Request
    package private(set) var totals = Runner.Totals()
    package private(set) var checks = CheckTotals()
    package private(set) var latency = LatencyDistribution()
    /// How often each status came.
    package private(set) var statuses: [Int: Int] = [:]
    package private(set) var categories: [ErrorCategory: Int] = [:]
    package private(set) var cache: [CacheDecision.Outcome: Int] = [:]
    package private(set) var receivedBytes = 0
    package private(set) var retries = 0
    /// Phases summed over all results.
    package private(set) var phases: [Phase: Duration] = [:]
    /// The first failures, at most `RunAccount.mostFailures`.
    package private(set) var failures: [RunRecord] = []
    /// The first result of any kind.
    package private(set) var first: RunRecord?

    init(request: RunHead.Request) { self.request = request }

    mutating func change(_ change: (RunRecord) -> RunRecord) {
        failures = failures.map(change)
        first = first.map(change)
    }

    mutating func add(_ record: RunRecord) {
        if first == nil { first = record }
        totals.count(record)
        checks.add(record)
        if let duration = record.latency { latency.add(duration) }
        if let status = record.status { statuses[status, default: 0] += 1 }
        if let category = record.category { categories[category, default: 0] += 1 }
        if let timings = record.timings {
            for phase in Phase.allCases { if let time = timings[phase] { phases[phase, default: .zero] += time } }
        }
        if let traffic = record.traffic {
            if let outcome = traffic.cache { cache[outcome, default: 0] += 1 }
            receivedBytes += traffic.receivedBytes ?? 0
            retries += traffic.retries
        }
        if record.word == .failed, failures.count < RunAccount.mostFailures { failures.append(record) }
    }
}
