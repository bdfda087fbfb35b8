import TestSupport
import Testing

/// Questions that commands ask on a terminal, and how they print there: the built program on a pseudo-terminal.
@Suite(.timeLimit(.minutes(5))) struct QuestionTests {
    private let home: TemporaryFolder

    init() throws {
        home = try TemporaryFolder()
        try home.write("curl http://a.test/x\n", to: "one.curl")
    }

    private func terminal(_ arguments: [String], _ variables: [String: String] = [:]) throws -> PseudoTerminal {
        let all = BuiltProgram.environment(home: home, adding: ["TERM": "xterm-256color"].merging(variables) { $1 })
        return try PseudoTerminal(
            arguments, environment: all.filter { $0.key != "PATH" }.map { "\($0)=\($1)" }, columns: 120)
    }

    /// One row in the log: a request that failed.
    private func logged() async throws {
        let run = try await ProgramRun.run(
            BuiltProgram.path, ["send", "http://127.0.0.1:1/x"], environment: BuiltProgram.environment(home: home),
            folder: home.path)
        #expect(run.status == 13)
    }

    @Test(arguments: [("y", true), ("YES", true), ("yes please", false), ("", false), ("n", false)])
    func `nothing is written unless the user agrees`(answer: String, isWritten: Bool) throws {
        let terminal = try terminal(["import", "\(home.path)/one.curl", "--into", "\(home.path)/made"])
        terminal.expect("Write 1 file? [y/N] ")
        terminal.type("\(answer)\n")
        #expect(terminal.end() == (isWritten ? 0 : 1))
        #expect(terminal.text.contains("apitui: Nothing was written.") == !isWritten, "\(terminal.text)")
        #expect(try home.names().contains("made") == isWritten)
    }

    @Test(arguments: [("n", 1), ("y", 0)] as [(String, Int32)])
    func `a schema replaces a file only if the user agrees`(answer: String, status: Int32) async throws {
        let schema =
            #"{"data":{"__schema":{"queryType":{"name":"Query"},"directives":[],"types":[{"kind":"OBJECT","name":"Query","interfaces":[],"fields":[{"name":"tea","args":[],"type":{"kind":"SCALAR","name":"String"}}]}]}}}"#
        let json = ("Content-Type", "application/json")
        try await StubServer.with(.status(200, headers: [json], body: schema)) { server in
            let path = try home.write("old", to: "s.graphql")
            let terminal = try terminal(["graphql", "\(server.url)/graphql", "--save", path])
            terminal.expect("\(path) exists. Replace it? [y/N] ")
            terminal.type("\(answer)\n")
            #expect(terminal.end() == status, "\(terminal.text)")
            #expect(terminal.text.contains("apitui: Nothing was written.") == (answer == "n"))
            #expect(try (home.read("s.graphql") == "old") == (answer == "n"))
            #expect(server.received.isEmpty == (answer == "n"), "the user is asked before the endpoint")
        }
    }

    @Test func `a batch that is typed says what to type, and ends with the input`() throws {
        let terminal = try terminal(["batch"])
        let example = #"{"id":1,"method":"GET","url":"http://127.0.0.1/"}"#
        terminal.expect("Type one JSON object per line, such as \(example); ^D ends.")
        terminal.type("{\"id\":7}\n")
        terminal.expect(#"{"id":7,"status":null"#)
        terminal.type("\u{04}")
        #expect(terminal.end() == 0)
    }

    @Test func `what would be deleted is said in the question`() async throws {
        try await logged()
        let declined = try terminal(["history", "clear", "--before", "now"])
        declined.expect("Delete 1 row (not pinned, before now)? [y/N] ")
        declined.type("no\n")
        #expect(declined.end() == 1 && declined.text.contains("apitui: Nothing was deleted."))
        let agreed = try terminal(["log", "--delete"])
        agreed.expect("Delete 1 row (of the whole log)? [y/N] ")
        agreed.type("y\n")
        #expect(agreed.end() == 0 && agreed.text.contains("1 row deleted."))
    }

    @Test(
        arguments: [
            ([:], true), (["NO_COLOR": "1"], false), (["NO_COLOR": ""], true), (["TERM": "dumb"], false),
        ] as [([String: String], Bool)])
    func `a failure is red on a terminal that has colours`(variables: [String: String], isRed: Bool) async throws {
        try await logged()
        let terminal = try terminal(["log"], variables)
        #expect(terminal.end() == 0)
        #expect(terminal.text.contains("\u{1B}[31mconnect\u{1B}[0m") == isRed, "\(terminal.text)")
        #expect(terminal.text.contains("connect"))
    }

    @Test func `a prompt is answered on the terminal, and the default of a secret is not shown`() async throws {
        try await StubServer.with(.echo) { server in
            let path = try home.write(
                "GET \(server.url)/a?b={{$input Which one? $value: first}}\nX-Code: {{$password The code? $value: hunter2}}\n",
                to: "a.http")
            let terminal = try terminal(["send", path])
            terminal.expect("Which one? [first]: ")
            terminal.type("\n")
            terminal.expect("The code?: ")
            terminal.type("\n")
            #expect(terminal.end() == 0)
            #expect(terminal.text.contains("GET /a?b=first HTTP/1.1"), "\(terminal.text)")
            #expect(terminal.text.contains("X-Code: hunter2"), "the response repeats what was sent")
            #expect(!terminal.text.contains("[hunter2]"))
        }
    }

    @Test(arguments: [
        ("DELETE http://127.0.0.1:1/{{nope}}\n", "{{nope}}"),
        ("PUT http://127.0.0.1:1/\n\n< ./none.json\n", "none.json does not exist"),
    ])
    func `what keeps a request from being sent is said before its note is asked about`(
        text: String, reason: String
    ) throws {
        let path = try home.write("### wipe\n# @note Sure?\n" + text, to: "a.http")
        let terminal = try terminal(["send", path])
        #expect(terminal.end() == 2, "\(terminal.text)")
        #expect(terminal.text.contains("Nothing was sent:") && terminal.text.contains(reason), "\(terminal.text)")
        #expect(!terminal.text.contains("Sure?") && !terminal.text.contains("[y/N]"), "\(terminal.text)")
    }

    @Test(arguments: [("n", 1), ("y", 0)] as [(String, Int32)])
    func `a request of the log with a note is sent again only if the user agrees`(
        answer: String, status: Int32
    ) async throws {
        try await StubServer.with(.status(200)) { server in
            let path = try home.write("### wipe\n# @note Delete all?\nDELETE \(server.url)/all\n", to: "a.http")
            for (arguments, answer, status) in [
                (["send", path], "y", 0), (["history", "resend", "1"], answer, status),
            ] as [([String], String, Int32)] {
                let terminal = try terminal(arguments)
                terminal.expect("wipe: Delete all?")
                terminal.expect("Send it? [y/N]: ")
                terminal.type("\(answer)\n")
                #expect(terminal.end() == status, "\(terminal.text)")
            }
            #expect(server.received.count == (answer == "y" ? 2 : 1))
            // Nobody can be asked, as by 'send'.
            let run = try await ProgramRun.run(
                BuiltProgram.path, ["history", "resend", "1"], environment: BuiltProgram.environment(home: home),
                folder: home.path)
            #expect(run.status == 0 && server.received.count == (answer == "y" ? 3 : 2))
        }
    }

    @Test func `what a query finds has no sign that a terminal would obey, in a pipe neither`() async throws {
        let path = try home.write("{\"a\": [\"x\u{202E}y\", 1.0]}", to: "a.json")
        let terminal = try terminal(["query", "$.a[*]", path])
        #expect(terminal.end() == 0)
        #expect(terminal.text.hasPrefix("[\"x") && terminal.text.hasSuffix("y\",1.0]\r\n"), "\(terminal.text)")
        #expect(!terminal.text.unicodeScalars.contains("\u{202E}"))
        let piped = try await ProgramRun.run(
            BuiltProgram.path, ["query", "$.a[*]", path], environment: BuiltProgram.environment(home: home))
        #expect(piped.text == "[\"x\\u202ey\",1.0]\n")
    }

    @Test func `rows of the log are as wide as the terminal`() async throws {
        let run = try await ProgramRun.run(
            BuiltProgram.path, ["send", "http://127.0.0.1:1/\(String(repeating: "long/", count: 30))"],
            environment: BuiltProgram.environment(home: home), folder: home.path)
        #expect(run.status == 13)
        let terminal = try terminal(["log"], ["NO_COLOR": "1"])
        #expect(terminal.end() == 0)
        #expect(terminal.text.hasSuffix("…\r\n"), "\(terminal.text)")
        #expect(terminal.text.count == 121, "a line of 120 columns and its end, which is one character")
    }
}
