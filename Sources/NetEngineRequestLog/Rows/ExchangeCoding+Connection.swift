import NetEngine

private enum ConnectionKey {
    static let remoteAddress: UInt64 = 1
    static let remotePort: UInt64 = 2
    static let localPort: UInt64 = 3
    static let isReused: UInt64 = 4
    static let tlsVersion: UInt64 = 5
    static let tlsCipher: UInt64 = 6
    static let alpn: UInt64 = 7
    static let certificate: UInt64 = 8
    static let proxy: UInt64 = 9
    static let unixSocket: UInt64 = 10
}

private enum CertificateKey {
    static let subject: UInt64 = 1
    static let issuer: UInt64 = 2
    static let notBefore: UInt64 = 3
    static let notAfter: UInt64 = 4
    static let alternativeNames: UInt64 = 5
    static let serialNumber: UInt64 = 6
    static let signatureAlgorithm: UInt64 = 7
    static let publicKey: UInt64 = 8
    static let pin: UInt64 = 9
}

private enum CookieKey {
    static let field: UInt64 = 1
    static let result: UInt64 = 2
    static let refusal: UInt64 = 3
    static let name: UInt64 = 4
    static let domain: UInt64 = 5
    static let isHostOnly: UInt64 = 6
    static let path: UInt64 = 7
    static let expires: UInt64 = 8
    static let isSecure: UInt64 = 9
    static let isHTTPOnly: UInt64 = 10
    static let sameSite: UInt64 = 11
}

extension ExchangeEncoder {
    func connection(_ facts: ConnectionFacts, _ writer: inout PackedWriter) {
        writer.put(ConnectionKey.remoteAddress, facts.remoteAddress.map(redactor.text))
        writer.put(ConnectionKey.remotePort, facts.remotePort)
        writer.put(ConnectionKey.localPort, facts.localPort)
        writer.put(ConnectionKey.isReused, facts.isReused)
        writer.put(ConnectionKey.tlsVersion, facts.tlsVersion)
        writer.put(ConnectionKey.tlsCipher, facts.tlsCipher)
        writer.put(ConnectionKey.alpn, facts.alpn)
        for certificate in facts.certificates {
            writer.put(ConnectionKey.certificate) { writer in
                writer.put(CertificateKey.subject, redactor.text(certificate.subject))
                writer.put(CertificateKey.issuer, redactor.text(certificate.issuer))
                writer.put(CertificateKey.notBefore, certificate.notBefore)
                writer.put(CertificateKey.notAfter, certificate.notAfter)
                writer.put(CertificateKey.alternativeNames, certificate.alternativeNames.map(redactor.text))
                writer.put(CertificateKey.serialNumber, certificate.serialNumber)
                writer.put(CertificateKey.signatureAlgorithm, certificate.signatureAlgorithm)
                writer.put(CertificateKey.publicKey, certificate.publicKey)
                writer.put(CertificateKey.pin, certificate.publicKeyPin?.description)
            }
        }
        writer.put(ConnectionKey.proxy, facts.proxy.map(redactor.text))
        writer.put(ConnectionKey.unixSocket, facts.unixSocket.map(redactor.text))
    }

    /// Without the value of the cookie.
    func setCookie(_ outcome: SetCookieOutcome, _ writer: inout PackedWriter) {
        let shown = redactor.field(HeaderField(nameBytes: Array("Set-Cookie".utf8), valueBytes: outcome.fieldBytes))
        writer.put(CookieKey.field, shown.value)
        let cookie: Cookie
        switch outcome.result {
        case .kept(let kept): (cookie, _) = (kept, writer.put(CookieKey.result, 1 as Int64))
        case .removed(let removed): (cookie, _) = (removed, writer.put(CookieKey.result, 2 as Int64))
        case .refused(let refusal):
            writer.put(CookieKey.refusal, refusal.rawValue)
            return
        }
        writer.put(CookieKey.name, redactor.text(cookie.name))
        writer.put(CookieKey.domain, redactor.text(cookie.domain))
        writer.put(CookieKey.isHostOnly, cookie.isHostOnly)
        writer.put(CookieKey.path, redactor.text(cookie.path))
        writer.put(CookieKey.expires, cookie.expires)
        writer.put(CookieKey.isSecure, cookie.isSecure)
        writer.put(CookieKey.isHTTPOnly, cookie.isHTTPOnly)
        writer.put(CookieKey.sameSite, cookie.sameSite?.rawValue)
    }
}

extension ExchangeDecoder {
    func connection(_ record: PackedRecord) -> ConnectionFacts {
        ConnectionFacts(
            remoteAddress: record.text(ConnectionKey.remoteAddress), remotePort: record.int(ConnectionKey.remotePort),
            localPort: record.int(ConnectionKey.localPort), isReused: record.flag(ConnectionKey.isReused),
            tlsVersion: record.text(ConnectionKey.tlsVersion), tlsCipher: record.text(ConnectionKey.tlsCipher),
            alpn: record.text(ConnectionKey.alpn),
            certificates: record.records(ConnectionKey.certificate).map { certificate in
                CertificateFacts(
                    subject: certificate.text(CertificateKey.subject) ?? "",
                    issuer: certificate.text(CertificateKey.issuer) ?? "",
                    notBefore: certificate.text(CertificateKey.notBefore) ?? "",
                    notAfter: certificate.text(CertificateKey.notAfter) ?? "",
                    alternativeNames: certificate.text(CertificateKey.alternativeNames),
                    serialNumber: certificate.text(CertificateKey.serialNumber),
                    signatureAlgorithm: certificate.text(CertificateKey.signatureAlgorithm),
                    publicKey: certificate.text(CertificateKey.publicKey),
                    publicKeyPin: certificate.text(CertificateKey.pin).flatMap { try? PublicKeyPin($0) })
            },
            proxy: record.text(ConnectionKey.proxy), unixSocket: record.text(ConnectionKey.unixSocket))
    }

    /// nil for an outcome that this version does not know.
    func setCookie(_ record: PackedRecord) -> SetCookieOutcome? {
        let field = Array((record.text(CookieKey.field) ?? "").utf8)
        if let refusal = record.text(CookieKey.refusal) {
            return CookieRefusal(rawValue: refusal).map { SetCookieOutcome(fieldBytes: field, result: .refused($0)) }
        }
        let cookie = Cookie(
            name: Array((record.text(CookieKey.name) ?? "").utf8), value: Array(Redaction.mark.utf8),
            domain: record.text(CookieKey.domain) ?? "", isHostOnly: record.flag(CookieKey.isHostOnly),
            path: record.text(CookieKey.path) ?? "/", expires: record.number(CookieKey.expires),
            isSecure: record.flag(CookieKey.isSecure), isHTTPOnly: record.flag(CookieKey.isHTTPOnly),
            sameSite: record.text(CookieKey.sameSite).flatMap(Cookie.SameSite.init))
        guard let cookie else { return nil }
        switch record.int(CookieKey.result) {
        case 1: return SetCookieOutcome(fieldBytes: field, result: .kept(cookie))
        case 2: return SetCookieOutcome(fieldBytes: field, result: .removed(cookie))
        default: return nil
        }
    }
}
