import NetEngine
import NetEngineTesting
import TestSupport
import Testing

/// The retry policy in real exchanges.
@Suite(.timeLimit(.minutes(5))) struct RetryTests {
    private let clock = ManualClock()
    private let policy = RetryPolicy(backoff: Backoff(base: .seconds(1), hasJitter: false))

    private func engine(_ clock: any Clock<Duration>) -> Engine {
        Engine(configuration: EngineConfiguration(clock: clock))
    }

    private func options(_ policy: RetryPolicy? = nil, total: Duration? = .seconds(60)) -> RequestOptions {
        RequestOptions(timeouts: Timeouts(total: total), retry: policy ?? self.policy)
    }

    @Test func `a saved request is sent once`() async throws {
        try await StubServer.with(.sequence(.status(503), .status(200))) { server in
            let exchange = await engine(clock).send(RequestDraft(url: server.url))
            #expect(exchange.error?.status == 503)
            #expect(server.received.count == 1)
        }
    }

    @Test func `attempts are hops, waits grow and are reported`() async throws {
        try await StubServer.with(.sequence(.status(503), .closeAfterRequest, .status(200))) { server in
            let engine = engine(clock)
            let events = engine.events()
            let exchange = await engine.send(RequestDraft(url: server.url, options: options()))
            #expect(exchange.error == nil)
            #expect(exchange.hops.map(\.cause) == [.first, .retry, .retry])
            #expect(exchange.retryCount == 2)
            // The first retry reused the connection; when that died, the request was sent again at once, and arrived.
            #expect(clock.sleeps == [.seconds(1)])
            var told: [(Int, Duration, Int?)] = []
            for await event in events {
                if case .retryScheduled(let retry, let wait, let reason) = event.step {
                    told.append((retry, wait, reason.status))
                }
                if case .finished = event.step { break }
            }
            #expect(told.count == 1)
            #expect(told.first.map { $0 == (1, .seconds(1), 503) } == true)
        }
    }

    @Test func `it gives up with the last error`() async throws {
        try await StubServer.with(.resetAfterRequest) { server in
            let exchange = await engine(clock).send(RequestDraft(url: server.url, options: options()))
            #expect(exchange.error?.category == .connect)
            #expect(exchange.hops.count == 4)
            #expect(clock.sleeps == [.seconds(1), .seconds(2), .seconds(4)])
        }
    }

    /// A server that closes the connection of each request to `/`, and an engine with three idle connections to it.
    private func withKeptConnections(_ body: (Engine, String) async throws -> Void) async throws {
        let held = StubBehaviour.steps(.waitForRelease, .send(StubBehaviour.response(200, body: [])))
        try await StubServer.with(.routes(["/held": held, "/": .closeAfterRequest])) { server in
            let engine = engine(clock)
            let url = server.url
            await withTaskGroup(of: Bool.self) { group in
                for _ in 0..<3 { group.addTask { await engine.send(RequestDraft(url: url + "/held")).isSuccess } }
                _ = await server.requests(3)
                server.release()
                for await isSuccess in group { #expect(isSuccess) }
            }
            try await body(engine, url + "/")
        }
    }

    @Test func `after a lost connection no other idle one is tried`() async throws {
        try await withKeptConnections { engine, url in
            let exchange = await engine.send(RequestDraft(url: url, options: options()))
            #expect(exchange.error?.category == .connect)
            #expect(exchange.hops.map(\.connection?.isReused) == [true, false, false, false])
            // The one that was sent again at once is one of the three.
            #expect(clock.sleeps == [.seconds(1), .seconds(2)])
        }
    }

    @Test func `after a lost POST no other idle connection is tried`() async throws {
        try await withKeptConnections { engine, url in
            var policy = policy
            (policy.maxRetries, policy.retriesUnsafeMethods) = (1, true)
            let exchange = await engine.send(
                RequestDraft(method: "POST", url: url, body: .bytes([65]), options: options(policy)))
            #expect(exchange.error?.category == .connect)
            #expect(exchange.hops.map(\.connection?.isReused) == [true, false])
        }
    }

    @Test func `a connection that is lost in the last retry brings no further request`() async throws {
        try await StubServer.with(.sequence(.status(503), .closeAfterRequest, .status(200))) { server in
            var policy = policy
            policy.maxRetries = 1
            let exchange = await engine(clock).send(RequestDraft(url: server.url, options: options(policy)))
            #expect(exchange.error?.category == .connect)
            #expect(exchange.hops.map(\.connection?.isReused) == [false, true])
            #expect(server.received.count == 2)
        }
    }

    @Test func `a server's own wait is waited`() async throws {
        let busy = StubBehaviour.status(429, headers: [("Retry-After", "17")])
        try await StubServer.with(.sequence(busy, .status(200))) { server in
            // On a busy machine, less of the limit may be left than the wait takes.
            let exchange = await engine(clock).send(RequestDraft(url: server.url, options: options(total: nil)))
            #expect(exchange.error == nil)
            #expect(clock.sleeps == [.seconds(17)])
        }
    }

    @Test func `a wait beyond the total limit ends at once, with the response`() async throws {
        try await StubServer.with(.status(503, headers: [("Retry-After", "61")])) { server in
            let exchange = await engine(ManualClock(.standing)).send(RequestDraft(url: server.url, options: options()))
            #expect(exchange.error?.status == 503)
            #expect(
                exchange.error?.hint.hasSuffix(
                    " It was not sent again: the server asks to wait 61 s (Retry-After), which is longer than the time limit leaves."
                ) == true)
            #expect(exchange.hops.count == 1)
        }
    }

    @Test func `the policy's deadline counts from the beginning of the exchange`() async throws {
        try await StubServer.with(.status(503)) { server in
            let policy = RetryPolicy(backoff: Backoff(base: .zero), deadline: .zero)
            let exchange = await engine(clock).send(RequestDraft(url: server.url, options: options(policy)))
            #expect(exchange.error?.status == 503)
            #expect(server.received.count == 1)
            #expect(exchange.error?.hint.contains("the wait before that would pass the time limit") == true)
        }
    }

    @Test func `a request that is not sent again says why, unless a repetition would not help`() async throws {
        let busy = StubBehaviour.status(503, headers: [("Retry-After", "121")])
        for (method, behaviour, clause) in [
            ("POST", StubBehaviour.status(503), "POST is not idempotent."),
            ("GET", busy, "(Retry-After), which is longer than 120 s."), ("GET", .status(404), nil),
        ] {
            try await StubServer.with(behaviour) { server in
                let draft = RequestDraft(method: method, url: server.url, options: options(total: nil))
                let hint = await engine(clock).send(draft).error?.hint ?? ""
                #expect(hint.contains("It was not sent again") == (clause != nil), "\(hint)")
                if let clause { #expect(hint.hasSuffix(clause), "\(hint)") }
            }
        }
        let used = RetryPolicy(maxRetries: 1, backoff: Backoff(base: .zero))
        try await StubServer.with(.status(503)) { server in
            let exchange = await engine(clock).send(RequestDraft(url: server.url, options: options(used)))
            #expect(exchange.retryCount == 1)
            #expect(exchange.error?.hint.contains("not sent again") == false)
        }
    }

    @Test func `a wait of an interceptor beyond the total limit ends at once, with the response`() async throws {
        struct Patient: Interceptor {
            func recover(from outcome: HopOutcome, context: InterceptorContext) async -> Recovery {
                .retry(outcome.draft, after: .seconds(61))
            }
        }
        try await StubServer.with(.status(401)) { server in
            let engine = Engine(configuration: EngineConfiguration(interceptors: [Patient()], clock: clock))
            let exchange = await engine.send(RequestDraft(url: server.url, options: RequestOptions()))
            #expect(exchange.error?.status == 401)
            #expect(clock.sleeps == [])
            #expect(server.received.count == 1)
        }
    }

    @Test func `a POST is repeated only when it is wanted`() async throws {
        for isWanted in [false, true] {
            try await StubServer.with(.sequence(.status(500), .status(200))) { server in
                var policy = policy
                policy.retriesUnsafeMethods = isWanted
                let exchange = await engine(clock).send(
                    RequestDraft(method: "POST", url: server.url, body: .bytes([65]), options: options(policy)))
                #expect(exchange.isSuccess == isWanted)
                #expect(server.received.map(\.body) == (isWanted ? [[65], [65]] : [[65]]))
            }
        }
    }

    @Test func `the hop that failed is repeated, not the redirect before it`() async throws {
        try await StubServer.with(.sequence(.redirect(to: "/b"), .status(502), .status(200))) { server in
            let exchange = await engine(clock).send(RequestDraft(url: server.url, options: options()))
            #expect(exchange.isSuccess)
            #expect(server.received.map(\.target) == ["/", "/b", "/b"])
            #expect(exchange.hops.map(\.cause) == [.first, .redirect(status: 302), .retry])
        }
    }

    @Test func `cancelling ends the wait`() async throws {
        try await StubServer.with(.status(503)) { server in
            let engine = engine(ManualClock(.standing))
            let events = engine.events()
            let id = engine.makeID()
            async let sending = engine.send(RequestDraft(url: server.url, options: options()), id: id)
            for await event in events { if case .retryScheduled = event.step { break } }
            engine.cancel(id)
            let exchange = await sending
            #expect(exchange.error?.category == .cancelled)
            #expect(exchange.hops.count == 1)
        }
    }
}
