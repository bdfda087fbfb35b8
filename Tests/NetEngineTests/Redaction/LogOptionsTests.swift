import TestSupport
import Testing

@testable import NetEngine

@Suite struct LogOptionsTests {
    @Test func `what is logged of requests changes nothing of how they are sent`() async throws {
        let plain = RequestOptions(maxRedirects: 3)
        var logged = plain
        logged.log = RequestLogOptions(name: "a", secrets: [.init(name: "n", value: "hunter22")])
        #expect(logged != plain)
        #expect(logged.withoutLog == plain)
        #expect(logged.log?.name == "a")
        func request(_ options: RequestOptions) throws -> PreparedRequest {
            try RequestBuilder().build(RequestDraft(url: "https://a.test/", options: options))
        }
        #expect(CacheKey(try request(logged)) == CacheKey(try request(plain)))
        func settings(_ options: RequestOptions) throws -> CurlSetup.Settings? {
            let request = try request(options)
            return CurlSetup(
                request: request, trust: TrustSettings(), limits: ConnectionLimits(), route: ConnectionRoute(request),
                proxyLogin: nil, needsFreshConnection: false
            ).settings
        }
        #expect(try settings(logged) == settings(plain))
    }
}
