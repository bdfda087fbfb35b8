import Bodies
import NetEngine
import Testing

@testable import Base
@testable import Explorer
@testable import TerminalUI

@Suite struct DecodedLinesTests {
    private func source(_ bytes: [UInt8], _ type: String) throws -> any LineSource {
        let outcome = bytes.withUnsafeBufferPointer { BodyKind.decode($0, type: ContentType(type)) }
        guard case .decoded(let body) = outcome else {
            Issue.record("not decoded: \(outcome)")
            return StaticLines()
        }
        return DecodedLines.source(body, of: BodyBytes(bytes))
    }

    private func source(_ text: String, _ type: String) throws -> any LineSource {
        try source(Array(text.utf8), type)
    }

    /// The lines as a screen shows them.
    private func screen(_ source: any LineSource, columns: Int, rows: Int) -> String {
        let size = Size(columns: columns, rows: rows)
        let viewport = Viewport(source: source, size: size, wraps: false)
        var buffer = CellBuffer(size: size)
        for (row, place) in viewport.rows(from: ScrollPosition()).enumerated() {
            let line = source.line(place.line, columns: place.columns)
            buffer.draw(line, in: Rect(x: 0, y: row, width: columns, height: 1))
        }
        return buffer.dump()
    }

    @Test func `a layout is drawn with its indentation and colours`() throws {
        let source = try source("<a><b c='1'>text</b></a>", "text/xml")
        #expect(screen(source, columns: 24, rows: 3) == "<a>\n  <b c='1'>text</b>\n</a>")
        let spans = source.line(1, columns: 0..<80).spans
        #expect(
            spans.map(\.style.role) == [
                .text, .jsonPunctuation, .jsonKey, .text, .jsonLiteral, .jsonPunctuation, .jsonString, .jsonPunctuation,
                .text, .jsonPunctuation, .jsonKey, .jsonPunctuation,
            ])
    }

    @Test func `what is wrong with a document stands out`() throws {
        let source = try source("%PDF-1.4\n1 0 obj\n<< /Type /Catalog >>\nendobj\n", "application/pdf")
        let spans = (0..<source.lineCount).flatMap { source.line($0, columns: 0..<80).spans }
        #expect(spans.contains { $0.style.role == .warning })
    }

    @Test func `a table scrolls sideways, and is found in`() throws {
        let source = try source("id,name\n1,Ann\n22,\"Bob \"\"B\"\"\"\n", "text/csv")
        #expect(screen(source, columns: 12, rows: 3) == "id  name\n1   Ann\n22  Bob \"B\"")
        #expect(source.line(2, columns: 4..<80).string == "Bob \"B\"")
        let needle = try #require(try ByteNeedle("bob", isPattern: false, isJSON: false))
        var search = BodySearch(needle, in: source, from: TextPlace())
        search.advance(in: source, bytes: 1000)
        #expect(search.total == 1)
        let rows = (0..<3).map { Viewport.Row(line: $0, columns: 0..<80) }
        #expect(search.marks(in: source, rows: rows) == [[], [], [4..<7]])
    }

    @Test func `a tree is shown as JSON, several values a line each`() throws {
        let map = try source([0x82, 0xA1, 0x61, 0x01, 0x02, 0x92, 0xC3, 0xC0], "application/msgpack")
        #expect(map.texts == ["{", #"  "a": 1,"#, #"  "2 (number)": ["#, "    true,", "    null", "  ]", "}"])
        #expect(try source([0x01, 0x80], "application/cbor-seq").texts == ["1", "[]"])
    }

    @Test func `facts are lines of their own, without escapes that a terminal would obey`() throws {
        let pdf = try source("%PDF-1.7\n<</Title (a\u{1B}[2Jb)>> %%EOF", "application/pdf")
        #expect(pdf.texts.contains(#"title         a\x1B[2Jb"#))
    }

    @Test func `parts are shown below each other, each by its kind`() throws {
        let source = try source(
            "--b\r\nContent-Type: application/json\r\n\r\n{\"a\":1}\r\n--b\r\nContent-Type: text/csv\r\n\r\nx,yy\n10,2\r\n--b\r\n"
                + "Content-Type: application/pdf\r\n\r\nno\r\n--b--", "multipart/mixed; boundary=b")
        #expect(
            source.texts == [
                "Part 1 of 3", "Content-Type: application/json", "", "{", #"  "a": 1"#, "}", "", "Part 2 of 3",
                "Content-Type: text/csv", "", "x   yy", "10  2", "", "Part 3 of 3", "Content-Type: application/pdf",
                "Shown as it came: it does not begin with %PDF- (byte 0).", "",
                "0000  6E 6F                                             no", "",
            ])
    }

    @Test func `a very long text is drawn anywhere`() throws {
        let source = try source("<a><b>\n" + String(repeating: "0123456789", count: 100_000) + "</b></a>", "text/xml")
        #expect(source.columnCount(ofLine: 2) == 1_000_004)
        #expect(source.line(2, columns: 500_004..<500_014).string == "0123456789")
    }

    @Test func `a body in another charset is shown in UTF-8, and a byte order mark is not shown`() throws {
        #expect(try source([0x3C, 0x61, 0x3E, 0xE4], "text/xml; charset=latin1").texts == ["<a>", "  ä"])
        #expect(try source([0xEF, 0xBB, 0xBF] + Array("a: 1".utf8), "text/yaml").texts == ["a: 1"])
    }
}
