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

    // MARK: Files

    /// Texts of files, one a line, with `\n` for a line end.
    private static let files = #"""
        theme: a
        theme: a\n
        theme:
        theme: ~
        theme: null
        theme: "a b"\nlayout: 'wide'
        theme: |\n  a\n  b
        theme: >\n  a\n  b\nmouse: off
        theme: a # not of it
        theme: a#b
        "theme": a
        ? theme\n: a
        Theme: a
        theme : a
        theme:a
        {theme: a, mouse: off}
        {theme: a, mouse: off
        --- \ntheme: a\n...\n
        theme: a\n---\ntheme: b
        %YAML 1.2\n---\ntheme: a
        !!str theme: a
        theme: !!str a
        theme: *a
        theme: [a
        theme: a]
        theme: 'a
        theme: "a\q"
        theme: @a
        theme: `a
        theme: a: b
        theme: - a
        \ttheme: a
        theme:\ta
        theme: a\n\tmouse: off
         theme: a\nmouse: off
         theme: a\n mouse: off
        theme: a\n  mouse: off
        theme: a\r\nmouse: maybe\r\n
        # only\n# comments
        a
        - a
        []
        {}
        5
        timeout: 5s\ntimeout: 6s\ntimeout: 7s
        timeout: 5s\nmouse: ]\ntimeout: 6s
        timeout: 0\nconnect-timeout: 86401s\nlog-age: 59s\nlog-size: 999999\nmax-body: 0
        timeout: 1ms\nconnect-timeout: 86400s\nlog-age: 60s\nlog-size: 1000000\nmax-body: 1
        layout: Wide\nimages: none\ncache: no_store\nplain: 1\nmouse: TRUE
        mouse: [on]\nplain: {on: off}\ntimeout: ""
        connect_timeout: 5s\nmax_body: 5\nlogage: 5d\nkey: s\nkeys: {}
        zzz: 1\nconnect-timeuot: 5s
        keys:
        keys: []
        keys: s
        keys: {send: s}
        keys: {send: s, save: [F2, '^S'], response: {yank: '#', search: none}}
        keys:\n  send: s\n  send: x
        keys:\n  send: s\nkeys:\n  save: x
        keys:\n  send: none\n  save: [none]\n  undo: [none, x]\n  redo: []
        keys:\n  send: ''\n  save: ['']\n  undo: [[], x]\n  redo: {a: {b: c}}
        keys:\n  response:\n    yank: y\n    yank: z\n  log:\n    yank: ]\n    search: s
        keys:\n  response:\n    yank: ]\n  log: ]\n  send: s
        keys:\n  send: ]
        keys: ]\nmouse: off
        keys:\n    send: s\n  save: x
        keys:\n- send: s
        keys:\n  # none\n\n  send: s\n\n# end\n  save: x
        keys: # of all panes\n  send: ]\n  save: x
        keys: !x\n  send: ]
        keys:\n  1: s\n  true: x\n  [a]: b
        keys:\n  send: 1\n  save: ~\n  undo: true
        keys:\n  a:\n    b:\n      c:\n        d: ]\n        e: f
        editor: a & b\npager: &x less
        editor: [&a]
        editor: *a
        é: 1\nmouse: é ]
        mouse: maybe\nlayout: ]\ntheme: ''\nnope: 1
        mouse: off\n: ]\n]: a\n- b\nlayout: wide
        mouse: off\nword\nlayout: wide
        mouse: off\n...\nlayout: wide
        """#

    private static func said(_ file: SettingsFile) -> String {
        var lines = SettingID.allCases.compactMap { id in
            file.entries[id].map { "\(id.rawValue): \(words($0.value)), \(Printed.quoted($0.text)), line \($0.line)" }
        }
        func shown(_ place: FilePlace?) -> String { place.map { "\($0.line):\($0.column)" } ?? "-" }
        for binding in file.bindings {
            let keys = binding.keys.map { "\(Printed.quoted($0.text)) at \(shown($0.place))" }
            let pane = binding.pane.map { "\(Printed.quoted($0)) at \(shown(binding.panePlace))" } ?? "all panes"
            lines.append(
                "key of \(Printed.quoted(binding.command)) at \(shown(binding.place)), \(pane): \(keys.joined(separator: ", "))"
            )
        }
        if !file.refused.isEmpty { lines.append("refused: \(file.refused.map(\.rawValue).sorted())") }
        if file.isLost || file.areKeysLost { lines.append("lost: \(file.isLost), keys: \(file.areKeysLost)") }
        return (lines + file.problems.map { $0.text("c") }).joined(separator: "\n")
    }

    @Test func `each file is read as it was recorded`() throws {
        var parts = Recorded.parts(of: Self.files) { line in
            let text = line.replacing("\\r", with: "\r").replacing("\\n", with: "\n").replacing("\\t", with: "\t")
            return Self.said(SettingsFileTests.file(text))
        }
        let long = String(repeating: "x", count: 81)
        let nested = (0..<6).map { "\(String(repeating: " ", count: $0))k\($0):\n" }.joined()
        let others: [(name: String, text: String)] = [
            ("a long name", "\(long): 1"), ("a long name without a value", "\(long): ]"),
            ("a long value", "mouse: \(long)"), ("a long word", "layout: \(long)"), ("deep", nested + "      v: ]"),
            ("the largest", "mouse: off\n#" + String(repeating: "x", count: SettingsFile.mostBytes - 12)),
            ("too large", "mouse: off\n#" + String(repeating: "x", count: SettingsFile.mostBytes - 11)),
            ("two marks", "\u{FEFF}\u{FEFF}mouse: off"), ("a mark within", "mouse: off\n\u{FEFF}plain: on"),
            ("a zero", "mouse: o\u{0}ff\nplain: on"), ("a separator", "mouse: off\u{2028}plain: on"),
        ]
        parts += others.map { ($0.name, Self.said(SettingsFileTests.file($0.text))) }
        let bad = SettingsFile(bytes: Array("mouse: off\né: ".utf8) + [0xC3, 0x28, 0x0A] + Array("plain: on".utf8))
        parts += [("bad bytes", Self.said(bad)), ("unreadable", Self.said(SettingsFile(unreadable: "No.")))]
        try Recorded.expect(parts, in: "settings/files")
    }

    @Test func `a hundred problems are said, and of more the first hundred`() {
        for (count, said) in [(99, 99), (100, 100), (101, 100)] {
            let file = SettingsFileTests.file((0..<count).map { "n\($0): 1\n" }.joined() + "mouse: off\n")
            #expect(file.problems.count == said && file.problems.last?.place?.line == said)
            #expect((file.entries[.mouse] != nil) == (count < 100), "what is behind them is not read")
        }
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
