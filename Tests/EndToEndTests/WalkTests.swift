import Foundation
import TestSupport
import Testing

/// A complete session, as a user goes through the program.
@Suite(.serialized) struct WalkTests {
    @Test func `open the demo, walk the tree, send, see status and timing`() async throws {
        let program = try await ProgramInTerminal()
        let terminal = program.terminal
        // Move down to products.http, close it, open it, and go on to its first request.
        try await terminal.waitForScreen(containing: "List products", "Place an order")
        try await terminal.send("j", "j", "Enter")
        try await terminal.waitForScreen(showing: "products.http closed") { !$0.contains("List products") }
        try await terminal.send("Enter")
        try await terminal.waitForScreen(containing: "List products")
        try await terminal.send("j", "Enter")
        try await terminal.waitForScreen(containing: "GET {{base}}/products ")
        try await program.sendRequest()
        try await terminal.waitForScreen(containing: "200 OK", "\"total\": 12")
        try await terminal.waitForScreen(containing: "/products    ")
        // Headers, then Timing.
        try await terminal.send("3", "]")
        try await terminal.waitForScreen(containing: "X-Total-Count", "application/json")
        try await terminal.send("]")
        try await terminal.waitForScreen(containing: "connect", "wait", "receive")
        try await terminal.send("Q")
        try await program.waitForShell(status: 0)
    }

    @Test func `edit a header, send, save, and only that line of the file is changed`() async throws {
        let program = try await ProgramInTerminal()
        let terminal = program.terminal
        let before = try terminal.home.read("demo/04-content/echo.http")
        try await program.open("Echo", showing: "POST {{base}}/echo?stage={{stage}}&text={{greeting}}")
        try await terminal.send("2", "[")
        try await terminal.waitForScreen(containing: "X-Sent-At")
        try await terminal.send("j", "e", "C-e", "C-u")
        try await terminal.type("tomorrow")
        try await terminal.send("Enter")
        try await terminal.waitForScreen(showing: "the edited header") { screen in
            screen.contains("tomorrow") && !screen.contains("{{$timestamp}}")
        }
        try await terminal.send(",")
        try await terminal.waitForScreen(containing: "development", "staging", "production")
        try await terminal.send("j", "Enter")
        try await terminal.waitForScreen(containing: "env development")
        try await program.sendRequest()
        try await terminal.waitForScreen(containing: "200 OK")
        try await terminal.send("3", "/")
        try await terminal.type("tomorrow")
        try await terminal.send("Enter")
        try await terminal.waitForScreen(showing: "the header as the server saw it") { screen in
            screen.split(separator: "\n").filter { $0.contains("tomorrow") }.count >= 2
        }
        #expect(try terminal.home.read("demo/04-content/echo.http") == before)
        try await terminal.send("2", "C-s")
        try await terminal.waitForScreen(containing: "echo.http saved.")
        let after = try terminal.home.read("demo/04-content/echo.http")
        #expect(after == before.replacing("X-Sent-At: {{$timestamp}}", with: "X-Sent-At: tomorrow"))
        try await terminal.send("Q")
        try await program.waitForShell(status: 0)
    }

    @Test func `leaving with unsaved edits asks, and dropping them changes no file`() async throws {
        let program = try await ProgramInTerminal()
        let terminal = program.terminal
        let before = try terminal.home.read("demo/01-shop/products.http")
        try await program.open("Show one product", showing: "GET {{base}}/products/{{productId}}")
        try await terminal.send("2", "i", "C-e")
        try await terminal.type("0")
        try await terminal.send("Enter")
        try await terminal.waitForScreen(containing: "products/{{productId}}0")
        try await terminal.send("Q")
        try await terminal.waitForScreen(containing: "nsaved")
        try await terminal.send("Escape")
        try await terminal.waitForScreen(showing: "no question") { !$0.contains("Leave?") && !$0.contains("Quit?") }
        #expect(try terminal.home.read("demo/01-shop/products.http") == before)
        try await program.signal("TERM")
        try await program.waitForShell(status: 143)
        #expect(try terminal.home.read("demo/01-shop/products.http") == before)
    }

    @Test func `a slow request is cancelled by Esc`() async throws {
        let program = try await ProgramInTerminal()
        try await program.open("A head that takes a minute", showing: "GET {{base}}/slow/headers?ms=60000")
        try await program.sendRequest()
        try await program.terminal.waitForScreen(showing: "a request under way") { screen in
            !screen.contains("Send?") && screen.contains("/slow/headers") && !screen.contains("cancelled")
        }
        try await program.terminal.send("Escape")
        try await program.terminal.waitForScreen(containing: "cancelled")
        try await program.terminal.send("Q")
        try await program.waitForShell(status: 0)
    }

    @Test func `three kinds of failure are distinguished`() async throws {
        let program = try await ProgramInTerminal()
        let terminal = program.terminal
        try await program.open("nobody listens", showing: "GET http://127.0.0.1:1/")
        try await program.sendRequest()
        try await terminal.waitForScreen(containing: "refused the connection", "category", "curl 7")
        try await program.open("the body breaks off", showing: "GET {{broken}}/cut-body")
        try await program.sendRequest()
        try await terminal.waitForScreen(containing: "200 OK", "43 of 1000 bytes", "Green tea")
        try await program.open("Too slow", showing: "GET {{base}}/slow/headers?ms=5000")
        try await program.sendRequest()
        try await terminal.waitForScreen(containing: "timeout", "first-byte")
        // The log keeps all three.
        try await terminal.waitForScreen(showing: "three rows in the log") { screen in
            let log = screen[(screen.range(of: " Log ")?.lowerBound ?? screen.endIndex)...]
            return ["connect", "protocol", "timeout"].allSatisfy { log.contains($0) }
        }
        try await terminal.send("Q")
        try await program.waitForShell(status: 0)
    }

    @Test func `a folder is replayed twice, a result is opened, and the runs are compared`() async throws {
        let program = try await ProgramInTerminal()
        let terminal = program.terminal
        try await program.open("Show one product", showing: "GET {{base}}/products/{{productId}}")
        try await terminal.send("X")
        try await terminal.waitForScreen(containing: "Replay", "01-shop/products.http", "all files")
        try await terminal.send("Enter")
        try await terminal.waitForScreen(containing: "8 requests: 8 ok, 0 failed", "listProducts", "removeProduct")
        // The first row is the first request.
        try await terminal.send("Enter")
        try await terminal.waitForScreen(containing: "GET {{base}}/products ", "200 OK", "GET listProducts")
        try await terminal.send("6", "Escape")
        try await terminal.waitForScreen(containing: "1 recorded", "8 in ")
        try await terminal.send("X", "Enter")
        try await terminal.waitForScreen(containing: "8 requests: 8 ok")
        try await terminal.send("Escape")
        try await terminal.waitForScreen(containing: "2 recorded")
        try await terminal.send("C")
        try await terminal.waitForScreen(containing: "Run B is not worse", "Differs in")
        try await terminal.send("Escape", "Q")
        try await program.waitForShell(status: 0)
    }

    @Test func `hostile text is shown as escapes and changes nothing`() async throws {
        let program = try await ProgramInTerminal()
        let title = try await program.terminal.value("pane_title")
        try await program.open("Hostile text", showing: "GET {{base}}/text/hostile")
        try await program.sendRequest()
        try await program.terminal.waitForScreen(containing: "200 OK", "owned", "52;c;b3duZWQ=", "control bytes")
        #expect(try await program.terminal.value("pane_title") == title)
        try await program.terminal.send("Q")
        try await program.waitForShell(status: 0)
    }

    @Test(.longComputation) func `every size is drawn`() async throws {
        let program = try await ProgramInTerminal()
        let terminal = program.terminal
        try await terminal.resize(columns: 80, rows: 24)
        try await terminal.waitForScreen(containing: "Collections", "Log", "Response")
        try await terminal.resize(columns: 60, rows: 20)
        try await terminal.waitForScreen(showing: "one pane") {
            $0.contains("List products") && !$0.contains("No response yet")
        }
        try await terminal.resize(columns: 40, rows: 10)
        try await terminal.waitForScreen(showing: "one small pane") { screen in
            screen.contains("01-shop") && screen.split(separator: "\n").allSatisfy { $0.count <= 40 }
        }
        try await terminal.resize(columns: 30, rows: 8)
        try await terminal.waitForScreen(containing: "40x10")
        try await terminal.resize(columns: 140, rows: 45)
        try await terminal.waitForScreen(containing: "Collections", "Log", "No response yet")
        try await terminal.send("Q")
        try await program.waitForShell(status: 0)
    }

    @Test(arguments: [("", true), ("--no-log --cache no-store", false)])
    func `what is sent on the screen is logged and cached, unless flags say otherwise`(
        flags: String, isKept: Bool
    ) async throws {
        let headers = [("Content-Type", "text/plain"), ("Cache-Control", "max-age=1000")]
        try await StubServer.with(.status(200, headers: headers, body: "hello")) { server in
            let terminal = try await TmuxSession()
            try terminal.home.write("GET {{base}}/{{path}}\n", to: "one.http")
            let variables = "--var base=\(server.url) --var path=found"
            try await terminal.run("\(BuiltProgram.path) ~/one.http \(variables) \(flags); echo left=$?")
            try await terminal.waitForScreen(containing: "GET {{base}}/{{path}}", "No response yet")
            try await terminal.send("s")
            try await terminal.waitForScreen(containing: "hello")
            try await terminal.send("Q")
            try await terminal.waitForScreen(containing: "left=0")
            #expect(server.received.map(\.target) == ["/found"])
            for (command, none) in [(["log", "--json"], ""), (["cache", "list", "--json"], "[]\n")] {
                let run = try await ProgramRun.run(
                    BuiltProgram.path, command, environment: BuiltProgram.environment(home: terminal.home))
                #expect(run.status == 0 && (run.text != none) == isKept, "\(command): \(run.text)")
            }
        }
    }

    @Test func `the sentence of the first frame goes without a key`() async throws {
        let program = try await ProgramInTerminal()
        try await program.terminal.waitForScreen(showing: "the keys in place of the sentence") { screen in
            screen.contains("Collections") && !screen.contains("The demo server runs on")
        }
        try await program.terminal.send("Q")
        try await program.waitForShell(status: 0)
    }

    @Test func `without a path the samples open, in their own environment`() async throws {
        let terminal = try await TmuxSession()
        try await terminal.run("\(BuiltProgram.path) demo; echo left=$?")
        let screen = try await terminal.waitForScreen(containing: "The demo server runs on", "env development")
        let greeting = /The demo server runs on http:\/\/127\.0\.0\.1:\d+\. Choose a request and press s\./
        #expect(screen.contains(greeting), "\(screen)")
        try await terminal.send("Q")
        try await terminal.waitForScreen(containing: "left=0")
    }

    @Test func `the keys are shown on question mark`() async throws {
        let program = try await ProgramInTerminal()
        try await program.terminal.send("?")
        try await program.terminal.waitForScreen(containing: "Send the open request", "search the keys")
        try await program.terminal.send("Escape")
        try await program.terminal.waitForScreen(containing: "List products")
        try await program.terminal.send("Q")
        try await program.waitForShell(status: 0)
    }
}
