import TestSupport
import Testing

@testable import NetEngine

/// The events of an exchange, as subscribers see them.
@Suite(.timeLimit(.minutes(5))) struct EventTests {
    private func name(_ step: EngineEvent.Step) -> String { String("\(step)".prefix { $0 != "(" }) }

    /// Progress is left out: whether there is any depends on how fast the machine is.
    private func story(_ events: AsyncStream<EngineEvent>, of id: ExchangeID) async -> [EngineEvent] {
        var story: [EngineEvent] = []
        for await event in events where event.id == id {
            if case .progress = event.step { continue }
            story.append(event)
            if case .finished = event.step { break }
        }
        return story
    }

    @Test func `each step is reported once and in order, on a fresh and on a reused connection`() async throws {
        try await StubServer.with(.status(200)) { server in
            let engine = Engine()
            let events = engine.events()
            let first = await engine.send(RequestDraft(url: server.url))
            let second = await engine.send(RequestDraft(url: server.url))
            let told = await story(events, of: first.id)
            #expect(
                told.map { name($0.step) } == [
                    "queued", "hopStarted", "nameResolved", "connected", "requestSent", "headReceived", "finished",
                ])
            #expect(told.map(\.elapsed) == told.map(\.elapsed).sorted())
            #expect(told.map(\.at) == told.map(\.at).sorted())
            let toldAgain = await story(events, of: second.id)
            #expect(
                toldAgain.map { name($0.step) } == ["queued", "hopStarted", "requestSent", "headReceived", "finished"])
        }
    }

    @Test func `every subscriber gets every event, and a slow one loses nothing`() async throws {
        try await StubServer.with(.status(200)) { server in
            let engine = Engine()
            let streams = (0..<3).map { _ in engine.events() }
            for _ in 0..<50 { _ = await engine.send(RequestDraft(url: server.url)) }
            await engine.shutdown()
            var counts: [Int] = []
            for stream in streams {
                var finished = 0
                for await event in stream { if case .finished = event.step { finished += 1 } }
                counts.append(finished)
            }
            #expect(counts == [50, 50, 50])
        }
    }

    @Test func `a subscriber that is cancelled while it waits ends, and others go on`() async throws {
        try await StubServer.with(.status(200)) { server in
            let engine = Engine()
            let other = engine.events()
            let events = engine.events()
            let reader = Task {
                for await event in events { if case .requestSent = event.step { return "told" } }
                return "ended"
            }
            reader.cancel()
            #expect(await reader.value == "ended")
            let exchange = await engine.send(RequestDraft(url: server.url))
            #expect(await story(other, of: exchange.id).count >= 7)
        }
    }

    @Test func `two readers of one stream share its events`() async throws {
        try await StubServer.with(.status(200)) { server in
            let engine = Engine()
            let events = engine.events()
            let others = engine.events()
            async let first = events.reduce(0) { sum, _ in sum + 1 }
            async let second = events.reduce(0) { sum, _ in sum + 1 }
            _ = await engine.send(RequestDraft(url: server.url))
            await engine.shutdown()
            // A slow machine produces one more progress event.
            let all = await others.reduce(0) { sum, _ in sum + 1 }
            #expect(all >= 7)
            #expect(await first + second == all)
        }
    }

    @Test func `a redirect is reported with its hop, and no password with it`() async throws {
        try await StubServer.with(.routes(["/": .redirect(to: "/b"), "/b": .status(200)])) { server in
            let engine = Engine()
            let events = engine.events()
            let exchange = await engine.send(RequestDraft(url: "http://u:secret@127.0.0.1:\(server.port)/"))
            var hops: [String] = []
            var redirects: [String] = []
            for event in await story(events, of: exchange.id) {
                if case .hopStarted(_, _, let url) = event.step { hops.append(url) }
                if case .redirected(302, let url) = event.step { redirects.append(url) }
            }
            #expect(hops == [server.url + "/", server.url + "/b"])
            #expect(redirects == [server.url + "/b"])
        }
    }

    @Test func `a request that cannot be built is reported too`() async {
        let engine = Engine()
        let events = engine.events()
        let exchange = await engine.send(RequestDraft(method: "NO GOOD", url: "x"))
        #expect(exchange.error?.category == .requestBuild)
        #expect(exchange.hops.isEmpty)
        #expect(await story(events, of: exchange.id).map { name($0.step) } == ["queued", "finished"])
    }

    @Test func `ids are fresh`() {
        let engine = Engine()
        let ids = (0..<100).map { _ in engine.makeID() }
        #expect(Set(ids).count == 100)
        #expect(ids == ids.sorted())
    }

    @Test func `the trust variables have the order of the curl program`() {
        #expect(TrustSettings.from { _ in nil } == TrustSettings())
        #expect(TrustSettings.from { $0 == "SSL_CERT_FILE" ? "f" : nil }.caFile == "f")
        #expect(TrustSettings.from { $0 }.caFile == "CURL_CA_BUNDLE")
        #expect(TrustSettings.from { $0 == "CURL_CA_BUNDLE" ? "" : $0 }.caFile == "SSL_CERT_FILE")
        #expect(TrustSettings.from { $0 }.caDirectory == "SSL_CERT_DIR")
    }

    @Test func `an error knows whether another try is worth it`() {
        #expect(EngineError(.connect, "x").isRetryable)
        #expect(!EngineError(.tls, "x").isRetryable)
        #expect(EngineError.status(503)?.isRetryable == true)
        #expect(EngineError.status(501)?.isRetryable == false)
        #expect(EngineError.status(429)?.isRetryable == true)
        #expect(EngineError.status(404)?.isRetryable == false)
        #expect(EngineError.status(204) == nil)
    }

    @Test func `moments and limits of any size are safe`() {
        let now = MonotonicInstant.now
        #expect(now.advanced(by: .seconds(Int64.max)) == .distantFuture)
        #expect(now.advanced(by: .seconds(Int64.max / 1_000_000_000)) == .distantFuture)
        #expect(now.advanced(by: .seconds(-5)) == now)
        #expect(now.advanced(by: .seconds(Int64.min)) == now)
    }
}
