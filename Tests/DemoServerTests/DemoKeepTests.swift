import Testing

@testable import DemoServer

/// The demo server's memory is bounded, whatever a client asks for.
@Suite struct DemoKeepTests {
    private func request(
        _ method: String, _ path: String, query: [(String, String)] = [], headers: [(String, String)] = [],
        body: String = ""
    ) -> DemoRequest {
        DemoRequest(
            method: method, target: "/" + path, path: path.split(separator: "/").map(String.init),
            query: query.map { (name: $0.0, value: $0.1) }, headers: headers.map { (name: $0.0, value: $0.1) },
            body: Array(body.utf8))
    }

    private static let form = [("Content-Type", "application/x-www-form-urlencoded")]

    @Test func `tokens, codes and devices that are never asked for again are forgotten`() {
        let authorization = DemoAuthorization()
        for _ in 0..<10_300 {
            let answer = authorization.answer(
                request("POST", "oauth/device", headers: Self.form, body: "client_id=demo-app"))
            #expect(answer.status == 200)
        }
        #expect(authorization.keptCount <= 10_000)
        let tokens = DemoTokens()
        let access = DemoTokens.Access(client: "c", user: nil, grant: "g", scope: "")
        for _ in 0..<10_300 {
            _ = tokens.add(DemoTokens.Code(access: access, redirectURI: "", challenge: nil, isPlain: true, expires: 0))
            // A client that revokes its access tokens leaves the refresh tokens.
            tokens.revoke(tokens.issue(access, lifetime: 1, withRefresh: true).token)
        }
        #expect(tokens.keptCount <= 10_000)
    }

    @Test func `nonces, languages and products have a limit, and the catalogue stays`() {
        let (signatures, caching, shop) = (DemoSignatures(), DemoCaching(), DemoShop())
        for index in 0..<1200 {
            #expect(signatures.digest(request("GET", "digest")).status == 401)
            let language = request("GET", "cache/vary", headers: [("Accept-Language", "x-\(index)")])
            #expect(caching.answer(language).status == 200)
            let made = shop.answer(request("POST", "products", body: #"{"name":"n","price":1}"#))
            #expect(made.status == 201)
        }
        #expect(signatures.keptCount <= 1001)
        #expect(caching.keptCount <= 1000)
        #expect(shop.products.count == 1000)
        #expect(shop.products.prefix(12).map(\.id) == Array(1...12))
        #expect(shop.products.last?.id == 1212)
    }
}
