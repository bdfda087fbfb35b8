import Base

/// The demo API: finds the route of a request and produces its response.
struct DemoRoutes: Sendable {
    let shop = DemoShop()
    let accounts = DemoAccounts()
    let authorization = DemoAuthorization()
    let signatures = DemoSignatures()
    let caching = DemoCaching()
    let redirects: DemoRedirects

    /// - Parameter otherOrigin: where cross-origin redirects lead.
    init(otherOrigin: String) { redirects = DemoRedirects(otherOrigin: otherOrigin) }

    func answer(_ request: DemoRequest) async throws -> DemoResponse {
        switch request.path.first {
        case nil: Self.index
        case "*" where request.method == "OPTIONS":
            DemoResponse(204, headers: [("Allow", "GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS")])
        case "products", "orders": shop.answer(request)
        case "graphql": DemoGraphQL(shop: shop).answer(request)
        case "openapi.yaml", "schema.graphql": DemoSamples.answer(request.path[0], request)
        case "login": accounts.login(request)
        case "me": accounts.me(request)
        case "basic": accounts.basic(request)
        case "digest": signatures.digest(request)
        case "aws": signatures.aws(request)
        case "oauth": authorization.answer(request)
        case "cookies": DemoAccounts.cookies(request)
        case "cache": caching.answer(request)
        case "slow": try await DemoTiming.answer(request)
        case "status": DemoStatus.answer(request)
        case "redirect": redirects.answer(request)
        case "gzip", "deflate", "image.png": DemoCompression.answer(request)
        case "large": DemoContent.large(request)
        case "text": DemoContent.text(request)
        case "binary": DemoContent.binary
        case "envelope": DemoContent.envelope(request)
        case "json": json(request)
        case "echo": DemoEcho.answer(request)
        default: .notFound("route /\(request.path.joined(separator: "/"))")
        }
    }

    private func json(_ request: DemoRequest) -> DemoResponse {
        switch request.path.dropFirst().first {
        case "broken": DemoContent.brokenJSON
        case "numbers": DemoContent.numbers
        default: .notFound("route /\(request.path.joined(separator: "/"))")
        }
    }

    private static let index = DemoResponse.json([
        "name": "apitui demo shop",
        "routes": [
            "/openapi.yaml", "/schema.graphql", "/products", "/orders", "/graphql", "/login", "/me", "/basic",
            "/digest", "/aws", "/oauth/me",
            "/cookies", "/cache/etag", "/slow/headers?ms=300",
            "/status/{code}",
            "/redirect/moved", "/gzip", "/deflate", "/large?mb=1", "/text/plain", "/binary", "/image.png",
            "/envelope/ok", "/json/numbers", "/echo",
        ],
    ])
}
