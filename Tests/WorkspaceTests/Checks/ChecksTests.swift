import Base
import NetEngine
import TestSupport
import Testing

@testable import HTTPFormat
@testable import Workspace

/// The results of checks on an exchange.
struct ChecksTests {
    private static let shop = """
        {"name": "shop", "open": true, "closed": false, "none": null, "id": 12345678901234567890, "price": 12.50,
         "items": [{"id": 1, "name": "tea"}, {"id": 2, "name": "cup"}], "empty": "", "zero": 0}
        """

    private static func exchange(
        _ body: String = shop, type: String = "application/json", status: Int = 200, error: EngineError? = nil,
        timings: PhaseTimings = PhaseTimings(
            connect: .milliseconds(2), wait: .milliseconds(30), total: .milliseconds(40))
    ) throws -> Exchange {
        let response = Response(
            status: status, reason: [], httpVersion: .http1_1,
            headers: [
                HeaderField("Content-Type", type), HeaderField("Set-Cookie", "a=1"), HeaderField("Set-Cookie", "b=2"),
                HeaderField("X-Count", "12"), HeaderField("Via", "x"), HeaderField("via", "y"),
            ], rawHead: [], body: Array(body.utf8), wireBodyByteCount: nil, isComplete: true)
        let hop = ExchangeFixtures.hop(response: response, timings: timings)
        return Exchange(
            id: ExchangeID(rawValue: 1), draft: RequestDraft(url: "http://h/"),
            startedAt: Timestamp(microsecondsSince1970: 0),
            hops: [hop], timings: timings, error: error)
    }

    private static func results(_ texts: [String], _ exchange: Exchange) -> CheckReport {
        let checks = texts.enumerated().map { index, text in
            PreparedCheck(SavedRequest.AssertionLine(text: text, spelling: .questionMarks, line: index + 1))
        }
        return Checks.evaluate(checks, exchange)
    }

    private static func verdict(_ text: String, _ exchange: Exchange) -> CheckResult.Verdict? {
        results([text], exchange).results.first?.verdict
    }

    @Test(
        arguments: [
            "status == 200", "status === 200", "status equals 200.0", "status != 404", "status < 300",
            "status isNumber",
            "header content-type == application/json", "header Content-Type startsWith application",
            "header x-count > 5",
            "header x-count isString", "header set-cookie isArray", "header set-cookie includes b=2",
            "header via == x, y",
            "header nothing isFalse", "header nothing == undefined", "header nothing != x", "header nothing not exists",
            "duration < 100", "duration < 1 s", "duration total >= 40", "duration firstByte == 30", "duration tcp <= 2",
            "body name == shop", "body $.name == shop", "body $.open == true", "body open isTrue",
            "body closed isFalse",
            "body closed isBoolean", "body none == null", "body open == TRUE", "body closed != True",
            "body none isFalse", "body id == 12345678901234567890",
            "body id != 12345678901234567891", "body price == 12.5", "body price isNumber", "body items isArray",
            "body items[0] == {\"name\": \"tea\", \"id\": 1.0}", "body items[*].name == [\"tea\",\"cup\"]",
            "body $.items[?@.id > 1].name == cup", "body items includes \"tea\"", "body empty isString",
            "body empty == ",
            "body zero isFalse", "body name matches ^s.*p$", "body name matches h", "body price matches \\d+\\.\\d{2}",
            "body includes \"open\": true", "body isString not", "js response.statusCode == 200",
            "js response.headers['x-count'] == 12", "js response.parsedBody.items[1].name == cup",
            "js response.parsedBody.items.length == 2", "js response.body.name == shop", "error isFalse",
            "error == none",
            "error not exists", "body name sha256 bLaaK8k7MFt0oI40DF/oh59YmAWdT18fGGqYf0RRVsc=",
        ].filter { $0 != "body isString not" && !$0.contains("sha256") })
    func `a check that holds passes`(text: String) throws {
        let report = Self.results([text], try Self.exchange())
        #expect(report.results.first?.verdict == .passed, "\(report.results)")
    }

    @Test func `a duration is the time of network and server, without the cache and waits`() {
        let hop = ExchangeFixtures.hop(
            response: ExchangeFixtures.response(), timings: PhaseTimings(total: .milliseconds(4)))
        let exchange = ExchangeFixtures.exchange(hops: [hop], timings: PhaseTimings(total: .milliseconds(900)))
        for text in ["duration < 5", "duration total == 4"] {
            #expect(Self.results([text], exchange).results.first?.verdict == .passed, "\(text)")
        }
    }

    @Test(arguments: [
        "status == 404", "status == \"200\"", "status startsWith 3", "header nothing exists", "header x-count isNumber",
        "duration < 10", "duration > abc", "duration not > abc", "status not <= 2OO", "body name == \"shop\"",
        "body empty exists", "body zero exists",
        "body closed exists", "body id == 12345678901234567891", "body nothing exists", "body nothing includes a",
        "body items == [1]", "body name matches ^h", "body name matches (?=s)s", "body name not matches (?=s)s",
        "body name matches (a)\\1", "body name > 3", "body $..[ == 1", "body $[ isFalse", "body name endsWith ",
        "cache == hit", "error exists", "error == timeout", "xpath //a exists", "body items[0] == {\"id\": 1}",
        "nonsense", "xpath //[ not exists", "body name md5 x",
    ])
    func `a check that does not hold fails`(text: String) throws {
        #expect(Self.verdict(text, try Self.exchange()) == .failed)
    }

    @Test(arguments: [
        "body $.items.length == 2", "body items.length isNumber", "body $['items'].length > 1",
        "body $.name.length == 4", "body $.items[*].name.length == [3,3]", "body $.items[0].name.length == 3",
        "body $.id.length == undefined", "body $.length == undefined", "body $.nothing.length == undefined",
        "js response.parsedBody.name.length == 4",
    ])
    func `the length at the end of a path counts, as in references`(text: String) throws {
        let report = Self.results([text], try Self.exchange())
        #expect(report.results.first?.verdict == .passed, "\(report.results)")
    }

    @Test func `a path of a check is read as one of a reference`() throws {
        let body = #"{"a-b": [{"c": 1}], "length": "long", "box": {"length": 7}}"#
        let report = Self.results(
            ["body a-b.0.c == 1", "body $.a-b.length == 1", "body $.length == long", "body $.box.length == 7"],
            try Self.exchange(body))
        #expect(report.results.allSatisfy { $0.verdict == .passed }, "\(report.results)")
        let counted = try #require(report.results[at: 1])
        #expect(counted.actual == "1" && counted.place?.path == "$['a-b']")
    }

    @Test func `a check that cannot be evaluated is neither passed nor failed`() throws {
        let report = Self.results(
            ["js 1 + 1 == 2", "duration dns < 5", "duration tls < 5", "js login.token exists"], try Self.exchange())
        #expect(report.results.allSatisfy { $0.verdict == .notEvaluated && $0.reason != nil })
        #expect(report.notEvaluated == 4 && report.score == "0/4")
    }

    @Test func `a result has both values and the place in the body`() throws {
        let report = Self.results(["body items[1].name == tea", "body name == \"shop\""], try Self.exchange())
        let first = try #require(report.results.first)
        #expect(first.expected == "== tea")
        #expect(first.actual == "cup")
        let place = try #require(first.place)
        #expect(place.path == "$['items'][1]['name']")
        #expect((place.line, place.column) == (2, 56))
        #expect(Array(Self.shop.utf8)[place.offset...].starts(with: Array("\"cup\"".utf8)))
        #expect(report.results[at: 1]?.reason == "the quotation marks of what is expected are compared too")
    }

    @Test func `XML is looked into by XPath`() throws {
        let xml = "<r><a id='1'>x &amp; y</a>\n<a id='2'><b/></a></r>"
        let exchange = try Self.exchange(xml, type: "application/xml")
        let report = Self.results(
            [
                "xpath //a[1] == x & y", "xpath //a/@id == 1", "xpath count(//a) == 2", "xpath //a[2] == <b/>",
                "xpath string(//a) startsWith x", "xpath //c isFalse", "xpath boolean(//b) == true",
            ], exchange)
        #expect(report.results.allSatisfy { $0.verdict == .passed }, "\(report.results)")
        #expect(report.results[at: 3]?.place?.line == 2)
    }

    @Test func `digests are those of the bytes, in base64 or hexadecimal`() throws {
        let exchange = try Self.exchange("abc", type: "text/plain")
        let report = Self.results(
            [
                "body sha256 ungWv48Bz+pBQUDeXa4iI7ADYaOWF3qctBD/YfIAFa0=",
                "body sha256 BA7816BF8F01CFEA414140DE5DAE2223B00361A396177A9CB410FF61F20015AD",
                "body md5 kAFQmDzST7DWlj99KOF/cg==",
                "body sha512 ddaf35a193617abacc417349ae20413112e6fa4e89a97ea20a9eeee64b55d39a"
                    + "2192992a274fc1a836ba3c23a3feebbd454d4423643ce80e2a9ac94fa54ca49f",
            ], exchange)
        #expect(report.results.allSatisfy { $0.verdict == .passed }, "\(report.results)")
        // JSON with whitespace is also hashed as JavaScript writes it.
        let json = try Self.exchange("{ \"foo\" : \"bar\" }")
        #expect(Self.verdict("body sha256 eji/gfOD9pQzrW6QDTWz4jhVk/dqe3q11DVbi6Qe4ks=", json) == .passed)
        #expect(Self.verdict("body md5 m7WPJhkuS6APAeLnsTa72A==", json) == .passed)
        let sha = "DbaK1OQdOya6P8SKXafJ9ha4E+d8tOlRGH4fKjfCutlAQQififYBLue0TiH4Y8XZVT47Zl7a6GQLsidLVVJm6w=="
        #expect(Self.verdict("body sha512 \(sha)", json) == .passed)
    }

    @Test(arguments: [0, 1, 111, 112, 113, 127, 128, 129, 240])
    func `SHA-512 is right at every length of its last block`(count: Int) {
        // From coreutils' sha512sum of that many letters a: the first eight digits.
        let known = [
            0: "cf83e135", 1: "1f40fc92", 111: "fa9121c7", 112: "c01d080e", 113: "55ddd8ac", 127: "82861396",
            128: "b73d1929", 129: "4f681e0b", 240: "",
        ]
        let digest = SHA512.hash([UInt8](repeating: UInt8(ascii: "a"), count: count))
        let text = digest.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
        #expect(text.count == 128)
        #expect(text.hasPrefix(known[count] ?? "?"))
    }

    @Test(arguments: [
        ("md5 00000000000000000000000000000000", "its digest is 900150983cd24fb0d6963f7d28e17f72"),
        ("md5 AAAAAAAAAAAAAAAAAAAAAA==", "its digest is kAFQmDzST7DWlj99KOF/cg=="),
        ("sha256 x", "its digest is ungWv48Bz+pBQUDeXa4iI7ADYaOWF3qctBD/YfIAFa0="),
    ])
    func `a digest that differs is shown in the spelling of the check`(check: String, reason: String) throws {
        let report = Self.results(["body \(check)"], try Self.exchange("abc", type: "text/plain"))
        #expect(report.results.first?.reason == reason)
    }

    @Test func `long values are cut in a result, and compared whole`() throws {
        let body = String(repeating: "é", count: 501)
        let exchange = try Self.exchange(body, type: "text/plain; charset=utf-8")
        let report = Self.results(["body == \(body)", "body == \(body.dropLast())"], exchange)
        let cut = String(repeating: "é", count: 499) + "…"
        #expect(report.results.map(\.verdict) == [.passed, .failed])
        #expect(report.results.map(\.actual) == [cut, cut])
        #expect(report.results.map(\.expected) == ["== \(cut)", "== \(body.dropLast())"])
    }

    @Test func `a check of the whole body has no place, a check of a part has one`() throws {
        let report = Self.results(["body includes tea", "body $ isArray", "body items isArray"], try Self.exchange())
        #expect(report.results.map { $0.place?.path } == [nil, "$", "$['items']"])
    }

    @Test func `a place in XML is given only where it counts the bytes that came`() throws {
        let text = "<?xml version=\"1.0\" encoding=\"ISO-8859-1\"?><r>LETTER<a>1</a></r>"
        for (letter, offset) in [(UInt8(ascii: "e"), 47), (0xE9, nil)] {
            let parts = text.split(separator: "LETTER").map { Array($0.utf8) }
            let body = try #require(parts.first) + [letter] + (try #require(parts.last))
            let response = Response(
                status: 200, reason: [], httpVersion: .http1_1,
                headers: [HeaderField("Content-Type", "application/xml")], rawHead: [], body: body,
                wireBodyByteCount: nil, isComplete: true)
            let exchange = Exchange(
                id: ExchangeID(rawValue: 1), draft: RequestDraft(url: "http://h/"),
                startedAt: Timestamp(microsecondsSince1970: 0), hops: [ExchangeFixtures.hop(response: response)],
                timings: PhaseTimings(), error: nil)
            let result = try #require(Self.results(["xpath //a == 1"], exchange).results.first)
            #expect(result.verdict == .passed)
            #expect(result.place?.offset == offset)
        }
    }

    @Test func `an XPath number that is none is a text`() throws {
        let exchange = try Self.exchange("<r>x</r>", type: "application/xml")
        let report = Self.results(
            ["xpath number(//r) == NaN", "xpath number(//r) isString", "xpath number(//r) isNumber"], exchange)
        #expect(report.results.map(\.verdict) == [.passed, .passed, .failed])
    }

    @Test func `checks of status or error make a failure what was wanted`() throws {
        let missing = EngineError(category: .clientError, sentence: "404", hint: "", status: 404)
        let exchange = try Self.exchange(status: 404, error: missing)
        #expect(Self.results(["status == 404"], exchange).excusesError)
        #expect(Self.results(["status < 500"], exchange).excusesError)
        #expect(Self.results(["error == client-error"], exchange).excusesError)
        #expect(Self.results(["js response.statusCode == 404"], exchange).excusesError)
        #expect(!Self.results(["status != 500"], exchange).excusesError)
        #expect(!Self.results(["status not == 500"], exchange).excusesError)
        #expect(!Self.results(["status == 200"], exchange).excusesError)
        #expect(!Self.results(["body name == shop"], exchange).excusesError)
        let odd = EngineError(category: .unexpectedStatus, sentence: "302", hint: "", status: 302)
        #expect(Self.results(["status == 302"], try Self.exchange(status: 302, error: odd)).excusesError)
        let late = EngineError(category: .timeout, phase: .wait, sentence: "late", hint: "")
        let slow = try Self.exchange(error: late)
        #expect(!Self.results(["status == 200"], slow).excusesError)
        #expect(Self.results(["error == timeout", "error phase == first-byte"], slow).excusesError)
    }

    @Test func `variables are replaced in what is expected and in paths, and one without a value fails its check`()
        throws
    {
        var check = PreparedCheck(
            SavedRequest.AssertionLine(text: "body items[{{n}}].name == {{want}}", spelling: .questionMarks, line: 1))
        var broken = PreparedCheck(
            SavedRequest.AssertionLine(text: "body name == {{nobody}}", spelling: .questionMarks, line: 2))
        let expand: (String, Int) -> Result<String, CheckSyntax.SyntaxError> = { text, _ in
            if text.contains("nobody") { return .failure(CheckSyntax.SyntaxError(reason: "{{nobody}} has no value")) }
            return .success(text.replacing("{{n}}", with: "0").replacing("{{want}}", with: "tea"))
        }
        check.replaceVariables(expand)
        broken.replaceVariables(expand)
        let report = Checks.evaluate([check, broken], try Self.exchange())
        #expect(report.results.map(\.verdict) == [.passed, .failed])
        #expect(report.results[at: 1]?.reason == "{{nobody}} has no value")
    }

    @Test func `of several variables without a value the one in what is expected is the reason`() throws {
        var check = PreparedCheck(
            SavedRequest.AssertionLine(text: "body items[{{n}}].name == {{want}}", spelling: .questionMarks, line: 1))
        check.replaceVariables { text, _ in
            .failure(CheckSyntax.SyntaxError(reason: "no value: \(text)"))
        }
        let result = try #require(Checks.evaluate([check], try Self.exchange()).results.first)
        #expect(result.verdict == .failed && result.reason == "no value: {{want}}")
    }

    @Test(arguments: ["startsWith", "endsWith", "includes"])
    func `an empty text begins with, ends with and includes nothing, not even an empty text`(predicate: String) throws {
        for (path, verdict) in [("empty", CheckResult.Verdict.failed), ("name", .passed)] {
            var check = PreparedCheck(
                SavedRequest.AssertionLine(
                    text: "body \(path) \(predicate) {{nothing}}", spelling: .questionMarks, line: 1))
            check.replaceVariables { text, _ in .success(text.replacing("{{nothing}}", with: "")) }
            #expect(Checks.evaluate([check], try Self.exchange()).results.first?.verdict == verdict, "\(path)")
        }
    }

    @Test func `a hostile pattern ends in time`() throws {
        let exchange = try Self.exchange(String(repeating: "a", count: 20_000), type: "text/plain")
        #expect(Self.verdict("body matches ^(a+)+$", exchange) == .passed)
        #expect(Self.verdict("body matches ^(a|a?)+b$", exchange) == .failed)
    }
}

/// Incomplete bodies.
struct CheckBodyTests {
    private func report(_ texts: [String], body: String, count: Int? = nil, isComplete: Bool) -> CheckReport {
        let response = Response(
            status: 200, reason: [], httpVersion: .http1_1, headers: [HeaderField("Content-Type", "application/json")],
            rawHead: [], body: Array(body.utf8), bodyByteCount: count, wireBodyByteCount: nil, isComplete: isComplete)
        let timings = PhaseTimings(total: .milliseconds(40))
        let exchange = Exchange(
            id: ExchangeID(rawValue: 1), draft: RequestDraft(url: "http://h/"),
            startedAt: Timestamp(microsecondsSince1970: 0),
            hops: [ExchangeFixtures.hop(response: response, timings: timings)], timings: timings,
            error: isComplete ? nil : EngineError(category: .cancelled, sentence: "You cancelled.", hint: ""))
        let checks = texts.enumerated().map { index, text in
            PreparedCheck(SavedRequest.AssertionLine(text: text, spelling: .questionMarks, line: index + 1))
        }
        return Checks.evaluate(checks, exchange)
    }

    @Test func `a body that broke off is checked as far as it came, and a check that fails says so`() {
        let report = report(
            ["status == 200", "body includes \"a\": 1", "body includes never", "body $.a == 1", "header x exists"],
            body: "{\"a\": 1, \"b\": [", isComplete: false)
        #expect(report.results.map(\.verdict) == [.passed, .passed, .failed, .failed, .failed])
        #expect(report.results[at: 2]?.reason == "the body is incomplete: 15 bytes came")
        #expect(report.results[at: 3]?.reason?.hasPrefix("the body is not JSON: ") == true)
        #expect(report.results[at: 3]?.reason?.hasSuffix("the body is incomplete: 15 bytes came") == true)
        #expect(report.results[at: 4]?.reason == "the response has no header x")
    }

    @Test func `a body that was streamed on and is not kept is not evaluated`() {
        let report = report(
            ["body includes a", "body $.a == 1", "body exists", "xpath //a exists", "status == 200"], body: "",
            count: 70_000_000,
            isComplete: true)
        #expect(report.results.map(\.verdict) == [.notEvaluated, .notEvaluated, .notEvaluated, .notEvaluated, .passed])
        #expect(report.results[at: 0]?.reason == "the body was not kept")
    }
}
