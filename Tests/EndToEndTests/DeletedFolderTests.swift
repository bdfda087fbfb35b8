import TestSupport
import Testing

/// A working folder that was deleted has no path: no other folder may take its place.
@Suite struct DeletedFolderTests {
    private let home: TemporaryFolder

    init() throws { home = try TemporaryFolder() }

    /// Runs `$0 COMMAND` in a folder that is gone.
    private func run(_ command: String) async throws -> ProgramRun {
        try await ProgramRun.run(
            "/bin/bash", ["-c", "mkdir gone; cd gone; rmdir ../gone; \"$0\" \(command)", BuiltProgram.path],
            environment: BuiltProgram.environment(home: home), folder: home.path)
    }

    @Test(arguments: [
        "list", "lint .", "run .", "run . --dry-run", "send http://127.0.0.1:1/", "open", "trust add .",
        "export . --to curl", "import - --yes < /dev/null",
    ])
    func `a command says so and does nothing`(command: String) async throws {
        let run = try await run(command)
        #expect(run.status == 2)
        #expect(run.text == "")
        #expect(
            run.errorText
                == "apitui: The current folder was deleted. Change to another folder ('cd'), and try again.\n")
    }

    @Test func `help is printed`() async throws {
        let run = try await run("run --help")
        #expect(run.status == 0)
        #expect(run.text.contains("USAGE: apitui run"))
    }

    @Test func `completion offers nothing of another folder`() async throws {
        let run = try await run("complete bash 'apitui list ' ' '")
        #expect(!run.text.contains("etc/") && !run.text.contains("tmp/"))
    }
}
