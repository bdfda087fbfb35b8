/// How an exchange whose body is streamed differs from others: it is judged when the head is there, and goes on.
extension ExchangeRun {
    /// What is handed to the reader, once.
    enum Delivery: Sendable {
        case head(Response, statusError: EngineError?, BodyBuffer)
        case failed(Exchange)
    }

    /// Bodies of answers that nobody gets are read so far, to keep the connection, and so long.
    private static let maxDiscardedBody = 64 << 10
    private static let maxDiscardTime = Duration.seconds(1)

    /// Sends a request and returns at the head of its answer.
    /// - Parameter copying: keeps a copy of a body up to so many bytes; nil keeps none.
    /// - Returns: what is known by then; the body is nil when the job is over.
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

    /// The answer is the one to read: hands it over, and waits for its end.
    /// - Parameter error: what the exchange would end with if the body were whole.
    /// - Returns: what it ends with.
    func handOver(_ body: BodyBuffer, _ head: Response, _ error: EngineError?) async -> (TransportResult, EngineError?)
    {
        // Anything but a verdict on the status came between the head and the reader.
        if let error, error.status == nil { return (await drop(body), error) }
        handover?.keep(.head(head, statusError: error, body))
        let result = await body.end.value
        return (result, result.failure ?? error)
    }

    /// Another request follows: the rest of this answer is nobody's.
    func drop(_ body: BodyBuffer) async -> TransportResult {
        await body.discard(budget: Self.maxDiscardedBody, time: Self.maxDiscardTime)
    }
}

extension Hop {
    /// The same hop, as it was at its end.
    func ending(with result: TransportResult, _ decision: CacheDecision? = nil) -> Hop {
        Hop(
            cause: cause, request: request, sentHead: result.sentHead, sentBodyByteCount: result.sentBodyByteCount,
            response: result.response, connection: result.connection, startOffset: startOffset,
            timings: result.timings, cacheDecision: decision ?? cacheDecision, validation: validation,
            setCookies: setCookies, heldBack: heldBack)
    }
}
