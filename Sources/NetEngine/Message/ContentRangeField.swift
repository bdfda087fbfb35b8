/// What a `Content-Range` says (RFC 9110 §14.4): which bytes a 206 holds, or how long the whole is (416).
package struct ContentRangeField: Sendable, Hashable {
    /// Both ends are part of it, counted from 0; nil in a response that says only how long the whole is: `bytes */1000`.
    package let range: ClosedRange<Int64>?
    /// In bytes; nil if the server does not know: `bytes 0-9/*`.
    package let total: Int64?

    package init(range: ClosedRange<Int64>?, total: Int64?) {
        self.range = range
        self.total = total
    }

    /// nil if there is none, or several, or one that cannot be read.
    package init?(_ headers: HeaderFields) {
        let fields = headers.lines("Content-Range")
        guard fields.count == 1, let field = fields.first else { return nil }
        self.init(field.value)
    }

    /// nil if it is not a range of bytes, or an impossible one.
    package init?(_ value: String) {
        let words = value.trimmingWhitespace().split(separator: " ")
        guard words.count == 2, words[0].lowercased() == "bytes" else { return nil }
        let halves = words[1].split(separator: "/", omittingEmptySubsequences: false)
        guard halves.count == 2 else { return nil }
        total = BytePosition.read(halves[1].utf8)
        guard total != nil || halves[1] == "*" else { return nil }
        if halves[0] == "*" {
            range = nil
            guard total != nil else { return nil }
            return
        }
        let ends = halves[0].split(separator: "-", omittingEmptySubsequences: false)
        guard ends.count == 2, let first = BytePosition.read(ends[0].utf8), let last = BytePosition.read(ends[1].utf8),
            first <= last, last < total ?? .max
        else { return nil }
        range = first...last
    }

    /// How many bytes the range has.
    package var count: Int64? { range.map { $0.upperBound - $0.lowerBound + 1 } }
}

/// A position in a body, as the fields about ranges have it.
enum BytePosition {
    /// 1 EiB: no body is longer, and sums of such numbers fit into an `Int64`.
    static let largest: Int64 = 1 << 60

    /// nil if the bytes are not a row of digits, or the number is too large for any body.
    static func read(_ digits: some Collection<UInt8>) -> Int64? {
        guard !digits.isEmpty, digits.allSatisfy(ASCII.isDigit),
            let value = Int64(String(decoding: digits, as: UTF8.self))
        else { return nil }
        return value <= largest ? value : nil
    }
}
