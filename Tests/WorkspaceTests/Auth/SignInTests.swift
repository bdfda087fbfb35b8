import Foundation
import NetEngine
import Synchronization
import TestSupport
import Testing

@testable import HTTPFormat
@testable import Workspace

/// Sign-ins in a browser from the URL to the token, what a request for a token is sent with, and tokens that a server refuses.
@Suite(.timeLimit(.minutes(5))) struct SignInTests {
    /// A bank whose requests for tokens are kept and answered with `t1`, `t2` and so on.
    private final class Tokens: Sendable {
        private let drafts = Mutex<[RequestDraft]>([])
        private let sentences = Mutex<[String]>([])
        private let bankOrNone = Mutex<TokenBank?>(nil)
        let told: AsyncStream<TokenNews>

        var sent: [RequestDraft] { drafts.withLock { $0 } }
        var problems: [String] { sentences.withLock { $0 } }
        var bank: TokenBank { bankOrNone.withLock { $0 } ?? TokenBank(report: { _ in }) }

        /// - Parameter request: of the hop of each answer; nil for one without TLS.
        init(files: TokenFiles? = nil, request: PreparedRequest? = nil, more: String = "") {
            let (told, tell) = AsyncStream<TokenNews>.makeStream()
            self.told = told
            let made = TokenBank(
                files: files,
                report: { [self] news in
                    if case .problem(let sentence) = news { sentences.withLock { $0.append(sentence) } }
                    tell.yield(news)
                },
                send: { [self] draft in
                    let number = drafts.withLock { drafts in
                        drafts.append(draft)
                        return drafts.count
                    }
                    let body = Array("{\"access_token\": \"t\(number)\"\(more)}".utf8)
                    let headers: HeaderFields = [HeaderField("Content-Type", "application/json")]
                    let response = ExchangeFixtures.response(status: 200, headers: headers, body: body)
                    let hop = ExchangeFixtures.hop(request: request, response: response)
                    return ExchangeFixtures.exchange(draft: draft, hops: [hop])
                })
            bankOrNone.withLock { $0 = made }
        }

        func token(_ settings: AuthSettings, as options: RequestOptions = RequestOptions()) async throws -> String? {
            let wish = TokenWish(name: TokenName(id: settings.id), settings: settings)
            return try await bank.tokens(for: [wish], root: "/a", as: options)[wish.name]?.text
        }
    }

    private func settings(_ changes: [String: String] = [:], place: String = "") throws -> AuthSettings {
        let values = [
            "Grant Type": "Client Credentials", "Token URL": "https://id.test/t", "Client ID": "me",
            "Auth URL": "https://id.test/a",
        ].merging(changes) { $1 }
        return try AuthSettings(id: "shop", values: Dictionary(values.map { ([$0], $1) }) { $1 }, place: place)
    }

    /// A parameter of a URL.
    private func value(_ name: String, of url: String) -> String {
        let items = url.split(separator: "?").last?.split(separator: "&") ?? []
        return items.first { $0.hasPrefix("\(name)=") }
            .flatMap { String($0.dropFirst(name.count + 1)).removingPercentEncoding } ?? ""
    }

    private func text(_ exchange: Exchange) -> String {
        exchange.response.map { String(decoding: $0.body, as: UTF8.self) } ?? "none"
    }

    // MARK: The browser

    private static let page = "<!DOCTYPE html><meta charset=utf-8><title>apitui</title><p>"

    @Test func `a code that the browser brings is exchanged for a token, and its page says that the user is signed in`()
        async throws
    {
        let tokens = Tokens()
        let settings = try settings(["Grant Type": "Authorization Code"])
        async let token = tokens.token(settings)
        var news = tokens.told.makeAsyncIterator()
        guard case .signIn(let signIn)? = await news.next() else { return #expect(Bool(false), "no sign-in") }
        #expect(signIn.number == 1 && signIn.login == "shop" && signIn.limit == .seconds(300))
        guard case .browser(let url, nil) = signIn.way else { return #expect(Bool(false), "\(signIn.way)") }
        let back = value("redirect_uri", of: url)
        #expect(url.hasPrefix("https://id.test/a?") && back.hasPrefix("http://127.0.0.1:") && back.hasSuffix("/"))
        let browser = Engine()
        for junk in ["?x=code", "favicon.ico?code=c"] {
            let page = await browser.send(RequestDraft(url: back + junk))
            #expect(page.response?.status == 404 && text(page) == Self.page + "Nothing is here.\n", "\(junk)")
        }
        let state = value("state", of: url)
        let page = await browser.send(RequestDraft(url: "\(back)?a=b&code=c%201&state=\(state)"))
        #expect(text(page) == Self.page + "You are signed in. You can close this window and go back to apitui.\n")
        let headers = page.response?.headers
        #expect(headers?["Content-Type"] == "text/html; charset=utf-8" && headers?["Cache-Control"] == "no-store")
        #expect(headers?["Referrer-Policy"] == "no-referrer" && headers?["X-Content-Type-Options"] == "nosniff")
        #expect(headers?["Connection"] == "close")
        #expect(try await token == "t1")
        guard case .signInEnded(1, true)? = await news.next() else { return #expect(Bool(false), "it did not end") }
        guard case .bytes(let body)? = tokens.sent.first?.body else { return #expect(Bool(false), "no body") }
        let form = String(decoding: body, as: UTF8.self)
        #expect(form.contains("grant_type=authorization_code") && form.contains("code_verifier="))
        #expect(value("code", of: form) == "c 1" || form.contains("code=c+1"), "\(form)")
    }

    @Test func `a refusal is on the page and in the error, and the next sign-in has the next number`() async throws {
        let tokens = Tokens()
        let settings = try settings(["Grant Type": "Authorization Code", "Client ID": "you"], place: "e.json:5")
        var news = tokens.told.makeAsyncIterator()
        for number in 1...2 {
            async let token = tokens.token(settings)
            guard case .signIn(let signIn)? = await news.next() else { return #expect(Bool(false), "no sign-in") }
            #expect(signIn.number == number)
            let (back, state) = (value("redirect_uri", of: signIn.url), value("state", of: signIn.url))
            let page = await Engine().send(RequestDraft(url: "\(back)?error=no&state=\(state)"))
            #expect(text(page) == Self.page + "The sign-in was refused: \"no\". Go back to apitui.\n")
            do {
                _ = try await token
                Issue.record("a token without a code")
            } catch let error as EngineError {
                #expect(error.sentence == "Login shop (e.json:5): The sign-in was refused: \"no\".")
            }
            guard case .signInEnded(number, false)? = await news.next() else {
                return #expect(Bool(false), "it did not end")
            }
        }
    }

    @Test(arguments: ["\n more", "\r\n", "\r", "\t"])
    func `a redirect that leads elsewhere is pasted, without what is around it`(_ end: String) async throws {
        let tokens = Tokens()
        let settings = try settings(["Grant Type": "Authorization Code", "Redirect URL": "https://app.test/cb"])
        async let token = tokens.token(settings)
        var news = tokens.told.makeAsyncIterator()
        guard case .signIn(let signIn)? = await news.next() else { return #expect(Bool(false), "no sign-in") }
        guard case .browser(let url, "https://app.test/cb"?) = signIn.way else {
            return #expect(Bool(false), "\(signIn.way)")
        }
        #expect(value("redirect_uri", of: url) == "https://app.test/cb")
        tokens.bank.paste(" \r\n https://app.test/cb?code=c&state=\(value("state", of: url))\(end)")
        #expect(try await token == "t1")
    }

    @Test func `an address is pasted, too, where the redirect is awaited here, as the browser may be elsewhere`()
        async throws
    {
        let tokens = Tokens()
        let settings = try settings(["Grant Type": "Authorization Code"])
        async let token = tokens.token(settings)
        var news = tokens.told.makeAsyncIterator()
        guard case .signIn(let signIn)? = await news.next() else { return #expect(Bool(false), "no sign-in") }
        let (back, state) = (value("redirect_uri", of: signIn.url), value("state", of: signIn.url))
        #expect(back.hasPrefix("http://127.0.0.1:"))
        tokens.bank.paste("\(back)?code=c&state=\(state)")
        #expect(try await token == "t1")
        guard case .bytes(let body)? = tokens.sent.first?.body else { return #expect(Bool(false), "no body") }
        let form = String(decoding: body, as: UTF8.self)
        #expect(value("code", of: form) == "c" && value("redirect_uri", of: form) == back, "\(form)")
    }

    @Test func `of two sign-ins the one that a pasted address is for goes on`() async throws {
        let tokens = Tokens()
        let values = [
            ["Grant Type"]: "Authorization Code", ["Token URL"]: "https://id.test/t", ["Client ID"]: "me",
            ["Auth URL"]: "https://id.test/a", ["Redirect URL"]: "https://app.test/cb",
        ]
        let one = try AuthSettings(id: "one", values: values)
        let other = try AuthSettings(id: "other", values: values)
        async let first = tokens.token(one)
        async let second = tokens.token(other)
        var news = tokens.told.makeAsyncIterator()
        var addresses: [String: String] = [:]
        while addresses.count < 2, let next = await news.next() {
            guard case .signIn(let signIn) = next else { continue }
            addresses[signIn.login] = "https://app.test/cb?code=c&state=\(value("state", of: signIn.url))"
        }
        tokens.bank.paste(addresses["other"] ?? "")
        #expect(try await second == "t1")
        tokens.bank.paste(addresses["one"] ?? "")
        #expect(try await first == "t2")
    }

    @Test func `a sign-in that is stopped says so, whichever way it goes`() async throws {
        for redirect in ["https://app.test/cb", nil] {
            let tokens = Tokens()
            let changes = redirect.map { ["Redirect URL": $0] } ?? [:]
            let settings = try settings(changes.merging(["Grant Type": "Authorization Code"]) { $1 })
            async let token = tokens.token(settings)
            var news = tokens.told.makeAsyncIterator()
            _ = await news.next()
            tokens.bank.stopSignIns()
            do {
                _ = try await token
                Issue.record("a token without a sign-in")
            } catch let error as EngineError {
                #expect(error.category == .cancelled && error.hint == "Send again to sign in.")
                #expect(error.sentence == "Login shop: The sign-in was cancelled.")
            }
            #expect(tokens.sent.isEmpty)
        }
    }

    @Test func `a redirect URL keeps its port and its path, and only that path counts`() async throws {
        // Another program may take a port that was free a moment ago.
        for _ in 0..<5 {
            let port = try LoopbackListener(redirectURL: nil).redirectURI.split(separator: ":").last ?? ""
            let url = "http://localhost:\(port)back"
            guard let listener = try? LoopbackListener(redirectURL: url) else { continue }
            #expect(listener.redirectURI == url)
            let taken = #expect(throws: CollectionError.self) { try LoopbackListener(redirectURL: url) }
            let number = port.dropLast()
            #expect(
                taken?.sentence
                    == "The port \(number) of the redirect URL is in use or not allowed: Address already in use.")
            async let target = listener.target(isOver: { false }, words: { _ in "Done." })
            let browser = Engine()
            let paths = ["", "back/", "backs?code=1", "back?code=2"]
            var statuses: [Int?] = []
            for path in paths {
                let page = await browser.send(RequestDraft(url: "http://127.0.0.1:\(number)/\(path)"))
                statuses.append(page.response?.status)
            }
            #expect(statuses == [404, 404, 404, 200])
            #expect(await target == "/back?code=2")
            return
        }
        Issue.record("no port stayed free")
    }

    // MARK: The request for a token

    @Test func `a token is asked for as the request goes that wants it, and the command line has the last word`()
        async throws
    {
        let tokens = Tokens()
        var options = RequestOptions()
        options.proxy = .url("http://proxy.test:1")
        options.verifiesTLS = false
        options.caFile = "/ca.pem"
        options.httpVersion = .http1_1
        options.connection.unixSocket = "/s"
        options.log = RequestLogOptions(name: "mine")
        _ = try await tokens.token(try settings(), as: options)
        let sent = try #require(tokens.sent.first?.options)
        #expect(sent.proxy == .url("http://proxy.test:1") && !sent.verifiesTLS && sent.caFile == "/ca.pem")
        #expect(sent.connection.unixSocket == nil && sent.httpVersion == RequestOptions().httpVersion)
        #expect(sent.log?.name == "token of shop")
        let asked = Mutex<[RequestOptions]>([])
        let bank = TokenBank(report: { _ in })
        bank.connect(
            { draft in
                asked.withLock { $0.append(draft.options) }
                let body = Array(#"{"access_token": "t"}"#.utf8)
                let response = ExchangeFixtures.response(status: 200, body: body)
                return ExchangeFixtures.exchange(draft: draft, response: response)
            }, flags: { $0.caFile = "/other.pem" })
        let wish = TokenWish(name: TokenName(id: "shop"), settings: try settings())
        _ = try await bank.tokens(for: [wish], root: "/a", as: options)
        #expect(asked.withLock { $0.map(\.caFile) } == ["/other.pem"])
    }

    @Test func `a bank that nobody connected says so`() async throws {
        let bank = TokenBank(report: { _ in })
        let wish = TokenWish(name: TokenName(id: "shop"), settings: try settings())
        let error = await #expect(throws: EngineError.self) { _ = try await bank.tokens(for: [wish], root: "/a") }
        #expect(
            error?.sentence == "Login shop: The connection to token endpoints was not set up."
                && error?.hint == "Report this.")
    }

    @Test func `a token from a server whose certificate was not checked is said once for each login`() async throws {
        let tokens = Tokens(request: ExchangeFixtures.request(scheme: .https))
        var options = RequestOptions()
        let checked = try settings(["Client ID": "checked"])
        _ = try await tokens.token(checked, as: options)
        #expect(tokens.problems == [])
        options.verifiesTLS = false
        let login = try settings(place: "e.json:5")
        let token = try #require(try await tokens.token(login, as: options))
        #expect(await tokens.bank.renewed(insteadOf: token, as: options) == "t3")
        _ = try await tokens.token(try settings(["Client ID": "other"]), as: options)
        let rest = ": the certificate of id.test:443, where its token comes from, was not checked."
        #expect(tokens.problems == ["Login shop (e.json:5)\(rest)", "Login shop\(rest)"])
    }

    @Test func `a login says how long its token is valid if the server does not, and no end is beyond counting`()
        async throws
    {
        for (lifetime, more, left) in [
            ("100", "", 100), ("100", ", \"expires_in\": 50", 50), ("9223372036854775807", "", nil), ("x", "", nil),
        ] as [(String, String, Int64?)] {
            let tokens = Tokens(more: more)
            _ = try await tokens.token(try settings(["Expires In": lifetime]))
            let kept = try #require(tokens.bank.list().first)
            #expect(kept.expires.map { $0 - kept.obtained } == left, "\(lifetime)\(more)")
        }
    }

    // MARK: The request that wants a token

    /// What a request becomes for which tokens are fetched: its login and where it goes, or why it is not sent.
    private func resolved(_ text: String, _ tokens: Tokens, login: [String: String] = [:]) async throws -> String {
        let values = [
            "Grant Type": "Client Credentials", "Token URL": "https://id.test/t", "Client ID": "me",
        ].merging(login) { $1 }
        let variables = values.map { key, value in
            (
                ["Auth", "shop", key],
                EnvironmentSet.Variable(value: value, reason: nil, file: "/c/e.json", isPrivate: false, line: 3)
            )
        }
        let environments = EnvironmentSet(
            names: ["dev"], security: ["dev": Dictionary(variables, uniquingKeysWith: { $1 })])
        let file = ChainingFixtures.file(text)
        var context = ChainingFixtures.context(RequestScope(file), environments: environments, name: "dev")
        let request = try #require(file.document.requests.first)
        let first = RequestResolver().resolve(request, in: file, context: context)
        switch await RequestResolver().withTokens(tokens.bank, first, of: request, in: file, &context) {
        case .draft(let draft, _): return "\(draft.headers["Authorization"] ?? "-") \(draft.headers["X"] ?? "-")"
        case .notLoggedIn(let exchange, _):
            return "\(exchange.draft.method) \(exchange.draft.url) \(exchange.error?.sentence ?? "-")"
        case .unresolved(let names, _): return "unresolved \(names.map(\.name))"
        default: return "another outcome"
        }
    }

    private static let login = "POST http://h/x\nAuthorization: Bearer {{$auth.token(\"shop\")}}\n"

    @Test func `a request gets the token that it wants, which is asked for once`() async throws {
        let tokens = Tokens()
        #expect(try await resolved(Self.login, tokens) == "Bearer t1 -")
        #expect(try await resolved(Self.login + "X: {{$auth.token('shop')}}\n", tokens) == "Bearer t1 t1")
        #expect(try await resolved("GET http://h/\nAuthorization: Bearer x\n", tokens) == "Bearer x -")
        #expect(tokens.sent.count == 1)
    }

    @Test func `no token is asked for while something else is missing`() async throws {
        let tokens = Tokens()
        let text = Self.login + "X: {{nope}}\n"
        #expect(try await resolved(text, tokens).hasPrefix("unresolved "))
        #expect(try await resolved(text, tokens).contains("\"nope\""))
        #expect(tokens.sent.isEmpty)
    }

    @Test func `a request without its token is not sent, and says which login has none`() async throws {
        let tokens = Tokens()
        #expect(
            try await resolved(Self.login, tokens, login: ["Use ID Token": "true"])
                == "POST http://h/x Login shop (e.json:3): The token endpoint gave no id_token.")
        #expect(
            try await resolved(Self.login, tokens, login: ["Acquire Automatically": "false", "Scope": "other"])
                == "POST http://h/x Login shop (e.json:3): No token exists, and \"Acquire Automatically\" is false.")
    }

    // MARK: Files

    @Test func `a token file says whose token it is, and another login has another file`() async throws {
        let scratch = ScratchFolder()
        let files = TokenFiles(folder: scratch.path + "/tokens")
        let login = try settings(["Token URL": "https://u:p@id.test:8443/t", "Scope": "a b"])
        _ = try await Tokens(files: files, more: ", \"refresh_token\": \"r\"").token(login)
        let kept = try #require(files.kept().tokens.first)
        #expect(kept.login == "shop" && kept.root == "/a" && kept.grant == "client credentials")
        #expect(kept.server == "id.test:8443" && kept.client == "me" && kept.hasRefreshToken && kept.secret == "t1")
        let path = files.path(login, root: "/a")
        #expect(
            kept.path == path && scratch.read(String(path.dropFirst(scratch.path.count + 1)))?.contains("u:p") == false)
        // The next run has it without asking; one that forgot it asks.
        let next = Tokens(files: files)
        #expect(try await next.token(login) == "t1")
        #expect(next.sent.isEmpty && next.bank.list().map(\.secret) == ["t1"])
        #expect(next.bank.forget(next.bank.list()) == nil)
        #expect(files.kept().tokens.isEmpty && next.bank.list().isEmpty)
        let base = try settings(["Scope": "a b"])
        let names =
            [
                base, try settings(["Scope": "a"]), try settings(["Scope": "a b", "Client ID": "you"]),
                try settings(["Scope": "a b", "Token URL": "https://id.test/u"]),
                try settings(["Scope": "a b", "Grant Type": "Password", "Username": "ann"]),
                try settings(["Scope": "a b", "Grant Type": "Password", "Username": "bob"]),
                try AuthSettings(
                    id: "other",
                    values: [
                        ["Grant Type"]: "Client Credentials", ["Token URL"]: "https://id.test/t", ["Client ID"]: "me",
                        ["Scope"]: "a b",
                    ]),
                try AuthSettings(
                    id: "shop",
                    values: [
                        ["Grant Type"]: "Client Credentials", ["Token URL"]: "https://id.test/t", ["Client ID"]: "me",
                        ["Scope"]: "a b", ["Custom Request Parameters", "audience"]: "x",
                    ]),
            ].map { files.path($0, root: "/a") } + [files.path(base, root: "/b")]
        #expect(Set(names).count == names.count)
        #expect(names[0] == files.path(try settings(["Scope": "a b", "Client Secret": "s"], place: "p"), root: "/a"))
        #expect(names.allSatisfy { $0.count == files.folder.count + 1 + 32 + 5 && $0.hasSuffix(".json") })
    }

    @Test(arguments: [false, true])
    func `a token that is forgotten while it is renewed is not kept again`(_ isNextRun: Bool) async throws {
        let scratch = ScratchFolder()
        let files = TokenFiles(folder: scratch.path + "/tokens")
        let count = Mutex(0)
        let banks = (0..<2).map { _ in TokenBank(files: files, report: { _ in }) }
        let user = banks[isNextRun ? 1 : 0]
        for bank in banks {
            bank.connect({ draft in
                let number = count.withLock { count in
                    count += 1
                    return count
                }
                if number == 2 {
                    let problem = user.forget(user.list())
                    #expect(problem == nil)
                }
                let body = Array(#"{"access_token": "t\#(number)", "refresh_token": "r", "expires_in": 0}"#.utf8)
                return ExchangeFixtures.exchange(
                    draft: draft, response: ExchangeFixtures.response(status: 200, body: body))
            })
        }
        let wish = TokenWish(name: TokenName(id: "shop"), settings: try settings())
        _ = try await banks[0].tokens(for: [wish], root: "/a")
        #expect(files.kept().tokens.map(\.secret) == ["t1"])
        // Who waits for it gets it all the same.
        #expect(try await user.tokens(for: [wish], root: "/a")[wish.name]?.text == "t2")
        #expect(user.list().isEmpty && files.kept().tokens.isEmpty)
    }

    @Test func `a folder for tokens that cannot be made is said once, and the token is used`() async throws {
        let scratch = ScratchFolder()
        scratch.write("file", "")
        let tokens = Tokens(files: TokenFiles(folder: scratch.path + "/file/tokens"))
        #expect(try await tokens.token(try settings()) == "t1")
        #expect(try await tokens.token(try settings(["Client ID": "other"])) == "t2")
        #expect(
            tokens.problems.map { $0.hiding(scratch) } == [
                "Tokens are not kept: the folder FOLDER/file/tokens cannot be made: a part of the path is not a folder."
            ])
    }

    // MARK: After a 401

    @Test func `a request is sent again with another token where the server says that the token is wrong`() async throws
    {
        let table = #"""
            none -> again
            Bearer -> again
            Bearer realm="x" -> again
            Bearer error="invalid_token" -> again
            Bearer error="INVALID_TOKEN", error_description="x" -> again
            Bearer realm="x", error=invalid_token -> again
            Bearer error="insufficient_scope" -> once
            Bearer error="invalid_token_type" -> once
            Bearer error="" -> once
            """#
        var results: [String: String] = [:]
        for line in table.split(separator: "\n") {
            let challenge = line.components(separatedBy: " -> ")[0]
            let tokens = Tokens()
            let token = try #require(try await tokens.token(try settings()))
            let headers = challenge == "none" ? [] : [("WWW-Authenticate", challenge)]
            let server = StubBehaviour { request in
                StubBehaviour.status(request.field("X-Token") == "<t1>" ? 401 : 200, headers: headers).answer(request)
            }
            try await StubServer.with(server) { server in
                let engine = Engine(configuration: EngineConfiguration(interceptors: [TokenRenewal(tokens.bank)]))
                let draft = RequestDraft(
                    url: server.url + "?t=\(token)",
                    headers: [HeaderField("Authorization", "Bearer \(token)"), HeaderField("X-Token", "<\(token)>")])
                _ = await engine.send(draft)
                let last = try #require(server.received.last)
                results[challenge] = server.received.count == 2 ? "again" : "once"
                if server.received.count == 2 {
                    #expect(last.field("Authorization") == "Bearer t2" && last.field("X-Token") == "<t2>")
                    #expect(last.target.hasSuffix("?t=t2"))
                }
            }
        }
        #expect(TextTable.differences(table) { results[$0] ?? "not tried" } == [])
    }

    @Test func `a token that is refused twice is not asked for again, and a 403 never`() async throws {
        for (status, count) in [(401, 2), (403, 1)] {
            let tokens = Tokens()
            let token = try #require(try await tokens.token(try settings()))
            try await StubServer.with(.status(status)) { server in
                let engine = Engine(configuration: EngineConfiguration(interceptors: [TokenRenewal(tokens.bank)]))
                let exchange = await engine.send(
                    RequestDraft(url: server.url, headers: [HeaderField("Authorization", "Bearer \(token)")]))
                #expect(exchange.response?.status == status && server.received.count == count)
            }
        }
    }
}
