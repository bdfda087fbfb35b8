/// A `Content-Type` value (RFC 9110 §8.3.1), as far as it can be read; never fails.
public struct ContentType: Sendable, Hashable {
    /// Lower-case `type/subtype`; empty if there is none.
    public var essence: String {
        didSet { traits = MediaTypeTraits(essence) }
    }
    /// The value of the first `charset` parameter, without quotes, as written.
    public var charset: String?
    /// The value of the first `boundary` parameter, without quotes; nil if it has none.
    package var boundary: String?

    private var traits: MediaTypeTraits

    /// Reads the value of the field; parameters other than `charset` and `boundary` are ignored.
    public init(_ value: String) {
        let bytes = Array(value.utf8)
        essence = Self.text(bytes[..<(bytes.firstIndex(of: UInt8(ascii: ";")) ?? bytes.endIndex)]).lowercased()
        traits = MediaTypeTraits(essence)
        for parameter in Self.parameters(of: bytes) where !parameter.value.isEmpty {
            if parameter.name == "charset", charset == nil { charset = parameter.value }
            if parameter.name == "boundary", boundary == nil { boundary = parameter.value }
        }
    }

    /// Of a response; the last field counts, as browsers have it.
    init(of response: Response) { self.init(response.headers.values("Content-Type").last ?? "") }

    /// The same value with this boundary in place of any that it names.
    package static func value(_ value: String, withBoundary boundary: String) -> String {
        var bytes = Array(value.utf8)
        for parameter in parameters(of: bytes).reversed() where parameter.name == "boundary" {
            bytes.removeSubrange(parameter.range)
        }
        return text(bytes[...]) + "; boundary=\(boundary)"
    }

    // MARK: Kinds

    /// `application/json`, `text/json`, `+json` (RFC 6839 §3.1) or the JSON of AWS, `application/x-amz-json-1.1`.
    public var isJSON: Bool { traits.contains(.json) }
    /// One JSON value a line, in any spelling: `application/x-ndjson`, `application/jsonl` and others.
    public var isJSONLines: Bool { traits.contains(.jsonLines) }
    /// `application/x-www-form-urlencoded`.
    public var isForm: Bool { traits.contains(.form) }
    /// `multipart/…`.
    public var isMultipart: Bool { traits.contains(.multipart) }
    /// `application/xml`, `text/xml` or `+xml` (RFC 7303).
    public var isXML: Bool { traits.contains(.xml) }
    /// `text/html` or `application/xhtml+xml`.
    public var isHTML: Bool { traits.contains(.html) }
    /// `image/…`, but for `image/svg+xml`, which is XML.
    public var isImage: Bool { traits.contains(.image) && !isXML }

    /// Whether it is human-readable text: `text/…`, JSON, JSON Lines, XML, forms, and scripts, YAML, TOML and SQL.
    public var isText: Bool { traits.contains(.text) }
    /// Whether it is never text, whatever the first bytes look like: images, sound, archives and the like.
    public var isBinary: Bool { traits.contains(.binary) && !isText }

    /// Whether a response of it arrives in pieces by nature and may never end: server-sent events, JSON Lines, JSON text
    /// sequences (RFC 7464), and `multipart/x-mixed-replace`.
    package var isStream: Bool { traits.contains(.stream) }
    /// Whether lines that begin with `#` or `//` mean something in it: Markdown, CSV, YAML and the like.
    package var hasComments: Bool { traits.contains(.comments) }
    /// Whether a body of it may hold a message that begins with `HTTP/1.1 200`.
    package var isMessage: Bool { traits.contains(.message) }

    // MARK: Reading

    /// The parameters of any value of this form, each with its place from the semicolon before it; a quoted value may hold
    /// a semicolon.
    package static func parameters(of bytes: [UInt8]) -> [(name: String, value: String, range: Range<Int>)] {
        var found: [(name: String, value: String, range: Range<Int>)] = []
        guard var start = bytes.firstIndex(of: UInt8(ascii: ";")) else { return found }
        while start < bytes.endIndex {
            var rest = bytes[(start + 1)...]
            let semicolon = rest.firstIndex(of: UInt8(ascii: ";")) ?? rest.endIndex
            WorkMeter.count(semicolon - start)
            var end = semicolon
            if let equals = rest[..<semicolon].firstIndex(of: UInt8(ascii: "=")) {
                let name = text(rest[..<equals]).lowercased()
                rest = rest[equals...].dropFirst()
                let value = parameterValue(&rest)
                end = rest.startIndex
                found.append((name, value, start..<end))
            }
            start = end
        }
        return found
    }

    /// Leaves in `rest` what begins with the next semicolon.
    private static func parameterValue(_ rest: inout ArraySlice<UInt8>) -> String {
        while let first = rest.first, first == 32 || first == 9 { rest.removeFirst() }
        guard rest.first == UInt8(ascii: "\"") else {
            let end = rest.firstIndex(of: UInt8(ascii: ";")) ?? rest.endIndex
            defer { rest = rest[end...] }
            return text(rest[..<end])
        }
        var value: [UInt8] = []
        rest.removeFirst()
        while let byte = rest.popFirst(), byte != UInt8(ascii: "\"") {
            value.append(byte == UInt8(ascii: "\\") ? rest.popFirst() ?? byte : byte)
        }
        rest = rest[(rest.firstIndex(of: UInt8(ascii: ";")) ?? rest.endIndex)...]
        return String(decoding: value, as: UTF8.self)
    }

    private static func text(_ bytes: ArraySlice<UInt8>) -> String {
        var bytes = bytes
        while let first = bytes.first, first == 32 || first == 9 { bytes.removeFirst() }
        while let last = bytes.last, last == 32 || last == 9 { bytes.removeLast() }
        return String(decoding: bytes, as: UTF8.self)
    }
}
