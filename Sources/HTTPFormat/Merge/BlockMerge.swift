import Base

/// Merges two versions of one file: the user's unsaved edits, and what is on disk now. Pure.
///
/// A file is a list of blocks (a request with all that belongs to it, or the lines above the first one). Each block of
/// the base is matched on both sides. A change on one side wins, and new blocks of both sides are kept. Only where both
/// sides changed the same block differently must the user decide.
package struct BlockMerge {
    /// Both sides changed the same blocks, or one removed what the other changed.
    package struct Conflict: Sendable, Hashable {
        /// What the user calls those blocks.
        package var blocks: [String]
        /// The whole file, with the user's version of those blocks and all other changes of both sides.
        package var withMine: [UInt8]
        /// The same with the disk's version of those blocks.
        package var withTheirs: [UInt8]
    }

    package enum Outcome: Sendable, Hashable {
        case merged([UInt8])
        case conflict(Conflict)
    }

    /// - Parameters:
    ///   - base: the version that both sides started from.
    ///   - mine: with the user's edits.
    ///   - theirs: the bytes on disk.
    package static func merge(base: HTTPDocument, mine: HTTPDocument, theirs: HTTPDocument) -> Outcome {
        if mine.bytes == base.bytes || mine.bytes == theirs.bytes { return .merged(theirs.bytes) }
        if theirs.bytes == base.bytes { return .merged(mine.bytes) }
        let whole = Outcome.conflict(
            Conflict(blocks: ["the whole file"], withMine: mine.bytes, withTheirs: theirs.bytes))
        // Without a base, or without UTF-8, no blocks can be matched.
        guard !base.bytes.isEmpty, !mine.isReadOnly, !theirs.isReadOnly else { return whole }
        var merge = BlockMerge(base: base, mine: mine, theirs: theirs)
        merge.run()
        let merged = [merge.withMine, merge.withTheirs].map { $0.bytes(lineEnd: merge.lineEnd) }
        // If merged blocks ran into each other, the file would have other blocks than those that were compared.
        let areSound = zip(merged, [merge.withMine, merge.withTheirs]).allSatisfy { bytes, row in
            HTTPDocument(bytes: bytes).blocks.count == row.pieces.count
        }
        guard areSound else { return whole }
        return merge.conflicts.isEmpty
            ? .merged(merged[0])
            : .conflict(Conflict(blocks: merge.conflicts, withMine: merged[0], withTheirs: merged[1]))
    }

    private let base: [BlockPiece]
    private let mine: BlockAlignment
    private let theirs: BlockAlignment
    private let lineEnd: [UInt8]
    private var withMine = BlockRow()
    private var withTheirs = BlockRow()
    private var conflicts: [String] = []

    private init(base: HTTPDocument, mine: HTTPDocument, theirs: HTTPDocument) {
        var texts = TextNumbers()
        self.base = BlockPiece.all(of: base, &texts)
        self.mine = BlockAlignment(base: self.base, side: BlockPiece.all(of: mine, &texts))
        self.theirs = BlockAlignment(base: self.base, side: BlockPiece.all(of: theirs, &texts))
        lineEnd = LineEdits(base).lineEnd(after: 0)
    }

    private mutating func run() {
        for slot in 0...base.count {
            let added = theirs.added[slot, default: []]
            countWork(added.count)
            let known = Set(added.map(\.identity))
            add(added + mine.added[slot, default: []].filter { !known.contains($0.identity) })
            if slot < base.count { join(base[slot], mine.found[slot], theirs.found[slot]) }
        }
    }

    private mutating func add(_ pieces: [BlockPiece]) {
        withMine.pieces += pieces
        withTheirs.pieces += pieces
    }

    private mutating func join(_ base: BlockPiece, _ mine: BlockPiece?, _ theirs: BlockPiece?) {
        switch (mine, theirs) {
        case (nil, nil): return
        case (nil, let theirs?):
            if theirs.identity == base.identity { return }
            withTheirs.pieces.append(theirs)
            conflicts.append(base.name)
        case (let mine?, nil):
            if mine.identity == base.identity { return }
            withMine.pieces.append(mine)
            conflicts.append(base.name)
        case (let mine?, let theirs?):
            // Empty lines below a block are not a change of the block; if both sides differ, mine are used.
            let trail = mine.trail == base.trail ? theirs.trail : mine.trail
            let isMine = theirs.identity == base.identity || theirs.identity == mine.identity
            let isTheirs = mine.identity == base.identity
            withMine.pieces.append(BlockPiece(isTheirs ? theirs : mine, trail: trail))
            withTheirs.pieces.append(BlockPiece(isMine ? mine : theirs, trail: trail))
            if !isMine, !isTheirs { conflicts.append(base.name) }
        }
    }
}

/// Numbers texts, equal ones alike: blocks are compared with each other many times, and their texts may be long.
private struct TextNumbers {
    private var numbers: [[UInt8]: Int] = [:]

    mutating func number(_ text: [UInt8]) -> Int {
        countWork(text.count)
        if let known = numbers[text] { return known }
        numbers[text] = numbers.count
        return numbers.count - 1
    }

    mutating func number(_ text: String?) -> Int? { text.map { number(Array($0.utf8)) } }
}

/// A block as bytes.
private struct BlockPiece {
    /// From its first line to the last that is not empty, without the end of that line.
    var content: [UInt8]
    /// The end of the last line, and the empty lines after it.
    var trail: [UInt8]
    var name: String
    /// The number of the content in `TextNumbers`, as for the other texts below.
    let identity: Int
    private var title: Int?
    private var requestName: Int?
    /// Method and target.
    private var request: Int?
    private var target: Int?

    init(_ other: BlockPiece, trail: [UInt8]) {
        self = other
        self.trail = trail
    }

    private init(_ block: DocumentBlock, _ document: HTTPDocument, _ texts: inout TextNumbers) {
        let lines = document.lines
        let (first, end) = (block.lines.lowerBound - 1, block.lines.upperBound - 1)
        // The byte order mark belongs to the first line.
        let start = first == 0 ? 0 : lines.whole(first).lowerBound
        var last = end - 1
        while last >= first, document.bytes[lines.content(last)].allSatisfy(LineText.isSpace) { last -= 1 }
        let contentEnd = last < first ? start : lines.content(last).upperBound
        content = Array(document.bytes[start..<contentEnd])
        trail = Array(document.bytes[contentEnd..<max(contentEnd, lines.end(end - 1))])
        identity = texts.number(content)
        title = texts.number(block.title)
        if let index = block.requestIndex, document.requests.indices.contains(index) {
            let request = document.requests[index]
            name = request.label
            requestName = texts.number(request.name)
            self.request = texts.number("\(request.method) \(request.target)")
            target = texts.number(request.target)
        } else {
            name = block.title ?? (first == 0 ? "the lines above the first request" : "the lines at \(first + 1)")
        }
    }

    static func all(of document: HTTPDocument, _ texts: inout TextNumbers) -> [BlockPiece] {
        var pieces: [BlockPiece] = []
        for block in document.blocks where !block.lines.isEmpty { pieces.append(BlockPiece(block, document, &texts)) }
        return pieces
    }

    /// True if it has no title and no name.
    var isNameless: Bool { title == nil && requestName == nil }

    /// How likely one block is the other after an edit; 0 for no relation.
    func likeness(_ other: BlockPiece) -> Int {
        countWork(1)
        if identity == other.identity { return 8 }
        if let requestName, requestName == other.requestName { return 6 }
        let isSameRequest = request != nil && request == other.request
        if let title, title == other.title { return isSameRequest ? 5 : 4 }
        if isSameRequest { return 3 }
        guard isNameless, other.isNameless else { return 0 }
        // The lines above the first request have no target either.
        return target == other.target ? target == nil ? 1 : 2 : 0
    }
}

/// Blocks in order.
private struct BlockRow {
    var pieces: [BlockPiece] = []

    func bytes(lineEnd: [UInt8]) -> [UInt8] {
        var bytes: [UInt8] = []
        for (index, piece) in pieces.enumerated() {
            bytes += piece.content
            bytes += piece.trail
            // The last block of a file without a final line end may now be followed by another.
            let isLast = index == pieces.count - 1
            if !isLast, let last = bytes.last, last != Byte.lineFeed, last != Byte.carriageReturn { bytes += lineEnd }
        }
        return bytes
    }
}

/// Which block of one side corresponds to which of the base, in the same order on both.
private struct BlockAlignment {
    /// For each block of the base its version on this side; nil if it was removed.
    private(set) var found: [BlockPiece?]
    /// Blocks that the base does not have, by the number of base blocks before them.
    private(set) var added: [Int: [BlockPiece]] = [:]

    /// Ranges with more pairs than this are rewritten instead of compared.
    private static let maxPairs = 4_000_000

    init(base: [BlockPiece], side: [BlockPiece]) {
        found = [BlockPiece?](repeating: nil, count: base.count)
        var start = 0
        while start < min(base.count, side.count), base[start].identity == side[start].identity { start += 1 }
        var (baseEnd, sideEnd) = (base.count, side.count)
        while baseEnd > start, sideEnd > start, base[baseEnd - 1].identity == side[sideEnd - 1].identity {
            baseEnd -= 1
            sideEnd -= 1
        }
        var pairs = (0..<start).map { ($0, $0) }
        pairs += Self.pairs(base, start..<baseEnd, side, start..<sideEnd)
        pairs += zip(baseEnd..<base.count, sideEnd..<side.count)
        var next = 0
        var nextBase = 0
        for (basePlace, sidePlace) in pairs + [(base.count, side.count)] {
            let between = Array(side[next..<sidePlace])
            let gone = base[nextBase..<basePlace]
            if gone.count == between.count, zip(gone, between).allSatisfy({ $0.isNameless && $1.isNameless }) {
                // As many as before, and no names to match by: treat them as changed in place. A block with another
                // name is a new block, and the one it replaced was removed.
                for (offset, piece) in between.enumerated() { found[nextBase + offset] = piece }
            } else if !between.isEmpty {
                added[nextBase] = between
            }
            if basePlace < base.count { found[basePlace] = side[sidePlace] }
            (nextBase, next) = (basePlace + 1, sidePlace + 1)
        }
    }

    /// The order-preserving pairing with the highest total likeness.
    private static func pairs(
        _ base: [BlockPiece], _ baseRange: Range<Int>, _ side: [BlockPiece], _ sideRange: Range<Int>
    ) -> [(Int, Int)] {
        let width = sideRange.count + 1
        guard !baseRange.isEmpty, !sideRange.isEmpty, baseRange.count <= maxPairs / width else { return [] }
        // best[i * width + j]: the best total for the blocks from i and j on.
        var best = [Int32](repeating: 0, count: (baseRange.count + 1) * width)
        var likeness = [Int32](repeating: 0, count: best.count)
        for i in baseRange.indices.reversed() {
            for j in sideRange.indices.reversed() {
                let at = (i - baseRange.lowerBound) * width + j - sideRange.lowerBound
                let like = Int32(base[i].likeness(side[j]))
                likeness[at] = like
                let paired = like > 0 ? best[at + width + 1] + like : 0
                best[at] = max(paired, best[at + width], best[at + 1])
            }
        }
        var pairs: [(Int, Int)] = []
        var (i, j) = (0, 0)
        while i < baseRange.count, j < sideRange.count {
            let at = i * width + j
            if likeness[at] > 0, best[at] == best[at + width + 1] + likeness[at] {
                pairs.append((baseRange.lowerBound + i, sideRange.lowerBound + j))
                i += 1
                j += 1
            } else if best[at] == best[at + width] {
                i += 1
            } else {
                j += 1
            }
        }
        return pairs
    }
}
