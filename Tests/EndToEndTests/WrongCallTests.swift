import TestSupport
import Testing

/// Wrong calls of every command: a status, nothing on standard output, and sentences that begin in one way.
@Suite struct WrongCallTests {
    private static let commands = [
        "open", "demo", "send", "run", "batch", "list", "lint", "query", "cache list", "cache show", "cache clear",
        "auth list", "auth forget", "trust list", "trust add", "trust remove", "keys", "log", "history list",
    ]

    private static let badFlags = commands.map { "\($0) --no-such-flag" }
    private static let missingFiles = [
        "open gone", "demo gone", "send gone.http", "send gone.http#a", "run gone", "list gone", "lint gone",
        "query $ gone", "trust add gone", "send e.http --cacert gone", "send http://h.test -d @gone",
    ]
    private static let badValues = [
        "open --cache x", "open --var x", "demo --port x", "send e.http --var x", "send e.http --cache x",
        "send e.http --proxy ftp://x", "run e.http --jobs 0", "run e.http --jobs x", "run e.http --repeat 0",
        "run e.http --timeout 0", "run e.http --timeout 0s",
        "batch --jobs 0", "list --json=x", "lint --env nope", "query [", "cache show", "auth forget", "trust add",
        "send", "run", "query", "send e.http -i --json", "send e.http -X PUT", "help nope", "help send nope", "nope",
        "send e.http --env nope", "send e.http#nope", "send e.http:99",
    ]

    @Test(arguments: badFlags + missingFiles + badValues)
    func `a failure begins with the program's name`(call: String) async throws {
        let home = try TemporaryFolder()
        try home.write("GET http://h.test/\n", to: "e.http")
        let run = try await ProgramRun.run(
            BuiltProgram.path, call.split(separator: " ").map(String.init),
            environment: BuiltProgram.environment(home: home), folder: home.path)
        #expect(run.status == 2, "\(run.status)")
        #expect(run.text == "")
        let lines = run.errorText.split(separator: "\n").map(String.init)
        #expect(lines.first?.hasPrefix("apitui: ") == true, "\(run.errorText)")
        // Below the sentence: how to call the command, and what a caret points at.
        let allowed = ["apitui: ", "Usage: ", "Help: ", "  "]
        for line in lines { #expect(allowed.contains { line.hasPrefix($0) }, "\(line)") }
        #expect(!run.errorText.contains("Error:"))
    }

    @Test func `a failure of a request begins with the program's name too`() async throws {
        let home = try TemporaryFolder()
        let run = try await ProgramRun.run(
            BuiltProgram.path, ["send", "http://127.0.0.1:1/"], environment: BuiltProgram.environment(home: home),
            folder: home.path)
        #expect(run.status == 13)
        let lines = run.errorText.split(separator: "\n").map(String.init)
        #expect(lines.first?.hasPrefix("GET http://127.0.0.1:1/: no response after ") == true)
        #expect(lines.last?.hasPrefix("apitui: connect: ") == true)
    }

    @Test(arguments: [
        (["help", "nope"], "There is no command 'nope'. 'apitui --help' lists the commands."),
        (["help", "lst"], "There is no command 'lst'. Did you mean 'list'? 'apitui --help' lists the commands."),
        (["help", "cache", "nope"], "There is no command 'nope'. 'apitui --help' lists the commands."),
    ])
    func `help for a command that does not exist fails`(arguments: [String], sentence: String) async throws {
        let home = try TemporaryFolder()
        let run = try await ProgramRun.run(
            BuiltProgram.path, arguments, environment: BuiltProgram.environment(home: home))
        #expect(run.status == 2)
        #expect(run.text == "")
        #expect(run.errorText == "apitui: \(sentence)\n")
    }

    @Test(arguments: [["help"], ["help", "send"], ["help", "cache", "show"], ["help", "help"], ["help", "open"]])
    func `help for a command that exists is printed`(arguments: [String]) async throws {
        let home = try TemporaryFolder()
        let run = try await ProgramRun.run(
            BuiltProgram.path, arguments, environment: BuiltProgram.environment(home: home))
        #expect(run.status == 0, "\(run.errorText)")
        #expect(run.text.contains("USAGE: apitui"))
    }

    @Test func `run, list and send agree about nothing to send`() async throws {
        let home = try TemporaryFolder()
        try home.write("# nothing\n", to: "e/a.http")
        for arguments in [["run", "e"], ["list", "e"], ["run", "e/a.http"], ["send", "e/a.http"]] {
            let run = try await ProgramRun.run(
                BuiltProgram.path, arguments, environment: BuiltProgram.environment(home: home), folder: home.path)
            #expect(run.status == 2, "\(arguments)")
            #expect(run.text == "")
            #expect(run.errorText == "apitui: There is no request in \(arguments[1]).\n")
        }
        let json = try await ProgramRun.run(
            BuiltProgram.path, ["list", "e", "--json"], environment: BuiltProgram.environment(home: home),
            folder: home.path)
        #expect(json.text == "[]\n")
        #expect(json.status == 2)
    }
}
