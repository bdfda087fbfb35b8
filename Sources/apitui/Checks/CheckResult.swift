/// What came of one check.
struct CheckResult: Sendable, Hashable {
    enum Verdict: String, Sendable, Hashable {
        case passed, failed
        /// Neither: it asks for something that cannot be told here.
        case notEvaluated = "not-evaluated"
    }

    /// Where in the body the value stands that was looked at.
    struct Place: Sendable, Hashable {
        /// Of the value's first byte.
        var offset: Int
        var line: Int
        var column: Int
        /// The normalised JSONPath, or the XPath.
        var path: String
    }

    /// As written: `status == 200`.
    var text: String
    /// Of the file, from 1.
    var line: Int
    var verdict: Verdict
    /// The predicate with what is expected: `== 200`. Variables are replaced.
    var expected: String
    /// What was there, cut where it is long; nil where nothing was looked at.
    var actual: String?
    /// A clause: why it failed, where the two sides do not tell it, or why it was not evaluated.
    var reason: String?
    var place: Place?
}

/// The checks of a run, counted.
struct CheckTotals: Sendable, Hashable {
    var passed = 0
    var failed = 0
    var notEvaluated = 0
    /// Sendings of requests that have none.
    var unchecked = 0

    var count: Int { passed + failed + notEvaluated }

    mutating func add(_ report: CheckReport) {
        passed += report.passed
        failed += report.failed
        notEvaluated += report.notEvaluated
        if report.isEmpty { unchecked += 1 }
    }
}

/// All checks of one exchange.
struct CheckReport: Sendable, Hashable {
    /// In the order of the file.
    var results: [CheckResult] = []
    /// Whether checks asked for the error that the exchange ended with, and passed: then it is what was wanted.
    var excusesError = false

    var passed: Int { results.count { $0.verdict == .passed } }
    var failed: Int { results.count { $0.verdict == .failed } }
    var notEvaluated: Int { results.count { $0.verdict == .notEvaluated } }
    var isEmpty: Bool { results.isEmpty }

    /// `3/4`: those that passed, of all.
    var score: String { "\(passed)/\(results.count)" }
}
