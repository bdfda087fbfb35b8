import NetEngine

/// What is kept of one sent request until it is printed; bodies are not kept.
package struct RunRecord: Sendable {
    /// The words that `run --json` uses.
    package enum Word: String, Sendable, Hashable { case passed, failed, skipped, cancelled }

    package let item: RunSchedule.Item
    /// Which repetition of a loop, counted from 0; nil for requests that are not repeated.
    package let repetition: Int?
    package let word: Word
    /// nil if no response came.
    package var status: Int?
    /// nil if nothing was sent.
    package var timings: PhaseTimings?
    /// The time of network and server, as `Exchange.networkTime`; nil if nothing was sent.
    package var networkTime: Duration?
    package var error: EngineError?
    package var checks = CheckReport()
    /// What happened to the file that the request names for its response; nil if it names none or no response came.
    package var responseFile: ResponseFile.Outcome?
    /// Headers that redirects to other origins left out.
    package var heldBack: [HeldBack] = []
    /// Why it was not sent: sentences with the `line` in the request's file.
    package var problems: [(line: Int, sentence: String)] = []
    /// A clause: why it was skipped, unless a line of the request itself says so.
    package var skipReason: String?

    /// - Parameter showsPrivate: whether private values are shown unmasked.
    package init(
        _ item: RunSchedule.Item, _ outcome: Runner.Outcome, repetition: Int? = nil, showsPrivate: Bool = false
    ) {
        self.item = item
        self.repetition = repetition
        let sent: Exchange?
        var privates = PrivateValues()
        switch outcome {
        case .passed(let exchange, let report, let details):
            (word, sent, checks, responseFile) = (.passed, exchange, report, details.file)
            privates = details.privates
        case .failed(let exchange, let report, let details):
            (word, sent, checks, responseFile) = (.failed, exchange, report, details.file)
            privates = details.privates
        case .cancelled(let exchange, _): (word, sent) = (.cancelled, exchange)
        case .skipped(let reason):
            (word, sent) = (.skipped, nil)
            skipReason = reason
        case .notSent(let problems):
            (word, sent) = (.failed, nil)
            self.problems = problems.map { problem in
                let secrets = showsPrivate ? SentSecrets.revealed : SentSecrets([], problem.privates)
                return (problem.line, secrets.hidden(problem.sentence))
            }
        }
        guard let sent else { return }
        status = sent.response?.status
        timings = sent.timings
        networkTime = sent.networkTime
        error = sent.error
        let isRedirected = sent.hops.count > 1
        // Most records print no text, and collecting the secrets of a request costs more than counting it.
        guard error != nil || !checks.isEmpty || responseFile != nil || isRedirected else { return }
        let secrets = showsPrivate ? SentSecrets.revealed : SentSecrets([sent], privates)
        error = secrets.hidden(error)
        checks = secrets.hidden(checks)
        responseFile = secrets.hidden(responseFile)
        if isRedirected { heldBack = HeldBack.all(of: sent, secrets) }
    }

    /// A sentence: why the response was not written to its file.
    package var responseFileProblem: String? {
        if case .failure(let error)? = responseFile { error.sentence } else { nil }
    }

    /// How long network and server took for the response; nil if there was none.
    package var latency: Duration? { status == nil || word == .cancelled ? nil : networkTime }
}

/// The running totals of a run. Pure.
package struct RunSummary: Sendable {
    /// The totals of one request over all rounds.
    package struct Step: Sendable, Hashable {
        package var passed = 0
        package var failed = 0
        package var latency = LatencyDistribution()

        package init(passed: Int = 0, failed: Int = 0, latency: LatencyDistribution = LatencyDistribution()) {
            self.passed = passed
            self.failed = failed
            self.latency = latency
        }
    }

    /// The latencies of all responses.
    package private(set) var latency = LatencyDistribution()
    package private(set) var checks = CheckTotals()
    /// By request, if there are several rounds.
    package private(set) var steps: [Step]
    private var reportedFailures: Set<[String]> = []

    package init(stepCount: Int, rounds: Int) { steps = rounds > 1 ? [Step](repeating: Step(), count: stepCount) : [] }

    package mutating func add(_ record: RunRecord) {
        let step = record.item.step
        let isCounted = steps.indices.contains(step)
        if record.timings != nil, record.word != .cancelled { checks.add(record.checks) }
        if let duration = record.latency {
            latency.add(duration)
            if isCounted { steps[step].latency.add(duration) }
        }
        guard isCounted else { return }
        if record.word == .passed { steps[step].passed += 1 }
        if record.word == .failed { steps[step].failed += 1 }
    }

    /// Whether to print a record at once: always in a single round; with several rounds, once for each kind of failure
    /// of each request.
    package mutating func isNews(_ record: RunRecord) -> Bool {
        guard !steps.isEmpty else { return true }
        guard record.word == .failed else { return false }
        let kind =
            (record.error.map { [$0.category.rawValue, $0.phase?.rawValue ?? ""] } ?? record.problems.map(\.sentence))
            + record.checks.results.filter { $0.verdict == .failed }.map { "check \($0.line)" }
            + (record.responseFileProblem.map { [$0] } ?? [])
        return reportedFailures.insert(
            ["\(record.item.step)", record.status.map(String.init) ?? ""] + kind
        ).inserted
    }
}
