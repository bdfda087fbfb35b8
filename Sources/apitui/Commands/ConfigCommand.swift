import ArgumentParser
import Base
import Explorer
import Settings

/// `apitui config`: what holds, and where each value comes from.
struct ConfigCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "config",
        abstract: "Shows the settings in effect, each with its source.",
        discussion: """
            Settings are lines of config.yaml in $XDG_CONFIG_HOME/apitui, else ~/.config/apitui. apitui does not need this file \
            and never writes it. A flag overrides a line of the request (# @timeout), which overrides the environment \
            variable of the setting (APITUI_TIMEOUT), which overrides the file. The file overrides VISUAL, EDITOR and PAGER, \
            which other programs use too.

            A line that cannot be understood is reported with its place, and all others still apply. The exit status is 1 if \
            there is such a line.

            Examples:
              apitui config                    each setting and its source
              apitui config --keys             all commands of the screen with their keys
              apitui config --schema > ~/.config/apitui/schema.json
            """)

    @Flag(help: "Print one JSON object: settings, keys and problems.")
    var json = false

    @Flag(help: "Print the JSON Schema (2020-12) of config.yaml, for editors.")
    var schema = false

    @Flag(help: "Print every command of the screen with the name that config.yaml has for it, and its keys.")
    var keys = false

    @OptionGroup var screen: ScreenFlags

    func validate() throws {
        if [json, schema, keys].count(where: { $0 }) > 1 {
            throw ValidationError("--json, --schema and --keys cannot be combined.")
        }
    }

    func run() throws {
        if schema {
            let commands = KeyListing([]).schemaCommands
            StandardStreams.live.writeBytes(
                SettingsSchema.make(commands: commands, panes: KeyListing.panes).bytes + [Byte.lineFeed])
            return
        }
        let source = SettingsSource.live(screen.settings)
        let reading = source.read().withKnownTheme()
        let listing = KeyListing(reading.file.bindings)
        let file = source.path ?? SettingsFile.name
        let problems = reading.problems + listing.problems
        if json {
            let output = Self.json(reading.settings, listing, file: source.path, problems)
            StandardStreams.live.writeBytes(output.bytes + [Byte.lineFeed])
        } else {
            for line in keys ? Self.keyLines(listing.rows) : Self.lines(reading.settings, listing) {
                StandardStreams.live.line(SafeText(line))
            }
            for problem in problems { StandardStreams.live.report(SafeText("apitui: \(problem.text(file))")) }
        }
        if !problems.isEmpty { throw ExitCode(ExitStatus.failed.rawValue) }
    }

    /// One line for each setting, then one for each command whose keys are others than by default.
    private static func lines(_ settings: EffectiveSettings, _ listing: KeyListing) -> [String] {
        let values = Setting.table.map { setting in
            let entry = settings.entry(setting.id)
            return [setting.id.rawValue, entry.text, entry.source.words]
        }
        let chosen = listing.rows.filter(\.isChosen).map { [$0.id, keyText($0), ""] }
        return columns(values) + (chosen.isEmpty ? [] : ["", "keys"] + columns(chosen).map { "  \($0)" })
    }

    private static func keyLines(_ rows: [KeyListing.Row]) -> [String] {
        columns(
            rows.map { [$0.id, keyText($0), $0.panes.isEmpty ? "any" : $0.panes.joined(separator: ","), $0.title] })
    }

    /// `s F5 ^R; response: x`
    private static func keyText(_ row: KeyListing.Row) -> String {
        func text(_ keys: [String]) -> String { keys.isEmpty ? "none" : keys.joined(separator: " ") }
        return ([text(row.keys)] + row.keysByPane.map { "\($0.pane): \(text($0.keys))" }).joined(separator: "; ")
    }

    private static func columns(_ rows: [[String]]) -> [String] {
        let count = rows.map(\.count).max() ?? 0
        let widths = (0..<count).map { place in rows.map { DisplayWidth.of(SafeText($0[place])) }.max() ?? 0 }
        return rows.map { row in
            let cells = zip(row, widths).map { text, width in
                text + String(repeating: " ", count: max(0, width - DisplayWidth.of(SafeText(text))))
            }
            let line = cells.joined(separator: "  ")
            return String(line.prefix(line.count - line.reversed().prefix { $0 == " " }.count))
        }
    }

    // MARK: JSON

    private static func json(
        _ settings: EffectiveSettings, _ listing: KeyListing, file: String?, _ problems: [SettingsProblem]
    ) -> JSONOutput {
        let values = Setting.table.map { setting -> JSONOutput in
            let entry = settings.entry(setting.id)
            var source: [(String, JSONOutput)]
            switch entry.source {
            case .standard: source = [("kind", "default")]
            case .file(let line): source = [("kind", "file"), ("line", .number(line))]
            case .variable(let name): source = [("kind", "variable"), ("name", .string(name))]
            case .flag(let name): source = [("kind", "flag"), ("name", .string(name))]
            }
            return [
                "id": .string(setting.id.rawValue), "value": entry.value == nil ? .null : .string(entry.text),
                "source": .object(source), "default": .optional(setting.standard), "takes": .string(setting.takes),
                "variable": .string(setting.variable), "flags": .array(setting.flags.map { .string($0) }),
                "help": .string(setting.help),
            ]
        }
        let keys = listing.rows.map { row -> JSONOutput in
            [
                "command": .string(row.id), "keys": .array(row.keys.map { .string($0) }),
                "panes": .array(row.panes.map { .string($0) }), "changed": .bool(row.isChosen),
                "inPanes": .object(row.keysByPane.map { ($0.pane, .array($0.keys.map { .string($0) })) }),
            ]
        }
        return [
            "file": .optional(file), "settings": .array(values), "keys": .array(keys),
            "problems": .array(
                problems.map { problem in
                    [
                        "line": .optional(problem.place?.line), "column": .optional(problem.place?.column),
                        "sentence": .string(problem.sentence),
                    ]
                }),
        ]
    }
}
