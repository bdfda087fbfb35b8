import Dispatch
import GRDB
import NetEngine
import NetEnginePublishers
import NetEngineRequestLog
import NetEngineTesting
import NetEngineURLSession
import Synchronization
import TestSupport
import Testing

/// Runs the code of the five-minute guide.
@Suite(.timeLimit(.minutes(5))) struct GuideTests {
    /// A shop with the products 1 to 7, a login, orders for logged-in users, a stock service that fails at first, and a
    /// file.
    private static let answers = StubBehaviour { request in
        func json(_ text: String, _ status: Int = 200, _ headers: [(String, String)] = []) -> [StubStep] {
            let type = [("Content-Type", "application/json")]
            return [.send(StubBehaviour.response(status, headers: type + headers, body: Array(text.utf8)))]
        }
        switch (request.method, request.target) {
        case ("POST", "/v1/products"): return json(String(decoding: request.body, as: UTF8.self), 201)
        case ("POST", "/v1/login"): return json(#"{"token":"fresh"}"#)
        case ("POST", "/v1/photos"): return json(#"{"id":9,"name":"photo"}"#, 201)
        case ("GET", "/v1/products?limit=20"): return json(#"[{"id":1,"name":"tea"},{"id":2,"name":"tea"}]"#)
        case ("GET", "/v1/products/500") where request.index == 0: return json("{}", 503)
        case ("GET", "/v1/export"):
            return [.send(StubBehaviour.response(200, body: [UInt8](repeating: 97, count: 100_000)))]
        case ("GET", let target) where target.hasPrefix("/v1/members/"):
            return request.field("Authorization") == "Bearer fresh" ? json(#"{"id":7,"name":"tea"}"#) : json("{}", 401)
        case ("GET", let target) where target.hasPrefix("/v1/products/"):
            guard let id = Int(target.dropFirst("/v1/products/".count)), id < 8 || id == 500 else {
                return json(#"{"message":"no"}"#, 404)
            }
            return json(#"{"id":\#(id),"name":"tea"}"#, 200, [("Cache-Control", "max-age=60")])
        default: return json("{}", 404)
        }
    }

    /// The output of a snippet, in order.
    private final class Screen: Sendable {
        private let state = Mutex([String]())
        var lines: [String] { state.withLock { $0 } }
        func show(_ line: String) { state.withLock { $0.append(line) } }
    }

    private func withShop(_ body: (StubServer, NetEngine.Environment) async throws -> Void) async throws {
        try await StubServer.with(Self.answers) { server in
            let port = server.port
            // snippet: environment
            let shop = Environment.development(
                baseURL: "http://127.0.0.1:\(port)/v1", headers: [HeaderField("Accept-Language", "en")])
            // snippet end
            try await body(server, shop)
        }
    }

    @Test func `fetch`() async throws {
        try await withShop { server, shop in
            // snippet: fetch
            let engine = Engine()
            let product = try await engine.fetch(Shop.product(id: 7), in: shop)
            // snippet end
            #expect(product == Product(id: 7, name: "tea"))
            #expect(server.received.first?.field("Accept-Language") == "en")
            let added = try await engine.fetch(Shop.add(Product(id: 9, name: "mug")), in: shop)
            #expect(added.name == "mug")
        }
    }

    @Test func `a value as endpoint`() async throws {
        try await withShop { _, shop in
            let engine = Engine()
            // snippet: value
            let list = AnyEndpoint(.get, "products", query: [QueryItem("limit", 20)], decoder: .json([Product].self))
            let products = try await engine.fetch(list, in: shop)
            // snippet end
            #expect(products.count == 2)
        }
    }

    @Test func `multipart`() async throws {
        let folder = try TemporaryFolder()
        let photo = try folder.write("not really", to: "mug.png")
        try await withShop { server, shop in
            let engine = Engine()
            // snippet: multipart
            let form = MultipartForm([.text("title", "Mug"), .file("photo", path: photo, mediaType: "image/png")])
            let upload = AnyEndpoint(.post, "photos", body: .multipart(form), decoder: .json(Product.self))
            let product = try await engine.fetch(upload, in: shop)
            // snippet end
            #expect(product.id == 9)
            let body = String(decoding: server.received.first?.body ?? [], as: UTF8.self)
            #expect(body.contains("not really") && body.contains(#"filename="mug.png""#))
        }
    }

    @Test func `errors by category`() async throws {
        let screen = Screen()
        func show(_ line: String) { screen.show(line) }
        try await withShop { _, shop in
            let engine = Engine()
            // snippet: errors
            do throws(EngineError) {
                let product = try await engine.fetch(Shop.product(id: 404), in: shop)
                show(product.name)
            } catch {
                show(message(for: error))
            }
            // snippet end
        }
        #expect(screen.lines == ["There is no such product."])
        let refused = try await Engine().send(RequestDraft(url: "http://127.0.0.1:\(closedPort())"))
        let error = try #require(refused.error)
        #expect(message(for: error).hasPrefix("The shop cannot be reached. "))
    }

    @Test func `the exchange`() async throws {
        let screen = Screen()
        func show(_ line: String) { screen.show(line) }
        try await withShop { _, shop in
            let engine = Engine()
            // snippet: exchange
            let exchange = await engine.send(Shop.product(id: 404), in: shop)
            if let response = exchange.response {
                show("\(response.status), \(response.body.count) bytes")
            }
            if let error = exchange.error {
                show("\(error.category.rawValue), worth another try: \(error.isRetryable)")
            }
            // snippet end
            #expect(exchange.hops.count == 1)
        }
        #expect(screen.lines == ["404, 16 bytes", "client-error, worth another try: false"])
    }

    @Test func `retry`() async throws {
        try await withShop { _, shop in
            let engine = Engine(configuration: EngineConfiguration(clock: ManualClock()))
            // snippet: retry
            let options = RequestOptions(timeouts: Timeouts(total: .seconds(120)), retry: RetryPolicy(maxRetries: 2))
            let stubborn = AnyEndpoint(.get, "products/500", options: options, decoder: .json(Product.self))
            let fetched = await engine.fetchExchange(stubborn, in: shop)
            // snippet end
            #expect(fetched.value?.id == 500)
            #expect(fetched.exchange.retryCount == 1)
        }
    }

    @Test func `an interceptor and a token that is renewed`() async throws {
        try await withShop { server, shop in
            let (savedToken, password) = ("old", "s3cret")
            // snippet: refresh
            let plain = Engine()
            let refresh = TokenRefresh(token: savedToken) { _ in
                try await plain.fetch(Login(password: password), in: shop).token
            }
            let engine = Engine(configuration: EngineConfiguration(interceptors: [TimeZoneField(), refresh]))
            // snippet end
            async let first = engine.fetch(AnyEndpoint(.get, "members/1", decoder: .json(Product.self)), in: shop)
            async let second = engine.fetch(AnyEndpoint(.get, "members/2", decoder: .json(Product.self)), in: shop)
            let ids = try await [first.id, second.id]
            #expect(ids == [7, 7])
            #expect(server.received.count { $0.target == "/v1/login" } == 1)
            #expect(server.received.filter { $0.method == "GET" }.allSatisfy { $0.field("X-Time-Zone") == "UTC" })
            #expect(refresh.token == "fresh")
        }
    }

    @Test func `a batch`() async throws {
        let screen = Screen()
        func show(_ line: String) { screen.show(line) }
        try await withShop { _, shop in
            let engine = Engine()
            // snippet: batch
            let products = try await engine.fetchAll((1...5).map { Shop.product(id: $0) }, in: shop, limit: 2)
            // snippet end
            #expect(products.map(\.id) == [1, 2, 3, 4, 5])
            // snippet: collect
            for fetched in await engine.fetchExchanges([Shop.product(id: 1), .product(id: 404)], in: shop) {
                switch fetched.result {
                case .success(let product): show(product.name)
                case .failure(let error): show(message(for: error))
                }
            }
            // snippet end
        }
        #expect(screen.lines == ["tea", "There is no such product."])
    }

    @Test func `a completion handler`() async throws {
        let (lines, told) = AsyncStream<String>.makeStream()
        let show: @Sendable (String) -> Void = { line in
            told.yield(line)
            told.finish()
        }
        try await withShop { _, shop in
            let (engine, queue) = (Engine(), DispatchQueue(label: "shop"))
            // snippet: completion
            let task = engine.fetch(Shop.product(id: 7), in: shop, on: queue) { result in
                switch result {
                case .success(let product): show(product.name)
                case .failure(let error): show(message(for: error))
                }
            }
            // snippet end
            #expect(await lines.reduce(into: []) { $0.append($1) } == ["tea"])
            task.cancel()
        }
    }

    @Test func `a publisher`() async throws {
        let (lines, told) = AsyncStream<String>.makeStream()
        let show: @Sendable (String) -> Void = { line in
            told.yield(line)
            told.finish()
        }
        try await withShop { _, shop in
            let engine = Engine()
            // snippet: publisher
            let subscription = engine.publisher(for: Shop.product(id: 7), in: shop)
                .map(\.name)
                .replaceError(with: "no name")
                .sink { name in show(name) }
            // snippet end
            #expect(await lines.reduce(into: []) { $0.append($1) } == ["tea"])
            subscription.cancel()
        }
    }

    @Test func `a download`() async throws {
        let folder = try TemporaryFolder()
        let path = "\(folder.path)/export.csv"
        let screen = Screen()
        let show: @Sendable (String) -> Void = { screen.show($0) }
        try await withShop { _, shop in
            let engine = Engine()
            // snippet: download
            let file = try await engine.download(AnyEndpoint(.get, "export"), in: shop, to: path) { progress in
                if case .received(let bytes, of: let total?) = progress { show("\(bytes) of \(total) bytes") }
            }
            // snippet end
            #expect(file.byteCount == 100_000)
            #expect(try folder.names() == ["export.csv"])
        }
        #expect(screen.lines.last == "100000 of 100000 bytes")
    }

    @Test func `a stream`() async throws {
        try await withShop { _, shop in
            let engine = Engine()
            // snippet: stream
            let stream = try await engine.stream(AnyEndpoint(.get, "export"), in: shop)
            var count = 0
            for try await chunk in stream { count += chunk.count }
            let exchange = await stream.finish()
            // snippet end
            #expect(count == 100_000)
            #expect(exchange.isSuccess)
        }
    }

    @Test func `a cache`() async throws {
        try await withShop { server, shop in
            // snippet: cache
            let engine = Engine(configuration: EngineConfiguration(cache: MemoryCacheStore(limit: 8 << 20)))
            let first = await engine.send(Shop.product(id: 7), in: shop)
            let second = await engine.send(Shop.product(id: 7), in: shop)
            // snippet end
            #expect(first.cacheDecision?.outcome == .miss)
            #expect(second.cacheDecision?.outcome == .hit)
            #expect(server.received.count == 1)
        }
    }

    @Test func `a log without secrets`() async throws {
        let folder = try TemporaryFolder()
        let path = "\(folder.path)/shop.jsonl"
        let screen = Screen()
        let show: @Sendable (String) -> Void = { screen.show($0) }
        try await withShop { _, shop in
            let engine = Engine()
            let password = "hunter2hunter2"
            // snippet: log
            let log = engine.log(
                to: [ConsoleSink(.pretty, output: LogOutput { show($0) }), JSONLinesSink(try .file(path))],
                redaction: Redaction(names: ["X-Customer"], jsonPaths: ["$..iban"]), bodyLimit: 2_000)
            _ = try await engine.fetch(Login(password: password), in: shop)
            await engine.shutdown()
            await log.finished()
            // snippet end
        }
        let pretty = screen.lines.joined()
        let lines = try folder.read("shop.jsonl")
        #expect(pretty.contains("/v1/login") && lines.contains("/v1/login"))
        for secret in ["hunter2", "fresh"] { #expect(!pretty.contains(secret) && !lines.contains(secret)) }
    }

    @Test func `a log on the disk`() async throws {
        let folder = try TemporaryFolder()
        // The user's own log stays as it is.
        // swift-format-ignore: AlwaysUseLowerCamelCase
        func RequestLogStore(program: String) -> NetEngineRequestLog.RequestLogStore {
            NetEngineRequestLog.RequestLogStore(folder: folder.path + "/log", program: program)
        }
        try await withShop { _, shop in
            let engine = Engine()
            // snippet: request-log
            let history = RequestLogStore(program: "shop")
            engine.log(to: history, redaction: Redaction(names: ["X-Customer"]))
            var options = RequestOptions()
            options.log = RequestLogOptions(name: "product 7", environment: "staging")
            _ = await engine.send(AnyEndpoint(.get, "products/7", options: options), in: shop)
            await history.flush()
            // snippet end
            await engine.shutdown()
        }
        let database = try LoggedDatabase(folder)
        #expect(try database.rows().map { $0["status"] as Int } == [200])
        #expect(try database.fetch("SELECT name FROM request").map { $0[0] as String } == ["product 7"])
    }

    @Test func `another transport`() async throws {
        try await withShop { _, shop in
            // snippet: transport
            let engine = Engine(configuration: EngineConfiguration(transport: URLSessionTransport()))
            // snippet end
            let product = try await engine.fetch(Shop.product(id: 3), in: shop)
            #expect(product.id == 3)
            await engine.shutdown()
        }
    }

    @Test func `limits of one request`() async throws {
        try await withShop { _, shop in
            let engine = Engine()
            // snippet: limits
            var options = RequestOptions()
            options.timeouts.total = .seconds(120)
            options.maxBodyBytes = 64 << 10
            let export = AnyEndpoint(.get, "export", options: options)
            let exchange = await engine.send(export, in: shop)
            // snippet end
            #expect(exchange.error?.category == .tooLarge)
        }
    }

    @Test func `the library in its page`() async throws {
        try await StubServer.with(.status(200, body: #"{"celsius":21.5}"#)) { server in
            let station = Environment.production(baseURL: server.url)
            #expect(await report(on: "Ulm", from: station, by: Engine()) == "21.5 °C")
            #expect(server.received.first?.target == "/weather?city=Ulm")
        }
    }
}
