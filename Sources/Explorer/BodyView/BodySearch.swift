import Base

/// A search through the lines of a body, done in steps of bounded cost: `advance` until `isComplete`.
///
/// Hits do not overlap and do not cross lines. A value: it can be kept, copied and continued later.
package struct BodySearch: Sendable {
    /// Where an occurrence begins: a line, and a byte of what that line shows without its indentation.
    package struct Hit: Sendable, Hashable, Comparable {
        var line: Int
        var byte: Int

        package static func < (a: Hit, b: Hit) -> Bool { (a.line, a.byte) < (b.line, b.byte) }
    }

    /// Hits beyond this many are neither kept nor counted; `isLimited` says so.
    static let hitLimit = 100_000

    let needle: SearchNeedle
    private(set) var hits: [Hit] = []
    private(set) var isComplete = false
    private(set) var isLimited = false
    /// Bytes searched so far.
    private(set) var searchedBytes = 0
    /// Where the search continues.
    private var next = Hit(line: 0, byte: 0)

    init(_ needle: SearchNeedle) { self.needle = needle }

    /// Searches about `budget` more bytes. The source must be the one that the search began with.
    mutating func advance(in source: any LineSource, budget: Int) {
        guard !isComplete else { return }
        // A separate copy, so that the closure below may change it; the hits are moved, not copied.
        var search = self
        hits = []
        let length = needle.bytes.count
        var left = max(1, budget)
        var isFinished = true
        source.forEachPiece(from: next, window: left + length) { piece in
            var place = 0
            while true {
                let end = min(piece.bytes.count, place + max(left, 1) + length - 1)
                let window = UnsafeBufferPointer(rebasing: piece.bytes[0..<end])
                let hit = search.needle.first(in: window, from: place)
                let seen = hit.map { $0 + length } ?? max(place, end - length + 1)
                search.searchedBytes += seen - place
                left -= seen - place
                place = seen
                if let hit {
                    guard search.hits.count < Self.hitLimit else {
                        search.isLimited = true
                        return false
                    }
                    search.hits.append(Hit(line: piece.line, byte: piece.firstByte + hit))
                }
                if hit == nil, end == piece.bytes.count { break }
                guard left > 0 else { break }
            }
            let isDone = piece.endsLine && piece.bytes.count - place < length
            // An empty line costs something too.
            left -= 8
            search.next =
                isDone ? Hit(line: piece.line + 1, byte: 0) : Hit(line: piece.line, byte: piece.firstByte + place)
            if !isDone || left <= 0 { isFinished = false }
            return isDone && left > 0
        }
        search.isComplete = isFinished
        self = search
    }

    /// The first hit at or after a place, among the hits found so far.
    func index(atOrAfter hit: Hit) -> Int? {
        let place = hits.partitioningIndex { $0 >= hit }
        return place < hits.count ? place : nil
    }
}
