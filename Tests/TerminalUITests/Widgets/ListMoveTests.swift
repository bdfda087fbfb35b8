import Base
import TestSupport
import Testing

@testable import TerminalUI

/// Lists, tables, bars and frames: what each key moves, and what is dropped where there is little room.
@Suite struct ListMoveTests {
    /// Draws on a fresh screen and returns it as text.
    private func drawn(
        _ columns: Int, _ rows: Int, glyphs: Glyphs = .unicode, _ draw: (Rect, inout CellBuffer) -> Void
    ) -> String {
        var buffer = CellBuffer(size: Size(columns: columns, rows: rows), glyphs: glyphs)
        draw(buffer.bounds, &buffer)
        return buffer.dump()
    }

    @Test(arguments: [
        ("abcd", 2, "abcd", 2), ("abcd", 2, "cd", 0), ("abcd", 2, "xabcd", 3), ("abcd", 1, "acd", 1),
        ("abcd", 1, "d", 0),
        ("abcd", 3, "ab", 1), ("abcd", 0, "", 0), ("", 0, "ab", 0), ("abc", 5, "ab", 5),
    ])
    func `the selection follows its row to another list, else the next row that is left`(
        before: String, from: Int, after: String, to: Int
    ) {
        var list = ListSelection(index: from)
        list.follow(from: Array(before), to: Array(after))
        #expect(list.index == to)
    }

    @Test func `each key moves the selection by its rows, never past an end`() {
        let keys: [String: Key] = [
            "up": .up, "k": .character("k"), "down": .down, "j": .character("j"), "pgup": .pageUp, "pgdn": .pageDown,
            "^u": .control("u"), "^d": .control("d"), "home": .home, "g": .character("g"), "end": .end,
            "G": .character("G"), "x": .character("x"), "enter": .enter,
        ]
        let table = """
            up -> 9 from 6
            k k -> 8 from 6
            down -> 11 from 7
            j j j j -> 14 from 10
            pgup -> 6 from 6
            pgdn -> 14 from 10
            ^u -> 8 from 6
            ^d -> 12 from 8
            home -> 0 from 0
            g up -> 0 from 0
            end -> 19 from 15
            G down -> 19 from 15
            pgup pgup pgup -> 0 from 0
            pgdn pgdn pgdn -> 19 from 15
            G pgup -> 15 from 15
            x -> 10 from 6, not handled
            enter -> 10 from 6, not handled
            """
        let found = FilledTable(table).filled { names in
            var selection = ListSelection(index: 10, top: 6)
            var isHandled = true
            for name in names.split(separator: " ") {
                isHandled = keys[String(name)].map { selection.handle($0, count: 20, height: 5) } ?? false
            }
            return "\(selection.index) from \(selection.top)\(isHandled ? "" : ", not handled")"
        }
        #expect(found == table)
    }

    @Test func `a list of one row's height moves by one row, and settles within what there is`() {
        var selection = ListSelection(index: 3)
        for key in [Key.pageUp, .control("u")] { _ = selection.handle(key, count: 9, height: 1) }
        #expect(selection == ListSelection(index: 1, top: 1))
        var settled = [ListSelection(index: 9, top: 8), ListSelection(index: -4, top: 3), ListSelection(index: 2)]
        for place in settled.indices { settled[place].settle(5, in: 3) }
        #expect(settled == [ListSelection(index: 4, top: 2), ListSelection(), ListSelection(index: 2)])
        var empty = ListSelection(index: 4, top: 2)
        empty.settle(0, in: 3)
        #expect(empty == ListSelection())
    }

    @Test func `the wheel moves the view, and the selection only as far as it must`() {
        func scrolled(_ index: Int, _ top: Int, by rows: Int) -> [Int] {
            var selection = ListSelection(index: index, top: top)
            selection.scroll(by: rows, count: 10, height: 4)
            return [selection.index, selection.top]
        }
        #expect(scrolled(2, 0, by: 1) == [2, 1] && scrolled(2, 0, by: 3) == [3, 3])
        #expect(
            scrolled(5, 4, by: -1) == [5, 3] && scrolled(7, 4, by: -3) == [4, 1] && scrolled(1, 0, by: -9) == [1, 0])
    }

    @Test func `an empty list says so in as many rows as there are`() {
        func text(_ columns: Int, _ rows: Int) -> String {
            drawn(columns, rows) { rect, buffer in
                List(count: 0, selection: ListSelection(), isFocused: true, emptyText: "Nothing was sent yet.") { _ in
                    Line("x")
                }.draw(in: rect, on: &buffer)
            }
        }
        #expect(text(30, 2) == " Nothing was sent yet.\n")
        #expect(text(13, 2) == " Nothing was\n sent yet.")
        #expect(text(13, 1) == " Nothing was…")
    }

    @Test func `deep rows of a tree give up their indents where there is little room`() {
        func row(_ columns: Int, _ depth: Int) -> String {
            drawn(columns, 1) { rect, buffer in
                Tree(count: 1, selection: ListSelection(), isFocused: false) { _ in
                    Tree.Row(depth: depth, isOpen: true, line: Line("x"))
                }.draw(in: rect, on: &buffer)
            }
        }
        #expect(row(12, 1) == "›  ▾ x" && row(12, 2) == "›    ▾ x" && row(12, 3) == "›    ▾ x")
        #expect(row(18, 3) == "›      ▾ x" && row(18, 4) == "›      ▾ x" && row(18, -1) == "›▾ x")
    }

    // MARK: Tables

    @Test func `flexible columns share what is left by their weights, and the last gets the rest`() {
        func widths(_ width: Int, _ columns: Table.Column.Width...) -> [Int] {
            Table.widths(of: columns.map { Table.Column("", $0) }, in: width)
        }
        #expect(widths(20, .flexible(1), .flexible(3)) == [4, 15])
        #expect(widths(20, .flexible(0), .flexible(1)) == [9, 10])
        #expect(widths(11, .flexible(1), .fixed(4), .flexible(1)) == [2, 4, 3])
        #expect(widths(5, .fixed(-3), .flexible(1)) == [0, 4])
        #expect(widths(-5, .fixed(3), .flexible(1)) == [0, 0])
        #expect(Table.widths(of: [], in: 9) == [])
    }

    @Test func `a table has a header and a mark only if it is given them`() {
        func text(_ rows: Int, count: Int = 2, showsHeader: Bool = true, _ selection: ListSelection?) -> String {
            drawn(12, rows) { rect, buffer in
                Table(
                    columns: [.init("Name", .fixed(5)), .init("ms", .fixed(3), .right)], count: count,
                    selection: selection, isFocused: true, showsHeader: showsHeader, emptyText: "Nothing."
                ) { $0 == 1 ? [Span("b")] : [Span(SafeText("a\($0)")), Span("1234")] }.draw(in: rect, on: &buffer)
            }
        }
        #expect(text(3, nil) == " Name   ms\n a0    12…\n b")
        #expect(text(2, showsHeader: false, ListSelection(index: 1)) == " a0    12…\n›b")
        #expect(text(3, count: 0, nil) == " Nothing.\n\n")
        #expect(text(3, count: 5, ListSelection(index: 4)) == " Name   ms\n a3    12… │\n›a4    12… █")
        #expect(text(2, count: 2, ListSelection(index: 9)) == " Name   ms\n›b         █")
    }

    // MARK: Bars and frames

    @Test func `a bar begins in a whole column and ends in eighths`() {
        func bar(_ start: Double, _ end: Double, _ glyphs: Glyphs = .unicode) -> String {
            drawn(6, 1, glyphs: glyphs) { rect, buffer in
                ProgressBar.drawBar(from: start, to: end, in: rect, style: Style(.info), on: &buffer)
            }
        }
        #expect(
            [bar(0, 0), bar(0, 0.01), bar(0, 0.125), bar(0, 0.126), bar(0, 1), bar(1.9, 3), bar(2, 2), bar(3, 2)] == [
                "", "▏", "▏", "▎", "█", " ██", "", "",
            ])
        #expect([bar(-4, 2), bar(4, 99), bar(9, 99), bar(0, .infinity)] == ["██", "    ██", "", ""])
        #expect([bar(0, 0.01, .ascii), bar(1, 2.5, .ascii)] == ["#", " ##"])
        #expect(drawn(8, 1) { ProgressBar(fraction: -1).draw(in: $0, on: &$1) } == "")
    }

    @Test func `the thumb that is dragged to a row shows the lines of that part`() {
        func first(_ row: Int, total: Int = 100, visible: Int = 20, height: Int = 10) -> Int {
            PlacedScrollbar(
                bar: Scrollbar(total: total, visible: visible, first: 0),
                place: Rect(x: 0, y: 0, width: 1, height: height)
            ).first(forThumbAt: row)
        }
        #expect([-3, 0, 1, 4, 8, 9, 99].map { first($0) } == [0, 0, 10, 40, 80, 80, 80])
        #expect(first(5, total: 10, visible: 20) == 0 && first(1, total: 2, visible: 1, height: 1) == 0)
    }

    @Test func `a bar of any height shows where the view is`() {
        func thumb(_ total: Int, _ visible: Int, _ first: Int, height: Int) -> Range<Int> {
            Scrollbar(total: total, visible: visible, first: first).thumb(height: height)
        }
        #expect(thumb(10, 10, 0, height: 4) == 0..<4 && thumb(10, 0, 0, height: 4) == 0..<4)
        #expect(thumb(11, 10, 0, height: 0) == 0..<0)
        #expect(thumb(1000, 10, 0, height: 5) == 0..<1 && thumb(1000, 10, 1, height: 5) == 1..<2)
        #expect(thumb(1000, 10, 989, height: 5) == 3..<4 && thumb(1000, 10, 990, height: 5) == 4..<5)
        #expect(thumb(1000, 10, -5, height: 5) == 0..<1 && thumb(1000, 10, 5000, height: 5) == 4..<5)
        #expect(thumb(100, 50, 24, height: 2) == 0..<1 && thumb(100, 50, 26, height: 2) == 1..<2)
    }

    @Test func `a title gives way to its trailing part only where both fit`() {
        func top(_ columns: Int, _ title: String, _ trailing: String) -> String {
            drawn(columns, 2) { rect, buffer in
                Box(title: [Span(SafeText(title))], trailing: [Span(SafeText(trailing))]).draw(in: rect, on: &buffer)
            }.split(separator: "\n").first.map(String.init) ?? ""
        }
        #expect(top(15, "Log", "on") == "┌ Log ──── on ┐" && top(12, "Log", "on") == "┌ Log ─ on ┐")
        #expect(top(11, "Log", "on") == "┌ Log ────┐" && top(9, "A long title", "on") == "┌ A lo… ┐")
        #expect(top(7, "Log", "on") == "┌ Log ┐" && top(6, "Log", "on") == "┌────┐")
        #expect(top(12, "", "on") == "┌────── on ┐" && top(8, "", "") == "┌──────┐")
    }

    @Test func `a popup is in the middle, and never larger than the screen`() {
        func rect(_ columns: Int, _ rows: Int, in screen: Rect = Rect(x: 0, y: 0, width: 80, height: 24)) -> [Int] {
            let rect = Popup("x", content: Size(columns: columns, rows: rows)).rect(in: screen)
            return [rect.x, rect.y, rect.width, rect.height]
        }
        #expect(rect(40, 10) == [18, 6, 44, 12] && rect(41, 11) == [17, 5, 45, 13])
        #expect(rect(99, 99) == [0, 0, 80, 24] && rect(76, 22) == [0, 0, 80, 24])
        #expect(rect(2, 1, in: Rect(x: 10, y: 5, width: 20, height: 9)) == [17, 8, 6, 3])
    }
}
