import NetEngine
import NetEngineRequestLog
import TestSupport
import Testing

@testable import RequestLog

/// What a stored request is sent as again, or why it is not, as it was recorded (`Recorded`).
@Suite struct RecordedResendTests {
    /// The address, header lines (`;;` between them) and the body, with `|` between them.
    private static let requests = #"""
        http://a.test/x?k=<secret:k> | A: b | body
        http://a.test/<secret:slash>/x | A: <secret:slash> | <secret:slash>
        http://<secret:host>/x?q=1 |  |
        http://<secret:host>:8080/<secret:k> |  |
        <secret:base>/x?k=<secret:slash> |  |
        http://<secret:base>/x |  |
        http://u:<secret:slash>@a.test/<secret:k> |  |
        http://u:<secret:slash>@<secret:host>/ |  |
        http://a.test?k=<secret:slash> |  |
        http://<secret:host> |  |
        <secret:host>/<secret:slash> |  |
        http://a.test/ | Authorization: Bearer <secret:k>;;X: <secret:k>,<secret:slash> |
        http://a.test/ | Authorization: Basic u:<secret:k> |
        http://a.test/ | authorization: BASIC u:<secret:k> |
        http://a.test/ | Authorization: Basic <secret:k> |
        http://a.test/ | Proxy-Authorization: Basic u:<secret:slash> |
        http://a.test/ | X-Authorization: Basic u:<secret:k> |
        http://a.test/ | Authorization: Basic u:[redacted] |
        http://a.test/ | Authorization: <secret:k~base64> |
        http://a.test/ | Authorization: Basic <secret:slash~base64>;;Y: a:<secret:slash~base64url>;b |
        http://a.test/ | A: x<secret:k~base64> |
        http://a.test/ | A: <secret:k~base64>x |
        http://a.test/ | A: <secret:k~base64>= |
        http://a.test/ | A: /<secret:k~base64> |
        http://a.test/ | A: <secret:k~base64><secret:k~base64> |
        http://a.test/ | A: <secret:k~base64>,<secret:k~base64> |
        http://a.test/<secret:k~base64>/x |  |
        http://a.test/a<secret:k~base64> |  |
        http://a.test/?<secret:k~base64>%3D |  |
        http://a.test/ | Content-Type: application/json | {"a":"<secret:slash>","b":"<secret:k~base64>"}
        http://a.test/ | Content-Type: application/problem+json; charset=utf-8 | {"a":"<secret:slash>"}
        http://a.test/ | Content-Type: text/plain;;Content-Type: application/json | <secret:slash>
        http://a.test/ | Content-Type: application/json;;Content-Type: text/plain | <secret:slash>
        http://a.test/ | Content-Type: application/xml | <a b="&lt;secret:slash&gt;">&lt;secret:k~base64&gt;</a>
        http://a.test/ | Content-Type: application/xml | <a>x&lt;secret:k~base64&gt;</a>
        http://a.test/ | Content-Type: application/xml | <a>&lt;secret:k~base64&gt;=</a>
        http://a.test/ | Content-Type: application/xml | <a>&lt;secret:k&gt;&lt;secret:k&gt;<secret:slash></a>
        http://a.test/ | Content-Type: application/xml | <a>&lt;secret:&gt;&lt;secret:k&lt;secret:k x&gt;&lt;secret:k</a>
        http://a.test/ | Content-Type: application/xml | <a>&lt;secret:nope&gt;</a>
        http://a.test/ | Content-Type: text/plain | <a>&lt;secret:k&gt;</a>
        http://a.test/ |  |  <a>&lt;secret:slash&gt;</a>
        http://a.test/ |  | <secret:slash>&lt;secret:slash&gt;
        http://a.test/ |  | a<secret:k~base64>
        http://a.test/ |  | [redacted]
        http://a.test/[redacted] |  |
        http://a.test/ | A: [redacted] |
        http://a.test/ | A: <secret:nope> |
        http://a.test/<secret:z> | A: <secret:nope>;;B: <secret:z> | <secret:a>
        http://a.test/ | A: <secret:> |
        http://a.test/ | A: <secret:k |
        http://a.test/ | A: <secret:k x> |
        http://a.test/ | A: <secret:<secret:k>> |
        http://a.test/ | A: <secret:odd~name> |
        http://a.test/ | A: <secret:k~base65> |
        http://a.test/ | User-Agent: mine;;Accept: */*;;Host: a.test |
        """#

    private static let values = [
        "k": "key", "slash": "a/\"b c", "host": "b.test:81", "base": "https://c.test/v1", "odd~name": "odd",
    ]

    private static func exchange(_ line: String, engineFields: Set<String> = ["Host", "Accept", "User-Agent"])
        -> Exchange
    {
        let parts = line.split(separator: "|", maxSplits: 2, omittingEmptySubsequences: false).map {
            $0.trimmingWhitespace()
        }
        var draft = RequestDraft(method: "PUT", url: parts[0])
        for field in parts.count > 1 ? parts[1].split(separator: ";;") : [] {
            let halves = field.split(separator: ": ", maxSplits: 1).map(String.init)
            draft.headers.append(
                HeaderField(halves[0], halves[1], origin: engineFields.contains(halves[0]) ? .engine : .typed))
        }
        draft.body = parts.count > 2 && !parts[2].isEmpty ? .bytes(Array(parts[2].utf8)) : .none
        // As of a request that was never sent, so that its address is not parsed.
        return ExchangeFixtures.exchange(draft: draft, hops: [], response: nil)
    }

    private static func shown(_ exchange: Exchange, _ change: (inout LogRow) -> Void = { _ in }) -> String {
        var row = LogRow(id: 42, startedAt: ExchangeFixtures.start, method: "PUT", url: "")
        change(&row)
        do throws(StoredResend.Refusal) {
            let draft = try StoredResend(row: row, exchange: exchange).draft { StoredResend.Variables(values: values) }
            let fields = draft.headers.map { "  \($0.name): \($0.value)\($0.isSecret ? " (secret)" : "")\n" }.joined()
            var body = ""
            if case .bytes(let bytes) = draft.body {
                body =
                    "  body \(String(decoding: bytes, as: UTF8.self))\(draft.options.bodyIsSecret ? " (secret)" : "")\n"
            }
            return "\(draft.method) \(draft.url)\n" + fields + body
                + "  resend of \(draft.options.log?.resendOf ?? 0), "
                + "\(draft.options.log?.secrets.count ?? 0) secrets\n"
        } catch { return "\(error.sentence)\n" }
    }

    @Test func `a stored request is sent again as it was recorded`() throws {
        var parts = Self.requests.split(separator: "\n").map { line in
            (name: String(line), text: Self.shown(Self.exchange(String(line))))
        }
        let missing = "http://a.test/ | A: <secret:nope> |"
        for (file, name, environment) in [
            ("/x/a.http", "create", "dev"), ("/x/a.http", "create", nil), ("/x/a.http", nil, "dev"),
            (nil, "create", nil),
        ] as [(String?, String?, String?)] {
            let text = Self.shown(Self.exchange(missing)) {
                ($0.file, $0.name, $0.environment) = (file, name, environment)
            }
            parts.append(("\(file ?? "-") \(name ?? "-") \(environment ?? "-")", text))
        }
        // Of twelve bytes that were sent.
        for kept in [11, 12, 13] {
            let body = RequestBody.bytes(Array(repeating: 0x61, count: kept))
            let draft = RequestDraft(method: "POST", url: "http://127.0.0.1:8080/orders", body: body)
            let hop = ExchangeFixtures.hop(request: ExchangeFixtures.request(body: body), response: nil)
            let exchange = ExchangeFixtures.exchange(draft: draft, hops: [hop])
            parts.append(("\(kept) bytes kept", Self.shown(exchange) { $0.isTruncated = true }))
        }
        try Recorded.expect(parts, in: "log-resending")
    }
}
