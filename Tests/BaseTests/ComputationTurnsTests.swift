import TestSupport
import Testing

/// The turns of tests that compute for a long time.
@Suite struct ComputationTurnsTests {
    /// How many run at once if so many ask for a turn one after the other.
    private func running(of count: Int, processors: Int, places: Int?) -> Int {
        var turns = ComputationTurns(processors: processors, places: places)
        for _ in 0..<count {
            turns.wait()
            while turns.start() {}
        }
        return turns.running
    }

    @Test func `one computation runs at a time beside other tests`() {
        #expect(running(of: 1, processors: 4, places: 32) == 1)
        #expect(running(of: 16, processors: 4, places: 32) == 1)
        #expect(running(of: 1000, processors: 4, places: nil) == 1)
        #expect(running(of: 32, processors: 1, places: 32) == 1)
    }

    @Test func `as many run as there are processors when they have more than half of the places`() {
        #expect(running(of: 17, processors: 2, places: 32) == 2)
        #expect(running(of: 32, processors: 4, places: 32) == 4)
        #expect(running(of: 32, processors: 2, places: 32) == 2)
    }

    @Test func `the next one starts when one ends, and one runs beside other tests again when few are left`() {
        var turns = ComputationTurns(processors: 2, places: 8)
        for _ in 0..<6 {
            turns.wait()
            while turns.start() {}
        }
        #expect(turns.running == 2 && turns.waiting == 4)
        turns.end()
        let isNextStarted = turns.start()
        #expect(isNextStarted && turns.running == 2 && turns.waiting == 3)
        turns.end()
        let isBesideOthers = !turns.start()
        #expect(isBesideOthers && turns.running == 1 && turns.waiting == 3)
    }

    @Test func `each that waits gets its turn`() {
        var turns = ComputationTurns(processors: 2, places: 8)
        for _ in 0..<8 {
            turns.wait()
            while turns.start() {}
        }
        var running: [Int] = []
        while turns.running > 0 {
            turns.end()
            while turns.start() {}
            running.append(turns.running)
        }
        #expect(running == [2, 2, 2, 1, 1, 1, 1, 0] && turns.waiting == 0)
    }
}
