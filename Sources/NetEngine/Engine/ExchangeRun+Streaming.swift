/// How a streamed exchange differs: redirects and retries are decided at the head, and the body follows.
extension ExchangeRun {
    /// What the reader gets, once.
    enum Delivery: Sendable {
        case head(Response, statusError: EngineError?, BodyBuffer)
        case failed(Exchange)
    }

    /// Limits for reading a body that nobody gets, which keeps the connection.
    private static let maxDiscardedBody = 64 << 10
    private static let maxDiscardTime = Duration.seconds(1)

    /// Sends a request and returns at the head of its response.
    /// - Parameter copying: keeps a copy of a body up to this many bytes; nil keeps none.
    /// - Returns: what is known by then; the body is nil if the job is over.
    @inline(never)  // Each exchange in flight would have room for it.
    func performToHead(
        _ request: PreparedRequest, deadline: Int64?, needsFresh: Bool, _ clock: EventClock, copying: Int? = nil
    ) async -> (TransportResult, BodyBuffer?) {
        let body = BodyBuffer(token: Serial.nextJob(), transport: transport, copying: copying)
        let control = control
        transport.start(
            TransportJob(
                token: body.token, request: request, deadlineNanoseconds: deadline, needsFreshConnection: needsFresh,
                receiver: body, report: { clock.pass($0) },
                completion: { result in
                    control.ended()
                    body.finish(result)
                }))
        control.began(body.token)
        switch await body.arrival.value {
        case .head(let soFar): return (soFar, body)
        case .end(let result): return (result, nil)
        }
    }

    /// Gives the response to the reader, and waits for its end.
    /// - Parameter error: what the exchange would end with if the body were whole.
    /// - Returns: the result and the error that the exchange ends with.
    func handOver(_ body: BodyBuffer, _ head: Response, _ error: EngineError?) async -> (TransportResult, EngineError?)
    {
        // Not the status but something else failed between the head and the reader.
        if let error, error.status == nil { return (await drop(body), error) }
        handover?.keep(.head(head, statusError: error, body))
        let result = await body.end.value
        return (result, result.failure ?? error)
    }

    /// Another request follows, so nobody reads the rest of this response.
    @inline(never)  // Each exchange in flight would have room for it.
    func drop(_ body: BodyBuffer) async -> TransportResult {
        await body.discard(budget: Self.maxDiscardedBody, time: Self.maxDiscardTime)
    }
}

extension Hop {
    /// The same hop with its final result.
    func ending(with result: TransportResult, _ decision: CacheDecision? = nil) -> Hop {
        Hop(
            cause: cause, request: request, sentHead: result.sentHead, sentBodyByteCount: result.sentBodyByteCount,
            response: result.response, connection: result.connection, startOffset: startOffset,
            timings: result.timings, cacheDecision: decision ?? cacheDecision, validation: validation,
            setCookies: setCookies, heldBack: heldBack)
    }
}
