import Base

/// Marks in very long stretches of text with the number of columns before them, so that column 40,000,000 of a line is
/// drawn as fast as column 40. Short stretches need no marks.
struct ColumnIndex: Sendable {
    /// An offset into the text, and the columns from the beginning of its stretch to it.
    struct Mark: Sendable, Hashable {
        var offset: Int
        var column: Int
    }

    /// Bytes between marks; a stretch that is not longer than this has none.
    static let bytesPerMark = 2048

    private(set) var marks: [Mark] = []

    /// Measures one stretch. Stretches must come in order and not overlap.
    mutating func measure(_ range: Range<Int>, of text: UnsafeBufferPointer<UInt8>) {
        var start = range.lowerBound
        var column = 0
        while range.upperBound - start > Self.bytesPerMark {
            let end = Self.boundary(after: start + Self.bytesPerMark, in: text, limit: range.upperBound)
            guard end < range.upperBound else { break }
            column += SafeCells.width(text, start..<end)
            marks.append(Mark(offset: end, column: column))
            start = end
        }
    }

    /// The last mark of a stretch at or before a column; the start of the stretch if there is none.
    func mark(beforeColumn column: Int, in range: Range<Int>) -> Mark {
        let first = marks.partitioningIndex { $0.offset > range.lowerBound }
        let end = marks.partitioningIndex { $0.offset >= range.upperBound }
        let own = marks[first..<Swift.max(first, end)]
        let place = own.partitioningIndex { $0.column > column }
        return place > own.startIndex ? own[place - 1] : Mark(offset: range.lowerBound, column: 0)
    }

    /// The last mark of a stretch at or before an offset in it.
    func mark(beforeOffset offset: Int, in range: Range<Int>) -> Mark {
        let place = marks.partitioningIndex { $0.offset > Swift.min(offset, range.upperBound - 1) }
        guard place > 0, marks[place - 1].offset > range.lowerBound else {
            return Mark(offset: range.lowerBound, column: 0)
        }
        return marks[place - 1]
    }

    /// The end of the piece that begins at `offset`: the next mark, or the end of the stretch.
    func pieceEnd(after offset: Int, in range: Range<Int>) -> Int {
        let place = marks.partitioningIndex { $0.offset > offset }
        return place < marks.count ? Swift.min(marks[place].offset, range.upperBound) : range.upperBound
    }

    /// The first offset after `offset` between two printable ASCII characters, or the limit.
    static func plainBoundary(after offset: Int, in text: UnsafeBufferPointer<UInt8>, limit: Int) -> Int {
        var place = offset
        while place < limit {
            if (0x20...0x7E).contains(text[place - 1]), (0x20...0x7E).contains(text[place]) { return place }
            place += 1
        }
        return limit
    }

    /// An offset where text can be cut without splitting a grapheme: between two printable ASCII characters if possible
    /// nearby, else before a whole UTF-8 character.
    static func boundary(after offset: Int, in text: UnsafeBufferPointer<UInt8>, limit: Int) -> Int {
        let window = Swift.min(limit, offset + 512)
        var place = offset
        while place < window {
            if (0x20...0x7E).contains(text[place - 1]), (0x20...0x7E).contains(text[place]) { return place }
            place += 1
        }
        place = offset
        while place < window, text[place] & 0xC0 == 0x80 { place += 1 }
        return place
    }
}
