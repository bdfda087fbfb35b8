import Foundation
import Glibc
import NetEngine
import Synchronization
import TestSupport
import Testing

@testable import Workspace

/// The shorthands of `Authorization`, and tokens from logins in environment files.
@Suite(.timeLimit(.minutes(5))) struct AuthTests {
    @Test func `shorthands are read, and what is finished is left alone`() {
        #expect(AuthorizationShorthand("Digest ann s e c") == .digest(user: "ann", password: "s e c"))
        #expect(AuthorizationShorthand("digest ann:secret") == .digest(user: "ann", password: "secret"))
        #expect(AuthorizationShorthand("Digest ann:a  b:c") == .digest(user: "ann", password: "a  b:c"))
        #expect(AuthorizationShorthand("Digest ann a  b:c") == .digest(user: "ann", password: "a  b:c"))
        #expect(RequestResolver.basic("Basic ann:a b:c") == "Basic YW5uOmEgYjpj")
        #expect(RequestResolver.basic("Basic ann a b:c") == "Basic YW5uOmEgYjpj")
        #expect(RequestResolver.basic("Basic ann\ta b:c") == "Basic YW5uOmEgYjpj")
        #expect(RequestResolver.basic("basic\t ann \t a b:c") == "Basic YW5uOmEgYjpj")
        #expect(RequestResolver.basic("Basics ann a") == nil)
        #expect(RequestResolver.basic("Basic jäg ß") == "Basic asOkZzrDnw==")
        #expect(RequestResolver.basic("Basic YW5uOmE=") == nil)
        #expect(
            AuthorizationShorthand("AWS id key service:s3 token:t:1 region:eu-west-1")
                == .aws(
                    AWSCredentials(accessKeyID: "id", secretAccessKey: "key", sessionToken: "t:1"),
                    region: "eu-west-1", service: "s3"))
        for text in [
            #"Digest username="ann", realm="r", nonce="n""#, "Digest", "Digest ann", "AWS id", "AWS id key x",
            "AWS id key other:1", "Bearer a b", "Basic ann secret", "",
        ] {
            #expect(AuthorizationShorthand(text) == nil, "\(text)")
        }
    }

    @Test func `a password with an equals sign and a quotation mark does not make a finished header`() {
        let value = #"Digest ann a="b"#
        #expect(AuthorizationShorthand(value) == .digest(user: "ann", password: #"a="b"#))
        #expect(RequestLogin(authorization: value) == .digest(user: "ann", password: #"a="b"#))
        #expect(AuthorizationShorthand(#"Digest cn=ann a="b"#) == .digest(user: "cn=ann", password: #"a="b"#))
        #expect(RequestLogin(authorization: #"Digest cn=ann:a="b"#) == .digest(user: "cn=ann", password: #"a="b"#))
        for text in [
            #"Digest username="a:b", nonce="n""#, #"Digest username=ann, nonce="n""#,
            #"Digest username = "ann", realm ="r", nonce="n""#, #"Digest Username*=UTF-8''a, realm="r""#,
        ] {
            #expect(AuthorizationShorthand(text) == nil, "\(text)")
            #expect(RequestLogin(authorization: text) == .other(text))
        }
    }

    @Test func `Digest is answered, and again from the start of the next request`() async throws {
        let challenge = StubBehaviour.status(
            401, headers: [("WWW-Authenticate", #"Digest realm="r", nonce="n", qop="auth", algorithm=SHA-256"#)])
        let server = StubBehaviour { request in
            let next = StubBehaviour.status(200, headers: [("Authentication-Info", #"nextnonce="n\#(request.index)""#)])
            return (request.field("Authorization")?.hasPrefix("Digest username=\"ann\"") == true ? next : challenge)
                .answer(request)
        }
        try await StubServer.with(server) { server in
            let engine = Engine(configuration: EngineConfiguration(interceptors: [ShorthandAuthentication()]))
            let draft = RequestDraft(
                url: server.url, headers: [HeaderField("Authorization", "Digest ann secret")])
            #expect(await engine.send(draft).isSuccess)
            #expect(await engine.send(draft).isSuccess)
            #expect(server.received.map { $0.field("Authorization") == nil } == [true, false, false])
            // The nonce that the server sent.
            #expect(server.received.last?.field("Authorization")?.contains("nonce=\"n1\"") == true)
            #expect(server.received.allSatisfy { $0.field("Authorization")?.contains("secret") != true })
        }
    }

    @Test func `AWS signs with the key, and never sends it`() async throws {
        try await StubServer.with(.status(200)) { server in
            let engine = Engine(configuration: EngineConfiguration(interceptors: [ShorthandAuthentication()]))
            let value = "AWS AKID wJalrXUt region:eu-west-1 service:execute-api token:tok"
            _ = await engine.send(RequestDraft(url: server.url, headers: [HeaderField("Authorization", value)]))
            let sent = server.received.first?.field("Authorization") ?? ""
            #expect(sent.hasPrefix("AWS4-HMAC-SHA256 Credential=AKID/"))
            #expect(sent.contains("/eu-west-1/execute-api/aws4_request"))
            #expect(server.received.first?.field("X-Amz-Security-Token") == "tok")
            #expect(!sent.contains("wJalrXUt"))
        }
    }

    // MARK: Entries

    private func settings(_ values: [String: String]) throws -> AuthSettings {
        try AuthSettings(id: "shop", values: Dictionary(values.map { ([$0], $1) }) { first, _ in first })
    }

    private let whole = [
        "Type": "OAuth2", "Grant Type": "Authorization Code", "Auth URL": "https://x.test/a",
        "Token URL": "https://x.test/t", "Client ID": "me", "Scope": "a b", "Client Credentials": "in body",
        "Client Secret": "s",
    ]

    @Test func `an entry says what is missing or unknown`() throws {
        let entry = try settings(whole)
        #expect(entry.client.scopes == ["a", "b"])
        #expect(entry.client.authentication == .body)
        #expect(entry.words.hasSuffix(" from x.test:443, scope a b"), "\(entry.words)")
        #expect(
            entry.grant
                == .authorizationCode(
                    authorizationURL: "https://x.test/a", redirectURL: nil, proof: AuthSettings.Proof()))
        for (change, words) in [
            (["Type": "Magic"], "its type \"Magic\""), (["Grant Type": "Magic"], "its grant type \"Magic\""),
            (["Grant Type": "Implicit"], "RFC 9700"),
            (["Token URL": ""], "it has no \"Token URL\""),
            (["Client Credentials": "jwt"], "not none, basic or in body"),
        ] {
            let error = #expect(throws: AuthSettingsError.self) { _ = try settings(whole.merging(change) { $1 }) }
            #expect(error?.text.contains(words) == true)
        }
    }

    @Test func `keys are read in any spelling, and those without effect are named`() throws {
        let odd = ["Grant type": "password", "TOKEN URL": "https://x.test/t", "client id": "me", "Username": "ann"]
        #expect(try settings(odd).grant == .password(user: "ann", password: ""))
        #expect(
            try settings(whole.merging(["Revoke URL": "x", "Browser CMD": "rm"]) { $1 }).unused == [
                "Browser CMD", "Revoke URL",
            ])
    }

    @Test(arguments: ["no", "NO", "off", "0", "false"])
    func `a word that says no means no`(word: String) throws {
        var values = Dictionary(whole.map { ([$0], $1) }) { first, _ in first }
        values[["PKCE"]] = word
        guard case .authorizationCode(_, _, let proof) = try AuthSettings(id: "shop", values: values).grant else {
            Issue.record("another grant")
            return
        }
        #expect(proof == nil)
    }

    @Test func `parameters go where their use says, and arrays give several`() throws {
        var values = Dictionary(whole.map { ([$0], $1) }) { first, _ in first }
        let custom = "Custom Request Parameters"
        values[[custom]] = "true"
        values[[custom, "audience", "Value"]] = "https://a.test"
        values[[custom, "audience", "Use"]] = "In Token Request"
        values[[custom, "audience"]] = "true"
        values[[custom, "prompt"]] = "true"
        values[[custom, "prompt", "Value"]] = "none"
        values[[custom, "prompt", "Use"]] = "In Auth Request"
        values[[custom, "unset"]] = "true"
        values[[custom, "unset", "Use"]] = "Everywhere"
        values[[custom, "resource"]] = #"["one", "two \u0041"]"#
        values[["PKCE"]] = "true"
        values[["PKCE", "Code Challenge Method"]] = "Plain"
        values[["PKCE", "Code Verifier"]] = String(repeating: "v", count: 43)
        let entry = try AuthSettings(id: "shop", values: values)
        let resources = [QueryItem("resource", "one"), QueryItem("resource", "two A")]
        #expect(entry.client.parameters == [QueryItem("audience", "https://a.test")] + resources)
        #expect(entry.authorizationParameters == [QueryItem("prompt", "none")] + resources)
        guard case .authorizationCode(_, _, let proof?) = entry.grant else { return #expect(Bool(false)) }
        #expect(proof == AuthSettings.Proof(method: .plain, verifier: String(repeating: "v", count: 43)))
        values[["PKCE", "Code Verifier"]] = "short"
        #expect(throws: AuthSettingsError.self) { _ = try AuthSettings(id: "shop", values: values) }
    }

    @Test func `a reference names a login in either spelling, and which of its tokens`() {
        #expect(TokenName(#"$auth.token("a b")"#) == TokenName(id: "a b"))
        #expect(TokenName(#"$auth.idToken( 'x' )"#) == TokenName(id: "x", isIDToken: true))
        #expect(TokenName("$auth.token(\"x\")")?.isIDToken == false)
        #expect(TokenName(#"$auth.token(  "x"  )"#)?.id == "x" && TokenName(#"$auth.token(""x)"#) == nil)
        for text in ["$auth.token(x)", "$auth.token()", "$auth.other(\"x\")", "$auth.token(\"x')", "auth.token"] {
            #expect(TokenName(text) == nil, "\(text)")
        }
    }

    @Test func `the page after a sign-in shows what the server said as text, never as HTML`() async throws {
        let listener = try LoopbackListener(redirectURL: nil)
        async let target = listener.target(isOver: { false }, words: { _ in "No <b>x</b> & y." })
        let page = await Engine().send(RequestDraft(url: listener.redirectURI + "?error=x"))
        let text = page.response.map { String(decoding: $0.body, as: UTF8.self) } ?? ""
        #expect(text.contains("<p>No &lt;b>x&lt;/b> &amp; y."), "\(text)")
        #expect(await target == "/?error=x")
    }

    @Test func `only the redirect ends the wait for it; what else asks there gets nothing`() async throws {
        let listener = try LoopbackListener(redirectURL: nil)
        let taken = #expect(throws: CollectionError.self) {
            try LoopbackListener(redirectURL: listener.redirectURI + "callback")
        }
        #expect(taken?.sentence.contains(" of the redirect URL is in use or not allowed: ") == true)
        async let target = listener.target(isOver: { false }, words: { $0.contains("code=") ? "Done." : nil })
        let engine = Engine()
        for (method, path, status) in [
            ("GET", "favicon.ico", 404), ("GET", "?other=1", 404), ("POST", "?code=1", nil), ("GET", "?code=2", 200),
        ] as [(String, String, Int?)] {
            let exchange = await engine.send(RequestDraft(method: method, url: listener.redirectURI + path))
            #expect(exchange.response?.status == status, "\(method) \(path)")
        }
        #expect(await target == "/?code=2")
    }

    @Test func `a browser is started with the URL as one argument`() {
        func command(_ variables: [String: String]) -> [String]? {
            BrowserOpener.command(for: "http://x/?a=1;rm") { variables[$0] }
        }
        #expect(command(["BROWSER": "firefox:lynx"]) == ["firefox", "http://x/?a=1;rm"])
        #expect(command(["BROWSER": "open -u %s -n"]) == ["open", "-u", "http://x/?a=1;rm", "-n"])
        #expect(command(["DISPLAY": ":0"]) == ["xdg-open", "http://x/?a=1;rm"])
        #expect(command(["WAYLAND_DISPLAY": "w", "BROWSER": ""]) == ["xdg-open", "http://x/?a=1;rm"])
        #expect(command(["BROWSER": "b --url=%s:c %s", "DISPLAY": ":0"]) == ["b", "--url=http://x/?a=1;rm"])
        #expect(command(["BROWSER": ":", "DISPLAY": ":0"]) == nil)
        #expect(command([:]) == nil)
    }

    @Test func `a browser is not in the group of processes that ^C ends`() throws {
        let folder = try TemporaryFolder()
        let pipe = "\(folder.path)/pipe"
        try #require(mkfifo(pipe, 0o600) == 0)
        let script = try folder.write(
            "read pid name state parent group rest < /proc/$$/stat; echo \"$1 $((pid == group))\" > '\(pipe)'\n",
            to: "browser")
        #expect(BrowserOpener.open("http://x/") { $0 == "BROWSER" ? "/bin/sh \(script)" : nil })
        // Waits until the script writes.
        let descriptor = open(pipe, O_RDONLY | O_CLOEXEC)
        defer { close(descriptor) }
        var bytes = [UInt8](repeating: 0, count: 100)
        let count = read(descriptor, &bytes, bytes.count)
        #expect(String(decoding: bytes.prefix(max(0, count)), as: UTF8.self) == "http://x/ 1\n")
    }
}
