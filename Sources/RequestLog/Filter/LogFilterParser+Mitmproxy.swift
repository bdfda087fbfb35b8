import Base
import NetEngine

/// The filters of mitmproxy: `~m POST & ~c 404`, with regular expressions that ignore case.
extension LogFilterParser {
    /// Takes a letter or two after a tilde, with the value of those that have one; nil if it is not known.
    mutating func mitmproxyTerm() throws(LogFilterError) -> LogFilterTerm? {
        let start = place
        var end = place + 1
        while end < bytes.count, ASCII.isLetter(bytes[end]) { end += 1 }
        guard isDelimiter(at: end) else { return nil }
        let name = String(decoding: bytes[start + 1..<end], as: UTF8.self)
        place = end
        skipSpace()
        if let (condition, words) = Self.flags[name] {
            try count(condition.testCount, start..<end)
            return LogFilterTerm(condition: condition, words: words)
        }
        if name == "c" {
            let term = try numbers(.status, LogFilterKey(.status), .colon, start)
            skipSpace()
            return term
        }
        guard let (words, make) = Self.patterns[name] else {
            let near = NameSuggestion.nearest(to: name, among: Array(Self.flags.keys) + Self.patterns.keys + ["c"])
            throw LogFilterError(
                start..<end,
                "There is no ~\(name) here. ~m ~d ~u ~c ~b ~bq ~bs ~h ~hq ~hs ~t ~q ~s ~e are known, and keys such as method:POST.",
                replacement: near.map { "~\($0)" })
        }
        let word = try word(endsAtComma: false)
        guard !word.isEmpty else { throw LogFilterError(start..<end, "~\(name) needs a value.") }
        skipSpace()
        try count(1, start..<place)
        let source = word.text
        let isLiteral = source.utf8.allSatisfy {
            ASCII.isLetter($0) || ASCII.isDigit($0) || $0 >= 0x80 || " -_/:,;=&%#@\"'<>~".utf8.contains($0)
        }
        if isLiteral {
            return LogFilterTerm(condition: make(.contains(source)), words: "\(words) \(LogFilterWord.quoted(source))")
        }
        let pattern = try pattern(source, word.range)
        return LogFilterTerm(condition: make(.pattern(pattern)), words: "\(words) matching \(pattern.written)")
    }

    private static let hasStatus = LogCondition.number(.status, .init(.min ... .max))

    private static let flags: [String: (LogCondition, String)] = [
        "q": (.not(hasStatus), "no response"),
        "s": (hasStatus, "a response"),
        // An error status of a server is not an error there, and it knows no checks.
        "e": (
            .all([
                .text(.category, .glob("*")),
                .not(
                    .any([
                        .text(.category, .equals(ErrorCategory.clientError.rawValue)),
                        .text(.category, .equals(ErrorCategory.serverError.rawValue)),
                        .text(.category, .equals(ErrorCategory.unexpectedStatus.rawValue)),
                    ])),
            ]), "failed without an error status"
        ),
        "marked": (.flag(.pinned), "pinned"),
        "replay": (.flag(.resent), "resent"),
        "all": (.all([]), "anything"),
        "http": (.all([]), "anything"),
    ]

    private static let patterns: [String: (String, @Sendable (LogCondition.TextTest) -> LogCondition)] = [
        "m": ("method", { .text(.method, $0) }),
        "d": ("host", { .text(.host, $0) }),
        "u": ("url", { .text(.url, $0) }),
        "t": ("type", { .text(.contentType, $0) }),
        "ts": ("type", { .text(.contentType, $0) }),
        "b": ("body", { .body(.either, $0) }),
        "bq": ("request body", { .body(.request, $0) }),
        "bs": ("response body", { .body(.response, $0) }),
        "h": ("header line", { .header(.either, name: "", $0) }),
        "hq": ("request header line", { .header(.request, name: "", $0) }),
        "hs": ("response header line", { .header(.response, name: "", $0) }),
        "comment": ("tag", { .text(.tag, $0) }),
    ]
}
