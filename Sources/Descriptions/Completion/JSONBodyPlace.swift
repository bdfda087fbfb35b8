import Base
import JSONPath
import NetEngine

/// The place of the cursor in a JSON body that is being typed: broken, cut short, with `{{variables}}` and comment lines.
struct JSONBodyPlace: Sendable, Hashable {
    enum Kind: Sendable, Hashable { case name, value }

    /// From the root to the value at the cursor; for a name, to the object that it is typed in.
    private(set) var path: [MemberStep]
    private(set) var kind: Kind
    /// What is typed of it, from its quotation mark to the cursor.
    private(set) var typed: Range<Int>
    /// The names that the object has already, before and after the cursor.
    private(set) var names: Set<String> = []
    /// Whether a quotation mark follows the cursor.
    private(set) var isClosed = false
    /// Whether a colon follows the name.
    private(set) var hasColon = false

    /// Deeper bodies are not read.
    static let mostLevels = 1_000

    /// - Returns: nil where neither a name nor a value can be typed: after a value, within a variable or a comment, in the
    ///   middle of a string.
    init?(_ text: [UInt8], at offset: Int) {
        guard offset >= 0, offset <= text.count else { return nil }
        var scan = JSONBodyScan(text, offset)
        guard let found = scan.find() else { return nil }
        kind = found.kind
        typed = found.start..<offset
        guard let path = scan.path(to: found.kind) else { return nil }
        self.path = path
        var next = offset
        if next < text.count, text[next] == Byte.quote, found.isString {
            isClosed = true
            next += 1
        }
        guard kind == .name else { return }
        var colon = next
        while colon < text.count, JSONText.isSpace(text[colon]) { colon += 1 }
        hasColon = colon < text.count && text[colon] == Byte.colon
        names = scan.namesOfObject(from: next)
    }
}

/// Reads a text to a place in one pass, without going into itself.
private struct JSONBodyScan {
    struct Found {
        var kind: JSONBodyPlace.Kind
        var start: Int
        var isString: Bool
    }

    private struct Level {
        var isObject: Bool
        /// The member whose value comes or came last.
        var name: String?
        var index = 0
        /// Whether a value may follow: after a colon, and in an array after a comma.
        var takesValue: Bool
        /// Whether a name may follow: after a brace and a comma.
        var takesName: Bool
        var names: Set<String> = []
    }

    private let text: [UInt8]
    private let offset: Int
    private var place = 0
    private var levels: [Level] = []
    private var takesRoot = true

    init(_ text: [UInt8], _ offset: Int) {
        self.text = text
        self.offset = offset
    }

    /// Reads to the offset.
    mutating func find() -> Found? {
        while place < offset {
            let start = place
            switch step() {
            case .token(let isString) where place > offset || place == offset && !(isString && isWhole(start)):
                return found(start, isString: isString, end: place)
            case .token(let isString): take(start, isString: isString)
            case .skipped where place > offset || place == offset && isUnclosed(start): return nil
            case .skipped, .mark: break
            case .tooDeep: return nil
            }
        }
        return found(offset, isString: false, end: offset)
    }

    private enum Step {
        case token(isString: Bool)
        case mark, skipped, tooDeep
    }

    /// One token, mark, comment, or run of spaces.
    private mutating func step() -> Step {
        let byte = text[place]
        let next = place + 1 < text.count ? text[place + 1] : 0
        switch byte {
        case Byte.quote:
            endString()
            return .token(isString: true)
        case Byte.openBrace where next == Byte.openBrace:
            while place < text.count, text[place] != Byte.lineFeed, !endsVariable { place += 1 }
            if endsVariable { place += 2 }
            value()
            return .skipped
        case Byte.hash,
            Byte.slash where byte == Byte.hash || next == Byte.slash:
            while place < text.count, text[place] != Byte.lineFeed { place += 1 }
            return .skipped
        case Byte.openBrace, Byte.openBracket:
            guard levels.count < JSONBodyPlace.mostLevels else { return .tooDeep }
            let isObject = byte == Byte.openBrace
            value()
            levels.append(Level(isObject: isObject, takesValue: !isObject, takesName: isObject))
        case Byte.closeBrace, Byte.closeBracket: _ = levels.popLast()
        case Byte.colon:
            if let last = levels.indices.last, levels[last].isObject {
                (levels[last].takesName, levels[last].takesValue) = (false, levels[last].name != nil)
            }
        case Byte.comma:
            if let last = levels.indices.last {
                if levels[last].isObject {
                    (levels[last].name, levels[last].takesName, levels[last].takesValue) = (nil, true, false)
                } else {
                    levels[last].index += 1
                    levels[last].takesValue = true
                }
            }
        case _ where JSONText.isSpace(byte): break
        case _ where Self.isWord(byte):
            while place < text.count, Self.isWord(text[place]) { place += 1 }
            return .token(isString: false)
        default: break
        }
        place += 1
        return .mark
    }

    private var endsVariable: Bool {
        place + 1 < text.count && text[place] == Byte.closeBrace && text[place + 1] == Byte.closeBrace
    }

    private static func isWord(_ byte: UInt8) -> Bool {
        LineText.isLetter(byte) || LineText.isDigit(byte) || byte == Byte.minus || byte == Byte.dot
            || byte == Byte.plus || byte == Byte.underscore || byte == Byte.dollar || byte >= 0x80
    }

    /// To the end of the string, or of its line: no string goes on in the next one.
    private mutating func endString() {
        place += 1
        while place < text.count {
            switch text[place] {
            case Byte.backslash: place += place + 1 < text.count && text[place + 1] != Byte.lineFeed ? 2 : 1
            case Byte.quote:
                place += 1
                return
            case Byte.lineFeed: return
            default: place += 1
            }
        }
    }

    /// Whether the string that ends here has its closing quotation mark.
    private func isWhole(_ start: Int) -> Bool {
        guard place - start >= 2, text[place - 1] == Byte.quote else { return false }
        var slashes = 0
        while place - 2 - slashes > start, text[place - 2 - slashes] == Byte.backslash { slashes += 1 }
        return slashes.isMultiple(of: 2)
    }

    /// Whether what was skipped is a comment, or a variable without its end: more of it may follow.
    private func isUnclosed(_ start: Int) -> Bool {
        text[start] != Byte.openBrace || place - start < 4 || text[place - 1] != Byte.closeBrace
    }

    /// What a token is that the cursor is in, or behind.
    private func found(_ start: Int, isString: Bool, end: Int) -> Found? {
        if end > offset {
            // In the middle of a string or word an item would be written into it.
            guard isString, isWhole(start) ? end == offset + 1 : !Self.isWord(text[offset]) else { return nil }
        }
        let isValue = levels.last?.takesValue ?? takesRoot
        // Before a value that is there already.
        if isValue, start == offset, hasTokenAhead { return nil }
        guard let level = levels.last else {
            return takesRoot ? Found(kind: .value, start: start, isString: isString) : nil
        }
        if level.takesValue { return Found(kind: .value, start: start, isString: isString) }
        return level.takesName ? Found(kind: .name, start: start, isString: isString) : nil
    }

    /// Whether a value follows the cursor on its line.
    private var hasTokenAhead: Bool {
        let next = text[offset...].first { $0 != Byte.space && $0 != Byte.tab }
        guard let next else { return false }
        return next == Byte.quote || next == Byte.openBrace || next == Byte.openBracket || Self.isWord(next)
    }

    /// A whole token stands here.
    private mutating func take(_ start: Int, isString: Bool) {
        if let last = levels.indices.last, levels[last].takesName {
            let name = isString ? string(start) : String(decoding: text[start..<place], as: UTF8.self)
            levels[last].name = name
            levels[last].names.insert(name)
            levels[last].takesName = false
        } else {
            value()
        }
    }

    private func string(_ start: Int) -> String {
        let whole = isWhole(start)
        let inside = text[(start + 1)..<(whole ? place - 1 : place)]
        if whole, inside.contains(Byte.backslash), let tree = try? JSONTree.parse(Array(text[start..<place])) {
            return String(decoding: tree.string(0), as: UTF8.self)
        }
        return String(decoding: inside, as: UTF8.self)
    }

    private mutating func value() {
        guard let last = levels.indices.last else {
            takesRoot = false
            return
        }
        levels[last].takesValue = false
    }

    /// - Returns: nil below an object whose member has no name.
    func path(to kind: JSONBodyPlace.Kind) -> [MemberStep]? {
        var steps: [MemberStep] = []
        for level in kind == .name ? levels.dropLast() : levels[...] {
            if !level.isObject {
                steps.append(.index(level.index))
            } else if let name = level.name {
                steps.append(.name(name))
            } else {
                return nil
            }
        }
        return steps
    }

    /// The names of the object in which the cursor is, those after it included.
    mutating func namesOfObject(from next: Int) -> Set<String> {
        let depth = levels.count
        guard depth > 0 else { return [] }
        // The comma before the next name may still be missing.
        levels[depth - 1].takesName = true
        place = max(place, next)
        while place < text.count {
            // The end of the object; its level must stay.
            if levels.count == depth, text[place] == Byte.closeBrace || text[place] == Byte.closeBracket { break }
            let start = place
            switch step() {
            case .token(let isString): take(start, isString: isString)
            case .tooDeep: return levels[depth - 1].names
            case .mark, .skipped: break
            }
        }
        return levels[depth - 1].names
    }
}
