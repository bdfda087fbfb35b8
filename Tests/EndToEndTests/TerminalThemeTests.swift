import Foundation
import TestSupport
import Testing

/// The built program in the colours of themes, on terminals that say what background they have.
@Suite(.serialized) struct TerminalThemeTests {
    private let home: TemporaryFolder

    init() throws {
        home = try TemporaryFolder()
        try home.copy(BuiltProgram.demoCollection, to: "demo")
    }

    private func environment(_ variables: [String: String]) -> [String: String] {
        BuiltProgram.environment(home: home, adding: ["TERM": "xterm-256color"].merging(variables) { $1 })
    }

    private func start(_ arguments: [String] = [], _ variables: [String: String] = [:]) throws -> PseudoTerminal {
        try PseudoTerminal(
            ["demo", "\(home.path)/demo"] + arguments, environment: environment(variables).map { "\($0)=\($1)" },
            rows: 40, columns: 120)
    }

    private func run(_ arguments: String...) async throws -> ProgramRun {
        try await ProgramRun.run(BuiltProgram.path, arguments, environment: environment([:]))
    }

    private func writeTheme(ground: String, grey: String = "909090") throws {
        let colors = [ground, "202020", "303030", grey] + Array(repeating: "e0e0e0", count: 12)
        let lines = colors.enumerated().map { "  base0\(String($0, radix: 16, uppercase: true)): \"\($1)\"" }
        try home.write((["palette:"] + lines).joined(separator: "\n"), to: "config/apitui/themes/mine.yaml")
    }

    private static let question = "\u{1B}]11;?\u{1B}\\"
    private static let follow = "\u{1B}[?2031h"

    @Test func `the background is asked for after the first frame, and the screen follows it`() throws {
        let terminal = try start([], ["COLORTERM": "truecolor"])
        terminal.expect("Collections")
        terminal.expect(Self.follow + Self.question)
        terminal.type("\u{1B}]11;rgb:ffff/ffff/ffff\u{1B}\\\u{1B}[?62;22c")
        terminal.expect("48;2;251;250;247m")
        // The user makes the terminal dark.
        terminal.type("\u{1B}[?997;1n")
        terminal.expect("48;2;22;24;29m")
        terminal.type("Q")
        #expect(terminal.end() == 0)
        let text = terminal.text
        let (last, end) = (text.firstRange(of: "\u{1B}[?2031l"), text.firstRange(of: "\u{1B}[?1049l"))
        #expect(try #require(last).lowerBound < #require(end).lowerBound)
    }

    @Test func `a variable with the name of no theme leaves the theme of the file`() throws {
        try home.write("theme: nord\n", to: "config/apitui/config.yaml")
        let terminal = try start([], ["COLORTERM": "truecolor", "APITUI_THEME": "nordd"])
        terminal.expect("48;2;46;52;64m")
        terminal.expect("APITUI_THEME")
        terminal.type("Q")
        #expect(terminal.end() == 0)
    }

    @Test func `with 256 colours a theme has the nearest ones`() throws {
        let terminal = try start(["--theme", "solarized-light"])
        terminal.expect("48;5;")
        terminal.type("Q")
        #expect(terminal.end() == 0)
        #expect(!terminal.text.contains("48;2;"))
    }

    /// With true colour, too, the numbers 0 to 7 are the user's own colours: 1 is a red, 7 a light grey.
    @Test(arguments: [("000000", "1;0;0"), ("000001", "1;0;1"), ("000007", "1;0;7"), ("000008", "0;0;8")])
    func `no colour of a theme is one of the user's own, not even nearly black`(ground: String, sent: String) throws {
        try writeTheme(ground: ground)
        let terminal = try start(["--theme", "mine"], ["COLORTERM": "truecolor"])
        terminal.expect("48;2;\(sent)m")
        terminal.type("Q")
        #expect(terminal.end() == 0)
    }

    @Test(arguments: [
        (["TERM": "screen-256color"]), (["NO_COLOR": "1"]), (["TERM": "linux"]),
        (["TERM": "screen-256color", "TMUX": "/tmp/x,1,0"]),
    ])
    func `some are not asked, and keep their own colours`(variables: [String: String]) throws {
        let terminal = try start([], variables)
        terminal.expect("The demo server runs on")
        terminal.type("t")
        terminal.expect("solarized-dark")
        terminal.type("qQ")
        #expect(terminal.end() == 0)
        #expect(!terminal.text.contains(Self.question) && !terminal.text.contains("2031"))
    }

    @Test func `GNU screen gets no true colour, even where the terminal around it has it`() throws {
        let terminal = try start(["--theme", "nord"], ["TERM": "screen-256color", "COLORTERM": "truecolor"])
        terminal.expect("48;5;")
        terminal.type("Q")
        #expect(terminal.end() == 0)
        #expect(!terminal.text.contains("8;2;"))
    }

    @Test func `keys and the mouse work with true colour as without`() throws {
        for colors in ["", "truecolor"] {
            let terminal = try PseudoTerminal(
                ["keys"], environment: environment(["COLORTERM": colors]).map { "\($0)=\($1)" }, rows: 30, columns: 80)
            terminal.expect(colors.isEmpty ? "256 colours" : "true colour")
            terminal.expect("TERM=xterm-256color")
            terminal.type("\u{1B}OA")
            terminal.expect("Up")
            terminal.type("\u{1B}[1;5D")
            terminal.expect("Ctrl-Left")
            terminal.type("\u{1B}[15~")
            terminal.expect("F5")
            terminal.type("\u{1B}[<0;10;5M")
            terminal.expect("press at column 9, row 4")
            terminal.type("\u{3}\u{3}")
            #expect(terminal.end() == 0)
        }
    }

    @Test func `a theme is kept for the next start`() throws {
        let terminal = try start([], ["COLORTERM": "truecolor"])
        terminal.expect("The demo server runs on")
        terminal.type("t")
        terminal.expect("catppuccin-mocha")
        terminal.type("jjjjjjjj")
        terminal.expect("48;2;30;30;46m")
        terminal.type("\rQ")
        #expect(terminal.end() == 0)
        #expect(try home.read("state/apitui/theme") == "catppuccin-mocha\n")
        let next = try start([], ["COLORTERM": "truecolor"])
        next.expect("48;2;30;30;46m")
        next.type("Q")
        #expect(next.end() == 0)
    }

    @Test func `a theme file is read again when it is saved`() throws {
        try writeTheme(ground: "102030")
        let terminal = try start(["--theme", "mine"], ["COLORTERM": "truecolor"])
        terminal.expect("48;2;16;32;48m")
        terminal.expect("The demo server runs on")
        try writeTheme(ground: "302010")
        terminal.expect("48;2;48;32;16m")
        try home.write("palette: 1", to: "config/apitui/themes/mine.yaml")
        terminal.expect("mine.yaml:1: palette must hold base00 to base0F")
        terminal.type("Q")
        #expect(terminal.end() == 0)
    }

    @Test func `a theme that cannot be used does not keep the screen from opening`() throws {
        try home.write("palette:\n  base00: \"xyz\"\n", to: "config/apitui/themes/mine.yaml")
        let terminal = try start(["--theme", "mine"])
        terminal.expect("mine.yaml:2: base00 is not a colour: xyz")
        terminal.type("Q")
        #expect(terminal.end() == 0)
    }

    @Test func `the command lists themes with what was moved in the user's, and names the nearest`() async throws {
        try writeTheme(ground: "101010", grey: "404040")
        let list = try await run("themes")
        #expect(list.status == 0 && list.errorText.isEmpty)
        let lines = list.text.split(separator: "\n")
        #expect(lines.count >= 20 && lines[0] == "auto              any background")
        #expect(lines[1].hasSuffix("/config/apitui/themes/mine.yaml  2 colours moved"))
        #expect(lines.contains { $0.hasPrefix("nord ") && $0.hasSuffix(" dark") })
        let shown = try await run("themes", "show", "mine")
        #expect(shown.text.contains("base03  #404040 -> #"))
        #expect(shown.text.contains("text on #101010  contrast 1.8 -> 4.5, at least 4.5"))
        let json = try await run("themes", "show", "\(home.path)/config/apitui/themes/mine.yaml", "--json")
        #expect(json.text.hasPrefix(#"{"name":"mine","kind":"dark","path":""#))
        #expect(json.text.contains(##"{"color":"base03","use":"text","from":"#404040","to":"##))
        let unknown = try await run("themes", "show", "dracul")
        #expect(unknown.status == 2)
        #expect(
            unknown.errorText
                == "apitui: There is no theme dracul. Did you mean dracula? 'apitui themes' lists them.\n")
        try home.write("palette: [", to: "config/apitui/themes/bad.yaml")
        let broken = try await run("themes", "--json")
        #expect(broken.status == 1 && broken.text.hasPrefix("[{") && broken.errorText.contains("bad.yaml:"))
        let flag = try await run("demo", "--theme", "nrod")
        #expect(flag.status == 2 && flag.errorText.contains("Did you mean nord?"))
    }
}
