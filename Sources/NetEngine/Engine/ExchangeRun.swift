/// The error in the response of an exchange that succeeded so far, or nil.
typealias ResponseInspection = @Sendable (Response) -> EngineError?

/// The life of one exchange, from the draft to its end: the only place that decides on redirects and retries.
struct ExchangeRun: Sendable {
    let id: ExchangeID
    let draft: RequestDraft
    let control: ExchangeControl
    let builder: RequestBuilder
    let reachability: any Reachability
    let transport: any Transport
    let hub: EventHub
    var interceptors: [any Interceptor] = []
    /// For requests that interceptors send themselves.
    var sender: PlainSender?
    var retryClock: any Clock<Duration> = ContinuousClock()
    var hosts = HostsFile()
    /// Why an endpoint could not be made into a request.
    var preparationFailure: EngineError?
    /// Checks the response of a success before the end is reported: decoding, mostly.
    var inspection: ResponseInspection?
    /// Receives the head when the body is streamed; nil keeps the body in the exchange.
    var handover: Promise<Delivery>?
    /// Receives the progress of the bodies, on the transport's thread.
    var progress: (@Sendable (TransferProgress) -> Void)?
    /// Sees the bodies of responses that may be the last while they arrive.
    var observer: (any BodyReceiver)?
    var cache: HTTPCache?
    /// The exchange whose stale response this one renews.
    var revalidates: ExchangeID?
    /// Starts another exchange for the draft, which renews the stored response that this one used.
    var revalidateInBackground: (@Sendable (RequestDraft, CacheKey) -> ExchangeID)?

    /// The state that grows during the exchange.
    struct Progress {
        var hops: [Hop] = []
        var retryWait = Duration.zero
        /// The next request, before the interceptors.
        var draft: RequestDraft
        /// Those of the request that was sent last, with what the interceptors set.
        var options: RequestOptions
        var cause = Hop.Cause.first
        var redirects = 0
        /// Names of the fields that the last redirect left out.
        var heldBack: [String] = []
        /// By the policy.
        var retries = 0
        /// Why the policy did not send it again.
        var refusal: RetryPolicy.GiveUpReason?
        /// By interceptors, in their order.
        var recoveries: [Int] = []
        /// Whether the one retry without a policy was made for this request.
        var wasResent = false
        /// Set for the one retry without a policy, and for those after a lost connection.
        var needsFreshConnection = false
        /// The version that `draft` asked for before the server required HTTP/1.1; nil if it has not done so.
        var earlierVersion: HTTPVersionPreference?
        var chain: InterceptorChain?
        /// The body of the last hop, when it is streamed and still on its way.
        var openBody: BodyBuffer?
        /// What the cache wants of `openBody`.
        var streamedStoring: StreamedStoring?

        /// Records a hop; the request's cookie jar stores the cookies of its response.
        mutating func append(_ hop: Hop) {
            var hop = hop
            if !heldBack.isEmpty { hop.heldBack = heldBack }
            if let jar = hop.request.options.cookieJar, let received = hop.received {
                hop.setCookies = jar.keep(received.headers, from: hop.request.url)
            }
            hops.append(hop)
        }

        mutating func endLastHop(with result: TransportResult, _ decision: CacheDecision? = nil) {
            guard let last = hops.popLast() else { return }
            hops.append(last.ending(with: result, decision))
        }
        /// Whether the last response came from the store without asking the server.
        var isFromStore = false
        /// Changes of the network; set when they are first needed.
        var network: AsyncStream<NetworkStatus>?
    }

    enum Verdict {
        case end(EngineError?)
        /// `Progress` holds what to send next.
        case again
    }

    /// Does the work and removes the exchange from `active`. Cancelling the surrounding task cancels the exchange.
    func run(in active: ActiveExchanges) async -> Exchange {
        defer { active.remove(id) }
        return await withTaskCancellationHandler {
            await run()
        } onCancel: {
            control.cancel()
        }
    }

    private func run() async -> Exchange {
        let startedAt = Timestamp.now
        let start = MonotonicInstant.now
        let clock = EventClock(id: id, startedAt: startedAt, start: start, hub: hub, progress: progress)
        clock.tell(.queued(method: draft.method, url: draft.url), draft: draft)
        var progress = Progress(draft: draft, options: draft.options)
        var error = if let preparationFailure { preparationFailure } else { await followHops(clock, &progress) }
        if let refusal = progress.refusal, let hop = progress.hops.last,
            let sentence = hop.request.options.retry?.sentence(of: refusal, hop.request.method, hop.response)
        {
            error?.hint += " " + sentence
        }
        if error?.status == 401, let headers = progress.hops.last?.response?.headers,
            let asked = AuthenticationChallenge.hint(headers), let hint = error?.hint
        {
            error?.hint = "\(asked) \(hint)"
        }
        let exchange = Exchange(
            id: id, draft: draft, startedAt: startedAt, hops: progress.hops,
            timings: Self.sum(progress.hops, total: MonotonicInstant.now.since(start)),
            retryWait: progress.retryWait, error: error, revalidates: revalidates)
        clock.tell(.finished(exchange))
        return exchange
    }

    private func followHops(_ clock: EventClock, _ progress: inout Progress) async -> EngineError? {
        while true {
            let request: PreparedRequest
            do { request = try await prepare(&progress, clock.deadline(progress.options)) } catch {
                guard case .redirect = progress.cause, error.category == .requestBuild else { return error }
                return .badRedirect(error.sentence)
            }
            progress.options = request.options
            let deadline = clock.deadline(request.options)
            if case .redirect(let status) = progress.cause {
                // The same request would get the same response.
                guard !Self.wasSent(request, progress.hops) else { return .redirectLoop(request.url) }
                clock.tell(.redirected(status: status, to: request.url.textWithoutUserInfo))
            }
            if control.isCancelled { return .cancelled() }
            if !progress.hops.isEmpty, let deadline, MonotonicInstant.now >= deadline {
                return .timeout(.total, isTotal: true, limit: request.options.timeouts.total, url: request.url)
            }
            if case .stream(let stream) = request.body, stream.length == 0,
                let error = await refusal(ofEmpty: stream, request, deadline)
            {
                return error
            }
            let result: TransportResult
            if let cache {
                do throws(EngineError) {
                    result =
                        handover == nil
                        ? try await sendThroughCache(cache, request, deadline, clock, &progress)
                        : try await streamThroughCache(cache, request, deadline, clock, &progress)
                } catch {
                    return error
                }
            } else {
                if let error = await awaitNetwork(for: request, deadline, clock, &progress) { return error }
                result = await send(request, deadline, clock, &progress)
            }
            let verdict = await judge(result, request, deadline, clock, &progress)
            if let body = progress.openBody {
                progress.openBody = nil
                if case .end(let error) = verdict { return await finish(body, error, &progress) }
                progress.streamedStoring = nil
                progress.endLastHop(with: await drop(body))
            }
            if case .end(let error) = verdict { return error }
        }
    }

    @inline(never)  // Comparing requests takes room, which each exchange in flight would have.
    private static func wasSent(_ request: PreparedRequest, _ hops: [Hop]) -> Bool {
        hops.contains { $0.request == request }
    }

    @inline(never)  // Each exchange in flight would have room for it.
    private func finish(_ body: BodyBuffer, _ error: EngineError?, _ progress: inout Progress) async -> EngineError? {
        guard let head = progress.hops.last?.response else { return error }
        let (result, error) = await handOver(body, head, error)
        var decision: CacheDecision?
        if let storing = progress.streamedStoring { decision = await store(storing, body, result) }
        progress.endLastHop(with: result, decision)
        return error
    }

    /// Whether it is worth trying. A name that the machine knows without a network may lead to the machine itself, or to where the
    /// kernel has a route after all.
    func isReachable(_ request: PreparedRequest) -> Bool {
        request.staysOnThisMachine || reachability.isOnline || request.resolvedHost.map(hosts.knows) == true
    }

    /// - Throws: `request-build`, what an interceptor throws, `cancelled`, `timeout`.
    private func prepare(
        _ progress: inout Progress, _ deadline: MonotonicInstant?
    ) async throws(EngineError) -> PreparedRequest {
        // Before the interceptors, so that a signature covers them.
        let draft = progress.draft.withCookiesOfItsJar
        guard interceptors.contains(where: { $0.mayConcern(progress.draft) }) else {
            return try builder.build(draft)
        }
        let url = try progress.draft.parsedURL()
        // No interceptor may have been concerned with the requests before.
        let chain =
            progress.chain
            ?? InterceptorChain(
                id: id, interceptors: interceptors, firstURL: progress.hops.first?.request.url ?? url,
                send: sender?.send)
        progress.chain = chain
        if progress.recoveries.isEmpty { progress.recoveries = [Int](repeating: 0, count: interceptors.count) }
        let (cause, previous) = (progress.cause, progress.hops.last)
        let adapted = await control.interruptible(until: deadline) { () async -> Result<RequestDraft, EngineError> in
            do throws(EngineError) {
                return .success(try await chain.adapt(draft, cause: cause, previous: previous))
            } catch {
                return .failure(error)
            }
        }
        switch adapted {
        case .done(let result):
            var adapted = try result.get()
            if adapted.options.cookieJar !== draft.options.cookieJar { adapted = adapted.withCookiesOfItsJar }
            return try builder.build(adapted)
        case .cancelled: throw .cancelled()
        case .timedOut:
            throw .timeout(
                progress.hops.isEmpty ? .queue : .total, isTotal: true, limit: progress.options.timeouts.total, url: url
            )
        }
    }

    /// Why a stream that promised no bytes is not sent; nil if it kept its promise.
    @inline(never)  // Each exchange in flight would have room for it.
    private func refusal(
        ofEmpty stream: BodyStream, _ request: PreparedRequest, _ deadline: MonotonicInstant?
    ) async -> EngineError? {
        let reading = await control.interruptible(until: deadline) { () async -> EngineError? in
            do throws(EngineError) { try await stream.confirmEmpty() } catch { return error }
            return nil
        }
        switch reading {
        case .done(let error): return error
        case .cancelled: return .cancelled()
        case .timedOut:
            return .timeout(.send, isTotal: true, limit: request.options.timeouts.total, url: request.url)
        }
    }

    private func send(
        _ request: PreparedRequest, _ deadline: MonotonicInstant?, _ clock: EventClock, _ progress: inout Progress
    ) async -> TransportResult {
        let offset = MonotonicInstant.now.since(clock.start)
        clock.tell(
            .hopStarted(
                index: progress.hops.count, method: request.method.rawValue,
                url: request.url.textWithoutUserInfo))
        let result: TransportResult
        if handover == nil {
            result = await perform(
                request, deadline: deadline?.nanoseconds, needsFresh: progress.needsFreshConnection, clock)
        } else {
            (result, progress.openBody) = await performToHead(
                request, deadline: deadline?.nanoseconds, needsFresh: progress.needsFreshConnection, clock)
        }
        progress.append(
            Hop(
                cause: progress.cause, request: request, sentHead: result.sentHead,
                sentBodyByteCount: result.sentBodyByteCount, response: result.response,
                connection: result.connection, startOffset: offset, timings: result.timings))
        return result
    }

    /// Decides what follows from a response or a failure.
    private func judge(
        _ result: TransportResult, _ request: PreparedRequest, _ deadline: MonotonicInstant?, _ clock: EventClock,
        _ progress: inout Progress
    ) async -> Verdict {
        var failure = result.failure
        if failure == nil, result.response == nil {
            failure = EngineError(.internal, "The transport returned neither a response nor an error.")
        }
        let isRedirect =
            failure == nil && request.options.followRedirects
            && result.response.map { RedirectPolicy.isRedirect(status: $0.status, headers: $0.headers) } == true
        let error = isRedirect ? nil : failure ?? result.response.flatMap { .status($0.status) }
        if let chain = progress.chain, let hop = progress.hops.last {
            let outcome = HopOutcome(draft: progress.draft, hop: hop, error: error)
            let previous = progress.hops.dropLast().last
            let seen = await control.interruptible(until: deadline) {
                await chain.observe(outcome, previous: previous)
            }
            // The response is kept; the exchange ends as it would have without an observer.
            if case .cancelled = seen, error == nil { return .end(.cancelled()) }
        }
        if isRedirect, let response = result.response { return redirect(request, response, &progress) }
        if error?.category == .cancelled { return .end(error) }
        if let error, let verdict = await mend(error, result, request, deadline, clock, &progress) { return verdict }
        if let failure { return .end(failure) }
        guard let end = ending(with: error, request, result.response) else { return .end(nil) }
        guard end.isAboutBody else { return .end(end) }
        return await mendBody(end, request, deadline, clock, &progress)
    }

    /// The error of a response that is complete, if nothing is sent again: by its status, or by its body.
    private func ending(
        with error: EngineError?, _ request: PreparedRequest, _ response: Response?
    ) -> EngineError? {
        guard let response else { return error }
        let accepted = request.options.successStatuses
        guard accepted.contains(response.status) else {
            return error ?? .unwantedStatus(response.status, accepted: accepted)
        }
        guard handover == nil else { return nil }
        do throws(EngineError) {
            if request.method != .head { try request.options.expects.check(response) }
        } catch {
            return error
        }
        return inspection?(response)
    }

    private func redirect(
        _ request: PreparedRequest, _ response: Response, _ progress: inout Progress
    ) -> Verdict {
        progress.redirects += 1
        guard progress.redirects <= request.options.maxRedirects else {
            return .end(.tooManyRedirects(limit: request.options.maxRedirects))
        }
        // From the fields before the interceptors: those that they added were for this request only.
        let plain = PreparedRequest(
            method: request.method, url: request.url, headers: progress.draft.headers, body: progress.draft.body,
            options: progress.draft.options)
        do {
            let next = try RedirectPolicy.next(after: plain, response: response)
            (progress.draft, progress.heldBack) = (next.draft, next.heldBack)
            if let version = progress.earlierVersion, try !next.draft.parsedURL().isSameOrigin(as: request.url) {
                progress.draft.options.httpVersion = version
                progress.earlierVersion = nil
            }
        } catch {
            return .end(error.category == .redirect ? error : .badRedirect(error.sentence))
        }
        guard progress.draft.body.canBeSentAgain else {
            return .end(.badRedirect("the body is a stream that can be read only once"))
        }
        progress.cause = .redirect(status: response.status)
        progress.needsFreshConnection = false
        progress.wasResent = false
        return .again
    }

    func perform(
        _ request: PreparedRequest, deadline: Int64?, needsFresh: Bool, _ clock: EventClock
    ) async -> TransportResult {
        let token = Serial.nextJob()
        let result = await withCheckedContinuation { (continuation: CheckedContinuation<TransportResult, Never>) in
            transport.start(
                TransportJob(
                    token: token, request: request, deadlineNanoseconds: deadline, needsFreshConnection: needsFresh,
                    observer: observer, report: { clock.pass($0) }, completion: { continuation.resume(returning: $0) }))
            control.began(token)
        }
        control.ended()
        return result
    }

    @inline(never)  // Each exchange in flight would have room for it.
    private static func sum(_ hops: [Hop], total: Duration) -> PhaseTimings {
        if hops.count == 1, var timings = hops.first?.timings {
            timings.total = total
            return timings
        }
        // Functions and not key paths, and no copies of hops: this runs for every exchange.
        let parts = hops.map(\.timings)
        func sum(_ phase: (PhaseTimings) -> Duration?) -> Duration? {
            let values = parts.compactMap(phase)
            return values.isEmpty ? nil : values.reduce(.zero, +)
        }
        return PhaseTimings(
            queue: sum(\.queue), dns: sum(\.dns), connect: sum(\.connect), tls: sum(\.tls), send: sum(\.send),
            wait: sum(\.wait), receive: sum(\.receive), total: total)
    }
}
