import Synchronization
import TestSupport
import Testing

@testable import NetEngine

/// One timer serves all deadlines.
@Suite(.timeLimit(.minutes(5))) struct DeadlineTimerTests {
    private static func later(_ milliseconds: Int) -> MonotonicInstant {
        MonotonicInstant.now.advanced(by: .milliseconds(milliseconds))
    }

    @Test func `deadlines pass in their order, whatever the order they were set in`() async {
        let timer = DeadlineTimer()
        let (passed, over) = AsyncStream.makeStream(of: Int.self)
        let start = MonotonicInstant.now
        for delay in [30, 10, 50, 20, 40] {
            _ = timer.call(at: start.advanced(by: .milliseconds(delay))) { over.yield(delay) }
        }
        var order: [Int] = []
        for await delay in passed {
            #expect(MonotonicInstant.now >= start.advanced(by: .milliseconds(delay)))
            order.append(delay)
            if order.count == 5 { break }
        }
        #expect(order == [10, 20, 30, 40, 50])
        #expect(timer.count == 0)
    }

    @Test func `what was cancelled is forgotten`() async {
        final class Token: Sendable {}
        let timer = DeadlineTimer()
        weak var held: Token?
        do {
            let token = Token()
            held = token
            let ids = (0..<1000).map { _ in timer.call(at: Self.later(100_000)) { withExtendedLifetime(token) {} } }
            for id in ids { timer.cancel(id) }
        }
        #expect(timer.count == 0)
        #expect(held == nil)
        // The system's timer was set to the later ones.
        await withCheckedContinuation { continuation in
            _ = timer.call(at: Self.later(1)) { continuation.resume() }
        }
    }

    @Test func `a deadline in the past passes at once`() async {
        await withCheckedContinuation { continuation in
            _ = DeadlineTimer.shared.call(at: .longAgo) { continuation.resume() }
        }
    }

    @Test(arguments: [UInt64(1), 2, 3])
    func `any mix of setting and cancelling leaves no deadline behind`(seed: UInt64) async {
        var random = SeededGenerator(seed: seed)
        let timer = DeadlineTimer()
        let waiting = Mutex<Set<Int>>([])
        var open: [(Int, UInt64)] = []
        for number in 0..<2000 {
            if !open.isEmpty, Bool.random(using: &random) {
                let (cancelled, id) = open.remove(at: Int.random(in: 0..<open.count, using: &random))
                timer.cancel(id)
                waiting.withLock { _ = $0.remove(cancelled) }
            }
            waiting.withLock { _ = $0.insert(number) }
            let id = timer.call(at: Self.later(Int.random(in: 0..<30, using: &random))) {
                waiting.withLock { _ = $0.remove(number) }
            }
            open.append((number, id))
        }
        await withCheckedContinuation { continuation in
            _ = timer.call(at: Self.later(40)) { continuation.resume() }
        }
        #expect(waiting.withLock { $0 }.isEmpty)
        #expect(timer.count == 0)
    }
}
