import Dispatch
import Foundation
import NetEngine
import NetEnginePublishers
import TestSupport
import Testing

/// Endpoints that know the type of their response.
@Suite(.timeLimit(.minutes(5))) struct EndpointFetchTests {
    struct Item: Codable, Sendable, Equatable { var id: Int }

    enum Shop: Endpoint {
        typealias Response = [Item]

        case orders
        case order(id: Int)

        var path: String {
            switch self {
            case .orders: "orders"
            case .order(let id): "orders/\(id)"
            }
        }
        var cacheMode: CacheMode? { .noStore }
    }

    /// Created by a separate enum for each kind of response.
    struct Plain<Response: Sendable>: Endpoint {
        var path: String
        var decoder: any ResponseDecoder<Response>
    }

    struct Text: Endpoint {
        typealias Response = String
        var path: String { "text" }
    }

    struct Bytes: Endpoint {
        typealias Response = [UInt8]
        var path: String { "text" }
    }

    struct Whole: Endpoint {
        typealias Response = Data
        var path: String { "text" }
    }

    struct Perhaps: Endpoint {
        typealias Response = Item?
        var path: String
    }

    struct Tree: Endpoint {
        var path: String { "xml" }
        var decoder: any ResponseDecoder<XMLTree> { .xml }
    }

    struct Form: Endpoint {
        var path: String { "form" }
        var decoder: any ResponseDecoder<FormFields> { .form }
    }

    struct FormItem: Endpoint {
        typealias Response = Item
        var path: String { "form" }
    }

    struct Nothing: Endpoint {
        var path: String { "text" }
        var decoder: any ResponseDecoder<NothingDecoder.Nothing> { .nothing }
    }

    struct Untyped: Endpoint {
        var path: String
    }

    struct Wrapped: Endpoint {
        var path: String { "envelope" }
        var decoder: any ResponseDecoder<ResponseEnvelope<Item>> { .envelope(of: Item.self) }
    }

    private static let answers = StubBehaviour { request in
        let (type, body) =
            switch request.target {
            case "/xml": ("application/xml", "<a>é</a>")
            case "/form": ("application/x-www-form-urlencoded", "id=4")
            case "/text": ("text/plain", "héllo")
            case "/envelope": ("application/json", #"{"status":"error","message":"No."}"#)
            case "/none": ("text/plain", "")
            case "/null": ("application/json", "null")
            case "/orders": ("application/json", #"[{"id":1},{"id":2}]"#)
            default: ("application/json", #"{"id":3}"#)
            }
        return [.send(StubBehaviour.response(200, headers: [("Content-Type", type)], body: Array(body.utf8)))]
    }

    @Test func `an enum of endpoints gives its type`() async throws {
        try await StubServer.with(Self.answers) { server in
            let engine = Engine()
            let shop = Environment.development(baseURL: server.url)
            let orders = try await engine.fetch(Shop.orders, in: shop)
            #expect(orders == [Item(id: 1), Item(id: 2)])
            #expect(server.received.first?.field("Accept") == "application/json")
            let fetched = await engine.fetchExchange(Shop.order(id: 3), in: shop)
            #expect(fetched.exchange.error?.category == .decoding)
            #expect(fetched.exchange.draft.options.cacheMode == .noStore)
            let all = try await engine.fetchAll([Shop.orders, .orders], in: shop)
            #expect(all.map(\.count) == [2, 2])
            await #expect(throws: EngineError.self) {
                try await engine.fetchAll([Shop.orders, .order(id: 3)], in: shop)
            }
        }
    }

    @Test func `each kind of response has its decoder`() async throws {
        try await StubServer.with(Self.answers) { server in
            let engine = Engine()
            let shop = Environment.development(baseURL: server.url)
            let text = try await engine.fetch(Text(), in: shop)
            #expect(text == "héllo")
            let bytes = try await engine.fetch(Bytes(), in: shop)
            #expect(bytes == Array("héllo".utf8))
            let whole = try await engine.fetch(Whole(), in: shop)
            #expect(whole == Data(bytes))
            for (path, item) in [("none", nil), ("null", nil), ("orders/1", Item(id: 3))] {
                #expect(try await engine.fetch(Perhaps(path: path), in: shop) == item, "\(path)")
            }
            let tree = try await engine.fetch(Tree(), in: shop)
            #expect(tree.root.text == "é")
            let form = try await engine.fetch(Form(), in: shop)
            #expect(form["id"] == "4")
            let item = try await engine.fetch(FormItem(), in: shop)
            #expect(item == Item(id: 4))
            let nothing = try await engine.fetch(Nothing(), in: shop)
            #expect(nothing.status == 200)
            let untyped = try await engine.fetch(Untyped(path: "orders/1"), in: shop)
            #expect(untyped == .json(#"{"id":3}"#))
            let envelope = await engine.fetchExchange(Wrapped(), in: shop)
            #expect(envelope.exchange.error?.apiFault?.message == "No.")
            let plain = Plain(path: "orders/1", decoder: JSONBodyDecoder(Item.self))
            let explicit = try await engine.fetch(plain, in: shop)
            #expect(explicit == Item(id: 3))
        }
    }

    @Test func `a value is typed by its decoder`() async throws {
        try await StubServer.with(Self.answers) { server in
            let endpoint = AnyEndpoint(.get, "orders", baseURL: server.url, decoder: .json([Item].self))
            let typed = try await Engine().fetch(endpoint)
            #expect(typed.count == 2)
            let untyped = try await Engine().fetch(AnyEndpoint(.get, "orders/3", baseURL: server.url))
            #expect(untyped == .json(#"{"id":3}"#))
            let copied = try await Engine().fetch(AnyEndpoint(Shop.orders), in: .staging(baseURL: server.url))
            #expect(copied.count == 2)
        }
    }

    @Test func `an endpoint that makes no request is thrown as request-build`() async {
        let error = await #expect(throws: EngineError.self) { try await Engine().fetch(Shop.orders) }
        #expect(error?.category == .requestBuild)
    }

    @Test func `completion handlers and publishers take endpoints too`() async throws {
        try await StubServer.with(Self.answers) { server in
            let engine = Engine()
            let shop = Environment.development(baseURL: server.url)
            let result = await withCheckedContinuation { continuation in
                engine.fetch(Shop.orders, in: shop, on: DispatchQueue(label: "t")) {
                    continuation.resume(returning: $0)
                }
            }
            #expect(result == .success([Item(id: 1), Item(id: 2)]))
            let (stream, told) = AsyncStream<Int>.makeStream()
            let subscription = engine.publisher(for: Shop.orders, in: shop).sink { _ in
                told.finish()
            } receiveValue: {
                told.yield($0.count)
            }
            var values: [Int] = []
            for await value in stream { values.append(value) }
            #expect(values == [2])
            subscription.cancel()
        }
    }
}
