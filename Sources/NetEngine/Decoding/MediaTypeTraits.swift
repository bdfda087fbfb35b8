/// What is known of a media type: the one table of them.
struct MediaTypeTraits: OptionSet, Sendable, Hashable {
    let rawValue: UInt16

    static let json = MediaTypeTraits(rawValue: 1)
    static let jsonLines = MediaTypeTraits(rawValue: 2)
    static let xml = MediaTypeTraits(rawValue: 4)
    static let html = MediaTypeTraits(rawValue: 8)
    static let form = MediaTypeTraits(rawValue: 16)
    static let multipart = MediaTypeTraits(rawValue: 32)
    static let image = MediaTypeTraits(rawValue: 64)
    static let text = MediaTypeTraits(rawValue: 128)
    static let binary = MediaTypeTraits(rawValue: 256)
    /// It arrives in pieces by nature and may never end.
    static let stream = MediaTypeTraits(rawValue: 512)
    /// Lines that begin with `#` or `//` mean something.
    static let comments = MediaTypeTraits(rawValue: 1024)
    /// It may hold a whole HTTP message.
    static let message = MediaTypeTraits(rawValue: 2048)

    /// By the last word of the subtype: what follows `+` (RFC 6838 §4.2.8), or all of it, without `x-`. Without `+` only for the
    /// types `application` and `text`.
    private static let words: [Substring: MediaTypeTraits] = [
        "json": [.json, .text],
        "ndjson": [.jsonLines, .text, .stream], "jsonl": [.jsonLines, .text, .stream],
        "jsonlines": [.jsonLines, .text, .stream], "json-lines": [.jsonLines, .text, .stream],
        "json-seq": [.text, .stream],
        "event-stream": [.text, .stream],
        "xml": [.xml, .text], "html": [.html, .text],
        "www-form-urlencoded": [.form, .text],
        "markdown": [.text, .comments], "csv": [.text, .comments], "plain": [.text, .comments],
        "yaml": [.text, .comments], "vnd.yaml": [.text, .comments], "toml": [.text, .comments],
        "sh": [.text, .comments],
        "javascript": .text, "ecmascript": .text, "graphql": .text, "sql": .text,
        "http": .message,
        "zip": .binary, "gzip": .binary, "pdf": .binary, "tar": .binary, "wasm": .binary, "protobuf": .binary,
        "grpc": .binary, "msgpack": .binary, "cbor": .binary,
    ]

    /// By the type, which precedes the slash.
    private static let types: [Substring: MediaTypeTraits] = [
        "text": .text, "image": [.image, .binary], "audio": .binary, "video": .binary, "font": .binary,
        "multipart": [.multipart, .message], "message": .message,
    ]

    init(rawValue: UInt16) { self.rawValue = rawValue }

    /// - Parameter essence: `type/subtype` in lower case.
    init(_ essence: String) {
        let parts = essence.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
        guard let type = parts.first, let subtype = parts.dropFirst().first else {
            self = []
            return
        }
        self = Self.types[type] ?? []
        let plus = subtype.lastIndex(of: "+")
        var word = plus.map { subtype[$0...].dropFirst() } ?? subtype
        if word.hasPrefix("x-") { word = word.dropFirst(2) }
        if plus != nil || type == "application" || type == "text" { formUnion(Self.words[word] ?? []) }
        if word.hasPrefix("amz-json") { formUnion([.json, .text]) }
        if subtype == "xhtml+xml" { insert(.html) }
        if type == "multipart", word == "mixed-replace" { insert(.stream) }
    }
}
