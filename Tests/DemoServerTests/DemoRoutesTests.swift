import Foundation
import NetEngine
import Testing

@testable import DemoServer

/// The demo API as values: a request in, a response out, no socket.
@Suite struct DemoRoutesTests {
    private let routes = DemoRoutes(otherOrigin: "http://127.0.0.1:9")

    private func ask(
        _ method: String, _ target: String, headers: [(String, String)] = [], body: String = ""
    ) async throws -> DemoResponse {
        try await routes.answer(DemoRequest(method, target, headers, body: body))
    }

    private func bytes(_ answer: DemoResponse) async throws -> [UInt8] {
        switch answer.body {
        case .bytes(let bytes): return bytes
        case .stream(let stream, _):
            var all: [UInt8] = []
            var index = 0
            while let part = try await stream.chunk(index) {
                all += part
                index += 1
            }
            return all
        }
    }

    private func text(_ answer: DemoResponse) async throws -> String {
        String(decoding: try await bytes(answer), as: UTF8.self)
    }

    // MARK: - Tokens

    @Test func `a device is told why it has no token`() async throws {
        func tell(_ path: String, _ form: String) async throws -> [String: String] {
            let answer = try await bytes(
                ask(
                    "POST", path, headers: [("Content-Type", "application/x-www-form-urlencoded")],
                    body: form + "&client_id=demo-app"))
            let object = try JSONSerialization.jsonObject(with: Data(answer)) as? [String: Any]
            return object?.compactMapValues { $0 as? String } ?? [:]
        }
        let device = try await tell("/oauth/device", "scope=s")
        let (code, userCode) = (device["device_code"] ?? "", device["user_code"] ?? "")
        let poll = "grant_type=urn:ietf:params:oauth:grant-type:device_code&device_code=\(code)"
        #expect(try await tell("/oauth/token", poll)["error"] == "authorization_pending")
        _ = try await ask("POST", "/oauth/device", body: "user_code=\(userCode)&decision=deny")
        #expect(try await tell("/oauth/token", poll)["error"] == "access_denied")
        #expect(try await tell("/oauth/token", poll)["error"] == "invalid_grant")
    }

    @Test func `a token expires alone, and one that has just taken its place lives on`() async throws {
        func token(_ form: String) async throws -> (access: String, refresh: String) {
            let answer = try await text(
                ask(
                    "POST", "/oauth/token", headers: [("Content-Type", "application/x-www-form-urlencoded")],
                    body: form + "&client_id=demo-app"))
            let object = try #require(try JSONSerialization.jsonObject(with: Data(answer.utf8)) as? [String: Any])
            return (try #require(object["access_token"] as? String), try #require(object["refresh_token"] as? String))
        }
        func call(_ method: String, _ path: String, _ token: String) async throws -> DemoResponse {
            try await ask(method, path, headers: [("Authorization", "Bearer \(token)")])
        }
        let (one, refresh) = try await token("grant_type=password&username=ada&password=lovelace")
        let (other, _) = try await token("grant_type=password&username=ada&password=lovelace")
        #expect(try await text(call("POST", "/oauth/expire", one)) == #"{"expired":1}"#)
        #expect(try await text(call("POST", "/oauth/expire", one)) == #"{"expired":0}"#)
        #expect(try await call("GET", "/oauth/me", one).status == 401)
        #expect(try await call("GET", "/oauth/me", other).status == 200)
        let (next, _) = try await token("grant_type=refresh_token&refresh_token=\(refresh)")
        #expect(try await text(call("POST", "/oauth/expire", next)) == #"{"expired":0}"#)
        #expect(try await call("GET", "/oauth/me", next).status == 200)
        #expect(try await call("POST", "/oauth/expire", "unknown").status == 404)
    }

    @Test func `each route that the first page names is there`() async throws {
        let page = try await text(ask("GET", "/"))
        let index = try #require(try JSONSerialization.jsonObject(with: Data(page.utf8)) as? [String: Any])
        let named = try #require(index["routes"] as? [String])
        #expect(named.count > 20)
        for route in named {
            let status = try await ask("GET", route.replacing("{code}", with: "200")).status
            #expect(status != 404, "\(route)")
        }
    }

    // MARK: - GraphQL

    @Test(arguments: [
        (
            #"{"query": "query Tea($category: String, $first: Int) {\n shop { name productCount }\n products(category: $category, first: $first) { ...ProductFields stock } }\n\nfragment ProductFields on Product { id\n name price }", "variables": {"category": "tea", "first": 1}}"#,
            #"{"data":{"shop":{"name":"apitui demo shop","productCount":12},"products":[{"id":1,"name":"Green tea, 100 g","price":6.90,"stock":42}]}}"#
        ),
        (
            #"{"query": "query One($id: Int!) { product(id: $id) { ...ProductFields } } fragment ProductFields on Product { id name price }", "variables": {"id": 2}}"#,
            #"{"data":{"product":{"id":2,"name":"Earl Grey, 100 g","price":5.90}}}"#
        ),
        (
            #"{"query": "mutation {\n  setStock(id: 5, stock: 9) { id stock }\n}"}"#,
            #"{"data":{"setStock":{"id":5,"stock":9}}}"#
        ),
        (
            #"{"query": "{ product(id: 999) { name } }"}"#,
            #"{"errors":[{"message":"There is no product 999.","locations":[{"line":1,"column":3}],"path":["product"],"extensions":{"code":"NOT_FOUND"}}],"data":{"product":null}}"#
        ),
    ])
    func `GraphQL answers the queries of the samples`(body: String, answer: String) async throws {
        #expect(try await text(ask("POST", "/graphql", body: body)) == answer)
    }

    // MARK: - Shop

    @Test func `the product list pages and filters`() async throws {
        let page = try await ask("GET", "/products?limit=5&page=3")
        #expect(page.status == 200)
        #expect(try await text(page).hasPrefix(#"{"page":3,"pages":3,"limit":5,"total":12,"items":[{"id":11,"#))
        let tea = try await text(ask("GET", "/products?category=tea&maxPrice=6"))
        #expect(tea.contains(#""total":1"#))
        #expect(tea.contains("Earl Grey"))
    }

    @Test func `a product can be made, changed and removed`() async throws {
        let made = try await ask("POST", "/products", body: #"{"name":"Oolong","price":12.5}"#)
        #expect(made.status == 201)
        #expect(made.headers.contains { $0 == ("Location", "/products/13") })
        let changed = try await ask("PATCH", "/products/13", body: #"{"price":13}"#)
        #expect(try await text(changed).contains(#""name":"Oolong","category":"other","price":13.00"#))
        #expect(try await ask("DELETE", "/products/13").status == 204)
        #expect(try await ask("GET", "/products/13").status == 404)
    }

    @Test(arguments: [
        (#"{"name":"","price":-1,"stock":-2}"#, 422, ["name", "price", "stock"]),
        (#"{"stock":1}"#, 422, ["name", "price"]),
        (#"{"name":"#, 400, []),
        (#"{"name":3}"#, 400, []),
    ])
    func `an invalid product names each field`(body: String, status: Int, fields: [String]) async throws {
        let answer = try await ask("POST", "/products", body: body)
        #expect(answer.status == status)
        let text = try await text(answer)
        for field in fields { #expect(text.contains(#""field":"\#(field)""#)) }
    }

    @Test func `an order counts the stock and adds up`() async throws {
        let order = try await ask(
            "POST", "/orders", body: #"{"items":[{"productId":1,"quantity":2},{"productId":9,"quantity":1}]}"#)
        #expect(order.status == 201)
        #expect(try await text(order).contains(#""total":67.80"#))
        let soldOut = try await ask("POST", "/orders", body: #"{"items":[{"productId":6,"quantity":1}]}"#)
        #expect(soldOut.status == 422)
    }

    @Test(arguments: [
        ("PUT", "/products", "GET, HEAD, POST"), ("POST", "/products/1", "GET, HEAD, PUT, PATCH, DELETE"),
    ])
    func `the response to a wrong method names the right ones`(method: String, path: String, allowed: String)
        async throws
    {
        let answer = try await ask(method, path, body: "{}")
        #expect(answer.status == 405)
        #expect(answer.headers.contains { $0 == ("Allow", allowed) })
    }

    // MARK: - Accounts

    @Test func `the login's token opens me`() async throws {
        let login = try await ask("POST", "/login", body: #"{"user":"ada","password":"lovelace"}"#)
        #expect(try await text(login).contains(#""token":"\#(DemoAccounts.token)""#))
        #expect(try await ask("GET", "/me").status == 401)
        #expect(try await ask("GET", "/me", headers: [("Authorization", "Bearer wrong")]).status == 401)
        let small = try await ask("GET", "/me", headers: [("Authorization", "bearer \(DemoAccounts.token)")])
        #expect(small.status == 200, "the case of a scheme is free")
        let me = try await ask("GET", "/me", headers: [("authorization", "Bearer \(DemoAccounts.token)")])
        #expect(me.status == 200)
        #expect(try await ask("POST", "/login", body: #"{"user":"ada","password":"x"}"#).status == 401)
    }

    @Test func `basic credentials are checked`() async throws {
        #expect(try await ask("GET", "/basic").status == 401)
        let answer = try await ask("GET", "/basic", headers: [("Authorization", "Basic YWRhOmxvdmVsYWNl")])
        #expect(answer.status == 200)
    }

    @Test func `cookies are set one a field and read back`() async throws {
        let set = try await ask("GET", "/cookies/set?a=1&b=2")
        #expect(set.headers.count { $0.name == "Set-Cookie" } == 3)
        let shown = try await ask("GET", "/cookies", headers: [("Cookie", "a=1; b=2=3")])
        #expect(try await text(shown) == #"{"received":{"a":"1","b":"2=3"}}"#)
    }

    // MARK: - Caching

    @Test(arguments: [
        ("/cache/etag", "If-None-Match", "\"catalogue-7\""),
        ("/cache/etag", "If-None-Match", "\"other\", \"catalogue-7\""),
        ("/cache/last-modified", "If-Modified-Since", DemoClock.catalogueChanged),
        ("/cache/last-modified", "If-Modified-Since", "Mon, 02 Mar 2026 09:30:01 GMT"),
    ])
    func `a validator that holds yields 304 without a body`(path: String, name: String, value: String) async throws {
        #expect(try await ask("GET", path).status == 200)
        let answer = try await ask("GET", path, headers: [(name, value)])
        #expect(answer.status == 304)
        #expect(try await bytes(answer).isEmpty)
        for old in ["\"old\"", "Mon, 02 Mar 2026 09:29:59 GMT"] {
            #expect(try await ask("GET", path, headers: [(name, old)]).status == 200)
        }
    }

    @Test func `each body made is counted`() async throws {
        _ = try await ask("GET", "/cache/fresh")
        let second = try await ask("GET", "/cache/fresh?seconds=5")
        #expect(try await text(second).contains(#""made":2"#))
        #expect(second.headers.contains { $0 == ("Cache-Control", "max-age=5") })
    }

    // MARK: - Signatures

    @Test func `a signature is of a header whose spaces are folded`() async throws {
        let (date, scope, names) = (
            "20260101T000000Z", "20260101/eu-west-1/execute-api/aws4_request", "host;x-amz-date;x-note"
        )
        let canonical = [
            "GET", "/aws", "", "host:h", "x-amz-date:\(date)", "x-note:a b", "", names,
            Hexadecimal.text(SHA256.hash([])),
        ].joined(separator: "\n")
        let text =
            "AWS4-HMAC-SHA256\n\(date)\n\(scope)\n" + Hexadecimal.text(SHA256.hash(Array(canonical.utf8)))
        var key = Array("AWS4\(DemoSignatures.secretKey)".utf8)
        for step in scope.split(separator: "/").map(String.init) + [text] {
            key = HMACSHA256.code(for: Array(step.utf8), key: key)
        }
        let signature =
            "AWS4-HMAC-SHA256 Credential=\(DemoSignatures.accessKey)/\(scope), SignedHeaders=\(names), "
            + "Signature=\(Hexadecimal.text(key))"
        for (note, status) in [("a  b", 200), ("a b", 200), ("ab", 403)] {
            let answer = try await ask(
                "GET", "/aws",
                headers: [("Host", "h"), ("X-Amz-Date", date), ("X-Note", note), ("Authorization", signature)])
            #expect(answer.status == status, "\(note)")
        }
    }

    // MARK: - Status, redirects

    @Test(arguments: [200, 204, 301, 401, 404, 418, 429, 500, 503, 599, 799])
    func `any status can be had`(code: Int) async throws {
        #expect(try await ask("GET", "/status/\(code)").status == code)
    }

    @Test func `a chain of redirects ends`() async throws {
        var target = "/redirect/chain/3"
        var hops = 0
        while true {
            let answer = try await ask("GET", target)
            guard let location = answer.headers.first(where: { $0.name == "Location" })?.value else { break }
            hops += 1
            target = location.hasPrefix("/") ? location : "/redirect/chain/\(location)"
        }
        #expect(hops == 3)
        #expect(target == "/redirect/chain/0")
    }

    // MARK: - Bodies

    @Test(arguments: [1, 2, 63, 64, 65, 129, 1024])
    func `a large document is JSON of exactly the size`(kilobytes: Int) async throws {
        let answer = try await ask("GET", "/large?kb=\(kilobytes)")
        let bytes = try await bytes(answer)
        #expect(bytes.count == kilobytes * 1024)
        struct Document: Decodable {
            struct Item: Decodable { var id: Int }
            var items: [Item]
        }
        let document = try JSONDecoder().decode(Document.self, from: Data(bytes))
        #expect(document.items.first?.id == (document.items.count == 1 ? 0 : 1_000_000))
        #expect(document.items.count > kilobytes * 7)
    }

    @Test func `a compressed body begins as its coding does`() async throws {
        let gzip = try await bytes(ask("GET", "/gzip?kb=4"))
        #expect(gzip.prefix(3) == [0x1F, 0x8B, 8])
        let deflate = try await bytes(ask("GET", "/deflate?kb=4"))
        #expect(deflate.first == 0x78)
        #expect(gzip.count < 1024)
    }

    @Test func `the picture is a PNG of 16 by 16`() async throws {
        let bytes = try await bytes(ask("GET", "/image.png"))
        #expect(bytes.prefix(8) == [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A])
        #expect(bytes[16..<24] == [0, 0, 0, 16, 0, 0, 0, 16])
        #expect(bytes.suffix(8) == [0x49, 0x45, 0x4E, 0x44, 0xAE, 0x42, 0x60, 0x82])
    }

    @Test func `hostile text holds what it says`() async throws {
        let text = try await text(ask("GET", "/text/hostile"))
        for part in ["\u{1B}]52;", "\u{1B}[2J", "\u{202E}", "\u{200B}", "\u{9B}"] {
            #expect(text.unicodeScalars.contains(part.unicodeScalars))
        }
    }

    @Test func `events come in the form of the standard`() async throws {
        let text = try await text(ask("GET", "/slow/events?ms=1&count=2"))
        #expect(text.hasPrefix("id: 1\nevent: stock\ndata: {"))
        #expect(text.hasSuffix("}\n\n"))
        #expect(text.split(separator: "\n\n").count == 2)
    }

    @Test func `echo returns what was received`() async throws {
        let answer = try await ask("PUT", "/echo?a=1&a=2+3&b=%E2%98%95", headers: [("X-A", "b")], body: "hi")
        #expect(
            try await text(answer)
                == #"{"method":"PUT","target":"/echo?a=1&a=2+3&b=%E2%98%95","query":[["a","1"],["a","2 3"],["b","☕"]],"headers":[["X-A","b"]],"bodyBytes":2,"body":"hi"}"#
        )
    }

    @Test func `an escape that is none stays as it is`() {
        #expect(DemoQuery.decode("100%") == "100%")
        #expect(DemoQuery.decode("%zz%4") == "%zz%4")
        #expect(DemoQuery.decode("%41%2b+", plusIsSpace: false) == "A++")
    }

    @Test func `dates are those of HTTP`() {
        let dates: [(Int, String)] = [
            (784_111_777, "Sun, 06 Nov 1994 08:49:37 GMT"), (0, "Thu, 01 Jan 1970 00:00:00 GMT"),
            (951_782_400, "Tue, 29 Feb 2000 00:00:00 GMT"), (1_675_303_559, "Thu, 02 Feb 2023 02:05:59 GMT"),
            (1_677_819_549, "Fri, 03 Mar 2023 04:59:09 GMT"), (1_680_588_359, "Tue, 04 Apr 2023 06:05:59 GMT"),
            (1_683_277_149, "Fri, 05 May 2023 08:59:09 GMT"), (1_686_045_959, "Tue, 06 Jun 2023 10:05:59 GMT"),
            (1_688_734_749, "Fri, 07 Jul 2023 12:59:09 GMT"), (1_691_503_559, "Tue, 08 Aug 2023 14:05:59 GMT"),
            (1_694_278_749, "Sat, 09 Sep 2023 16:59:09 GMT"), (1_696_961_159, "Tue, 10 Oct 2023 18:05:59 GMT"),
            (1_702_422_359, "Tue, 12 Dec 2023 23:05:59 GMT"), (1_772_443_800, "Mon, 02 Mar 2026 09:30:00 GMT"),
            (1_772_614_980, "Wed, 04 Mar 2026 09:03:00 GMT"),
        ]
        for (seconds, text) in dates { #expect(DemoClock.httpDate(seconds) == text) }
    }
}
