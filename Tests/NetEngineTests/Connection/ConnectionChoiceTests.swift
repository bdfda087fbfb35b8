import NetEngine
import TestSupport
import Testing

/// Where a connection leads, and that requests which differ in that never share a connection.
@Suite(.timeLimit(.minutes(5))) struct ConnectionChoiceTests {
    private func send(
        _ engine: Engine, _ url: String, _ connection: ConnectionOptions, _ timeouts: Timeouts = Timeouts()
    ) async -> Exchange {
        await engine.send(
            RequestDraft(url: url, options: RequestOptions(timeouts: timeouts, connection: connection)))
    }

    @Test func `a host is connected to at the addresses of its override, and keeps its name`() async throws {
        try await StubServer.with(.status(200)) { server in
            let engine = Engine(configuration: EngineConfiguration(reachability: AlwaysOnline()))
            let override = try ResolveOverride("name.invalid:\(server.port):127.0.0.1")
            let exchange = await send(
                engine, "http://name.invalid:\(server.port)/", ConnectionOptions(resolve: [override]))
            #expect(exchange.error == nil)
            #expect(server.received.first?.field("Host") == "name.invalid:\(server.port)")
            #expect(exchange.hops.first?.connection?.remoteAddress == "127.0.0.1")
            // The override applies to that request only.
            let plain = await send(engine, "http://name.invalid:\(server.port)/", ConnectionOptions())
            #expect(plain.error?.category == .dns)
        }
    }

    @Test func `the certificate is checked by the name of the URL, not by the place connected to`() async throws {
        let nginx = try NginxServer.shared.get()
        let port = nginx.port(.http2)
        for (host, isGood) in [("localhost", true), ("elsewhere.test", false)] {
            let exchange = await Engine(configuration: EngineConfiguration(reachability: AlwaysOnline())).send(
                RequestDraft(
                    url: "https://\(host)/",
                    options: RequestOptions(
                        caFile: nginx.caFile,
                        connection: ConnectionOptions(connectTo: [try ConnectOverride("::127.0.0.1:\(port)")]))))
            #expect((exchange.error == nil) == isGood)
            #expect(exchange.hops.first?.connection?.remotePort == port)
            if !isGood { #expect(exchange.error?.sentence.contains("another name than elsewhere.test") == true) }
        }
    }

    @Test func `an address that does not answer leaves the next one its half of the limit`() async throws {
        let (full, server) = try FullListener.beside(.status(200))
        defer { server.stop() }
        let connection = ConnectionOptions(
            resolve: [ResolveOverride(host: nil, addresses: [FullListener.address, "127.0.0.1"])])
        let exchange = await send(
            Engine(), "http://localhost:\(full.port)/", connection, Timeouts(connect: .seconds(4)))
        #expect(exchange.error == nil, "\(String(describing: exchange.error))")
        #expect(exchange.hops.first?.connection?.remoteAddress == "127.0.0.1")
        let alone = await send(
            Engine(), "http://\(FullListener.address):\(full.port)/", ConnectionOptions(),
            Timeouts(connect: .milliseconds(100)))
        #expect(alone.error?.category == .timeout)
        #expect(alone.error?.phase == .connect)
        #expect(alone.error?.sentence.contains("connect limit of 100 ms") == true, "\(String(describing: alone.error))")
    }

    @Test func `an error names the server that was connected to, not that of the URL`() async throws {
        let elsewhere = ConnectionOptions(connectTo: [try ConnectOverride("::127.0.0.1:1")])
        let refused = await send(Engine(), "http://127.0.0.1:2/", elsewhere)
        #expect(refused.error?.sentence == "127.0.0.1:1 refused the connection.")
        let full = try FullListener()
        let place = "\(FullListener.address):\(full.port)"
        let late = await send(
            Engine(), "http://127.0.0.1:2/", ConnectionOptions(connectTo: [try ConnectOverride("::\(place)")]),
            Timeouts(connect: .milliseconds(100)))
        #expect(late.error?.sentence == "The connect limit of 100 ms passed while connecting to \(place).")
    }

    @Test func `an address that refuses is followed by the next at once`() async throws {
        try await StubServer.with(.status(200)) { server in
            let connection = ConnectionOptions(
                resolve: [ResolveOverride(host: nil, addresses: ["127.0.0.9", "127.0.0.1"])])
            let exchange = await send(Engine(), "http://localhost:\(server.port)/", connection)
            #expect(exchange.hops.first?.connection?.remoteAddress == "127.0.0.1")
        }
    }

    @Test func `a name that is looked up for longer than the connect limit still gets its connection`() async throws {
        try await StubServer.with(.status(200)) { server in
            let engine = Engine(configuration: EngineConfiguration(reachability: AlwaysOnline()))
            // It is released only once a later request has passed the same limit.
            async let slow = send(
                engine, "http://slow-connect.test:\(server.port)/", ConnectionOptions(),
                Timeouts(connect: .milliseconds(100)))
            let full = try FullListener()
            let limited = await send(
                engine, "http://\(FullListener.address):\(full.port)/", ConnectionOptions(),
                Timeouts(connect: .milliseconds(200)))
            #expect(limited.error?.category == .timeout)
            StubNames.release("slow-connect.test")
            let exchange = await slow
            #expect(exchange.error == nil, "\(String(describing: exchange.error))")
        }
    }

    @Test func `the connect limit ends with the connection, the handshake has its own`() async throws {
        try await StubServer.with(.silentAtAccept) { server in
            let exchange = await send(
                Engine(), "https://127.0.0.1:\(server.port)/", ConnectionOptions(),
                Timeouts(connect: .milliseconds(500), tls: .milliseconds(1200)))
            let place = "127.0.0.1:\(server.port)"
            #expect(
                exchange.error?.sentence == "The tls limit of 1.2 s passed during the TLS handshake with \(place).")
        }
    }

    @Test func `a unix socket is spoken to, and its connection kept`() async throws {
        let folder = try TemporaryFolder()
        for path in [folder.path + "/api.sock", "@netengine-\(folder.path.suffix(8))"] {
            let server = try StubServer(.echo, unixSocket: path)
            defer { server.stop() }
            let engine = Engine(configuration: EngineConfiguration(reachability: NeverOnline()))
            for isReused in [false, true] {
                let exchange = await send(engine, "http://docker/v1/info", ConnectionOptions(unixSocket: path))
                #expect(exchange.error == nil)
                let facts = try #require(exchange.hops.first?.connection)
                #expect(facts.unixSocket == path)
                #expect(facts.remoteAddress == nil)
                // libcurl does not reuse connections of the abstract namespace.
                #expect(facts.isReused == (isReused && !path.hasPrefix("@")))
                #expect(exchange.timings.dns == nil)
                #expect((exchange.timings.connect == nil) == facts.isReused)
            }
            #expect(server.received.first?.lines.first == "GET /v1/info HTTP/1.1")
            #expect(server.received.first?.field("Host") == "docker")
        }
    }

    @Test func `a unix socket that is missing, dead or badly named is reported`() async throws {
        let folder = try TemporaryFolder()
        let missing = await send(Engine(), "http://x/", ConnectionOptions(unixSocket: folder.path + "/none"))
        #expect(missing.error?.category == .connect)
        #expect(missing.error?.sentence == "There is no unix socket \(folder.path)/none.")
        let dead = folder.path + "/dead"
        let server = try StubServer(.status(200), unixSocket: dead)
        server.stop()
        await server.stopped()
        let refused = await send(Engine(), "http://x/", ConnectionOptions(unixSocket: dead))
        #expect(refused.error?.sentence == "The unix socket \(dead) refused the connection.")
        for path in ["", "@", String(repeating: "x", count: 108)] {
            let bad = await send(Engine(), "http://x/", ConnectionOptions(unixSocket: path))
            #expect(bad.error?.category == .requestBuild)
        }
    }

    @Test func `the kind of address can be chosen`() async throws {
        try await StubServer.with(.status(200)) { server in
            let url = "http://both.test:\(server.port)/"
            let addresses = [ResolveOverride(host: "both.test", addresses: ["::1", "127.0.0.1"])]
            let engine = Engine(configuration: EngineConfiguration(reachability: AlwaysOnline()))
            let four = await send(engine, url, ConnectionOptions(addressFamily: .ipv4, resolve: addresses))
            #expect(four.hops.first?.connection?.remoteAddress == "127.0.0.1")
            let six = await send(engine, url, ConnectionOptions(addressFamily: .ipv6, resolve: addresses))
            #expect(six.error?.category == .connect)
            let none = await send(engine, "http://127.0.0.1:\(server.port)/", ConnectionOptions(addressFamily: .ipv6))
            #expect(none.error?.category == .dns)
            #expect(none.error?.sentence.contains("has no IPv6 address") == true)
        }
    }

    @Test func `the local end can be chosen`() async throws {
        try await StubServer.with(.status(200)) { server in
            let port = UInt16(try closedPort())
            let exchange = await send(
                Engine(), server.url, ConnectionOptions(localAddress: "127.0.0.3", localPorts: port...port))
            #expect(exchange.error == nil)
            #expect(exchange.hops.first?.connection?.localPort == Int(port))
            #expect(server.peers == ["127.0.0.3"])
            let foreign = await send(Engine(), server.url, ConnectionOptions(localAddress: "192.0.2.1"))
            #expect(foreign.error?.category == .connect)
            #expect(foreign.error?.sentence.contains("local address") == true)
        }
    }

    @Test func `overrides are read as curl writes them, and wrong ones are request-build`() async throws {
        #expect(
            try ResolveOverride("*:443:::1,127.0.0.1")
                == ResolveOverride(host: nil, port: 443, addresses: ["::1", "127.0.0.1"]))
        #expect(
            try ResolveOverride("[::2]:80:[::1]") == ResolveOverride(host: "[::2]", port: 80, addresses: ["::1"]))
        #expect(
            try ResolveOverride("+a.test:443:127.0.0.1")
                == ResolveOverride(host: "a.test", port: 443, addresses: ["127.0.0.1"]))
        #expect(
            try ConnectOverride("a:80:[::1]:81")
                == ConnectOverride(host: "a", port: 80, targetHost: "[::1]", targetPort: 81))
        #expect(try ConnectOverride(":::") == ConnectOverride(targetHost: nil))
        for text in ["", "a", "a:b:c", "a:0:1.2.3.4", "a:80"] {
            #expect(throws: EngineError.self) { try ResolveOverride(text) }
            #expect(throws: EngineError.self) { try ConnectOverride(text) }
        }
        let named = await send(
            Engine(), "http://127.0.0.1:1/", ConnectionOptions(resolve: [ResolveOverride(host: nil, addresses: ["x"])]))
        #expect(named.error?.category == .requestBuild)
        let injected = await send(
            Engine(), "http://127.0.0.1:1/", ConnectionOptions(connectTo: [ConnectOverride(targetHost: "a,b:1")]))
        #expect(injected.error?.category == .requestBuild)
    }

    // MARK: Reused connections

    struct Difference: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let change: @Sendable (inout RequestOptions) -> Void
    }

    static let differences: [Difference] = [
        Difference(testDescription: "address family") { $0.connection.addressFamily = .ipv4 },
        Difference(testDescription: "resolve") {
            $0.connection.resolve = [ResolveOverride(host: nil, addresses: ["127.0.0.1"])]
        },
        Difference(testDescription: "resolve to two") {
            $0.connection.resolve = [ResolveOverride(host: nil, addresses: ["127.0.0.1", "127.0.0.2"])]
        },
        Difference(testDescription: "connect to") {
            $0.connection.connectTo = [ConnectOverride(targetHost: "127.0.0.1")]
        },
        Difference(testDescription: "local address") { $0.connection.localAddress = "127.0.0.1" },
        Difference(testDescription: "not verified") { $0.verifiesTLS = false },
        Difference(testDescription: "oldest version") { $0.tls.minimumVersion = .tls1_3 },
        Difference(testDescription: "client certificate") {
            guard let nginx = try? NginxServer.shared.get() else { return }
            $0.tls.clientCertificate = ClientCertificate(
                file: nginx.certificate("client"), keyFile: nginx.key("client"))
        },
    ]

    @Test(arguments: differences)
    func `an idle connection is not reused by requests that differ in their`(_ difference: Difference) async throws {
        let nginx = try NginxServer.shared.get()
        let engine = Engine()
        let url = nginx.url(.http2)
        let plain = RequestOptions(caFile: nginx.caFile)
        var other = plain
        difference.change(&other)
        for (options, isReused) in [(plain, false), (plain, true), (other, false), (other, true)] {
            let exchange = await engine.send(RequestDraft(url: url, options: options))
            #expect(exchange.error == nil, "\(String(describing: exchange.error))")
            #expect(exchange.hops.first?.connection?.isReused == isReused)
        }
    }

    @Test func `a tunnel belongs to the login that opened it`() async throws {
        let nginx = try NginxServer.shared.get()
        try await StubProxy.with { proxy in
            let engine = Engine()
            for (login, isReused) in [("a:1@", false), ("a:1@", true), ("a:2@", false), ("", false)] {
                let exchange = await engine.send(
                    RequestDraft(
                        url: nginx.url(.http2),
                        options: RequestOptions(caFile: nginx.caFile, proxy: .url("http://\(login)\(proxy.address)"))))
                #expect(exchange.error == nil)
                #expect(exchange.hops.first?.connection?.isReused == isReused)
            }
            #expect(proxy.seen.count == 3)
            let direct = await engine.send(
                RequestDraft(url: nginx.url(.http2), options: RequestOptions(caFile: nginx.caFile)))
            #expect(direct.hops.first?.connection?.isReused == false)
            #expect(direct.hops.first?.connection?.proxy == nil)
        }
    }

    @Test func `a SOCKS tunnel belongs to its login`() async throws {
        try await StubServer.with(.status(200)) { server in
            try await StubProxy.with(.socks()) { proxy in
                let engine = Engine()
                for (login, isReused) in [("", false), ("a:1@", false), ("a:1@", true), ("", nil)] as [(String, Bool?)]
                {
                    let exchange = await engine.send(
                        RequestDraft(
                            url: server.url, options: RequestOptions(proxy: .url("socks5h://\(login)\(proxy.address)")))
                    )
                    #expect(exchange.error == nil)
                    if let isReused { #expect(exchange.hops.first?.connection?.isReused == isReused) }
                }
            }
        }
    }

    // MARK: Limits

    @Test func `a limit a host makes requests wait in the queue, not in the phases`() async throws {
        try await StubServer.with(.slowHead) { server in
            let engine = Engine(
                configuration: EngineConfiguration(connectionLimits: ConnectionLimits(perHost: 2)))
            let options = RequestOptions(timeouts: Timeouts(dns: .milliseconds(50)))
            try await withThrowingTaskGroup(of: Exchange.self) { group in
                for _ in 0..<6 { group.addTask { await engine.send(RequestDraft(url: server.url, options: options)) } }
                _ = await server.requests(2)
                // Long enough for the lookup limit to hit those that wait, if it applied to them.
                let probe = await engine.send(
                    RequestDraft(
                        url: server.url, options: RequestOptions(timeouts: Timeouts(total: .milliseconds(120)))))
                #expect(probe.error?.category == .timeout)
                #expect(probe.error?.phase == .queue)
                #expect(probe.timings.dns == nil)
                // All of its time was spent in the queue.
                let timings = try #require(probe.hops.first?.timings)
                #expect(try #require(timings.queue) >= timings.total)
                #expect(server.connectionCount == 2)
                server.release()
                for try await exchange in group {
                    #expect(exchange.error == nil, "\(String(describing: exchange.error))")
                }
            }
            #expect(server.connectionCount == 2)
        }
    }

    @Test func `no more connections are kept idle than allowed`() async throws {
        let held = StubBehaviour.steps(
            .waitForRelease, .send(StubBehaviour.response(200, body: [])), .untilClosed)
        try await StubServer.with(held) { server in
            let engine = Engine(configuration: EngineConfiguration(connectionLimits: ConnectionLimits(idle: 1)))
            async let first = engine.send(RequestDraft(url: server.url))
            async let second = engine.send(RequestDraft(url: server.url))
            _ = await server.requests(2)
            server.release()
            #expect(await first.error == nil)
            #expect(await second.error == nil)
            // One of the two is closed by this side.
            await server.marks(1)
            #expect(server.connectionCount == 2)
        }
    }

    @Test func `a limit in all makes requests to other hosts wait as well`() async throws {
        try await StubServer.with(.slowHead) { first in
            try await StubServer.with(.status(200)) { second in
                let engine = Engine(configuration: EngineConfiguration(connectionLimits: ConnectionLimits(total: 1)))
                async let slow = engine.send(RequestDraft(url: first.url))
                _ = await first.requests(1)
                let probe = await engine.send(
                    RequestDraft(url: second.url, options: RequestOptions(timeouts: Timeouts(total: .milliseconds(60))))
                )
                #expect(probe.error?.phase == .queue)
                #expect(second.connectionCount == 0)
                async let waiting = engine.send(RequestDraft(url: second.url))
                first.release()
                #expect(await slow.error == nil)
                #expect(await waiting.error == nil)
            }
        }
    }

    @Test(arguments: [
        ConnectionLimits(idleLifetime: .seconds(1)), ConnectionLimits(lifetime: .seconds(1)), ConnectionLimits(),
    ])
    func `a connection that was idle for too long, or is too old, is not used again`(_ limits: ConnectionLimits)
        async throws
    {
        try await StubServer.with(.routes(["/": .status(200), "/hangs": .neverAnswers])) { server in
            let engine = Engine(configuration: EngineConfiguration(connectionLimits: limits))
            let isShort = limits != ConnectionLimits()
            #expect(await engine.send(RequestDraft(url: server.url)).isSuccess)
            // An exchange on its own connection that ends at its limit takes the time.
            let limit = RequestOptions(timeouts: Timeouts(total: .milliseconds(2100)))
            _ = await Engine().send(RequestDraft(url: server.url + "/hangs", options: limit))
            let second = await engine.send(RequestDraft(url: server.url))
            #expect(second.hops.first?.connection?.isReused == !isShort)
        }
    }
}
