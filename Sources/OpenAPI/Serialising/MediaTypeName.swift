/// What the name of a media type says about how a value is written.
package struct MediaTypeName: Sendable, Hashable {
    /// `type/subtype` in lower case.
    package let essence: String

    package init(_ text: String) { essence = text.prefix { $0 != ";" }.filter { $0 != " " }.lowercased() }

    /// RFC 8259, and RFC 6838 §4.2.8's suffix.
    package var isJSON: Bool {
        essence == "application/json" || essence.hasSuffix("+json") || essence == "text/json" || essence == "*/*"
            || essence == "application/*"
    }

    /// JSON values one after the other.
    package var isJSONLines: Bool {
        ["application/jsonl", "application/x-ndjson", "application/ndjson", "application/json-seq"].contains(essence)
    }

    package var isText: Bool {
        essence.hasPrefix("text/") || essence.hasSuffix("+xml") || essence == "application/xml"
            || essence.hasSuffix("yaml")
    }
}
