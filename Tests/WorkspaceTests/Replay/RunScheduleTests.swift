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

    /// Latencies of many magnitudes, from none to two weeks.
    private func values(_ count: Int, _ seed: Int) -> [Int] {
        var random = SeededGenerator(seed: UInt64(seed))
        return (0..<count).map { _ in
            let magnitude = Int.random(in: 0...40, using: &random)
            return Int.random(in: 0...(1 << magnitude), using: &random)
        }
    }

    private func distribution(_ values: [Int]) -> LatencyDistribution {
        var latency = LatencyDistribution()
        for value in values { latency.add(.microseconds(value)) }
        return latency
    }

    @Test(arguments: [1, 2, 20, 499, 999, 1000, 1001, 1002, 5000, 20_000], 0..<3)
    func `quantiles are those of the sorted values, to three digits`(count: Int, seed: Int) throws {
        let values = values(count, count + seed)
        let latency = distribution(values)
        let sorted = values.sorted()
        for share in [0, 0.001, 0.1, 0.25, 0.5, 0.75, 0.9, 0.95, 0.99, 0.999, 1] {
            let exact = sorted[max(1, Int((share * Double(count)).rounded(.up))) - 1]
            let told = try #require(latency.quantile(share)) / .microseconds(1)
            #expect(abs(told - Double(exact)) <= Double(exact) / 1000, "\(share)")
        }
        #expect(latency.count == count)
        #expect(latency.quantile(0) == .microseconds(sorted[0]))
        #expect(latency.quantile(1) == .microseconds(sorted[count - 1]))
        #expect(latency.least == .microseconds(sorted[0]))
        #expect(latency.greatest == .microseconds(sorted[count - 1]))
        #expect(latency.sum == .microseconds(values.reduce(0, +)))
    }

    @Test(arguments: 0..<4) func `up to a thousand values within an hour, quantiles are exact`(seed: Int) {
        var random = SeededGenerator(seed: UInt64(seed))
        let values = (0..<1000).map { _ in Int.random(in: 0...3_600_000_000, using: &random) }
        let latency = distribution(values)
        let sorted = values.sorted()
        for rank in stride(from: seed + 1, through: 1000, by: 4) {
            #expect(latency.quantile((Double(rank) - 0.5) / 1000) == .microseconds(sorted[rank - 1]))
        }
    }

    @Test(arguments: [10, 1000, 1001, 3000]) func `buckets hold each value once, from the fastest`(count: Int) {
        let values = values(count, count)
        var middles: [Duration] = []
        var counted = 0
        distribution(values).forEachBucket { middle, number in
            middles.append(middle)
            counted += number
        }
        #expect(counted == count)
        #expect(zip(middles, middles.dropFirst()).allSatisfy { $0 < $1 })
        let exact = values.sorted()
        #expect(middles.first == .microseconds(exact[0]))
    }

    @Test func `of more than a thousand values that share buckets and sum, the greatest makes the difference`() {
        let rest = [Int](repeating: 100_000, count: 1000)
        let apart = distribution(rest + [200_001, 200_003])
        #expect(apart != distribution(rest + [200_002, 200_002]))
        #expect(apart == distribution(rest + [200_003, 200_001]))
    }

    @Test(arguments: [3, 1000, 1001]) func `the order of the values does not matter`(count: Int) {
        let values = values(count, count)
        let (forth, back) = (distribution(values), distribution(values.reversed()))
        #expect(forth == back)
        #expect(forth.hashValue == back.hashValue)
        var other = back
        other.add(.microseconds(values[0]))
        #expect(other != forth)
    }
}
