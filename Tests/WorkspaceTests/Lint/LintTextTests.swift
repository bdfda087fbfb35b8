import Glibc
import TestSupport
import Testing

@testable import HTTPFormat
@testable import Workspace

/// What lint says of a file, and why a run does not send a request, word for word.
@Suite struct LintTextTests {
    private static let environments = EnvironmentSet(
        names: ["dev"],
        variables: [
            "dev": [
                "a": .init(value: "1", reason: nil, file: "/c/http-client.env.json", isPrivate: false),
                "everywhere": .init(value: "1", reason: nil, file: "/c/http-client.env.json", isPrivate: false),
                "v": .init(
                    value: nil, reason: "its value is null", file: "/c/http-client.env.json", isPrivate: false),
            ],
            EnvironmentSet.shared: [
                "s": .init(value: "1", reason: nil, file: "/c/http-client.env.json", isPrivate: false),
                "everywhere": .init(value: "3", reason: nil, file: "/c/http-client.env.json", isPrivate: false),
                "secret": .init(
                    value: "http://h:99999/", reason: nil, file: "/c/http-client.private.env.json", isPrivate: true),
            ],
        ])

    private func findings(_ text: String, environment: String? = nil) -> String {
        let file = ChainingFixtures.file(text)
        let lint = CollectionLint(
            context: { file in
                ChainingFixtures.context(RequestScope(file), environments: Self.environments, name: environment)
            }, environment: environment)
        return lint.findings(in: file).map { "\($0.id) \($0.severity) \($0.line) \($0.text)" }
            .joined(separator: " | ")
    }

    @Test func `each finding says what is wrong, and where`() {
        let table = #"""
            GET http://h/{{nope}} -> E7 error 1 {{nope}} has no value: no variable of that name
            GET http://h/\nX: {{nope}} {{s}} -> E7 error 2 {{nope}} has no value: no variable of that name
            GET http://h/\n# X: {{nope}} ->
            GET http://h/{{a}} ->
            GET http://h/{{v}} -> N15 warning 1 {{v}} has no value here: its value is null
            GET http://h/{{$nope}} -> E7 error 1 {{$nope}} has no value: there is no dynamic variable $nope
            GET /a -> E2 error 1 The target is a path, and no server is given: write http://SERVER before it, or a header Host: SERVER below it
            OPTIONS * -> E2 error 1 The target is *, and no server is given: write http://SERVER before it, or a header Host: SERVER below it
            @none.response.body.id = 1\nGET http://h/{{none.response.body.id}} ->
            GET http://h/{{none.response.body.id}} -> E7 error 1 {{none.response.body.id}} has no value: there is no request none in this file
            @p = /a\nGET {{p}} -> E2 error 2 The target is a path, and no server is given: write http://SERVER before it, or a header Host: SERVER below it
            GET http:// -> E2 error 1 The target has no host: write one after ://
            GET HTTPS://?a -> E2 error 1 The target has no host: write one after ://
            GET http://h:99999/ -> E2 error 1 URL: the port 99999 is not a number from 1 to 65535
            GET http://h:99999/\nX: {{nope}} -> E2 error 1 URL: the port 99999 is not a number from 1 to 65535 | E7 error 2 {{nope}} has no value: no variable of that name
            GET {{secret}} -> E2 error 1 The URL is not valid with the values of its variables
            GET /a\nHost: x.test ->
            GET /a\n# Host: x.test -> E2 error 1 The target is a path, and no server is given: write http://SERVER before it, or a header Host: SERVER below it
            @host = x.test\nGET /a ->
            # @ref none\nGET http://h/ -> E7 error 1 there is no request none in this file
            ### a\n# @ref b\nGET http://h/1\n### b\n# @ref a\nGET http://h/2 -> E7 error 2 cycle: a -> b -> a | E7 error 5 cycle: a -> b -> a
            # @loop for 10001\nGET http://h/ -> E7 error 1 a loop of more than 10000 repetitions is not sent
            @list = 5\n# @loop for x of list\nGET http://h/{{x}} -> E7 error 2 the value of list is not a JSON array
            # @loop for x of nope\nGET http://h/{{x}} -> E7 error 1 {{nope}} has no value: no variable of that name
            # @loop for x of a\nGET http://h/{{x}} ->
            # @loop for x of x\nGET http://h/{{x.y}} -> E7 error 1 {{x}} has no value: no variable of that name
            POST http://h/\n\n< gone.json -> E9 error 3 The body file gone.json does not exist
            POST http://h/\n\n< {{s}}.json ->
            GET http://h/\nAuthorization: AWS id key -> N21 error 2 AWS signature: the host h does not name the region and the service
            @k = key\nGET http://h/\nAuthorization: AWS id {{k}} region:x -> N21 error 3 AWS signature: the host h does not name the region and the service
            GET http://h/\nAuthorization: AWS id key region:x service:y ->
            GET http://sqs.eu-west-1.amazonaws.com/\nAuthorization: AWS id key ->
            GET {{a}}/\nAuthorization: AWS id key ->
            GET /\nHost: h\nAuthorization: AWS id key -> N21 error 3 AWS signature: the host h does not name the region and the service
            @host = x.test\nGET /\nHost: sqs.eu-west-1.amazonaws.com\nAuthorization: AWS id key ->
            GRAPHQL http://h/\n\nsubscription { a } -> E14 error 3 A GraphQL subscription needs a WebSocket, which is not supported; queries and mutations are sent
            GRAPHQL http://h/ -> E14 error 1 The body has no GraphQL query or mutation
            GRAPHQL http://h/\n\n{ a(id: {{nope}}) -> E7 error 3 {{nope}} has no value: no variable of that name
            GRAPHQL http://h/\n\n{ a } ->
            POST http://h/\nTransfer-Encoding: chunked -> E14 error 2 Header "Transfer-Encoding": only chunked, with a body and without Content-Length, can be sent
            POST http://h/\nTransfer-Encoding: chunked\n\nx ->
            curl http://h/ -X HEAD -d x -> E14 error 1 Body: a HEAD request cannot carry one
            curl http://h/ -X head -d x ->
            curl http://h/ -X TRACE -d x -> E14 error 1 Body: a TRACE request cannot carry one
            curl http://h/ -X trace -d x ->
            @a = 2\nGET http://h/{{a}} -> N10 info 1 a has another value in the environment dev; apitui uses the file's value (file-first), JetBrains IDEs and kulala use the environment's
            @a = 1\nGET http://h/{{a}} ->
            # @variables environment-first\n@a = 2\nGET http://h/{{a}} -> N10 info 2 a has another value in the environment dev; apitui uses the environment's value (environment-first) as JetBrains IDEs do, VS Code REST Client and Visual Studio use the file's
            @s = 2\nGET http://h/{{s}} -> N10 info 1 s has another value in all environments; apitui uses the file's value (file-first), JetBrains IDEs and kulala use the environment's
            @everywhere = 2\nGET http://h/{{everywhere}} -> N10 info 1 everywhere has another value in the environment dev; apitui uses the file's value (file-first), JetBrains IDEs and kulala use the environment's
            @k = openid\nGET http://h/\nAuthorization: {{k}} code -> N21 error 3 This login is httpYac's (openid) and would be sent as text; write Bearer {{$auth.token("name")}} and describe the login under Security.Auth in an environment file
            @k = openid\nGET http://h/\nAuthorization: {{ k }} code -> N21 error 3 This login is httpYac's (openid) and would be sent as text; write Bearer {{$auth.token("name")}} and describe the login under Security.Auth in an environment file
            """#
        #expect(TextTable.differences(table) { findings($0 + "\n") } == [])
        #expect(
            findings("GET http://h/{{v}}{{a}}\n", environment: "dev")
                == "N15 warning 1 {{v}} has no value here: its value is null")
    }

    @Test func `a variable that brings a line break into a header is an error`() {
        let text = "GET http://h/\nX: {{x}}\n"
        #expect(findings("@x = a\\nb\n" + text) == "E14 error 3 The value of the header X contains a line break")
        #expect(findings("@x = a\n" + text) == "")
        #expect(findings("@x = a\\nb\n@list = {{list}}\n# @loop for x of list\n" + text).contains("E14") == false)
    }

    @Test func `each definition with another value than the environment is reported, however often it is written`() {
        let document = HTTPDocument(bytes: Array("@a = 2\n@a = 2\n@a = 1\n@a = 2\n".utf8))
        for environment in ["dev", nil] {
            let notices = EnvironmentNotices.notices(document, Self.environments, environment: environment)
            #expect(notices.map(\.line) == [1, 2, 4])
        }
    }

    @Test func `what all environments share counts where one of them has no value of its own`() {
        func place(_ file: String, prod: String?, environment: String?) -> String? {
            func value(_ text: String) -> EnvironmentSet.Variable {
                .init(value: text, reason: nil, file: "/c/http-client.env.json", isPrivate: false)
            }
            var variables = ["dev": ["a": value("1")], EnvironmentSet.shared: ["a": value("3")]]
            if let prod { variables["prod"] = ["a": value(prod)] }
            let set = EnvironmentSet(names: ["dev", "prod"], variables: variables)
            let document = HTTPDocument(bytes: Array("@a = \(file)\n".utf8))
            guard let notice = EnvironmentNotices.notices(document, set, environment: environment).first else {
                return nil
            }
            return String(notice.text.prefix { $0 != ";" }.dropFirst("a has another value in ".count))
        }
        #expect(place("1", prod: nil, environment: "dev") == nil)
        #expect(place("1", prod: nil, environment: "prod") == "all environments")
        #expect(place("1", prod: nil, environment: nil) == "all environments")
        #expect(place("1", prod: "1", environment: nil) == nil)
        #expect(place("1", prod: "2", environment: nil) == "the environment prod")
        #expect(place("2", prod: nil, environment: nil) == "the environment dev")
    }

    @Test func `a private file that git would take is named once, with the line and the file that help`() {
        let folder = ScratchFolder()
        folder.write(".git/HEAD", "ref: refs/heads/main\n")
        let line = "No rule makes git ignore this private file; the line http-client.private.env.json in"
        for (ignoreFile, name) in [("api/.gitignore", ".gitignore"), (".gitignore", "\(folder.path)/.gitignore")] {
            folder.write("api/http-client.private.env.json", "{\"dev\": {\"a\": \"1\"}}")
            let path = folder.write(ignoreFile, "x\n")
            let set = CollectionStore().environments(forFolder: "\(folder.path)/api", root: folder.path)
            var notices = GitNotices()
            #expect(notices.findings(set).map(\.text) == ["\(line) \(name) does"])
            #expect(notices.findings(set).isEmpty)
            unlink(path)
        }
        let ignored = folder.write(".gitignore", "*.private.env.json\n")
        let set = CollectionStore().environments(forFolder: "\(folder.path)/api", root: folder.path)
        var notices = GitNotices()
        #expect(notices.findings(set).isEmpty && ignored.hasSuffix(".gitignore"))
    }

    @Test func `a problem of an environment file is at its place`() {
        let placed = LintFinding(
            EnvironmentSet.Problem(
                file: "/c/e.json", place: .init(line: 3, column: 5), clause: "a colon is expected here"))
        #expect(
            placed
                == LintFinding(
                    file: "/c/e.json", line: 3, id: "E11", severity: .error,
                    text: "The environment file is not read: a colon is expected here, at character 5"))
        let whole = LintFinding(EnvironmentSet.Problem(file: "/c/e.json", clause: "cannot be read: no."))
        #expect(whole.line == 1 && whole.text == "It cannot be read: no." && whole.sentence == "It cannot be read: no.")
        #expect(placed.sentence.hasSuffix("character 5."))
        #expect(
            ["a?", "a!", "a.", "a", ""].map { text in
                LintFinding(file: "", line: 1, id: "", severity: .info, text: text).sentence
            } == ["a?", "a!", "a.", "a.", "."])
    }

    // MARK: What a run does not send

    private func problems(_ outcome: RequestResolver.Outcome, namesFlags: Bool = true) -> [String] {
        outcome.problems([], in: ChainingFixtures.file("GET http://h/\n"), namesFlags: namesFlags)
            .map { "\($0.line) \($0.sentence)" }
    }

    @Test func `a run says why it does not send a request, and which flag would help`() {
        let names: [UnresolvedVariable] = [
            .init(name: "a-b.c", line: 2, reason: VariableResolution.unknownName),
            .init(name: "a b", line: 3, reason: VariableResolution.unknownName),
            .init(name: "c", line: 4, reason: "cycle: c -> c"),
            .init(name: "l.response.body", line: 5, reason: "no", unsent: UnsentRequest(file: "/c/a.http", id: "l")),
        ]
        #expect(
            problems(.unresolved(names, uses: [])) == [
                "2 {{a-b.c}}: no variable of that name; give it as --var 'a-b.c=…', or in an environment file",
                "3 {{a b}}: no variable of that name", "4 {{c}}: cycle: c -> c",
                "5 {{l.response.body}}: no. Declare it with # @ref above the request, or send what is referred to first with --with-references",
            ])
        #expect(
            problems(.unresolved(names, uses: []), namesFlags: false) == [
                "2 {{a-b.c}}: no variable of that name", "3 {{a b}}: no variable of that name",
                "4 {{c}}: cycle: c -> c",
                "5 {{l.response.body}}: no. Declare it with # @ref above the request",
            ])
        let needs: [TrustNeed] = [
            .init(kind: .processVariable("X"), line: 1, file: "a.http"),
            .init(kind: .fileOutside("../b"), line: 2, file: "a.http"),
            .init(kind: .outputFile("o"), line: 3, file: "a.http"),
        ]
        #expect(needs[1].sentence == "a.http:2: read ../b, outside of its folder")
        #expect(
            problems(.untrusted(needs, uses: [])) == [
                "1 The collection is not trusted to read the variable X of your environment; --trust allows it.",
                "2 The collection is not trusted to read ../b, outside of its folder; --trust allows it.",
                "3 The collection is not trusted to write the response to o; --trust allows it.",
            ])
        #expect(
            problems(.untrusted([needs[0]], uses: []), namesFlags: false) == [
                "1 The collection is not trusted to read the variable X of your environment; s sends this request alone, and asks."
            ])
    }

    @Test func `a question that nobody can answer names the flag that does`() throws {
        var field = try #require(PromptField(expression: "$input Who?"))
        field.line = 4
        #expect(
            problems(.asks([field], uses: [])) == [
                "4 Who?: nobody can be asked here; give it as --var '$input Who?=…'"
            ])
        #expect(
            problems(.asks([field], uses: []), namesFlags: false) == [
                "4 Who?: nobody can be asked here; s sends this request alone, and asks"
            ])
        #expect(problems(.refused(sentence: "a.http:1: Not this.", line: 1)) == ["1 Not this."])
    }
}
