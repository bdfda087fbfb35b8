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
        let subscription = EngineSubscription(
            engine, tell: subscriber.receive, end: subscriber.receive(completion:), work: work)
        subscriber.receive(subscription: subscription)
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

/// Connects a subscriber and its work: waiting, then running, then ending, then over.
///
/// `@unchecked` because the subscriber, which `Listener` holds, is not Sendable. It is only in the guarded state, is taken
/// out of it under the lock, and is called outside the lock by the one thread that took it.
private final class EngineSubscription<Output: Sendable, Failure: Error>: Subscription, Sendable {
    private struct Listener {
        let tell: (Output) -> Subscribers.Demand
        let end: (Subscribers.Completion<Failure>) -> Void
    }

    private enum State {
        case waiting(Listener)
        case running(Listener, Task<Void, Never>)
        /// It has the value, and gets the completion unless it cancels.
        case ending
        case over
    }

    private struct Guarded: @unchecked Sendable { var state: State }

    private let guarded: Mutex<Guarded>
    private let engine: Engine
    private let work: @Sendable () async -> Result<Output, Failure>

    init(
        _ engine: Engine, tell: @escaping (Output) -> Subscribers.Demand,
        end: @escaping (Subscribers.Completion<Failure>) -> Void,
        work: @escaping @Sendable () async -> Result<Output, Failure>
    ) {
        let start = Guarded(state: .waiting(Listener(tell: tell, end: end)))
        guarded = Mutex(start)
        self.engine = engine
        self.work = work
    }

    func request(_ demand: Subscribers.Demand) {
        guard demand > .none else { return }
        guarded.withLock { guarded in
            guard case .waiting(let listener) = guarded.state else { return }
            // The task waits for the lock before it delivers, so it finds itself in the state.
            let task = engine.task { [self] in finish(await work()) }
            guarded.state = .running(listener, task)
        }
    }

    func cancel() {
        // Released outside the lock: its deinit may call back.
        let taken = take(leaving: .over)
        if case .running(_, let task) = taken.state { task.cancel() }
    }

    private func finish(_ result: Result<Output, Failure>) {
        guard case .running(let listener, _) = take(leaving: .ending).state else { return }
        switch result {
        case .success(let value):
            _ = listener.tell(value)
            if case .ending = take(leaving: .over).state { listener.end(.finished) }
        case .failure(let error): listener.end(.failure(error))
        }
    }

    private func take(leaving state: sending State) -> Guarded {
        let next = Guarded(state: state)
        return guarded.withLock { guarded in
            defer { guarded = next }
            return guarded
        }
    }
}
