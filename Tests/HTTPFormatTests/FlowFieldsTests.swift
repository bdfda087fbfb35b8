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
                .init(text: "status == 201", spelling: .script, line: 11),
            ])
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
        (#"client.global.set("t", response.body.token);"#, ["t=body.$.token"]),
        (#"client.global.set('t', response.body.a[0]["b c"].d)"#, ["t=body.$.a[0]['b c'].d"]),
        (#"client.global.set("t", response.body)"#, ["t=body"]),
        (#"client.global.set("h", response.headers.valueOf("Location"));"#, ["h=headers.Location"]),
        (
            "client.global.set(\"a\", response.body.a)\nclient.global.set(\"b\", response.body.b)",
            ["a=body.$.a", "b=body.$.b"]
        ),
        (#"if (x) client.global.set("t", response.body.t)"#, []),
        ("if (x)\n  client.global.set(\"t\", response.body.t)", []),
        ("if (x) { client.global.set(\"t\", response.body.t) }", []),
        ("function f() { client.global.set(\"t\", response.body.t) }", []),
        ("// client.global.set(\"t\", response.body.t)", []),
        ("/* client.global.set(\"t\", response.body.t) */", []),
        ("let s = 'client.global.set(\"t\", response.body.t)'", []),
        (#"client.global.set("t", response.body.list.map(x))"#, []),
        (#"client.global.set("t", response.body.t + 1)"#, []),
        (#"client.global.set("t", "literal")"#, []),
        (#"client.global.set(name, response.body.t)"#, []),
        ("{{{{{{", []), ("client.global.set(\"t\"", []), ("'", []), ("/*", []),
        (
            "client.test('a', () => { client.global.set(\"t\", response.body.t) }); client.global.set(\"u\", response.body.u)",
            ["t=body.$.t", "u=body.$.u"]
        ),
    ])
    func `captures are read from a script that is not run`(code: String, found: [String]) throws {
        let captures = ScriptReading(Array(code.utf8)).captures
        #expect(captures.map { "\($0.variable)=\($0.expression)" } == found)
    }

    @Test(arguments: [
        ("client.global.set(\"t\", response.body.t);", true), ("", true), ("// nothing\n/* at all */", true),
        ("client.log(\"done \" + f(response.body))\nclient.global.set(\"t\", response.body.t)", true),
        ("client.assert(response.status === 200, \"status is \" + response.status);", true),
        ("client.test('a', function () {\n  client.assert(response.status === 200);\n});", true),
        ("client.test('a', () => { client.global.set(\"t\", response.body.t) }); // so", true),
        ("client.global.set(\"t\", response.body.t); client.global.set(\"u\", \"x\");", false),
        ("let x = 1\nclient.global.set(\"t\", response.body.t)", false),
        ("client.global.set(\"t\", response.body.t)\nif (x) { client.global.set(\"u\", response.body.u) }", false),
        ("client.test('a', check); client.global.set(\"t\", response.body.t)", false),
        ("client.test('a', () => { client.assert(response.body.ok) })", false),
        ("client.test('a', check)", false), ("client.log('x'", false), ("x", false),
        ("client.global.set(\"t\", response.body.t) || stop()", false), ("(() => {})()", false),
    ])
    func `a script is read as a whole only if nothing of it is lost`(code: String, isWhole: Bool) {
        #expect(ScriptReading(Array(code.utf8)).isWhole == isWhole)
    }

    @Test(arguments: [
        ("client.global.set(\"t\", response.body.t)", "info The script is not run; t is taken from the response"),
        (
            "client.global.set(\"t\", response.body.t); client.global.set(\"u\", f())",
            "warning Only a part of the script is read: t is taken from the response; the rest is ignored, so "
                + "values that it sets are missing"
        ),
        ("client.global.set(\"u\", f())", "warning The script is not run"), ("// todo", "info The script is not run"),
    ])
    func `a script of which something is ignored is a warning`(code: String, notice: String) throws {
        let request = try request("GET a.test\n\n> {% \(code)\n%}\n")
        #expect(request.notices.map { "\($0.severity) \($0.text)" } == [notice])
    }

    @Test func `a capture knows its line, and the script keeps its notice`() throws {
        let request = try request("GET a.test\n\n> {%\n  client.global.set(\"t\", response.body.t);\n%}\n")
        #expect(request.captures == [.init(variable: "t", expression: "body.$.t", line: 4)])
        #expect(request.notices.map(\.id) == ["N13"])
        #expect(try self.request("< {% client.global.set(\"t\", response.body.t) %}\nGET a.test\n").captures.isEmpty)
    }
}
