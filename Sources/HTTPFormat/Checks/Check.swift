import Base
import JSONPath
import NetEngine
import Pattern

/// A check of a response, written `?? status == 200` or `# @assert status == 200` (HTTP-FORMAT §14).
package struct Check: Sendable, Hashable {
    /// What the check looks at.
    package enum Subject: Sendable, Hashable {
        case status
        /// A header of the response; the name is case-insensitive.
        case header(String)
        case duration(CheckPhase)
        /// The body, or what the path selects in its JSON.
        case body(path: String?)
        /// A path of properties such as `response.headers.date`; other JavaScript is not evaluated.
        case script(String)
        case xpath(String)
        /// What the cache did, or one detail of it.
        case cache(CacheFact)
        /// The category of the error, or the phase in which it happened.
        case error(phase: Bool)
    }

    package enum CacheFact: String, Sendable, Hashable, CaseIterable { case outcome, stored, reason, age }

    /// How the subject is compared; the raw value is the usual spelling.
    package enum Predicate: String, Sendable, Hashable, CaseIterable {
        case equals = "=="
        case notEquals = "!="
        case greater = ">"
        case greaterOrEqual = ">="
        case less = "<"
        case lessOrEqual = "<="
        case startsWith, endsWith, includes, exists, isFalse, isNumber, isBoolean, isString, isArray, matches
        case sha256, sha512, md5

        /// True if the predicate compares with an expected value.
        package var takesExpected: Bool {
            switch self {
            case .exists, .isFalse, .isNumber, .isBoolean, .isString, .isArray: false
            default: true
            }
        }
    }

    package var subject: Subject
    /// `not` before the predicate.
    package var isNegated = false
    package var predicate: Predicate
    /// As written, quotes included; empty if the predicate takes no value.
    package var expected: String

    package var looksAtBody: Bool {
        switch subject {
        case .body, .xpath: true
        case .script(let expression): [.text, .json].contains(ScriptPath(expression)?.root)
        case .status, .header, .duration, .cache, .error: false
        }
    }

    /// True if the check asserts that something is so, rather than that it is not.
    package var isPositive: Bool { !isNegated && predicate != .notEquals && predicate != .isFalse }
}

/// A phase that `?? duration` can name, in its spelling and in httpYac's.
package enum CheckPhase: String, Sendable, Hashable, CaseIterable {
    case total, queue, dns, connect, tls, send, wait, receive

    /// - Parameter word: a name from the Timing tab, `first-byte`, or httpYac's spelling.
    package init?(word: String) {
        switch word.lowercased() {
        case "firstbyte", "first-byte": self = .wait
        case "download": self = .receive
        case "tcp": self = .connect
        case "request": self = .send
        case let word:
            guard let phase = CheckPhase(rawValue: word) else { return nil }
            self = phase
        }
    }
}

extension Check {
    /// The number of milliseconds in `2 s` or `500 ms`; other text is returned unchanged.
    package static func milliseconds(_ text: String) -> String {
        guard JSONNumber(written: text) == nil else { return text }
        switch MetadataDuration.read(text) {
        case .value(let duration), .doubtful(let duration): return DurationText.milliseconds(duration)
        case .malformed: return text
        }
    }

    /// The error in a pattern, as a clause.
    package static func sentence(_ error: Pattern.SyntaxError) -> String {
        "the pattern cannot be used: \(error.reason), at character \(error.offset + 1)"
    }
}
