import Synchronization
import Testing

/// For tests that compute for a long time without waiting: only one such case runs at a time.
///
/// Tests share as many threads as the machine has processors. Many of these at once would delay the servers of all
/// other tests beyond time limits that have nothing to do with what they test.
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

/// Grants one turn at a time, in the order of the requests.
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
