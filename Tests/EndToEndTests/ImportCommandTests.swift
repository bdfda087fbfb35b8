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

    private func apitui(
        _ arguments: [String], input: String = "", home: TemporaryFolder? = nil
    ) async throws -> ProgramRun {
        let home = try home ?? TemporaryFolder()
        return try await ProgramRun.run(
            BuiltProgram.path, arguments, environment: BuiltProgram.environment(home: home), folder: folder.path,
            input: Array(input.utf8))
    }

    @Test func `without an answer it is shown and not written`() async throws {
        let run = try await apitui(["import", "shop.json"])
        #expect(run.status == 2)
        #expect(run.text.contains("Postman: 1 request, 1 secret\n") && run.text.contains("Users.http  1 request\n"))
        #expect(run.text.contains("is kept as a comment"))
        #expect(run.errorText.contains("Nothing was written. Give --yes to write without asking."))
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
        #expect(run.errorText == "apitui: Written: a.test.http. 'apitui a.test.http' opens it.\n")
        #expect(try folder.read("a.test.http").contains("POST https://a.test/x\n"))
    }

    @Test(arguments: [
        ("", "is empty."), ("{\n \"a\": }", ":2:7: "), ("words", "is not of a kind that can be imported"),
    ])
    func `what cannot be imported is one sentence, and nothing is written`(text: String, sentence: String) async throws
    {
        try folder.write(text, to: "bad.json")
        let run = try await apitui(["import", "bad.json", "--yes"])
        #expect(run.status == 2 && run.text.isEmpty && run.errorText.contains(sentence), "\(run.errorText)")
        #expect(run.errorText.split(separator: "\n").count == 1)
        #expect(try folder.names() == ["bad.json", "shop.json"])
    }

    /// The optimiser of Swift 6.3.1 once gave the version a slash, which tests that are not optimised do not see.
    @Test func `the version of a Hurl response is what is written`() async throws {
        let run = try await apitui(["import", "-", "--from", "hurl"], input: "GET https://a.test\nHTTP/1.1 200\n")
        #expect(
            run.text.contains("The version of the response, HTTP/1.1, is not checked"), "\(run.text) \(run.errorText)")
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

    private static let har = #"""
        { "log": { "version": "1.2", "creator": { "name": "Browser", "version": "1" }, "entries": [
          { "startedDateTime": "2024-05-01T10:00:00.500+02:00", "time": 12.5, "serverIPAddress": "192.0.2.7",
            "request": { "method": "POST", "url": "https://x.test/login",
              "headers": [ { "name": "Authorization", "value": "Bearer top-secret-1" } ],
              "postData": { "mimeType": "application/json", "text": "{\"user\": \"ada\", \"password\": \"lovelace-1\"}" } },
            "response": { "status": 201, "statusText": "Created", "httpVersion": "http/2.0",
              "headers": [ { "name": "Content-Type", "value": "text/plain" }, { "name": "Set-Cookie", "value": "sid=top-secret-2" } ],
              "content": { "text": "aGVsbG8=", "encoding": "base64" } } },
          { "startedDateTime": "2024-05-01T10:00:01.000+02:00", "time": 30,
            "request": { "method": "GET", "url": "https://x.test/gone" },
            "response": { "status": 404, "content": { "text": "not there" } } } ] } }
        """#

    @Test func `what a HAR recorded is the history of its requests`() async throws {
        let home = try TemporaryFolder()
        try folder.write(Self.har, to: "site.har")
        let shown = try await apitui(["import", "site.har"], home: home)
        #expect(shown.text.contains("2 recorded responses go into the history of their requests."))
        #expect(try await apitui(["history", "list", "--json"], home: home).text.isEmpty, "nothing was written yet")
        let run = try await apitui(["import", "site.har", "--yes", "--json"], home: home)
        #expect(run.status == 0 && run.text.contains(#""responses":{"recorded":2,"stored":2}"#), "\(run.errorText)")

        let list = try await apitui(["history", "list"], home: home)
        #expect(list.text.contains("201") && list.text.contains("404"), "\(list.text)")
        let byRequest = try await apitui(["history", "list", "--by-request"], home: home)
        #expect(byRequest.text.contains("POST post_https_x_test_login  last 201"), "\(byRequest.text)")
        let show = try await apitui(["history", "show", "1"], home: home)
        for text in [
            "apitui import, pid", "POST /login HTTP/2", "HTTP/2 201 Created", "192.0.2.7", "hello",
            "Content-Type: text/plain",
        ] {
            #expect(show.text.contains(text), "\(text)\n\(show.text)")
        }
        let har = try await apitui(["history", "show", "1", "--har"], home: home)
        #expect(har.text.contains("2024-05-01T08:00:00.500000Z"), "\(har.text)")
        for output in [list, byRequest, show, har] {
            #expect(!output.text.contains("top-secret") && !output.text.contains("lovelace"), "\(output.text)")
        }
    }

    @Test func `with --no-log nothing of it is stored`() async throws {
        let home = try TemporaryFolder()
        try folder.write(Self.har, to: "site.har")
        let run = try await apitui(["import", "site.har", "--yes", "--no-log"], home: home)
        #expect(run.status == 0 && run.text.contains("2 recorded responses are left out: nothing is logged."))
        #expect(try await apitui(["history", "list", "--json"], home: home).text.isEmpty)
    }
}
