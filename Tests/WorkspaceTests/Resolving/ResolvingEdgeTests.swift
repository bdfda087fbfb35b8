import NetEngine
import TestSupport
import Testing

@testable import Base
@testable import HTTPFormat
@testable import Workspace

/// Sentences and limits of what is made of a request before it is sent, word for word and at their edges.
@Suite struct ResolvingEdgeTests {
    private func outcome(
        _ text: String, _ change: (inout RequestResolver.Context) -> Void = { _ in }
    ) throws -> RequestResolver.Outcome {
        let file = ChainingFixtures.file(text)
        var context = ChainingFixtures.context(RequestScope(file))
        change(&context)
        return RequestResolver().resolve(try #require(file.document.requests.last), in: file, context: context)
    }

    @Test func `the hint about a certificate names what can be written where it is read`() {
        func text(_ remedy: EngineError.Remedy?, _ reader: ErrorHint.Reader) -> String {
            var error = EngineError(category: .tls, sentence: "Not trusted.", hint: "Check the port.")
            error.remedy = remedy
            return ErrorHint.text(error, for: reader)
        }
        #expect(
            text(.trustServer, .screen)
                == "To trust it anyway, switch verify TLS off on the Options tab of the request, which writes the line "
                + "# @no-reject-unauthorized above it; 'apitui send' and 'apitui run' take --cacert FILE and --insecure too."
        )
        #expect(
            text(.trustServer, .command)
                == "To trust it anyway, name its authority (--cacert FILE), or switch the check off: "
                + "a line # @no-reject-unauthorized above the request, or --insecure for this call.")
        #expect(
            text(.trustServer, .batch)
                == "To trust it anyway, name its authority as \"caFile\", or set \"insecure\" to true.")
        #expect(
            text(.trustProxy, .screen)
                == "To trust it anyway, name its authority: 'apitui send' and 'apitui run' take --cacert FILE.")
        #expect(text(.trustProxy, .command) == "To trust it anyway, name its authority: --cacert FILE.")
        #expect(text(.trustProxy, .batch) == "To trust it anyway, name its authority as \"caFile\".")
        for reader in [ErrorHint.Reader.screen, .command, .batch] { #expect(text(nil, reader) == "Check the port.") }
    }

    @Test func `the hint about a limit tells to raise it only where it can be raised`() {
        func text(_ error: EngineError, _ reader: ErrorHint.Reader) -> String { ErrorHint.text(error, for: reader) }
        let headers = EngineError.tooLargeHeaders(limit: 256 << 10)
        for reader in [ErrorHint.Reader.screen, .command, .batch] {
            #expect(
                text(headers, reader) == "This limit cannot be raised: let the server send fewer or shorter headers.")
        }
        var redirects = EngineError(category: .redirect, sentence: "Too many.", hint: "Raise the limit of redirects.")
        redirects.remedy = .raiseRedirectLimit
        for reader in [ErrorHint.Reader.screen, .command] {
            #expect(
                text(redirects, reader)
                    == "Look at the Location fields of the hops. This limit cannot be raised; with a line # @no-redirect "
                    + "above the request no redirect is followed, and each can be sent by itself.")
        }
        #expect(text(redirects, .batch) == "Look at the Location fields of the hops, or raise \"maxRedirects\".")
    }

    @Test func `each dynamic variable is offered with what it gives`() {
        let table = #"""
            $guid: A new UUID at each place.
            $uuid: A new UUID at each place.
            $timestamp: Seconds since 1970.
            $timestamp -1 d: Seconds since 1970, moved by y M w d h m s or ms.
            $isoTimestamp: The time in UTC by ISO 8601.
            $datetime iso8601: The time in UTC by ISO 8601.
            $datetime rfc1123: The time as HTTP headers write it.
            $datetime "YYYY-MM-DD": The time in UTC, by a pattern.
            $localDatetime iso8601: The time of this machine's zone by ISO 8601.
            $date: The day in UTC.
            $randomInt: A whole number from 0 to 999.
            $randomInt 1 10: A whole number from 1 up to 9.
            $random.uuid: A new UUID at each place.
            $random.alphabetic(8): That many random letters.
            $random.alphanumeric(8): That many random letters and digits.
            $random.hexadecimal(8): That many random hexadecimal digits.
            $random.integer(1,10): A whole number from 1 up to 9.
            $random.float(0,1): A number between the two.
            $random.email: A random address.
            $processEnv NAME: A variable of your environment, if the folder is trusted.
            $dotenv NAME: A variable of a .env file.
            $index: The number of the repetition of # @loop, from 0.
            $input What?: Asked for before the send.
            $password What?: Asked for before the send, without showing it.
            $pick What? $value: a,b: Chosen before the send, from these.
            $shared name: The value that all environments share.
            $auth.token("name"): The token of a login of the environment file.
            """#
        let terms = DynamicTerm.all.map { "\($0.text): \($0.explanation)" }
        #expect(terms == table.split(separator: "\n").map(String.init))
    }

    @Test(arguments: [100, 101])
    func `a hundred variables may refer to each other, and no more`(count: Int) throws {
        let lines = (1..<count).map { "@v\($0) = {{v\($0 + 1)}}\n" }.joined() + "@v\(count) = x\n"
        switch try outcome(lines + "GET http://h/{{v1}}\n") {
        case .draft(let draft, _): #expect(count == 100 && draft.url == "http://h/x")
        case .unresolved(let names, _):
            #expect(count == 101 && names.map(\.name) == ["v101"])
            #expect(names.map(\.reason) == ["more than 100 variables refer to each other"])
        default: Issue.record("another outcome")
        }
    }

    @Test func `a body whose comments may be its content is refused with what decides it`() throws {
        guard
            case .refused(let sentence, 4) = try outcome(
                "POST http://h/\nContent-Type: text/markdown\n\n# Title\ntext\n")
        else {
            Issue.record("it is not refused")
            return
        }
        #expect(
            sentence
                == "a.http:4: Other tools do not send lines of a body that begin with # or //. "
                + "Write \"# @keep-body-comments\" above the request to send them, "
                + "\"# @keep-body-comments false\" to leave them out.")
    }

    @Test func `what a schema does not allow is refused with the way around it`() throws {
        let folder = ScratchFolder()
        folder.write("shop.graphql", "type Query { price: Int }\n")
        let path = folder.write("a.http", "### a\n# @openapi ./shop.graphql\nGRAPHQL http://h/\n\n{ prize }\n")
        let loaded = try LoadedFolder(path)
        let file = try #require(loaded.files.first)
        let outcome = RequestResolver().resolve(
            try #require(file.document.requests.first), in: file, context: loaded.context(for: file))
        guard case .refused(let sentence, 5) = outcome else {
            Issue.record("it is not refused: \(outcome)")
            return
        }
        #expect(sentence.hasPrefix("a.http:5: ") && sentence.contains("prize"))
        #expect(sentence.hasSuffix(" (shop.graphql; '# @openapi none' above the request sends it anyway)."))
    }

    @Test func `a description outside of a folder that is not trusted is not read`() throws {
        let file = ChainingFixtures.file("### a\n# @openapi ../api.yaml\nGET http://h/\n")
        let request = try #require(file.document.requests.first)
        guard
            case .failure(let error)? = NearbyDescription.find(for: request, in: file, root: "/c", isTrusted: false)
        else {
            Issue.record("it is read")
            return
        }
        #expect(
            error.sentence
                == "../api.yaml is outside the collection's folder, which is not trusted: it is not read for a.http.")
    }

    @Test func `a value that is too long says what to do`() throws {
        let file = ChainingFixtures.file("GET http://h/{{a}}\n")
        let exchange = RequestResolver().overLimit(
            [UnresolvedVariable(name: "a", line: 1, reason: "it is too long", isOverLimit: true)],
            of: try #require(file.document.requests.first), in: file)
        #expect(exchange.error?.hint == "Shorten the value, or send large content from a file: < path")
    }

    // MARK: Files for responses

    @Test func `a response is written only where the collection is trusted and its path has all values`() throws {
        let file = ChainingFixtures.file("@dir = out\nGET http://h/\n\n>>! {{dir}}/{{name}}.json\n")
        let request = try #require(file.document.requests.first)
        let output = try #require(request.outputFile)
        func result(_ isTrusted: Bool, _ overrides: [String: String]) -> String {
            var context = ChainingFixtures.context(RequestScope(file), overrides: overrides)
            context.isTrusted = isTrusted
            switch RequestResolver().responseFile(output, of: request, in: file, context: context, uses: []) {
            case .success(let file): return "\(file.path) \(file.overwrites) \(file.folder) \(file.root)"
            case .failure(let error): return error.sentence
            }
        }
        #expect(result(true, ["name": "a"]) == "out/a.json true /c /c")
        let start = "a.http:4: The response was not written: "
        #expect(result(false, ["name": "a"]) == start + "the collection is not trusted.")
        #expect(result(true, [:]) == start + "{{name}}: no variable of that name.")
    }

    @Test func `a name without a value in the path of a response's file keeps the request from being sent`() throws {
        func names(_ path: String, _ change: (inout RequestResolver.Context) -> Void = { _ in }) throws -> [String]? {
            let file = ChainingFixtures.file("### a\nGET http://h/\n\n>> \(path)\n")
            var context = ChainingFixtures.context(RequestScope(file))
            context.isTrusted = true
            change(&context)
            let request = try #require(file.document.requests.first)
            switch RequestResolver().resolve(request, in: file, context: context) {
            case .unresolved(let variables, _): return variables.map(\.name)
            case .draft(_, let uses): return uses.isEmpty ? nil : uses.map { "has \($0.name)" }
            default: return []
            }
        }
        #expect(try names("{{nope}}.json") == ["nope"])
        #expect(try names("{{nope}}.json") { $0.overrides["nope"] = "x" } == ["has nope"])
        #expect(try names("{{nope}}.json") { $0.isForExport = true } == nil)
        // Its own response is known by then.
        #expect(try names("{{a.response.body.id}}.json") == nil)
        #expect(try names("{{a.response.body.id}}-{{nope}}-{{nope2}}.json") == ["nope", "nope2"])
    }

    @Test func `ten thousand numbers are tried for a response's file`() {
        let folder = ScratchFolder()
        folder.write("a.json", "")
        for number in 1..<10_000 { folder.write("a-\(number).json", "") }
        let file = ResponseFile(path: "a.json", overwrites: false, folder: folder.path, root: folder.path)
        let content = BodyBytes(Array("x".utf8))
        #expect(file.write(content) == .success(folder.path + "/a-10000.json"))
        #expect(
            file.write(content)
                == .failure(
                    CollectionError(
                        sentence:
                            "The response was not written to a.json: there are 10000 files of that name already.")))
    }

    // MARK: Logins

    @Test func `a plan says in a line what each login of a request will do`() throws {
        func variable(_ value: String, _ line: Int) -> EnvironmentSet.Variable {
            .init(value: value, reason: nil, file: "/c/sub/e.json", isPrivate: false, line: line)
        }
        let logins: [String: LoginSummary.Entry] = [
            "shop": [
                ["grant-type"]: variable("Password", 7), ["Token URL"]: variable("http://t/", 6),
                ["SCOPE"]: variable("a b", 8), ["Custom", "Scope"]: variable("c", 9),
            ],
            "mock": [["Type"]: variable("Mock", 3), ["Token"]: variable("t", 2)], "odd": [["Other"]: variable("x", 4)],
        ]
        func lines(_ headers: String, _ tokens: [TokenName] = []) throws -> [String] {
            let file = ChainingFixtures.file("GET http://h/\n\(headers)\n")
            return LoginSummary.lines(
                try #require(file.document.requests.first), in: file.document, tokens: tokens,
                ChainingFixtures.context(), logins)
        }
        #expect(try lines("authorization: Basic ann secret") == ["Basic, encoded"])
        #expect(try lines("Authorization: Basic YW5uOmE=") == [] && lines("Authorization: Bearer t") == [])
        #expect(try lines("# Authorization: Basic ann secret\nX-Authorization: Basic a b") == [])
        #expect(
            try lines("Authorization: Digest ann x") == [
                "Digest as ann: the server is asked for its challenge first"
            ])
        let tokens =
            ["shop", "mock", "odd", "none"].map { TokenName(id: $0) } + [TokenName(id: "shop", isIDToken: true)]
        #expect(
            try lines("", tokens) == [
                "login shop: token by Password from http://t/, scope a b (sub/e.json:7)",
                "login mock: token by Mock (sub/e.json:2)", "login odd: token by ? (sub/e.json:4)",
                "login none: not defined in this environment",
                "login shop: ID token by Password from http://t/, scope a b (sub/e.json:7)",
            ])
    }
}
