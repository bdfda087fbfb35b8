import NetEngine
import TestSupport
import Testing

/// Requests through proxies that really listen, and what is reported about them.
@Suite(.timeLimit(.minutes(5))) struct ProxyTests {
    private func options(_ proxy: String, _ change: (inout RequestOptions) -> Void = { _ in }) -> RequestOptions {
        var options = RequestOptions(proxy: .url(proxy))
        change(&options)
        return options
    }

    private func text(_ exchange: Exchange) -> String? {
        exchange.response.map { String(decoding: $0.body, as: UTF8.self) }
    }

    @Test func `a plain request goes to the proxy in absolute form, without fields of its own`() async throws {
        try await StubServer.with(.status(200, body: "target")) { server in
            try await StubProxy.with { proxy in
                let exchange = await Engine().send(
                    RequestDraft(
                        method: "POST", url: server.url + "/a?b=c", body: .bytes(Array("data".utf8)),
                        options: options("http://\(proxy.address)")))
                #expect(exchange.error == nil)
                #expect(text(exchange) == "target")
                #expect(proxy.seen.first?.hasPrefix("POST \(server.url)/a?b=c HTTP/1.1\r\n") == true)
                #expect(proxy.seen.first?.contains("Proxy-Connection") == false)
                #expect(server.received.first?.body == Array("data".utf8))
                #expect(exchange.hops.first?.connection?.proxy == "http://\(proxy.address)")
                #expect(exchange.hops.first?.connection?.remotePort == proxy.port)
                #expect(exchange.hops.first?.sentHead.starts(with: "POST \(server.url)".utf8) == true)
            }
        }
    }

    @Test func `a secure request goes through a tunnel that leaves no trace in the response`() async throws {
        let nginx = try NginxServer.shared.get()
        try await StubProxy.with { proxy in
            let engine = Engine()
            let events = engine.events()
            for isReused in [false, true] {
                let exchange = await engine.send(
                    RequestDraft(
                        url: nginx.url(.http2), options: options(proxy.address) { $0.caFile = nginx.caFile }))
                #expect(exchange.error == nil)
                #expect(exchange.response?.httpVersion == .http2)
                #expect(text(exchange) == "hello from http2\n")
                let hop = try #require(exchange.hops.first)
                #expect(hop.connection?.isReused == isReused)
                #expect(hop.connection?.proxy == "http://\(proxy.address)")
                #expect(hop.connection?.certificates.first?.subject.contains("good") == true)
                #expect(String(decoding: hop.sentHead, as: UTF8.self).contains("CONNECT") == false)
                #expect(exchange.response?.headers["X-Proxy"] == nil)
                #expect((hop.timings.tls != nil) == !isReused)
            }
            #expect(proxy.seen.count == 1)
            #expect(proxy.seen.first?.hasPrefix("CONNECT localhost:\(nginx.port(.http2)) HTTP/1.1\r\n") == true)
            #expect(proxy.seen.first?.contains("User-Agent: NetEngine/1.0\r\n") == true)
            await engine.shutdown()
            var steps: [String] = []
            for await event in events { steps.append("\(event.step)".prefix { $0 != "(" }.description) }
            #expect(
                steps.prefix(7).dropFirst(2) == ["nameResolved", "connected", "tlsDone", "requestSent", "headReceived"])
        }
    }

    @Test(arguments: ["socks4", "socks4a", "socks5", "socks5h"])
    func `a SOCKS proxy gets the name only where it is to look it up`(_ scheme: String) async throws {
        try await StubServer.with(.status(200, body: "target")) { server in
            try await StubProxy.with(.socks()) { proxy in
                let exchange = await Engine().send(
                    RequestDraft(
                        url: "http://localhost:\(server.port)/",
                        options: options("\(scheme)://\(proxy.address)") {
                            $0.connection.addressFamily = .ipv4
                        }))
                #expect(exchange.error == nil)
                #expect(text(exchange) == "target")
                #expect(server.received.first?.lines.first == "GET / HTTP/1.1")
                let asked = scheme.hasSuffix("a") || scheme.hasSuffix("h") ? "name localhost" : "127.0.0.1"
                #expect(proxy.seen == ["\(scheme.prefix(6)) \(asked) \(server.port)"])
                #expect(exchange.hops.first?.connection?.proxy == "\(scheme)://\(proxy.address)")
            }
        }
    }

    @Test func `TLS runs through a SOCKS proxy`() async throws {
        let nginx = try NginxServer.shared.get()
        try await StubProxy.with(.socks(login: "me:p@ss")) { proxy in
            let exchange = await Engine().send(
                RequestDraft(
                    url: nginx.url(.http2),
                    options: options("socks5h://me:p%40ss@\(proxy.address)") { $0.caFile = nginx.caFile }))
            #expect(exchange.error == nil)
            #expect(exchange.hops.first?.connection?.tlsVersion == "TLSv1.3")
        }
    }

    // MARK: Logins

    /// `me:p@ss:word` in Base64.
    private static let login = "bWU6cEBzczp3b3Jk"

    @Test(arguments: [("me:p%40ss:word", login), ("me", "bWU6"), ("me:", "bWU6"), (":", "Og==")])
    func `Basic goes along from the start, to the proxy only`(_ written: String, _ login: String) async throws {
        try await StubServer.with(.status(200)) { server in
            try await StubProxy.with(.basic(login)) { proxy in
                let exchange = await Engine().send(
                    RequestDraft(url: server.url, options: options("http://\(written)@\(proxy.address)")))
                #expect(exchange.error == nil)
                #expect(proxy.seen.count == 1)
                #expect(server.received.first?.field("Proxy-Authorization") == nil)
            }
        }
    }

    @Test func `Basic opens a tunnel`() async throws {
        let nginx = try NginxServer.shared.get()
        try await StubProxy.with(.basic(Self.login)) { proxy in
            let exchange = await Engine().send(
                RequestDraft(
                    url: nginx.url(.http2),
                    options: options("http://me:p%40ss:word@\(proxy.address)") { $0.caFile = nginx.caFile }))
            #expect(exchange.error == nil)
            #expect(String(decoding: exchange.hops.first?.sentHead ?? [], as: UTF8.self).contains("Proxy") == false)
        }
    }

    @Test func `a Proxy-Authorization that was typed goes to the proxy and not through its tunnel`() async throws {
        let nginx = try NginxServer.shared.get()
        try await StubProxy.with(.basic(Self.login)) { proxy in
            let exchange = await Engine().send(
                RequestDraft(
                    url: nginx.url(.http2), headers: [HeaderField("Proxy-Authorization", "Basic \(Self.login)")],
                    options: options(proxy.address) { $0.caFile = nginx.caFile }))
            #expect(exchange.error == nil)
            #expect(String(decoding: exchange.hops.first?.sentHead ?? [], as: UTF8.self).contains("roxy") == false)
        }
    }

    @Test(arguments: [true, false])
    func `Digest is answered once the proxy asks for it, and from the start afterwards`(isTunnel: Bool) async throws {
        let nginx = try NginxServer.shared.get()
        let path = isTunnel ? "" : "/x"
        let url = isTunnel ? nginx.url(.http2) : nginx.url(.plain, path: path)
        let target = isTunnel ? "localhost:\(nginx.port(.http2))" : url
        let digest = StubProxy.Behaviour.digest(
            { method, seenTarget, field in
                method == (isTunnel ? "CONNECT" : "POST") && seenTarget == target
                    && field.hasPrefix("Digest username=\"me\", realm=\"stub\", nonce=\"n0nce\", uri=\"\(target)\"")
            },
            challenge: "Basic realm=\"stub\", Digest realm=\"stub\", nonce=\"n0nce\", qop=\"auth\", algorithm=SHA-256")
        try await StubProxy.with(digest) { proxy in
            let engine = Engine()
            for _ in 0..<2 {
                let exchange = await engine.send(
                    RequestDraft(
                        method: "POST", url: url, body: .bytes(Array("data".utf8)),
                        options: options("http://me:secret@\(proxy.address)") {
                            $0.caFile = nginx.caFile
                            $0.httpVersion = .http1_1
                        }))
                #expect(exchange.error == nil, "\(String(describing: exchange.error))")
                #expect(exchange.hops.count == 1)
                #expect(exchange.response?.status == 200)
                #expect(exchange.hops.first?.sentBodyByteCount == 4)
            }
            // Basic, Digest, and the second request with Digest at once (or through the same tunnel).
            #expect(proxy.seen.count == (isTunnel ? 2 : 3))
            #expect(proxy.seen.last?.contains("nc=0000000\(isTunnel ? 1 : 2)") == true)
        }
    }

    @Test(arguments: [nil, "me:wrong@"], ["http", "https"])
    func `a login that is missing or wrong is proxy, with the status`(_ login: String?, _ scheme: String) async throws {
        let nginx = try NginxServer.shared.get()
        try await StubProxy.with(.basic(Self.login)) { proxy in
            let exchange = await Engine().send(
                RequestDraft(
                    url: scheme == "https" ? nginx.url(.http2) : nginx.url(.plain),
                    options: options("http://\(login ?? "")\(proxy.address)") { $0.caFile = nginx.caFile }))
            let error = try #require(exchange.error)
            #expect(error.category == .proxy)
            #expect(error.status == 407)
            #expect(!error.isRetryable)
            #expect(error.sentence.contains("http://\(proxy.address) "))
            #expect(error.sentence.contains(login == nil ? "asks for a login" : "does not accept the login"))
            #expect(!"\(error)".contains("wrong"))
            // Through a tunnel nothing of the server was seen; without one, the response is the proxy's.
            #expect((exchange.response?.status == 407) == (scheme == "http"))
        }
    }

    @Test func `a Digest login that is wrong is tried once`() async throws {
        let digest = StubProxy.Behaviour.digest({ _, _, _ in false }, challenge: "Digest realm=\"r\", nonce=\"n\"")
        try await StubProxy.with(digest) { proxy in
            let exchange = await Engine().send(
                RequestDraft(url: "http://127.0.0.1:1/", options: options("http://me:pw@\(proxy.address)")))
            #expect(exchange.error?.category == .proxy)
            #expect(exchange.error?.status == 407)
            #expect(exchange.response.map { String(decoding: $0.body, as: UTF8.self) } == "login")
            #expect(proxy.seen.count == 2)
        }
    }

    @Test func `a stream is the response after the login, or fails as a send does`() async throws {
        let question = "Digest realm=\"r\", nonce=\"n\""
        try await StubServer.with(.status(200, body: "target")) { server in
            let digest = StubProxy.Behaviour.digest({ $2.hasPrefix("Digest ") }, challenge: question)
            try await StubProxy.with(digest) { proxy in
                let draft = RequestDraft(url: server.url, options: options("http://me:pw@\(proxy.address)"))
                let stream = try await Engine().stream(draft)
                var body: [UInt8] = []
                for try await chunk in stream { body += chunk }
                #expect(stream.head.status == 200)
                #expect(String(decoding: body, as: UTF8.self) == "target")
                #expect(await stream.finish().error == nil)
                #expect(proxy.seen.count == 2)
            }
        }
        try await StubProxy.with(.digest({ _, _, _ in false }, challenge: question)) { proxy in
            let draft = RequestDraft(url: "http://127.0.0.1:1/", options: options("http://me:pw@\(proxy.address)"))
            guard case .failed(let exchange) = await Engine().openStream(draft) else {
                Issue.record("nobody asked for the proxy's response")
                return
            }
            #expect(exchange.error?.category == .proxy && exchange.error?.status == 407)
            #expect(exchange.response?.status == 407 && text(exchange) == "login")
        }
    }

    @Test func `beside a Proxy-Authorization that was typed no other login is tried`() async throws {
        let digest = StubProxy.Behaviour.digest({ _, _, _ in false }, challenge: "Digest realm=\"r\", nonce=\"n\"")
        try await StubProxy.with(digest) { proxy in
            let exchange = await Engine().send(
                RequestDraft(
                    url: "http://127.0.0.1:1/", headers: [HeaderField("Proxy-Authorization", "Basic \(Self.login)")],
                    options: options("http://me:pw@\(proxy.address)")))
            #expect(exchange.error?.status == 407)
            #expect(proxy.seen.count == 1)
        }
    }

    // MARK: Failures

    struct Failure: Sendable, CustomTestStringConvertible {
        let name: String
        let behaviour: StubProxy.Behaviour
        let scheme: String
        let target: String
        let category: ErrorCategory
        let words: String
        var status: Int?
        var testDescription: String { name }
    }

    static let failures: [Failure] = [
        Failure(
            name: "CONNECT 403", behaviour: .answer("HTTP/1.1 403 No\r\nContent-Length: 0\r\n\r\n"), scheme: "http",
            target: "https", category: .proxy, words: "refused the tunnel to example.test:443 with status 403",
            status: 403),
        Failure(
            name: "CONNECT 502 with a body", behaviour: .answer("HTTP/1.1 502 Bad\r\nContent-Length: 4\r\n\r\noops"),
            scheme: "http", target: "https", category: .proxy, words: "with status 502", status: 502),
        Failure(
            name: "CONNECT, then closed", behaviour: .closes, scheme: "http", target: "https", category: .proxy,
            words: "did not answer"),
        Failure(
            name: "CONNECT, garbage", behaviour: .answer("SSH-2.0-OpenSSH_9.2\r\n"), scheme: "http", target: "https",
            category: .proxy, words: "did not answer"),
        Failure(
            name: "CONNECT, garbage and an empty line", behaviour: .answer("what do you want?\r\n\r\n"),
            scheme: "http", target: "https", category: .proxy, words: "did not answer"),
        Failure(
            name: "forwarding, then closed", behaviour: .closes, scheme: "http", target: "http", category: .proxy,
            words: "closed the connection before the first byte"),
        Failure(
            name: "forwarding, half a head", behaviour: .answer("HTTP/1.1 20"), scheme: "http", target: "http",
            category: .protocol, words: "in the middle of the response's head"),
        Failure(
            name: "SOCKS5 refused by rules", behaviour: .socksRefuses(2), scheme: "socks5h", target: "http",
            category: .proxy, words: "does not allow a connection to example.test:80"),
        Failure(
            name: "SOCKS5 general failure", behaviour: .socksRefuses(1), scheme: "socks5h", target: "http",
            category: .proxy, words: "could not connect to example.test:80"),
        Failure(
            name: "SOCKS5, target refused", behaviour: .socksRefuses(5), scheme: "socks5h", target: "http",
            category: .connect, words: "reports that example.test:80 refused the connection"),
        Failure(
            name: "SOCKS5, target unreachable", behaviour: .socksRefuses(4), scheme: "socks5h", target: "https",
            category: .connect, words: "reports that example.test:443 cannot be reached"),
        Failure(
            name: "SOCKS4 refused", behaviour: .socksRefuses(91), scheme: "socks4a", target: "http", category: .proxy,
            words: "could not connect to example.test:80"),
        Failure(
            name: "SOCKS5 wants a login", behaviour: .socks(login: "me:pw"), scheme: "socks5h", target: "http",
            category: .proxy, words: "asks for a login"),
        Failure(
            name: "SOCKS5 to an HTTP proxy", behaviour: .answer("HTTP/1.1 400 Bad\r\n\r\n"), scheme: "socks5h",
            target: "http", category: .proxy, words: "closed the connection before"),
    ]

    @Test(arguments: failures)
    func `a failing proxy is distinguished from a failing server`(_ test: Failure) async throws {
        try await StubProxy.with(test.behaviour) { proxy in
            let engine = Engine(configuration: EngineConfiguration(reachability: AlwaysOnline()))
            var options = options("\(test.scheme)://\(proxy.address)")
            options.timeouts.connect = test.name.hasSuffix("HTTP proxy") ? .milliseconds(200) : .seconds(10)
            let exchange = await engine.send(RequestDraft(url: "\(test.target)://example.test/", options: options))
            let error = try #require(exchange.error)
            if test.name.hasSuffix("HTTP proxy") {
                // In this case neither side sends anything.
                #expect(error.category == .timeout)
                #expect(error.phase == .connect)
                #expect(error.sentence.contains("connecting to the proxy socks5h://"))
                return
            }
            #expect(error.category == test.category, "\(error)")
            #expect(error.sentence.contains(test.words), "\(error)")
            #expect(error.status == test.status)
            #expect(error.sentence.contains("proxy \(test.scheme)://\(proxy.address)") || test.category == .protocol)
            #expect(exchange.hops.first?.connection?.proxy != nil)
            await engine.shutdown()
        }
    }

    /// Without its empty line the proxy's head has 36 bytes.
    @Test(arguments: [(36, 403), (35, nil)] as [(Int, Int?)])
    func `the head of a proxy is read within the limit of heads`(limit: Int, status: Int?) async throws {
        try await StubProxy.with(.answer("HTTP/1.1 403 No\r\nContent-Length: 0\r\n\r\n")) { proxy in
            let engine = Engine(configuration: EngineConfiguration(reachability: AlwaysOnline()))
            let options = options("http://\(proxy.address)") { $0.maxHeaderBytes = limit }
            let exchange = await engine.send(RequestDraft(url: "https://example.test/", options: options))
            #expect(exchange.error?.category == .proxy && exchange.error?.status == status)
            await engine.shutdown()
        }
    }

    @Test func `a wrong SOCKS login is proxy, and stays out of the words`() async throws {
        try await StubProxy.with(.socks(login: "me:right")) { proxy in
            let exchange = await Engine().send(
                RequestDraft(url: "http://localhost/", options: options("socks5h://me:wrong@\(proxy.address)")))
            #expect(exchange.error?.category == .proxy)
            #expect(exchange.error?.sentence.contains("does not accept the login") == true)
            #expect(!"\(String(describing: exchange.error))".contains("wrong"))
        }
    }

    @Test(arguments: ["http", "socks5h"])
    func `a proxy that refuses the connection is proxy`(_ scheme: String) async throws {
        let port = try closedPort()
        let exchange = await Engine().send(
            RequestDraft(url: "http://127.0.0.1:1/", options: options("\(scheme)://127.0.0.1:\(port)")))
        #expect(exchange.error?.category == .proxy)
        #expect(exchange.error?.sentence == "The proxy \(scheme)://127.0.0.1:\(port) refused the connection.")
        #expect(exchange.error?.underlying?.domain == .curl)
    }

    @Test(arguments: ["http", "https", "socks4", "socks5h"])
    func `a proxy whose name is not found is proxy`(_ scheme: String) async {
        let engine = Engine(configuration: EngineConfiguration(reachability: AlwaysOnline()))
        let exchange = await engine.send(
            RequestDraft(url: "http://127.0.0.1:1/", options: options("\(scheme)://nowhere.invalid:3128")))
        #expect(exchange.error?.category == .proxy)
        #expect(exchange.error?.phase == .dns)
        #expect(exchange.error?.sentence.contains("\(scheme)://nowhere.invalid:3128 was not found") == true)
    }

    @Test func `a name that this machine looks up for SOCKS and does not find is dns`() async throws {
        try await StubProxy.with(.socks()) { proxy in
            let engine = Engine(configuration: EngineConfiguration(reachability: AlwaysOnline()))
            let exchange = await engine.send(
                RequestDraft(url: "http://nowhere.invalid/", options: options("socks5://\(proxy.address)")))
            #expect(exchange.error?.category == .dns)
            #expect(exchange.error?.sentence == "The host name nowhere.invalid was not found.")
            #expect(exchange.error?.hint.contains("socks5h") == true)
        }
    }

    @Test func `a silent proxy is a connect timeout that names it`() async throws {
        try await StubProxy.with(.silent) { proxy in
            let exchange = await Engine().send(
                RequestDraft(
                    url: "https://localhost/",
                    options: options("http://\(proxy.address)") { $0.timeouts.connect = .milliseconds(50) }))
            #expect(exchange.error?.category == .timeout)
            #expect(exchange.error?.phase == .connect)
            #expect(exchange.error?.sentence.contains("connecting to the proxy http://\(proxy.address)") == true)
        }
    }

    @Test func `a silent server behind a tunnel is a timeout that names the server`() async throws {
        try await StubServer.with(.silentAtAccept) { server in
            try await StubProxy.with { proxy in
                let exchange = await Engine().send(
                    RequestDraft(
                        url: "https://127.0.0.1:\(server.port)/",
                        options: options("http://\(proxy.address)") { $0.timeouts.tls = .milliseconds(60) }))
                #expect(
                    exchange.error?.sentence
                        == "The tls limit of 60 ms passed during the TLS handshake with 127.0.0.1:\(server.port).")
            }
        }
        try await StubServer.with(.neverAnswers) { server in
            try await StubProxy.with(.socks()) { proxy in
                let exchange = await Engine().send(
                    RequestDraft(
                        url: server.url,
                        options: options("socks5://\(proxy.address)") { $0.timeouts.firstByte = .milliseconds(60) }))
                let place = "127.0.0.1:\(server.port)"
                #expect(
                    exchange.error?.sentence
                        == "The first-byte limit of 60 ms passed while waiting for the first byte from \(place).")
            }
        }
    }

    @Test func `a silent proxy that forwards is a timeout that names the proxy`() async throws {
        try await StubProxy.with(.silent) { proxy in
            let exchange = await Engine().send(
                RequestDraft(
                    url: "http://localhost/",
                    options: options("http://\(proxy.address)") { $0.timeouts.firstByte = .milliseconds(60) }))
            #expect(
                exchange.error?.sentence.hasSuffix("the first byte from the proxy http://\(proxy.address).") == true)
        }
    }

    @Test func `a server behind a tunnel that speaks no TLS is tls, as without a proxy`() async throws {
        let hello = StubBehaviour(atAccept: [.send("HTTP/1.1 400 Bad\r\n\r\n"), .untilClosed]) { _ in [] }
        try await StubServer.with(hello) { server in
            try await StubProxy.with { proxy in
                let exchange = await Engine().send(
                    RequestDraft(
                        url: "https://127.0.0.1:\(server.port)/", options: options("http://\(proxy.address)")))
                #expect(exchange.error?.category == .tls)
                #expect(exchange.error?.sentence == "127.0.0.1:\(server.port) does not speak TLS.")
            }
        }
    }

    @Test func `a server behind a SOCKS proxy that closes is connect, as without a proxy`() async throws {
        try await StubServer.with(.closeAfterRequest) { server in
            try await StubProxy.with(.socks()) { proxy in
                let exchange = await Engine().send(
                    RequestDraft(url: server.url, options: options("socks5://\(proxy.address)")))
                #expect(exchange.error?.category == .connect)
                #expect(exchange.error?.sentence.hasPrefix("127.0.0.1:\(server.port) closed") == true)
            }
        }
    }

    @Test func `a proxy elsewhere is not asked while there is no network, a proxy on this machine is`() async throws {
        let engine = Engine(configuration: EngineConfiguration(reachability: NeverOnline()))
        let away = await engine.send(RequestDraft(url: "http://localhost/", options: options("http://example.test:1")))
        #expect(away.error?.category == .offline)
        try await StubProxy.with(.answer("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n")) { proxy in
            let near = await engine.send(RequestDraft(url: "http://example.test/", options: options(proxy.address)))
            #expect(near.error == nil)
        }
    }
}
