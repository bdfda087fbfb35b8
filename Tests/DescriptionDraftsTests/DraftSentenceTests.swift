import Base
import DescriptionDrafts
import OpenAPI
import Testing

/// What a draft calls operations, and what it says of what it leaves out and of differences.
@Suite struct DraftSentenceTests {
    private func texts(_ exchanges: [ObservedExchange], _ kind: DraftNotice.Kind) -> [String] {
        draft(exchanges).notices.filter { $0.kind == kind }.map(\.text)
    }

    @Test func `operations are called by their methods and paths`() {
        let document = draft([
            exchange("/"), exchange("/api/v1/items"), exchange("HEAD", "/news"), exchange("/status"),
            exchange("/users"), exchange("POST", "/users"), exchange("PUT", "/users"), exchange("DELETE", "/users"),
            exchange("/users/1"), exchange("PATCH", "/users/1"), exchange("POST", "/users/1/ban"),
            exchange("/users/1/orders"), exchange("/users/1/orders/2"), exchange("/thing"), exchange("/things/1"),
            exchange("POST", "/thing"), exchange("/data"), exchange("/data/1"), exchange("OPTIONS", "/data"),
        ])
        let operations = document.description?.operations ?? []
        #expect(
            operations.map { "\($0.method) \($0.path) \($0.operationID ?? "") \($0.tags.joined())" } == [
                "GET / getRoot ", "GET /api/v1/items listItems items", "GET /data listData data",
                "OPTIONS /data optionsData data", "GET /data/{dataId} getData data", "HEAD /news headNews news",
                "GET /status getStatus status", "GET /thing getThing thing", "POST /thing postThing thing",
                "GET /things/{thingId} getThing2 things", "GET /users listUsers users",
                "PUT /users replaceUsers users", "POST /users createUser users", "DELETE /users deleteUsers users",
                "GET /users/{userId} getUser users", "PATCH /users/{userId} updateUser users",
                "POST /users/{userId}/ban postUserBan users", "GET /users/{userId}/orders listUserOrders users",
                "GET /users/{userId}/orders/{orderId} getUserOrder users",
            ])
    }

    @Test func `parameters of paths are called by what is before them`() {
        let all = [
            "/api/7", "/2024/x/7", "/days/2026-11-23", "/people/a@b.example", "/userId/7", "/a/b1c2d3e4.json",
        ]
        #expect(
            draft(all.map { exchange($0) }).templates == [
                "/a/{aId}.json", "/api/{id}", "/days/{dayDate}", "/people/{personEmail}", "/userId/{userId}",
                "/{id}/x/{xId}",
            ])
    }

    @Test func `what is left out is told in one sentence each`() {
        let deep = "/" + Array(repeating: "a", count: 41).joined(separator: "/")
        let long = "/" + String(repeating: "a-", count: 4_000)
        let found = texts(
            [
                exchange("PURGE", "/a"), exchange("PURGE", "/b"), exchange("LINK", "/a"), exchange("GET", "http://"),
                exchange("OPTIONS", "/a", headers: [("access-control-request-method", "PUT")]), exchange(deep),
                exchange(long), exchange("/a", status: 600), exchange("/a", status: 99),
            ], .leftOut)
        #expect(
            found == [
                "1 exchange is left out: OpenAPI 3.1 cannot describe the method 'LINK'.",
                "2 exchanges are left out: OpenAPI 3.1 cannot describe the method 'PURGE'.",
                "1 exchange is left out: the URL is not an HTTP address.",
                "1 exchange is left out: browsers send these before a request (CORS).",
                "2 exchanges are left out: the path has more than 40 segments or 8000 bytes.",
                "2 responses left out: the status is not between 100 and 599.",
            ])
        let edges = [
            exchange("/" + Array(repeating: "a", count: 40).joined(separator: "/"), status: 100),
            exchange("/a", status: 599), exchange("OPTIONS", "/a"),
        ]
        #expect(texts(edges, .leftOut) == [])
        #expect(texts([], .leftOut) == ["There are no exchanges, so the draft is empty."])
        let path = "/" + Array(repeating: String(repeating: "a", count: 70), count: 13).joined(separator: "/")
        #expect(texts([exchange(path)], .leftOut) == ["1 path left out: longer than 900 bytes."])
    }

    @Test func `more than fifty media types at one place are not kept apart`() {
        func all(_ count: Int) -> [ObservedExchange] {
            (0..<count).map { exchange("/a", response: "x", type: "a/t\($0)") }
        }
        #expect(texts(all(50), .leftOut) == [])
        #expect(
            texts(all(52), .leftOut) == [
                "The bodies of 2 messages are left out: more than 50 media types at one place."
            ])
    }

    @Test func `doubts, bodies and servers are told`() {
        var cut = exchange("/b", response: #"{"a":"#)
        cut.responseBodyIsCut = true
        let all = [
            exchange("/a", status: 410), exchange("/a", status: 404), exchange("/b", status: 404),
            exchange("/b", response: "{"), exchange("/b", response: "{}"), cut,
            exchange("POST", "/b", body: "x", type: "multipart/form-data"), exchange("http://other.example:81/b"),
        ]
        #expect(texts(all, .doubt) == ["GET /a may not exist: its responses have only the status 404, 410."])
        #expect(
            texts(all, .body) == [
                "GET /b, 200: 1 of 3 bodies of application/json cannot be read as such.",
                "GET /b, 200: 1 of 3 bodies of application/json is cut and not used.",
                "POST /b, request: 1 of 1 body of multipart/form-data cannot be read as such.",
            ])
        #expect(
            texts(all, .limit) == ["The exchanges are with 2 servers; the draft describes them as one API."])
        let many = (0..<21).map { exchange("http://h\($0)/b") }
        #expect(texts(many, .limit) == ["Only the first 20 of 21 servers are listed."])
        for (count, shown) in [(1_000, "1000"), (1_001, "more than 1000")] {
            let most = (0..<count).map { exchange("http://h\($0)/b") }
            #expect(texts(most, .limit) == ["Only the first 20 of \(shown) servers are listed."])
        }
        #expect(
            texts(Array(many.dropLast()), .limit)
                == ["The exchanges are with 20 servers; the draft describes them as one API."])
        #expect(draft(all).at("/servers") == #"[{"url":"https://api.example.com"},{"url":"http://other.example:81"}]"#)
        #expect(draft(all).at("/info/title") == #""api.example.com, other.example:81""#)
    }

    @Test func `a parameter is required if more than three requests have it`() {
        func required(_ count: Int) -> String {
            let document = draft((0..<count).map { _ in exchange("/a?x=1", answered: [("X-Kind", "a")]) })
            return (document.at("/paths/~1a/get/parameters/0/required") ?? "-") + " "
                + (document.at("/paths/~1a/get/responses/200/headers/X-Kind/required") ?? "-")
        }
        #expect([required(3), required(4)] == ["- -", "true true"])
    }

    @Test func `security is what the server took, once for all where it is the same`() {
        let key = ("X-Api-Key", "k")
        let same = draft([exchange("/a", headers: [key]), exchange("/b", headers: [key])])
        #expect(same.at("/security") == #"[{"xApiKey":[]}]"# && same.at("/paths/~1a/get/security") == nil)
        let refused = draft([
            exchange("/a", headers: [key]), exchange("/a", status: 401), exchange("/b", status: 403, headers: [key]),
            exchange("/c"), exchange("/d", headers: [("Authorization", "Bearer eyJa.b.c")]),
            exchange("/e", headers: [("Authorization", "digest x")]), exchange("/f", headers: [("Authorization", "x")]),
        ])
        #expect(
            ["a", "b", "c", "d", "e", "f"].map { refused.at("/paths/~1\($0)/get/security") ?? "-" } == [
                #"[{"xApiKey":[]}]"#, #"[{"xApiKey":[]}]"#, "-", #"[{"bearerAuth":[]}]"#, #"[{"digestAuth":[]}]"#,
                #"[{"authorization":[]}]"#,
            ])
        #expect(
            refused.at("/components/securitySchemes") == """
                {"authorization":{"type":"apiKey","name":"Authorization","in":"header"},\
                "bearerAuth":{"type":"http","scheme":"bearer","bearerFormat":"JWT"},\
                "digestAuth":{"type":"http","scheme":"digest"},"xApiKey":{"type":"apiKey","name":"X-Api-Key","in":"header"}}
                """)
        let mixed = draft([
            exchange("/a", headers: [("Authorization", "Bearer eyJa.b.c")]),
            exchange("/a", headers: [("Authorization", "Bearer x")]),
        ])
        #expect(mixed.at("/components/securitySchemes/bearerAuth") == #"{"type":"http","scheme":"bearer"}"#)
    }

    // MARK: Differences

    private func difference(_ operation: String, _ exchanges: [ObservedExchange]) throws -> [String] {
        let description = try Description.read(
            Array(
                "openapi: 3.1.0\nservers: [{url: 'https://api.example.com'}]\npaths: {/a: {post: \(operation)}}\n".utf8)
        )
        return DescriptionDifference(of: draft(exchanges, following: description), from: description).entries
            .map { "\($0.kind): \($0.text)" }
    }

    @Test func `a request body is compared with what is described`() throws {
        let (with, without) = (exchange("POST", "/a", body: "{}"), exchange("POST", "/a"))
        #expect(
            try difference("{responses: {'200': {}}}", [with, with, without])
                == ["body: The request body is not described; 2 of 3 requests had one."])
        #expect(try difference("{responses: {'200': {}}}", [without]) == [])
        let described = "{requestBody: {required: true, content: {application/*: {}}}, responses: {'200': {}}}"
        #expect(
            try difference(described, [with, without])
                == ["body: The request body is required and was missing in 1 of 2 requests."])
        #expect(try difference(described, [with]) == [])
        let text = exchange("POST", "/a", body: "x", type: "text/plain")
        #expect(
            try difference(described, [text]) == [
                "mediaType: The request: the media type 'text/plain' is not described."
            ])
    }

    @Test func `headers and statuses of responses are compared`() throws {
        let described = """
            {responses: {'200': {headers: {X-A: {required: true}, X-B: {}}}, 4XX: {}, '404': {}, default: {}}}
            """
        #expect(
            try difference(
                described,
                [
                    exchange("POST", "/a", answered: [("x-a", "1")]), exchange("POST", "/a", answered: [("X-C", "1")]),
                    exchange("POST", "/a", status: 404), exchange("POST", "/a", status: 500),
                ]) == [
                    "header: Status 200: the header 'X-C' is not described.",
                    "header: Status 200: the header 'X-A' is required and was missing in 1 of 2 responses.",
                    "notSeen: The status '4XX' was not seen.",
                ])
    }

    @Test func `parameters are compared by name, number and type`() throws {
        let described = """
            {parameters: [
              {name: a, in: query, schema: {type: string}}, {name: b, in: query, required: true, schema: {type: boolean}},
              {name: c, in: query, schema: {type: array, items: {type: integer}}},
              {name: d, in: query, style: deepObject, schema: {type: object}},
              {name: X-E, in: header, required: true, schema: {type: [integer, boolean]}},
              {name: f, in: query, required: true, schema: {}}, {name: api_key, in: query, required: true, schema: {}},
              {name: User-Agent, in: header, schema: {}}, {name: g, in: cookie, schema: {}},
              {name: h, in: query, schema: {type: number}}], responses: {'200': {}}}
            """
        let found = try difference(
            described,
            [
                exchange("POST", "/a?a=1&a=2&b=yes&c=1&c=x&d%5Bk%5D=1&h=1", headers: [("x-e", "true")]),
                exchange("POST", "/a?b=true&e=1&h=1.5", headers: [("X-E", "1")]),
                exchange("POST", "/a?b=true&h=2"),
            ])
        #expect(
            found == [
                "parameter: The query parameter 'e' is not described.",
                "type: The query parameter 'a' was sent more than once, and is described as one value.",
                "type: The query parameter 'b' is described as boolean, and had other values.",
                "type: The query parameter 'c' is described as integer, and had other values.",
                "parameter: The header parameter 'X-E' is required and was missing in 1 of 3 requests.",
                "type: The header parameter 'X-E' is described as boolean or integer, and had other values.",
                "parameter: The query parameter 'f' is required and was never sent.",
            ])
    }

    @Test func `a name with brackets is a member of a parameter of the style deepObject, and of no other`() throws {
        let described = """
            {parameters: [
              {name: a, in: query, schema: {type: string}},
              {name: d, in: query, style: deepObject, schema: {type: object}}], responses: {'200': {}}}
            """
        let found = try difference(described, [exchange("POST", "/a?a=1&a%5Bk%5D=1&d%5Bk%5D=1&dx=1")])
        #expect(
            found == [
                "parameter: The query parameter 'a[k]' is not described.",
                "parameter: The query parameter 'dx' is not described.",
            ])
    }
}
