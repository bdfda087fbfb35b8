import NetEngine

/// What is known of the TLS connection of a hop: what was agreed on, the chain, and whether anybody checked it.
package enum TLSReport {
    /// - Parameter now: seconds since 1970.
    package static func lines(_ exchange: Exchange, now: Int64) -> [ReportLine] {
        guard let hop = exchange.hops.last else { return [.text("Nothing was sent, and no connection was made.")] }
        guard hop.request.url.scheme == .https else {
            return [.text("No TLS: the request went over plain http, readable by everybody on the way.")]
        }
        guard let facts = hop.connection else {
            return [
                .text(
                    hop.cacheDecision?.isFromCache == true
                        ? "The response came from the cache, and no connection was made."
                        : "No connection was made.")
            ]
        }
        var lines = verdict(exchange, hop, facts)
        lines.append(.gap)
        lines.append(.fact("version", facts.tlsVersion ?? "not agreed on"))
        lines.append(.fact("cipher", facts.tlsCipher ?? "not agreed on"))
        lines.append(
            .fact("ALPN", facts.alpn ?? (facts.tlsVersion == nil ? "not agreed on" : "none; HTTP/1.1 is spoken")))
        if facts.isReused { lines.append(.fact("connection", "reused: the handshake was part of an earlier request")) }
        if facts.certificates.isEmpty {
            lines += [
                .gap,
                .text("The server showed no certificate: the handshake ended before, or continued an earlier session."),
            ]
        }
        for (place, certificate) in facts.certificates.enumerated() {
            lines.append(.gap)
            lines += self.lines(certificate, place: place, of: facts.certificates.count, now: now)
        }
        return lines
    }

    /// Whether the certificate of the last hop was not checked although the connection is by TLS.
    package static func isUnverified(_ exchange: Exchange) -> Bool {
        guard let hop = exchange.hops.last, hop.connection != nil else { return false }
        return hop.usesTLS && !hop.request.options.verifiesTLS
    }

    private static func verdict(_ exchange: Exchange, _ hop: Hop, _ facts: ConnectionFacts) -> [ReportLine] {
        let options = hop.request.options
        if let error = exchange.error, error.category == .tls {
            let chain = facts.certificates.isEmpty ? "" : " Below is the chain that the server showed."
            return [.warning("Not accepted: \(error.sentence)"), .text("\(error.hint)\(chain)")]
        }
        guard options.verifiesTLS || !hop.usesTLS else {
            return [
                .warning("Not verified: the certificate was not checked."),
                .text(
                    "The request says so (# @no-reject-unauthorized, --insecure, or SSLConfiguration of the environment). Anybody on the way could read and change everything."
                ),
            ]
        }
        guard facts.tlsVersion != nil else { return [.text("The handshake was not finished.")] }
        let trust = options.caFile.map { "trusted by \($0)" } ?? "trusted by this machine"
        let pins = options.tls.pinnedKeys.isEmpty ? "" : ", and the key is one of the pinned ones"
        return [
            .text("Verified: the chain leads to an authority \(trust), and the certificate is for this host\(pins).")
        ]
    }

    private static func lines(_ certificate: CertificateFacts, place: Int, of count: Int, now: Int64) -> [ReportLine] {
        let isOwnIssuer = certificate.subject == certificate.issuer
        let role =
            place == 0 ? (isOwnIssuer ? "server, self-signed" : "server") : isOwnIssuer ? "root" : "authority"
        var lines: [ReportLine] = [
            .heading("Certificate \(place + 1) of \(count): \(role)"), .fact("subject", certificate.subject),
            .fact("issuer", certificate.issuer),
        ]
        if let names = certificate.alternativeNames { lines.append(.fact("names", names)) }
        lines += validity(certificate, now)
        if let key = certificate.publicKey { lines.append(.fact("key", key)) }
        if let signature = certificate.signatureAlgorithm { lines.append(.fact("signature", signature)) }
        if let serial = certificate.serialNumber { lines.append(.fact("serial", serial)) }
        if let pin = certificate.publicKeyPin { lines.append(.fact("pin", pin.description)) }
        return lines
    }

    private static func validity(_ certificate: CertificateFacts, _ now: Int64) -> [ReportLine] {
        func date(_ seconds: Int64?, _ text: String) -> String {
            seconds.map { CivilTime(secondsSince1970: $0) }.map { "\($0.date) \($0.clock) UTC" } ?? text
        }
        let (from, until) = (certificate.notBeforeSeconds, certificate.notAfterSeconds)
        var lines: [ReportLine] = [
            .fact("valid from", date(from, certificate.notBefore)),
            .fact(
                "valid until",
                date(until, certificate.notAfter)
                    + (until.map { now <= $0 ? ", \(DurationText.span(seconds: $0 - now)) left" : "" } ?? "")),
        ]
        if let until, until < now {
            lines.append(.warning("Expired \(DurationText.span(seconds: now - until)) ago."))
        } else if let from, from > now {
            lines.append(.warning("Not valid for another \(DurationText.span(seconds: from - now))."))
        }
        return lines
    }
}
