import Testing

@testable import Base
@testable import TerminalUI

/// Draws on a fresh screen and returns it as text.
private func drawn(_ columns: Int, _ rows: Int, glyphs: Glyphs = .unicode, _ draw: (Rect, inout CellBuffer) -> Void)
    -> String
{
    var buffer = CellBuffer(size: Size(columns: columns, rows: rows), glyphs: glyphs)
    draw(buffer.bounds, &buffer)
    return buffer.dump()
}

struct ListTests {
    @Test(arguments: [
        (0, 0, 0), (4, 0, 0), (5, 0, 1), (9, 0, 5), (2, 5, 2), (9, 5, 5), (7, 5, 5), (50, 0, 5), (-3, 5, 0), (0, 90, 0),
    ])
    func `the selection is kept in view with the least scrolling`(index: Int, top: Int, expected: Int) {
        #expect(ListSelection(index: index, top: top).top(count: 10, height: 5) == expected)
    }

    @Test(arguments: [
        (Key.down, 5), (.character("k"), 3), (.pageDown, 8), (.control("u"), 2), (.end, 9), (.character("g"), 0),
    ])
    func `keys move the selection`(key: Key, index: Int) {
        var selection = ListSelection(index: 4)
        let handled = selection.handle(key, count: 10, height: 5)
        #expect(handled)
        #expect(selection.index == index)
    }

    @Test func `an empty list and a list without height move nowhere`() {
        var selection = ListSelection(index: 3)
        _ = selection.handle(.down, count: 0, height: 5)
        #expect(selection == ListSelection())
        _ = selection.handle(.end, count: 4, height: 0)
        #expect(selection.index == 3)
        selection.scroll(by: 5, count: 0, height: 0)
        #expect(selection.top(count: 0, height: 0) == 0)
    }

    @Test func `scrolling takes the selection along`() {
        var selection = ListSelection(index: 0)
        selection.scroll(by: 3, count: 10, height: 4)
        #expect(selection == ListSelection(index: 3, top: 3))
        selection.scroll(by: 99, count: 10, height: 4)
        #expect(selection == ListSelection(index: 6, top: 6))
    }

    @Test func `the selected row has a mark besides its colour`() {
        let text = drawn(9, 3) { rect, buffer in
            List(count: 5, selection: ListSelection(index: 1), isFocused: true) { Line(SafeText("row \($0)")) }
                .draw(in: rect, on: &buffer)
        }
        #expect(text == " row 0  █\n›row 1  │\n row 2  │")
    }

    @Test func `only rows in view are asked for`() {
        var asked: [Int] = []
        _ = drawn(9, 3) { rect, buffer in
            List(count: 1_000_000, selection: ListSelection(index: 500_000), isFocused: true) {
                asked.append($0)
                return Line("x")
            }.draw(in: rect, on: &buffer)
        }
        #expect(asked == [499_998, 499_999, 500_000])
    }

    @Test func `a click finds its row`() {
        let rect = Rect(x: 2, y: 1, width: 5, height: 3)
        let selection = ListSelection(index: 4, top: 2)
        #expect(selection.row(at: Point(x: 2, y: 1), in: rect, count: 5) == 2)
        #expect(selection.row(at: Point(x: 2, y: 0), in: rect, count: 5) == nil)
        #expect(ListSelection().row(at: Point(x: 2, y: 3), in: rect, count: 2) == nil)
    }

    @Test func `a tree shows depth and what is open`() {
        let rows = [
            Tree.Row(depth: 0, isOpen: true, line: Line("orders.http")),
            Tree.Row(depth: 1, line: Line([Span("GET list")], trailing: [Span("200")])),
            Tree.Row(depth: 0, isOpen: false, line: Line("users.http")),
        ]
        func text(_ glyphs: Glyphs) -> String {
            drawn(18, 3, glyphs: glyphs) { rect, buffer in
                Tree(count: 3, selection: ListSelection(), isFocused: false) { rows[$0] }.draw(in: rect, on: &buffer)
            }
        }
        #expect(text(.unicode) == "›▾ orders.http\n     GET list  200\n ▸ users.http")
        #expect(text(.ascii) == ">v orders.http\n     GET list  200\n > users.http")
    }
}

struct TableTests {
    @Test(arguments: [(20, [5, 10, 3]), (8, [5, 0, 1]), (3, [1, 0, 0]), (0, [0, 0, 0])])
    func `columns share the width`(width: Int, widths: [Int]) {
        let columns: [Table.Column] = [.init("a", .fixed(5)), .init("b"), .init("c", .fixed(3))]
        #expect(Table.widths(of: columns, in: width) == widths)
    }

    @Test func `cells are aligned and cut`() {
        let text = drawn(20, 3) { rect, buffer in
            Table(
                columns: [.init("Name", .fixed(8)), .init("Value"), .init("ms", .fixed(4), .right)], count: 2,
                selection: ListSelection(index: 1), isFocused: true
            ) { [Span("content-type"), Span(SafeText("v\($0)")), Span("12")] }.draw(in: rect, on: &buffer)
        }
        #expect(text == " Name     Value   ms\n content… v0      12\n›content… v1      12")
    }
}

struct BoxAndBarTests {
    @Test func `focus is seen in the shape of the frame`() {
        func text(_ focused: Bool, _ glyphs: Glyphs) -> String {
            drawn(12, 3, glyphs: glyphs) { rect, buffer in
                Box(title: [Span("Log", .title)], trailing: [Span("on")], isFocused: focused).draw(
                    in: rect, on: &buffer)
            }
        }
        #expect(text(false, .unicode) == "┌ Log ─ on ┐\n│          │\n└──────────┘")
        #expect(text(true, .unicode) == "┏ Log ━ on ┓\n┃          ┃\n┗━━━━━━━━━━┛")
        #expect(text(false, .ascii) == "+ Log - on +\n|          |\n+----------+")
        #expect(text(true, .ascii) == "# Log = on #\n#          #\n#==========#")
        #expect(text(true, .console) == "╔ Log ═ on ╗\n║          ║\n╚══════════╝")
    }

    @Test func `frames of any size, even zero, are drawn without a crash`() {
        for columns in 0...8 {
            for rows in 0...4 {
                _ = drawn(columns, rows) { rect, buffer in
                    Box(title: [Span("Title")], trailing: [Span("x")]).draw(in: rect, on: &buffer)
                    Popup("Popup", content: Size(columns: 20, rows: 9), footer: [Span("Esc close")]).draw(
                        in: rect, on: &buffer)
                    Tabs(["Body", "Headers"], selected: 1, isFocused: true).draw(in: rect.row(0), on: &buffer)
                    TextField("hello").draw(in: rect, isFocused: true, on: &buffer)
                    TextArea("hello\nworld\n\n\n\n", showsLineNumbers: true).draw(
                        in: rect, isFocused: true, on: &buffer)
                    ProgressBar(fraction: 0.5).draw(in: rect, on: &buffer)
                    Table(columns: [.init("a")], count: 9, selection: ListSelection(index: 8), isFocused: true) { _ in
                        []
                    }
                    .draw(in: rect, on: &buffer)
                    Tree(count: 9, selection: ListSelection(index: 8), isFocused: true) {
                        Tree.Row(depth: $0, line: Line("x"))
                    }
                    .draw(in: rect, on: &buffer)
                }
            }
        }
    }

    @Test func `a popup is drawn in the middle over everything else`() {
        let text = drawn(14, 5) { rect, buffer in
            buffer.fill(rect)
            for y in 0..<5 { buffer.draw("..............", at: Point(x: 0, y: y)) }
            let inside = Popup("Ask", content: Size(columns: 6, rows: 1), footer: [Span("y n")]).draw(
                in: rect, on: &buffer)
            buffer.draw("Sure?", at: Point(x: inside.x, y: inside.y))
        }
        #expect(text == "..............\n..┏ Ask ━━━┓..\n..┃ Sure?  ┃..\n..┗ y n ━━━┛..\n..............")
    }

    @Test func `the chosen tab is always in view`() {
        let tabs = Tabs(["Body", "Headers 12", "Timing", "Raw"], selected: 3, isFocused: true)
        #expect(drawn(40, 1) { tabs.draw(in: $0, on: &$1) } == " Body  Headers 12  Timing  Raw")
        #expect(drawn(16, 1) { tabs.draw(in: $0, on: &$1) } == "…Timing  Raw")
        #expect(tabs.tab(at: Point(x: 8, y: 0), in: Rect(x: 0, y: 0, width: 40, height: 1)) == 1)
    }

    @Test(arguments: [
        (8, 0, " Body  …"), (7, 0, " Body …"), (6, 0, " Body…"), (10, 0, " Body  H…"), (20, 0, " Body  Headers 12  …"),
        (12, 1, "…Headers 12…"), (9, 1, "…Header…"), (13, 1, "…Headers 12 …"),
        (31, 0, " Body  Headers 12  Timing  Raw"),
    ])
    func `tabs that do not fit leave a mark`(width: Int, selected: Int, row: String) {
        let tabs = Tabs(["Body", "Headers 12", "Timing", "Raw"], selected: selected, isFocused: true)
        #expect(drawn(width, 1) { tabs.draw(in: $0, on: &$1) } == row)
    }

    @Test func `without colours the selected tab is the one in brackets`() {
        let tabs = Tabs(["Body", "Headers 12", "Raw"], selected: 1, isFocused: true)
        #expect(drawn(30, 1, glyphs: .plain) { tabs.draw(in: $0, on: &$1) } == " Body [Headers 12] Raw")
        #expect(drawn(20, 1, glyphs: .plain) { tabs.draw(in: $0, on: &$1) } == " Body [Headers 12] ~")
    }

    @Test(arguments: [(0.0, ""), (0.5, "████"), (0.55, "████▌"), (1.0, "████████"), (2.0, "████████"), (.nan, "")])
    func `progress is drawn in eighths`(fraction: Double, bar: String) {
        #expect(drawn(8, 1) { ProgressBar(fraction: fraction).draw(in: $0, on: &$1) } == bar)
    }

    @Test(arguments: [0, 1, 40, 79, 80])
    func `the scrollbar touches an end only when the view does`(first: Int) {
        let range = Scrollbar(total: 100, visible: 20, first: first).thumb(height: 10)
        #expect(range.count == 2)
        #expect((range.lowerBound == 0) == (first == 0))
        #expect((range.upperBound == 10) == (first == 80))
    }

    @Test(arguments: [0, 40, 80])
    func `on a frame the thumb of a scrollbar is where it is drawn`(first: Int) {
        var buffer = CellBuffer(size: Size(columns: 4, rows: 12))
        buffer.framed(by: buffer.bounds, inside: Rect(x: 1, y: 1, width: 2, height: 10)) {
            Scrollbar(total: 100, visible: 20, first: first)
                .draw(in: Rect(x: 2, y: 1, width: 1, height: 10), on: &$0)
        }
        let drawn = (0..<12).filter { buffer[3, $0].grapheme == String(buffer.glyphs.scrollThumb) }
        let thumbs = buffer.scrollbars.map(\.thumb)
        #expect(thumbs == [Rect(x: 3, y: drawn.first ?? 0, width: 1, height: drawn.count)])
    }
}

struct ThemeTests {
    @Test(arguments: Role.allCases.filter { $0 != .picture })
    func `every role has a look, and none hides its text`(role: Role) {
        for depth in [ColorDepth.none, .sixteen, .indexed256, .direct] {
            let look = Theme.standard.appearance(of: Style(role), depth: depth)
            #expect(look.foreground == .standard || look.foreground != look.background)
            if depth == .none { #expect(look.foreground == .standard && look.background == .standard) }
            if depth == .sixteen, case .indexed(let index) = look.foreground { #expect(index < 16) }
        }
    }

    @Test(arguments: [
        Role.selection, .selectionUnfocused, .match, .matchCurrent, .cursor, .escape, .unresolved, .failure,
    ])
    func `what must be seen without colour has an attribute`(role: Role) {
        #expect(!Theme.standard.appearance(of: Style(role), depth: .none).attributes.isEmpty)
    }

    @Test func `emphasis adds to a role`() {
        let look = Theme.standard.appearance(of: Style(.text, [.bold, .underline]), depth: .none)
        #expect(look.attributes == [.bold, .underline])
    }
}
