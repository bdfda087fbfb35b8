import Base
import Contract
import NetEngine
import OpenAPI
import Testing

@testable import DemoServer

/// The server's OpenAPI description: all that it promises is so.
@Suite struct DemoDescriptionTests {
    private let routes = DemoRoutes(otherOrigin: "http://127.0.0.1:9")

    private func api() throws -> DescribedAPI { DescribedAPI(try Description.read(DemoSamples.description)) }

    private static let json = [("Content-Type", "application/json")]

    private static let requests: [(method: String, target: String, headers: [(String, String)], body: String)] = [
        ("GET", "/products?limit=3&page=2", [], ""), ("GET", "/products?category=tea&q=tea&maxPrice=6", [], ""),
        ("POST", "/products", json, #"{"name": "Rooibos", "price": 6.4}"#), ("POST", "/products", json, "["),
        ("POST", "/products", json, #"{"name": "", "price": 0}"#), ("GET", "/products/3", [], ""),
        ("GET", "/products/99", [], ""), ("PATCH", "/products/3", json, #"{"stock": 5}"#),
        ("PATCH", "/products/3", json, "x"), ("PATCH", "/products/3", json, #"{"stock": -1}"#),
        ("PATCH", "/products/99", json, "{}"), ("DELETE", "/products/4", [], ""), ("DELETE", "/products/99", [], ""),
        ("POST", "/orders", json, #"{"items": [{"productId": 1, "quantity": 2}]}"#), ("POST", "/orders", json, "{}"),
        ("POST", "/orders", json, #"{"items": []}"#),
        ("POST", "/login", json, #"{"user": "ada", "password": "lovelace"}"#),
        ("POST", "/login", json, #"{"user": "ada", "password": "x"}"#), ("POST", "/login", json, "x"),
        ("GET", "/me", [("Authorization", "Bearer demo-token-ada")], ""), ("GET", "/me", [], ""), ("GET", "/", [], ""),
        ("GET", "/openapi.yaml", [], ""), ("GET", "/schema.graphql", [], ""),
    ]

    @Test func `every operation and every documented status is answered as described`() async throws {
        let api = try api()
        let matcher = OperationMatcher(api)
        let check = ContractCheck(api)
        var open = Set(
            api.description.operations.flatMap { entry in
                api.operation(entry).responses.map { "\(entry.operationID ?? "") \($0.status)" }
            })
        #expect(open.count > 20)
        for request in Self.requests {
            let url = try HTTPURL.parse("http://127.0.0.1:8080" + request.target)
            let entry = try matcher.match(request.method, url).get().entry
            let parts = request.target.split(separator: "?", maxSplits: 1)
            let response = try await routes.answer(
                DemoRequest(
                    method: request.method, target: request.target,
                    path: (parts.first ?? "").split(separator: "/").map { String($0) },
                    query: parts.count > 1 ? DemoQuery.parse(parts[1]) : [],
                    headers: request.headers.map { (name: $0.0, value: $0.1) }, body: Array(request.body.utf8)))
            guard case .bytes(let body) = response.body else { continue }
            let report = check.check(
                entry, status: response.status,
                headers: HeaderFields(response.headers.map { HeaderField($0.name, $0.value) }), body: .whole(body),
                method: request.method)
            let broken = report.findings.filter { $0.verdict == .broken }.map(\.text)
            #expect(broken.isEmpty, "\(request.method) \(request.target) \(request.body): \(broken)")
            open.remove("\(entry.operationID ?? "") \(response.status)")
        }
        #expect(open.isEmpty, "never answered: \(open.sorted())")
    }

    @Test func `nothing in the description is doubtful`() throws {
        #expect(try api().description.allNotices().map(\.text).isEmpty)
    }

    @Test func `the description is served with a validator`() async throws {
        func ask(_ headers: [(name: String, value: String)]) async throws -> DemoResponse {
            try await routes.answer(
                DemoRequest(
                    method: "GET", target: "/openapi.yaml", path: ["openapi.yaml"], query: [], headers: headers,
                    body: []))
        }
        let first = try await ask([])
        let tag = try #require(first.headers.first { $0.name == "ETag" }?.value)
        #expect(first.status == 200 && first.headers.contains { $0 == ("Content-Type", "application/yaml") })
        #expect(try await ask([(name: "If-None-Match", value: tag)]).status == 304)
    }
}
