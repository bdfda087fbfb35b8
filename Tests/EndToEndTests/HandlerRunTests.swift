import TestSupport
import Testing

/// Scripts of other tools in the built program: values, checks, logs and reports, the same in `send` and `run`.
@Suite struct HandlerRunTests {
    private let home: TemporaryFolder

    init() throws {
        home = try TemporaryFolder()
        try home.write(Self.file, to: "a.http")
    }

    private static let file = """
        ### login
        # @name login
        < {%
          request.variables.set("who", "ada");
        %}
        POST {{base}}/login
        Content-Type: application/json

        { "user": "{{who}}", "password": "lovelace" }

        > {%
          client.test("logged in", () => client.assert(response.status === 200, "no login"));
          if (response.body.token) client.global.set("header", `Bearer ${response.body.token}`);
        %}

        ### me
        GET {{base}}/me
        Authorization: {{header}}

        > {%
          client.test("is Bob", () => {
            client.assert(response.body.name === "Bob", "name is " + response.body.name);
          });
          client.log("length", response.body.name.length);
        %}

        ### gone
        GET {{base}}/products/999

        > {% client.test("is not there", () => client.assert([404, 410].includes(response.status))); client.log("gone", response.status) %}

        ### loop
        GET {{base}}/products

        > {%
          do { client.log(1); } while (false);
        %}
        """

    private func apitui(_ arguments: String...) async throws -> ProgramRun {
        try await ProgramRun.run(
            BuiltProgram.path, arguments, environment: BuiltProgram.environment(home: home), folder: home.path)
    }

    @Test func `a run takes values and checks from scripts, and reports them`() async throws {
        let run = try await apitui("run", "a.http", "--demo", "--report", "junit=out.xml")
        #expect(run.status == 1)
        #expect(run.text.contains("3 ok, 1 failed"), "\(run.text)")
        #expect(
            run.text.contains(
                "a.http:21: check: is Bob: was Ada Lovelace (response.body.name === \"Bob\" is not so: name is Ada Lovelace)"
            ), "\(run.text)")
        #expect(run.text.contains("a.http:24: log: length 12"))
        let report = try home.read("out.xml")
        #expect(report.contains("is Bob"), "\(report)")
        // Logs of requests that pass are shown, too.
        #expect(run.text.contains("log: gone 404") && report.contains("log: gone 404"), "\(run.text)")
        #expect(report.contains("a.http:24: log: length 12"))
        // A script that is not run is named for each request, and checks nothing.
        let warning = "script: it is not run: line 36 has a loop (do), and only simple statements are read"
        #expect(run.text.contains("a.http:36: warning: \(warning)"), "\(run.text)")
        #expect(run.text.contains(", 1 warning; 1 request was not checked"), "\(run.text)")
        #expect(report.contains(warning), "\(report)")
        let unread = try await apitui("send", "a.http#loop", "--demo")
        #expect(unread.status == 0 && unread.errorText.contains("warning \(warning)"), "\(unread.errorText)")
        let json = try await apitui("run", "a.http#gone", "--demo", "--json")
        #expect(json.text.contains(#""text":"gone 404""#), "\(json.text)")
    }

    @Test func `send does the same, and prints logs with -v`() async throws {
        let sent = try await apitui("send", "a.http#me", "--demo", "--with-references", "-v")
        #expect(sent.errorText.contains("ok      logged in"), "\(sent.errorText)")
        #expect(sent.errorText.contains("FAILED  is Bob"))
        #expect(sent.errorText.contains("log     line 24: length 12"))
        let quiet = try await apitui("send", "a.http#me", "--demo", "--with-references")
        #expect(!quiet.errorText.contains("log     line"))
    }

    @Test func `what a script without a test wrote is in the history`() async throws {
        try home.write("GET {{base}}/products/1\n\n> {% client.log(\"seen\") %}\n", to: "b.http")
        #expect(try await apitui("send", "b.http", "--demo").status == 0)
        let shown = try await apitui("history", "show", "1")
        #expect(shown.text.contains("log: seen"), "\(shown.text)")
    }

    @Test func `lint names what is not read, with its line`() async throws {
        let run = try await apitui("lint", "a.http")
        #expect(
            run.text.contains("a.http:36: warning N13: The script is not run: line 36 has a loop (do)"), "\(run.text)")
        #expect(run.text.contains("a.http:3: info N13") || !run.text.contains("a.http:3:"), "\(run.text)")
    }
}
