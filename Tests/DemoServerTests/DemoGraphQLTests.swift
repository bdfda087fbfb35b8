import Base
import GraphQL
import JSONPath
import Testing

@testable import DemoServer

/// The GraphQL endpoint: what of a query is executed, and what is said of the rest.
@Suite struct DemoGraphQLTests {
    private let routes = DemoRoutes(otherOrigin: "http://127.0.0.1:9")

    private func ask(_ query: String, variables: String = "null", name: String? = nil) async throws -> String {
        let body =
            #"{"query": \#(JSONOutput.string(query).text), "variables": \#(variables), "#
            + #""operationName": \#(JSONOutput.optional(name).text)}"#
        let response = try await routes.answer(
            DemoRequest(
                method: "POST", target: "/graphql", path: ["graphql"], query: [],
                headers: [(name: "Content-Type", value: "application/json")], body: Array(body.utf8)))
        guard case .bytes(let bytes) = response.body else { return "" }
        return String(decoding: bytes, as: UTF8.self)
    }

    @Test func `the schema is one that tools accept`() {
        let schema = GraphQLSchema(sdl: DemoSamples.schema)
        #expect(schema.notices.isEmpty && schema.root(.query)?.fields.count == 4, "\(schema.notices)")
    }

    @Test(arguments: [
        (
            "{ a: product(id: 1) { name } b: product(id: 2) { id } __typename }",
            #"{"a":{"name":"Green tea, 100 g"},"b":{"id":2},"__typename":"Query"}"#
        ),
        (
            "{ product(id: 3) { category { name products(first: 1) { id cents } } } }",
            #"{"product":{"category":{"name":"tea","products":[{"id":1,"cents":690}]}}}"#
        ),
        (
            "{ search(text: \"pot\") { __typename ... on Named { name } ... on Product { id } } }",
            #"{"search":[{"__typename":"Product","name":"Iron pot, 800 ml","id":9},{"__typename":"Product","name":"Glass pot, 1 l","id":10},{"__typename":"Category","name":"pots"}]}"#
        ),
        (
            "{ products(first: 2, sort: PRICE) { ...P id @skip(if: true) } } fragment P on Product { id @include(if: false) price }",
            #"{"products":[{"price":3.90},{"price":5.90}]}"#
        ),
        ("{ shop { name } shop { productCount } }", #"{"shop":{"name":"apitui demo shop","productCount":12}}"#),
        (
            "mutation { placeOrder(order: {lines: {product: 1}}) { id lines total } }",
            #"{"placeOrder":{"id":1001,"lines":1,"total":6.90}}"#
        ),
        (
            "mutation { a: setStock(id: 5, stock: 1) { stock } b: setStock(id: 5, stock: 2) { stock } }",
            #"{"a":{"stock":1},"b":{"stock":2}}"#
        ),
    ])
    func `queries are executed as they are written`(query: String, data: String) async throws {
        #expect(try await ask(query) == #"{"data":\#(data)}"#)
    }

    @Test func `variables have defaults, and lists of one are lists`() async throws {
        let query = "query Q($first: Int = 1, $order: [String]) { products(first: $first) { id } }"
        #expect(try await ask(query.replacing(", $order: [String]", with: "")) == #"{"data":{"products":[{"id":1}]}}"#)
        let order = "mutation M($lines: [OrderLine!]!) { placeOrder(order: {lines: $lines}) { total } }"
        #expect(
            try await ask(order, variables: #"{"lines": {"product": 2, "quantity": 2}}"#)
                == #"{"data":{"placeOrder":{"total":11.80}}}"#)
    }

    @Test(arguments: [(49, true), (50, true), (51, false)])
    func `values of variables may be nested fifty levels deep`(levels: Int, isRead: Bool) throws {
        let lists = String(repeating: "[", count: levels) + String(repeating: "]", count: levels)
        let objects = String(repeating: #"{"a":"#, count: levels - 1) + "1" + String(repeating: "}", count: levels - 1)
        for text in [lists, objects] {
            let tree = try JSONTree.parse(Array(text.utf8))
            #expect(JSONOutput(tree, 0)?.text == (isRead ? text : nil), "\(text)")
        }
    }

    @Test func `a variable that is true is another one than false`() async throws {
        let query = "query Q($name: Boolean!) { shop { name @include(if: $name) productCount @skip(if: $name) } }"
        #expect(
            try await ask(query, variables: #"{"name": true}"#) == #"{"data":{"shop":{"name":"apitui demo shop"}}}"#)
        #expect(try await ask(query, variables: #"{"name": false}"#) == #"{"data":{"shop":{"productCount":12}}}"#)
    }

    @Test func `a field that may not be null takes its parent with it`() {
        let schema = GraphQLSchema(sdl: Array("type Query { a: A list: [A!] } type A { b: Int! c: Int }".utf8))
        let a = GraphQLObject(type: "A") { field, _ throws(GraphQLFailure) in
            if field == "b" { throw GraphQLFailure(message: "No b.", code: "GONE") }
            return .leaf(1)
        }
        let root = GraphQLObject(type: "Query") { field, _ throws(GraphQLFailure) in
            field == "a" ? .object(a) : .list([.object(a), .object(a)])
        }
        func data(_ query: String) -> String {
            let document = GraphQLDocument.parse(Array(query.utf8))
            guard let operation = document.operations.first else { return "" }
            var execution = GraphQLExecution(schema, document, operation, variables: .object([]))
            guard case .object(let members) = execution.run(operation, on: root) else { return "" }
            return members.last?.1.text ?? ""
        }
        #expect(data("{ a { c b } }") == #"{"a":null}"# && data("{ a { c } }") == #"{"a":{"c":1}}"#)
        #expect(data("{ list { b } a { c } }") == #"{"list":null,"a":{"c":1}}"#)
    }

    @Test func `an order that is not valid is null, with what is wrong`() async throws {
        let answer = try await ask("mutation { placeOrder(order: {lines: []}) { id } }")
        #expect(answer.contains("must not be empty") && answer.contains(#""path":["placeOrder"]"#), "\(answer)")
        #expect(answer.hasSuffix(#""data":{"placeOrder":null}}"#), "\(answer)")
        let alias = try await ask("mutation { mine: placeOrder(order: {lines: []}) { id } }")
        #expect(alias.contains(#""path":["mine"]"#), "\(alias)")
    }

    @Test(arguments: [
        ("{ nothing }", "nothing", "GRAPHQL_VALIDATION_FAILED"), ("{ shop { ", "", "GRAPHQL_PARSE_FAILED"),
        ("{ product(id: x) { name } }", "Int", "GRAPHQL_VALIDATION_FAILED"),
        ("mutation { setStock(id: 5) { id } }", "stock", "GRAPHQL_VALIDATION_FAILED"), ("", "", "GRAPHQL_PARSE_FAILED"),
        ("query Q($id: Int!) { product(id: $id) { id } }", "id", "BAD_USER_INPUT"),
    ])
    func `what is wrong in a query is said, and nothing is executed`(query: String, word: String, code: String)
        async throws
    {
        let answer = try await ask(query)
        #expect(answer.hasPrefix(#"{"errors":[{"message":""#) && !answer.contains(#""data""#), "\(answer)")
        #expect(answer.contains(word) && answer.contains(code), "\(answer)")
    }

    @Test func `of several operations one is chosen by its name`() async throws {
        let query = "query A { shop { name } } query B { shop { productCount } }"
        #expect(try await ask(query, name: "B") == #"{"data":{"shop":{"productCount":12}}}"#)
        #expect(try await ask(query).contains("operationName"))
        #expect(try await ask(query, name: "C").contains("There is no operation C."))
    }

    @Test func `subscriptions and deep queries are refused with a sentence`() async throws {
        #expect(try await ask("subscription { stockChanged(id: 1) { id } }").contains("no WebSocket"))
        let deep = String(repeating: "products(first: 1) { category { ", count: 24)
        let query = "{ product(id: 1) { category { " + deep + "name" + String(repeating: " } }", count: 24) + " } } }"
        #expect(try await ask(query).contains("QUERY_TOO_LARGE"))
        let many = (1...400).map { "a\($0): products { id sku name }" }.joined(separator: " ")
        let wide = try await ask("{ \(many) }")
        #expect(wide.contains("QUERY_TOO_LARGE") && wide.utf8.count < 5_000_000)
    }

    @Test func `introspection gives the schema back`() async throws {
        let answer = try await ask(GraphQLIntrospection.query(.all))
        let schema = try GraphQLSchema(introspection: try JSONTree.parse(Array(answer.utf8)))
        #expect(schema == GraphQLSchema(sdl: DemoSamples.schema))
        #expect(try await ask("{ shop { name } __schema { types { name } } }").contains("in a query of its own"))
    }
}
