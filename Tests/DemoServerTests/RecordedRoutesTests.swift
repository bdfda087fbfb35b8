import TestSupport
import Testing

@testable import DemoServer

/// What each route of the demo API says, as it was recorded (`Recorded`); dates and random values are left out.
@Suite struct RecordedRoutesTests {
    private static let requests = """
        GET /
        GET /nope
        OPTIONS *
        GET /products
        GET /products?limit=2
        GET /products?limit=2&page=2
        GET /products?category=tea
        GET /products?sort=-price
        GET /products?limit=x
        GET /products/1
        GET /products/999
        GET /products/x
        DELETE /products/1
        POST /products {"name":"x"}
        GET /orders
        GET /orders/1
        POST /orders {"product":1,"count":2}
        POST /orders {"product":1}
        POST /orders {"product":999,"count":1}
        POST /orders {
        PUT /orders/1 {"count":3}
        PATCH /orders/1 {"status":"paid"}
        DELETE /orders/1
        GET /orders/1
        POST /graphql {"query":"{ products(first: 2) { id name } }"}
        POST /graphql {"query":"{ nope }"}
        POST /graphql {"query":"{"}
        POST /graphql {"query":"query Q($id: ID!) { product(id: $id) { name price } }","variables":{"id":"1"}}
        POST /graphql {"query":"mutation { nope }"}
        POST /graphql x
        GET /graphql
        POST /login {"user":"ada","password":"lovelace"}
        POST /login {"user":"ada","password":"x"}
        POST /login {}
        GET /me
        GET /basic
        GET /digest
        GET /aws
        GET /oauth/me
        GET /oauth/nope
        POST /oauth/token grant_type=client_credentials
        POST /oauth/token grant_type=nope&client_id=demo-app
        POST /oauth/revoke token=x
        GET /cookies
        GET /cookies/set?a=b
        GET /cookies/clear
        GET /cache
        GET /cache/max-age
        GET /cache/etag
        GET /cache/no-store
        GET /cache/vary
        GET /cache/stale
        GET /cache/nope
        GET /slow?ms=0
        GET /slow?ms=x
        GET /slow
        GET /status/200
        GET /status/204
        GET /status/301
        GET /status/418
        GET /status/500
        GET /status/999
        GET /status/x
        GET /redirect
        GET /redirect/2
        GET /redirect/0
        GET /redirect/loop
        GET /redirect/other
        GET /redirect/post
        GET /gzip
        GET /deflate
        GET /text
        GET /text/latin1
        GET /text/html
        GET /text/nope
        GET /binary
        GET /envelope
        GET /envelope?code=7
        GET /json/broken
        GET /json/numbers
        GET /json/nope
        GET /echo?a=b&c=%C3%A4
        POST /echo {"a":1}
        PUT /echo/x/y text
        HEAD /products
        PURGE /products
        """

    /// Headers and members whose values are new each time.
    private static let volatile = ["date", "last-modified", "expires", "etag", "set-cookie", "www-authenticate"]

    @Test func `each route says what was recorded`() async throws {
        let routes = DemoRoutes(otherOrigin: "http://127.0.0.1:9")
        var parts: [(name: String, text: String)] = []
        for line in Self.requests.split(separator: "\n") {
            let words = line.split(separator: " ", maxSplits: 2).map(String.init)
            let body = words.count > 2 ? words[2] : ""
            let isForm = body.contains("=") && !body.hasPrefix("{")
            let type = isForm ? "application/x-www-form-urlencoded" : "application/json"
            let answer = try await routes.answer(
                DemoRequest(words[0], words[1], body.isEmpty ? [] : [("Content-Type", type)], body: body))
            var text = "\(answer.status)\n"
            for header in answer.headers {
                let isNew = Self.volatile.contains(header.name.lowercased())
                text += "\(header.name): \(isNew ? "…" : Printed.escaped(header.value))\n"
            }
            switch answer.body {
            case .bytes(let bytes):
                let isText = answer.headers.contains {
                    $0.name == "Content-Type" && ($0.value.contains("json") || $0.value.contains("text"))
                }
                let isNew =
                    ["login", "token", "me", "cache", "orders"].contains { words[1].contains($0) }
                    && answer.status < 300
                // Of what holds times and tokens the length is not the same each time, either.
                text +=
                    isNew
                    ? "…" : isText ? Printed.escaped(String(decoding: bytes, as: UTF8.self)) : "\(bytes.count) bytes"
            case .stream(_, let count): text += "a stream of \(count.map(String.init) ?? "unknown length")"
            }
            parts.append((String(line), text))
        }
        try Recorded.expect(parts, in: "demo")
    }
}
