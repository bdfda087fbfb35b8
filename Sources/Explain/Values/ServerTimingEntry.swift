import NetEngine

/// What a server says that it did, and how long that took (W3C Server Timing).
package struct ServerTimingEntry: Sendable, Hashable {
    /// `db`.
    package let name: String
    /// As it came, in milliseconds; nil if the server gives none.
    package let milliseconds: String?
    /// Its own words for it; empty if there are none.
    package let words: String

    /// `db`, `db (Database)`.
    package var title: String { words.isEmpty ? name : "\(name) (\(words))" }

    /// nil without one, or if it is negative or not a number.
    package var duration: Duration? {
        guard let value = milliseconds.flatMap(Double.init), value >= 0, value < 1e12 else { return nil }
        return .microseconds(Int64(value * 1000))
    }

    init(_ member: String) {
        name = String(member.prefix { $0 != ";" }).trimmingWhitespace()
        let parameters = ContentType.parameters(of: Array(member.utf8))
        milliseconds = parameters.first { $0.name == "dur" }?.value
        words = parameters.first { $0.name == "desc" }?.value ?? ""
    }

    /// At most 20, in the order of the header.
    package static func all(in headers: HeaderFields) -> [ServerTimingEntry] {
        let fields = headers.fields.filter { $0.isNamed("Server-Timing") }
        return Array(fields.flatMap(HeaderValue.members).prefix(20).map(Self.init))
    }
}
