import NetEngine
import TestSupport
import Testing

@testable import Base
@testable import Explorer
@testable import TerminalUI
@testable import Workspace

/// The lines of bodies and of texts about exchanges, with the roles of their parts, as they were recorded (`Recorded`).
@Suite struct RecordedBodyViewTests {
    private typealias F = ExchangeFixtures

    /// Each part with its role in front, where that is not the one of text.
    private func shown(_ line: Line) -> String {
        let trailing = line.trailing.isEmpty ? [] : [Span("  ->  ")] + line.trailing
        return (line.spans + trailing).map { span in
            (span.style.role == .text ? "" : "<\(span.style.role)>") + span.text.string
        }.joined()
    }

    private func shown(_ source: any LineSource, columns: Range<Int> = 0..<200) -> String {
        (0..<min(60, source.lineCount)).map { shown(source.line($0, columns: columns)) + "\n" }.joined()
    }

    private static let bodies: [(type: String?, text: String)] = [
        (
            "application/json",
            #"{"a":{"b":[1,-2.50,{"c":null}],"d":[]},"e":"é\u00e9\n\"","f":{},"g":true,"a":false,"h":[[[]]],"i":1e99}"#
        ),
        ("application/json", "[]"), ("application/json", "\"text\""), ("application/json", " 12 "),
        ("application/json", ""),
        ("application/json", #"{"a":[1,2"#), ("application/json", "{\"a\":1} x"), ("application/json", "{\"a\" 1}"),
        ("application/json", "{\n  \"a\": [\n1 ]\n}\n"),
        ("application/x-ndjson", "{\"a\":1}\n[2,3]\n\nnot json\n\"x\""),
        ("text/plain", "one\r\ntwo\rthree\n\ttab\u{1B}[31m\u{202E}x\n日本 e\u{301}"),
        ("text/plain; charset=klingon", "abc"), (nil, "{\"a\": 1}"),
        ("text/html", "<!doctype html><h1>T</h1><p>a <b>b</b> &amp; c<ul><li>x<li>y</ul><table><tr><td>1<td>2</table>"),
        ("application/xml", "<?xml version='1.0'?><a x=\"1\"><!-- c --><b>t</b><c/>m<d><![CDATA[<&]]></d></a>"),
        ("application/xml", "<a><b></a>"),
        ("text/csv", "a,\"b, c\",d\n1,2\n\"x\ny\",,z\n"),
        ("application/x-www-form-urlencoded", "a=b+c&d=%C3%A4&e&=f&a=2"),
        ("text/event-stream", ":c\nevent: e\ndata: {\"x\":1}\nid: 5\n\ndata: two\ndata: lines\nretry: 10\n\ndata: cut"),
        ("application/octet-stream", "\u{0}\u{1}abc\u{7F}0123456789"), ("text/markdown", "# T\n\n- a\n- b\n\n`c`"),
        ("multipart/form-data; boundary=X", "--X\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\n1\r\n--X--\r\n"),
        ("application/graphql", "query Q { a }"), ("application/yaml", "a: 1\nb:\n- c\n"),
        ("application/jwt", "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJhIn0.c2ln"),
    ]

    @Test func `bodies in each mode`() throws {
        var parts: [(name: String, text: String)] = []
        for (number, (type, body)) in Self.bodies.enumerated() {
            let scanned = BodyDocument(bytes: Array(body.utf8), contentType: type)
            let document = scanned.decoded(contentType: type, name: "body", at: 1_795_257_121)
            var text =
                "\(document.kind), \(document.byteCount) bytes, \(document.charset), modes \(document.modes.map(\.rawValue).joined(separator: " "))\n"
            for mode in document.modes {
                for columns in mode == .hex ? [80, 46, 20] : [60] {
                    let source = document.lines(mode, columns: columns)
                    text +=
                        "-- \(mode.rawValue) \(columns): \(source.lineCount) lines, wide \(source.mayBeWide)\n\(shown(source))"
                }
            }
            for line in 0..<min(30, document.lines(.pretty, columns: 60).lineCount) {
                let offset = document.offset(in: .pretty, columns: 60, line: line, column: 3)
                let place = document.place(ofOffset: offset, in: .pretty, columns: 60)
                let raw = document.place(ofOffset: offset, in: .raw, columns: 60)
                let path = document.path(ofLine: line)?.joined() ?? "-"
                text +=
                    "\(line): byte \(offset), back \(place.line):\(place.column), raw \(raw.line):\(raw.column), \(path)\n"
            }
            parts.append(("\(number) \(type ?? "no type")", text))
        }
        try Recorded.expect(parts, in: "screen/body-lines")
    }

    private static let exchanges: [(name: String, exchange: Exchange)] = {
        var decision = CacheDecision(
            outcome: .stale, reason: .notModified(validator: "ETag \"v7\""), mode: .default,
            key: CacheKey(text: "http://h/orders?page=1"))
        decision.age = ResponseAge(ageField: 24, date: nil, apparent: 3, responseDelay: 40_000, resident: 131_000_000)
        decision.lifetime = FreshnessLifetime(seconds: 60, source: .maxAge)
        decision.storing = .refused("no-store")
        decision.hiddenError = F.timeout
        decision.considered = [
            .init(
                id: .init(rawValue: 7), status: 200, storedAt: F.start, matches: true,
                why: "Vary: Accept is the same; expired: age 155 s of max-age 60 s"),
            .init(
                id: .init(rawValue: 3), status: 404, storedAt: F.start, matches: false,
                why: "Vary: Accept was text/html"),
        ]
        let cached = Hop(
            cause: .redirect(status: 302), request: F.request(), sentHead: Array("POST /orders HTTP/1.1\r\n\r\n".utf8),
            sentBodyByteCount: 12, response: F.response(status: 200, reason: "OK"), connection: nil, startOffset: .zero,
            timings: F.timings, cacheDecision: decision,
            validation: F.response(status: 304, reason: "Not Modified", body: []),
            heldBack: ["Authorization", "Cookie"])
        let redirect = F.hop(
            response: F.response(status: 302, reason: "Found", headers: [HeaderField("Location", "/there")], body: []))
        let cut = F.response(
            status: 200, reason: "OK",
            headers: [HeaderField("Content-Type", "text/plain"), HeaderField("Set-Cookie", "sid=s3cret; Path=/")],
            body: Array("half".utf8), codings: ["gzip"], isComplete: false)
        return [
            ("a response", F.exchange()), ("a redirect and a stale response", F.exchange(hops: [redirect, cached])),
            ("a failure", F.exchange(response: nil, error: F.timeout)),
            (
                "a cut response",
                F.exchange(
                    response: cut,
                    error: EngineError(
                        category: .protocol, phase: .receive, sentence: "The connection was closed within the body.",
                        hint: ""))
            ),
            (
                "nothing",
                F.exchange(
                    hops: [],
                    error: EngineError(
                        category: .dns, phase: .dns, sentence: "The name h was not found in the long list of names.",
                        hint: "Look at the host."))
            ),
        ]
    }()

    @Test func `the texts about exchanges, at several widths`() throws {
        var parts: [(name: String, text: String)] = []
        for (name, exchange) in Self.exchanges {
            for width in [100, 40, 18] {
                var text =
                    "-- headers\n" + shown(ExchangeLines.headers(exchange, showsCookies: width == 100, width: width))
                if let error = exchange.error {
                    text += "-- error\n" + shown(ExchangeLines.error(error, of: exchange, failures: nil, width: width))
                }
                text += "-- cache\n" + shown(CacheLines.lines(exchange, width: width))
                if width == 100 {
                    text += "-- raw\n" + shown(ExchangeLines.raw(exchange, ExchangeDocument(exchange), columns: width))
                }
                parts.append(("\(name), \(width)", text))
            }
        }
        try Recorded.expect(parts, in: "screen/exchange-lines")
    }

    @Test func `checks, at several widths`() throws {
        var results = [
            CheckResult(text: "status == 200", line: 3, verdict: .passed, expected: "200", actual: "200"),
            CheckResult(text: "body $.id == tea", line: 4, verdict: .failed, expected: "== tea", actual: "cup"),
            CheckResult(
                text: "body $.text == a long text", line: 5, verdict: .failed,
                expected: "== a long text that is expected", actual: "another long text that came instead of it"),
            CheckResult(text: "header X exists", line: 6, verdict: .warning, expected: "", actual: nil),
            CheckResult(text: "certificate valid", line: 7, verdict: .notEvaluated, expected: "", actual: nil),
        ]
        results[4].reason = "There is no certificate, since the connection is not encrypted."
        var text = ""
        for width in [100, 60, 36, 20] {
            for selection in [1, 4, 9] {
                let report = CheckReport(results: results)
                text +=
                    "-- \(width), selected \(selection), at \(CheckLines.place(of: selection, report, width: width))\n"
                text += shown(CheckLines.lines(report, selection: selection, width: width))
            }
            text += "-- \(width), none\n" + shown(CheckLines.unchecked(width: width))
        }
        try Recorded.expect([("checks", text)], in: "screen/check-lines")
    }

    @Test func `wrapped lines and bars of time`() throws {
        var wrapped = ""
        for words in [
            "one two three four five", "a-long-word-that-has-no-space", "ab cdefghijklmnop q", "日本 日本日本 日本",
            "a  b   c    d", "",
        ] {
            for width in [40, 12, 8, 5, 4, 1] {
                for indent in [2, 6] {
                    let rows = Line([Span(SafeText(words), .info)]).wrapped(width: width, indent: indent).map {
                        $0.spans.map(\.text.string).joined()
                    }
                    wrapped += "\(words) in \(width) by \(indent): \(rows.joined(separator: "/"))\n"
                }
            }
        }
        var bars = ""
        for glyphs in [Glyphs.unicode, .ascii] {
            for (start, length) in [
                (0, 100), (0, 0), (50, 50), (99, 1), (100, 10), (10, 3), (33, 34), (200, 5), (0, 500), (12, 12),
            ] {
                for columns in [20, 7, 1, 0] {
                    let bar = TimelineBar(span: .milliseconds(100), columns: columns, glyphs: glyphs)
                    let spans = bar.spans(start: .milliseconds(start), length: .milliseconds(length), .info)
                    bars += "\(start)+\(length) in \(columns): \(spans.map(\.text.string).joined())|\n"
                }
            }
        }
        try Recorded.expect([("wrapped", wrapped), ("bars", bars)], in: "screen/wrapped-and-bars")
    }
}
