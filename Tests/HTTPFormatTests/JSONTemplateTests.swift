import TestSupport
import Testing

@testable import Base
@testable import HTTPFormat

@Suite struct JSONTemplateTests {
    @Test(arguments: [
        #"{"a": 1}"#, "{{body}}", #"{"a": {{n}}}"#, #"{"a": "x{{n}}y"}"#, #"{"a": -{{n}}}"#,
        #"{"a": {{n}}.5, "b": [{{x}}, 1]}"#,
        #"{"{{name}}": 1, {{key}}: 2}"#, #"{ {{members}}, "a": 1 }"#, #"{"a": 1, {{members}} }"#,
        #"{"at": "{{$datetime "YYYY-MM-DD"}}"}"#, "// all of it\n[1,\n# two\n2]", #"{"a": {{a}}{{b}}}"#, "",
        "[{{a}}]", "[{{a}}, {{b}}]", "< ./file.json", "{{a}}", #"{ {{}}, "a": 1 }"#,
    ])
    func `variables may stand for values, in strings and for members`(_ text: String) {
        let flaw = JSONTemplate(text).flaw
        #expect(text.isEmpty ? flaw?.reason == "there is no value" : flaw == nil, "\(flaw?.sentence ?? "")")
    }

    @Test(arguments: [
        ("{\n  \"a\" 1\n}", "line 2, column 7: a colon is expected here"),
        ("{\"a\": {{x}} 1}", "line 1, column 13: a comma or } is expected here"),
        ("[1,\n  {{x}}\n  2]", "line 3, column 3: a comma or ] is expected here"),
        ("{\"a\": tru}", "line 1, column 10: only true, false and null are written without quotes"),
        ("{\"ö\": 01}", "line 1, column 8: a number may not begin with 0"),
        ("{\"a\": \"x\ny\"}", "line 1, column 9: a control character must be escaped in a string"),
    ])
    func `an error is named with its line and column`(_ text: String, _ sentence: String) {
        #expect(JSONTemplate(text).flaw?.sentence == sentence)
    }

    @Test func `lines that begin like comments are text where they are sent`() {
        #expect(JSONTemplate("# one\n1").flaw == nil)
        #expect(JSONTemplate("# one\n1", keepsComments: true).flaw != nil)
    }

    @Test func `every token stays as it is when the text is laid out`() throws {
        let text = """
            {"b":1.00,"a":{{x}},"a":"\\u00e9{{y "z"}}", {{more}},
            // why
            "list":[1e5, {} ,[ ], {"k": 12345678901234567890}],"last":null}
            """
        #expect(
            try JSONTemplate(text).formatted() == """
                {
                  "b": 1.00,
                  "a": {{x}},
                  "a": "\\u00e9{{y "z"}}",
                  {{more}},
                  // why
                  "list": [
                    1e5,
                    {},
                    [],
                    {
                      "k": 12345678901234567890
                    }
                  ],
                  "last": null
                }
                """)
    }

    @Test func `what is not JSON has no layout, and the reason is named`() {
        #expect(throws: JSONTemplate.FormatStop.self) { try JSONTemplate("[1,").formatted() }
        #expect(throws: JSONTemplate.FormatStop.self) { try JSONTemplate("[\n< a.json\n]").formatted() }
    }

    @Test(.longComputation) func `any bytes are read, and a layout changes nothing but space`() throws {
        var dice = SeededGenerator(seed: 24)
        let parts = [
            "{", "}", "[", "]", ",", ":", "\"", "\\", "{{", "}}", "{{a}}", "{{\"}}", "1", "-", "0.5", "true", "\n", " ",
            "\t",
            "//", "#", "<", "\"a\"", "\"{{x}}\"", "ö", "\u{0}", "\r\n", "\"k\":", "{{m}},", "[1,2]", "\u{FEFF}",
        ]
        // Comments are lines of their own, and a comma may be before or after one.
        func withoutSpace(_ text: String) -> [UInt8] {
            text.utf8.split(separator: 10).filter { line in
                let text = line.drop { $0 == 32 || $0 == 9 || $0 == 13 }
                return text.first != UInt8(ascii: "#") && !text.starts(with: "//".utf8)
            }.joined().filter { ![32, 9, 13].contains($0) }
        }
        var laidOut = 0
        for round in 0..<20_000 {
            var text = (0..<Int.random(in: 0...12, using: &dice))
                .map { _ in parts[Int.random(in: parts.indices, using: &dice)] }.joined()
            if round % 2 == 0 { text = "[" + text + "]" }
            let template = JSONTemplate(text)
            for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
                let places = JSONTemplate.parts(ofLine: String(line)).map(\.range)
                #expect(places.first?.lowerBound ?? 0 == 0 && places.last?.upperBound ?? 0 == line.utf8.count)
                #expect(zip(places, places.dropFirst()).allSatisfy { $0.upperBound == $1.lowerBound })
            }
            guard let layout = try? template.formatted() else {
                #expect(template.flaw != nil || template.insertsFiles)
                continue
            }
            laidOut += 1
            #expect(template.flaw == nil)
            #expect(JSONTemplate(layout).flaw == nil, "\(text.debugDescription)")
            #expect(try JSONTemplate(layout).formatted() == layout, "\(text.debugDescription)")
            #expect(withoutSpace(layout) == withoutSpace(text), "\(text.debugDescription)")
        }
        #expect(laidOut > 1000)
    }

    @Test func `brackets are found over lines, and those in strings and variables are not`() {
        let lines = ["{ \"}\": [", "  {{x}},", "  \"]\" ]", "}"]
        func pair(_ line: Int, _ offset: Int) -> [Int]? {
            JSONTemplate.brackets(in: lines, line: line, offset: offset).map { [$1.line, $1.offset] }
        }
        #expect(pair(0, 0) == [3, 0])
        #expect(pair(3, 0) == [0, 0])
        #expect(pair(3, 1) == [0, 0], "the one before the cursor")
        #expect(pair(0, 7) == [2, 6])
        #expect(pair(2, 6) == [0, 7])
        #expect(pair(0, 3) == nil)
        #expect(pair(1, 2) == nil)
        #expect(JSONTemplate.brackets(in: ["(]"], line: 0, offset: 1) == nil)
        #expect(JSONTemplate.brackets(in: ["[}"], line: 0, offset: 0) == nil)
    }
}
