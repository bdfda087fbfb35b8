import NetEngine

/// What is kept of one sending until it is printed: the bodies are gone.
package struct RunRecord: Sendable {
    /// The words are those of `run --json`.
    package enum Word: String, Sendable, Hashable { case passed, failed, skipped, cancelled }

    package let item: RunSchedule.Item
    /// Which repetition of a loop it is, from 0; nil for what is not repeated.
    package let repetition: Int?
    package let word: Word
    /// nil where there was no answer.
    package var status: Int?
    /// nil where nothing was sent.
    package var timings: PhaseTimings?
    package var error: EngineError?
    package var checks = CheckReport()
    /// What became of the file that the request names for its answer; nil where it names none, or nothing came.
    package var answerFile: AnswerFile.Outcome?
    /// What redirects to other origins left out.
    package var heldBack: [HeldBack] = []
    /// Why it was not sent; sentences with `line` of the request's file.
    package var problems: [(line: Int, sentence: String)] = []
    /// Why it was skipped, where no line of its own says so; a clause.
    package var skipReason: String?

    /// - Parameter showsPrivate: whether private values stand as they are in what is told.
    package init(
        _ item: RunSchedule.Item, _ outcome: Runner.Outcome, repetition: Int? = nil, showsPrivate: Bool = false
    ) {
        self.item = item
        self.repetition = repetition
        let sent: Exchange?
        var privates = PrivateValues()
        switch outcome {
        case .passed(let exchange, let report, let sending):
            (word, sent, checks, answerFile) = (.passed, exchange, report, sending.file)
            privates = sending.privates
        case .failed(let exchange, let report, let sending):
            (word, sent, checks, answerFile) = (.failed, exchange, report, sending.file)
            privates = sending.privates
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
        error = sent.error
        let isRedirected = sent.hops.count > 1
        // Most have no text that is printed, and learning what a request carried takes longer than to count it.
        guard error != nil || !checks.isEmpty || answerFile != nil || isRedirected else { return }
        let secrets = showsPrivate ? SentSecrets.revealed : SentSecrets([sent], privates)
        error = secrets.hidden(error)
        checks = secrets.hidden(checks)
        answerFile = secrets.hidden(answerFile)
        if isRedirected { heldBack = HeldBack.all(of: sent, secrets) }
    }

    /// Why the answer was not written to its file: a sentence.
    package var answerFileProblem: String? {
        if case .failure(let error)? = answerFile { error.sentence } else { nil }
    }

    /// How long an answer took that came; nil where none did.
    package var latency: Duration? { status == nil || word == .cancelled ? nil : timings?.total }
}

/// The figures of a run as it goes on. Pure.
package struct RunSummary: Sendable {
    /// The figures of one request in all rounds.
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

    /// Of all answers.
    package private(set) var latency = LatencyDistribution()
    package private(set) var checks = CheckTotals()
    /// For each request, where there are several rounds.
    package private(set) var steps: [Step]
    private var toldFailures: Set<[String]> = []

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

    /// Whether a record is to be told at once: every one of a single round, and of several rounds each kind of failure once
    /// for each request.
    package mutating func isNews(_ record: RunRecord) -> Bool {
        guard !steps.isEmpty else { return true }
        guard record.word == .failed else { return false }
        let kind =
            (record.error.map { [$0.category.rawValue, $0.phase?.rawValue ?? ""] } ?? record.problems.map(\.sentence))
            + record.checks.results.filter { $0.verdict == .failed }.map { "check \($0.line)" }
            + (record.answerFileProblem.map { [$0] } ?? [])
        return toldFailures.insert(
            ["\(record.item.step)", record.status.map(String.init) ?? ""] + kind
        ).inserted
    }
}
