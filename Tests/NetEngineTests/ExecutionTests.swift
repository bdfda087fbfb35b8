import Dispatch
import NetEngine
import NetEnginePublishers
import TestSupport
import Testing

/// Completion handlers, batches and publishers on top of the one pipeline.
@Suite(.timeLimit(.minutes(5))) struct ExecutionTests {
    struct Item: Codable, Sendable, Equatable { var id: Int }

    private static let key = DispatchSpecificKey<Bool>()

    /// Returns `{"id":N}` for `/N`, and 500 for `/bad`.
    private static let items = StubBehaviour { request in
        let name = request.target.dropFirst()
        let status = name == "bad" ? 500 : 200
        return [.send(StubBehaviour.response(status, body: Array("{\"id\":\(name)}".utf8)))]
    }

    @Test func `a completion handler is called once, on its queue`() async throws {
        try await StubServer.with(.status(200, body: #"{"id":1}"#)) { server in
            let engine = Engine()
            let queue = DispatchQueue(label: "test")
            queue.setSpecific(key: Self.key, value: true)
            let (isOnQueue, exchange) = await withCheckedContinuation { continuation in
                engine.send(RequestDraft(url: server.url), on: queue) { exchange in
                    continuation.resume(returning: (DispatchQueue.getSpecific(key: Self.key) == true, exchange))
                }
            }
            #expect(isOnQueue)
            #expect(exchange.isSuccess)
            let result = await withCheckedContinuation { continuation in
                engine.fetch(RequestDraft(url: server.url), decoder: .json(Item.self), on: queue) {
                    continuation.resume(returning: $0)
                }
            }
            #expect(result == .success(Item(id: 1)))
        }
    }

    @Test func `cancelling the returned task ends with cancelled, and once only`() async throws {
        try await StubServer.with(.neverAnswers) { server in
            let engine = Engine()
            let queue = DispatchQueue(label: "test")
            let (stream, told) = AsyncStream<Exchange>.makeStream()
            let task = engine.send(RequestDraft(url: server.url), on: queue) { told.yield($0) }
            _ = await server.requests(1)
            task.cancel()
            task.cancel()
            var iterator = stream.makeAsyncIterator()
            #expect(await iterator.next()?.error?.category == .cancelled)
            await server.marks(1)
        }
    }

    @Test func `a batch keeps the order of the drafts and its limit`() async throws {
        try await StubServer.with(Self.items) { server in
            let engine = Engine()
            let drafts = (0..<20).map { RequestDraft(url: "\(server.url)/\($0)") }
            let exchanges = await engine.sendAll(drafts, options: BatchOptions(limit: 3))
            #expect(exchanges.map(\.draft.url) == drafts.map(\.url))
            #expect(exchanges.allSatisfy { $0.isSuccess })
            #expect(server.connectionCount <= 3)
            let values = try await engine.fetchAll(drafts, decoder: .json(Item.self), limit: 5)
            #expect(values.map(\.id) == Array(0..<20))
        }
    }

    @Test func `collect gives every result, fail-fast cancels the rest`() async throws {
        try await StubServer.with(Self.items) { server in
            let engine = Engine()
            let drafts = ["1", "bad", "3", "4"].map { RequestDraft(url: "\(server.url)/\($0)") }
            let all = await engine.sendAll(drafts, options: BatchOptions(limit: 1))
            #expect(all.map { $0.error?.category } == [nil, .serverError, nil, nil])
            let some = await engine.sendAll(drafts, options: BatchOptions(limit: 1, failureMode: .failFast))
            #expect(some.map { $0.error?.category } == [nil, .serverError, .cancelled, .cancelled])
            #expect(some[3].hops.isEmpty)
            #expect(server.received.count == 6)
            let error = await #expect(throws: EngineError.self) {
                _ = try await engine.fetchAll(drafts, decoder: .json(Item.self), limit: 4)
            }
            #expect(error?.category == .serverError)
        }
    }

    @Test(arguments: [0, -1, 1000]) func `any limit is safe, and so is nothing to send`(_ limit: Int) async throws {
        try await StubServer.with(Self.items) { server in
            let options = BatchOptions(limit: limit)
            #expect(await Engine().sendAll([], options: options).isEmpty)
            let exchanges = await Engine().sendAll([RequestDraft(url: server.url + "/1")], options: options)
            #expect(exchanges.map(\.isSuccess) == [true])
        }
    }

    @Test func `a batch is cancelled together, in the completion style`() async throws {
        try await StubServer.with(.neverAnswers) { server in
            let engine = Engine()
            let drafts = (0..<5).map { _ in RequestDraft(url: server.url) }
            let (stream, told) = AsyncStream<[Exchange]>.makeStream()
            let task = engine.sendAll(drafts, options: BatchOptions(limit: 2), on: DispatchQueue(label: "t")) {
                told.yield($0)
            }
            _ = await server.requests(2)
            task.cancel()
            var iterator = stream.makeAsyncIterator()
            let exchanges = await iterator.next() ?? []
            #expect(
                exchanges.map { $0.error?.category } == [.cancelled, .cancelled, .cancelled, .cancelled, .cancelled])
            #expect(server.received.count == 2)
        }
    }

    @Test func `a publisher sends nothing before a subscriber asks`() async throws {
        try await StubServer.with(Self.items) { server in
            let publisher = Engine().publisher(for: RequestDraft(url: server.url + "/5"), as: Item.self)
            let subscriber = Hesitant<Item, EngineError>()
            publisher.subscribe(subscriber)
            subscriber.askForNothing()
            _ = Engine().publisher(for: RequestDraft(url: server.url + "/6"), as: Item.self)
            // A caller that sends at once is served before this one.
            #expect(await Engine().send(RequestDraft(url: server.url + "/7")).isSuccess)
            #expect(server.received.map(\.target) == ["/7"])
            subscriber.ask()
            var events = subscriber.events.makeAsyncIterator()
            #expect(await events.next() == "value \(Item(id: 5))")
            #expect(await events.next() == "finished")
            subscriber.ask()
            #expect(server.received.map(\.target) == ["/7", "/5"])
        }
    }

    @Test func `asking for no value begins nothing`() async throws {
        try await StubServer.with(Self.items) { server in
            let engine = Engine()
            let subscriber = Hesitant<Item, EngineError>()
            engine.publisher(for: RequestDraft(url: server.url + "/5"), as: Item.self).subscribe(subscriber)
            subscriber.askForNothing()
            // Ends what has begun, and only that.
            engine.cancelAll()
            subscriber.ask()
            var events = subscriber.events.makeAsyncIterator()
            // What was cancelled gives one event, and the wait for another would not end.
            try #require(await events.next() == "value \(Item(id: 5))")
            #expect(await events.next() == "finished")
        }
    }

    @Test func `each subscriber gets a separate transfer, and failures are published`() async throws {
        try await StubServer.with(Self.items) { server in
            let publisher = Engine().publisher(for: RequestDraft(url: server.url + "/bad"), decoder: .json(Item.self))
            for _ in 0..<2 {
                let subscriber = Hesitant<Item, EngineError>()
                publisher.subscribe(subscriber)
                subscriber.ask()
                var events = subscriber.events.makeAsyncIterator()
                #expect(await events.next() == "failed server-error")
            }
            #expect(server.received.count == 2)
        }
    }

    @Test func `cancelling the subscription cancels the transfer and publishes nothing`() async throws {
        try await StubServer.with(.neverAnswers) { server in
            let engine = Engine()
            let finished = engine.events()
            let subscriber = Hesitant<Exchange, Never>()
            engine.exchangePublisher(for: RequestDraft(url: server.url)).subscribe(subscriber)
            subscriber.ask()
            _ = await server.requests(1)
            subscriber.cancel()
            await server.marks(1)
            for await event in finished {
                guard case .finished(let exchange) = event.step else { continue }
                #expect(exchange.error?.category == .cancelled)
                break
            }
            subscriber.end()
            var events = subscriber.events.makeAsyncIterator()
            #expect(await events.next() == nil)
        }
    }

    @Test func `a subscriber that cancels at its value gets nothing after it`() async throws {
        try await StubServer.with(.status(200)) { server in
            let engine = Engine()
            let one = Hesitant<Exchange, Never>(cancelsAtValue: true)
            let other = Hesitant<TransferEvent<Exchange>, Never>(cancelsAtValue: true)
            engine.exchangePublisher(for: RequestDraft(url: server.url)).subscribe(one)
            engine.transferPublisher(for: RequestDraft(url: server.url)).subscribe(other)
            one.askForAll()
            other.askForAll()
            _ = await server.requests(2)
            for events in [one.events, other.events] { for await _ in events { break } }
            // Waits for all that is published.
            await engine.shutdown()
            one.end()
            other.end()
            for events in [one.events, other.events] { for await event in events { Issue.record("\(event)") } }
        }
    }

    @Test func `a transfer is published with its progress, and its end to the slowest subscriber`() async throws {
        let body = String(repeating: "x", count: 1000)
        try await StubServer.with(.status(200, body: body)) { server in
            let draft = RequestDraft(method: "PUT", url: server.url, body: .bytes([1, 2, 3]))
            let publisher = Engine().transferPublisher(for: draft)
            let subscriber = Hesitant<TransferEvent<Exchange>, Never>()
            publisher.subscribe(subscriber)
            #expect(server.received.isEmpty)
            subscriber.ask()
            var events = subscriber.events.makeAsyncIterator()
            #expect(await events.next() == "value progress(NetEngine.TransferProgress.sent(3, of: Optional(3)))")
            // Whatever was reported meanwhile, the end comes when it is requested.
            _ = await server.requests(1)
            var last = ""
            while last != "finished" {
                subscriber.ask()
                guard let next = await events.next() else { break }
                last = next.hasPrefix("value finished(") ? "value" : next
                if last == "value" {
                    #expect(await events.next() == "finished")
                    break
                }
            }
            #expect(last == "value")
            #expect(server.received.count == 1)
        }
    }

    @Test func `a download is published with its progress, fails, and is cancelled`() async throws {
        let folder = try TemporaryFolder()
        let path = folder.path + "/file"
        try await StubServer.with(.status(200, body: String(repeating: "x", count: 1000))) { server in
            let subscriber = Hesitant<TransferEvent<DownloadedFile>, EngineError>()
            Engine().downloadPublisher(for: RequestDraft(url: server.url), to: path).subscribe(subscriber)
            subscriber.askForAll()
            var told: [String] = []
            for await event in subscriber.events {
                told.append(event)
                if event == "finished" || event.hasPrefix("failed") { break }
            }
            #expect(told.first?.hasPrefix("value progress(") == true)
            #expect(told.last == "finished")
            #expect(told.dropLast().last?.hasPrefix("value finished(") == true)
        }
        try await StubServer.with(.status(404)) { server in
            let subscriber = Hesitant<TransferEvent<DownloadedFile>, EngineError>()
            Engine().downloadPublisher(for: RequestDraft(url: server.url), to: path + "2").subscribe(subscriber)
            subscriber.askForAll()
            var last = ""
            for await event in subscriber.events {
                last = event
                if event.hasPrefix("failed") { break }
            }
            #expect(last == "failed client-error")
        }
        try await StubServer.with(.neverAnswers) { server in
            let subscriber = Hesitant<TransferEvent<Exchange>, Never>()
            Engine().transferPublisher(for: RequestDraft(url: server.url)).subscribe(subscriber)
            subscriber.askForAll()
            _ = await server.requests(1)
            subscriber.cancel()
            await server.marks(1)
        }
    }

    @Test func `the download of an endpoint reports to a handler and to a subscriber`() async throws {
        let folder = try TemporaryFolder()
        try await StubServer.with(.status(200, body: "photo")) { server in
            let engine = Engine()
            let shop = Environment.development(baseURL: server.url)
            let photo = AnyEndpoint(.get, "photo")
            let file = await withCheckedContinuation { continuation in
                engine.download(photo, in: shop, to: folder.path + "/a", on: DispatchQueue(label: "handler")) {
                    result in
                    continuation.resume(returning: try? result.get())
                }
            }
            #expect(file?.byteCount == 5)
            let subscriber = Hesitant<TransferEvent<DownloadedFile>, EngineError>()
            engine.downloadPublisher(for: photo, in: shop, to: folder.path + "/b").subscribe(subscriber)
            subscriber.askForAll()
            var last: String?
            for await event in subscriber.events where !event.hasPrefix("value") {
                last = event
                break
            }
            #expect(last == "finished")
            let nowhere = await engine.downloadOutcome(photo, to: folder.path + "/c")
            let nothing = try? nowhere.result.get()
            #expect(nothing == nil && nowhere.exchanges.isEmpty)
        }
    }

    @Test func `a batch is published in order, and is cancelled together`() async throws {
        try await StubServer.with(Self.items) { server in
            let drafts = [3, 1, 2].map { RequestDraft(url: "\(server.url)/\($0)") }
            let subscriber = Hesitant<[Item], EngineError>()
            Engine().batchPublisher(for: drafts, decoder: .json(Item.self), limit: 2).subscribe(subscriber)
            subscriber.ask()
            var events = subscriber.events.makeAsyncIterator()
            #expect(await events.next() == "value \([3, 1, 2].map { Item(id: $0) })")
        }
        try await StubServer.with(.neverAnswers) { server in
            let subscriber = Hesitant<[Exchange], Never>()
            let drafts = (0..<4).map { _ in RequestDraft(url: server.url) }
            Engine().batchPublisher(for: drafts).subscribe(subscriber)
            subscriber.ask()
            _ = await server.requests(4)
            subscriber.cancel()
            await server.marks(4)
        }
    }
}

/// A subscriber that requests values only when asked to, and records what it receives.
private final class Hesitant<Input: Sendable, Failure: Error>: Subscriber {
    let events: AsyncStream<String>
    private let told: AsyncStream<String>.Continuation
    private let cancelsAtValue: Bool
    private var subscription: (any Subscription)?

    init(cancelsAtValue: Bool = false) {
        (events, told) = AsyncStream<String>.makeStream()
        self.cancelsAtValue = cancelsAtValue
    }

    func receive(subscription: any Subscription) { self.subscription = subscription }

    func receive(_ input: Input) -> Subscribers.Demand {
        told.yield("value \(input)")
        if cancelsAtValue { cancel() }
        return .none
    }

    func receive(completion: Subscribers.Completion<Failure>) {
        switch completion {
        case .finished: told.yield("finished")
        case .failure(let error): told.yield("failed \((error as? EngineError)?.category.rawValue ?? "?")")
        }
    }

    func ask() { subscription?.request(.max(1)) }
    func askForNothing() { subscription?.request(.none) }
    func askForAll() { subscription?.request(.unlimited) }
    func cancel() { subscription?.cancel() }
    func end() { told.finish() }
}
