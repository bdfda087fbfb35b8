import NetEngine
import NetEngineTesting
import Synchronization
import TestSupport
import Testing

/// A body that is observed while it arrives, and also kept.
@Suite(.timeLimit(.minutes(5))) struct BodyObserverTests {
    private final class Watcher: BodyReceiver {
        let seen = Mutex<(heads: [Int], bytes: [UInt8])>(([], []))

        func begin(_ soFar: TransportResult) { seen.withLock { $0.heads.append(soFar.response?.status ?? 0) } }

        func receive(_ bytes: UnsafeRawBufferPointer) -> Bool {
            seen.withLock { $0.bytes += bytes }
            // The return value is ignored: an observer cannot hold up a transfer.
            return false
        }
    }

    @Test(arguments: TransportUnderTest.all)
    func `an observer sees the head and every byte, and the exchange has them too`(
        _ subject: TransportUnderTest
    ) async throws {
        let pieces = (0..<50).map { [UInt8](repeating: UInt8($0), count: 1000) }
        try await StubServer.with(StreamTests.chunked(pieces)) { server in
            let watcher = Watcher()
            let exchange = await subject.engine().send(RequestDraft(url: server.url), observer: watcher)
            let seen = watcher.seen.withLock { $0 }
            #expect(seen.heads == [200])
            #expect(seen.bytes == pieces.flatMap(\.self))
            #expect(exchange.response?.body == seen.bytes)
            #expect(exchange.isSuccess)
        }
    }

    @Test func `an observer sees what a stub answers`() async {
        let body = #"{"id":7}"#
        let stub = StubTransport().on("/orders", .json(body))
        let watcher = Watcher()
        let engine = Engine(configuration: EngineConfiguration(stub: stub))
        let exchange = await engine.send(RequestDraft(url: "https://shop.test/orders"), observer: watcher)
        let seen = watcher.seen.withLock { $0 }
        #expect(seen.heads == [200])
        #expect(seen.bytes == Array(body.utf8))
        #expect(exchange.response?.body == seen.bytes)
    }
}
