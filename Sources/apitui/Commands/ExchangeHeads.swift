import Base
import NetEngine
import Workspace

/// The headers of an exchange as `send -i` and `send -v` print them, with secrets hidden.
enum ExchangeHeads {
    /// The headers of responses, including redirects, in HTTP/1 syntax.
    static func of(_ responses: [Response], _ secrets: SentSecrets) -> [UInt8] {
        responses.flatMap { response -> [UInt8] in
            lines(response, secrets).flatMap { $0 + [Byte.carriageReturn, Byte.lineFeed] } + [
                Byte.carriageReturn, Byte.lineFeed,
            ]
        }
    }

    /// For each request of the exchange: facts of the connection (`*`), what was sent (`>`) and received (`<`).
    static func verbose(_ exchange: Exchange, _ secrets: SentSecrets) -> [SafeText] {
        exchange.hops.flatMap { hop -> [SafeText] in
            var all = facts(hop).map { "* " + secrets.hidden(SafeText($0)) }
            if !hop.sentHead.isEmpty {
                all += split(secrets.hidden(head: hop.sentHead)).map { "> " + SafeText(bytes: $0) }
                if hop.sentBodyByteCount > 0 {
                    all.append("* \(Formatting.count(hop.sentBodyByteCount, "byte")) of body sent")
                }
            }
            if let response = hop.receivedOrStored {
                for head in response.interimHeads {
                    all += split(secrets.hidden(head: head)).map { "< " + SafeText(bytes: $0) }
                }
                all += lines(response, secrets).map { "< " + SafeText(bytes: $0[...]) } + ["< "]
                let trailers = response.trailers.map { secrets.field($0) }
                all += trailers.map { "< " + SafeText(bytes: $0[...]) }
            }
            return all
        }
    }

    /// Status line and fields, without the empty line.
    private static func lines(_ response: Response, _ secrets: SentSecrets) -> [[UInt8]] {
        let version = response.httpVersion?.rawValue ?? "1.1"
        let reason = Array(secrets.hidden(SafeText(bytes: response.reason)).string.utf8)
        return [Array("HTTP/\(version) \(response.status) ".utf8) + reason] + response.headers.map { secrets.field($0) }
    }

    private static func facts(_ hop: Hop) -> [String] {
        var facts: [String] = []
        switch hop.cause {
        case .first: break
        case .redirect(let status): facts.append("Redirected by status \(status)")
        case .retry: facts.append("Sent again")
        }
        if let decision = hop.cacheDecision { facts.append("Cache \(decision.outcome.rawValue): \(decision.phrase)") }
        guard let connection = hop.connection else { return facts }
        let end = connection.unixSocket ?? "\(connection.remoteAddress ?? "unknown") port \(connection.remotePort ?? 0)"
        facts.append(connection.isReused ? "Reused the connection to \(end)" : "Connected to \(end)")
        if let proxy = connection.proxy { facts.append("Through the proxy \(proxy)") }
        if let version = connection.tlsVersion {
            facts.append([version, connection.tlsCipher].compactMap(\.self).joined(separator: ", "))
        }
        if let leaf = connection.certificates.first {
            facts.append("Server certificate: \(leaf.subject); issuer: \(leaf.issuer)")
            facts.append("Valid from \(leaf.notBefore) to \(leaf.notAfter)")
        }
        return facts
    }

    /// The lines of a header without line ends, including its empty line.
    private static func split(_ head: [UInt8]) -> [ArraySlice<UInt8>] {
        var lines = head.split(separator: Byte.lineFeed, omittingEmptySubsequences: false)
        if lines.last?.isEmpty == true { lines.removeLast() }
        return lines.map { $0.last == Byte.carriageReturn ? $0.dropLast() : $0 }
    }
}

extension SentSecrets {
    /// `Name: value`.
    fileprivate func field(_ field: HeaderField) -> [UInt8] {
        field.nameBytes + [UInt8(ascii: ":"), UInt8(ascii: " ")] + hiddenValue(of: field)
    }
}
