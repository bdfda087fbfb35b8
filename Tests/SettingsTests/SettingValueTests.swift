import NetEngine
import TestSupport
import Testing

@testable import Settings

/// What each setting takes, where it comes from, and what the program gets of it.
@Suite struct SettingValueTests {
    private func words(_ value: SettingValue) -> String {
        switch value {
        case .text(let text): "text \(text)"
        case .toggle(let isOn): isOn ? "on" : "off"
        case .time(let time): "\(TimeText.write(time))"
        case .size(let size): size == .max ? "no limit" : "\(size) bytes"
        }
    }

    private func read(_ name: String, _ text: String) -> String {
        guard let setting = SettingID(rawValue: name).flatMap({ Setting.rows[$0] }) else { return "no setting" }
        do throws(SettingRefusal) { return words(try setting.read(text)) } catch { return error.clause }
    }

    @Test func `a value is read by the kind of its setting, within its range`() {
        let table = """
            theme x y -> text x y
            theme   -> takes a name, not ' '.
            editor   -> takes a command, not ' '.
            pager less -R -> text less -R
            layout accordion -> text accordion
            layout classic -> text classic
            layout zzzz -> takes auto, accordion, classic or wide, not 'zzzz'.
            images sixel -> text sixel
            images zzzz -> takes auto, blocks, sixel or kitty, not 'zzzz'.
            cache force-cache -> text force-cache
            cache only-if-cached -> text only-if-cached
            plain on -> on
            plain YES -> on
            plain true -> on
            mouse Off -> off
            mouse no -> off
            mouse false -> off
            mouse 1 -> takes on or off, not '1'.
            timeout 1ms -> 1ms
            timeout 0.4ms -> takes 1ms to 1d, not '0.4ms'.
            timeout 24h -> 1d
            timeout 86401s -> takes 1ms to 1d, not '86401s'.
            timeout soon -> takes a time with its unit, such as 500ms, 30s, 5m or 1h, not 'soon'.
            connect-timeout 1d -> 1d
            connect-timeout 2d -> takes 1ms to 1d, not '2d'.
            log-age 60s -> 1m
            log-age 59s -> takes 1m to 3650d, not '59s'.
            log-age 3650d -> 3650d
            log-age 3651d -> takes 1m to 3650d, not '3651d'.
            max-body 1 -> 1 bytes
            max-body 0 -> takes at least 1 B, not '0'.
            max-body 64KiB -> 65536 bytes
            max-body none -> no limit
            max-body 999999TB -> 999999000000000000 bytes
            max-body 9999999999GB -> takes less than 1000000 TB, or none, not '9999999999GB'.
            log-age soon -> takes a time with its unit, such as 5m, 1h or 7d, not 'soon'.
            log-size 1MB -> 1000000 bytes
            log-size 999999 -> takes at least 1.0 MB, not '999999'.
            log-size none -> no limit
            """
        let found = FilledTable(table).filled { left in
            let name = left.prefix { $0 != " " }
            return read(String(name), String(left.dropFirst(name.count + 1)))
        }
        #expect(found == table)
        let long = String(repeating: "x", count: 81)
        #expect(read("plain", long) == "takes on or off, not '\(long.dropFirst())'.")
    }

    @Test func `each setting is known by its name, its variable, its flags and its default`() {
        let rows = Setting.table.map { setting in
            let names = [setting.id.rawValue, setting.variable] + setting.flags + setting.sharedVariables
            return "\(names.joined(separator: " ")): \(setting.standard ?? "(\(setting.otherwise))"), \(setting.takes)"
        }
        #expect(
            rows.joined(separator: "\n") == """
                theme APITUI_THEME --theme: (the one that t chose, else auto), a name
                layout APITUI_LAYOUT: auto, auto, accordion, classic or wide
                plain APITUI_PLAIN --plain: off, on or off
                mouse APITUI_MOUSE --no-mouse: on, on or off
                images APITUI_IMAGES --images: auto, auto, blocks, sixel or kitty
                editor APITUI_EDITOR VISUAL EDITOR: (vi or nano), a command
                pager APITUI_PAGER PAGER: (less or more), a command
                timeout APITUI_TIMEOUT run --timeout send --max-time: 60s, a time with its unit, such as 500ms, 30s, 5m or 1h
                connect-timeout APITUI_CONNECT_TIMEOUT: 10s, a time with its unit, such as 500ms, 30s, 5m or 1h
                cache APITUI_CACHE --cache: (default; no-store for run), default, no-store, reload, no-cache, force-cache or only-if-cached
                max-body APITUI_MAX_BODY --max-body: none, a size such as 10MB or 64MiB, or none
                log-age APITUI_LOG_AGE: 30d, a time with its unit, such as 5m, 1h or 7d
                log-size APITUI_LOG_SIZE: 1GB, a size such as 10MB or 64MiB, or none
                """)
    }

    // MARK: What the program gets

    private func facts(_ settings: EffectiveSettings) -> String {
        func text(_ value: (some Any)?) -> String { value.map { "\($0)" } ?? "-" }
        return """
            \(text(settings.theme)) \(settings.layout) \(settings.isPlain) \(settings.usesMouse) \(settings.images)
            \(text(settings.editor)) \(text(settings.pager)) \(text(settings.cache?.rawValue))
            \(text(settings.timeout.map(TimeText.write))) \(text(settings.connectTimeout.map(TimeText.write)))
            \(text(settings.maxBody)) \(text(settings.logAge.map(TimeText.write))) \(text(settings.logSize))
            """
    }

    private func resolve(
        _ text: String, _ variables: [String: String] = [:], flags: [SettingID: (name: String, text: String)] = [:]
    ) -> EffectiveSettings {
        EffectiveSettings.resolve(SettingsFileTests.file(text), flags: flags, variable: { variables[$0] }).settings
    }

    @Test func `every setting of the file reaches the program, and a default counts only if it was chosen`() {
        #expect(facts(EffectiveSettings()) == "- auto false true auto\n- - -\n- -\n- - -")
        #expect(
            facts(
                resolve(
                    """
                    theme: a
                    layout: wide
                    plain: on
                    mouse: off
                    images: kitty
                    editor: ed -s
                    pager: most
                    timeout: 3s
                    connect-timeout: 4s
                    cache: reload
                    max-body: 5KB
                    log-age: 2d
                    log-size: 2GB
                    """)) == "a wide true false kitty\ned -s most reload\n3s 4s\n5000 2d 2000000000")
        #expect(
            facts(resolve("timeout: 60s\nconnect-timeout: 10s\nmax-body: none\nlog-age: 30d\nlog-size: 1GB"))
                == "- auto false true auto\n- - -\n1m 10s\n- 30d 1000000000")
    }

    @Test func `where a setting comes from is said, and what cannot be read gives way to the next`() {
        func source(_ id: SettingID, _ settings: EffectiveSettings) -> String {
            let entry = settings.entry(id)
            return "\(entry.text) from \(entry.source.words)"
        }
        let text = "cache: reload\neditor: ed"
        #expect(source(.timeout, resolve("")) == "60s from default")
        #expect(source(.cache, resolve("")) == "default; no-store for run from default")
        #expect(source(.editor, resolve(text)) == "ed from config.yaml:2")
        #expect(source(.cache, resolve(text, ["APITUI_CACHE": "default"])) == "default from variable APITUI_CACHE")
        #expect(source(.cache, resolve(text, ["APITUI_CACHE": ""])) == "reload from config.yaml:1")
        #expect(source(.cache, resolve(text, ["APITUI_CACHE": "x"])) == "reload from config.yaml:1")
        let flags: [SettingID: (name: String, text: String)] = [.cache: ("--cache", "no-cache")]
        #expect(source(.cache, resolve(text, ["APITUI_CACHE": "default"], flags: flags)) == "no-cache from --cache")
        let wrong: [SettingID: (name: String, text: String)] = [.cache: ("--cache", "x")]
        #expect(
            source(.cache, resolve(text, ["APITUI_CACHE": "default"], flags: wrong))
                == "default from variable APITUI_CACHE")
        #expect(source(.editor, resolve("", ["VISUAL": "v", "EDITOR": "e"])) == "v from variable VISUAL")
        #expect(source(.editor, resolve("", ["EDITOR": "e"])) == "e from variable EDITOR")
        #expect(source(.pager, resolve("", ["EDITOR": "e", "VISUAL": "v"])) == "less or more from default")
    }

    @Test func `a problem is said with its place in the file, or alone`() {
        #expect(SettingsProblem(FilePlace(line: 3, column: 9), "No.").text("f.yaml") == "f.yaml:3:9: No.")
        #expect(SettingsProblem(nil, "No.").text("f.yaml") == "No.")
        let large = SettingsFile(bytes: [UInt8](repeating: 0x23, count: SettingsFile.mostBytes + 1))
        #expect(large.problems.map(\.sentence) == ["It is larger than 128 KiB, so nothing of it is used."])
        #expect(large.isLost && large.areKeysLost)
        let most = SettingsFile(bytes: [UInt8](repeating: 0x23, count: SettingsFile.mostBytes))
        #expect(most.problems.isEmpty && !most.isLost)
        let broken = SettingsFileTests.file("keys: ]\nmouse: off\n")
        #expect(broken.areKeysLost && !broken.isLost && broken.entries[.mouse] != nil)
        let words = SettingsFileTests.file("only words\n")
        #expect(words.isLost && words.areKeysLost)
        let places = [(1, 1), (1, 2), (2, 1)].map { FilePlace(line: $0.0, column: $0.1) }
        #expect(places.shuffled().sorted() == places)
    }
}
