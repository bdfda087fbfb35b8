import Base
import NetEngine
import TerminalUI

/// The top line: program, collection, environment, network.
enum HeaderView {
    static func draw(_ model: Model, in row: Rect, on buffer: inout CellBuffer) {
        guard !row.isEmpty else { return }
        buffer.drawRule(from: Point(x: row.x, y: row.y), width: row.width, style: Style(.border))
        let line = Spans(model, columns: row.width)
        buffer.draw(line.left, at: Point(x: row.x, y: row.y), width: max(0, row.width - line.rightColumns - 1))
        if line.rightColumns < row.width {
            buffer.draw(
                line.right, at: Point(x: row.maxX - line.rightColumns, y: row.y), width: line.rightColumns)
            let places = line.places(in: row)
            for place in [places.environment, places.cache] { buffer.note(target: place) }
        }
    }

    /// Where a click opens the picker of environments, and that of the cache mode; the latter is empty if the header does not show it.
    static func places(_ model: Model, in row: Rect) -> (environment: Rect, cache: Rect) {
        Spans(model, columns: row.width).places(in: row)
    }

    /// The texts of the line.
    private struct Spans {
        let left: [Span]
        let right: [Span]
        let rightColumns: Int
        private let hasCache: Bool

        /// A long name of an environment is shortened before anything else of the line is.
        init(_ model: Model, columns width: Int) {
            left = HeaderView.leftSpans(model)
            hasCache = HeaderView.tellsOfCache(model)
            let others = HeaderView.rightSpans(model)
            let otherColumns = HeaderView.columns(others)
            let room = width - 1 - HeaderView.columns(left + [HeaderView.environment(.empty, model)]) - otherColumns
            let name = model.settings.environmentName.map { SafeText($0) } ?? "none"
            let cut = name.cut(toColumns: max(HeaderView.leastName, room), model.settings.glyphs.ellipsis)
            let environment = HeaderView.environment(cut, model)
            right = [environment] + others
            rightColumns = DisplayWidth.of(environment.text) + otherColumns
        }

        func places(in row: Rect) -> (environment: Rect, cache: Rect) {
            let start = row.maxX - rightColumns
            let (first, second) = (DisplayWidth.of(right[0].text), hasCache ? DisplayWidth.of(right[1].text) : 0)
            return (
                Rect(x: start, y: row.y, width: first, height: 1),
                Rect(x: start + first, y: row.y, width: second, height: hasCache ? 1 : 0)
            )
        }
    }

    /// That all is as usual is left out where there is little room.
    private static func tellsOfCache(_ model: Model) -> Bool {
        model.settings.hasCache && (model.window.size.columns >= 60 || model.settings.cacheMode != nil)
    }

    private static func cacheSpan(_ mode: CacheMode?) -> Span {
        switch mode {
        case nil, .default?: Span("  cache on  ", .header)
        case .noStore?: Span("  cache off  ", .warning)
        case let mode?: Span(SafeText("  cache \(mode.rawValue)  "), .warning)
        }
    }

    /// A mark and a space, where there are marks.
    private static func mark(_ mark: KeyPath<Glyphs, Character>, _ model: Model) -> SafeText {
        let mark = model.settings.glyphs.mark(mark, .empty)
        return mark.isEmpty ? mark : mark + " "
    }

    private static func columns(_ spans: [Span]) -> Int { spans.reduce(0) { $0 + DisplayWidth.of($1.text) } }

    private static func leftSpans(_ model: Model) -> [Span] {
        var spans = [Span(" apitui ", .header, .bold)]
        if !model.tree.name.isEmpty { spans.append(Span(" \(model.tree.name) ", .title)) }
        let unsaved = model.tree.unsavedPaths.count
        if unsaved > 0 {
            spans.append(Span(mark(\.unsaved, model) + "\(unsaved) unsaved ", .unsaved))
        }
        return spans
    }

    /// The fewest columns of a long name of an environment.
    private static let leastName = 8

    private static func environment(_ name: SafeText, _ model: Model) -> Span {
        Span(
            " env \(name) " + mark(\.open, model), .header, model.settings.environmentName == nil ? [] : .bold)
    }

    /// What follows the environment.
    private static func rightSpans(_ model: Model) -> [Span] {
        var spans: [Span] = []
        if tellsOfCache(model) { spans.append(cacheSpan(model.settings.shownCacheMode)) }
        if !model.settings.isLogging { spans.append(Span("  log off  ", .warning)) }
        if model.settings.isContractStrict { spans.append(Span("  strict contract  ", .warning)) }
        switch model.surroundings.network {
        case .unknown: break
        case .online: spans.append(Span(" " + mark(\.online, model) + "online ", .success))
        case .offline:
            spans.append(Span(" " + mark(\.unchecked, model) + "offline ", .warning, .bold))
        }
        return spans
    }
}

/// The line that names the pane in view if only one fits.
enum SwitcherView {
    static func draw(_ model: Model, in row: Rect, on buffer: inout CellBuffer) {
        guard !row.isEmpty else { return }
        let tabs = tabs(focus: model.window.focus, width: row.width)
        tabs.draw(in: row, on: &buffer)
        let used = tabs.places(in: row).last?.maxX ?? row.x
        guard let key = model.settings.keymap.row(.focusNext, in: model.window.focus)?.keys.first else { return }
        let hint = SafeText(" \(key.label): next ")
        if used + DisplayWidth.of(hint) <= row.maxX {
            buffer.draw(hint, at: Point(x: row.maxX - DisplayWidth.of(hint), y: row.y), style: Style(.dim))
        }
    }

    static func pane(at point: Point, in row: Rect, focus: Pane) -> Pane? {
        tabs(focus: focus, width: row.width).tab(at: point, in: row).flatMap { Pane(rawValue: $0 + 1) }
    }

    /// All panes are always there, with shorter names where the row is short; in the shortest only the one in view has a name.
    private static func tabs(focus: Pane, width: Int) -> Tabs {
        let titles = Pane.allCases.map { pane -> SafeText in
            let isInView = pane == focus
            if width < 46, !isInView { return "\(pane.rawValue)" }
            return "\(pane.rawValue) \(width < (isInView ? 54 : 64) ? pane.shortTitle : pane.title)"
        }
        return Tabs(titles, selected: focus.rawValue - 1, isFocused: true)
    }
}
