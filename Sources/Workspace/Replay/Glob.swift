import Base

/// A pattern of names in which `*` is any text and `?` any character, in any letter case; the whole name must match.
package struct Glob: Sendable, Hashable {
    private let pattern: [Character]

    package init(_ text: String) { pattern = Array(text.lowercased()) }

    /// In time of at most the product of both lengths.
    package func matches(_ text: String) -> Bool {
        let text = Array(text.lowercased())
        var (place, at) = (0, 0)
        // Where the last `*` was, and how much of the text it takes.
        var star: (pattern: Int, text: Int)?
        while at < text.count {
            if place < pattern.count, pattern[place] == "*" {
                star = (place, at)
                place += 1
            } else if place < pattern.count, pattern[place] == "?" || pattern[place] == text[at] {
                place += 1
                at += 1
            } else if let last = star {
                star = (last.pattern, last.text + 1)
                (place, at) = (last.pattern + 1, last.text + 1)
            } else {
                return false
            }
        }
        return pattern[place...].allSatisfy { $0 == "*" }
    }
}
