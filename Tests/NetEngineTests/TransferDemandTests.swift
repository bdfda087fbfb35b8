import NetEngine
import NetEngineTesting
import Synchronization
import Testing

@testable import NetEnginePublishers

/// How much a subscriber gets of what it asks for.
@Suite(.timeLimit(.minutes(5))) struct TransferDemandTests {
    private final class Log: Sendable {
        private let state = Mutex<[String]>([])
        func add(_ event: String) { state.withLock { $0.append(event) } }
        var events: [String] { state.withLock { $0 } }
    }

    /// Records what it gets, and asks for so much more with each value.
    private final class Listener: Subscriber {
        typealias Input = TransferEvent<Int>
        typealias Failure = EngineError

        let log = Log()
        private let more: Subscribers.Demand
        private let cancelsAt: String?
        private var subscription: (any Subscription)?

        init(more: Subscribers.Demand = .none, cancelsAt: String? = nil) {
            self.more = more
            self.cancelsAt = cancelsAt
        }

        func receive(subscription: any Subscription) { self.subscription = subscription }

        func receive(_ input: TransferEvent<Int>) -> Subscribers.Demand {
            let event =
                switch input {
                case .progress(.sent(let count, _)): "sent \(count)"
                case .progress(.received(let count, _)): "received \(count)"
                case .finished(let value): "finished \(value)"
                }
            log.add(event)
            if event == cancelsAt { cancel() }
            return more
        }

        func receive(completion: Subscribers.Completion<EngineError>) {
            if case .failure(let error) = completion { log.add(error.category.rawValue) } else { log.add("end") }
        }

        func ask(_ demand: Subscribers.Demand = .max(1)) { subscription?.request(demand) }
        func cancel() { subscription?.cancel() }
    }

    private let stub = StubTransport().on("**", .status(200))
    private var engine: Engine { Engine(configuration: EngineConfiguration(stub: stub)) }

    /// Subscribes to a transfer that reports three steps, and ends with the result when it is told to.
    /// - Parameter demand: the first one; the steps are reported after it.
    /// - Returns: ends the transfer and waits for that.
    private func transfer(
        _ listener: Listener, _ demand: Subscribers.Demand = .max(1), _ result: Result<Int, EngineError> = .success(7)
    ) async -> () async -> Void {
        let (starts, start) = AsyncStream<Void>.makeStream()
        let (gate, open) = AsyncStream<Void>.makeStream()
        let (reports, reported) = AsyncStream<Void>.makeStream()
        let engine = engine
        TransferPublisher<Int, EngineError>(engine) { progress in
            for await _ in starts {}
            for count in 1...3 { progress(.sent(count, of: nil)) }
            reported.finish()
            for await _ in gate {}
            return result
        }.subscribe(listener)
        listener.ask(demand)
        start.finish()
        for await _ in reports {}
        return {
            open.finish()
            await engine.shutdown()
        }
    }

    @Test func `a subscriber that asks for few values gets the newest step, and the end when it asks again`() async {
        let listener = Listener()
        let end = await transfer(listener)
        #expect(listener.log.events == ["sent 1"])
        listener.ask()
        #expect(listener.log.events == ["sent 1", "sent 3"])
        await end()
        #expect(listener.log.events == ["sent 1", "sent 3"], "nothing more was asked for")
        listener.ask()
        #expect(listener.log.events == ["sent 1", "sent 3", "finished 7", "end"])
        listener.ask()
        #expect(listener.log.events.count == 4)
    }

    @Test func `a step that waits comes before the end, one value each time`() async {
        let listener = Listener()
        let end = await transfer(listener)
        await end()
        listener.ask()
        #expect(listener.log.events == ["sent 1", "sent 3"])
        listener.ask(.max(2))
        #expect(listener.log.events == ["sent 1", "sent 3", "finished 7", "end"])
    }

    @Test func `a failure is published without being asked for, and takes the place of steps`() async {
        let listener = Listener()
        let error = EngineError(category: .dns, sentence: "No.", hint: "Look.")
        let end = await transfer(listener, .max(1), .failure(error))
        await end()
        #expect(listener.log.events == ["sent 1", "dns"])
        listener.ask()
        #expect(listener.log.events.count == 2)
    }

    @Test(arguments: [(true, 1), (false, 2), (false, 3), (false, 4), (false, 99)])
    func `a subscriber may ask for more with each value, or for many at once`(asksAgain: Bool, count: Int) async {
        let listener = Listener(more: asksAgain ? .max(1) : .none)
        let end = await transfer(listener, .max(count))
        await end()
        let all = ["sent 1", "sent 2", "sent 3", "finished 7", "end"]
        // The end comes with the last value.
        let expected = asksAgain || count > 3 ? all : Array(all.prefix(count))
        #expect(listener.log.events == expected)
    }

    @Test func `a subscriber without a limit gets all`() async {
        let listener = Listener()
        let end = await transfer(listener, .unlimited)
        await end()
        #expect(listener.log.events == ["sent 1", "sent 2", "sent 3", "finished 7", "end"])
    }

    @Test func `a subscriber that cancels at a step gets no other`() async {
        let listener = Listener(more: .max(1), cancelsAt: "sent 2")
        let end = await transfer(listener)
        await end()
        #expect(listener.log.events == ["sent 1", "sent 2"])
        listener.ask()
        #expect(listener.log.events.count == 2)
    }

    @Test func `a subscription that was cancelled before it asked begins nothing`() async {
        let engine = engine
        let (one, other) = (Listener(), Listener())
        TransferPublisher<Int, EngineError>(engine) { _ in
            Issue.record("It works.")
            return .success(1)
        }.subscribe(one)
        EnginePublisher<TransferEvent<Int>, EngineError>(engine) {
            Issue.record("It works.")
            return .success(.finished(1))
        }.subscribe(other)
        for listener in [one, other] {
            listener.cancel()
            listener.ask()
        }
        await engine.shutdown()
        #expect(one.log.events == [] && other.log.events == [])
    }
}
