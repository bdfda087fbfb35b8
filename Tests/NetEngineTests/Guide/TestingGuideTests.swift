import NetEngine
import NetEngineTesting
import Testing

/// Runs the code of the page about tests with a stub.
@Suite(.timeLimit(.minutes(5))) struct TestingGuideTests {
    private let shop = Environment.production(baseURL: "https://shop.example/v1")

    @Test func `what is answered and received`() async throws {
        // snippet: stub
        let stub = StubTransport()
        stub.on(.get, "/v1/products/7", .json(#"{"id":7,"name":"tea"}"#))
        stub.on(.post, "/v1/products", try .json(encoding: Product(id: 8, name: "cup"), status: 201))
        let engine = Engine(configuration: EngineConfiguration(stub: stub))
        let shop = Environment.production(baseURL: "https://shop.example/v1")

        let tea = try await engine.fetch(Shop.product(id: 7), in: shop)
        let cup = try await engine.fetch(Shop.add(Product(id: 0, name: "cup")), in: shop)
        #expect([tea.name, cup.name] == ["tea", "cup"])
        #expect(stub.received(.post, "/v1/products").map(\.text) == [#"{"id":0,"name":"cup"}"#])
        // snippet end
    }

    @Test func `a reply made of the request`() async throws {
        let stub = StubTransport()
        // snippet: stub-closure
        stub.on(.post, "/v1/login") { request in
            request.text == "password=s3cret" ? .json(#"{"token":"fresh"}"#) : .status(401)
        }
        // snippet end
        let engine = Engine(configuration: EngineConfiguration(stub: stub))
        let login = try await engine.fetch(Login(password: "s3cret"), in: shop)
        #expect(login.token == "fresh")
        #expect(await engine.send(Login(password: "wrong"), in: shop).error?.status == 401)
    }

    @Test func `a sequence for retries`() async throws {
        // snippet: stub-sequence
        let clock = ManualClock()
        let stub = StubTransport(clock: clock)
        stub.on(
            "/v1/products/*", .failure(.connect), .status(503, headers: [HeaderField("Retry-After", "17")]),
            .json(#"{"id":7,"name":"tea"}"#))
        let engine = Engine(configuration: EngineConfiguration(stub: stub))
        let options = RequestOptions(retry: RetryPolicy(backoff: Backoff(base: .zero)))
        let patient = AnyEndpoint(.get, "products/7", options: options, decoder: .json(Product.self))
        let fetched = await engine.fetchExchange(patient, in: shop)
        #expect(fetched.exchange.retryCount == 2)
        #expect(clock.sleeps == [.seconds(17)])
        // snippet end
        #expect(fetched.value?.id == 7)
    }

    @Test func `a timeout without a wait`() async {
        let stub = StubTransport()
        let engine = Engine(configuration: EngineConfiguration(stub: stub))
        // snippet: stub-timeout
        stub.on("/v1/export", .status(200).delayed(by: .seconds(90)))
        let slow = await engine.send(AnyEndpoint(.get, "export"), in: shop)
        #expect(slow.error?.category == .timeout)
        // snippet end
    }

    @Test func `a clock that stands`() async throws {
        let shop = shop
        // snippet: stub-clock
        let clock = ManualClock(.standing)
        let stub = StubTransport(clock: clock)
        stub.on("/v1/products/7", .json(#"{"id":7,"name":"tea"}"#).delayed(by: .seconds(3)))
        let engine = Engine(configuration: EngineConfiguration(stub: stub))
        let loading = Task { try await engine.fetch(Shop.product(id: 7), in: shop) }
        await clock.sleepers(1)
        // Here your program shows that it waits.
        clock.advance(by: .seconds(3))
        let product = try await loading.value
        // snippet end
        #expect(product.name == "tea")
    }

    @Test func `failures and requests without a stub`() async {
        let stub = StubTransport()
        let engine = Engine(configuration: EngineConfiguration(stub: stub))
        // snippet: stub-failure
        stub.on("/v1/products/1", .failure(.dns))
        stub.on("/v1/products/2", .status(404))
        stub.on("/v1/products/3", .json(#"{"id":3}"#))
        stub.on("/v1/products/4", .json(#"{"id":4,"name":"cup"}"#).breaking(after: 9))
        let all = await engine.fetchExchanges((1...4).map { Shop.product(id: $0) }, in: shop)
        #expect(all.map(\.exchange.error?.category) == [.dns, .clientError, .decoding, .protocol])
        // snippet end
        // snippet: stub-unmatched
        let exchange = await engine.send(AnyEndpoint(.get, "prodcts/7"), in: shop)
        #expect(exchange.error?.sentence == "No stub matches GET https://shop.example/v1/prodcts/7.")
        // snippet end
    }
}
