import Base
import DescriptionDrafts
import OpenAPI
import TestSupport
import Testing

/// The description that is drafted of many exchanges, as it was recorded (`Recorded`).
struct RecordedDraftTests {
    private static let exchanges: [ObservedExchange] =
        (1...12).map {
            exchange(
                "/users/\($0)?page=\($0)&tag=a&tag=b", headers: [("X-Tenant", "7"), ("User-Agent", "x")],
                response:
                    #"{"id":\#($0),"name":"n\#($0)","state":"\#($0 % 2 == 0 ? "open" : "shut")","at":"2026-11-21T10:00:00Z","score":\#($0).5,"tags":["x"],"nil":\#($0 % 3 == 0 ? "null" : "1")}"#
            )
        }
        + [
            exchange("/users", response: #"[{"id":1,"name":"a"},{"id":2,"name":"b","extra":{"deep":[1,"x",null]}}]"#),
            exchange("/users?limit=abc", response: "[]"),
            exchange("POST", "/users", status: 201, body: #"{"name":"a","age":7}"#, response: #"{"id":3}"#),
            exchange("POST", "/users", status: 422, body: #"{"name":5}"#, response: #"{"errors":[{"field":"name"}]}"#),
            exchange("PUT", "/users/1", status: 404, body: "a=1&b=x", type: "application/x-www-form-urlencoded"),
            exchange("DELETE", "/users/1", status: 204), exchange("PATCH", "/users/1", status: nil, body: "{}"),
            exchange("/users/6ba7b810-9dad-11d1-80b4-00c04fd430c8/orders/2026-11-21", response: "{}"),
            exchange("/files/a.txt", response: "text", type: "text/plain"),
            exchange("/files/b.txt", response: "text", type: "text/plain"),
            exchange("/search?q=x&sort=-a&page=1", answered: [("RateLimit", "5"), ("Date", "x"), ("X-Total", "3")]),
            exchange("/search?q=y", status: 500),
            exchange("/search?q=y", status: 503, response: "<p>", type: "text/html"),
            exchange("POST", "/upload", status: 200, body: "--X", type: "multipart/form-data; boundary=X"),
            exchange("POST", "/text", body: "hello", type: "text/plain"),
            exchange("POST", "/xml", body: "<a/>", type: "application/xml"),
            exchange("POST", "/broken", body: "{", response: "["),
            exchange("GET", "https://other.example.com/x", response: "1"),
            exchange("GET", "http://api.example.com:8080/x?a", response: "true"),
            exchange("/me", headers: [("Authorization", "Bearer x")], response: "{}"),
            exchange("/ids", response: #"{"17":{"a":1},"18":{"a":2,"b":3}}"#),
            exchange("/mixed", response: #"[1,"a",null,{"x":1},[]]"#),
            exchange("/a/b/c/d", response: "{}"), exchange("/a/b/c/e", response: "{}"),
            exchange("/A/B", response: "{}"), exchange("/", response: "{}"),
            exchange("/v1/items/1", response: "{}"), exchange("/v1/items/2", response: "{}"),
            exchange("/v2/items/1", response: "{}"),
            exchange("/%C3%A4/x%20y", response: "{}"), exchange("OPTIONS", "/users", status: 204),
            exchange("HEAD", "/users"),
            exchange("PURGE", "/users"), exchange("POST", "/graphql", body: #"{"query":"{ a }"}"#, response: "{}"),
        ]

    @Test func `a draft is what was recorded`() throws {
        let document = draft(Self.exchanges)
        try Recorded.expect(
            [
                ("document", String(decoding: document.json, as: UTF8.self)),
                ("notices", Printed(document.notices).text),
            ], in: "draft")
    }

    @Test func `what differs from a description is what was recorded`() throws {
        let text = """
            openapi: 3.1.0
            info: {title: a, version: '1'}
            servers: [{url: 'https://api.example.com'}]
            paths:
              /users/{id}:
                parameters: [{name: id, in: path, required: true, schema: {type: integer}}]
                get:
                  parameters: [{name: page, in: query, schema: {type: string}}, {name: must, in: query, required: true, schema: {}}]
                  responses: {'200': {description: ok, content: {application/json: {schema: {type: object, required: [id, gone], properties: {id: {type: string}, state: {enum: [open]}}}}}}}
                delete: {responses: {'200': {description: ok}}}
              /users: {post: {responses: {'201': {description: made}}}, get: {deprecated: true, responses: {default: {description: x}}}}
              /never: {get: {responses: {'200': {description: ok}}}}
            """
        let description = try Description.read(Array(text.utf8))
        let found = DescriptionDifference(of: draft(Self.exchanges, following: description), from: description)
        try Recorded.expect([("difference", Printed(found).text)], in: "draft-difference")
    }
}
