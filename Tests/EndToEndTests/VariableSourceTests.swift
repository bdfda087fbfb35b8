import TestSupport
import Testing

/// Where the built program gets a variable's value from, and which values it treats as private (HTTP-FORMAT §9).
@Suite struct VariableSourceTests {
    private let home: TemporaryFolder

    init() throws { home = try TemporaryFolder() }

    private func apitui(_ arguments: String...) async throws -> ProgramRun {
        try await ProgramRun.run(
            BuiltProgram.path, arguments, environment: BuiltProgram.environment(home: home), folder: home.path)
    }

    /// The sources by precedence. Source number `n` defines the names `v0` to `vn`, so `vn` must come from it.
    private static let sources = [
        "flag", "capture", "file", "private", "environment", "shared", "dotenv-dev", "dotenv",
    ]

    private func names(_ source: String) -> [String] {
        (0...(Self.sources.firstIndex(of: source) ?? 0)).map { "v\($0)" }
    }

    @Test func `of several sources of a variable the first in the documented order is used`() async throws {
        func object(_ source: String) -> String {
            "{" + names(source).map { "\"\($0)\": \"\(source)\"" }.joined(separator: ", ") + "}"
        }
        func lines(_ source: String) -> String { names(source).map { "\($0)=\(source)\n" }.joined() }
        let captures = names("capture").map { "client.global.set(\"\($0)\", response.body.value);" }
        let wanted = Self.sources.indices.map { "{{v\($0)}}" }.joined(separator: "/")
        try home.write(
            """
            \(names("file").map { "@\($0) = file" }.joined(separator: "\n"))

            ### login
            POST {{base}}/login

            > {% \(captures.joined(separator: " ")) %}

            ### use
            GET {{base}}/\(wanted)

            """, to: "a.http")
        try home.write(
            "{\"$shared\": \(object("shared")), \"dev\": \(object("environment"))}", to: "http-client.env.json")
        try home.write("{\"dev\": \(object("private"))}", to: "http-client.private.env.json")
        try home.write(lines("dotenv-dev"), to: ".env.dev")
        try home.write(lines("dotenv"), to: ".env")
        let login = StubBehaviour.status(
            200, headers: [("Content-Type", "application/json")], body: #"{"value": "capture"}"#)
        try await StubServer.with(login) { server in
            let run = try await apitui(
                "run", "a.http", "--env", "dev", "--var", "base=\(server.url)", "--var", "v0=flag")
            #expect(run.status == 0, "\(run.errorText)")
            #expect(server.received.map(\.target) == ["/login", "/" + Self.sources.joined(separator: "/")])
        }
    }

    private func sentAddress(_ request: String, private values: String) async throws -> String {
        try home.write(request, to: "a.http")
        try home.write("{\"dev\": \(values)}", to: "http-client.private.env.json")
        return try await apitui("send", "a.http", "--env", "dev").errorText
    }

    @Test func `every variable that contains a private value is private, not only the first one`() async throws {
        // Three characters are too short to be masked by themselves, so only the variables around them are.
        let text = try await sentAddress(
            "@first = one-{{pin}}\n@second = two-{{pin}}\n\nGET http://127.0.0.1:1/?a={{first}}&b={{second}}\n",
            private: #"{"pin": "q7z"}"#)
        #expect(text.contains("/?a=(private)&b=(private)"), "\(text)")
    }

    @Test func `no result of a check shows a private value`() async throws {
        try home.write(
            """
            POST {{base}}
            Content-Type: text/plain

            {"key": "{{key}}", "{{key}}": 1}

            ?? body $.key == other
            ?? body $.key != {{key}}
            ?? body $.x{{key}} exists
            ?? body $['{{key}}'] == 2
            """, to: "a.http")
        try home.write(#"{"dev": {"key": "s3cr3tValue"}}"#, to: "http-client.private.env.json")
        let echo = StubBehaviour { request in
            StubBehaviour.status(200, body: String(decoding: request.body, as: UTF8.self)).answer(request)
        }
        try await StubServer.with(echo) { server in
            let run = try await apitui("run", "a.http", "--env", "dev", "--var", "base=\(server.url)")
            #expect(run.status == 1, "\(run.errorText)")
            #expect(run.text.contains("body $.key == other: was (private), at"), "\(run.text)")
            #expect(run.text.contains("nothing in the body is at $.x(private)"), "\(run.text)")
            #expect(run.text.contains("$['(private)']"), "\(run.text)")
            for text in [run.text, run.errorText] { #expect(!text.contains("s3cr3tValue"), "\(text)") }
        }
    }

    @Test func `a private value that begins with another one is hidden to its end`() async throws {
        let text = try await sentAddress(
            "GET http://127.0.0.1:1/?a={{short}}&b={{long}}\n",
            private: #"{"short": "abcd", "long": "abcdefgh"}"#)
        #expect(text.contains("/?a=(private)&b=(private)"), "\(text)")
        #expect(!text.contains("efgh"))
    }
}
