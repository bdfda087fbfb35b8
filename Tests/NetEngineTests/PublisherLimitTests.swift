import NetEngine
import NetEnginePublishers
import NetEngineTesting
import Synchronization
import Testing

/// How many requests of a batch are under way at once where its subscriber says nothing of it.
@Suite(.timeLimit(.minutes(5))) struct PublisherLimitTests {
    private struct Item: Decodable, Sendable { let id: Int }
    private struct Odd: Error {}

    private static let drafts = (0..<8).map { RequestDraft(url: "http://shop.test/\($0)") }
    private static let endpoints = (0..<8).map { AnyEndpoint<String>(.get, "\($0)", decoder: .text) }
    private static let shop = Environment.development(baseURL: "http://shop.test")

    private static func counted<P: Publisher>(_ publisher: P) -> AnyPublisher<Int, Never>
    where P.Output: Collection {
        publisher.map { $0.count }.replaceError(with: -1).eraseToAnyPublisher()
    }

    @Test(arguments: 0..<7) func `six requests of a batch are sent before one has ended`(kind: Int) async {
        let clock = ManualClock(.standing)
        let stub = StubTransport(clock: clock).on("**", .json(#"{"id":1}"#).delayed(by: .seconds(1)))
        let engine = Engine(configuration: EngineConfiguration(stub: stub))
        let mapped = engine.mappingErrors { _, _ in Odd() }
        let publisher =
            switch kind {
            case 0: Self.counted(engine.batchPublisher(for: Self.drafts))
            case 1: Self.counted(engine.batchPublisher(for: Self.drafts, decoder: .json(Item.self)))
            case 2: Self.counted(engine.batchPublisher(for: Self.endpoints, in: Self.shop))
            case 3: Self.counted(engine.exchangesPublisher(for: Self.drafts, decoder: .json(Item.self)))
            case 4: Self.counted(engine.exchangesPublisher(for: Self.endpoints, in: Self.shop))
            case 5: Self.counted(mapped.batchPublisher(for: Self.drafts, decoder: .json(Item.self)))
            default: Self.counted(mapped.batchPublisher(for: Self.endpoints, in: Self.shop))
            }
        let (counts, count) = AsyncStream<Int>.makeStream()
        let subscription = publisher.sink(
            receiveCompletion: { _ in count.finish() }, receiveValue: { count.yield($0) })
        await clock.sleepers(6)
        #expect(stub.received.count == 6)
        clock.advance(by: .seconds(1))
        await clock.sleepers(2)
        clock.advance(by: .seconds(1))
        let all = await counts.reduce(into: []) { $0.append($1) }
        #expect(all == [8])
        subscription.cancel()
    }
}
