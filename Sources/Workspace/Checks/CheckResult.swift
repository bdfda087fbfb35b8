/// The result of one check.
package struct CheckResult: Sendable, Hashable {
    package enum Verdict: String, Sendable, Hashable {
        case passed, failed
        /// Neither passed nor failed: it asks for something that is not available.
        case notEvaluated = "not-evaluated"
    }

    /// Where in the body the actual value is.
    package struct Place: Sendable, Hashable {
        /// Byte offset of the value's first byte.
        package var offset: Int
        package var line: Int
        package var column: Int
        /// The normalized JSONPath, or the XPath.
        package var path: String

        package init(offset: Int, line: Int, column: Int, path: String) {
            self.offset = offset
            self.line = line
            self.column = column
            self.path = path
        }
    }

    /// The check as written: `status == 200`.
    package var text: String
    /// Line in the file, counted from 1.
    package var line: Int
    package var verdict: Verdict
    /// The predicate with the expected value, variables replaced: `== 200`.
    package var expected: String
    /// The actual value, shortened if it is long; nil if nothing was read.
    package var actual: String?
    /// A clause: why it failed, if the two values do not show it, or why it was not evaluated.
    package var reason: String?
    package var place: Place?

    package init(
        text: String, line: Int, verdict: Verdict, expected: String, actual: String? = nil, reason: String? = nil,
        place: Place? = nil
    ) {
        self.text = text
        self.line = line
        self.verdict = verdict
        self.expected = expected
        self.actual = actual
        self.reason = reason
        self.place = place
    }
}

/// The number of checks in a run, by result.
package struct CheckTotals: Sendable, Hashable {
    package var passed = 0
    package var failed = 0
    package var notEvaluated = 0
    /// How many requests were sent that have no checks.
    package var unchecked = 0

    package init(passed: Int = 0, failed: Int = 0, notEvaluated: Int = 0, unchecked: Int = 0) {
        self.passed = passed
        self.failed = failed
        self.notEvaluated = notEvaluated
        self.unchecked = unchecked
    }

    package var count: Int { passed + failed + notEvaluated }

    mutating func add(_ report: CheckReport) {
        passed += report.passed
        failed += report.failed
        notEvaluated += report.notEvaluated
        if report.isEmpty { unchecked += 1 }
    }
}

/// The results of all checks of one exchange.
package struct CheckReport: Sendable, Hashable {
    /// In file order.
    package var results: [CheckResult] = []
    /// Whether the exchange's error was expected: checks asked for it and passed.
    package var excusesError = false
    /// What scripts wrote, in order.
    package var logs: [HandlerLog] = []

    package init(results: [CheckResult] = [], excusesError: Bool = false, logs: [HandlerLog] = []) {
        self.results = results
        self.excusesError = excusesError
        self.logs = logs
    }

    package var passed: Int { results.count { $0.verdict == .passed } }
    package var failed: Int { results.count { $0.verdict == .failed } }
    package var notEvaluated: Int { results.count { $0.verdict == .notEvaluated } }
    package var isEmpty: Bool { results.isEmpty }

    /// Passed checks of all checks: `3/4`.
    package var score: String { "\(passed)/\(results.count)" }
}
