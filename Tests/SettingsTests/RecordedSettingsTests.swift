import NetEngine
import TestSupport
import Testing

@testable import Settings

/// What each setting takes and where it comes from, and the schema of the file, as it was recorded (`Recorded`).
@Suite struct RecordedSettingsTests {
    private static func words(_ value: SettingValue?) -> String {
        switch value {
        case .text(let text): "text \(Printed.quoted(text))"
        case .toggle(let isOn): isOn ? "on" : "off"
        case .time(let time): "\(TimeText.write(time)), \(time)"
        case .size(let size): size == .max ? "no limit" : "\(size) bytes"
        case nil: "nothing"
        }
    }

    @Test func `each value of each setting is read as it was recorded`() throws {
        let texts = [
            "", " ", "\u{A0}", "x", "auto", "auot", "wide", "ON", "off", "Yes", "no", "1", "0", "0s", "0.5ms", "1ms",
            "1.5s", "90s", "2 min", "1m", "1M", "24h", "86400s", "86401s", "30d", "3650d", "3651d", "60s", "59.9s",
            "1 s", "1  s", "-1s", "1e3s", ".5s", "5.s", "1.2.3s", "1x", "s", "none", "None", "1B", "1kB", "1KiB",
            "10MB", "64MiB", "999999", "1000000", "1.5GB", "8EB", "9999999999GB", "-1MB", "no-store", "no_store",
            "default", "only-if-cached", "٣s", String(repeating: "long ", count: 20),
        ]
        try Recorded.expect(
            Setting.table.map { setting in
                var lines = [
                    "takes \(setting.takes); \(setting.range ?? "any"); \(setting.variable); flags \(setting.flags); other variables \(setting.sharedVariables)",
                    "default \(setting.standard ?? "none"); otherwise \(setting.otherwise)", setting.help,
                ]
                for text in texts {
                    do throws(SettingRefusal) {
                        lines.append("\(Printed.quoted(text)): \(Self.words(try setting.read(text)))")
                    } catch {
                        lines.append("\(Printed.quoted(text)): \(error.clause)")
                    }
                }
                return (setting.id.rawValue, lines.joined(separator: "\n"))
            }, in: "settings/values")
    }

    private static func said(_ found: (settings: EffectiveSettings, problems: [SettingsProblem])) -> String {
        let settings = found.settings
        var lines = SettingID.allCases.map { id in
            let entry = settings.entry(id)
            return "\(id.rawValue): \(words(entry.value)), \(Printed.quoted(entry.text)), \(entry.source.words)"
        }
        lines += [
            "theme \(settings.theme ?? "-"), layout \(settings.layout), plain \(settings.isPlain), mouse \(settings.usesMouse)",
            "images \(settings.images), editor \(settings.editor ?? "-"), pager \(settings.pager ?? "-")",
            "timeout \(settings.timeout.map { "\($0)" } ?? "-"), connect \(settings.connectTimeout.map { "\($0)" } ?? "-")",
            "cache \(settings.cache.map { "\($0)" } ?? "-"), largest body \(settings.maxBody ?? -1)",
            "log \(settings.logAge.map { "\($0)" } ?? "-"), \(settings.logSize ?? -1)",
        ]
        return (lines + found.problems.map { $0.text("config.yaml") }).joined(separator: "\n")
    }

    @Test func `each source of settings goes before the recorded ones`() throws {
        let whole = """
            theme: dark
            layout: wide
            plain: on
            mouse: off
            images: sixel
            editor: nvim -f
            pager: most
            timeout: 2.5s
            connect-timeout: 1s
            cache: no-store
            max-body: 10MB
            log-age: 90d
            log-size: none
            """
        let wrong = """
            theme: ''
            layout: wdie
            plain: maybe
            timeout: 0s
            cache: [a]
            max-body: {}
            log-age: 1s
            log-size: 1
            unknown: x
            """
        let files = [
            ("no file", ""), ("whole", whole), ("wrong", wrong), ("lost", "}{"), ("half", "mouse: off\n\t- x"),
        ]
        let names = Setting.table.map(\.variable)
        let good = [
            "light", "classic", "off", "on", "kitty", "ed", "more", "7s", "8s", "reload", "1kB", "2d", "2GB",
        ]
        let shared = ["VISUAL": "emacs", "EDITOR": "ed", "PAGER": "less"]
        let variables: [(String, [String: String])] = [
            ("no variables", [:]), ("shared", shared), ("one shared", ["VISUAL": "  ", "EDITOR": "ed", "PAGER": ""]),
            ("all", Dictionary(uniqueKeysWithValues: zip(names, good)).merging(shared) { one, _ in one }),
            ("empty", Dictionary(uniqueKeysWithValues: names.map { ($0, "") })),
            ("odd", Dictionary(uniqueKeysWithValues: names.map { ($0, " ?") })),
        ]
        let flags: [(String, [SettingID: (name: String, text: String)])] = [
            ("no flags", [:]),
            (
                "flags",
                [
                    .theme: ("--theme", "flagged"), .mouse: ("--no-mouse", "off"), .timeout: ("--timeout", "3s"),
                    .cache: ("--cache", "no-cache"), .maxBody: ("--max-body", "none"), .images: ("--images", "?"),
                ]
            ),
        ]
        let last = EffectiveSettings.resolve(SettingsFileTests.file(whole), variable: { _ in nil }).settings
        var parts: [(String, String)] = []
        for (fileName, file) in files {
            for (variableName, values) in variables {
                for (flagName, given) in flags {
                    for before in [nil, last] {
                        let found = EffectiveSettings.resolve(
                            SettingsFileTests.file(file), flags: given, variable: { values[$0] }, last: before)
                        parts.append(
                            (
                                "\(fileName), \(variableName), \(flagName), \(before == nil ? "at first" : "later")",
                                Self.said(found)
                            ))
                    }
                }
            }
        }
        try Recorded.expect(parts, in: "settings/sources")
    }

    @Test func `the schema is the recorded one`() throws {
        let commands = [
            SettingsSchema.KeyCommand(id: "send", help: "Sends it.", panes: ["request", "tree"]),
            SettingsSchema.KeyCommand(id: "quit", help: "Leaves \"apitui\".", panes: []),
        ]
        let schema = SettingsSchema.make(commands: commands, panes: ["tree", "request", "log"])
        try Recorded.expect([("schema", Printed(schema).text)], in: "settings/schema")
    }
}
