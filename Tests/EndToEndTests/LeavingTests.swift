import Foundation
import TestSupport
import Testing

/// The terminal is restored however the program ends.
@Suite(.serialized) struct LeavingTests {
    private static let before = ["echo line-from-before", "stty -a > ~/before"]

    /// Checks that the shell works as before: line settings, no alternate screen, a visible cursor, and the earlier
    /// screen content.
    private func expectTerminalRestored(_ program: ProgramInTerminal) async throws {
        let terminal = program.terminal
        try await terminal.run("stty -a > ~/after; cmp ~/before ~/after && echo tty-is-the-same")
        try await terminal.waitForScreen(containing: "\ntty-is-the-same")
        #expect(try await terminal.value("alternate_on") == "0")
        #expect(try await terminal.value("cursor_flag") == "1")
        #expect(try await terminal.value("mouse_any_flag") == "0")
        let scrollback = try await terminal.scrollback()
        #expect(scrollback.contains("\nline-from-before"))
    }

    @Test func `after Q`() async throws {
        let program = try await ProgramInTerminal(prepared: Self.before)
        try await program.terminal.send("Q")
        try await program.waitForShell(status: 0)
        try await expectTerminalRestored(program)
    }

    @Test(arguments: [("TERM", 143), ("HUP", 129), ("INT", 130)])
    func `after a signal`(name: String, status: Int) async throws {
        let program = try await ProgramInTerminal(prepared: Self.before)
        try await program.signal(name)
        try await program.waitForShell(status: status)
        try await expectTerminalRestored(program)
    }

    @Test(.timeLimit(.minutes(5))) func `a signal ends a run, and its recording says so`() async throws {
        let server = try StubServer(StubBehaviour { _ in [.waitForRelease] })
        defer { server.stop() }
        let terminal = try await TmuxSession()
        try terminal.home.write("### slow\n# @timeout 10 m\nGET \(server.url)/slow\n", to: "c/api.http")
        try await terminal.run("sh -c 'echo $$ > ~/pid; exec \(BuiltProgram.path) ~/c'; echo left=$?")
        try await terminal.waitForScreen(containing: "Collections", "slow")
        try await terminal.send("X")
        try await terminal.waitForScreen(containing: "Replay", "all files")
        try await terminal.send("Enter")
        _ = await server.requests(1)
        let pid = try terminal.home.read("pid").trimmingCharacters(in: .whitespacesAndNewlines)
        _ = try await ProgramRun.run("/bin/bash", ["-c", "kill -TERM \(pid)"])
        try await terminal.waitForScreen(containing: "left=143")
        let runs = try await ProgramRun.run(
            BuiltProgram.path, ["runs"], environment: BuiltProgram.environment(home: terminal.home))
        #expect(runs.text.contains("  interrupted"), "\(runs.text)")
    }

    @Test func `after two ^C`() async throws {
        let program = try await ProgramInTerminal(prepared: Self.before)
        // In one go: the second one must come within a second, also on a busy machine.
        try await program.terminal.send("C-c", "C-c")
        try await program.waitForShell(status: 0)
        try await expectTerminalRestored(program)
    }

    @Test func `after a crash`() async throws {
        let program = try await ProgramInTerminal(prepared: Self.before)
        try await program.signal("SEGV")
        try await program.terminal.waitForScreen(containing: "left=")
        try await expectTerminalRestored(program)
    }

    @Test func `stopped by ^Z and brought back by fg`() async throws {
        let program = try await ProgramInTerminal(prepared: Self.before)
        let terminal = program.terminal
        try await terminal.send("C-z")
        try await terminal.waitForScreen(containing: "Stopped")
        #expect(try await terminal.value("alternate_on") == "0")
        try await terminal.run("stty -a > ~/stopped; cmp ~/before ~/stopped && echo tty-is-sane")
        try await terminal.waitForScreen(containing: "\ntty-is-sane")
        try await terminal.run("fg")
        try await terminal.waitForScreen(containing: "Collections", "List products")
        try await terminal.send("Q")
        // The shell continued after the stop, so ask it for the status of `fg`.
        try await terminal.waitForScreen(showing: "the shell") { !$0.contains("Collections") }
        try await terminal.run("echo back=$?")
        try await terminal.waitForScreen(containing: "\nback=0")
        try await expectTerminalRestored(program)
    }

    @Test func `NO_COLOR leaves no colour on the screen`() async throws {
        let program = try await ProgramInTerminal(environment: ["NO_COLOR": "1"])
        try await program.terminal.waitForScreen(containing: "List products")
        let colored = try await program.terminal.coloredScreen()
        #expect(colored.contains("List products"))
        // 39 and 49, the terminal's default colours, are allowed.
        #expect(colored.firstMatch(of: /\x{1B}\[(?:[0-9]+;)*(?:3[0-8]|4[0-8]|9[0-7]|10[0-7])[;m]/) == nil)
        try await program.terminal.send("Q")
        try await program.waitForShell(status: 0)
    }

    @Test func `without a UTF-8 locale borders are plain characters`() async throws {
        let program = try await ProgramInTerminal(environment: ["LC_ALL": "C"])
        let screen = try await program.terminal.screen()
        #expect(screen.utf8.max() ?? 0 < 128)
        try await program.terminal.send("Q")
        try await program.waitForShell(status: 0)
    }
}

/// Unsaved edits survive a program that is forced to end.
@Suite(.serialized) struct RecoveryTests {
    /// Opens a file with one request in the session's home; the URL field contains `http://h/typed`.
    private func typed(_ prepare: (TemporaryFolder) throws -> Void = { _ in }) async throws -> TmuxSession {
        let terminal = try await TmuxSession()
        try prepare(terminal.home)
        try terminal.home.write("### only\nGET http://h/1\n", to: "api.http")
        try await open(terminal)
        try await terminal.send("2", "i", "C-u")
        try await terminal.type("http://h/typed")
        try await terminal.waitForScreen(containing: "http://h/typed")
        return terminal
    }

    private func open(_ terminal: TmuxSession) async throws {
        try await terminal.run("sh -c 'echo $$ > ~/pid; exec \(BuiltProgram.path) ~/api.http'; echo left=$?")
        try await terminal.waitForScreen(containing: "Collections", "only")
    }

    @Test func `kill -9 leaves what was typed, the next start gives it back`() async throws {
        let terminal = try await typed()
        let (home, folder) = (terminal.home, "state/apitui/recovery")
        try await terminal.waitForScreen(showing: "a copy of what is typed on disk") { _ in
            Self.copies(home).contains { (try? home.read("\(folder)/\($0)"))?.contains("GET http://h/typed\n") == true }
        }
        let copies = Self.copies(home)
        #expect(copies.count == 1)
        for copy in copies { #expect(try home.permissions("\(folder)/\(copy)") == 0o600) }

        // The copies of a running program are its own.
        let doctor = try await ProgramRun.run(
            BuiltProgram.path, ["doctor"], environment: BuiltProgram.environment(home: home))
        #expect(doctor.text.contains("of 1 file, which a running apitui edits"), "\(doctor.text)")

        let pid = try home.read("pid").trimmingCharacters(in: .whitespacesAndNewlines)
        _ = try await ProgramRun.run("/bin/bash", ["-c", "kill -KILL \(pid)"])
        try await terminal.waitForScreen(containing: "left=137")
        #expect(Self.copies(home) == copies)
        try await open(terminal)
        try await terminal.waitForScreen(containing: "Edits from an earlier session", "api.http")
        try await terminal.send("r")
        try await terminal.waitForScreen(containing: "GET http://h/typed", "Restored")
        try await terminal.send("C-s")
        try await terminal.waitForScreen(containing: "api.http saved.")
        #expect(try home.read("api.http") == "### only\nGET http://h/typed\n")
        try await terminal.send("Q")
        try await terminal.waitForScreen(containing: "left=0")
        #expect(Self.copies(home) == [])
    }

    private static func copies(_ home: TemporaryFolder) -> [String] {
        let names = try? FileManager.default.contentsOfDirectory(atPath: "\(home.path)/state/apitui/recovery")
        return names?.filter { $0.hasSuffix(".recovery") } ?? []
    }

    @Test func `a copy of the first format is offered`() async throws {
        let terminal = try await TmuxSession()
        let path = try terminal.home.write("### only\nGET http://h/1\n", to: "api.http")
        let fixture = URL(filePath: #filePath).deletingLastPathComponent()
            .appending(path: "Upgrades/Fixtures/recovery-1.recovery")
        let text = try String(contentsOf: fixture, encoding: .utf8).replacing("PATH", with: path)
        try terminal.home.write(text, to: "state/apitui/recovery/1790000000-4242-0-api.http.recovery")
        try await open(terminal)
        try await terminal.waitForScreen(containing: "Edits from an earlier session", "api.http")
        try await terminal.send("r")
        try await terminal.waitForScreen(containing: "GET http://h/first-format", "Restored")
    }

    @Test func `what could not be kept is not said to be kept`() async throws {
        // No copy can be put into a file.
        let terminal = try await typed { _ = try $0.write("", to: "state/apitui/recovery") }
        let pid = try terminal.home.read("pid").trimmingCharacters(in: .whitespacesAndNewlines)
        _ = try await ProgramRun.run("/bin/bash", ["-c", "kill -TERM \(pid)"])
        let ended = try await terminal.waitForScreen(containing: "left=143")
        #expect(ended.contains("apitui: The unsaved edits of ") && !ended.contains("are kept in"), "\(ended)")
    }

    @Test func `SIGTERM keeps what is typed, the next start gives it back`() async throws {
        let terminal = try await typed()
        let pid = try terminal.home.read("pid").trimmingCharacters(in: .whitespacesAndNewlines)
        _ = try await ProgramRun.run("/bin/bash", ["-c", "kill -TERM \(pid)"])
        let ended = try await terminal.waitForScreen(containing: "left=143")
        #expect(ended.contains("Unsaved edits of api.http are kept in"))
        #expect(try terminal.home.read("api.http") == "### only\nGET http://h/1\n")

        try await terminal.run("clear; ls -ld ~/state/apitui/recovery | cut -c1-10; ls -l ~/state/apitui/recovery")
        try await terminal.waitForScreen(containing: "drwx------", "-rw-------")

        try await open(terminal)
        try await terminal.waitForScreen(containing: "Edits from an earlier session", "api.http")
        try await terminal.send("r")
        try await terminal.waitForScreen(containing: "GET http://h/typed", "Restored")
        try await terminal.send("C-s")
        try await terminal.waitForScreen(containing: "api.http saved.")
        #expect(try terminal.home.read("api.http") == "### only\nGET http://h/typed\n")
        try await terminal.send("Q")
        try await terminal.waitForScreen(containing: "left=0")
        try await terminal.run("clear; ls ~/state/apitui/recovery | wc -l | sed s/^/copies=/")
        try await terminal.waitForScreen(containing: "copies=0")
    }
}
