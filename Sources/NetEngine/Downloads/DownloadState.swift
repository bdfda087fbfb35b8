#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// What must be known to resume a download: which response its bytes belong to.
///
/// Kept in a small file beside the part. It holds no URL, only its hash: a query may carry a secret.
struct DownloadState: Equatable {
    /// SHA-256 of the URL, in hexadecimal digits.
    let urlHash: String
    /// A strong `ETag`, or a `Last-Modified` that is as strong (RFC 9110 §13.1.5): the value of `If-Range`.
    let validator: String
    /// The length of the whole, if the server gave it.
    let total: Int64?

    init(urlHash: String, validator: String, total: Int64?) {
        self.urlHash = urlHash
        self.validator = validator
        self.total = total
    }

    private static let firstLine = "NetEngine download 1"
    private static let lastLine = "end"

    /// nil if the text is incomplete or of another format.
    init?(text: String) {
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        guard lines.count == 6, lines[0] == Self.firstLine, lines[4] == Self.lastLine, lines[5].isEmpty,
            lines[1].hasPrefix("url "), lines[2].hasPrefix("validator "), lines[3].hasPrefix("total ")
        else { return nil }
        let total = lines[3].dropFirst(6)
        guard total == "unknown" || Int64(total) != nil else { return nil }
        self.init(
            urlHash: String(lines[1].dropFirst(4)), validator: String(lines[2].dropFirst(10)), total: Int64(total))
    }

    var text: String {
        let total = total.map { String($0) } ?? "unknown"
        let lines = [Self.firstLine, "url \(urlHash)", "validator \(validator)", "total \(total)", Self.lastLine]
        return lines.joined(separator: "\n") + "\n"
    }

    static func hash(_ url: String) -> String {
        SHA256.hash(Array(url.utf8)).map { byte in
            let digits = String(byte, radix: 16)
            return digits.count == 1 ? "0" + digits : digits
        }.joined()
    }

    /// The validator for asking for the rest of the same response; nil if none is strong enough.
    ///
    /// A date identifies one state of the resource only if the server sent the response a minute after it: there may be two
    /// states in a second, and two clocks in a server (RFC 9110 §8.8.2.2).
    static func validator(of headers: HeaderFields, now: Int64) -> String? {
        func usable(_ value: String) -> Bool { value.utf8.allSatisfy { (32...126).contains($0) } }
        if let tag = headers["ETag"]?.trimmingWhitespace() {
            let isStrong = tag.utf8.count >= 2 && tag.hasPrefix("\"") && tag.hasSuffix("\"")
            return isStrong && usable(tag) ? tag : nil
        }
        guard let modified = headers["Last-Modified"]?.trimmingWhitespace(), usable(modified),
            let moment = HTTPDate.seconds(modified, now: now),
            let sent = headers["Date"].flatMap({ HTTPDate.seconds($0, now: now) }), sent - moment >= 60
        else { return nil }
        return modified
    }
}
