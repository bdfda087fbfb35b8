/// The file of a jar: JSON Lines, the first of which names the format, each other one a cookie, in the order they were
/// first set. Bytes of name and value are written as the code points of the same numbers.
struct CookieFile: Sendable {
    static let maxByteCount = 64 << 20
    private static let format = "netengine-cookies"
    private static let version: Int64 = 1

    let file: PrivateFile

    init(path: String) { file = PrivateFile(path: path) }

    /// What was read, and the damage, if any.
    struct Content {
        var entries: [CookieStore.Entry] = []
        var damage: EngineError?
    }

    /// Changes nothing, not even by a lock.
    /// - Throws: as `read`.
    func check() throws(EngineError) {
        guard let bytes = try file.read(limit: Self.maxByteCount), !bytes.isEmpty else { return }
        _ = try version(bytes)
    }

    /// - Parameter bytes: the file.
    /// - Returns: nil if the first line is damaged.
    /// - Throws: `internal` if the file is not a jar, or was written by a newer version of this library.
    private func version(_ bytes: [UInt8]) throws(EngineError) -> Int64? {
        let head = bytes.split(separator: 10, maxSplits: 1).first.flatMap { FlatJSON(Array($0)) }
        // A jar that was cut in its first line holds nothing else.
        guard head?.text("format") == Self.format || Self.head.starts(with: bytes) else {
            throw EngineError(
                .internal, "\(file.path) is not a cookie file: its first line does not name the format \(Self.format).",
                hint: "It was left as it is; name another file.")
        }
        let version = head?.integer("version")
        if let version, version > Self.version {
            throw EngineError(
                .internal, "The cookie file \(file.path) was written by a newer version of the library.",
                hint: "Use the newer version, or another file.")
        }
        return version
    }

    private static var head: [UInt8] {
        var line = JSONWriter()
        line.object {
            $0.member("format", Self.format)
            $0.member("version", Self.version)
        }
        return line.bytes
    }

    /// Call under the lock if a write follows: a damaged file is set aside.
    /// - Throws: `internal` if it cannot be read, is not a jar, or was written by a newer version of this library.
    func read() throws(EngineError) -> Content {
        guard let bytes = try file.read(limit: Self.maxByteCount), !bytes.isEmpty else { return Content() }
        let lines = bytes.split(separator: 10).map(Array.init)
        let version = try version(bytes)
        var content = Content()
        var badLine: Int? = version == nil ? 1 : nil
        for (index, line) in lines.enumerated().dropFirst(version == nil ? 0 : 1) {
            if let entry = Self.entry(line, order: UInt64(index)) {
                content.entries.append(entry)
            } else {
                badLine = badLine ?? index + 1
            }
        }
        guard let badLine else { return content }
        let place = file.setAside()
        content.damage = EngineError(
            .internal,
            "The cookie file \(file.path) is damaged in line \(badLine)"
                + (place.map { " and was set aside as \($0)." } ?? "."),
            hint: "What could be read is kept; remove the damaged file when you have no use for it.")
        return content
    }

    /// - Throws: `internal` if it cannot be written.
    func write(_ entries: [CookieStore.Entry]) throws(EngineError) {
        var lines = JSONWriter()
        lines.raw(Self.head)
        lines.raw("\n")
        for entry in entries {
            lines.object { Self.write(entry, to: &$0) }
            lines.raw("\n")
        }
        try file.write(lines.bytes)
    }

    private static func write(_ entry: CookieStore.Entry, to line: inout JSONWriter) {
        let cookie = entry.cookie
        line.member("name", HeaderField(nameBytes: [], valueBytes: cookie.nameBytes).latin1Value)
        line.member("value", HeaderField(nameBytes: [], valueBytes: cookie.valueBytes).latin1Value)
        line.member("domain", cookie.domain)
        line.member("hostOnly", cookie.isHostOnly)
        line.member("path", cookie.path)
        line.member("expires", cookie.expires)
        line.member("secure", cookie.isSecure)
        line.member("httpOnly", cookie.isHTTPOnly)
        line.member("sameSite", cookie.sameSite?.rawValue)
        line.member("created", entry.created.seconds)
        line.member("used", entry.used.seconds)
        line.member("updated", entry.updated)
    }

    /// nil if the line holds no cookie that could be sent.
    private static func entry(_ line: [UInt8], order: UInt64) -> CookieStore.Entry? {
        guard let json = FlatJSON(line), let name = latin1(json.text("name")), let value = latin1(json.text("value")),
            let domain = json.text("domain"), let isHostOnly = json.truth("hostOnly"), let path = json.text("path"),
            let isSecure = json.truth("secure"), let isHTTPOnly = json.truth("httpOnly"),
            let created = json.integer("created"), let used = json.integer("used"),
            let updated = json.integer("updated"),
            let cookie = Cookie(
                name: name, value: value, domain: domain, isHostOnly: isHostOnly, path: path,
                expires: json.integer("expires"), isSecure: isSecure, isHTTPOnly: isHTTPOnly,
                sameSite: json.text("sameSite").flatMap(Cookie.SameSite.init))
        else { return nil }
        return CookieStore.Entry(
            cookie: cookie, created: CookieStore.Moment(seconds: created, order: order),
            used: CookieStore.Moment(seconds: used, order: 0), updated: updated)
    }

    private static func latin1(_ text: String?) -> [UInt8]? {
        guard let text else { return nil }
        var bytes: [UInt8] = []
        for scalar in text.unicodeScalars {
            guard let byte = UInt8(exactly: scalar.value) else { return nil }
            bytes.append(byte)
        }
        return bytes
    }
}
