import NetEngine

/// What can be explained of an exchange, a request or a connection, in the order in which a reader meets it.
package enum Subjects {
    /// The part of an exchange that the user looks at; its terms come first.
    package enum Place: Sendable, Hashable { case body, headers, timing, cache, tls, cookies, error }

    /// - Parameter now: seconds since 1970.
    package static func of(_ exchange: Exchange, at place: Place, now: Int64) -> [Explanation] {
        var found: [Explanation] = []
        switch place {
        case .error: break
        case .body:
            // The body in view is the response's: Content-Type of the request is about another one.
            found += responseHeaders(exchange, now: now) { $0.hasPrefix("content-") || $0 == "transfer-encoding" }
        case .cookies: found += headers(exchange, now: now) { $0 == "set-cookie" || $0 == "cookie" }
        case .headers: found += headers(exchange, now: now) { _ in true }
        case .timing: found += phases(exchange)
        case .cache:
            found += cache(exchange)
            let names: Set = ["cache-control", "age", "expires", "etag", "last-modified", "vary", "date", "pragma"]
            found += headers(exchange, now: now) { names.contains($0) }
        case .tls: found += tls(exchange, now: now)
        }
        let head = failure(exchange) + (exchange.response.map { [.status($0.status)] } ?? [])
        return found.isEmpty ? head : place == .body ? head + found : found + head
    }

    /// The headers of a request that was not sent yet.
    package static func of(method: String, headers: HeaderFields, now: Int64) -> [Explanation] {
        let message = MessageContext(headers: headers, isRequest: true, now: now)
        return headers.map { .header($0, in: message) }
            + (Glossary.term(.method, method).map { [Explanation($0)] } ?? [])
    }

    /// Which of the explanations a line on the screen is about; nil if none.
    ///
    /// - Parameter earlier: the lines above it: of a header that is there several times, each line has an explanation.
    package static func place(of line: String, after earlier: [String], in subjects: [Explanation]) -> Int? {
        let named = subjects.indices.filter { begins(line, with: subjects[$0].heading) }
        if let first = named.first {
            let count = earlier.count { begins($0, with: subjects[first].heading) }
            return named[min(count, named.count - 1)]
        }
        let words = line.split { $0 == " " || $0 == "," || $0 == ";" }
        return subjects.indices.first { subject in words.contains { $0 == subjects[subject].heading } }
    }

    /// Whether a line begins with these words, and not with longer ones.
    private static func begins(_ line: String, with words: String) -> Bool {
        let text = line.drop { $0 == " " }.lowercased()
        guard text.hasPrefix(words.lowercased()) else { return false }
        guard let next = text.dropFirst(words.count).first else { return true }
        return !next.isLetter && !next.isNumber && next != "-"
    }

    private static func failure(_ exchange: Exchange) -> [Explanation] {
        guard let error = exchange.error, let term = Glossary.term(.category, error.category.rawValue) else {
            return []
        }
        let phase = error.phase.flatMap { Glossary.term(.phase, $0.rawValue) }
        return [Explanation(term, details: [error.sentence])] + (phase.map { [Explanation($0)] } ?? [])
    }

    private static func headers(_ exchange: Exchange, now: Int64, where isWanted: (String) -> Bool) -> [Explanation] {
        var found = responseHeaders(exchange, now: now, where: isWanted)
        if let request = exchange.hops.last?.request {
            let message = MessageContext(headers: request.headers, isRequest: true, now: now)
            found += request.headers.filter { isWanted($0.name.lowercased()) }.map { .header($0, in: message) }
        }
        return found
    }

    private static func responseHeaders(
        _ exchange: Exchange, now: Int64, where isWanted: (String) -> Bool
    ) -> [Explanation] {
        guard let response = exchange.response else { return [] }
        let message = MessageContext(headers: response.headers, isRequest: false, status: response.status, now: now)
        let fields = response.headers.fields + response.trailers.fields
        return fields.filter { isWanted($0.name.lowercased()) }.map { .header($0, in: message) }
    }

    private static func phases(_ exchange: Exchange) -> [Explanation] {
        Phase.allCases.compactMap { phase in
            guard let length = exchange.timings[phase], let term = Glossary.term(.phase, phase.rawValue) else {
                return nil
            }
            return Explanation(term, details: ["Here: \(DurationText.precise(length))."])
        }
    }

    private static func cache(_ exchange: Exchange) -> [Explanation] {
        guard let decision = exchange.cacheDecision, let term = Glossary.term(.cache, decision.outcome.rawValue) else {
            return []
        }
        let words = ["age", "lifetime"].compactMap { Glossary.term(.cache, $0) }
        return [Explanation(term, details: ["Here: \(decision.phrase)."])]
            + (decision.age == nil ? [] : words.map { Explanation($0) })
    }

    private static func tls(_ exchange: Exchange, now: Int64) -> [Explanation] {
        guard let facts = exchange.hops.last?.connection else { return [] }
        var names: [String] = []
        if TLSReport.isUnverified(exchange) { names.append("not verified") }
        for certificate in facts.certificates {
            if let end = certificate.notAfterSeconds, end < now { names.append("certificate has expired") }
            if let start = certificate.notBeforeSeconds, start > now { names.append("certificate is not yet valid") }
        }
        if let leaf = facts.certificates.first, leaf.subject == leaf.issuer { names.append("self-signed certificate") }
        if let version = facts.tlsVersion { names.append(version) }
        var found = terms(names)
        if let suite = facts.tlsCipher { found += Glossary.cipherSuite(suite) ?? [] }
        names = ["ALPN"] + (facts.alpn.map { [$0] } ?? []) + ["certificate", "chain", "subject", "issuer"]
        names += ["alternative names", "valid until"]
        if let leaf = facts.certificates.first {
            names += [leaf.publicKey?.split(separator: " ").first.map(String.init), leaf.signatureAlgorithm].compactMap(
                \.self)
        }
        return found + terms(names + ["serial number", "pin"])
    }

    private static func terms(_ names: [String]) -> [Explanation] {
        var seen: Set<Term> = []
        return names.flatMap { Glossary.terms(named: $0) }.filter {
            [.tls, .http2].contains($0.kind) && seen.insert($0).inserted
        }.map { Explanation($0) }
    }
}
