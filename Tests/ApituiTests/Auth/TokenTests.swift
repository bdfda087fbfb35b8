import Foundation
import NetEngine
import Synchronization
import TestSupport
import Testing

@testable import Base
@testable import DemoServer
@testable import HTTPFormat
@testable import Workspace
@testable import apitui

/// Logins from the environment file to what the server receives.
@Suite(.timeLimit(.minutes(5))) struct TokenTests {
    private let request = "GET {{base}}/oauth/me\nAuthorization: Bearer {{$auth.token(\"shop\")}}\n"

    private func withDemo(_ body: (String) async throws -> Void) async throws {
        let demo = DemoServer()
        _ = try await DemoCommand.start(demo)
        try await body(demo.variables["base"] ?? "")
        await demo.stop()
    }

    private func at(_ base: String) -> String { request.replacing("{{base}}", with: base) }

    private func body(_ outcome: Runner.Outcome) -> String {
        outcome.exchange?.response.map { String(decoding: $0.body, as: UTF8.self) } ?? "\(outcome)"
    }

    // MARK: Grants against the demo's authorization server

    @Test func `a token by name and password, with the secrets in the private file`() async throws {
        try await withDemo { base in
            let fixture = try LoginFixture()
            try fixture.write(
                [
                    "Grant Type": "Password", "Token URL": "\(base)/oauth/token", "Client ID": "demo-service",
                    "Username": "ada", "Scope": "shop:read",
                ], privately: ["Password": "lovelace", "Client Secret": "demo-secret"], request: at(base))
            let text = body(try await fixture.run())
            #expect(text.contains(#""grant":"password""#))
            #expect(text.contains(#""user":"ada""#))
        }
    }

    @Test(arguments: ["in body", "basic"])
    func `a client shows its secret as the entry says`(_ place: String) async throws {
        try await withDemo { base in
            let fixture = try LoginFixture()
            try fixture.write(
                [
                    "Grant Type": "Client Credentials", "Token URL": "\(base)/oauth/token", "Client ID": "demo-service",
                    "Client Credentials": place, "Client Secret": "demo-secret",
                ], request: at(base))
            #expect(body(try await fixture.run()).contains(#""grant":"client_credentials""#))
        }
    }

    @Test func `a code comes back from the browser, and its verifier fits the challenge`() async throws {
        try await withDemo { base in
            let fixture = try LoginFixture()
            try fixture.write(
                [
                    "Grant Type": "Authorization Code", "Auth URL": "\(base)/oauth/authorize",
                    "Token URL": "\(base)/oauth/token", "Client ID": "demo-app", "PKCE": "true", "Scope": "openid",
                    "Custom Request Parameters": #"{"prompt": {"Value": "none", "Use": "In Auth Request"}}"#,
                ], request: at(base))
            async let outcome = fixture.run()
            let signIn = try #require(await fixture.signIn())
            #expect(signIn.url.contains("code_challenge_method=S256"))
            #expect(!signIn.url.contains("code_verifier"))
            // What the browser does: the server redirects to this machine.
            let page = await Engine().send(RequestDraft(url: signIn.url))
            #expect(page.response.map { String(decoding: $0.body, as: UTF8.self) }?.contains("signed in") == true)
            #expect(body(try await outcome).contains(#""grant":"authorization_code""#))
        }
    }

    @Test func `the redirect decides: junk is ignored, a refusal and a wrong state are reported`()
        async throws
    {
        try await withDemo { base in
            func entry() throws -> LoginFixture {
                let fixture = try LoginFixture()
                try fixture.write(
                    [
                        "Grant Type": "Authorization Code", "Auth URL": "\(base)/oauth/authorize",
                        "Token URL": "\(base)/oauth/token", "Client ID": "demo-app",
                    ], request: at(base))
                return fixture
            }
            func value(_ name: String, _ url: String) -> String {
                let items = url.split(separator: "?").last?.split(separator: "&") ?? []
                return items.first { $0.hasPrefix("\(name)=") }
                    .flatMap { String($0.dropFirst(name.count + 1)).removingPercentEncoding } ?? ""
            }
            for (query, words) in [
                (
                    "error=access_denied&error_description=No.&state=STATE",
                    "The sign-in was refused: \"access_denied\": No."
                ),
                ("code=c&state=other", "does not belong to this sign-in"), ("code=&state=STATE", "without a code"),
                ("code=nonsense&state=STATE", "invalid_grant"),
            ] {
                let fixture = try entry()
                async let failure = fixture.failure()
                let signIn = try #require(await fixture.signIn())
                let back = value("redirect_uri", signIn.url)
                let browser = Engine()
                for junk in ["favicon.ico", "", "?x=1", "other?code=c"] {
                    #expect(await browser.send(RequestDraft(url: back + junk)).response?.status == 404, "\(junk)")
                }
                let target = query.replacing("STATE", with: value("state", signIn.url))
                _ = await browser.send(RequestDraft(url: "\(back)?\(target)"))
                let error = try #require(try await failure)
                #expect(error.sentence.contains(words), "\(error.sentence)")
                #expect(error.sentence.hasPrefix("Login shop (http-client.env.json:"))
            }
        }
    }

    @Test func `a device is allowed, or refused, or polls too fast`() async throws {
        try await withDemo { base in
            for (decision, grant) in [("allow", true), ("deny", false)] {
                let fixture = try LoginFixture()
                try fixture.write(
                    [
                        "Grant Type": "Device Authorization", "Device Auth URL": "\(base)/oauth/device",
                        "Token URL": "\(base)/oauth/token", "Client ID": "demo-app",
                    ], request: at(base))
                async let outcome = fixture.run()
                let signIn = try #require(await fixture.signIn())
                guard case .device(let code) = signIn.way else { return #expect(Bool(false)) }
                let form = Array("user_code=\(code.userCode)&decision=\(decision)".utf8)
                let page = await Engine().send(
                    RequestDraft(
                        method: "POST", url: "\(base)/oauth/device",
                        headers: [HeaderField("Content-Type", "application/x-www-form-urlencoded")], body: .bytes(form))
                )
                #expect(page.isSuccess)
                let end = try await outcome
                #expect(body(end).contains(#""grant":"device_code""#) == grant)
                if !grant { #expect(end.exchange?.error?.sentence.contains("access_denied") == true) }
            }
        }
    }

    // MARK: Giving up

    @Test(arguments: [true, false]) func `a sign-in that is given up ends at once`(_ byBank: Bool) async throws {
        try await withDemo { base in
            let fixture = try LoginFixture()
            try fixture.write(
                [
                    "Grant Type": "Authorization Code", "Auth URL": "\(base)/oauth/authorize",
                    "Token URL": "\(base)/oauth/token", "Client ID": "demo-app",
                ], request: at(base))
            async let outcome = fixture.run()
            _ = await fixture.signIn()
            if byBank { fixture.bank.stopSignIns() } else { fixture.stop() }
            #expect(try await outcome.exchange?.error?.category == .cancelled)
        }
    }

    @Test func `no sign-in is started without a user`() async throws {
        let fixture = try LoginFixture(canAsk: false)
        try fixture.write(
            [
                "Grant Type": "Authorization Code", "Auth URL": "http://127.0.0.1:9/a",
                "Token URL": "http://127.0.0.1:9/t", "Client ID": "x",
            ], request: at("http://127.0.0.1:9"))
        let error = try #require(try await fixture.failure())
        #expect(error.category == .requestBuild)
        #expect(error.sentence.contains("neither a terminal nor a browser"))
    }

    @Test(arguments: [
        ("https://app.test/back", "https://app.test/back does not lead to this machine"), ("non sense", "is not a URL"),
        ("TAKEN", "is in use"),
    ])
    func `a redirect URL that cannot be used is reported`(_ url: String, _ words: String) async throws {
        try await StubServer.with(.status(200)) { server in
            let fixture = try LoginFixture(canPaste: false)
            try fixture.write(
                [
                    "Grant Type": "Authorization Code", "Auth URL": "http://127.0.0.1:9/a",
                    "Token URL": "http://127.0.0.1:9/t", "Client ID": "x",
                    "Redirect URL": url == "TAKEN" ? server.url : url,
                ], request: at("http://127.0.0.1:9"))
            let error = try #require(try await fixture.failure())
            #expect(error.category == .requestBuild)
            #expect(error.sentence.contains(words), "\(error.sentence)")
        }
    }

    @Test func `where the redirect leads elsewhere the address is pasted`() async throws {
        try await StubServer.with(.routes(["/token": LoginFixture.answer("good"), "/oauth/me": .status(200)])) {
            server in
            let fixture = try LoginFixture()
            try fixture.write(
                [
                    "Grant Type": "Authorization Code", "Auth URL": "http://127.0.0.1:9/a",
                    "Token URL": "\(server.url)/token", "Client ID": "x", "Redirect URL": "https://app.test/back",
                ], request: at(server.url))
            async let outcome = fixture.run()
            let signIn = try #require(await fixture.signIn())
            guard case .browser(let url, let pastes) = signIn.way else { return #expect(Bool(false)) }
            #expect(pastes == "https://app.test/back")
            let state = url.split(separator: "&").first { $0.hasPrefix("state=") }?.dropFirst(6) ?? ""
            fixture.bank.paste(" https://app.test/back?code=c%2F1&state=\(state)#_=_\n")
            #expect(try await outcome.exchange?.response?.status == 200)
            let body = server.received.first.map { String(decoding: $0.body, as: UTF8.self) } ?? ""
            #expect(body.contains("code=c%2F1&redirect_uri=https%3A%2F%2Fapp.test%2Fback&code_verifier="))
            #expect(server.received.last?.field("Authorization") == "Bearer good")
        }
    }

    @Test func `a token endpoint without TLS, and one that says nothing, have their categories`() async throws {
        let nginx = try NginxServer.shared.get()
        try await StubServer.with(LoginFixture.answer("x")) { server in
            let fixture = try LoginFixture()
            try service(nginx.url(.selfSigned), fixture, base: server.url)
            try fixture.folder.write("# @no-reject-unauthorized\n" + at(server.url), to: "a.http")
            _ = try await fixture.failure()
            var news = fixture.told.makeAsyncIterator()
            guard case .problem(let sentence)? = await news.next() else { return #expect(Bool(false)) }
            #expect(sentence.hasPrefix("Login shop (http-client.env.json:"))
            #expect(sentence.contains("was not checked"))
        }
    }

    @Test func `no token is fetched for a request that something else prevents`() async throws {
        try await StubServer.with(LoginFixture.answer("x")) { server in
            let fixture = try LoginFixture()
            try service("\(server.url)/token", fixture, base: server.url)
            try fixture.folder.write("POST \(server.url)\nX: {{$auth.token(\"shop\")}}\n\n< ./none.bin\n", to: "a.http")
            guard case .notSent(let problems) = try await fixture.run() else { return #expect(Bool(false)) }
            #expect(problems.first?.sentence.contains("none.bin") == true)
            #expect(server.received.isEmpty)
        }
    }

    // MARK: After a 401

    private func service(_ token: String, _ fixture: LoginFixture, base: String, more: [String: String] = [:]) throws {
        try fixture.write(
            [
                "Grant Type": "Client Credentials", "Token URL": token, "Client ID": "demo-service",
                "Client Secret": "demo-secret",
            ].merging(more) { $1 }, request: at(base))
    }

    @Test func `a token that the server refuses is renewed, and the request is sent again, once`() async throws {
        let refusal = StubBehaviour.status(401, headers: [("WWW-Authenticate", "Bearer error=\"invalid_token\"")])
        let server = StubBehaviour { request in
            if request.target == "/token" {
                let isRefresh = String(decoding: request.body, as: UTF8.self).contains("refresh_token=r")
                return LoginFixture.answer(isRefresh ? "two" : "one", #","refresh_token":"r""#).answer(request)
            }
            let isGood = request.field("Authorization") == "Bearer two"
            return (isGood ? .status(200) : refusal).answer(request)
        }
        try await StubServer.with(server) { server in
            let fixture = try LoginFixture()
            try service("\(server.url)/token", fixture, base: server.url)
            #expect(try await fixture.run().exchange?.response?.status == 200)
            #expect(server.received.map(\.target) == ["/token", "/oauth/me", "/token", "/oauth/me"])
            // The next request starts with the good token.
            _ = try await fixture.run()
            #expect(server.received.count == 5)
        }
    }

    @Test func `the 401 is the result if another token is refused too, or something else is wrong`() async throws {
        for (challenge, requests) in [
            ("Bearer error=\"invalid_token\"", 4), ("Bearer", 4), ("Bearer error=\"insufficient_scope\"", 2),
        ] {
            let server = StubBehaviour { request in
                request.target == "/token"
                    ? LoginFixture.answer("t\(request.index)").answer(request)
                    : StubBehaviour.status(401, headers: [("WWW-Authenticate", challenge)]).answer(request)
            }
            try await StubServer.with(server) { server in
                let fixture = try LoginFixture()
                try service("\(server.url)/token", fixture, base: server.url)
                #expect(try await fixture.run().exchange?.response?.status == 401)
                #expect(server.received.count == requests, "\(challenge)")
            }
        }
    }

    @Test func `a server to which a redirect repeated the token gets no fresh one by refusing it`() async throws {
        let refusal = StubBehaviour.status(401, headers: [("WWW-Authenticate", "Bearer error=\"invalid_token\"")])
        try await StubServer.with(refusal) { other in
            let server = StubBehaviour { request in
                request.target == "/token"
                    ? LoginFixture.answer("t\(request.index)").answer(request)
                    : StubBehaviour.redirect(302, to: other.url + request.target).answer(request)
            }
            try await StubServer.with(server) { server in
                let fixture = try LoginFixture()
                try service("\(server.url)/token", fixture, base: server.url)
                try fixture.folder.write("GET \(server.url)/x?t={{$auth.token(\"shop\")}}\n", to: "a.http")
                #expect(try await fixture.run().exchange?.response?.status == 401)
                #expect(server.received.map(\.target) == ["/token", "/x?t=t0"])
                #expect(other.received.map(\.target) == ["/x?t=t0"])
            }
        }
    }

    @Test func `many requests that are refused at once get one new token`() async throws {
        let server = StubBehaviour { request in
            if request.target == "/token" { return LoginFixture.answer("t\(request.index)").answer(request) }
            return StubBehaviour.status(request.field("Authorization") == "Bearer t0" ? 401 : 200).answer(request)
        }
        try await StubServer.with(server) { server in
            let fixture = try LoginFixture()
            try service("\(server.url)/token", fixture, base: server.url)
            let (file, base) = try fixture.file()
            let request = try #require(file.document.requests.first)
            var context = base
            let resolver = RequestResolver()
            let outcome = await resolver.withTokens(
                fixture.bank, resolver.resolve(request, in: file, context: context), of: request, in: file, &context)
            guard case .draft(let draft, let uses) = outcome else { return #expect(Bool(false)) }
            #expect(uses.first { $0.name.hasPrefix("$auth") }?.isSecret == true)
            let engine = fixture.engine
            await withTaskGroup(of: Int?.self) { group in
                for _ in 0..<8 { group.addTask { await engine.send(draft).response?.status } }
                for await status in group { #expect(status == 200) }
            }
            #expect(server.received.filter { $0.target == "/token" }.count == 2)
        }
    }

    // MARK: Errors of the token endpoint

    @Test(arguments: [
        (
            StubBehaviour.status(
                400, headers: [("Content-Type", "application/json")],
                body: #"{"error":"invalid_grant","error_description":"demo-secret is wrong"}"#),
            ErrorCategory.clientError, "invalid_grant"
        ),
        (.status(500, body: "<html>oops"), .serverError, "500"),
        (.status(200, headers: [("Content-Type", "text/html")], body: "<html>"), .decoding, "neither JSON nor a form"),
        (
            .status(200, headers: [("Content-Type", "application/json")], body: "{\"access_token\":"), .decoding,
            "neither"
        ),
        (.status(200, headers: [("Content-Type", "application/json")], body: "{}"), .decoding, "no access_token"),
        (
            .status(
                200, headers: [("Content-Type", "application/json")],
                body: #"{"access_token":"x","token_type":"mac"}"#), .api, "\"mac\""
        ),
        (.closeAfterRequest, .connect, "No access token"),
        (.redirect(to: "/elsewhere"), .unexpectedStatus, "302"),
    ])
    func `an error of the token endpoint has a category and one sentence with the place of the login`(
        _ behaviour: StubBehaviour, _ category: ErrorCategory, _ words: String
    ) async throws {
        try await StubServer.with(behaviour) { server in
            let fixture = try LoginFixture()
            try service("\(server.url)/token", fixture, base: "http://127.0.0.1:9")
            let error = try #require(try await fixture.failure())
            #expect(error.category == category)
            #expect(error.sentence.hasPrefix("Login shop (http-client.env.json:"), "\(error.sentence)")
            #expect(error.sentence.contains(words), "\(error.sentence)")
            #expect(!error.sentence.contains("demo-secret"))
            #expect(!error.sentence.contains("\n"))
            #expect(!error.hint.isEmpty)
        }
    }

    // MARK: Other entries

    @Test func `a Mock login is its token, and an ID token that was not given is an error`() async throws {
        try await StubServer.with(.routes(["/oauth/me": .status(200), "/token": LoginFixture.answer("x")])) { server in
            let base = server.url
            let fixture = try LoginFixture()
            try fixture.write(["Type": "Mock", "Token": "written-down"], request: at(base))
            _ = try await fixture.run()
            #expect(server.received.first?.field("Authorization") == "Bearer written-down")
            try service("\(server.url)/token", fixture, base: base, more: ["Use ID Token": "true"])
            #expect(try await fixture.failure()?.sentence.contains("no id_token") == true)
            try service(
                "\(server.url)/token", fixture, base: base, more: ["Acquire Automatically": "false", "Scope": "other"])
            #expect(try await fixture.failure()?.sentence.contains("Acquire Automatically") == true)
        }
    }

    @Test func `an error in an entry is reported with its place and a similar name`() throws {
        let fixture = try LoginFixture()
        try fixture.write(["Grant Type": "Magic"], request: at("http://127.0.0.1:9"))
        var (file, context) = try fixture.file()
        func reason() -> String? {
            guard let request = file.document.requests.first,
                case .unresolved(let names, _) = RequestResolver().resolve(request, in: file, context: context)
            else { return nil }
            return names.first?.reason
        }
        #expect(reason()?.hasPrefix("the login shop (http-client.env.json:2) cannot be used: its grant type") == true)
        context.environmentName = nil
        #expect(reason() == "only the environment dev has a login shop under Security.Auth")
        try fixture.folder.write(at("http://127.0.0.1:9").replacing("shop", with: "shpo"), to: "a.http")
        (file, context) = try fixture.file()
        #expect(reason()?.contains("no environment file has a login shpo") == true)
        #expect(reason()?.contains("shop") == true)
    }
}
