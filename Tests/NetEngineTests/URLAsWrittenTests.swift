import NetEngine
import TestSupport
import Testing

/// URLs that are sent as written, with bytes that a URL may not have (`RequestOptions.sendsURLAsWritten`).
@Suite(.timeLimit(.minutes(5))) struct URLAsWrittenTests {
    private static let asWritten = RequestOptions(sendsURLAsWritten: true)

    @Test(arguments: [
        ("http://h/e|x?a=[1]&b=%zz", "http://h/e|x?a=[1]&b=%zz"), ("http://h/%?%", "http://h/%?%"),
        ("http://h/\"<>^`{}\\?\"<>^`{}\\?", "http://h/\"<>^`{}\\?\"<>^`{}\\?"),
        ("http://h/a/../b/./c", "http://h/a/../b/./c"), ("http://h", "http://h/"), ("http://h?[", "http://h/?["),
        ("h/|", "http://h/|"), ("http://h/%41", "http://h/%41"),
        // These would end the line, its target or the URL, or are no characters of a request line.
        ("http://h/a b?c d", "http://h/a%20b?c%20d"), ("http://h/\t\u{7F}?\u{1}", "http://h/%09%7F?%01"),
        ("http://h/ä?ö", "http://h/%C3%A4?%C3%B6"), ("http://h/a|b#frag|?x", "http://h/a|b"),
        ("http://us|er:p@ss@H/|", "http://us%7Cer:p%40ss@h/|"),
    ])
    func `only what would not stay in the request line is encoded`(written: String, url: String) throws {
        let request = try RequestBuilder().build(RequestDraft(url: written, options: Self.asWritten))
        #expect(request.url.description == url)
    }

    @Test func `a URL with a line break is refused`() {
        let error = #expect(throws: EngineError.self) {
            try RequestBuilder().build(RequestDraft(url: "http://h/|\r\nX: y", options: Self.asWritten))
        }
        #expect(error?.category == .requestBuild)
    }

    @Test func `the server gets the bytes that are written, and the exchange says so`() async throws {
        try await StubServer.with(.status(200)) { server in
            let target = #"/e|x/../{1}?a=[1]&b=%zz&c="<>^`\&d=%"#
            let exchange = await Engine().send(RequestDraft(url: server.url + target, options: Self.asWritten))
            #expect(exchange.isSuccess)
            #expect(server.received.map(\.target) == [target])
            let hop = try #require(exchange.hops.first)
            #expect(hop.request.url.requestTarget == target)
            #expect(String(decoding: hop.sentHead, as: UTF8.self).hasPrefix("GET \(target) HTTP/1.1\r\n"))
            _ = await Engine().send(RequestDraft(url: server.url + "/e|x?a=[1]"))
            #expect(server.received.last?.target == "/e%7Cx?a=%5B1%5D")
        }
    }

    @Test func `a redirect is followed as without the option`() async throws {
        let routes: [String: StubBehaviour] = [
            "/a|b": .redirect(302, to: "/c|d?[1]"), "/c%7Cd?%5B1%5D": .status(200),
        ]
        try await StubServer.with(.routes(routes)) { server in
            let exchange = await Engine().send(RequestDraft(url: server.url + "/a|b", options: Self.asWritten))
            #expect(exchange.isSuccess)
            #expect(server.received.map(\.target) == ["/a|b", "/c%7Cd?%5B1%5D"])
        }
    }

    @Test func `what an interceptor adds leaves the rest as written`() async throws {
        try await StubServer.with(.status(200)) { server in
            let engine = Engine(
                configuration: EngineConfiguration(interceptors: [Credential.apiKey("a&b", query: "key")]))
            let exchange = await engine.send(RequestDraft(url: server.url + "/a|b?[1]", options: Self.asWritten))
            #expect(exchange.isSuccess)
            #expect(server.received.map(\.target) == ["/a|b?[1]&key=a%26b"])
        }
    }

    @Test(arguments: ["http://h/v1|", "http://h/v1|/"])
    func `an endpoint with the option keeps its path`(base: String) throws {
        let endpoint = AnyEndpoint(.get, "a|b?c=[1]", baseURL: base, options: Self.asWritten)
        let draft = try RequestBuilder().draft(for: endpoint)
        #expect(try RequestBuilder().build(draft).url.description == "http://h/v1|/a|b?c=[1]")
        let usual = try RequestBuilder().draft(for: AnyEndpoint(.get, "a|b?c=[1]", baseURL: base))
        #expect(usual.url == "http://h/v1%7C/a%7Cb?c=%5B1%5D")
    }
}
