import NetEngine
import TestSupport
import Testing

@testable import HTTPFormat
@testable import Workspace

/// Why a name has no value, and the places that a new name of a request reaches.
@Suite struct ReasonTextTests {
    private func reasons(
        _ text: String, memory: ResponseMemory = ResponseMemory(),
        setElsewhere: [String: UnsentRequest] = [:]
    ) throws -> [String] {
        let file = ChainingFixtures.file(text)
        var context = ChainingFixtures.context(RequestScope(file), memory: memory)
        context.setElsewhere = setElsewhere
        let request = try #require(file.document.requests.last)
        guard case .unresolved(let names, _) = RequestResolver().resolve(request, in: file, context: context) else {
            return []
        }
        return names.map { "\($0.line) \($0.name): \($0.reason)" }
    }

    @Test func `a value that a script would set says whose response has it, or why that has not`() throws {
        let text = """
            ### login
            POST http://h/

            > {% client.global.set("t", response.body.t); if (response.body.u) client.global.set("u", 1); %}

            ### use
            GET http://h/{{t}}{{u}}
            """
        #expect(
            try reasons(text) == [
                "7 t: it is set by the response of login (line 4), which has not been sent",
                "7 u: it is set by the response of login (line 4), which has not been sent",
            ])
        var memory = ResponseMemory()
        memory.remember(
            ChainingFixtures.answer("{}"), for: .init(file: "/c/a.http", environment: nil, id: "login"))
        #expect(
            try reasons(text, memory: memory) == [
                "7 t: the response of login should set it (line 4), but has nothing at response.body.$.t",
                "7 u: the script of login did not set it (line 4)",
            ])
        #expect(
            try reasons("GET http://h/{{t}}\n", setElsewhere: ["t": UnsentRequest(file: "b.http", id: "other")]) == [
                "1 t: it is set by the response of other in b.http, which has not been sent"
            ])
    }

    @Test func `a name in another tool's spelling says how it is written here`() throws {
        let table = #"""
            response.body.x -> 1 response.body.x: in httpYac it is the last response; name the request (# @name x) and write {{x.response.body.x}}
            request.body.x -> 1 request.body.x: it does not say which request; name it, as in login.request.body.x
            a + b -> 1 a + b: JavaScript is not evaluated (N8)
            f(x) -> 1 f(x): JavaScript is not evaluated (N8)
            l.response.body.x -> 1 l.response.body.x: there is no request l in this file
            nope -> 1 nope: no variable of that name
            """#
        let wrong = try TextTable.differences(table) {
            try reasons("GET http://h/{{\($0)}}\n").joined(separator: " | ")
        }
        #expect(wrong == [])
        #expect(
            try reasons("### l\nGET http://h/{{l.response.status}}\n")
                == ["2 l.response.status: it is the request itself, which has no response yet"])
        #expect(
            try reasons("### l\nGET http://h/\n### m\nGET http://h/{{l.response.status}}\n")
                == ["4 l.response.status: the request l has no response yet"])
        #expect(
            try reasons("### l\nGET http://a/\n### l\nGET http://b/\n### m\nGET http://h/{{l.response.status}}\n")
                == ["6 l.response.status: several requests of a.http are called l (lines 2, 4)"])
    }

    @Test(arguments: [
        ("$.[[", "$.[[ is not a JSONPath: "), ("asJson.a[", "a[ is not a JSONPath: "),
        ("asXml.//a[", "//a[ is not an XPath: "), ("//a[", "//a[ is not an XPath: "),
        ("//a", "the request l has no response yet"), ("a[0].b-c", "the request l has no response yet"),
    ])
    func `a path that finds nothing in any response is said before there is one`(path: String, start: String) throws {
        let found = try reasons("### l\nGET http://h/\n### m\nGET http://h/{{l.response.body.\(path)}}\n")
        #expect(found.count == 1 && found.first?.hasPrefix("4 l.response.body.\(path): \(start)") == true, "\(found)")
    }

    @Test func `a condition is true unless its value says no`() throws {
        let file = ChainingFixtures.file("### a\nGET http://h/\n")
        let planner = SendPlanner(references: .first) { _ in ChainingFixtures.context(RequestScope(file)) }
        let step = try #require(planner.plan(file.document.requests.map { (file, $0) }).steps.first)
        let table = #"""
            true -> true
            1 -> true
            00 -> true
            a -> true
            nope -> true
            -> false
            FALSE -> false
            0 -> false
            Null -> false
            undefined -> false
            No -> false
            off -> false
            """#
        let wrong = TextTable.differences(table) { value in
            let context = ChainingFixtures.context(RequestScope(file), overrides: ["x": value])
            return "\(RequestResolver().isTrue("x", step, context))"
        }
        #expect(wrong == [])
        #expect(!RequestResolver().isTrue("x", step, ChainingFixtures.context(RequestScope(file))), "without a value")
    }

    @Test func `a limit is named in MiB where it is a number of them`() {
        let limit = ExpansionLimit(valueBytes: 1000, totalBytes: 2 << 20)
        #expect(limit.valueClause == "its value is longer than 1000 bytes once its variables are replaced")
        #expect(limit.totalClause == "with it, the values of this request add up to more than 2 MiB")
        #expect(ExpansionLimit.standard == ExpansionLimit(valueBytes: 16 << 20, totalBytes: 64 << 20))
    }

    @Test func `a request with values that are too long fails because of these alone, each with its line`() throws {
        let file = ChainingFixtures.file("GET http://h/{{a}}{{b}}{{c}}\n")
        let request = try #require(file.document.requests.first)
        let exchange = RequestResolver().overLimit(
            [
                UnresolvedVariable(name: "a", line: 1, reason: "it is too long", isOverLimit: true),
                UnresolvedVariable(name: "b", line: 1, reason: VariableResolution.unknownName),
                UnresolvedVariable(name: "c", line: 2, reason: "so is it", isOverLimit: true),
            ], of: request, in: file)
        #expect(exchange.error?.sentence == "a.http:1: {{a}}: it is too long, a.http:2: {{c}}: so is it.")
        #expect(exchange.error?.category == .requestBuild)
    }

    // MARK: Imports

    @Test func `an import is read from the collection only, and not without end`() {
        func file(_ name: String, _ text: String) -> CollectionFile { ChainingFixtures.file(text, name: name) }
        let other = file("b.http", "import ../out.http\n@b = 1\n")
        let reader = RequestScopeReader(root: "/c", isTrusted: false, known: [other.path: other])
        let scope = reader.scope(of: file("a.http", "import b.http\nimport ./b.http\n# @import /x/y.http\n"))
        #expect(scope.files.map(\.relativePath) == ["a.http", "b.http"])
        #expect(
            scope.problems.map { "\($0.file):\($0.line) \($0.reason) \($0.need != nil)" } == [
                "a.http:3 /x/y.http is outside the collection folder true",
                "b.http:1 ../out.http is outside the collection folder true",
            ])
        var known: [String: CollectionFile] = [:]
        for number in 1...201 { known["/c/\(number).http"] = file("\(number).http", "@v\(number) = 1\n") }
        let lines = (1...201).map { "import \($0).http\n" }.joined()
        let many = RequestScopeReader(root: "/c", isTrusted: false, known: known).scope(of: file("a.http", lines))
        #expect(many.files.count == 201)
        #expect(many.problems.map { "\($0.line) \($0.reason)" } == ["201 more than 200 files are imported"])
    }

    // MARK: New names

    @Test func `a new name reaches references, dependencies and runs, and nothing that only looks like one`() {
        let table = #"""
            requestLine GET {{login.response.body.t}}/{{ login.request.headers.x }} -> GET {{signIn.response.body.t}}/{{ signIn.request.headers.x }}
            header A: {{%login.response.body}} -> A: {{%signIn.response.body}}
            body {{loginResponse.body}} -> {{signInResponse.body}}
            body {{login.a.b}} {{login[0]}} -> {{signIn.a.b}} {{signIn[0]}}
            body {{login.v}} -> none
            body {{ login.v }} -> none
            body {{login}} {{logins.response.x}} {{xlogin.response.x}} -> none
            body {{loginresponse.x}} login.response.x -> none
            body {{login.response.x -> none
            body {{login.response}} -> {{signIn.response}}
            variable @t = {{login.response.body.t}} -> @t = {{signIn.response.body.t}}
            metadata # @ref login -> # @ref signIn
            metadata //  @Force_Ref = login -> //  @Force_Ref = signIn
            metadata # @ref logins -> none
            metadata # @name login -> none
            metadata # @ref {{login.response.body.x}} -> # @ref {{signIn.response.body.x}}
            kept run #login (@a=1) -> run #signIn (@a=1)
            kept run #logins -> none
            kept import login -> none
            comment # {{login.response.x}} -> none
            separator ### {{login.response.x}} -> none
            inlineResponse {{login.response.x}} -> none
            unknown {{login.response.x}} -> none
            """#
        let names = ReferenceNames(old: "login", new: "signIn") { $0 == "login.v" }
        let wrong = TextTable.differences(table) { row in
            let word = row.prefix { $0 != " " }
            guard let kind = LineKind.allCases.first(where: { "\($0)" == word }) else { return "no kind" }
            return names.replaced(Array(row.dropFirst(word.count + 1).utf8), kind: kind)
                .map { String(decoding: $0, as: UTF8.self) } ?? "none"
        }
        #expect(wrong == [])
        let words = ["login", "x.login(", "\"login\"", "logins", "_login", "login2", "2login", "", "log", "a login"]
        #expect(
            words.map { names.isNamed(in: Array($0.utf8)) } == [
                true, true, true, false, false, false, false, false, false, true,
            ])
    }

    // MARK: Bodies

    @Test func `a file in a body is decoded as its line says`() throws {
        let folder = ScratchFolder()
        folder.write("f.txt", [0xE9, 0x00])
        func body(_ encoding: String) throws -> String {
            let text = "POST http://h/\n\n<@\(encoding) f.txt\n"
            let document = HTTPDocument(bytes: Array(text.utf8))
            let file = CollectionFile(
                path: folder.path + "/a.http", relativePath: "a.http", document: document,
                stamp: FileStamp(bytes: document.bytes))
            let context = RequestResolver.Context(root: folder.path, environments: EnvironmentSet())
            switch RequestResolver().resolve(try #require(document.requests.first), in: file, context: context) {
            case .draft(let draft, _):
                guard case .bytes(let bytes) = draft.body else { return "no bytes" }
                return bytes.map { String($0, radix: 16) }.joined(separator: " ")
            case .refused(let sentence, _): return sentence
            default: return "another outcome"
            }
        }
        let table = #"""
            -> e9 0
            utf8 -> e9 0
            UTF-8 -> e9 0
            ascii -> e9 0
            latin1 -> c3 a9 0
            ISO-8859-1 -> c3 a9 0
            iso_8859_1 -> c3 a9 0
            binary -> c3 a9 0
            utf16le -> c3 a9
            UCS-2 -> c3 a9
            utf16be -> a.http:3: The encoding utf16be is not supported; utf8, latin1 and utf16le are.
            """#
        #expect(try TextTable.differences(table) { try body($0) } == [])
    }
}
