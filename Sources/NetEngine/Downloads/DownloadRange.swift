/// The `Content-Range` of a download (RFC 9110 §14.4): offsets of any size, and the form in which
/// 416 gives only the length of the whole.
struct DownloadRange: Equatable {
    /// nil in a response that says only how long the whole is: `bytes */1000`.
    let range: ClosedRange<Int64>?
    /// nil if the server does not know: `bytes 0-9/*`.
    let total: Int64?

    init(range: ClosedRange<Int64>?, total: Int64?) {
        self.range = range
        self.total = total
    }

    /// nil if it is not a range of bytes, or an impossible one.
    init?(_ value: String) {
        let words = value.split(separator: " ", omittingEmptySubsequences: true)
        guard words.count == 2, words[0].lowercased() == "bytes" else { return nil }
        let parts = words[1].split(separator: "/", omittingEmptySubsequences: false)
        guard parts.count == 2 else { return nil }
        func number(_ text: Substring) -> Int64? {
            !text.isEmpty && text.utf8.allSatisfy(ASCII.isDigit) ? Int64(text) : nil
        }
        total = number(parts[1])
        guard total != nil || parts[1] == "*" else { return nil }
        if parts[0] == "*" {
            range = nil
            guard total != nil else { return nil }
            return
        }
        let ends = parts[0].split(separator: "-", omittingEmptySubsequences: false)
        guard ends.count == 2, let first = number(ends[0]), let last = number(ends[1]), first <= last,
            last < total ?? .max
        else { return nil }
        range = first...last
    }
}
