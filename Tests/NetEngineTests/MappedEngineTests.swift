import Dispatch
import NetEngine
import NetEnginePublishers
import TestSupport
import Testing

/// An engine with the caller's own error type, in every style of call.
@Suite(.timeLimit(.minutes(5))) struct MappedEngineTests {
    struct Item: Codable, Sendable, Equatable { var id: Int }

    enum ShopError: Error, Equatable {
        case soldOut(String)
        case unreadable(String)
        case refused(String)
        case other(ErrorCategory)
    }

    enum Shop: Endpoint {
        typealias Response = Item
        case item, bad, broken, refused
        var path: String { "\(self)" }
        var decoder: any ResponseDecoder<Item> { JSONBodyDecoder() }
    }

    private static let answers = StubBehaviour { request in
        switch request.target {
        case "/bad": [.send(StubBehaviour.response(409, body: Array("none left".utf8)))]
        case "/broken": [.send(StubBehaviour.response(200, body: Array("{".utf8)))]
        case "/refused": [.send(StubBehaviour.response(200, body: Array(#"{"status":1,"message":"No."}"#.utf8)))]
        default: [.send(StubBehaviour.response(200, body: Array(#"{"id":1}"#.utf8)))]
        }
    }

    private func shop() -> MappedEngine<ShopError> {
        Engine().mappingErrors { error, exchange in
            switch (error.category, exchange.response?.status) {
            case (.clientError, 409): .soldOut(String(decoding: exchange.response?.body ?? [], as: UTF8.self))
            case (.decoding, _): .unreadable(error.decodingFault?.path ?? "")
            case (.api, _): .refused(error.apiFault?.message ?? "")
            default: .other(error.category)
            }
        }
    }

    @Test func `fetch throws the caller's type, for drafts and endpoints`() async throws {
        try await StubServer.with(Self.answers) { server in
            let (shop, environment) = (shop(), Environment.development(baseURL: server.url))
            let item = try await shop.fetch(Shop.item, in: environment)
            let same = try await shop.fetch(RequestDraft(url: server.url), as: Item.self)
            #expect([item, same] == [Item(id: 1), Item(id: 1)])
            do throws(ShopError) {
                _ = try await shop.fetch(Shop.bad, in: environment)
                Issue.record("409 is not a success")
            } catch {
                #expect(error == .soldOut("none left"))
            }
            await #expect(throws: ShopError.unreadable("$")) { try await shop.fetch(Shop.broken, in: environment) }
            await #expect(throws: ShopError.refused("No.")) {
                try await shop.fetch(RequestDraft(url: server.url + "/refused"), decoder: .envelope(of: Item.self))
            }
            await #expect(throws: ShopError.other(.requestBuild)) { try await shop.fetch(Shop.item) }
            let exchange = await shop.engine.send(RequestDraft(url: server.url + "/bad"))
            #expect(shop.failure(of: exchange) == .soldOut("none left"))
        }
    }

    @Test func `completion handlers get the caller's type`() async throws {
        try await StubServer.with(Self.answers) { server in
            let (shop, environment) = (shop(), Environment.development(baseURL: server.url))
            let queue = DispatchQueue(label: "t")
            let result = await withCheckedContinuation { continuation in
                shop.fetch(Shop.bad, in: environment, on: queue) { continuation.resume(returning: $0) }
            }
            #expect(result == .failure(.soldOut("none left")))
            let value = await withCheckedContinuation { continuation in
                shop.fetch(RequestDraft(url: server.url), decoder: .json(Item.self), on: queue) {
                    continuation.resume(returning: $0)
                }
            }
            #expect(value == .success(Item(id: 1)))
            let drafts = ["item", "bad"].map { RequestDraft(url: "\(server.url)/\($0)") }
            let all = await withCheckedContinuation { continuation in
                shop.fetchAll(drafts, decoder: .json(Item.self), on: queue) { continuation.resume(returning: $0) }
            }
            #expect(all == .failure(.soldOut("none left")))
            let both = await withCheckedContinuation { continuation in
                shop.fetchAll([Shop.item, .item], in: environment, on: queue) { continuation.resume(returning: $0) }
            }
            #expect(both == .success([Item(id: 1), Item(id: 1)]))
        }
    }

    @Test func `the mapping sees the request and its attempts`() async throws {
        struct Seen: Error, Equatable {
            let url: String
            let status: Int?
            let attempts: Int
        }
        try await StubServer.with(.status(503)) { server in
            let engine = Engine().mappingErrors { error, exchange in
                Seen(url: exchange.draft.url, status: error.status, attempts: exchange.hops.count)
            }
            let policy = RetryPolicy(maxRetries: 2, backoff: Backoff(base: .zero))
            let draft = RequestDraft(url: server.url, options: RequestOptions(retry: policy))
            await #expect(throws: Seen(url: server.url, status: 503, attempts: 3)) {
                try await engine.fetch(draft, as: Item.self)
            }
        }
    }

    @Test func `batches get the caller's type`() async throws {
        try await StubServer.with(Self.answers) { server in
            let (shop, environment) = (shop(), Environment.development(baseURL: server.url))
            let drafts = ["item", "bad"].map { RequestDraft(url: "\(server.url)/\($0)") }
            await #expect(throws: ShopError.soldOut("none left")) {
                try await shop.fetchAll(drafts, decoder: .json(Item.self))
            }
            await #expect(throws: ShopError.soldOut("none left")) {
                try await shop.fetchAll([Shop.bad, .item], in: environment, limit: 1)
            }
            let items = try await shop.fetchAll([Shop.item, .item], in: environment)
            #expect(items == [Item(id: 1), Item(id: 1)])
            let results = await shop.results(drafts, decoder: .json(Item.self))
            #expect(results == [.success(Item(id: 1)), .failure(.soldOut("none left"))])
        }
    }

    @Test func `publishers fail with the caller's type`() async throws {
        try await StubServer.with(Self.answers) { server in
            let (shop, environment) = (shop(), Environment.development(baseURL: server.url))
            let drafts = [RequestDraft(url: server.url + "/bad")]
            let ends = [
                await end(of: shop.publisher(for: Shop.bad, in: environment).eraseToAnyPublisher()),
                await end(of: shop.publisher(for: drafts[0], decoder: .json(Item.self))),
                await end(of: shop.batchPublisher(for: drafts, decoder: .json(Item.self))),
            ]
            #expect(ends == [.soldOut("none left"), .soldOut("none left"), .soldOut("none left")])
            #expect(await end(of: shop.publisher(for: Shop.item, in: environment)) == nil)
        }
    }

    private func end<Value>(of publisher: AnyPublisher<Value, ShopError>) async -> ShopError? {
        let (stream, told) = AsyncStream<ShopError>.makeStream()
        let subscription = publisher.sink { completion in
            if case .failure(let error) = completion { told.yield(error) }
            told.finish()
        } receiveValue: { _ in
        }
        defer { subscription.cancel() }
        var ends = stream.makeAsyncIterator()
        return await ends.next()
    }
}
