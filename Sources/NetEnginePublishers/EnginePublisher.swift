import NetEngine
import Synchronization

#if canImport(Combine)
    import Combine
#else
    import OpenCombine
#endif

/// Runs some work of the engine for each subscriber, once it asks for a value.
///
/// Nothing is sent before; each subscriber gets separate work; cancelling the subscription cancels the transfer, and
/// nothing is published after that. Values come on a thread of the engine's choice: `receive(on:)` chooses another.
public struct EnginePublisher<Output: Sendable, Failure: Error>: Publisher {
    private let engine: Engine
    private let work: @Sendable () async -> Result<Output, Failure>

    init(_ engine: Engine, _ work: @escaping @Sendable () async -> Result<Output, Failure>) {
        self.engine = engine
        self.work = work
    }

    /// Gives the subscriber a subscription. The work begins when it asks for a value, and is its own.
    public func receive<Downstream: Subscriber>(subscriber: Downstream)
    where Downstream.Input == Output, Downstream.Failure == Failure {
        let deliver: (Result<Output, Failure>) -> Void = { result in
            switch result {
            case .success(let value):
                _ = subscriber.receive(value)
                subscriber.receive(completion: .finished)
            case .failure(let error):
                subscriber.receive(completion: .failure(error))
            }
        }
        subscriber.receive(subscription: EngineSubscription(engine, deliver: deliver, work: work))
    }
}

extension EnginePublisher {
    /// Publishes what the work returns, or fails with what it throws.
    static func catching(
        _ engine: Engine, _ work: @escaping @Sendable () async throws(Failure) -> Output
    ) -> AnyPublisher<Output, Failure> {
        EnginePublisher(engine) {
            do throws(Failure) { return .success(try await work()) } catch { return .failure(error) }
        }.eraseToAnyPublisher()
    }
}

/// Connects a subscriber and its work: waiting, then running, then over.
///
/// `@unchecked` because the subscriber, which `deliver` holds, is not Sendable. It is only in the guarded state, is taken
/// out of it exactly once, under the lock, and is called outside the lock by the one thread that took it.
private final class EngineSubscription<Output: Sendable, Failure: Error>: Subscription, Sendable {
    private enum State {
        case waiting((Result<Output, Failure>) -> Void)
        case running((Result<Output, Failure>) -> Void, Task<Void, Never>)
        case over
    }

    private struct Guarded: @unchecked Sendable { var state: State }

    private let guarded: Mutex<Guarded>
    private let engine: Engine
    private let work: @Sendable () async -> Result<Output, Failure>

    init(
        _ engine: Engine, deliver: @escaping (Result<Output, Failure>) -> Void,
        work: @escaping @Sendable () async -> Result<Output, Failure>
    ) {
        let start = Guarded(state: .waiting(deliver))
        guarded = Mutex(start)
        self.engine = engine
        self.work = work
    }

    func request(_ demand: Subscribers.Demand) {
        guard demand > .none else { return }
        guarded.withLock { guarded in
            guard case .waiting(let deliver) = guarded.state else { return }
            // The task waits for the lock before it delivers, so it finds itself in the state.
            let task = engine.task { [self] in finish(await work()) }
            guarded.state = .running(deliver, task)
        }
    }

    func cancel() {
        // Released outside the lock: its deinit may call back.
        let taken = take()
        if case .running(_, let task) = taken.state { task.cancel() }
    }

    private func finish(_ result: Result<Output, Failure>) {
        if case .running(let deliver, _) = take().state { deliver(result) }
    }

    private func take() -> Guarded {
        guarded.withLock { guarded in
            let taken = guarded
            guarded.state = .over
            return taken
        }
    }
}
