import TestSupport
import Testing

/// What a terminal reports by itself must not act as the keys that its characters spell.
@Suite struct TerminalReportTests {
    @Test func `replies of a terminal change nothing on the screen`() async throws {
        let program = try await ProgramInTerminal()
        let terminal = program.terminal
        @Sendable func panes(of screen: String) -> String {
            screen.split(separator: "\n").dropLast().joined(separator: "\n")
        }
        // What is read in the background is there: the network, and the history of the open request.
        let before = panes(
            of: try await terminal.waitForScreen(containing: "List products", "online", "It was not sent yet"))
        for reply in [
            "\u{1B}]11;rgb:1e1e/1e1e/1e1e\u{7}", "\u{1B}]10;rgb:dddd/dddd/dddd\u{1B}\\", "\u{1B}P>|xterm(390)D\u{1B}\\",
            "\u{1B}_Gi=31;OK\u{1B}\\", "\u{1B}^rD\u{1B}\\", "\u{1B}XrD\u{1B}\\", "\u{1B}[?62;22c", "\u{1B}[12;40R",
            "\u{1B}[I", "\u{1B}[O",
        ] {
            try await terminal.hand(Array(reply.utf8))
        }
        try await terminal.send("?")
        try await terminal.waitForScreen(containing: "search the keys")
        try await terminal.send("Escape")
        // What was below the help is drawn again a little later.
        try await terminal.waitForScreen(showing: "panes as before the replies:\n\(before)\n") { screen in
            panes(of: screen) == before
        }
        // Ctrl-C works inside a reply that never ends, and keys work again after it.
        try await terminal.hand(Array("\u{1B}]11;rgb:".utf8))
        try await terminal.send("C-c")
        try await terminal.waitForScreen(containing: "^C again quits")
        try await terminal.send("2")
        try await terminal.waitForScreen(containing: "┲ POST")
        try await terminal.send("Q")
        try await program.waitForShell(status: 0)
    }
}
