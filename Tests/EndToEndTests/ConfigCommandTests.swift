import Foundation
import TestSupport
import Testing

/// `apitui config`, and the configuration where commands and the screen use it.
@Suite struct ConfigCommandTests {
    private let home: TemporaryFolder

    init() throws { home = try TemporaryFolder() }

    private var file: String { "\(home.path)/config/apitui/config.yaml" }

    private func write(_ text: String) throws { try home.write(text, to: "config/apitui/config.yaml") }

    private func run(_ arguments: [String], _ variables: [String: String] = [:]) async throws -> ProgramRun {
        try await ProgramRun.run(
            BuiltProgram.path, arguments, environment: BuiltProgram.environment(home: home, adding: variables),
            folder: home.path)
    }

    private func line(_ name: String, of run: ProgramRun) -> String {
        let line = run.text.split(separator: "\n").first { $0.hasPrefix(name + " ") } ?? ""
        return line.split(separator: " ").joined(separator: " ")
    }

    @Test func `without a file the defaults hold, and nothing is wrong`() async throws {
        let run = try await run(["config"])
        #expect(run.status == 0 && run.errorOutput.isEmpty)
        #expect(line("theme", of: run) == "theme the one that t chose, else auto default")
        #expect(line("timeout", of: run) == "timeout 60s default")
        #expect(line("editor", of: run) == "editor vi or nano default")
        #expect(!run.text.contains("keys"))
        #expect(!FileManager.default.fileExists(atPath: "\(home.path)/config"), "nothing is written")
    }

    @Test func `each value names its source`() async throws {
        try write("mouse: off\n\ntimeout: 3s\nkeys:\n  undo: x\n")
        let run = try await run(["config", "--images", "blocks"], ["APITUI_TIMEOUT": "4s", "PAGER": "most -s"])
        #expect(run.status == 0 && run.errorOutput.isEmpty)
        #expect(line("mouse", of: run) == "mouse off config.yaml:1")
        #expect(line("timeout", of: run) == "timeout 4s variable APITUI_TIMEOUT")
        #expect(line("pager", of: run) == "pager most -s variable PAGER")
        #expect(line("images", of: run) == "images blocks --images")
        #expect(run.text.hasSuffix("\nkeys\n  undo  x\n"))
    }

    @Test func `every bad line is reported with its place, and the status is 1`() async throws {
        try write("mouse: maybe\ntheme: zz-top\nkeys:\n  undo: ^H\n")
        let run = try await run(["config"])
        #expect(run.status == 1)
        #expect(line("theme", of: run) == "theme the one that t chose, else auto default")
        #expect(
            run.errorText == """
                apitui: \(file):1:8: mouse takes on or off, not 'maybe'.
                apitui: \(file):2:1: There is no theme zz-top. 'apitui themes' lists them.
                apitui: \(file):4:9: '^H' cannot be the key of 'undo': a terminal sends it as Backspace.

                """)
    }

    @Test func `a variable with the name of no theme is passed over, as every wrong value is`() async throws {
        try write("theme: nord\ntimeout: 3s\n")
        let run = try await run(["config"], ["APITUI_THEME": "nordd", "APITUI_TIMEOUT": "5x"])
        #expect(run.status == 1)
        #expect(line("theme", of: run) == "theme nord config.yaml:1")
        #expect(line("timeout", of: run) == "timeout 3s config.yaml:2")
        #expect(
            run.errorText.hasSuffix(
                "apitui: The variable APITUI_THEME is ignored: There is no theme nordd. Did you mean nord? 'apitui themes' lists them.\n"
            ), "\(run.errorText)")
    }

    @Test func `a file that is not YAML gets one sentence, with hostile bytes made visible`() async throws {
        try write("\u{1B}[31m}{\n")
        let run = try await run(["config"])
        #expect(run.status == 1)
        #expect(run.errorText.split(separator: "\n").count == 1)
        #expect(run.errorText.hasPrefix("apitui: \(file):1:") && !run.errorText.contains("\u{1B}"))
        #expect(line("theme", of: run) == "theme the one that t chose, else auto default")
    }

    @Test func `JSON has settings, keys and problems`() async throws {
        try write("mouse: off\nnope: 1\nkeys:\n  undo: x\n")
        let run = try await run(["config", "--json"])
        #expect(run.status == 1 && run.errorOutput.isEmpty)
        let object = try #require(try JSONSerialization.jsonObject(with: Data(run.output)) as? [String: Any])
        #expect(object["file"] as? String == file)
        let settings = try #require(object["settings"] as? [[String: Any]])
        let mouse = try #require(settings.first { $0["id"] as? String == "mouse" })
        #expect(mouse["value"] as? String == "off")
        #expect((mouse["source"] as? [String: Any])?["line"] as? Int == 1)
        let keys = try #require(object["keys"] as? [[String: Any]])
        let undo = try #require(keys.first { $0["command"] as? String == "undo" })
        #expect(undo["keys"] as? [String] == ["x"] && undo["changed"] as? Bool == true)
        let problems = try #require(object["problems"] as? [[String: Any]])
        #expect(problems.count == 1 && problems[0]["line"] as? Int == 2)
    }

    @Test func `the schema and the list of keys name every command`() async throws {
        let schema = try await run(["config", "--schema"])
        #expect(schema.status == 0)
        let object = try #require(try JSONSerialization.jsonObject(with: Data(schema.output)) as? [String: Any])
        let properties = try #require(object["properties"] as? [String: Any])
        let keys = try #require((properties["keys"] as? [String: Any])?["properties"] as? [String: Any])
        let list = try await run(["config", "--keys"]).text.split(separator: "\n").map { $0.prefix { $0 != " " } }
        #expect(list.count > 80 && list.contains("send-afresh"))
        for name in list { #expect(keys[String(name)] != nil, "\(name)") }
    }

    private func screen(_ arguments: [String] = []) throws -> PseudoTerminal {
        try home.write("GET http://127.0.0.1:1/one\n", to: "c/a.http")
        let environment = BuiltProgram.environment(home: home, adding: ["TERM": "xterm-256color"])
        let terminal = try PseudoTerminal(
            ["\(home.path)/c"] + arguments, environment: environment.map { "\($0)=\($1)" }, rows: 30, columns: 110)
        terminal.expect("Collections")
        return terminal
    }

    private static let mouse = "\u{1B}[?1000h\u{1B}[?1002h"

    @Test(arguments: [(["--no-mouse"], ""), ([], "mouse: off\n")])
    func `the mouse is left to the terminal, and F9 takes it`(arguments: [String], text: String) throws {
        try write(text)
        let terminal = try screen(arguments)
        terminal.expect("keys")
        #expect(!terminal.text.contains(Self.mouse))
        terminal.type("\u{1B}[20~")
        terminal.expect(Self.mouse)
        terminal.type("Q")
        #expect(terminal.end() == 0)
    }

    @Test func `the screen says what is wrong, and reads the file again when it changes`() throws {
        try write("theme: [\nkeys:\n  quit: x\n")
        let terminal = try screen()
        terminal.expect("config.yaml:")
        try write("keys:\n  quit: x\n  show-findings: F8\n")
        terminal.expect("read again")
        terminal.type("x")
        #expect(terminal.end() == 0)
    }

    @Test func `send uses the file's limits, says each problem once, and a line of the request goes before it`()
        async throws
    {
        try write("timeout: 1ms\nnope: 1\n")
        try home.write("GET {{base}}/slow/headers?ms=5000\n\n###\n# @timeout 20\nGET {{base}}/products\n", to: "a.http")
        let slow = try await run(["send", "a.http#1", "--demo", "--no-log"])
        #expect(slow.status == 16)
        #expect(slow.errorText.contains("apitui: \(file):2:1: There is no setting 'nope'."))
        #expect(slow.errorText.split(separator: "\n").filter { $0.contains("nope") }.count == 1)
        let quick = try await run(["send", "a.http#2", "--demo", "--no-log"])
        #expect(quick.status == 0)
    }
}
