import Pattern

/// A search in a body: how many hits each part of it has, found part by part from the screen outward, and the next hit in
/// either direction at once. It keeps a number for each part, never a list of hits, so its memory does not depend on them.
///
/// A hit belongs to the part in which it begins. Hits of one part do not overlap. A value: it can be kept and continued.
package struct ByteSearch: Sendable {
    /// Of a part. Small enough that searching one never holds up a key press.
    package static let partBytes = 1 << 16
    /// Steps of a regular expression in one part; a part that takes more is counted as far as that.
    package static let partSteps = 4_000_000
    /// What a part costs beside the steps of a regular expression.
    private static let partCost = 4096

    package let needle: ByteNeedle
    /// For each part its hits; `unknown` until it was searched.
    private var counts: [UInt32]
    private static let unknown = UInt32.max
    private var byteCount: Int
    /// The next parts to be searched on either side of the origin.
    private var following: Int
    private var preceding: Int
    private var wasForward = false
    /// All hits found so far.
    package private(set) var total = 0
    /// Whether a part was left early, so that there may be more hits.
    package private(set) var isLimited = false

    /// - Parameters:
    ///   - count: the length of the text.
    ///   - origin: the offset of what is on the screen.
    package init(_ needle: ByteNeedle, count: Int, from origin: Int = 0) {
        self.needle = needle
        byteCount = count
        counts = [UInt32](repeating: Self.unknown, count: (count + Self.partBytes - 1) / Self.partBytes)
        following = min(max(0, origin) / Self.partBytes, counts.count)
        preceding = following - 1
    }

    package var isComplete: Bool { following >= counts.count && preceding < 0 }
    /// Parts searched and all parts.
    package var progress: (searched: Int, all: Int) {
        (max(0, counts.count - (max(0, counts.count - following) + preceding + 1)), counts.count)
    }
    /// Bytes of the text.
    package var count: Int { byteCount }
    /// Bytes searched, about.
    package var searchedBytes: Int { min(byteCount, progress.searched * Self.partBytes) }

    /// The text has grown at its end.
    package mutating func grow(to count: Int) {
        guard count > byteCount else { return }
        // The last part had less text, and the needle can reach into it from the part before.
        let first = max(0, byteCount - PatternFinder.maxLength) / Self.partBytes
        for part in first..<counts.count where counts[part] != Self.unknown {
            total -= Int(counts[part])
            counts[part] = Self.unknown
        }
        byteCount = count
        let parts = (count + Self.partBytes - 1) / Self.partBytes
        counts += [UInt32](repeating: Self.unknown, count: parts - counts.count)
        // What was searched already is passed over.
        following = min(following, first)
    }

    /// Searches up to that many parts. The text must be the one that the search began with.
    package mutating func advance(in text: UnsafeBufferPointer<UInt8>, parts: Int, with finder: ByteFinder? = nil) {
        let finder = finder ?? needle.finder()
        for _ in 0..<parts {
            guard !isComplete else { return }
            let isForward = following < counts.count && (preceding < 0 || !wasForward)
            let part = isForward ? following : preceding
            if isForward { following += 1 } else { preceding -= 1 }
            wasForward = isForward
            if counts[part] == Self.unknown { count(part, in: text, finder) }
        }
    }

    private mutating func count(_ part: Int, in text: UnsafeBufferPointer<UInt8>, _ finder: ByteFinder) {
        var hits = 0
        var steps = Self.partSteps
        forEachHit(of: part, in: text, finder, steps: &steps) { _ in
            hits += 1
            return true
        }
        counts[part] = UInt32(hits)
        total += hits
        if steps <= 0 { isLimited = true }
    }

    /// Calls `body` with the hits of a part in order, until it returns false.
    private func forEachHit(
        of part: Int, in text: UnsafeBufferPointer<UInt8>, _ finder: ByteFinder, steps: inout Int,
        _ body: (Range<Int>) -> Bool
    ) {
        let end = min(text.count, (part + 1) * Self.partBytes)
        var place = part * Self.partBytes
        while place < end, let hit = finder.first(in: text, startingIn: place..<end, steps: &steps) {
            guard body(hit) else { return }
            place = max(hit.upperBound, hit.lowerBound + 1)
        }
    }

    // MARK: Going from hit to hit

    package enum Found: Sendable, Hashable {
        case hit(Range<Int>)
        /// Nothing up to there; ask again from there.
        case searchOn(from: Int)
        case none
    }

    /// The next hit that begins at an offset or after it.
    /// - Parameter steps: after about that many it gives up; the standard is a few milliseconds' work. Parts known to be
    ///   without hits cost nothing.
    package func next(
        from offset: Int, in text: UnsafeBufferPointer<UInt8>, steps: Int = ByteSearch.partSteps,
        with finder: ByteFinder? = nil
    ) -> Found {
        let finder = finder ?? needle.finder()
        var part = max(0, offset) / Self.partBytes
        var left = steps
        while part < counts.count {
            if counts[part] != 0 {
                guard left > 0 else { return .searchOn(from: max(offset, part * Self.partBytes)) }
                var found: Range<Int>?
                var steps = Self.partSteps
                forEachHit(of: part, in: text, finder, steps: &steps) { hit in
                    if hit.lowerBound >= offset { found = hit }
                    return found == nil
                }
                if let found { return .hit(found) }
                left -= Self.partCost + Self.partSteps - steps
            }
            part += 1
        }
        return .none
    }

    /// The last hit that begins before an offset.
    package func previous(
        before offset: Int, in text: UnsafeBufferPointer<UInt8>, steps: Int = ByteSearch.partSteps,
        with finder: ByteFinder? = nil
    ) -> Found {
        let finder = finder ?? needle.finder()
        var part = min(counts.count - 1, (offset - 1) / Self.partBytes)
        var left = steps
        while part >= 0, offset > 0 {
            if counts[part] != 0 {
                guard left > 0 else { return .searchOn(from: min(offset, (part + 1) * Self.partBytes)) }
                var found: Range<Int>?
                var steps = Self.partSteps
                forEachHit(of: part, in: text, finder, steps: &steps) { hit in
                    guard hit.lowerBound < offset else { return false }
                    found = hit
                    return true
                }
                if let found { return .hit(found) }
                left -= Self.partCost + Self.partSteps - steps
            }
            part -= 1
        }
        return .none
    }

    /// The number of the hit that begins at an offset, counted from 1; nil until all parts before it were searched.
    package func number(of offset: Int, in text: UnsafeBufferPointer<UInt8>) -> Int? {
        let part = offset / Self.partBytes
        guard part < counts.count, !counts[..<part].contains(Self.unknown) else { return nil }
        var number = counts[..<part].reduce(0) { $0 + Int($1) }
        var steps = Self.partSteps
        forEachHit(of: part, in: text, needle.finder(), steps: &steps) { hit in
            guard hit.lowerBound <= offset else { return false }
            number += 1
            return true
        }
        return number
    }

    /// The hits in a range, such as that of the screen.
    package func hits(in range: Range<Int>, of text: UnsafeBufferPointer<UInt8>, limit: Int = 10_000) -> [Range<Int>] {
        let finder = needle.finder()
        var hits: [Range<Int>] = []
        let last = min(counts.count, (range.upperBound + Self.partBytes - 1) / Self.partBytes)
        for part in range.lowerBound / Self.partBytes..<max(range.lowerBound / Self.partBytes, last)
        where counts[part] != 0 {
            var steps = Self.partSteps
            forEachHit(of: part, in: text, finder, steps: &steps) { hit in
                guard hit.lowerBound < range.upperBound, hits.count < limit else { return false }
                if hit.upperBound > range.lowerBound { hits.append(hit) }
                return true
            }
        }
        return hits
    }
}
