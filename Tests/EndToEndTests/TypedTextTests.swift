import TestSupport
import Testing

/// What is typed beyond ASCII, in the built program, with a locale and without one.
@Suite struct TypedTextTests {
    @Test(arguments: [("TERM=vt100 LC_ALL=C", false), ("LC_ALL=C.UTF-8", true)])
    func `a byte that is no character takes nothing with it`(variables: String, isUTF8: Bool) async throws {
        let terminal = try await TmuxSession(columns: 80, rows: 24)
        try await terminal.run("\(variables) \(BuiltProgram.path) keys; echo left=$?")
        try await terminal.waitForScreen(containing: "Ctrl-C twice ends")
        try await terminal.hand([0x61, 0xFF, 0x62, 0x63, 0x64])
        try await terminal.waitForScreen(containing: isUTF8 ? "a\u{FFFD}bcd" : "a?bcd")
        try await terminal.send("C-u")
        try await terminal.type("/Müller")
        try await terminal.waitForScreen(containing: isUTF8 ? "/Müller" : "/M?ller")
        try await terminal.send("C-c", "C-c")
        try await terminal.waitForScreen(containing: "left=0")
    }

    @Test func `without a locale what is typed is UTF-8, as files are`() async throws {
        let terminal = try await TmuxSession(columns: 100, rows: 30)
        try terminal.home.write("### One\nGET http://127.0.0.1:1/a\n", to: "one.http")
        try await terminal.run("TERM=vt100 LC_ALL=C \(BuiltProgram.path) ~/one.http; echo left=$?")
        try await terminal.waitForScreen(containing: "Collections", "GET http://127.0.0.1:1/a")
        try await terminal.send("2", "i")
        try await terminal.type("/Müller")
        try await terminal.waitForScreen(containing: "/a/M?ller")
        try await terminal.send("Enter", "C-s")
        try await terminal.waitForScreen(containing: "one.http saved.")
        #expect(try terminal.home.read("one.http").contains("GET http://127.0.0.1:1/a/Müller"))
        try await terminal.send("Q")
        try await terminal.waitForScreen(containing: "left=0")
    }
}
