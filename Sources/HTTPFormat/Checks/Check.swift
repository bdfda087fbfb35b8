import Base
import JSONPath
import Pattern

/// A check of an answer, as `?? status == 200` or `# @assert status == 200` asks for it (HTTP-FORMAT §14).
package struct Check: Sendable, Hashable {
    /// What is looked at.
    package enum Subject: Sendable, Hashable {
        case status
        /// A field of the answer; its name without regard to case.
        case header(String)
        case duration(CheckPhase)
        /// The body; with a path, what that selects in its JSON.
        case body(path: String?)
        /// A path of properties such as `response.headers.date`; anything else is not evaluated.
        case script(String)
        case xpath(String)
        /// The cache's outcome, or what a word behind it asks for.
        case cache(CacheFact)
        /// The category of the error, or its phase.
        case error(phase: Bool)
    }

    package enum CacheFact: String, Sendable, Hashable, CaseIterable { case outcome, stored, reason, age }

    /// How it is looked at; the raw value is the first spelling of each.
    package enum Predicate: String, Sendable, Hashable, CaseIterable {
        case equals = "=="
        case notEquals = "!="
        case greater = ">"
        case greaterOrEqual = ">="
        case less = "<"
        case lessOrEqual = "<="
        case startsWith, endsWith, includes, exists, isFalse, isNumber, isBoolean, isString, isArray, matches
        case sha256, sha512, md5

        /// Whether it compares with something.
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
    /// As written, quotes and all; empty where there is none.
    package var expected: String

    package var looksAtBody: Bool {
        switch subject {
        case .body, .xpath: true
        case .script(let expression): [.text, .json].contains(ScriptPath(expression)?.root)
        case .status, .header, .duration, .cache, .error: false
        }
    }

    /// Whether it asks for something to be as it says, and not to be otherwise.
    package var isPositive: Bool { !isNegated && predicate != .notEquals && predicate != .isFalse }
}

/// A phase that `?? duration` can name, in its spelling and in httpYac's.
package enum CheckPhase: String, Sendable, Hashable, CaseIterable {
    case total, queue, dns, connect, tls, send, wait, receive

    /// - Parameter word: as in the Timing tab, `first-byte`, or one of httpYac's.
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
    /// `items[0].id` as `$.items[0].id`.
    package static func rooted(_ path: String) -> String {
        if path.hasPrefix("$") { return path }
        return path.hasPrefix("[") || path.hasPrefix(".") ? "$" + path : "$." + path
    }

    /// `2 s` and `500 ms` as a number of milliseconds; anything else as it is.
    package static func milliseconds(_ text: String) -> String {
        guard JSONNumber(written: text) == nil else { return text }
        switch MetadataDuration.read(text) {
        case .value(let duration), .doubtful(let duration): return DurationText.milliseconds(duration, places: 3)
        case .malformed: return text
        }
    }

    /// Why a pattern cannot be used.
    package static func sentence(_ fault: Pattern.SyntaxError) -> String {
        "the pattern cannot be used: \(fault.reason), at character \(fault.offset + 1)"
    }
}
