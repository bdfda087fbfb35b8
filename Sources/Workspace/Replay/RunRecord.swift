import NetEngine

/// What is kept of one request of a run: it is printed, counted, recorded and reported; bodies are not kept.
package struct RunRecord: Sendable {
    /// The words that `run --json` uses.
    package enum Word: String, Sendable, Hashable { case passed, failed, skipped, cancelled }

    /// What was sent and received, in numbers.
    package struct Traffic: Sendable, Hashable {
        package var startedAt: Timestamp
        /// How many times it was sent again after a failure.
        package var retries = 0
        package var redirects = 0
        /// Of the last request's body.
        package var sentBytes = 0
        /// Of the last response's body, decoded; nil without a response.
        package var receivedBytes: Int?
        /// What the cache did; nil without a cache.
        package var cache: CacheDecision.Outcome?

        package init(
            startedAt: Timestamp, retries: Int = 0, redirects: Int = 0, sentBytes: Int = 0, receivedBytes: Int? = nil,
            cache: CacheDecision.Outcome? = nil
        ) {
            self.startedAt = startedAt
            self.retries = retries
            self.redirects = redirects
            self.sentBytes = sentBytes
            self.receivedBytes = receivedBytes
            self.cache = cache
        }

        init(_ exchange: Exchange) {
            self.init(
                startedAt: exchange.startedAt, retries: exchange.retryCount, redirects: exchange.redirectCount,
                sentBytes: exchange.hops.last?.sentBodyByteCount ?? 0, receivedBytes: exchange.response?.bodyByteCount,
                cache: exchange.cacheDecision?.outcome)
        }
    }

    package var item: RunSchedule.Item
    /// Which repetition of a loop, counted from 0; nil for requests that are not repeated.
    package let repetition: Int?
    package let word: Word
    /// nil if no response came.
    package var status: Int?
    /// nil if nothing was sent.
    package var timings: PhaseTimings?
    /// The time of network and server, as `Exchange.networkTime`; nil if nothing was sent.
    package var networkTime: Duration?
    /// What failed; with the error's own secrets hidden.
    package var error: EngineError?
    /// What the error's detail says, with secrets hidden.
    package var errorFinding: ErrorFinding?
    package var checks = CheckReport()
    /// What happened to the file that the request names for its response; nil if it names none or no response came.
    package var responseFile: ResponseFile.Outcome?
    /// Whether a server's certificate was not checked, because the request or a flag said so.
    package var isUnverified = false
    /// Headers that redirects to other origins left out.
    package var heldBack: [HeldBack] = []
    /// Why it was not sent: sentences with the `line` in the request's file.
    package var problems: [(line: Int, sentence: String)] = []
    /// A clause: why it was skipped, unless a line of the request itself says so.
    package var skipReason: String?
    /// nil if nothing was sent.
    package var traffic: Traffic?
    /// The number of the exchange in this process and in the recording of the run; nil if nothing was sent.
    package var exchange: ExchangeID?
    /// How much later than planned it started; nil unless the run has a rate.
    package var delay: Duration?
    /// The first 16 hexadecimal digits of the SHA-256 of the response's body; nil if none was computed.
    package var bodyDigest: String?

    /// A record as it was stored.
    package init(item: RunSchedule.Item, repetition: Int?, word: Word) {
        self.item = item
        self.repetition = repetition
        self.word = word
    }

    /// - Parameter showsPrivate: whether private values are shown unmasked.
    package init(
        _ item: RunSchedule.Item, _ outcome: Runner.Outcome, repetition: Int? = nil, showsPrivate: Bool = false
    ) {
        self.item = item
        self.repetition = repetition
        let sent: Exchange?
        var privates = PrivateValues()
        var resends = 0
        switch outcome {
        case .passed(let exchange, let report, let details):
            (word, sent, checks, responseFile) = (.passed, exchange, report, details.file)
            (privates, delay, resends) = (details.privates, details.delay, details.resends)
        case .failed(let exchange, let report, let details):
            (word, sent, checks, responseFile) = (.failed, exchange, report, details.file)
            (privates, delay, resends) = (details.privates, details.delay, details.resends)
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
        traffic = Traffic(sent)
        traffic?.retries += resends
        // Of a request that was cancelled before it was sent, there is no exchange.
        exchange = sent.id.rawValue == 0 ? nil : sent.id
        isUnverified = sent.isUnverified
        error = sent.error
        let isRedirected = sent.hops.count > 1
        // Most records print no text, and collecting the secrets of a request costs more than counting it.
        guard error != nil || !checks.isEmpty || !checks.logs.isEmpty || responseFile != nil || isRedirected else {
            return
        }
        let secrets = showsPrivate ? SentSecrets.revealed : SentSecrets([sent], privates)
        errorFinding = sent.error?.detail.map { secrets.hidden(ErrorFinding($0)) }
        error = secrets.hidden(error)?.withoutDetail
        checks = secrets.hidden(checks)
        responseFile = secrets.hidden(responseFile)
        if isRedirected { heldBack = HeldBack.all(of: sent, secrets) }
    }

    /// A sentence: why the response was not written to its file.
    package var responseFileProblem: String? {
        if case .failure(let error)? = responseFile { error.sentence } else { nil }
    }

    /// The category of what failed; nil for a request that failed by its checks or its response file alone.
    package var category: ErrorCategory? { problems.isEmpty ? error?.category : .requestBuild }

    /// How long network and server took for the response; nil if there was none. In a run with a rate it is counted from the moment
    /// that was planned: what waited behind a slow response is part of the slowness.
    package var latency: Duration? {
        status == nil || word == .cancelled ? nil : networkTime.map { $0 + (delay ?? .zero) }
    }
}

extension EngineError {
    /// Without the response that a detail keeps.
    fileprivate var withoutDetail: EngineError {
        guard detail != nil else { return self }
        var error = EngineError(
            category: category, phase: phase, sentence: sentence, hint: hint, underlying: underlying, status: status,
            isConnectionLoss: isConnectionLoss)
        error.remedy = remedy
        return error
    }
}

/// The running totals of a run. Pure.
package struct RunSummary: Sendable {
    /// The totals of one request over all rounds.
    package struct Step: Sendable, Hashable {
        package var passed = 0
        package var failed = 0
        package var skipped = 0
        /// A clause: why it was skipped for the first time, unless a line of the request itself says so.
        package var skipReason: String?
        package var latency = LatencyDistribution()

        package init(
            passed: Int = 0, failed: Int = 0, skipped: Int = 0, skipReason: String? = nil,
            latency: LatencyDistribution = LatencyDistribution()
        ) {
            self.passed = passed
            self.failed = failed
            self.skipped = skipped
            self.skipReason = skipReason
            self.latency = latency
        }
    }

    /// The latencies of all responses.
    package private(set) var latency = LatencyDistribution()
    package private(set) var checks = CheckTotals()
    package private(set) var notCompared = NotCompared()
    /// Results for which a server's certificate was not checked.
    package private(set) var unverified = 0
    /// How much later than planned requests started; empty without a rate.
    package private(set) var lateness = LatencyDistribution()
    /// Requests that ended, in whatever way.
    package private(set) var done = 0
    package private(set) var failed = 0
    /// Failed requests that have an exchange; those that were not sent have none.
    package private(set) var failedExchanges = 0
    /// By request, if there are several rounds.
    package private(set) var steps: [Step]
    private var reportedFailures: Set<[String]> = []

    package init(stepCount: Int, rounds: Int) { steps = rounds > 1 ? [Step](repeating: Step(), count: stepCount) : [] }

    package mutating func add(_ record: RunRecord) {
        done += 1
        if record.word == .failed {
            failed += 1
            if record.exchange != nil { failedExchanges += 1 }
        }
        if record.isUnverified { unverified += 1 }
        if let delay = record.delay { lateness.add(delay) }
        let step = record.item.step
        let isCounted = steps.indices.contains(step)
        checks.add(record)
        notCompared.add(record)
        if let duration = record.latency {
            latency.add(duration)
            if isCounted { steps[step].latency.add(duration) }
        }
        guard isCounted else { return }
        switch record.word {
        case .passed: steps[step].passed += 1
        case .failed: steps[step].failed += 1
        case .skipped:
            steps[step].skipped += 1
            steps[step].skipReason = steps[step].skipReason ?? record.skipReason
        case .cancelled: break
        }
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
