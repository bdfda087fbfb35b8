import Base
import NetEngine

/// A typed text that others are to be found by: the letters of each of its words in their order, not all beside each other.
///
/// Scores are on fzf's scale, so that a match at the beginning of words is better than one in the middle, and letters beside each
/// other better than letters with gaps. A capital letter in the text makes its case count.
struct FuzzyMatch: Sendable {
    private let words: [[UInt8]]
    private let isExact: Bool

    init(_ text: String) {
        isExact = text.utf8.contains { (0x41...0x5A).contains($0) }
        words = text.split(separator: " ").map { Array($0.utf8) }
    }

    var isEmpty: Bool { words.isEmpty }

    /// nil if a word is not in the text. The better the match the higher.
    func score(_ text: [UInt8]) -> Int? {
        text.withUnsafeBufferPointer { text in
            var total = 0
            for word in words {
                guard let score = score(word, in: text) else { return nil }
                total += score
            }
            return total
        }
    }

    /// The same where a word may also be in another text, with all its letters beside each other: each of them gets `whole`.
    func score(_ text: [UInt8], orWholeIn other: [UInt8], whole: Int) -> Int? {
        var total = 0
        lazy var other = isExact ? other : other.map(LineText.lower)
        for word in words {
            let own = text.withUnsafeBufferPointer { score(word, in: $0) }
            let elsewhere = whole * word.count
            if let own, own >= elsewhere {
                total += own
            } else if ByteSearch.contains(word, in: other) {
                total += elsewhere
            } else if let own {
                total += own
            } else {
                return nil
            }
        }
        return total
    }

    /// The score where each word is in one of several texts, in the best one of them.
    ///
    /// A word that is in none of them gets `missing` for each of its letters.
    func score(inAny texts: [[UInt8]], missing: Int) -> Int {
        words.reduce(0) { total, word in
            let best = texts.compactMap { text in text.withUnsafeBufferPointer { score(word, in: $0) } }.max()
            return total + (best ?? missing * word.count)
        }
    }

    private static let match = 16
    private static let gapStart = 3
    private static let gap = 1
    private static let beside = 4

    private func score(_ word: [UInt8], in text: UnsafeBufferPointer<UInt8>) -> Int? {
        // The first place at which all letters have been seen, and from there back the shortest way.
        var found = 0
        var end = 0
        while end < text.count {
            if folded(text[end]) == word[found] {
                found += 1
                if found == word.count { break }
            }
            end += 1
        }
        guard found == word.count else { return nil }
        var start = end
        while true {
            if folded(text[start]) == word[found - 1] {
                found -= 1
                if found == 0 { break }
            }
            start -= 1
        }
        var (total, run, runBonus, isGap) = (0, 0, 0, false)
        for place in start...end {
            guard found < word.count, folded(text[place]) == word[found] else {
                total -= isGap ? Self.gap : Self.gapStart
                (isGap, run, runBonus) = (true, 0, 0)
                continue
            }
            var bonus = Self.bonus(of: text[place], after: place > 0 ? text[place - 1] : nil)
            runBonus = run == 0 ? bonus : max(runBonus, bonus)
            if run > 0 { bonus = max(bonus, runBonus, Self.beside) }
            total += Self.match + (found == 0 ? 2 * bonus : bonus)
            found += 1
            run += 1
            isGap = false
        }
        return total
    }

    private func folded(_ byte: UInt8) -> UInt8 { isExact ? byte : LineText.lower(byte) }

    /// For a letter at the beginning of a word, or of a part of one.
    private static func bonus(of byte: UInt8, after before: UInt8?) -> Int {
        guard let before else { return 10 }
        switch before {
        case 0x20: return 10
        case 0x2F, 0x2C, 0x3A, 0x3B, 0x7C: return 9
        default: break
        }
        if !isLetterOrDigit(before) { return 8 }
        let isCamel = (0x61...0x7A).contains(before) && (0x41...0x5A).contains(byte)
        let isNumber = (0x30...0x39).contains(byte) && !(0x30...0x39).contains(before)
        return isCamel || isNumber ? 7 : 0
    }

    /// Whether a byte is of a word; those beyond ASCII are.
    static func isLetterOrDigit(_ byte: UInt8) -> Bool {
        byte >= 0x80 || (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
    }
}
