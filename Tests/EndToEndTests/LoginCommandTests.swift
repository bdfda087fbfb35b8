import Foundation
import TestSupport
import Testing

/// Logins through the built program: tokens, sign-ins, what is stored and what is never printed.
@Suite(.timeLimit(.minutes(5))) struct LoginCommandTests {
    private let oauth = BuiltProgram.demoCollection + "/11-auth/oauth2.http"

    private func apitui(
        _ arguments: [String], home: TemporaryFolder, adding: [String: String] = [:]
    ) async throws -> ProgramRun {
        try await ProgramRun.run(
            BuiltProgram.path, arguments, environment: BuiltProgram.environment(home: home, adding: adding),
            folder: home.path)
    }

    @Test func `every login of the samples that needs no user passes`() async throws {
        let home = try TemporaryFolder()
        let run = try await apitui(["run", BuiltProgram.demoCollection + "/11-auth", "--demo"], home: home)
        #expect(run.status == 0, "\(run.text)")
        #expect(run.text.contains("0 failed, 2 skipped"))
    }

    @Test func `a token is kept where that is wanted, listed without itself, and forgotten`() async throws {
        let home = try TemporaryFolder()
        let send = ["send", oauth + "#byClientCredentials", "--demo"]
        #expect(try await apitui(send, home: home).status == 0)
        let none = try await apitui(["auth", "list", "--json"], home: home)
        #expect(none.text == "[]\n")
        #expect(try await apitui(send + ["--keep-tokens"], home: home).status == 0)
        struct Entry: Decodable {
            var login: String
            var grant: String
            var isExpired: Bool
            var file: String
            var token: String?
        }
        let listed = try await apitui(["auth", "list", "--json"], home: home)
        let entry = try #require(try JSONDecoder().decode([Entry].self, from: Data(listed.output)).first)
        #expect(entry.login == "service")
        #expect(entry.grant == "client credentials")
        #expect(!entry.isExpired)
        #expect(entry.token == nil)
        #expect(!listed.text.contains("demo-at-"))
        let text = try String(contentsOfFile: entry.file, encoding: .utf8)
        #expect(!text.contains("demo-secret"))
        let mode = try FileManager.default.attributesOfItem(atPath: entry.file)[.posixPermissions] as? Int
        #expect(mode == 0o600)
        let plain = try await apitui(["auth", "list", "--reveal"], home: home)
        #expect(plain.text.hasPrefix("service  client credentials from 127.0.0.1:"))
        #expect(plain.text.contains("demo-at-"))
        let other = try await apitui(["auth", "forget", "other"], home: home)
        #expect(other.status == 1)
        #expect(other.errorText == "apitui: No token is kept for the login 'other'.\n")
        #expect(try await apitui(["auth", "forget"], home: home).status == 2)
        #expect(try await apitui(["auth", "forget", "service"], home: home).status == 0)
        #expect(try await apitui(["auth", "list", "--json"], home: home).text == "[]\n")

        // What was damaged and set aside is not listed, but named.
        try Data("{".utf8).write(to: URL(filePath: entry.file + ".damaged"))
        let remark = "A damaged token file was set aside as \(entry.file).damaged: a token in it may still be valid."
        for arguments in [["auth", "list", "--json"], ["auth", "list"], ["auth", "forget", "--all"]] {
            let run = try await apitui(arguments, home: home)
            #expect(run.status == 0 && run.errorText.contains(remark), "\(arguments)")
        }
        #expect(try await apitui(["auth", "list", "--json"], home: home).text == "[]\n")
    }

    @Test func `what a request carries is not in its JSON, unless that is wanted`() async throws {
        let home = try TemporaryFolder()
        let shorthands = BuiltProgram.demoCollection + "/11-auth/shorthands.http"
        for (file, name, secret) in [
            (oauth, "byClientCredentials", "Bearer demo-at-"), (shorthands, "basicShort", "YWRhOmxvdmVsYWNl"),
            (shorthands, "digest", "response=\\\""), (shorthands, "aws", "Signature="),
        ] {
            let run = try await apitui(["send", "\(file)#\(name)", "--demo", "--json"], home: home)
            #expect(run.status == 0)
            #expect(!run.text.contains(secret), "\(name)")
            // The token comes from a variable.
            #expect(run.text.contains(name == "byClientCredentials" ? "Bearer (private)" : "[redacted]"), "\(name)")
            #expect(!run.errorText.contains("demo-at-"))
            let shown = try await apitui(["send", "\(file)#\(name)", "--demo", "--json", "--reveal"], home: home)
            #expect(shown.text.contains(secret), "\(name)")
        }
        // Nothing was sent, so the message shows the draft.
        try home.write("GET http://127.0.0.1:1/\nAuthorization: AWS id s3cr3tkey region:r service:s\n", to: "a.http")
        let lost = try await apitui(["send", "a.http", "--json"], home: home)
        #expect(!(lost.text + lost.errorText).contains("s3cr3tkey"))
        let run = try await apitui(["run", oauth, "--demo", "--json"], home: home)
        for secret in ["demo-at-", "demo-rt-", "demo-secret", "lovelace"] {
            #expect(!(run.text + run.errorText).contains(secret))
        }
    }

    @Test func `the browser brings a code, or a refusal with the place of the login`() async throws {
        let home = try TemporaryFolder()
        for (decision, status) in [("allow", Int32(0)), ("deny", 23)] {
            let run = try await apitui(
                ["send", oauth + "#byBrowser", "--demo"], home: home,
                adding: ["BROWSER": "curl -s -L -o /dev/null -d decision=\(decision)"])
            #expect(run.status == status)
            #expect(run.errorText.contains("Sign in (browser) with your browser: http://127.0.0.1:"))
            #expect(!run.errorText.contains("code_verifier"))
            #expect(run.errorText.contains("\napitui: Signed in.\n") == (decision == "allow"))
            if decision == "deny" {
                #expect(run.errorText.contains("api: Login browser (11-auth/http-client.env.json:"))
                #expect(run.errorText.contains("\"access_denied\": The user refused."))
            }
        }
    }

    @Test func `without a terminal and a browser it does not wait for a sign-in`() async throws {
        let home = try TemporaryFolder()
        let run = try await apitui(["send", oauth + "#byDevice", "--demo"], home: home)
        #expect(run.status != 0)
        #expect(run.errorText.contains("neither a terminal nor a browser"))
    }

    @Test func `a proxy for one command is used for the server of the token, too`() async throws {
        let home = try TemporaryFolder()
        let token = StubBehaviour.status(
            200, headers: [("Content-Type", "application/json")],
            body: #"{"access_token":"t","token_type":"Bearer"}"#)
        try await StubServer.with(.routes(["/token": token, "/me": .status(200)])) { server in
            let login = """
                { "dev": { "Security": { "Auth": { "shop": {
                "Type": "OAuth2", "Grant Type": "Client Credentials", "Client ID": "me", "Token URL": "@TOKEN@"
                } } } } }
                """
            try home.write(login.replacing("@TOKEN@", with: "\(server.url)/token"), to: "http-client.env.json")
            try home.write(
                "GET \(server.url)/me\nAuthorization: Bearer {{$auth.token(\"shop\")}}\n", to: "a.http")
            let send = ["send", "a.http", "--env", "dev"]
            try await StubProxy.with { proxy in
                let run = try await apitui(send + ["-x", "http://\(proxy.address)"], home: home)
                #expect(run.status == 0, "\(run.errorText)")
                let heads = proxy.seen.map { String($0.prefix { !$0.isNewline }) }
                #expect(heads == ["POST \(server.url)/token HTTP/1.1", "GET \(server.url)/me HTTP/1.1"])
            }
        }
    }
    @Test func `the time limit of a run holds for its tokens, and a name without a value says which login uses it`()
        async throws
    {
        let home = try TemporaryFolder()
        let silent = try SilentListener()
        try home.write(
            """
            { "$shared": { "Security": { "Auth": { "shop": {
            "Type": "OAuth2", "Grant Type": "Client Credentials", "Client ID": "me", "Client Secret": "{{secret}}",
            "Token URL": "http://127.0.0.1:\(silent.port)/token"
            } } } } }
            """, to: "http-client.env.json")
        try home.write(
            "GET http://127.0.0.1:\(silent.port)/me\nAuthorization: Bearer {{$auth.token(\"shop\")}}\n", to: "a.http")
        let call = ["run", "a.http", "--timeout", "300ms"]
        let late = try await apitui(call + ["--var", "secret=s"], home: home)
        #expect(late.status == 1)
        #expect(late.text.contains("No access token: The total limit of 300 ms passed"), "\(late.text)")
        let unknown = try await apitui(call, home: home)
        #expect(
            unknown.text.contains(
                "{{secret}}: no variable of that name (in the login shop, http-client.env.json:2)"), "\(unknown.text)")
    }
}
