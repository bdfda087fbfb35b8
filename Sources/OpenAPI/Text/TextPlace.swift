import Base
import Synchronization

/// A place in the text of a description; line and column count from 1, columns in bytes for JSON and in characters for
/// YAML.
package struct TextPlace: Sendable, Hashable, Comparable, CustomStringConvertible {
    package var line: Int
    package var column: Int

    package init(line: Int, column: Int) {
        self.line = line
        self.column = column
    }

    /// `12:5`
    package var description: String { "\(line):\(column)" }

    package static func < (a: TextPlace, b: TextPlace) -> Bool { (a.line, a.column) < (b.line, b.column) }
}

/// The offsets at which the lines of a text begin, found when the first place is asked for.
final class LineStarts: Sendable {
    private let starts = Mutex<[UInt32]?>(nil)

    func place(of offset: Int, in text: [UInt8]) -> TextPlace {
        starts.withLock { known in
            let starts = known ?? Self.starts(of: text)
            known = starts
            let line = starts.partitioningIndex { Int($0) > offset }
            return TextPlace(line: line, column: offset - Int(starts[line - 1]) + 1)
        }
    }

    private static func starts(of text: [UInt8]) -> [UInt32] {
        countWork(text.count)
        var starts: [UInt32] = [0]
        text.withUnsafeBufferPointer { text in
            for offset in text.indices where text[offset] == Byte.lineFeed { starts.append(UInt32(offset + 1)) }
        }
        return starts
    }
}
