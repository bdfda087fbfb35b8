/// The life of one exchange, from the draft to its end: the only place that decides on redirects and retries.
struct ExchangeRun: Sendable {
    let id: ExchangeID
    let draft: RequestDraft
    let control: ExchangeControl
    let builder: RequestBuilder
    let reachability: any Reachability
    let transport: any Transport
    let hub: EventHub
    /// Why there is no true draft, where an endpoint could not be made into one.
    var preparationFailure: EngineError?

    func run() async -> Exchange {
        let startedAt = Timestamp.now
        let start = MonotonicInstant.now
        let clock = EventClock(id: id, startedAt: startedAt, start: start, hub: hub)
        clock.tell(.queued(method: draft.method, url: draft.url))
        var hops: [Hop] = []
        let error = if let preparationFailure { preparationFailure } else { await followHops(clock, &hops) }
        let exchange = Exchange(
            id: id, draft: draft, startedAt: startedAt, hops: hops,
            timings: Self.sum(hops, total: MonotonicInstant.now.since(start)), error: error)
        clock.tell(.finished(exchange))
        return exchange
    }

    private func followHops(_ clock: EventClock, _ hops: inout [Hop]) async -> EngineError? {
        var request: PreparedRequest
        do { request = try builder.build(draft) } catch { return error }
        let deadline = draft.options.timeouts.total.map { clock.start.advanced(by: $0).nanoseconds }
        var cause = Hop.Cause.first
        var redirects = 0
        while true {
            if control.isCancelled { return .cancelled() }
            if !hops.isEmpty, let deadline, MonotonicInstant.now.nanoseconds >= deadline {
                return .timeout(.total, isTotal: true, limit: draft.options.timeouts.total, url: request.url)
            }
            guard request.url.isLoopback || reachability.isOnline else { return .offline(request.url.host) }
            let offset = MonotonicInstant.now.since(clock.start)
            clock.tell(
                .hopStarted(
                    index: hops.count, method: request.method.rawValue, url: request.url.withoutUserInfo.description))
            let result = await perform(request, deadline: deadline, needsFresh: cause == .retry, clock)
            hops.append(
                Hop(
                    cause: cause, request: request, sentHead: result.sentHead,
                    sentBodyByteCount: result.sentBodyByteCount, response: result.response,
                    connection: result.connection, startOffset: offset, timings: result.timings))
            if let failure = result.failure {
                guard result.wasLostOnKeptConnection, cause != .retry, request.method.isIdempotent,
                    request.body.canBeSentAgain
                else { return failure }
                cause = .retry
                continue
            }
            guard let response = result.response else {
                return EngineError(.internal, "The transport brought neither an answer nor a fault.")
            }
            guard request.options.followRedirects,
                RedirectPolicy.isRedirect(status: response.status, headers: response.headers)
            else { return .status(response.status) }
            redirects += 1
            guard redirects <= request.options.maxRedirects else {
                return .tooManyRedirects(limit: request.options.maxRedirects)
            }
            do {
                let next = try RedirectPolicy.next(after: request, response: response)
                guard next.body.canBeSentAgain else {
                    return .badRedirect("the body is a stream that can be read only once")
                }
                request = try builder.build(next)
            } catch {
                return error.category == .redirect ? error : .badRedirect(error.sentence)
            }
            // The very same request would bring the very same answer.
            guard !hops.contains(where: { $0.request == request }) else { return .redirectLoop(request.url) }
            clock.tell(.redirected(status: response.status, to: request.url.withoutUserInfo.description))
            cause = .redirect(status: response.status)
        }
    }

    private func perform(
        _ request: PreparedRequest, deadline: Int64?, needsFresh: Bool, _ clock: EventClock
    ) async -> TransportResult {
        let token = Serial.nextJob()
        let result = await withCheckedContinuation { (continuation: CheckedContinuation<TransportResult, Never>) in
            transport.start(
                TransportJob(
                    token: token, request: request, deadlineNanoseconds: deadline, needsFreshConnection: needsFresh,
                    report: { clock.pass($0) }, completion: { continuation.resume(returning: $0) }))
            control.began(token)
        }
        control.ended()
        return result
    }

    private static func sum(_ hops: [Hop], total: Duration) -> PhaseTimings {
        func sum(_ path: KeyPath<PhaseTimings, Duration?>) -> Duration? {
            let values = hops.compactMap { $0.timings[keyPath: path] }
            return values.isEmpty ? nil : values.reduce(.zero, +)
        }
        return PhaseTimings(
            queue: sum(\.queue), dns: sum(\.dns), connect: sum(\.connect), tls: sum(\.tls), send: sum(\.send),
            wait: sum(\.wait), receive: sum(\.receive), total: total)
    }
}

/// Stamps the events of one exchange.
struct EventClock: Sendable {
    let id: ExchangeID
    let startedAt: Timestamp
    let start: MonotonicInstant
    let hub: EventHub

    func tell(_ step: @autoclosure () -> EngineEvent.Step) {
        guard hub.hasSubscribers else { return }
        let elapsed = MonotonicInstant.now.since(start)
        let (seconds, attoseconds) = elapsed.components
        let microseconds = seconds * 1_000_000 + attoseconds / 1_000_000_000_000
        let at = Timestamp(microsecondsSince1970: startedAt.microsecondsSince1970 + microseconds)
        hub.tell(EngineEvent(id: id, at: at, elapsed: elapsed, step: step()))
    }

    func pass(_ step: TransportStep) {
        switch step {
        case .nameResolved: tell(.nameResolved)
        case .connected: tell(.connected)
        case .tlsDone: tell(.tlsDone)
        case .requestSent: tell(.requestSent)
        case .headReceived(let status, let expected):
            tell(.headReceived(status: status, expectedBodyBytes: expected))
        case .progress(let received, let expected):
            tell(.progress(receivedBytes: received, expectedBytes: expected))
        }
    }
}
