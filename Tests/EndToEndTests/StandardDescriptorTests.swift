import TestSupport
import Testing

/// Outputs that cannot be written and inputs that cannot be read: the built program, called by a shell.
@Suite struct StandardDescriptorTests {
    /// Runs `$0 COMMAND` in a folder with one request.
    private func run(_ command: String) async throws -> ProgramRun {
        let home = try TemporaryFolder()
        try home.write("### a\nGET http://127.0.0.1:1/\n", to: "a.http")
        try home.write("[1,2,3]", to: "a.json")
        return try await ProgramRun.run(
            "/bin/bash", ["-c", "\"$0\" \(command)", BuiltProgram.path],
            environment: BuiltProgram.environment(home: home), folder: home.path)
    }

    private static let commands = [
        "list .", "list . --json", "lint . --json", "run .", "run . --json", "query '$[*]' a.json",
        "send a.http --json",
        "--help", "help run",
    ]

    @Test(arguments: commands)
    func `an output that is closed is reported in one sentence`(command: String) async throws {
        let run = try await run("\(command) >&-")
        #expect(run.status == 1)
        #expect(run.errorText.split(separator: "\n").last == "apitui: Standard output is closed.")
    }

    @Test(arguments: commands)
    func `an output that is full is reported in one sentence`(command: String) async throws {
        let run = try await run("\(command) >/dev/full")
        #expect(run.status == 1)
        #expect(
            run.errorText.split(separator: "\n").last
                == "apitui: Standard output cannot be written to: No space left on device.")
    }

    /// The second output is a pipe whose reader has left.
    @Test(arguments: [(">/dev/full", "1"), (">&4", "141")])
    func `files that a run was asked for are written though the output takes nothing`(
        output: String, status: String
    ) async throws {
        let run = try await run(
            """
            --version >/dev/null; mkfifo pipe; exec 3<>pipe 4>pipe 3<&-
            "$0" run . --repeat 3 --junit j.xml --report html=h.html --out r.run \(output); echo "status $?"
            grep -c '<testcase' j.xml; grep -c '</html>' h.html; "$0" runs show ./r.run
            "$0" compare r.run r.run --report markdown=c.md \(output); echo "status $?"; grep -c 'No difference' c.md
            """)
        let lines = run.text.split(separator: "\n")
        #expect(lines.prefix(3) == ["status \(status)", "3", "1"])
        #expect(lines.dropLast(2).last?.hasPrefix("3 requests: 0 ok, 3 failed") == true, "\(run.text)")
        #expect(lines.suffix(2).first == "status \(status)" && lines.last != "0", "\(run.text)")
        let sentence = "apitui: Standard output cannot be written to: No space left on device.\n"
        let reports = "The report html is in h.html.\nThe report junit is in j.xml.\n"
        #expect(run.errorText == reports + (status == "1" ? sentence + sentence : ""))
    }

    @Test func `without an error output the work is done all the same`() async throws {
        let run = try await run("list . 2>&- | wc -l")
        #expect(run.text.contains("1"))
        #expect(run.errorText == "")
    }

    @Test(arguments: ["list -", "lint -", "run -", "send -", "query '$'", "query '$' -"])
    func `an input that is closed, or a folder, is not an empty one`(command: String) async throws {
        let closed = try await run("\(command) <&-")
        #expect(closed.status == 2)
        #expect(closed.errorText == "apitui: Standard input is closed.\n")
        let folder = try await run("\(command) </")
        #expect(folder.status == 2)
        #expect(folder.errorText == "apitui: Standard input cannot be read: it is a folder.\n")
    }
}
