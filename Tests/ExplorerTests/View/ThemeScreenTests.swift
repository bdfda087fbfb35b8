import Testing

@testable import Explorer
@testable import Settings
@testable import TerminalUI
@testable import Workspace

/// Choosing the colours of the screen.
@Suite struct ThemeScreenTests {
    private func theme(_ name: String) throws -> Theme {
        Theme(try #require(BuiltInSchemes.all.first { $0.name == name }))
    }

    private static func mine(_ ground: UInt32, problem: String? = nil) -> UserTheme {
        let colors = [RGB(ground)] + Array(repeating: RGB(0xEE_EEEE), count: 15)
        let scheme = ColorScheme(name: "mine", colors: colors)
        return UserTheme(
            name: "mine", path: "/h/themes/mine.yaml",
            scheme: problem.map { .failure(UserTheme.Unusable(sentence: $0)) } ?? .success(scheme))
    }

    private func report(_ report: TerminalReport, to robot: Robot) { robot.tell(.input(.report(report))) }

    @Test func `the list shows each theme as it is moved to, Esc returns, Enter keeps`() throws {
        let robot = Robot()
        #expect(robot.frame.theme == .standard)
        robot.press("t")
        #expect(robot.takeNames().contains("readThemes"))
        #expect(robot.dialog.contains { $0.contains("auto") && $0.contains("as the terminal is") })
        robot.press("j", "j")
        #expect(robot.frame.theme.name == "dark")
        robot.press("j")
        #expect(robot.frame.theme == (try theme("light")))
        robot.press(.escape)
        #expect(robot.frame.theme == .standard)
        #expect(robot.takeNames() == [])
        robot.press("t", "j", "j", .enter)
        #expect(robot.frame.theme.name == "dark")
        #expect(robot.footer.contains("Theme: dark."))
        #expect(robot.takeNames() == ["readThemes", "keepTheme dark"])
        robot.press("t", "G")
        #expect(robot.frame.theme.name == "solarized-light")
        robot.press("q")
        #expect(robot.frame.theme.name == "dark")
    }

    @Test(arguments: ["1", "2", "3", "4", "5", "6"])
    func `t opens the list in every pane`(pane: Character) {
        let robot = Robot()
        robot.press(.character(pane), "t")
        #expect(robot.screen.contains(" Theme "))
    }

    @Test func `a click shows a theme, and a second one keeps it`() {
        let robot = Robot()
        robot.press("t")
        robot.click(on: "dracula")
        #expect(robot.frame.theme.name == "dracula" && robot.screen.contains(" Theme "))
        robot.click(on: "dracula")
        #expect(robot.frame.theme.name == "dracula" && !robot.screen.contains(" Theme "))
        #expect(robot.takeNames().contains("keepTheme dracula"))
    }

    @Test func `auto follows what the terminal says of its background`() throws {
        let robot = Robot()
        report(.background(RGB(0x1E_1E2E)), to: robot)
        #expect(robot.frame.theme == (try theme("dark")))
        report(.background(RGB(0xFD_F6E3)), to: robot)
        #expect(robot.frame.theme == (try theme("light")))
        report(.scheme(isDark: true), to: robot)
        #expect(robot.frame.theme == (try theme("dark")))
        robot.press("t", "j", .enter)
        #expect(robot.frame.theme == .standard)
        report(.scheme(isDark: false), to: robot)
        #expect(robot.frame.theme == .standard)
    }

    @Test func `with 16 colours, or none, auto is the standard theme, and the list says why`() {
        for (depth, words) in [(ColorDepth.sixteen, "16 colours"), (.none, "NO_COLOR")] {
            let robot = Robot()
            robot.set(Themes(user: [], depth: depth, hint: "15;0"))
            report(.background(.black), to: robot)
            #expect(robot.frame.theme == .standard)
            robot.press("t")
            #expect(robot.screen.contains(words))
        }
    }

    @Test(arguments: [("15;0", "dark"), ("0;default;15", "light"), ("0;7", "light"), ("12;8", "dark")])
    func `COLORFGBG is a hint until the terminal answers`(hint: String, name: String) {
        let robot = Robot()
        robot.set(Themes(user: [], hint: hint))
        #expect(robot.frame.theme.name == name)
        report(.background(name == "dark" ? .white : .black), to: robot)
        #expect(robot.frame.theme.name == (name == "dark" ? "light" : "dark"))
    }

    @Test(arguments: ["", "15", "default;default", "15;16", "x;-1"])
    func `an unclear hint is none`(hint: String) {
        let robot = Robot()
        robot.set(Themes(user: [], hint: hint))
        #expect(robot.frame.theme.name == (hint == "15" ? "light" : "standard"))
    }

    @Test func `a theme file is read again when it changes, and keeps its colours while it is broken`() {
        let robot = Robot()
        robot.set(Themes(choice: "mine", user: [Self.mine(0x10_1010)]))
        let before = robot.frame.theme
        robot.tell(.filesChanged(FileChange(touchesThemes: true)))
        #expect(robot.takeNames() == ["readThemes"])
        robot.tell(.themesRead([Self.mine(0x20_2020)]))
        #expect(robot.frame.theme != before && robot.frame.theme.name == "mine")
        let after = robot.frame.theme
        robot.tell(.themesRead([Self.mine(0, problem: "/h/mine.yaml:3: base00 is missing.")]))
        #expect(robot.frame.theme == after && robot.footer.contains("mine.yaml:3: base00 is missing."))
        robot.press("t")
        #expect(robot.screen.contains("mine.yaml:3"))
        robot.press(.escape)
        robot.tell(.themesRead([]))
        #expect(robot.frame.theme == after && robot.footer.contains("is gone"))
        robot.tell(.themesRead([Self.mine(0x10_1010)]))
        #expect(robot.frame.theme == before)
    }

    @Test func `a theme file that comes while the list is open is in it, and the selection stays`() {
        let robot = Robot()
        robot.press("t", "j", "j")
        robot.tell(.themesRead([Self.mine(0x10_1010)]))
        #expect(robot.frame.theme.name == "dark")
        #expect(robot.dialog.contains { $0.contains("mine") && $0.contains("yours, dark") })
    }

    @Test func `a file of the user may replace a theme of ours`() {
        let scheme = ColorScheme(name: "dark", colors: [RGB(0x00_2B36)] + Array(repeating: .white, count: 15))
        let own = UserTheme(name: "dark", path: "/d.yaml", scheme: .success(scheme))
        let themes = Themes(user: [own], hint: "15;0")
        #expect(themes.current == Theme(scheme))
        #expect(themes.names.filter { $0 == "dark" }.count == 1)
    }

    @Test func `the first theme is that of the flag, the configuration, the last choice`() throws {
        let folder = try TemporaryThemes()
        func name(_ flag: String?, _ configured: String?) throws -> String {
            try FirstTheme(flag: flag, configured: configured, kept: folder.kept, folder: folder.themes).choice
        }
        #expect(try name(nil, nil) == "auto")
        try folder.keep("nord\n")
        #expect(try name(nil, nil) == "nord")
        #expect(try name(nil, "dracula") == "dracula")
        #expect(try name("mine", "dracula") == "mine")
        do throws(FirstTheme.Unknown) {
            _ = try FirstTheme(flag: "dracul", kept: nil, folder: folder.themes)
            Issue.record("there is no theme dracul")
        } catch {
            #expect(error.sentence == "There is no theme dracul. Did you mean dracula? 'apitui themes' lists them.")
        }
        let unknown = try FirstTheme(configured: "mina", kept: nil, folder: folder.themes)
        #expect(unknown.choice == "auto" && unknown.said?.contains("Did you mean mine?") == true)
        let broken = try FirstTheme(flag: "broken", kept: nil, folder: folder.themes)
        #expect(broken.choice == "auto" && broken.said?.contains("broken.yaml:") == true)
        #expect(folder.themes.read().map(\.name) == ["broken", "mine"])
    }

    @Test func `a theme that cannot be shown leaves the next source, but the flag stays`() throws {
        let folder = try TemporaryThemes()
        func read(
            _ text: String, _ variable: String? = nil, flag: String? = nil, isFirst: Bool = true
        ) -> (theme: String, problems: [String]) {
            let file = SettingsFile(bytes: Array(text.utf8))
            var flags: [SettingID: (name: String, text: String)] = [:]
            if let flag { flags[.theme] = (name: "--theme", text: flag) }
            let settings = EffectiveSettings.resolve(
                file, flags: flags, variable: { $0 == "APITUI_THEME" ? variable : nil }
            ).settings
            let reading = SettingsReading(settings: settings, file: file, problems: [])
                .withKnownTheme(isFirst: isFirst, folder: folder.themes)
            let entry = reading.settings.entry(.theme)
            return ("\(reading.settings.theme ?? "none") \(entry.source.words)", reading.problems.map { $0.text("c") })
        }
        let unknown = "There is no theme mina. Did you mean mine? 'apitui themes' lists them."
        let passed = "The variable APITUI_THEME is ignored: \(unknown)"
        let good = read("theme: nord", "mine")
        #expect(good.theme == "mine variable APITUI_THEME" && good.problems == [])
        let next = read("theme: nord", "mina")
        #expect(next.theme == "nord config.yaml:1" && next.problems == [passed])
        let none = read("theme: mina", "mina")
        #expect(none.theme == "none default" && none.problems == [passed, "c:1:1: \(unknown)"])
        let broken = read("theme: broken")
        #expect(broken.theme == "none default" && broken.problems.count == 1)
        #expect(broken.problems.first?.contains("broken.yaml:") == true)
        let flag = read("theme: nord", "nord", flag: "mina")
        #expect(flag.theme == "mina --theme" && flag.problems == [unknown])
        let later = read("theme: mina", "mina", isFirst: false)
        #expect(later.theme == "mina config.yaml:1" && later.problems == [passed], "it may come yet")
    }

    @Test func `the first theme is looked up with the settings, and is the one that is left of them`() throws {
        let folder = try TemporaryThemes()
        try folder.keep("nord\n")
        func first(_ text: String, flag: String? = nil) throws -> String {
            let file = SettingsFile(bytes: Array(text.utf8))
            var flags: [SettingID: (name: String, text: String)] = [:]
            if let flag { flags[.theme] = (name: "--theme", text: flag) }
            let settings = EffectiveSettings.resolve(file, flags: flags, variable: { _ in nil }).settings
            let reading = SettingsReading(settings: settings, file: file, problems: [])
            do throws(FirstTheme.Unknown) {
                let (known, theme) = try reading.withFirstTheme(
                    flag: flag, kept: folder.kept, folder: folder.themes)
                let user = theme.user.map(\.name).joined()
                return "\(theme.choice) \(known.problems.count) \(theme.said == nil) \(user)"
            } catch {
                return error.sentence
            }
        }
        #expect(try first("theme: mine") == "mine 0 true mine")
        #expect(try first("theme: dracula", flag: "mine") == "mine 0 true mine")
        #expect(try first("") == "nord 0 true ")
        #expect(try first("theme: mina") == "nord 1 true ", "the last choice")
        #expect(try first("theme: nord", flag: "broken") == "auto 1 false broken")
        #expect(
            try first("theme: nord", flag: "dracul")
                == "There is no theme dracul. Did you mean dracula? 'apitui themes' lists them.")
    }

    @Test(arguments: ["yaml", "yml"]) func `a theme is found by its name with both endings`(ending: String) throws {
        let folder = try TemporaryThemes()
        try folder.write("short", ground: "202020", ending: ending)
        let first = try FirstTheme(flag: "short", kept: nil, folder: folder.themes)
        #expect(first.choice == "short" && first.user.map(\.name) == ["short"])
    }

    @Test func `a chosen theme whose file was cut is not taken for another one`() throws {
        let folder = try TemporaryThemes()
        try folder.write("drac", ground: "202020")
        for length in 1...7 {
            try folder.keep(String("dracula".prefix(length)))
            let first = try FirstTheme(kept: folder.kept, folder: folder.themes)
            #expect(first.choice == "auto" && first.user.isEmpty)
            #expect(first.said?.hasSuffix("theme ends in the middle of a name: choose a theme again.") == true)
        }
        try folder.keep("")
        let none = try FirstTheme(kept: folder.kept, folder: folder.themes)
        #expect(none.choice == "auto" && none.said == nil)
    }

    @Test func `a theme file that was cut keeps its whole colours or says where it ends`() throws {
        let folder = try TemporaryThemes()
        let whole = try #require(try folder.themes.read("mine")?.scheme.get())
        let text = try folder.text("mine")
        for length in 0..<text.utf8.count {
            try folder.write("mine", text: String(text.utf8.prefix(length)) ?? "")
            switch try #require(folder.themes.read("mine")).scheme {
            case .success(let scheme): #expect(scheme == whole, "\(length)")
            case .failure(let unusable): #expect(unusable.sentence.contains("mine.yaml"), "\(length)")
            }
        }
    }
}
