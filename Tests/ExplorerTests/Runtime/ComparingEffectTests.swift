import NetEngine
import Synchronization
import TestSupport
import Testing

@testable import Base
@testable import Explorer

/// How long the runner compares two responses.
@Suite(.timeLimit(.minutes(5))) struct ComparingEffectTests {
    /// Each look at it is three seconds later than the one before.
    private final class HastyClock: Sendable {
        private let time = Mutex(ContinuousClock.now)

        func look() -> ContinuousClock.Instant {
            time.withLock { time in
                time += .seconds(3)
                return time
            }
        }
    }

    @Test(arguments: [true, false])
    func `a comparison ends after two seconds with what was found, unless all is to be compared`(
        isLimited: Bool
    ) async throws {
        func side(_ body: String, _ role: String) -> CompareJob.Side {
            let response = ExchangeFixtures.response(status: 200, body: Array(body.utf8))
            return CompareJob.Side(
                exchange: ExchangeFixtures.exchange(response: response), method: "GET", name: "a", role: role)
        }
        let job = CompareJob(id: 7, first: side("[1]", "pinned"), second: side("[2]", "shown"), isLimited: isLimited)
        let (actions, clock) = (AsyncStream<Action>.makeStream(), HastyClock())
        let runner = EffectRunner(engine: Engine(), path: "/", trust: nil, post: { actions.continuation.yield($0) })
        runner.compare(job, now: { clock.look() })
        var told: ComparedResponses?
        for await action in actions.stream {
            guard case .compared(7, let result) = action else { continue }
            told = result
            break
        }
        let result = try #require(told)
        #expect(result.isComplete == !isLimited)
        #expect(result.summary.contains { $0.hasPrefix("Stopped early") } == isLimited)
        #expect(result.entries.contains { $0.second?.string == "2" } == !isLimited)
    }
}
