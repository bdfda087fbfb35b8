import NetEngine

/// A histogram of latencies: counts in buckets, so that a million values need no more memory than a thousand. Pure.
///
/// Values are exact to the microsecond below 512 µs, and to 0.2 % above; minimum and maximum are exact.
package struct LatencyDistribution: Sendable, Hashable {
    package private(set) var count = 0
    package private(set) var sum: Duration = .zero
    package private(set) var least: Duration = .zero
    package private(set) var greatest: Duration = .zero
    /// Counts from `firstBucket` on, up to the highest one used.
    private var buckets: [UInt32] = []
    private var firstBucket = 0

    /// Buckets per power of two.
    private static let resolution = 256

    package init() {}

    package mutating func add(_ duration: Duration) {
        let microseconds = DurationText.microseconds(duration)
        least = count == 0 ? duration : min(least, duration)
        greatest = max(greatest, duration)
        count += 1
        sum += duration
        let bucket = Self.bucket(of: microseconds)
        if buckets.isEmpty { firstBucket = bucket }
        if bucket < firstBucket {
            buckets.insert(contentsOf: repeatElement(0, count: firstBucket - bucket), at: 0)
            firstBucket = bucket
        }
        let index = bucket - firstBucket
        if index >= buckets.count { buckets += repeatElement(0, count: index + 1 - buckets.count) }
        buckets[index] += 1
    }

    /// nil if it is empty.
    package var mean: Duration? { count == 0 ? nil : sum / count }

    /// The smallest value that at least this share of the values do not exceed (nearest rank); nil if there are none.
    /// - Parameter share: from 0 to 1: 0.5 is the median.
    package func quantile(_ share: Double) -> Duration? {
        guard count > 0 else { return nil }
        let rank = max(1, min(count, Int((share * Double(count)).rounded(.up))))
        if rank == 1 { return least }
        if rank == count { return greatest }
        var seen = 0
        for (index, number) in buckets.enumerated() {
            seen += Int(number)
            guard seen >= rank else { continue }
            return max(least, min(greatest, .microseconds(Self.middle(of: firstBucket + index))))
        }
        return greatest
    }

    /// Gives each bucket that holds values, from the fastest: the middle of its values, and how many there are.
    package func forEachBucket(_ body: (_ middle: Duration, _ count: Int) -> Void) {
        for (index, number) in buckets.enumerated() where number > 0 {
            let middle = Duration.microseconds(Self.middle(of: firstBucket + index))
            body(max(least, min(greatest, middle)), Int(number))
        }
    }

    private static func bucket(of microseconds: Int) -> Int {
        guard microseconds >= 2 * resolution else { return microseconds }
        let shift = Int.bitWidth - 1 - microseconds.leadingZeroBitCount - resolution.trailingZeroBitCount
        return (shift + 1) * resolution + (microseconds >> shift) - resolution
    }

    private static func middle(of bucket: Int) -> Int {
        guard bucket >= 2 * resolution else { return bucket }
        let shift = bucket / resolution - 1
        let low = (bucket % resolution + resolution) << shift
        return low + (1 << shift) / 2
    }
}
