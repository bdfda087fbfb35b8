import Base
import NetEngine

extension LogCondition.TextTest {
    /// Whether a text passes.
    package func passes(_ text: String) -> Bool {
        var copy = text
        return copy.withUTF8 { passes($0) }
    }

    /// Whether bytes pass, which are UTF-8 for the most part.
    /// - Parameter readsEscapes: whether escapes of JSON are read as the characters that they mean.
    package func passes(_ text: UnsafeBufferPointer<UInt8>, readsEscapes: Bool = false) -> Bool {
        countWork(text.count)
        switch self {
        case .equals(let wanted):
            var wanted = wanted
            return wanted.withUTF8 { wanted in
                wanted.count == text.count && text.indices.allSatisfy { Self.isSame(text[$0], wanted[$0]) }
            }
        case .contains(let wanted):
            if wanted.isEmpty { return true }
            let needle = TextNeedle(wanted, readsEscapes: readsEscapes, isCaseSensitive: false)
            return needle.first(in: text, startingIn: 0..<text.count) != nil
        case .glob(let glob):
            var glob = glob
            return glob.withUTF8 { Self.fits(text, $0) }
        case .pattern(let pattern): return pattern.isFound(in: Array(text))
        }
    }

    /// `*` is any text, `?` one character. Only the last star is ever tried again, so the steps are at most the product of both
    /// lengths.
    private static func fits(_ text: UnsafeBufferPointer<UInt8>, _ glob: UnsafeBufferPointer<UInt8>) -> Bool {
        var (place, step) = (0, 0)
        var afterStar: (text: Int, glob: Int)?
        while place < text.count {
            if step < glob.count, glob[step] == Byte.asterisk {
                afterStar = (place, step + 1)
                step += 1
            } else if step < glob.count, glob[step] == Byte.questionMark {
                place = endOfCharacter(text, place)
                step += 1
            } else if step < glob.count, isSame(text[place], glob[step]) {
                place += 1
                step += 1
            } else if let (start, next) = afterStar {
                place = endOfCharacter(text, start)
                afterStar = (place, next)
                step = next
            } else {
                return false
            }
        }
        return glob[step...].allSatisfy { $0 == Byte.asterisk }
    }

    /// Where the character that begins at a place ends; what is not UTF-8 counts byte by byte.
    private static func endOfCharacter(_ text: UnsafeBufferPointer<UInt8>, _ place: Int) -> Int {
        var end = place + 1
        guard text[place] >= 0xC0 else { return end }
        while end < text.count, text[end] & 0xC0 == 0x80 { end += 1 }
        return end
    }

    private static func isSame(_ a: UInt8, _ b: UInt8) -> Bool {
        a == b || (ASCII.isLetter(a) && ASCII.isLetter(b) && a | 0x20 == b | 0x20)
    }
}
