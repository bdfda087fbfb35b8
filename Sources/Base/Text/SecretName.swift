import NetEngine

/// Decides by name which variables are secrets: the names that the log masks, in the spellings used for variables.
package enum SecretName {
    /// Shorter values are not masked as secrets: they would match in almost any text.
    package static let shortestValue = 4

    /// Final words of a name that describe a secret instead of being one.
    private static let facts: Set<Substring> = [
        "url", "uri", "endpoint", "path", "file", "name", "type", "header", "scope", "lifetime", "timeout", "ttl",
        "expiry", "length", "credentials",
    ]

    /// Words that show that a value is only a placeholder.
    private static let placeholders: Set<Substring> = [
        "demo", "dummy", "fake", "placeholder", "changeme", "sample", "your", "todo", "redacted",
    ]
    /// Words that a placeholder may consist of entirely.
    private static let plainWords: Set<Substring> = [
        "my", "the", "a", "here", "secret", "password", "token", "key", "api",
    ]

    /// True for `apiToken`, `db.password` and `ACCESS_KEY`; false for `tokenUrl`.
    package static func isSecret(_ name: String) -> Bool {
        let words = words(name)
        guard let last = words.last, !isFact(last) else { return false }
        return SecretNames.isMember(words.joined(separator: "-")) || SecretNames.isMember(last)
    }

    /// Whether a final word, in lower case, describes a secret: a name with it holds none.
    package static func isFact(_ word: String) -> Bool { facts.contains(Substring(word)) }

    /// Whether a value is literal text, not built from other variables.
    package static func isLiteral(_ value: String) -> Bool {
        !value.allSatisfy(\.isWhitespace) && !value.contains(bytes: "{{")
    }

    /// Whether a secret's value deserves a warning where others can see it: a literal that is not a number, boolean,
    /// address, path or placeholder.
    package static func isGivenAway(_ value: String) -> Bool {
        guard isLiteral(value), value.count >= shortestValue, Double(value) == nil, !value.contains(bytes: "://"),
            !value.hasPrefix("/"), !value.hasPrefix("./"), !value.hasPrefix("<"), Set(value).count > 1
        else { return false }
        let lower = value.lowercased()
        guard !["true", "false", "null", "none"].contains(lower), !lower.contains("example") else { return false }
        let words = lower.split { !$0.isLetter && !$0.isNumber }
        return !words.contains { placeholders.contains($0) } && !words.allSatisfy { plainWords.contains($0) }
    }

    /// The words of a name in lower case: `apiKey`, `api_key`, `API-KEY` and `api key` are equal.
    private static func words(_ name: String) -> [String] {
        var words = [""]
        var before: Character?
        for character in name {
            guard character.isLetter || character.isNumber else {
                words.append("")
                before = nil
                continue
            }
            if character.isUppercase, let before, !before.isUppercase { words.append("") }
            words[words.count - 1] += character.lowercased()
            before = character
        }
        return words.filter { !$0.isEmpty }
    }
}
