import NetEngine

/// What is kept of one sending until it is printed: the bodies are gone.
struct RunRecord: Sendable {
    /// The words are those of `run --json`.
    enum Word: String, Sendable, Hashable { case passed, failed, skipped, cancelled }

    let item: RunSchedule.Item
    /// Which repetition of a loop it is, from 0; nil for what is not repeated.
    let repetition: Int?
    let word: Word
    /// nil where there was no answer.
    var status: Int?
    /// nil where nothing was sent.
    var timings: PhaseTimings?
    var error: EngineError?
    var checks = CheckReport()
    /// What became of the file that the request names for its answer; nil where it names none, or nothing came.
    var answerFile: AnswerFile.Outcome?
    /// What redirects to other origins left out.
    var heldBack: [HeldBack] = []
    /// Why it was not sent; sentences with `line` of the request's file.
    var problems: [(line: Int, sentence: String)] = []
    /// Why it was skipped, where no line of its own says so; a clause.
    var skipReason: String?

    /// - Parameter showsPrivate: whether private values stand as they are in what is told.
    init(
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
    var answerFileProblem: String? {
        if case .failure(let error)? = answerFile { error.sentence } else { nil }
    }

    /// How long an answer took that came; nil where none did.
    var latency: Duration? { status == nil || word == .cancelled ? nil : timings?.total }
}

/// The figures of a run as it goes on. Pure.
struct RunSummary: Sendable {
    /// The figures of one request in all rounds.
    struct Step: Sendable, Hashable {
        var passed = 0
        var failed = 0
        var latency = LatencyDistribution()
    }

    /// Of all answers.
    private(set) var latency = LatencyDistribution()
    private(set) var checks = CheckTotals()
    /// For each request, where there are several rounds.
    private(set) var steps: [Step]
    private var toldFailures: Set<[String]> = []

    init(stepCount: Int, rounds: Int) { steps = rounds > 1 ? [Step](repeating: Step(), count: stepCount) : [] }

    mutating func add(_ record: RunRecord) {
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
    mutating func isNews(_ record: RunRecord) -> Bool {
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
