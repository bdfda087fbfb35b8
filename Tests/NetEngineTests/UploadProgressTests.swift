import Dispatch
import NetEngine
import NetEnginePublishers
import Synchronization
import TestSupport
import Testing

/// How much of a request's body has been sent.
@Suite(.timeLimit(.minutes(5))) struct UploadProgressTests {
    private func uploads(_ engine: Engine, _ draft: RequestDraft) async -> [(sent: Int, total: Int?)] {
        let events = engine.events()
        _ = await engine.send(draft)
        var told: [(sent: Int, total: Int?)] = []
        for await event in events {
            if case .uploadProgress(let sent, let total) = event.step { told.append((sent, total)) }
            if case .finished = event.step { break }
        }
        return told
    }

    @Test(arguments: [1, 10_000, 5_000_000])
    func `the whole body is reported when it has been sent, in order and once`(_ size: Int) async throws {
        try await StubServer.with(.status(200)) { server in
            let body = [UInt8](repeating: 65, count: size)
            let told = await uploads(Engine(), RequestDraft(method: "POST", url: server.url, body: .bytes(body)))
            #expect(told.last?.sent == size)
            #expect(told.allSatisfy { $0.total == size })
            #expect(told.map(\.sent) == told.map(\.sent).sorted())
            #expect(told.count { $0.sent == size } == 1)
        }
    }

    @Test func `without a body nothing is reported`() async throws {
        try await StubServer.with(.status(200)) { server in
            #expect(await uploads(Engine(), RequestDraft(url: server.url)).isEmpty)
        }
    }

    @Test func `a stream of unknown length has no total, and its framing is not counted`() async throws {
        try await StubServer.with(.status(200)) { server in
            let (pieces, continuation) = AsyncStream<[UInt8]>.makeStream()
            for _ in 0..<100 { continuation.yield([UInt8](repeating: 65, count: 1000)) }
            continuation.finish()
            let told = await uploads(
                Engine(), RequestDraft(method: "POST", url: server.url, body: .stream(BodyStream(pieces))))
            #expect(told.last?.sent == 100_000)
            #expect(told.allSatisfy { $0.total == nil })
        }
    }

    @Test func `each attempt starts from zero`() async throws {
        try await StubServer.with(.sequence(.redirect(307, to: "/b"), .status(200))) { server in
            let told = await uploads(
                Engine(), RequestDraft(method: "POST", url: server.url, body: .bytes([1, 2, 3])))
            #expect(told.map(\.sent) == [3, 3])
        }
    }

    @Test func `a closure is called as well, on the queue of the handler`() async throws {
        try await StubServer.with(.status(200, body: String(repeating: "x", count: 100))) { server in
            let engine = Engine()
            let draft = RequestDraft(method: "PUT", url: server.url, body: .bytes([1, 2, 3]))
            let told = Mutex([TransferProgress]())
            let exchange = await engine.send(draft) { step in told.withLock { $0.append(step) } }
            #expect(exchange.isSuccess)
            #expect(told.withLock { $0.first } == .sent(3, of: 3))

            let atEnd: [TransferProgress] = await withCheckedContinuation { continuation in
                let steps = Mutex([TransferProgress]())
                engine.send(
                    draft, on: DispatchQueue(label: "handler"),
                    progress: { step in steps.withLock { $0.append(step) } },
                    completion: { _ in continuation.resume(returning: steps.withLock { $0 }) })
            }
            #expect(atEnd.first == .sent(3, of: 3))
        }
    }

    @Test func `that of an endpoint is reported in each style, with what the environment adds`() async throws {
        try await StubServer.with(.status(200)) { server in
            let engine = Engine()
            let shop = Environment.development(baseURL: server.url, interceptors: [Credential.bearer("token")])
            let upload = AnyEndpoint(.put, "photo", body: .raw([1, 2, 3]))
            let (steps, step) = AsyncStream<TransferProgress>.makeStream()
            #expect(await engine.send(upload, in: shop, progress: { step.yield($0) }).isSuccess)
            let queue = DispatchQueue(label: "handler")
            engine.send(upload, in: shop, on: queue, progress: { step.yield($0) }, completion: { _ in })
            let subscription = engine.transferPublisher(for: upload, in: shop).sink {
                if case .progress(let progress) = $0 { step.yield(progress) }
            }
            #expect(await steps.filter { $0 == .sent(3, of: 3) }.prefix(3).reduce(0) { count, _ in count + 1 } == 3)
            #expect(server.received.allSatisfy { $0.field("Authorization") == "Bearer token" })
            subscription.cancel()
        }
    }
}
