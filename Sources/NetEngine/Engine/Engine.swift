import Synchronization

/// Sends requests: the entry point of the network layer.
///
/// Thread-safe; make one for a program. `send` never throws and never blocks the caller's thread. The engine thread
/// starts with the first send.
///
/// One exchange: `RequestDraft` -> interceptors adapt -> RequestBuilder -> `PreparedRequest` -> reachability -> Transport
/// (with a cache: looked up before, stored after) -> (redirect, recovery by an interceptor, or retry: again from the
/// interceptors) -> status check -> decoding -> `Exchange`. Each step is reported as an `EngineEvent`.
public final class Engine: Sendable {
    /// Whether this machine has a network; cheap enough for a status display.
    public var isOnline: Bool { reachability.isOnline }

    /// The status of the network now, and again after each change; see `Reachability.changes`.
    public func networkChanges() -> AsyncStream<NetworkStatus> { reachability.changes() }

    private let builder: RequestBuilder
    private let options: RequestOptions
    private let reachability: any Reachability
    private let transport: any Transport
    private let interceptors: [any Interceptor]
    private let retryClock: any Clock<Duration>
    private let hosts: HostsFile
    private let cache: HTTPCache?
    private let hub = EventHub()
    let active = ActiveExchanges()
    private let plain: PlainSender

    /// A new engine, with its own connections, interceptors, cache and events. Nothing is opened before the
    /// first send.
    public init(configuration: EngineConfiguration = EngineConfiguration()) {
        builder = RequestBuilder(
            userAgent: configuration.userAgent, proxyEnvironment: configuration.proxyEnvironment)
        options = configuration.options
        reachability = configuration.reachability
        interceptors = configuration.interceptors
        retryClock = configuration.clock
        hosts = configuration.hosts
        cache = configuration.cache.map {
            HTTPCache(
                store: $0, now: configuration.now, usesHeuristicFreshness: configuration.usesHeuristicFreshness,
                evaluatesConditions: configuration.evaluatesConditions,
                collapsesForwarding: configuration.collapsesForwarding)
        }
        transport =
            configuration.transport
            ?? CurlTransport(
                trust: configuration.trust, limits: configuration.connectionLimits, threads: configuration.threads)
        plain = PlainSender(
            builder: builder, options: options, reachability: reachability, transport: transport,
            retryClock: retryClock, hosts: hosts, hub: hub, active: active)
    }

    deinit { hub.close() }

    /// The engine's own thread, as an executor for tasks that send many small requests and do little with the responses.
    ///
    /// A task elsewhere changes threads twice for each request, which costs more than all else that the engine does. In a
    /// task on this executor (`withTaskExecutorPreference(engine.executor) { ... }`) a request costs none. While such a
    /// task computes, nothing is sent or received: it must not block, and must leave long work to other tasks. With a
    /// transport without threads this is the shared thread pool.
    ///
    /// It is the first of `executors`.
    public var executor: any TaskExecutor { executors[0] }

    /// All threads of the engine (`EngineConfiguration.threads`), as executors; at least one. What a task on one of them
    /// sends goes over that thread's own connections; everybody else's requests go over those of the first.
    public var executors: [any TaskExecutor] {
        let executors = transport.executors
        return executors.isEmpty ? [globalConcurrentExecutor] : executors
    }

    /// A fresh id, unique in this process: for callers that must know it before the send begins.
    public func makeID() -> ExchangeID { ExchangeID(rawValue: Serial.nextExchange()) }

    /// Sends and waits for the end, whatever it is. Cancelling the surrounding task cancels the exchange.
    ///
    /// Runs off the caller's actor. Two sends never wait for each other.
    /// - Parameters:
    ///   - draft: what to send; its options win over those of the engine.
    ///   - id: from `makeID`, used for one exchange only; needed to cancel it or to follow its events. Default a new one.
    @concurrent
    public func send(_ draft: RequestDraft, id: ExchangeID? = nil) async -> Exchange {
        await perform(draft, id: id)
    }

    /// The same, reporting the progress of the bodies, at most every 50 ms for each direction.
    ///
    /// `progress` is called on the transport's thread, in order: it must return at once.
    @concurrent
    public func send(
        _ draft: RequestDraft, id: ExchangeID? = nil, progress: @escaping @Sendable (TransferProgress) -> Void
    ) async -> Exchange {
        await perform(draft, id: id, progress: progress)
    }

    /// The same, showing the body of the response while it arrives; all of it is in the exchange at the end as well.
    ///
    /// The observer sees each head that may be the last, and the bytes after it, content codings undone; on the
    /// transport's thread, so it must return at once. It cannot hold up the transfer. Responses from the cache are not
    /// shown to it.
    @concurrent
    public func send(
        _ draft: RequestDraft, id: ExchangeID? = nil, observer: any BodyReceiver
    ) async -> Exchange {
        await perform(draft, id: id, observer: observer)
    }

    /// Sends an endpoint and waits for the end, whatever it is; see `send(_:id:)`.
    ///
    /// An endpoint that cannot be made into a request ends as an exchange with a `request-build` error and no hops; its
    /// draft then holds the path as it was given.
    /// - Parameters:
    ///   - endpoint: its own decoder is not used; `fetch(_:in:id:)` decodes too.
    ///   - environment: gives the base URL, unless the endpoint has its own, and the defaults.
    ///   - id: as for `send(_:id:)`.
    @concurrent
    public func send(
        _ endpoint: some Endpoint, in environment: Environment? = nil, id: ExchangeID? = nil
    ) async -> Exchange {
        await perform(request(of: endpoint, in: environment), id: id)
    }

    /// The same, reporting the progress of the bodies, as `send(_:id:progress:)` does; `Exchange.decoded(by:)` decodes then.
    @concurrent
    public func send(
        _ endpoint: some Endpoint, in environment: Environment? = nil, id: ExchangeID? = nil,
        progress: @escaping @Sendable (TransferProgress) -> Void
    ) async -> Exchange {
        await perform(request(of: endpoint, in: environment), id: id, progress: progress)
    }

    /// The request of an endpoint, or why it cannot be sent.
    func request(of endpoint: some Endpoint, in environment: Environment?) -> EngineRequest {
        do throws(EngineError) {
            return try builder.request(for: endpoint, in: environment)
        } catch {
            return EngineRequest(
                draft: RequestDraft(
                    method: endpoint.method.rawValue, url: endpoint.path, headers: endpoint.headers,
                    options: endpoint.options),
                failure: error)
        }
    }

    /// The draft with the engine's options where it sets none.
    func withOptions(_ draft: RequestDraft) -> RequestDraft { draft.over(options) }

    func perform(
        _ draft: RequestDraft, id: ExchangeID?, progress: (@Sendable (TransferProgress) -> Void)? = nil,
        observer: (any BodyReceiver)? = nil
    ) async -> Exchange {
        await perform(EngineRequest(draft: draft), id: id, progress: progress, observer: observer)
    }

    func perform(
        _ request: EngineRequest, id: ExchangeID?, revalidates: ExchangeID? = nil,
        inspection: ResponseInspection? = nil, progress: (@Sendable (TransferProgress) -> Void)? = nil,
        observer: (any BodyReceiver)? = nil
    ) async -> Exchange {
        await begin(
            request, id: id ?? makeID(), isStreamed: false, revalidates: revalidates, inspection: inspection,
            progress: progress, observer: observer
        ).run(in: active)
    }

    /// Adds an exchange to those in flight; `ExchangeRun.run(in:)` must follow.
    func begin(
        _ request: EngineRequest, id: ExchangeID, isStreamed: Bool, revalidates: ExchangeID? = nil,
        inspection: ResponseInspection? = nil, progress: (@Sendable (TransferProgress) -> Void)? = nil,
        observer: (any BodyReceiver)? = nil
    ) -> ExchangeRun {
        let control = active.add(id, transport: transport)
        let chain = request.interceptors.isEmpty ? interceptors : interceptors + request.interceptors
        var run = ExchangeRun(
            id: id, draft: withOptions(request.draft), control: control, builder: builder, reachability: reachability,
            transport: transport, hub: hub, interceptors: chain, sender: plain, retryClock: retryClock,
            hosts: hosts, preparationFailure: request.failure, inspection: inspection,
            handover: isStreamed ? Promise() : nil, progress: progress, observer: observer)
        if let cache {
            run.cache = cache
            run.revalidates = revalidates
            run.revalidateInBackground = { draft, key in
                self.revalidate(EngineRequest(draft: draft, interceptors: request.interceptors), key, for: id)
            }
        }
        return run
    }

    /// Does work of several exchanges; `cancelAll` and `shutdown` end it between two of them too.
    func group<Result>(_ work: (ExchangeControl) async -> Result) async -> Result {
        let id = makeID()
        let control = active.add(id, transport: transport)
        defer { active.remove(id) }
        return await work(control)
    }

    /// The id of an exchange of a group, which is cancelled with the group even before it begins. It must be sent.
    func makeID(in group: ExchangeControl) -> ExchangeID {
        let id = makeID()
        let control = active.add(id, transport: transport)
        if group.isCancelled { control.cancel() }
        return id
    }

    /// A task that `cancel` with this id, `cancelAll` and `shutdown` end from now on, and not only once it has begun.
    /// - Parameter id: of the exchange that it sends; nil if there are several, or nobody knows it.
    package func task(id: ExchangeID? = nil, _ work: @escaping @Sendable () async -> Void) -> Task<Void, Never> {
        let id = id ?? makeID()
        let control = active.add(id, transport: transport)
        // Not detached: the work has the caller's task-local values, such as the span that it belongs to.
        let task = Task { [active] in
            await work()
            active.remove(id)
        }
        control.cancelsToo(task)
        return task
    }

    /// Waits between two exchanges of a group, by the clock of retries.
    /// - Returns: false if the task, or the group, was cancelled meanwhile.
    func pause(for wait: Duration, in control: ExchangeControl) async -> Bool {
        let clock = retryClock
        let slept = await withTaskCancellationHandler {
            await control.interruptible(until: nil) { try? await clock.sleep(for: wait) }
        } onCancel: {
            control.cancel()
        }
        if case .done = slept { return !Task.isCancelled }
        return false
    }

    /// Revalidates in the background the stale response that the exchange got (RFC 5861 §3).
    private func revalidate(_ request: EngineRequest, _ key: CacheKey, for original: ExchangeID) -> ExchangeID {
        let id = makeID()
        Task.detached {
            _ = await self.perform(request, id: id, revalidates: original)
            self.cache?.endBackground(key)
        }
        return id
    }

    /// Returns when no background revalidation is in flight (RFC 5861 §3).
    public func finishBackgroundWork() async { await cache?.waitForBackground() }

    /// Ends the exchange with `cancelled`, whatever its state since the call that sends it; nothing happens if it is over.
    public func cancel(_ id: ExchangeID) { active.control(id)?.cancel() }

    /// Ends all exchanges with `cancelled`, also those of batches that were not sent yet. Later sends are not affected.
    public func cancelAll() { active.cancelAll() }

    /// A new subscription to every event from now on. Ends when the stream is dropped or the engine goes.
    ///
    /// Nothing is lost: what the subscriber has not read yet is kept in memory. The order is kept for each exchange.
    public func events() -> AsyncStream<EngineEvent> { hub.subscribe() }

    /// Calls `take` with each event until the engine is gone: at once, on the thread on which it happens, and with `queued` on the
    /// task that sends. It must return soon.
    @discardableResult
    package func tap(_ take: @escaping @Sendable (EngineEvent) -> Void) -> EventTap { EventTap(hub, take) }

    /// Closes all connections and stops the engine thread; what is in flight ends as `cancelled`, as does every later
    /// send. Ends all event streams.
    public func shutdown() async {
        cancelAll()
        await transport.shutdown()
        await active.waitUntilEmpty()
        hub.close()
    }
}
