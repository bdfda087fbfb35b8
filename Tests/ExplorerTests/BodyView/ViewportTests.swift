import Testing

@testable import Base
@testable import Bodies
@testable import Explorer
@testable import TerminalUI

@Suite struct ViewportTests {
    private func window(_ text: String, columns: Int = 10, rows: Int = 3, wraps: Bool = true) -> Viewport {
        let source = BodyDocument(text, "text/plain").lines(.raw, columns: columns)
        return Viewport(source: source, size: Size(columns: columns, rows: rows), wraps: wraps)
    }

    private func texts(_ window: Viewport, _ position: ScrollPosition) -> [String] {
        window.rows(from: position).map { window.source.line($0.line, columns: $0.columns).string }
    }

    @Test func `long lines go on in the next row`() {
        let window = window("abcdefghijklmno\nx\n", rows: 5)
        #expect(texts(window, ScrollPosition()) == ["abcdefghij", "klmno", "x"])
    }

    @Test(arguments: ["abcdefghi東京xyz", "東京abcdefgh", "東東東東東京京京京京東", "é" + "字abc字字字字字字"])
    func `no character is lost where rows break, and wide ones stay inside of the window`(text: String) {
        let window = window(text, rows: 5)
        let rows = texts(window, ScrollPosition())
        #expect(rows.joined().filter { $0 != " " } == text)
        #expect(rows.allSatisfy { DisplayWidth.of(SafeText($0)) <= 10 })
    }

    @Test func `scrolling goes by rows and stops at the ends`() {
        let window = window(String(repeating: "a", count: 25) + "\nb\nc\nd")
        var position = ScrollPosition()
        var seen: [String] = []
        for _ in 0..<8 {
            seen += texts(window, position).prefix(1)
            position = window.moved(position, by: 1)
        }
        #expect(seen.prefix(4) == ["aaaaaaaaaa", "aaaaaaaaaa", "aaaaa", "b"])
        #expect(position == window.bottom())
        #expect(texts(window, position) == ["b", "c", "d"])
        #expect(window.moved(position, by: -100) == ScrollPosition())
        #expect(window.moved(position, by: -2) == ScrollPosition(line: 0, row: 1))
    }

    @Test func `sideways it goes as far as the lines in view`() {
        let window = window("abcdefghijklmno\nxy", wraps: false)
        let right = window.shifted(ScrollPosition(), by: 8)
        #expect(right.column == 5)
        #expect(texts(window, right) == ["fghijklmno", ""])
        #expect(window.shifted(right, by: -8).column == 0)
    }

    @Test func `a place out of view is brought into it`() {
        let window = window((0..<50).map { "line \($0)" }.joined(separator: "\n"), wraps: false)
        let position = window.revealing(line: 30, column: 0, width: 4, from: ScrollPosition())
        #expect(window.rows(from: position).contains { $0.line == 30 })
        #expect(window.revealing(line: 30, column: 0, width: 4, from: position) == position)
    }

    @Test func `a position from a longer body is put inside`() {
        #expect(window("a\nb").clamped(ScrollPosition(line: 900, row: 4)) == ScrollPosition())
        #expect(window("").clamped(ScrollPosition(line: 3)) == ScrollPosition())
    }
}
