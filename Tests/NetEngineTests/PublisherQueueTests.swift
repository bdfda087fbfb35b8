import Dispatch
import NetEngine
import NetEnginePublishers
import NetEngineTesting
import Testing

/// The publishers with nothing but their own import.
@Suite(.timeLimit(.minutes(5))) struct PublisherQueueTests {
    private static let key = DispatchSpecificKey<String>()
    private let engine: Engine

    init() {
        // Which thread works for the main queue differs from platform to platform.
        DispatchQueue.main.setSpecific(key: Self.key, value: "main")
        let stub = StubTransport().on("/orders/7", .json(#"{"id":7}"#)).on("/orders/8", .status(404))
        engine = Engine(configuration: EngineConfiguration(stub: stub))
    }

    private struct Order: Decodable, Sendable { let id: Int }

    @Test(arguments: ["7", "8"])
    func `values and failures are received on the main queue`(number: String) async {
        let (notes, note) = AsyncStream<String>.makeStream()
        func place() -> String { DispatchQueue.getSpecific(key: Self.key) ?? "elsewhere" }
        let subscription = engine.publisher(for: RequestDraft(url: "http://shop.test/orders/\(number)"), as: Order.self)
            .receive(on: DispatchQueue.main)
            .sink(
                receiveCompletion: { end in
                    if case .failure(let error) = end { note.yield("\(error.category) \(place())") }
                    note.finish()
                },
                receiveValue: { note.yield("\($0.id) \(place())") })
        let all = await notes.reduce(into: []) { $0.append($1) }
        #expect(all == [number == "7" ? "7 main" : "clientError main"])
        subscription.cancel()
    }

    @Test func `a queue of the program's own is used as well`() async {
        let queue = DispatchQueue(label: "orders")
        queue.setSpecific(key: Self.key, value: "orders")
        let (notes, note) = AsyncStream<String?>.makeStream()
        let subscription = engine.exchangePublisher(for: RequestDraft(url: "http://shop.test/orders/7"))
            .receive(on: queue)
            .sink { _ in
                note.yield(DispatchQueue.getSpecific(key: Self.key))
                note.finish()
            }
        #expect(await notes.reduce(into: []) { $0.append($1) } == ["orders"])
        subscription.cancel()
    }
}
