import Base
import Bodies
import HTTPFormat
import NetEngine
import TerminalUI
import Workspace

/// Tabs, notices, the tab's lines, the search field.
extension ResponsePane {
    /// - Parameters:
    ///   - stopKey: what cancels a response that arrives.
    ///   - keymap: gives the other keys that are named.
    ///   - now: for bars and ages that grow.
    static func draw(
        _ state: ResponsePaneState, in rect: Rect, isFocused: Bool, stopKey: SafeText = "Esc",
        keymap: Keymap = .standard, now: MonotonicTime, on buffer: inout CellBuffer
    ) {
        guard !rect.isEmpty else { return }
        let layout = state.layout(in: rect.size)
        buffer.clipped(to: rect) { buffer in
            guard !state.isIdle else {
                return drawPlaceholder(sendAdvice(keymap), in: rect, on: &buffer)
            }
            let tabs = tabRow(state, layout, in: rect, isFocused: isFocused)
            Self.tabs(state, isFocused: isFocused).draw(in: tabs.row, on: &buffer)
            if let path = tabs.path {
                let end = layout.tabs.moved(by: rect).maxX
                let width = DisplayWidth.of(path)
                buffer.drawTruncated(
                    path, at: Point(x: end - width, y: tabs.row.y), width: width, style: Style(.dim))
            }
            for (index, notice) in state.notices.prefix(layout.notices.height).enumerated() {
                let row = layout.notices.row(index).moved(by: rect)
                buffer.draw(
                    self.notice(notice, state, stopKey, keymap, now: now), at: Point(x: row.x, y: row.y),
                    width: row.width)
            }
            drawContent(state, layout, in: rect, isFocused: isFocused, now: now, on: &buffer)
            if let search = state.search {
                SearchRow.draw(search, in: layout.search.moved(by: rect), isFocused: isFocused, on: &buffer)
            }
        }
    }

    /// The tab under the mouse.
    static func tab(_ state: ResponsePaneState, at point: Point, in rect: Rect) -> ResponseTab? {
        // The path covers only tabs behind those that are left, whose places stay.
        let row = state.layout(in: rect.size).tabs.moved(by: rect)
        guard row.contains(point) else { return nil }
        return tabs(state, isFocused: false).tab(at: point, in: row).map { state.tabs[$0] }
    }

    /// The row of the tabs, and the JSON path of the cursor's line that is at its right end. Where it has no room the tabs
    /// give it some.
    private static func tabRow(
        _ state: ResponsePaneState, _ layout: ResponsePaneState.Layout, in rect: Rect, isFocused: Bool
    ) -> (row: Rect, path: SafeText?) {
        var row = layout.tabs.moved(by: rect)
        guard isFocused, !row.isEmpty else { return (row, nil) }
        let end = tabs(state, isFocused: true).places(in: row).last?.maxX ?? row.x
        let (room, share) = (row.maxX - end - 1, row.width * 2 / 5)
        guard let path = state.path(in: rect.size, width: max(room, share)) else { return (row, nil) }
        if DisplayWidth.of(path) > room { row.width -= share + 1 }
        return (row, path)
    }

    private static func sendAdvice(_ keymap: Keymap) -> SafeText {
        "No response yet: \(SafeText(keymap.label(.send, in: .response))) sends the request."
    }

    /// What brings a response, and what the request's comments say of it.
    static func drawBeforeSend(_ model: Model, in rect: Rect, on buffer: inout CellBuffer) {
        guard !rect.isEmpty else { return }
        let hasEarlier = !model.history.isOfAll && model.history.count > 0
        let history = SafeText(model.keyName(.focusHistory))
        drawPlaceholder(
            hasEarlier
                ? "No response yet in this session; \(history) shows earlier ones." : sendAdvice(model.settings.keymap),
            in: rect, on: &buffer)
        guard let text = model.currentRequest?.documentation else { return }
        let below = rect.dropping(2)
        buffer.drawWrapped(
            text.split(separator: "\n").map(String.init),
            in: Rect(x: below.x + 1, y: below.y, width: below.width - 2, height: below.height), style: .text)
    }

    private static func drawPlaceholder(_ text: SafeText, in rect: Rect, on buffer: inout CellBuffer) {
        buffer.drawTruncated(
            text, at: Point(x: rect.x + 1, y: rect.y), width: rect.width - 1, style: Style(.dim))
    }

    static func tabs(_ state: ResponsePaneState, isFocused: Bool) -> Tabs {
        let titles = state.tabs.map { title($0, state) }
        return Tabs(titles, selected: state.tabs.firstIndex(of: state.shownTab) ?? 0, isFocused: isFocused)
    }

    private static func title(_ tab: ResponseTab, _ state: ResponsePaneState) -> SafeText {
        switch tab {
        case .body:
            guard !state.showsErrorView else { return "Error" }
            guard let body = state.shownBody, body.kind != .empty else { return "Body" }
            if state.bodyMode == .pretty, let title = body.readable?.title { return SafeText("Body \(title)") }
            return "Body \(state.bodyMode.rawValue)"
        case .error: return "Error"
        case .headers:
            guard let response = state.shown?.exchange.response else { return "Headers" }
            return "Headers \(response.headers.count)"
        case .timing: return "Timing"
        case .cache:
            return state.shown?.exchange.cacheDecision.map { "Cache \($0.outcome.rawValue)" } ?? "Cache"
        case .cookies: return "Cookies"
        case .tls: return "TLS"
        case .raw: return "Raw"
        case .checks: return state.shown?.checks.score.map { "Checks \($0.text)" } ?? "Checks"
        }
    }

    // MARK: Notices

    private static func notice(
        _ notice: ResponsePaneState.Notice, _ state: ResponsePaneState, _ stopKey: SafeText, _ keymap: Keymap,
        now: MonotonicTime
    ) -> [Span] {
        func key(_ command: Command) -> SafeText { SafeText(keymap.label(command, in: .response)) }
        switch notice {
        case .old:
            guard let shown = state.shown else { return [] }
            var text: SafeText = "Old response"
            if let finished = shown.finishedAt { text.append(", \(Formatting.age(now.since(finished)))") }
            text.append(": ")
            if let response = shown.exchange.response {
                text.append("\(response.status) " + SafeText(bytes: response.reason))
            } else if let error = shown.exchange.error {
                text.append(ExchangeLines.errorTitle(error))
            }
            return [Span(text, .stale, .bold), Span("  ")] + ResponseStatusLine.label(shown.label)
        case .failure(let error):
            return [
                Span(ExchangeLines.errorTitle(error), .failure, .bold), Span(": ", .failure),
                Span(SafeText(error.sentence), .failure),
            ]
        case .cut(let sentence): return [Span(SafeText(sentence), .warning)]
        case .notJSON(let wrong):
            let place = "line \(wrong.place.line), column \(wrong.place.column) (byte \(wrong.error.offset))"
            let text =
                wrong.error.cause == .endsEarly
                ? "The JSON ends too early, at \(place)." : "Not JSON from \(place) on: \(wrong.error.reason)."
            return [Span(SafeText(text), .warning)]
        case .preparing(let bytes, let ready):
            let (size, part) = (Formatting.byteCount(bytes), Formatting.byteCount(ready))
            let text =
                state.awaitedEnd == nil
                ? "\(part) of \(size) read so far…" : "The end is shown when \(size) are read, \(part) so far…"
            return [Span(SafeText(text), .pending)]
        case .arriving(let bytes, let shown, let isFollowed, let isHeld):
            let part = bytes > shown && !isHeld ? ", the last \(Formatting.byteCount(shown)) shown" : ""
            return [
                Span("Arriving: \(Formatting.byteCount(bytes)) so far\(part)", .pending),
                Span(
                    isHeld
                        ? "  held here; \(key(.bottom)) goes on  "
                        : isFollowed ? "  " : "  \(key(.bottom)) follows  ", .dim),
                Span(stopKey + " stops and keeps it", .dim),
            ]
        case .failedAttempt(let number, let bytes):
            let text = "The response to attempt \(number), \(Formatting.byteCount(bytes)); another one follows."
            return [Span(SafeText(text), .pending)]
        case .notReadable(let sentence): return [Span(SafeText("\(sentence)."), .warning)]
        case .chosenCharset(let name):
            return [
                Span("Read as \(name), as chosen; ", .dim), Span(key(.chooseReading), .key),
                Span(" changes it.", .dim),
            ]
        case .guessedCharset(let name):
            return [
                Span("Read as \(name), a guess; ", .dim), Span(key(.chooseReading), .key), Span(" changes it.", .dim),
            ]
        case .doubtedCharset(let likelier, let name):
            return [
                Span(SafeText("Named \(name), but probably \(likelier); "), .warning), Span(key(.chooseReading), .key),
                Span(" changes it.", .warning),
            ]
        case .overruledCharset(let name):
            return [Span("charset=\(name) is ignored: JSON is UTF-8 (RFC 8259).", .warning)]
        case .unknownCharset(let name):
            return [Span("The charset \(name) is not known here; shown as UTF-8.", .warning)]
        }
    }

    // MARK: Content

    private static func drawContent(
        _ state: ResponsePaneState, _ layout: ResponsePaneState.Layout, in rect: Rect, isFocused: Bool,
        now: MonotonicTime, on buffer: inout CellBuffer
    ) {
        let content = layout.content.moved(by: rect)
        guard !content.isEmpty else { return }
        let window = state.viewport(in: rect.size)
        let position = window.clamped(state.scroll)
        let count = window.source.lineCount
        if count > 0 {
            let visible = window.source.line(position.line, movedBy: content.height) - position.line
            Scrollbar(total: count, visible: max(min(count, content.height), visible), first: position.line)
                .draw(in: Rect(x: content.maxX - 1, y: content.y, width: 1, height: content.height), on: &buffer)
        }
        let table =
            state.shownTab == .timing || (state.shown == nil && state.arrivingBody == nil)
            ? state.timing(at: now) : nil
        let waterfall = table.map { TimingWaterfall(table: $0, glyphs: buffer.glyphs) }
        let cursor = isFocused ? state.cursorRow(in: window) : nil
        let selected = state.selectedLines(in: rect.size)
        let rows = window.rows(from: position)
        for (offset, row) in rows.enumerated() {
            let place = content.row(offset)
            if let waterfall, let table {
                guard table.rows.indices.contains(row.line) else { continue }
                let line = waterfall.line(table.rows[row.line], width: content.width)
                buffer.clipped(to: content) { buffer in
                    drawLine(line, at: Point(x: place.x - row.columns.lowerBound, y: place.y), on: &buffer)
                }
                // The rest of it, such as the status after a long URL, is reached by moving sideways.
                if line.width > row.columns.lowerBound + place.width {
                    buffer.draw(buffer.glyphs.ellipsis, at: Point(x: place.maxX - 1, y: place.y), style: Style(.key))
                }
                continue
            }
            let line = window.source.line(row.line, columns: row.columns)
            drawLine(line, at: Point(x: place.x, y: place.y), on: &buffer)
            drawNumber(of: row, in: window, at: Point(x: rect.x, y: place.y), width: content.x - rect.x, on: &buffer)
            if state.marksLongLines { drawMarks(of: row, in: window, place, on: &buffer) }
        }
        if waterfall == nil, let search = state.search, !search.isStale {
            search.run?.mark(rows, of: window.source, current: search.current, in: content, on: &buffer)
        }
        for (offset, row) in rows.enumerated() {
            let place = content.row(offset)
            if let columns = state.textSelection?.columns(ofLine: row.line), state.textSelection?.tab == state.shownTab
            {
                drawCursor(in: place.columns(columns, from: row.columns.lowerBound), .selection, on: &buffer)
            } else if offset == cursor {
                drawCursor(in: place, .selection, on: &buffer)
                buffer.selected = Point(x: place.x, y: place.y)
            } else if selected?.contains(row.line) == true {
                drawCursor(in: place, .selectionUnfocused, on: &buffer)
            }
        }
    }

    /// The line's number, beside its first row.
    private static func drawNumber(
        of row: Viewport.Row, in window: Viewport, at point: Point, width: Int, on buffer: inout CellBuffer
    ) {
        guard width > 1, !window.wraps || row.columns.lowerBound == 0 else { return }
        let number = SafeText("\(row.line + 1)")
        let start = point.x + width - 1 - DisplayWidth.of(number)
        buffer.draw(number, at: Point(x: start, y: point.y), style: Style(.dim))
    }

    /// Marks at the edges of a line that goes on there.
    private static func drawMarks(
        of row: Viewport.Row, in window: Viewport, _ place: Rect, on buffer: inout CellBuffer
    ) {
        let count = window.source.columnCount(ofLine: row.line)
        let mark = SafeText(String(buffer.glyphs.ellipsis))
        if row.columns.lowerBound > 0, count > 0 {
            buffer.draw(mark, at: Point(x: place.x, y: place.y), style: Style(.key))
        }
        if count > row.columns.upperBound {
            buffer.draw(mark, at: Point(x: place.maxX - 1, y: place.y), style: Style(.key))
        }
    }

    /// Marks the row that keys act on, or a selected one. Matches, escapes and pictures keep their look.
    private static func drawCursor(in row: Rect, _ role: Role, on buffer: inout CellBuffer) {
        buffer.restyle(row) { style in
            switch style.role {
            case .match, .matchCurrent, .escape, .picture: style
            default: Style(role, style.emphasis)
            }
        }
    }

    /// Draws spans as they are, without an ellipsis: they were cut to fit.
    private static func drawLine(_ line: Line, at point: Point, on buffer: inout CellBuffer) {
        var x = point.x
        for span in line.spans { x += buffer.draw(span.text, at: Point(x: x, y: point.y), style: span.style) }
    }
}

extension Rect {
    /// The part of a row that shows some columns of a line.
    fileprivate func columns(_ columns: Range<Int>, from first: Int) -> Rect {
        let start = min(max(0, columns.lowerBound - first), width)
        let end = columns.upperBound == .max ? width : min(max(start, columns.upperBound - first), width)
        return Rect(x: x + start, y: y, width: end - start, height: 1)
    }

    /// The rectangle seen from where another one begins.
    func moved(by origin: Rect) -> Rect { Rect(x: x + origin.x, y: y + origin.y, width: width, height: height) }
}
