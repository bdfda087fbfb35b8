import Foundation
import Glibc
import TestSupport
import Testing

@testable import DemoServer

/// What the demo servers send byte by byte, and what routes say to requests with headers, as it was recorded (`Recorded`).
@Suite(.timeLimit(.minutes(5))) struct RecordedConnectionTests {
    /// Requests as they are sent; ⏎ is CR LF, beside the signs of `SignedText`.
    private static let raw = """
        GET /text/plain HTTP/1.1⏎Host: a⏎⏎
        GET /text/plain HTTP/1.0⏎⏎
        GET /text/plain HTTP/1.0⏎Connection: keep-alive⏎⏎GET /status/204 HTTP/1.0⏎⏎
        GET /status/204 HTTP/1.1⏎⏎GET /status/205 HTTP/1.1⏎Connection: close⏎⏎GET /status/206 HTTP/1.1⏎⏎
        GET /status/204 HTTP/1.1⏎Connection: Foo , Close⏎⏎GET /status/205 HTTP/1.1⏎⏎
        ⏎⏎GET /status/204 HTTP/1.1⏎⏎
        HEAD /text/plain HTTP/1.1⏎⏎
        HEAD /slow/body?ms=0&parts=2 HTTP/1.1⏎⏎
        GET /slow/body?ms=0&parts=2 HTTP/1.1⏎⏎
        GET /slow/events?ms=1&count=2 HTTP/1.1⏎⏎
        GET /slow/headers?ms=0 HTTP/1.1⏎⏎
        GET /slow/nope HTTP/1.1⏎⏎
        POST /echo HTTP/1.1⏎Content-Length: 3⏎Content-Type: a/b⏎⏎abc
        POST /echo HTTP/1.1⏎Content-Length: 3⏎⏎abcGET /status/204 HTTP/1.1⏎⏎
        POST /echo HTTP/1.1⏎Content-Length: 5⏎⏎abc
        POST /echo HTTP/1.1⏎Content-Length: -1⏎⏎
        POST /echo HTTP/1.1⏎Content-Length: x⏎⏎
        POST /echo HTTP/1.1⏎Content-Length: 268435457⏎⏎
        POST /echo HTTP/1.1⏎Transfer-Encoding: chunked⏎⏎3⏎abc⏎A;x=y⏎0123456789⏎0⏎T: x⏎⏎
        POST /echo HTTP/1.1⏎Transfer-Encoding: chunked⏎⏎3␤abc␤0␤␤
        POST /echo HTTP/1.1⏎Transfer-Encoding: chunked⏎⏎x⏎
        POST /echo HTTP/1.1⏎Transfer-Encoding: chunked⏎⏎3⏎abcd⏎0⏎⏎
        POST /echo HTTP/1.1⏎Transfer-Encoding: chunked⏎⏎-1⏎⏎
        POST /echo HTTP/1.1⏎Transfer-Encoding: chunked⏎Content-Length: 3⏎⏎abc
        POST /echo HTTP/1.1⏎Transfer-Encoding: gzip⏎⏎abc
        POST /echo HTTP/1.1⏎Expect: 100-Continue⏎Content-Length: 1⏎⏎a
        GET / HTTP/2.0⏎⏎
        GET /⏎⏎
        GET / HTTP/1.1 x⏎⏎
        GET / HTTP/1.1⏎no colon⏎⏎
        GET / HTTP/1.1⏎: x⏎⏎
        GET /echo/a%20b+c?d=e+f&g=%41&h&=i HTTP/1.1⏎B: 2⏎a:  1 ⏎b: 3⏎⏎
        GET /cookies/set?a=1&b=2 HTTP/1.1⏎⏎
        PURGE /nope/x HTTP/1.1⏎⏎
        """

    private static let broken = """
        GET /close-before-head HTTP/1.1⏎⏎
        GET /reset-before-head HTTP/1.1⏎⏎
        GET /cut-head HTTP/1.1⏎⏎
        GET /cut-body HTTP/1.1⏎⏎
        GET /cut-chunked HTTP/1.1⏎⏎
        GET /bad-chunk?x=y HTTP/1.1⏎⏎
        GET /bad-length HTTP/1.1⏎⏎
        GET /two-lengths HTTP/1.1⏎⏎
        GET /not-http HTTP/1.1⏎⏎
        GET /bad-status HTTP/1.1⏎⏎
        GET /early-hints HTTP/1.1⏎⏎
        GET /until-close HTTP/1.1⏎⏎
        POST /nope HTTP/1.1⏎Content-Length: 1⏎⏎x
        nonsense⏎⏎
        """

    /// All that a server sends until it closes.
    private static func answer(_ request: String, port: Int) async -> String {
        await withCheckedContinuation { continuation in
            DispatchQueue.global().async {
                let socket = Glibc.socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
                defer { close(socket) }
                var address = sockaddr_in()
                address.sin_family = sa_family_t(AF_INET)
                address.sin_port = in_port_t(UInt16(truncatingIfNeeded: port).bigEndian)
                address.sin_addr.s_addr = inet_addr("127.0.0.1")
                let code = withUnsafePointer(to: &address) { pointer in
                    pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                        connect(socket, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
                    }
                }
                guard code == 0 else { return continuation.resume(returning: "not connected") }
                let bytes = Array(request.utf8)
                _ = send(socket, bytes, bytes.count, Int32(MSG_NOSIGNAL))
                shutdown(socket, Int32(SHUT_WR))
                var (answer, buffer) = ([UInt8](), [UInt8](repeating: 0, count: 65_536))
                while true {
                    let count = read(socket, &buffer, buffer.count)
                    if count < 0 { return continuation.resume(returning: "reset") }
                    if count == 0 { break }
                    answer += buffer[..<count]
                }
                continuation.resume(returning: String(decoding: answer, as: UTF8.self))
            }
        }
    }

    private static func port(_ url: String?) -> Int { Int((url ?? "").split(separator: ":").last ?? "") ?? 0 }

    @Test func `the demo servers send what was recorded`() async throws {
        let server = DemoServer()
        _ = try await server.start()
        var parts: [(name: String, text: String)] = []
        for (name, requests) in [("base", Self.raw), ("broken", Self.broken)] {
            let port = Self.port(server.variables[name])
            for line in requests.split(separator: "\n") {
                let request = SignedText.read(line, own: [(sign: "⏎", meaning: "\r\n")])
                let answer = await Self.answer(request, port: port).replacingOccurrences(
                    of: #"Date: [^\r]*"#, with: "Date: …", options: .regularExpression)
                let lines = answer.split(separator: "\r\n", omittingEmptySubsequences: false)
                parts.append(("\(name): \(line)", lines.map { Printed.escaped(String($0)) }.joined(separator: "\n")))
            }
        }
        await server.stop()
        try Recorded.expect(parts, in: "demo-connections")
    }

    @Test func `a head and a line of a chunk have 64 KiB at most`() async throws {
        let server = DemoServer()
        _ = try await server.start()
        let port = Self.port(server.variables["base"])
        let chunked = "POST /echo HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n"
        let head = "GET / HTTP/1.1\r\nA: "
        var answers: [String] = []
        // The client sends nothing after it; the line has no end.
        for count in [65_535, 65_536] {
            answers.append(await Self.answer(chunked + String(repeating: "0", count: count), port: port))
            let rest = String(repeating: "a", count: count - head.utf8.count)
            answers.append(await Self.answer(head + rest, port: port))
        }
        await server.stop()
        #expect(answers[..<2] == ["", ""])
        #expect(answers[2].hasPrefix("HTTP/1.1 400 ") && answers[2].contains("A line is too long."), "\(answers[2])")
        #expect(
            answers[3].hasPrefix("HTTP/1.1 431 ") && answers[3].contains("The head of the request is too large."),
            "\(answers[3])")
    }

    /// A method, a target, headers (`;;` between them) and a body, each after ` | `.
    private static let requests = #"""
        GET | /products?q=TEA&maxPrice=7&limit=100
        GET | /products?category=nope
        GET | /products?page=3&limit=5
        GET | /products?page=99
        GET | /products?maxPrice=-1
        GET | /products?maxPrice=x&q=earl
        GET | /products/12
        GET | /products/1/2
        PATCH | /products/2 | | {"price":6.05,"stock":0}
        PUT | /products/2 | | {"name":"","price":0,"stock":-1}
        PUT | /products/2 | | {"price":1000000,"stock":1000001}
        PUT | /products/2 | | {"price":999999.99,"stock":1000000}
        PUT | /products/99 | | {"name":"x"}
        PUT | /products/2 | | {"price":"x"}
        POST | /products | | {"name":"New","price":1.5}
        POST | /products | | {"price":2}
        POST | /products | | {"name":"x"}
        POST | /products | | {"sku":"S","name":"Two","category":"c","price":0.004,"stock":3}
        GET | /products/13
        DELETE | /products/13
        DELETE | /products/13
        PATCH | /products
        POST | /products/1
        POST | /orders | | {"items":[{"productId":1,"quantity":2},{"productId":3,"quantity":1}]}
        POST | /orders | | {"items":[]}
        POST | /orders | | {"items":[{"productId":1,"quantity":0},{"productId":99,"quantity":1},{"productId":3,"quantity":8}]}
        POST | /orders | | {"items":1}
        POST | /orders/1
        POST | /login | Content-Type: application/x-www-form-urlencoded | user=ada&password=lovelace
        POST | /login | Content-Type: application/x-www-form-urlencoded | user=ada
        POST | /login | Content-Type: application/json | {"user":"ada","password":"lovelace"}
        POST | /login | Content-Type: application/json | {"user":"ada","password":"no"}
        GET | /login
        GET | /me | Authorization: Bearer demo-token-ada
        GET | /me | Authorization: bearer demo-token-ada
        GET | /me | Authorization: Bearer x
        GET | /basic | Authorization: Basic YWRhOmxvdmVsYWNl
        GET | /basic | Authorization: Basic eA==
        GET | /cookies | Cookie: a=1; b; c=d=e
        GET | /cookies/nope
        GET | /cache/fresh
        GET | /cache/fresh?seconds=99999
        GET | /cache/etag | If-None-Match: "catalogue-7"
        GET | /cache/etag | If-None-Match: *
        GET | /cache/etag | If-None-Match: "x", "catalogue-7"
        GET | /cache/etag | If-None-Match: "x"
        GET | /cache/last-modified | If-Modified-Since: Mon, 02 Mar 2026 09:30:00 GMT
        GET | /cache/last-modified | If-Modified-Since: Mon, 02 Mar 2026 09:30:01 GMT
        GET | /cache/vary | Accept-Language: de-AT
        GET | /cache/vary | Accept-Language: ja
        GET | /cache/private
        GET | /cache/expires
        GET | /cache/heuristic
        GET | /cache/stale
        GET | /cache/stale
        POST | /cache/fresh
        GET | /status/201
        GET | /status/303
        GET | /status/401
        GET | /status/405
        GET | /status/407
        GET | /status/416
        GET | /status/426
        GET | /status/429
        GET | /status/503
        GET | /status/304
        GET | /status/205
        GET | /status/199
        GET | /status/1000
        GET | /redirect/chain/3
        GET | /redirect/chain/2
        GET | /redirect/chain/0
        GET | /redirect/chain/1000
        GET | /redirect/chain/1001
        GET | /redirect/loop/back
        GET | /redirect/other-origin
        GET | /redirect/see-other
        GET | /redirect/keep-method
        GET | /redirect/moved
        GET | /redirect/permanent
        GET | /redirect/bad-scheme
        GET | /redirect/no-location
        GET | /text/plain
        GET | /text/unicode
        GET | /text/hostile
        GET | /text/xml
        GET | /text/csv
        GET | /text/not-utf8
        GET | /envelope/ok
        GET | /envelope/failure
        GET | /gzip/broken
        GET | /gzip/nope
        GET | /image.png
        GET | /large?kb=1
        GET | /digest | Authorization: Digest username="ada", nonce="x", nc=00000001
        GET | /digest?algorithm=MD5&qop=auth&userhash=true
        GET | /aws | Authorization: AWS4-HMAC-SHA256 Credential=x/20261121/eu/s3/aws4_request
        GET | /aws | X-Amz-Date: 20261121T000000Z;;Authorization: AWS4-HMAC-SHA256 Credential=AKIDEXAMPLE/20261121/eu/s3/aws4_request
        GET | /aws | X-Amz-Date: 20261122T000000Z;;Authorization: AWS4-HMAC-SHA256 Credential=AKIDEXAMPLE/20261121/eu/s3/aws4_request
        GET | /aws | X-Amz-Date: 20261121T000000Z;;X-Amz-Security-Token: x;;Authorization: AWS4-HMAC-SHA256 Credential=AKIDEXAMPLE/20261121/eu/s3/aws4_request
        GET | /aws | X-Amz-Date: 20261121T000000Z;;Authorization: AWS4-HMAC-SHA256 Credential=AKIDEXAMPLE/20261121/eu/s3/aws4_request, SignedHeaders=host;x-amz-date, Signature=x
        GET | /oauth/me
        GET | /oauth/me | Authorization: Bearer x
        POST | /oauth/token | Content-Type: application/x-www-form-urlencoded | grant_type=client_credentials&client_id=demo-service&client_secret=demo-secret
        POST | /oauth/token | Authorization: Basic ZGVtby1zZXJ2aWNlOmRlbW8tc2VjcmV0 | grant_type=client_credentials&scope=a+openid
        POST | /oauth/token | | grant_type=client_credentials&client_id=demo-app
        POST | /oauth/token | | grant_type=client_credentials&client_id=demo-service&client_secret=x
        POST | /oauth/token?lifetime=5 | | grant_type=password&username=ada&password=lovelace&client_id=demo-app
        POST | /oauth/token | | grant_type=password&username=ada&password=x&client_id=demo-app
        POST | /oauth/token | | grant_type=refresh_token&refresh_token=x&client_id=demo-app
        POST | /oauth/token | | grant_type=authorization_code&code=x&client_id=demo-app
        POST | /oauth/token | | grant_type=urn:ietf:params:oauth:grant-type:device_code&device_code=x&client_id=demo-app
        GET | /oauth/token
        PUT | /oauth/authorize
        PUT | /oauth/me
        POST | /oauth/expire | Authorization: Bearer x
        GET | /oauth/authorize?client_id=%3Cb%3E
        GET | /oauth/authorize?client_id=demo-app&redirect_uri=http://evil.test/
        GET | /oauth/authorize?client_id=demo-app&redirect_uri=https://127.0.0.1/
        GET | /oauth/authorize?client_id=demo-app&redirect_uri=http://127.0.0.1:1/cb&state=s
        GET | /oauth/authorize?client_id=demo-app&redirect_uri=http://localhost/cb?x=y&response_type=code&state=a b
        GET | /oauth/authorize?client_id=demo-service&redirect_uri=http://[::1]/cb&response_type=code&scope=%3Ci%3E
        POST | /oauth/authorize?client_id=demo-service&redirect_uri=http://127.0.0.1/cb&response_type=code | | decision=deny
        POST | /oauth/device | Content-Type: application/x-www-form-urlencoded | client_id=nope
        GET | /oauth/device?user_code=%22x
        POST | /oauth/device | Content-Type: application/x-www-form-urlencoded | user_code=%3Cx%3E
        POST | /graphql | Content-Type: application/json | {"query":"query A { products(first: 1) { id } } query B { nope }","operationName":"B"}
        POST | /graphql | Content-Type: application/graphql | { products(first: 1) { id name } }
        GET | /graphql?query={products(first:1){id}}
        GET | /openapi.yaml/x
        POST | /openapi.yaml
        """#

    /// Tokens, codes, nonces and moments.
    private static let volatile: [(String, String)] = [
        (
            #""(access_token|refresh_token|id_token|device_code|user_code|verification_uri_complete)":"[^"]*""#,
            #""$1":"…""#
        ),
        (#"nonce="[^"]*""#, #"nonce="…""#), (#"(code=)[A-Za-z0-9_.-]+"#, "$1…"),
        (#"\b[A-Z][a-z]{2}, [0-9]{2} (?!Mar 2026 09:30)[A-Z][a-z]{2} [0-9]{4} [0-9:]{8} GMT"#, "DATE"),
    ]

    @Test(arguments: ["204", "304"])
    func `a response that cannot have a body has no length`(status: String) async throws {
        let server = DemoServer()
        _ = try await server.start()
        let port = Self.port(server.variables["base"])
        let answer = await Self.answer("GET /status/\(status) HTTP/1.1\r\nConnection: close\r\n\r\n", port: port)
        await server.stop()
        #expect(answer.hasPrefix("HTTP/1.1 \(status) ") && answer.hasSuffix("\r\n\r\n"))
        #expect(!answer.lowercased().contains("content-length"))
    }

    @Test func `routes say to requests with headers what was recorded`() async throws {
        let routes = DemoRoutes(otherOrigin: "http://127.0.0.1:9")
        var parts: [(name: String, text: String)] = []
        for line in Self.requests.split(separator: "\n") {
            // ` | | ` has no headers between its signs.
            let words = line.replacingOccurrences(of: " | | ", with: " |  | ").components(separatedBy: " | ")
            let headers = words.count > 2 && !words[2].isEmpty ? words[2].components(separatedBy: ";;") : []
            let fields = headers.map { field -> (String, String) in
                let halves = field.components(separatedBy: ": ")
                return (halves[0], halves.dropFirst().joined(separator: ": "))
            }
            let answer = try await routes.answer(
                DemoRequest(words[0], words[1], fields, body: words.count > 3 ? words[3] : ""))
            var text = "\(answer.status)\n" + answer.headers.map { "\($0.name): \($0.value)\n" }.joined()
            switch answer.body {
            case .bytes(let bytes) where String(validating: bytes, as: UTF8.self) != nil:
                text += String(decoding: bytes, as: UTF8.self)
            case .bytes(let bytes): text += "\(bytes.count) bytes, \(bytes.prefix(8))"
            case .stream(_, let count): text += "a stream of \(count.map(String.init) ?? "unknown length")"
            }
            for (pattern, sign) in Self.volatile {
                text = text.replacingOccurrences(of: pattern, with: sign, options: .regularExpression)
            }
            parts.append(
                (String(line), text.components(separatedBy: "\n").map { Printed.escaped($0) }.joined(separator: "\n")))
        }
        try Recorded.expect(parts, in: "demo-answers")
    }
}
