import Foundation
import TestSupport
import Testing

/// What commands leave in the request log, seen from outside.
@Suite(.timeLimit(.minutes(5))) struct LogWritingTests {
    private struct Home {
        let folder: TemporaryFolder

        init() throws { folder = try TemporaryFolder() }

        var log: String { folder.path + "/state/apitui" }

        func apitui(_ arguments: String..., input: String = "") async throws -> ProgramRun {
            try await ProgramRun.run(
                BuiltProgram.path, arguments, environment: BuiltProgram.environment(home: folder), folder: folder.path,
                input: Array(input.utf8))
        }

        /// All bytes of the log's files, as text.
        func stored() -> String {
            let names = (try? FileManager.default.subpathsOfDirectory(atPath: log)) ?? []
            return names.filter { $0.hasPrefix("log") }.compactMap {
                FileManager.default.contents(atPath: "\(log)/\($0)")
            }
            .map { String(decoding: $0, as: UTF8.self) }.joined(separator: "\n")
        }
    }

    @Test func `send, run and batch leave their exchanges without secrets, and nothing with --no-log`() async throws {
        try await StubServer.with(
            .status(200, headers: [("Content-Type", "application/json")], body: #"{"echo":"top-secret-1","pin":4711}"#)
        ) { server in
            let home = try Home()
            let folder = home.folder
            _ = try folder.write(#"{"dev": {"Redact": ["pin"]}}"#, to: "http-client.env.json")
            _ = try folder.write(#"{"dev": {"key": "top-secret-1"}}"#, to: "http-client.private.env.json")
            _ = try folder.write(
                """
                ### First
                # @name first
                # @assert status == 200
                GET \(server.url)/first-path?k={{key}}
                Authorization: Bearer {{key}}

                ### Quiet
                # @name quiet
                # @no-log
                GET \(server.url)/quiet-path
                """, to: "a.http")
            for arguments in [["send", "a.http#first"], ["run", "a.http"]] {
                let run = try await ProgramRun.run(
                    BuiltProgram.path, arguments + ["--env", "dev", "--no-log"],
                    environment: BuiltProgram.environment(home: folder), folder: folder.path)
                #expect(run.status == 0, "\(run.errorText)")
            }
            #expect(home.stored().isEmpty)
            let sent = try await home.apitui("send", "a.http#first", "--env", "dev")
            #expect(sent.status == 0, "\(sent.errorText)")
            #expect(home.stored().contains("/first-path?k=<secret:key>"))
            let ran = try await home.apitui("run", "a.http", "--env", "dev")
            #expect(ran.status == 0, "\(ran.errorText)")
            for word in ["top-secret-1", "4711", "quiet-path"] { #expect(!home.stored().contains(word), "\(word)") }
            let batch = try await home.apitui(
                "batch",
                input: #"{"id":"b-one","method":"GET","url":"\#(server.url)/batch-path?token=batch-secret"}"# + "\n")
            #expect(batch.status == 0)
            let stored = home.stored()
            for word in ["first", "quiet", "b-one", "/batch-path?token=[redacted]", "status == 200"] {
                #expect(stored.contains(word), "\(word)")
            }
            #expect(!stored.contains("batch-secret"))
        }
    }

    @Test func `the results of checks are in the log, whether they hold or not`() async throws {
        try await StubServer.with(.status(200)) { server in
            let home = try Home()
            try home.folder.write(
                """
                ### Good
                # @name good
                # @assert status == 200
                GET \(server.url)/good

                ### Bad
                # @name bad
                # @assert status == 200
                # @assert status == 201
                # @assert status == 202
                GET \(server.url)/bad

                ### Unchecked
                # @name unchecked
                GET \(server.url)/unchecked
                """, to: "a.http")
            #expect(try await home.apitui("send", "a.http#bad").status == 1)
            #expect(try await home.apitui("run", "a.http").status == 1)
            let log = try await home.apitui("log", "--json")
            let row = /"path":"([^"]*)".*"checksPassed":(\w+),"checksFailed":(\w+)/
            let rows = log.text.split(separator: "\n").map { line in
                line.firstMatch(of: row).map { "\($0.1) \($0.2) \($0.3)" } ?? "\(line)"
            }
            #expect(rows == ["/bad 1 2", "/good 1 0", "/bad 1 2", "/unchecked null null"])
            let shown = try await home.apitui("history", "show", "1")
            #expect(shown.text.contains("status == 201"), "\(shown.text)")
        }
    }

    @Test func `a log that cannot be written is one line, and requests are sent`() async throws {
        try await StubServer.with(.status(204)) { server in
            let home = try Home()
            _ = try home.folder.write("a file, not a folder", to: "state")
            let run = try await home.apitui("send", server.url, "--json")
            #expect(run.status == 0)
            #expect(run.errorText.split(separator: "\n").count { $0.contains("log") } == 1, "\(run.errorText)")
        }
    }
}
