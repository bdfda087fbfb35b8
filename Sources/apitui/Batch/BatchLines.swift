import TerminalUI

/// Cuts a stream of bytes into lines, whatever the pieces in which it comes. Pure.
///
/// A line ends with a line feed; a carriage return before it is white space to JSON. The last line needs no line feed. A
/// byte order mark at the very beginning is skipped, and so are lines of white space. A line that is longer than the
/// limit is told once, with its beginning, and the rest of it is dropped as it comes.
struct BatchLines {
    enum Line: Hashable {
        /// Where in `bytes` it stands, without the line feed.
        case whole(Range<Int>)
        /// The line passed the limit; this much of its beginning is there.
        case tooLong(Range<Int>)
    }

    let maxLength: Int
    /// What came and was not yet handed out stands behind `position`.
    private(set) var bytes: [UInt8] = []
    private var position = 0
    /// How far the search for a line feed has come.
    private var searched = 0
    private var isAtStart = true
    private var isSkipping = false
    /// The number of the line that `next` gave last, counted from 1.
    private(set) var number = 0

    init(maxLength: Int) { self.maxLength = maxLength }

    /// Takes what was read. To be called when `next` has nothing more.
    mutating func append(_ piece: some Collection<UInt8>) {
        discardRead()
        bytes.append(contentsOf: piece)
    }

    /// Moves what is left to the beginning, and gives the memory of a huge line back.
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

    /// The next line that is not empty, or nil when more bytes are needed.
    /// - Parameter isAtEnd: whether no more bytes will come; then what is left is a line too.
    mutating func next(isAtEnd: Bool = false) -> Line? {
        guard skipMark(isAtEnd) else { return nil }
        while position < bytes.count {
            let feed = bytes[searched...].firstIndex(of: 0x0A)
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
            let isBlank = bytes[start..<lineEnd].allSatisfy { $0 == 0x20 || $0 == 0x0D || $0 == 0x09 }
            if !isBlank { return .whole(start..<lineEnd) }
        }
        return nil
    }

    /// A line that has no end yet and is too long already.
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

    /// False while the first bytes may yet turn out to be a mark.
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
