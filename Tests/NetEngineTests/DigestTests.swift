import TestSupport
import Testing

@testable import NetEngine

/// Hashes by the vectors of their standards, answers by the examples of RFC 7616 and RFC 2617.
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
        #expect(Hexadecimal.text(MD5.hash(Array(text.utf8))) == hash)
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
        let answer = challenge.answer(
            user: "Mufasa", password: "Circle of Life", method: "GET", target: "/dir/index.html", count: 1,
            clientNonce: "f2/wE4q74E6zIJEtWaHKaf5wv/H5QzzpXusqGemxURZJ")
        #expect(answer.contains("response=\"\(response)\""), "\(answer)")
        #expect(answer.contains("algorithm=\(algorithm), qop=auth, nc=00000001, cnonce="))
    }

    @Test func `the example of RFC 2617 is answered as there, and an old server without qop`() throws {
        let field = #"Digest realm="testrealm@host.com", qop="auth", nonce="dcd98b7102dd2f0e8b11d0f600bfb0c093""#
        let challenge = try #require(DigestChallenge.read(field).first)
        func answer(_ challenge: DigestChallenge) -> String {
            challenge.answer(
                user: "Mufasa", password: "Circle Of Life", method: "GET", target: "/dir/index.html", count: 1,
                clientNonce: "0a4f113b")
        }
        #expect(answer(challenge).contains("response=\"6629fae49393a05397450978507c4ef1\""))
        #expect(!answer(challenge).contains("algorithm"))
        let old = try #require(DigestChallenge.read(field.replacing(#" qop="auth","#, with: "")).first)
        #expect(answer(old).contains("response=\"670fd8c2df070c60b045671b8b24ff02\""))
        #expect(!answer(old).contains("cnonce"))
    }

    @Test func `challenges are cut apart as they may be written`() {
        let fields = #"Basic realm="a, b=\"c\"" , Digest nonce = n,realm="r" ,algorithm=md5,Negotiate"#
        let read = AuthenticationChallenge.read(fields)
        #expect(read.map(\.scheme) == ["Basic", "Digest", "Negotiate"])
        #expect(read.first?["realm"] == #"a, b="c""#)
        #expect(read.dropFirst().first?["nonce"] == "n")
        #expect(DigestChallenge.read(fields).map(\.algorithm) == [.md5])
        for odd in ["", ",", "Digest", "=", "Digest nonce", "Digest nonce=\"", "Digest realm=\"\\", "\"", "Digest =x"] {
            #expect(DigestChallenge.read(odd).isEmpty)
        }
        #expect(DigestChallenge.read("Digest realm=r, nonce=n, algorithm=SHA-1").isEmpty)
        #expect(DigestChallenge.read("Digest realm=r, nonce=n, qop=auth-int").isEmpty)
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
