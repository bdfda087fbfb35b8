import TestSupport
import Testing

@testable import NetEngine

/// Hashes tested with the vectors of their standards, credentials with the examples of RFC 7616 and RFC 2617.
@Suite(.timeLimit(.minutes(5))) struct DigestTests {
    @Test(
        arguments: [
            ("", "d41d8cd98f00b204e9800998ecf8427e"), ("a", "0cc175b9c0f1b6a831c399e269772661"),
            ("abc", "900150983cd24fb0d6963f7d28e17f72"), ("message digest", "f96b697d7cb7938d525a2f31aaf161d0"),
            ("abcdefghijklmnopqrstuvwxyz", "c3fcd3d76192e4007dfb496cca67e13b"),
            (
                "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789",
                "d174ab98d277d9f5a5611c2c9f419d9f"
            ),
            (String(repeating: "1234567890", count: 8), "57edf4a22be3c955ac49da2e2107b67a"),
        ])
    func `MD5 is that of RFC 1321`(_ text: String, _ hash: String) {
        #expect(MD5.hash(Array(text.utf8)).map(Hexadecimal.text) == hash)
    }

    @Test(
        arguments: [
            ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
            ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
            (
                "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
                "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
            ),
            (
                String(repeating: "0123456701234567012345670123456701234567012345670123456701234567", count: 10),
                "594847328451bdfa85056225462cc1d867d877fb388df0ce35f25ab5562bfbb5"
            ),
        ])
    func `SHA-256 is that of RFC 6234`(_ text: String, _ hash: String) {
        #expect(Hexadecimal.text(SHA256.hash(Array(text.utf8))) == hash)
    }

    private let challenges = """
        Digest realm="http-auth@example.org", qop="auth, auth-int", algorithm=%, \
        nonce="7ypf/xlj9XXwfDPEoM4URrv/xwf94BcCAzFZH4GiTo0v", opaque="FQhe/qaU925kfnzjCev0ciny7QMkPqMAFRtzCUYo5tdS"
        """

    @Test(
        arguments: [
            ("MD5", "8ca523f5e9506fed4657c9700eebdbec"),
            ("SHA-256", "753927fa0e85d155564e2e272a28d1802ca10daf4496794697cf8db5856cb6c1"),
        ])
    func `the example of RFC 7616 is answered as there`(_ algorithm: String, _ response: String) throws {
        let challenge = try #require(
            DigestChallenge.read(challenges.replacing("%", with: algorithm)).first)
        let answer = try challenge.answer(
            user: "Mufasa", password: "Circle of Life", method: "GET", target: "/dir/index.html", count: 1,
            clientNonce: "f2/wE4q74E6zIJEtWaHKaf5wv/H5QzzpXusqGemxURZJ")
        #expect(answer.contains("response=\"\(response)\""), "\(answer)")
        #expect(answer.contains("algorithm=\(algorithm), qop=auth, nc=00000001, cnonce="))
    }

    @Test func `SHA-512-256 is that of FIPS 180-4`() {
        for (text, hash) in [
            ("abc", "53048e2681941ef99b2e29b76b4c7dabe4c2d0c634fc6d46e0e2f13107e7af23"),
            ("", "c672b8d1ef56ed28ab87c3622c5114069bdd3ad7b8f9737498d0c01ecef0967a"),
        ] { #expect(Hexadecimal.text(SHA512.hash256(Array(text.utf8))) == hash) }
    }

    /// RFC 7616 §3.9.2, with the hashes of its erratum 4897: those in the text belong to another function.
    @Test func `a hashed name, and a name that is not ASCII`() throws {
        let field = """
            Digest realm="api@example.org", qop="auth", algorithm=SHA-512-256, charset=UTF-8, userhash=true, \
            nonce="5TsQWLVdgBdmrQ0XsxbDODV+57QdFR34I9HAbC/RVvkK"
            """
        func answer(_ field: String) throws -> String {
            try #require(DigestChallenge.read(field).first).answer(
                user: "Jäsøn Doe", password: "Secret, or not?", method: "GET", target: "/doe.json", count: 1,
                clientNonce: "NTg6RKcb9boFIAS3KrFK9BGeh+iDa/sm6jUMp2wds69v")
        }
        let hidden = try answer(field)
        #expect(hidden.contains("username=\"793263caabb707a56211940d90411ea4a575adeccb7e360aeb624ed06ece9b0b\""))
        #expect(hidden.contains("response=\"3798d4131c277846293534c3edc11bd8a5e4cdcbff78b05db9d95eeb1cec68a5\""))
        #expect(hidden.hasSuffix("userhash=true"))
        let plain = try answer(field.replacing("userhash=true, ", with: ""))
        #expect(plain.contains("username*=UTF-8''J%C3%A4s%C3%B8n%20Doe, "))
        #expect(
            try answer(field.replacing("charset=UTF-8, userhash=true, ", with: "")).contains("username=\"Jäsøn Doe\""))
    }

    @Test(arguments: ["bytes", "file", "pieces"])
    func `the body is covered where the server asks for that, and a stream then stays unanswered`(
        _ kind: String
    ) async throws {
        let folder = try TemporaryFolder()
        let file = try folder.write("A", to: "body")
        let body: RequestBody =
            switch kind {
            case "file": .file(path: file)
            case "pieces": .pieces([.bytes([]), .file(path: file), .bytes([])])
            default: .bytes([65])
            }
        let challenge = StubBehaviour.status(
            401, headers: [("WWW-Authenticate", #"Digest realm="r", qop="auth-int", nonce="n""#)])
        try await StubServer.with(.sequence(challenge, .status(200), challenge, .status(200))) { server in
            let engine = Engine(
                configuration: EngineConfiguration(interceptors: [DigestAuthentication(user: "u", password: "p")]))
            #expect(await engine.send(RequestDraft(method: "PUT", url: server.url, body: body)).isSuccess)
            let field = server.received[1].field("Authorization") ?? ""
            let cnonce = field.split(separator: "cnonce=\"").last?.prefix { $0 != "\"" } ?? ""
            func hash(_ text: String) -> String { Hexadecimal.text(MD5.hash(Array(text.utf8)) ?? []) }
            let second = hash("PUT:/:\(hash("A"))")
            #expect(field.contains("response=\"\(hash("\(hash("u:r:p")):n:00000001:\(cnonce):auth-int:\(second)"))\""))
            #expect(field.contains("qop=auth-int"))
            let stream = RequestBody.stream(BodyStream(AsyncStream { $0.finish() }))
            #expect(await engine.send(RequestDraft(method: "PUT", url: server.url, body: stream)).error?.status == 401)
            #expect(server.received.map { $0.field("Authorization") == nil } == [true, false, true])
        }
    }

    @Test func `the star of a whole server is covered, and an empty method is GET`() async throws {
        let challenge = StubBehaviour.status(
            401, headers: [("WWW-Authenticate", #"Digest realm="r", qop="auth", nonce="n""#)])
        try await StubServer.with(.sequence(challenge, .status(200), .status(200))) { server in
            let engine = Engine(
                configuration: EngineConfiguration(interceptors: [DigestAuthentication(user: "u", password: "p")]))
            let drafts = [
                RequestDraft(method: "OPTIONS", url: server.url, target: .server),
                RequestDraft(method: "", url: server.url),
            ]
            for draft in drafts { #expect(await engine.send(draft).isSuccess) }
            func hash(_ text: String) -> String { Hexadecimal.text(MD5.hash(Array(text.utf8)) ?? []) }
            for (request, (count, covered)) in zip(server.received.dropFirst(), [("1", "OPTIONS:*"), ("2", "GET:/")]) {
                let field = request.field("Authorization") ?? ""
                let cnonce = field.split(separator: "cnonce=\"").last?.prefix { $0 != "\"" } ?? ""
                let response = hash("\(hash("u:r:p")):n:0000000\(count):\(cnonce):auth:\(hash(covered))")
                #expect(field.contains("response=\"\(response)\""), "\(covered)")
            }
            #expect(server.received.count == 3)
        }
    }

    @Test(arguments: [("MD5-sess", true), ("SHA-256-sess", true), ("MD5", false)])
    func `a session keeps the client nonce of its first request, of which its key is made`(
        _ algorithm: String, _ isKept: Bool
    ) async throws {
        let challenge = StubBehaviour.status(
            401,
            headers: [("WWW-Authenticate", "Digest realm=\"r\", qop=\"auth\", algorithm=\(algorithm), nonce=\"n\"")])
        try await StubServer.with(.sequence(challenge, .status(200), .status(200))) { server in
            let engine = Engine(
                configuration: EngineConfiguration(interceptors: [DigestAuthentication(user: "u", password: "p")]))
            for _ in 0..<2 { #expect(await engine.send(RequestDraft(url: server.url)).isSuccess) }
            let fields = server.received.dropFirst().map { $0.field("Authorization") ?? "" }
            #expect(fields.map { $0.contains("nc=00000001") } == [true, false])
            let nonces = fields.map { field in
                String(field.split(separator: "cnonce=\"").last?.prefix { $0 != "\"" } ?? "")
            }
            #expect((nonces.first == nonces.last) == isKept, "\(nonces)")
        }
    }

    @Test func `the next nonce is used as soon as it is announced`() async throws {
        let challenge = StubBehaviour.status(
            401, headers: [("WWW-Authenticate", #"Digest realm="r", qop="auth", nonce="n1""#)])
        let announcing = StubBehaviour.status(
            200, headers: [("Authentication-Info", #"rspauth="x", nextnonce="n2", nc=00000001"#)])
        try await StubServer.with(.sequence(challenge, announcing, .status(200))) { server in
            let engine = Engine(
                configuration: EngineConfiguration(interceptors: [DigestAuthentication(user: "u", password: "p")]))
            for _ in 0..<2 { _ = await engine.send(RequestDraft(url: server.url)) }
            let fields = server.received.map { $0.field("Authorization") ?? "" }
            #expect(fields[1].contains("nonce=\"n1\""))
            #expect(fields[2].contains("nonce=\"n2\""))
            #expect(fields[2].contains("nc=00000001"))
        }
    }

    @Test(
        arguments: [
            (#"Basic realm="a, b", Digest realm="r", nonce="n", algorithm=SHA-256"#, "Basic or Digest with SHA-256"),
            (#"Digest realm="r", nonce="n", algorithm=SHA3"#, "Digest with SHA3"),
            (#"Digest realm="r", nonce="n", algorithm="a b\u{1B}""#, "Digest"), ("Digest", "Digest"), ("", nil),
        ] as [(String, String?)])
    func `a 401 that remains says what was asked for, and that a Digest is not known`(
        _ challenge: String, _ asked: String?
    ) async throws {
        try await StubServer.with(.status(401, headers: [("WWW-Authenticate", challenge)])) { server in
            let engine = Engine(
                configuration: EngineConfiguration(interceptors: [DigestAuthentication(user: "u", password: "p")]))
            let hint = try #require(await engine.send(RequestDraft(url: server.url)).error?.hint)
            let words = asked.map { "It asks for a login by \($0) (WWW-Authenticate). " } ?? ""
            let isUnknown = asked?.hasPrefix("Digest") == true
            let unknown = isUnknown ? "This kind of Digest is not supported. " : ""
            #expect(hint == words + unknown + "Look at the body of the response for the reason.")
        }
    }

    @Test func `of several challenges the strongest that is known is taken`() {
        func strongest(_ names: String...) -> String? {
            DigestChallenge.strongest(
                of: names.flatMap { DigestChallenge.read("Digest realm=\"r\", nonce=\"n\", algorithm=\($0)") })?
                .algorithmName
        }
        #expect(strongest("MD5", "SHA-256", "SHA-512-256") == "SHA-512-256")
        #expect(strongest("SHA-256-sess", "SHA-256", "MD5", "SHA-3") == "SHA-256-sess")
        #expect(strongest("SHA-3") == nil)
    }

    @Test func `the example of RFC 2617 is answered as there, and an old server without qop`() throws {
        let field = #"Digest realm="testrealm@host.com", qop="auth", nonce="dcd98b7102dd2f0e8b11d0f600bfb0c093""#
        let challenge = try #require(DigestChallenge.read(field).first)
        func answer(_ challenge: DigestChallenge) throws -> String {
            try challenge.answer(
                user: "Mufasa", password: "Circle Of Life", method: "GET", target: "/dir/index.html", count: 1,
                clientNonce: "0a4f113b")
        }
        #expect(try answer(challenge).contains("response=\"6629fae49393a05397450978507c4ef1\""))
        #expect(try !answer(challenge).contains("algorithm"))
        let old = try #require(DigestChallenge.read(field.replacing(#" qop="auth","#, with: "")).first)
        #expect(try answer(old).contains("response=\"670fd8c2df070c60b045671b8b24ff02\""))
        #expect(try !answer(old).contains("cnonce"))
    }

    @Test func `challenges are cut apart as they may be written`() {
        let fields = #"Basic realm="a, b=\"c\"" , Digest nonce = n,realm="r" ,algorithm=md5,Negotiate"#
        let read = AuthenticationChallenge.read(fields)
        #expect(read.map(\.scheme) == ["Basic", "Digest", "Negotiate"])
        #expect(read.first?["realm"] == #"a, b="c""#)
        #expect(read.dropFirst().first?["nonce"] == "n")
        #expect(DigestChallenge.read(fields).map(\.algorithm) == [.md5])
        let tabs = AuthenticationChallenge.read("\tBasic realm=r,\t \tDigest nonce=n\t,\trealm=s")
        #expect(tabs.map(\.scheme) == ["Basic", "Digest"])
        #expect(tabs.last?["nonce"] == "n" && tabs.last?["realm"] == "s")
        for odd in ["", ",", "Digest", "=", "Digest nonce", "Digest nonce=\"", "Digest realm=\"\\", "\"", "Digest =x"] {
            #expect(DigestChallenge.read(odd).isEmpty)
        }
        #expect(DigestChallenge.read("Digest realm=r, nonce=n, algorithm=SHA-1").isEmpty)
        #expect(DigestChallenge.read("Digest realm=r, nonce=n, qop=auth-conf").isEmpty)
    }

    @Test func `a challenge is answered, kept for later requests, and renewed when it is stale`() async throws {
        func challenge(_ nonce: String, _ more: String = "") -> StubBehaviour {
            .status(
                401,
                headers: [
                    ("WWW-Authenticate", #"Digest realm="r", qop="auth", algorithm=MD5, nonce="\#(nonce)""#),
                    (
                        "WWW-Authenticate",
                        #"Digest realm="r", qop="auth", algorithm=SHA-256, nonce="\#(nonce)"\#(more)"#
                    ),
                ])
        }
        let behaviour = StubBehaviour.sequence(
            challenge("n1"), .status(200), .status(200), challenge("n2", ", stale=true"), .status(200))
        try await StubServer.with(behaviour) { server in
            let engine = Engine(
                configuration: EngineConfiguration(interceptors: [DigestAuthentication(user: "u", password: "p")]))
            let draft = RequestDraft(method: "PUT", url: server.url + "/a?b", body: .bytes([65]))
            #expect(await engine.send(draft).retryCount == 1)
            #expect(await engine.send(draft).retryCount == 0)
            #expect(await engine.send(draft).retryCount == 1)
            let fields = server.received.map { $0.field("Authorization") }
            #expect(fields[0] == nil)
            #expect(fields[1]?.contains("algorithm=SHA-256, qop=auth, nc=00000001") == true)
            #expect(fields[1]?.contains("uri=\"/a?b\"") == true)
            #expect(fields[2]?.contains("nc=00000002") == true)
            #expect(fields[4]?.contains("nonce=\"n2\"") == true)
            #expect(fields[4]?.contains("nc=00000001") == true)
            #expect(server.received.map(\.body) == [[UInt8]](repeating: [65], count: 5))
        }
    }

    @Test func `a login that is refused for the nonce it was accepted for is not sent again`() async throws {
        let challenge = StubBehaviour.status(
            401, headers: [("WWW-Authenticate", #"Digest realm="r", qop="auth", algorithm=MD5, nonce="n1""#)])
        let behaviour = StubBehaviour.sequence(challenge, .status(200), challenge, challenge, .status(200))
        try await StubServer.with(behaviour) { server in
            let engine = Engine(
                configuration: EngineConfiguration(interceptors: [DigestAuthentication(user: "u", password: "p")]))
            let draft = RequestDraft(url: server.url)
            #expect(await engine.send(draft).retryCount == 1)
            let refused = await engine.send(draft)
            #expect(refused.error?.status == 401 && refused.hops.count == 1)
            // It is forgotten: the next request begins without it.
            #expect(await engine.send(draft).retryCount == 1)
            #expect(server.received.map { $0.field("Authorization") != nil } == [false, true, true, false, true])
        }
    }

    @Test func `a wrong password is tried once`() async throws {
        let refusal = StubBehaviour.status(401, headers: [("WWW-Authenticate", #"Digest realm="r", nonce="n""#)])
        try await StubServer.with(refusal) { server in
            let engine = Engine(
                configuration: EngineConfiguration(interceptors: [DigestAuthentication(user: "u", password: "p")]))
            let exchange = await engine.send(RequestDraft(url: server.url))
            #expect(exchange.error?.status == 401)
            #expect(exchange.hops.count == 2)
        }
    }
}
