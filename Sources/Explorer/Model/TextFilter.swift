import Base
import NetEngine

/// Words that a text must all hold, without regard to ASCII case.
struct TextFilter: Sendable {
    private let words: [[UInt8]]

    init(_ text: String) { words = text.split(separator: " ").map { $0.utf8.map(LineText.lower) } }

    func matches(_ text: String) -> Bool {
        guard !words.isEmpty else { return true }
        let bytes = text.utf8.map(LineText.lower)
        return words.allSatisfy { ByteSearch.contains($0, in: bytes) }
    }
}
