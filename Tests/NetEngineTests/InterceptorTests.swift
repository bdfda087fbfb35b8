import Glibc
import NetEngine
import NetEngineTesting
import Synchronization
import TestSupport
import Testing

/// Interceptors change requests, see outcomes and have requests sent again.
@Suite(.timeLimit(.minutes(5))) struct InterceptorTests {
    private func engine(_ interceptors: any Interceptor...) -> Engine {
        Engine(configuration: EngineConfiguration(interceptors: interceptors, clock: ManualClock()))
    }

    /// Appends its name to a field, and records what it sees.
    private struct Stamp: Interceptor {
        let name: String
        let notes: Notes

        func adapt(
            _ request: RequestDraft, context: InterceptorContext
        ) async throws(EngineError) -> RequestDraft {
            var request = request
            let before = request.headers["X-Order"] ?? ""
            request.headers.remove("X-Order")
            request.headers.append(HeaderField("X-Order", before + name))
            return request
        }
        func observe(_ outcome: HopOutcome, context: InterceptorContext) async {
            notes.add("\(name) saw \(outcome.hop.response?.status ?? 0)")
        }
        func recover(from outcome: HopOutcome, context: InterceptorContext) async -> Recovery {
            notes.add("\(name) asked \(context.recoveries)")
            return .pass
        }
    }

    private final class Notes: Sendable {
        private let state = Mutex([String]())
        var all: [String] { state.withLock { $0 } }
        func add(_ note: String) { state.withLock { $0.append(note) } }
    }

    @Test func `requests are adapted in order and responses seen in reverse order`() async throws {
        try await StubServer.with(.sequence(.redirect(to: "/b"), .status(500))) { server in
            let notes = Notes()
            let exchange = await engine(Stamp(name: "a", notes: notes), Stamp(name: "b", notes: notes)).send(
                RequestDraft(url: server.url))
            #expect(exchange.error?.status == 500)
            #expect(server.received.map { $0.field("X-Order") } == ["ab", "ab"])
            #expect(notes.all == ["b saw 302", "a saw 302", "b saw 500", "a saw 500", "b asked 0", "a asked 0"])
            #expect(exchange.draft.headers.isEmpty)
        }
    }

    @Test func `an interceptor that no request concerns is not asked`() async throws {
        struct Selective: Interceptor {
            let stamp: Stamp
            func mayConcern(_ request: RequestDraft) -> Bool { request.headers["X-Login"] != nil }
            func adapt(
                _ request: RequestDraft, context: InterceptorContext
            ) async throws(EngineError) -> RequestDraft {
                try await stamp.adapt(request, context: context)
            }
            func observe(_ outcome: HopOutcome, context: InterceptorContext) async {
                await stamp.observe(outcome, context: context)
            }
        }
        try await StubServer.with(.status(200)) { server in
            let notes = Notes()
            let engine = engine(Selective(stamp: Stamp(name: "a", notes: notes)))
            _ = await engine.send(RequestDraft(url: server.url))
            #expect(notes.all.isEmpty)
            _ = await engine.send(RequestDraft(url: server.url, headers: [HeaderField("X-Login", "yes")]))
            #expect(notes.all == ["a saw 200"])
            #expect(server.received.map { $0.field("X-Order") } == [nil, "a"])
        }
    }

    @Test func `an error of an interceptor ends the exchange`() async throws {
        struct Refusing: Interceptor {
            func adapt(
                _ request: RequestDraft, context: InterceptorContext
            ) async throws(EngineError) -> RequestDraft {
                throw EngineError(category: .api, sentence: "No.", hint: "Ask.")
            }
        }
        let exchange = await engine(Refusing()).send(RequestDraft(url: "http://127.0.0.1:1"))
        #expect(exchange.error?.sentence == "No.")
        #expect(exchange.hops.isEmpty)
    }

    @Test func `an interceptor can change the request that is sent again, three times at most`() async throws {
        struct Stubborn: Interceptor {
            func recover(from outcome: HopOutcome, context: InterceptorContext) async -> Recovery {
                var draft = outcome.draft
                draft.headers.append(HeaderField("X-Try", "\(context.recoveries)"))
                return .retry(draft)
            }
        }
        try await StubServer.with(.status(404)) { server in
            let exchange = await engine(Stubborn()).send(RequestDraft(url: server.url))
            #expect(exchange.error?.status == 404)
            #expect(exchange.hops.map(\.cause) == [.first, .retry, .retry, .retry])
            #expect(
                server.received.last?.lines.filter { $0.hasPrefix("X-Try") } == ["X-Try: 0", "X-Try: 1", "X-Try: 2"])
        }
    }

    /// Ignores cancellation.
    private struct Hanging: Interceptor {
        let begun: AsyncStream<Void>.Continuation

        func adapt(
            _ request: RequestDraft, context: InterceptorContext
        ) async throws(EngineError) -> RequestDraft {
            begun.yield()
            await withUnsafeContinuation { (_: UnsafeContinuation<Void, Never>) in }
            return request
        }
    }

    @Test func `an interceptor that hangs is ended by cancelling and by the total limit`() async throws {
        let (stream, begun) = AsyncStream<Void>.makeStream()
        let engine = engine(Hanging(begun: begun))
        let id = engine.makeID()
        async let sending = engine.send(RequestDraft(url: "http://127.0.0.1:1"), id: id)
        for await _ in stream { break }
        engine.cancel(id)
        #expect(await sending.error?.category == .cancelled)
        let late = await engine.send(
            RequestDraft(
                url: "http://127.0.0.1:1",
                options: RequestOptions(timeouts: Timeouts(total: .milliseconds(20)))))
        #expect(late.error?.category == .timeout)
        #expect(late.error?.phase == .queue)
    }

    /// Waits at one place until its task is cancelled, and reports when it continues.
    private struct Waiting: Interceptor {
        enum Place: String, CaseIterable, Sendable { case adapt, observe, recover }
        let place: Place
        let begun: AsyncStream<Void>.Continuation
        let ended: AsyncStream<Void>.Continuation

        private func wait(at here: Place) async {
            guard here == place else { return }
            begun.yield()
            let (never, _) = AsyncStream<Void>.makeStream()
            for await _ in never {}
            ended.yield()
        }
        func adapt(
            _ request: RequestDraft, context: InterceptorContext
        ) async throws(EngineError) -> RequestDraft {
            await wait(at: .adapt)
            return request
        }
        func observe(_ outcome: HopOutcome, context: InterceptorContext) async { await wait(at: .observe) }
        func recover(from outcome: HopOutcome, context: InterceptorContext) async -> Recovery {
            await wait(at: .recover)
            return .pass
        }
    }

    @Test(arguments: Waiting.Place.allCases, [true, false])
    private func `a waiting interceptor learns of the end, wherever it waits`(
        _ place: Waiting.Place, isCancelled: Bool
    ) async throws {
        try await StubServer.with(.status(500)) { server in
            let (beginnings, begun) = AsyncStream<Void>.makeStream()
            let (endings, ended) = AsyncStream<Void>.makeStream()
            let engine = engine(Waiting(place: place, begun: begun, ended: ended))
            let id = engine.makeID()
            // Long enough for the response on a busy machine: the limit must take effect where the interceptor waits.
            let limit = Timeouts(total: isCancelled ? nil : .seconds(4))
            async let sending = engine.send(
                RequestDraft(url: server.url, options: RequestOptions(timeouts: limit)), id: id)
            for await _ in beginnings { break }
            if isCancelled { engine.cancel(id) }
            let exchange = await sending
            for await _ in endings { break }
            switch (place, isCancelled) {
            case (.adapt, true), (.recover, true): #expect(exchange.error?.category == .cancelled)
            case (.adapt, false): #expect(exchange.error?.category == .timeout)
            // What was received is kept, with its own error.
            default: #expect(exchange.error?.status == 500)
            }
            #expect(server.received.count == (place == .adapt ? 0 : 1))
        }
    }

    @Test func `an interceptor that waits for nothing runs on the thread of the sender`() async throws {
        struct Here: Interceptor {
            let notes: Notes
            func adapt(
                _ request: RequestDraft, context: InterceptorContext
            ) async throws(EngineError) -> RequestDraft {
                notes.add("\(pthread_self())")
                return request
            }
        }
        try await StubServer.with(.status(200)) { server in
            let notes = Notes()
            let engine = engine(Here(notes: notes))
            let url = server.url
            await Task(executorPreference: engine.executor) {
                notes.add("\(pthread_self())")
                _ = await engine.send(RequestDraft(url: url))
            }.value
            #expect(notes.all.count == 2)
            #expect(notes.all.first == notes.all.last)
        }
    }

    @Test func `the shipped fields are added where none is typed`() async throws {
        try await StubServer.with(.routes(["/": .redirect(to: "/b"), "/b": .status(200)])) { server in
            let engine = engine(
                DefaultHeaders([HeaderField("X-A", "1"), HeaderField("X-A", "2"), HeaderField("X-B", "default")]),
                UserAgent("mine/1"), RequestID(), Credential.basic(user: "ü", password: "p:q"),
                Credential.apiKey("k y", header: "X-Shop"), Credential.apiKey("a&b", query: "api key"))
            let exchange = await engine.send(
                RequestDraft(url: server.url + "/", headers: [HeaderField("x-b", "typed")]))
            #expect(server.received.first?.target == "/?api%20key=a%26b")
            let received = try #require(server.received.first)
            #expect(received.lines.filter { $0.hasPrefix("X-A") } == ["X-A: 1", "X-A: 2"])
            #expect(received.lines.filter { $0.lowercased().hasPrefix("x-b") } == ["x-b: typed"])
            #expect(received.field("User-Agent") == "mine/1")
            #expect(received.field("Authorization") == "Basic w7w6cDpx")
            #expect(received.field("X-Shop") == "k y")
            #expect(received.field("X-Request-Id")?.count == 32)
            #expect(exchange.hops.first?.request.headers.values("Authorization").count == 1)
        }
    }

    @Test func `a request id is the same for all requests of an exchange and of no other`() async throws {
        try await StubServer.with(.sequence(.redirect(to: "/b"), .status(200))) { server in
            let engine = engine(RequestID(header: "X-Trace"))
            _ = await engine.send(RequestDraft(url: server.url))
            _ = await engine.send(RequestDraft(url: server.url))
            let ids = server.received.map { $0.field("X-Trace") }
            #expect(ids[0] == ids[1])
            #expect(ids[1] != ids[2])
        }
    }

    @Test func `added credentials stay on the origin, however they are named`() async throws {
        struct Custom: Interceptor {
            func adapt(
                _ request: RequestDraft, context: InterceptorContext
            ) async throws(EngineError) -> RequestDraft {
                var request = request
                request.headers.append(HeaderField("X-Odd", "secret", origin: .auth))
                request.headers.append(HeaderField("X-Access-Token", "secret"))
                request.headers.append(HeaderField("X-Harmless", "yes"))
                return request
            }
        }
        try await StubServer.with(.status(200)) { other in
            try await StubServer.with(
                .routes(["/": .redirect(to: "/same"), "/same": .redirect(to: other.url + "/there")])
            ) { server in
                let engine = engine(
                    Custom(), Credential.apiKey("k", header: "X-Shop"), DefaultHeaders([HeaderField("X-Env", "e")]),
                    TokenRefresh(token: "t") { _ in "new" })
                let exchange = await engine.send(RequestDraft(url: server.url))
                #expect(exchange.isSuccess)
                for name in ["Authorization", "X-Odd", "X-Access-Token", "X-Shop", "X-Env", "X-Harmless"] {
                    #expect(server.received.last?.field(name) != nil, "\(name) stays on the same origin")
                }
                for name in ["Authorization", "X-Odd", "X-Access-Token", "X-Shop", "X-Env"] {
                    #expect(other.received.first?.field(name) == nil, "\(name) does not cross")
                }
                #expect(other.received.first?.field("X-Harmless") == "yes")
            }
        }
    }

    @Test func `a key in the query does not cross, a credential with fixed origins follows them`() async throws {
        try await StubServer.with(.status(200)) { other in
            try await StubServer.with(.redirect(to: other.url + "/there")) { server in
                let engine = engine(
                    Credential.apiKey("k", query: "key"),
                    Credential.bearer("theirs", scope: .origins([other.url])))
                _ = await engine.send(RequestDraft(url: server.url))
                #expect(server.received.first?.target == "/?key=k")
                #expect(server.received.first?.field("Authorization") == nil)
                #expect(other.received.first?.target == "/there")
                #expect(other.received.first?.field("Authorization") == "Bearer theirs")
            }
        }
    }

    /// All interceptors of this library that add credentials, each with what it adds.
    private static func shipped(_ server: StubServer) -> [(name: String, interceptor: any Interceptor)] {
        let client = OAuth2Client(tokenURL: server.url + "/token", id: "i", secret: "client")
        let keys = AWSCredentials(accessKeyID: "id", secretAccessKey: "s", sessionToken: "SECRET")
        return [
            ("bearer", Credential.bearer("SECRET")), ("basic", Credential.basic(user: "SECRET", password: "p")),
            ("header key", Credential.apiKey("SECRET", header: "X-Any")),
            ("query key", Credential.apiKey("SECRET", query: "any")),
            ("default headers", DefaultHeaders([HeaderField("X-Any", "SECRET")])),
            ("digest", DigestAuthentication(user: "SECRET", password: "p")),
            ("token refresh", TokenRefresh(token: "SECRET") { _ in "SECRET" }),
            ("AWS", AWSSignature(credentials: keys, region: "r", service: "s3")),
            ("OAuth 2", OAuth2Authentication(client: client, grant: .clientCredentials)),
            ("cookie jar", CookieJar()),
        ]
    }

    @Test func `no shipped interceptor gives its credentials to another origin, at first or on the way back`()
        async throws
    {
        for index in 0..<10 {
            // The other server needs another name, because cookies ignore ports.
            let other = StubBehaviour { request in
                [
                    .send(
                        StubBehaviour.response(
                            request.target == "/stay" ? 401 : 302,
                            headers: [
                                ("Location", "/stay"), ("WWW-Authenticate", "Digest realm=r, nonce=\"n\""),
                            ], body: []))
                ]
            }
            try await StubServer.with(other) { other in
                let away = "http://localhost:\(other.port)/there"
                let server = StubBehaviour { request in
                    switch request.target.prefix(6) {
                    case "/token":
                        return [.send(StubBehaviour.response(200, body: Array(#"{"access_token":"SECRET"}"#.utf8)))]
                    case "/away", "/away?":
                        return StubBehaviour.redirect(307, to: away).answer(request)
                    default:
                        let isDigest = request.field("Authorization") == nil && index == 5
                        return [
                            .send(
                                StubBehaviour.response(
                                    isDigest ? 401 : 200,
                                    headers: [
                                        ("Set-Cookie", "a=SECRET; Path=/"),
                                        ("WWW-Authenticate", "Digest realm=r, nonce=\"n\""),
                                    ], body: []))
                        ]
                    }
                }
                try await StubServer.with(server) { server in
                    let (name, interceptor) = Self.shipped(server)[index]
                    let engine = engine(interceptor)
                    #expect(await engine.send(RequestDraft(url: server.url + "/first")).isSuccess, "\(name)")
                    _ = await engine.send(RequestDraft(method: "PUT", url: server.url + "/away"))
                    let own = try #require(server.received.last)
                    let isGiven =
                        String(decoding: own.head, as: UTF8.self).contains("SECRET")
                        || own.field("Authorization") != nil
                    #expect(isGiven, "\(name) gives it to the first origin")
                    #expect(other.received.count >= 2, "\(name)")
                    for request in other.received {
                        let head = String(decoding: request.head, as: UTF8.self)
                        #expect(!head.contains("SECRET") && !head.contains("\nAuthorization"), "\(name) crosses")
                        #expect(!head.lowercased().contains("\nx-amz"), "\(name) crosses")
                    }
                }
            }
        }
    }

    private let wantsNewToken = StubBehaviour { request in
        let status = request.field("Authorization") == "Bearer new" ? 200 : 401
        return [.send(StubBehaviour.response(status, body: []))]
    }

    @Test func `one renewal serves all requests that wait for it`() async throws {
        // Each 401 waits for the last request: one that began later would wait for the renewal, and send nothing.
        let refusesTogether = StubBehaviour { request in
            request.field("Authorization") == "Bearer new"
                ? [.send(StubBehaviour.response(200, body: []))]
                : [.waitForRelease, .send(StubBehaviour.response(401, body: [])), .mark]
        }
        try await StubServer.with(refusesTogether) { server in
            let notes = Notes()
            let token = TokenRefresh(token: "old") { used in
                notes.add(used ?? "none")
                // By then all of them have their 401.
                await server.marks(20)
                return "new"
            }
            let engine = engine(token)
            await withTaskGroup(of: Exchange.self) { group in
                for _ in 0..<20 { group.addTask { await engine.send(RequestDraft(url: server.url)) } }
                _ = await server.requests(20)
                server.release()
                for await exchange in group {
                    #expect(exchange.isSuccess)
                    #expect(exchange.retryCount == 1)
                }
            }
            #expect(notes.all == ["old"])
            #expect(token.token == "new")
            #expect(await engine.send(RequestDraft(url: server.url)).retryCount == 0)
        }
    }

    @Test func `a 401 for the old token that comes after the renewal takes the new one`() async throws {
        let behaviour = StubBehaviour { request in
            if request.field("Authorization") == "Bearer new" {
                return [.send(StubBehaviour.response(200, body: []))]
            }
            let refusal = StubStep.send(StubBehaviour.response(401, body: []))
            return request.target == "/slow" ? [.waitForRelease, refusal] : [refusal]
        }
        try await StubServer.with(behaviour) { server in
            let notes = Notes()
            let engine = engine(
                TokenRefresh(token: "old") { used in
                    notes.add(used ?? "none")
                    return "new"
                })
            async let slow = engine.send(RequestDraft(url: server.url + "/slow"))
            _ = await server.requests(1)
            #expect(await engine.send(RequestDraft(url: server.url + "/fast")).isSuccess)
            server.release()
            #expect(await slow.isSuccess)
            #expect(notes.all == ["old"])
        }
    }

    @Test func `a renewal that fails or does not help leaves the 401, after one retry at most`() async throws {
        struct Failing: Error {}
        try await StubServer.with(.status(401)) { server in
            let failing = await engine(TokenRefresh(token: "old") { _ in throw Failing() }).send(
                RequestDraft(url: server.url))
            #expect(failing.error?.status == 401)
            #expect(failing.hops.count == 1)
            let useless = await engine(TokenRefresh(token: nil) { _ in "new" }).send(RequestDraft(url: server.url))
            #expect(useless.error?.status == 401)
            #expect(useless.hops.count == 2)
            #expect(useless.hops.first?.request.headers.contains("Authorization") == false)
        }
    }

    @Test func `a waiter that is cancelled does not take the renewal from the others`() async throws {
        try await StubServer.with(wantsNewToken) { server in
            let (begun, beginning) = AsyncStream<Void>.makeStream()
            let (goOn, going) = AsyncStream<Void>.makeStream()
            let engine = engine(
                TokenRefresh(token: "old") { _ in
                    beginning.yield()
                    for await _ in goOn { break }
                    return "new"
                })
            let id = engine.makeID()
            async let first = engine.send(RequestDraft(url: server.url), id: id)
            for await _ in begun { break }
            async let second = engine.send(RequestDraft(url: server.url))
            engine.cancel(id)
            #expect(await first.error?.category == .cancelled)
            going.yield()
            #expect(await second.isSuccess)
            #expect(server.received.last?.field("Authorization") == "Bearer new")
        }
    }

    @Test func `requests beyond the rate wait their turn`() async throws {
        let clock = ManualClock()
        let limit = RateLimit(perSecond: 4, burst: 2, clock: clock)
        try await StubServer.with(.status(200)) { server in
            let engine = engine(limit)
            for _ in 0..<5 { #expect(await engine.send(RequestDraft(url: server.url)).isSuccess) }
            #expect(clock.sleeps == [Duration](repeating: .milliseconds(250), count: 3))
            _ = await engine.send(RequestDraft(url: "http://localhost:\(server.port)"))
            #expect(clock.sleeps.count == 3, "another origin has a separate turn")
        }
    }
}
