#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// What is wrong with a certificate or a handshake, in words that the user can act on.
package enum TLSFault {
    package struct Words {
        package let sentence: String
        package let hint: String
        package var remedy: EngineError.Remedy?

        init(_ sentence: String, _ hint: String) { (self.sentence, self.hint) = (sentence, hint) }

        init(_ sentence: String, _ remedy: EngineError.Remedy) {
            self.init(sentence, remedy.hint)
            self.remedy = remedy
        }
    }

    package static func words(text: String, verifyResult: Int, url: HTTPURL) -> Words {
        words(
            code: verifyResult == 0 ? Code.handshake : Code.verification, text: text, verifyResult: verifyResult,
            place: url.hostAndPort, host: url.host, options: TLSOptions())
    }

    /// libcurl's numbers.
    private enum Code {
        static let handshake = 35
        static let clientCertificate = 58
        static let verification = 60
        static let authoritiesFile = 77
        static let pin = 90
    }

    /// - Parameters:
    ///   - code: libcurl's.
    ///   - text: libcurl's own words, with OpenSSL's in them.
    ///   - verifyResult: OpenSSL's `X509_V_ERR_…` number.
    ///   - place: the server or proxy, as part of a sentence.
    static func words(
        code: Int, text: String, verifyResult: Int, place: String, host: String, options: TLSOptions
    ) -> Words {
        let chain = code == Code.verification ? self.chain(verifyResult, place: place) : nil
        return chain ?? own(code, text, place, options) ?? alert(text.lowercased(), place, host, options)
            ?? handshake(text.lowercased(), place, host, options)
            ?? Words(
                "The TLS handshake with \(place) failed\(text.isEmpty ? "" : ": \(text)").",
                "Check that the server speaks TLS \(options.minimumVersion.rawValue) or later on this port."
            )
    }

    /// What is wrong with the certificates that were shown.
    private static func chain(_ verifyResult: Int, place: String) -> Words? {
        switch verifyResult {
        case 10: return Words("The certificate of \(place) has expired.", "Renew the certificate of the server.")
        case 9:
            return Words(
                "The certificate of \(place) is not valid yet.", "Check the clocks of this machine and the server.")
        case 18: return Words("The certificate of \(place) is self-signed and not trusted here.", .trustServer)
        case 19:
            return Words(
                "The certificate of \(place) leads to a self-signed certificate that is not trusted here.", .trustServer
            )
        case 2, 20, 21:
            return Words(
                "The certificate of \(place) is signed by an authority that is not trusted here.", .trustServer)
        case 23: return Words("The certificate of \(place) was revoked.", "Replace the certificate of the server.")
        case 26:
            return Words(
                "The certificate of \(place) is not made for servers.",
                "Give the server a certificate for server authentication."
            )
        case 66, 67, 68:
            return Words(
                "The key or the signature of a certificate of \(place) is too weak.",
                "Give the server a certificate with at least RSA 2048 and SHA-256."
            )
        case 0, 1: return nil  // Nothing about the chain: OpenSSL's "unspecified".
        default: return Words("The certificate of \(place) is not accepted (OpenSSL \(verifyResult)).", .trustServer)
        }
    }

    /// Errors found on this side before or after the handshake: pins, and local files.
    private static func own(_ code: Int, _ text: String, _ place: String, _ options: TLSOptions) -> Words? {
        switch code {
        case Code.pin:
            return Words(
                "The public key of \(place) is not one of the pinned keys.",
                "Compare it with the pin that the facts of the certificate show; somebody may be intercepting the connection."
            )
        case Code.clientCertificate:
            guard let certificate = options.clientCertificate else { return nil }
            for file in [certificate.file, certificate.keyFile].compactMap({ $0 }) where access(file, R_OK) != 0 {
                return Words(
                    "The client certificate cannot be used: \(file) cannot be read.", "Check the name of the file.")
            }
            return Words(
                "The client certificate \(certificate.file) cannot be used: its password, its key or its format is wrong.",
                certificate.password == nil
                    ? "Give the password if there is one, and check that the key belongs to the certificate; PEM and PKCS #12 are read."
                    : "Check the password and that the key belongs to the certificate; PEM and PKCS #12 are read."
            )
        case Code.authoritiesFile:
            return Words(
                "The file of certificate authorities cannot be read.", "Check the name and content of the CA file.")
        default: return nil
        }
    }

    /// The alert that the other side sent before it closed (RFC 8446 §6.2).
    private static func alert(_ text: String, _ place: String, _ host: String, _ options: TLSOptions) -> Words? {
        guard text.contains(" alert ") else { return nil }
        func says(_ words: String...) -> Bool { words.contains { text.contains("alert " + $0) } }
        if says("protocol version") { return oldVersions(place, options) }
        if says("certificate required") { return wantsCertificate(place, options) }
        if says(
            "bad certificate", "unsupported certificate", "certificate revoked", "certificate expired",
            "certificate unknown", "unknown ca", "access denied", "decrypt error")
        {
            let reason = text.range(after: " alert ").map { " (\($0))" } ?? ""
            return options.clientCertificate == nil
                ? wantsCertificate(place, options)
                : Words(
                    "\(capital(place)) refused the client certificate\(reason).",
                    "Use a certificate that is valid and whose authority the server trusts."
                )
        }
        if says("unrecognized name") {
            return Words(
                "\(capital(place)) knows no certificate for \(host).", "Check the host; the server has other names."
            )
        }
        if says("handshake failure") {
            return options.clientCertificate == nil
                ? Words(
                    "\(capital(place)) refused the TLS handshake: no common cipher, or it wants a client certificate.",
                    "Give a client certificate if the server asks for one, or look at its TLS settings."
                )
                : Words(
                    "\(capital(place)) refused the TLS handshake: no common cipher, or not this client certificate.",
                    "Check the client certificate and the TLS settings of the server."
                )
        }
        return nil
    }

    /// Errors that OpenSSL and libcurl found in the handshake.
    private static func handshake(_ text: String, _ place: String, _ host: String, _ options: TLSOptions) -> Words? {
        if text.contains("no alternative certificate subject name") || text.contains("does not match target host") {
            return Words(
                "The certificate of \(place) is for another name than \(host).",
                "Use a name that the certificate lists, or give the server a certificate for \(host)."
            )
        }
        if text.contains("wrong version number") || text.contains("http request") || text.contains("packet length") {
            return Words(
                "\(capital(place)) does not speak TLS.", "Use http:// for this port, or the port that speaks TLS.")
        }
        if text.contains("unsupported protocol") { return oldVersions(place, options) }
        if text.contains("key too small") || text.contains("md too weak") {
            return Words(
                "The key or the signature of a certificate of \(place) is too weak.",
                "Give the server a certificate with at least RSA 2048 and SHA-256."
            )
        }
        if text.contains("setting certificate") || text.contains("verify locations") || text.contains("cacert") {
            return Words(
                "The file of certificate authorities cannot be read.", "Check the name and content of the CA file.")
        }
        if text.contains("syscall") || text.contains("unexpected eof") || text.contains("connection reset")
            || text.contains("connection closed")
        {
            return Words(
                "\(capital(place)) closed the connection in the middle of the TLS handshake.",
                "Check that this port speaks TLS, and look at the logs of the server."
            )
        }
        return nil
    }

    private static func oldVersions(_ place: String, _ options: TLSOptions) -> Words {
        options.minimumVersion == .tls1_2
            ? Words(
                "\(capital(place)) speaks only TLS versions that are no longer safe.",
                "The server must speak TLS 1.2 or later."
            )
            : Words(
                "\(capital(place)) does not speak TLS \(options.minimumVersion.rawValue), the oldest version allowed here.",
                "Let the server speak it, or allow TLS 1.2."
            )
    }

    private static func wantsCertificate(_ place: String, _ options: TLSOptions) -> Words {
        options.clientCertificate == nil
            ? Words(
                "\(capital(place)) asks for a client certificate.",
                "Give one, with its key, for this request. A redirect to another origin does not carry it."
            )
            : Words(
                "\(capital(place)) asks for another client certificate.",
                "Use a certificate whose authority the server trusts."
            )
    }

    private static func capital(_ place: String) -> String {
        place.hasPrefix("the ") ? "The" + place.dropFirst(3) : place
    }
}

extension String {
    /// The text after the last occurrence, up to the next comma.
    fileprivate func range(after mark: String) -> String? {
        ranges(of: mark).last.map { self[$0.upperBound...].prefix { $0 != "," && $0 != "(" }.trimmingWhitespace() }
    }
}
