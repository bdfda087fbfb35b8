import Base

/// The result of one check.
package struct CheckResult: Sendable, Hashable {
    package enum Verdict: String, Sendable, Hashable {
        case passed, failed
        /// Not what the description says, or not checked, and no failure.
        case warning
        /// Neither passed nor failed: it asks for something that is not available.
        case notEvaluated = "not-evaluated"
    }

    /// The part of a description that a result is about, for results of a comparison with one.
    package struct Described: Sendable, Hashable {
        /// `GET /pets/{id}`.
        package var operation: String
        /// Whether it is about the request, and not about the response.
        package var isRequest: Bool
        /// Where the description says it; nil for what it keeps.
        package var source: DescriptionPlace?

        package init(operation: String, isRequest: Bool, source: DescriptionPlace? = nil) {
            self.operation = operation
            self.isRequest = isRequest
            self.source = source
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
    /// Where in the body the actual value is; of the request's body if `described` says so.
    package var place: BodyPlace?
    package var described: Described?
    /// What others are told instead, because the exchange holds secrets by the names of its fields and members.
    var told: Told?

    /// The texts of a result that may hold values of the exchange.
    struct Told: Sendable, Hashable {
        var text: String
        var expected: String
        var actual: String?
        var reason: String?
    }

    package init(
        text: String, line: Int, verdict: Verdict, expected: String, actual: String? = nil, reason: String? = nil,
        place: BodyPlace? = nil, described: Described? = nil
    ) {
        self.text = text
        self.line = line
        self.verdict = verdict
        self.expected = expected
        self.actual = actual
        self.reason = reason
        self.place = place
        self.described = described
    }
}

extension CheckResult {
    /// The text of a result that says why a request was compared with no description.
    package static let notCompared = "contract"

    /// The text of a result that says why a script is not run.
    static let script = "script"

    /// How the reason of a result begins that says why a line is not checked.
    static let unreadLine = "it is not checked, because "

    /// Whether it only says that a script is not run, or that a line is not checked.
    var isUnread: Bool { verdict == .warning && (text == Self.script || reason?.hasPrefix(Self.unreadLine) == true) }

    /// Whether it only says that the request was compared with no description. A run says it once for all of them.
    package var isNotCompared: Bool { verdict == .warning && text == Self.notCompared }
}

/// The number of checks in a run, by result.
package struct CheckTotals: Sendable, Hashable {
    package var passed = 0
    package var failed = 0
    package var warnings = 0
    package var notEvaluated = 0
    /// How many requests were sent that have no checks.
    package var unchecked = 0

    package init(passed: Int = 0, failed: Int = 0, warnings: Int = 0, notEvaluated: Int = 0, unchecked: Int = 0) {
        self.passed = passed
        self.failed = failed
        self.warnings = warnings
        self.notEvaluated = notEvaluated
        self.unchecked = unchecked
    }

    /// Without the warnings.
    package var count: Int { passed + failed + notEvaluated }

    mutating func add(_ report: CheckReport) {
        passed += report.passed
        failed += report.failed
        warnings += report.warnings
        notEvaluated += report.notEvaluated
        if report.results.allSatisfy(\.isUnread) { unchecked += 1 }
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

    /// The report without what is secret in the exchange by the name of a field or member: for all that is printed, stored or reported.
    package var told: CheckReport {
        var report = self
        for index in report.results.indices {
            guard let told = report.results[index].told else { continue }
            report.results[index].text = told.text
            report.results[index].expected = told.expected
            report.results[index].actual = told.actual
            report.results[index].reason = told.reason
        }
        for index in report.logs.indices {
            report.logs[index].text = report.logs[index].told ?? report.logs[index].text
        }
        return report
    }

    package var passed: Int { results.count { $0.verdict == .passed } }
    package var failed: Int { results.count { $0.verdict == .failed } }
    package var warnings: Int { results.count { $0.verdict == .warning } }
    package var notEvaluated: Int { results.count { $0.verdict == .notEvaluated } }
    package var isEmpty: Bool { results.isEmpty }

    /// Passed checks of all checks, and the warnings beside them: `3/4`, `3/3, 1 warning`.
    package var score: String {
        let score = "\(passed)/\(results.count - warnings)"
        return warnings == 0 ? score : "\(score), \(Formatting.count(warnings, "warning"))"
    }
}
