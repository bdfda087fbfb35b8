import Settings
import TerminalUI

// The configuration, at the start and whenever its file changes.

extension Model {
    /// Takes the configuration over. What the user chose since stays, unless the same setting is another now.
    /// - Parameter isFirst: whether the program starts; then nothing is said of what goes well.
    package mutating func take(_ reading: SettingsReading, isFirst: Bool = false) -> [Effect] {
        let (before, after) = (settings.configured, reading.settings)
        let keysBefore = settings.keymap.choices
        settings.configured = after
        var problems = reading.problems
        if !reading.file.areKeysLost || isFirst {
            let (keymap, keyProblems) = Keymap.make(reading.file.bindings, last: settings.keymap)
            settings.keymap = keymap
            problems += keyProblems
        }
        var effects: [Effect] = []
        if !isFirst, after.theme != before.theme {
            // It may be a file of the user that was not read yet.
            themes.choose(after.theme ?? Themes.auto)
            effects.append(.readThemes)
        }
        if after.layout != before.layout { window.chosen = Arrangement(rawValue: after.layout) }
        if after.isPlain != before.isPlain || isFirst { isPlain = after.isPlain }
        if after.usesMouse != before.usesMouse || isFirst {
            settings.usesMouse = after.usesMouse
            effects.append(.takeMouse(after.usesMouse))
        }
        if after.images != before.images || isFirst, let choice = ImageChoice(rawValue: after.images) {
            pictures.choice = choice
            if !isFirst, choice != .blocks { effects.append(.ask(.pictures)) }
        }
        if let sentence = Self.sentence(of: problems) {
            say(sentence, .warning)
        } else if !isFirst, after != before || settings.keymap.choices != keysBefore {
            say("\(SettingsFile.name) was read again.")
        }
        return effects
    }

    /// The first problem, with the number of the others.
    private static func sentence(of problems: [SettingsProblem]) -> String? {
        guard let first = problems.first?.text(SettingsFile.name) else { return nil }
        let more = problems.count - 1
        return more == 0 ? first : "\(first) \(more) more: 'apitui config' lists them."
    }

    mutating func toggleMouse() -> [Effect] {
        settings.usesMouse.toggle()
        let key = settings.keymap.row(.toggleMouse, in: window.focus)?.keys.first.map { "\($0.label) takes it back." }
        say(
            settings.usesMouse
                ? "The screen takes the mouse again; Shift-drag selects text."
                : "The mouse is the terminal's: drag to select text. \(key ?? "The palette takes it back.")")
        return [.takeMouse(settings.usesMouse)]
    }
}
