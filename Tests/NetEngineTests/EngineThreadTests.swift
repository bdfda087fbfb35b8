import Glibc
import NetEngine
import TestSupport
import Testing

@Suite struct EngineThreadTests {
    @Test func `a task on the engine's executor sends without leaving its thread`() async throws {
        try await StubServer.with(.status(200)) { server in
            let engine = Engine()
            let threads = await withTaskExecutorPreference(engine.executor) {
                let before = pthread_self()
                let exchange = await engine.send(RequestDraft(url: server.url))
                #expect(exchange.response?.status == 200)
                return [before, pthread_self()]
            }
            #expect(threads[0] == threads[1])
            await engine.shutdown()
        }
    }

    @Test func `a task on the executor of an engine that was shut down still ends`() async {
        let engine = Engine()
        await engine.shutdown()
        let category = await withTaskExecutorPreference(engine.executor) {
            await engine.send(RequestDraft(url: "http://127.0.0.1:1/")).error?.category
        }
        #expect(category == .cancelled)
    }

    @Test func `a task on the engine's executor can shut the engine down`() async {
        let engine = Engine()
        await withTaskExecutorPreference(engine.executor) { await engine.shutdown() }
        #expect(await engine.send(RequestDraft(url: "http://127.0.0.1:1/")).error?.category == .cancelled)
    }

    @Test func `each thread keeps to its own connections, and others to the first one's`() async throws {
        try await StubServer.with(.status(200)) { server in
            let engine = Engine(configuration: EngineConfiguration(threads: 2))
            let url = server.url
            #expect(engine.executors.count == 2)
            var ports: [Int?] = []
            for place in [engine.executors[0], engine.executors[1], nil, engine.executors[1], engine.executors[0]] {
                let exchange = await withTaskExecutorPreference(place) { await engine.send(RequestDraft(url: url)) }
                ports.append(exchange.hops.first?.connection?.localPort)
            }
            #expect(ports == [ports[0], ports[1], ports[0], ports[1], ports[0]])
            #expect(server.connectionCount == 2)
            await engine.shutdown()
            for place in engine.executors {
                let late = await withTaskExecutorPreference(place) { await engine.send(RequestDraft(url: url)) }
                #expect(late.error?.category == .cancelled)
            }
        }
    }

    @Test func `what the second thread sends is cancelled like all else`() async throws {
        try await StubServer.with(.steps(.waitForRelease)) { server in
            let engine = Engine(configuration: EngineConfiguration(threads: 2))
            let (url, id) = (server.url, engine.makeID())
            let events = engine.events()
            async let sending = withTaskExecutorPreference(engine.executors[1]) {
                await engine.send(RequestDraft(url: url), id: id)
            }
            for await event in events { if case .requestSent = event.step { break } }
            engine.cancel(id)
            #expect(await sending.error?.category == .cancelled)
            await engine.shutdown()
        }
    }

    @Test(.timeLimit(.minutes(5)))
    func `an engine that is dropped closes its connections, after a stream that took no time too`() async throws {
        let whole = StubBehaviour.steps(.send(StubBehaviour.response(200, body: [65])), .untilClosed)
        try await StubServer.with(whole) { server in
            for _ in 0..<20 {
                let stream = try await Engine().stream(RequestDraft(url: server.url))
                for try await _ in stream {}
                #expect(await stream.finish().error == nil)
            }
            // Each engine had one.
            await server.marks(20)
        }
    }

    @Test func `a limit of open connections is kept by one thread`() {
        let engine = Engine(
            configuration: EngineConfiguration(connectionLimits: ConnectionLimits(perHost: 2), threads: 4))
        #expect(engine.executors.count == 1)
    }
}
