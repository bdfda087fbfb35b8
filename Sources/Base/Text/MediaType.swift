/// The media type and charset of a Content-Type value (RFC 9110 §8.3.1), as far as they can be parsed.
package struct MediaType: Sendable, Hashable {
    /// `type/subtype` in lower case; empty if there is none.
    package var essence: String
    /// The charset as written, without quotes.
    package var charset: String?

    package init(_ value: String) {
        let parts = value.split(separator: ";", omittingEmptySubsequences: false).map { Self.trimmed($0) }
        essence = parts.first?.lowercased() ?? ""
        for part in parts.dropFirst() {
            guard let equals = part.firstIndex(of: "="), Self.trimmed(part[..<equals]).lowercased() == "charset" else {
                continue
            }
            charset = Self.trimmed(part[part.index(after: equals)...]).filter { $0 != "\"" }
            break
        }
    }

    package var isJSON: Bool { essence == "application/json" || essence == "text/json" || essence.hasSuffix("+json") }

    package var isJSONLines: Bool {
        [
            "application/x-ndjson", "application/ndjson", "application/jsonl", "application/json-lines",
            "application/x-jsonlines", "text/x-ndjson",
        ].contains(essence)
    }

    package var isText: Bool {
        isJSON || isJSONLines || essence.hasPrefix("text/") || essence.hasSuffix("+xml")
            || [
                "application/xml", "application/javascript", "application/x-javascript", "application/ecmascript",
                "application/x-www-form-urlencoded", "application/graphql", "application/yaml", "application/x-yaml",
                "application/toml", "application/sql", "application/x-sh",
            ].contains(essence)
    }

    /// Whether the media type is never text, whatever its first bytes look like.
    package var isBinary: Bool {
        !isText
            && (["image/", "audio/", "video/", "font/"].contains { essence.hasPrefix($0) }
                || [
                    "application/zip", "application/gzip", "application/pdf", "application/x-tar", "application/wasm",
                    "application/protobuf", "application/x-protobuf", "application/grpc", "application/msgpack",
                    "application/cbor",
                ].contains(essence))
    }

    private static func trimmed(_ text: some StringProtocol) -> String {
        var text = Substring(text)
        while let first = text.first, first == " " || first == "\t" { text.removeFirst() }
        while let last = text.last, last == " " || last == "\t" { text.removeLast() }
        return String(text)
    }
}
