import NetEngine
import Testing

@testable import Settings

/// Which source of a setting goes before which.
@Suite struct EffectiveSettingsTests {
    private func resolve(
        _ text: String, _ variables: [String: String] = [:],
        flags: [SettingID: (name: String, text: String)] = [:], last: EffectiveSettings? = nil
    ) -> (settings: EffectiveSettings, problems: [SettingsProblem]) {
        EffectiveSettings.resolve(
            SettingsFileTests.file(text), flags: flags, variable: { variables[$0] }, last: last)
    }

    @Test func `without a file the defaults hold`() {
        let (settings, problems) = resolve("")
        #expect(problems == [] && settings == EffectiveSettings())
        for setting in Setting.table { #expect(settings.entry(setting.id).source == .standard) }
        #expect(settings.theme == nil && settings.layout == "auto" && settings.usesMouse)
        #expect(settings.timeout == nil && settings.cache == nil && settings.maxBody == nil)
        #expect(settings.editor == nil && settings.logAge == nil)
    }

    @Test func `a flag goes before a variable, that before the file, and that before the default`() {
        let text = "mouse: off\ntimeout: 3s"
        #expect(resolve(text).settings.entry(.mouse).source == .file(line: 1))
        let variables = ["APITUI_MOUSE": "on", "APITUI_TIMEOUT": "4s"]
        let (settings, _) = resolve(text, variables)
        #expect(settings.usesMouse && settings.entry(.mouse).source == .variable("APITUI_MOUSE"))
        #expect(settings.timeout == .seconds(4))
        let flagged = resolve(text, variables, flags: [.mouse: ("--no-mouse", "off")]).settings
        #expect(!flagged.usesMouse && flagged.entry(.mouse).source == .flag("--no-mouse"))
    }

    @Test func `the file goes before variables of other programs`() {
        let variables = ["VISUAL": " ", "EDITOR": "ed", "PAGER": "most"]
        #expect(resolve("", variables).settings.editor == "ed")
        #expect(resolve("", variables).settings.entry(.pager).source == .variable("PAGER"))
        #expect(resolve("editor: nvim", variables).settings.editor == "nvim")
        #expect(resolve("editor: nvim", variables.merging(["APITUI_EDITOR": "kak"]) { $1 }).settings.editor == "kak")
    }

    @Test func `a variable that cannot be understood is reported, and the next source holds`() {
        let (settings, problems) = resolve("cache: reload", ["APITUI_CACHE": "never"])
        #expect(settings.cache == .reload)
        #expect(problems.count == 1)
        #expect(problems[0].text("c").hasPrefix("The variable APITUI_CACHE takes default, "))
    }

    @Test func `a value that turned out to be none leaves the next source`() {
        func source(_ text: String, _ variables: [String: String] = [:], times: Int = 1) -> String {
            let file = SettingsFileTests.file(text)
            var settings = EffectiveSettings.resolve(file, variable: { variables[$0] }).settings
            for _ in 0..<times { settings.passOver(.theme, in: file) }
            return "\(settings.theme ?? "none") \(settings.entry(.theme).source.words)"
        }
        let variables = ["APITUI_THEME": "v"]
        #expect(source("theme: f", variables, times: 0) == "v variable APITUI_THEME")
        #expect(source("theme: f", variables) == "f config.yaml:1")
        #expect(source("theme: f", variables, times: 2) == "none default")
        #expect(source("", variables) == "none default" && source("theme: f") == "none default")
        #expect(source("") == "none default")
    }

    @Test func `a line that became wrong keeps what held before, and a line that went is gone`() {
        let first = resolve("theme: a\nmouse: off\ntimeout: 3s").settings
        let second = resolve("theme: a\nmouse: offf", last: first).settings
        #expect(!second.usesMouse)
        #expect(second.timeout == nil)
        // Nothing of it can be read.
        let third = resolve("}{", last: second).settings
        #expect(third.theme == "a" && !third.usesMouse)
    }

    @Test func `the table has one row for each setting, whose default can be read`() {
        #expect(Setting.table.map(\.id) == SettingID.allCases)
        for setting in Setting.table {
            if let standard = setting.standard { #expect((try? setting.read(standard)) != nil, "\(setting.id)") }
            #expect(setting.help.hasSuffix("."))
            #expect((setting.standard == nil) != setting.otherwise.isEmpty)
        }
        #expect(Setting.rows[.connectTimeout]?.variable == "APITUI_CONNECT_TIMEOUT")
    }

    @Test func `the defaults that the table names are the engine's`() {
        let timeouts = RequestOptions().timeouts
        #expect(EffectiveSettings().entry(.timeout).value == timeouts.total.map { .time($0) })
        #expect(EffectiveSettings().entry(.connectTimeout).value == timeouts.connect.map { .time($0) })
    }

    @Test(arguments: ["1ms", "250ms", "30s", "90s", "5m", "2h", "7d", "3650d"])
    func `a time is written as it is read`(text: String) throws {
        let time = try #require(TimeText.read(text))
        #expect(TimeText.write(time) == (text == "90s" ? "90s" : text))
    }
}
