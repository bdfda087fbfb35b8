import Dispatch
import NetEngine
import NetEngineURLSession
import TestSupport
import Testing

/// URLSession may ask its delegate about a task that has ended in the meantime; a wrong reply crashes the program.
@Suite(.timeLimit(.minutes(5))) struct SessionCancellationTests {
    private let transport = URLSessionTransport()
    private let ended = AsyncStream<TransportResult>.makeStream()

    /// A redirect, and a request for a password.
    static let questions = [
        "HTTP/1.1 302 Found\r\nLocation: /b\r\nContent-Length: 0\r\n\r\n",
        "HTTP/1.1 401 Unauthorized\r\nWWW-Authenticate: Basic realm=\"a\"\r\nContent-Length: 0\r\n\r\n",
    ]

    @Test(arguments: questions) func `a question about a job that was just cancelled is ignored`(
        _ question: String
    ) async throws {
        let other = TransportUnderTest.urlSession.engine()
        for round in 0..<20 {
            let asking = try StubServer(.steps(.waitForRelease, .send(question), .mark))
            defer { asking.stop() }
            try await StubServer.with(.status(200)) { server in
                try start(url: asking.url, token: UInt64(round * 2)) { _ in }
                _ = await asking.requests(1)
                let hold = DispatchSemaphore(value: 0)
                let (held, isHeld) = AsyncStream<Void>.makeStream()
                try start(url: server.url, token: UInt64(round * 2 + 1)) { step in
                    guard case .headReceived = step else { return }
                    isHeld.finish()
                    // The transport's queue is blocked, so that the cancellation and the question both wait in it.
                    hold.wait()
                }
                for await _ in held {}
                transport.cancel(UInt64(round * 2))
                asking.release()
                await asking.marks(1)
                // Foundation serves all sessions on one queue in order, so it has read everything that arrived before
                // these.
                for _ in 0..<3 { #expect(await other.send(RequestDraft(url: server.url)).isSuccess) }
                hold.signal()
            }
            var results = ended.stream.makeAsyncIterator()
            let categories = [await results.next()?.failure?.category, await results.next()?.failure?.category]
            #expect(Set(categories) == [.cancelled, nil])
        }
        await transport.shutdown()
        await other.shutdown()
    }

    private func start(url: String, token: UInt64, report: @escaping @Sendable (TransportStep) -> Void) throws {
        let request = try RequestBuilder().build(RequestDraft(url: url))
        transport.start(
            TransportJob(
                token: token, request: request, deadlineNanoseconds: nil, needsFreshConnection: false, report: report,
                completion: { [ended] in ended.continuation.yield($0) }))
    }
}
