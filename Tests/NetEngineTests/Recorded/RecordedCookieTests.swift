import TestSupport
import Testing

@testable import NetEngine

/// Cookies and the memory of Digest logins, step by step, as it was recorded (`Recorded`).
@Suite struct RecordedCookieTests {
    /// `set URL FIELD`, `put URL FIELD`, `ask URL`, `wait SECONDS`, `list`, `end session`, `many N URL`.
    private static func play(_ body: String) throws -> String {
        var store = CookieStore(tracksChanges: true)
        var now = WallClock.noon
        var text = ""
        for line in body.split(separator: "\n").map(String.init) {
            let words = line.split(separator: " ", maxSplits: 2).map(String.init)
            let url = try? words.dropFirst().first.map { try HTTPURL.parse($0) }
            let field = Array(SignedText.read(words.count > 2 ? words[2] : "").utf8)
            text += "\(line)\n"
            switch words[0] {
            case "set":
                guard let url else { continue }
                do throws(CookieRefusal) {
                    let cookie = try Cookie(reading: field, from: url, now: now)
                    let isSet = store.set(cookie, from: url, now: now)
                    text += isSet ? "  \(shown(cookie, now))\n" : "  refused: \(CookieRefusal.overlaysSecure.clause)\n"
                } catch { text += "  refused: \(error.clause)\n" }
            case "ask":
                guard let url else { continue }
                text +=
                    "  \(store.field(for: url, now: now).map { Printed.escaped(String(decoding: $0, as: UTF8.self)) } ?? "nothing")\n"
            case "wait": now += Int64(words[1]) ?? 0
            case "end": store.removeSessionCookies(now: now)
            case "many":
                let host = try HTTPURL.parse(words[2])
                for number in 0..<(Int(words[1]) ?? 0) {
                    let cookie = try Cookie(reading: Array("n\(number)=\(number)".utf8), from: host, now: now)
                    _ = store.set(cookie, from: host, now: now)
                }
            default:
                text += store.entries.map { "  \(shown($0.cookie, now))\n" }.joined()
                text += "  \(store.entries.count) cookies, \(store.changes.count) changed\n"
            }
        }
        // Some are as long as a cookie may be.
        return text.split(separator: "\n").map { line in
            line.count > 300 ? "\(line.prefix(40))…\(line.suffix(40)), \(line.count) characters\n" : "\(line)\n"
        }.joined()
    }

    private static func shown(_ cookie: Cookie, _ now: Int64) -> String {
        "\(Printed.escaped(cookie.name))=\(Printed.escaped(cookie.value)) \(cookie.domain)\(cookie.isHostOnly ? "" : " and below")"
            + " \(cookie.path)\(cookie.expires.map { ", \($0 - now) s" } ?? "")\(cookie.isSecure ? ", secure" : "")"
            + "\(cookie.isHTTPOnly ? ", not for scripts" : "")\(cookie.sameSite.map { ", \($0.rawValue)" } ?? "")"
            + (cookie.isExpired(now) ? ", expired" : "")
    }

    @Test func `cookies are kept and sent as it was recorded`() throws {
        try Recorded.expect(
            try RecordedCases.parts("cookies").map { ($0.name, try Self.play($0.body)) }, in: "engine/cookies")
    }

    /// `accept URL CHALLENGE`, `renew URL NONCE` and `forget URL` (of the last one accepted), `ask URL`, `count URL NONCE`.
    @Test func `Digest logins are remembered as it was recorded`() throws {
        try Recorded.expect(
            try RecordedCases.parts("digest-sessions").map { name, body in
                var sessions = DigestSessions()
                var last: DigestSessions.Kind?
                var text = ""
                for line in body.split(separator: "\n").map(String.init) {
                    let words = line.split(separator: " ", maxSplits: 2).map(String.init)
                    let url = try HTTPURL.parse(words[1])
                    text += "\(line)\n"
                    switch words[0] {
                    case "accept":
                        guard let challenge = DigestChallenge.read(words[2]).first else { continue }
                        sessions.accept(challenge, at: url)
                        last = challenge.kind
                    case "used": if let last { sessions.accept(last, at: url) }
                    case "renew": if let last { sessions.renew(last, at: url.origin, nonce: words[2]) }
                    case "forget": if let last { sessions.forget(last, at: url.origin) }
                    case "count": text += "  \(sessions.nextCount(of: words[2], at: url.origin))\n"
                    default:
                        let found = sessions.challenge(for: url)
                        text += "  \(found.map { "\($0.realm) \($0.nonce)" } ?? "nothing")\n"
                    }
                }
                return (name, text)
            }, in: "engine/digest-sessions")
    }
}
