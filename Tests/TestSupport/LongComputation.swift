import Foundation
import Synchronization
import Testing

/// For tests that compute for a long time without waiting: only one such case runs at a time beside other tests.
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

/// How many long computations may run at once.
///
/// A case that waits for its turn already has one of the places for running tests. A test of fifty such cases soon has
/// most places: with one turn, one processor would compute, and the others would have little to do.
public struct ComputationTurns: Sendable {
    private let processors: Int
    private let places: Int?
    public private(set) var running = 0
    public private(set) var waiting = 0

    /// - Parameter places: how many tests run at once at most; nil if there is no limit.
    public init(processors: Int, places: Int?) {
        self.processors = processors
        self.places = places
    }

    /// One; as many as there are processors while fewer than half of the places are left for other tests.
    private var most: Int {
        guard let places, running + waiting > places / 2 else { return 1 }
        return max(1, processors)
    }

    public mutating func wait() { waiting += 1 }

    public mutating func end() { running -= 1 }

    /// Starts one of those that wait, if there is a turn for it.
    public mutating func start() -> Bool {
        guard waiting > 0, running < most else { return false }
        waiting -= 1
        running += 1
        return true
    }
}

/// Grants the turns in the order of the requests.
private final class Turns: Sendable {
    /// The variable is the runner's own.
    static let shared = Turns(
        ComputationTurns(
            processors: ProcessInfo.processInfo.activeProcessorCount,
            places: ProcessInfo.processInfo.environment["SWT_EXPERIMENTAL_MAXIMUM_PARALLELIZATION_WIDTH"].flatMap {
                Int($0)
            }))

    private struct State {
        var turns: ComputationTurns
        var waiting: [CheckedContinuation<Void, Never>] = []

        /// Those whose turn it is now.
        mutating func started() -> [CheckedContinuation<Void, Never>] {
            var started: [CheckedContinuation<Void, Never>] = []
            while turns.start() { started.append(waiting.removeFirst()) }
            return started
        }
    }

    private let state: Mutex<State>

    init(_ turns: ComputationTurns) { state = Mutex(State(turns: turns)) }

    func take() async {
        await withCheckedContinuation { continuation in
            let started = state.withLock { state in
                state.waiting.append(continuation)
                state.turns.wait()
                return state.started()
            }
            for other in started { other.resume() }
        }
    }

    func give() {
        let started = state.withLock { state in
            state.turns.end()
            return state.started()
        }
        for other in started { other.resume() }
    }
}
