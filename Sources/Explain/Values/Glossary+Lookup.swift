import NetEngine

extension Glossary {
    /// What is known of a word or of a line as it is on the screen: `404`, `HTTP/1.1 404 Not Found`, `ETag`, `max-age=60`,
    /// `Cache-Control: no-cache`, `TLS_AES_128_GCM_SHA256`. Several kinds may have the same name.
    ///
    /// - Parameter now: seconds since 1970, for dates.
    package static func explanations(of written: String, now: Int64) -> [Explanation] {
        let text = written.trimmingWhitespace()
        let known = terms(named: text)
        if !known.isEmpty { return known.map { $0.kind == .status ? .status(Int($0.name) ?? 0) : Explanation($0) } }
        return status(text) ?? header(text, now: now) ?? directive(text) ?? mediaType(text) ?? cipherSuite(text) ?? []
    }

    private static func status(_ text: String) -> [Explanation]? {
        let words = text.split(separator: " ")
        let number = words.first?.hasPrefix("HTTP/") == true ? words.dropFirst().first : words.first
        guard let number, number.utf8.count == 3, let status = Int(number), status >= 100 else { return nil }
        return [.status(status)]
    }

    private static func header(_ text: String, now: Int64) -> [Explanation]? {
        guard let colon = text.firstIndex(of: ":"), colon > text.startIndex else { return nil }
        let name = String(text[..<colon])
        guard !name.contains(" "), !name.contains(bytes: "/"), !text[colon...].hasPrefix("://") else { return nil }
        let field = HeaderField(name, String(text[text.index(after: colon)...]).trimmingWhitespace())
        return [.header(field, in: MessageContext(headers: [field], isRequest: false, now: now))]
    }

    private static func directive(_ text: String) -> [Explanation]? {
        let control = CacheControl([HeaderField("Cache-Control", text)])
        guard let directive = control.directives.first, let term = term(.directive, directive.name) else { return nil }
        return [
            Explanation(term, heading: text, details: [CacheControlMeaning.meaning(of: directive, isRequest: false)])
        ]
    }

    private static func mediaType(_ text: String) -> [Explanation]? {
        let essence = ContentType(text).essence
        guard essence.contains(bytes: "/"), !essence.contains(" "), !essence.contains(bytes: "://") else { return nil }
        if let term = term(.mediaType, essence) { return [Explanation(term, heading: text)] }
        return [Explanation(unknown: text, kind: .mediaType, text: HeaderValue.meaning(ofMediaType: essence))]
    }

    /// A suite by its parts.
    package static func cipherSuite(_ name: String) -> [Explanation]? {
        let parts = name.split(whereSeparator: { "_-".contains($0) }).map(String.init)
        guard parts.count > 2, let suite = term(.tls, "cipher suite") else { return nil }
        var details: [String] = []
        for part in parts {
            guard let term = term(.tls, part) else { continue }
            let detail = "\(part): \(term.text)"
            if !details.contains(detail), !details.contains(where: { $0.hasSuffix(term.text) }) {
                details.append(detail)
            }
        }
        guard details.count > 1 else { return nil }
        return [Explanation(suite, heading: name, details: details)]
    }
}
