import Base
import NetEngine
import TerminalUI
import Workspace

/// The inside of the cache browser: the filter and how full the store is in the first row, the answers below.
enum CacheBrowserView {
    /// Keys that do something now.
    static func keys(_ browser: CacheBrowser) -> [(String, String)] {
        if browser.isTyping { return [("Enter", "keep the filter"), ("Esc", "clear it")] }
        if browser.opened != nil { return [("j k", "scroll"), ("D", "delete"), ("Esc", "back")] }
        let isFiltered = !browser.filter.text.isEmpty
        let end = [("R", "reload"), ("Esc", isFiltered ? "all" : "close")]
        guard let contents = browser.contents, !contents.groups.isEmpty else { return end }
        return [("Enter", "open"), ("/", "filter"), ("D", "delete"), ("X", "clear")] + end
    }

    static func draw(
        _ browser: CacheBrowser, _ model: Model, _ inside: Rect, _ content: Rect, on buffer: inout CellBuffer
    ) {
        drawTop(browser, inside, on: &buffer)
        switch browser.phase {
        case .reading: buffer.draw("Reading the cache.", at: Point(x: content.x, y: content.y), style: Style(.dim))
        case .unusable(let sentence):
            for (offset, line) in WrappedText.lines(sentence, width: content.width).enumerated() {
                buffer.draw(
                    SafeText(line), at: Point(x: content.x, y: content.y + offset), style: Style(.warning))
            }
        case .read where browser.opened != nil: drawOpened(browser, model, content, on: &buffer)
        case .read: drawList(browser, model, content, on: &buffer)
        }
    }

    private static func drawTop(_ browser: CacheBrowser, _ inside: Rect, on buffer: inout CellBuffer) {
        let top = inside.row(0)
        var room = top.width
        if let usage = browser.contents?.usage {
            let text = SafeText(
                "\(Formatting.count(usage.count, "answer"))  \(Formatting.byteCount(usage.bytes)) of \(Formatting.byteCount(usage.limit))"
            )
            let width = DisplayWidth.of(text)
            if width < top.width - 12 {
                buffer.draw(text, at: Point(x: top.maxX - width, y: top.y), style: Style(.dim))
                room -= width + 2
            }
        }
        buffer.draw("/", at: Point(x: top.x, y: top.y), style: Style(.key, .bold))
        var field = browser.filter
        field.placeholder = "filter by host, path, status, fresh or stale"
        field.draw(
            in: Rect(x: top.x + 2, y: top.y, width: max(0, room - 2), height: 1), isFocused: browser.isTyping,
            on: &buffer)
    }

    private static func drawList(
        _ browser: CacheBrowser, _ model: Model, _ content: Rect, on buffer: inout CellBuffer
    ) {
        let groups = browser.groups(model.now)
        let clock = browser.wallClock(model.now) ?? Timestamp(microsecondsSince1970: 0)
        List(
            count: groups.count, selection: ListSelection(index: browser.selection, top: browser.scroll),
            isFocused: true,
            emptyText: browser.filter.text.isEmpty ? "Nothing is stored." : "Nothing matches."
        ) { place in
            line(groups[place], clock, isNarrow: content.width < 64)
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
            right.append(Span(SafeText("  age \(CachedEntry.duration(entry.age.seconds))"), .dim))
            right.append(Span(SafeText("  \(Formatting.byteCount(group.bytes))"), .dim))
        }
        let (host, path) = parts(group.key.text)
        return Line(
            [
                Span(SafeText("\(newest.status)"), ResponseStatusLine.statusRole(newest.status)), Span(" "),
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

    private static func drawOpened(
        _ browser: CacheBrowser, _ model: Model, _ content: Rect, on buffer: inout CellBuffer
    ) {
        let lines = lines(browser, model.now, width: content.width)
        let first = browser.opened?.scroll ?? 0
        for (offset, line) in lines.dropFirst(first).prefix(content.height).enumerated() {
            buffer.draw(line, at: Point(x: content.x, y: content.y + offset))
        }
        if lines.count > content.height {
            Scrollbar(total: lines.count, visible: content.height, first: first).draw(
                in: Rect(x: content.maxX - 1, y: content.y, width: 1, height: content.height), on: &buffer)
        }
    }

    /// Of the URL that is open, wrapped.
    static func lines(_ browser: CacheBrowser, _ now: MonotonicTime, width: Int) -> [SafeText] {
        browser.openedLines(now).flatMap { line in
            DisplayWidth.of(line) < width
                ? [line] : WrappedText.lines(line.string, width: max(1, width - 1)).map { SafeText($0) }
        }
    }
}

/// The picker of the session's cache mode.
enum CacheModeView {
    static func draw(_ picker: CacheModePicker, _ model: Model, _ content: Rect, on buffer: inout CellBuffer) {
        List(
            count: CacheModePicker.choices.count, selection: ListSelection(index: picker.selection), isFocused: true
        ) { place in
            let mode = CacheModePicker.choices[place]
            let name = mode?.rawValue ?? "as each request says"
            let padded = mode == nil ? name : name + String(repeating: " ", count: max(1, 16 - name.count))
            return Line(
                [Span(SafeText(padded), .text, .bold), Span(SafeText(mode?.explanation ?? ""), .dim)],
                trailing: mode == model.cacheMode ? [Span(SafeText("\(model.glyphs.checked) "), .success)] : [])
        }.draw(in: content, on: &buffer)
    }
}
