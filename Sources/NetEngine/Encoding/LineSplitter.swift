/// Cuts bytes into lines while they arrive. A line ends with LF, CR or CR LF, as for `TextLines`; the end is not part of it,
/// and neither is a byte order mark before the first line. However the bytes arrive, the lines are the same.
///
/// A CR ends its line at once, without waiting for the LF that may follow. Each byte is looked at once.
package struct LineSplitter: Sendable {
    private static let mark: [UInt8] = [0xEF, 0xBB, 0xBF]

    private var bytes: [UInt8]
    /// Where the next line begins in `bytes`.
    private var start: Int
    private var end: Int
    /// No line ends between `start` and here.
    private var searched: Int
    /// Whether the last line ended with CR: an LF that follows belongs to that end.
    private var skipsLineFeed = false
    private var isFirst = true

    package init() { self.init([]) }

    /// - `range`: what to cut; default all. Lines are slices of `bytes`, with its indices, as long as nothing is appended.
    package init(_ bytes: [UInt8], in range: Range<Int>? = nil) {
        self.bytes = bytes
        start = range?.lowerBound ?? 0
        end = range?.upperBound ?? bytes.count
        searched = start
    }

    /// To be called when `next` has no more lines.
    package mutating func append(_ more: [UInt8]) {
        if start == end {
            bytes = more
        } else {
            bytes.replaceSubrange(end..., with: more)
            bytes.removeSubrange(..<start)
        }
        searched -= start
        start = 0
        end = bytes.count
    }

    /// Whether the next line is longer than this, as far as it is there; it stays there.
    package mutating func isNextLonger(than limit: Int) -> Bool {
        skipLineFeed()
        return (search() ?? end) - start > limit
    }

    /// The next line that has an end; nil if there is none yet.
    package mutating func next() -> ArraySlice<UInt8>? {
        skipLineFeed()
        guard let lineEnd = search() else { return nil }
        defer {
            skipsLineFeed = bytes[lineEnd] == 0x0D
            start = lineEnd + 1
            searched = start
        }
        return line(to: lineEnd)
    }

    /// What follows the last line end, once no more bytes come; nil if nothing does.
    package mutating func takeRest() -> ArraySlice<UInt8>? {
        skipLineFeed()
        guard start < end else { return nil }
        defer {
            start = end
            searched = end
        }
        let rest = line(to: end)
        return rest.isEmpty ? nil : rest
    }

    /// All bytes that are in no line yet, as they came.
    mutating func takeUnread() -> [UInt8] {
        skipLineFeed()
        defer { self = Self(following: self) }
        return start == 0 && end == bytes.count ? bytes : Array(bytes[start..<end])
    }

    /// Without its bytes.
    private init(following other: Self) {
        self.init()
        skipsLineFeed = other.skipsLineFeed
        isFirst = other.isFirst && other.start == other.end
    }

    private mutating func skipLineFeed() {
        guard skipsLineFeed, start < end else { return }
        if bytes[start] == 0x0A { start += 1 }
        searched = start
        skipsLineFeed = false
    }

    /// Where the next line ends.
    private mutating func search() -> Int? {
        let range = searched..<end
        let found = bytes.withUnsafeBufferPointer { bytes -> Int? in
            for index in range where bytes[index] <= 0x0D && (bytes[index] == 0x0A || bytes[index] == 0x0D) {
                return index
            }
            return nil
        }
        WorkMeter.count((found ?? end) - searched)
        searched = found ?? end
        return found
    }

    private mutating func line(to lineEnd: Int) -> ArraySlice<UInt8> {
        let line = bytes[start..<lineEnd]
        defer { isFirst = false }
        return isFirst && line.starts(with: Self.mark) ? line.dropFirst(Self.mark.count) : line
    }
}
