import Base
import NetEngine
import TerminalUI

/// The top line: program, collection, environment, network.
enum HeaderView {
    static func draw(_ model: Model, in row: Rect, on buffer: inout CellBuffer) {
        guard !row.isEmpty else { return }
        buffer.drawRule(from: Point(x: row.x, y: row.y), width: row.width, style: Style(.border))
        let right = rightSpans(model, columns: row.width)
        let rightWidth = columns(right)
        buffer.draw(leftSpans(model), at: Point(x: row.x, y: row.y), width: max(0, row.width - rightWidth - 1))
        if rightWidth < row.width {
            buffer.draw(right, at: Point(x: row.maxX - rightWidth, y: row.y), width: rightWidth)
            for place in [environmentRect(of: model, in: row), cacheRect(of: model, in: row)] {
                buffer.note(target: place)
            }
        }
    }

    /// Where a click opens the environment picker.
    static func environmentRect(of model: Model, in row: Rect) -> Rect {
        let spans = rightSpans(model, columns: row.width)
        let total = columns(spans)
        let width = spans.first.map { DisplayWidth.of($0.text) } ?? 0
        return Rect(x: row.maxX - total, y: row.y, width: width, height: 1)
    }

    /// Where a click opens the picker of the cache mode; empty if the header does not show it.
    static func cacheRect(of model: Model, in row: Rect) -> Rect {
        let spans = rightSpans(model, columns: row.width)
        guard tellsOfCache(model), spans.count > 1 else { return Rect(x: row.x, y: row.y, width: 0, height: 0) }
        let widths = spans.map { DisplayWidth.of($0.text) }
        return Rect(x: row.maxX - widths.dropFirst().reduce(0, +), y: row.y, width: widths[1], height: 1)
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

    /// A long name of an environment is shortened before anything else of the line is.
    private static func rightSpans(_ model: Model, columns width: Int) -> [Span] {
        var others: [Span] = []
        if tellsOfCache(model) { others.append(cacheSpan(model.settings.shownCacheMode)) }
        if !model.settings.isLogging { others.append(Span("  log off  ", .warning)) }
        if model.settings.isContractStrict { others.append(Span("  strict contract  ", .warning)) }
        switch model.surroundings.network {
        case .unknown: break
        case .online: others.append(Span(" " + mark(\.online, model) + "online ", .success))
        case .offline:
            others.append(Span(" " + mark(\.unchecked, model) + "offline ", .warning, .bold))
        }
        func environment(_ name: SafeText) -> Span {
            Span(
                " env \(name) " + mark(\.open, model), .header,
                model.settings.environmentName == nil ? [] : .bold)
        }
        let name = model.settings.environmentName.map { SafeText($0) } ?? "none"
        let room = width - 1 - columns(leftSpans(model) + [environment(.empty)] + others)
        return [environment(name.cut(toColumns: max(leastName, room), model.settings.glyphs.ellipsis))] + others
    }
}

/// The line that names the pane in view if only one fits.
enum SwitcherView {
    static func draw(_ model: Model, in row: Rect, on buffer: inout CellBuffer) {
        guard !row.isEmpty else { return }
        let tabs = tabs(focus: model.window.focus, width: row.width)
        tabs.draw(in: row, on: &buffer)
        let used = tabs.places(in: row).last?.maxX ?? row.x
        let hint: SafeText = " Tab: next "
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
