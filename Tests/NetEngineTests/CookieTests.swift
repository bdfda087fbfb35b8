import TestSupport
import Testing

@testable import NetEngine

/// Cookies by the rules of RFC 6265bis.
@Suite(.timeLimit(.minutes(1))) struct CookieTests {
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

    @Test func `a jar does not grow without end`() throws {
        for number in 0..<300 { try set("c\(number)=1; path=/") }
        #expect(jar.cookies.count == 180)
        #expect(jar.cookies.first?.name == "c120")
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
