/// Whether a request is sent again after its response or its failure: at once, for an interceptor, or by the retry policy.
extension ExchangeRun {
    /// What follows from a failure or a status other than 2xx; nil if nothing is sent again.
    func mend(
        _ error: EngineError, _ result: TransportResult, _ request: PreparedRequest, _ deadline: MonotonicInstant?,
        _ clock: EventClock, _ progress: inout Progress
    ) async -> Verdict? {
        if isSentAgain(result, request, progress) {
            if result.requiresHTTP1 {
                progress.earlierVersion = progress.draft.options.httpVersion
                progress.draft.options.httpVersion = .http1_1
            }
            progress.wasResent = true
            progress.cause = .retry
            progress.needsFreshConnection = true
            return .again
        }
        if isExpectationRefused(result, request, progress) {
            progress.draft.headers.remove("Expect")
            progress.cause = .retry
            // The body may be on its way on this one.
            progress.needsFreshConnection = true
            return .again
        }
        // The next idle connection is likely to be as dead as this one.
        progress.needsFreshConnection = error.isConnectionLoss
        if error.category == .offline, canWaitForNetwork(request) {
            // There is an interface, but the kernel knows no route.
            if let error = await awaitChange(request, deadline, clock, &progress) { return .end(error) }
            progress.cause = .retry
            return .again
        }
        if let verdict = await recover(error, deadline, clock, &progress) { return verdict }
        // The cache would return the same response again.
        if progress.isFromStore { return nil }
        return await retry(error, request, deadline, clock, &progress)
    }

    /// What follows from a body that is not what was expected (`api`, `decoding`).
    func mendBody(
        _ error: EngineError, _ request: PreparedRequest, _ deadline: MonotonicInstant?, _ clock: EventClock,
        _ progress: inout Progress
    ) async -> Verdict {
        if request.options.cacheMode == .onlyIfCached { return .end(error) }
        if let verdict = await recover(error, deadline, clock, &progress) { return verdict }
        return await retry(error, request, deadline, clock, &progress) ?? .end(error)
    }

    /// Whether a request that was lost with its reused connection, or refused unread, is sent again without asking the
    /// policy: once, and counted among the retries that the policy allows, so that the server never sees more of them. If the
    /// server requires HTTP/1.1, once in any case: nothing else gets a response from it.
    func isSentAgain(_ result: TransportResult, _ request: PreparedRequest, _ progress: Progress) -> Bool {
        guard request.body.canBeSentAgain else { return false }
        if result.requiresHTTP1 { return progress.earlierVersion == nil }
        guard result.wasRefusedUnread || result.wasLostOnKeptConnection && request.method.isIdempotent,
            !progress.needsFreshConnection, !progress.wasResent
        else { return false }
        return progress.retries == 0 || progress.retries < request.options.retry?.maxRetries ?? 0
    }

    /// Whether the request is to be repeated without its `Expect: 100-continue`, which somebody on the way does not know
    /// (RFC 9110 §10.1.1).
    private func isExpectationRefused(
        _ result: TransportResult, _ request: PreparedRequest, _ progress: Progress
    ) -> Bool {
        result.failure == nil && result.response?.status == 417 && request.body.canBeSentAgain
            && progress.draft.headers.values("Expect").contains { $0.lowercased() == "100-continue" }
    }

    /// nil if no interceptor wants a retry.
    private func recover(
        _ error: EngineError, _ deadline: MonotonicInstant?, _ clock: EventClock, _ progress: inout Progress
    ) async -> Verdict? {
        guard let chain = progress.chain, let hop = progress.hops.last else { return nil }
        let outcome = HopOutcome(draft: progress.draft, hop: hop, error: error)
        let (recoveries, previous) = (progress.recoveries, progress.hops.dropLast().last)
        let result = await control.interruptible(until: deadline) {
            await chain.recover(from: outcome, previous: previous, recoveries: recoveries)
        }
        switch result {
        case .cancelled: return .end(.cancelled())
        case .timedOut: return .end(error)
        case .done(nil): return nil
        case .done(let recovery?):
            if let deadline, MonotonicInstant.now.advanced(by: recovery.after) >= deadline { return .end(error) }
            progress.recoveries[recovery.index] += 1
            progress.draft = recovery.draft
            return await sendAgain(after: recovery.after, because: error, clock, &progress)
        }
    }

    /// nil if the policy gives up, or there is none.
    private func retry(
        _ error: EngineError, _ request: PreparedRequest, _ deadline: MonotonicInstant?, _ clock: EventClock,
        _ progress: inout Progress
    ) async -> Verdict? {
        guard var policy = request.options.retry else { return nil }
        // The retry that was made without asking it counts.
        if progress.wasResent { policy.maxRetries -= 1 }
        let now = MonotonicInstant.now
        let decision = policy.decision(
            after: RetryPolicy.Attempt(
                retries: progress.retries, method: request.method, error: error,
                response: progress.hops.last?.response, canBeSentAgain: request.body.canBeSentAgain,
                elapsed: now.since(clock.start), timeLeft: deadline.map { $0.since(now) },
                now: Timestamp.now.microsecondsSince1970 / 1_000_000),
            random: Double.random(in: 0..<1))
        switch decision {
        case .retry(let wait):
            progress.refusal = nil
            progress.retries += 1
            return await sendAgain(after: wait, because: error, clock, &progress)
        case .giveUp(let reason):
            progress.refusal = reason
            return nil
        }
    }

    private func sendAgain(
        after wait: Duration, because error: EngineError, _ clock: EventClock, _ progress: inout Progress
    ) async -> Verdict {
        let number = progress.retries + progress.recoveries.reduce(0, +)
        clock.tell(.retryScheduled(retry: number, after: wait, reason: error))
        progress.cause = .retry
        // What the cache holds now is the response that will not do.
        if let hop = progress.hops.last, hop.cacheDecision?.isStored == true,
            hop.request.options.cacheMode != .onlyIfCached
        {
            progress.draft.options.cacheMode = .reload
        }
        guard wait > .zero else { return .again }
        let began = MonotonicInstant.now
        let retryClock = retryClock
        let slept = await control.interruptible(until: nil) { try? await retryClock.sleep(for: wait) }
        progress.retryWait += MonotonicInstant.now.since(began)
        if case .cancelled = slept { return .end(.cancelled()) }
        return .again
    }
}
