import Base
import NetEngine
import TerminalUI
import Workspace

// The first row holds the filter and how full the cache is; the responses are below.
extension CacheBrowser {
    var title: SafeText { "Cache" }

    var keys: [(String, String)] {
        if isTyping { return [("Enter", "keep the filter"), ("Esc", "clear it")] }
        if opened != nil { return [("j k", "scroll"), ("D", "delete"), ("Esc", "back")] }
        let end = [("R", "reload"), ("Esc", filter.text.isEmpty ? "close" : "all")]
        guard let contents, !contents.groups.isEmpty else { return end }
        return (hasRows ? [("Enter", "open")] : []) + [("/", "filter")] + (hasRows ? [("D", "delete")] : [])
            + [("X", "clear")] + end
    }

    func size(in room: OverlayRoom) -> Size { Size(columns: room.wideWidth, rows: room.height) }
    func content(of inside: Rect) -> Rect { inside.dropping(1) }

    func draw(_ model: Model, inside: Rect, content: Rect, on buffer: inout CellBuffer) {
        drawTop(inside, on: &buffer)
        switch phase {
        case .reading: buffer.draw("Reading the cache.", at: Point(x: content.x, y: content.y), style: Style(.dim))
        case .unusable(let sentence): buffer.drawWrapped(SafeText(sentence), in: content, style: Style(.warning))
        case .read where opened != nil: drawOpened(model.clock.now, content, on: &buffer)
        case .read: drawList(model.clock.now, content, on: &buffer)
        }
    }

    private func drawTop(_ inside: Rect, on buffer: inout CellBuffer) {
        let top = inside.row(0)
        var room = top.width
        if let usage = contents?.usage {
            let text = SafeText(
                "\(Formatting.count(usage.count, "response"))  \(Formatting.byteCount(usage.bytes)) of \(Formatting.byteCount(usage.limit))"
            )
            let width = DisplayWidth.of(text)
            if width < top.width - 12 {
                buffer.draw(text, at: Point(x: top.maxX - width, y: top.y), style: Style(.dim))
                room -= width + 2
            }
        }
        buffer.draw("/", at: Point(x: top.x, y: top.y), style: Style(.key, .bold))
        var field = filter
        field.placeholder = "filter by host, path, status, fresh or stale"
        field.draw(
            in: Rect(x: top.x + 2, y: top.y, width: max(0, room - 2), height: 1), isFocused: isTyping,
            on: &buffer)
    }

    private func drawList(_ now: MonotonicTime, _ content: Rect, on buffer: inout CellBuffer) {
        let groups = self.groups(now)
        let clock = wallClock(now) ?? Timestamp(microsecondsSince1970: 0)
        List(
            count: groups.count, selection: list, isFocused: true,
            emptyText: filter.text.isEmpty ? "Nothing is stored." : "Nothing matches."
        ) { place in
            Self.line(groups[place], clock, isNarrow: content.width < 64)
        }.draw(in: content, on: &buffer)
    }

    /// Status and URL, and at the right what must be whole: freshness now, age, size.
    private static func line(_ group: CacheContents.Group, _ clock: Timestamp, isNarrow: Bool) -> Line {
        guard let newest = group.variants.first else { return Line([]) }
        let entry = CachedEntry(newest, now: clock)
        var right: [Span] = []
        if group.variants.count > 1 { right.append(Span(SafeText("\(group.variants.count) variants  "), .info)) }
        right.append(Span(SafeText(entry.state), entry.isFresh ? .success : .warning))
        if !isNarrow {
            right.append(Span(SafeText("  age \(DurationText.span(seconds: entry.age.seconds))"), .dim))
            right.append(Span(SafeText("  \(Formatting.byteCount(group.bytes))"), .dim))
        }
        let (host, path) = parts(entry.key)
        return Line(
            [
                Span(SafeText("\(newest.status)"), .ofStatus(newest.status)), Span(" "),
                Span(SafeText(host), .text, .bold), Span(SafeText(path), .url),
            ], trailing: right)
    }

    /// A URL without its scheme, before and after the end of the authority.
    private static func parts(_ url: String) -> (host: String, path: String) {
        let bytes = Array(url.utf8)
        let scheme = bytes.firstIndex(of: UInt8(ascii: ":")).map { $0 + 3 } ?? 0
        guard scheme < bytes.count else { return (url, "") }
        let end = bytes[scheme...].firstIndex { $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: "?") } ?? bytes.endIndex
        return (String(decoding: bytes[scheme..<end], as: UTF8.self), String(decoding: bytes[end...], as: UTF8.self))
    }

    private func drawOpened(_ now: MonotonicTime, _ content: Rect, on buffer: inout CellBuffer) {
        let lines = lines(now, width: content.width)
        let first = opened?.scroll ?? 0
        for (offset, line) in lines.dropFirst(first).prefix(content.height).enumerated() {
            buffer.draw(line, at: Point(x: content.x, y: content.y + offset))
        }
        if lines.count > content.height {
            Scrollbar(total: lines.count, visible: content.height, first: first).draw(
                in: Rect(x: content.maxX - 1, y: content.y, width: 1, height: content.height), on: &buffer)
        }
    }

    /// The lines of the URL that is open, wrapped.
    func lines(_ now: MonotonicTime, width: Int) -> [SafeText] {
        openedLines(now).flatMap { line in
            DisplayWidth.of(line) < width
                ? [line] : WrappedText.lines(line.string, width: max(1, width - 1)).map { SafeText($0) }
        }
    }
}
