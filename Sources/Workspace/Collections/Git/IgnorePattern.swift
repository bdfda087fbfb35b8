import Base

/// One pattern of a `.gitignore` file, as gitignore(5) describes it. Pure.
/// `*` and `?` match anything but `/`, `[a-z]` matches one character of a set, and `**/`, `/**/` and `/**` match any
/// folders. A `/` at the beginning or in the middle ties the pattern to its file's folder, one at the end to folders;
/// `!` includes again what an earlier pattern ignored. Matching takes time linear in the path for each part of the
/// pattern.
struct IgnorePattern: Sendable, Hashable {
    /// Whether it includes again what an earlier pattern ignored.
    private(set) var isNegated = false
    /// Whether it matches only folders.
    private(set) var isForFolders = false
    /// Whether it must match the whole path from the rule file's folder, instead of the last name alone.
    private(set) var isAnchored = false

    private enum Part: Hashable {
        case byte(UInt8)
        /// `?`: one character.
        case one
        case set(isNegated: Bool, [ClosedRange<UInt8>])
        /// `*`: any number of characters.
        case some
        /// `**/`: any number of whole folders.
        case folders
        /// `/**` at the end: everything below, not the folder itself.
        case below
    }

    private var parts: [Part] = []

    /// nil for empty lines, comments, and patterns that match nothing.
    /// - Parameter line: without its line end.
    init?(_ line: some Collection<UInt8>) {
        var text = Array(line)
        while text.last == UInt8(ascii: " ") {
            // A trailing space counts only after a backslash; two backslashes are a literal one.
            if text.dropLast().reversed().prefix(while: { $0 == Self.backslash }).count % 2 == 1 { break }
            text.removeLast()
        }
        if text.first == UInt8(ascii: "#") { return nil }
        if text.first == UInt8(ascii: "!") {
            isNegated = true
            text.removeFirst()
        }
        if text.last == Self.slash {
            isForFolders = true
            text.removeLast()
        }
        isAnchored = text.contains(Self.slash)
        if text.first == Self.slash { text.removeFirst() }
        guard !text.isEmpty, let parts = Self.parts(of: text) else { return nil }
        self.parts = parts
    }

    private static let slash = UInt8(ascii: "/")
    private static let backslash = UInt8(ascii: "\\")

    // MARK: reading

    private static func parts(of text: [UInt8]) -> [Part]? {
        var parts: [Part] = []
        var place = 0
        while place < text.count {
            switch text[place] {
            case UInt8(ascii: "?"): parts.append(.one)
            case UInt8(ascii: "*"):
                let end = text[place...].firstIndex { $0 != UInt8(ascii: "*") } ?? text.count
                let isAtStart = place == 0 || text[place - 1] == slash
                // Anywhere else, and in any other number, asterisks count as one.
                if end - place == 2, isAtStart, end < text.count, text[end] == slash {
                    parts.append(.folders)
                    place = end + 1
                } else {
                    parts.append(end - place == 2 && isAtStart && end == text.count ? .below : .some)
                    place = end
                }
                continue
            case backslash:
                guard place + 1 < text.count else { return nil }
                place += 1
                parts.append(.byte(text[place]))
            case UInt8(ascii: "["):
                guard let (set, end) = set(in: text, at: place) else { return nil }
                parts.append(set)
                place = end
                continue
            default: parts.append(.byte(text[place]))
            }
            place += 1
        }
        return parts
    }

    /// A set in brackets and the offset where it ends; nil if it is not closed.
    private static func set(in text: [UInt8], at start: Int) -> (Part, end: Int)? {
        var place = start + 1
        var isNegated = false
        if place < text.count, text[place] == UInt8(ascii: "!") || text[place] == UInt8(ascii: "^") {
            isNegated = true
            place += 1
        }
        var ranges: [ClosedRange<UInt8>] = []
        var isFirst = true
        while place < text.count {
            if text[place] == UInt8(ascii: "]"), !isFirst { return (.set(isNegated: isNegated, ranges), place + 1) }
            isFirst = false
            if text[place] == UInt8(ascii: "["), place + 1 < text.count, text[place + 1] == UInt8(ascii: ":"),
                let close = text[(place + 2)...].firstIndex(of: UInt8(ascii: "]")), close > place + 2,
                text[close - 1] == UInt8(ascii: ":")
            {
                let name = String(decoding: text[(place + 2)..<(close - 1)], as: UTF8.self)
                guard let ofClass = classes[name] else { return nil }
                ranges += ofClass
                place = close + 1
                continue
            }
            guard let first = character(in: text, at: &place) else { return nil }
            if place + 1 < text.count, text[place] == UInt8(ascii: "-"), text[place + 1] != UInt8(ascii: "]") {
                place += 1
                guard let last = character(in: text, at: &place) else { return nil }
                // git takes the first character by itself, before it sees that a range begins with it.
                ranges.append(first...max(first, last))
            } else {
                ranges.append(first...first)
            }
        }
        return nil
    }

    private static func character(in text: [UInt8], at place: inout Int) -> UInt8? {
        if text[place] == backslash { place += 1 }
        guard place < text.count else { return nil }
        defer { place += 1 }
        return text[place]
    }

    private static let classes: [String: [ClosedRange<UInt8>]] = [
        "digit": [0x30...0x39], "lower": [0x61...0x7A], "upper": [0x41...0x5A], "alpha": [0x41...0x5A, 0x61...0x7A],
        "alnum": [0x30...0x39, 0x41...0x5A, 0x61...0x7A], "xdigit": [0x30...0x39, 0x41...0x46, 0x61...0x66],
        "blank": [0x09...0x09, 0x20...0x20], "cntrl": [0x00...0x1F, 0x7F...0x7F],
        // Of git, which leaves out vertical tab and form feed.
        "space": [0x09...0x0A, 0x0D...0x0D, 0x20...0x20],
        "print": [0x20...0x7E], "graph": [0x21...0x7E],
        "punct": [0x21...0x2F, 0x3A...0x40, 0x5B...0x60, 0x7B...0x7E],
    ]

    // MARK: matching

    /// Whether the pattern matches a path, `!` aside.
    /// - Parameter path: relative to the rule file's folder, without a slash at either end.
    func matches(_ path: String, isFolder: Bool) -> Bool {
        guard isFolder || !isForFolders else { return false }
        return matches(Array((isAnchored ? path : PathText.name(of: path)).utf8))
    }

    /// Tracks all reachable places in the pattern at once, so no path causes backtracking.
    private func matches(_ path: [UInt8]) -> Bool {
        // Twice the index of a part, plus one while inside a folder name that `**/` consumes.
        var states: Set<Int> = []
        enter(0, &states)
        for byte in path {
            var next: Set<Int> = []
            for state in states {
                let part = state / 2
                guard part < parts.count else { continue }
                switch parts[part] {
                case .byte(let wanted): if byte == wanted { enter(part + 1, &next) }
                case .one: if byte != Self.slash { enter(part + 1, &next) }
                case .set(let isNegated, let ranges):
                    if byte != Self.slash, ranges.contains(where: { $0.contains(byte) }) != isNegated {
                        enter(part + 1, &next)
                    }
                case .some: if byte != Self.slash { enter(part, &next) }
                case .folders:
                    if byte != Self.slash {
                        next.insert(state | 1)
                    } else if state % 2 == 1 {
                        enter(part, &next)
                    }
                case .below:
                    next.insert(state)
                    enter(part + 1, &next)
                }
            }
            guard !next.isEmpty else { return false }
            states = next
        }
        return states.contains(2 * parts.count)
    }

    /// Enters a part, and also the parts after it that may match nothing.
    private func enter(_ part: Int, _ states: inout Set<Int>) {
        states.insert(2 * part)
        guard part < parts.count else { return }
        switch parts[part] {
        case .some, .folders: enter(part + 1, &states)
        default: break
        }
    }
}
