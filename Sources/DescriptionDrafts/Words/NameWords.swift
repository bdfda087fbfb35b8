import Base
import NetEngine

/// Names of identifiers made from the words of others.
package enum NameWords {
    /// The words of a name in lower case, ASCII letters and digits only: `apiKey`, `api_key` and `API-KEY` are equal.
    package static func words(_ name: String) -> [String] {
        var words: [[UInt8]] = [[]]
        var before: UInt8 = 0
        for byte in name.utf8.prefix(200) {
            let isUpper = byte &- 0x41 < 26
            guard ASCII.isLetter(byte) || ASCII.isDigit(byte) else {
                if words.last?.isEmpty == false { words.append([]) }
                before = 0
                continue
            }
            if isUpper, before != 0, before &- 0x41 >= 26 { words.append([]) }
            words[words.count - 1].append(isUpper ? byte | 0x20 : byte)
            before = byte
        }
        return words.filter { !$0.isEmpty }.map { String(decoding: $0, as: UTF8.self) }
    }

    package static func pascal(_ words: [String]) -> String {
        words.map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
    }

    package static func camel(_ words: [String]) -> String {
        guard let first = words.first else { return "" }
        return first + pascal(Array(words.dropFirst()))
    }

    /// The words with the last one in the singular.
    static func singular(_ words: [String]) -> [String] {
        guard let last = words.last else { return words }
        return words.dropLast() + [singular(last)]
    }

    static func isPlural(_ words: [String]) -> Bool { words.last.map { singular($0) != $0 } ?? false }

    private static let irregular: [String: String] = [
        "people": "person", "children": "child", "men": "man", "women": "woman", "indices": "index",
        "matrices": "matrix", "vertices": "vertex", "news": "news", "series": "series", "movies": "movie",
        "cookies": "cookie", "aliases": "alias", "bus": "bus", "gas": "gas", "buses": "bus", "gases": "gas",
        "caches": "cache", "menus": "menu",
        "excuses": "excuse", "heroes": "hero", "quizzes": "quiz", "analyses": "analysis", "metadata": "metadata",
        "sms": "sms", "dns": "dns", "https": "https", "aws": "aws", "ios": "ios", "oas": "oas",
        "kubernetes": "kubernetes",
    ]

    static func singular(_ word: String) -> String {
        if let known = irregular[word] { return known }
        func ends(_ end: String) -> Bool { word.hasSuffix(end) && word.utf8.count > end.utf8.count + 1 }
        if ends("ies") { return String(word.dropLast(3)) + "y" }
        if ends("sses") || ends("shes") || ends("ches") || ends("xes") || ends("zzes") {
            return String(word.dropLast(2))
        }
        if ends("uses"), !word.hasSuffix("ouses"), !word.hasSuffix("auses") { return String(word.dropLast(2)) }
        if ends("ss") || ends("us") || ends("is") { return word }
        return ends("s") ? String(word.dropLast()) : word
    }
}
