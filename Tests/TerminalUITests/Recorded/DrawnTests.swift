import TestSupport
import Testing

@testable import Base
@testable import TerminalUI

/// How widgets are drawn, in many sizes and with each set of glyphs, as it was recorded (`Recorded`): cells, and where styles are others.
@Suite struct DrawnTests {
    private static let glyphs: [(name: String, glyphs: Glyphs)] = [
        ("unicode", .unicode), ("ascii", .ascii), ("console", .console), ("plain", .plain),
    ]

    /// The rows, each with the styles in it that are not those of text, and the cursor.
    private func drawn(_ columns: Int, _ rows: Int, _ glyphs: Glyphs, _ draw: (Rect, inout CellBuffer) -> Void)
        -> String
    {
        var buffer = CellBuffer(size: Size(columns: columns, rows: rows), glyphs: glyphs)
        draw(buffer.bounds, &buffer)
        var text = ""
        let lines = buffer.dump().split(separator: "\n", omittingEmptySubsequences: false)
        for (y, line) in lines.enumerated() {
            text += "\(line)|"
            var x = 0
            while x < columns {
                let style = buffer[x, y].style
                var end = x + 1
                while end < columns, buffer[end, y].style == style { end += 1 }
                if style != .text {
                    text +=
                        " \(x)-\(end - 1) \(style.role)\(style.emphasis.isEmpty ? "" : " +\(style.emphasis.rawValue)")"
                }
                x = end
            }
            text += "\n"
        }
        if let cursor = buffer.cursor { text += "cursor \(cursor.x),\(cursor.y)\n" }
        if let selected = buffer.selected { text += "selected \(selected.x),\(selected.y)\n" }
        for target in buffer.targets { text += "target \(target.x),\(target.y) \(target.width)\n" }
        return text
    }

    /// Draws in each size with each set of glyphs.
    private func expect(
        _ file: String, _ sizes: [(Int, Int)], everyGlyph: Bool = true,
        _ draw: (Rect, inout CellBuffer) -> Void
    ) throws {
        var parts: [(name: String, text: String)] = []
        for (name, glyphs) in everyGlyph ? Self.glyphs : [Self.glyphs[0]] {
            for (columns, rows) in sizes {
                parts.append(("\(name) \(columns)x\(rows)", drawn(columns, rows, glyphs, draw)))
            }
        }
        try Recorded.expect(parts, in: "screen/\(file)")
    }

    private static let line = Line(
        [Span("Name ", .headerName), Span("a long value 日本")], trailing: [Span("12 ms", .dim)])

    @Test func `lists, trees and tables`() throws {
        for (count, index, top) in [(0, 0, 0), (3, 1, 0), (9, 8, 0), (9, 3, 3)] {
            try expect("list-\(count)-\(index)", [(24, 4), (12, 3), (6, 3), (2, 2)], everyGlyph: count == 9) {
                rect, buffer in
                List(
                    count: count, selection: ListSelection(index: index, top: top), isFocused: index != 3,
                    emptyText: "Nothing is here yet, so press a key."
                ) { _ in Self.line }.draw(in: rect, on: &buffer)
            }
        }
        try expect("tree", [(30, 6), (12, 4)]) { rect, buffer in
            Tree(count: 6, selection: ListSelection(index: 2), isFocused: true) { index in
                Tree.Row(depth: index, isOpen: index % 3 == 0 ? true : index % 3 == 1 ? false : nil, line: Self.line)
            }.draw(in: rect, on: &buffer)
        }
        let columns = [
            Table.Column("Name", .flexible(2)), Table.Column("N", .fixed(4), .right), Table.Column("Value"),
        ]
        for (count, selection) in [(0, nil), (2, nil), (2, ListSelection(index: 1)), (7, ListSelection(index: 6))] {
            try expect(
                "table-\(count)-\(selection?.index ?? -1)", [(30, 4), (16, 3), (7, 2), (3, 1)], everyGlyph: count == 7
            ) {
                rect, buffer in
                Table(columns: columns, count: count, selection: selection, isFocused: count == 2, emptyText: "None.") {
                    [Span(SafeText("row \($0)")), Span(SafeText("\($0 * 5000)"), .info)]
                        + ($0 == 1 ? [] : [Span("a value", .dim)])
                }.draw(in: rect, on: &buffer)
            }
        }
    }

    @Test func `tabs, frames and popups`() throws {
        for selected in [0, 2, 4] {
            try expect("tabs-\(selected)", [(60, 1), (24, 1), (12, 1), (5, 1)], everyGlyph: selected == 2) {
                rect, buffer in
                Tabs(["Body", "Headers 12", "Timing", "日本", "Raw"], selected: selected, isFocused: selected != 4)
                    .draw(in: rect, on: &buffer)
            }
        }
        try expect("boxes", [(24, 3), (13, 3), (8, 2), (7, 2), (1, 2)]) { rect, buffer in
            Box(title: [Span("Title ", .title), Span("more", .info)], trailing: [Span("12/30", .dim)], isFocused: true)
                .draw(in: rect, on: &buffer)
        }
        try expect("popups", [(30, 6), (14, 4), (5, 3), (3, 1)]) { rect, buffer in
            let inside = Popup(
                "Question", content: Size(columns: 20, rows: 3), footer: [Span("Enter", .key), Span(" yes")]
            )
            .draw(in: rect, on: &buffer)
            buffer.draw("Is it so, or is it not?", at: Point(x: inside.x, y: inside.y), width: inside.width)
        }
        var text = ""
        for (columns, rows) in [(80, 24), (24, 5), (23, 4), (4, 2)] {
            let rect = Popup("x", content: Size(columns: 20, rows: 3)).rect(
                in: Rect(x: 1, y: 2, width: columns, height: rows))
            text += "\(columns)x\(rows): \(rect.x),\(rect.y) \(rect.width)x\(rect.height)\n"
        }
        try Recorded.expect([("places", text)], in: "screen/popup-places")
    }

    @Test func `fields and text areas`() throws {
        let cases: [(name: String, text: String, back: Int, isSecret: Bool)] = [
            ("empty", "", 0, false), ("short", "abc", 1, false), ("exact", "0123456789", 0, false),
            ("long", "0123456789abcdefghij", 0, false), ("long-in-the-middle", "0123456789abcdefghij", 8, false),
            ("wide", "日本日本日本日本", 0, false), ("secret", "s3cret-日本", 2, true), ("control", "a\u{1B}b", 0, false),
        ]
        var parts: [(name: String, text: String)] = []
        for (name, text, back, isSecret) in cases {
            var field = TextField(text, placeholder: "type here", isSecret: isSecret)
            for _ in 0..<back { _ = field.handle(.left) }
            for width in [12, 10, 5, 2, 1] {
                for isFocused in [true, false] {
                    let screen = drawn(width, 1, .unicode) { field.draw(in: $0, isFocused: isFocused, on: &$1) }
                    parts.append(("\(name) \(width) \(isFocused ? "focused" : "")", screen))
                }
            }
        }
        try Recorded.expect(parts, in: "screen/drawn-fields")
        for numbers in [false, true] {
            for down in [0, 4, 11] {
                var area = TextArea(
                    "{\n\t\"a\": 1,\n  \"long\": \"0123456789 0123456789\",\n日本日本日本日本日本\nc\u{1B}d\n\n7\n8\n9\n10\n11\n12",
                    showsLineNumbers: numbers, tabWidth: 4)
                for _ in 0..<down { _ = area.handle(.down) }
                if down == 4 { _ = area.handle(.end) }
                area.keepInView(height: 5)
                let marks = [TextArea.Position(line: 0, offset: 0), TextArea.Position(line: 11, offset: 1)]
                try expect(
                    "area-\(numbers ? "numbered-" : "")\(down)", [(20, 5), (9, 5), (6, 14), (3, 2)], everyGlyph: false
                ) {
                    area.draw(in: $0, isFocused: down != 0, marks: marks, on: &$1)
                }
            }
        }
    }

    @Test func `what is offered at the cursor`() throws {
        let rows = (0..<8).map {
            CompletionList.Row(SafeText("word\($0)"), .text, note: SafeText("what word \($0) means, in some words"))
        }
        let short = [CompletionList.Row("a", .text, note: "")]
        let bounds = Rect(x: 0, y: 0, width: 60, height: 20)
        var parts: [(name: String, text: String)] = []
        for (name, rows, count, selection) in [("eight", rows, 30, 5), ("eight", rows, 8, 0), ("short", short, 1, nil)]
            as [(String, [CompletionList.Row], Int, Int?)]
        {
            let list = CompletionList(rows: rows, first: 0, count: count, selection: selection)
            for (x, y, typed) in [(10, 2, 3), (58, 2, 0), (1, 17, 4), (10, 10, 0), (5, 19, 0), (3, 0, 9)] {
                let frame = list.frame(at: Point(x: x, y: y), typed: typed, in: bounds)
                let clicks = [(1, 1), (0, 1), (1, 0), (5, 2), (1, frame.height - 2), (1, frame.height - 1)].map {
                    list.row(at: Point(x: frame.x + $0.0, y: frame.y + $0.1), in: frame).map(String.init) ?? "-"
                }
                let place =
                    "\(frame.x),\(frame.y) \(frame.width)x\(frame.height), clicks \(clicks.joined(separator: " "))\n"
                parts.append(("\(name) of \(count) at \(x),\(y) after \(typed)", place))
            }
            for (width, height) in [(50, 11), (30, 7), (24, 4), (20, 3), (7, 3), (20, 2)] {
                let screen = drawn(width, height, .unicode) { list.draw(in: $0, on: &$1) }
                parts.append(("\(name) of \(count) in \(width)x\(height)", screen))
            }
        }
        try Recorded.expect(parts, in: "screen/completion-lists")
    }

    @Test func `bars, scrollbars, wrapped texts and private texts`() throws {
        var bars = ""
        for (_, glyphs) in Self.glyphs {
            for fraction in [0, 0.001, 0.1, 0.125, 0.5, 0.51, 0.99, 1, 7, -1, .nan] {
                bars += "\(fraction): " + drawn(8, 1, glyphs) { ProgressBar(fraction: fraction).draw(in: $0, on: &$1) }
            }
            for (start, end) in [(0.0, 0.05), (1.5, 1.6), (2.0, 5.25), (7.9, 9.0), (3.0, 3.0), (-2.0, 0.5), (8.5, 9.5)]
            {
                bars +=
                    "\(start)-\(end): "
                    + drawn(8, 1, glyphs) { ProgressBar.drawBar(from: start, to: end, in: $0, style: .text, on: &$1) }
            }
        }
        var scrolls = ""
        for (total, visible, height) in [
            (10, 5, 5), (100, 5, 5), (3, 5, 5), (6, 5, 2), (1000, 10, 10), (7, 6, 1), (9, 0, 3),
        ] {
            for first in [0, 1, total / 2, total - visible - 1, total - visible, total] {
                let bar = Scrollbar(total: total, visible: visible, first: first)
                let placed = PlacedScrollbar(bar: bar, place: Rect(x: 0, y: 2, width: 1, height: height))
                let back = [-1, 0, 1, height / 2, height - 1, height].map { String(placed.first(forThumbAt: $0)) }
                scrolls +=
                    "\(first) of \(total), \(visible) in \(height): \(bar.thumb(height: height)), back \(back.joined(separator: " "))\n"
            }
        }
        var wrapped = ""
        for text in ["a bb ccc dddd eeeee", "a  b ", "longer-than-that x", "日本日本 日本", "one\n\ntwo three", "", "x y"] {
            for width in [20, 5, 4, 3, 1, 0] { wrapped += "\(width): \(WrappedText.lines(text, width: width))\n" }
        }
        try Recorded.expect([("bars", bars), ("scrollbars", scrolls), ("wrapped", wrapped)], in: "screen/small")
        let veils: [(name: String, texts: [String], rows: [String], isScrolled: Bool)] = [
            ("whole", ["s3cret", "abc"], ["key: s3cret, abc s3cret!", "S3cret s3cre"], false),
            ("cut at the end", ["s3cret-value"], ["x s3cret-va", "lue and s3c", "ret-value s3cret"], false),
            ("cut by an ellipsis", ["s3cret-value"], ["x s3cre…  │", "t-value s3c…"], false),
            ("scrolled", ["s3cret-value"], ["et-value x", "lue x", "ue x", "-valu e"], true),
            ("not scrolled", ["s3cret-value"], ["et-value x", "lue x"], false),
            ("wide", ["日本日本"], ["a 日本日本 b 日本日"], false),
            ("over three rows", ["0123456789abcdef"], ["012345", "6789ab", "cdef", "6789"], false),
            ("twice", ["aaaa", "aaab"], ["aaaaab aaab"], false),
        ]
        let parts = veils.map { name, texts, rows, isScrolled in
            let screen = drawn(26, rows.count, .unicode) { rect, buffer in
                for (y, row) in rows.enumerated() { buffer.draw(SafeText(row), at: Point(x: 0, y: y)) }
                let width = name.hasPrefix("over") ? 6 : name.hasPrefix("cut at") ? 11 : rect.width
                PrivateVeil(texts).cover(
                    Rect(x: 0, y: 0, width: width, height: rows.count), of: &buffer, isScrolled: isScrolled)
            }
            return (name: name, text: screen)
        }
        try Recorded.expect(parts, in: "screen/veils")
    }
}
