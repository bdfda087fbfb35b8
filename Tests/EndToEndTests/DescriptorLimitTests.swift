import Glibc
import TestSupport
import Testing

/// With few file descriptors (`ulimit -n`), fewer requests run at once, or one sentence says what is wrong.
@Suite(.timeLimit(.minutes(5))) struct DescriptorLimitTests {
    private let home: TemporaryFolder

    init() throws {
        home = try TemporaryFolder()
        try home.write("### a\nGET http://127.0.0.1:1/\n", to: "c/a.http")
    }

    /// Runs `$0 COMMAND` in a shell that may have only this many files open.
    private func run(_ limit: Int, _ command: String, input: [UInt8] = []) async throws -> ProgramRun {
        try await ProgramRun.run(
            "/bin/bash", ["-c", "ulimit -n \(limit); exec \"$0\" \(command)", BuiltProgram.path],
            environment: BuiltProgram.environment(home: home), folder: home.path, input: input)
    }

    @Test(arguments: [4, 5, 6, 7, 8, 9, 10, 11, 12, 16, 20, 24])
    func `send says what is too little`(limit: Int) async throws {
        let run = try await run(limit, "send c/a.http")
        #expect(run.status == 1)
        #expect(run.text == "")
        let lines = run.errorText.split(separator: "\n")
        #expect(lines.count == 1)
        #expect(lines.first?.hasPrefix("apitui: The limit of open files is too low: it is \(limit), ") == true)
        let whole =
            /apitui: .* it is \d+, \d+ are open, and 24 more are needed\. Raise it with 'ulimit -n 1024'\./
        #expect(lines.first?.wholeMatch(of: whole) != nil, "\(run.errorText)")
    }

    @Test(arguments: ["run c", "batch", "open c", "c", "demo", "demo --serve", "cache list", "cache clear"])
    func `so does every command that sends many`(command: String) async throws {
        for limit in [5, 9, 14] {
            let run = try await run(limit, command, input: Array("{}".utf8))
            #expect(run.status == 1)
            #expect(run.errorText.hasPrefix("apitui: The limit of open files is too low: it is \(limit), "))
            #expect(run.errorText.split(separator: "\n").count == 1)
        }
    }

    @Test(arguments: ["list c", "lint c", "trust list", "auth list", "query '$'", "keys --help"])
    func `a command that needs only one does its work`(command: String) async throws {
        #expect(try await run(5, command, input: Array("{}".utf8)).status == 0)
    }

    @Test(arguments: [28, 32, 40, 64])
    func `with few descriptors fewer requests run at once, and none fails`(limit: Int) async throws {
        try await StubServer.with(.status(200)) { server in
            try home.write("### a\nGET \(server.url)/\n", to: "c/a.http")
            let run = try await run(limit, "run c --jobs 64 --repeat 200 --json")
            #expect(run.status == 0, "\(run.errorText)")
            #expect(run.errorText.contains("of 64 requests run at once: this program may open \(limit) files"))
            #expect(server.received.count == 200)
            let lines = (0..<200).map { #"{"id":"\#($0)","method":"GET","url":"\#(server.url)/\#($0)"}"# + "\n" }
                .joined()
            let batch = try await self.run(limit, "batch --jobs 64", input: Array(lines.utf8))
            #expect(batch.status == 0)
            #expect(batch.errorText.contains("of 64 requests run at once"))
            #expect(!batch.text.contains("\"error\":{"))
            #expect(server.received.count == 400)
        }
    }

    @Test func `a limit that may be raised is, as far as requests need it that are served here as well`() async throws {
        try home.write("### a\nGET {{base}}/status/200\n", to: "c/a.http")
        let run = try await ProgramRun.run(
            "/bin/bash", ["-c", "ulimit -S -n 64; exec \"$0\" run c --demo --jobs 200", BuiltProgram.path],
            environment: BuiltProgram.environment(home: home), folder: home.path)
        #expect(run.status == 0 && !run.errorText.contains("at once"), "\(run.errorText)")
    }

    @Test func `many servers do not take more connections than there are descriptors`() async throws {
        let servers = try (0..<30).map { _ in try StubServer(.status(200)) }
        defer { for server in servers { server.stop() } }
        let text = servers.enumerated().map { "### r\($0)\nGET \($1.url)/\n" }.joined(separator: "\n")
        try home.write(text, to: "c/a.http")
        let run = try await run(32, "run c")
        #expect(run.status == 0, "\(run.text)\(run.errorText)")
    }

    @Test(arguments: [EMFILE, ENFILE])
    func `a refused socket is reported as such`(error: Int32) async throws {
        let failing = try FailingCalls.environment(.function("socket"), error: error)
        for arguments in [["send", "c/a.http"], ["send", "c/a.http", "--json"], ["run", "c"]] {
            let run = try await ProgramRun.run(
                BuiltProgram.path, arguments, environment: BuiltProgram.environment(home: home, adding: failing),
                folder: home.path)
            #expect(run.status == (arguments.first == "send" ? 13 : 1))
            let told = run.text + run.errorText
            #expect(told.contains("No connection to 127.0.0.1:1: "))
            #expect(
                told.contains(
                    error == EMFILE
                        ? "this program has no file descriptor left (its limit is "
                        : "the system has no file descriptor left"))
            #expect(!told.contains("server is running"))
        }
    }

    @Test(arguments: ["epoll_create1", "eventfd"])
    func `where the runtime has no descriptor left the program ends with a sentence`(function: String) async throws {
        let failing = try FailingCalls.environment(.runtimeFunction(function), error: EMFILE)
        let run = try await ProgramRun.run(
            "/bin/bash", ["-c", "ulimit -c 0; exec \"$0\" send c/a.http", BuiltProgram.path],
            environment: BuiltProgram.environment(home: home, adding: failing), folder: home.path)
        #expect(run.status == 128 + SIGILL || run.status == 128 + SIGTRAP || run.status == 13)
        if run.status != 13 {
            #expect(run.errorText.contains("The program ends here because no file descriptor is left"))
            #expect(!run.errorText.contains("Backtrac"))
        }
    }

    @Test(arguments: ["epoll_create1", "eventfd"])
    func `an engine that cannot start says why`(function: String) async throws {
        let failing = try FailingCalls.environment(.function(function), error: EMFILE)
        // Never the release build: it holds Swift's runtime, whose calls would fail as well. The test above is about those.
        let run = try await ProgramRun.run(
            BuiltProgram.beside("apitui"), ["send", "c/a.http"],
            environment: BuiltProgram.environment(home: home, adding: failing), folder: home.path)
        #expect(run.status == 13)
        #expect(run.errorText.contains("The engine cannot start: this program has no file descriptor left"))
        #expect(!run.errorText.contains("Report"))
    }
}
