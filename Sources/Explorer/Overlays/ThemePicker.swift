import Base
import TerminalUI

/// The themes, to choose one. The screen has the colours of the selected one while it is open.
struct ThemePicker: OverlayPart {
    private var names: [String]
    private var list: ListSelection
    /// Below the list.
    private var problems: [String]
    /// Of the selected theme.
    fileprivate private(set) var preview: Theme?

    static func open(on model: inout Model) -> [Effect] {
        var picker = ThemePicker(names: [], list: ListSelection(), problems: [], preview: nil)
        picker.take(model.themes, selecting: model.themes.choice)
        model.overlays.show(picker)
        return [.readThemes]
    }

    /// Takes the themes as they are now; the selection stays at its name.
    mutating func take(_ themes: Themes) {
        take(themes, selecting: names.indices.contains(list.index) ? names[list.index] : themes.choice)
    }

    private mutating func take(_ themes: Themes, selecting name: String) {
        names = themes.names
        list.index = names.firstIndex(of: name) ?? 0
        problems = themes.user.compactMap(\.problem)
        switch themes.depth {
        case .none: problems.append("Nothing is shown in colour: NO_COLOR is set, or the terminal has no colours.")
        case .sixteen: problems.append("This terminal has 16 colours: all themes are shown in its own.")
        case .indexed256, .direct: break
        }
        preview = themes.theme(named: names[list.index])
    }

    var title: SafeText { "Theme" }
    var keys: [(String, String)] { [("Enter", "keep"), ("Esc", "back to the old one")] }

    func size(in room: OverlayRoom) -> Size {
        let longest = names.map { DisplayWidth.of(SafeText($0)) + 12 }.max() ?? 0
        let columns = min(room.width, max(problems.isEmpty ? 40 : 60, longest))
        return room.size(columns: columns, rows: names.count + problemLines(columns).count)
    }

    func content(of inside: Rect) -> Rect {
        let height = max(1, inside.height - problemLines(inside.width).count)
        return Rect(x: inside.x, y: inside.y, width: inside.width, height: height)
    }

    func row(at row: Int, in content: Rect) -> Int? { list.top + row }

    mutating func handle(_ key: Key, on model: inout Model) -> [Effect] {
        let page = content(on: model.window.size).height
        if let step = model.scrollStep(key, page: page, count: names.count), key != " " {
            select(list.index + step, of: model.themes)
            return []
        }
        switch key {
        case .escape, "q", "t": model.overlays.close()
        case .enter, " ":
            guard names.indices.contains(list.index) else { return [] }
            let name = names[list.index]
            model.overlays.close()
            model.themes.choose(name)
            model.say("Theme: \(name).")
            return [.keepTheme(name)]
        default: break
        }
        return []
    }

    /// A click shows a theme; another one on the same row keeps it.
    mutating func choose(_ row: Int, on model: inout Model) -> [Effect] {
        guard names.indices.contains(row) else { return [] }
        if row == list.index { return handle(.enter, on: &model) }
        select(row, of: model.themes)
        return []
    }

    private mutating func select(_ row: Int, of themes: Themes) {
        let row = max(0, min(row, names.count - 1))
        guard row != list.index else { return }
        list.index = row
        preview = themes.theme(named: names[row])
    }

    mutating func settle(in content: Rect, at now: MonotonicTime) { list.settle(names.count, in: content.height) }

    private func problemLines(_ width: Int) -> [String] {
        problems.flatMap { WrappedText.lines("! " + $0, width: width) }
    }

    func draw(_ model: Model, inside: Rect, content: Rect, on buffer: inout CellBuffer) {
        let themes = model.themes
        List(count: names.count, selection: list, isFocused: true) { place in
            let name = names[place]
            var trailing = [Span(SafeText(Self.kind(of: name, in: themes)), .dim)]
            if name == themes.choice {
                trailing.append(Span(" " + model.settings.glyphs.mark(\.checked, "chosen"), .success))
            }
            return Line([Span(SafeText(name))], trailing: trailing + [Span(" ")])
        }.draw(in: content, on: &buffer)
        for (offset, line) in problemLines(inside.width).enumerated() {
            buffer.draw(SafeText(line), at: Point(x: inside.x, y: content.maxY + offset), style: Style(.failure))
        }
    }

    private static func kind(of name: String, in themes: Themes) -> String {
        if name == Themes.auto { return "as the terminal is" }
        guard let scheme = themes.scheme(named: name) else { return "any background" }
        let kind = scheme.isDark ? "dark" : "light"
        return themes.user.contains { $0.name == name } ? "yours, \(kind)" : kind
    }
}

extension Model {
    /// The colours of the screen: while themes are being chosen, those of the selected one.
    var shownTheme: Theme {
        for part in overlays.parts.reversed() {
            if let picker = part as? ThemePicker, let preview = picker.preview { return preview }
        }
        return themes.current
    }
}
