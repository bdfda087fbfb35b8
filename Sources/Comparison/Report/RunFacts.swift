import Base
import NetEngine
import Runs

/// What reports say of a comparison as a whole, in words.
struct RunFacts {
    let comparison: RunComparison

    /// `2 requests got worse, 1 changed, 40 are the same.`
    var summary: String {
        let words: [(RequestComparison.State, String)] = [
            (.worse, "got worse"), (.changed, "changed"), (.better, "got better"), (.same, "the same"),
            (.onlyInA, "only in run A"), (.onlyInB, "only in run B"),
        ]
        let parts = words.map { (comparison.count($0.0), $0.1) }.filter { $0.0 > 0 }
        return parts.enumerated().map { index, part in
            (index == 0 ? Formatting.count(part.0, "request") : "\(part.0)") + " \(part.1)"
        }.joined(separator: ", ") + "."
    }

    var verdict: String {
        let lacksRequests = comparison.lacksRequests
        if comparison.isWorse {
            let isReason = lacksRequests && comparison.options.failOn.contains(.failures)
            return isReason ? "Run B is worse: it is incomplete." : "Run B is worse."
        }
        if comparison.isSame { return lacksRequests ? "Run B is incomplete." : "No difference was found." }
        if lacksRequests || comparison.count(.worse) > 0 {
            return "Run B is worse only in what --fail-on leaves out."
        }
        let isLeftOut = comparison.requests.contains { !$0.worse.isEmpty }
        return isLeftOut ? "Run B is not worse, but it differs." : "Run B is not worse."
    }

    /// `A  nightly, 2026-11-23 09:00:00 UTC, staging, 120 results, 2 failed`, and the same of B.
    var sides: [(letter: String, text: String)] {
        [("A", comparison.sides.a), ("B", comparison.sides.b)].map { letter, side in
            let civil = CivilTime(secondsSince1970: side.head.startedAt.microsecondsSince1970 / 1_000_000)
            let when = "\(civil.date) \(civil.clock) UTC"
            let parts =
                [side.name, when] + (side.head.environment.map { [$0] } ?? [])
                + [Formatting.count(side.results, "result"), "\(side.failed) failed"]
            return (letter, parts.joined(separator: ", "))
        }
    }

    /// Counts of the verdicts, or why there are none.
    var latencies: String {
        if let refusal = comparison.latencyRefusal { return "Latencies are not compared: \(refusal)." }
        let all = comparison.requests.compactMap(\.latency)
        guard !all.isEmpty else { return "No latencies to compare." }
        var counts: [String: Int] = [:]
        var more: [Int] = []
        for latency in all {
            counts[latency.verdict.word, default: 0] += 1
            if case .cannotTell(let number?) = latency.verdict { more.append(number) }
        }
        let words = [
            ("slower", "slower"), ("faster", "faster"), ("same", "the same"), ("cannot-tell", "unclear"),
        ]
        let text = words.compactMap { word, text in counts[word].map { "\($0) \(text)" } }.joined(separator: ", ")
        return "Latencies, beyond \(ReportText.percent(comparison.options.threshold)): \(text)."
            + needed(more)
    }

    private func needed(_ more: [Int]) -> String {
        guard let least = more.min(), let most = more.max() else { return "" }
        let number = (least == most ? "" : "\(least) to ") + Formatting.count(most, "more response")
        return " About \(number) of each request would decide it."
    }

    /// The requests that are described, with what is said of them.
    var described: [(request: RequestComparison, facts: [RequestFacts.Fact])] {
        let common = Set(comparison.commonHeaders.map(\.change))
        return comparison.requests.compactMap { request in
            guard request.state != .same else { return nil }
            let facts = RequestFacts(request, common: common)
            return facts.isNews ? (request, facts.facts) : nil
        }
    }

    /// How many requests differ in nothing but these headers: a sentence; nil if none does.
    var undescribed: String? {
        let count = comparison.requests.count { $0.state != .same } - described.count
        guard count > 0 else { return nil }
        return "\(Formatting.count(count, "request")) \(count == 1 ? "differs" : "differ") in nothing else."
    }

    /// Header changes of several requests: `X-Api: "1" → "2", in 12 requests`.
    var commonHeaders: [String] {
        comparison.commonHeaders.map {
            "\(RequestFacts.line($0.change)), in \(Formatting.count($0.requests, "request"))"
        }
    }

    /// What was not counted in which request: the path, why, and for how many requests.
    var ignored: [(text: String, reason: String)] {
        var lines = comparison.volatileHeaders.map { header in
            ("header \(header.name)", "\(header.ground.clause); in \(Formatting.count(header.requests, "request"))")
        }
        struct Key: Hashable {
            var text: String
            var clause: String
        }
        var names: [Key: [String]] = [:]
        var order: [Key] = []
        for request in comparison.requests {
            let values = request.body.ignored.map { value in
                let kind = value.kind == .valueChanged ? "" : " (\(value.kind.rawValue))"
                return Key(text: "\(value.path)\(kind)", clause: value.ground.clause)
            }
            let moved = request.body.movedPaths.map { Key(text: $0, clause: "at another place of its array") }
            for key in values + moved {
                if names[key] == nil { order.append(key) }
                names[key, default: []].append(request.name)
            }
        }
        for key in order {
            let requests = names[key] ?? []
            let place = requests.count == 1 ? requests[0] : Formatting.count(requests.count, "request")
            lines.append((key.text, "\(key.clause); in \(place)"))
        }
        return lines
    }
}
