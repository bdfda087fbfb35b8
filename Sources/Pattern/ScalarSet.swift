import Base

/// The characters accepted at one place of a pattern, in a form that is fast to query: one bit for each ASCII
/// character, binary search over disjoint ranges for the rest. A class of thousands of members costs no more than a
/// small one.
package struct ScalarSet: Sendable {
    private let low: UInt64
    private let high: UInt64
    /// Sorted and disjoint.
    private let ranges: [ClosedRange<UInt32>]
    private let categories: ScalarCategories
    private let isNegated: Bool

    /// - Parameters:
    ///   - fixed: ranges to which the other case is not added.
    ///   - ignoresCase: whether the other case of each letter in `ranges` is included.
    init(
        _ ranges: [ClosedRange<UInt32>], fixed: [ClosedRange<UInt32>] = [],
        categories: ScalarCategories = ScalarCategories(), isNegated: Bool = false, ignoresCase: Bool = false
    ) {
        var merged = Self.merged(ranges)
        if ignoresCase {
            // Twice, because the Kelvin sign is reached from `k` only by way of `K`.
            for _ in 0..<2 { merged = Self.merged(merged + Self.otherCases(merged, categories)) }
        }
        merged = Self.merged(merged + fixed)
        self.ranges = merged
        self.categories = categories
        self.isNegated = isNegated
        var halves: [UInt64] = [0, 0]
        for scalar in UInt32(0)..<128 where Self.contains(scalar, merged, categories) != isNegated {
            halves[Int(scalar >> 6)] |= 1 << UInt64(scalar & 63)
        }
        (low, high) = (halves[0], halves[1])
    }

    package func contains(_ scalar: UInt32) -> Bool {
        if scalar < 128 { return (scalar < 64 ? low : high) >> UInt64(scalar & 63) & 1 == 1 }
        return Self.contains(scalar, ranges, categories) != isNegated
    }

    /// Whether it may contain a character that is not ASCII.
    var reachesBeyondASCII: Bool {
        isNegated || !categories.isEmpty || ranges.last.map { $0.upperBound >= 0x80 } ?? false
    }

    private static func contains(
        _ scalar: UInt32, _ ranges: [ClosedRange<UInt32>], _ categories: ScalarCategories
    ) -> Bool {
        let place = ranges.partitioningIndex { $0.upperBound >= scalar }
        if place < ranges.count, ranges[place].lowerBound <= scalar { return true }
        return !categories.isEmpty && categories.contains(scalar)
    }

    /// All characters outside the given ranges.
    static func complement(_ ranges: [ClosedRange<UInt32>]) -> [ClosedRange<UInt32>] {
        var result: [ClosedRange<UInt32>] = []
        var next: UInt32 = 0
        for range in merged(ranges) {
            if range.lowerBound > next { result.append(next...(range.lowerBound - 1)) }
            next = range.upperBound + 1
        }
        if next <= 0x10FFFF { result.append(next...0x10FFFF) }
        return result
    }

    private static func otherCases(
        _ ranges: [ClosedRange<UInt32>], _ categories: ScalarCategories
    ) -> [ClosedRange<UInt32>] {
        if categories.isEmpty, ranges.reduce(0, { $0 + $1.count }) <= 256 {
            return ranges.flatMap { $0.flatMap { ScalarCases.others[$0] ?? [] } }.map { $0...$0 }
        }
        return ScalarCases.pairs.filter { first, second in
            contains(first, ranges, categories) && !contains(second, ranges, categories)
        }.map { $0.1...$0.1 }
    }

    private static func merged(_ ranges: [ClosedRange<UInt32>]) -> [ClosedRange<UInt32>] {
        var result: [ClosedRange<UInt32>] = []
        for range in ranges.sorted(by: { $0.lowerBound < $1.lowerBound }) {
            if let last = result.last, range.lowerBound <= last.upperBound + 1 {
                result[result.count - 1] = last.lowerBound...max(last.upperBound, range.upperBound)
            } else {
                result.append(range)
            }
        }
        return result
    }
}

/// Letters and their other case, where that is a single character.
enum ScalarCases {
    static let others: [UInt32: [UInt32]] = Dictionary(grouping: pairs) { $0.0 }.mapValues { $0.map(\.1) }

    /// Each pair in both directions.
    static let pairs: [(UInt32, UInt32)] = (UInt32(0)...0x1FFFF).flatMap { value -> [(UInt32, UInt32)] in
        // Only Turkish takes the dotless i for the small form of I (CaseFolding.txt, status T).
        guard value != 0x131, let scalar = Unicode.Scalar(value), scalar.properties.isCased else { return [] }
        return [scalar.properties.lowercaseMapping, scalar.properties.uppercaseMapping].flatMap { mapped in
            let scalars = mapped.unicodeScalars
            guard scalars.count == 1, let other = scalars.first?.value, other != value else {
                return [(UInt32, UInt32)]()
            }
            return [(value, other), (other, value)]
        }
    }
}
