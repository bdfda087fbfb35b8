import Foundation
import TestSupport
import Testing

/// The built program on terminals that can do little, and with `--plain`: everything works in them.
@Suite(.serialized) struct PlainTerminalTests {
    /// Opens the demo with these variables, and arguments.
    private func start(_ variables: String, _ arguments: String = "") async throws -> TmuxSession {
        let terminal = try await TmuxSession(columns: 100, rows: 30)
        try terminal.home.copy(BuiltProgram.demoCollection, to: "demo")
        try await terminal.run("\(variables) \(BuiltProgram.path) demo ~/demo \(arguments); echo left=$?")
        try await terminal.waitForScreen(containing: "Collections", "orders.http")
        return terminal
    }

    /// Filters the tree, opens and sends a request, goes through its tabs, reads the help, chooses an environment, and leaves.
    private func use(_ terminal: TmuxSession) async throws {
        try await terminal.send("/")
        try await terminal.type("List products")
        try await terminal.waitForScreen(containing: "/List products")
        try await terminal.send("Enter", "Enter")
        try await terminal.waitForScreen(containing: "GET {{base}}/products")
        try await terminal.send("s", "3")
        try await terminal.waitForScreen(containing: "200 OK", "cache miss, stored")
        try await terminal.send("]")
        try await terminal.waitForScreen(containing: "Content-Type")
        try await terminal.send("?")
        try await terminal.waitForScreen(containing: "Esc close")
        try await terminal.send("Escape", ",")
        try await terminal.waitForScreen(containing: "no environment")
        try await terminal.send("Escape", "Q")
        try await terminal.waitForScreen(containing: "left=0")
    }

    private static func isASCII(_ screen: String) -> Bool { screen.utf8.allSatisfy { $0 < 0x80 } }

    @Test(arguments: ["TERM=vt100", "TERM=vt220 NO_COLOR=1", "LC_ALL=C LANG=C", "TERM=vt100 LC_ALL=C"])
    func `a terminal without colours, or without Unicode, can do everything`(variables: String) async throws {
        let terminal = try await start(variables)
        let screen = try await terminal.screen()
        #expect(Self.isASCII(screen) == variables.contains("LC_ALL=C"), "\(screen)")
        if !variables.hasPrefix("LC_ALL") {
            let colored = try await terminal.coloredScreen()
            // 39 and 49 are the terminal's own.
            let codes = colored.matches(of: /\u{1B}\[([0-9;]*)m/).flatMap { $0.1.split(separator: ";") }
                .compactMap { Int($0) }
            #expect(!codes.contains { (30...38).contains($0) || (40...48).contains($0) || $0 >= 90 }, "\(codes)")
        }
        try await use(terminal)
    }

    @Test(arguments: ["--plain", "plain: on"])
    func `a plain screen is one pane of ASCII without frames, with the cursor on its row`(way: String) async throws {
        let terminal: TmuxSession
        if way.hasPrefix("--") {
            terminal = try await start("", way)
        } else {
            terminal = try await start(
                "mkdir -p ~/config/apitui; echo '\(way)' > ~/config/apitui/config.yaml; TERM=vt100 LC_ALL=C")
        }
        let screen = try await terminal.screen()
        #expect(screen.contains("[1 Collections]") && Self.isASCII(screen) && !screen.contains("Log -"), "\(screen)")
        let rows = screen.split(separator: "\n", omittingEmptySubsequences: false)
        let selected = try #require(rows.firstIndex { $0.hasPrefix(" >") }, "\(screen)")
        try await terminal.waitForValue("cursor_y", "\(selected)")
        try await use(terminal)
    }
}
