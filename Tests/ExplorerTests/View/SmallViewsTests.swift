import NetEngine
import Testing

@testable import Base
@testable import Explorer
@testable import HTTPFormat
@testable import TerminalUI

/// The small pieces of which panes draw their rows.
@Suite struct SmallViewsTests {
    private static func text(_ spans: [Span]) -> String { spans.map(\.text.string).joined() }

    // MARK: Hints

    private static let hints: [KeyHints.Hint] = [("a", "one"), ("^G", "drop"), ("j k", "select")]

    @Test(arguments: [(0, 0), (8, 0), (16, 0), (17, 1), (26, 1), (27, 2), (39, 2), (40, 3), (500, 3)])
    func `as many keys are named as fit beside the last`(columns: Int, count: Int) {
        // Each takes its key, a space, its word and three columns: 8, 10 and 13; the last 9.
        let shown = KeyHints.fitting(Self.hints, beside: ("?", "help"), in: columns)
        #expect(shown.map(\.word) == Self.hints.prefix(count).map(\.word) + ["help"])
        let alone = KeyHints.fitting(Self.hints, beside: nil, in: columns - 9)
        #expect(alone.map(\.word) == Self.hints.prefix(count).map(\.word))
    }

    @Test func `no key comes after one that does not fit`() {
        let hints: [KeyHints.Hint] = [("a", "a long word"), ("b", "x")]
        #expect(KeyHints.fitting(hints, beside: nil, in: 15).isEmpty)
    }

    @Test func `a click on a hint is its key, beside it or on several keys nothing`() {
        let row = Rect(x: 2, y: 5, width: 40, height: 1)
        func key(_ x: Int, _ y: Int = 5) -> Key? { KeyHints.key(Self.hints, in: row, at: Point(x: x, y: y)) }
        #expect([1, 2, 6, 7, 9].map { key($0) } == [nil, "a", "a", nil, nil])
        #expect([10, 16, 17].map { key($0) } == [.control("g"), .control("g"), nil])
        #expect([20, 29].map { key($0) } == [nil, nil], "two keys")
        #expect(key(2, 4) == nil && key(2, 6) == nil)
    }

    @Test func `a filter wants all its words, in any order and case`() {
        for (filter, text, isMatch) in [
            ("", "x", true), ("  ", "x", true), ("get", "GET /x", true), ("/x get", "GET /x", true),
            ("get y", "GET /x", false), ("ORD", "list orders", true), ("ordersx", "orders", false), ("ä", "Ä", false),
        ] {
            #expect(TextFilter(filter).matches(text) == isMatch, "\(filter) in \(text)")
        }
    }

    // MARK: Words of a row

    @Test(
        arguments: [
            ("GET", "GET   "), ("DELETE", "DEL   "), ("OPTIONS", "OPT   "), ("CONNECT", "CONN  "), ("PATCH", "PATCH "),
            ("PROPFIND", "PROPF "), ("GRAPHQL", "GQL   "), ("X", "X     "), ("delete", "delet "),
        ])
    func `a method has five columns and a space`(method: String, padded: String) {
        #expect(MethodText.padded(method) == padded)
    }

    @Test(
        arguments: [
            ("{ a }", "QUERY "), ("query Q { a }", "QUERY "), ("mutation M { a }", "MUT   "),
            ("subscription { a }", "SUB   "), ("  mutation { a }", "MUT   "),
            ("query A { a }\nmutation B { b }", "QUERY "), ("fragment F on T { a }\nmutation B { b }", "QUERY "),
        ])
    func `a GraphQL request is listed by the kind of its first operation`(body: String, padded: String) throws {
        let document = HTTPDocument(bytes: Array("GRAPHQL http://h\n\n\(body)\n".utf8))
        #expect(MethodText.padded(try #require(document.requests.first)) == padded)
    }

    @Test(
        arguments: [
            ("GET", Role.info), ("HEAD", .info), ("POST", .success), ("PUT", .warning), ("PATCH", .warning),
            ("DELETE", .failure), ("OPTIONS", .method), ("GRAPHQL", .method),
        ] as [(String, Role)])
    func `the colour of a method says what it does`(method: String, role: Role) {
        #expect(MethodText.role(method) == role)
    }

    @Test(
        arguments: [
            ("Cookie", "a=1; b=2=3;;  c ;\td=4\t", "a=(hidden); b=(hidden); (hidden); d=(hidden)"),
            ("cookie", "a=1", "a=(hidden)"), ("Cookie", "", ""),
            ("Set-Cookie", "sid=abc; Path=/; HttpOnly", "sid=(hidden); Path=/; HttpOnly"),
            ("set-cookie", "abc; Secure", "(hidden); Secure"), ("X-Cookie", "a=1", nil), ("Set-Cookie2", "a=1", nil),
        ] as [(String, String, String?)])
    func `of cookies names and attributes are shown, and no value`(name: String, value: String, shown: String?) {
        #expect(CookieText.hidden(HeaderField(name, value)).map(Self.text) == shown)
    }

    // MARK: Variables in texts

    @Test(
        arguments: [
            ("", []), ("plain", ["plain"]), ("a{{b}}c", ["a", "b=", "c"]), ("{{ %name }}", ["name="]),
            ("{{a}}{{b}}", ["a=", "b="]), ("{{a", ["{{a"]), ("}}{{a}}", ["}}", "a="]),
            ("{a}{{ b c }}", ["{a}", "b c="]),
            ("{{a}} {{", ["a=", " {{"]), ("é{{ö}}ü", ["é", "ö=", "ü"]),
        ] as [(String, [String])])
    func `a text is cut at its braces`(text: String, pieces: [String]) {
        let found = VariableNames.pieces(of: text)
        #expect(found.map { $0.name.map { "\($0)=" } ?? String($0.text) } == pieces)
        #expect(found.map { String($0.text) }.joined() == text)
    }

    @Test func `each variable of a request is named once, in its order, without headers that are off`() throws {
        let text = """
            POST {{base}}/{{id}}
            X-One: {{one}} {{id}}
            # X-Off: {{off}}

            {{body}} {{base}}

            """
        let request = try #require(HTTPDocument(bytes: Array(text.utf8)).requests.first)
        #expect(VariableNames.all(in: request) == ["base", "id", "one", "body"])
        let spans = VariableNames.spans(of: "a{{b}}{{c}}", role: .url) { $0 == "c" }
        #expect(spans.map(\.style) == [Style(.url), Style(.variable), Style(.unresolved, .underline)])
    }

    // MARK: Bars

    @Test(
        arguments: [
            (0, 80, 0, "██████████"), (40, 5, 5, "▋"), (80, 0, 9, "█"), (0, 0, 0, "▏"), (200, 5, 9, "█"),
            (40, 100, 5, "█████"), (0, 8, 0, "█"), (0, 12, 0, "█▌"), (4, 8, 0, "█▌"),
        ])
    func `a bar begins and ends in eighths of a column`(start: Int, length: Int, blank: Int, bar: String) {
        let axis = TimelineBar(span: .milliseconds(80), columns: 10, glyphs: .unicode)
        let drawn = axis.bar(start: .milliseconds(start), length: .milliseconds(length))
        #expect(drawn.blank == blank && drawn.bar == bar, "\(drawn)")
    }

    @Test func `every bar can be seen, and none goes beyond its axis`() {
        for glyphs in [Glyphs.unicode, .ascii, .console, .plain] {
            for columns in [1, 2, 7, 40] {
                let axis = TimelineBar(span: .milliseconds(100), columns: columns, glyphs: glyphs)
                for start in stride(from: 0, through: 120, by: 3) {
                    for length in [0, 1, 10, 50, 100, 1000] {
                        let (from, long) = (Duration.milliseconds(start), Duration.milliseconds(length))
                        let (blank, bar) = axis.bar(start: from, length: long)
                        #expect(blank >= 0 && !bar.isEmpty && blank + bar.count <= columns, "\(start) \(length)")
                        #expect(Self.text(axis.spans(start: from, length: long, .info)).count == columns)
                    }
                }
            }
        }
        #expect(
            TimelineBar(span: .zero, columns: 0, glyphs: .unicode).spans(start: .zero, length: .zero, .info).isEmpty)
        #expect(TimelineBar(span: .zero, columns: 3, glyphs: .ascii).bar(start: .zero, length: .zero).bar == "#")
    }

    // MARK: Bytes

    @Test(
        arguments: [
            (100, 72, 16), (100, 71, 8), (100, 39, 8), (100, 38, 4), (100, 1, 4), (0xFFFF, 72, 16), (0x10000, 72, 8),
            (0x10000, 76, 16), (0x10000, 75, 8), (0xFFFF_FFFF, 76, 16), (0x1_0000_0000, 79, 8), (0x1_0000_0000, 80, 16),
        ])
    func `as many bytes stand in a row as fit beside their offset`(count: Int, columns: Int, bytes: Int) {
        #expect(HexLines(BodyBytes([1]), count: count, columns: columns).bytesPerLine == bytes)
    }

    @Test func `bytes are shown as numbers and as text, and a short last row is padded`() {
        let bytes = Array("ABCDEFGH\u{7F}~ \n".utf8) + [0xFF, 0x00, 0x1F, 0x5A, 0x6B]
        let lines = HexLines(BodyBytes(bytes), count: bytes.count, columns: 80)
        func text(_ line: Int) -> String { Self.text(lines.line(line, columns: 0..<200).spans) }
        #expect(lines.lineCount == 2)
        #expect(text(0) == "0000  41 42 43 44 45 46 47 48  7F 7E 20 0A FF 00 1F 5A  ABCDEFGH.~ ....Z")
        #expect(text(1) == "0010  6B " + String(repeating: " ", count: 15 * 3 + 2) + "k")
        #expect(text(2).isEmpty && text(-1).isEmpty)
        for line in 0...1 { #expect(lines.columnCount(ofLine: line) == text(line).count) }
        let narrow = HexLines(BodyBytes(bytes), count: bytes.count, columns: 30)
        #expect(Self.text(narrow.line(4, columns: 0..<200).spans) == "0010  6B           k")
        #expect(narrow.lineCount == 5)
    }

    @Test func `a hit is marked among the numbers and in the text of each row it touches`() {
        let bytes = Array(repeating: UInt8(ascii: "x"), count: 40)
        let lines = HexLines(BodyBytes(bytes), count: 40, columns: 80)
        func marked(_ range: Range<Int>, _ line: Int) -> [String] {
            let text = Array(Self.text(lines.line(line, columns: 0..<200).spans))
            return lines.columns(of: TextRange(text: 0, bytes: range), inLine: line).map { String(text[$0]) }
        }
        #expect(marked(0..<1, 0) == ["78", "x"])
        #expect(marked(7..<9, 0) == ["78  78", "xx"])
        #expect(marked(15..<18, 0) == ["78", "x"] && marked(15..<18, 1) == ["78 78", "xx"])
        #expect(marked(15..<18, 2).isEmpty && marked(16..<17, 0).isEmpty)
        #expect(lines.place(of: TextPlace(offset: 17)) == (1, 9) && lines.place(of: TextPlace(offset: 24)) == (1, 31))
        #expect(lines.bytes(ofLine: 2, columns: 0..<9).bytes == 32..<40)
        #expect(lines.bytes(ofLine: 9, columns: 0..<9).bytes == 40..<40)
    }
}
