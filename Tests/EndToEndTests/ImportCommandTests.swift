import Foundation
import TestSupport
import Testing

/// `apitui import` as a user meets it: the preview, the files, the exit statuses, and that nothing is written unasked.
@Suite struct ImportCommandTests {
    private let folder: TemporaryFolder

    private static let postman =
        #"{"info":{"name":"Shop \u001b[2J","schema":"https://schema.getpostman.com/json/collection/v2.1.0/collection.json"},"item":[{"name":"../Users","item":[{"name":"One","request":{"method":"POST","url":"https://a.test/{{id}}","header":[{"key":"X-Api-Key","value":"top-secret"}],"body":{"mode":"raw","raw":"a"}},"event":[{"listen":"test","script":{"exec":["eval(1)"]}}]}]}]}"#

    init() throws {
        folder = try TemporaryFolder()
        try folder.write(Self.postman, to: "shop.json")
    }

    private func apitui(_ arguments: [String], input: String = "") async throws -> ProgramRun {
        let home = try TemporaryFolder()
        return try await ProgramRun.run(
            BuiltProgram.path, arguments, environment: BuiltProgram.environment(home: home), folder: folder.path,
            input: Array(input.utf8))
    }

    @Test func `without an answer it is shown and not written`() async throws {
        let run = try await apitui(["import", "shop.json"])
        #expect(run.status == 2)
        #expect(run.text.contains("Postman: 1 request, 1 secret\n") && run.text.contains("Users.http  1 request\n"))
        #expect(run.text.contains("is kept as a comment"))
        #expect(run.errorText.contains("Nothing was written. Give --yes to write without a question."))
        #expect(!run.text.contains("top-secret") && !run.output.contains(0x1B))
        #expect(try folder.names() == ["shop.json"])
    }

    @Test func `with --yes the files are there, and can be listed and linted`() async throws {
        let run = try await apitui(["import", "shop.json", "--into", "api", "--yes"])
        #expect(run.status == 0, "\(run.errorText)")
        let name = try #require(try FileManager.default.contentsOfDirectory(atPath: folder.path + "/api").first)
        #expect(try folder.permissions("api/\(name)/http-client.private.env.json") == 0o600)
        let list = try await apitui(["list", "api"])
        #expect(list.text.contains("https://a.test/{{id}}"))
        let lint = try await apitui(["lint", "api"])
        // The collection gives its path variable no value.
        let errors = lint.text.split(separator: "\n").filter { $0.contains(" error ") }
        #expect(errors.count == 1 && errors[0].hasSuffix("{{id}} has no value: no variable of that name."))
        let again = try await apitui(["import", "shop.json", "--into", "api", "--yes", "--json"])
        #expect(again.status == 0 && again.text.contains("\"written\":[\"api/\(name)-2\"]"))
    }

    @Test func `standard input is a curl command, and one file needs no folder`() async throws {
        let run = try await apitui(["import", "-", "--yes"], input: "curl https://a.test/x -d 'a=1'\n")
        #expect(run.status == 0, "\(run.errorText)")
        #expect(try folder.read("a.test.http").contains("POST https://a.test/x\n"))
    }

    @Test(arguments: [
        ("", "is empty."), ("{\n \"a\": }", ":2:7: "), ("words", "is of no kind that can be imported"),
    ])
    func `what cannot be imported is one sentence, and nothing is written`(text: String, sentence: String) async throws
    {
        try folder.write(text, to: "bad.json")
        let run = try await apitui(["import", "bad.json", "--yes"])
        #expect(run.status == 2 && run.text.isEmpty && run.errorText.contains(sentence), "\(run.errorText)")
        #expect(run.errorText.split(separator: "\n").count == 1)
        #expect(try folder.names() == ["bad.json", "shop.json"])
    }

    @Test func `an environment is added to the file that is there`() async throws {
        try folder.write("{\n  \"dev\": { \"a\": \"1\" } // mine\n}\n", to: "http-client.env.json")
        try folder.write(
            #"{"name":"live","values":[{"key":"a","value":"2"},{"key":"token","value":"t-12345"}],"_postman_variable_scope":"environment"}"#,
            to: "live.json")
        #expect(try await apitui(["import", "live.json", "--yes"]).status == 0)
        let text = try folder.read("http-client.env.json")
        #expect(text.contains("\"dev\": { \"a\": \"1\" }, // mine") && text.contains("\"live\""))
        #expect(try folder.read("http-client.private.env.json").contains("t-12345") && !text.contains("t-12345"))
        let again = try await apitui(["import", "live.json", "--yes"])
        #expect(again.status == 1 && again.errorText.contains("has live.a already: nothing was written."))
    }
}
