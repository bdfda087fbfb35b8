import Base
import NetEngine
import TestSupport
import Testing

@testable import HTTPFormat
@testable import Workspace

/// What checks find in exchanges of many kinds, and what others are told of it, as it was recorded (`Recorded`).
@Suite struct RecordedSubjectTests {
    private static let checks = """
        status == 200
        status isFalse
        status isTrue
        status isNumber
        status not exists
        header X-Token == secret-token-1
        header x-token startsWith secret
        header Set-Cookie includes sid=cookie-secret
        header Set-Cookie isArray
        header Content-Length >= 10
        header Date matches 2026
        header gone isFalse
        body == hello
        body exists
        body isString
        body isArray
        body includes ell
        body startsWith h
        body endsWith o
        body matches ^h.l
        body matches (
        body md5 5d41402abc4b2a76b9719d911017c592
        body sha256 LPJNul+wow4m6DsqxbninhsWHlwfp0JecwQzYpOLmCQ=
        body sha512 x
        body $.token == hidden-token-1
        body $.token != hidden-token-1
        body $.token.length == 14
        body $.user.password includes hidden
        body $.user isObject
        body $.user == {"password":"hidden-pass-2","name":"ann"}
        body $.items[*].id == [1,2]
        body $.items[*].name.length == [1, 3]
        body $.items[?@.id > 1].name == two
        body $.list isArray
        body $.n > 4.99
        body $.n >= 5
        body $.n < 5
        body $.n <= 5.0
        body $.n == 5.000
        body $.n != 5e0
        body $.text > 4
        body $.text == 5
        body $.yes == TRUE
        body $.yes isBoolean
        body $.none == null
        body $.none isFalse
        body $.gone == undefined
        body $.gone isFalse
        body $.empty exists
        body $.zero exists
        body $. == 1
        body $..[ == 1
        body $.quoted == "a"
        xpath //item == a
        xpath //item/@id == 1
        xpath count(//item) == 2
        xpath count(//item) > 1
        xpath //gone exists
        xpath string(//item[2]) includes b
        xpath boolean(//item) isBoolean
        xpath 0 div 0 == NaN
        xpath // exists
        xpath //token == xml-secret-1
        js response.statusCode == 200
        js response.headers['x-token'] exists
        js response.headers.gone exists
        js response.parsedBody.items.1.id == 2
        js response.parsedBody.items.length == 2
        js response.parsedBody.text.length == 1
        js response.parsedBody.gone exists
        js response.parsedBody exists
        js response.body includes hello
        js response.body.n == 5
        js login.token == x
        js 1 + 1 == 2
        duration < 1000
        duration tls < 5
        duration first-byte < 1 s
        duration tcp <= 2
        duration total == 40 ms
        error == timeout
        error == none
        error exists
        error phase == wait
        error phase exists
        cache == hit
        cache exists
        cache stored isTrue
        cache reason includes fresh
        cache age > 5
        """

    private static func exchange(
        _ type: String, _ body: [UInt8], status: Int = 200, isComplete: Bool = true, error: EngineError? = nil,
        hasResponse: Bool = true, isReused: Bool = false
    ) -> Exchange {
        let response = ExchangeFixtures.response(
            status: status,
            headers: [
                HeaderField("Content-Type", type), HeaderField("X-Token", "secret-token-1"),
                HeaderField("Set-Cookie", "sid=cookie-secret; Path=/"), HeaderField("Set-Cookie", "b=2"),
                HeaderField("Content-Length", "12"), HeaderField("Date", "Sat, 21 Nov 2026 10:00:00 GMT"),
            ], body: body, isComplete: isComplete)
        let timings = PhaseTimings(
            connect: isReused ? nil : .milliseconds(2), wait: .milliseconds(30), total: .milliseconds(40))
        let facts = ConnectionFacts(remoteAddress: "127.0.0.1", remotePort: 80, isReused: isReused)
        return ExchangeFixtures.exchange(
            hops: [ExchangeFixtures.hop(response: hasResponse ? response : nil, connection: facts, timings: timings)],
            response: hasResponse ? response : nil, error: error, timings: timings)
    }

    private static var exchanges: [(name: String, exchange: Exchange)] {
        let json = Array(
            #"""
            {"token": "hidden-token-1", "user": {"password": "hidden-pass-2", "name": "ann"}, "items": [{"id": 1, "name": "a"}, {"id": 2, "name": "two"}],
             "list": [], "n": 5, "text": "5", "yes": true, "none": null, "empty": "", "zero": 0, "quoted": "a"}
            """#.utf8)
        let xml = Array("<r><item id=\"1\">a</item>\n<item>b<c/></item><token>xml-secret-1</token></r>".utf8)
        let cached = Hop(
            cause: .first, request: ExchangeFixtures.request(), sentHead: [], sentBodyByteCount: 0,
            response: ExchangeFixtures.response(status: 200), connection: nil, startOffset: .zero,
            timings: PhaseTimings(total: .milliseconds(2)),
            cacheDecision: CacheDecision(
                outcome: .hit, reason: .nothingStored, mode: .default, key: CacheKey(text: "http://a.test/")))
        let refused = EngineError(category: .clientError, sentence: "The server answered 404.", hint: "h")
        return [
            ("JSON", exchange("application/json", json)), ("a text", exchange("text/plain", Array("hello".utf8))),
            ("XML", exchange("application/xml", xml)),
            ("Latin", exchange("text/plain; charset=iso-8859-1", [0xE4, 0x6F])),
            ("nothing", exchange("application/json", [], status: 404, error: refused)),
            ("broken JSON", exchange("application/json", Array("{\"n\": 5,\n \"x\" 1}".utf8))),
            ("broken XML", exchange("text/xml", Array("<r><item>".utf8))),
            ("cut", exchange("text/plain", Array("hel".utf8), isComplete: false, isReused: true)),
            (
                "from the cache",
                ExchangeFixtures.exchange(hops: [cached], timings: PhaseTimings(total: .milliseconds(50)))
            ),
            ("no response", exchange("x/y", [], error: ExchangeFixtures.timeout, hasResponse: false)),
        ]
    }

    @Test func `checks find what was recorded`() throws {
        var known: Set<String> = []
        let parts = Self.exchanges.map { name, exchange -> (name: String, text: String) in
            var text = ""
            for line in Self.checks.split(separator: "\n").map(String.init) {
                let check = PreparedCheck(SavedRequest.AssertionLine(text: line, spelling: .questionMarks, line: 1))
                let report = Checks.evaluate([check], exchange)
                let told = report.told
                var shown = ""
                for (result, other) in zip(report.results, told.results) {
                    shown += "\(CheckOutput.mark(result.verdict))\(CheckOutput.sentence(result).string)"
                    shown += " [\(Printed.escaped("\(result.expected) | \(result.actual ?? "-")"))]"
                    if other != result {
                        let words = [other.expected, other.actual ?? "-", other.reason ?? "-"].map(Printed.escaped)
                        shown += " told \(words.joined(separator: " | "))"
                    }
                    let without = result.withoutBody
                    if without != result { shown += " without body \(without.actual ?? "-")" }
                }
                if report.excusesError { shown += ", excuses the error" }
                // What all exchanges have in common is recorded once.
                if known.insert("\(line)\(shown)").inserted { text += "\(shown)\n" }
            }
            return (name, text)
        }
        try Recorded.expect(parts, in: "check-subjects")
    }
}
