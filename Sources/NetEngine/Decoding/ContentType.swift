/// A `Content-Type` value (RFC 9110 §8.3.1), as far as it can be read; never fails.
public struct ContentType: Sendable, Hashable {
    /// Lower-case `type/subtype`; empty if there is none.
    public var essence: String
    /// The value of the first `charset` parameter, without quotes, as written.
    public var charset: String?

    /// Reads the value of the field; parameters other than `charset` are ignored.
    public init(_ value: String) {
        let bytes = Array(value.utf8)
        let end = bytes.firstIndex(of: UInt8(ascii: ";")) ?? bytes.endIndex
        essence = Self.text(bytes[..<end]).lowercased()
        charset = Self.parameter("charset", in: bytes)
    }

    /// The value of the first `boundary` parameter of a `Content-Type`, without quotes; nil if it has none.
    package static func boundary(_ value: String) -> String? { parameter("boundary", in: Array(value.utf8)) }

    /// The first value of a parameter that is not empty.
    private static func parameter(_ wanted: String, in bytes: [UInt8]) -> String? {
        var rest = bytes[(bytes.firstIndex(of: UInt8(ascii: ";")) ?? bytes.endIndex)...].dropFirst()
        // Parameter by parameter; a quoted value may hold a semicolon.
        while !rest.isEmpty {
            let semicolon = rest.firstIndex(of: UInt8(ascii: ";")) ?? rest.endIndex
            WorkMeter.count(semicolon - rest.startIndex)
            guard let equals = rest[..<semicolon].firstIndex(of: UInt8(ascii: "=")) else {
                rest = rest[semicolon...].dropFirst()
                continue
            }
            let name = text(rest[..<equals]).lowercased()
            rest = rest[equals...].dropFirst()
            let value = parameterValue(&rest)
            if name == wanted, !value.isEmpty { return value }
        }
        return nil
    }

    /// Of a response; the last field counts, as browsers have it.
    init(of response: Response) { self.init(response.headers.values("Content-Type").last ?? "") }

    /// `application/json`, `text/json` or `+json` (RFC 6839 §3.1).
    public var isJSON: Bool { essence == "application/json" || essence == "text/json" || essence.hasSuffix("+json") }
    /// `application/x-www-form-urlencoded`.
    public var isForm: Bool { essence == "application/x-www-form-urlencoded" }
    /// `application/xml`, `text/xml` or `+xml` (RFC 7303).
    public var isXML: Bool { ["application/xml", "text/xml"].contains(essence) || essence.hasSuffix("+xml") }
    /// `text/html` or `application/xhtml+xml`.
    public var isHTML: Bool { essence == "text/html" || essence == "application/xhtml+xml" }
    /// `image/…`, but for `image/svg+xml`, which is XML.
    public var isImage: Bool { essence.hasPrefix("image/") && !isXML }

    /// Whether it is human-readable text: `text/…`, JSON, XML, forms, and scripts, YAML, TOML, SQL and JSON Lines.
    public var isText: Bool {
        isJSON || isXML || isForm || essence.hasPrefix("text/")
            || [
                "application/javascript", "application/x-javascript", "application/ecmascript", "application/graphql",
                "application/yaml", "application/x-yaml", "application/toml", "application/sql",
                "application/x-ndjson", "application/ndjson", "application/jsonl",
            ].contains(essence)
    }

    private static func parameterValue(_ rest: inout ArraySlice<UInt8>) -> String {
        while let first = rest.first, first == 32 || first == 9 { rest.removeFirst() }
        var value: [UInt8] = []
        if rest.first == UInt8(ascii: "\"") {
            rest.removeFirst()
            while let byte = rest.popFirst(), byte != UInt8(ascii: "\"") {
                value.append(byte == UInt8(ascii: "\\") ? rest.popFirst() ?? byte : byte)
            }
            rest = rest[(rest.firstIndex(of: UInt8(ascii: ";")) ?? rest.endIndex)...].dropFirst()
            return String(decoding: value, as: UTF8.self)
        }
        let end = rest.firstIndex(of: UInt8(ascii: ";")) ?? rest.endIndex
        defer { rest = rest[end...].dropFirst() }
        return text(rest[..<end])
    }

    private static func text(_ bytes: ArraySlice<UInt8>) -> String {
        var bytes = bytes
        while let first = bytes.first, first == 32 || first == 9 { bytes.removeFirst() }
        while let last = bytes.last, last == 32 || last == 9 { bytes.removeLast() }
        return String(decoding: bytes, as: UTF8.self)
    }
}
