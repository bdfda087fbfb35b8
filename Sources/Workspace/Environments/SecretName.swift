import NetEngine

/// Which variables are secrets, by their names: those that the log hides, in the spellings of variables.
package enum SecretName {
    /// Shorter values are not taken for secrets: they would be found in any text.
    static let shortestValue = 4

    /// Last words that make a fact about a secret of its name.
    private static let facts: Set<Substring> = [
        "url", "uri", "endpoint", "path", "file", "name", "type", "header", "scope", "lifetime", "timeout", "ttl",
        "expiry", "length", "credentials",
    ]

    /// Words by which a value says itself that it opens nothing.
    private static let placeholders: Set<Substring> = [
        "demo", "dummy", "fake", "placeholder", "changeme", "sample", "your", "todo", "redacted",
    ]
    /// Words of which a placeholder may be made, and nothing else.
    private static let plainWords: Set<Substring> = [
        "my", "the", "a", "here", "secret", "password", "token", "key", "api",
    ]

    /// `apiToken`, `db.password` and `ACCESS_KEY`; not `tokenUrl`.
    package static func isSecret(_ name: String) -> Bool {
        let words = words(name)
        guard let last = words.last, !facts.contains(Substring(last)) else { return false }
        return SecretNames.isMember(words.joined(separator: "-")) || SecretNames.isMember(last)
    }

    /// Whether a text is written down, and not put together from other variables when it is sent.
    package static func isLiteral(_ value: String) -> Bool {
        !value.allSatisfy(\.isWhitespace) && !value.contains("{{")
    }

    /// Whether a value under the name of a secret is worth a warning where others see it: a literal that is no number, switch,
    /// address, path or placeholder.
    static func isGivenAway(_ value: String) -> Bool {
        guard isLiteral(value), value.count >= shortestValue, Double(value) == nil, !value.contains("://"),
            !value.hasPrefix("/"), !value.hasPrefix("./"), !value.hasPrefix("<"), Set(value).count > 1
        else { return false }
        let lower = value.lowercased()
        guard !["true", "false", "null", "none"].contains(lower), !lower.contains("example") else { return false }
        let words = lower.split { !$0.isLetter && !$0.isNumber }
        return !words.contains { placeholders.contains($0) } && !words.allSatisfy { plainWords.contains($0) }
    }

    /// The words of a name in small letters: `apiKey`, `api_key`, `API-KEY` and `api key` are the same.
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
