import Foundation
import TestSupport
import Testing

/// GraphQL on the command line: the built program against a server on this machine.
@Suite struct GraphQLCommandTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private static let introspection = #"""
        {"data":{"__schema":{"queryType":{"name":"Query"},"directives":[],"types":[
        {"kind":"OBJECT","name":"Query","interfaces":[],"fields":[{"name":"tea","args":[],"type":{"kind":"SCALAR","name":"String"}}]}]}}}
        """#

    private static let server = StubBehaviour.status(
        200, headers: [("Content-Type", "application/json")], body: introspection)

    private func apitui(_ arguments: String...) async throws -> ProgramRun {
        let home = try TemporaryFolder()
        return try await ProgramRun.run(
            BuiltProgram.path, arguments, environment: BuiltProgram.environment(home: home), folder: folder.path)
    }

    @Test func `the schema of an endpoint is saved, and never over a file without a question`() async throws {
        let server = try StubServer(Self.server)
        defer { server.stop() }
        let url = "\(server.url)/graphql"
        let saved = try await apitui("graphql", url, "--save", "schema.graphql")
        #expect(
            saved.status == 0 && saved.errorText.contains("'apitui graphql schema.graphql' opens it"),
            "\(saved.errorText)")
        let path = folder.path + "/schema.graphql"
        #expect(
            try String(contentsOfFile: path, encoding: .utf8)
                == "# Endpoint: \(url)\n\ntype Query {\n  tea: String\n}\n")
        let again = try await apitui("graphql", url, "--save", "schema.graphql")
        #expect(again.status != 0 && again.errorText.contains("schema.graphql exists."), "\(again.errorText)")
        #expect(try await apitui("graphql", url, "--save", "schema.graphql", "--yes").status == 0)
        #expect(try await apitui("graphql", url, "--save", "-").text.hasPrefix("# Endpoint: "))
        // It is sent from without the endpoint being named again.
        let list = try await apitui("send", "schema.graphql#tea", "-v")
        #expect(list.errorText.contains("/graphql"), "\(list.errorText)")
    }

    @Test func `an endpoint that cannot be asked is one sentence, and no file`() async throws {
        let failed = try await apitui("graphql", "http://127.0.0.1:1/graphql", "--save", "schema.graphql")
        #expect(
            failed.status == 1 && failed.errorText.contains("http://127.0.0.1:1/graphql was not opened"),
            "\(failed.errorText)")
        #expect(!FileManager.default.fileExists(atPath: folder.path + "/schema.graphql"))
        let file = try await apitui("graphql", "x.graphql", "--save", "schema.graphql")
        #expect(file.errorText.contains("--save is for an endpoint"), "\(file.errorText)")
    }

    @Test func `a description of another kind is refused with what opens it`() async throws {
        try folder.write(
            #"{"openapi": "3.1.0", "info": {"title": "A", "version": "1"}, "paths": {"/a": {"get": {"responses": {}}}}}"#,
            to: "api.json")
        let run = try await apitui("graphql", "api.json")
        #expect(run.status != 0 && run.text.isEmpty)
        #expect(run.errorText == "apitui: api.json is an OpenAPI description: 'apitui api.json' opens it.\n")
    }

    @Test func `a kept request is checked against the schema beside it`() async throws {
        try folder.write("type Query { tea: String }", to: "shop.graphql")
        try folder.write("GRAPHQL http://127.0.0.1:1/\n\n{\n  coffee\n}\n", to: "shop.http")
        let sent = try await apitui("send", "shop.http")
        #expect(
            sent.errorText.contains("shop.http:4: Column 3: The type Query has no field coffee"), "\(sent.errorText)")
        let run = try await apitui("run", "shop.http")
        #expect(run.status != 0 && (run.text + run.errorText).contains("has no field coffee"), "\(run.text)")
        let lint = try await apitui("lint", "shop.http")
        #expect(lint.status == 1 && lint.text.contains("shop.http:4") && lint.text.contains("A2"), "\(lint.text)")
    }

    @Test func `a kept query is completed from the schema beside its file, which was opened alone`() async throws {
        let terminal = try await TmuxSession(columns: 120, rows: 40)
        let schema = "type Query { tea: Tea } type Tea { name: String price: Float }"
        try terminal.home.write(schema, to: "api/shop.graphql")
        try terminal.home.write("GRAPHQL http://127.0.0.1:1/graphql\n\n{ tea { name } }\n", to: "api/shop.http")
        try await terminal.run("\(BuiltProgram.path) ~/api/shop.http; echo left=$?")
        try await terminal.waitForScreen(containing: "GRAPHQL http://127.0.0.1:1/graphql", "Docs")
        try await terminal.send("2", "Enter", "End", "Left", "Left", "Left", "Left")
        try await terminal.type(" pr")
        try await terminal.waitForScreen(containing: "price", "Float")
        try await terminal.send("Tab")
        try await terminal.waitForScreen(containing: "{ tea { name price } }")
    }
}
