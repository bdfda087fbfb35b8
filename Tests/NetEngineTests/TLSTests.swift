import NetEngine
import TestSupport
import Testing

/// TLS and HTTP/2 against a real server.
@Suite(.timeLimit(.minutes(5))) struct TLSTests {
    private func draft(_ url: String, _ nginx: NginxServer, _ change: (inout RequestOptions) -> Void = { _ in })
        -> RequestDraft
    {
        var options = RequestOptions(caFile: nginx.caFile)
        change(&options)
        return RequestDraft(url: url, options: options)
    }

    @Test func `dates of certificates are read as OpenSSL writes them, in GMT`() {
        func facts(_ date: String) -> CertificateFacts {
            CertificateFacts(subject: "CN = a", issuer: "CN = a", notBefore: date, notAfter: date)
        }
        let read = facts("Nov 22 19:23:55 2026 GMT")
        #expect(read.notBeforeSeconds == 1_795_375_435 && read.notAfterSeconds == 1_795_375_435)
        for other in ["Nov 22 19:23:55 2026 EST", "Nov 22 19:23:55 2026", "", " GMT"] {
            #expect(facts(other).notAfterSeconds == nil, "\(other)")
        }
    }

    @Test func `HTTP 2 is negotiated, and the facts of the connection are there, on a reused one too`() async throws {
        let nginx = try NginxServer.shared.get()
        let engine = Engine()
        for isReused in [false, true] {
            let exchange = await engine.send(draft(nginx.url(.http2), nginx))
            #expect(exchange.error == nil)
            #expect(exchange.response?.httpVersion == .http2)
            #expect(exchange.response.map { String(decoding: $0.body, as: UTF8.self) } == "hello from http2\n")
            let facts = try #require(exchange.hops.first?.connection)
            #expect(facts.isReused == isReused)
            #expect(facts.tlsVersion == "TLSv1.3")
            #expect(facts.tlsCipher?.hasPrefix("TLS_") == true)
            #expect(facts.alpn == "h2")
            let leaf = try #require(facts.certificates.first)
            #expect(leaf.subject.contains("good"))
            #expect(leaf.issuer.contains("ca"))
            #expect(leaf.notAfter.contains("20"))
            #expect(try #require(leaf.notAfterSeconds) > #require(leaf.notBeforeSeconds))
            #expect(leaf.alternativeNames?.contains("localhost") == true)
            #expect((exchange.timings.tls != nil) == !isReused)
        }
    }

    @Test func `sends at once share an HTTP 2 connection or open others, and all succeed`() async throws {
        let nginx = try NginxServer.shared.get()
        let engine = Engine()
        _ = await engine.send(draft(nginx.url(.http2), nginx))
        await withTaskGroup(of: Exchange.self) { group in
            for _ in 0..<30 { group.addTask { await engine.send(draft(nginx.url(.http2, path: "/big"), nginx)) } }
            for await exchange in group {
                #expect(exchange.isSuccess, "\(String(describing: exchange.error))")
                #expect(exchange.response?.body.count == 1_000_000)
            }
        }
    }

    @Test func `HTTP 1.1 is spoken over TLS when asked`() async throws {
        let nginx = try NginxServer.shared.get()
        let exchange = await Engine().send(draft(nginx.url(.http2), nginx) { $0.httpVersion = .http1_1 })
        #expect(exchange.response?.httpVersion == .http1_1)
    }

    @Test func `HTTP 2 without TLS by prior knowledge`() async throws {
        let nginx = try NginxServer.shared.get()
        let exchange = await Engine().send(
            draft(nginx.url(.http2Cleartext), nginx) { $0.httpVersion = .http2PriorKnowledge })
        #expect(exchange.error == nil)
        #expect(exchange.response?.httpVersion == .http2)
    }

    @Test func `prior knowledge to a server of HTTP 1 is protocol or connect, never a hang`() async throws {
        let nginx = try NginxServer.shared.get()
        let exchange = await Engine().send(draft(nginx.url(.plain), nginx) { $0.httpVersion = .http2PriorKnowledge })
        #expect([.protocol, .connect].contains(exchange.error?.category))
    }

    struct Fault: Sendable {
        let site: NginxServer.Site
        let words: String
    }

    @Test(arguments: [
        Fault(site: .expired, words: "has expired"), Fault(site: .wrongHost, words: "another name"),
        Fault(site: .selfSigned, words: "self-signed"),
        Fault(site: .unknownAuthority, words: "authority that is not trusted"),
        Fault(site: .tls10Only, words: "no longer safe"), Fault(site: .notYetValid, words: "is not valid yet"),
    ])
    func `each failure of TLS has its own words`(_ fault: Fault) async throws {
        let nginx = try NginxServer.shared.get()
        let exchange = await Engine().send(draft(nginx.url(fault.site), nginx))
        #expect(exchange.error?.category == .tls)
        #expect(exchange.error?.phase == .tls)
        #expect(exchange.error?.sentence.contains(fault.words) == true, "\(String(describing: exchange.error))")
        #expect(exchange.hops.first?.sentHead == [])
    }

    @Test(arguments: [
        NginxServer.Site.expired, .wrongHost, .selfSigned, .unknownAuthority, .notYetValid,
    ])
    func `a chain that is refused is known as well as one that is accepted`(_ site: NginxServer.Site) async throws {
        let nginx = try NginxServer.shared.get()
        let refused = await Engine().send(draft(nginx.url(site), nginx))
        let accepted = await Engine().send(draft(nginx.url(site), nginx) { $0.verifiesTLS = false })
        let chain = try #require(refused.hops.first?.connection?.certificates)
        #expect(!chain.isEmpty)
        #expect(chain == accepted.hops.first?.connection?.certificates)
    }

    @Test(arguments: [
        NginxServer.Site.expired, .wrongHost, .selfSigned, .unknownAuthority, .notYetValid,
    ])
    func `what both sides agreed on is known where the certificate is refused`(_ site: NginxServer.Site) async throws {
        let nginx = try NginxServer.shared.get()
        let refused = await Engine().send(draft(nginx.url(site), nginx))
        let accepted = await Engine().send(draft(nginx.url(site), nginx) { $0.verifiesTLS = false })
        #expect(refused.error?.category == .tls)
        let (failed, whole) = (refused.hops.first?.connection, accepted.hops.first?.connection)
        #expect(failed?.tlsVersion == "TLSv1.3")
        #expect(failed?.tlsVersion == whole?.tlsVersion)
        #expect(failed?.tlsCipher?.hasPrefix("TLS_") == true)
        #expect(failed?.tlsCipher == whole?.tlsCipher)
        #expect(failed?.alpn == whole?.alpn)
    }

    @Test func `nothing is agreed on with a server whose versions are too old`() async throws {
        let nginx = try NginxServer.shared.get()
        let facts = await Engine().send(draft(nginx.url(.tls10Only), nginx)).hops.first?.connection
        #expect(facts != nil)
        #expect(facts?.tlsVersion == nil)
        #expect(facts?.tlsCipher == nil)
    }

    @Test func `the chain of a server that speaks TLS 1_2 is known when it is refused`() async throws {
        let nginx = try NginxServer.shared.get()
        let refused = await Engine().send(RequestDraft(url: nginx.url(.tls12Only)))
        #expect(refused.error?.category == .tls)
        let facts = try #require(refused.hops.first?.connection)
        #expect(facts.certificates.first?.subject.contains("good") == true)
        #expect(facts.tlsVersion == "TLSv1.2")
        #expect(facts.tlsCipher?.contains("-") == true)
    }

    @Test(arguments: [NginxServer.Site.expired, .wrongHost, .selfSigned, .unknownAuthority])
    func `a bad certificate passes when the check is switched off`(_ site: NginxServer.Site) async throws {
        let nginx = try NginxServer.shared.get()
        let exchange = await Engine().send(draft(nginx.url(site), nginx) { $0.verifiesTLS = false })
        #expect(exchange.error == nil)
    }

    @Test func `TLS 1.0 is refused even when the check is switched off`() async throws {
        let nginx = try NginxServer.shared.get()
        let exchange = await Engine().send(draft(nginx.url(.tls10Only), nginx) { $0.verifiesTLS = false })
        #expect(exchange.error?.category == .tls)
    }

    @Test func `TLS 1.2 is enough`() async throws {
        let nginx = try NginxServer.shared.get()
        let exchange = await Engine().send(draft(nginx.url(.tls12Only), nginx))
        #expect(exchange.hops.first?.connection?.tlsVersion == "TLSv1.2")
    }

    @Test func `the authority of the configuration is trusted`() async throws {
        let nginx = try NginxServer.shared.get()
        let engine = Engine(configuration: EngineConfiguration(trust: TrustSettings(caFile: nginx.caFile)))
        #expect(await engine.send(RequestDraft(url: nginx.url(.http2))).isSuccess)
        let strict = Engine(configuration: EngineConfiguration(trust: TrustSettings()))
        #expect(await strict.send(RequestDraft(url: nginx.url(.http2))).error?.category == .tls)
    }

    @Test func `a CA file that is missing is reported`() async throws {
        let nginx = try NginxServer.shared.get()
        let exchange = await Engine().send(draft(nginx.url(.http2), nginx) { $0.caFile = MissingPath.file("ca.pem") })
        #expect(exchange.error?.category == .tls)
        #expect(
            exchange.error?.sentence.contains("authorities cannot be read") == true,
            "\(String(describing: exchange.error))")
    }
}
