import NetEngine
import Synchronization
import TestSupport
import Testing

@testable import Workspace

/// What logins ask for, and what becomes of whatever is answered, as it was recorded (`Recorded`).
@Suite struct RecordedTokenTests {
    private static let common = ["Type": "OAuth2", "Token URL": "http://id.test/t", "Client ID": "me"]

    private static let logins: [(name: String, values: [String: String])] = [
        ("client credentials", ["Grant Type": "Client Credentials", "Client Secret": "s:c%", "Scope": "a b"]),
        ("in the body", ["Grant Type": "Client Credentials", "Client Secret": "s", "Client Credentials": "in body"]),
        ("a public client", ["Grant Type": "Client Credentials"]),
        ("password", ["Grant Type": "Password", "Username": "ann", "Password": "p w&"]),
        ("a lifetime", ["Grant Type": "Client Credentials", "Expires In": "86400000"]),
        ("an ID token", ["Grant Type": "Client Credentials", "Use ID Token": "true"]),
        ("not acquired", ["Grant Type": "Client Credentials", "Acquire Automatically": "false"]),
        ("fixed", ["Type": "Mock", "Token": "fixed", "ID Token": "fixed-id"]),
        ("device", ["Grant Type": "Device Code", "Device Auth URL": "http://id.test/d", "Scope": "a"]),
    ]

    private static let answers: [(name: String, answers: [String])] =
        [
            #"{"access_token": "t1", "token_type": "Bearer"}"#,
            #"{"access_token": "t1", "token_type": "bearer", "expires_in": 86400000, "scope": "c d", "id_token": "i1"}"#,
            #"{"access_token": "t1", "token_type": "Bearer", "expires_in": "86400000", "refresh_token": "r1"}"#,
            #"{"access_token": "t1", "expires_in": 0, "refresh_token": "r1"}"#,
            #"{"access_token": "t1", "expires_in": -5}"#,
            #"{"access_token": "t1", "expires_in": "soon"}"#, #"{"access_token": "t1", "token_type": "mac"}"#,
            #"{"access_token": "", "token_type": "Bearer"}"#, #"{"access_token": 5}"#, #"{"access_token": "a b\n"}"#,
            #"{"access_token": null}"#, "{}", "[]", "", "hello", "access_token=t1&token_type=bearer", "200 <html>",
            #"400 {"error": "invalid_grant"}"#, #"400 {"error": "invalid_client", "error_description": "No. Never."}"#,
            #"401 {"error": "invalid_client", "error_uri": "http://id.test/help"}"#, #"400 {"error": 5}"#, #"400 {}"#,
            "400 hello", "401 ", "403 {\"message\": \"m\"}", "404 <html>", "429 {}", "500 {}", "503 hello", "302 ",
            #"200 {"error": "slow_down"}"#, "NONE", "CUT {\"access_token\": \"t1\"}",
            #"{"device_code": "d1", "user_code": "AB-CD", "verification_uri": "http://id.test/v", "expires_in": 600}"#,
            #"{"device_code": "d1", "user_code": "AB-CD", "verification_url": "http://id.test/v", "expires_in": 600, "interval": 1, "verification_uri_complete": "http://id.test/v?c"}"#,
            #"{"device_code": "d1", "user_code": "AB-CD"}"#,
            #"{"device_code": "d1", "verification_uri": "http://id.test/v"}"#,
            #"{"user_code": "AB-CD", "verification_uri": "http://id.test/v"}"#,
            #"{"device_code": "d1", "user_code": "A\u001bB", "verification_uri": "file:///x"}"#,
        ].map { ($0, [$0]) } + [
            ("renewed", [#"{"access_token": "t1", "refresh_token": "r1"}"#, #"{"access_token": "t2"}"#]),
            (
                "renewed by another one",
                [#"{"access_token": "t1", "refresh_token": "r1"}"#, #"{"access_token": "t2", "refresh_token": "r2"}"#]
            ),
            (
                "not renewed",
                [
                    #"{"access_token": "t1", "refresh_token": "r1"}"#, #"400 {"error": "invalid_grant"}"#,
                    #"{"access_token": "t3"}"#,
                ]
            ),
            ("no connection for the second", [#"{"access_token": "t1", "refresh_token": "r1"}"#, "NONE"]),
            ("the same again", [#"{"access_token": "t1"}"#]),
            (
                "an ID token that is renewed",
                [#"{"access_token": "t1", "id_token": "i1"}"#, #"{"access_token": "t2", "id_token": "i2"}"#]
            ),
        ]

    /// Gives the answers (`WrittenAnswer`) in turn, the last one for all that follow, and keeps what was sent.
    private final class Endpoint: Sendable {
        private let state: Mutex<(answers: [String], text: String)>

        init(_ answers: [String]) { state = Mutex((answers, "")) }

        var text: String { state.withLock { $0.text } }

        func tell(_ text: String) { state.withLock { $0.text += text + "\n" } }

        func answer(_ draft: RequestDraft) -> Exchange {
            let answer = state.withLock { state in
                let headers = draft.headers.map { "\($0.name): \($0.value)" }
                var body = ""
                if case .bytes(let bytes) = draft.body { body = String(decoding: bytes, as: UTF8.self) }
                state.text += "sent \(draft.method) \(draft.url) \(headers) \(body)\n"
                return WrittenAnswer(state.answers.count > 1 ? state.answers.removeFirst() : state.answers[0])
            }
            if answer.isNone {
                let error = EngineError(category: .connect, sentence: "id.test refused the connection.", hint: "Wait.")
                return ExchangeFixtures.exchange(draft: draft, hops: [], response: nil, error: error)
            }
            let status = answer.status
            let error =
                status < 400
                ? nil
                : EngineError(
                    category: status < 500 ? .clientError : .serverError, sentence: "The server answered \(status).",
                    hint: "-",
                    status: status)
            return ExchangeFixtures.exchange(draft: draft, response: answer.response(), error: error)
        }
    }

    private static func told(_ error: EngineError) -> String {
        "\(error.category.rawValue): \(error.sentence) | \(error.hint)"
    }

    /// What a bank does with the login of some settings; without what depends on the time.
    private static func play(
        _ settings: AuthSettings, _ endpoint: Endpoint, canAsk: Bool = true, canPaste: Bool = true,
        isStopped: Bool = true
    ) async -> String {
        let bank = TokenBank(
            canAsk: { canAsk }, canPaste: { canPaste }, isStopped: { isStopped },
            report: { news in
                switch news {
                case .signIn(let signIn): endpoint.tell("sign in \(signIn.number): \(signIn.sentence) | \(signIn.url)")
                case .signInEnded(let number, let isDone):
                    endpoint.tell("sign-in \(number) \(isDone ? "done" : "given up")")
                case .problem(let sentence): endpoint.tell("problem: \(sentence)")
                }
            }, send: { endpoint.answer($0) })
        for isIDToken in [false, true] {
            let wish = TokenWish(name: TokenName(id: settings.id, isIDToken: isIDToken), settings: settings)
            endpoint.tell("\(isIDToken ? "ID token" : "token"), known \(bank.known([wish], root: "/a").count)")
            do throws(EngineError) {
                let found = try await bank.tokens(for: [wish], root: "/a")[wish.name]
                let token = found?.text ?? "-"
                // What is between says how long it lives.
                let fact = (found?.fact ?? "").split(separator: ",")
                endpoint.tell("\(Printed.quoted(token)) \(fact.first ?? "") …\(fact.last ?? "")")
                endpoint.tell("known elsewhere \(bank.known([wish], root: "/b").count)")
                let draft = RequestDraft(
                    url: "http://h/?t=\(token)", headers: [HeaderField("Authorization", "Bearer \(token)")])
                endpoint.tell("in a request \(bank.token(in: draft) ?? "-")")
                endpoint.tell("instead of it \(await bank.renewed(insteadOf: token) ?? "-")")
            } catch { endpoint.tell(Self.told(error)) }
        }
        for kept in bank.list() {
            let end = kept.expires.map { $0 > kept.obtained ? "later" : "at once" } ?? "no end"
            endpoint.tell(
                "kept \(kept.login) \(kept.root) \(kept.grant) \(kept.server) \(kept.client) \(kept.scope ?? "-") \(end) "
                    + "\(kept.hasRefreshToken) \(kept.secret) \(kept.path ?? "-")")
        }
        let forgotten = bank.forget(bank.list()) ?? "yes"
        endpoint.tell("forgotten: \(forgotten), left \(bank.list().count)")
        return endpoint.text
    }

    private static func settings(_ values: [String: String]) throws -> AuthSettings {
        let all = common.merging(values) { $1 }
        return try AuthSettings(
            id: "shop", values: Dictionary(all.map { ([$0], $1) }, uniquingKeysWith: { $1 }), place: "env.json, dev")
    }

    @Test(.timeLimit(.minutes(5))) func `what becomes of answers for tokens is what was recorded`() async throws {
        var parts: [(name: String, text: String)] = []
        for (login, values) in Self.logins {
            let settings = try Self.settings(values)
            for (name, answers) in Self.answers {
                // The way of a token to a request is the same for most of them.
                let isDevice = login == "device"
                guard
                    login == "client credentials" || isDevice || answers.count > 1 || answers[0].contains("id_token")
                        || answers[0].contains("error")
                else { continue }
                let text = await Self.play(settings, Endpoint(answers))
                if !parts.contains(where: { $0.text == text }) { parts.append(("\(login), \(name)", text)) }
            }
        }
        for (login, values, canAsk, canPaste) in [
            ("nobody to ask", ["Grant Type": "Device Code", "Device Auth URL": "http://id.test/d"], false, true),
            ("no terminal", ["Redirect URL": "https://app.test/cb"], true, false),
            ("no URL", ["Redirect URL": "nonsense"], true, false),
            ("a port that is none", ["Redirect URL": "http://127.0.0.1:0x/"], true, false),
        ] as [(String, [String: String], Bool, Bool)] {
            let code = ["Grant Type": "Authorization Code", "Auth URL": "http://id.test/a"]
            for isStopped in [false, true] {
                let settings = try Self.settings(code.merging(values) { $1 })
                let text = await Self.play(
                    settings, Endpoint(["{}"]), canAsk: canAsk, canPaste: canPaste, isStopped: isStopped)
                parts.append(("\(login)\(isStopped ? ", stopped" : "")", text))
            }
        }
        try Recorded.expect(parts, in: "tokens")
    }

    // MARK: what is kept

    @Test func `files of tokens and trusted folders are told as was recorded`() async throws {
        let scratch = ScratchFolder()
        let files = TokenFiles(folder: scratch.path + "/tokens")
        var text = "\(files.kept().tokens.count) \(files.kept().problems)\n"
        for (name, content) in [
            (
                "a.json",
                #"{"access_token": "t", "login": "a", "collection": "/c", "grant": "g", "token_url": "http://id.test:81/t", "client": "me", "scope": "s", "obtained": 5, "expires": 9, "refresh_token": "r"}"#
            ),
            ("b.json", #"{"access_token": "t"}"#), ("c.json", "{}"), ("d.json", ""),
            ("e.json", #"{"access_token": "t", "expires": "x"#),
            ("f.json", #"{"access_token": 5}"#),
            ("g.json", #"{"access_token": "t", "obtained": 1.5, "expires": null, "token_url": "no url"}"#),
            (".h.json", #"{"access_token": "t"}"#), ("i.txt", #"{"access_token": "t"}"#), ("j.json", "[]"),
            ("k.json", #"{"access_token": "x", "login": "a", "collection": "/c", "obtained": 4}"#),
        ] { scratch.write("tokens/" + name, content) }
        scratch.folder("tokens/l.json")
        scratch.link("tokens/m.json", to: "nowhere")
        let kept = files.kept()
        for token in kept.tokens {
            let name = token.path.map { $0.split(separator: "/").last ?? "" } ?? "-"
            let times =
                "\(token.obtained) \(token.expires.map(String.init) ?? "-") \(token.life(at: 7)) \(token.life(at: 9))"
            text += "\(name): \(token.login) \(token.root) \(token.grant) \(token.server) \(token.client) "
            text += "\(token.scope ?? "-") \(times) \(token.hasRefreshToken)\n"
        }
        text += kept.problems.joined(separator: "\n") + "\n"
        scratch.write("file", "")
        text += "\(TokenFiles(folder: scratch.path + "/file").kept().problems)\n"
        for path in ["tokens/a.json", "tokens/a.json", "tokens/l.json", "file/x"] {
            let problem = TokenFiles.forget(["\(scratch.path)/\(path)"]).first
            text += "\(problem?.sentence ?? "forgotten \(path)")\n"
        }
        var parts = [("tokens", text.hiding(scratch))]
        for name in ["c", "c/sub", "other", "line\nbreak"] { scratch.folder(name) }
        scratch.link("link", to: "c")
        text = ""
        for content in [
            "", "FOLDER/c\n", "FOLDER/c", "FOLDER/gone\nrelative\n\nFOLDER/other\n", "FOLDER/c/sub\nFOLDER\n", "/\n",
        ] {
            for name in ["c", "c/sub", "link", "other", "gone", "file", "line\nbreak", "."] {
                scratch.write("trust", content.replacing(bytes: "FOLDER", with: scratch.path), mode: 0o600)
                let store = TrustStore(path: scratch.path + "/trust")
                let folder = "\(scratch.path)/\(name)"
                text += "\(Printed.quoted(content)) \(Printed.quoted(name)): trusted \(store.trusts(folder))"
                text += ", added \(store.add(folder) ?? "yes"), trusted \(store.trusts(folder))"
                text += ", removed \(store.remove(folder) ?? "yes"), trusted \(store.trusts(folder))"
                text += ", problem \(store.problem ?? "-")\n"
            }
        }
        let none = TrustStore(path: scratch.path + "/file/trust")
        text += "\(none.problem ?? "-") \(none.add(scratch.path) ?? "yes") \(none.remove(scratch.path) ?? "yes")\n"
        parts.append(("trust", text.hiding(scratch)))
        try Recorded.expect(parts, in: "kept-tokens")
    }
}
