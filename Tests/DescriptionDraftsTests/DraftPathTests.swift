import DescriptionDrafts
import OpenAPI
import Testing

struct DraftPathTests {
    @Test func `numbers and ids are parameters, named for the text before`() {
        let document = draft([
            exchange("/users/42"), exchange("/users/43/orders/6f2c1b4e-8a2d-4c1f-9b7e-2d5a1c3e4f60"),
            exchange("/v1/7"), exchange("/days/2026-11-23"), exchange("/files/0123456789abcdef01.json"),
            exchange("/categories/01ARZ3NDEKTSV4RRFFQ69G5FAV"), exchange("/customers/cus_9s6XKzkNRiz8i3"),
        ])
        #expect(
            document.templates == [
                "/categories/{categoryId}", "/customers/{customerId}", "/days/{dayDate}", "/files/{fileId}.json",
                "/users/{userId}", "/users/{userId}/orders/{orderId}", "/v1/{id}",
            ])
        #expect(document.at("/paths/~1users~1{userId}/get/parameters/0/schema") == #"{"type":"integer"}"#)
        #expect(
            document.at("/paths/~1users~1{userId}~1orders~1{orderId}/get/parameters/1/schema")
                == #"{"type":"string","format":"uuid"}"#)
    }

    @Test func `texts that behave alike are a parameter, others stay`() {
        let product = #"{"sku":"a","price":1,"stock":2}"#
        let document = draft([
            exchange("/products/chair", response: product), exchange("/products/table", response: product),
            exchange("/products/lamp", response: product), exchange("/products/search", response: #"{"hits":[]}"#),
        ])
        #expect(document.templates == ["/products/search", "/products/{productId}"])
        #expect(
            document.notices.contains {
                $0.kind == .parameter
                    && $0.text.hasSuffix(
                        "its place in the path held 3 values, which take the same methods and have like responses.")
            })
    }

    @Test func `the words of a path are not listed, however often each was there`() {
        let names = ["chair", "table", "lamp"]
        let document = draft(
            (0..<60).map { exchange("/products/\(names[$0 % 3])", response: #"{"sku":"a","price":1,"stock":2}"#) })
        #expect(document.templates == ["/products/{productId}"])
        #expect(document.at("/paths/~1products~1{productId}/get/parameters/0/schema") == #"{"type":"string"}"#)
    }

    @Test func `paths below texts that become one parameter are joined, ids in them too`() {
        let all = ["chair", "table", "lamp"].flatMap { name in
            [
                exchange("/products/\(name)", response: #"{"sku":"a","price":1,"stock":2}"#),
                exchange("/products/\(name)/reviews/1"),
            ]
        }
        let document = draft(all + [exchange("/products/table/reviews/2/votes")])
        let reviews = "/products/{productId}/reviews/{reviewId}"
        #expect(document.templates == ["/products/{productId}", reviews, reviews + "/votes"])
    }

    @Test(arguments: 0..<3) func `a query that one of the joined paths has twice is a list`(place: Int) {
        var queries = ["?tag=a", "?tag=b", "?tag=c"]
        queries[place] += "&tag=d"
        let document = draft(
            zip(["chair", "table", "lamp"], queries).map { name, query in
                exchange("/products/\(name)\(query)", response: #"{"sku":"a","price":1,"stock":2}"#)
            })
        #expect(document.templates == ["/products/{productId}"])
        #expect(document.at("/paths/~1products~1{productId}/get/parameters/1/schema/type") == #""array""#)
    }

    @Test(arguments: 0..<3) func `a login that one of the joined paths refused was taken by the others`(place: Int) {
        let key = ("X-Api-Key", "k")
        let product = #"{"sku":"a","price":1,"stock":2}"#
        var all = [exchange("/products/chair", response: product)]
        for (index, name) in ["chair", "table", "lamp"].enumerated() {
            let isRefused = index == place
            all.append(
                exchange(
                    "/products/\(name)", status: isRefused ? 401 : 200, headers: [key],
                    response: isRefused ? nil : product))
        }
        let document = draft(all)
        #expect(document.templates == ["/products/{productId}"])
        #expect(document.at("/security") == #"[{},{"xApiKey":[]}]"#)
    }

    @Test func `words stay, also long ones and those in camel case`() {
        let paths = [
            "/getUserAccountSettings", "/order-history-2024-report", "/oauth/token/refresh", "/internationalization",
            "/reset/done", "/v1.2/health_check",
        ]
        #expect(draft(paths.map { exchange($0) }).templates == paths.sorted())
    }

    @Test func `the notice of a parameter says what was at its place`() {
        let notices = draft([exchange("/orders/3")]).notices.filter { $0.kind == .parameter }
        #expect(
            notices.map(\.text) == [
                "/orders/{orderId}: 'orderId' is a parameter: its place in the path held 1 value (numbers)."
            ])
    }

    @Test func `what a place announces as a secret is a parameter`() {
        #expect(draft([exchange("/invites/Ab-cd")]).templates == ["/invites/{inviteId}"])
    }

    @Test func `resources at the root and actions of one thing are no values`() {
        let document = draft([
            exchange("/users", response: #"[{"id":1,"name":"a"}]"#),
            exchange("/orders", response: #"[{"id":1,"total":"a"}]"#),
            exchange("/products", response: #"[{"id":1,"sku":"a"}]"#),
            exchange("POST", "/users/1/ban", status: 204), exchange("POST", "/users/1/free", status: 204),
            exchange("POST", "/users/1/wake", status: 204),
        ])
        #expect(document.templates.count == 6)
    }

    @Test func `a place with very many texts is a parameter, in any order`() {
        let all = (0..<300).map { exchange("/wiki/page\($0 % 26)\($0)x/history") }
        let document = draft(all)
        #expect(document.templates == ["/wiki/{wikiId}/history"])
        #expect(draft(all.reversed()).json == document.json)
    }

    @Test func `paths of an existing description come first`() throws {
        let text = """
            openapi: 3.1.0
            info: {title: a, version: "1"}
            servers: [{url: "https://x.example/v2"}]
            paths:
              /people/{name}: {get: {responses: {"200": {description: ok}}}}
              /people/me: {get: {responses: {"200": {description: ok}}}}
              /img/{a}.{b}: {get: {responses: {"200": {description: ok}}}}
            """
        let description = try Description.read(Array(text.utf8))
        let document = draft(
            [exchange("/v2/people/ann"), exchange("/v2/people/me"), exchange("/v2/img/x.png")],
            following: description)
        #expect(document.templates == ["/img/{a}.{b}", "/people/me", "/people/{name}"])
        #expect(document.at("/servers") == #"[{"url":"https://api.example.com/v2"}]"#)
        #expect(document.description?.allNotices() == [])
    }

    @Test func `two parameters after one name have different names`() {
        let document = draft([exchange("/range/1/2")])
        #expect(document.templates == ["/range/{rangeId}/{rangeId2}"])
    }
}
