/// A stack of flags, eight to a byte.
struct BitStack: Sendable {
    private var words: [UInt64] = []
    private(set) var count = 0
    /// The flag on top; false when there is none.
    private(set) var top = false

    mutating func push(_ flag: Bool) {
        let (word, bit) = (count >> 6, UInt64(1) << UInt64(count & 63))
        if word == words.count { words.append(0) }
        if flag { words[word] |= bit } else { words[word] &= ~bit }
        count += 1
        top = flag
    }

    mutating func pop() {
        guard count > 0 else { return }
        count -= 1
        top = count > 0 && words[(count - 1) >> 6] & (1 << UInt64((count - 1) & 63)) != 0
    }
}
