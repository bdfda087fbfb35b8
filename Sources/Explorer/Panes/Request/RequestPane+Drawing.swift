import Base
import HTTPFormat
import TerminalUI
import Workspace

extension RequestPane {
    // MARK: Places

    static func tabRow(in inside: Rect) -> Rect { inside.row(0) }

    static func contentRect(in inside: Rect) -> Rect {
        Rect(x: inside.x, y: inside.y + 1, width: inside.width, height: inside.height - 1)
    }

    /// Where a body is drawn in the content, with a space on its left.
    static func fieldRect(in content: Rect) -> Rect {
        Rect(x: content.x + 1, y: content.y, width: content.width - 1, height: content.height)
    }

    static func tabs(
        _ pane: RequestPaneState, _ request: SavedRequest, _ glyphs: Glyphs, isFocused: Bool
    ) -> Tabs {
        let titles = pane.tabs.map { tab -> SafeText in
            let mark = pane.worstNotice(on: tab)?.mark(glyphs).map { SafeText(" \($0)") } ?? .empty
            return title(tab, request) + mark
        }
        return Tabs(titles, selected: pane.tab.rawValue, isFocused: isFocused && !pane.isTitleSelected)
    }

    private static func title(_ tab: RequestTab, _ request: SavedRequest) -> SafeText {
        switch tab {
        case .params: count(tab.title, request.parameters.count)
        case .headers: count(tab.title, request.headers.count)
        case .body: request.body.text.isEmpty ? SafeText(tab.title) : SafeText("\(tab.title) \(request.bodyWord)")
        case .variables: count(tab.title, VariableNames.all(in: request).count)
        case .auth:
            AuthKind(RequestLogin.read(request).login).map {
                SafeText($0 == .none ? tab.title : "\(tab.title) \($0.title.lowercased())")
            } ?? SafeText("\(tab.title) other")
        case .options, .docs: SafeText(tab.title)
        }
    }

    private static func count(_ title: String, _ count: Int) -> SafeText {
        SafeText(count == 0 ? title : "\(title) \(count)")
    }

    /// Lines of the tabs that scroll.
    static func lineCount(_ pane: RequestPaneState, _ request: SavedRequest, width: Int) -> Int {
        switch pane.tab {
        case .params, .headers: pane.rowCount(request) ?? 0
        case .body: pane.bodyLines.lineCount
        case .auth: (pane.rowCount(request) ?? 0) + 4
        case .variables, .options, .docs: pane.rowCount(request) ?? 0
        }
    }

    // MARK: Drawing

    /// The URL gives way to the unsaved mark; the request's name is shown where there is room for all.
    static func title(_ model: Model, width: Int) -> Line {
        let isFocused = hasFocus(model)
        guard let open = model.current, let request = model.currentRequest else {
            return [Span("Request", isFocused ? .titleFocused : .title)]
        }
        let isSelected = isFocused && open.pane.isTitleSelected
        var spans = [Span(SafeText(request.method), MethodText.role(request.method), .bold), Span(" ")]
        spans += VariableNames.spans(of: request.target, role: .url) { open.pane.variables.isUnresolved($0) }
        if isSelected {
            spans =
                [Span(SafeText("\(model.settings.glyphs.selected) "), .selection)]
                + spans.map { Span($0.text, Style(.selection, $0.style.emphasis)) }
        }
        var states: [Span] = []
        if request.settings.isDisabled { states.append(Span("disabled", .warning)) }
        if open.sendTicket != nil { states.append(Span("preparing", .pending)) }
        if let chain = model.chains.last(where: { $0.owner == open.id }), chain.isSeveral {
            states.append(Span(SafeText(chain.text), .pending))
        }
        if model.tree.files[open.key.file]?.file.hasUnsavedChanges == true {
            states.append(
                Span(
                    model.settings.glyphs.mark(\.unsaved, "unsaved,") + " \(SafeText(model.keyName(.save))) save",
                    .unsaved))
        }
        if model.isChanged(request, inDescription: open.key.file) { states.append(Span("changed", .unsaved)) }
        // A space between two of them.
        var trailing = states.enumerated().map { Span(($0 > 0 ? " " : "") + $1.text, $1.style) }
        let needed = trailing.reduce(3) { $0 + DisplayWidth.of($1.text) }
        let label = SafeText(request.label)
        let used = spans.reduce(needed) { $0 + DisplayWidth.of($1.text) }
        if request.title != nil || request.name != nil, used + DisplayWidth.of(label) + 2 <= width {
            trailing.insert(Span(label + (trailing.isEmpty ? "" : "  "), .dim), at: 0)
        }
        return Line(
            trailing.isEmpty ? spans : shortened(spans, to: width - needed, model.settings.glyphs), trailing: trailing)
    }

    /// The spans cut to a width, with an ellipsis where something is missing.
    private static func shortened(_ spans: [Span], to width: Int, _ glyphs: Glyphs) -> [Span] {
        guard spans.reduce(0, { $0 + DisplayWidth.of($1.text) }) > width else { return spans }
        var room = width - 1
        var result: [Span] = []
        for span in spans where room > 0 {
            var text = ""
            for character in span.text.string {
                let columns = DisplayWidth.of(SafeText(String(character)))
                guard columns <= room else {
                    room = 0
                    break
                }
                room -= columns
                text.append(character)
            }
            result.append(Span(SafeText(text), span.style))
        }
        return result + [Span(SafeText(String(glyphs.ellipsis)), .dim)]
    }

    /// The fields for method and URL, over the border's title.
    static func drawOverBorder(_ model: Model, frame: Rect, on buffer: inout CellBuffer) {
        guard let open = model.current, let request = model.currentRequest else { return }
        let isFocused = hasFocus(model)
        let row = titleRow(of: frame)
        switch open.pane.edit {
        case .method(let field)?:
            buffer.fill(row)
            let place = methodField(in: row)
            field.draw(in: place, isFocused: isFocused, on: &buffer)
            buffer.drawTruncated(
                SafeText(request.target), at: Point(x: place.maxX + 1, y: row.y), width: row.maxX - place.maxX - 2,
                style: Style(.dim))
        case .url(let field)?:
            buffer.fill(row)
            buffer.draw(
                SafeText(request.method), at: Point(x: row.x + 1, y: row.y), width: methodWidth(request),
                style: Style(MethodText.role(request.method), .bold))
            field.draw(in: urlField(request, in: row), isFocused: isFocused, on: &buffer)
        default: return
        }
    }

    static func draw(_ model: Model, inside rect: Rect, on buffer: inout CellBuffer) {
        let isFocused = hasFocus(model)
        guard let open = model.current, let request = model.currentRequest else {
            let key = SafeText(model.keyName(.open, in: .collections))
            let text: SafeText =
                model.tree.phase == .reading
                ? ""
                : model.tree.filePaths.isEmpty
                    ? "No request is open: Collections shows how to get one."
                    : "No request is open. Select one in Collections and press \(key)."
            buffer.drawTruncated(text, at: Point(x: rect.x + 1, y: rect.y), width: rect.width - 1, style: Style(.dim))
            return
        }
        tabs(open.pane, request, buffer.glyphs, isFocused: isFocused).draw(in: tabRow(in: rect), on: &buffer)
        // The title is in the frame.
        if isFocused, open.pane.isTitleSelected { buffer.selected = Point(x: rect.x + 1, y: rect.y - 1) }
        let whole = contentRect(in: rect)
        let content = places(open.pane, request, in: whole).rows
        let isRowFocused = isFocused && !open.pane.isTitleSelected
        let add = SafeText(model.settings.keymap.label(.addItem, in: pane))
        switch open.pane.tab {
        case .params:
            let rows = tableRows(request, .params)
            drawRows(rows, .parameter, "No parameters. \(add) adds one.", open.pane, content, isRowFocused, on: &buffer)
        case .headers:
            let rows = tableRows(request, .headers)
            drawRows(rows, .header, "No headers. \(add) adds one.", open.pane, content, isRowFocused, on: &buffer)
        case .body:
            let edit = SafeText(model.settings.keymap.label(.editHere, in: pane))
            drawBody(
                open.pane, request, in: content, isFocused: isFocused, emptyText: "No body. \(edit) writes one.",
                on: &buffer)
        case .variables: drawVariables(open.pane, request, in: content, isRowFocused, on: &buffer)
        case .auth: drawAuth(model, open.pane, request, in: content, isFocused: isRowFocused, on: &buffer)
        case .options: drawOptions(open.pane, in: content, isFocused: isRowFocused, on: &buffer)
        case .docs:
            let key = SafeText(model.keyName(.open))
            drawDocs(open.pane, in: content, isFocused: isRowFocused, openKey: key, on: &buffer)
        }
        drawNotices(open.pane, request, in: whole, listKey: model.keyName(.showFindings), on: &buffer)
        if open.pane.tab == .headers, open.pane.edit == nil {
            let notices = places(open.pane, request, in: whole).notices
            let used = max(content.y + max(1, request.headers.count), notices.maxY)
            let end = SearchRow.places(in: whole, isSearching: open.pane.search != nil).content.maxY
            let free = Rect(x: whole.x, y: used, width: whole.width, height: max(0, end - used))
            drawAddedHeaders(model, request, in: free, on: &buffer)
        }
        guard let search = open.pane.search else { return }
        markFound(search, open.pane, request, in: content, on: &buffer)
        SearchRow.draw(
            search, in: SearchRow.places(in: whole, isSearching: true).row, isFocused: isFocused, on: &buffer)
    }

    private static func drawRows(
        _ rows: [TableRow], _ table: RequestEdit.RowEdit.Table,
        _ emptyText: SafeText, _ pane: RequestPaneState, _ rect: Rect, _ isFocused: Bool, on buffer: inout CellBuffer
    ) {
        var edited: RequestEdit.RowEdit?
        if case .row(let row)? = pane.edit, row.table == table { edited = row }
        let count = rows.count + (edited != nil && edited?.index == nil ? 1 : 0)
        let editedPlace = edited.map { $0.index ?? rows.count }
        let nameWidth = nameWidth(rows, in: rect.width)
        let glyphs = buffer.glyphs
        List(
            count: count,
            selection: ListSelection(
                // With the title selected no row is.
                index: editedPlace ?? (pane.isTitleSelected ? -1 : pane.selection), top: pane.scroll),
            isFocused: isFocused, emptyText: emptyText
        ) { place in
            guard place != editedPlace, rows.indices.contains(place) else { return [] }
            let row = rows[place]
            let nameRole: Role = row.isEnabled ? .headerName : .disabled
            let name = padded(row.name, to: nameWidth)
            let value =
                row.isEnabled
                ? VariableNames.spans(of: row.value, role: .headerValue) { pane.variables.isUnresolved($0) }
                : [Span(SafeText(row.value), .disabled), Span(" off", .dim)]
            let markRole = pane.worstNotice(on: pane.tab, line: row.line)?.role ?? nameRole
            return Line([Span(mark(row, pane, glyphs), markRole), Span(name, nameRole), Span("  ")] + value)
        }.draw(in: rect, on: &buffer)
        guard let edited, let editedPlace, let row = fieldRow(editedPlace, of: count, pane, in: rect) else { return }
        buffer.fill(row)
        let (name, value) = rowFields(in: row, nameWidth: nameWidth)
        edited.name.draw(in: name, isFocused: isFocused && edited.isNameFocused, on: &buffer)
        edited.value.draw(in: value, isFocused: isFocused && !edited.isNameFocused, on: &buffer)
        if edited.name.text.isEmpty, !edited.isNameFocused {
            buffer.draw("name", at: Point(x: name.x, y: name.y), style: Style(.placeholder))
        }
        if edited.value.text.isEmpty, edited.isNameFocused {
            buffer.draw("value", at: Point(x: value.x, y: value.y), width: value.width, style: Style(.placeholder))
        }
    }

    /// A row of Params or Headers.
    typealias TableRow = (name: String, value: String, isEnabled: Bool, line: Int)

    static func tableRows(_ request: SavedRequest, _ tab: RequestTab) -> [TableRow] {
        tab == .params
            ? request.parameters.map { (request.shown($0.name), request.shown($0.value), $0.isEnabled, $0.line) }
            : request.headers.map { ($0.name, $0.value, $0.isEnabled, $0.line) }
    }

    /// Columns of the names in a row of that width.
    static func nameWidth(_ rows: [TableRow], in width: Int) -> Int {
        let longest = rows.map { DisplayWidth.of(SafeText($0.name)) }.max() ?? 0
        return max(8, min(longest, max(8, width / 3)))
    }

    /// What a row begins with, with a space after it; nothing where words take the place of marks, because that a row is off is said
    /// after its value.
    static func mark(_ row: TableRow, _ pane: RequestPaneState, _ glyphs: Glyphs) -> SafeText {
        let mark =
            pane.worstNotice(on: pane.tab, line: row.line)?.mark(glyphs)
            ?? (row.isEnabled ? glyphs.mark(\.checked, .empty) : glyphs.mark(\.unchecked, .empty))
        return mark.isEmpty ? mark : mark + " "
    }

    private static func padded(_ text: String, to width: Int) -> SafeText {
        let safe = SafeText(text)
        let columns = DisplayWidth.of(safe)
        return columns >= width ? safe : safe + SafeText(String(repeating: " ", count: width - columns))
    }

    private static func drawBody(
        _ pane: RequestPaneState, _ request: SavedRequest, in rect: Rect, isFocused: Bool, emptyText: SafeText,
        on buffer: inout CellBuffer
    ) {
        let inner = fieldRect(in: rect)
        if case .body(let area)? = pane.edit {
            let isJSON = request.isJSONBody
            let marks = isJSON && isFocused ? JSONBodyText.brackets(in: area) : []
            area.draw(in: inner, isFocused: isFocused, marks: marks, on: &buffer) { line in
                isJSON
                    ? JSONBodyText.spans(of: line) { pane.variables.isUnresolved($0) }
                    : VariableNames.spans(of: line, role: .text) { pane.variables.isUnresolved($0) }
            }
            return
        }
        guard !request.body.text.isEmpty else {
            buffer.drawTruncated(
                emptyText, at: Point(x: inner.x, y: inner.y), width: inner.width, style: Style(.dim))
            return
        }
        let window = pane.bodyWindow(in: rect.size)
        let top = window.clamped(pane.bodyScroll)
        var lines = pane.bodyLines
        let variables = pane.variables
        lines.isUnresolved = { variables.isUnresolved($0) }
        let rows = window.rows(from: top)
        for (offset, row) in rows.enumerated() {
            var x = inner.x
            for span in lines.line(row.line, columns: row.columns).spans {
                x += buffer.draw(span.text, at: Point(x: x, y: inner.y + offset), style: span.style)
            }
        }
        if let search = pane.search, !search.isStale {
            search.run?.mark(rows, of: pane.bodyLines, current: search.current, in: inner, on: &buffer)
        }
        drawScrollbar(pane.bodyLines.lineCount, top.line, in: rect, on: &buffer)
    }

    private static func drawScrollbar(_ count: Int, _ first: Int, in rect: Rect, on buffer: inout CellBuffer) {
        guard count > rect.height else { return }
        Scrollbar(total: count, visible: rect.height, first: first)
            .draw(in: Rect(x: rect.maxX - 1, y: rect.y, width: 1, height: rect.height), on: &buffer)
    }
}
