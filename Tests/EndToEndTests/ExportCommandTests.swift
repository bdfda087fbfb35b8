import TestSupport
import Testing

/// `export` as the built program.
@Suite struct ExportCommandTests {
    private let home: TemporaryFolder
    private let folder: TemporaryFolder

    init() throws {
        home = try TemporaryFolder()
        folder = try TemporaryFolder()
        try folder.write("{\"dev\": {\"base\": \"http://dev.test\"}}", to: "http-client.env.json")
        try folder.write("{\"dev\": {\"token\": \"private-token-1\"}}", to: "http-client.private.env.json")
        try folder.write(
            "### One\n# @name one\nGET {{base}}/1\nAuthorization: Bearer {{token}}\n?? status == 200\n\n### Two\n# @name two\nGRPC localhost/a.B/C\n",
            to: "a.http")
        try folder.write("### Three\nPOST http://dev.test/3\n\n< ./missing.json\n", to: "sub/b.http")
    }

    private func apitui(_ arguments: String..., input: String = "") async throws -> ProgramRun {
        try await ProgramRun.run(
            BuiltProgram.path, ["export"] + arguments, environment: BuiltProgram.environment(home: home),
            folder: folder.path,
            input: Array(input.utf8))
    }

    @Test func `one request, with its variables and without its secrets`() async throws {
        let run = try await apitui("a.http#one", "--to", "curl", "--env", "dev")
        #expect(run.status == 0, "\(run.errorText)")
        #expect(run.text.contains("curl http://dev.test/1") && run.text.contains("\"$TOKEN\""), "\(run.text)")
        #expect(!(run.text + run.errorText).contains("private-token-1"))
        #expect(run.errorText.contains("apitui: a.http:3: one: 1 check is left out."), "\(run.errorText)")
        let shown = try await apitui(
            "a.http#one", "--to", "curl", "--env", "dev", "--reveal", "--var", "base=http://other.test")
        #expect(shown.text.contains("Bearer private-token-1") && shown.text.contains("http://other.test/1"))
    }

    @Test func `a folder, with what is left out`() async throws {
        let run = try await apitui(".", "--to", "postman")
        #expect(run.status == 1)
        #expect(run.text.contains("\"name\": \"One\""))
        #expect(run.errorText.contains("a.http:9: ") && run.errorText.contains("sub/b.http:4: "), "\(run.errorText)")
    }

    @Test func `a file is never replaced without force`() async throws {
        let first = try await apitui("a.http#one", "--to", "swift", "-o", "Api.swift")
        #expect(
            first.status == 0 && first.text.isEmpty && first.errorText.contains("1 request written to Api.swift."),
            "\(first.errorText)")
        let code = try folder.read("Api.swift")
        #expect(code.contains("struct One: Endpoint"))
        let second = try await apitui("a.http#one", "--to", "markdown", "-o", "Api.swift")
        #expect(
            second.status == 2
                && second.errorText == "apitui: Api.swift exists; --force replaces it. Nothing was written.\n",
            "\(second.errorText)")
        #expect(try folder.read("Api.swift") == code)
        let third = try await apitui("a.http#one", "--to", "markdown", "-o", "Api.swift", "--force")
        #expect(third.status == 0)
        #expect(try folder.read("Api.swift").hasPrefix("# a\n"))
    }

    @Test func `standard input, and JSON`() async throws {
        let run = try await apitui("-", "--to", "openapi", "--json", input: "GET http://localhost/things/7\n")
        #expect(run.status == 0, "\(run.errorText)")
        #expect(run.text.hasPrefix("{\n  \"openapi\": \"3.1.0\""))
    }

    @Test(arguments: [
        (
            ["a.http", "--to", "cur"],
            "--to takes one of curl, httpie, har, postman, openapi, markdown, swift, not 'cur'. Did you mean curl?"
        ),
        (["a.http", "--to", "curl", "--json"], "--json is for --to openapi."),
        (["a.http", "--to", "curl", "--force"], "--force needs the file of --output."),
        (["http://x.test/", "--to", "curl"], "'export' takes saved requests, and 'http://x.test/' is a URL."),
    ]) func `a wrong call is one sentence`(_ arguments: [String], _ sentence: String) async throws {
        let run = try await ProgramRun.run(
            BuiltProgram.path, ["export"] + arguments, environment: BuiltProgram.environment(home: home),
            folder: folder.path)
        #expect(run.status == 2 || run.status == 64)
        #expect(run.errorText.contains(sentence), "\(run.errorText)")
        #expect(run.text.isEmpty)
    }

    @Test(arguments: [
        ("a.http#two", "a.http:9: "), ("sub/b.http", "sub/b.http:4: The body file ./missing.json does not exist."),
        ("a.http#nothing", "There is no request 'nothing' in a.http"), ("missing.http", "missing.http"),
        ("empty", "There is no request in empty."), ("a.http#one", "a.http:3: {{base}}: "),
    ]) func `what cannot be exported is one sentence with its place`(_ path: String, _ sentence: String) async throws {
        try folder.write("", to: "empty/nothing.http")
        let run = try await apitui(path, "--to", "curl", "--var", "token=abcd")
        #expect(run.status == 2, "\(run.errorText)")
        #expect(run.errorText.contains(sentence) && run.text.isEmpty, "\(run.errorText)")
    }
}
