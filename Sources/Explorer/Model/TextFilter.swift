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

/// How well the name of a request fits what is typed: `1-3-7` means `Req 1-3-7` rather than `Req 11-3-7`.
struct FilterFit {
    private let typed: [UInt8]

    /// The whole name. Below it: whole words of it, the beginning of a word, anything else.
    static let best = 3

    init(_ text: String) { typed = text.utf8.map(LineText.lower) }

    func fit(of name: String) -> Int {
        let name = name.utf8.map(LineText.lower)
        if name == typed { return Self.best }
        guard let first = typed.first, let last = typed.last, name.count > typed.count else { return 0 }
        var fit = 0
        for start in ByteSearch.offsets(of: typed, in: name) {
            let end = start + typed.count
            guard start == 0 || !Self.isOneWord(name[start - 1], first) else { continue }
            fit = max(fit, end == name.count || !Self.isOneWord(last, name[end]) ? 2 : 1)
        }
        return fit
    }

    private static func isOneWord(_ a: UInt8, _ b: UInt8) -> Bool {
        FuzzyMatch.isLetterOrDigit(a) && FuzzyMatch.isLetterOrDigit(b)
    }
}
