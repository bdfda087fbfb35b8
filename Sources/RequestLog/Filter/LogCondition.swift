import Base
import Pattern

/// What rows of the request log must be. The screen, commands, exports and deletion all use this one form; `LogReader` looks it
/// up in the database.
package indirect enum LogCondition: Sendable, Hashable {
    /// True if all are; true without any.
    case all([LogCondition])
    /// True if one is; false without any.
    case any([LogCondition])
    case not(LogCondition)
    /// False where the row has no such number.
    case number(Number, NumberTest)
    /// False where the row has no such text.
    case text(Text, TextTest)
    case flag(Flag)
    /// Whether a header of that name, compared without case, has a value that passes; nil means any value. With an empty name,
    /// whether any header passes as a line `Name: value`. Needs the stored exchange.
    case header(Side, name: String, TextTest?)
    /// Whether a stored body passes. Needs the stored exchange.
    case body(Side, TextTest)

    package enum Side: Sendable, Hashable { case request, response, either }

    package enum Number: String, Sendable, Hashable, CaseIterable {
        case id, status
        /// In microseconds.
        case duration, firstByte
        /// Body bytes; `size` is that of the response.
        case requestSize, size
        /// In microseconds since 1970.
        case startedAt
        case pid, attempts, redirects, line
    }

    package struct NumberTest: Sendable, Hashable {
        /// Both ends belong to it.
        package var range: ClosedRange<Int64>
        package init(_ range: ClosedRange<Int64>) { self.range = range }
    }

    package enum Text: String, Sendable, Hashable, CaseIterable {
        case method, url, host, path, name, file, collection, environment, run, source, process, category, phase, cache
        case contentType, tag
    }

    /// "Without case" is about the letters of ASCII, as in SQLite.
    package enum TextTest: Sendable, Hashable {
        /// Without case.
        case equals(String)
        /// `*` stands for any text, `?` for one character; without case; all of the value must fit.
        case glob(String)
        /// Without case.
        case contains(String)
        case pattern(LogPattern)
    }

    package enum Flag: Sendable, Hashable {
        /// Failed: with a failed check, or an error that no check asked for.
        case pending, failed, aborted, cached, redirected, resent, pinned, truncated, unverified, unlogged
        /// Took longer than 10 times the median of the same request's earlier exchanges, or over a second without any.
        case slow
        /// Sent by the process with this id.
        case process(Int)
        case checksFailed
    }
}

extension LogCondition {
    /// Its tests, as the limit of a filter counts them. One without any counts as one.
    var testCount: Int {
        switch self {
        case .all(let parts), .any(let parts): max(1, parts.reduce(0) { $0 + $1.testCount })
        case .not(let part): part.testCount
        case .number, .text, .flag, .header, .body: 1
        }
    }
}
