import Glibc

/// Decides for all requests together which are slower, faster, or the same: of many requests some look slower by chance, so each
/// claim has to hold after Holm's correction.
struct LatencyComparing {
    /// The share by which the median may change: 0.1 is 10 %.
    let threshold: Double
    /// Values that all bootstraps together look at: one or two seconds of work.
    var allWork = 600_000_000

    /// The chance that any request is called slower or faster though it is within the threshold.
    private static let significance = 0.05
    private static let mostMore = 100_000

    private struct Candidate {
        var samples: Both<LatencySamples>
        var ratio: MedianRatio?
        /// That the true ratio is within the threshold.
        var probability = 1.0
        var isSlower = false
    }

    /// - Returns: for each pair its comparison.
    func compare(_ pairs: [Both<LatencySamples>]) -> [LatencyComparison] {
        let work = min(40_000_000, allWork / max(1, pairs.count))
        var candidates = pairs.map { samples in
            var candidate = Candidate(
                samples: samples, ratio: MedianRatio(samples.a.values, samples.b.values, work: work))
            if let ratio = candidate.ratio {
                let slower = ratio.probability(beyond: bound, isAbove: true)
                let faster = ratio.probability(beyond: -bound, isAbove: false)
                candidate.isSlower = slower < faster
                candidate.probability = min(1, 2 * min(slower, faster))
            }
            return candidate
        }
        let certain = Self.certain(candidates.map { $0.ratio == nil ? nil : $0.probability })
        return candidates.indices.map { comparison(&candidates[$0], isCertain: certain[$0]) }
    }

    private var bound: Double { log1p(threshold) }

    /// Holm (1979): the smallest probability is multiplied by the number of tests, the next one by one less, until one is too large.
    static func certain(_ probabilities: [Double?]) -> [Bool] {
        var certain = [Bool](repeating: false, count: probabilities.count)
        let tests = probabilities.indices.compactMap { index in probabilities[index].map { (index, $0) } }
            .sorted { ($0.1, $0.0) < ($1.1, $1.0) }
        for (place, test) in tests.enumerated() {
            guard test.1 * Double(tests.count - place) <= significance else { break }
            certain[test.0] = true
        }
        return certain
    }

    private func comparison(_ candidate: inout Candidate, isCertain: Bool) -> LatencyComparison {
        let samples = candidate.samples
        let figures = samples.map { LatencyFigures($0) }
        guard let ratio = candidate.ratio else {
            let least = LatencyFigures.needed.median + 1
            let fewest = min(samples.a.count, samples.b.count)
            return LatencyComparison(figures: figures, verdict: .cannotTell(more: max(1, least - fewest)))
        }
        let low = log(ratio.interval.lowerBound)
        let high = log(ratio.interval.upperBound)
        let verdict: LatencyVerdict
        if isCertain, candidate.isSlower ? low > bound : high < -bound {
            verdict = candidate.isSlower ? .slower : .faster
        } else if low > -bound, high < bound {
            verdict = .same
        } else {
            verdict = .cannotTell(more: more(ratio, samples))
        }
        return LatencyComparison(
            figures: figures, verdict: verdict, ratio: exp(ratio.logarithm), interval: ratio.interval)
    }

    /// An interval shrinks with the square root of the number of responses.
    private func more(_ ratio: MedianRatio, _ samples: Both<LatencySamples>) -> Int? {
        let distance = abs(abs(ratio.logarithm) - bound)
        let half = 2 * ratio.error
        guard distance > half / 1000 else { return nil }
        let count = Double(min(samples.a.countAfterWarmUp, samples.b.countAfterWarmUp))
        let needed = count * (half / distance) * (half / distance)
        let more = max(count / 4, needed - count, 1).rounded(.up)
        guard more <= Double(Self.mostMore) else { return nil }
        return Self.roundedUp(Int(more))
    }

    /// To two digits: more would be pretence.
    static func roundedUp(_ number: Int) -> Int {
        var unit = 1
        while number / unit >= 100 { unit *= 10 }
        return (number + unit - 1) / unit * unit
    }
}
