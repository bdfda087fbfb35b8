import Foundation
import TestSupport
import Testing

/// Descriptions of APIs on the command line: the built program against a server on this machine.
@Suite struct DescriptionCommandTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        try folder.write(
            """
            openapi: 3.1.0
            info: {title: Shop, version: '1'}
            servers: [{url: 'http://127.0.0.1:2'}]
            tags: [{name: things}]
            paths:
              /json/numbers:
                get:
                  operationId: readJSON
                  tags: [things]
                  parameters: [{name: n, in: query, required: true, schema: {type: integer, minimum: 7}}]
                  responses: {'200': {description: ok, content: {application/json: {schema: {type: object}}}}}
              /binary:
                get:
                  operationId: readText
                  responses: {'200': {description: ok, content: {application/json: {schema: {type: object}}}}}
            """, to: "openapi.yaml")
        try folder.write("GET {{base}}/binary\n", to: "mine.http")
        // The demo server chooses its port.
        try folder.write(#"{"demo": {"server": "{{base}}"}}"#, to: "http-client.env.json")
    }

    private func apitui(_ arguments: String...) async throws -> ProgramRun {
        let home = try TemporaryFolder()
        return try await ProgramRun.run(
            BuiltProgram.path, arguments, environment: BuiltProgram.environment(home: home), folder: folder.path)
    }

    @Test func `a description is listed, planned and linted like a file`() async throws {
        let list = try await apitui("list", "openapi.yaml")
        #expect(list.text.contains("openapi.yaml#readJSON  GET readJSON  {{server}}/json/numbers"), "\(list.text)")
        let folder = try await apitui("list", ".")
        #expect(folder.text.contains("openapi.yaml#readText") && folder.text.contains("mine.http:1"))
        let plan = try await apitui("run", "openapi.yaml", "--plan")
        #expect(plan.text.contains("readJSON") && plan.text.contains("readText"), "\(plan.text)")
        let lint = try await apitui("lint", "openapi.yaml")
        #expect(lint.status == 0, "\(lint.text)\(lint.errorText)")
    }

    @Test func `an operation is sent to another server and compared with its description`() async throws {
        let good = try await apitui("send", "openapi.yaml#readJSON", "--demo", "--env", "demo", "-v")
        #expect(good.status == 0, "\(good.errorText)")
        #expect(
            good.errorText.contains("/json/numbers?n=7") && good.errorText.contains("ok      openapi.yaml body"),
            "\(good.errorText)")
        let bad = try await apitui("send", "openapi.yaml#readText", "--demo", "--env", "demo")
        #expect(bad.status == 1)
        #expect(bad.errorText.contains("FAILED  openapi.yaml media type"), "\(bad.errorText)")
        let other = try await apitui("send", "openapi.yaml#readText", "--server", "http://127.0.0.1:1")
        #expect(other.status == 13 && other.errorText.contains("127.0.0.1:1 "), "\(other.errorText)")
    }

    @Test func `a line is that of the operation in the description`() async throws {
        let run = try await apitui("run", "openapi.yaml", "--server", "http://127.0.0.1:1")
        #expect(run.text.contains("openapi.yaml:8: connect: ") && run.text.contains("openapi.yaml:14: connect: "))
        let plan = try await apitui("send", "openapi.yaml#readText", "--plan")
        #expect(plan.text.contains("openapi.yaml:14  asked for"), "\(plan.text)")
        let listed = try await apitui("list", "openapi.yaml", "--json")
        #expect(listed.text.contains(#""line":8,"#) && listed.text.contains(#""line":14,"#), "\(listed.text)")
        _ = try await apitui(
            "run", "openapi.yaml#readText", "--server", "http://127.0.0.1:1", "--report", "tap=report.tap")
        #expect(try folder.read("report.tap").contains("openapi.yaml:14"))
        let unbuilt = try await apitui("run", "openapi.yaml#readText", "--var", "server=")
        #expect(unbuilt.text.contains("openapi.yaml:14: request-build: "), "\(unbuilt.text)\(unbuilt.errorText)")
        try folder.write("type Query {\n  thing(id: ID!): String\n}\n", to: "schema.graphql")
        let schema = try await apitui("run", "schema.graphql", "--server", "http://127.0.0.1:1")
        #expect(schema.text.contains("schema.graphql:2: connect: "), "\(schema.text)")
    }

    @Test func `a run compares with the description beside its requests if it is asked to`() async throws {
        #expect(try await apitui("run", "mine.http", "--demo").status == 0)
        let checked = try await apitui("run", "mine.http", "--demo", "--contract-file", "openapi.yaml")
        #expect(checked.status == 1)
        #expect(checked.text.contains("openapi.yaml media type"), "\(checked.text)")
    }

    @Test func `a run that compares says which requests were compared with no description`() async throws {
        let alone = try TemporaryFolder()
        try alone.write("GET {{base}}/binary\n\n###\nGET {{base}}/json/numbers\n", to: "a.http")
        try alone.write("", to: "openapi.yaml")
        func apitui(_ arguments: String...) async throws -> ProgramRun {
            let home = try TemporaryFolder()
            return try await ProgramRun.run(
                BuiltProgram.path, arguments + ["--demo", "--contract"],
                environment: BuiltProgram.environment(home: home), folder: alone.path)
        }
        let run = try await apitui("run", "a.http")
        #expect(run.status == 0, "\(run.text)\(run.errorText)")
        #expect(run.text.components(separatedBy: " not compared: ").count == 2, "\(run.text)")
        #expect(run.text.contains("2 requests were not compared: /"), "\(run.text)")
        #expect(run.text.contains("/openapi.yaml does not begin as a description does"), "\(run.text)")
        let strict = try await apitui("run", "a.http", "--contract-strict")
        #expect(strict.status == 1)
        #expect(strict.text.contains("a.http:4: check: contract: "), "\(strict.text)")
        let send = try await apitui("send", "a.http#1")
        #expect(send.status == 0)
        #expect(send.errorText.contains("warning contract: "), "\(send.errorText)")
    }

    @Test func `warnings are named and fail nothing, unless that is wanted`() async throws {
        try folder.write("GET {{base}}/json/numbers?n=7&page=1\n", to: "warned.http")
        let run = ["run", "warned.http", "--demo", "--contract-file", "openapi.yaml"]
        let warned = try await apitui(run[0], run[1], run[2], run[3], run[4])
        #expect(warned.status == 0, "\(warned.text)\(warned.errorText)")
        let sentence =
            "openapi.yaml request query parameter page: The query parameter 'page' is not documented (openapi.yaml:"
        #expect(warned.text.contains("warned.http:1: warning: \(sentence)"), "\(warned.text)")
        #expect(warned.text.contains("3 checks: 3 passed, 0 failed, 1 warning"), "\(warned.text)")
        let strict = try await apitui(run[0], run[1], run[2], run[3], run[4], "--contract-strict")
        #expect(strict.status == 1)
        #expect(strict.text.contains("warned.http:1: check: \(sentence)"), "\(strict.text)")
    }

    @Test func `what cannot be read is one sentence`() async throws {
        try folder.write("openapi: [\n", to: "broken.yaml")
        try folder.write("{\"a\": 1}", to: "other.json")
        for (arguments, text) in [
            (["list", "broken.yaml"], "broken.yaml:2:1: It is neither JSON nor YAML"),
            (["list", "other.json"], "other.json:1:1: This is not a description of an API"),
            (["coverage", "other.json"], "other.json:1:1: This is not a description of an API"),
            (["run", "mine.http", "--demo", "--contract-file", "nowhere.yaml"], "nowhere.yaml cannot be read"),
            (["list", "http://127.0.0.1:1/a.yaml"], "'apitui http://127.0.0.1:1/a.yaml' opens a description"),
            (["send", "openapi.yaml#nope"], "nope"),
            (["describe", "nothing"], "apitui: No recorded run is named nothing; 'apitui runs' lists them.\n"),
            (["coverage", "openapi.yaml", "--run", "nothing"], "apitui: No recorded run is named nothing;"),
            (["describe", "other.json"], "apitui: other.json cannot be read: it is not a recording of a run.\n"),
        ] {
            let home = try TemporaryFolder()
            let run = try await ProgramRun.run(
                BuiltProgram.path, arguments, environment: BuiltProgram.environment(home: home), folder: folder.path)
            #expect(run.status == 2, "\(arguments): \(run.errorText)")
            #expect(run.errorText.contains(text), "\(arguments): \(run.errorText)")
        }
    }

    @Test func `a recorded run is counted and described`() async throws {
        let run = try await apitui(
            "run", "openapi.yaml", "--demo", "--env", "demo", "--out", "run.jsonl")
        #expect(run.status == 1, "\(run.errorText)")
        let draft = try await apitui("describe", "run.jsonl", "--json")
        #expect(draft.status == 0, "\(draft.errorText)")
        #expect(draft.text.hasSuffix("\n}\n"), "no empty line follows")
        let object = try #require(try JSONSerialization.jsonObject(with: Data(draft.output)) as? [String: Any])
        #expect((object["paths"] as? [String: Any])?.keys.sorted() == ["/binary", "/json/numbers"])
        let server = try #require((object["servers"] as? [[String: Any]])?.first?["url"] as? String)
        let coverage = try await apitui("coverage", "openapi.yaml", "--run", "run.jsonl", "--server", server, "--json")
        #expect(coverage.status == 0, "\(coverage.errorText)")
        #expect(try JSONSerialization.jsonObject(with: Data(coverage.output)) is [String: Any])
        let difference = try await apitui("describe", "run.jsonl", "--difference", "openapi.yaml")
        #expect(difference.status == 1)
        #expect(difference.text.contains("application/octet-stream"), "\(difference.text)")
        let json = try await apitui("describe", "run.jsonl", "--difference", "openapi.yaml", "--json")
        #expect(json.text.hasSuffix("\n]\n"), "no empty line follows")
    }
}
