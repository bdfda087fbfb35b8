import TestSupport
import Testing

@testable import Base
@testable import Bodies
@testable import Explorer
@testable import NetEngine
@testable import TerminalUI

@Suite struct JSONLayoutTests {
    @Test func `each value or member has its own line`() {
        let body = BodyDocument(
            #"{"id":1,"tags":["a","b"],"none":{},"empty":[ ],"deep":{"x":null}}"#, "application/json")
        #expect(
            body.pretty == """
                {
                  "id": 1,
                  "tags": [
                    "a",
                    "b"
                  ],
                  "none": {},
                  "empty": [],
                  "deep": {
                    "x": null
                  }
                }
                """)
        #expect(body.jsonError == nil)
    }

    @Test func `digits, key order, duplicate keys and escapes stay as they came`() {
        let text = #"{"z":1.00,"a":9007199254740993,"a":-0.0E+10,"\u0061":"\u00e9\/\n"}"#
        #expect(
            BodyDocument(text, "application/json").texts(.pretty) == [
                "{", #"  "z": 1.00,"#, #"  "a": 9007199254740993,"#, #"  "a": -0.0E+10,"#, #"  "\u0061": "\u00e9\/\n""#,
                "}",
            ])
    }

    @Test func `tokens have the styles of their kinds`() {
        let line = BodyDocument(#"{"k":"s","n":1,"t":true}"#, "application/json").lines(.pretty, columns: 80)
            .line(1, columns: 0..<80)
        #expect(
            line.spans.map(\.style.role) == [.text, .jsonKey, .jsonPunctuation, .text, .jsonString, .jsonPunctuation])
    }

    /// The bytes that each line shows.
    private static func shown(_ bytes: [UInt8], _ layout: JSONLayout) -> [[UInt8]] {
        bytes.withUnsafeBufferPointer { text in
            (0..<layout.lineCount).map { shown(layout.segments(ofLine: $0, of: text).segments, of: text) }
        }
    }

    private static func shown(_ segments: [LineSegment], of text: UnsafeBufferPointer<UInt8>) -> [UInt8] {
        segments.flatMap { segment in
            if case .bytes(let range, _) = segment { Array(text[range]) } else { [UInt8]() }
        }
    }

    @Test(arguments: 0..<60)
    func `laying out changes nothing but whitespace between tokens`(seed: Int) {
        var random = SeededGenerator(seed: UInt64(seed) + 1)
        let bytes = Array(RandomJSON.text(&random).utf8)
        let text = bytes.withUnsafeBufferPointer { text in
            JSONLayout(text, allowsManyRoots: false, plain: TextLayout(text))
        }
        #expect(text.error == nil)
        let shown = Self.shown(bytes, text).flatMap { $0 }
        #expect(RandomJSON.withoutBlanks(shown) == RandomJSON.withoutBlanks(bytes))
    }

    @Test(arguments: 0..<120)
    func `any bytes are laid out without losing one that is not whitespace`(seed: Int) {
        var random = SeededGenerator(seed: UInt64(seed) + 7)
        var bytes: [UInt8]
        if seed % 2 == 0 {
            let alphabet = Array("{}[]:,\"\\ \n1tru0.e-".utf8) + [0x00, 0x1B, 0xFF, 0xC3]
            bytes = (0..<Int.random(in: 0...200, using: &random)).map { _ in alphabet.randomElement(using: &random) ?? 0
            }
        } else {
            bytes = Array(RandomJSON.text(&random).utf8)
            if !bytes.isEmpty { bytes.removeSubrange(Int.random(in: 0..<bytes.count, using: &random)...) }
            if seed % 3 == 0, !bytes.isEmpty { bytes[Int.random(in: 0..<bytes.count, using: &random)] = 0x7D }
        }
        let layout = bytes.withUnsafeBufferPointer {
            JSONLayout($0, allowsManyRoots: seed % 5 == 0, plain: TextLayout($0))
        }
        let lines = BodyLines(text: bytes, layout: layout)
        let byLine = Self.shown(bytes, layout)
        let shown = byLine.flatMap { $0 }
        func solid(_ bytes: [UInt8]) -> [UInt8] { bytes.filter { ![0x20, 0x09, 0x0A, 0x0D].contains($0) } }
        #expect(solid(shown) == solid(bytes))
        #expect(byLine.count == lines.lineCount)
        for start in stride(from: 0, to: lines.lineCount, by: 3) {
            bytes.withUnsafeBufferPointer { text in
                layout.forEachLine(from: start, of: text) { line, _, segments in
                    #expect(line == start && Self.shown(segments, of: text) == byLine[at: start])
                    return false
                }
            }
            _ = lines.line(start, columns: 3..<30)
        }
    }

    @Test(
        arguments: [
            (#"{"a": tru, "b": 1}"#, 1, 10, 9, "only true, false and null are written without quotes"),
            ("{\n  \"a\": 01\n}", 2, 9, 10, "a number may not begin with 0"),
            (#"[1, 2"#, 1, 6, 5, "the text ends inside an array"),
            (#"{"a": "b"#, 1, 9, 8, "the text ends inside a string"),
            (#"{"a" 1}"#, 1, 6, 5, "a colon is expected here"),
            (#"{"a": 1,}"#, 1, 9, 8, "a name in double quotes is expected here"),
            (#"[1 2]"#, 1, 4, 3, "a comma or ] is expected here"),
            (#"{} x"#, 1, 4, 3, "nothing more is expected after the value"),
            ("[\"a\nb\"]", 1, 4, 3, "a control character must be escaped in a string"),
            (#"["\q"]"#, 1, 4, 3, "there is no such escape"),
            ("[\"é\", ?]", 1, 7, 7, "a value is expected here"),
            ("  ", 1, 3, 2, "there is no value"),
            ("[1,\r2,\r\n x]", 3, 2, 9, "a value is expected here"),
        ])
    func `an error is reported with line, column and byte`(
        text: String, line: Int, column: Int, offset: Int, reason: String
    ) {
        let error = BodyDocument(text, "application/json").jsonError
        #expect(error?.error.offset == offset)
        #expect(error?.error.reason == reason)
        #expect(error?.place.line == line && error?.place.column == column)
    }

    @Test func `a byte that is not UTF-8 is reported, and the layout continues after it`() {
        let bytes = Array("{\"a\":\"x".utf8) + [0xFF] + Array("\",\"b\":[1]}".utf8)
        let body = BodyDocument(bytes: bytes, contentType: "application/json")
        #expect(body.jsonError?.error == .invalidUTF8(at: 7))
        #expect(body.texts(.pretty).suffix(4) == ["  \"b\": [", "    1", "  ]", "}"])
    }

    @Test func `what is not JSON follows as plain lines`() {
        let body = BodyDocument("{\"a\":1,\"b\":oops,\n \"c\": 2}", "application/json")
        #expect(body.texts(.pretty) == ["{", "  \"a\": 1,", "  \"b\": ", "oops,", " \"c\": 2}"])
    }

    @Test func `a cut text is laid out to its end`() {
        let body = BodyDocument(#"{"a":{"b":"long te"#, "application/json", isComplete: false)
        #expect(body.texts(.pretty) == ["{", #"  "a": {"#, #"    "b": "long te"#])
        #expect(body.jsonError?.error.cause == .endsEarly)
    }

    @Test func `very deep nesting needs no deep stack`() {
        let depth = 300_000
        let text = String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
        let lines = BodyDocument(text, "application/json").lines(.pretty, columns: 80)
        #expect(lines.lineCount == 2 * depth - 1)
        let indent = JSONLayout.deepestIndent * JSONLayout.indentWidth
        #expect(
            lines.line(depth - 1, columns: 0..<200).string == String(repeating: " ", count: indent)
                + "[]")
        #expect(lines.line(2 * depth - 2, columns: 0..<10).string == "]")
    }

    @Test func `JSON lines are laid out one value after the other`() {
        let body = BodyDocument("{\"a\":1}\n{\"b\":[]}\n", "application/x-ndjson")
        #expect(body.kind == .jsonLines)
        #expect(body.texts(.pretty) == ["{", "  \"a\": 1", "}", "{", "  \"b\": []", "}"])
        #expect(BodyDocument("{\"a\":1}\n{\"b\":2}").kind == .jsonLines)
    }

    @Test func `a very long string is drawn by the columns in view`() {
        let long = String(repeating: "abcdefghij", count: 20_000)
        let body = BodyDocument("{\"k\":\"\(long)東\",\"after\":1}", "application/json")
        let lines = body.lines(.pretty, columns: 80)
        // Two spaces, the key with its colon and space, the quote.
        let first = 2 + 5 + 1
        #expect(lines.columnCount(ofLine: 1) == first + 200_000 + 2 + 2)
        #expect(lines.line(1, columns: first + 100_000..<first + 100_010).string == "abcdefghij")
        #expect(lines.line(1, columns: first + 199_998..<first + 200_010).string == "ij東\",")
        #expect(lines.line(2, columns: 0..<20).string == "  \"after\": 1")
        #expect(lines.place(of: TextPlace(offset: 6 + 150_000)).column == first + 150_000)
    }
}
