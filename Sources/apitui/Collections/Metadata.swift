/// A key of a `# @key value` line. Keys that are not here make the line an ordinary comment (HTTP-FORMAT §5).
enum MetadataKey: Sendable, Hashable {
    case name, title, description, note, noRedirect, noCookieJar, noLog, noAutoEncoding, timeout, connectionTimeout
    case disabled, keepBodyComments, noRejectUnauthorized, expect, envelope
    /// Known to another tool, of no effect here; says to which.
    case foreign(String)

    /// Kebab and camel case mean the same, and case does not count.
    init?(_ text: LineText) {
        guard text.count <= 24 else { return nil }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(text.count)
        for byte in text.bytes[text.range] where byte != 0x2D && byte != 0x5F { bytes.append(LineText.lower(byte)) }
        guard let key = Self.table[String(decoding: bytes, as: UTF8.self)] else { return nil }
        self = key
    }

    private static let table: [String: MetadataKey] = {
        var table: [String: MetadataKey] = [
            "name": .name, "title": .title, "description": .description, "desc": .description, "note": .note,
            "noredirect": .noRedirect, "nocookiejar": .noCookieJar, "nolog": .noLog,
            "noautoencoding": .noAutoEncoding, "timeout": .timeout, "connectiontimeout": .connectionTimeout,
            "disabled": .disabled, "keepbodycomments": .keepBodyComments,
            "norejectunauthorized": .noRejectUnauthorized, "expect": .expect, "envelope": .envelope,
        ]
        let foreign: [(String, [String])] = [
            ("VS Code REST Client and kulala", ["prompt", "secret"]),
            (
                "httpYac",
                [
                    "ref", "forceref", "import", "loop", "sleep", "proxy", "noproxy", "noclientcert", "save",
                    "extension", "openwith", "language", "jwt", "ratelimit", "keepstreaming", "nostreaminglog",
                    "noresponseview", "injectvariables", "verbose", "debug", "grpcreflection",
                    "forceregiondelimiter", "responseref", "nogqlparsing", "postredirectget",
                ]
            ),
            (
                "kulala",
                [
                    "jq", "accept", "attachcookiejar", "graphql", "envjsonkey", "envstdincmd", "lang",
                    "kulalavscoderestclientcompat",
                ]
            ),
            (
                "resterm",
                [
                    "assert", "tag", "auth", "capture", "setting", "settings", "var", "global", "file", "mock", "ws",
                    "ssh", "k8s", "script",
                ]
            ),
        ]
        for (tool, keys) in foreign {
            for key in keys { table[key] = .foreign(tool) }
        }
        return table
    }()
}

/// The value of `# @timeout` and `# @connection-timeout`.
enum MetadataDuration {
    enum Reading: Hashable {
        case value(Duration)
        /// A number of 1000 or more without a unit: read as seconds, probably meant as milliseconds (N5).
        case doubtful(Duration)
        case malformed
    }

    /// `5 s`, `500ms`, `1 m`, or a bare number of seconds.
    static func read(_ text: String) -> Reading {
        let digits = text.prefix { $0.isASCII && ($0.isNumber || $0 == ".") }
        let unit = text.dropFirst(digits.count).drop { $0 == " " || $0 == "\t" }
        // A day-long wait is as good as any longer one, and no arithmetic can overflow.
        guard let number = Double(digits), number >= 0 else { return .malformed }
        let seconds: Double
        switch unit.lowercased() {
        case "ms": seconds = number / 1000
        case "", "s", "sec", "second", "seconds": seconds = number
        case "m", "min", "minute", "minutes": seconds = number * 60
        default: return .malformed
        }
        let duration = Duration.milliseconds(Int64((min(seconds, 86_400) * 1000).rounded()))
        return unit.isEmpty && number >= 1000 ? .doubtful(duration) : .value(duration)
    }
}
