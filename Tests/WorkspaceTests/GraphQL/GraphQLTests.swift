import NetEngine
import TestSupport
import Testing

@testable import HTTPFormat
@testable import Workspace

struct GraphQLTests {
    private func payload(_ text: String, fragments: [GraphQLFragment] = []) throws -> String {
        String(decoding: try GraphQLRequest(text, fragments: fragments).payload, as: UTF8.self)
    }

    @Test func `query and variables are divided at an empty line before a JSON object`() throws {
        #expect(
            try payload("query One($id: ID!) {\n  item(id: $id) { name }\n}\n\n{\"id\": 1.00}")
                == #"{"query":"query One($id: ID!) {\n  item(id: $id) { name }\n}","operationName":"One","variables":{"id": 1.00}}"#
        )
        #expect(try payload("{ a }") == #"{"query":"{ a }","variables":{}}"#)
        #expect(try payload("mutation {\n\n  a\n\n}\n") == #"{"query":"mutation {\n\n  a\n\n}","variables":{}}"#)
        #expect(
            try payload("query A { a }\n\nquery B { b }\n\n{}")
                == #"{"query":"query A { a }\n\nquery B { b }","operationName":"A","variables":{}}"#)
    }

    @Test func `strings, comments and blocks of text do not confuse it`() throws {
        let text = "query A(\n\n$a: S = \"}\\\"{\") { # {{{\n\n f(x: \"\"\"{\n\n{\"\"\") }\n\n{\"a\": \"b\\n\"}"
        let request = try GraphQLRequest(text)
        #expect(request.operationName == "A")
        #expect(request.variables == "{\"a\": \"b\\n\"}")
    }

    @Test func `fragments of the file are added where they are used, and those that they use`() throws {
        let fragments = [
            GraphQLFragment(name: "A", text: "fragment A on T { ...B ...A }", line: 1),
            GraphQLFragment(name: "B", text: "fragment B on T { x }", line: 2),
            GraphQLFragment(name: "C", text: "fragment C on T { y }", line: 3),
        ]
        let request = try GraphQLRequest("{ t { ...A ... on T { z } } }", fragments: fragments)
        #expect(
            request.query == "{ t { ...A ... on T { z } } }\n\nfragment A on T { ...B ...A }\n\nfragment B on T { x }")
        let own = try GraphQLRequest("{ t { ...B } }\n\nfragment B on T { own }", fragments: fragments)
        #expect(own.query == "{ t { ...B } }\n\nfragment B on T { own }")
    }

    @Test(arguments: [
        ("", "no GraphQL"), ("hello", "no GraphQL"), ("subscription { a }", "WebSocket"),
        ("query A { a }\n\n{\"id\": }", "not JSON"), ("fragment A on T { x }", "no GraphQL"),
    ])
    func `what cannot be sent is refused with a sentence`(text: String, words: String) {
        let fault = #expect(throws: GraphQLRequest.Problem.self) { try GraphQLRequest(text) }
        #expect(fault?.reason.contains(words) == true)
    }

    @Test(.longComputation) func `no text crashes the reader`() {
        var generator = SeededGenerator(seed: 3)
        let pieces = ["query", " ", "{", "}", "\"", "\"\"\"", "\\", "#", "\n\n", "...", "A", "(", ")", "@", "é", "{}"]
        for _ in 0..<5_000 {
            let text = (0..<Int.random(in: 0...12, using: &generator)).map { _ in
                pieces[Int.random(in: 0..<pieces.count, using: &generator)]
            }.joined()
            _ = try? GraphQLRequest(text)
        }
        _ = try? GraphQLRequest(String(repeating: "{", count: 1_000_000))
    }

    // MARK: From a file

    private func draft(_ text: String) throws -> RequestDraft {
        let file = CollectionFile(
            path: "/c/a.http", relativePath: "a.http", document: HTTPDocument(bytes: Array(text.utf8)),
            stamp: FileStamp(bytes: []))
        let context = RequestResolver.Context(root: "/c", environments: EnvironmentSet())
        let outcome = RequestResolver().resolve(try #require(file.document.requests.first), in: file, context: context)
        guard case .draft(let draft, _) = outcome else {
            Issue.record("\(outcome)")
            return RequestDraft(url: "")
        }
        return draft
    }

    @Test func `the three triggers send the same payload`() throws {
        let body = "query Q { a }\n\n{\"x\": \"{{x}}\"}\n"
        for head in [
            "GRAPHQL http://h/g\n", "POST http://h/g\nX-REQUEST-TYPE: GraphQL\n",
            "POST http://h/g\nContent-Type: application/json\n",
        ] {
            let draft = try draft("@x = 1\n\n\(head)\n\(body)")
            #expect(draft.method == "POST")
            #expect(draft.headers["Content-Type"] == "application/json")
            #expect(draft.headers["X-Request-Type"] == nil)
            #expect(draft.options.expects == .graphQL)
            guard case .bytes(let bytes) = draft.body else {
                Issue.record("no body")
                continue
            }
            #expect(
                String(decoding: bytes, as: UTF8.self)
                    == #"{"query":"query Q { a }","operationName":"Q","variables":{"x": "1"}}"#)
        }
    }

    @Test func `a JSON body that is not a query stays what it is`() throws {
        let draft = try draft("POST http://h/g\nContent-Type: application/json\n\n{\"query\": \"{ a }\"}\n")
        guard case .bytes(let bytes) = draft.body else {
            Issue.record("no body")
            return
        }
        #expect(String(decoding: bytes, as: UTF8.self) == "{\"query\": \"{ a }\"}")
        #expect(draft.options.expects == .anything)
    }

    @Test(
        arguments: [
            (#"{"data": {"a": 1}}"#, nil), (#"{"data": {"a": 1}, "errors": []}"#, nil),
            (#"{"errors": [{"message": "no such field."}], "data": null}"#, "no such field."),
            (#"{"errors": [{}]}"#, ""),
            (#"{"errors": [{"message": "no such field.", "extensions": {"code": "NO_FIELD"}}]}"#, "no such field."),
        ] as [(String, String?)])
    func `errors in the response give the category api`(body: String, message: String?) throws {
        let response = Response(
            status: 200, reason: [], httpVersion: nil, headers: [], rawHead: [], body: Array(body.utf8),
            wireBodyByteCount: nil, isComplete: true)
        var error: EngineError?
        do throws(EngineError) { try BodyExpectation.graphQL.check(response) } catch let fault { error = fault }
        #expect(error?.category == (message == nil ? nil : .api))
        if let message, !message.isEmpty { #expect(error?.sentence.contains("no such field") == true) }
        if body.contains("NO_FIELD") { #expect(error?.sentence.hasSuffix("no such field (NO_FIELD).") == true) }
    }
}
