import NetEngineTesting
import Synchronization
import TestSupport
import Testing

@testable import NetEngine

/// Cancelling at moments that only another part of the program can hit: inside a call of the transport or an
/// interceptor.
///
/// If such a cancellation is lost, the exchange waits until the test's time limit cancels its task.
@Suite(.timeLimit(.minutes(5))) struct CancellationMomentTests {
    /// The action for the moment; set after the engine exists.
    private final class Moment: Sendable {
        private let action = Mutex<(@Sendable () -> Void)?>(nil)

        func set(_ action: @escaping @Sendable () -> Void) { self.action.withLock { $0 = action } }
        /// Runs the action, once only.
        func come() { action.withLock { $0.take() }?() }
    }

    /// A transport whose jobs end only by cancellation.
    private final class EndlessTransport: Transport {
        let started: Moment
        private let jobs = Mutex<[UInt64: TransportJob]>([:])

        init(started: Moment) { self.started = started }

        func start(_ job: TransportJob) {
            jobs.withLock { $0[job.token] = job }
            started.come()
        }
        func cancel(_ token: UInt64) {
            guard let job = jobs.withLock({ $0.removeValue(forKey: token) }) else { return }
            var result = TransportResult()
            result.failure = EngineError(category: .cancelled, sentence: "It was cancelled.", hint: "")
            job.completion(result)
        }
        func resume(_ token: UInt64) {}
        func shutdown() async {}
    }

    @Test func `while the transport takes the job`() async {
        let moment = Moment()
        let configuration = EngineConfiguration(
            reachability: AlwaysOnline(), transport: EndlessTransport(started: moment))
        let engine = Engine(configuration: configuration)
        let id = engine.makeID()
        moment.set { engine.cancel(id) }
        let exchange = await engine.send(RequestDraft(url: "http://127.0.0.1/"), id: id)
        #expect(exchange.error?.category == .cancelled)
        #expect(exchange.hops.count == 1)
    }

    /// Counts, at each cancellation, how many of the exchanges are cancelled already.
    private final class CountingTransport: Transport {
        private let state = Mutex<(controls: [ExchangeControl], counts: [Int])>(([], []))

        var counts: [Int] { state.withLock { $0.counts } }

        func watch(_ control: ExchangeControl) { state.withLock { $0.controls.append(control) } }
        func start(_ job: TransportJob) {}
        func cancel(_ token: UInt64) {
            state.withLock { state in
                let count = state.controls.count { $0.isCancelled }
                state.counts.append(count)
            }
        }
        func resume(_ token: UInt64) {}
        func shutdown() async {}
    }

    /// A batch begins its next request as soon as one has ended.
    @Test func `all are cancelled before the first one ends`() {
        let active = ActiveExchanges()
        let transport = CountingTransport()
        for number in 1...20 {
            let control = active.add(ExchangeID(rawValue: UInt64(number)), transport: transport)
            control.began(UInt64(number))
            transport.watch(control)
        }
        active.cancelAll()
        #expect(transport.counts == [Int](repeating: 20, count: 20))
    }

    @Test func `what waits in a group is cancelled with it, and so is what comes later`() async {
        let stub = StubTransport().on("/", .status(200))
        let engine = Engine(configuration: EngineConfiguration(stub: stub))
        let draft = RequestDraft(url: "http://stub.test/")
        await engine.group { control in
            let waiting = engine.makeID(in: control)
            engine.cancelAll()
            for id in [waiting, engine.makeID(in: control)] {
                let exchange = await engine.send(draft, id: id)
                #expect(exchange.error?.category == .cancelled && exchange.hops.isEmpty)
            }
        }
        #expect(stub.received.isEmpty)
        #expect(await engine.send(draft).isSuccess)
    }

    /// Waits at one place until its task is cancelled.
    private struct Waiting: Interceptor {
        enum Place: String, CaseIterable, Sendable { case adapt, observe, recover }
        let place: Place
        let begun: Moment

        private func wait(at here: Place) async {
            guard here == place else { return }
            begun.come()
            let (never, _) = AsyncStream<Void>.makeStream()
            for await _ in never {}
        }
        func adapt(
            _ request: RequestDraft, context: InterceptorContext
        ) async throws(EngineError) -> RequestDraft {
            await wait(at: .adapt)
            return request
        }
        func observe(_ outcome: HopOutcome, context: InterceptorContext) async { await wait(at: .observe) }
        func recover(from outcome: HopOutcome, context: InterceptorContext) async -> Recovery {
            await wait(at: .recover)
            return .pass
        }
    }

    @Test(arguments: Waiting.Place.allCases)
    private func `by an interceptor, before the engine waits for it`(_ place: Waiting.Place) async throws {
        try await StubServer.with(.status(place == .recover ? 500 : 200)) { server in
            let moment = Moment()
            let engine = Engine(
                configuration: EngineConfiguration(interceptors: [Waiting(place: place, begun: moment)]))
            let id = engine.makeID()
            moment.set { engine.cancel(id) }
            let exchange = await engine.send(RequestDraft(url: server.url), id: id)
            #expect(exchange.error?.category == .cancelled)
            // What was received is kept.
            #expect(exchange.response?.status == (place == .adapt ? nil : place == .recover ? 500 : 200))
        }
    }

    private final class Notes: Sendable {
        private let state = Mutex([String]())
        var all: [String] { state.withLock { $0 } }
        func add(_ note: String) { state.withLock { $0.append(note) } }
    }

    /// Records its calls, and requests a retry of every failure.
    private struct Stubborn: Interceptor {
        let asked: Notes
        func adapt(
            _ request: RequestDraft, context: InterceptorContext
        ) async throws(EngineError) -> RequestDraft {
            asked.add("adapt")
            return request
        }
        func recover(from outcome: HopOutcome, context: InterceptorContext) async -> Recovery {
            asked.add("recover")
            return .retry(outcome.draft, after: .seconds(1))
        }
    }

    @Test func `no interceptor is asked about a request that was cancelled`() async throws {
        try await StubServer.with(.neverAnswers) { server in
            let asked = Notes()
            let engine = Engine(configuration: EngineConfiguration(interceptors: [Stubborn(asked: asked)]))
            let id = engine.makeID()
            async let sending = engine.send(RequestDraft(url: server.url), id: id)
            _ = await server.requests(1)
            engine.cancel(id)
            #expect(await sending.error?.category == .cancelled)
            #expect(asked.all == ["adapt"])
        }
    }

    @Test func `no interceptor is asked after a wait that was cancelled`() async throws {
        try await StubServer.with(.status(503)) { server in
            let asked = Notes()
            let engine = Engine(
                configuration: EngineConfiguration(
                    interceptors: [Stubborn(asked: asked)], clock: ManualClock(.standing)))
            let events = engine.events()
            let id = engine.makeID()
            async let sending = engine.send(RequestDraft(url: server.url), id: id)
            for await event in events { if case .retryScheduled = event.step { break } }
            engine.cancel(id)
            #expect(await sending.error?.category == .cancelled)
            #expect(asked.all == ["adapt", "recover"])
        }
    }

    @Test func `while an equal request is waited for`() async throws {
        let held = StubBehaviour.steps(.mark, .waitForRelease, .send(StubBehaviour.response(200, body: [])))
        try await StubServer.with(held) { server in
            let engine = Engine(
                configuration: EngineConfiguration(cache: MemoryCacheStore(), collapsesForwarding: true))
            async let first = engine.send(RequestDraft(url: server.url))
            await server.marks(1)
            let events = engine.events()
            let id = engine.makeID()
            async let second = engine.send(RequestDraft(url: server.url), id: id)
            for await event in events { if case .queued = event.step { break } }
            engine.cancel(id)
            let cancelled = await second
            #expect(cancelled.error?.category == .cancelled)
            #expect(cancelled.hops.isEmpty)
            server.release()
            #expect(await first.isSuccess)
            #expect(server.received.count == 1)
        }
    }

    @Test func `while an interceptor looks at a success`() async throws {
        try await StubServer.with(.status(200)) { server in
            let (beginnings, begun) = AsyncStream<Void>.makeStream()
            let moment = Moment()
            moment.set { begun.yield() }
            let engine = Engine(
                configuration: EngineConfiguration(interceptors: [Waiting(place: .observe, begun: moment)]))
            let id = engine.makeID()
            async let sending = engine.send(RequestDraft(url: server.url), id: id)
            for await _ in beginnings { break }
            engine.cancel(id)
            let exchange = await sending
            #expect(exchange.error?.category == .cancelled)
            #expect(exchange.response?.status == 200)
        }
    }
}
