import NetEngine

/// The latencies of one request in one run, in the order in which its responses ended: all of them up to a limit, and beyond it
/// every second, fourth, eighth one, so that memory has a bound and the order stays.
struct LatencySamples: Sendable {
    /// How many were added.
    private(set) var count = 0
    private var kept: [Float] = []
    private var stride = 1
    private let limit: Int

    /// - Parameter limit: of the values that are kept.
    init(limit: Int = 4096) { self.limit = max(2, limit) }

    mutating func add(_ latency: Duration) {
        defer { count += 1 }
        guard count % stride == 0 else { return }
        if kept.count == limit {
            kept = Swift.stride(from: 0, to: kept.count, by: 2).map { kept[$0] }
            stride *= 2
            guard count % stride == 0 else { return }
        }
        kept.append(Float(DurationText.microseconds(latency)))
    }

    /// The first response, or the first 5 %: connections are opened there, and caches are cold.
    var warmUp: Int { count == 0 ? 0 : max(1, count / 20) }

    /// How many are left without the warm-up.
    var countAfterWarmUp: Int { count - warmUp }

    /// What is kept of them, in microseconds, without the warm-up.
    var values: [Float] { Array(kept.dropFirst((warmUp + stride - 1) / stride)) }
}

/// The percentiles of one request in one run that its number of responses supports, in microseconds.
package struct LatencyFigures: Sendable, Hashable {
    /// The fewest values whose order statistics bound a percentile with 95 % confidence.
    package static let needed = (median: 6, p95: 59, p99: 299)

    /// Responses, without the warm-up.
    package var count: Int
    package var median: Double?
    package var p95: Double?
    package var p99: Double?

    init(_ samples: LatencySamples) {
        count = samples.countAfterWarmUp
        let sorted = samples.values.sorted()
        func percentile(_ share: Double, needing least: Int) -> Double? {
            guard count >= least, !sorted.isEmpty else { return nil }
            let rank = Int((share * Double(sorted.count)).rounded(.up))
            return Double(sorted[max(1, min(sorted.count, rank)) - 1])
        }
        median = percentile(0.5, needing: Self.needed.median)
        p95 = percentile(0.95, needing: Self.needed.p95)
        p99 = percentile(0.99, needing: Self.needed.p99)
    }
}
