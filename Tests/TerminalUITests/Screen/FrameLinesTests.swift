import Testing

@testable import TerminalUI

@Suite struct FrameLinesTests {
    private func drawn(_ rects: [(Rect, Bool)], glyphs: Glyphs = .unicode) -> String {
        var buffer = CellBuffer(size: Size(columns: 9, rows: 5), glyphs: glyphs)
        var lines = FrameLines(in: buffer.bounds)
        for (rect, isFocused) in rects { lines.add(rect, isFocused: isFocused) }
        lines.draw(on: &buffer)
        return buffer.dump()
    }

    private let left = Rect(x: 0, y: 0, width: 5, height: 5)
    private let top = Rect(x: 4, y: 0, width: 5, height: 3)
    private let bottom = Rect(x: 4, y: 2, width: 5, height: 3)

    @Test func `frames that share lines have tees and crossings`() {
        #expect(
            drawn([(left, false), (top, false), (bottom, false)]) == """
                ┌───┬───┐
                │   │   │
                │   ├───┤
                │   │   │
                └───┴───┘
                """)
    }

    @Test func `the frame with the focus is heavy all round, in whatever order frames are added`() {
        let expected = """
            ┌───┲━━━┓
            │   ┃   ┃
            │   ┡━━━┩
            │   │   │
            └───┴───┘
            """
        #expect(drawn([(left, false), (top, true), (bottom, false)]) == expected)
        #expect(drawn([(top, true), (bottom, false), (left, false)]) == expected)
    }

    @Test func `a frame of one row is a line that ends the one above`() {
        let title = Rect(x: 4, y: 4, width: 5, height: 1)
        #expect(
            drawn([(Rect(x: 4, y: 0, width: 5, height: 5), false), (title, true)]) == """
                    ┌───┐
                    │   │
                    │   │
                    │   │
                    ┕━━━┙
                """)
    }

    @Test func `fonts without lines of two weights show the focus whole`() {
        #expect(
            drawn([(left, false), (top, true), (bottom, false)], glyphs: .console) == """
                ┌───╔═══╗
                │   ║   ║
                │   ╚═══╝
                │   │   │
                └───┴───┘
                """)
        #expect(
            drawn([(left, false), (top, true), (bottom, false)], glyphs: .ascii) == """
                +---#===#
                |   #   #
                |   #===#
                |   |   |
                +---+---+
                """)
    }

    @Test func `every set of lines has a character of its own`() {
        var seen: Set<Character> = []
        for light in 1..<16 {
            for heavy in 0..<16 where light & heavy == 0 {
                let glyph = FrameGlyphs.unicode[
                    light: .init(rawValue: UInt8(light)), heavy: .init(rawValue: UInt8(heavy))]
                #expect(glyph != " " && seen.insert(glyph).inserted, "\(light) \(heavy)")
            }
        }
    }
}
