/// How long a server asks to wait before a retry (RFC 9110 §10.2.3).
package enum RetryAfter {
    /// The wait that the response asks for: seconds, or the time until a date. nil if it asks for none, or for one that
    /// cannot be read.
    ///
    /// A date is measured against the response's own `Date`, so that a server whose clock is wrong is understood too.
    /// - Parameter now: seconds since 1970, used where the response has no `Date`.
    package static func wait(_ headers: HeaderFields, now: Int64) -> Duration? {
        guard let text = headers["Retry-After"]?.trimmingWhitespace(), !text.isEmpty else { return nil }
        if text.utf8.allSatisfy(ASCII.isDigit) {
            // A number too long to read is a longer wait than any.
            return .seconds(min(Int64(text) ?? .max, longest))
        }
        guard let date = HTTPDate.seconds(text, now: now) else { return nil }
        let from = headers["Date"].flatMap { HTTPDate.seconds($0, now: now) } ?? now
        return .seconds(min(max(0, date - from), longest))
    }

    /// A hundred years.
    private static let longest: Int64 = 3_155_760_000
}
