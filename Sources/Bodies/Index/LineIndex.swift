import Base
import CBodyScan

/// Where the lines of a text begin: the line feeds before each block of 8 KiB; what is inside a block is counted again.
///
/// Made from the text as it comes, in pieces of any size. 8 bytes for a block, 16 for a line of more than 4 KiB. A value.
package struct LineIndex: Sendable {
    private static let blockShift = 13

    /// Line feeds before each block.
    private var feeds = ChunkedList<Int>()
    /// Long lines without their line ends, in order.
    private var longs = ChunkedList<Range<Int>>()
    /// Columns in the long lines.
    package private(set) var columns = ColumnIndex()
    /// Where the text begins, after a byte order mark.
    package let start: Int
    /// Bytes read so far, from the beginning of the memory on.
    package private(set) var end: Int
    /// Whether all that was read is ASCII.
    package private(set) var isASCII = true
    private var feedCount = 0
    /// Where the line begins that is being read.
    private var lineStart: Int

    package init(from start: Int = 0) {
        self.start = start
        end = start
        lineStart = start
        feeds.append(0)
    }

    /// A text that ends in a line feed has no empty line after it.
    package var lineCount: Int { feedCount + (lineStart < end ? 1 : 0) }

    // MARK: Reading

    /// What was read.
    package struct Facts {
        /// All is printable ASCII, tabs and line feeds.
        package var isPlain = true
        package var isASCII = true
    }

    /// Reads on, up to an offset.
    @discardableResult
    package mutating func read(_ text: UnsafeBufferPointer<UInt8>, to limit: Int) -> Facts {
        var all = Facts()
        guard let base = text.baseAddress else { return all }
        countWork(max(0, limit - end))
        while end < limit {
            // So short that no long line is inside one.
            let next = min(limit, (end / Int(cbs_long) + 1) * Int(cbs_long))
            let facts = cbs_look(base + end, UInt64(next - end))
            all.isPlain = all.isPlain && facts.is_plain
            all.isASCII = all.isASCII && facts.is_ascii
            if facts.line_feeds > 0 {
                let lineEnd = end + Int(facts.first_line_feed)
                if lineEnd - lineStart >= Int(cbs_long) {
                    longs.append(lineStart..<lineEnd)
                    columns.measure(lineStart..<lineEnd, to: lineEnd, of: text)
                }
                lineStart = end + Int(facts.last_line_feed) + 1
                feedCount += Int(facts.line_feeds)
            }
            end = next
            if end & (1 << Self.blockShift - 1) == 0 { feeds.append(feedCount) }
        }
        if let openLong { columns.measure(openLong.lowerBound..<Int.max, to: end, of: text) }
        isASCII = isASCII && all.isASCII
        return all
    }

    /// Says that the text ends here.
    package mutating func finish(_ text: UnsafeBufferPointer<UInt8>) {
        guard let openLong else { return }
        columns.measure(openLong, to: end, of: text)
    }

    private var openLong: Range<Int>? { end - lineStart >= Int(cbs_long) ? lineStart..<end : nil }

    // MARK: Finding

    /// The offset at which a line begins.
    package func lineStart(_ line: Int, in text: UnsafeBufferPointer<UInt8>) -> Int? {
        guard line >= 0, line < lineCount, let base = text.baseAddress else { return nil }
        guard line > 0 else { return start }
        let block = feeds.partitioningIndex { $0 >= line } - 1
        let begin = self.begin(of: block)
        let count = min(end, (block + start >> Self.blockShift + 1) << Self.blockShift) - begin
        countWork(count)
        return begin + Int(cbs_line_feed(base + begin, UInt64(count), UInt64(line - feeds[block]))) + 1
    }

    /// The line feed that ends a line, or the end of the text.
    package func lineEnd(from start: Int, in text: UnsafeBufferPointer<UInt8>) -> Int {
        let near = min(end, start + Int(cbs_long))
        let found = ByteScan.lineEnd(in: text, from: start, limit: near)
        guard found == near, near < end else { return found }
        let place = longs.partitioningIndex { $0.lowerBound >= start }
        if place < longs.count, longs[place].lowerBound == start { return longs[place].upperBound }
        if start == lineStart { return end }
        // From the middle of a line.
        return ByteScan.lineEnd(in: text, from: start, limit: end)
    }

    /// The line that contains an offset.
    package func line(atOffset offset: Int, in text: UnsafeBufferPointer<UInt8>) -> Int {
        guard let base = text.baseAddress, offset > start else { return 0 }
        let offset = min(offset, end)
        let block = min(offset >> Self.blockShift - start >> Self.blockShift, feeds.count - 1)
        let begin = self.begin(of: block)
        countWork(offset - begin)
        let line = feeds[block] + Int(cbs_look(base + begin, UInt64(offset - begin)).line_feeds)
        return max(0, min(line, lineCount - 1))
    }

    private func begin(of block: Int) -> Int { max(start, (block + start >> Self.blockShift) << Self.blockShift) }
}
