import Base

/// A command line of bash up to the cursor, as words.
package struct ShellWords: Sendable, Hashable {
    package enum Quote: Sendable, Hashable { case none, single, double }

    /// The words before the last one, without quotation marks.
    package private(set) var before: [String] = []
    /// The last one, which the cursor ends; may be empty.
    package private(set) var last = ""
    /// In which quotation marks the cursor is.
    package private(set) var quote = Quote.none
    /// How much of `last` the shell keeps when it puts a completion in: up to the last character that breaks words for it.
    package private(set) var keptCount = 0

    /// - Parameter breaks: the characters at which the shell begins what is replaced (COMP_WORDBREAKS).
    package init(line: String, breaks: String = "") {
        let breaks = Set(breaks.unicodeScalars)
        var hasWord = false
        var isEscaped = false
        for scalar in line.unicodeScalars {
            if isEscaped {
                isEscaped = false
                // Within double quotes the backslash stays before most characters.
                if quote == .double, !"\"\\$`".unicodeScalars.contains(scalar) { last.unicodeScalars.append("\\") }
                last.unicodeScalars.append(scalar)
                continue
            }
            switch (quote, scalar) {
            case (.single, "'"), (.double, "\""): quote = .none
            case (.single, _): last.unicodeScalars.append(scalar)
            case (_, "\\"):
                isEscaped = true
                hasWord = true
            case (.double, _): last.unicodeScalars.append(scalar)
            case (.none, "'"), (.none, "\""):
                quote = scalar == "'" ? .single : .double
                hasWord = true
                // What is replaced begins after an open quotation mark.
                keptCount = last.unicodeScalars.count
            case (.none, " "), (.none, "\t"), (.none, "\n"):
                if hasWord { before.append(last) }
                (last, hasWord, keptCount) = ("", false, 0)
            case (.none, _):
                last.unicodeScalars.append(scalar)
                hasWord = true
                if breaks.contains(scalar) { keptCount = last.unicodeScalars.count }
            }
        }
    }

    /// The text that the shell is to put in for a word that begins with `last`.
    package func replacement(_ word: String) -> String {
        let rest = String(String.UnicodeScalarView(word.unicodeScalars.dropFirst(keptCount)))
        switch quote {
        case .none: return Self.escaped(rest, isWhole: keptCount == 0)
        // By code points: a mark that combines with the apostrophe does not hide it from the shell.
        case .single: return rest.unicodeScalars.map { $0 == "'" ? "'\\''" : String($0) }.joined()
        case .double:
            var out = ""
            for scalar in rest.unicodeScalars {
                // History, where bash keeps the backslash: it goes between the quotation marks.
                guard scalar != "!" else {
                    out += #""\!""#
                    continue
                }
                if "\"\\$`".unicodeScalars.contains(scalar) { out += "\\" }
                out.unicodeScalars.append(scalar)
            }
            return out
        }
    }

    private static func escaped(_ text: String, isWhole: Bool) -> String {
        // The home folder: `~/` keeps its meaning.
        let isInHome = isWhole && text.hasPrefix("~/")
        var out = isInHome ? "~/" : ""
        for scalar in text.unicodeScalars.dropFirst(isInHome ? 2 : 0) {
            let isPlain =
                scalar.value >= 0x80 || scalar.properties.isAlphabetic || ("0"..."9").contains(scalar)
                || "_-./:=,@%+".unicodeScalars.contains(scalar)
                // A comment only at the beginning of a word.
                || (scalar == "#" && !out.isEmpty)
            if !isPlain { out += "\\" }
            out.unicodeScalars.append(scalar)
        }
        return out
    }
}
