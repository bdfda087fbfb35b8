import Base
import TerminalUI

/// A theme file of the user: `themes/NAME.yaml` in the folder of the configuration.
package struct UserTheme: Sendable, Hashable {
    package var name: String
    package var path: String
    /// Or a sentence, why it cannot be used.
    package var scheme: Result<ColorScheme, Unusable>

    package struct Unusable: Error, Sendable, Hashable {
        package var sentence: String
    }

    /// A sentence, why it cannot be used.
    package var problem: String? {
        if case .failure(let unusable) = scheme { unusable.sentence } else { nil }
    }

    package init(name: String, path: String, scheme: Result<ColorScheme, Unusable>) {
        self.name = name
        self.path = path
        self.scheme = scheme
    }
}

/// The themes that can be chosen, and the one that the screen has.
package struct Themes: Sendable {
    /// Chooses `dark` or `light` by the background that the terminal reports, `standard` where none is known.
    package static let auto = "auto"

    /// What the user chose: `auto`, or the name of a theme.
    package private(set) var choice = Themes.auto
    package private(set) var current = Theme.standard
    /// How many colours the terminal has.
    package private(set) var depth = ColorDepth.indexed256
    private(set) var user: [UserTheme] = []
    /// Whether the terminal's background is dark; nil while nobody knows.
    private var isDark: Bool?
    /// A problem that was reported already.
    private var reported: String?

    package init() {}

    /// - Parameter hint: what COLORFGBG says, until the terminal answers: `15;0`, text and background by their numbers.
    package init(choice: String = Themes.auto, user: [UserTheme], depth: ColorDepth = .direct, hint: String? = nil) {
        self.choice = choice
        self.user = user
        self.depth = depth
        isDark = hint.flatMap(Self.isDark)
        refresh()
    }

    /// The names that can be chosen, in the order of the list: the user's own are in front.
    package var names: [String] {
        let own = user.filter { $0.problem == nil }.map(\.name)
        let others = [Theme.standard.name] + BuiltInSchemes.all.map(\.name)
        return [Self.auto] + own + others.filter { !own.contains($0) }
    }

    /// nil if there is none of this name, or its file cannot be used.
    package func theme(named name: String) -> Theme? {
        if name == Self.auto { return automatic }
        return scheme(named: name).map { Theme($0) } ?? (name == Theme.standard.name ? .standard : nil)
    }

    /// The colours that a theme is made of; nil for `auto` and `standard`.
    package func scheme(named name: String) -> ColorScheme? {
        if let own = user.first(where: { $0.name == name }) { return try? own.scheme.get() }
        return BuiltInSchemes.all.first { $0.name == name }
    }

    /// With 16 colours all themes have the terminal's own.
    private var automatic: Theme {
        guard depth >= .indexed256, let isDark else { return .standard }
        return theme(named: isDark ? "dark" : "light") ?? .standard
    }

    package mutating func choose(_ name: String) {
        choice = name
        refresh()
    }

    mutating func take(_ report: TerminalReport) {
        switch report {
        case .background(let color): isDark = color.isDark
        case .scheme(let isDark): self.isDark = isDark
        default: return
        }
        if choice == Self.auto { refresh() }
    }

    /// Takes the user's files as they are now.
    /// - Returns: a sentence if the chosen one cannot be used, the first time. The screen keeps the colours that it has.
    mutating func take(_ user: [UserTheme]) -> String? {
        let known = self.user
        self.user = user
        refresh()
        var problem: String?
        if let own = user.first(where: { $0.name == choice }) {
            problem = own.problem
        } else if theme(named: choice) == nil {
            let gone = "The file of the theme \(choice) is gone; the screen keeps its colours until the program ends."
            // When the files are read again, it is as gone as before.
            problem = known.contains { $0.name == choice } || reported == gone ? gone : unknown(choice)
        }
        defer { reported = problem }
        return problem == reported ? nil : problem
    }

    /// A sentence about a name that no theme has.
    package func unknown(_ name: String) -> String {
        let near = NameSuggestion.question(for: name, among: names)
        return "There is no theme \(name).\(near) 'apitui themes' lists them."
    }

    private mutating func refresh() {
        if let theme = theme(named: choice) { current = theme }
    }

    private static func isDark(_ hint: String) -> Bool? {
        switch hint.split(separator: ";").last.flatMap({ Int($0) }) {
        case .some(0...6), 8: true
        case 7, .some(9...15): false
        default: nil
        }
    }
}
