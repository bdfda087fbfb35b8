import TestSupport
import Testing

/// The first start, in a folder without requests.
@Suite(.serialized) struct FirstStepsTests {
    @Test func `in an empty folder a pasted curl command becomes a file, and the samples open with their server`()
        async throws
    {
        let terminal = try await TmuxSession(columns: 100, rows: 30)
        try await terminal.run("mkdir ~/empty; cd ~/empty; \(BuiltProgram.path); echo left=$?")
        try await terminal.waitForScreen(containing: "No requests here yet.", "paste curl or URL")
        try await terminal.hand(
            Array("\u{1B}[200~curl -X PUT http://127.0.0.1:1/things/7 \\\n -H 'X: 1'\u{1B}[201~".utf8))
        try await terminal.waitForScreen(containing: "PUT http://127.0.0.1:1/things/7", "requests.http")
        try await terminal.send("Enter")
        try await terminal.waitForScreen(containing: "Added.")
        try await terminal.send("C-s")
        try await terminal.waitForScreen(containing: "requests.http saved.")
        let text = try terminal.home.read("empty/requests.http")
        #expect(text == "### PUT 7\n# @no-redirect\nPUT http://127.0.0.1:1/things/7\nX: 1\n")
        try await terminal.send(":")
        try await terminal.type("Open the samples")
        try await terminal.send("Enter")
        try await terminal.waitForScreen(containing: "1. Send a request", "Demo is open.")
        try await terminal.send("s")
        try await terminal.waitForScreen(containing: "200 OK")
        try await terminal.send("Q")
        try await terminal.waitForScreen(containing: "left=0")
    }
}
