import Base
import CBodyScan
import NetEngine

/// The structure of a JSON text in blocks of 8 KiB: how many rows of the readable layout begin before each, how deep it begins,
/// how shallow it gets. What is inside a block is found again by reading the block.
///
/// Made from the text as it comes, in pieces of any size; nothing is read twice, and no piece of the text costs more than
/// another. 32 bytes for a block, 16 for a token of more than 4 KiB, a bit for a level, which repetition makes cheaper.
/// A value: a copy is what was there at a moment.
package struct JSONIndex: Sendable {
    struct Block: Sendable {
        /// Rows that begin before it.
        var rows: Int
        /// Values in no other that end before it.
        var roots: Int
        /// At its beginning.
        var depth: UInt32
        /// In it, its beginning included.
        var least: UInt32
        /// Commas in it at that depth.
        var commas: UInt16
        /// As in `cbs_rows`.
        var inside: UInt8
        var before: UInt8
    }

    /// Bytes of a block, as a shift.
    static let blockShift = 13

    private(set) var blocks = ChunkedList<Block>()
    /// From the beginning of a long token or gap to its end. In order.
    private(set) var longs = ChunkedList<Range<Int>>()
    /// Columns in the long tokens.
    package private(set) var columns = ColumnIndex()
    /// Why the text is not JSON, once that is known. A text that ends early is an error from `finish` on.
    package private(set) var error: JSONSyntaxError?
    /// Where the text begins, after a byte order mark.
    package let start: Int
    private var scan = cbs_json()
    private var outerLevels = LevelStore()
    private var isFinished = false

    /// - Parameters:
    ///   - start: where the text begins.
    ///   - isSequence: whether 0x1E may be before each value (RFC 7464).
    package init(from start: Int = 0, isSequence: Bool = false) {
        self.start = start
        scan.place = UInt64(start)
        scan.token = scan.place
        scan.gap = scan.place
        scan.is_sequence = isSequence
        addBlock()
    }

    /// Bytes read so far, from the beginning of the memory on.
    package var end: Int { Int(scan.place) }
    /// Rows that have begun.
    package var rowCount: Int { Int(scan.rows) }
    /// Values that are in no other, and have ended.
    package var rootCount: Int { Int(scan.roots) }
    /// Where a second one begins, and the rows before it.
    package var secondRoot: (offset: Int, rows: Int)? {
        scan.second_root == 0 ? nil : (Int(scan.second_root), Int(scan.second_rows))
    }
    /// What is laid out ends here: at the token that is wrong, or where the text ends.
    package var layoutEnd: Int {
        guard let error else { return end }
        return error.cause == .endsEarly ? end : error.tokenStart
    }
    var isSequence: Bool { scan.is_sequence }

    // MARK: Reading

    /// Reads on, up to an offset. The text is the same memory as before, perhaps at another address.
    package mutating func read(_ text: UnsafeBufferPointer<UInt8>, to limit: Int) {
        guard let base = text.baseAddress, scan.error == 0, limit > end else { return }
        countWork(limit - end)
        while end < limit {
            let blockEnd = (end >> Self.blockShift + 1) << Self.blockShift
            let reason = cbs_json_feed(&scan, base, UInt64(min(limit, blockEnd)))
            switch reason {
            case cbs_long_token:
                let range = Int(scan.long_start)..<Int(scan.long_end)
                longs.append(range)
                columns.measure(range, to: range.upperBound, of: text)
            case cbs_long_gap: longs.append(Int(scan.long_start)..<Int(scan.long_end))
            case cbs_spill:
                outerLevels.push(scan.older)
                scan.older = 0
                scan.held = 64
            case cbs_fill:
                scan.newer = outerLevels.pop()
                scan.held = 64
            case cbs_stopped:
                stop(in: text)
                return
            default: break
            }
            if end == blockEnd { addBlock() }
        }
        if isInToken, end - Int(scan.token) >= Int(cbs_long) {
            columns.measure(Int(scan.token)..<Int.max, to: end, of: text)
        }
    }

    /// Says that the text ends here.
    package mutating func finish(_ text: UnsafeBufferPointer<UInt8>) {
        guard !isFinished else { return }
        isFinished = true
        // What has no end, ends here.
        if let open = openLong { longs.append(open) }
        if isInToken, end - Int(scan.token) >= Int(cbs_long) {
            columns.measure(Int(scan.token)..<end, to: end, of: text)
        }
        guard error == nil else { return }
        guard let cut = JSONFlaw.cut(scan) else {
            // Only now it is known that a number or word ends.
            if isInToken { scan.roots += 1 }
            return
        }
        error =
            cut.place.map {
                JSONSyntaxError(
                    offset: end, reason: "the text ends \($0)", cause: .endsEarly,
                    tokenStart: cut.isInToken ? Int(scan.token) : end)
            } ?? JSONSyntaxError(offset: end, reason: "there is no value")
    }

    private mutating func stop(in text: UnsafeBufferPointer<UInt8>) {
        let error = JSONSyntaxError(
            offset: Int(scan.place), reason: JSONFlaw.reason(cbs_error(UInt32(scan.error))),
            tokenStart: Int(scan.token))
        self.error = error
        // The wrong token is not laid out.
        closeBlock()
        let count = (error.tokenStart >> Self.blockShift) - (start >> Self.blockShift) + 1
        if blocks.count > count { blocks.removeLast(blocks.count - count) }
    }

    private var isInToken: Bool { Int(scan.state) >= Int(cbs_string.rawValue) }

    /// A long token or gap that goes on.
    private var openLong: Range<Int>? {
        let begin = Int(isInToken ? scan.token : scan.gap)
        return end - begin >= Int(cbs_long) ? begin..<end : nil
    }

    private mutating func addBlock() {
        closeBlock()
        let inside: UInt8 =
            switch cbs_state(UInt32(scan.state)) {
            case cbs_string, cbs_hexadecimal: 1
            case cbs_escape: 2
            default: isInToken ? 3 : 0
            }
        let before: UInt8 =
            switch cbs_state(UInt32(scan.state)) {
            case cbs_member: 1
            case cbs_value_or_close, cbs_name_or_close: 2
            default: 0
            }
        let depth = UInt32(truncatingIfNeeded: scan.depth)
        blocks.append(
            Block(
                rows: rowCount, roots: rootCount, depth: depth, least: depth, commas: 0, inside: inside, before: before)
        )
        scan.least = scan.depth
        scan.commas = 0
    }

    private mutating func closeBlock() {
        guard !blocks.isEmpty else { return }
        blocks[blocks.count - 1].least = UInt32(truncatingIfNeeded: scan.least)
        blocks[blocks.count - 1].commas = UInt16(truncatingIfNeeded: scan.commas)
    }

    // MARK: Finding

    /// A row of the readable layout: where it begins, and how deep.
    package struct Row: Sendable, Hashable {
        package var number: Int
        package var offset: Int
        package var depth: Int
    }

    /// The row with a number.
    package func row(_ number: Int, in text: UnsafeBufferPointer<UInt8>) -> Row? {
        guard number >= 0, number < rowCount else { return nil }
        let block = blocks.partitioningIndex { $0.rows > number } - 1
        guard block >= 0 else { return nil }
        var rows = rows(at: block)
        let wanted = number - blocks[block].rows + 1
        guard find(&rows, wanted, before: end(of: block), in: text) == wanted else { return nil }
        return Row(number: number, offset: Int(rows.place), depth: rows.rowDepth(in: text))
    }

    /// The last row that begins at or before an offset; the first one if there is none.
    package func row(atOffset offset: Int, in text: UnsafeBufferPointer<UInt8>) -> Row? {
        var block = max(0, min(offset >> Self.blockShift - start >> Self.blockShift, blocks.count - 1))
        var rows = rows(at: block)
        var number = blocks[block].rows + find(&rows, .max, before: min(offset + 1, end(of: block)), in: text) - 1
        number = max(0, min(number, rowCount - 1))
        while block > 0, blocks[block].rows > number { block -= 1 }
        return row(number, in: text)
    }

    /// The end of a token or gap that begins there and is long; nil if it is not.
    package func longEnd(from offset: Int) -> Int? {
        let place = longs.partitioningIndex { $0.lowerBound >= offset }
        if place < longs.count, longs[place].lowerBound == offset { return longs[place].upperBound }
        return openLong.flatMap { $0.lowerBound == offset ? $0.upperBound : nil }
    }

    func begin(of block: Int) -> Int { max(start, (block + start >> Self.blockShift) << Self.blockShift) }
    func end(of block: Int) -> Int {
        min(layoutEnd, (block + start >> Self.blockShift + 1) << Self.blockShift)
    }
    func block(at offset: Int) -> Int {
        max(0, min(offset >> Self.blockShift - start >> Self.blockShift, blocks.count - 1))
    }

    func rows(at block: Int) -> cbs_rows {
        let state = blocks[block]
        var rows = cbs_rows()
        rows.place = UInt64(begin(of: block))
        rows.depth = UInt64(state.depth)
        rows.inside = state.inside
        rows.before = state.before
        return rows
    }

    @discardableResult
    func find(
        _ rows: inout cbs_rows, _ count: Int, before end: Int, in text: UnsafeBufferPointer<UInt8>
    ) -> Int {
        guard let base = text.baseAddress, end > Int(rows.place) else { return 0 }
        countWork(end - Int(rows.place))
        return Int(cbs_rows_find(&rows, base, UInt64(end), UInt64(count)))
    }
}

extension cbs_rows {
    /// The depth of the row that begins here: of a closing bracket that of its opening one.
    func rowDepth(in text: UnsafeBufferPointer<UInt8>) -> Int {
        let byte = text[Int(place)]
        return Int(depth) - (byte == UInt8(ascii: "}") || byte == UInt8(ascii: "]") ? 1 : 0)
    }
}
