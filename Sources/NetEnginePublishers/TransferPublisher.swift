import NetEngine
import Synchronization

#if canImport(Combine)
    import Combine
#else
    import OpenCombine
#endif

/// What a publisher of a transfer publishes: the progress of the bodies, and the result.
public enum TransferEvent<Value: Sendable>: Sendable {
    /// The progress of a body, at most every 50 ms for each direction.
    case progress(TransferProgress)
    /// The result, which is the last value.
    case finished(Value)
}

extension TransferEvent: Equatable where Value: Equatable {}

/// Runs a transfer for each subscriber, once it asks for a value, and publishes its progress and its end.
///
/// As `EnginePublisher`; a subscriber that asks for few values misses steps of the progress, never the end.
public struct TransferPublisher<Value: Sendable, Failure: Error>: Publisher {
    /// The values for subscribers.
    public typealias Output = TransferEvent<Value>
    /// A transfer that reports its progress.
    typealias Work = @Sendable (@escaping @Sendable (TransferProgress) -> Void) async -> Result<Value, Failure>

    private let engine: Engine
    private let work: Work

    init(_ engine: Engine, _ work: @escaping Work) {
        self.engine = engine
        self.work = work
    }

    /// Gives the subscriber a subscription. The transfer begins when it asks for a value, and is its own.
    public func receive<Downstream: Subscriber>(subscriber: Downstream)
    where Downstream.Input == Output, Downstream.Failure == Failure {
        let subscription = TransferSubscription(
            engine, tell: subscriber.receive, end: subscriber.receive(completion:), work: work)
        subscriber.receive(subscription: subscription)
    }
}

/// Connects a subscriber and its transfer.
///
/// `@unchecked` because the subscriber, which `Listener` holds, is not Sendable. It is called by one thread at a time: the
/// one that set `isTelling`, outside the lock, because calls may come back here.
private final class TransferSubscription<Value: Sendable, Failure: Error>: Subscription, Sendable {
    private struct Listener: @unchecked Sendable {
        let tell: (TransferEvent<Value>) -> Subscribers.Demand
        let end: (Subscribers.Completion<Failure>) -> Void
    }

    private struct State {
        var listener: Listener?
        var demand = Subscribers.Demand.none
        var task: Task<Void, Never>?
        /// The newest step that was not published yet.
        var progress: TransferProgress?
        var result: Result<Value, Failure>?
        var isTelling = false
    }

    private enum Step: Sendable {
        case tell(Listener, TransferEvent<Value>)
        /// The work is over, with the last value or the failure.
        case end(Listener, Result<Value, Failure>)
        case nothing
    }

    private let state: Mutex<State>
    private let engine: Engine
    private let work: TransferPublisher<Value, Failure>.Work

    init(
        _ engine: Engine, tell: @escaping (TransferEvent<Value>) -> Subscribers.Demand,
        end: @escaping (Subscribers.Completion<Failure>) -> Void,
        work: @escaping TransferPublisher<Value, Failure>.Work
    ) {
        let start = State(listener: Listener(tell: tell, end: end))
        state = Mutex(start)
        self.engine = engine
        self.work = work
    }

    func request(_ demand: Subscribers.Demand) {
        guard demand > .none else { return }
        state.withLock { state in
            guard state.listener != nil else { return }
            state.demand += demand
            guard state.task == nil else { return }
            state.task = engine.task { [self] in
                let result = await work { step in self.note { $0.progress = step } }
                note { $0.result = result }
            }
        }
        tellWhatIsThere()
    }

    func cancel() {
        // Released outside the lock: its deinit may call back.
        let taken = state.withLock { state in
            defer { (state.listener, state.task) = (nil, nil) }
            return (state.listener, state.task)
        }
        taken.1?.cancel()
    }

    private func note(_ change: (inout State) -> Void) {
        state.withLock { change(&$0) }
        tellWhatIsThere()
    }

    private func tellWhatIsThere() {
        while true {
            switch state.withLock({ Self.nextStep(&$0) }) {
            case .nothing: return
            case .tell(let listener, let event):
                let more = listener.tell(event)
                state.withLock { state in
                    state.isTelling = false
                    state.demand += more
                }
            case .end(let listener, .success(let value)):
                // The completion follows the last value without further demand, unless the subscriber cancels.
                _ = listener.tell(.finished(value))
                let isCancelled = state.withLock { $0.listener.take() == nil }
                if !isCancelled { listener.end(.finished) }
                return
            case .end(let listener, .failure(let error)):
                listener.end(.failure(error))
                return
            }
        }
    }

    private static func nextStep(_ state: inout State) -> Step {
        guard let listener = state.listener, !state.isTelling else { return .nothing }
        if case .failure? = state.result {
            state.progress = nil
        } else {
            guard state.demand > .none else { return .nothing }
        }
        if let progress = state.progress {
            (state.progress, state.isTelling) = (nil, true)
            state.demand -= 1
            return .tell(listener, .progress(progress))
        }
        guard let result = state.result else { return .nothing }
        if case .success = result { state.isTelling = true } else { state.listener = nil }
        return .end(listener, result)
    }
}
