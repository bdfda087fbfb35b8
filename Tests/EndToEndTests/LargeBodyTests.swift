import Foundation
import TestSupport
import Testing

/// Bodies that go to a file while they arrive.
@Suite(.serialized, .timeLimit(.minutes(5))) struct LargeBodyTests {
    /// 20 MB of JSON, which is more than stays in memory.
    private static let body = "[" + String(repeating: #"{"id":1,"name":"abcdefghij"},"#, count: 700_000) + "0]"

    private func send(
        _ flags: [String], after lines: String = "", home: TemporaryFolder, limits: String? = nil
    ) async throws -> ProgramRun {
        let json = [("Content-Type", "application/json")]
        return try await StubServer.with(.status(200, headers: json, body: Self.body)) { server in
            try home.write("\(lines)GET \(server.url)/\n\n?? body $[0].id == 1\n", to: "a.http")
            let environment = BuiltProgram.environment(home: home)
            guard let limits else {
                return try await ProgramRun.run(
                    BuiltProgram.path, ["send", "a.http"] + flags, environment: environment, folder: home.path)
            }
            let command = "\(limits); exec \"$0\" send a.http \(flags.joined(separator: " "))"
            return try await ProgramRun.run(
                "/bin/bash", ["-c", command, BuiltProgram.path], environment: environment, folder: home.path)
        }
    }

    @Test func `a large body is checked, and written to a file`() async throws {
        let home = try TemporaryFolder()
        let run = try await send([], home: home)
        #expect(run.status == 0, "\(run.errorText)")
        #expect(run.text == Self.body)
        let toFile = try await send(["-o", "out.json"], home: home)
        #expect(toFile.status == 0, "\(toFile.errorText)")
        #expect(try home.read("out.json") == Self.body)
    }

    @Test func `a large body is written where the request says`() async throws {
        let home = try TemporaryFolder()
        let json = [("Content-Type", "application/json")]
        try await StubServer.with(.status(200, headers: json, body: Self.body)) { server in
            try home.write("GET \(server.url)/\n\n>> answer.json\n", to: "a.http")
            let run = try await ProgramRun.run(
                BuiltProgram.path, ["run", "a.http", "--trust"], environment: BuiltProgram.environment(home: home),
                folder: home.path)
            #expect(run.status == 0, "\(run.text) \(run.errorText)")
            #expect(try home.read("answer.json") == Self.body)
        }
    }

    @Test func `a limit is met with what came, and a flag goes before the request`() async throws {
        let home = try TemporaryFolder()
        let limited = try await send([], after: "# @max-body 18 MB\n", home: home)
        #expect(limited.status == 24, "\(limited.errorText)")
        #expect(limited.output.count == 18_000_000)
        #expect(limited.errorText.contains("The body is larger than the limit of 18000000 bytes."))
        let small = try await send(["--max-body", "1KiB"], home: home)
        #expect(small.status == 24)
        #expect(small.output.count == 1024)
        let free = try await send(["--max-body", "none"], after: "# @max-body 18 MB\n", home: home)
        #expect(free.status == 0, "\(free.errorText)")
        #expect(free.output.count == Self.body.utf8.count)
        let wrong = try await send(["--max-body", "much"], home: home)
        #expect(wrong.status == 2)
        #expect(wrong.errorText.contains("--max-body takes a size such as 10MB or 64MiB, or none, not 'much'."))
    }

    @Test func `a disk without room ends the exchange, with what came`() async throws {
        let home = try TemporaryFolder()
        // In blocks of 1024 bytes.
        let run = try await send([], home: home, limits: "ulimit -f 17000")
        #expect(run.status == 24, "\(run.status) \(run.errorText)")
        #expect(run.errorText.contains("The body is too large for the disk: "))
        #expect(run.output.count == 17_000 << 10)
    }
}
