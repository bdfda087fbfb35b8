import Base
import Glibc
import NetEngine

/// A filter of the request log as the user types it: `status:5xx host:api.* -is:cached`.
///
/// One language for the screen, commands, exports and deletion; See `docs/log-filters.md`.
package struct LogFilter: Sendable, Hashable {
    /// As it was typed.
    package let text: String
    package let condition: LogCondition
    /// What the filter means, in words: `status 500 to 599 and host api.*`; empty if every row passes.
    package let words: String

    /// Every row passes.
    package static let everything = LogFilter(text: "", condition: .all([]), words: "")

    private init(text: String, condition: LogCondition, words: String) {
        self.text = text
        self.condition = condition
        self.words = words
    }

    /// - Parameters:
    ///   - now: what `10m` and `today` refer to.
    ///   - zone: in which dates are meant.
    ///   - saved: the filters that `saved:NAME` can name.
    ///   - pid: of the process that `is:here` means.
    /// - Throws: the first bad term.
    package init(
        parsing text: String, now: Timestamp, zone: LocalZone, saved: [String: String] = [:],
        pid: Int = Int(getpid())
    ) throws(LogFilterError) {
        var parser = LogFilterParser(
            text, LogFilterContext(now: now, zone: zone, saved: saved, pid: pid))
        let term = try parser.parse()
        self.init(text: text, condition: term.condition, words: term.words)
    }
}

/// What a filter can refer to.
struct LogFilterContext {
    let now: Timestamp
    let zone: LocalZone
    let saved: [String: String]
    let pid: Int
}
