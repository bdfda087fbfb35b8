/// What is kept out of logs. The default hides credentials by their names; more can be named.
///
/// Hidden by name: header fields, query items, form fields, JSON members, XML elements and attributes whose names mean a
/// credential (Authorization, Proxy-Authorization, Cookie, Set-Cookie, API keys, tokens, passwords …), and user and
/// password in URLs. What was hidden once in an exchange is hidden wherever else it appears in that exchange
/// (an error's sentence, a body that echoes it), as it is and percent-encoded, provided it has at least 4 bytes; and
/// with 8 bytes or more in the exchanges that end after it in the same log, up to a thousand of them.
public struct Redaction: Sendable, Hashable {
    /// More names of header fields, query items, form fields, JSON members, XML elements and attributes; compared
    /// without regard to case.
    public var names: Set<String>
    /// JSON values to hide, as paths: `$.user.pin`, `$.cards[*].number`, `$..iban`, `$['odd name']`.
    public var jsonPaths: [JSONPathPattern]
    /// Texts to hide wherever they appear, whatever their length.
    public var secrets: [String]

    /// The text shown instead of a secret.
    public static let mark = "[redacted]"

    /// The default, and what is named here in addition.
    public init(names: Set<String> = [], jsonPaths: [JSONPathPattern] = [], secrets: [String] = []) {
        self.names = names
        self.jsonPaths = jsonPaths
        self.secrets = secrets
    }

    /// Whether the value of a name is hidden: of a header field, a query item, a form field, a JSON member or an XML
    /// element.
    func isSecret(_ name: String) -> Bool {
        SecretNames.isMember(name) || isNamed(name)
    }

    /// Whether the name is one of `names`.
    private func isNamed(_ name: String) -> Bool {
        guard !names.isEmpty else { return false }
        let lower = name.lowercased()
        return names.contains { $0.lowercased() == lower }
    }

    /// In a query, more names mean a credential than elsewhere.
    func isSecretInQuery(_ name: String) -> Bool { SecretNames.isQueryItem(name) || isNamed(name) }

    func hides(_ path: [DecodingStep]) -> Bool {
        if case .member(let name) = path.last, isSecret(name) { return true }
        return jsonPaths.contains { $0.matches(path) }
    }
}

/// A path into JSON: a subset of JSONPath (RFC 9535) with names, numbers, `*` and `..`.
public struct JSONPathPattern: Sendable, Hashable, ExpressibleByStringLiteral, CustomStringConvertible {
    private enum Segment: Hashable {
        case step(DecodingStep)
        case any
        /// Any number of steps, none included.
        case descent
    }

    /// The path as it was written.
    public let description: String
    private var segments: [Segment] = []

    /// Any other text names one member anywhere: that hides too much rather than too little.
    public init(stringLiteral text: String) { self = JSONPathPattern(text) ?? JSONPathPattern(anywhere: text) }

    /// nil if the text is not such a path.
    public init?(_ text: String) {
        description = text
        guard text.first == "$" else { return nil }
        var rest = text.dropFirst()
        while let first = rest.first {
            if first == "." {
                rest = rest.dropFirst()
                if rest.first == "." {
                    segments.append(.descent)
                    rest = rest.dropFirst()
                    if rest.first == "[" { continue }
                }
                let name = rest.prefix { $0 != "." && $0 != "[" }
                guard !name.isEmpty else { return nil }
                segments.append(name == "*" ? .any : .step(.member(String(name))))
                rest = rest.dropFirst(name.count)
            } else if first == "[" {
                guard let close = rest.firstIndex(of: "]") else { return nil }
                let inner = rest[rest.index(after: rest.startIndex)..<close]
                if inner == "*" {
                    segments.append(.any)
                } else if let index = Int(inner) {
                    segments.append(.step(.element(index)))
                } else if inner.count >= 2, let quote = inner.first, quote == "'" || quote == "\"", inner.last == quote
                {
                    segments.append(.step(.member(String(inner.dropFirst().dropLast()))))
                } else {
                    return nil
                }
                rest = rest[rest.index(after: close)...]
            } else {
                return nil
            }
        }
    }

    private init(anywhere name: String) {
        description = name
        segments = [.descent, .step(.member(name))]
    }

    func matches(_ path: [DecodingStep]) -> Bool { matches(path[...], segments[...]) }

    private func matches(_ path: ArraySlice<DecodingStep>, _ segments: ArraySlice<Segment>) -> Bool {
        guard let segment = segments.first else { return path.isEmpty }
        switch segment {
        case .descent:
            return matches(path, segments.dropFirst()) || (!path.isEmpty && matches(path.dropFirst(), segments))
        case .any: return !path.isEmpty && matches(path.dropFirst(), segments.dropFirst())
        case .step(let step): return path.first == step && matches(path.dropFirst(), segments.dropFirst())
        }
    }
}
