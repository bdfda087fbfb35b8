import Base
import NetEngine

/// Terms with a key, and free text.
extension LogFilterParser {
    /// How a key and its value are joined.
    enum Operator: String, CaseIterable {
        // Longer ones first.
        case notEqual = "!="
        case notMatching = "!~"
        case atLeast = ">="
        case atMost = "<="
        case equal = "=="
        case containing = "*="
        case above = ">"
        case below = "<"
        case matching = "~"
        case exactly = "="
        case colon = ":"
    }

    mutating func predicate() throws(LogFilterError) -> LogFilterTerm {
        let start = place
        if let pattern = try slashedPattern(endsAtComma: false) {
            skipSpace()
            try count(2, start..<place)
            return LogFilterTerm(
                condition: .any([.text(.name, .pattern(pattern)), .text(.url, .pattern(pattern))]),
                words: "name or URL matching \(pattern.written)")
        }
        if let (name, join) = keyAndOperator() {
            if let key = LogFilterKey(name) {
                let term = try value(of: key, join, start)
                skipSpace()
                return term
            }
            place = start
            try refuse(unknownKey: name, join)
        }
        place = start
        let word = try word(endsAtComma: false)
        skipSpace()
        guard let plain = word.plain, let key = LogFilterKey(plain), key.standsAlone else { return try freeText(word) }
        guard case .header(let side, let name?) = key.kind else { return try freeText(word) }
        try count(1, word.range)
        return LogFilterTerm(condition: .header(side, name: name, nil), words: Self.header(side, name))
    }

    /// Searches names, URLs and statuses.
    private mutating func freeText(_ word: LogFilterWord) throws(LogFilterError) -> LogFilterTerm {
        let text = word.text
        guard !text.isEmpty else { throw LogFilterError(word.range, "There is no text to search for.") }
        var tests: [LogCondition] = [.text(.name, .contains(text)), .text(.url, .contains(text))]
        if (1...3).contains(text.utf8.count), text.utf8.allSatisfy(ASCII.isDigit), let status = Int64(text) {
            tests.append(.number(.status, .init(status...status)))
        }
        try count(tests.count, word.range)
        return LogFilterTerm(condition: .any(tests), words: "text \(LogFilterWord.quoted(text))")
    }

    // MARK: Keys

    /// Takes a name and what joins it to its value; nil if that is not here.
    private mutating func keyAndOperator() -> (String, Operator)? {
        var end = place
        guard end < bytes.count, ASCII.isLetter(bytes[end]) else { return nil }
        while end < bytes.count, LogFilterKey.isNameByte(bytes[end]) {
            countWork(1)
            end += 1
        }
        let name = String(decoding: bytes[place..<end], as: UTF8.self)
        // The beginning of a URL.
        if bytes[end...].starts(with: "://".utf8) { return nil }
        guard let join = Self.joiner(in: bytes[end...]) else { return nil }
        place = end + join.rawValue.utf8.count
        guard join == .colon, let second = Self.joiner(in: bytes[place...]), second != .colon, second != .notEqual,
            second != .notMatching, second != .containing
        else { return (name, join) }
        // As in `status:>=400`.
        place += second.rawValue.utf8.count
        return (name, second)
    }

    private static func joiner(in bytes: ArraySlice<UInt8>) -> Operator? {
        Operator.allCases.first { bytes.starts(with: $0.rawValue.utf8) }
    }

    /// Throws unless what looks like a key is more probably text: `localhost:8080`.
    private func refuse(unknownKey name: String, _ join: Operator) throws(LogFilterError) {
        let range = place..<place + name.utf8.count
        let near = NameSuggestion.nearest(to: name, among: LogFilterKey.allNames.filter { !$0.hasSuffix(".") })
        let next = range.upperBound + 1 < bytes.count ? bytes[range.upperBound + 1] : nil
        if join == .colon, near == nil, next.map(ASCII.isDigit) ?? false { return }
        let advice = near.map { "Did you mean \($0)?" } ?? "To search for the text, put it in quotation marks."
        throw LogFilterError(range, "There is no key '\(name)'. \(advice)", replacement: near)
    }

    private mutating func value(
        of key: LogFilterKey, _ join: Operator, _ start: Int
    ) throws(LogFilterError) -> LogFilterTerm {
        switch key.kind {
        case .number(let number): return try numbers(number, key, join, start)
        case .text(let text): return try texts(key, join, start, style: LogFilterKey.style(of: text), text)
        case .scheme:
            let term = try words(key, join, start, allowed: [.colon, .exactly, .equal, .notEqual]) { word, _ in
                (.text(.url, .glob("\(word.text)://*")), word.text)
            }
            return term
        case .since, .until, .before: return try moments(key, join, start)
        case .largerThan, .smallerThan: return try sizes(key, join, start)
        case .header(let side, let name?):
            return try tests(join, start, words: name.isEmpty ? Self.header(side, "line") : Self.header(side, name)) {
                .header(side, name: name, $0)
            }
        case .header(let side, nil):
            return try words(key, join, start, allowed: [.colon, .exactly, .equal]) { word, _ in
                (.header(side, name: word.text, nil), word.text)
            }
        case .body(let side):
            return try tests(join, start, words: Self.side(side) + "body") { .body(side, $0) }
        case .flag: return try flags(key, join, start)
        case .saved: return try saved(key, join, start)
        }
    }

    static func side(_ side: LogCondition.Side) -> String {
        switch side {
        case .request: "request "
        case .response: "response "
        case .either: ""
        }
    }

    static func header(_ side: LogCondition.Side, _ name: String) -> String { "\(Self.side(side))header \(name)" }

    // MARK: Values

    /// The values of a term, separated by commas: one of them must fit, or none of them with `!=`.
    mutating func words(
        _ key: LogFilterKey, _ join: Operator, _ start: Int, allowed: Set<Operator>,
        _ read: (LogFilterWord, Operator) throws(LogFilterError) -> (LogCondition, String)
    ) throws(LogFilterError) -> LogFilterTerm {
        try list(key.written, join, start, allowed: allowed) { parser, join throws(LogFilterError) in
            let word = try parser.word(endsAtComma: true)
            guard !word.isEmpty else {
                throw LogFilterError(start..<parser.place, "\(key.written)\(join.rawValue) needs a value.")
            }
            return try read(word, join)
        }
    }

    mutating func list(
        _ name: String, _ join: Operator, _ start: Int, allowed: Set<Operator>, words named: String? = nil,
        _ read: (inout LogFilterParser, Operator) throws(LogFilterError) -> (LogCondition, String)
    ) throws(LogFilterError) -> LogFilterTerm {
        guard allowed.contains(join) else {
            let end = place
            throw LogFilterError(start..<end, "\(name) cannot be used with \(join.rawValue); write \(name):VALUE.")
        }
        var conditions: [LogCondition] = []
        var words: [String] = []
        repeat {
            let (condition, said) = try read(&self, join)
            try count(condition.testCount, start..<place)
            conditions.append(condition)
            words.append(said)
        } while take(Byte.comma)
        let isNegative = join == .notEqual || join == .notMatching
        let named = named ?? name
        let term = LogFilterTerm(
            condition: conditions.count == 1 ? conditions[0] : .any(conditions),
            words: "\(named)\(isNegative ? " not" : "") \(words.joined(separator: " or "))",
            joint: words.count > 1 ? .or : .none)
        guard isNegative else { return term }
        return LogFilterTerm(condition: term.negated.condition, words: term.words, joint: term.joint)
    }

    private mutating func take(_ byte: UInt8) -> Bool {
        guard current == byte else { return false }
        place += 1
        return true
    }

    private mutating func flags(
        _ key: LogFilterKey, _ join: Operator, _ start: Int
    ) throws(LogFilterError) -> LogFilterTerm {
        let pid = context.pid
        let term = try words(key, join, start, allowed: [.colon, .exactly, .equal, .notEqual]) {
            word, _ throws(LogFilterError) in
            guard let flag = LogFilterFlag.named(word.text, pid: pid) else {
                let near = NameSuggestion.nearest(to: word.text, among: LogFilterFlag.allNames)
                let advice =
                    near.map { "Did you mean is:\($0)?" } ?? "There are \(LogFilterFlag.names.joined(separator: ", "))."
                throw LogFilterError(word.range, "There is no is:\(word.text). \(advice)", replacement: near)
            }
            return (.flag(flag), LogFilterFlag.words(for: flag, pid: pid))
        }
        return LogFilterTerm(
            condition: term.condition, words: term.words.replacing("\(key.written) ", with: "", maxReplacements: 1),
            joint: term.joint)
    }

    private mutating func saved(
        _ key: LogFilterKey, _ join: Operator, _ start: Int
    ) throws(LogFilterError) -> LogFilterTerm {
        guard join == .colon || join == .exactly else {
            throw LogFilterError(start..<place, "saved cannot be used with \(join.rawValue); write saved:NAME.")
        }
        let word = try word(endsAtComma: false)
        let name = word.text
        guard let text = context.saved[name] else {
            let near = NameSuggestion.nearest(to: name, among: context.saved.keys)
            let advice = near.map { " Did you mean \($0)?" } ?? ""
            throw LogFilterError(word.range, "There is no saved filter '\(name)'.\(advice)", replacement: near)
        }
        guard !savedNames.contains(name) else {
            throw LogFilterError(word.range, "The saved filter '\(name)' contains itself.")
        }
        guard savedNames.count < Self.maxDepth else {
            throw LogFilterError(word.range, "Saved filters can be nested at most \(Self.maxDepth) deep.")
        }
        var inner = LogFilterParser(text, context)
        inner.savedNames = savedNames + [name]
        // An empty one counts too: filters that name each other many times would take for ever.
        inner.testCount = testCount
        do throws(LogFilterError) {
            try inner.count(1, 0..<0)
            let term = try inner.parse()
            testCount = inner.testCount
            return term
        } catch {
            throw LogFilterError(word.range, "The saved filter '\(name)' cannot be read: \(error.sentence)")
        }
    }
}
