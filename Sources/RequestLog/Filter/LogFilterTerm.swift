/// A part of a filter that was read: what it asks for, and that in words.
struct LogFilterTerm {
    var condition: LogCondition
    var words: String
    /// Whether the words need parentheses beside others: they are joined by `or`, or by `and`.
    var joint = Joint.none

    enum Joint { case none, and, or }

    static let everything = LogFilterTerm(condition: .all([]), words: "")

    /// The words beside those of other terms.
    private func words(within joint: Joint) -> String {
        self.joint == .none || self.joint == joint || words.isEmpty ? words : "(\(words))"
    }

    /// True if all are.
    static func all(_ terms: [LogFilterTerm]) -> LogFilterTerm {
        if terms.count == 1 { return terms[0] }
        return LogFilterTerm(
            condition: .all(terms.map(\.condition)),
            words: terms.map { $0.words(within: .and) }.filter { !$0.isEmpty }.joined(separator: " and "), joint: .and)
    }

    /// True if one is.
    static func any(_ terms: [LogFilterTerm]) -> LogFilterTerm {
        if terms.count == 1 { return terms[0] }
        return LogFilterTerm(
            condition: .any(terms.map(\.condition)),
            words: terms.map { $0.words(within: .or) }.map { $0.isEmpty ? "anything" : $0 }.joined(separator: " or "),
            joint: .or)
    }

    /// True if it is not.
    var negated: LogFilterTerm {
        let words = words.isEmpty ? "anything" : words
        if case .not(let inner) = condition {
            return LogFilterTerm(condition: inner, words: "not (\(words))")
        }
        return LogFilterTerm(condition: .not(condition), words: joint == .none ? "not \(words)" : "not (\(words))")
    }
}
