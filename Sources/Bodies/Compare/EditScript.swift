import Base

/// The longest common subsequence of two sequences of hashes by the linear-space algorithm of Eugene Myers ("An O(ND)
/// Difference Algorithm and Its Variations", 1986, §4b), with a list of boxes instead of recursion.
struct EditScript {
    private struct Box {
        var first: Range<Int>
        var second: Range<Int>
    }

    private let first: [UInt64]
    private let second: [UInt64]
    private var forward: [Int32]
    private var backward: [Int32]
    /// Where diagonal 0 is in `forward` and `backward`.
    private let zero: Int
    private var stepsLeft: Int

    /// The pairs of equal items, in order; nil if it takes more steps than that.
    static func pairs(_ first: [UInt64], _ second: [UInt64], steps: Int) -> [(first: Int, second: Int)]? {
        var script = EditScript(first, second, steps)
        return script.pairs()
    }

    private init(_ first: [UInt64], _ second: [UInt64], _ steps: Int) {
        self.first = first
        self.second = second
        zero = second.count + 1
        forward = [Int32](repeating: 0, count: first.count + second.count + 3)
        backward = forward
        stepsLeft = steps
    }

    private mutating func pairs() -> [(first: Int, second: Int)]? {
        var pairs: [(first: Int, second: Int)] = []
        var boxes = [Box(first: first.indices, second: second.indices)]
        while let box = boxes.popLast() {
            var (low, otherLow) = (box.first.lowerBound, box.second.lowerBound)
            var (high, otherHigh) = (box.first.upperBound, box.second.upperBound)
            while low < high, otherLow < otherHigh, first[low] == second[otherLow] {
                pairs.append((low, otherLow))
                (low, otherLow) = (low + 1, otherLow + 1)
            }
            while low < high, otherLow < otherHigh, first[high - 1] == second[otherHigh - 1] {
                (high, otherHigh) = (high - 1, otherHigh - 1)
                pairs.append((high, otherHigh))
            }
            guard low < high, otherLow < otherHigh else { continue }
            guard let middle = middle(Box(first: low..<high, second: otherLow..<otherHigh)) else { return nil }
            for index in middle.first {
                pairs.append((index, index - middle.first.lowerBound + middle.second.lowerBound))
            }
            boxes.append(
                Box(first: low..<middle.first.lowerBound, second: otherLow..<middle.second.lowerBound))
            boxes.append(
                Box(first: middle.first.upperBound..<high, second: middle.second.upperBound..<otherHigh))
        }
        countWork(pairs.count)
        return pairs.sorted { $0.first < $1.first }
    }

    /// A run of equal items in the middle of a shortest edit script; it can be empty. nil if the steps ran out.
    private mutating func middle(_ box: Box) -> Box? {
        let (count, otherCount) = (box.first.count, box.second.count)
        let (low, otherLow) = (box.first.lowerBound, box.second.lowerBound)
        let delta = count - otherCount
        let isOdd = delta & 1 != 0
        guard spend(count + otherCount) else { return nil }
        for diagonal in (zero - otherCount - 1)...(zero + count + 1) {
            forward[diagonal] = 0
            backward[diagonal] = 0
        }
        for edits in 0...((count + otherCount + 1) / 2) {
            let lowest = -(edits - 2 * max(0, edits - otherCount))
            let highest = edits - 2 * max(0, edits - count)
            for isForward in [true, false] {
                for diagonal in stride(from: lowest, through: highest, by: 2) {
                    var place = step(diagonal, edits, isForward)
                    var other = place - diagonal
                    let (start, otherStart) = (place, other)
                    if isForward {
                        while place < count, other < otherCount, first[low + place] == second[otherLow + other] {
                            (place, other) = (place + 1, other + 1)
                        }
                        forward[zero + diagonal] = Int32(truncatingIfNeeded: place)
                    } else {
                        while place < count, other < otherCount,
                            first[low + count - 1 - place] == second[otherLow + otherCount - 1 - other]
                        {
                            (place, other) = (place + 1, other + 1)
                        }
                        backward[zero + diagonal] = Int32(truncatingIfNeeded: place)
                    }
                    guard spend(1 + place - start) else { return nil }
                    let facing = delta - diagonal
                    let reach = isForward ? edits - 1 : edits
                    guard isOdd == isForward, facing >= -reach, facing <= reach else { continue }
                    let met = place + Int(isForward ? backward[zero + facing] : forward[zero + facing])
                    guard met >= count else { continue }
                    return isForward
                        ? Box(first: low + start..<low + place, second: otherLow + otherStart..<otherLow + other)
                        : Box(
                            first: low + count - place..<low + count - start,
                            second: otherLow + otherCount - other..<otherLow + otherCount - otherStart)
                }
            }
        }
        return nil
    }

    /// How far an edit script goes on a diagonal with one edit more.
    private func step(_ diagonal: Int, _ edits: Int, _ isForward: Bool) -> Int {
        let below = Int(isForward ? forward[zero + diagonal - 1] : backward[zero + diagonal - 1])
        let above = Int(isForward ? forward[zero + diagonal + 1] : backward[zero + diagonal + 1])
        return diagonal == -edits || (diagonal != edits && below < above) ? above : below + 1
    }

    private mutating func spend(_ steps: Int) -> Bool {
        countWork(steps)
        stepsLeft -= steps
        return stepsLeft >= 0
    }
}
