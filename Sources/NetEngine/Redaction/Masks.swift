/// A range of a text that is replaced.
struct Mask: Sendable, Hashable {
    var range: Range<Int>
    /// Shown instead.
    var text: [UInt8]
}

/// The ranges of a text that are replaced: in order, none within another.
struct Masks: Sendable {
    private(set) var all: [Mask] = []

    var isEmpty: Bool { all.isEmpty }

    init() {}

    /// Covers all that any of them covers; of two that overlap, the later one begins where the earlier one ends.
    init(_ masks: [Mask]) {
        let sorted = masks.sorted { a, b in
            (a.range.lowerBound, b.range.upperBound) < (b.range.lowerBound, a.range.upperBound)
        }
        WorkMeter.count(sorted.count)
        for mask in sorted { append(mask) }
    }

    /// - Parameter hits: any; of equal ones the first counts.
    init(_ hits: [Needles.Hit], marks: [[UInt8]]) {
        // The longest first: the beginning of a longer secret is not shown as another one.
        let sorted = hits.count < 2 ? hits : hits.sorted { ($0.start, $1.end) < ($1.start, $0.end) }
        var last = -1
        for hit in sorted {
            WorkMeter.count(1)
            let end = all.last?.range.upperBound ?? 0
            guard hit.end > end else { continue }
            // The rest of an overlapping secret of the same name needs no second mark.
            let isRest = hit.start < end && hit.mark == last
            all.append(Mask(range: max(hit.start, end)..<hit.end, text: isRest ? [] : marks[hit.mark]))
            last = hit.mark
        }
    }

    private mutating func append(_ mask: Mask) {
        let end = all.last?.range.upperBound ?? 0
        guard mask.range.upperBound > end else { return }
        all.append(Mask(range: max(mask.range.lowerBound, end)..<mask.range.upperBound, text: mask.text))
    }

    /// The text with the masks; the same array if there are none.
    func applied(to text: [UInt8]) -> [UInt8] {
        guard !all.isEmpty else { return text }
        return text.withUnsafeBufferPointer { applied(to: $0) }
    }

    func applied(to text: UnsafeBufferPointer<UInt8>) -> [UInt8] {
        var result: [UInt8] = []
        result.reserveCapacity(text.count + all.reduce(0) { $0 + max(0, $1.text.count - $1.range.count) })
        var end = 0
        for mask in all {
            WorkMeter.count(1)
            result.append(contentsOf: UnsafeBufferPointer(rebasing: text[end..<mask.range.lowerBound]))
            result += mask.text
            end = mask.range.upperBound
        }
        result.append(contentsOf: UnsafeBufferPointer(rebasing: text[end...]))
        return result
    }
}
