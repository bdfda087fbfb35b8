import Base
import TerminalUI

/// Splits a stream of bytes into lines, however the bytes are divided into pieces. Pure.
///
/// A line ends with a line feed; a carriage return before it counts as JSON whitespace. The last line needs no line
/// feed. A byte order mark at the start is skipped, and so are lines of whitespace. A line longer than the limit is
/// reported once, with its beginning, and the rest of it is dropped.
struct BatchLines {
    enum Line: Hashable {
        /// Its range in `bytes`, without the line feed.
        case whole(Range<Int>)
        /// The line is longer than the limit; this is the range of its beginning.
        case tooLong(Range<Int>)
    }

    let maxLength: Int
    /// Received bytes; those from `position` on are not consumed yet.
    private(set) var bytes: [UInt8] = []
    private var position = 0
    /// Where the search for a line feed continues.
    private var searched = 0
    private var isAtStart = true
    private var isSkipping = false
    /// The number of the line that `next` returned last, from 1.
    private(set) var number = 0

    init(maxLength: Int) { self.maxLength = maxLength }

    /// Appends bytes. To be called when `next` returns nil.
    mutating func append(_ piece: some Collection<UInt8>) {
        discardRead()
        bytes.append(contentsOf: piece)
    }

    /// Moves the remaining bytes to the beginning, and frees the memory of a huge line.
    private mutating func discardRead() {
        guard position > 0 else { return }
        let rest = bytes.count - position
        if bytes.capacity > 1 << 20, rest < bytes.capacity / 4 {
            bytes = Array(bytes[position...])
        } else {
            bytes.removeSubrange(..<position)
        }
        searched -= position
        position = 0
    }

    /// The next line that is not empty, or nil if more bytes are needed.
    /// - Parameter isAtEnd: true if no more bytes will come; the remaining bytes then count as a line.
    mutating func next(isAtEnd: Bool = false) -> Line? {
        guard skipMark(isAtEnd) else { return nil }
        while position < bytes.count {
            let feed = bytes[searched...].firstIndex(of: Byte.lineFeed)
            guard let lineEnd = feed ?? (isAtEnd ? bytes.count : nil) else {
                searched = bytes.count
                return overlong()
            }
            let start = position
            position = min(bytes.count, lineEnd + 1)
            searched = position
            if isSkipping {
                isSkipping = false
                continue
            }
            number += 1
            if lineEnd - start > maxLength { return .tooLong(start..<start + maxLength) }
            let isBlank = bytes[start..<lineEnd].allSatisfy {
                $0 == Byte.space || $0 == Byte.carriageReturn || $0 == Byte.tab
            }
            if !isBlank { return .whole(start..<lineEnd) }
        }
        return nil
    }

    /// A line that is already too long but has no end yet.
    private mutating func overlong() -> Line? {
        let length = bytes.count - position
        if isSkipping {
            position = bytes.count
            return nil
        }
        guard length > maxLength else { return nil }
        number += 1
        isSkipping = true
        defer { position = bytes.count }
        return .tooLong(position..<position + maxLength)
    }

    /// False while the first bytes may still turn out to be a byte order mark.
    private mutating func skipMark(_ isAtEnd: Bool) -> Bool {
        guard isAtStart else { return true }
        let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
        if bytes.starts(with: mark) {
            position = mark.count
            searched = mark.count
        } else if !isAtEnd, mark.starts(with: bytes) {
            return false
        }
        isAtStart = false
        return true
    }
}
