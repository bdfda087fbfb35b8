import Base
import NetEngine
import Workspace

/// What reports say of one request, in words. The texts are as hostile as the bodies and headers that they quote: each report
/// escapes them for its format.
struct RequestFacts {
    struct Fact {
        enum Mood { case worse, better, neutral }
        var label: String
        var text: String
        var mood = Mood.neutral
        /// One line each.
        var details: [String] = []
        /// Whether it says what differs, not what is the same in both runs, does not count, or was not compared.
        var isDifference = true
    }

    private(set) var facts: [Fact] = []

    /// Lines of details that one fact has at most.
    private static let mostDetails = 20

    /// Whether there is more than differences that do not count, or that the run has as a whole.
    private(set) var isNews = false

    /// - Parameter common: header changes that are named for the run.
    init(_ request: RequestComparison, common: Set<HeaderDifference.Change> = []) {
        switch request.presence {
        case .onlyInA: add("sent", "in run A only")
        case .onlyInB: add("sent", "in run B only")
        case .both: break
        }
        addOutcomes(request)
        addChecks(request)
        addBreaches(request)
        addHeaders(request, common)
        addBody(request)
        addLatency(request)
    }

    private mutating func add(
        _ label: String, _ text: String, _ mood: Fact.Mood = .neutral, _ details: [String] = [],
        isDifference: Bool = true
    ) {
        var shown = Array(details.prefix(Self.mostDetails))
        if details.count > shown.count { shown.append("and \(details.count - shown.count) more") }
        facts.append(Fact(label: label, text: text, mood: mood, details: shown, isDifference: isDifference))
        isNews = true
    }

    private func mood(_ kinds: Set<Worsening.Kind>, _ request: RequestComparison) -> Fact.Mood {
        request.worse.contains { kinds.contains($0.kind) } ? .worse : .neutral
    }

    private mutating func addOutcomes(_ request: RequestComparison) {
        let outcomes = request.outcomes
        let words = outcomes.map { figures in
            ReportText.list(
                [
                    ("passed", figures.totals.passed), ("failed", figures.totals.failed),
                    ("skipped", figures.totals.skipped), ("cancelled", figures.totals.cancelled),
                ].filter { $0.1 > 0 })
        }
        guard request.presence == .both else {
            add("results", request.presence == .onlyInA ? words.a : words.b)
            return
        }
        if let failure = request.worse.first(where: { $0.kind == .failures || $0.kind == .removed }) {
            add("results", failure.clause, .worse, [outcomes.b.firstFailure].compactMap { $0 })
        } else if (outcomes.a.totals.failed == 0) != (outcomes.b.totals.failed == 0) {
            add("results", "\(words.a) \u{2192} \(words.b)", .better)
        } else if outcomes.b.totals.failed > 0 {
            add(
                "results", words.b, .neutral, [outcomes.b.firstFailure].compactMap { $0 },
                isDifference: outcomes.a.totals != outcomes.b.totals)
        }
        let categories = outcomes.map { figures in
            ReportText.list(figures.categories.map { ($0.key.rawValue, $0.value) }.sorted { $0.0 < $1.0 })
        }
        if outcomes.a.categories.keys != outcomes.b.categories.keys {
            add("errors", "\(categories.a) \u{2192} \(categories.b)")
        }
        if outcomes.a.statuses.keys != outcomes.b.statuses.keys {
            let words = outcomes.map { ReportText.statuses($0.statuses) }
            add("status", "\(words.a) \u{2192} \(words.b)", mood([.status], request))
        }
        if outcomes.a.cache.keys != outcomes.b.cache.keys {
            let words = outcomes.map { figures in
                ReportText.list(figures.cache.map { ($0.key.rawValue, $0.value) }.sorted { $0.0 < $1.0 })
            }
            add("cache", "\(words.a) \u{2192} \(words.b)", mood([.cache], request))
        }
    }

    private mutating func addChecks(_ request: RequestComparison) {
        guard !request.checks.isEmpty else { return }
        let details = request.checks.map { check in
            switch check.kind {
            case .fails:
                "\(check.text): fails now, \(check.failed.b) of \(Formatting.count(check.count.b, "time"))"
                    + (check.actual.map { "; it was \($0)" } ?? "")
            case .passes: "\(check.text): passes now"
            case .evaluation: "\(check.text): was evaluated in one of the runs only"
            case .gone: "\(check.text): is gone"
            case .new: "\(check.text): is new" + (check.failed.b > 0 ? ", and fails" : "")
            }
        }
        let fails = request.checks.count { $0.kind == .fails || ($0.kind == .new && $0.failed.b > 0) }
        add(
            "checks", fails == 0 ? "other results than before" : fails == 1 ? "1 fails now" : "\(fails) fail now",
            mood([.checks], request), details)
    }

    /// What the description of the API says of both.
    private mutating func addBreaches(_ request: RequestComparison) {
        guard !request.breaches.isEmpty else { return }
        let wasNews = isNews
        func count(_ kind: BreachChange.Kind) -> Int { request.breaches.count { $0.kind == kind } }
        let counts = [(count(.new), "new"), (count(.gone), "gone"), (count(.same), "as before")].filter { $0.0 > 0 }
        let details = request.breaches.filter { $0.kind != .same }.map { breach in
            "\(breach.kind.rawValue)\(breach.isFailure ? "" : " warning"): \(breach.sentence)"
        }
        add(
            "description", counts.map { "\($0.0) \($0.1)" }.joined(separator: ", "),
            request.breaches.contains { $0.kind == .new && $0.isFailure } ? .worse : .neutral, details,
            isDifference: !details.isEmpty)
        // Breaches of both runs are not a difference.
        if details.isEmpty { isNews = wasNews }
    }

    private mutating func addHeaders(_ request: RequestComparison, _ common: Set<HeaderDifference.Change>) {
        let details = request.headers.changes.filter { !common.contains($0) }.map(Self.line)
        guard !details.isEmpty else { return }
        add("headers", "\(Formatting.count(details.count, "difference"))", .neutral, details)
    }

    private mutating func addBody(_ request: RequestComparison) {
        let body = request.body
        switch body.verdict {
        case .equal: break
        case .equalButForOrder, .equalButForVolatileValues:
            let wasNews = isNews
            add(
                "body",
                body.verdict == .equalButForOrder
                    ? "equal but for order" : "equal but for \(Formatting.count(body.ignored.count, "volatile value"))",
                isDifference: false)
            isNews = wasNews
        case .notCompared(let reason):
            if request.presence == .both, request.outcomes.a.answered > 0, request.outcomes.b.answered > 0 {
                add("body", "not compared: \(reason)", isDifference: false)
            }
        case .different:
            let keys = body.matchings.map { matching in
                "the elements of \(matching.path) were matched by "
                    + (matching.key.map { "their \($0)" } ?? "their content")
            }
            let changes = body.changes.map(Self.line)
            let more = body.changeCount - body.changes.count
            add(
                "body", "different: \(Formatting.count(body.changeCount, "change"))", .neutral,
                changes + (more > 0 ? ["and \(more) more that are not listed"] : []) + keys.prefix(3) + body.notes)
        }
        if !body.contract.isEmpty {
            add(
                "shape", "\(Formatting.count(body.contract.count, "change"))", mood([.contract], request),
                body.contract.sorted { $0.isBreaking && !$1.isBreaking }.map(Judgement.clause))
        }
    }

    static func line(_ change: BodyDifference.Change) -> String {
        switch change.kind {
        case .added: "\(change.place) is new: \(change.values.b ?? "")"
        case .removed: "\(change.place) is gone, was \(change.values.a ?? "")"
        case .moved: "\(change.place) moved"
        case .typeChanged, .valueChanged, .formatChanged:
            "\(change.place): \(change.values.a ?? "") \u{2192} \(change.values.b ?? "")"
        }
    }

    static func line(_ change: HeaderDifference.Change) -> String {
        switch change.kind {
        case .added: "\(change.name) is new: \(quoted(change.values.b))"
        case .removed: "\(change.name) is gone, was \(quoted(change.values.a))"
        default: "\(change.name): \(quoted(change.values.a)) \u{2192} \(quoted(change.values.b))"
        }
    }

    private static func quoted(_ value: String?) -> String { "\"\(BodyTree.shortened((value ?? "").utf8))\"" }

    private mutating func addLatency(_ request: RequestComparison) {
        guard let latency = request.latency, latency.verdict == .slower || latency.verdict == .faster else { return }
        add("latency", Self.text(latency), latency.verdict == .slower ? .worse : .better)
    }

    static func text(_ latency: LatencyComparison) -> String {
        var text: String
        switch latency.verdict {
        case .slower: text = "slower"
        case .faster: text = "faster"
        case .same: text = "the same"
        case .cannotTell(let more?):
            text = "unclear, about \(Formatting.count(more, "more response")) \(more == 1 ? "is" : "are") needed"
        case .cannotTell(nil): text = "unclear"
        }
        func add(_ name: String, _ value: KeyPath<LatencyFigures, Double?>) {
            guard let a = latency.figures.a[keyPath: value], let b = latency.figures.b[keyPath: value] else { return }
            text += ", \(name) \(ReportText.latency(a)) \u{2192} \(ReportText.latency(b))"
        }
        add("median", \.median)
        if let ratio = latency.ratio, let interval = latency.interval {
            text +=
                ", ratio \(ReportText.ratio(ratio)) "
                + "(\(ReportText.ratio(interval.lowerBound)) to \(ReportText.ratio(interval.upperBound)))"
        }
        add("p95", \.p95)
        add("p99", \.p99)
        return text
    }
}
