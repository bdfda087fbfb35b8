import Base
import Bodies
import NetEngine

/// A search in the texts that lines show. All hits are counted, from the screen outward, without a list of them; the next
/// hit in either direction is found at once. A value: it can be continued elsewhere.
package struct BodySearch: Sendable {
    let needle: ByteNeedle
    /// One for each text.
    private(set) var texts: [Bodies.ByteSearch]
    /// The text that is searched first; then those after it, and at last those before it.
    private let first: Int
    /// How many of them were searched.
    private var done = 0

    /// What a text costs beside its bytes.
    private static let textCost = 64

    init(_ needle: ByteNeedle, in source: any LineSource, from origin: TextPlace) {
        self.needle = needle
        texts = (0..<source.textCount).map { index in
            Bodies.ByteSearch(needle, count: source.text(index).count, from: index == origin.text ? origin.offset : 0)
        }
        first = min(origin.text, max(0, texts.count - 1))
    }

    var isComplete: Bool { done >= texts.count }
    /// All hits found so far.
    var total: Int { texts.reduce(0) { $0 + $1.total } }
    /// Whether there may be more hits, in what took too long.
    var isLimited: Bool { texts.contains { $0.isLimited } }
    var byteCount: Int { texts.reduce(0) { $0 + $1.count } }
    var searchedBytes: Int { texts.reduce(0) { $0 + $1.searchedBytes } }

    /// Searches about that many more bytes. The texts must be those that the search began with; there may be more of the last.
    mutating func advance(in source: any LineSource, bytes: Int, with finder: ByteFinder? = nil) {
        let finder = finder ?? needle.finder()
        var left = bytes
        while left > 0, !isComplete {
            let index = (first + done) % texts.count
            guard !texts[index].isComplete else {
                done += 1
                left -= Self.textCost
                continue
            }
            let before = texts[index].searchedBytes
            source.text(index).withBytes {
                texts[index].advance(in: $0, parts: max(1, left / Bodies.ByteSearch.partBytes), with: finder)
            }
            left -= texts[index].searchedBytes - before
        }
    }

    /// Whether there is more of the last text than the search knows.
    func hasGrown(_ source: any LineSource) -> Bool {
        guard let last = texts.last, source.textCount == texts.count else { return false }
        return source.text(texts.count - 1).count > last.count
    }

    mutating func grow(in source: any LineSource) {
        guard let last = texts.indices.last, hasGrown(source) else { return }
        texts[last].grow(to: source.text(last).count)
        if !texts[last].isComplete { done = min(done, (last - first + texts.count) % texts.count) }
    }

    // MARK: Hits

    enum Found: Sendable, Hashable {
        case hit(TextRange)
        /// Nothing up to there; ask again from there.
        case searchOn(from: TextPlace)
        case none
    }

    /// The next hit that begins at a place or after it, or the last one before it.
    /// - Parameter steps: after about that many it gives up. What is known to be without hits costs nothing.
    func next(from place: TextPlace, forward: Bool, in source: any LineSource, steps: Int) -> Found {
        let finder = needle.finder()
        var left = steps
        var index = min(place.text, texts.count - 1)
        while texts.indices.contains(index) {
            let offset = index == place.text ? place.offset : forward ? 0 : texts[index].count
            if !texts[index].isComplete || texts[index].total > 0 {
                guard left > 0 else { return .searchOn(from: TextPlace(text: index, offset: offset)) }
                let found = source.text(index).withBytes { text in
                    forward
                        ? texts[index].next(from: offset, in: text, steps: left, with: finder)
                        : texts[index].previous(before: offset, in: text, steps: left, with: finder)
                }
                switch found {
                case .hit(let range): return .hit(TextRange(text: index, bytes: range))
                case .searchOn(let offset): return .searchOn(from: TextPlace(text: index, offset: offset))
                case .none: left -= min(texts[index].count, Bodies.ByteSearch.partBytes) + Self.textCost
                }
            }
            index += forward ? 1 : -1
        }
        return .none
    }

    /// The number of a hit, counted from 1; nil until all before it was searched.
    func number(of hit: TextRange, in source: any LineSource) -> Int? {
        guard texts.indices.contains(hit.text), texts[..<hit.text].allSatisfy(\.isComplete),
            let number = source.text(hit.text).withBytes({ texts[hit.text].number(of: hit.bytes.lowerBound, in: $0) })
        else { return nil }
        return texts[..<hit.text].reduce(number) { $0 + $1.total }
    }

    // MARK: On the screen

    /// The columns of each row that show hits.
    func marks(in source: any LineSource, rows: [Viewport.Row]) -> [[Range<Int>]] {
        let shown = rows.map { source.bytes(ofLine: $0.line, columns: $0.columns) }
        let hits = Self.joined(shown).flatMap { range -> [TextRange] in
            guard texts.indices.contains(range.text) else { return [] }
            return source.text(range.text).withBytes { texts[range.text].hits(in: range.bytes, of: $0) }
                .map { TextRange(text: range.text, bytes: $0) }
        }
        var next = 0
        return zip(rows, shown).map { row, range in
            guard !range.bytes.isEmpty else { return [] }
            while next < hits.count, hits[next] < range { next += 1 }
            return hits[next...].prefix { !(range < $0) }.flatMap { source.columns(of: $0, inLine: row.line) }
        }
    }

    /// Ranges near each other as one, so that a part that several of them touch is searched once.
    private static func joined(_ ranges: [TextRange]) -> [TextRange] {
        ranges.filter { !$0.bytes.isEmpty }.reduce(into: []) { joined, range in
            guard let last = joined.last, last.text == range.text, range.bytes.lowerBound >= last.bytes.lowerBound,
                range.bytes.lowerBound - last.bytes.upperBound < Bodies.ByteSearch.partBytes
            else { return joined.append(range) }
            let end = max(last.bytes.upperBound, range.bytes.upperBound)
            joined[joined.count - 1].bytes = last.bytes.lowerBound..<end
        }
    }
}

extension TextRange {
    /// Whether one ends before the other begins.
    fileprivate static func < (a: TextRange, b: TextRange) -> Bool {
        a.text != b.text ? a.text < b.text : a.bytes.upperBound <= b.bytes.lowerBound
    }
}

/// A search that goes on in the background.
package struct SearchJob: Sendable {
    package typealias ID = Int

    let id: ID
    let run: BodySearch
    let source: any LineSource

    /// Searches to the end; blocks until then, or until it is stopped.
    /// - Parameter report: called soon, now and then, and at the end.
    func work(isStopped: () -> Bool, report: (BodySearch) -> Void) {
        var run = run
        var reported = ContinuousClock.now
        var released = 0
        let step = run.needle.isPattern ? 1 << 20 : 4 << 20
        let finder = run.needle.finder()
        while !run.isComplete, !isStopped() {
            run.advance(in: source, bytes: step, with: finder)
            released += step
            if released >= Self.releaseStep {
                for index in 0..<source.textCount { source.text(index).releasePages() }
                released = 0
            }
            guard ContinuousClock.now - reported > .milliseconds(60), !run.isComplete else { continue }
            report(run)
            reported = .now
        }
        for index in 0..<source.textCount { source.text(index).releasePages() }
        if run.isComplete { report(run) }
    }

    private static let releaseStep = 8 << 20
}
