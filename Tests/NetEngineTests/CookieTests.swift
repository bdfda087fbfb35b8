import Synchronization
import TestSupport
import Testing

@testable import NetEngine

/// Cookies by the rules of RFC 6265bis.
@Suite(.timeLimit(.minutes(5))) struct CookieTests {
    private let jar = CookieJar(now: { 1000 })

    private func set(_ value: String, from url: String = "https://a.example.com/x/y", in jar: CookieJar? = nil) throws {
        (jar ?? self.jar).store([HeaderField("Set-Cookie", value)], from: try HTTPURL.parse(url))
    }

    private func sent(to url: String, by jar: CookieJar? = nil) throws -> String? {
        (jar ?? self.jar).cookieField(for: try HTTPURL.parse(url)).map { String(decoding: $0, as: UTF8.self) }
    }

    @Test(
        arguments: [
            ("a=b", "https://a.example.com/x/z", true), ("a=b", "https://a.example.com/x", true),
            ("a=b", "https://a.example.com/xy", false), ("a=b", "https://a.example.com/", false),
            ("a=b; path=/", "https://a.example.com/", true), ("a=b; path=x", "https://a.example.com/x/q", true),
            ("a=b; path=/", "https://b.a.example.com/", false), ("a=b; path=/", "https://example.com/", false),
            ("a=b; path=/; domain=example.com", "https://example.com/", true),
            ("a=b; path=/; DOMAIN=.Example.COM", "https://b.example.com/", true),
            ("a=b; path=/; domain=example.com", "https://badexample.com/", false),
            ("a=b; path=/; domain=b.example.com", "https://b.example.com/", false),
            ("a=b; path=/; domain=com", "https://a.example.com/", false),
            ("a=b; path=/; domain=", "https://a.example.com/", true),
            ("a=b; path=/; domain=x; domain=example.com", "https://example.com/", true),
            ("a=b; path=/; secure", "https://a.example.com/", true),
            ("a=b; path=/; secure", "http://a.example.com/", false),
            ("a=b; path=/; max-age=0", "https://a.example.com/", false),
            ("a=b; path=/; max-age=-5", "https://a.example.com/", false),
            ("a=b; path=/; max-age=1", "https://a.example.com/", true),
            ("a=b; path=/; max-age=x", "https://a.example.com/", true),
            ("a=b; path=/; expires=Thu, 01 Jan 1970 00:00:10 GMT", "https://a.example.com/", false),
            ("a=b; path=/; expires=Thu, 01 Jan 1970 00:00:10 GMT; max-age=9", "https://a.example.com/", true),
            ("a=b; path=/; expires=never", "https://a.example.com/", true),
        ])
    func `a cookie goes where it belongs`(_ cookie: String, _ url: String, _ goes: Bool) throws {
        try set(cookie)
        #expect(try sent(to: url) == (goes ? "a=b" : nil))
    }

    @Test(
        arguments: [
            ("a.co.uk", "co.uk"), ("me.github.io", "github.io"), ("x.com.au", "com.au"), ("h.local", "local"),
            ("127.0.0.1", "0.0.1"), ("[::1]", "1]"),
        ])
    func `nobody sets a cookie for a public suffix or a part of an address`(_ host: String, _ domain: String) throws {
        try set("a=b; domain=\(domain)", from: "https://\(host)/")
        #expect(jar.cookies.isEmpty)
        try set("a=b; domain=\(host)", from: "https://\(host)/")
        #expect(try sent(to: "https://\(host)/") == "a=b")
    }

    @Test(
        arguments: [
            ("", false), (";", false), ("=", false), ("a", true), ("=a", true), ("a=", true), ("  a  =  b  ; x", true),
            ("a=b\u{1}", false), ("a=b\tc", true), ("__Secure-a=b", false), ("__Secure-a=b; secure", true),
            ("__Host-a=b; secure; path=/", true), ("__Host-a=b; secure", false), ("__host-a=b; path=/", false),
            ("__Host-a=b; secure; path=/; domain=a.example.com", false), ("=__Secure-a", false),
            ("a=" + String(repeating: "x", count: 4095), true), ("a=" + String(repeating: "x", count: 4096), false),
        ])
    func `what must be ignored is ignored`(_ cookie: String, _ isKept: Bool) throws {
        try set(cookie)
        #expect(jar.cookies.count == (isKept ? 1 : 0))
    }

    @Test func `secure cookies come from secure origins and are not overlaid`() throws {
        try set("a=b; secure", from: "http://example.com/")
        #expect(jar.cookies.isEmpty)
        try set("a=safe; secure; path=/", from: "https://example.com/")
        try set("a=evil; path=/", from: "http://example.com/")
        try set("a=evil; path=/; domain=example.com", from: "http://x.example.com/")
        #expect(jar.cookies.map(\.value) == ["safe"])
        try set("a=new; secure; path=/", from: "https://example.com/")
        #expect(jar.cookies.map(\.value) == ["new"])
        try set("plain=1; path=/", from: "https://plain.example/")
        try set("plain=2; path=/", from: "http://plain.example/")
        #expect(try sent(to: "http://plain.example/") == "plain=2", "only secure cookies are protected")
        try set("local=1; secure", from: "http://127.0.0.1:8080/")
        #expect(try sent(to: "http://127.0.0.1/") == "local=1")
    }

    @Test func `longer paths come first, then older cookies; a new value keeps its place`() throws {
        try set("a=1; path=/")
        try set("b=2; path=/x/y")
        try set("c=3; path=/")
        try set("n; path=/x")
        try set("a=4; path=/")
        #expect(try sent(to: "https://a.example.com/x/y/z") == "b=2; n; a=4; c=3")
        try set("a=; max-age=0; path=/")
        #expect(try sent(to: "https://a.example.com/") == "c=3")
    }

    @Test func `a domain has 50 cookies at most; those that are not secure go first, then the unused ones`() throws {
        try set("secure=1; path=/; secure")
        for number in 0..<60 { try set("c\(number)=1; path=/") }
        #expect(jar.cookies.count == 50)
        #expect(jar.cookies.map(\.name).prefix(2) == ["secure", "c11"])
        try set("a=1; path=/p")
        for number in 0..<20 {
            try set("s\(number)=1; path=/q; secure")
            _ = try sent(to: "https://a.example.com/p")
        }
        #expect(jar.cookies.contains { $0.name == "a" }, "it was used in between")
        for number in 20..<60 { try set("s\(number)=1; path=/; secure") }
        #expect(jar.cookies.allSatisfy { $0.isSecure })
    }

    @Test func `a jar has 3000 cookies at most, and expired ones go first`() throws {
        let now = Mutex<Int64>(1000)
        let jar = CookieJar(now: { now.withLock { $0 } })
        for number in 0..<3000 {
            try set("c=\(number); path=/\(number == 7 ? "; max-age=5" : "")", from: "https://h\(number)/", in: jar)
        }
        #expect(jar.cookies.count == 3000)
        now.withLock { $0 = 1006 }
        try set("c=x", from: "https://other/", in: jar)
        #expect(jar.cookies.count == 3000)
        #expect(jar.cookies.contains { $0.domain == "h0" })
        try set("c=x", from: "https://another/", in: jar)
        #expect(!jar.cookies.contains { $0.domain == "h0" })
        #expect(jar.cookies.count == 3000)
    }

    // MARK: RFC 6265bis, section by section

    @Test(arguments: [
        // §5.6, steps 2 to 5
        ("a=b", "a", "b"), ("a=b=c", "a", "b=c"), (" \ta \t= b \t", "a", "b"), ("a=\"b c\"", "a", "\"b c\""),
        ("flag", "", "flag"), ("=v", "", "v"), ("a=", "a", ""), ("a=b;c=d", "a", "b"), ("a=b,c=d", "a", "b,c=d"),
        ("a b=c d", "a b", "c d"), ("ä=ö", "ä", "ö"),
    ])
    func `name and value are cut as section 5_6 says`(_ field: String, _ name: String, _ value: String) throws {
        try set(field)
        #expect(jar.cookies.map(\.name) == [name])
        #expect(jar.cookies.map(\.value) == [value])
    }

    @Test(arguments: Array(0...0x20) + [0x7F, 0x80, 0xFF] as [UInt8])
    func `control characters spoil the whole field, but for the tab`(_ byte: UInt8) throws {
        let isSpoiled = (byte < 0x20 && byte != 9) || byte == 0x7F
        let url = try HTTPURL.parse("https://h/")
        for field in ["a=b@c", "a=b; path=/@", "a=b; unknown=@", "@a=b"] {
            let bytes = field.utf8.map { $0 == UInt8(ascii: "@") ? byte : $0 }
            #expect((Cookie(setCookie: bytes, from: url, now: 0) == nil) == isSpoiled)
        }
    }

    @Test func `an attribute of more than 1024 bytes is ignored, the cookie is not`() throws {
        let long = "/" + String(repeating: "p", count: 1023)
        try set("a=b; path=\(long)")
        try set("c=d; path=\(long)p")
        try set("e=f; path=/e; path=\(long)p; secure=\(long)p")
        #expect(jar.cookies.map(\.path) == [long, "/x", "/e"])
        #expect(jar.cookies.allSatisfy { !$0.isSecure })
    }

    @Test(
        arguments: [
            // §5.6.1, §5.6.2
            ("max-age=10", 1010), ("Max-Age=010", 1010), ("max-age=-", nil), ("max-age=", nil), ("max-age=+1", nil),
            ("max-age=1.5", nil), ("max-age=10; max-age=20", 1020), ("max-age=10; max-age=x", 1010),
            ("expires=Thu, 01 Jan 1970 01:00:00 GMT", 3600), ("expires=0", nil),
            ("max-age=10; expires=Thu, 01 Jan 1970 01:00:00 GMT", 1010),
            ("expires=Thu, 01 Jan 1970 01:00:00 GMT; expires=x", 3600),
            ("expires=Thu, 01 Jan 2037 00:00:00 GMT", 34_561_000),
        ] as [(String, Int64?)])
    func `the end of a cookie follows sections 5_6_1 and 5_6_2`(_ attribute: String, _ expires: Int64?) throws {
        try set("a=b; \(attribute)")
        #expect(jar.cookies.first?.expires == expires)
    }

    @Test(
        arguments: [
            // §5.6.3 and §5.7, steps 7 to 10
            ("", "a.example.com", true), ("domain=example.com; domain=", "a.example.com", true),
            ("domain=.", "a.example.com", true), ("domain=.a.example.com", "a.example.com", false),
            ("domain=..example.com", nil, false), ("domain=example.com.", nil, false),
            ("domain=exämple.com", nil, false),
            ("domain=EXAMPLE.com; domain=nope.com; domain=a.EXAMPLE.com", "a.example.com", false),
            ("domain=nope.com", nil, false), ("domain=ample.com", nil, false), ("domain=\u{212A}.com", nil, false),
        ] as [(String, String?, Bool)])
    func `the domain follows section 5_6_3`(_ attribute: String, _ domain: String?, _ isHostOnly: Bool) throws {
        try set("a=b; \(attribute)")
        #expect(jar.cookies.first?.domain == domain)
        if domain != nil { #expect(jar.cookies.first?.isHostOnly == isHostOnly) }
    }

    @Test(arguments: [
        // §5.1.4 and §5.6.4
        ("/x/y", "", "/x"), ("/x/", "", "/x"), ("/x", "", "/"), ("/", "", "/"), ("", "", "/"),
        ("/x/y?a=/b/c", "", "/x"),
        ("/x/y", "path=/", "/"), ("/x/y", "path=z", "/x"), ("/x/y", "path=", "/x"), ("/x/y", "path=/a; path=", "/x"),
        ("/x/y", "path=/a; PATH=/b", "/b"),
    ])
    func `the path follows section 5_6_4`(_ target: String, _ attribute: String, _ path: String) throws {
        try set("a=b; \(attribute)", from: "https://h\(target)")
        #expect(jar.cookies.first?.path == path)
    }

    @Test(arguments: [
        ("/", "/", true), ("/a", "/", true), ("/a", "/a", true), ("/a/", "/a", true), ("/a/b", "/a", true),
        ("/ab", "/a", false), ("/a", "/a/", false), ("/a/b", "/a/", true), ("/A", "/a", false),
        ("/a%2Fb", "/a", false), ("/a\u{301}", "/a", false),
    ])
    func `paths match by section 5_1_4`(_ request: String, _ path: String, _ isMatch: Bool) {
        #expect(Cookie.pathMatches(request, path) == isMatch)
    }

    @Test(
        arguments: [
            // §5.6.7
            ("samesite=strict", Cookie.SameSite.strict), ("SameSite=LAX", .lax),
            ("samesite=None; secure", Cookie.SameSite.none),
            ("samesite=x", nil), ("samesite", nil), ("samesite=strict; samesite=x", nil),
        ] as [(String, Cookie.SameSite?)])
    func `SameSite follows section 5_6_7`(_ attribute: String, _ sameSite: Cookie.SameSite?) throws {
        try set("a=b; \(attribute)")
        #expect(jar.cookies.first?.sameSite == sameSite)
    }

    @Test(arguments: [
        // §4.1.3 and §5.7, steps 20 to 22
        ("__SECURE-a=b", false), ("__sEcUrE-a=b; secure", true), ("__HOST-a=b; secure; path=/", true),
        ("__hOsT-a=b; secure", false), ("__Host-a=b; secure; path=/x", false), ("__Host-a=b; path=/", false),
        ("__Host-a=b; secure; path=/; domain=", true), ("__Host-\u{301}=b", false), ("__secure-\u{301}=b", false),
        ("__Host=b", true), ("__Hosta=b", true), ("=__Host-a", false), ("__Host-a", false), ("__secure-x", false),
        ("__Host-a; secure; path=/", false), ("a=__Host-b", true),
    ])
    func `prefixes keep their promise, whatever their case`(_ cookie: String, _ isKept: Bool) throws {
        try set(cookie)
        #expect(jar.cookies.count == (isKept ? 1 : 0))
    }

    @Test func `a host by number has no host-only cookie with a domain`() throws {
        try set("__Host-a=b; secure; path=/; domain=127.0.0.1", from: "https://127.0.0.1/")
        #expect(jar.cookies.isEmpty)
        try set("__Host-a=b; secure; path=/", from: "https://127.0.0.1/")
        #expect(jar.cookies.count == 1)
    }

    @Test(arguments: [
        // The existing secure cookie, the new one from http, whether that is kept: §5.7, step 17
        ("a=1; secure; path=/login", "a=2; path=/login", false),
        ("a=1; secure; path=/login", "a=2; path=/login/en", false),
        ("a=1; secure; path=/login", "a=2; path=/", true), ("a=1; secure; path=/login", "a=2; path=/foo", true),
        ("a=1; secure; path=/", "b=2; path=/", true), ("a=1; secure; path=/; domain=example.com", "a=2; path=/", false),
        ("a=1; secure; path=/", "a=2; path=/; domain=example.com", false),
    ])
    func `secure cookies are left alone`(_ old: String, _ new: String, _ isKept: Bool) throws {
        try set(old)
        try set(new, from: "http://a.example.com/")
        #expect(jar.cookies.count == (isKept ? 2 : 1))
        #expect(jar.cookies.first?.value == "1")
    }

    @Test func `a cookie that has expired protects nothing, and gives its place to none`() throws {
        let now = Mutex(Int64(1000))
        let jar = CookieJar(now: { now.withLock { $0 } })
        try set("a=1; secure; path=/; max-age=10", in: jar)
        try set("b=1; path=/", in: jar)
        now.withLock { $0 = 1009 }
        try set("a=2; path=/", from: "http://a.example.com/", in: jar)
        #expect(try sent(to: "https://a.example.com/", by: jar) == "a=1; b=1")
        now.withLock { $0 = 1010 }
        try set("a=2; path=/", from: "http://a.example.com/", in: jar)
        #expect(try sent(to: "https://a.example.com/", by: jar) == "b=1; a=2")
    }

    @Test func `cookies with the same name live side by side where domain, host or path differ`() throws {
        try set("a=1; path=/")
        try set("a=2; path=/; domain=a.example.com")
        try set("a=3; path=/; domain=example.com")
        try set("a=4; path=/x")
        #expect(try sent(to: "https://a.example.com/x") == "a=4; a=1; a=2; a=3")
        #expect(try sent(to: "https://b.a.example.com/") == "a=2; a=3")
    }

    @Test(arguments: [
        ("example.com", false), ("com", true), ("co.uk", true), ("www.co.uk", false), ("github.io", true),
        ("kawasaki.jp", true), ("city.kawasaki.jp", false), ("foo.kawasaki.jp", true), ("unknown-tld", true),
        ("x.unknown-tld", false), ("xn--p1ai", true), ("com.", true), ("s3.amazonaws.com", true), ("127.0.0.1", false),
        ("k12.wa.us", true), ("", true),
    ])
    func `public suffixes are those of the list`(_ name: String, _ isSuffix: Bool) {
        #expect(PublicSuffix.contains(name) == isSuffix)
    }

    @Test func `a stored response does not set its cookies again`() async throws {
        let answer = StubBehaviour { request in
            let isAgain = request.field("If-None-Match") != nil
            return [
                .send(
                    StubBehaviour.response(
                        isAgain ? 304 : 200,
                        headers: [
                            ("Cache-Control", "max-age=60"), ("ETag", "\"1\""),
                            ("Set-Cookie", isAgain ? "again=1" : "first=1"),
                        ], body: []))
            ]
        }
        try await StubServer.with(answer) { server in
            let jar = CookieJar()
            let engine = Engine(
                configuration: EngineConfiguration(interceptors: [jar], cache: MemoryCacheStore()))
            func send(_ mode: CacheMode) async {
                jar.removeAll()
                _ = await engine.send(
                    RequestDraft(url: server.url, options: RequestOptions(cacheMode: mode)))
            }
            await send(.default)
            #expect(jar.cookies.map(\.name) == ["first"])
            await send(.default)
            #expect(server.received.count == 1)
            #expect(jar.cookies.isEmpty)
            await send(.noCache)
            #expect(server.received.count == 2)
            #expect(jar.cookies.map(\.name) == ["again"])
        }
    }

    @Test func `cookies do not cross to another host on a redirect, typed ones neither`() async throws {
        try await StubServer.with(.status(200)) { other in
            let away = StubBehaviour.status(
                302, headers: [("Location", "http://localhost:\(other.port)/"), ("Set-Cookie", "sid=1; Path=/")],
                body: "")
            try await StubServer.with(away) { server in
                let engine = Engine(configuration: EngineConfiguration(interceptors: [CookieJar()]))
                for headers in [[], [HeaderField("Cookie", "own=1")]] {
                    let exchange = await engine.send(
                        RequestDraft(url: server.url + "/x", headers: HeaderFields(headers)))
                    #expect(exchange.isSuccess)
                    #expect(other.received.last?.field("Cookie") == nil)
                }
                _ = await engine.send(RequestDraft(url: server.url + "/x"))
                #expect(server.received.last?.field("Cookie") == "sid=1")
            }
        }
    }

    @Test(
        arguments: [
            ("Sun, 06 Nov 1994 08:49:37 GMT", 784_111_777), ("Sunday, 06-Nov-94 08:49:37 GMT", 784_111_777),
            ("Sun Nov  6 08:49:37 1994", 784_111_777), ("06 november 1994 8:49:37", 784_111_777),
            ("1994 6-Nov-08:49:37", 784_111_777), ("Nov 6 8:49:37 94x", 784_111_777), ("Nov 6 8:49:60 1994", nil),
            ("Feb 30 8:49:37 1994", nil), ("Nov 6 8:49 1994", nil), ("Nov 6 8:49:37 1600", nil), ("", nil),
            ("Nov 6 8:49:37 69", 3_150_953_377),
        ] as [(String, Int64?)])
    func `dates are read leniently`(_ text: String, _ seconds: Int64?) {
        #expect(CookieDate.seconds(text) == seconds)
    }

    @Test func `no cookie outlives 400 days`() throws {
        try set("a=b; max-age=99999999999999999999")
        try set("c=d; expires=Fri, 31 Dec 9999 23:59:59 GMT")
        #expect(jar.cookies.map(\.expires) == [34_561_000, 34_561_000])
    }

    @Test func `a jar carries a session over redirects and requests, and to no other host`() async throws {
        let login = StubBehaviour.status(
            302, headers: [("Location", "/home"), ("Set-Cookie", "sid=1; Path=/; HttpOnly"), ("Set-Cookie", "t=2")],
            body: "")
        try await StubServer.with(.routes(["/login": login, "/home": .status(200), "/": .status(200)])) { server in
            let engine = Engine(configuration: EngineConfiguration(interceptors: [CookieJar()]))
            let exchange = await engine.send(RequestDraft(method: "POST", url: server.url + "/login"))
            #expect(exchange.isSuccess)
            #expect(server.received.map { $0.field("Cookie") } == [nil, "sid=1; t=2"])
            #expect(exchange.hops.last?.request.headers.first { $0.isNamed("Cookie") }?.origin == .cookie)
            _ = await engine.send(RequestDraft(url: server.url))
            #expect(server.received.last?.field("Cookie") == "sid=1; t=2")
            _ = await engine.send(RequestDraft(url: "http://localhost:\(server.port)/"))
            #expect(server.received.last?.field("Cookie") == nil)
            _ = await engine.send(RequestDraft(url: server.url, headers: [HeaderField("Cookie", "own=1")]))
            #expect(server.received.last?.field("Cookie") == "own=1")
        }
    }
}
