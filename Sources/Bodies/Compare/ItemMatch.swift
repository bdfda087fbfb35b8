import Base

/// Which items of two sequences belong together, found from their hashes in time nearly linear in their number.
package struct ItemMatch {
    /// For each item its partner in the other sequence; `none` if it has none.
    package private(set) var partners: [Int32]
    package private(set) var otherPartners: [Int32]
    /// For each item of the second sequence, whether its partner is at another place.
    package private(set) var isMoved: [Bool]
    package private(set) var matching: BodyComparison.Matching

    package static let none: Int32 = -1

    private init(_ first: Int, _ second: Int, _ matching: BodyComparison.Matching) {
        partners = [Int32](repeating: Self.none, count: first)
        otherPartners = [Int32](repeating: Self.none, count: second)
        isMoved = [Bool](repeating: false, count: second)
        self.matching = matching
    }

    /// By keys: each occurs once on its side.
    package static func byKey(_ first: [UInt64], _ second: [UInt64], findsMoves: Bool) -> ItemMatch {
        var match = ItemMatch(first.count, second.count, .key)
        countWork(first.count + second.count)
        var places: [UInt64: Int] = [:]
        for (index, key) in second.enumerated() { places[key] = index }
        let pairs = first.enumerated().compactMap { index, key in places[key].map { (first: index, second: $0) } }
        match.add(pairs, findsMoves: findsMoves)
        return match
    }

    /// Equal items: those that occur once on both sides are fixed points; between them the shortest edit script is
    /// searched, and where that takes long, the first of several equal items belongs to the first, and so on.
    package static func byContent(_ first: [UInt64], _ second: [UInt64], findsMoves: Bool) -> ItemMatch {
        struct Occurrences {
            var count = 0 as Int32
            var otherCount = 0 as Int32
            var otherPlace = 0 as Int32
        }
        var match = ItemMatch(first.count, second.count, .content)
        countWork(2 * (first.count + second.count))
        var found: [UInt64: Occurrences] = [:]
        for hash in first { found[hash, default: Occurrences()].count += 1 }
        for (index, hash) in second.enumerated() {
            guard let place = found.index(forKey: hash) else { continue }
            found.values[place].otherCount += 1
            found.values[place].otherPlace = Int32(truncatingIfNeeded: index)
        }
        let unique = first.enumerated().compactMap { index, hash -> (first: Int, second: Int)? in
            guard let place = found[hash], place.count == 1, place.otherCount == 1 else { return nil }
            return (index, Int(place.otherPlace))
        }
        match.add(unique, findsMoves: findsMoves)
        // What occurs more than once, on both sides.
        let repeated = first.map { found[$0].map { $0.otherCount > 0 && $0.count + $0.otherCount > 2 } ?? false }
        let otherRepeated = second.map { found[$0].map { $0.count > 0 && $0.count + $0.otherCount > 2 } ?? false }
        var (place, other) = (0, 0)
        while place < first.count || other < second.count {
            var gap: [Int] = []
            while place < first.count, match.partners[place] == none || match.isMovedItem(place) {
                if repeated[place] { gap.append(place) }
                place += 1
            }
            var otherGap: [Int] = []
            while other < second.count, match.otherPartners[other] == none || match.isMoved[other] {
                if otherRepeated[other] { otherGap.append(other) }
                other += 1
            }
            if !gap.isEmpty, !otherGap.isEmpty { match.fill(gap, otherGap, first, second, findsMoves) }
            (place, other) = (place + 1, other + 1)
        }
        return match
    }

    /// Whether an item of the first sequence has its partner at another place.
    func isMovedItem(_ index: Int) -> Bool {
        partners[index] != Self.none && isMoved[Int(partners[index])]
    }

    package enum Item {
        case removed(Int)
        case added(Int)
        case moved(Int, Int)
        /// Partners in order; or, unless keys distinguish them, a removed and an added item at the same place.
        case pair(Int, Int)
    }

    /// Calls `body` with every item once, in order.
    package func walk(_ body: (Item) -> Void) {
        var (place, other) = (0, 0)
        while place < partners.count || other < otherPartners.count {
            countWork(1)
            var removed: [Int] = []
            while place < partners.count, partners[place] == Self.none || isMovedItem(place) {
                if partners[place] == Self.none { removed.append(place) }
                place += 1
            }
            var next = 0
            while other < otherPartners.count, otherPartners[other] == Self.none || isMoved[other] {
                if isMoved[other] {
                    body(.moved(Int(otherPartners[other]), other))
                } else if matching != .key, next < removed.count {
                    body(.pair(removed[next], other))
                    next += 1
                } else {
                    body(.added(other))
                }
                other += 1
            }
            for place in removed[next...] { body(.removed(place)) }
            guard place < partners.count, other < otherPartners.count else { continue }
            body(.pair(place, other))
            (place, other) = (place + 1, other + 1)
        }
    }

    private mutating func fill(
        _ gap: [Int], _ otherGap: [Int], _ first: [UInt64], _ second: [UInt64], _ findsMoves: Bool
    ) {
        let hashes = gap.map { first[$0] }
        let otherHashes = otherGap.map { second[$0] }
        let steps = 1 << 12 + 32 * (hashes.count + otherHashes.count)
        if let pairs = EditScript.pairs(hashes, otherHashes, steps: steps) {
            for pair in pairs { join(gap[pair.first], otherGap[pair.second], isMoved: false) }
            return
        }
        matching = .counts
        countWork(gap.count + otherGap.count)
        var places: [UInt64: (next: Int, places: [Int])] = [:]
        for index in otherGap { places[second[index], default: (0, [])].places.append(index) }
        var pairs: [(first: Int, second: Int)] = []
        for index in gap {
            guard let entry = places.index(forKey: first[index]) else { continue }
            let next = places.values[entry].next
            guard next < places.values[entry].places.count else { continue }
            pairs.append((index, places.values[entry].places[next]))
            places.values[entry].next = next + 1
        }
        add(pairs, findsMoves: findsMoves)
    }

    /// Joins pairs, given in the order of the first sequence. Those outside the longest run that is in order on both sides
    /// have moved.
    private mutating func add(_ pairs: [(first: Int, second: Int)], findsMoves: Bool) {
        let stays = IncreasingRun.longest(pairs.map(\.second))
        for (pair, stays) in zip(pairs, stays) where stays || findsMoves {
            join(pair.first, pair.second, isMoved: !stays)
        }
    }

    private mutating func join(_ first: Int, _ second: Int, isMoved: Bool) {
        partners[first] = Int32(truncatingIfNeeded: second)
        otherPartners[second] = Int32(truncatingIfNeeded: first)
        self.isMoved[second] = isMoved
    }
}

enum IncreasingRun {
    /// For each number whether it is in one longest increasing subsequence. No number occurs twice.
    static func longest(_ numbers: [Int]) -> [Bool] {
        var ends: [Int] = []
        var before = [Int](repeating: -1, count: numbers.count)
        for (index, number) in numbers.enumerated() {
            countWork(1)
            let length = ends.partitioningIndex { numbers[$0] >= number }
            if length > 0 { before[index] = ends[length - 1] }
            if length == ends.count { ends.append(index) } else { ends[length] = index }
        }
        var isIn = [Bool](repeating: false, count: numbers.count)
        var place = ends.last ?? -1
        while place >= 0 {
            isIn[place] = true
            place = before[place]
        }
        return isIn
    }
}
