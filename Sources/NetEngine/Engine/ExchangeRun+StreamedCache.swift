/// One hop of an exchange whose body is streamed, and whose engine has a cache.
///
/// A stored body is read like any other. A body from the server goes to its reader at once, and a copy of
/// it into the store once it is complete.
extension ExchangeRun {
    /// Larger streamed bodies are not stored: the copy would take the memory that streaming saves.
    static let maxStoredStream = 16 << 20

    /// What the cache needs when the body of the last hop has ended.
    struct StreamedStoring: Sendable {
        let pending: HTTPCache.Pending
        let decision: CacheDecision
        let requestTime: Timestamp
        let responseTime: Timestamp
    }

    /// Responds from the store, or asks the server and returns at the head of its response; then `progress.openBody` is
    /// set.
    /// - Throws: `offline` if the server must be asked and cannot be.
    @inline(never)  // As part of `followHops` it would add 30 KB to the memory of each exchange in flight.
    func streamThroughCache(
        _ cache: HTTPCache, _ request: PreparedRequest, _ deadline: MonotonicInstant?, _ clock: EventClock,
        _ progress: inout Progress
    ) async throws(EngineError) -> TransportResult {
        let began = MonotonicInstant.now
        progress.isFromStore = false
        switch await cache.begin(request, isBackground: false, mayWait: false, mayComplete: false) {
        case .wait: throw EngineError(.internal, "The cache let a stream wait.")
        case .reply(var reply):
            progress.isFromStore = true
            if reply.needsBackgroundRevalidation {
                var draft = progress.draft
                draft.options.maxBodyBytes = Self.maxStoredStream
                reply.decision.background = startInBackground(cache, draft, reply.decision.key)
            }
            return give(reply, request, TransportResult(), began, clock, &progress, isStarted: false)
        case .send(let pending):
            defer { cache.end(pending) }
            return try await askToHead(cache, pending, deadline, clock, &progress)
        }
    }

    private func askToHead(
        _ cache: HTTPCache, _ first: HTTPCache.Pending, _ deadline: MonotonicInstant?, _ clock: EventClock,
        _ progress: inout Progress
    ) async throws(EngineError) -> TransportResult {
        var pending = first
        while true {
            let began = MonotonicInstant.now
            if !isReachable(pending.sent),
                let reply = try await storedInstead(cache, pending, deadline, clock, &progress)
            {
                return give(reply, pending.sent, TransportResult(), began, clock, &progress, isStarted: false)
            }
            tellStart(pending.sent, clock, progress)
            let requestTime = cache.now()
            var (result, body) = await performToHead(
                pending.sent, deadline: deadline?.nanoseconds, needsFresh: progress.needsFreshConnection, clock,
                copying: Self.maxStoredStream)
            let responseTime = cache.now()
            if let body, let head = result.response {
                if let reply = await cache.standIn(pending, for: head) {
                    result = await drop(body)
                    return give(reply, pending.sent, result, began, clock, &progress)
                }
                guard head.status == 304, pending.fetch.canBeNotModified else {
                    let received = ReceivedHead(
                        response: head, result: result, pending: pending, requestTime: requestTime,
                        responseTime: responseTime, began: began)
                    return await passOn(received, body: body, cache, clock, &progress)
                }
                // It has no body, and only the engine needs it.
                result = await drop(body)
            }
            let willBeSentAgain = isSentAgain(result, pending.sent, progress)
            let completion = await cache.complete(
                pending, result.response, failure: result.failure, requestTime: requestTime,
                responseTime: responseTime, mayHide: !willBeSentAgain && result.failure?.category != .cancelled)
            switch completion {
            case .done(let reply):
                if reply.decision.hiddenError != nil { result.wasLostOnKeptConnection = false }
                return give(reply, pending.sent, result, began, clock, &progress)
            case .sendAgain(let reply, let next):
                _ = note(reply, pending.sent, result, began, clock, &progress, isStarted: true)
                progress.cause = .retry
                pending = next
            }
        }
    }

    /// The head of a response, and the request that it is for.
    private struct ReceivedHead {
        let response: Response
        let result: TransportResult
        let pending: HTTPCache.Pending
        let requestTime: Timestamp
        let responseTime: Timestamp
        /// When the hop began.
        let began: MonotonicInstant
    }

    /// The reader gets the server's response.
    private func passOn(
        _ head: ReceivedHead, body: BodyBuffer, _ cache: HTTPCache, _ clock: EventClock, _ progress: inout Progress
    ) async -> TransportResult {
        let pending = head.pending
        var reply = HTTPCache.Reply(response: head.response, decision: pending.fetch.decision)
        // As if the body were there: only what is known so far may refuse.
        let foreseen = Response(head.response, content: BodyBytes([0]), isComplete: true)
        if case .refused = CachePolicy.storing(pending.request, foreseen, target: pending.original.url) {
            body.stopCopying()
            let completion = await cache.complete(
                pending, foreseen, failure: nil, requestTime: head.requestTime, responseTime: head.responseTime,
                mayHide: false)
            if case .done(let done) = completion { reply.decision = done.decision }
        } else {
            reply.decision.subject = pending.request.subject(head.response.status, head.response.headers)
            reply.decision.invalidated = await cache.invalidate(
                pending.request, head.response, target: pending.original.url)
            progress.streamedStoring = StreamedStoring(
                pending: pending, decision: reply.decision, requestTime: head.requestTime,
                responseTime: head.responseTime)
        }
        progress.openBody = body
        return note(reply, pending.sent, head.result, head.began, clock, &progress, isStarted: true)
    }

    /// Hands back what the cache made: a stored body is read as one that arrives.
    private func give(
        _ reply: HTTPCache.Reply, _ request: PreparedRequest, _ result: TransportResult, _ began: MonotonicInstant,
        _ clock: EventClock, _ progress: inout Progress, isStarted: Bool = true
    ) -> TransportResult {
        guard reply.decision.isFromCache, let whole = reply.response else {
            return note(reply, request, result, began, clock, &progress, isStarted: isStarted)
        }
        var reply = reply
        let failure = reply.failure
        reply.failure = nil
        reply.response = Response(whole, content: BodyBytes(), isComplete: false)
        let head = note(reply, request, result, began, clock, &progress, isStarted: isStarted)
        var end = head
        end.response = Response(whole, content: BodyBytes(), count: whole.body.count, isComplete: whole.isComplete)
        end.failure = failure
        if let timings = progress.hops.last?.timings { end.timings = timings }
        progress.openBody = BodyBuffer(holding: whole.body, end: end)
        return head
    }

    /// The body is over: stores its copy.
    /// - Returns: the decision as it is now.
    func store(_ storing: StreamedStoring, _ body: BodyBuffer, _ result: TransportResult) async -> CacheDecision {
        var decision = storing.decision
        let copy = body.takeCopy()
        guard let cache, let response = result.response, result.failure == nil, response.isComplete else {
            let category = result.failure?.category ?? .protocol
            decision.storing = .refused("the response is not complete (\(category.rawValue))")
            return decision
        }
        guard let copy else {
            let limit = EngineError.byteCount(Self.maxStoredStream)
            decision.storing = .refused("a body that is streamed is stored up to \(limit)")
            await cache.removeOutdated(storing.pending, by: response)
            return decision
        }
        let completion = await cache.complete(
            storing.pending, Response(response, content: BodyBytes(copy), isComplete: true), failure: nil,
            requestTime: storing.requestTime, responseTime: storing.responseTime, mayHide: false)
        if case .done(let reply) = completion {
            let invalidated = decision.invalidated
            decision = reply.decision
            decision.invalidated = invalidated + decision.invalidated.filter { !invalidated.contains($0) }
        }
        return decision
    }
}
