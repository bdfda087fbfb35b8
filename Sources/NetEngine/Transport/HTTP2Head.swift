/// The head of a request in HTTP/2, as it is shown.
enum HTTP2Head {
    /// Fields about one connection of HTTP/1. libcurl leaves them out of the frames, as RFC 9113 §8.2.2 demands, but not
    /// out of the head that it reports.
    private static let connectionFields = [
        "connection", "keep-alive", "proxy-connection", "transfer-encoding", "upgrade",
    ]
    private static let trailers = Array("trailers".utf8)

    /// Without the fields that were not sent. Of `TE` only `trailers` is.
    /// - Parameter headers: of the request.
    static func sent(_ head: [UInt8], of headers: HeaderFields) -> [UInt8] {
        guard headers.contains("TE") || connectionFields.contains(where: { headers.contains($0) }) else { return head }
        let newline = UInt8(ascii: "\n")
        let lines = head.split(separator: newline, omittingEmptySubsequences: false)
        let sent = lines.compactMap { line -> ArraySlice<UInt8>? in
            guard let colon = line.firstIndex(of: UInt8(ascii: ":")) else { return line }
            let name = String(decoding: line[..<colon], as: UTF8.self).lowercased()
            guard name == "te" else { return connectionFields.contains(name) ? nil : line }
            let value = line[colon...].map(URLEncoding.lowercased)
            return ByteSearch.contains(trailers, in: value) ? line[..<colon] + Array(": trailers\r".utf8) : nil
        }
        return Array(sent.joined(separator: [newline]))
    }
}
