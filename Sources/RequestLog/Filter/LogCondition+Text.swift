import Base

extension LogCondition {
    /// The condition as the text of a filter; read again, it gives the same condition.
    package var text: String {
        guard case .all(let parts) = self else { return written }
        return parts.map(\.written).joined(separator: " ")
    }

    /// As one term.
    private var written: String {
        switch self {
        case .all(let parts):
            return parts.isEmpty ? "~all" : "(\(parts.map(\.written).joined(separator: " ")))"
        case .any(let parts):
            return parts.isEmpty ? "-~all" : "(\(parts.map(\.written).joined(separator: " OR ")))"
        case .not(let part): return "-\(part.written)"
        case .number(let number, let test): return Self.written(number, test.range)
        case .text(let text, let test):
            return LogFilterKey.name(of: text) + Self.written(test, LogFilterKey.style(of: text))
        case .flag(let flag): return "is:\(LogFilterFlag.name(of: flag))"
        case .header(let side, let name, nil) where name.isEmpty || !name.utf8.allSatisfy(LogFilterKey.isNameByte):
            // `header.a~b` would be a pattern for the header a.
            return Self.presence(side) + ":" + LogFilterWord.quoted(name)
        case .header(let side, let name, let test):
            let key = Self.prefix(side) + (name.isEmpty ? "header" : "header.\(name)")
            return key + (test.map { Self.written($0, .contains) } ?? "")
        case .body(let side, let test): return Self.prefix(side) + "body" + Self.written(test, .contains)
        }
    }

    private static func prefix(_ side: Side) -> String {
        switch side {
        case .request: "req."
        case .response: "res."
        case .either: ""
        }
    }

    private static func presence(_ side: Side) -> String {
        switch side {
        case .request: "has-request-header"
        case .response: "has-response-header"
        case .either: "has-header"
        }
    }

    private static func written(_ number: Number, _ range: ClosedRange<Int64>) -> String {
        let key = LogFilterKey.name(of: number)
        func value(_ value: Int64) -> String {
            switch number {
            case .duration, .firstByte: "\(value)us"
            case .startedAt: LogMoment.written(value)
            default: String(value)
            }
        }
        switch (range.lowerBound, range.upperBound) {
        case (.min, .max): return "\(key):any"
        // No number is written with a sign.
        case (.min, -1) where number != .startedAt: return "\(key)<\(value(0))"
        case (.min, let last): return "\(key)<=\(value(last))"
        case (let first, .max): return "\(key)>=\(value(first))"
        case (let first, let last) where first == last: return "\(key):\(value(first))"
        case (let first, let last): return "\(key):\(value(first))..\(value(last))"
        }
    }

    /// The operator and the value.
    private static func written(_ test: TextTest, _ style: LogFilterKey.Style) -> String {
        switch test {
        case .equals(let text): (style == .equals ? ":" : "=") + LogFilterWord.quoted(text)
        case .contains(let text): (style == .equals ? "*=" : ":") + LogFilterWord.quoted(text)
        case .glob(let glob): ":" + LogFilterWord.written(glob: glob)
        case .pattern(let pattern): "~" + LogFilterWord.written(pattern: pattern.written)
        }
    }
}
