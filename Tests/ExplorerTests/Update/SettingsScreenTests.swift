import Glibc
import NetEngine
import TestSupport
import Testing

@testable import Base
@testable import Explorer
@testable import HTTPFormat
@testable import Settings
@testable import TerminalUI
@testable import Workspace

/// The configuration on the screen: its keys, its defaults, and what changes while the program runs.
@Suite struct SettingsScreenTests {
    private static func robot(_ text: String) -> Robot {
        let robot = Robot()
        robot.tell(.settingsRead(SettingsReading(text)))
        robot.effects = []
        return robot
    }

    @Test func `footer, help and palette show the keys that hold`() {
        let robot = Self.robot("keys:\n  send: x\n  response:\n    yank: F7\n")
        robot.wait(.seconds(20))
        robot.tick()
        #expect(robot.row(39).contains("x send") && !robot.row(39).contains("s send"))
        robot.press("?", "/")
        robot.type("Send the open request")
        #expect(robot.screen.contains(" x "))
        robot.press(.escape, .escape, ":")
        robot.type("send past")
        #expect(robot.screen.contains("Send past the cache"))
        robot.press(.escape, "3", ":")
        robot.type("Copy the body, a header")
        #expect(robot.screen.contains("F7"))
    }

    @Test func `sentences name the keys that hold`() {
        let robot = Self.robot("keys:\n  undo: x\n  save: F9\n  send: F8\n")
        robot.press("2", "D")
        #expect(robot.footer.contains("Parameter removed. x takes it back."))
        #expect(robot.border(.request).contains("F9 save"))
        robot.press("3", "y")
        #expect(robot.footer.contains("F8 sends the request."))
        robot.press("1", "D", "d")
        #expect(robot.footer.contains("Deleted. x takes it back, F9 writes the file."))
    }

    @Test func `sentences about panes name the keys that hold`() throws {
        let robot = Self.robot(
            "keys:\n  focus-request: F5\n  focus-response: F6\n  focus-runs: F7\n  change-layout: F8\n  fold: F9\n  focus-next: F10\n"
        )
        robot.resize(90, 30)
        robot.press("1", "g", "s")
        var said = [robot.toastText]
        robot.press(.function(5), "<")
        said.append(robot.toastText)
        robot.press(.function(9))
        said.append(robot.toastText)
        robot.resize(78, 20)
        said.append(robot.screen.contains("F10: next") ? "the switcher names it" : robot.row(1))
        for ending in [Ending.ok, .timedOut] {
            robot.press("1", "j")
            try robot.finish(try #require(robot.send()), ending)
            said.append(robot.toastText)
        }
        #expect(
            said == [
                "Select a request to send it; F5 goes to the one that is open.",
                "In the accordion the pane with the focus has the room; F8 changes the layout.",
                "Request is folded until it has the focus; F9 in it unfolds it.", "the switcher names it",
                "200 OK. Press F6 for the response.", "timeout: no response. Press F6 for what happened.",
            ])
    }

    @Test func `the key that opened a dialog closes it, and the key of before does not`() {
        let robot = Self.robot(
            "keys:\n  show-findings: F8\n  explain: F9\n  show-reasons: F10\n  show-help: [F11, '?']\n")
        var closed: [String] = []
        for (key, before) in [(8, "L"), (9, "K"), (10, "a"), (11, "Z")] as [(Int, Character)] {
            robot.press(.function(key))
            let kind = robot.dialogKind ?? "nothing"
            robot.press(.character(before))
            if robot.dialogKind == kind { robot.press(.function(key)) }
            closed.append("\(kind) \(robot.dialogCount)")
        }
        #expect(closed == ["FindingsBrowser 0", "ExplainOverlay 0", "ReasonsOverlay 0", "HelpOverlay 0"])
    }

    @Test func `dialogs name the keys that hold, and are closed by them`() {
        let robot = Self.robot("keys:\n  go-to: F2\n  choose-environment: F6\n  send: F8\n")
        robot.press("3", .function(2))
        #expect(robot.footer.contains("F2 needs a response. F8 sends the request."))
        robot.press(.function(6), ",")
        #expect(robot.screen.contains("┏ Environment "), "the key of before does nothing")
        robot.press(.function(6))
        #expect(!robot.hasDialog)
        robot.press("2", .function(8))
        robot.resolveAll {
            .unresolved([UnresolvedVariable(name: "token", line: $0.request.line, reason: "no value")], uses: [])
        }
        #expect(robot.screen.contains("Choose another with F6 or give"), "\(robot.screen)")
        robot.press(.function(6))
        #expect(robot.screen.contains("┏ Environment "))
        robot.press(.escape, "?", .tab)
        #expect(robot.screen.contains("a click or F6"), "\(robot.screen)")
    }

    @Test func `a chosen key does its command, and the old one says that it does nothing`() {
        let robot = Self.robot("keys:\n  chooseEnvironment: x\n  choose-environment: x\n")
        robot.press("x")
        #expect(robot.screen.contains("Environment"))
        robot.press(.escape, ",")
        #expect(robot.screen.contains(", does nothing in Collections"))
    }

    @Test func `the hints of a field name the keys that work in it`() {
        let robot = Self.robot("keys:\n  send: [x, F6]\n  save: none\n")
        robot.press("2", "i")
        let footer = robot.row(39)
        #expect(footer.contains("F6 send") && !footer.contains("F5") && !footer.contains("save"))
    }

    @Test func `problems are said in one line, with the number of the others`() {
        let robot = Self.robot("tmeout: 3s\nmouse: maybe\nkeys:\n  undo: ^H\n")
        #expect(
            robot.row(39).contains(
                "! config.yaml:1:1: There is no setting 'tmeout'. Did you mean 'timeout'? 2 more: 'apitui config' lists them."
            ))
    }

    @Test func `a change while the program runs is taken over, and a bad edit keeps what held`() {
        let robot = Self.robot("theme: a\nkeys:\n  undo: x\n")
        let first = SettingsReading("theme: a\nkeys:\n  undo: x\n").settings
        robot.tell(.settingsRead(SettingsReading("theme: b\nmouse: off\nkeys:\n  undo: ^H\n", last: first)))
        #expect(robot.themeName == "b")
        #expect(robot.takeNames() == ["readThemes", "takeMouse false"])
        #expect(robot.keys(of: .undo, in: .request) == ["x"])
        robot.tell(.settingsRead(SettingsReading("}{", last: first)))
        #expect(robot.themeName == "a")
        #expect(robot.keys(of: .undo, in: .request) == ["x"])
    }

    @Test func `what the user chose on the screen stays while the file says the same`() {
        let robot = Robot()
        robot.choose("Mouse on or off")
        #expect(robot.takeNames() == ["takeMouse false"])
        #expect(robot.row(39).contains("The mouse is the terminal's: drag to select text. F9 takes it back."))
        robot.tell(.settingsRead(SettingsReading("theme: b\n")))
        #expect(robot.takeNames() == ["readThemes"])
        robot.press(.function(9))
        #expect(robot.takeNames() == ["takeMouse true"])
        #expect(robot.row(39).contains("The screen takes the mouse again; Shift-drag selects text."))
    }

    @Test func `the file is read again when it changes, and the collection is not`() {
        let robot = Robot()
        robot.tell(.filesChanged(FileChange(touchesSettings: true)))
        #expect(robot.takeNames() == ["readSettings"])
        robot.tell(.filesChanged(FileChange(isStructural: true, touchesSettings: true)))
        #expect(robot.takeNames() == ["readSettings", "loadCollection"])
    }

    @Test func `a layout of the file is used, and auto is by the size again`() {
        let robot = Self.robot("layout: wide\n")
        #expect(robot.arrangement == .wide)
        robot.tell(.settingsRead(SettingsReading("layout: auto\n")))
        #expect(robot.arrangement == .classic)
    }

    @Test func `a request is sent with the limits of the file, unless it has its own`() throws {
        let robot = Self.robot("timeout: 3s\nconnect-timeout: 2s\nmax-body: 10MB\ncache: reload\n")
        robot.press("j", "s")
        let job = try #require(robot.take().compactMap { if case .resolve(let job) = $0 { job } else { nil } }.first)
        #expect(job.defaults == RequestDefaults(timeout: .seconds(3), connectTimeout: .seconds(2), maxBody: 10_000_000))
        #expect(job.cache.standard == .reload && job.cache.session == nil)
        #expect(robot.row(0).contains("cache reload"))
    }

    @Test func `the Options tab names where a default comes from`() throws {
        let settings = SettingsReading("\ntimeout: 3s\n").settings
        let document = HTTPDocument(bytes: Array("GET http://h/a\n".utf8))
        let request = try #require(document.requests.first)
        let rows = OptionRow.rows(of: request, in: document, configured: settings)
        #expect(rows.contains { $0.title == "timeout" && $0.value == "3s" && $0.origin == "config.yaml:2" })
        #expect(rows.contains { $0.title == "connection timeout" && $0.origin == "default" })
    }
}

/// The file as the program reads it.
@Suite struct SettingsSourceTests {
    @Test func `no file is no problem, and a folder in its place is one`() throws {
        let home = try TemporaryFolder()
        let source = SettingsSource(path: "\(home.path)/config.yaml", variable: { _ in nil })
        #expect(source.read().problems == [] && source.read().settings == EffectiveSettings())
        #expect(SettingsSource(path: nil, variable: { _ in nil }).read().problems == [])
        let folder = SettingsSource(path: home.path, variable: { _ in nil }).read()
        #expect(folder.problems.count == 1 && folder.file.isLost)
    }

    @Test(arguments: [
        ("nowhere", "is a link to a file that does not exist."),
        ("config.yaml", "cannot be read: Too many levels of symbolic links."),
        ("large", "cannot be read: it is larger than 128 KiB."),
    ])
    func `settings that cannot be reached are not taken for none`(_ target: String, _ clause: String) throws {
        let home = try TemporaryFolder()
        try home.write(String(repeating: "#", count: SettingsFile.mostBytes + 1), to: "large")
        let path = "\(home.path)/config.yaml"
        symlink(target, path)
        let reading = SettingsSource(path: path, variable: { _ in nil }).read()
        #expect(reading.problems.map { $0.text(path) } == ["\(path) \(clause)"])
    }

    @Test func `what is read again keeps the value of a line that became wrong`() throws {
        let home = try TemporaryFolder()
        try home.write("mouse: off\n", to: "config.yaml")
        let source = SettingsSource(path: "\(home.path)/config.yaml", variable: { _ in nil })
        #expect(!source.read().settings.usesMouse)
        #expect(source.readIfChanged().map { _ in true } == nil)
        try home.write("mouse: offf\n", to: "config.yaml")
        let reading = try #require(source.readIfChanged())
        #expect(!reading.settings.usesMouse && reading.problems.count == 1)
    }

    @Test func `the words for pictures and layouts are those of the screen`() {
        #expect(Setting.rows[.images]?.kind == .choice(ImageChoice.allCases.map(\.rawValue)))
        #expect(Setting.rows[.layout]?.kind == .choice(["auto"] + Arrangement.allCases.map(\.rawValue)))
    }
}
