import Foundation
import TestSupport
import Testing

/// The built program in a real terminal, with a copy of the demo collection open, controlled by keys.
struct ProgramInTerminal {
    let terminal: TmuxSession

    /// Opens the demo; the lines of `prepared` are typed into the shell first.
    init(columns: Int = 120, rows: Int = 40, prepared: [String] = [], environment: [String: String] = [:]) async throws
    {
        terminal = try await TmuxSession(columns: columns, rows: rows, environment: environment)
        try terminal.home.copy(BuiltProgram.demoCollection, to: "demo")
        // The tests walk through what is behind the tour.
        try FileManager.default.removeItem(atPath: "\(terminal.home.path)/demo/00-tour")
        for command in prepared { try await terminal.run(command) }
        // A child of the shell writes its process number and becomes the program, so that signals can be sent to it.
        try await terminal.run("sh -c 'echo $$ > ~/pid; exec \(BuiltProgram.path) demo ~/demo'; echo left=$?")
        try await terminal.waitForScreen(containing: "Collections", "The demo server runs on")
    }

    /// Finds a request by its title in the tree and opens it; `head` is how the request pane then begins.
    func open(_ title: String, showing head: String) async throws {
        try await terminal.send("1", "/", "C-u")
        try await terminal.type(title)
        try await terminal.waitForScreen(containing: "/\(title)")
        try await terminal.send("Enter", "Enter")
        // The line at its left is that of the tree, too.
        try await terminal.waitForScreen(showing: "the request, with the focus") { screen in
            screen.contains("┲ \(head) ") || screen.contains("┏ \(head) ")
        }
    }

    /// Sends the open request; confirms first if it is disabled for runs.
    func sendRequest() async throws {
        try await terminal.send("s")
        let screen = try await terminal.waitForScreen(showing: "a question, or the work begun") { screen in
            screen.contains("Send?") || screen.contains("Log ─") && !screen.contains("No response yet")
        }
        if screen.contains("Send?") { try await terminal.send("s") }
    }

    func signal(_ name: String) async throws {
        let pid = try terminal.home.read("pid").trimmingCharacters(in: .whitespacesAndNewlines)
        let run = try await ProgramRun.run("/bin/bash", ["-c", "kill -\(name) \(pid)"])
        #expect(run.status == 0, "\(run.errorText)")
    }

    /// Waits for the shell and the program's exit status.
    func waitForShell(status: Int) async throws {
        try await terminal.waitForScreen(containing: "left=\(status)")
    }
}
