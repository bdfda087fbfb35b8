import Base
import JSONPath
import NetEngine
import Testing

@testable import Contract
@testable import OpenAPI

/// The parts that comparisons are made of: texts of parameters and what they stand for, items of streams, reports.
@Suite struct ContractPartsTests {
    @Test func `a text stands for values by its type, the likeliest first`() {
        let table = #"""
            1 ; any ; 1 / "1" / [1] / ["1"]
            1 ; integer ; 1 / "1"
            1 ; string ; "1" / 1
            1 ; string integer ; "1" / 1
            1 ; array ; [1] / ["1"] / 1 / "1"
            a,b ; array ; ["a","b"] / ["a","b"] / "a,b"
            1, b ; array ; [1,"b"] / ["1","b"] / "1, b"
            R,1 ; object ; {"R":1} / {"R":"1"} / "R,1"
            R,1,G ; object ; "R,1,G"
            R=1,G=x=y ; object explode ; {"R":1,"G":"x=y"} / {"R":"1","G":"x=y"} / "R=1,G=x=y"
            R ; object explode ; "R"
            true ; boolean ; true / "true"
            null ; string null ; "null" / null
            null ; null string ; null / "null"
            0x ; number ; "0x"
            -1.5e3 ; number ; -1.5e3 / "-1.5e3"
            x ; unknown ; "x"
            """#
        for row in table.split(separator: "\n") {
            let parts = row.split(separator: " ; ", omittingEmptySubsequences: false).map(String.init)
            let words = parts[1].split(separator: " ").map(String.init)
            let found = WrittenValue.candidates(
                parts[0], explodes: words.contains("explode"), types: words.filter { !["explode", "any"].contains($0) })
            #expect(found.map(\.text).joined(separator: " / ") == parts.last, "\(row)")
        }
        #expect(
            WrittenValue.candidates("", explodes: false, types: []).map(\.text) == [
                "null", #""""#, "[]", "[]", "{}", "{}",
            ])
        #expect(
            WrittenValue.candidates("a", items: ["1", " 2 "], explodes: false, types: ["array"]).map(\.text)
                == ["[1,2]", #"["1","2"]"#, #""a""#])
    }

    private func shown(_ fields: String, query: String = "", path: String = "", headers: HeaderFields = [:]) throws
        -> String
    {
        let description = try Description.read(
            Array("openapi: 3.2.0\npaths: {/a: {get: {parameters: [{name: q, \(fields), schema: {}}]}}}".utf8))
        let parameter = try #require(description.open(description.operations[0]).parameters.first)
        let texts = ParameterTexts(
            path: path.isEmpty ? [] : [.init(name: "q", written: path)], url: try HTTPURL.parse("http://h/a?\(query)"),
            headers: headers)
        guard let text = texts.text(of: parameter) else { return "none" }
        let items = text.items.map { " [" + $0.joined(separator: "|") + "]" } ?? ""
        let members = text.members.map { " {" + $0.map { "\($0)=\($1)" }.joined(separator: "|") + "}" } ?? ""
        return "'\(text.whole)'" + items + members
    }

    @Test func `the text of a parameter is read by its place and style`() throws {
        let queries = """
            in: query ; q=a%2Cb&q=c+d ; 'a,b' [a,b|c d]
            in: query, explode: false ; q=a%2Cb,c ; 'a,b,c' [a,b|c]
            in: query, style: pipeDelimited ; q=a%7Cb ; 'a|b' [a|b]
            in: query, style: spaceDelimited ; q=a%20b+c ; 'a b c' [a|b|c]
            in: query, style: deepObject, explode: true ; q%5Ba%5D=1&q%5Bb%5D=x+y ; '' {a=1|b=x y}
            in: query ; x=1 ; none
            in: query ; q ; '' []
            in: query, explode: false ; q= ; '' []
            in: querystring, content: {} ; a=1&b ; 'a=1&b'
            """
        for row in queries.split(separator: "\n") {
            let parts = row.split(separator: " ; ").map(String.init)
            #expect(try shown(parts[0], query: parts[1]) == parts[2], "\(row)")
        }
        let paths = """
            style: simple ; a%2Fb,c ; 'a/b,c' [a/b|c]
            style: label ; .a,b ; 'a,b' [a|b]
            style: label, explode: true ; .a.b ; 'a.b' [a|b]
            style: label, explode: true ; a.b ; 'a.b' [a.b]
            style: matrix ; ;q=1,2 ; '1,2' [1|2]
            style: matrix, explode: true ; ;q=1;q=2 ; ';q=1;q=2' [1|2]
            style: matrix, explode: true ; ;R=1;G=a%2Fb ; ';R=1;G=a/b' {R=1|G=a/b}
            style: matrix, explode: true ; ;R=1 ; ';R=1' {R=1}
            style: matrix, explode: true ; ;q=1 ; '1' [1]
            style: matrix ; 1,2 ; '1,2' [1|2]
            """
        for row in paths.split(separator: "\n") {
            let parts = row.split(separator: " ; ").map(String.init)
            #expect(try shown("in: path, required: true, \(parts[0])", path: parts[1]) == parts[2], "\(row)")
        }
        let lines: HeaderFields = ["Q": "1", "q": "2,3", "Cookie": "a=1; q=2", "cookie": "q=3; r"]
        #expect(try shown("in: header", headers: lines) == "'1, 2,3'")
        #expect(try shown("in: cookie", headers: lines) == "'2' [2|3]")
        #expect(try shown("in: cookie, explode: false", headers: lines) == "'2'")
        #expect(try shown("in: header") == "none" && shown("in: cookie") == "none" && shown("in: path") == "none")
    }

    @Test func `the items of a stream are lines, records or events`() {
        func items(_ text: String, _ type: String, isCut: Bool = false) -> [String] {
            BodyItems(Array(text.utf8), ContentType(type), isCut: isCut).all.map {
                "\($0.offset) " + String(decoding: $0.data, as: UTF8.self) + $0.fields.map { " \($0)=\($1)" }.joined()
            }
        }
        #expect(items("1\n\n 2\r\n", "application/jsonl") == ["0 1", "4 2\r"])
        #expect(items("1\n2", "application/x-ndjson", isCut: true) == ["0 1"])
        #expect(items("1\n2\n", "application/x-ndjson", isCut: true) == ["0 1", "2 2"])
        #expect(items("\u{1E}1\n\u{1E}\n\u{1E}[2]\n", "application/json-seq") == ["1 1\n", "6 [2]\n"])
        let events = ": c\nid: 7\ndata: a\ndata:b\n\nevent: x\n\nretry: 5\ndata\n\ndata: cut"
        #expect(items(events, "text/event-stream") == ["4 a\nb id=7", "36  retry=5"])
        #expect(BodyItems.isStream(ContentType("application/geo+json-seq")))
        #expect(!BodyItems.isStream(ContentType("application/json")))
    }

    @Test func `an event is an object of its fields, or its data alone`() throws {
        func text(_ stream: String, isEvent: Bool) throws -> String {
            let item = try #require(
                BodyItems(Array(stream.utf8), ContentType("text/event-stream"), isCut: false).all.first)
            return String(decoding: try item.value(isEvent: isEvent).text, as: UTF8.self)
        }
        let stream = "event: a\nevent: b\nretry: 10\nid: x\ndata: {\"k\":1}\n\n"
        #expect(try text(stream, isEvent: true) == #"{"data":"{\"k\":1}","event":"b","retry":10,"id":"x"}"#)
        #expect(try text(stream, isEvent: false) == #"{"k":1}"#)
        #expect(try text("data: plain\n\n", isEvent: false) == #""plain""#)
    }

    @Test func `a media type is one of a range`() {
        let fitting = [
            ("image/png", "image/png"), ("image/png", "image/*"), ("IMAGE/PNG; a=b", "image/*"), ("a/b", "*/*"),
            ("a/b", "*"), ("a/b", "A/B; c=d"),
        ]
        let others = [("image/png", "image/gif"), ("image/png", "text/*"), ("imagex/png", "image/*"), ("a/b", "a/")]
        for (type, range) in fitting { #expect(MediaTypeChoice.fits(type, range), "\(type) \(range)") }
        for (type, range) in others { #expect(!MediaTypeChoice.fits(type, range), "\(type) \(range)") }
    }

    @Test func `expressions in braces are pieces of a text`() {
        func pieces(_ text: String) -> String? { RuntimeExpression.pieces(of: text)?.joined(separator: "|") }
        #expect(pieces("a-{$url}-b") == "a-|$url|-b" && pieces("{$method}") == "|$method|")
        #expect(pieces("{$5}{$request.body}") == "{$5}|$request.body|")
        #expect(pieces("{$url}{$statusCode}x") == "|$url||$statusCode|x")
        for text in ["{x}", "{$url", "$url", "", "{$urls}", "{ $url}"] { #expect(pieces(text) == nil, "\(text)") }
        let wrong = [
            "url", "$urls", "$request", "$Request.body", "$request.body.x", "$request.header.", "$response.query",
        ]
        for text in wrong { #expect(throws: RuntimeExpression.Failure.self, "\(text)") { try RuntimeExpression(text) } }
        #expect(
            (try? RuntimeExpression("$request.header.a.b")) == .part(.request, .header("a.b"))
                && (try? RuntimeExpression("$response.body#/a~1b")) == .part(.response, .body([Array("a/b".utf8)])))
    }

    @Test func `a report is broken before it is kept, and ends at a thousand findings`() {
        func report(_ verdicts: ContractFinding.Verdict...) -> ContractReport {
            var report = ContractReport()
            for verdict in verdicts { report.add(ContractFinding(kind: .body, verdict: verdict, text: "")) }
            return report
        }
        #expect(
            [report(), report(.notChecked), report(.kept, .notChecked), report(.kept, .broken, .notChecked)].map(
                \.verdict)
                == [.notChecked, .notChecked, .kept, .broken])
        var full = ContractReport()
        for _ in 0..<1_000 { full.add(ContractFinding(kind: .body, verdict: .kept, text: "")) }
        #expect(full.findings.count == 1_000 && !full.isCut)
        full.add(ContractFinding(kind: .body, verdict: .broken, text: ""))
        #expect(full.findings.count == 1_000 && full.isCut)
        var warned = ContractReport()
        warned.warn(ContractFinding(kind: .body, verdict: .broken, text: ""))
        warned.warn(ContractFinding(kind: .body, verdict: .notChecked, text: ""))
        #expect(warned.warnings.map(\.verdict) == [.warning, .notChecked] && warned.verdict == .notChecked)
    }

    @Test func `names are listed in words, many of them in part`() {
        let names = ["a", "b", "c", "d", "e", "f", "g", "h", "i", "j"]
        #expect(
            [0, 1, 2, 3, 8, 9, 10].map { listed(Array(names.prefix($0))) } == [
                "", "a", "a and b", "a, b and c", "a, b, c, d, e, f, g and h", "a, b, c, d, e, f, g, h and 1 more",
                "a, b, c, d, e, f, g, h and 2 more",
            ])
        #expect(listed(["a", "b"], joiner: "or") == "a or b" && listed(["a", "b", "c"], most: 1) == "a and 2 more")
    }

    @Test func `places in a body count characters, in any order of asking`() {
        var lines = LinePlaces(Array("é\nab\n".utf8))
        let places = [0, 2, 3, 4, 0, 5, -1, 4].map { offset in
            let place = lines.place(of: offset)
            return "\(place.line):\(place.column)"
        }
        #expect(places == ["1:1", "1:2", "2:1", "2:2", "1:1", "2:3", "1:1", "2:2"])
    }
}
