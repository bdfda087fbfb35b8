import TestSupport
import Testing

/// How the commands report a variable that grows too large.
@Suite struct ExpansionLimitCommandTests {
    private let file =
        "@v0 = xxxxxxxxxx\n" + (0..<26).map { "@v\($0 + 1) = {{v\($0)}}{{v\($0)}}\n" }.joined()
        + "GET http://127.0.0.1:9/{{v26}}\n"

    private func apitui(_ arguments: String...) async throws -> ProgramRun {
        let folder = try TemporaryFolder()
        try folder.write(file, to: "a.http")
        return try await ProgramRun.run(
            BuiltProgram.path, arguments, environment: BuiltProgram.environment(home: try TemporaryFolder()),
            folder: folder.path)
    }

    private let reason = "its value is longer than 16 MiB once its variables are replaced"

    @Test func `lint reports the name that grew and its line`() async throws {
        let run = try await apitui("lint")
        #expect(run.status == 1)
        #expect(run.text == "a.http:22: error E12: {{v21}} cannot be replaced: \(reason).\n")
    }

    @Test func `send ends with request-build, the name and its line`() async throws {
        let run = try await apitui("send", "a.http", "--json")
        #expect(run.status == 10)
        #expect(run.text.contains("\"category\":\"request-build\""))
        #expect(run.errorText.contains("a.http:22: {{v21}}: \(reason)."))
    }

    @Test func `run reports a request-build failure with the name and its line`() async throws {
        let run = try await apitui("run", "a.http")
        #expect(run.status == 1)
        #expect(run.text.contains("request-build"))
        #expect(run.text.contains("a.http:22: {{v21}}: \(reason)."))
    }
}
