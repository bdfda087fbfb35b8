import NetEngine

/// What logs hide beyond what they hide anyway: `# @redact pin $.user.iban`, or `Redact` of an environment file.
package struct HiddenParts: Sendable, Hashable {
    /// Names of headers, query items, form fields, JSON members and XML elements.
    package private(set) var names: [String] = []
    /// JSON paths, as `JSONPathPattern` reads them.
    package private(set) var paths: [String] = []

    package init() {}

    package var isEmpty: Bool { names.isEmpty && paths.isEmpty }

    /// Reads names and paths between spaces or commas; `wrong` are the words that are neither.
    package static func reading(_ text: String) -> (parts: HiddenParts, wrong: [String]) {
        var parts = HiddenParts()
        var wrong: [String] = []
        for word in text.split(whereSeparator: { $0 == " " || $0 == "\t" || $0 == "," }).map(String.init) {
            if !parts.add(word) { wrong.append(word) }
        }
        return (parts, wrong)
    }

    /// - Returns: false for what is neither a name nor a path.
    package mutating func add(_ word: String) -> Bool {
        if word.hasPrefix("$") {
            guard JSONPathPattern(word) != nil, word.count > 1 else { return false }
            if !paths.contains(word) { paths.append(word) }
            return true
        }
        guard !word.isEmpty, !word.contains(where: { "\"'[]{}()=:".contains($0) }) else { return false }
        if !names.contains(word) { names.append(word) }
        return true
    }

    package mutating func add(_ other: HiddenParts) {
        for word in other.names + other.paths { _ = add(word) }
    }
}
