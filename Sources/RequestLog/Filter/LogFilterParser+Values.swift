import Base
import NetEngine

/// Values of keys: numbers, moments and texts.
extension LogFilterParser {
    private static let comparisons: Set<Operator> = [
        .colon, .exactly, .equal, .notEqual, .above, .atLeast, .below, .atMost,
    ]

    // MARK: Numbers

    /// Larger numbers are this one. It and what is next to it have 18 digits, so that each condition is read again as it is written.
    private static let largest: Int64 = 900_000_000_000_000_000

    mutating func numbers(
        _ number: LogCondition.Number, _ key: LogFilterKey, _ join: Operator, _ start: Int
    ) throws(LogFilterError) -> LogFilterTerm {
        let context = context
        return try words(key, join, start, allowed: Self.comparisons) { word, join throws(LogFilterError) in
            if word.plain == "any" || word.plain == "none" {
                guard [.colon, .exactly, .equal, .notEqual].contains(join) else {
                    throw LogFilterError(word.range, "'\(word.text)' cannot be compared with \(join.rawValue).")
                }
                let any = LogCondition.number(number, .init(.min ... .max))
                return word.plain == "any" ? (any, "known") : (.not(any), "unknown")
            }
            guard let range = Self.range(word.text, number, context) else {
                throw LogFilterError(word.range, Self.sentence(number, word.text, key.written))
            }
            // A day is over at its end, but more than 1 MB is more than 1,000,000 bytes.
            let last = number == .startedAt || number == .status ? range.upperBound : range.lowerBound
            switch join {
            case .above: return (Self.number(number, Self.next(last), .max), "above \(word.text)")
            case .atLeast: return (Self.number(number, range.lowerBound, .max), "at least \(word.text)")
            case .below: return (Self.number(number, .min, range.lowerBound - 1), "below \(word.text)")
            case .atMost: return (Self.number(number, .min, last), "at most \(word.text)")
            default:
                return (Self.number(number, range.lowerBound, range.upperBound), Self.words(number, word.text, range))
            }
        }
    }

    private static func next(_ value: Int64) -> Int64 { min(value + 1, largest) }

    private static func number(_ number: LogCondition.Number, _ first: Int64, _ last: Int64) -> LogCondition {
        .number(number, .init(min(first, last)...max(first, last)))
    }

    /// What a value covers: `5xx`, `500..599`, `1.2MB` (to the next tenth), `today`. nil if it cannot be read, or ends before it
    /// begins.
    private static func range(
        _ text: String, _ number: LogCondition.Number, _ context: LogFilterContext
    ) -> ClosedRange<Int64>? {
        guard let dots = text.firstRange(of: "..") else { return single(text, number, context) }
        let (first, last) = (String(text[..<dots.lowerBound]), String(text[dots.upperBound...]))
        guard let start = single(first, number, context), let end = single(last, number, context) else { return nil }
        // The end of a range is what is written, not the step that it is rounded to: `200ms..1s` ends at 1 s.
        let upper = number == .startedAt || number == .status ? end.upperBound : end.lowerBound
        return start.lowerBound <= upper ? start.lowerBound...upper : nil
    }

    private static func single(
        _ text: String, _ number: LogCondition.Number, _ context: LogFilterContext
    ) -> ClosedRange<Int64>? {
        switch number {
        case .startedAt:
            return LogMoment.read(text, now: context.now, zone: context.zone).map {
                $0.lowerBound.microsecondsSince1970...$0.upperBound.microsecondsSince1970
            }
        case .duration, .firstByte: return stepped(text) { LogDuration.microseconds($0) }
        case .size, .requestSize:
            // Whole bytes as they are: a Double has no room for all digits.
            return stepped(text) { text in
                text.lowercased() == "none" ? nil : whole(text) ?? ByteSize.read(text).map(Int64.init)
            }
        case .status: return status(text)
        case .id, .pid, .attempts, .redirects, .line:
            guard let value = whole(text) else { return nil }
            return value...value
        }
    }

    /// A value and all that is rounded down to it: 1.2 MB is below 1.3 MB.
    private static func stepped(_ text: String, _ read: (String) -> Int64?) -> ClosedRange<Int64>? {
        guard let value = read(text).map({ min($0, largest) }) else { return nil }
        var digits = text.utf8.prefix { ASCII.isDigit($0) || $0 == Byte.dot }.map { byte in
            byte == Byte.dot ? byte : UInt8(ascii: "0")
        }
        guard let last = digits.lastIndex(of: UInt8(ascii: "0")) else { return nil }
        digits[last] = UInt8(ascii: "1")
        let step = read(String(decoding: digits, as: UTF8.self) + String(text.dropFirst(digits.count))) ?? 1
        return value...min(largest, value + max(1, min(step, largest)) - 1)
    }

    /// `404`, `40x`, `5xx`, `4**`.
    private static func status(_ text: String) -> ClosedRange<Int64>? {
        let digits = text.prefix { $0.isASCII && $0.isNumber }
        let rest = text.dropFirst(digits.count)
        guard !digits.isEmpty, rest.isEmpty || text.utf8.count == 3, rest.allSatisfy({ "xX*?".contains($0) }),
            let first = whole(String(digits))
        else { return nil }
        let step = rest.reduce(Int64(1)) { step, _ in step * 10 }
        return first * step...first * step + step - 1
    }

    private static func whole(_ text: String) -> Int64? {
        guard !text.isEmpty, text.utf8.count <= 18, text.utf8.allSatisfy(ASCII.isDigit) else { return nil }
        return Int64(text).map { min($0, largest) }
    }

    private static func words(_ number: LogCondition.Number, _ text: String, _ range: ClosedRange<Int64>) -> String {
        if number == .status, range.count > 1 { return "\(range.lowerBound) to \(range.upperBound)" }
        return text.replacing("..", with: " to ", maxReplacements: 1)
    }

    private static func sentence(_ number: LogCondition.Number, _ text: String, _ key: String) -> String {
        let example: String
        switch number {
        case .status: example = "\(key):404, \(key):5xx, \(key)>=400 or \(key):500..599"
        case .duration, .firstByte: example = "\(key)>500ms, \(key)<1.5s or \(key):200ms..1s"
        case .size, .requestSize: example = "\(key)>1MB, \(key)<10k or \(key):10k..20k"
        case .startedAt: example = "\(key):today, \(key)>10m or \(key):2026-11-20..2026-11-22"
        case .id, .pid, .attempts, .redirects, .line: example = "\(key):3, \(key)>3 or \(key):3..9"
        }
        return "'\(text)' cannot be read here; write for example \(example)."
    }

    // MARK: Moments and sizes with the comparison in the key

    mutating func moments(
        _ key: LogFilterKey, _ join: Operator, _ start: Int
    ) throws(LogFilterError) -> LogFilterTerm {
        let context = context
        var kind = Operator.atLeast
        if case .until = key.kind { kind = .atMost }
        if case .before = key.kind { kind = .below }
        return try words(key, join, start, allowed: [.colon, .exactly, .equal]) { word, _ throws(LogFilterError) in
            guard let range = Self.single(word.text, .startedAt, context) else {
                throw LogFilterError(
                    word.range,
                    "'\(word.text)' is not a time; write for example \(key.written):10m, \(key.written):today or \(key.written):2026-11-20."
                )
            }
            let isAgo = LogDuration.microseconds(word.text, unitIsOptional: false) != nil
            let said = word.text + (isAgo ? " ago" : "")
            switch kind {
            case .atMost: return (.number(.startedAt, .init(.min...range.upperBound)), said)
            case .below: return (.number(.startedAt, .init(.min...(range.lowerBound - 1))), said)
            default: return (.number(.startedAt, .init(range.lowerBound ... .max)), said)
            }
        }
    }

    mutating func sizes(_ key: LogFilterKey, _ join: Operator, _ start: Int) throws(LogFilterError) -> LogFilterTerm {
        let context = context
        var isLarger = false
        if case .largerThan = key.kind { isLarger = true }
        return try list(
            key.written, join, start, allowed: [.colon, .exactly, .equal], words: "size \(isLarger ? "above" : "below")"
        ) { parser, _ throws(LogFilterError) in
            let word = try parser.word(endsAtComma: true)
            guard let range = Self.single(word.text, .size, context) else {
                throw LogFilterError(
                    word.range.isEmpty ? start..<parser.place : word.range, Self.sentence(.size, word.text, "size"))
            }
            return isLarger
                ? (.number(.size, .init(Self.next(range.lowerBound) ... .max)), word.text)
                : (.number(.size, .init(.min...(range.lowerBound - 1))), word.text)
        }
    }

    // MARK: Texts

    mutating func texts(
        _ key: LogFilterKey, _ join: Operator, _ start: Int, style: LogFilterKey.Style, _ text: LogCondition.Text
    ) throws(LogFilterError) -> LogFilterTerm {
        let values = LogFilterKey.values(of: text)
        return try tests(join, start, words: key.written.lowercased(), style: style, orNone: text, values: values) {
            .text(text, $0)
        }
    }

    /// - Parameters:
    ///   - orNone: the text that `none` says is missing.
    ///   - values: all that there are, if they are known.
    mutating func tests(
        _ join: Operator, _ start: Int, words name: String, style: LogFilterKey.Style = .contains,
        orNone: LogCondition.Text? = nil, values: [String]? = nil, _ make: (LogCondition.TextTest) -> LogCondition
    ) throws(LogFilterError) -> LogFilterTerm {
        let allowed: Set<Operator> = [
            .colon, .exactly, .equal, .notEqual, .containing, .matching, .notMatching,
        ]
        let written = String(decoding: bytes[start..<place], as: UTF8.self)
        return try list(name, join, start, allowed: allowed) { parser, join throws(LogFilterError) in
            let isPattern = join == .matching || join == .notMatching
            if isPattern || style != .containsPath, let pattern = try parser.slashedPattern(endsAtComma: true) {
                return (make(.pattern(pattern)), "matching \(pattern.written)")
            }
            let word = try parser.word(endsAtComma: !isPattern)
            guard !word.isEmpty else {
                throw LogFilterError(start..<parser.place, "\(written) needs a value.")
            }
            if isPattern {
                let pattern = try parser.pattern(in: word)
                return (make(.pattern(pattern)), "matching \(pattern.written)")
            }
            if join != .containing, let orNone, word.plain == "none" {
                return (.not(.text(orNone, .glob("*"))), "none")
            }
            let test = Self.test(word, join, style)
            if let values, case .equals(let value) = test, !values.contains(value.lowercased()) {
                let near = NameSuggestion.nearest(to: value, among: values)
                let advice = near.map { "Did you mean \($0)?" } ?? "There are \(values.joined(separator: ", "))."
                throw LogFilterError(word.range, "There is no \(name) '\(value)'. \(advice)", replacement: near)
            }
            return (make(test), Self.words(test, style))
        }
    }

    private static func test(
        _ word: LogFilterWord, _ join: Operator, _ style: LogFilterKey.Style
    ) -> LogCondition.TextTest {
        if join == .containing { return .contains(word.text) }
        let star = word.hasWildcard([Byte.asterisk])
        if star || (style != .containsPath && word.hasWildcard([Byte.questionMark])) { return .glob(word.text) }
        let isWhole = join != .colon || style == .equals
        return isWhole ? .equals(word.text) : .contains(word.text)
    }

    private static func words(_ test: LogCondition.TextTest, _ style: LogFilterKey.Style) -> String {
        switch test {
        case .equals(let text): style == .equals ? LogFilterWord.quoted(text) : "exactly \(LogFilterWord.quoted(text))"
        case .contains(let text): style == .equals ? "with \(LogFilterWord.quoted(text))" : LogFilterWord.quoted(text)
        case .glob(let glob): LogFilterWord.written(glob: glob)
        case .pattern(let pattern): "matching \(pattern.written)"
        }
    }

    /// A pattern after `~`, which may be in slashes within its quotation marks.
    func pattern(in word: LogFilterWord) throws(LogFilterError) -> LogPattern {
        let text = word.text
        guard !text.isEmpty else { throw LogFilterError(word.range, "The pattern is empty, and matches everything.") }
        if text.utf8.count > 2, text.utf8.first == UInt8(ascii: "/") {
            let flags = text.utf8.reversed().prefix { $0 != UInt8(ascii: "/") }
            let body = text.utf8.dropFirst().dropLast(flags.count + 1)
            if flags.count <= 1, flags.allSatisfy({ $0 == UInt8(ascii: "c") || $0 == UInt8(ascii: "i") }), !body.isEmpty
            {
                return try pattern(
                    String(decoding: body, as: UTF8.self), ignoresCase: flags.first != UInt8(ascii: "c"), word.range)
            }
        }
        return try pattern(text, word.range)
    }
}
