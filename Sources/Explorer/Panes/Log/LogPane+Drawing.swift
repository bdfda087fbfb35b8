import Base
import NetEngine
import TerminalUI
import Workspace

/// The rows: `10:32:01.123 POST /orders 201 132 ms`.
extension LogPane {
    /// The right end of the border: `following`, `paused`, and how many rows were dropped.
    static func title(_ state: LogPaneState) -> [Span] {
        var spans: [Span] = []
        if state.droppedRows > 0 { spans.append(Span("\(state.droppedRows) older rows dropped  ", .dim)) }
        spans.append(Span(state.follows ? "following" : "paused", state.follows ? .info : .dim))
        return spans
    }

    /// - Parameters:
    ///   - utcOffsetSeconds: of the user's time zone, east is positive.
    ///   - now: gives the time that running exchanges have taken so far.
    static func draw(
        _ state: LogPaneState, in rect: Rect, isFocused: Bool, utcOffsetSeconds: Int, now: MonotonicTime? = nil,
        on buffer: inout CellBuffer
    ) {
        let (list, searchRow) = places(state, in: rect)
        let glyphs = buffer.glyphs
        let selection = ListSelection(index: state.selectedIndex, top: state.top(height: list.height))
        let width = rect.width - 2
        List(
            count: state.rows.count, selection: selection, isFocused: isFocused,
            emptyText: "Nothing was sent yet."
        ) { index in
            let row = state.rows[index]
            return line(
                row, width: width, utcOffsetSeconds: utcOffsetSeconds, now: now, saysUnchecked: state.isUnchecked(row),
                glyphs: glyphs)
        }
        .draw(in: list, on: &buffer)
        guard let search = state.search else { return }
        SearchRow.mark(search, in: list, on: &buffer)
        SearchRow.draw(search, in: searchRow, isFocused: isFocused, on: &buffer)
    }

    /// The rows of the log, and below them that of a search.
    static func places(_ state: LogPaneState, in inside: Rect) -> (list: Rect, search: Rect) {
        let (list, row) = SearchRow.places(in: inside, isSearching: state.search != nil)
        return (list, row)
    }

    /// One row. Its right part is kept whole; the path gives way.
    static func line(
        _ row: LogPaneState.Row, width: Int, utcOffsetSeconds: Int, now: MonotonicTime? = nil,
        saysUnchecked: Bool = false, glyphs: Glyphs
    ) -> Line {
        let isNarrow = width < 50
        let clock = Formatting.clock(row.queuedAt, utcOffsetSeconds: utcOffsetSeconds, showsMilliseconds: !isNarrow)
        let isRoomy = width >= 100
        let left = [
            Span(SafeText(clock), .dim), Span(" "), Span(SafeText(row.method), .method), Span(" "),
            Span(SafeText(isRoomy ? row.url : path(of: row.url)), .url),
        ]
        var right: [Span] = []
        if let renewed = row.renews, !isNarrow {
            let moment = Formatting.clock(renewed, utcOffsetSeconds: utcOffsetSeconds, showsMilliseconds: isRoomy)
            right.append(Span(SafeText("renews \(moment)  "), .info))
        }
        switch row.status {
        case .running(let phase):
            right.append(Span(SafeText("\(glyphs.ellipsis) \(ResponseStatusLine.doing(phase))"), .pending))
            right.append(Span(SafeText("  " + DurationText.short(row.elapsed(at: now)))))
        case .finished(let status, let error, let phase):
            if row.redirects > 0, !isNarrow {
                right.append(Span(SafeText(Formatting.count(row.redirects, "redirect") + "  "), .redirect))
            }
            if let name = row.heldBack.first, !isNarrow {
                let what = row.heldBack.count == 1 ? name : Formatting.count(row.heldBack.count, "header")
                right.append(Span(SafeText("held back: \(what)  "), .redirect))
            }
            if row.isUnverified {
                right.append(Span(isNarrow ? "unverified  " : "TLS not verified  ", .warning))
            }
            if let status { right.append(Span("\(status)", .ofStatus(status))) }
            if let error {
                let title = phase.map {
                    $0.timeoutName == error.rawValue ? error.rawValue : "\(error.rawValue) \($0.timeoutName)"
                }
                right.append(Span(SafeText((status == nil ? "" : " ") + (title ?? error.rawValue)), .failure))
            }
            if let checks = row.checks, !checks.isEmpty {
                right.append(Span(SafeText("  checks \(checks.score)"), checks.failed > 0 ? .failure : .success))
            } else if saysUnchecked {
                right.append(Span("  not checked", .dim))
            }
            right.append(Span(SafeText("  " + DurationText.short(row.elapsed))))
        }
        if let bytes = row.bodyBytes, !isNarrow {
            right.append(Span(SafeText("  " + Formatting.byteCount(bytes)), .dim))
        }
        if let cache = row.cache, !isNarrow { right.append(Span(SafeText("  \(cache.rawValue)"), .dim)) }
        return Line(left, trailing: right)
    }

    /// Path and query of a URL; the whole text when it has no authority.
    static func path(of url: String) -> String {
        guard let scheme = url.range(of: "://") else { return url }
        let rest = url[scheme.upperBound...]
        guard let slash = rest.firstIndex(where: { $0 == "/" || $0 == "?" }) else { return "/" }
        return String(rest[slash...])
    }
}

extension String {
    /// Where a text first occurs, by its bytes.
    fileprivate func range(of text: String) -> Range<String.Index>? {
        var place = startIndex
        while place < endIndex {
            if self[place...].hasPrefix(text) { return place..<index(place, offsetBy: text.count) }
            place = index(after: place)
        }
        return nil
    }
}
