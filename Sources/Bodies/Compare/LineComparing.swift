import Base
import Pattern

/// Compares two texts line by line. Of equal beginnings and ends nothing is kept, and of the lines between them a hash.
enum LineComparing {
    private struct Lines {
        var hashes: [UInt64] = []
        /// Where each begins.
        var starts: [Int] = []
        var isAll = true
    }

    static func compare(
        _ first: UnsafeBufferPointer<UInt8>, _ second: UnsafeBufferPointer<UInt8>, reason: String?,
        _ hash: SeededHash, _ budget: QueryBudget
    ) -> BodyComparison {
        var result = BodyComparison(method: .lines(reason: reason))
        let (start, number) = equalBeginning(first, second)
        let tail = equalEnd(first, second, from: start)
        let (range, otherRange) = (start..<first.count - tail, start..<second.count - tail)
        guard let lines = read(first, range, hash, budget), let others = read(second, otherRange, hash, budget)
        else {
            result.isComplete = false
            return result
        }
        guard lines.isAll, others.isAll else {
            comparePositions(first, range, second, otherRange, number, &result, budget)
            return result
        }
        let match = ItemMatch.byContent(lines.hashes, others.hashes, findsMoves: false)
        if !lines.hashes.isEmpty, !others.hashes.isEmpty { result.matchings[match.matching] = 1 }
        func line(_ index: Int) -> Range<Int> { self.line(lines, index, first, range) }
        func other(_ index: Int) -> Range<Int> { self.line(others, index, second, otherRange) }
        match.walk { item in
            switch item {
            case .removed(let mine):
                result.report(.removed, .element(first: mine + number, second: nil), line(mine), nil)
            case .added(let index):
                result.report(.added, .element(first: nil, second: index + number), nil, other(index))
            case .pair(let mine, let index), .moved(let mine, let index):
                guard lines.hashes[mine] != others.hashes[index] else { return }
                result.report(
                    .changed, .element(first: mine + number, second: index + number), line(mine), other(index))
            }
        }
        return result
    }

    /// Where the first line begins that differs, and its number.
    private static func equalBeginning(
        _ first: UnsafeBufferPointer<UInt8>, _ second: UnsafeBufferPointer<UInt8>
    ) -> (offset: Int, line: Int) {
        let same = ByteScan.firstDifference(first, second)
        var (start, line) = (0, 0)
        while true {
            let end = ByteScan.lineEnd(in: first, from: start, limit: same)
            guard end < same else { return (start, line) }
            (start, line) = (end + 1, line + 1)
        }
    }

    /// How many bytes at the end are the same whole lines.
    private static func equalEnd(
        _ first: UnsafeBufferPointer<UInt8>, _ second: UnsafeBufferPointer<UInt8>, from start: Int
    ) -> Int {
        let most = min(first.count, second.count) - start
        var (same, whole) = (0, 0)
        while same < most, first[first.count - 1 - same] == second[second.count - 1 - same] {
            // After a line feed a line begins.
            if first[first.count - 1 - same] == Byte.lineFeed { whole = same }
            same += 1
        }
        countWork(same)
        let (place, other) = (first.count - same, second.count - same)
        let beginsLine = place == start || first[place - 1] == Byte.lineFeed
        let otherBeginsLine = other == start || second[other - 1] == Byte.lineFeed
        return beginsLine && otherBeginsLine ? same : whole
    }

    /// nil if it was stopped.
    private static func read(
        _ text: UnsafeBufferPointer<UInt8>, _ range: Range<Int>, _ hash: SeededHash, _ budget: QueryBudget
    ) -> Lines? {
        var lines = Lines()
        var start = range.lowerBound
        while start < range.upperBound {
            guard lines.hashes.count < BodyComparison.itemLimit else {
                lines.isAll = false
                return lines
            }
            let end = ByteScan.lineEnd(in: text, from: start, limit: range.upperBound)
            countWork(end - start + 1)
            guard budget.spends(end - start + 1) else { return nil }
            lines.starts.append(start)
            // The line feed counts: a last line without one is another line.
            lines.hashes.append(hash.bytes(text, start..<min(end + 1, range.upperBound)))
            start = end + 1
        }
        return lines
    }

    private static func line(
        _ lines: Lines, _ index: Int, _ text: UnsafeBufferPointer<UInt8>, _ range: Range<Int>
    ) -> Range<Int> {
        let end = index + 1 < lines.starts.count ? lines.starts[index + 1] : range.upperBound
        return lines.starts[index]..<end
    }

    private static func comparePositions(
        _ first: UnsafeBufferPointer<UInt8>, _ range: Range<Int>,
        _ second: UnsafeBufferPointer<UInt8>, _ otherRange: Range<Int>,
        _ number: Int, _ result: inout BodyComparison, _ budget: QueryBudget
    ) {
        result.matchings[.position] = 1
        var (place, other, number) = (range.lowerBound, otherRange.lowerBound, number)
        while place < range.upperBound || other < otherRange.upperBound {
            let end = min(range.upperBound, ByteScan.lineEnd(in: first, from: place, limit: range.upperBound) + 1)
            let otherEnd = min(
                otherRange.upperBound, ByteScan.lineEnd(in: second, from: other, limit: otherRange.upperBound) + 1)
            guard budget.spends(end - place + otherEnd - other + 1) else {
                result.isComplete = false
                return
            }
            if place == range.upperBound {
                result.report(.added, .element(first: nil, second: number), nil, other..<otherEnd)
            } else if other == otherRange.upperBound {
                result.report(.removed, .element(first: number, second: nil), place..<end, nil)
            } else if !ByteScan.areEqual(first, place..<end, second, other..<otherEnd) {
                result.report(.changed, .element(first: number, second: number), place..<end, other..<otherEnd)
            }
            (place, other, number) = (end, otherEnd, number + 1)
        }
    }
}
