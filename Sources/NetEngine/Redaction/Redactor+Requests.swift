// Requests as a program may print them. Logs hide all that could be a secret; here a reader wants to see the rest, so
// user names and short words stay, and a response is hidden only where it repeats a secret of the request or holds a
// credential.

extension Redactor {
    /// Shorter values of cookies, and of names such as `code`, are too likely to be a word of other text.
    private static let shortestWord = 8
    /// The parts of a Digest login or a signature that are not secret.
    static let openParameters: Set<String> = [
        "algorithm", "qop", "nc", "realm", "uri", "stale", "charset", "signedheaders", "username", "userhash",
    ]
    private static let addressFields: Set<String> = ["location", "content-location", "referer"]

    /// Learns what the requests of exchanges carry: logins in URLs, query items, credentials and cookies.
    /// - Parameters:
    ///   - named: further secrets.
    ///   - mark: shown instead of them.
    package init(requestsOf exchanges: [Exchange], named: [String] = [], mark: String = Redaction.mark) {
        let hops = exchanges.flatMap(\.hops)
        self.init(
            drafts: exchanges.map(\.draft), requests: hops.map(\.request),
            responses: hops.flatMap { [$0.response, $0.validation] }.compactMap(\.self), named: named, mark: mark)
    }

    /// The same for an exchange that has not ended.
    package init(
        drafts: [RequestDraft], requests: [PreparedRequest], responses: [Response], named: [String], mark: String
    ) {
        self.init(Redaction())
        marks.append(Array(mark.utf8))
        self.named = NamedNeedles.of(named)
        for draft in drafts {
            learn(address: draft.url)
            for field in draft.headers { learn(sent: field) }
            if case .url(let proxy) = draft.options.proxy { learn(address: proxy) }
        }
        for request in requests {
            learn(address: request.url.description)
            for field in request.headers { learn(sent: field) }
            if let password = request.proxy?.password { learn(password) }
        }
        for field in responses.flatMap({ $0.headers.fields + $0.trailers.fields }) {
            learn(sent: field)
            if Self.addressFields.contains(field.name.lowercased()) { learn(address: field.value) }
        }
        refresh()
    }

    // MARK: Learning

    private mutating func learn(sent field: HeaderField) {
        // Fields that the engine adds are not secret.
        guard field.origin != .engine else { return }
        if field.isSecret { markedFields.insert(field.name.lowercased()) }
        guard SecretNames.isField(field.name) else {
            if field.isSecret, scrub(field.value) == field.value { learn(field.value) }
            return
        }
        let lower = field.name.lowercased()
        if lower.contains("cookie") {
            for pair in Self.pairs(field.value, isSet: lower.hasPrefix("set-"))
            where pair.value.utf8.count >= Self.shortestWord {
                learn(pair.value)
            }
        } else if lower.contains("authorization") {
            learn(authorization: field.value)
        } else {
            learn(field.value.trimmingAllWhitespace())
        }
    }

    private mutating func learn(authorization value: String) {
        let (scheme, rest) = Self.scheme(of: value)
        learn(rest)
        if scheme.lowercased() == "basic" { learn(login: Self.base64Decoded(rest)) }
        for parameter in rest.split(separator: ",") {
            guard let equals = parameter.firstIndex(of: "=") else { continue }
            let name = parameter[..<equals].trimmingAllWhitespace().lowercased()
            guard !Self.openParameters.contains(name) else { continue }
            learn(parameter[parameter.index(after: equals)...].filter { $0 != "\"" }.trimmingAllWhitespace())
        }
    }

    private mutating func learn(login: String) {
        learn(login)
        guard let colon = login.firstIndex(of: ":") else { return }
        learn(String(login[login.index(after: colon)...]))
    }

    private mutating func learn(address: String) {
        let parts = URLText(address)
        if let userInfo = parts.userInfo {
            learn(login: String(userInfo))
            learn(login: String(decoding: URLEncoding.decode(Array(userInfo.utf8)), as: UTF8.self))
        }
        for item in parts.queryItems where SecretNames.isQueryItem(item.name) {
            let isWord = SecretNames.isVague(item.name) && item.decodedValue.utf8.count < Self.shortestWord
            guard !isWord else { continue }
            learn(String(item.value))
            learn(item.decodedValue)
        }
    }

    // MARK: Showing

    /// A sentence or another text, which may contain URLs.
    package func shown(text: String) -> String {
        var result = ""
        var rest = text[...]
        while let slashes = rest.firstRange(of: "://") {
            let before = rest[..<slashes.lowerBound]
            let start = before.lastIndex { !($0.isLetter || $0.isNumber) }.map { before.index(after: $0) }
            let end = rest[slashes.upperBound...].firstIndex { $0.isWhitespace || "\"<>".contains($0) } ?? rest.endIndex
            var url = rest[(start ?? before.startIndex)..<end]
            // The end of a clause and not of the URL.
            while let last = url.last, ".,:;)'".contains(last) { url.removeLast() }
            result += before[..<url.startIndex] + withoutSecretParts(String(url))
            rest = rest[url.endIndex...]
        }
        return scrub(result + rest)
    }

    /// The value of a header field: that of a credential is hidden as a whole, but for the scheme of a login and the
    /// names of cookies.
    package func shownValue(of field: HeaderField) -> [UInt8] {
        let value = field.value
        let text = shownText(field.name, value)
        guard text != value else { return field.valueBytes }
        return String(validating: field.valueBytes, as: UTF8.self) == nil ? Self.latin1(text) : Array(text.utf8)
    }

    private func shownText(_ name: String, _ value: String) -> String {
        let lower = name.lowercased()
        if lower.contains("cookie"), SecretNames.isField(lower) {
            return shownCookies(value, isSet: lower.hasPrefix("set-"))
        }
        if SecretNames.isField(lower) {
            let (scheme, rest) = lower.contains("authorization") ? Self.scheme(of: value) : ("", value)
            return rest.isEmpty ? value : (scheme.isEmpty ? "" : scheme + " ") + mark(for: rest)
        }
        if Self.addressFields.contains(lower) { return shown(url: value) }
        let shown = shown(text: value)
        return markedFields.contains(lower) && shown == value && !value.isEmpty ? Redaction.mark : shown
    }

    private func shownCookies(_ value: String, isSet: Bool) -> String {
        let parts = value.split(separator: ";", omittingEmptySubsequences: false)
        return parts.enumerated().map { index, part in
            guard index == 0 || !isSet else { return scrub(String(part)) }
            let equals = part.firstIndex(of: "=")
            let name = equals.map { part[...$0] } ?? part.prefix { $0 == " " }
            let content = part[name.endIndex...].trimmingAllWhitespace()
            return content.isEmpty ? String(part) : name + mark(for: content)
        }.joined(separator: ";")
    }

    /// The head of a request as it was sent, line by line.
    package func shown(head: [UInt8]) -> [UInt8] {
        var result: [UInt8] = []
        for (index, line) in head.split(separator: 0x0A, omittingEmptySubsequences: false).enumerated() {
            if index > 0 { result.append(0x0A) }
            let content = line.last == 0x0D ? line.dropLast() : line
            result += index == 0 ? shown(requestLine: content) : shown(fieldLine: content)
            if content.count < line.count { result.append(0x0D) }
        }
        return result
    }

    private func shown(requestLine line: ArraySlice<UInt8>) -> [UInt8] {
        let words = line.split(separator: 0x20, omittingEmptySubsequences: false)
        return Array(
            words.enumerated().map { index, word in
                Array(
                    index == 1
                        ? shown(url: String(decoding: word, as: UTF8.self)).utf8
                        : String(decoding: word, as: UTF8.self).utf8)
            }.joined(separator: [0x20]))
    }

    private func shown(fieldLine line: ArraySlice<UInt8>) -> [UInt8] {
        guard let colon = line.firstIndex(of: UInt8(ascii: ":")) else { return Array(line) }
        let value = line[(colon + 1)...].drop { $0 == 0x20 }
        let field = HeaderField(nameBytes: Array(line[..<colon]), valueBytes: Array(value))
        return Array(scrub(String(decoding: line[..<colon], as: UTF8.self)).utf8)
            + line[colon..<value.startIndex] + shownValue(of: field)
    }

    // MARK: Parts

    /// `Bearer` and what follows; without a space, all of it follows.
    private static func scheme(of value: String) -> (scheme: String, rest: String) {
        guard let space = value.firstIndex(of: " ") else { return ("", value) }
        return (String(value[..<space]), value[space...].trimmingAllWhitespace())
    }

    private static func pairs(_ value: String, isSet: Bool) -> [(name: String, value: String)] {
        value.split(separator: ";").prefix(isSet ? 1 : .max).map { pair in
            guard let equals = pair.firstIndex(of: "=") else { return ("", pair.trimmingAllWhitespace()) }
            return (
                pair[..<equals].trimmingAllWhitespace(), pair[pair.index(after: equals)...].trimmingAllWhitespace()
            )
        }
    }

    private static func latin1(_ text: String) -> [UInt8] {
        text.unicodeScalars.map { UInt8(exactly: $0.value) ?? UInt8(ascii: "?") }
    }
}
