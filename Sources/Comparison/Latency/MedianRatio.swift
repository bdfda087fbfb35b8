import Glibc

/// The ratio of the medians of two series, and how uncertain it is.
///
/// Responses that follow each other are not independent, so the bootstrap draws blocks of neighbours and not single values. Equal
/// input gives equal results: the seeds come from the values.
struct MedianRatio {
    /// The logarithm of the ratio.
    let logarithm: Double
    /// Its standard error.
    let error: Double
    /// Where 95 % of the resampled ratios are.
    let interval: ClosedRange<Double>
    /// Of the t distribution: blocks of both series, less two.
    let freedom: Double

    static let mostResamples = 2000
    static let fewestResamples = 400

    /// nil if a series has fewer values than an interval of the median needs.
    /// - Parameter work: about how many values may be looked at.
    init?(_ a: [Float], _ b: [Float], work: Int) {
        let least = LatencyFigures.needed.median
        guard a.count >= least, b.count >= least else { return nil }
        // A resample looks at each value about three times.
        let most = max(least, work / (6 * Self.fewestResamples))
        let series = Both(Self.thinned(a, most), Self.thinned(b, most))
        let cost = 3 * (series.a.count + series.b.count)
        let resamples = max(Self.fewestResamples, min(Self.mostResamples, work / cost))
        let medians = series.map { Self.medians(of: $0, resamples) }
        let logarithms = zip(medians.a, medians.b).map { log(Double($1)) - log(Double($0)) }.sorted()
        let mean = logarithms.reduce(0, +) / Double(resamples)
        let variance = logarithms.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / Double(resamples - 1)
        let middle = series.map { values in
            let sorted = values.sorted()
            return Double(max(Self.finest, (sorted[(sorted.count - 1) / 2] + sorted[sorted.count / 2]) / 2))
        }
        logarithm = log(middle.b) - log(middle.a)
        // Latencies are whole microseconds: nothing is known more exactly than that.
        error = max(variance.squareRoot(), 0.3 / min(middle.a, middle.b))
        let tail = Int(0.025 * Double(resamples))
        let (low, high) = (exp(logarithms[tail]), exp(logarithms[resamples - 1 - tail]))
        interval = min(low, high)...max(low, high)
        freedom = Double(
            max(1, Self.blocks(series.a.count) + Self.blocks(series.b.count) - 2))
    }

    /// Of one value, in microseconds: nothing is shorter.
    private static let finest: Float = 1

    private static func blockLength(_ count: Int) -> Int { max(1, Int(cbrt(Double(count)).rounded())) }

    private static func blocks(_ count: Int) -> Int { (count + blockLength(count) - 1) / blockLength(count) }

    private static func thinned(_ values: [Float], _ most: Int) -> [Float] {
        guard values.count > most else { return values }
        let step = (values.count + most - 1) / most
        return stride(from: 0, to: values.count, by: step).map { values[$0] }
    }

    /// The medians of resamples. A resample is counted by rank, so that none has to be sorted.
    private static func medians(of values: [Float], _ resamples: Int) -> [Float] {
        var random = Random(values)
        let length = blockLength(values.count)
        let order = values.indices.sorted { values[$0] < values[$1] }
        var ranks = [Int](repeating: 0, count: values.count)
        for (rank, place) in order.enumerated() { ranks[place] = rank }
        var counts = [Int32](repeating: 0, count: values.count)
        return (0..<resamples).map { _ in
            let middle = counts.withUnsafeMutableBufferPointer { counts in
                ranks.withUnsafeBufferPointer { ranks in
                    resample(ranks, length, &random, into: counts)
                    return middleRanks(counts)
                }
            }
            return max(finest, (values[order[middle.lower]] + values[order[middle.upper]]) / 2)
        }
    }

    private static func resample(
        _ ranks: UnsafeBufferPointer<Int>, _ length: Int, _ random: inout Random,
        into counts: UnsafeMutableBufferPointer<Int32>
    ) {
        counts.update(repeating: 0)
        var left = ranks.count
        while left > 0 {
            var place = random.next(below: ranks.count)
            for _ in 0..<min(length, left) {
                counts[ranks[place]] += 1
                place += 1
                // Blocks go on at the beginning.
                if place == ranks.count { place = 0 }
            }
            left -= length
        }
    }

    /// The ranks of the one or two values in the middle.
    private static func middleRanks(_ counts: UnsafeMutableBufferPointer<Int32>) -> (lower: Int, upper: Int) {
        let half = (counts.count - 1) / 2
        let other = counts.count / 2
        var seen = 0
        var lower: Int?
        for (rank, count) in counts.enumerated() where count > 0 {
            seen += Int(count)
            if lower == nil, seen > half { lower = rank }
            if let lower, seen > other { return (lower, rank) }
        }
        return (0, 0)
    }

    /// SplitMix64.
    private struct Random {
        private var state: UInt64

        init(_ values: [Float]) {
            state = values.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1.bitPattern)) &* 0x100_0000_01B3 }
        }

        mutating func next(below bound: Int) -> Int {
            state &+= 0x9E37_79B9_7F4A_7C15
            var mixed = state
            mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
            mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
            mixed ^= mixed >> 31
            return Int(mixed.multipliedFullWidth(by: UInt64(bound)).high)
        }
    }
}

extension MedianRatio {
    /// How probable a ratio this far above `bound` (or below it) is if the true one is the bound.
    func probability(beyond bound: Double, isAbove: Bool) -> Double {
        let distance = (logarithm - bound) / error * (isAbove ? 1 : -1)
        return Self.tail(distance, freedom)
    }

    /// P(T > t) of Student's distribution, by Wallace's approximation of it by the normal one.
    static func tail(_ t: Double, _ freedom: Double) -> Double {
        let size = (8 * freedom + 1) / (8 * freedom + 3) * (freedom * log1p(t * t / freedom)).squareRoot()
        return 0.5 * erfc((t < 0 ? -size : size) / 2.0.squareRoot())
    }
}
