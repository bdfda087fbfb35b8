import Base
import TerminalUI

/// The themes, to choose one. The screen has the colours of the selected one while it is open.
struct ThemePicker: ChoicePicker {
    private var names: [String]
    var list: ListSelection
    private(set) var problems: [String]
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

    var count: Int { names.count }
    var openingCommand: Command? { .chooseTheme }

    func size(in room: OverlayRoom) -> Size {
        let longest = names.map { DisplayWidth.of(SafeText($0)) + 12 }.max() ?? 0
        return size(columns: max(problems.isEmpty ? 40 : 60, longest), in: room)
    }

    func take(_ row: Int, on model: inout Model) -> [Effect] {
        model.themes.choose(names[row])
        model.say("Theme: \(names[row]).")
        return [.keepTheme(names[row])]
    }

    mutating func selected(_ model: Model) { preview = model.themes.theme(named: names[list.index]) }

    /// A click shows a theme; another one on the same row keeps it.
    mutating func choose(_ row: Int, on model: inout Model) -> [Effect] {
        guard names.indices.contains(row) else { return [] }
        if row == list.index { return takeSelected(on: &model) }
        list.index = row
        selected(model)
        return []
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
        drawProblems(below: content, in: inside, on: &buffer)
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
