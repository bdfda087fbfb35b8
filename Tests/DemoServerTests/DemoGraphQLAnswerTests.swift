import Base
import NetEngine
import Testing

@testable import DemoServer

/// Whole answers of the GraphQL endpoint.
@Suite struct DemoGraphQLAnswerTests {
    private let routes = DemoRoutes(otherOrigin: "http://127.0.0.1:9")

    private func post(_ body: String, method: String = "POST") async throws -> String {
        let response = try await routes.answer(
            DemoRequest(
                method: method, target: "/graphql", path: ["graphql"], query: [], headers: [], body: Array(body.utf8)))
        guard case .bytes(let bytes) = response.body else { return "" }
        return "\(response.status) \(String(decoding: bytes, as: UTF8.self))"
    }

    private func ask(_ query: String) async throws -> String {
        try await post(#"{"query": \#(JSONOutput.string(query).text)}"#)
    }

    @Test func `what is no query is refused in words`() async throws {
        let wrong = #"400 {"error":{"code":"bad_request","message":"The body must be a JSON object with a query."}}"#
        for body in ["", "[]", "{}", #"{"query": 1}"#] { #expect(try await post(body) == wrong, "\(body)") }
        #expect(
            try await post("{}", method: "GET")
                == #"405 {"error":{"code":"method_not_allowed","message":"This route takes POST."}}"#)
        func refused(_ sentence: String) -> String { #"200 {"errors":[{"message":"\#(sentence)"}]}"# }
        #expect(
            try await ask("query A { shop { name } } query B { shop { name } }")
                == refused("Of several operations, operationName must name one."))
        #expect(
            try await post(#"{"query": "query A { shop { name } }", "operationName": "C"}"#)
                == refused("There is no operation C."))
        #expect(
            try await ask("subscription { stockChanged(id: 1) { id } }")
                == refused("The demo server has no WebSocket, so it takes no subscription."))
    }

    @Test func `lists are sorted and cut, and stock is never below zero`() async throws {
        let table = #"""
            { products(first: 2) { id } } => {"products":[{"id":1},{"id":2}]}
            { products(first: 0) { id } } => {"products":[]}
            { products(first: 1, sort: NAME) { name } } => {"products":[{"name":"Bamboo whisk"}]}
            { products(first: 2, sort: PRICE) { cents } } => {"products":[{"cents":390},{"cents":590}]}
            { products(category: "pots") { id sku stock } } => {"products":[{"id":9,"sku":"POT-IRN-800","stock":5},{"id":10,"sku":"POT-GLS-1000","stock":11}]}
            { shop { categories { name } } } => {"shop":{"categories":[{"name":"tea"},{"name":"coffee"},{"name":"cups"},{"name":"pots"},{"name":"other"}]}}
            mutation { setStock(id: 5, stock: -3) { id stock } } => {"setStock":{"id":5,"stock":0}}
            mutation { placeOrder(order: {lines: [{product: 2}, {product: 3, quantity: 2}]}) { id lines total } } => {"placeOrder":{"id":1001,"lines":2,"total":45.70}}
            """#
        for row in table.split(separator: "\n") {
            let parts = row.split(separator: " => ")
            #expect(try await ask(String(parts[0])) == "200 {\"data\":\(parts[1])}", "\(row)")
        }
    }

    @Test func `a field that fails is null, with its place, its path and a code`() async throws {
        #expect(
            try await ask("mutation {\n  setStock(id: 99, stock: 1) { id }\n}")
                == #"200 {"errors":[{"message":"There is no product 99.","locations":[{"line":2,"column":3}],"path":["setStock"],"extensions":{"code":"NOT_FOUND"}}],"data":{"setStock":null}}"#
        )
        #expect(
            try await ask("mutation { placeOrder(order: {lines: [{product: 9, quantity: 6}, {product: 99}]}) { id } }")
                == #"200 {"errors":[{"message":"The order is not valid: items[0].quantity must be at least 1, and 5 are left, items[1].productId does not exist.","locations":[{"line":1,"column":12}],"path":["placeOrder"],"extensions":{"code":"BAD_USER_INPUT"}}],"data":{"placeOrder":null}}"#
        )
    }
}
