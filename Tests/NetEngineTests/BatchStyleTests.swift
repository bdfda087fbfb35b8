import Dispatch
import NetEngine
import NetEnginePublishers
import Synchronization
import TestSupport
import Testing

#if canImport(Combine)
    import Combine
#else
    import OpenCombine
#endif

/// A batch of endpoints gives the same in all styles of call.
@Suite(.timeLimit(.minutes(5))) struct BatchStyleTests {
    private static let answers = StubBehaviour { request in
        request.target == "/bad"
            ? [.send(StubBehaviour.response(500, body: []))]
            : [.send(StubBehaviour.response(200, body: Array(request.target.dropFirst().utf8)))]
    }

    private static func endpoints(_ paths: String...) -> [AnyEndpoint<String>] {
        paths.map { AnyEndpoint(.get, $0, decoder: .text) }
    }

    /// The first value of a publisher, or its failure.
    private func first<P: Publisher>(_ publisher: P) async -> Result<P.Output, P.Failure>
    where P.Output: Sendable, P.Failure: Sendable {
        // Held until the value is there; only this function touches it.
        nonisolated(unsafe) var held: AnyCancellable?
        let result: Result<P.Output, P.Failure> = await withCheckedContinuation { continuation in
            let isOver = Atomic(false)
            held = publisher.sink {
                if case .failure(let error) = $0, !isOver.exchange(true, ordering: .relaxed) {
                    continuation.resume(returning: .failure(error))
                }
            } receiveValue: {
                if !isOver.exchange(true, ordering: .relaxed) { continuation.resume(returning: .success($0)) }
            }
        }
        withExtendedLifetime(held) {}
        return result
    }

    @Test func `all values come in the order of the endpoints`() async throws {
        try await StubServer.with(Self.answers) { server in
            let (engine, api) = (Engine(), Environment.development(baseURL: server.url))
            let endpoints = Self.endpoints("a", "b", "c")
            let async = try await engine.fetchAll(endpoints, in: api)
            let completed = await withCheckedContinuation { continuation in
                engine.fetchAll(endpoints, in: api, on: .global()) { continuation.resume(returning: $0) }
            }
            let onMain = await withCheckedContinuation { continuation in
                engine.fetchAll(endpoints, in: api) {
                    MainActor.assertIsolated()
                    continuation.resume(returning: $0)
                }
            }
            let published = await first(engine.batchPublisher(for: endpoints, in: api))
            #expect(async == ["a", "b", "c"])
            for result in [completed, onMain, published] { #expect(try result.get() == async) }
        }
    }

    @Test func `the failure that came first is the failure of the batch`() async throws {
        try await StubServer.with(Self.answers) { server in
            let (engine, api) = (Engine(), Environment.development(baseURL: server.url))
            let endpoints = Self.endpoints("a", "bad", "c")
            var failures: [EngineError?] = []
            do throws(EngineError) {
                _ = try await engine.fetchAll(endpoints, in: api, limit: 1)
                failures.append(nil)
            } catch { failures.append(error) }
            let completed = await withCheckedContinuation { continuation in
                engine.fetchAll(endpoints, in: api, limit: 1, on: .global()) { continuation.resume(returning: $0) }
            }
            let published = await first(engine.batchPublisher(for: endpoints, in: api, limit: 1))
            for result in [completed, published] {
                if case .failure(let error) = result { failures.append(error) } else { failures.append(nil) }
            }
            #expect(failures.map { $0?.status } == [500, 500, 500])
            #expect(server.received.count { $0.target == "/c" } == 0)
        }
    }

    @Test(arguments: [BatchOptions.FailureMode.collect, .failFast])
    func `each value or failure comes with its exchange`(mode: BatchOptions.FailureMode) async throws {
        try await StubServer.with(Self.answers) { server in
            let (engine, api) = (Engine(), Environment.development(baseURL: server.url))
            let endpoints = Self.endpoints("a", "bad", "c")
            let options = BatchOptions(limit: 1, failureMode: mode)
            let async = await engine.fetchExchanges(endpoints, in: api, options: options)
            let completed = await withCheckedContinuation { continuation in
                engine.fetchExchanges(endpoints, in: api, options: options, on: .global()) {
                    continuation.resume(returning: $0)
                }
            }
            let published = await first(engine.exchangesPublisher(for: endpoints, in: api, options: options)).get()
            for all in [async, completed, published] {
                #expect(all.map(\.value) == ["a", nil, mode == .collect ? "c" : nil])
                #expect(all[1].exchange.error?.status == 500)
                #expect(all[2].exchange.error?.category == (mode == .collect ? nil : .cancelled))
            }
        }
    }
}
