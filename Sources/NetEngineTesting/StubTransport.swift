public import NetEngine
import Synchronization

/// A transport for tests: answers requests with what the test says, and keeps them for its assertions. Nothing is sent.
///
/// ```
/// let stub = StubTransport()
/// stub.on(.get, "/v1/products/7", .json(#"{"id":7,"name":"tea"}"#))
/// let engine = Engine(configuration: EngineConfiguration(stub: stub))
/// ```
///
/// A request that no stub is for fails with a sentence that names it and the stubs there are. Everything above the
/// transport works as ever: interceptors, redirects, retries, cookies, cache, decoding, streams, events.
public final class StubTransport: Transport {
    private struct Stub {
        let pattern: StubPattern
        /// Called with the request and how many this stub has answered.
        let reply: @Sendable (StubbedRequest, Int) -> StubReply
        var uses = 0
    }

    private struct State {
        var stubs: [Stub] = []
        var received: [StubbedRequest] = []
        var unmatched: [StubbedRequest] = []
        var waiters = CountWaiters()
        var jobs: [UInt64: StubbedJob] = [:]
        var idleWaiters: [CheckedContinuation<Void, Never>] = []
        var isShutDown = false
    }

    /// By which replies are delayed.
    public let clock: any Clock<Duration>
    private let state = Mutex(State())

    /// A transport without stubs.
    /// - Parameter clock: by which replies are delayed. By default each delay passes at once; give a
    ///   `ManualClock(.standing)` to decide when it passes.
    public init(clock: any Clock<Duration> = ManualClock()) { self.clock = clock }

    // MARK: What it answers

    /// Answers requests with a method whose URL fits the pattern: the first with the first reply, the next with the next, and
    /// all later ones with the last. Of several stubs that fit, the newest is used.
    /// - Parameter url: what follows the host (`/v1/products/7`), or a whole URL. `*` fits any text without a slash,
    ///   `**` any text. Without a `?` in it the query does not matter.
    @discardableResult
    public func on(_ method: HTTPMethod, _ url: String, _ first: StubReply, _ more: StubReply...) -> Self {
        add(method, url, [first] + more)
    }

    /// The same for all methods.
    @discardableResult
    public func on(_ url: String, _ first: StubReply, _ more: StubReply...) -> Self { add(nil, url, [first] + more) }

    /// The same with a reply made for each request.
    /// - Parameter reply: called on any thread, for several requests at once if they are sent so.
    @discardableResult
    public func on(
        _ method: HTTPMethod, _ url: String, reply: @escaping @Sendable (StubbedRequest) -> StubReply
    ) -> Self {
        add(StubPattern(method: method, text: url)) { request, _ in reply(request) }
    }

    /// The same for all methods.
    @discardableResult
    public func on(_ url: String, reply: @escaping @Sendable (StubbedRequest) -> StubReply) -> Self {
        add(StubPattern(method: nil, text: url)) { request, _ in reply(request) }
    }

    private func add(_ method: HTTPMethod?, _ url: String, _ replies: [StubReply]) -> Self {
        add(StubPattern(method: method, text: url)) { replies[min($1, replies.count - 1)] }
    }

    private func add(_ pattern: StubPattern, _ reply: @escaping @Sendable (StubbedRequest, Int) -> StubReply) -> Self {
        state.withLock { $0.stubs.append(Stub(pattern: pattern, reply: reply)) }
        return self
    }

    // MARK: What it received

    /// All requests so far, in the order in which they were sent; redirects and retries count as well.
    public var received: [StubbedRequest] { state.withLock { $0.received } }

    /// Those that no stub was for.
    public var unmatched: [StubbedRequest] { state.withLock { $0.unmatched } }

    /// Those with a method and a URL, by the same rules as for `on`.
    /// - Parameter method: default nil, any.
    public func received(_ method: HTTPMethod? = nil, _ url: String) -> [StubbedRequest] {
        let pattern = StubPattern(method: method, text: url)
        return received.filter { pattern.matches($0.request) }
    }

    /// Returns as soon as this many requests were received.
    public func requests(_ count: Int) async {
        await withCheckedContinuation { continuation in
            let isReady = state.withLock { $0.waiters.add(continuation, until: count, now: $0.received.count) }
            if isReady { continuation.resume() }
        }
    }

    // MARK: Transport

    /// Answers the request on a separate task.
    public func start(_ job: TransportJob) {
        // Without a wait where the body is at hand, so that replies follow the order of the requests.
        let chosen: (StubbedRequest, StubReply)? =
            switch job.request.body {
            case .none: choose(StubbedRequest(request: job.request, body: []))
            case .bytes(let bytes): choose(StubbedRequest(request: job.request, body: bytes))
            case .file, .pieces, .stream: nil
            }
        let stubbed = StubbedJob(job, clock: clock)
        let isShutDown = state.withLock { state in
            if !state.isShutDown { state.jobs[job.token] = stubbed }
            return state.isShutDown
        }
        if isShutDown { stubbed.cancel() }
        stubbed.run(
            choosing: { [self] () async throws(EngineError) -> (StubbedRequest, StubReply) in
                if let chosen { return chosen }
                let body = try await StubbedRequest.bytes(of: job.request.body)
                return choose(StubbedRequest(request: job.request, body: body))
            },
            ended: { [self] in remove(job.token) })
    }

    /// Ends the request with `cancelled`, unless it is over.
    public func cancel(_ token: UInt64) { state.withLock { $0.jobs[token] }?.cancel() }

    /// Continues a request whose reader had no room.
    public func resume(_ token: UInt64) { state.withLock { $0.jobs[token] }?.resume() }

    /// Ends all requests with `cancelled`, as it does later ones.
    public func shutdown() async {
        let jobs = state.withLock { state in
            state.isShutDown = true
            return Array(state.jobs.values)
        }
        for job in jobs { job.cancel() }
        await withCheckedContinuation { continuation in
            let isIdle = state.withLock { state in
                if !state.jobs.isEmpty { state.idleWaiters.append(continuation) }
                return state.jobs.isEmpty
            }
            if isIdle { continuation.resume() }
        }
    }

    private func remove(_ token: UInt64) {
        let waiters = state.withLock { state -> [CheckedContinuation<Void, Never>] in
            state.jobs[token] = nil
            guard state.jobs.isEmpty else { return [] }
            defer { state.idleWaiters = [] }
            return state.idleWaiters
        }
        for waiter in waiters { waiter.resume() }
    }

    /// Records the request and finds its reply.
    private func choose(_ request: StubbedRequest) -> (StubbedRequest, StubReply) {
        let (found, stubs, waiters) = state.withLock { state in
            state.received.append(request)
            let ready = state.waiters.take(at: state.received.count)
            let index = state.stubs.lastIndex { $0.pattern.matches(request.request) }
            var found: (reply: @Sendable (StubbedRequest, Int) -> StubReply, uses: Int)?
            if let index {
                found = (state.stubs[index].reply, state.stubs[index].uses)
                state.stubs[index].uses += 1
            } else {
                state.unmatched.append(request)
            }
            return (found, state.stubs.map(\.pattern.description), ready)
        }
        for waiter in waiters { waiter.resume() }
        // Outside the lock: the test's code may ask for what was received.
        return (request, found.map { $0.reply(request, $0.uses) } ?? .failure(.noStub(for: request, among: stubs)))
    }
}

extension EngineError {
    fileprivate static func noStub(for request: StubbedRequest, among stubs: [String]) -> EngineError {
        let known = stubs.isEmpty ? "There are none yet" : "There are stubs for \(stubs.joined(separator: ", "))"
        return EngineError(
            .internal, "No stub matches \(request.method) \(request.url.textWithoutUserInfo).",
            hint: "\(known). Add one with `on`, or correct the request.")
    }
}

extension EngineConfiguration {
    /// The settings for a test: this transport, its clock for retries too, and a machine that is always online.
    public init(stub: StubTransport) {
        self.init(reachability: ManualReachability(), transport: stub, clock: stub.clock)
    }
}
