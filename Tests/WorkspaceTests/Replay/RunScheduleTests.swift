import TestSupport
import Testing

@testable import Workspace

/// The order in which the requests of a run start.
@Suite struct RunScheduleTests {
    private typealias Item = RunSchedule.Item

    /// Takes all steps that can start now.
    private static func take(_ schedule: inout RunSchedule) -> [Int] {
        var steps: [Int] = []
        while let item = schedule.next() { steps.append(item.step) }
        return steps
    }

    @Test func `the order is that of the plan, round after round`() {
        var schedule = RunSchedule(needs: [[], [], []], rounds: 2)
        var items: [Item] = []
        while let item = schedule.next() {
            items.append(item)
            schedule.end(item)
        }
        #expect(items.map(\.step) == [0, 1, 2, 0, 1, 2])
        #expect(items.map(\.round) == [0, 0, 0, 1, 1, 1])
        #expect(schedule.isOver)
    }

    @Test func `a step waits for what it needs in its own round, and others overtake it`() {
        var schedule = RunSchedule(needs: [[], [0], [], [1, 2]], rounds: 1)
        #expect(Self.take(&schedule) == [0, 2])
        #expect(!schedule.isOver)
        schedule.end(Item(round: 0, step: 2))
        #expect(schedule.next() == nil)
        schedule.end(Item(round: 0, step: 0))
        #expect(Self.take(&schedule) == [1])
        schedule.end(Item(round: 0, step: 1))
        #expect(Self.take(&schedule) == [3])
        schedule.end(Item(round: 0, step: 3))
        #expect(schedule.next() == nil)
        #expect(schedule.isOver)
    }

    @Test func `the next round begins where this one waits`() {
        var schedule = RunSchedule(needs: [[], [0]], rounds: 2)
        #expect(schedule.next() == Item(round: 0, step: 0))
        #expect(schedule.next() == Item(round: 1, step: 0))
        #expect(schedule.next() == nil)
        schedule.end(Item(round: 1, step: 0))
        #expect(schedule.next() == Item(round: 1, step: 1))
        schedule.end(Item(round: 0, step: 0))
        #expect(schedule.next() == Item(round: 0, step: 1))
    }

    @Test func `what was freed goes in the order of the plan`() {
        var schedule = RunSchedule(needs: [[3], [3], [3], []], rounds: 1)
        #expect(Self.take(&schedule) == [3])
        schedule.end(Item(round: 0, step: 3))
        #expect(Self.take(&schedule) == [0, 1, 2])
    }

    @Test func `a step that becomes free later goes before steps after it in the plan`() {
        var schedule = RunSchedule(needs: [[3], [0], [3], []], rounds: 1)
        #expect(schedule.next()?.step == 3)
        schedule.end(Item(round: 0, step: 3))
        #expect(schedule.next()?.step == 0)
        schedule.end(Item(round: 0, step: 0))
        #expect(Self.take(&schedule) == [1, 2], "1 became free after 2, and comes before it")
    }

    @Test func `what is free in an earlier round goes first`() {
        var schedule = RunSchedule(needs: [[], [0], [0]], rounds: 3)
        #expect([schedule.next(), schedule.next()] == [Item(round: 0, step: 0), Item(round: 1, step: 0)])
        schedule.end(Item(round: 1, step: 0))
        schedule.end(Item(round: 0, step: 0))
        let items = [schedule.next(), schedule.next(), schedule.next(), schedule.next(), schedule.next()]
        #expect(
            items == [
                Item(round: 0, step: 1), Item(round: 0, step: 2), Item(round: 1, step: 1), Item(round: 1, step: 2),
                Item(round: 2, step: 0),
            ])
    }

    @Test func `a cycle, a step that needs itself and a missing one do not block others`() {
        var schedule = RunSchedule(needs: [[1], [0], [2], [9, -1]], rounds: 1)
        let begun = Self.take(&schedule)
        #expect(begun == [2, 3])
        for step in begun { schedule.end(Item(round: 0, step: step)) }
        #expect(schedule.next() == nil)
        #expect(schedule.isOver)
        #expect(schedule.begun == 2)
        #expect(schedule.count == 4)
    }

    @Test func `nothing at all is over at once`() {
        var schedule = RunSchedule(needs: [], rounds: 5)
        #expect(schedule.next() == nil)
        #expect(schedule.isOver)
        #expect(schedule.count == 0)
    }

    /// Random plans without cycles, random ends: each step starts once in each round, and never before those it needs.
    @Test(arguments: 0..<50) func `every step is begun once in each round, after what it needs`(seed: Int) {
        var random = SeededGenerator(seed: UInt64(seed))
        let count = Int.random(in: 1...12, using: &random)
        let rounds = Int.random(in: 1...4, using: &random)
        // A random order in which each step may need earlier ones.
        let order = (0..<count).shuffled(using: &random)
        var needs = [[Int]](repeating: [], count: count)
        for (place, step) in order.enumerated() {
            needs[step] = order[..<place].filter { _ in Bool.random(using: &random) }
        }
        var schedule = RunSchedule(needs: needs, rounds: rounds)
        var flying: [Item] = []
        var ended: Set<Item> = []
        while true {
            if Bool.random(using: &random) || flying.isEmpty, let item = schedule.next() {
                #expect(needs[item.step].allSatisfy { ended.contains(Item(round: item.round, step: $0)) })
                #expect(!ended.contains(item) && !flying.contains(item))
                flying.append(item)
            } else if let place = flying.indices.randomElement(using: &random) {
                let item = flying.remove(at: place)
                schedule.end(item)
                ended.insert(item)
            } else {
                break
            }
        }
        #expect(ended.count == count * rounds)
        #expect(schedule.isOver)
    }
}

@Suite struct LatencyDistributionTests {
    @Test func `quantiles are nearest ranks`() {
        var latency = LatencyDistribution()
        #expect(latency.quantile(0.5) == nil)
        #expect(latency.mean == nil)
        for microseconds in (1...100).reversed() { latency.add(.microseconds(microseconds)) }
        #expect(latency.quantile(0) == .microseconds(1))
        #expect(latency.quantile(0.5) == .microseconds(50))
        #expect(latency.quantile(0.9) == .microseconds(90))
        #expect(latency.quantile(0.99) == .microseconds(99))
        #expect(latency.quantile(1) == .microseconds(100))
        #expect(latency.mean == .nanoseconds(50500))
    }

    @Test(arguments: 0..<20) func `no quantile is off by more than a five-hundredth`(seed: Int) throws {
        var random = SeededGenerator(seed: UInt64(seed))
        var latency = LatencyDistribution()
        var values: [Int] = []
        for _ in 0..<Int.random(in: 1...500, using: &random) {
            let magnitude = Int.random(in: 0...40, using: &random)
            let value = Int.random(in: 0...(1 << magnitude), using: &random)
            values.append(value)
            latency.add(.microseconds(value))
        }
        values.sort()
        for share in [0.1, 0.5, 0.9, 0.99] {
            let exact = values[max(1, Int((share * Double(values.count)).rounded(.up))) - 1]
            let told = try #require(latency.quantile(share)) / .microseconds(1)
            #expect(abs(told - Double(exact)) <= Double(exact) / 500)
        }
        #expect(latency.least == .microseconds(values.min() ?? -1))
        #expect(latency.greatest == .microseconds(values.max() ?? -1))
    }
}
