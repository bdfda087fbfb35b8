/// What came of one check.
package struct CheckResult: Sendable, Hashable {
    package enum Verdict: String, Sendable, Hashable {
        case passed, failed
        /// Neither: it asks for something that cannot be told here.
        case notEvaluated = "not-evaluated"
    }

    /// Where in the body the value stands that was looked at.
    package struct Place: Sendable, Hashable {
        /// Of the value's first byte.
        package var offset: Int
        package var line: Int
        package var column: Int
        /// The normalised JSONPath, or the XPath.
        package var path: String
    }

    /// As written: `status == 200`.
    package var text: String
    /// Of the file, from 1.
    package var line: Int
    package var verdict: Verdict
    /// The predicate with what is expected: `== 200`. Variables are replaced.
    package var expected: String
    /// What was there, cut where it is long; nil where nothing was looked at.
    package var actual: String?
    /// A clause: why it failed, where the two sides do not tell it, or why it was not evaluated.
    package var reason: String?
    package var place: Place?
}

/// The checks of a run, counted.
package struct CheckTotals: Sendable, Hashable {
    package var passed = 0
    package var failed = 0
    package var notEvaluated = 0
    /// Sendings of requests that have none.
    package var unchecked = 0

    package var count: Int { passed + failed + notEvaluated }

    package mutating func add(_ report: CheckReport) {
        passed += report.passed
        failed += report.failed
        notEvaluated += report.notEvaluated
        if report.isEmpty { unchecked += 1 }
    }
}

/// All checks of one exchange.
package struct CheckReport: Sendable, Hashable {
    /// In the order of the file.
    package var results: [CheckResult] = []
    /// Whether checks asked for the error that the exchange ended with, and passed: then it is what was wanted.
    package var excusesError = false

    package init(results: [CheckResult] = [], excusesError: Bool = false) {
        self.results = results
        self.excusesError = excusesError
    }

    package var passed: Int { results.count { $0.verdict == .passed } }
    package var failed: Int { results.count { $0.verdict == .failed } }
    package var notEvaluated: Int { results.count { $0.verdict == .notEvaluated } }
    package var isEmpty: Bool { results.isEmpty }

    /// `3/4`: those that passed, of all.
    package var score: String { "\(passed)/\(results.count)" }
}
