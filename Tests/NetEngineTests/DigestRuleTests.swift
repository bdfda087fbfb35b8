import TestSupport
import Testing

@testable import NetEngine

/// What a Digest challenge says, where it applies, and which one is answered before it is asked.
@Suite struct DigestRuleTests {
    /// What stands after realm and nonce.
    private static let challenges: FilledTable = """
        - -> MD5, no qop
        algorithm=md5-SESS -> MD5-sess, no qop
        algorithm=sha-512-256, qop="auth" -> SHA-512-256, auth
        algorithm=SHA-512-256-SESS -> SHA-512-256-sess, no qop
        algorithm=sha-256-Sess -> SHA-256-sess, no qop
        algorithm=MD5 -> MD5, no qop
        qop="auth-int, AUTH" -> MD5, auth
        qop=auth-int -> MD5, auth-int
        qop="" -> none
        qop="auth-conf" -> none
        algorithm=SHA-512 -> none
        stale=TRUE, userhash=true, charset=utf-8 -> MD5, no qop, stale, hides the user, UTF-8
        stale=1, userhash=yes, charset=latin1 -> MD5, no qop
        opaque="" -> MD5, no qop, opaque ""
        OPAQUE="a\\\\\\"b" -> MD5, no qop, opaque "a\\"b"
        nonce=m, opaque=o, opaque=p -> MD5, no qop, opaque "o"
        """

    @Test func `a challenge is read as the server means it, or not at all`() {
        let text = Self.challenges.filled { row in
            let field = "Digest realm=r, nonce=n" + (row == "-" ? "" : ", \(row)")
            guard let challenge = DigestChallenge.read(field).first else { return "none" }
            let words = [
                challenge.algorithm.rawValue, challenge.protection?.rawValue ?? "no qop",
                challenge.isStale ? "stale" : nil, challenge.hidesUser ? "hides the user" : nil,
                challenge.readsUTF8 ? "UTF-8" : nil, challenge.opaque.map { "opaque \"\($0)\"" },
            ]
            return words.compactMap(\.self).joined(separator: ", ")
        }
        #expect(text == Self.challenges.text)
        #expect(DigestChallenge.read("digest realm=r, nonce=n").count == 1)
        #expect(DigestChallenge.read("Digest realm=r").isEmpty && DigestChallenge.read("Digest nonce=n").isEmpty)
    }

    @Test func `an answer has only what it was asked for`() throws {
        func answer(_ field: String, body: String? = nil) throws -> String {
            let challenge = try #require(DigestChallenge.read("Digest realm=\"a\\\"b\", nonce=n\(field)").first)
            let text = try challenge.answer(
                user: "u\\", password: "p", method: "GET", target: "/?\"", count: 0x1F, clientNonce: "c", bodyHash: body
            )
            return text.replacing(#/response="[0-9a-f]+"/#, with: "response")
        }
        let start = #"Digest username="u\\", realm="a\"b", nonce="n", uri="/?\"", response"#
        #expect(try answer(", algorithm=SHA-256") == start + ", algorithm=SHA-256")
        #expect(
            try answer(", algorithm=sha-256-sess, opaque=o")
                == start + #", algorithm=sha-256-sess, cnonce="c", opaque="o""#)
        #expect(
            try answer(", algorithm=SHA-256, qop=auth-int", body: "x")
                == start + #", algorithm=SHA-256, qop=auth-int, nc=0000001f, cnonce="c""#)
    }

    // MARK: Places

    /// The domain of a challenge of `http://h`, and a URL of that server.
    private static let places: FilledTable = """
        - | http://h/x -> true
        /a | http://h/a -> true
        /a | http://h/a/b -> true
        /a | http://h/a?b -> true
        /a | http://h/ab -> false
        /a | http://h/A -> false
        /a/ | http://h/a -> false
        /a/ | http://h/a/b -> true
        / | http://h/x -> true
        /b /a | http://h/a -> true
        http://h | http://h/x -> true
        http://H:80/a | http://h/a/b -> true
        http://o/a | http://h/a -> false
        //h/a | http://h/a -> true
        a | http://h/a -> false
        """

    @Test func `a challenge applies to its places and what is below them`() {
        let text = Self.places.filled { row in
            let columns = row.columns
            let space = DigestSpace(domain: columns[0] == "-" ? " \t" : columns[0])
            return "\(space.holds(try HTTPURL.parse(columns[1])))"
        }
        #expect(text == Self.places.text)
        #expect(DigestSpace(domain: nil) == DigestSpace(domain: ""))
    }

    // MARK: Sessions

    private static func challenge(_ realm: String, nonce: String = "n", _ more: String = "") throws -> DigestChallenge {
        try #require(DigestChallenge.read("Digest realm=\(realm), nonce=\(nonce)\(more)").first)
    }

    @Test func `the challenge of the nearest target is answered first, then the last`() throws {
        var sessions = DigestSessions()
        func realm(_ url: String) throws -> String? { sessions.challenge(for: try HTTPURL.parse(url))?.realm }
        #expect(try realm("http://h/") == nil)
        sessions.accept(try Self.challenge("one"), at: try HTTPURL.parse("http://h/a/b"))
        sessions.accept(try Self.challenge("two"), at: try HTTPURL.parse("http://h/a/c/d"))
        sessions.accept(try Self.challenge("three", nonce: "n", ", domain=\"/x\""), at: try HTTPURL.parse("http://h/x"))
        let urls = ["http://h/a/b", "http://h/a/c/x", "http://h/a/", "http://h/z", "http://h/x", "http://o/a/b"]
        #expect(try urls.map(realm) == ["one", "two", "two", "two", "three", nil])
        let one = try Self.challenge("one").kind
        sessions.accept(one, at: try HTTPURL.parse("http://h/z"))
        #expect(try urls.map(realm) == ["two", "two", "two", "one", "three", nil])
        sessions.forget(one, at: "http://h:80")
        sessions.forget(one, at: "http://o:80")
        #expect(try realm("http://h/z") == "two")
    }

    @Test func `a session has the nonce that came last, and sixteen are kept for an origin`() throws {
        var sessions = DigestSessions()
        let url = try HTTPURL.parse("http://h/")
        let first = try Self.challenge("r0")
        sessions.accept(first, at: url)
        sessions.accept(try Self.challenge("r0", nonce: "m"), at: url)
        #expect(sessions.challenge(for: url)?.nonce == "m")
        sessions.renew(first.kind, at: url.origin, nonce: "k")
        sessions.renew(first.kind, at: "http://o:80", nonce: "l")
        #expect(sessions.challenge(for: url)?.nonce == "k")
        for number in 1...16 { sessions.accept(try Self.challenge("r\(number)"), at: url) }
        var kept: [String] = []
        while let challenge = sessions.challenge(for: url) {
            kept.append(challenge.realm)
            sessions.forget(challenge.kind, at: url.origin)
        }
        #expect(kept == (1...16).reversed().map { "r\($0)" })
    }

    @Test func `a nonce is counted for its origin, and one in use is not forgotten`() throws {
        var sessions = DigestSessions()
        let url = try HTTPURL.parse("http://h/")
        #expect((1...3).map { _ in sessions.nextCount(of: "n", at: "http://h:80") } == [1, 2, 3])
        #expect(sessions.nextCount(of: "n", at: "http://o:80") == 1)
        sessions.accept(try Self.challenge("r"), at: url)
        for number in 0..<4094 { _ = sessions.nextCount(of: "\(number)", at: "http://h:80") }
        #expect(sessions.nextCount(of: "0", at: "http://h:80") == 2)
        #expect(sessions.nextCount(of: "one more", at: "http://h:80") == 1)
        #expect(sessions.nextCount(of: "n", at: "http://h:80") == 4)
        #expect(sessions.nextCount(of: "n", at: "http://o:80") == 1)
        #expect(sessions.nextCount(of: "0", at: "http://h:80") == 1)
        #expect(sessions.nextCount(of: "4093", at: "http://h:80") == 2)
    }
}
