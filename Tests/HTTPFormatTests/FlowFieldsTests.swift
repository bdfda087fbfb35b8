import NetEngine
import Testing

@testable import HTTPFormat

/// What files ask for before, during and after a send, as parsed.
struct FlowFieldsTests {
    private func document(_ text: String) -> HTTPDocument { HTTPDocument(bytes: Array(text.utf8)) }

    private func request(_ text: String) throws -> SavedRequest { try #require(document(text).requests.first) }

    @Test func `prompts and secrets name a variable and may have a text`() throws {
        let request = try request("# @prompt user Your name\n# @prompt password\n// @secret token\nGET a.test\n")
        #expect(
            request.prompts == [
                .init(variable: "user", text: "Your name", isSecret: false, line: 1),
                .init(variable: "password", text: nil, isSecret: true, line: 2),
                .init(variable: "token", text: nil, isSecret: true, line: 3),
            ])
        #expect(document("# @prompt\nGET a.test\n").notices.map(\.id) == ["E5"])
    }

    @Test func `dependencies are read with their force`() throws {
        let request = try request("# @ref login\nGET a.test\n# @force-ref {{which}}\n")
        #expect(
            request.dependencies == [
                .init(name: "login", isForced: false, line: 1), .init(name: "{{which}}", isForced: true, line: 3),
            ])
    }

    @Test func `assertions come in the order of the file in every spelling`() throws {
        let request = try request(
            """
            # @assert status == 200
            POST a.test
            X: y
            ?? header x exists

            {}

            ??  body $.a == 1
            > {%
              client.test("ok", function () {
                client.assert(response.status === 201, "created");
              });
            %}
            """)
        #expect(
            request.assertions == [
                .init(text: "status == 200", spelling: .comment, line: 1),
                .init(text: "header x exists", spelling: .questionMarks, line: 4),
                .init(text: "body $.a == 1", spelling: .questionMarks, line: 8),
            ])
        #expect(request.handlers.map(\.line) == [9])
        #expect(request.body.text == "{}")
    }

    @Test func `the first output line of a request is its file`() throws {
        let request = try request("GET a.test\n\n>>! out/{{n}}.json\n>> other.json\n")
        #expect(request.outputFile == .init(path: "out/{{n}}.json", overwrites: true, line: 3))
        #expect(request.notices.map(\.id) == ["N14"])
        #expect(try self.request("GET a.test\n\n<> old.json\n").outputFile == nil)
    }

    @Test(arguments: [
        ("for 3", SavedRequest.Loop.Over.count(3)),
        ("for item of data.list", .items(variable: "item", of: "data.list")),
        ("for 0", .count(0)), ("while x", nil), ("for x of [1,2]", nil), ("for -1", nil), ("", nil),
        ("for a.b of c", nil),
    ])
    func `loops with a count or a name are read, others are kept`(text: String, over: SavedRequest.Loop.Over?) throws {
        let request = try request("# @loop \(text)\nGET a.test\n")
        #expect(request.loop?.over == over)
        #expect(request.notices.isEmpty == (over != nil))
    }

    @Test func `sleep, cache mode and condition are read`() throws {
        let request = try request("# @sleep 1500\n# @cache no-store\n# @disabled !ready\nGET a.test\n")
        #expect(request.sleep == .milliseconds(1500))
        #expect(request.settings.cacheMode == .noStore)
        #expect(request.disabledCondition == .init(variable: "ready", isNegated: true, line: 3))
        #expect(!request.settings.isDisabled)
        #expect(request.notices.isEmpty)
        let wrong = try self.request("# @sleep soon\n# @cache sometimes\n# @disabled a > b\nGET a.test\n")
        #expect(wrong.notices.map(\.id) == ["E4", "E5", "N14"])
        #expect(wrong.settings.isDisabled)
    }

    @Test func `imports of both spellings are listed`() {
        let document = document("import ./a.http\n# @import b.http\n\n###\nGET a.test\n")
        #expect(document.imports == [ImportLine(path: "./a.http", line: 1), ImportLine(path: "b.http", line: 2)])
    }

    @Test(arguments: [
        ("GRAPHQL a.test\n\nquery { a }\n", SavedRequest.GraphQLTrigger.method),
        ("POST a.test\nX-REQUEST-TYPE: GraphQL\n\nquery { a }\n", .header),
        ("POST a.test\nContent-Type: application/json\n\nquery Q($a: Int) { a }\n", .body),
        ("POST a.test\nContent-Type: application/json\n\nmutation {\n a\n}\n", .body),
        ("POST a.test\nContent-Type: application/json\n\ngql Q < ./q.gql\n", .body),
        ("POST a.test\nContent-Type: application/json\n\n{\"query\": 1}\n", nil),
        ("POST a.test\nContent-Type: application/json\n\nquerying\n", nil),
        ("POST a.test\nContent-Type: text/plain\n\nquery { a }\n", nil),
    ])
    func `GraphQL has three triggers`(text: String, trigger: SavedRequest.GraphQLTrigger?) throws {
        let request = try request(text)
        #expect(request.graphQL == trigger)
        #expect(request.unsupported == nil)
    }

    @Test func `fragments outside of requests are kept with their text`() {
        let document = document("fragment F on User {\n  id\n}\n\n###\nGET a.test\n")
        #expect(document.fragments == [GraphQLFragment(name: "F", text: "fragment F on User {\n  id\n}", line: 1)])
    }

    @Test(arguments: [
        (
            "client.global.set(\"t\", response.body.t)",
            "3 info The script is read, not run as JavaScript: it sets t"
        ),
        (
            "client.test('a', () => { client.assert(true) }); client.assert(response.status === 200)",
            "3 info The script is read, not run as JavaScript: it makes 2 checks"
        ),
        ("// todo", "3 info The script is read, not run as JavaScript: it sets and checks nothing"),
        (
            "client.global.set(\"t\", response.body.t);\n\nclient.global.set(\"u\", f())",
            "5 warning The script is not run: line 5 has a call of f(…), and only simple statements are read"
        ),
    ])
    func `a script of which anything is left out is not run, with a warning at its line`(code: String, notice: String)
        throws
    {
        let request = try request("GET a.test\n\n> {% \(code)\n%}\n")
        #expect(request.notices.map { "\($0.line) \($0.severity) \($0.text)" } == [notice])
        #expect(request.handlers.isEmpty == notice.contains("warning"))
        #expect(request.captures.isEmpty || notice.contains("info"))
    }

    @Test func `a capture knows its line, and the script keeps its notice`() throws {
        let request = try request("GET a.test\n\n> {%\n  client.global.set(\"t\", response.body.t);\n%}\n")
        #expect(request.captures == [.init(variable: "t", expression: "body.$.t", line: 4)])
        #expect(request.notices.map(\.id) == ["N13"])
    }

    @Test func `a script above a request is for the request, one that is elsewhere is not run`() throws {
        let above = try request("< {%\nrequest.variables.set(\"t\", 1); client.global.set(\"g\", 2)\n%}\nGET a.test\n")
        #expect(above.presets == ["t", "g"])
        #expect(above.captures == [.init(variable: "g", expression: nil, line: 2)])
        #expect(try request("GET a.test\n\n< {% request.variables.set(\"t\", 1) %}\n").handlers.isEmpty)
        #expect(try request("> {% client.log(1) %}\nGET a.test\n").handlers.isEmpty)
        let alone = document("< {% client.global.set(\"t\", 1) %}\n\n###\nGET a.test\n")
        #expect(alone.requests.first?.handlers.isEmpty == true)
        #expect(alone.notices.map { "\($0.line) \($0.severity)" } == ["1 warning"])
    }

    @Test(arguments: [
        ("{{\nexports.a = 1\n}}\nGET a.test\n", ["before"]),
        ("GET a.test\n\n{{\ntest.status(200)\n}}\n", ["after"]),
        ("{{@response\ntest.status(200)\n}}\nGET a.test\n", ["after"]),
        ("{{+\nexports.a = 1\n}}\nGET a.test\n", []), ("{{@streaming\n}}\nGET a.test\n", []),
        ("GET a.test\n\n{{\nexports.a = response.parsedBody.a\n}}\n{{\nok(true)\n}}\n", ["after", "after"]),
    ])
    func `blocks of httpYac are scripts too`(text: String, phases: [String]) throws {
        #expect(try request(text).handlers.map { "\($0.phase)" } == phases)
    }

    @Test(arguments: [
        "POST a.test\n\n{}\n\n> {% client.log(1) %}\n\nnotes\nmore\n",
        "POST a.test\n\n{}\n?? status == 200\nnotes\nmore\n",
        "POST a.test\n\n{}\n> ./check.js\nnotes\nmore\n", "POST a.test\n\n{}\n{{\nok(1)\n}}\nnotes\nmore\n",
    ])
    func `text below a script or a check is not glued to the body`(text: String) throws {
        let request = try request(text)
        #expect(request.body.text == "{}")
        #expect(request.notices.filter { $0.id == "E1" }.count == 1)
    }

    @Test func `below a script are comments, variables, files and the next request`() throws {
        let document = document(
            """
            POST a.test

            {}
            > {% client.log(1) %}
            # a comment
            @kept = {{first.response.body.id}}
            >> out.json

            GET http://b.test
            """)
        #expect(document.requests.map(\.body.text) == ["{}", ""])
        #expect(document.requests.first?.outputFile?.path == "out.json")
        #expect(document.definitions.map(\.name) == ["kept"])
        #expect(document.notices.map(\.id) == ["N13", "N18", "N2"])
    }

    @Test func `a check above the body does not end it`() throws {
        #expect(try request("POST a.test\nX: y\n?? status == 200\n\n{}\n").body.text == "{}")
        #expect(try request("POST a.test\n\n?? status == 200\n\n{}\n").body.text == "{}")
    }
}
