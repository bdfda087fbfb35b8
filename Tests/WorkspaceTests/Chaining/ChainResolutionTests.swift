import NetEngine
import TestSupport
import Testing

@testable import Base
@testable import HTTPFormat
@testable import Workspace

/// How names resolve when other requests, imports, prompts and loops give them values.
struct ChainResolutionTests {
    private static let text = """
        @base = http://h
        @auth = Bearer {{login.response.body.$.token}}

        ### login
        POST {{base}}/login

        ### use
        GET {{base}}/{{login.response.headers.X-User}}/{{login.user.id}}
        Authorization: {{auth}}

        """

    private func memory(_ environment: String? = nil, body: String = #"{"token": "abc", "user": {"id": 7}}"#)
        -> ResponseMemory
    {
        var memory = ResponseMemory()
        memory.remember(
            ChainingFixtures.answer(body, headers: [HeaderField("X-User", "ann")]),
            for: .init(file: "/c/a.http", environment: environment, id: "login"))
        return memory
    }

    private func resolve(
        _ text: String, _ request: Int, _ change: (inout RequestResolver.Context) -> Void = { _ in },
        imported: [CollectionFile] = [], problems: [RequestScope.Problem] = []
    ) -> RequestResolver.Outcome {
        let file = ChainingFixtures.file(text)
        var context = ChainingFixtures.context(RequestScope(file, imported: imported, problems: problems))
        change(&context)
        guard let request = file.document.requests[at: request] else {
            return .refused(sentence: "there is no request \(request)", line: 0)
        }
        return RequestResolver().resolve(request, in: file, context: context)
    }

    private func url(_ outcome: RequestResolver.Outcome) -> String {
        switch outcome {
        case .draft(let draft, _): draft.url
        case .unresolved(let names, _):
            "unresolved: " + names.map { "\($0.line) \($0.name): \($0.reason)" }.joined(separator: "; ")
        case .refused(let sentence, _): "refused: \(sentence)"
        case .asks(let fields, _): "asks: \(fields.map(\.key))"
        case .untrusted(let needs, _): "untrusted: \(needs.map(\.clause))"
        case .notLoggedIn: "not logged in"
        }
    }

    @Test func `responses fill the request that refers to them`() throws {
        guard case .draft(let draft, let uses) = resolve(Self.text, 1, { $0.memory = memory() }) else {
            Issue.record("no draft")
            return
        }
        #expect(draft.url == "http://h/ann/7")
        #expect(draft.headers["Authorization"] == "Bearer abc")
        #expect(uses.first { $0.name == "login.user.id" }?.source == .request(id: "login"))
    }

    @Test func `without the response the missing request is named`() throws {
        guard case .unresolved(let names, _) = resolve(Self.text, 1) else {
            Issue.record("not unresolved")
            return
        }
        #expect(names.allSatisfy { $0.unsent == UnsentRequest(file: "/c/a.http", id: "login") })
        #expect(names.first?.reason == "the request login has no response yet")
        #expect(names.map(\.line) == [2, 8, 8])
    }

    @Test func `a response belongs to its environment`() {
        #expect(url(resolve(Self.text, 1, { $0.memory = memory("dev") })).hasPrefix("unresolved"))
        #expect(
            url(
                resolve(
                    Self.text, 1,
                    {
                        $0.memory = memory("dev")
                        $0.environmentName = "dev"
                    })) == "http://h/ann/7")
    }

    @Test func `a value that the response lacks is reported`() {
        #expect(
            url(
                resolve(
                    "### login\nGET http://h\n\n### use\nGET http://h/{{login.response.body.$.none}}\n", 1,
                    { $0.memory = memory() }))
                == "unresolved: 5 login.response.body.$.none: $.none selects nothing in the body of the response of login"
        )
    }

    @Test func `what a script set counts in its collection, and where its file is imported`() throws {
        let setter = ChainingFixtures.file(
            "### login\nPOST http://h/\n\n> {% client.global.set(\"token\", response.body.t) %}\n", name: "shared.http")
        var memory = ResponseMemory()
        func set(_ value: String, root: String, environment: String? = nil) throws {
            let exchange = ChainingFixtures.exchange(
                headers: [HeaderField("Content-Type", "application/json")], body: "{\"t\": \"\(value)\"}")
            memory.add(
                try #require(
                    ResponseMemory.Record(
                        exchange, of: setter.document.requests[0], file: setter.path, root: root,
                        environment: environment)))
        }
        let use = "### use\nGET http://h/{{token}}\n"
        try set("far", root: "/other")
        try set("dev", root: "/c", environment: "dev")
        #expect(url(resolve(use, 0, { $0.memory = memory })).hasPrefix("unresolved: 2 token: "))
        #expect(url(resolve(use, 0, { $0.memory = memory }, imported: [setter])) == "http://h/far")
        try set("near", root: "/c")
        #expect(url(resolve(use, 0, { $0.memory = memory })) == "http://h/near")
        // The last of those that count.
        try set("again", root: "/other")
        #expect(url(resolve(use, 0, { $0.memory = memory }, imported: [setter])) == "http://h/again")
        #expect(url(resolve(use, 0, { $0.memory = memory })) == "http://h/near")
        let near = resolve("### use\nGET http://h/{{tokne}}\n", 0, { $0.memory = memory })
        #expect(url(near) == "unresolved: 2 tokne: no variable of that name; did you mean token?")
    }

    @Test func `of the requests that set a variable the nearest above counts, else one below, else the last imported`()
        throws
    {
        let set = "\n\n> {% client.global.set(\"t\", response.body.t) %}\n\n"
        func file(_ names: [String], _ name: String) -> CollectionFile {
            ChainingFixtures.file(names.map { "### \($0)\nGET http://h/\(set)" }.joined(), name: name)
        }
        let own = file(["a", "b", "c"], "a.http")
        let scope = RequestScope(own, imported: [file(["d", "e"], "d.http"), file(["f", "g"], "f.http")])
        let lines = own.document.requests.map(\.line)
        func setter(_ line: Int, besides excluded: Set<String> = []) -> String? {
            scope.setter(of: "t", line: line) { excluded.contains(scope.request($0).id) }.map { scope.request($0).id }
        }
        #expect(setter(lines[0]) == "a" && setter(lines[1]) == "a")
        #expect(setter(lines[2]) == "b" && setter(lines[2] + 1) == "c")
        #expect(setter(lines[1], besides: ["a"]) == "b" && setter(lines[1], besides: ["a", "b"]) == "c")
        #expect(setter(lines[1], besides: ["a", "b", "c"]) == "e")
        #expect(setter(lines[1], besides: ["a", "b", "c", "d", "e"]) == "g")
        #expect(scope.setter(of: "u", line: 1) { _ in false } == nil)
    }

    @Test func `a variable with dots takes precedence over a part of a response`() {
        #expect(
            url(
                resolve(
                    "@login.user.id = own\n\n### login\nGET http://h\n\n### use\nGET http://h/{{login.user.id}}\n", 1,
                    { $0.memory = memory() })) == "http://h/own")
    }

    @Test func `a near name is suggested, of variables and of requests`() {
        #expect(
            url(resolve("@baseUrl = x\n\n### a\nGET {{baseUlr}}/\n", 0))
                == "unresolved: 4 baseUlr: no variable of that name; did you mean baseUrl?")
        #expect(
            url(resolve("### login\nGET http://h/{{logn.response.body.x}}\n", 0))
                == "unresolved: 2 logn.response.body.x: there is no request logn in this file; did you mean login?")
    }

    @Test func `imported definitions apply if the file has none`() {
        let shared = ChainingFixtures.file("@base = http://{{host}}\n@host = shared\n@own = no\n", name: "shared.http")
        #expect(
            url(resolve("@own = yes\n\n### a\nGET {{base}}/{{own}}\n", 0, imported: [shared])) == "http://shared/yes")
        let broken = ChainingFixtures.file("@base = {{nothing}}\n", name: "shared.http")
        #expect(
            url(resolve("### a\nGET {{base}}/\n", 0, imported: [broken]))
                == "unresolved: 2 nothing: no variable of that name (in shared.http:1)")
    }

    @Test func `an import that failed is named beside what is missing`() {
        let problem = RequestScope.Problem(file: "a.http", line: 1, reason: "x.http does not exist")
        #expect(
            url(resolve("### a\nGET {{base}}/\n", 0, problems: [problem])).contains("a.http:1: x.http does not exist"))
        let need = TrustNeed(kind: .fileOutside("../x.http"), line: 1, file: "a.http")
        let outside = RequestScope.Problem(file: "a.http", line: 1, reason: "it lies outside", need: need)
        #expect(
            url(resolve("### a\nGET {{base}}/\n", 0, problems: [outside]))
                == "untrusted: [\"read ../x.http, outside of its folder\"]")
    }

    @Test func `all prompts are asked once, and their answers override every other source`() {
        let text =
            "@user = file\n\n### a\n# @prompt user Who?\n# @prompt unused\nGET http://h/{{user}}/{{user}}/{{$input More?}}\n"
        guard case .asks(let fields, _) = resolve(text, 0) else {
            Issue.record("nothing asked")
            return
        }
        #expect(fields.map(\.key) == ["user", "unused", "$input More?"])
        #expect(fields.map(\.initial) == ["file", nil, nil])
        #expect(fields.map(\.line) == [4, 5, 6])
        let answers = ["user": "typed", "unused": "", "$input More?": "m"]
        #expect(url(resolve(text, 0, { $0.answers = answers })) == "http://h/typed/typed/m")
        #expect(
            url(
                resolve(
                    text, 0,
                    {
                        $0.overrides = ["user": "flag", "unused": ""]
                        $0.answers = ["$input More?": "m"]
                    })) == "http://h/flag/flag/m")
    }

    @Test func `the variable of a loop and its number`() {
        let text = "### a\n# @loop for item of list\nGET http://h/{{item}}/{{item.id}}/{{item.id}}/{{$index}}\n"
        #expect(
            url(resolve(text, 0, { $0.turn = LoopTurn(index: 2, item: .init(variable: "item", value: #"{"id": 5}"#)) }))
                == #"http://h/%7B%22id%22:%205%7D/5/5/2"#)
        #expect(
            url(resolve("### a\nGET http://h/{{$index}}\n", 0))
                == "unresolved: 2 $index: $index has a value in loops (# @loop) only")
    }

    @Test func `the responses of a loop are distinguished by their number`() throws {
        let file = ChainingFixtures.file(
            "### login\n# @loop for 2\nGET http://h\n\n### use\nGET http://h/{{login1.response.body.x}}/{{login.response.body.x}}\n"
        )
        let login = try #require(file.document.requests.first)
        let use = try #require(file.document.requests.last)
        var memory = ResponseMemory()
        for repetition in 0..<2 {
            memory.remember(
                ChainingFixtures.exchange(
                    headers: [HeaderField("Content-Type", "application/json")], body: "{\"x\": \(repetition)}"),
                of: login, file: file.path, environment: nil, repetition: repetition)
        }
        let context = ChainingFixtures.context(RequestScope(file), memory: memory)
        #expect(url(RequestResolver().resolve(use, in: file, context: context)) == "http://h/1/1")
    }

    @Test func `a collection that is not trusted reads no environment and writes no file`() {
        let text = "### a\nGET http://h/{{$processEnv PATH}}\n\n>> out.json\n"
        #expect(
            url(resolve(text, 0))
                == "untrusted: [\"write the response to out.json\", \"read the variable PATH of your environment\"]")
        #expect(url(resolve(text, 0, { $0.isTrusted = true })).hasPrefix("http://h/"))
    }

    @Test func `what is made of a secret is one`() {
        var set = EnvironmentSet()
        set.variables[EnvironmentSet.shared] = [
            "token": .init(value: "t", reason: nil, file: "/c/p.json", isPrivate: true),
            "plain": .init(value: "p", reason: nil, file: "/c/e.json", isPrivate: false),
        ]
        let text = "@auth = Bearer {{token}}\n\n### a\nGET http://h/{{plain}}\nA: {{auth}}\nB: {{auth}}\n"
        guard case .draft(_, let uses) = resolve(text, 0, { $0.environments = set }) else {
            Issue.record("no draft")
            return
        }
        #expect(uses.filter(\.isSecret).map(\.name) == ["token", "auth"])
    }

    @Test func `all responses of a loop form one array`() throws {
        let file = ChainingFixtures.file(
            """
            ### item
            # @loop for 3
            GET http://h

            ### use
            POST http://h/{{itemList[1].x}}/{{itemList.length}}/{{item2.x}}
                /{{itemList.response.body.$[0].x}}/{{itemList.response.status}}

            {{item0}} {{itemList}}

            """)
        let item = try #require(file.document.requests.first)
        let use = try #require(file.document.requests.last)
        var memory = ResponseMemory()
        var pass = 0
        func remember(_ bodies: [String]) {
            pass += 1
            for (repetition, body) in bodies.enumerated() {
                memory.remember(
                    ChainingFixtures.exchange(
                        headers: [HeaderField("Content-Type", "application/json")], body: body),
                    of: item, file: file.path, environment: nil, repetition: repetition, pass: pass)
            }
        }
        func resolved() -> RequestResolver.Outcome {
            RequestResolver().resolve(
                use, in: file,
                context: ChainingFixtures.context(RequestScope(file), memory: memory))
        }
        #expect(url(resolved()).contains("itemList: the request item has no response yet"))
        remember(["{\"x\": 0}", "{\"x\": 1}", "{\"x\": 2}"])
        #expect(url(resolved()) == "http://h/1/3/2/0/200")
        guard case .draft(let draft, _) = resolved(), case .bytes(let body) = draft.body else {
            Issue.record("no draft")
            return
        }
        #expect(String(decoding: body, as: UTF8.self) == #"{"x": 0} [{"x": 0},{"x": 1},{"x": 2}]"#)
        // A shorter loop removes the results of a longer one.
        remember(["plain", "{\"x\": \"b\"}", "3"])
        remember(["plain", "{\"x\": \"b\"}"])
        #expect(memory.list(.init(file: file.path, id: "item"))?.body == Array(#"["plain",{"x": "b"}]"#.utf8))
    }

    @Test func `what dotenv, the environment and hidden questions give is a secret, and so is what holds it`() {
        var set = EnvironmentSet()
        set.dotEnv[""] = ["KEY": .init(value: "k", reason: nil, file: "/c/.env", isPrivate: true, path: ["KEY"])]
        let text = """
            @auth = {{$dotenv KEY}}
            @shown = {{$input Name?}}

            ### a
            GET http://h/{{auth}}/{{$processEnv PATH}}/{{shown}}/{{$password Pass?}}/{{$guid}}

            """
        guard
            case .draft(_, let uses) = resolve(
                text, 0,
                {
                    $0.environments = set
                    $0.isTrusted = true
                    $0.answers = ["$input Name?": "n", "$password Pass?": "p"]
                })
        else {
            Issue.record("no draft")
            return
        }
        #expect(
            uses.filter(\.isSecret).map(\.name) == ["$dotenv KEY", "auth", "$processEnv PATH", "$password Pass?"])
        #expect(uses.first { $0.name == "$dotenv KEY" }?.source == .dotEnv(file: "/c/.env"))
        #expect(uses.first { $0.name == "$processEnv PATH" }?.source == .processEnvironment)
    }

    @Test func `a question may be answered on the command line, and a hidden one stays private`() {
        let text = "### a\nGET http://h/{{$input Who?}}/{{$password Pass?}}\n"
        let outcome = resolve(text, 0, { $0.overrides = ["$input Who?": "me", "$password Pass?": "p"] })
        #expect(url(outcome) == "http://h/me/p")
        #expect(outcome.uses.filter(\.isSecret).map(\.name) == ["$password Pass?"])
    }

    @Test func `a value given for a secret name, a hidden question or a private value is a secret`() {
        var set = EnvironmentSet()
        set.variables[EnvironmentSet.shared] = [
            "own": .init(value: "o", reason: nil, file: "/c/p.json", isPrivate: true),
            "plain": .init(value: "p", reason: nil, file: "/c/e.json", isPrivate: false),
        ]
        set.dotEnv[""] = ["DOT": .init(value: "k", reason: nil, file: "/c/.env", isPrivate: true, path: ["DOT"])]
        let names = ["password", "asked", "own", "DOT", "plain", "other"]
        let path = names.map { "{{\($0)}}" }.joined(separator: "/")
        let outcome = resolve("### a\n# @secret asked\nGET http://h/\(path)\nX: {{password}}\n", 0) {
            $0.environments = set
            $0.overrides = Dictionary(uniqueKeysWithValues: names.map { ($0, "v") })
        }
        #expect(outcome.uses.filter(\.isSecret).map(\.name) == ["password", "asked", "own", "DOT"])
        guard case .draft(let draft, _) = outcome else {
            Issue.record("no draft")
            return
        }
        #expect(draft.headers.fields.first?.isSecret == true)
    }

    @Test(arguments: [
        ("response.body.$.token", true), ("response.body.user.tokens[0]", true), ("response.body.user", true),
        ("response.headers.X-Auth-Token", true), ("response.headers.Set-Cookie", true), ("response.cookies.sid", true),
        ("response.body.$.echoed", true), ("request.body.password", true), ("response.body.user.id", false),
        ("request.headers.X-Own", true), ("request.headers.Content-Type", false), ("request.cookies.theme", true),
        ("response.headers.X-User", false), ("response.status", false),
    ])
    func `what a response or a request holds by the name of a secret is one where it is referred to`(
        reference: String, isSecret: Bool
    ) {
        let token = "t0ken-of-ann"
        var memory = ResponseMemory()
        memory.remember(
            ChainingFixtures.answer(
                #"{"token": "\#(token)", "echoed": "a \#(token)", "user": {"id": 7, "tokens": ["a"]}}"#,
                headers: [
                    HeaderField("X-User", "ann"), HeaderField("X-Auth-Token", "x"), HeaderField("Set-Cookie", "sid=1"),
                ],
                sent: [
                    HeaderField("Content-Type", "application/json"), HeaderField("X-Own", "o", isSecret: true),
                    HeaderField("Cookie", "theme=dark"),
                ], sentBody: #"{"password": "p"}"#),
            for: .init(file: "/c/a.http", id: "login"))
        let outcome = resolve(Self.text + "\n### send\nGET http://h\nX: {{login.\(reference)}}\n", 2) {
            $0.memory = memory
        }
        #expect(outcome.uses.map(\.isSecret) == [isSecret], "\(url(outcome))")
        guard case .draft(let draft, _) = outcome else { return }
        #expect(draft.headers.fields.first?.isSecret == isSecret)
    }

    @Test func `a check has the values of its request, as secret as they are there`() throws {
        var set = EnvironmentSet()
        set.variables[EnvironmentSet.shared] = [
            "own": .init(value: "o", reason: nil, file: "/c/p.json", isPrivate: true)
        ]
        let file = ChainingFixtures.file(
            "@token = written\n\n### a\n# @assert body $.a == {{own}}{{token}}\nGET http://h/{{own}}/{{token}}\n")
        let request = try #require(file.document.requests.first)
        let context = ChainingFixtures.context(RequestScope(file), environments: set)
        let uses = RequestResolver().resolve(request, in: file, context: context).uses
        let checked = RequestResolver().checksWithUses(of: request, in: file, context: context, uses: uses).uses
        #expect(checked.map(\.name) == ["own", "token"])
        #expect(checked.map(\.isSecret) == [true, false])
    }

    @Test func `a name without a value is reported once for each line that uses it`() {
        #expect(
            url(resolve("### a\nGET http://h/{{x}}/{{x}}\nA: {{x}}\n", 0))
                == "unresolved: 2 x: no variable of that name; 3 x: no variable of that name")
    }

    @Test func `httpYac's names for the parts of a response are understood`() {
        let parts = ["statusCode", "status", "parsedBody.token", "body.user.id", "headers.X-User"]
        let path = parts.map { "{{loginResponse.\($0)}}" }.joined(separator: "/")
        let text = Self.text + "\n### parts\nGET http://h/\(path)\n"
        #expect(url(resolve(text, 2, { $0.memory = memory() })) == "http://h/200/200/abc/7/ann")
    }

    @Test func `a variable may be called like a reference that means nothing`() {
        var set = EnvironmentSet()
        set.variables[EnvironmentSet.shared] = [
            "login.response.x": .init(value: "v", reason: nil, file: "/c/e.json", isPrivate: false)
        ]
        let text = Self.text + "\n### odd\nGET http://h/{{login.response.x}}\n"
        #expect(url(resolve(text, 2, { $0.environments = set })) == "http://h/v")
        #expect(url(resolve(text, 2)).hasPrefix("unresolved: 12 login.response.x: "))
    }

    @Test func `a part of a private element of a loop is private`() {
        let text = "### a\n# @loop for x of list\nGET http://h/{{x.id}}\n"
        for isSecret in [true, false] {
            let item = LoopTurn.Item(variable: "x", value: #"{"id": "s3cr3t"}"#, isSecret: isSecret)
            let outcome = resolve(text, 0, { $0.turn = LoopTurn(index: 0, item: item) })
            #expect(url(outcome) == "http://h/s3cr3t")
            #expect(outcome.uses.map(\.isSecret) == [isSecret])
        }
    }

    @Test(arguments: ["xy.id", "xy", "x .id", "x-id"])
    func `a name that only begins like the variable of a loop is not part of it`(name: String) {
        let item = LoopTurn.Item(variable: "x", value: #"{"id": 1, "y": {"id": 2}, "-id": 3}"#)
        let outcome = resolve("### a\n# @loop for x of list\nGET http://h/{{\(name)}}\n", 0) {
            $0.turn = LoopTurn(index: 0, item: item)
        }
        #expect(url(outcome).hasPrefix("unresolved: 3 \(name): "))
    }

    @Test func `of several definitions in an imported file the last one counts`() {
        let shared = ChainingFixtures.file("@host = first\n@host = last\n", name: "shared.http")
        #expect(url(resolve("### a\nGET http://{{host}}/\n", 0, imported: [shared])) == "http://last/")
    }

    @Test func `only a loop has a list of responses`() {
        let text = "### item\nGET http://h/\n\n### use\nGET http://h/{{itemList[0].x}}\n"
        #expect(url(resolve(text, 1)) == "unresolved: 5 itemList[0].x: no variable of that name")
        let loop = text.replacing("### item\n", with: "### item\n# @loop for 2\n")
        #expect(
            url(resolve(loop, 1)) == "unresolved: 6 itemList[0].x: the request item has no response yet")
    }

    @Test func `a response body that was streamed on has no parts, and neither has the list it belongs to`() {
        let file = ChainingFixtures.file(
            "### item\n# @loop for 2\nGET http://h\n\n### one\nGET http://h/{{item1.response.body.$.x}}\n\n"
                + "### all\nGET http://h/{{itemList[0].x}}\n")
        var memory = ResponseMemory()
        for (repetition, count) in [8, 70_000_000].enumerated() {
            let response = Response(
                status: 200, reason: [], httpVersion: .http1_1,
                headers: [HeaderField("Content-Type", "application/json")], rawHead: [],
                body: repetition == 0 ? Array("{\"x\": 0}".utf8) : [], bodyByteCount: count, wireBodyByteCount: nil,
                isComplete: true)
            let exchange = Exchange(
                id: ExchangeID(rawValue: 1), draft: RequestDraft(url: "http://h/"),
                startedAt: Timestamp(microsecondsSince1970: 0), hops: [ExchangeFixtures.hop(response: response)],
                timings: PhaseTimings(), error: nil)
            memory.remember(
                exchange, of: file.document.requests[0], file: file.path, environment: nil, repetition: repetition)
        }
        let context = ChainingFixtures.context(RequestScope(file), memory: memory)
        for request in [1, 2] {
            let outcome = RequestResolver().resolve(file.document.requests[request], in: file, context: context)
            #expect(url(outcome).hasSuffix(" was not kept"), "\(url(outcome))")
        }
    }

    @Test func `percent before a name encodes its value, also of a dynamic one`() {
        let text = "@a = x&y\n\n### a\nGET http://h/?q={{%a}}&r={{% a }}&s={{%$datetime \"[a b/c]\"}}\n"
        #expect(url(resolve(text, 0)) == "http://h/?q=x%26y&r=x%26y&s=a%20b%2Fc")
    }

    @Test func `a variable that stays one has a mark of its own where its value is percent-encoded`() {
        let text = "@a = x&y\n\n### a\nGET http://h/?q={{%a}}&r={{a}}&s={{% a }}\n"
        let marks = TextMarks(salt: 1)
        let kept = VariableMarks(marks) { $0 == "a" }
        let made = url(resolve(text, 0, { $0.marks = kept }))
        #expect(kept.variables == [.init(name: "a", isEncoded: true), .init(name: "a", isEncoded: false)])
        #expect(made == "http://h/?q=\(marks.text(0))&r=\(marks.text(1))&s=\(marks.text(0))")
    }
}
