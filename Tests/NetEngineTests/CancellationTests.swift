import Dispatch
import NetEngine
import NetEnginePublishers
import NetEngineTesting
import TestSupport
import Testing

/// Cancelling at any moment ends at once with `cancelled` and keeps what was received.
@Suite(.timeLimit(.minutes(5))) struct CancellationTests {
    @Test func `while the head is awaited`() async throws {
        try await StubServer.with(.neverAnswers) { server in
            let engine = Engine()
            let id = engine.makeID()
            async let sending = engine.send(RequestDraft(url: server.url), id: id)
            _ = await server.requests(1)
            engine.cancel(id)
            let exchange = await sending
            #expect(exchange.error?.category == .cancelled)
            #expect(exchange.id == id)
            #expect(exchange.hops.first?.sentHead.isEmpty == false)
            await server.marks(1)
        }
    }

    @Test func `in the middle of the body, keeping the bytes`() async throws {
        try await StubServer.with(.slowBody) { server in
            let engine = Engine()
            let events = engine.events()
            let id = engine.makeID()
            async let sending = engine.send(RequestDraft(url: server.url), id: id)
            for await event in events { if case .headReceived = event.step { break } }
            engine.cancel(id)
            let exchange = await sending
            #expect(exchange.error?.category == .cancelled)
            #expect(exchange.response?.status == 200)
            #expect(exchange.response?.isComplete == false)
        }
    }

    @Test func `during the TLS handshake`() async throws {
        try await StubServer.with(.silentAtAccept) { server in
            let engine = Engine()
            let events = engine.events()
            let task = Task { await engine.send(RequestDraft(url: "https://127.0.0.1:\(server.port)")) }
            for await event in events { if case .connected = event.step { break } }
            task.cancel()
            #expect(await task.value.error?.category == .cancelled)
        }
    }

    @Test func `before it begins`() async throws {
        try await StubServer.with(.status(200)) { server in
            let engine = Engine()
            let task = Task {
                withUnsafeCurrentTask { $0?.cancel() }
                return await engine.send(RequestDraft(url: server.url))
            }
            #expect(await task.value.error?.category == .cancelled)
            #expect(await task.value.hops.isEmpty)
            #expect(server.received.isEmpty)
        }
    }

    @Test func `while the name is looked up, without holding up anybody else`() async throws {
        try await StubServer.with(.status(200)) { server in
            let engine = Engine(configuration: EngineConfiguration(reachability: AlwaysOnline()))
            let events = engine.events()
            let id = engine.makeID()
            async let sending = engine.send(RequestDraft(url: "http://hang-cancel.test/"), id: id)
            for await event in events { if case .hopStarted = event.step { break } }
            #expect(await engine.send(RequestDraft(url: server.url)).isSuccess, "others go on while a lookup hangs")
            engine.cancel(id)
            #expect(await sending.error?.category == .cancelled)
            #expect(
                await engine.send(RequestDraft(url: server.url)).isSuccess, "the engine thread did not join the lookup")
        }
    }

    @Test func `a lookup that hangs is a dns timeout`() async throws {
        let engine = Engine(configuration: EngineConfiguration(reachability: AlwaysOnline()))
        let exchange = await engine.send(
            RequestDraft(
                url: "http://hang-timeout.test/",
                options: RequestOptions(timeouts: Timeouts(dns: .milliseconds(50)))))
        #expect(exchange.error?.category == .timeout)
        #expect(exchange.error?.phase == .dns)
        #expect(exchange.timings.connect == nil)
    }

    @Test func `all at once`() async throws {
        try await StubServer.with(.neverAnswers) { server in
            let engine = Engine()
            await withTaskGroup(of: ErrorCategory?.self) { group in
                for _ in 0..<20 {
                    group.addTask { await engine.send(RequestDraft(url: server.url)).error?.category }
                }
                _ = await server.requests(20)
                engine.cancelAll()
                for await category in group { #expect(category == .cancelled) }
            }
        }
    }

    /// Those send from another thread, a little later.
    @Test func `a handler or a subscriber just after the call`() async {
        let stub = StubTransport(clock: ContinuousClock()).on("/", .status(200).delayed(by: .milliseconds(100)))
        let engine = Engine(configuration: EngineConfiguration(stub: stub))
        let draft = RequestDraft(url: "http://stub.test/")
        let queue = DispatchQueue(label: "handlers")
        for _ in 0..<20 {
            let (outcomes, outcome) = AsyncStream<ErrorCategory?>.makeStream()
            let id = engine.makeID()
            engine.send(draft, id: id, on: queue) { outcome.yield($0.error?.category) }
            engine.cancel(id)
            engine.sendAll([draft], on: queue) { outcome.yield($0[0].error?.category) }
            let exchange = engine.exchangePublisher(for: draft).sink { outcome.yield($0.error?.category) }
            let transfer = engine.transferPublisher(for: draft).sink {
                if case .finished(let exchange) = $0 { outcome.yield(exchange.error?.category) }
            }
            engine.cancelAll()
            for await category in outcomes.prefix(4) { #expect(category == .cancelled) }
            withExtendedLifetime((exchange, transfer)) {}
        }
    }

    @Test func `a batch, with what was not sent yet`() async {
        let stub = StubTransport(clock: ManualClock(.standing)).on("/", .nothing, .nothing, .status(200))
        let engine = Engine(configuration: EngineConfiguration(stub: stub))
        async let sending = engine.sendAll(
            [RequestDraft](repeating: RequestDraft(url: "http://stub.test/"), count: 6), options: BatchOptions(limit: 2)
        )
        await stub.requests(2)
        engine.cancelAll()
        #expect(await sending.map(\.error?.category) == [ErrorCategory?](repeating: .cancelled, count: 6))
        #expect(stub.received.count == 2)
    }

    @Test func `shutdown ends what is in flight, the event streams and all later sends`() async throws {
        try await StubServer.with(.neverAnswers) { server in
            let engine = Engine()
            let events = engine.events()
            async let sending = engine.send(RequestDraft(url: server.url))
            _ = await server.requests(1)
            await engine.shutdown()
            #expect(await sending.error?.category == .cancelled)
            var steps = 0
            for await _ in events { steps += 1 }
            #expect(steps > 0)
            #expect(await engine.send(RequestDraft(url: server.url)).error?.category == .cancelled)
        }
    }

    @Test func `cancelling what is over or unknown does nothing`() async throws {
        try await StubServer.with(.status(200)) { server in
            let engine = Engine()
            let exchange = await engine.send(RequestDraft(url: server.url))
            engine.cancel(exchange.id)
            engine.cancel(engine.makeID())
            #expect(await engine.send(RequestDraft(url: server.url)).isSuccess)
        }
    }
}
