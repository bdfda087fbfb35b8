import Histogram
import NetEngine

/// Latencies, and what their quantiles are: up to a thousand one by one, more in an HDR histogram, so that a million values need no
/// more memory than some thousand. Pure.
///
/// Quantiles are exact to the microsecond up to `mostListed` values, and to three significant digits beyond; minimum and maximum are
/// exact.
package struct LatencyDistribution: Sendable {
    package private(set) var count = 0
    package private(set) var sum: Duration = .zero
    package private(set) var least: Duration = .zero
    package private(set) var greatest: Duration = .zero
    /// All values in microseconds, in the order in which they came; empty as soon as there is a histogram.
    private var listed: [UInt32] = []
    /// Whether all values are in the list. It ends when it is too long, or a value is too great for it.
    private var isListed = true
    /// All values, if they are not listed.
    private var histogram = Self.noHistogram

    /// Shared by all that list their values, because a histogram takes 8 KB at least, and a run has one for each request. Not an
    /// optional: that would be copied for each value.
    private static let noHistogram = Histogram<UInt32>(numberOfSignificantValueDigits: .zero)
    private static let mostListed = 1000

    package init() {}

    package mutating func add(_ duration: Duration) {
        let microseconds = UInt64(DurationText.microseconds(duration))
        // As numbers: the operators of durations are calls that take longer.
        if count == 0 || duration.attoseconds < least.attoseconds { least = duration }
        if duration.attoseconds > greatest.attoseconds { greatest = duration }
        count += 1
        sum += duration
        if !isListed {
            histogram.record(microseconds)
        } else if count <= Self.mostListed, let short = UInt32(exactly: microseconds) {
            listed.append(short)
        } else {
            var all = Histogram<UInt32>(numberOfSignificantValueDigits: .three)
            for earlier in listed { all.record(UInt64(earlier)) }
            all.record(microseconds)
            histogram = all
            isListed = false
            listed = []
        }
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
        guard !isListed else { return bounded(UInt64(listed.sorted()[rank - 1])) }
        // The histogram rounds up to the next rank: half a rank less keeps it from the one after.
        let value = histogram.valueAtPercentile((Double(rank) - 0.5) / Double(count) * 100)
        return bounded(histogram.medianEquivalentForValue(value))
    }

    /// Gives each bucket that holds values, from the fastest: the middle of its values, and how many there are.
    package func forEachBucket(_ body: (_ middle: Duration, _ count: Int) -> Void) {
        guard !isListed else {
            let sorted = listed.sorted()
            var start = 0
            while start < sorted.count {
                let end = sorted[start...].firstIndex { $0 != sorted[start] } ?? sorted.count
                body(bounded(UInt64(sorted[start])), end - start)
                start = end
            }
            return
        }
        for bucket in histogram.recordedValues() {
            body(bounded(histogram.medianEquivalentForValue(bucket.value)), Int(bucket.count))
        }
    }

    private func bounded(_ microseconds: UInt64) -> Duration {
        max(least, min(greatest, .microseconds(Int64(clamping: microseconds))))
    }
}

extension LatencyDistribution: Hashable {
    /// Whether they hold the same values, in whatever order these came.
    package static func == (a: Self, b: Self) -> Bool {
        a.count == b.count && a.sum == b.sum && a.least == b.least && a.greatest == b.greatest
            && a.isListed == b.isListed && a.histogram == b.histogram && a.listed.sorted() == b.listed.sorted()
    }

    package func hash(into hasher: inout Hasher) {
        hasher.combine(count)
        hasher.combine(sum)
        hasher.combine(least)
        hasher.combine(greatest)
    }
}
