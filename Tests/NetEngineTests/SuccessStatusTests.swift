import NetEngine
import TestSupport
import Testing

/// Which statuses a request succeeds with, and which failures of a complete response are mended.
@Suite(.timeLimit(.minutes(5))) struct SuccessStatusTests {
    @Test func `a status within the range is a success`() async throws {
        try await StubServer.with(.status(404, body: "none")) { server in
            let exchange = await Engine().send(AnyEndpoint(.get, server.url, successStatuses: 200...404))
            #expect(exchange.isSuccess)
            #expect(exchange.response?.status == 404)
            #expect(await Engine().send(AnyEndpoint(.get, server.url)).error?.category == .clientError)
        }
    }

    @Test func `a 2xx outside the range fails by name`() async throws {
        try await StubServer.with(.status(202)) { server in
            let exchange = await Engine().send(AnyEndpoint(.get, server.url, successStatuses: 200...200))
            #expect(exchange.error?.category == .unexpectedStatus)
            #expect(exchange.error?.status == 202)
            #expect(
                exchange.error?.sentence == "The server answered with status 202; this request succeeds with 200 only.")
        }
    }

    @Test func `any status is decoded`() async throws {
        try await StubServer.with(.status(500, body: "[1]")) { server in
            let endpoint = AnyEndpoint(.get, server.url, successStatuses: .any, decoder: .json([Int].self))
            let numbers = try await Engine().fetch(endpoint)
            #expect(numbers == [1])
        }
    }

    @Test func `a success by range is still recovered from and retried first`() async throws {
        try await StubServer.with(.sequence(.status(503), .status(503))) { server in
            let options = RequestOptions(
                successStatuses: .any, retry: RetryPolicy(maxRetries: 1, backoff: Backoff(base: .zero)))
            let exchange = await Engine().send(RequestDraft(url: server.url, options: options))
            #expect(exchange.isSuccess)
            #expect(exchange.hops.count == 2)
        }
    }

    @Test func `a stream has no status error within the range`() async throws {
        try await StubServer.with(.status(404, body: "none")) { server in
            let draft = RequestDraft(url: server.url, options: RequestOptions(successStatuses: .any))
            let stream = try await Engine().stream(draft)
            #expect(stream.statusError == nil)
            #expect(await stream.finish().isSuccess)
        }
    }

    // MARK: bodies that say so

    private struct Item: Decodable, Equatable { let id: Int }

    private static let expired = StubBehaviour.status(200, body: #"{"status":40101,"message":"token expired"}"#)
    private static let item = StubBehaviour.status(200, body: #"{"status":0,"data":{"id":7}}"#)

    @Test func `a 200 that says the token expired is recovered once and sent again`() async throws {
        try await StubServer.with(.sequence(Self.expired, Self.item)) { server in
            let refresh = TokenRefresh(
                token: "old", isExpired: { $0.error?.apiFault?.status == "40101" }, renew: { _ in "new" })
            let engine = Engine(configuration: EngineConfiguration(interceptors: [refresh]))
            let value = try await engine.fetch(RequestDraft(url: server.url), decoder: .envelope(of: Item.self))
            #expect(value.data == Item(id: 7))
            #expect(server.received.map { $0.field("Authorization") } == ["Bearer old", "Bearer new"])
        }
        try await StubServer.with(Self.expired) { server in
            let refresh = TokenRefresh(
                token: "old", isExpired: { $0.error?.apiFault?.status == "40101" }, renew: { _ in "new" })
            let engine = Engine(configuration: EngineConfiguration(interceptors: [refresh]))
            let fetched = await engine.fetchExchange(
                RequestDraft(url: server.url), decoder: .envelope(of: Item.self))
            #expect(fetched.exchange.error?.category == .api)
            #expect(server.received.count == 2)
        }
    }

    @Test(arguments: [ErrorCategory.api, .decoding])
    func `a policy that names api or decoding retries a body that will not do`(category: ErrorCategory) async throws {
        let bad = category == .api ? Self.expired : StubBehaviour.status(200, body: "{")
        for names in [true, false] {
            try await StubServer.with(.sequence(bad, Self.item)) { server in
                var policy = RetryPolicy(maxRetries: 1, backoff: Backoff(base: .zero))
                if names { policy.categories.insert(category) }
                let draft = RequestDraft(url: server.url, options: RequestOptions(retry: policy))
                let fetched = await Engine().fetchExchange(draft, decoder: .envelope(of: Item.self))
                #expect(fetched.value?.data == (names ? Item(id: 7) : nil))
                #expect(fetched.exchange.hops.count == (names ? 2 : 1))
                #expect(fetched.exchange.error?.category == (names ? nil : category))
            }
        }
    }

    @Test func `a retry because of the body goes past the cache`() async throws {
        let stored = [("Cache-Control", "max-age=60"), ("Content-Type", "application/json")]
        let bad = StubBehaviour.status(200, headers: stored, body: "{")
        let good = StubBehaviour.status(200, headers: stored, body: #"{"id":7}"#)
        try await StubServer.with(.sequence(bad, good)) { server in
            let engine = Engine(configuration: EngineConfiguration(cache: MemoryCacheStore()))
            var policy = RetryPolicy(maxRetries: 1, backoff: Backoff(base: .zero))
            policy.categories.insert(.decoding)
            let draft = RequestDraft(url: server.url, options: RequestOptions(retry: policy))
            let first = try await engine.fetch(draft, as: Item.self)
            let second = try await engine.fetch(RequestDraft(url: server.url), as: Item.self)
            #expect([first, second] == [Item(id: 7), Item(id: 7)])
            #expect(server.received.count == 2)
        }
    }

    @Test func `a retry because of a body that was not stored asks the cache as before`() async throws {
        let bad = StubBehaviour.status(200, headers: [("Cache-Control", "no-store")], body: "{")
        try await StubServer.with(.sequence(bad, Self.item)) { server in
            let engine = Engine(configuration: EngineConfiguration(cache: MemoryCacheStore()))
            var policy = RetryPolicy(maxRetries: 1, backoff: Backoff(base: .zero))
            policy.categories.insert(.decoding)
            let draft = RequestDraft(url: server.url, options: RequestOptions(retry: policy))
            let fetched = await engine.fetchExchange(draft, decoder: .envelope(of: Item.self))
            #expect(fetched.value?.data == Item(id: 7))
            #expect(fetched.exchange.hops.compactMap(\.cacheDecision?.mode) == [.default, .default])
        }
    }
}
