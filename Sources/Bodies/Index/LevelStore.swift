/// The kinds of the outer levels of a text, 64 to a word. Equal words beside each other are kept once, for levels beyond thousands
/// are those of a hostile text: 118 MB of `[` take 16 bytes.
struct LevelStore: Sendable {
    private var runs: [(word: UInt64, count: Int)] = []

    mutating func push(_ word: UInt64) {
        if let last = runs.indices.last, runs[last].word == word {
            runs[last].count += 1
        } else {
            runs.append((word, 1))
        }
    }

    mutating func pop() -> UInt64 {
        guard let last = runs.indices.last else { return 0 }
        let word = runs[last].word
        runs[last].count -= 1
        if runs[last].count == 0 { runs.removeLast() }
        return word
    }
}
