import Base

/// Where the lines of a text begin, with one mark for some 64 lines or 4 KiB, so that the index is small compared with
/// the text and a line is found by a search and a short walk.
struct LineIndex: Sendable {
    /// A line's number, the offset of its first byte, and its nesting depth.
    struct Mark: Sendable, Hashable {
        var line: Int
        var offset: Int
        var depth: Int
    }

    /// Lines between marks, unless they are long.
    static let linesPerMark = 64
    /// A line that begins at least this many bytes after the last mark gets a new one.
    static let bytesPerMark = 4096

    private(set) var marks: [Mark] = []
    private(set) var lineCount = 0

    /// Adds the next line. Offsets must increase.
    mutating func append(offset: Int, depth: Int = 0) {
        if let last = marks.last, lineCount - last.line < Self.linesPerMark, offset - last.offset < Self.bytesPerMark {
            lineCount += 1
            return
        }
        marks.append(Mark(line: lineCount, offset: offset, depth: depth))
        lineCount += 1
    }

    /// The last mark at or before a line.
    func mark(before line: Int) -> Mark? {
        let place = marks.partitioningIndex { $0.line > line }
        return place > 0 ? marks[place - 1] : nil
    }

    /// The last mark at or before an offset.
    func mark(beforeOffset offset: Int) -> Mark? {
        let place = marks.partitioningIndex { $0.offset > offset }
        return place > 0 ? marks[place - 1] : nil
    }
}
