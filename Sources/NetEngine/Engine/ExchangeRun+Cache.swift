/// One hop of an exchange whose engine has a cache.
extension ExchangeRun {
    /// Responds from the store, or asks the server and stores what may be stored.
    /// - Throws: `offline` if the server must be asked and cannot be.
    func sendThroughCache(
        _ cache: HTTPCache, _ request: PreparedRequest, _ deadline: MonotonicInstant?, _ clock: EventClock,
        _ progress: inout Progress
    ) async throws(EngineError) -> TransportResult {
        let began = MonotonicInstant.now
        progress.isFromStore = false
        var step = await cache.begin(request, isBackground: revalidates != nil)
        if case .wait(let key) = step {
            switch await control.interruptible(until: deadline, { await cache.waitForOther(key) }) {
            case .cancelled: throw .cancelled()
            case .timedOut:
                throw .timeout(.total, isTotal: true, limit: request.options.timeouts.total, url: request.url)
            case .done: step = await cache.begin(request, isBackground: revalidates != nil, mayWait: false)
            }
        }
        switch step {
        case .wait: throw EngineError(.internal, "The cache let a request wait twice.")
        case .reply(var reply):
            progress.isFromStore = true
            if reply.needsBackgroundRevalidation {
                reply.decision.background = startInBackground(cache, progress.draft, reply.decision.key)
            }
            return note(reply, request, TransportResult(), began, clock, &progress)
        case .send(let pending):
            defer { cache.end(pending) }
            return try await ask(cache, pending, deadline, clock, &progress)
        }
    }

    func startInBackground(_ cache: HTTPCache, _ draft: RequestDraft, _ key: CacheKey) -> ExchangeID? {
        guard let revalidateInBackground, cache.beginBackground(key) else { return nil }
        var draft = draft
        draft.options.followRedirects = false
        return revalidateInBackground(draft, key)
    }

    private func ask(
        _ cache: HTTPCache, _ first: HTTPCache.Pending, _ deadline: MonotonicInstant?, _ clock: EventClock,
        _ progress: inout Progress
    ) async throws(EngineError) -> TransportResult {
        var pending = first
        while true {
            let began = MonotonicInstant.now
            if !isReachable(pending.sent),
                let reply = try await storedInstead(cache, pending, deadline, clock, &progress)
            {
                return note(reply, pending.sent, TransportResult(), began, clock, &progress)
            }
            tellStart(pending.sent, clock, progress)
            let requestTime = cache.now()
            var result = await perform(
                pending.sent, deadline: deadline?.nanoseconds, needsFresh: progress.needsFreshConnection, clock)
            let willBeSentAgain = isSentAgain(result, pending.sent, progress)
            let completion = await cache.complete(
                pending, result.response, failure: result.failure, requestTime: requestTime,
                responseTime: cache.now().earlier(by: result.timings.receive ?? .zero),
                mayHide: !willBeSentAgain && result.failure?.category != .cancelled)
            switch completion {
            case .done(let reply):
                if reply.decision.hiddenError != nil { result.wasLostOnKeptConnection = false }
                return note(reply, pending.sent, result, began, clock, &progress, isStarted: true)
            case .sendAgain(let reply, let next):
                _ = note(reply, pending.sent, result, began, clock, &progress, isStarted: true)
                progress.cause = .retry
                pending = next
            }
        }
    }

    /// The stored response for a request that cannot be sent for lack of a network; nil once it can be sent.
    /// - Throws: why it cannot: `offline`, or what ended the wait.
    func storedInstead(
        _ cache: HTTPCache, _ pending: HTTPCache.Pending, _ deadline: MonotonicInstant?, _ clock: EventClock,
        _ progress: inout Progress
    ) async throws(EngineError) -> HTTPCache.Reply? {
        let offline = EngineError.offline(pending.sent.url.host)
        if let reply = await cache.stale(pending, instead: offline, status: nil) {
            progress.isFromStore = true
            return reply
        }
        if let error = await awaitNetwork(for: pending.sent, deadline, clock, &progress) { throw error }
        return nil
    }

    func tellStart(_ request: PreparedRequest, _ clock: EventClock, _ progress: Progress) {
        clock.tell(
            .hopStarted(
                index: progress.hops.count, method: request.method.rawValue,
                url: request.url.withoutUserInfo.description))
    }

    /// Writes the hop down.
    func note(
        _ reply: HTTPCache.Reply, _ request: PreparedRequest, _ result: TransportResult, _ began: MonotonicInstant,
        _ clock: EventClock, _ progress: inout Progress, isStarted: Bool = false
    ) -> TransportResult {
        if !isStarted { tellStart(request, clock, progress) }
        clock.tell(.cacheDecided(reply.decision))
        var result = result
        result.response = reply.response
        result.failure = reply.failure
        var timings = result.timings
        if !isStarted { timings.total = MonotonicInstant.now.since(began) }
        progress.append(
            Hop(
                cause: progress.cause, request: request, sentHead: result.sentHead,
                sentBodyByteCount: result.sentBodyByteCount, response: reply.response,
                connection: result.connection, startOffset: began.since(clock.start), timings: timings,
                cacheDecision: reply.decision, validation: reply.validation))
        return result
    }
}

extension Timestamp {
    func earlier(by duration: Duration) -> Timestamp {
        let (seconds, attoseconds) = duration.components
        return Timestamp(
            microsecondsSince1970: microsecondsSince1970 - seconds * 1_000_000 - attoseconds / 1_000_000_000_000)
    }
}
