import NetEngine
import Testing

@testable import Bodies

@Suite struct JWTDecoderTests {
    private func part(_ json: String) -> String {
        Base64.encode(json).replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: "")
    }

    private func token(_ header: String, _ claims: String, _ signature: String = "c2lnbmF0dXJl") -> String {
        "\(part(header)).\(part(claims)).\(signature)"
    }

    /// 2026-11-22 19:00:00 UTC.
    private let now: Int64 = 1_795_374_000

    @Test func `header and claims, and times in words`() {
        let text = token(
            #"{"alg":"HS256","typ":"JWT"}"#,
            #"{"sub":"1","iat":1795366800,"nbf":1795374060,"exp":1795384800.5,"x":{"exp":1}}"#)
        let jwt = Decoding(text + "\n", "application/jwt", now: now)
        #expect(jwt.kind == .jwt)
        #expect(jwt.summary == "HS256, signature not verified")
        #expect(
            jwt.shown
                == #"{"header":{"alg":"HS256","typ":"JWT"},"#
                + #""claims":{"sub":"1","iat":1795366800,"nbf":1795374060,"exp":1795384800.5,"x":{"exp":1}},"#
                + #""explained":{"signature":"signature not verified (9 bytes)","#
                + #""iat":"issued Sun, 22 Nov 2026 17:00:00 GMT, 2 h ago","#
                + #""nbf":"not valid before Sun, 22 Nov 2026 19:01:00 GMT, in 60 s","#
                + #""exp":"expires Sun, 22 Nov 2026 22:00:00 GMT, in 3 h"}}"#)
        #expect(
            Decoding(text, now: 1_795_384_801).shown.contains(
                #""exp":"expired Sun, 22 Nov 2026 22:00:00 GMT, 1 s ago""#))
    }

    @Test func `tokens are found wherever they stand in a text`() {
        let one = token(#"{"alg":"HS256"}"#, #"{"sub":"a"}"#)
        let two = token(#"{"alg":"RS256"}"#, #"{"sub":"b","long":"\#(String(repeating: "x", count: 300))"}"#)
        let found = JSONWebToken.all(in: "Bearer \(one), \"t\":\"\(two)\" eyJ eyJx.y.z http://h/?t=\(one)&x")
        #expect(found.map(\.algorithm) == ["HS256", "RS256", "HS256"])
        let members = found[1].members.map { "\($0.part) \($0.name)=\($0.value.prefix(3))\($0.value.suffix(1))" }
        #expect(members == ["header alg=RS26", "claim sub=bb", "claim long=xxx…"])
        #expect(JSONWebToken.all(in: String(repeating: "\(one) ", count: 20)).count == 8)
    }

    @Test(arguments: [(200, ""), (201, "…")])
    func `a member is given with 200 bytes, and a sign says that there is more`(count: Int, sign: String) throws {
        let jwt = try JSONWebToken(token("{}", #"{"a":"\#(String(repeating: "x", count: count))"}"#))
        #expect(jwt.members.map { $0.value } == [String(repeating: "x", count: 200) + sign])
    }

    @Test func `a token that is not signed says so`() {
        let jwt = Decoding(token(#"{"alg":"None"}"#, "{}", ""), "text/plain")
        #expect(jwt.summary == "alg: none, not signed")
        #expect(jwt.shown.contains("none (alg: none): anyone can have written this token"))
    }

    @Test func `five parts are encrypted`() {
        let jwt = Decoding(part(#"{"alg":"RSA-OAEP","enc":"A256GCM"}"#) + ".a.b.c.d", "application/jwt")
        #expect(jwt.summary == "RSA-OAEP, encrypted")
        #expect(jwt.shown.contains("only who has the key can read them"))
        #expect(!jwt.shown.contains("claims\":{"))
    }

    @Test func `a token in a value is read too`() throws {
        let token = try JSONWebToken("Bearer " + token(#"{"alg":"ES256"}"#, #"{"a":"\u202e"}"#))
        #expect(token.summary == "ES256, signature not verified")
        #expect(String(decoding: token.tree(now: now), as: UTF8.self).contains(#""claims":{"a":"\u202e"}"#))
    }

    @Test(arguments: [("eyJhIjoiYmM_In0", #"{"a":"bc?"}"#), ("eyJhIjoiYmM-In0", #"{"a":"bc>"}"#)])
    func `the last two signs of Base64 of URLs are read`(part: String, json: String) throws {
        let token = try JSONWebToken("\(part).\(part).c2ln")
        #expect(String(decoding: token.header, as: UTF8.self) == json)
        #expect(token.claims == token.header)
    }

    @Test func `what is not a token is refused with a reason`() {
        func refusal(_ text: String) -> String? { Decoding(text, "application/jwt").refusal }
        #expect(refusal("a.b") == "a token has 3 parts, or 5 if it is encrypted, not 2")
        #expect(refusal("a+b.c.d") == "a character that is not Base64 of URLs (byte 1)")
        #expect(refusal("eyJh.e30.x") == "the header is not an object of JSON; it begins (byte 0)")
        #expect(refusal("e30.x.y") == "the claims part is not Base64 of URLs; it begins (byte 4)")
        #expect(refusal("e30.W10.y") == "the claims part is not an object of JSON; it begins (byte 4)")
        #expect(Decoding("eyJhbc is a word").kind == nil)
    }

    @Test func `times in the past and the future are explained as what they mean`() throws {
        func explained(_ claims: String) throws -> [String] {
            try JSONWebToken(token(#"{"alg":"ES256"}"#, claims, "c2ln")).explanations(now: now).map { "\($0): \($1)" }
        }
        #expect(
            try explained(#"{"auth_time":1795373999,"exp":1795374001,"nbf":"1795373940","iat":1795374060}"#) == [
                "signature: signature not verified (3 bytes)",
                "iat: issued Sun, 22 Nov 2026 19:01:00 GMT, in 60 s: the clocks differ",
                "nbf: valid since Sun, 22 Nov 2026 18:59:00 GMT, 60 s ago",
                "exp: expires Sun, 22 Nov 2026 19:00:01 GMT, in 1 s",
                "auth_time: signed in Sun, 22 Nov 2026 18:59:59 GMT, 1 s ago",
            ])
        #expect(
            try explained(#"{"exp":1795374000,"exp":1}"#).last == "exp: expired Sun, 22 Nov 2026 19:00:00 GMT, 0 s ago")
        for none in [#"{"exp":"soon"}"#, #"{"exp":1e15}"#, #"{"exp":{"a":1}}"#, #"{"x":{"exp":1}}"#, "{}"] {
            #expect(try explained(none).count == 1, "\(none)")
        }
    }

    @Test(arguments: [
        ("e30.e30.c2ln", "no algorithm, signature not verified"), ("e30.e30.", "no algorithm, without its signature"),
        ("eyJhbGciOiJIUzI1NiJ9.e30.", "HS256, without its signature"),
        ("e30.a.b.c.d", "no algorithm, encrypted"),
    ])
    func `a token without an algorithm has a summary, too`(text: String, summary: String) throws {
        #expect(try JSONWebToken(text).summary == summary)
    }

    @Test func `the number of parts that are wrong is given up to seven`() {
        for count in [1, 4, 6, 7, 8] {
            let text = Array(repeating: "e30", count: count).joined(separator: ".")
            #expect(
                Decoding(text, "application/jwt").refusal
                    == "a token has 3 parts, or 5 if it is encrypted, not \(min(count, 7))")
        }
    }
}
