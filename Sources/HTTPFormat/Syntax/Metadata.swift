import Base

/// A key of a `# @key value` line. Keys that are not here make the line an ordinary comment (HTTP-FORMAT §5).
package enum MetadataKey: Sendable, Hashable {
    case name, title, description, note, noRedirect, noCookieJar, noLog, noAutoEncoding, timeout, connectionTimeout
    case disabled, keepBodyComments, noRejectUnauthorized, expect, envelope
    case proxy, noProxy, noClientCert, prompt, secret, ref, forceRef, `import`, loop, sleep, assert, cache, maxBody
    case redact, tag, retry, openAPI, variables
    /// A key of the named tool that has no effect here.
    case foreign(String)

    /// Case-insensitive; kebab and camel case mean the same.
    package init?(_ text: LineText) {
        guard text.count <= 40 else { return nil }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(text.count)
        for byte in text.bytes[text.range] where byte != Byte.minus && byte != Byte.underscore {
            bytes.append(LineText.lower(byte))
        }
        let name = String(decoding: bytes, as: UTF8.self)
        if let key = Self.table[name] {
            self = key
        } else if name.hasPrefix("curl") || name.hasPrefix("kulala") || name.hasPrefix("grpc") {
            self = .foreign("kulala")
        } else {
            return nil
        }
    }

    /// The key that `text`, which is none, was probably meant to be: `assert` for `asert`. One letter may differ, or two
    /// neighbours be swapped: `return` and `see` are words of other comments. `insecure` is curl's word.
    static func suggestion(for text: LineText) -> String? {
        guard (3...24).contains(text.count) else { return nil }
        if text.string.lowercased() == "insecure" { return "no-reject-unauthorized" }
        return NameSuggestion.nearest(to: text.string, among: written, ReasonBudget(), atMost: 1)
    }

    /// All keys that have an effect, as they are written.
    private static let written = MetadataTerm.all.flatMap { [$0.name] + $0.otherNames }

    private static let table: [String: MetadataKey] = {
        var table: [String: MetadataKey] = [:]
        for term in MetadataTerm.all {
            for name in [term.name] + term.otherNames { table[name.lowercased().filter { $0 != "-" }] = term.key }
        }
        let foreign: [(String, [String])] = [
            (
                "httpYac",
                [
                    "save",
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
                    "auth", "capture", "setting", "settings", "var", "global", "file", "mock", "ws",
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

    /// Reads `5 s`, `500ms`, `1 m`, or a bare number of seconds (of milliseconds for `@sleep`).
    static func read(_ text: String, bareIsMilliseconds: Bool = false) -> Reading {
        let digits = text.prefix { $0.isASCII && ($0.isNumber || $0 == ".") }
        let unit = text.dropFirst(digits.count).drop { $0 == " " || $0 == "\t" }
        // Capped at a day, so that no arithmetic can overflow.
        guard let number = Double(digits), number >= 0 else { return .malformed }
        let seconds: Double
        switch unit.lowercased() {
        case "" where bareIsMilliseconds: seconds = number / 1000
        case "ms": seconds = number / 1000
        case "", "s", "sec", "second", "seconds": seconds = number
        case "m", "min", "minute", "minutes": seconds = number * 60
        default: return .malformed
        }
        let duration = Duration.milliseconds(Int64((min(seconds, 86_400) * 1000).rounded()))
        return unit.isEmpty && number >= 1000 && !bareIsMilliseconds ? .doubtful(duration) : .value(duration)
    }
}

/// The value of `# @loop`.
enum MetadataLoop {
    /// Reads `for 3` and `for item of name`; nil for anything else, such as `while …` or an expression.
    static func read(_ text: String) -> SavedRequest.Loop.Over? {
        let words = text.split { $0 == " " || $0 == "\t" }.map(String.init)
        guard words.first?.lowercased() == "for" else { return nil }
        if words.count == 2, let count = Int(words[1]), count >= 0 { return .count(count) }
        guard words.count == 4, words[2] == "of", isName(words[1], dots: false), isName(words[3], dots: true) else {
            return nil
        }
        return .items(variable: words[1], of: words[3])
    }

    /// True for a plain name, which needs no evaluation.
    static func isName(_ text: String, dots: Bool) -> Bool {
        let bytes = Array(text.utf8)
        guard let first = bytes.first, !LineText.isDigit(first) else { return false }
        return bytes.allSatisfy {
            LineText.isLetter($0) || LineText.isDigit($0) || $0 == Byte.underscore || $0 == Byte.dollar
                || $0 == Byte.minus
                || dots && $0 == Byte.dot
        }
    }
}
