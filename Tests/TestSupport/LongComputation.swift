import Synchronization
import Testing

/// A test that computes for long without waiting for anything: only one such case runs at a time.
///
/// Tests share as many threads as the machine has processors. A crowd of these at once would keep the answers of all other
/// tests' servers waiting, past limits of time that have nothing to do with what is tested.
public struct LongComputation: TestTrait, SuiteTrait, TestScoping {
    public var isRecursive: Bool { true }

    public func scopeProvider(for test: Test, testCase: Test.Case?) -> LongComputation? {
        testCase == nil ? nil : self
    }

    public func provideScope(
        for test: Test, testCase: Test.Case?, performing function: @concurrent @Sendable () async throws -> Void
    ) async throws {
        await Turns.shared.take()
        defer { Turns.shared.give() }
        try await function()
    }
}

extension Trait where Self == LongComputation {
    public static var longComputation: Self { LongComputation() }
}

/// One turn, given in the order of asking.
private final class Turns: Sendable {
    static let shared = Turns()

    private struct State {
        var isTaken = false
        var waiting: [CheckedContinuation<Void, Never>] = []
    }

    private let state = Mutex(State())

    func take() async {
        await withCheckedContinuation { continuation in
            let isFree = state.withLock { state in
                guard state.isTaken else {
                    state.isTaken = true
                    return true
                }
                state.waiting.append(continuation)
                return false
            }
            if isFree { continuation.resume() }
        }
    }

    func give() {
        let next: CheckedContinuation<Void, Never>? = state.withLock { state in
            guard !state.waiting.isEmpty else {
                state.isTaken = false
                return nil
            }
            return state.waiting.removeFirst()
        }
        next?.resume()
    }
}
