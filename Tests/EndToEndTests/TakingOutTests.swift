import Foundation
import TestSupport
import Testing

/// The built program in tmux: copying, writing, paging and opening a body.
@Suite(.serialized, .timeLimit(.minutes(5))) struct TakingOutTests {
    private func program(_ environment: [String: String] = [:], prepared: [String] = []) async throws
        -> ProgramInTerminal
    {
        let program = try await ProgramInTerminal(prepared: prepared, environment: environment)
        try await program.open("Show one product", showing: "GET {{base}}/products/{{productId}}")
        try await program.sendRequest()
        try await program.terminal.waitForScreen(containing: "200 OK")
        try await program.terminal.send("3")
        return program
    }

    @Test func `a body is in tmux's buffer after y b`() async throws {
        let program = try await program()
        let terminal = program.terminal
        try await terminal.send("y")
        try await terminal.waitForScreen(containing: "Copy", "with secrets")
        try await terminal.send("b")
        try await terminal.waitForScreen(containing: "tmux's buffer")
        #expect(try await terminal.buffer().hasPrefix("{"))
    }

    @Test func `a terminal gets it in one sequence where there is nothing else`() async throws {
        let program = try await program(prepared: ["unset TMUX"])
        let terminal = program.terminal
        // Now tmux takes what the program sends to its terminal.
        try await terminal.setOption("set-clipboard", "on")
        try await terminal.send("y", "u")
        try await terminal.waitForScreen(containing: "cannot confirm")
        #expect(try await terminal.buffer().hasPrefix("http://127.0.0.1:"))
    }

    @Test func `W writes the bytes, and asks before it replaces them`() async throws {
        let program = try await program()
        let terminal = program.terminal
        try await terminal.send("W")
        try await terminal.waitForScreen(containing: "Write the body")
        try await terminal.send("C-u")
        try await terminal.type("~/taken.json")
        try await terminal.send("Enter")
        try await terminal.waitForScreen(containing: "taken.json.")
        let first = try terminal.home.read("taken.json")
        #expect(first.hasPrefix("{"))
        try terminal.home.write("mine", to: "taken.json")
        try await terminal.send("W", "C-u")
        try await terminal.type("~/taken.json")
        try await terminal.send("Enter")
        try await terminal.waitForScreen(containing: "There is a file of that name")
        #expect(try terminal.home.read("taken.json") == "mine")
        try await terminal.send("Enter")
        try await terminal.waitForScreen(showing: "no dialog") { !$0.contains("Write the body") }
        #expect(try terminal.home.read("taken.json") == first)
    }

    @Test func `v gives the terminal to the pager and takes it back`() async throws {
        let program = try await program(["PAGER": "less"])
        let terminal = program.terminal
        try await terminal.send("v")
        try await terminal.waitForScreen(showing: "the pager") { !$0.contains("Collections") && $0.contains("{") }
        try await terminal.send("q")
        try await terminal.waitForScreen(containing: "Collections", "200 OK")
    }

    @Test func `o hands the body to a program, and its file is gone at the end`() async throws {
        let program = try await program([
            "APITUI_OPEN":
                "application/json=sh -c 'cp \"$1\" ~/opened && echo \"$1\" > ~/where && tmux wait-for -S copied' x"
        ])
        let terminal = program.terminal
        try await terminal.send("o")
        try await terminal.waitForScreen(containing: "The body was given to sh.")
        try await terminal.waitForSignal("copied")
        try await terminal.send("Q")
        try await program.waitForShell(status: 0)
        #expect(try terminal.home.read("opened").hasPrefix("{"))
        let path = try terminal.home.read("where").trimmingCharacters(in: .whitespacesAndNewlines)
        #expect(path.hasSuffix("/body.json"))
        #expect(!FileManager.default.fileExists(atPath: path))
    }
}
