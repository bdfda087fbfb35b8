import NetEngine
import Runs
import Workspace

/// Figures of a run that several reports show.
struct RunFacts {
    let account: RunAccount

    init(_ account: RunAccount) { self.account = account }

    /// From the start to the end of the run; as far as it is known for a run that was broken off.
    var elapsed: Duration {
        if let end = account.end { return end.elapsed }
        guard let span = account.span else { return .zero }
        return .microseconds(span.end.microsecondsSince1970 - span.start.microsecondsSince1970)
    }

    /// Not before the last request: what passes before the first one does not count as elapsed.
    var endedAt: Timestamp {
        let start = account.head.startedAt
        let elapsed = Int64(DurationText.microseconds(elapsed))
        let end = Timestamp(microsecondsSince1970: start.microsecondsSince1970 + elapsed)
        return max(end, account.span?.end ?? start)
    }

    /// Requests a second; nil if nothing was sent.
    var perSecond: String? { account.totals.perSecond(elapsed) }

    /// `12 requests: 10 ok, 1 failed, 1 skipped in 1.23 s`.
    var totals: String { account.totals.text(elapsed) }

    /// `3 checks: 2 passed, 1 failed`; nil if no request has any.
    var checks: String? { account.checks.text }

    /// `The server's certificate was not checked for 3 requests.`; nil for none.
    var unverified: String? { RunRecord.text(unverified: account.unverified) }

    /// Why results are missing: a sentence for each reason; nil if the whole run came to its end and could be read.
    /// It contains no text from outside.
    var incompleteness: String? {
        let damaged = account.damagedClause.map { $0 + "." }
        let sentences = [endSentence].compactMap(\.self) + account.head.missingSentences + [damaged].compactMap(\.self)
        return sentences.isEmpty ? nil : sentences.joined(separator: " ")
    }

    /// nil if all was sent, or its time was over.
    private var endSentence: String? {
        switch account.end?.reason {
        case .complete, .duration: nil
        case .failure: "The run ended at its first failure."
        case .interrupted: "The run was interrupted."
        case nil: "The recording ends before the run did."
        }
    }

    /// Whether nothing failed, nothing is missing, and it came to its end: all was sent, or its time was over.
    var isPassed: Bool { account.isPassed }

    /// Requests of this run, or of this part of it: the others of the plan are sent by other parts.
    var steps: [Int] {
        let ours = account.head.shard.map { Set($0.requests) }
        return account.requests.indices.filter { ours?.contains($0) != false }
    }

    /// Those that have no result.
    var unreached: [Int] { steps.filter { account.requests[$0].first == nil } }

    /// Results whose sort and number any report of cases shows: one by one where they were kept, else one for each request.
    var isOneByOne: Bool { account.count == account.results.count }
}

/// The percentiles that reports show, and how many responses each needs: fewer say nothing about it.
package enum Percentile: CaseIterable, Sendable {
    case median, p90, p95, p99

    package var name: String {
        switch self {
        case .median: "median"
        case .p90: "p90"
        case .p95: "p95"
        case .p99: "p99"
        }
    }

    var share: Double {
        switch self {
        case .median: 0.5
        case .p90: 0.9
        case .p95: 0.95
        case .p99: 0.99
        }
    }

    /// For an interval of 95 % by order statistics; the median is shown in any case.
    var needed: Int {
        switch self {
        case .median: 1
        case .p90: 29
        case .p95: 59
        case .p99: 299
        }
    }

    /// nil if there are too few responses.
    package func value(of latency: LatencyDistribution) -> Duration? {
        latency.count >= needed ? latency.quantile(share) : nil
    }

    /// `p99 needs 299 responses, has 120`: the first that too few responses leave out; nil if none.
    static func shortage(of latency: LatencyDistribution) -> String? {
        allCases.first { latency.count < $0.needed }.map {
            "\($0.name) needs \($0.needed) responses, has \(latency.count)"
        }
    }
}

extension RunAccount {
    /// `exchange 2 of run euy49gr`, as `apitui runs show RUN --exchange N` takes both: the number is not that of the request log.
    func text(of exchange: ExchangeID) -> String {
        "exchange \(exchange)" + (reference.map { " of run \($0)" } ?? "")
    }
}
