/// Line and column of a byte: the one rule of this package. A line ends with LF, CR or CR LF. Both count from 1; columns
/// count Unicode scalars, without a byte order mark.
package struct TextLines: Sendable {
    package struct Place: Sendable, Hashable {
        package var line: Int
        package var column: Int
        /// Offset of the first byte of the line, after a byte order mark.
        package var start: Int
    }

    private let text: [UInt8]
    /// The offsets at which lines begin.
    private let starts: [Int]

    /// Finds the lines once, for callers that ask for many places.
    package init(_ text: [UInt8]) {
        self.text = text
        starts = text.withUnsafeBufferPointer { text in
            var starts = [0]
            Self.forEachLineStart(of: text, upTo: text.count) { starts.append($0) }
            return starts
        }
    }

    /// - Parameter offset: one past the end is the end.
    package func place(of offset: Int) -> Place {
        let line = line(of: offset)
        return text.withUnsafeBufferPointer { Self.place(of: offset, line, from: starts[line - 1], in: $0) }
    }

    package func line(of offset: Int) -> Int {
        var (low, high) = (0, starts.count)
        while low < high {
            let middle = (low + high) / 2
            if starts[middle] <= offset { low = middle + 1 } else { high = middle }
        }
        return max(1, low)
    }

    package static func place(of offset: Int, in text: [UInt8]) -> Place {
        text.withUnsafeBufferPointer { place(of: offset, in: $0) }
    }

    /// For callers that ask once.
    package static func place(of offset: Int, in text: UnsafeBufferPointer<UInt8>) -> Place {
        var line = 1
        var start = 0
        forEachLineStart(of: text, upTo: offset) {
            line += 1
            start = $0
        }
        return place(of: offset, line, from: start, in: text)
    }

    /// - Parameter offset: lines that begin after it are not looked for.
    @inline(__always)
    private static func forEachLineStart(
        of text: UnsafeBufferPointer<UInt8>, upTo offset: Int, _ body: (Int) -> Void
    ) {
        for index in 0..<max(0, min(offset, text.count)) {
            let byte = text[index]
            guard byte <= 0x0D else { continue }
            let isPair = byte == 0x0D && index + 1 < text.count && text[index + 1] == 0x0A
            if byte == 0x0A || (byte == 0x0D && !isPair) { body(index + 1) }
        }
    }

    private static func place(
        of offset: Int, _ line: Int, from start: Int, in text: UnsafeBufferPointer<UInt8>
    ) -> Place {
        let hasMark = start == 0 && text.starts(with: [0xEF, 0xBB, 0xBF])
        let start = hasMark ? 3 : start
        let column = 1 + text[start..<max(start, min(offset, text.count))].count { $0 & 0xC0 != 0x80 }
        return Place(line: line, column: column, start: start)
    }
}
