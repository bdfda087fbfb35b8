/// What a value of `Accept-Encoding` asks for (RFC 9110 §12.5.3).
package enum AcceptEncoding {
    /// Whether a header asks only for codings that the engine asks for and decodes by itself. Such a header is left out where the body is
    /// to be decoded, as with curl's `--compressed`: with the header, the body stays as it was received.
    package static func asksToDecode(name: String, value: String) -> Bool {
        guard name.lowercased() == "accept-encoding" else { return false }
        let codings = names(value)
        return codings.contains { $0 != "identity" }
            && codings.allSatisfy { $0 == "identity" || $0 == "*" || ContentCoding(name: $0) != nil }
    }

    /// Whether it asks for the codings that are asked for without it.
    package static func isUsual(_ value: String) -> Bool {
        !value.contains(";") && Set(names(value)) == Set(names(ContentCoding.acceptEncoding))
    }

    private static func names(_ value: String) -> [String] {
        value.lowercased().split(separator: ",").map { String($0.prefix { $0 != ";" }).trimmingAllWhitespace() }
    }
}
