import ArgumentParser
import Base
import Explorer
import Glibc
import NetEngine
import TerminalUI

struct ThemesCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "themes",
        abstract: "Lists the themes of the screen, or shows the colours of one.",
        discussion: """
            A theme of your own is a base16 or base24 scheme, saved as themes/NAME.yaml in $XDG_CONFIG_HOME/apitui (else \
            ~/.config/apitui). Colours that could not be read are moved in lightness until text has a contrast of 4.5 with what is \
            below it, and frames have 3; 'show' lists what was moved. The file itself is not changed.

            The exit status is 1 if a theme file cannot be used.

            Examples:
              apitui themes
              apitui themes show nord
              apitui themes show ~/Downloads/scheme.yaml --json
              apitui --theme nord
            """,
        subcommands: [List.self, Show.self], defaultSubcommand: List.self)

    /// One theme, with the report about it.
    struct Entry {
        var name: String
        /// nil for `auto` and `standard`, whose background is the terminal's.
        var scheme: ColorScheme?
        /// nil for those that come with the program.
        var path: String?

        var kind: String { scheme.map { $0.isDark ? "dark" : "light" } ?? "any background" }
        var repairs: [ColorRepair] { scheme.map { Theme.repairs(of: $0) } ?? [] }

        var json: JSONOutput {
            .object([
                ("name", .string(name)), ("kind", .string(scheme.map { $0.isDark ? "dark" : "light" } ?? "any")),
                ("path", .optional(path)), ("repairs", .array(repairs.map(Self.json))),
            ])
        }

        private static func json(_ repair: ColorRepair) -> JSONOutput {
            .object([
                ("color", .string(repair.slot)), ("use", .string(repair.use.rawValue)),
                ("from", .string(repair.from.hex)), ("to", .string(repair.to.hex)), ("on", .string(repair.ground.hex)),
                ("contrast", .number(ThemesCommand.number(repair.contrastBefore))),
                ("least", .number(ThemesCommand.number(repair.use.least))),
            ])
        }
    }

    struct List: ParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Lists the themes, one per line.")

        @Flag(help: "Print one JSON array, with what was moved in each theme.")
        var json = false

        func run() throws {
            let user = ThemeFolder.live()?.read() ?? []
            let themes = Themes(user: user)
            let entries = themes.names.map { ThemesCommand.entry($0, user) }
            if json {
                StandardStreams.live.writeBytes(JSONOutput.array(entries.map(\.json)).bytes + [Byte.lineFeed])
            } else {
                let width = entries.map { DisplayWidth.of(SafeText($0.name)) }.max() ?? 0
                for entry in entries {
                    let name = SafeText(entry.name)
                    let space = String(repeating: " ", count: width - DisplayWidth.of(name) + 2)
                    StandardStreams.live.line("\(name)\(SafeText(space + Self.description(of: entry)))")
                }
            }
            let problems = user.compactMap(\.problem)
            if !problems.isEmpty { throw CommandFailure(problems.map { SafeText($0) }, status: .failed) }
        }

        private static func description(of entry: Entry) -> String {
            guard let path = entry.path else { return entry.kind }
            let count = Set(entry.repairs.map(\.slot)).count
            let moved = count == 0 ? "" : "  \(count) \(count == 1 ? "colour" : "colours") moved"
            return "\(entry.kind)  \(path)\(moved)"
        }
    }

    struct Show: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Shows which colours of a theme were moved, and why.")

        @Argument(help: "The name of a theme, or a file.", completion: .file())
        var theme: String

        @Flag(help: "Print one JSON object.")
        var json = false

        func run() throws {
            let entry = try Self.find(theme)
            if json { return StandardStreams.live.writeBytes(entry.json.bytes + [Byte.lineFeed]) }
            let streams = StandardStreams.live
            streams.line(SafeText("\(entry.name)  \(entry.kind)  \(entry.path ?? "comes with the program")"))
            let repairs = entry.repairs
            if repairs.isEmpty { streams.line("No colour was moved.") }
            for repair in repairs {
                let contrasts = [repair.contrastBefore, repair.contrastAfter, repair.use.least]
                let numbers = contrasts.map(ThemesCommand.number)
                let words = [
                    "\(repair.slot)  \(repair.from.hex) -> \(repair.to.hex)",
                    "\(repair.use.rawValue) on \(repair.ground.hex)",
                    "contrast \(numbers[0]) -> \(numbers[1]), at least \(numbers[2])",
                ]
                streams.line(SafeText(words.joined(separator: "  ")))
            }
        }

        private static func find(_ theme: String) throws(CommandFailure) -> Entry {
            let user = ThemeFolder.live()?.read() ?? []
            let isFile = theme.contains(bytes: "/") || theme.contains(bytes: ".")
            if let own = isFile ? ThemeFolder.read(theme) : user.first(where: { $0.name == theme }) {
                if let problem = own.problem { throw CommandFailure(SafeText(problem), status: .failed) }
                return ThemesCommand.entry(own.name, [own])
            }
            let themes = Themes(user: user)
            guard themes.names.contains(theme) else { throw CommandFailure(SafeText(themes.unknown(theme))) }
            return ThemesCommand.entry(theme, user)
        }
    }

    private static func entry(_ name: String, _ user: [UserTheme]) -> Entry {
        let themes = Themes(user: user)
        return Entry(name: name, scheme: themes.scheme(named: name), path: user.first { $0.name == name }?.path)
    }

    /// Cut, not rounded: 4.49 does not become 4.5.
    private static func number(_ contrast: Double) -> String {
        let tenths = Int(contrast * 10)
        return "\(tenths / 10).\(tenths % 10)"
    }
}
