import Foundation
import TestSupport

@testable import Explorer
@testable import TerminalUI
@testable import Workspace

/// A folder with a good theme, `mine`, and one that is not YAML, `broken`; and the file of the theme that was chosen last.
final class TemporaryThemes {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        try write("mine", ground: "101010")
        try folder.write("palette: [", to: "apitui/themes/broken.yaml")
        try folder.write("no theme", to: "apitui/themes/README.md")
    }

    var themes: ThemeFolder { ThemeFolder(path: folder.path + "/apitui/themes") }
    var kept: StateFile? { FirstTheme.file { $0 == "XDG_STATE_HOME" ? self.folder.path : nil } }

    func keep(_ text: String) throws { try folder.write(text, to: "apitui/theme") }

    func write(_ name: String, ground: String, ending: String = "yaml") throws {
        let colors = [ground] + Array(repeating: "eeeeee", count: 15)
        let lines = zip(ColorScheme.slots, colors).map { "\($0): \"\($1)\"" }
        try folder.write(lines.joined(separator: "\n"), to: "apitui/themes/\(name).\(ending)")
    }

    func write(_ name: String, text: String) throws { try folder.write(text, to: "apitui/themes/\(name).yaml") }

    func text(_ name: String) throws -> String {
        try String(contentsOfFile: "\(themes.path)/\(name).yaml", encoding: .utf8)
    }
}

extension Robot {
    /// As the program begins on this terminal.
    func set(_ themes: Themes) { model.themes = themes }
}
