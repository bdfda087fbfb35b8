import NetEngine
import Runs
import TestSupport
import Testing
import Workspace

@testable import Comparison

@Suite struct LatencyTests {
    /// Latencies as servers have them: most near the middle, a long tail.
    private static func samples(
        _ count: Int, _ random: inout SeededGenerator, median: Double = 20_000, spread: Double = 0.25
    ) -> LatencySamples {
        var samples = LatencySamples()
        for _ in 0..<count {
            let normal = (0..<12).reduce(-6.0) { sum, _ in sum + Double.random(in: 0..<1, using: &random) }
            var value = median * (1 + spread * normal / 3)
            if Int.random(in: 0..<20, using: &random) == 0 { value *= Double.random(in: 2..<6, using: &random) }
            samples.add(.microseconds(max(1, Int(value))))
        }
        return samples
    }

    private static func verdict(
        _ a: LatencySamples, _ b: LatencySamples, threshold: Double = 0.1
    ) -> LatencyVerdict {
        LatencyComparing(threshold: threshold, allWork: 300_000).compare([Both(a, b)])[0].verdict
    }

    @Test func `two runs of the same server are called slower or faster in less than 5 percent of all cases`() {
        var wrong = 0
        for seed in 0..<200 {
            var random = SeededGenerator(seed: UInt64(seed))
            let count = [8, 12, 30, 60][seed % 4]
            switch Self.verdict(Self.samples(count, &random, spread: 0.6), Self.samples(count, &random, spread: 0.6)) {
            case .slower, .faster: wrong += 1
            case .same, .cannotTell: break
            }
        }
        #expect(wrong < 10, "\(wrong) of 200")
    }

    @Test func `at the threshold itself, slower is claimed in less than 5 percent of all cases`() {
        var wrong = 0
        for seed in 0..<200 {
            var random = SeededGenerator(seed: UInt64(1000 + seed))
            let (a, b) = (Self.samples(40, &random), Self.samples(40, &random, median: 22_000))
            if Self.verdict(a, b) == .slower { wrong += 1 }
        }
        #expect(wrong < 10, "\(wrong) of 200")
    }

    @Test func `a server that is 30 percent slower is found, and one that is as fast as before`() {
        var (found, same) = (0, 0)
        for seed in 0..<100 {
            var random = SeededGenerator(seed: UInt64(5000 + seed))
            let a = Self.samples(100, &random)
            if Self.verdict(a, Self.samples(100, &random, median: 26_000)) == .slower { found += 1 }
            if Self.verdict(a, Self.samples(100, &random)) == .same { same += 1 }
        }
        #expect(found >= 95, "\(found) of 100")
        #expect(same >= 90, "\(same) of 100")
    }

    @Test func `swapped runs give the mirrored verdict`() {
        for seed in 0..<30 {
            var random = SeededGenerator(seed: UInt64(seed))
            let a = Self.samples(50, &random)
            let b = Self.samples(50, &random, median: [14_000, 20_000, 30_000][seed % 3])
            let mirrored: LatencyVerdict =
                switch Self.verdict(a, b) {
                case .slower: .faster
                case .faster: .slower
                case let other: other
                }
            #expect(Self.verdict(b, a) == mirrored)
        }
    }

    @Test func `with few responses it cannot tell, and says how many more`() {
        var random = SeededGenerator(seed: 3)
        #expect(Self.verdict(Self.samples(1, &random), Self.samples(1, &random)) == .cannotTell(more: 6))
        let noisy = Both(Self.samples(10, &random, spread: 1), Self.samples(10, &random, spread: 1))
        guard case .cannotTell(let more?) = Self.verdict(noisy.a, noisy.b) else {
            Issue.record("\(Self.verdict(noisy.a, noisy.b))")
            return
        }
        #expect(more >= 10)
    }

    @Test func `percentiles are given only where the responses suffice`() {
        var random = SeededGenerator(seed: 1)
        func figures(_ count: Int) -> LatencyFigures { LatencyFigures(Self.samples(count, &random)) }
        #expect(figures(6).median == nil)
        #expect(figures(7).median != nil && figures(60).p95 == nil)
        #expect(figures(63).p95 != nil && figures(310).p99 == nil)
        #expect(figures(320).p99 != nil)
    }

    @Test func `a million responses take bounded memory and keep their order`() {
        var samples = LatencySamples(limit: 1000)
        for number in 0..<1_000_000 { samples.add(.microseconds(number)) }
        let values = samples.values
        #expect(samples.count == 1_000_000)
        #expect((400...1000).contains(values.count))
        #expect(values == values.sorted())
        // The warm-up is the first 5 %.
        #expect((values.first ?? 0) >= 50_000 && (values.first ?? 0) < 53_000)
    }

    @Test func `of many requests, one that looks slower by chance is not called slower`() {
        // 0.02 alone is significant, of three it is not.
        #expect(LatencyComparing.certain([0.02]) == [true])
        #expect(LatencyComparing.certain([0.02, 0.5, 0.9]) == [false, false, false])
        #expect(LatencyComparing.certain([0.02, 0.0001, nil, 0.03]) == [true, true, false, true])
        #expect(LatencyComparing.certain([0.04, 0.0001, 0.03]) == [false, true, false])
    }

    @Test(arguments: [(0.0, 10.0, 0.5), (2.228, 10, 0.025), (1.96, 10_000, 0.025), (-2.228, 10, 0.975)])
    func `the tail of Student's distribution is near the tables`(t: Double, freedom: Double, tail: Double) {
        #expect(abs(MedianRatio.tail(t, freedom) - tail) < 0.001)
    }

    private static func run(
        _ micros: [Int], word: RunHead.Settings = RunHead.Settings(), failed: Int = 0
    ) -> RecordingFixture {
        RecordingFixture(
            micros.enumerated().map { .init(round: $0.offset, body: $0.offset == 0 ? "{}" : nil, micros: $0.element) }
                + (0..<failed).map { _ in .init(status: 500, micros: 1, word: .failed, category: .serverError) },
            settings: word)
    }

    @Test func `fast failures are not mixed into latencies`() throws {
        let micros = (0..<40).map { 20_000 + $0 * 10 }
        let latency = try RunComparison.of(Self.run(micros), Self.run(micros, failed: 100)).requests[0].latency
        #expect(latency?.verdict == .same)
        #expect(latency?.figures.b.count == 38)
    }

    @Test func `what a run with a rate started late is in its latencies once`() throws {
        let late = RecordingFixture(
            (0..<40).map { .init(round: $0, body: $0 == 0 ? "{}" : nil, micros: 20_000, delayMicros: 5000) })
        let latency = try RunComparison.of(Self.run([Int](repeating: 20_000, count: 40)), late).requests[0].latency
        #expect(latency?.figures.a.median == 20_000)
        #expect(latency?.figures.b.median == 25_000)
    }

    @Test(
        arguments: [
            ((1, nil), (8, nil), "run A sent with 1 job, run B with 8"),
            ((1000, 50), (1, nil), "run A sent with --rate, run B without it"),
            ((1, nil), (1000, 50), "run A sent without --rate, run B with it"),
            ((1000, 50), (1000, 60), "the rates differ"),
            ((1000, 50), (5, 50), "run A had at most 1000 requests in flight, run B 5"),
        ] as [((Int, Double?), (Int, Double?), String)])
    func `latencies are not compared where the runs were sent in different ways`(
        a: (Int, Double?), b: (Int, Double?), reason: String
    ) throws {
        func run(_ sent: (Int, Double?)) -> RecordingFixture {
            var settings = RunHead.Settings()
            (settings.jobs, settings.rate) = sent
            return Self.run([1, 2, 3], word: settings)
        }
        let comparison = try RunComparison.of(run(a), run(b))
        #expect(comparison.latencyRefusal == reason)
        #expect(comparison.requests[0].latency == nil)
    }

    @Test func `a request that is slower makes the run worse, unless latency is not to fail it`() throws {
        let micros = (0..<40).map { 20_000 + $0 * 10 }
        let (a, b) = (Self.run(micros), Self.run(micros.map { $0 * 2 }))
        let comparison = try RunComparison.of(a, b)
        #expect(comparison.requests[0].latency?.verdict == .slower)
        #expect(comparison.isWorse)
        #expect(try !RunComparison.of(a, b, ComparisonOptions(failOn: [.failures])).isWorse)
        #expect(try !RunComparison.of(a, b, ComparisonOptions(threshold: 2)).isWorse)
        #expect(try !RunComparison.of(b, a).isWorse)
    }
}
