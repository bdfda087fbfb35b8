import Glibc
import TestSupport
import Testing

@testable import NetEngine

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
}
