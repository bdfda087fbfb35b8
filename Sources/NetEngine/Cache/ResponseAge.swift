/// The age of a response, with all parts of the calculation (RFC 9111 §4.2.3).
public struct ResponseAge: Sendable, Hashable {
    /// The `Age` field: the time in caches on the way; nil if it is missing or invalid.
    public let ageField: Int64?
    /// The `Date` field in seconds since 1970; nil if it is missing or invalid.
    public let date: Int64?
    /// Seconds between `Date` and the arrival by this machine's clock; 0 where the server's clock is ahead.
    public let apparent: Int64
    /// Between the request and its response, in microseconds.
    public let responseDelay: Int64
    /// Since the arrival, in microseconds; negative where the clock was set back.
    public let resident: Int64

    package init(ageField: Int64?, date: Int64?, apparent: Int64, responseDelay: Int64, resident: Int64) {
        self.ageField = ageField
        self.date = date
        self.apparent = apparent
        self.responseDelay = responseDelay
        self.resident = resident
    }

    /// In microseconds: the larger of `apparent` and `Age` plus `responseDelay`, and then `resident`.
    public var microseconds: Int64 { initialMicroseconds + max(0, resident) }

    /// The `Age` field of a response from the cache.
    public var seconds: Int64 { (microseconds + 500_000) / 1_000_000 }

    /// Whether this machine's clock was set back since the response arrived, so that its age is unknown.
    public var isUnknown: Bool { resident < -1_000_000 }

    var initialMicroseconds: Int64 {
        max(apparent * 1_000_000, (ageField ?? 0) * 1_000_000 + responseDelay)
    }

    /// `max(apparent 0 s, Age 30 s + delay 0 s) + stored for 12 s = 42 s`.
    package var arithmetic: String {
        let delay = responseDelay / 1_000_000
        let age = ageField.map { "Age \($0) s" } ?? "no Age"
        return "max(Date \(apparent) s ago, \(age) + delay \(delay) s) + stored for \(max(0, resident) / 1_000_000) s"
            + " = \(seconds) s"
    }
}

/// The fields and times of a response from which its age is calculated; fixed when it is stored.
package struct AgeSource: Sendable, Hashable {
    /// The `Age` field in seconds; nil if it is missing or invalid.
    let ageField: Int64?
    /// The `Date` field in seconds since 1970; nil if it is missing or invalid.
    let date: Int64?
    /// When the request was sent, by this machine's clock.
    let requestTime: Timestamp
    /// When the response arrived, by this machine's clock.
    let responseTime: Timestamp

    /// Reads `Age` and `Date` of a response.
    package init(_ headers: HeaderFields, requestTime: Timestamp, responseTime: Timestamp) {
        self.requestTime = requestTime
        self.responseTime = responseTime
        ageField = headers.firstLine("Age").flatMap { Self.seconds(inAge: $0.valueBytes) }
        date = Self.date(headers, "Date", now: responseTime.secondsSince1970)
    }

    /// The value of an `Age` field: the first member counts, and only if it is a row of digits (RFC 9111 §5.1).
    package static func seconds(inAge bytes: [UInt8]) -> Int64? {
        let end = bytes.firstIndex(of: UInt8(ascii: ",")) ?? bytes.endIndex
        return DeltaSeconds.read(ListSyntax.trimmed(bytes[..<end]))
    }

    /// The first field of that name, as a date.
    static func date(_ headers: HeaderFields, _ name: String, now: Int64) -> Int64? {
        headers.firstLine(name).flatMap { HTTPDate.strictSeconds($0.valueBytes, now: now) }
    }

    /// A recipient with a clock uses the arrival as the missing `Date` (RFC 9110 §6.6.1).
    var effectiveDate: Int64 { date ?? responseTime.secondsSince1970 }

    /// The age at a moment.
    package func age(at now: Timestamp) -> ResponseAge {
        ResponseAge(
            ageField: ageField, date: date, apparent: max(0, responseTime.secondsSince1970 - effectiveDate),
            responseDelay: max(0, responseTime.microsecondsSince1970 - requestTime.microsecondsSince1970),
            resident: now.microsecondsSince1970 - responseTime.microsecondsSince1970)
    }
}

extension Timestamp {
    /// Whole seconds, cut.
    package var secondsSince1970: Int64 { microsecondsSince1970 / 1_000_000 }
}
