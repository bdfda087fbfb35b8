import NetEngine
import Runs
import Workspace

/// Says of a compared request what got worse and what better.
struct Judgement {
    private(set) var worse: [Worsening] = []
    private(set) var better: [String] = []

    init(_ request: RequestComparison) {
        judgeFailures(request.outcomes)
        judgeStatus(request.outcomes)
        for check in request.checks {
            switch check.kind {
            case .fails: add(.checks, "the check \(check.text) fails now")
            case .new where check.failed.b > 0: add(.checks, "the new check \(check.text) fails")
            case .passes: better.append("the check \(check.text) passes now")
            case .gone, .new, .evaluation: break
            }
        }
        let failures = request.breaches.filter { $0.kind == .new && $0.isFailure }
        if let first = failures.first {
            let more = failures.count > 1 ? " and \(failures.count - 1) more" : ""
            add(.contract, "it breaks the description: \(first.sentence)\(more)")
        }
        let fixed = request.breaches.filter { $0.kind == .gone && $0.isFailure }
        if let first = fixed.first, failures.isEmpty {
            let more = fixed.count > 1 ? " and \(fixed.count - 1) more" : ""
            better.append("it does not break the description any more: \(first.sentence)\(more)")
        }
        let breaking = request.body.contract.filter(\.isBreaking)
        if let first = breaking.first {
            let more = breaking.count > 1 ? " and \(breaking.count - 1) more" : ""
            add(.contract, "the shape of the body: \(Self.clause(first))\(more)")
        }
        if request.body.verdict == .different { add(.body, "the body is different") }
        if !request.headers.changes.isEmpty {
            add(.headers, "headers differ: " + request.headers.changes.prefix(3).map(\.name).joined(separator: ", "))
        }
        judgeCache(request.outcomes)
        if let latency = request.latency, let ratio = latency.ratio {
            if latency.verdict == .slower {
                add(.latency, "its median latency is \(ReportText.ratio(ratio)) times that of run A")
            }
            if latency.verdict == .faster { better.append("it is faster") }
        }
    }

    private mutating func add(_ kind: Worsening.Kind, _ clause: String) {
        worse.append(Worsening(kind: kind, clause: clause))
    }

    static func clause(_ change: ContractChange) -> String {
        switch change.kind {
        case .lost: "\(change.path) is gone"
        case .new: "\(change.path) is new"
        case .optional: "\(change.path) is missing now and then"
        case .required: "\(change.path) is always there now"
        case .types:
            "\(change.path) is \(change.types.b.joined(separator: " or ")), "
                + "was \(change.types.a.joined(separator: " or "))"
        }
    }

    // MARK: Failures

    private mutating func judgeFailures(_ outcomes: Both<OutcomeFigures>) {
        let (a, b) = (outcomes.a.totals, outcomes.b.totals)
        let text =
            "\(a.failed) of \(outcomes.a.answered) failed in run A, \(b.failed) of \(outcomes.b.answered) in run B"
        let news = Set(outcomes.b.categories.keys).subtracting(outcomes.a.categories.keys).map(\.rawValue).sorted()
        if a.failed == 0, b.failed > 0 {
            add(.failures, "it fails: \(text)")
        } else if a.failed > 0, b.failed == 0, b.passed > 0 {
            better.append("it does not fail any more: \(text)")
        } else if Self.isMore(b.failed, outcomes.b.answered, than: a.failed, outcomes.a.answered) {
            add(.failures, "it fails more often: \(text)")
        } else if Self.isMore(a.failed, outcomes.a.answered, than: b.failed, outcomes.b.answered) {
            better.append("it fails less often: \(text)")
        } else if !news.isEmpty {
            add(.failures, "it fails in another way: \(news.joined(separator: ", "))")
        }
        if outcomes.a.answered > 0, outcomes.b.answered == 0 {
            add(.removed, b.cancelled > 0 ? "it was cancelled in run B" : "it was not sent in run B")
        }
    }

    /// Whether a share is larger by more than chance makes it (two proportions, 95 %).
    static func isMore(_ count: Int, _ all: Int, than other: Int, _ allOthers: Int) -> Bool {
        guard all > 0, allOthers > 0, count > 0 else { return false }
        let (share, otherShare) = (Double(count) / Double(all), Double(other) / Double(allOthers))
        let pooled = Double(count + other) / Double(all + allOthers)
        let error = (pooled * (1 - pooled) * (1 / Double(all) + 1 / Double(allOthers))).squareRoot()
        return error > 0 && (share - otherShare) / error > 1.96
    }

    // MARK: Status and cache

    private mutating func judgeStatus(_ outcomes: Both<OutcomeFigures>) {
        guard !outcomes.a.statuses.isEmpty, !outcomes.b.statuses.isEmpty else { return }
        let worst = outcomes.map { $0.statuses.keys.map { $0 / 100 }.max() ?? 0 }
        let words = outcomes.map { ReportText.statuses($0.statuses) }
        if worst.b > worst.a, worst.b >= 3 { add(.status, "its status is \(words.b), was \(words.a)") }
        if worst.b < worst.a, worst.a >= 3 { better.append("its status is \(words.b), was \(words.a)") }
    }

    private mutating func judgeCache(_ outcomes: Both<OutcomeFigures>) {
        let helped = outcomes.map { figures in
            (figures.cache[.hit] ?? 0) + (figures.cache[.revalidated] ?? 0) + (figures.cache[.stale] ?? 0)
        }
        let all = outcomes.map { $0.cache.values.reduce(0, +) }
        if Self.isMore(helped.a, all.a, than: helped.b, all.b) || (helped.a > 0 && helped.b == 0 && all.b > 0) {
            add(.cache, "the cache helps less: \(helped.b) of \(all.b), was \(helped.a) of \(all.a)")
        }
    }
}
