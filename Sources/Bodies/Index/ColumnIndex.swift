import Base

/// Marks in very long stretches of text with the number of columns before them, so that column 40,000,000 of a line is
/// drawn as fast as column 40. Short stretches need no marks.
package struct ColumnIndex: Sendable {
    /// An offset into the text, and the columns from the beginning of its stretch to it.
    package struct Mark: Sendable, Hashable {
        package var offset: Int
        package var column: Int
        /// Whether there is a byte a column from here to the next mark.
        package var isPlain = false
    }

    /// Stretches that are not longer than this have no marks.
    package static let shortStretch = 4096
    /// Bytes between marks, unless they are printable ASCII.
    static let bytesPerMark = 2048
    /// How far a good place for a mark is looked for.
    private static let window = SafeCells.boundaryWindow

    private(set) var marks = ChunkedList<Mark>()
    /// The stretch that is being measured.
    private var open: Int?
    /// Measured up to here; in `marks` as the last one until more is measured.
    private var tail = Mark(offset: 0, column: 0)

    /// Measures a stretch, or goes on with it. Stretches must come in order and not overlap.
    ///
    /// - Parameters:
    ///   - stretch: from the second call on the one of the first, perhaps with its end.
    ///   - end: where the text ends so far; the stretch is whole when that is its end.
    mutating func measure(_ stretch: Range<Int>, to end: Int, of text: UnsafeBufferPointer<UInt8>) {
        if open == stretch.lowerBound {
            marks.removeLast()
        } else {
            open = stretch.lowerBound
            tail = Mark(offset: stretch.lowerBound, column: 0)
        }
        let isWhole = end == stretch.upperBound
        let needed = Self.bytesPerMark + (isWhole ? 0 : Self.window)
        while end - tail.offset > needed {
            let next = SafeCells.boundary(after: tail.offset + Self.bytesPerMark, in: text, limit: end)
            guard next < end else { break }
            tail.isPlain = SafeCells.isPlain(text, tail.offset..<next)
            let width = tail.isPlain ? next - tail.offset : SafeCells.width(text, tail.offset..<next)
            add(tail)
            tail = Mark(offset: next, column: tail.column + width)
        }
        tail.isPlain = isWhole && SafeCells.isPlain(text, tail.offset..<end)
        marks.append(tail)
        if isWhole { open = nil }
    }

    private mutating func add(_ mark: Mark) {
        if mark.isPlain, let last = marks.last, last.isPlain, let open, last.offset >= open { return }
        marks.append(mark)
    }

    /// The last place with a known column at or before a column; the start of the stretch if there is none, or the column is
    /// before it.
    package func mark(beforeColumn column: Int, in range: Range<Int>) -> Mark {
        let own = ownMarks(of: range)
        let column = max(0, column)
        let place = own.partitioningIndex { $0.column > column }
        guard place > own.startIndex else { return Mark(offset: range.lowerBound, column: 0) }
        return moved(own[place - 1], by: column - own[place - 1].column, in: range)
    }

    /// The last place with a known column at or before an offset of a stretch.
    package func mark(beforeOffset offset: Int, in range: Range<Int>) -> Mark {
        let own = ownMarks(of: range)
        let place = own.partitioningIndex { $0.offset > min(offset, range.upperBound) }
        guard place > own.startIndex else { return Mark(offset: range.lowerBound, column: 0) }
        return moved(own[place - 1], by: offset - own[place - 1].offset, in: range)
    }

    /// In plain text every place has a known column.
    private func moved(_ mark: Mark, by step: Int, in range: Range<Int>) -> Mark {
        guard mark.isPlain, step > 0 else { return mark }
        let end = pieceEnd(after: mark.offset, in: range)
        let step = min(step, end - mark.offset)
        return Mark(offset: mark.offset + step, column: mark.column + step, isPlain: true)
    }

    private func ownMarks(of range: Range<Int>) -> Slice<ChunkedList<Mark>> {
        let first = marks.partitioningIndex { $0.offset >= range.lowerBound }
        let end = marks.partitioningIndex { $0.offset >= range.upperBound }
        return marks[first..<max(first, end)]
    }

    /// The end of the piece that contains the byte at `offset`: the next mark, or the end of the stretch.
    package func pieceEnd(after offset: Int, in range: Range<Int>) -> Int {
        let place = marks.partitioningIndex { $0.offset > offset }
        return place < marks.count ? min(marks[place].offset, range.upperBound) : range.upperBound
    }
}
