import Synchronization
import TestSupport
import Testing

@testable import NetEngine

/// A function that gets every event while it happens.
@Suite(.timeLimit(.minutes(5))) struct EventTapTests {
    private final class Seen: Sendable {
        let events = Mutex<[EngineEvent]>([])
        var names: [String] { events.withLock { $0.map { "\($0.step)".prefix { $0 != "(" }.description } } }
    }

    @Test func `all events of an exchange were given when it has ended`() async throws {
        try await StubServer.with(.status(200, body: "x")) { server in
            let engine = Engine()
            let seen = Seen()
            let tap = engine.tap { event in seen.events.withLock { $0.append(event) } }
            let exchange = await engine.send(RequestDraft(url: server.url))
            #expect(seen.names.first == "queued")
            #expect(seen.names.last == "finished")
            #expect(seen.names.contains("headReceived"))
            #expect(seen.events.withLock { $0.allSatisfy { $0.id == exchange.id } })
            tap.end()
            await tap.ended()
            _ = await engine.send(RequestDraft(url: server.url))
            #expect(seen.events.withLock { $0.allSatisfy { $0.id == exchange.id } }, "none after its end")
            await engine.shutdown()
        }
    }

    @Test func `it ends with the engine, also where that has ended before`() async {
        let engine = Engine()
        let first = engine.tap { _ in }
        await engine.shutdown()
        await first.ended()
        await engine.tap { _ in }.ended()
    }
}
