/// How long a response is fresh, and what says so (RFC 9111 §4.2.1). A private cache ignores `s-maxage`.
public struct FreshnessLifetime: Sendable, Hashable {
    /// The source of the number.
    public enum Source: Sendable, Hashable {
        /// `max-age` of the response (RFC 9111 §5.2.2.1).
        case maxAge
        /// `max-age` is not a number: stale (RFC 9111 §4.2.1).
        case unreadableMaxAge
        /// `Expires` minus `Date`, both in seconds since 1970.
        case expires(Int64, date: Int64)
        /// Not a date, or several of them: expired already (RFC 9111 §5.3).
        case unreadableExpires
        /// A tenth of `Date` minus `Last-Modified` (RFC 9111 §4.2.2).
        case heuristic(lastModified: Int64, date: Int64)
        /// Nothing says how long.
        case none
    }

    /// The lifetime in seconds, 0 or more.
    public let seconds: Int64
    /// The source.
    public let source: Source

    /// A lifetime from its source.
    /// - `seconds`: 0 or more.
    package init(seconds: Int64, source: Source) {
        self.seconds = seconds
        self.source = source
    }

    /// - `mayGuess`: whether to use the heuristic if the response does not say how long.
    package init(_ headers: HeaderFields, control: CacheControl, age: AgeSource, mayGuess: Bool) {
        switch control.maxAge {
        case .seconds(let value): self.init(seconds: value, source: .maxAge)
        case .invalid: self.init(seconds: 0, source: .unreadableMaxAge)
        case .absent:
            let now = age.responseTime.secondsSince1970
            let expires = headers.lines("Expires")
            let date = age.effectiveDate
            if let first = expires.first {
                guard expires.count == 1, let moment = HTTPDate.strictSeconds(first.valueBytes, now: now) else {
                    self.init(seconds: 0, source: .unreadableExpires)
                    return
                }
                self.init(seconds: max(0, moment - date), source: .expires(moment, date: date))
            } else if mayGuess, let modified = AgeSource.date(headers, "Last-Modified", now: now), modified < date {
                self.init(seconds: (date - modified) / 10, source: .heuristic(lastModified: modified, date: date))
            } else {
                self.init(seconds: 0, source: .none)
            }
        }
    }

    /// The lifetime in a phrase: `max-age 60 s`.
    package var phrase: String {
        switch source {
        case .maxAge: "max-age \(seconds) s"
        case .unreadableMaxAge: "a max-age that is not a number"
        case .expires: "Expires \(seconds) s after Date"
        case .unreadableExpires: "an Expires that is not a date"
        case .heuristic: "\(seconds) s, a tenth of the time since Last-Modified"
        case .none: "no lifetime"
        }
    }

    /// Where each number comes from.
    package var arithmetic: String {
        switch source {
        case .maxAge: "Cache-Control: max-age=\(seconds)"
        case .unreadableMaxAge: "max-age is not a number: 0 s"
        case .expires(let moment, let date):
            "Expires \(HTTPDate.text(moment)) - Date \(HTTPDate.text(date)) = \(moment - date) s"
        case .unreadableExpires: "Expires is not one date: 0 s"
        case .heuristic(let modified, let date):
            "(Date \(HTTPDate.text(date)) - Last-Modified \(HTTPDate.text(modified))) / 10 = \(seconds) s"
        case .none: "neither max-age nor Expires, and no guess is made: 0 s"
        }
    }
}
