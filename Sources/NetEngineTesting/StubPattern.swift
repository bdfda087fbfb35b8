import NetEngine

/// Which requests a stub is for.
struct StubPattern: Sendable {
    private enum Token: Sendable, Equatable {
        case byte(UInt8)
        /// `*`: any text without a slash.
        case segment
        /// `**`: any text.
        case anything
    }

    let method: HTTPMethod?
    /// As the test wrote it.
    let text: String
    private let tokens: [Token]
    private let hasQuery: Bool

    /// - Parameters:
    ///   - method: nil means any.
    ///   - text: a whole URL, or what follows the host; `*` fits any text without a slash, `**` any text.
    init(method: HTTPMethod?, text: String) {
        self.method = method
        self.text = text
        hasQuery = text.contains(bytes: "?")
        var tokens: [Token] = []
        for byte in text.utf8 {
            guard byte == UInt8(ascii: "*") else {
                tokens.append(.byte(byte))
                continue
            }
            if tokens.last == .segment { tokens[tokens.count - 1] = .anything } else { tokens.append(.segment) }
        }
        self.tokens = tokens
    }

    /// For a list of stubs: `GET /orders/*`.
    var description: String { "\(method?.rawValue ?? "any method") \(text)" }

    func matches(_ request: PreparedRequest) -> Bool {
        if let method, method != request.method { return false }
        let url = request.url
        let target = hasQuery ? url.requestTarget : url.isServer ? "*" : url.path
        if matches(target) || matches("\(url.scheme.rawValue)://\(url.hostAndPort)\(target)") { return true }
        return url.explicitPort == nil && matches("\(url.scheme.rawValue)://\(url.host)\(target)")
    }

    /// Goes through the text once for each token, whatever the stars.
    private func matches(_ text: String) -> Bool {
        let bytes = Array(text.utf8)
        // Where the next token may begin.
        var starts = [Bool](repeating: false, count: bytes.count + 1)
        starts[0] = true
        for token in tokens {
            var next = [Bool](repeating: false, count: bytes.count + 1)
            for index in starts.indices {
                switch token {
                case .byte(let byte):
                    if index < bytes.count, starts[index], bytes[index] == byte { next[index + 1] = true }
                case .segment, .anything:
                    let goesOn = index > 0 && next[index - 1] && (token == .anything || bytes[index - 1] != Self.slash)
                    next[index] = starts[index] || goesOn
                }
            }
            starts = next
        }
        return starts[bytes.count]
    }

    private static let slash = UInt8(ascii: "/")
}
