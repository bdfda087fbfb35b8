import TerminalUI

/// The searched text: literal, in smart case (an upper-case letter in it makes the search case-sensitive; only ASCII
/// letters fold). Never empty.
package struct SearchNeedle: Sendable, Hashable {
    let text: String
    let bytes: [UInt8]
    let isCaseSensitive: Bool

    init?(_ text: String) {
        guard !text.isEmpty else { return nil }
        self.text = text
        isCaseSensitive = text.contains { $0.isUppercase }
        bytes = Array(text.utf8)
    }

    /// The offset of the first occurrence at or after `start`.
    func first(in text: UnsafeBufferPointer<UInt8>, from start: Int = 0) -> Int? {
        let last = text.count - bytes.count
        guard start <= last else { return nil }
        return bytes.withUnsafeBufferPointer { needle in
            let head = needle[0]
            let other = isCaseSensitive ? head : Self.otherCase(head)
            var place = start
            while place <= last {
                let byte = text[place]
                if byte == head || byte == other, matches(text, at: place, needle) { return place }
                place += 1
            }
            return nil
        }
    }

    /// Index ranges of the cells that show an occurrence, in order, without overlap.
    func ranges(in cells: [CellRun.Cell]) -> [Range<Int>] {
        var flat: [UInt8] = []
        var owners: [Int] = []
        for (index, cell) in cells.enumerated() {
            for byte in cell.text.utf8 {
                flat.append(byte)
                owners.append(index)
            }
        }
        var found: [Range<Int>] = []
        flat.withUnsafeBufferPointer { buffer in
            var place = 0
            while let hit = first(in: buffer, from: place) {
                found.append(owners[hit]..<owners[hit + bytes.count - 1] + 1)
                place = hit + bytes.count
            }
        }
        return found
    }

    private func matches(_ text: UnsafeBufferPointer<UInt8>, at place: Int, _ needle: UnsafeBufferPointer<UInt8>)
        -> Bool
    {
        for index in 1..<max(1, needle.count) {
            let byte = text[place + index]
            guard byte == needle[index] || (!isCaseSensitive && Self.otherCase(byte) == needle[index]) else {
                return false
            }
        }
        return true
    }

    private static func otherCase(_ byte: UInt8) -> UInt8 {
        switch byte {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"): byte | 0x20
        case UInt8(ascii: "a")...UInt8(ascii: "z"): byte & ~0x20
        default: byte
        }
    }
}
