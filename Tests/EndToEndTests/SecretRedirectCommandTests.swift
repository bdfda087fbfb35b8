import Foundation
import TestSupport
import Testing

/// Private values do not follow a redirect to another server, whatever header holds them, and what was left out is
/// reported.
@Suite(.timeLimit(.minutes(5))) struct SecretRedirectCommandTests {
    private let home: TemporaryFolder

    init() throws {
        home = try TemporaryFolder()
        try home.write(#"{"dev": {"key": "s3cr3t-key"}}"#, to: "c/http-client.private.env.json")
        try home.write("DOTENV_KEY=s3cr3t-dotenv\n", to: "c/.env")
    }

    private func apitui(_ arguments: [String]) async throws -> ProgramRun {
        try await ProgramRun.run(
            BuiltProgram.path, arguments + ["--env", "dev", "--trust"],
            environment: BuiltProgram.environment(home: home, adding: ["PROCESS_KEY": "s3cr3t-process"]),
            folder: home.path)
    }

    /// Runs the body with a server that redirects to another one.
    private func withServers(
        _ status: Int, _ body: (_ server: StubServer, _ other: StubServer) async throws -> Void
    ) async throws {
        try await StubServer.with(.status(200)) { other in
            try await StubServer.with(.redirect(status, to: other.url + "/there")) { try await body($0, other) }
        }
    }

    @Test(arguments: [
        "{{key}}", "a {{key}} b", "{{indirect}}", "{{DOTENV_KEY}}", "{{$processEnv PROCESS_KEY}}",
        "{{$dotenv DOTENV_KEY}}",
    ])
    func `a header with a private value stays with its server, and send and run say so`(value: String) async throws {
        try await withServers(302) { server, other in
            try home.write(
                "@indirect = {{key}}\nGET \(server.url)/\nX-Thing: \(value)\nX-Plain: p\n", to: "c/a.http")
            let said = "Not sent to \(other.url): the header X-Thing, which holds a secret of the first server."
            let send = try await apitui(["send", "c/a.http"])
            #expect(send.status == 0)
            #expect(send.errorText.contains(said))
            #expect(try await apitui(["run", "c/a.http"]).text.contains("a.http:2: \(said)"))
            let json = try await apitui(["send", "c/a.http", "--json"])
            let document = try #require(try JSONSerialization.jsonObject(with: Data(json.output)) as? [String: Any])
            let hops = try #require(document["hops"] as? [[String: Any]])
            #expect(hops.map { $0["heldBack"] as? [String] } == [[], ["X-Thing"]])
            let run = try await apitui(["run", "c/a.http", "--json"])
            #expect(run.text.contains(#""heldBack":[{"origin":"\#(other.url)","headers":["X-Thing"]}]"#))
            for request in server.received { #expect(request.field("X-Thing")?.contains("s3cr3t") == true) }
            #expect(other.received.count == 4)
            for request in other.received {
                #expect(request.field("X-Thing") == nil)
                #expect(request.field("X-Plain") == "p")
            }
        }
    }

    @Test(arguments: [
        "{\"pin\": \"{{key}}\"}", "<@ ./body.json", "a=1&\nb={{key}}",
    ])
    func `a body with a private value is not sent to another server, and the hint says what to do`(
        body: String
    ) async throws {
        try home.write("{\"pin\": \"{{key}}\"}", to: "c/body.json")
        try await withServers(307) { server, other in
            try home.write("POST \(server.url)/\n\n\(body)\n", to: "c/a.http")
            let send = try await apitui(["send", "c/a.http"])
            #expect(
                send.errorText.contains("redirect: The redirect was not followed: its status 307"), "\(send.errorText)")
            #expect(send.errorText.contains("write \(other.url) into the URL of the request"))
            #expect(try await apitui(["run", "c/a.http"]).text.contains("redirect: The redirect was not followed"))
            #expect(other.received.isEmpty)
            #expect(server.received.count == 2)
        }
    }

    @Test(arguments: ["{\"pin\": \"1\"}", "< ./body.json"])
    func `a body without a private value is sent on`(body: String) async throws {
        try home.write("{\"pin\": \"{{key}}\"}", to: "c/body.json")
        try await withServers(307) { server, other in
            try home.write("POST \(server.url)/?q={{key}}\n\n\(body)\n", to: "c/a.http")
            #expect(try await apitui(["send", "c/a.http"]).status == 0)
            #expect(other.received.count == 1)
        }
    }

    @Test func `a token stays with its server in a header of any name`() async throws {
        try await withServers(302) { server, other in
            try home.write(
                #"{"dev": {"Security": {"Auth": {"s": {"Type": "Mock", "Token": "m0ck-token"}}}}}"#,
                to: "c/http-client.env.json")
            try home.write("GET \(server.url)/\nX-Thing: {{$auth.token(\"s\")}}\n", to: "c/a.http")
            let send = try await apitui(["send", "c/a.http"])
            #expect(send.status == 0, "\(send.errorText)")
            #expect(server.received.first?.field("X-Thing") == "m0ck-token")
            #expect(other.received.first != nil && other.received.first?.field("X-Thing") == nil)
        }
    }

    @Test(arguments: [
        "{{first.request.headers.X-Key}}", "{{first.request.body.$.pin}}", "{{first.request.cookies.sid}}",
    ])
    func `a private value that another request was sent with stays with its server too`(value: String) async throws {
        try await withServers(302) { server, other in
            try home.write(
                """
                ### first
                # @name first
                # @no-redirect
                POST \(server.url)/
                Content-Type: application/json
                X-Key: {{key}}
                Cookie: sid={{key}}

                {"pin": "{{key}}"}

                ?? status == 302

                ### second
                # @name second
                # @ref first
                GET \(server.url)/
                X-Thing: \(value)

                """, to: "c/a.http")
            let send = try await apitui(["send", "c/a.http#second"])
            #expect(send.status == 0, "\(send.errorText)")
            #expect(send.errorText.contains("Not sent to \(other.url): the header X-Thing"))
            #expect(server.received.last?.field("X-Thing") == "s3cr3t-key")
            #expect(other.received.last.map { $0.field("X-Thing") == nil } == true)
        }
    }

    @Test func `a private value that a script keeps for later stays with its server, and is masked`() async throws {
        try await withServers(302) { server, other in
            try home.write(
                """
                ### first
                # @no-redirect
                # @assert status == 302
                GET \(server.url)/

                > {% client.global.set("copy", request.environment.get("key")); %}

                ### second
                # @ref first
                GET \(server.url)/
                X-Thing: {{copy}}

                """, to: "c/a.http")
            let send = try await apitui(["send", "c/a.http#second", "-v"])
            #expect(send.status == 0, "\(send.errorText)")
            #expect(send.errorText.contains("Not sent to \(other.url): the header X-Thing"))
            #expect(!(send.text + send.errorText).contains("s3cr3t-key"))
            #expect(server.received.last?.field("X-Thing") == "s3cr3t-key")
            #expect(other.received.last.map { $0.field("X-Thing") == nil } == true)
        }
    }

    @Test func `on the same server private values go along`() async throws {
        let routes: [String: StubBehaviour] = ["/": .redirect(307, to: "/there"), "/there": .status(200)]
        try await StubServer.with(.routes(routes)) { server in
            try home.write("POST \(server.url)/\nX-Thing: {{key}}\n\n{{key}}\n", to: "c/a.http")
            let send = try await apitui(["send", "c/a.http"])
            #expect(send.status == 0)
            #expect(!send.errorText.contains("Not sent"))
            #expect(server.received.last?.field("X-Thing") == "s3cr3t-key")
            #expect(server.received.last.map { String(decoding: $0.body, as: UTF8.self) } == "s3cr3t-key")
        }
    }
}
