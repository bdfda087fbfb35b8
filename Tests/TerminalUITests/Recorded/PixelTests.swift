import TestSupport
import Testing

@testable import Base
@testable import TerminalUI

/// Colours, sixels, frames and cells, as they were recorded (`Recorded`).
@Suite struct PixelTests {
    private func shown(_ bytes: [UInt8]) -> String {
        String(decoding: bytes, as: UTF8.self).replacing("\u{1B}", with: "ESC ")
    }

    @Test func `colours of pictures in every depth`() throws {
        var text = ""
        for packed: UInt16 in [
            0, 0xFFFF, 0xF800, 0x07E0, 0x001F, 0x8410, 0x4208, 0x2104, 0x3186, 0xC618, 0xFFE0, 0xF81F, 0x07FF, 0x7BEF,
            0x8000, 0x0400, 0x0010,
            0x6B4D, 0x1082, 0xA145, 0x9CF3, 0xE71C, 0x5AEB, 0xFBE0, 0x39E7, 0xBDF7,
        ] {
            let color = PictureColor(packed: packed)
            let depths = [ColorDepth.none, .sixteen, .indexed256, .direct].map { color.color($0).word }
            text += "\(String(packed, radix: 16)): \(depths.joined(separator: " ")), brightness \(color.brightness)\n"
        }
        var indexed = ""
        for index: UInt8 in [16, 17, 21, 22, 51, 52, 87, 231, 232, 243, 255] {
            indexed += "\(index): \(IndexedColor.color(index).hex)\n"
        }
        for color in [
            RGB(0x00_0000), RGB(0xFF_FFFF), RGB(0xFF_0000), RGB(0x12_3456), RGB(0x80_8080), RGB(0xD7_875F),
            RGB(0xFE_FE00),
        ] {
            let near = [RGB.black, .white].map { IndexedColor.nearest(to: color, on: $0, atLeast: 4.5) }
            indexed +=
                "\(color.hex): \(IndexedColor.nearest(to: color)), on black and white \(near), dark \(color.isDark)\n"
        }
        var hex = ""
        for digits in ["1e1e2e", "#1e1e2e", "1E1E2E", "##1e1e2", "1e1e2", "1e1e2e0", "+1e1e2", "1e1e2g", ""] {
            hex += "\(digits): \(RGB(hex: digits)?.hex ?? "-")\n"
        }
        try Recorded.expect([("packed", text), ("indexed", indexed), ("hexadecimal", hex)], in: "screen/colours")
    }

    @Test func `pictures as sixels`() throws {
        let palette: [UInt32] = [0x00_0000, 0xFF_0000, 0x00_FF00, 0x00_00FF, 0xFF_FFFF, 0x80_8080]
        /// A letter for each pixel, `/` between rows.
        let pictures = [
            "a", "ab/ba", "aaaa", "aaaaa", "baaaab", "a/a/a/a/a/a", "a/a/a/a/a/a/b", "abc/abc/cba/abc/fff/eee/dda",
            "aabbbbccccc/aabbbbccccc",
            "bbbbbbbbbbbb/bbbbbbbbbbbb/aaaaaaaaaaaa/aaaaaabaaaaa",
        ]
        var text = ""
        for picture in pictures {
            let rows = picture.split(separator: "/")
            let pixels = rows.flatMap { $0.utf8.map { palette[Int($0 - 97)] } }
            for colors in [256, 3, 2, 1] {
                let bytes = SixelEncoder.encode(pixels, width: rows[0].utf8.count, height: rows.count, colors: colors)
                text += "\(picture) \(colors): \(shown(bytes))\n"
            }
        }
        try Recorded.expect([("sixels", text)], in: "screen/sixels")
    }

    @Test func `frames over each other, with each set of glyphs`() throws {
        let frames: [(rects: [(Int, Int, Int, Int)], focused: Int)] = [
            ([(0, 0, 9, 5), (8, 0, 8, 3), (8, 2, 8, 3)], 0), ([(0, 0, 9, 5), (8, 0, 8, 3), (8, 2, 8, 3)], 1),
            ([(0, 0, 16, 5), (4, 0, 5, 5), (0, 2, 16, 1)], 2), ([(0, 0, 16, 5), (4, 1, 8, 3)], 1),
            ([(-2, 1, 8, 9), (3, 3, 30, 1), (2, 2, 1, 3)], 1),
            ([(0, 0, 16, 3), (0, 2, 16, 3)], 1),
        ]
        var parts: [(name: String, text: String)] = []
        for (name, glyphs) in [
            ("unicode", Glyphs.unicode), ("console", .console), ("ascii", .ascii), ("plain", .plain),
        ] {
            var text = ""
            for (rects, focused) in frames {
                var buffer = CellBuffer(size: Size(columns: 16, rows: 5), glyphs: glyphs)
                var lines = FrameLines(in: buffer.bounds)
                for (place, rect) in rects.enumerated() {
                    lines.add(Rect(x: rect.0, y: rect.1, width: rect.2, height: rect.3), isFocused: place == focused)
                }
                lines.draw(on: &buffer)
                text += buffer.dump() + "\n--\n"
            }
            for heavy in 0..<16 as Range<UInt8> {
                let row = (0..<16 as Range<UInt8>).map { light in
                    String(
                        glyphs.frame[light: FrameGlyphs.Arms(rawValue: light), heavy: FrameGlyphs.Arms(rawValue: heavy)]
                    )
                }
                text += row.joined() + "|\n"
            }
            parts.append((name, text))
        }
        try Recorded.expect(parts, in: "screen/frames")
    }

    @Test func `what is drawn in narrow places, and what must be written then`() throws {
        var text = ""
        for (x, width) in [(0, 9), (-2, 9), (3, 4), (5, 5), (0, 1), (1, 2)] {
            var buffer = CellBuffer(size: Size(columns: 8, rows: 2))
            buffer.fill(Rect(x: 2, y: 0, width: 4, height: 2), style: Style(.selection))
            let before = buffer
            let used = buffer.draw("日本e\u{301}x", at: Point(x: x, y: 0), width: width)
            let cut = buffer.drawTruncated("日本日本", at: Point(x: x, y: 1), width: width)
            buffer.clipped(to: Rect(x: 2, y: 0, width: 3, height: 1)) {
                $0.drawRule(from: Point(x: 0, y: 0), width: 2 + width)
            }
            let runs = CellBufferDiff(from: before, to: buffer).runs.map {
                "\($0.start.x),\($0.start.y) \($0.cells.map(\.grapheme).joined())"
            }
            text +=
                "at \(x) in \(width): used \(used) and \(cut)\n\(buffer.dump())\nruns \(runs.joined(separator: " / "))\n"
        }
        var lines = ""
        for width in [30, 14, 11, 10, 5, 1, 0] {
            var buffer = CellBuffer(size: Size(columns: 30, rows: 1))
            let line = Line([Span("left 日本", .title), Span(" more")], trailing: [Span("right", .dim)])
            buffer.draw(line, in: Rect(x: 0, y: 0, width: width, height: 1))
            lines += "\(width): \(buffer.dump())|\n"
        }
        var pastes = ""
        for paste in ["a\rb\r\nc\nd\r", "\r\n\r\n", "\n\r", "\r\r\n", ""] {
            pastes += "\(paste.debugDescription): \(PasteReader.text(Array(paste.utf8)).debugDescription)\n"
        }
        for end in ["\u{1B}", "\u{1B}[201~", "x\u{1B}[20", "\u{1B}\u{1B}[2", "[201~", "\u{1B}[201~x"] {
            pastes += "\(end.debugDescription): \(PasteReader.endLength(of: Array(end.utf8)))\n"
        }
        try Recorded.expect([("narrow", text), ("lines", lines), ("pastes", pastes)], in: "screen/cells")
    }

    @Test func `what is sent for pictures, step after step`() throws {
        let pictures = [
            TerminalPicture(.sixel(Array("SIXEL".utf8)), size: Size(columns: 4, rows: 2)),
            TerminalPicture(.kitty(Array("KITTY".utf8)), size: Size(columns: 4, rows: 2)),
        ]
        /// A picture and its column, the column and length of what is painted in row 3, and whether all is.
        let steps: [(picture: Int?, x: Int, painted: Range<Int>, isWhole: Bool)] = [
            (0, 2, 0..<0, false), (0, 2, 0..<2, false), (0, 2, 0..<3, false), (0, 2, 6..<9, false),
            (0, 2, 5..<6, false), (0, 5, 0..<0, false),
            (1, 5, 0..<0, false), (1, 5, 5..<7, false), (1, 5, 0..<0, true), (1, 6, 0..<0, false), (0, 6, 0..<0, true),
            (nil, 0, 0..<0, false),
            (1, 1, 0..<0, false), (nil, 0, 0..<0, false), (nil, 0, 0..<4, true),
        ]
        var layer = PictureLayer(process: 7)
        var text = ""
        for (picture, x, painted, isWhole) in steps {
            let cells = Array(repeating: Cell.space, count: painted.count)
            let runs =
                painted.isEmpty ? [] : [CellBufferDiff.Run(start: Point(x: painted.lowerBound, y: 3), cells: cells)]
            let placed = picture.map { PlacedPicture(pictures[$0], at: Point(x: x, y: 3)) }
            let change = layer.change(to: placed, painting: runs, isWhole: isWhole)
            text += "\(picture.map { "\($0) at \(x)" } ?? "none"), painted \(painted)\(isWhole ? ", all" : "")\n"
            text += "    before \(shown(change.before)) rows \(change.repaintedRows) after \(shown(change.after))\n"
        }
        _ = layer.change(to: PlacedPicture(pictures[1], at: Point(x: 0, y: 0)), painting: [], isWhole: false)
        text += "removal \(shown(layer.removal())) and again \(shown(layer.removal()))\n"
        try Recorded.expect([("steps", text)], in: "screen/picture-layers")
    }
}
