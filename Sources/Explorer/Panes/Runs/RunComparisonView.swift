import Base
import Comparison
import Runs
import TerminalUI

/// Two recorded runs side by side: a row for each request, the worst first. Enter shows what differs in it.
struct RunComparisonView: OverlayPart {
    private let table: ComparisonTable
    private let names: Both<String>
    private var selection = ListSelection()
    /// The request whose differences are shown; nil while the table is.
    private var opened: Int?
    private var scroll = 0
    /// Whether requests without a difference are listed, too.
    private var showsSame = false
    private var height = 1
    /// Whether what differs in the opened request is longer than the room for it.
    private var canScroll = false

    private let ellipsis: Character
    /// Columns of the states, with the space after them.
    private let stateColumns: Int

    init(_ pair: RunPair, _ table: ComparisonTable, _ glyphs: Glyphs) {
        ellipsis = glyphs.ellipsis
        stateColumns = (table.rows.map(\.state.word.count).max() ?? 0) + 2
        self.table = table
        names = Both(pair.a.name ?? pair.a.key, pair.b.name ?? pair.b.key)
    }

    private var rows: [ComparisonTable.Row] { showsSame ? table.rows : table.rows.filter { $0.state != .same } }

    // MARK: Keys

    var title: SafeText { SafeText("Runs \(names.a) and \(names.b)") }

    var keys: [(String, String)] {
        guard opened == nil else { return (canScroll ? [("j k", "scroll")] : []) + [("Esc", "all requests")] }
        let same = table.rows.count { $0.state == .same }
        return (rows.isEmpty ? [] : [("Enter", "what differs")])
            + (same > 0 ? [("a", showsSame ? "differences only" : "all \(table.rows.count)")] : []) + [("Esc", "close")]
    }

    mutating func handle(_ key: Key, on model: inout Model) -> [Effect] {
        if opened != nil {
            if let step = model.scrollStep(key, page: height, count: factLines(model.window.size).count) {
                scroll += step
                return []
            }
            if key == .escape || key == "q" || key == .enter { (opened, scroll) = (nil, 0) }
            return []
        }
        if selection.handle(key, count: rows.count, height: height) { return [] }
        switch key {
        case .escape, "q", "C": model.overlays.close()
        case .enter where rows.indices.contains(selection.index): opened = selection.index
        case "a":
            showsSame.toggle()
            selection = ListSelection()
        default: break
        }
        return []
    }

    mutating func settle(in content: Rect, at now: MonotonicTime) {
        height = max(1, content.height)
        selection.settle(rows.count, in: height)
        let count = opened.map { facts(of: $0, width: content.width).count } ?? 0
        canScroll = count > height
        scroll = max(0, min(scroll, count - height))
    }

    func row(at row: Int, in content: Rect) -> Int? {
        opened == nil ? selection.top(count: rows.count, height: content.height) + row : nil
    }

    mutating func choose(_ row: Int, on model: inout Model) -> [Effect] {
        guard opened == nil, rows.indices.contains(row) else { return [] }
        selection.select(row, count: rows.count, height: height)
        opened = row
        return []
    }

    // MARK: Drawing

    func size(in room: OverlayRoom) -> Size { Size(columns: room.fullWidth, rows: room.height) }

    func content(of inside: Rect) -> Rect { inside.dropping(min(inside.height - 1, head(in: inside).count)) }

    /// Rows of requests that go before all but the first line of the sentences above them.
    private static let leastRows = 3

    private func head(in inside: Rect) -> [Line] {
        guard opened == nil else { return openedHead }
        var lines: [Line] = []
        // The heads of the columns take a line.
        var room = max(1, inside.height - 1 - Self.leastRows)
        /// - Parameter others: sentences after it that have a line each, too.
        func add(_ text: String, _ style: Style, before others: Int = 0) {
            guard room > 0 else { return }
            let parts = WrappedText.lines(
                SafeText(text).string, width: max(1, inside.width), atMost: max(1, room - others))
            lines += parts.map { Line(SafeText($0), style) }
            room -= parts.count
        }
        add(table.verdict + " " + table.summary, Style(table.isWorse ? .failure : .success, .bold), before: 2)
        add("A  \(table.sides.a)", Style(.text), before: 1)
        add("B  \(table.sides.b)", Style(.text))
        for note in table.notes { add(note, Style(.dim)) }
        if room > 0 { lines.append([]) }
        return lines + [columnHead(inside.width)]
    }

    private var openedHead: [Line] {
        guard let opened, rows.indices.contains(opened) else { return [] }
        let row = rows[opened]
        return [
            [
                Span(SafeText(row.state.word + "  "), Self.role(row.state), .bold),
                Span(SafeText(row.method + " "), .method),
                Span(SafeText(row.name), .text, .bold),
            ], [Span("A  ", .dim), Span(SafeText(row.sides.a))], [Span("B  ", .dim), Span(SafeText(row.sides.b))], [],
        ]
    }

    /// Columns: state, request, run A, run B, what differs.
    ///
    /// Two are left for the mark of the selected row and a scrollbar. A run has room for at least a status and an ellipsis.
    private func columns(_ width: Int) -> [Int] {
        let rest = max(0, width - 2 - stateColumns)
        let side = max(6, rest / 5)
        return [stateColumns, rest * 2 / 5, side, side]
    }

    private func columnHead(_ width: Int) -> Line {
        let heads = cells(["", "Request", "A", "B", "Differs in"], width, roles: Array(repeating: .dim, count: 5))
        return Line([Span(" ")] + heads.spans)
    }

    private func cells(_ texts: [SafeText], _ width: Int, roles: [Role]) -> Line {
        let widths = columns(width)
        var spans: [Span] = []
        for (index, text) in texts.enumerated() {
            guard index < widths.count else {
                spans.append(Span(text, roles[index]))
                break
            }
            // Of `GET folder/file.http#name` the end tells more than the beginning.
            let cell = text.cut(toColumns: max(1, widths[index] - 2), ellipsis, keepsEnd: index == 1)
            let gap = String(repeating: " ", count: max(0, widths[index] - DisplayWidth.of(cell)))
            spans += [Span(cell, roles[index]), Span(SafeText(gap))]
        }
        return Line(spans)
    }

    private func facts(of index: Int, width: Int) -> [String] {
        guard rows.indices.contains(index) else { return [] }
        let facts = rows[index].facts.isEmpty ? ["Nothing differs."] : rows[index].facts
        return facts.flatMap { WrappedText.lines(SafeText($0).string, width: max(1, width)) }
    }

    private func factLines(_ size: Size) -> [String] {
        opened.map { facts(of: $0, width: content(on: size).width) } ?? []
    }

    func draw(_ model: Model, inside: Rect, content: Rect, on buffer: inout CellBuffer) {
        for (offset, line) in head(in: inside).prefix(content.y - inside.y).enumerated() {
            buffer.draw(line, in: inside.row(offset))
        }
        if let opened {
            for (offset, text) in facts(of: opened, width: content.width).dropFirst(scroll).prefix(content.height)
                .enumerated()
            {
                buffer.draw(SafeText(text), at: Point(x: content.x, y: content.y + offset))
            }
            return
        }
        let rows = rows
        List(
            count: rows.count, selection: selection, isFocused: true,
            emptyText: "Nothing differs: a shows all requests."
        ) { index in
            let row = rows[index]
            return cells(
                [
                    SafeText(row.state.word), SafeText("\(row.method) \(row.name)"), SafeText(row.sides.a),
                    SafeText(row.sides.b), SafeText(row.difference),
                ], content.width, roles: [Self.role(row.state), .text, .text, .text, .dim])
        }.draw(in: content, on: &buffer)
    }

    private static func role(_ state: RequestComparison.State) -> Role {
        switch state {
        case .worse, .onlyInA: .failure
        case .changed: .warning
        case .better, .onlyInB: .success
        case .same: .dim
        }
    }
}
