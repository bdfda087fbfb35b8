import NetEngine
import TestSupport
import Testing

/// A cookie jar that the request itself names, without an interceptor.
@Suite(.timeLimit(.minutes(5))) struct RequestCookieTests {
    private static func draft(_ url: String, _ jar: CookieJar?, _ headers: HeaderFields = []) -> RequestDraft {
        var draft = RequestDraft(url: url, headers: headers)
        draft.options.cookieJar = jar
        return draft
    }

    private static func ok(_ cookies: String...) -> StubBehaviour {
        .status(200, headers: cookies.map { ("Set-Cookie", $0) })
    }

    @Test func `what a response sets goes with the next request of the jar and with no other`() async throws {
        try await StubServer.with(Self.ok("sid=1; Path=/", "deep=2; Path=/deep")) { server in
            let (engine, jar) = (Engine(), CookieJar())
            let first = await engine.send(Self.draft(server.url, jar))
            #expect(first.hops[0].setCookies.map(\.name) == ["sid", "deep"])
            let second = await engine.send(Self.draft(server.url, jar))
            #expect(second.hops[0].request.headers.first { $0.isNamed("Cookie") }?.origin == .cookie)
            #expect(second.draft.headers.isEmpty)
            _ = await engine.send(Self.draft(server.url, nil))
            _ = await engine.send(Self.draft(server.url, CookieJar()))
            #expect(server.received.map { $0.field("Cookie") } == [nil, "sid=1", nil, nil])
            await engine.shutdown()
        }
    }

    @Test func `a redirect's cookies go with the request that follows it`() async throws {
        let login = StubBehaviour.status(302, headers: [("Location", "/home"), ("Set-Cookie", "sid=9; Path=/")])
        try await StubServer.with(.sequence(login, .status(200))) { server in
            let engine = Engine()
            let exchange = await engine.send(Self.draft(server.url, CookieJar()))
            #expect(server.received.map { $0.field("Cookie") } == [nil, "sid=9"])
            #expect(exchange.hops.map { $0.setCookies.count } == [1, 0])
            await engine.shutdown()
        }
    }

    @Test func `a redirect to another host takes the jar's cookies for that host only`() async throws {
        try await StubServer.with(.status(200)) { other in
            let away = "http://localhost:\(other.port)/"
            try await StubServer.with(.redirect(to: away)) { server in
                let (engine, jar) = (Engine(), CookieJar())
                jar.store([HeaderField("Set-Cookie", "here=1")], from: try HTTPURL.parse(server.url))
                jar.store([HeaderField("Set-Cookie", "there=2")], from: try HTTPURL.parse(away))
                _ = await engine.send(Self.draft(server.url, jar, [HeaderField("Cookie", "typed=3")]))
                #expect(server.received.map { $0.field("Cookie") } == ["typed=3; here=1"])
                #expect(other.received.map { $0.field("Cookie") } == ["there=2"])
                await engine.shutdown()
            }
        }
    }

    @Test(
        arguments: [
            ("a=typed", "a=typed; b=jar"), ("a = typed ;c", "a = typed ;c; b=jar"), ("b=1; a=2", "b=1; a=2"),
            ("A=other", "A=other; a=jar; b=jar"), ("", "a=jar; b=jar"),
        ])
    func `a typed field stays, and the jar adds what it does not name`(_ typed: String, _ sent: String) async throws {
        try await StubServer.with(.status(200)) { server in
            let (engine, jar) = (Engine(), CookieJar())
            for pair in ["a=jar", "b=jar"] {
                jar.store([HeaderField("Set-Cookie", pair)], from: try HTTPURL.parse(server.url))
            }
            let exchange = await engine.send(Self.draft(server.url, jar, [HeaderField("Cookie", typed)]))
            #expect(server.received.map { $0.field("Cookie") } == [sent])
            let origin = exchange.hops.first?.request.headers.first { $0.isNamed("Cookie") }?.origin
            #expect((origin == .cookie) == (typed != sent))
            await engine.shutdown()
        }
    }

    @Test func `what was refused, and why, is reported with the hop`() async throws {
        let behaviour = Self.ok(
            "a=1; Domain=example.com", "__Secure-b=1", "c=1\u{1}", ";", "__Host-d=1; Secure; Path=/x",
            "e=" + String(repeating: "x", count: 5000), "f=1; Max-Age=0", "g=1")
        try await StubServer.with(behaviour) { server in
            let (engine, jar) = (Engine(), CookieJar())
            let exchange = await engine.send(Self.draft(server.url, jar))
            let told = exchange.hops[0].setCookies.map { outcome in
                switch outcome.result {
                case .kept: "\(outcome.name) kept"
                case .removed: "\(outcome.name) removed"
                case .refused(let reason): "\(outcome.name) \(reason.rawValue)"
                }
            }
            #expect(
                told == [
                    "a other-domain", "__Secure-b broken-prefix", "c control-character", " empty",
                    "__Host-d broken-prefix", "e too-long", "f removed", "g kept",
                ])
            #expect(jar.cookies.map(\.name) == ["g"])
            await engine.shutdown()
        }
    }

    @Test func `what would overlay a secure cookie is refused by that name`() throws {
        let jar = CookieJar()
        jar.store([HeaderField("Set-Cookie", "a=safe; Secure; Path=/")], from: try HTTPURL.parse("https://x.test/"))
        let told = jar.store([HeaderField("Set-Cookie", "a=evil")], from: try HTTPURL.parse("http://x.test/"))
        #expect(told.map(\.result) == [.refused(.overlaysSecure)])
        let insecure = jar.store(
            [HeaderField("Set-Cookie", "b=1; Secure"), HeaderField("Set-Cookie", "c=1; SameSite=None")],
            from: try HTTPURL.parse("http://x.test/"))
        #expect(insecure.map(\.result) == [.refused(.insecureOrigin), .refused(.insecureSameSite)])
    }

    @Test func `what the limit of a domain evicts again was not kept`() throws {
        let (jar, url) = (CookieJar(), try HTTPURL.parse("https://x.test/"))
        func set(_ fields: [String]) -> [String] {
            jar.store(HeaderFields(fields.map { HeaderField("Set-Cookie", $0) }), from: url).map { outcome in
                switch outcome.result {
                case .kept: "kept"
                case .removed: "removed"
                case .refused(let reason): reason.rawValue
                }
            }
        }
        func kept(_ count: Int) -> [String] { [String](repeating: "kept", count: count) }
        let many = set((0..<52).map { "c\($0)=1" })
        #expect(many == ["domain-full", "domain-full"] + kept(50))
        let removal = set(["d=1", "d=; Max-Age=0"])
        #expect(removal == ["kept", "removed"])
        let secure = set((0..<50).map { "s\($0)=1; Secure" })
        #expect(secure == kept(50))
        // All others are secure, so a plain one is evicted first.
        let plain = set(["c=1"])
        #expect(plain == ["domain-full"])
        let replaced = set(["c=; Max-Age=0", "c=1"])
        #expect(replaced == ["removed", "domain-full"])
        #expect(jar.cookies.count == 50)
    }

    @Test func `a response out of the cache sets nothing again, and another cookie is another variant`() async throws {
        let behaviour = StubBehaviour { request in
            let fields = [("Cache-Control", "max-age=60"), ("Vary", "Cookie"), ("Set-Cookie", "a=1")]
            return StubBehaviour.status(200, headers: fields).answer(request)
        }
        try await StubServer.with(behaviour) { server in
            let engine = Engine(configuration: EngineConfiguration(cache: MemoryCacheStore()))
            let jar = CookieJar()
            let url = try HTTPURL.parse(server.url)
            _ = await engine.send(Self.draft(server.url, jar))
            let other = await engine.send(Self.draft(server.url, jar))
            #expect(other.cacheDecision?.isFromCache == false)
            let hit = await engine.send(Self.draft(server.url, jar))
            #expect(hit.cacheDecision?.isFromCache == true)
            #expect(hit.hops[0].setCookies.isEmpty)
            jar.removeAll()
            #expect(jar.cookieField(for: url) == nil)
            let first = await engine.send(Self.draft(server.url, jar))
            #expect(first.cacheDecision?.isFromCache == true)
            #expect(jar.cookies.isEmpty)
            #expect(server.received.map { $0.field("Cookie") } == [nil, "a=1"])
            await engine.shutdown()
        }
    }
}
