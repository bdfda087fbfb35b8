import Foundation
import NetEngine
import TestSupport
import Testing

/// Client certificates, pins, authorities and versions, and the sentence for each failure.
@Suite(.timeLimit(.minutes(5))) struct TLSChoiceTests {
    private func send(_ url: String, _ change: (inout RequestOptions) throws -> Void) async throws -> Exchange {
        var options = RequestOptions(caFile: try NginxServer.shared.get().caFile)
        try change(&options)
        return await Engine().send(RequestDraft(url: url, options: options))
    }

    // MARK: Client certificates

    static let forms: [@Sendable (NginxServer) -> ClientCertificate] = [
        { ClientCertificate(file: $0.certificate("client"), keyFile: $0.key("client")) },
        { ClientCertificate(file: $0.certificate("both")) },
        { ClientCertificate(file: $0.certificate("client"), keyFile: $0.key("locked"), password: "secret") },
        { ClientCertificate(file: $0.file("client.p12"), password: "secret") },
    ]

    @Test(arguments: forms.indices) func `a client certificate is shown`(_ form: Int) async throws {
        let nginx = try NginxServer.shared.get()
        let exchange = try await send(nginx.url(.wantsCertificate)) {
            $0.tls.clientCertificate = Self.forms[form](nginx)
        }
        #expect(exchange.error == nil, "\(String(describing: exchange.error))")
        #expect(exchange.response.map { String(decoding: $0.body, as: UTF8.self) } == "CN=client")
    }

    @Test func `a client certificate that cannot be used is reported, without its password`() async throws {
        let nginx = try NginxServer.shared.get()
        let missing = MissingPath.file("client.pem")
        let bad = [
            (ClientCertificate(file: missing), "\(missing) cannot be read"),
            (ClientCertificate(file: nginx.certificate("client"), keyFile: missing), "\(missing) cannot be read"),
            (
                ClientCertificate(file: nginx.file("client.p12"), password: "s3cr3t"),
                "its password, its key or its format"
            ),
            (
                ClientCertificate(file: nginx.certificate("client"), keyFile: nginx.key("locked"), password: "s3cr3t"),
                "its password, its key or its format"
            ),
            (
                ClientCertificate(file: nginx.certificate("client"), keyFile: nginx.key("good")),
                "its password, its key or its format"
            ),
        ]
        for (certificate, words) in bad {
            let exchange = try await send(nginx.url(.wantsCertificate)) { $0.tls.clientCertificate = certificate }
            #expect(exchange.error?.category == .tls)
            #expect(exchange.error?.sentence.contains(words) == true, "\(String(describing: exchange.error))")
            #expect(!"\(exchange.draft) \(String(describing: exchange.error))".contains("s3cr3t"))
        }
    }

    @Test(arguments: ["-tls1_2", "-tls1_3"])
    func `a server that insists on a client certificate refuses none and a stranger's`(_ version: String) async throws {
        let nginx = try NginxServer.shared.get()
        let server = try OpenSSLServer(
            certificate: nginx.certificate("good"), key: nginx.key("good"),
            [version, "-Verify", "1", "-verify_return_error", "-CAfile", nginx.caFile])
        let none = try await send(server.url) { _ in }
        #expect(none.error?.category == .tls)
        #expect(
            none.error?.sentence.contains("client certificate") == true, "\(String(describing: none.error))")
        let stranger = try await send(server.url) {
            $0.tls.clientCertificate = ClientCertificate(
                file: nginx.certificate("stranger"), keyFile: nginx.key("stranger"))
        }
        #expect(stranger.error?.category == .tls)
        #expect(
            stranger.error?.sentence.contains("refused the client certificate (unknown ca")
                == true,
            "\(String(describing: stranger.error))")
        let good = try await send(server.url) {
            $0.tls.clientCertificate = ClientCertificate(file: nginx.certificate("both"))
        }
        #expect(good.error == nil, "\(String(describing: good.error))")
        #expect(good.hops.first?.connection?.tlsVersion == (version == "-tls1_2" ? "TLSv1.2" : "TLSv1.3"))
    }

    // MARK: Authorities, pins, versions

    @Test func `a folder of authorities is trusted instead of the system's`() async throws {
        let nginx = try NginxServer.shared.get()
        let exchange = try await send(nginx.url(.http2)) {
            $0.caFile = nil
            $0.tls.caDirectory = nginx.file("authorities")
        }
        #expect(exchange.error == nil, "\(String(describing: exchange.error))")
        let empty = try TemporaryFolder()
        let strict = try await send(nginx.url(.http2)) {
            $0.caFile = nil
            $0.tls.caDirectory = empty.path
        }
        #expect(strict.error?.sentence.contains("authority that is not trusted") == true)
    }

    @Test func `a pinned key is accepted, any other refused, checked or not`() async throws {
        let nginx = try NginxServer.shared.get()
        let text = try String(contentsOfFile: nginx.file("good.pin"), encoding: .utf8).prefix { $0 != "\n" }
        let pin = try PublicKeyPin("sha256//\(text)")
        let exchange = try await send(nginx.url(.http2)) { $0.tls.pinnedKeys = [pin] }
        #expect(exchange.error == nil)
        let chain = try #require(exchange.hops.first?.connection?.certificates)
        #expect(chain.first?.publicKeyPin == pin)
        #expect(chain.first?.publicKey == "RSA 2048")
        #expect(chain.first?.signatureAlgorithm == "sha256WithRSAEncryption")
        #expect(chain.first?.serialNumber?.isEmpty == false)
        let other = try PublicKeyPin("sha256//AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=")
        let two = try await send(nginx.url(.http2)) { $0.tls.pinnedKeys = [other, pin] }
        #expect(two.error == nil)
        for verifies in [true, false] {
            let wrong = try await send(nginx.url(.http2)) {
                $0.tls.pinnedKeys = [other]
                $0.verifiesTLS = verifies
            }
            #expect(wrong.error?.category == .tls)
            #expect(
                wrong.error?.sentence
                    == "The public key of localhost:\(nginx.port(.http2)) is not one of the pinned keys.")
        }
    }

    @Test(arguments: ["", "sha256//", "sha256//AAAA", "sha256//!!!!", "sha1//AAAA", "AAAA=AAAA"])
    func `an invalid pin is request-build`(_ text: String) {
        let error = #expect(throws: EngineError.self) { try PublicKeyPin(text) }
        #expect(error?.category == .requestBuild)
    }

    @Test func `an elliptic curve key is reported, and its pin`() async throws {
        let folder = try TemporaryFolder()
        try OpenSSLServer.run(
            "req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-384 -nodes -keyout k.pem -out c.pem -days 9 -subj /CN=localhost",
            in: folder.path)
        let server = try OpenSSLServer(certificate: folder.path + "/c.pem", key: folder.path + "/k.pem", [])
        let first = try await send(server.url) { $0.verifiesTLS = false }
        let facts = try #require(first.hops.first?.connection?.certificates.first)
        #expect(facts.publicKey == "EC 384")
        let pin = try #require(facts.publicKeyPin)
        let second = try await send(server.url) {
            $0.verifiesTLS = false
            $0.tls.pinnedKeys = [pin]
        }
        #expect(second.error == nil)
    }

    @Test func `an oldest version of 1.3 refuses a server of 1.2`() async throws {
        let nginx = try NginxServer.shared.get()
        let exchange = try await send(nginx.url(.tls12Only)) { $0.tls.minimumVersion = .tls1_3 }
        #expect(exchange.error?.category == .tls)
        #expect(
            exchange.error?.sentence.contains("does not speak TLS 1.3, the oldest version allowed") == true,
            "\(String(describing: exchange.error))")
        let new = try await send(nginx.url(.http2)) { $0.tls.minimumVersion = .tls1_3 }
        #expect(new.error == nil)
    }

    @Test(arguments: [[StubStep.close], [.reset]])
    func `a connection that ends in the handshake is tls, and says so`(_ end: [StubStep]) async throws {
        // A reset before the handshake's first byte means that the connection never existed.
        try await StubServer.with(StubBehaviour(atAccept: [.take(1)] + end) { _ in [] }) { server in
            let exchange = try await send("https://127.0.0.1:\(server.port)/") { _ in }
            #expect(exchange.error?.category == .tls)
            #expect(exchange.error?.phase == .tls)
            #expect(
                exchange.error?.sentence
                    == "127.0.0.1:\(server.port) closed the connection in the middle of the TLS handshake.",
                "\(String(describing: exchange.error))")
        }
    }

    // MARK: HTTPS proxies

    @Test func `an https proxy forwards a request, and its certificate is checked whatever the request says`()
        async throws
    {
        let nginx = try NginxServer.shared.get()
        let proxy = "https://localhost:\(nginx.port(.secureProxy))"
        try await StubServer.with(.status(200, body: "target")) { server in
            let exchange = try await send(server.url) { $0.proxy = .url(proxy) }
            #expect(exchange.error == nil, "\(String(describing: exchange.error))")
            #expect(exchange.response.map { String(decoding: $0.body, as: UTF8.self) } == "target")
            #expect(exchange.hops.first?.connection?.proxy == proxy)
            let strange = try await send(server.url) {
                $0.caFile = nil
                $0.verifiesTLS = false
                $0.proxy = .url(proxy)
            }
            #expect(strange.error?.category == .proxy)
            #expect(
                strange.error?.sentence.hasPrefix("The certificate of the proxy \(proxy) is signed by") == true,
                "\(String(describing: strange.error))")
            #expect(strange.error?.remedy == .trustProxy)
            #expect(strange.error?.hint.contains("switch the check off") == false)
        }
    }

    @Test func `an https proxy that refuses a tunnel, or speaks no TLS, is proxy`() async throws {
        let nginx = try NginxServer.shared.get()
        let refused = try await send("https://localhost/") {
            $0.proxy = .url("https://localhost:\(nginx.port(.secureProxy))")
        }
        #expect(refused.error?.category == .proxy)
        #expect(refused.error?.sentence.contains("refused the tunnel to localhost:443 with status 4") == true)
        let plain = try await send("https://localhost/") {
            $0.proxy = .url("https://localhost:\(nginx.port(.plain))")
        }
        #expect(plain.error?.category == .proxy)
        #expect(
            plain.error?.sentence == "The proxy https://localhost:\(nginx.port(.plain)) does not speak TLS.",
            "\(String(describing: plain.error))")
    }

    @Test func `an https proxy that closes without an answer is proxy, after half a status line it is protocol`()
        async throws
    {
        let proxy = "https://localhost:\(try NginxServer.shared.get().port(.secureProxy))"
        // nginx passes on as it is what is no status line.
        try await StubServer.with(.raw("HTTP/1.1 20x")) { server in
            let closed = try await send(server.url + "/closed") { $0.proxy = .url(proxy) }
            #expect(closed.error?.category == .proxy)
            #expect(
                closed.error?.sentence
                    == "The proxy \(proxy) closed the connection before the first byte of a response.",
                "\(String(describing: closed.error))")
            #expect(server.received.isEmpty)
            let cut = try await send(server.url) { $0.proxy = .url(proxy) }
            #expect(cut.error?.category == .protocol)
            #expect(
                cut.error?.sentence.hasSuffix("closed the connection in the middle of the response's head.") == true,
                "\(String(describing: cut.error))")
        }
    }

    // MARK: Ends in the middle of the first line

    @Test func `an end in the middle of the status line over TLS is protocol, an end before it connect`() async throws {
        let nginx = try NginxServer.shared.get()
        for version in ["-tls1_2", "-tls1_3"] {
            for (answer, category) in [("HTTP/1.1 20", ErrorCategory.protocol), ("", .connect)] {
                let folder = try TemporaryFolder()
                try folder.write(answer, to: "answer")
                // `-HTTP` sends a file as it is.
                let server = try OpenSSLServer(
                    certificate: nginx.certificate("good"), key: nginx.key("good"), [version, "-HTTP"], in: folder)
                let exchange = try await send(server.url + "answer") { $0.httpVersion = .http1_1 }
                #expect(exchange.error?.category == category, "\(version) \(String(describing: exchange.error))")
            }
        }
    }

    @Test(arguments: [true, false])
    func `an end in the middle of the status line on a reused connection is protocol, and not sent again`(
        isChunked: Bool
    )
        async throws
    {
        let first =
            isChunked
            ? StubBehaviour.steps(.send("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n4\r\nbody\r\n0\r\n\r\n"))
            : .status(200)
        try await StubServer.with(.sequence(first, .raw("HTTP/1.1 20"))) { server in
            let engine = Engine()
            #expect(await engine.send(RequestDraft(url: server.url)).error == nil)
            let second = await engine.send(RequestDraft(url: server.url))
            #expect(second.error?.category == .protocol, "\(String(describing: second.error))")
            #expect(second.hops.count == 1)
            #expect(second.hops.first?.connection?.isReused == true)
        }
    }
}
