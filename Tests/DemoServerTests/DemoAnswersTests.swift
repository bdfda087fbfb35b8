import Foundation
import NetEngine
import Testing

@testable import DemoServer

/// Whole answers of the demo API: status, header fields and body.
@Suite struct DemoAnswersTests {
    private let routes = DemoRoutes(otherOrigin: "http://127.0.0.1:9")

    private func ask(_ method: String, _ target: String, _ headers: [(String, String)] = [], _ body: String = "")
        async throws -> DemoResponse
    {
        try await routes.answer(DemoRequest(method, target, headers, body: body))
    }

    /// Status, header fields but for dates and the usual content type, and body.
    private func say(_ method: String, _ target: String, _ headers: [(String, String)] = [], _ body: String = "")
        async throws -> String
    {
        let answer = try await ask(method, target, headers, body)
        guard case .bytes(let bytes) = answer.body else { return "\(answer.status) stream" }
        let fields = answer.headers.filter {
            $0.name != "Date" && ($0.name, $0.value) != ("Content-Type", "application/json")
        }
        return
            (["\(answer.status)"] + fields.map { "\($0.name): \($0.value)" } + [String(decoding: bytes, as: UTF8.self)])
            .filter { !$0.isEmpty }.joined(separator: " ~ ")
    }

    /// Rows of a method, a target and perhaps a body, and what is answered.
    private func check(_ table: String) async throws {
        for row in table.split(separator: "\n") {
            let parts = row.split(separator: " => ")
            let words = parts[0].split(separator: " ", maxSplits: 2).map(String.init)
            let found = try await say(words[0], words[1], [], words.count > 2 ? words[2] : "")
            #expect(found == parts[1], "\(row)")
        }
    }

    @Test func `products are listed by page, category, words and price`() async throws {
        let mug =
            #"{"id":8,"sku":"CUP-GLS-300","name":"Glass mug, 300 ml","category":"cups","price":9.50,"currency":"EUR","stock":44}"#
        let list = #""limit":1,"total":2,"items""#
        try await check(
            """
            GET /products?q=GLASS&limit=1 => 200 ~ X-Total-Count: 2 ~ Link: </products?page=2&limit=1>; rel="next" ~ {"page":1,"pages":2,\(list):[\(mug)]}
            GET /products?category=none => 200 ~ X-Total-Count: 0 ~ {"page":1,"pages":1,"limit":5,"total":0,"items":[]}
            GET /products?page=99&limit=1000 => 200 ~ X-Total-Count: 12 ~ {"page":99,"pages":1,"limit":100,"total":12,"items":[]}
            GET /products?maxPrice=3.89 => 200 ~ X-Total-Count: 0 ~ {"page":1,"pages":1,"limit":5,"total":0,"items":[]}
            GET /products?maxPrice=9.5&q=mug => 200 ~ X-Total-Count: 1 ~ {"page":1,"pages":1,"limit":5,"total":1,"items":[\(mug)]}
            GET /products?maxPrice=x&page=0&limit=0&q=mug => 200 ~ X-Total-Count: 1 ~ {"page":1,"pages":1,"limit":1,"total":1,"items":[\(mug)]}
            GET /products?maxPrice=-1&q=mug => 200 ~ X-Total-Count: 1 ~ {"page":1,"pages":1,"limit":5,"total":1,"items":[\(mug)]}
            HEAD /products/8 => 200 ~ ETag: "p8-950-44" ~ \(mug)
            GET /products/x => 404 ~ {"error":{"code":"not_found","message":"There is no product x."}}
            GET /products/1/2 => 404 ~ {"error":{"code":"not_found","message":"There is no product 1/2."}}
            GET /products/99 => 404 ~ {"error":{"code":"not_found","message":"There is no product 99."}}
            DELETE /products/99 => 404 ~ {"error":{"code":"not_found","message":"There is no product 99."}}
            PATCH /products/99 {} => 404 ~ {"error":{"code":"not_found","message":"There is no product 99."}}
            POST /products/8 => 405 ~ Allow: GET, HEAD, PUT, PATCH, DELETE ~ {"error":{"code":"method_not_allowed","message":"This route takes GET, HEAD, PUT, PATCH, DELETE."}}
            """)
        #expect(DemoShop.Product.decimal(5) == "0.05" && DemoShop.Product.decimal(1_010) == "10.10")
    }

    @Test func `products are made and changed within their limits`() async throws {
        func invalid(_ field: String, _ problem: String) -> String {
            #"422 ~ {"error":{"code":"invalid","message":"The request has 1 invalid field(s).","fields":[{"field":"\#(field)","problem":"\#(problem)"}]}}"#
        }
        func product(_ price: String, _ stock: Int) -> String {
            #"{"id":8,"sku":"S","name":"N","category":"C","price":\#(price),"currency":"EUR","stock":\#(stock)}"#
        }
        let price = invalid("price", "must be more than 0 and less than 1000000")
        let stock = invalid("stock", "must be from 0 to 1000000")
        try await check(
            """
            POST /products {"name":"A","price":0.05} => 201 ~ Location: /products/13 ~ ETag: "p13-5-0" ~ {"id":13,"sku":"NEW-13","name":"A","category":"other","price":0.05,"currency":"EUR","stock":0}
            POST /products {"price":1} => \(invalid("name", "is missing"))
            POST /products {"name":"A"} => \(invalid("price", "is missing"))
            PUT /products/8 {"sku":"S","name":"N","category":"C","price":1,"stock":0} => 200 ~ ETag: "p8-100-0" ~ \(product("1.00", 0))
            PATCH /products/8 {"price":999999.99,"stock":1000000} => 200 ~ ETag: "p8-99999999-1000000" ~ \(product("999999.99", 1_000_000))
            PATCH /products/8 {"price":0} => \(price)
            PATCH /products/8 {"price":1000000} => \(price)
            PATCH /products/8 {"stock":-1} => \(stock)
            PATCH /products/8 {"stock":1000001} => \(stock)
            PATCH /products/8 {"name":""} => \(invalid("name", "must not be empty"))
            PATCH /products/8 {"stock":"1"} => 400 ~ {"error":{"code":"not_json","message":"The body is not JSON, or a member of it has the wrong type."}}
            PATCH /products/8 {} => 200 ~ ETag: "p8-99999999-1000000" ~ \(product("999999.99", 1_000_000))
            DELETE /products/8 => 204
            GET /products/8 => 404 ~ {"error":{"code":"not_found","message":"There is no product 8."}}
            """)
    }

    @Test func `orders are checked line by line`() async throws {
        func invalid(_ count: Int, _ fields: String) -> String {
            #"422 ~ {"error":{"code":"invalid","message":"The request has \#(count) invalid field(s).","fields":[\#(fields)]}}"#
        }
        let left = #""problem":"must be at least 1, and 5 are left"}"#
        try await check(
            """
            POST /orders {"items":[{"productId":9,"quantity":5}]} => 201 ~ Location: /orders/1001 ~ {"id":1001,"state":"accepted","lines":1,"total":270.00,"currency":"EUR"}
            POST /orders {"items":[{"productId":1,"quantity":1},{"productId":1,"quantity":1}]} => 201 ~ Location: /orders/1002 ~ {"id":1002,"state":"accepted","lines":2,"total":13.80,"currency":"EUR"}
            POST /orders {"items":[]} => \(invalid(1, #"{"field":"items","problem":"must not be empty"}"#))
            POST /orders {"items":[{"productId":9,"quantity":6},{"productId":99,"quantity":1}]} => \(invalid(2, #"{"field":"items[0].quantity",\#(left),{"field":"items[1].productId","problem":"does not exist"}"#))
            POST /orders {"items":[{"productId":9,"quantity":0}]} => \(invalid(1, #"{"field":"items[0].quantity",\#(left)"#))
            POST /orders {} => 400 ~ {"error":{"code":"not_json","message":"The body is not JSON, or a member of it has the wrong type."}}
            GET /orders => 405 ~ Allow: POST ~ {"error":{"code":"method_not_allowed","message":"This route takes POST."}}
            POST /orders/7 {} => 404 ~ {"error":{"code":"not_found","message":"There is no order 7."}}
            """)
    }

    @Test func `a status has the header fields that belong to it`() async throws {
        let wrong =
            #"400 ~ {"error":{"code":"no_status","message":"Ask for a status from 200 to 999; interim ones (1xx) are at {{broken}}/early-hints."}}"#
        try await check(
            """
            GET /status/200 => 200 ~ {"status":200,"phrase":"OK"}
            GET /status/201 => 201 ~ Location: /products/1 ~ {"status":201,"phrase":"Created"}
            GET /status/204 => 204
            GET /status/205 => 205
            GET /status/304 => 304
            GET /status/301 => 301 ~ Location: /echo?from=status-301 ~ {"status":301,"phrase":"Moved Permanently"}
            GET /status/302 => 302 ~ Location: /echo?from=status-302 ~ {"status":302,"phrase":"Found"}
            GET /status/307 => 307 ~ Location: /echo?from=status-307 ~ {"status":307,"phrase":"Temporary Redirect"}
            GET /status/308 => 308 ~ Location: /echo?from=status-308 ~ {"status":308,"phrase":"Permanent Redirect"}
            GET /status/401 => 401 ~ WWW-Authenticate: Bearer realm="shop" ~ {"status":401,"phrase":"Unauthorized"}
            GET /status/405 => 405 ~ Allow: GET, HEAD ~ {"status":405,"phrase":"Method Not Allowed"}
            GET /status/407 => 407 ~ Proxy-Authenticate: Basic realm="proxy" ~ {"status":407,"phrase":"Proxy Authentication Required"}
            GET /status/416 => 416 ~ Content-Range: bytes */1024 ~ {"status":416,"phrase":"Range Not Satisfiable"}
            GET /status/426 => 426 ~ Upgrade: h2c ~ {"status":426,"phrase":"Upgrade Required"}
            GET /status/429 => 429 ~ Retry-After: 1 ~ {"status":429,"phrase":"Too Many Requests"}
            GET /status/503 => 503 ~ Retry-After: 1 ~ {"status":503,"phrase":"Service Unavailable"}
            GET /status/999 => 999 ~ {"status":999,"phrase":"Not Registered"}
            GET /status/199 => \(wrong)
            GET /status/1000 => \(wrong)
            GET /status/x => \(wrong)
            GET /status => \(wrong)
            """)
    }

    @Test func `redirects of each kind lead where they say`() async throws {
        func to(_ status: Int, _ location: String) -> String {
            "\(status) ~ Content-Type: text/plain; charset=utf-8 ~ Location: \(location) ~ Go to \(location)"
        }
        let table = """
            chain/2 => \(to(302, "/redirect/chain/1"))
            chain/1 => \(to(302, "0"))
            chain/0 => 200 ~ {"arrived":true}
            chain/1000 => \(to(302, "/redirect/chain/999"))
            chain/1001 => 404 ~ {"error":{"code":"not_found","message":"There is no chain of 1001."}}
            loop => \(to(302, "/redirect/loop/back"))
            loop/back => \(to(302, "/redirect/loop"))
            other-origin => \(to(302, "http://127.0.0.1:9/echo?from=other-origin"))
            see-other => \(to(303, "/echo?from=see-other"))
            keep-method => \(to(307, "/echo?from=keep-method"))
            moved => \(to(301, "/echo?from=moved"))
            permanent => \(to(308, "/echo?from=permanent"))
            bad-scheme => \(to(302, "ftp://127.0.0.1/file"))
            no-location => 302 ~ Content-Type: text/plain; charset=utf-8 ~ A redirect that does not say where to.
            other => 404 ~ {"error":{"code":"not_found","message":"There is no route /redirect/other."}}
            """
        for row in table.split(separator: "\n") {
            let parts = row.split(separator: " => ")
            let found = try await say("GET", "/redirect/\(parts[0])")
            #expect((found.last == "\n" ? String(found.dropLast()) : found) == parts[1], "\(row)")
        }
    }

    @Test func `logins, cookies and what they refuse`() async throws {
        let form = [("Content-Type", "Application/x-www-form-urlencoded; charset=utf-8")]
        let token = #""token":"demo-token-ada","type":"Bearer","expiresIn":3600"#
        #expect(
            try await say("POST", "/login", form, "user=ada&password=lovelace")
                == "200 ~ Cache-Control: no-store ~ {\(token),\"logins\":1}")
        #expect(
            try await say("POST", "/login", [], #"{"user":"ada","password":"lovelace"}"#)
                == "200 ~ Cache-Control: no-store ~ {\(token),\"logins\":2}")
        try await check(
            """
            GET /login => 405 ~ Allow: POST ~ {"error":{"code":"method_not_allowed","message":"This route takes POST."}}
            POST /login {"user":"ada"} => 400 ~ {"error":{"code":"not_json","message":"Send user and password as JSON or as a form."}}
            POST /login {"user":"Ada","password":"lovelace"} => 401 ~ {"error":{"code":"wrong_login","message":"The name or the password is wrong. Try ada and lovelace."}}
            GET /me => 401 ~ WWW-Authenticate: Bearer realm="shop" ~ {"error":{"code":"no_token","message":"Send the token of /login as a Bearer token."}}
            GET /basic => 401 ~ WWW-Authenticate: Basic realm="shop", charset="UTF-8" ~ {"error":{"code":"no_login","message":"Send the name and the password as Basic credentials."}}
            GET /cookies => 200 ~ Cache-Control: no-store ~ {"received":{}}
            GET /cookies/set => 200 ~ Set-Cookie: basket=b-1001; Path=/; SameSite=Lax ~ Set-Cookie: visit=1; Path=/cookies; Max-Age=3600; HttpOnly ~ {"set":2}
            GET /cookies/set?a=1&b=2 => 200 ~ Set-Cookie: a=1; Path=/; SameSite=Lax ~ Set-Cookie: b=2; Path=/; SameSite=Lax ~ Set-Cookie: visit=1; Path=/cookies; Max-Age=3600; HttpOnly ~ {"set":3}
            GET /cookies/clear => 200 ~ Set-Cookie: basket=; Path=/; Expires=Thu, 01 Jan 1970 00:00:00 GMT; Max-Age=0 ~ {"cleared":true}
            GET /cookies/x => 404 ~ {"error":{"code":"not_found","message":"There is no route /cookies/x."}}
            """)
        #expect(
            try await say("GET", "/me", [("Authorization", "Bearer demo-token-Ada")])
                == #"401 ~ WWW-Authenticate: Bearer realm="shop", error="invalid_token" ~ {"error":{"code":"bad_token","message":"This token is unknown."}}"#
        )
        #expect(
            try await say("GET", "/me", [("Authorization", "bearer demo-token-ada")])
                == #"200 ~ Cache-Control: private, no-store ~ {"id":1,"user":"ada","name":"Ada Lovelace","roles":["customer","editor"]}"#
        )
        #expect(
            try await say("GET", "/basic", [("Authorization", "Basic YWRhOmxvdmVsYWNl")])
                == #"200 ~ {"user":"ada","scheme":"Basic"}"#)
        #expect(
            try await say("GET", "/cookies", [("cookie", "a; b=; c=1=2")])
                == #"200 ~ Cache-Control: no-store ~ {"received":{"a":"","b":"","c":"1=2"}}"#)
    }

    @Test func `each route of the cache has its own reason`() async throws {
        let changed = DemoClock.catalogueChanged
        try await check(
            """
            GET /cache/fresh => 200 ~ Cache-Control: max-age=60 ~ ETag: "fresh-1" ~ {"route":"cache/fresh","made":1}
            GET /cache/fresh?seconds=90000 => 200 ~ Cache-Control: max-age=86400 ~ ETag: "fresh-1" ~ {"route":"cache/fresh","made":2}
            HEAD /cache/etag => 200 ~ Cache-Control: no-cache ~ ETag: "catalogue-7" ~ {"route":"cache/etag","made":1}
            GET /cache/last-modified => 200 ~ Cache-Control: max-age=0, must-revalidate ~ Last-Modified: \(changed) ~ {"route":"cache/last-modified","made":1}
            GET /cache/vary => 200 ~ Cache-Control: max-age=60 ~ Vary: Accept-Language ~ {"route":"cache/vary/en","made":1,"greeting":"Good day"}
            GET /cache/no-store => 200 ~ Cache-Control: no-store ~ {"route":"cache/no-store","made":1}
            GET /cache/private => 200 ~ Cache-Control: private, max-age=30 ~ {"route":"cache/private","made":1}
            GET /cache/stale => 200 ~ Cache-Control: max-age=1, stale-while-revalidate=30, stale-if-error=300 ~ {"route":"cache/stale","made":1}
            GET /cache/expires => 200 ~ Expires: \(changed) ~ {"route":"cache/expires","made":1}
            GET /cache/heuristic => 200 ~ Last-Modified: \(changed) ~ {"route":"cache/heuristic","made":1}
            GET /cache/x => 404 ~ {"error":{"code":"not_found","message":"There is no route /cache/x."}}
            POST /cache/fresh => 405 ~ Allow: GET, HEAD ~ {"error":{"code":"method_not_allowed","message":"This route takes GET, HEAD."}}
            """)
        #expect(
            try await say("GET", "/cache/etag", [("If-None-Match", "*")])
                == #"304 ~ Cache-Control: no-cache ~ ETag: "catalogue-7""#)
        for (language, greeting) in [("de-CH", "Guten Tag"), ("ja", "こんにちは"), ("en;q=1", "Good day")] {
            let found = try await say("GET", "/cache/vary", [("Accept-Language", language)])
            #expect(
                found.hasSuffix(#"{"route":"cache/vary/\#(language)","made":1,"greeting":"\#(greeting)"}"#), "\(found)")
        }
    }

    @Test func `other routes, and those that are none`() async throws {
        func none(_ route: String) -> String {
            #"404 ~ {"error":{"code":"not_found","message":"There is no route \#(route)."}}"#
        }
        try await check(
            """
            OPTIONS * => 204 ~ Allow: GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS
            GET * => \(none("/*"))
            GET /envelope/ok => 200 ~ {"status":"ok","message":"2 cups reserved","data":{"reservation":77,"cups":2}}
            GET /envelope/failure => 200 ~ {"status":"error","message":"The card was declined.","data":null,"code":"card_declined"}
            GET /envelope => \(none("/envelope"))
            GET /json/other => \(none("/json/other"))
            GET /text/other => \(none("/text/other"))
            GET /slow/other => \(none("/slow/other"))
            GET /oauth/other => \(none("/oauth/other"))
            GET /other/a => \(none("/other/a"))
            GET /large?kb=0 => 422 ~ {"error":{"code":"invalid","message":"mb must be from 1 to 1024, or kb from 1 to 1048576."}}
            GET /large?mb=0 => 422 ~ {"error":{"code":"invalid","message":"mb must be from 1 to 1024, or kb from 1 to 1048576."}}
            GET /large?kb=1048577 => 422 ~ {"error":{"code":"invalid","message":"mb must be from 1 to 1024, or kb from 1 to 1048576."}}
            GET /large?kb=1048576 => 200 stream
            GET /large => 200 stream
            POST /openapi.yaml => 405 ~ Allow: GET, HEAD ~ {"error":{"code":"method_not_allowed","message":"This route takes GET, HEAD."}}
            GET /slow/headers?ms=0 => 200 ~ Server-Timing: db;dur=0, render;dur=0 ~ {"waitedMilliseconds":0}
            GET /slow/headers?ms=6 => 200 ~ Server-Timing: db;dur=4, render;dur=2 ~ {"waitedMilliseconds":6}
            GET /slow/headers?ms=-1 => 200 ~ Server-Timing: db;dur=0, render;dur=0 ~ {"waitedMilliseconds":0}
            """)
        let types = [
            "/text/plain": "text/plain; charset=utf-8", "/text/latin1": "text/plain; charset=ISO-8859-1",
            "/text/html": "text/html", "/text/xml": "application/xml", "/text/csv": "text/csv",
            "/text/not-utf8": "text/plain; charset=utf-8", "/binary": "application/octet-stream",
            "/slow/events": "text/event-stream", "/slow/body": "text/plain; charset=utf-8",
            "/openapi.yaml": "application/yaml",
            "/schema.graphql": "text/plain; charset=utf-8", "/json/broken": "application/json",
        ]
        for (path, type) in types {
            let answer = try await ask("GET", path)
            #expect(
                answer.status == 200 && answer.headers.first { $0.name == "Content-Type" }?.value == type, "\(path)")
        }
        let tag = try #require(try await ask("GET", "/openapi.yaml").headers.first { $0.name == "ETag" }?.value)
        #expect(
            try await say("GET", "/openapi.yaml", [("If-None-Match", tag)])
                == "304 ~ ETag: \(tag) ~ Cache-Control: max-age=60")
    }

    @Test func `a body in parts is as long as it says`() async throws {
        guard case .stream(let stream, let count) = try await ask("GET", "/slow/body?ms=0&parts=2").body else {
            Issue.record("no stream")
            return
        }
        var parts: [String] = []
        while let part = try await stream.chunk(parts.count) { parts.append(String(decoding: part, as: UTF8.self)) }
        #expect(parts == ["part 1 of 2\n", "part 2 of 2\n"] && count == nil)
        for (query, count) in [("", 6), ("&parts=0", 1), ("&parts=1000", 1000), ("&parts=1001", 1000), ("&parts=x", 6)]
        {
            guard case .stream(let stream, _) = try await ask("GET", "/slow/body?ms=0\(query)").body else {
                Issue.record("no stream")
                return
            }
            let first = try await stream.chunk(0).map { String(decoding: $0, as: UTF8.self) }
            #expect(first == "part 1 of \(count)\n")
        }
    }

    @Test func `an echo of bytes that are no text is in hexadecimal`() async throws {
        let answer = DemoEcho.answer(
            DemoRequest(
                method: "PUT", target: "/echo", path: ["echo"], query: [], headers: [],
                body: [0xFF, 0x0A] + [UInt8](repeating: 0x10, count: 300)))
        guard case .bytes(let bytes) = answer.body else { return }
        #expect(
            String(decoding: bytes, as: UTF8.self)
                == #"{"method":"PUT","target":"/echo","query":[],"headers":[],"bodyBytes":302,"bodyHex":"ff0a"#
                + String(repeating: "10", count: 254) + "\"}")
    }
}
