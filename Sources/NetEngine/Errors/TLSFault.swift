/// What is wrong with a certificate or a handshake, in words a person can act on.
package enum TLSFault {
    /// - Parameter verifyResult: OpenSSL's `X509_V_ERR_…` number, 0 where the chain was not the fault.
    package static func words(text: String, verifyResult: Int, url: HTTPURL) -> (sentence: String, hint: String) {
        let place = url.hostAndPort
        let trust = "To trust it anyway, name its authority as CA file, or switch the check off for this request."
        switch verifyResult {
        case 10: return ("The certificate of \(place) has expired.", "Renew the certificate of the server.")
        case 9:
            return ("The certificate of \(place) is not valid yet.", "Check the clocks of this machine and the server.")
        case 18, 19: return ("The certificate of \(place) is signed by itself and not trusted here.", trust)
        case 2, 20, 21:
            return ("The certificate of \(place) is signed by an authority that is not trusted here.", trust)
        case 23: return ("The certificate of \(place) was revoked.", "Replace the certificate of the server.")
        case 0, 1: break  // No word of the chain: OpenSSL's "unspecified".
        default: return ("The certificate of \(place) is not accepted (OpenSSL \(verifyResult)).", trust)
        }
        let lower = text.lowercased()
        if lower.contains("no alternative certificate subject name") || lower.contains("does not match target host") {
            return (
                "The certificate of \(place) is for another name than \(url.host).",
                "Use a name that the certificate lists, or give the server a certificate for \(url.host)."
            )
        }
        if lower.contains("wrong version number") || lower.contains("http request") {
            return ("\(place) does not speak TLS.", "Use http:// for this port, or the port that speaks TLS.")
        }
        if lower.contains("unsupported protocol") || lower.contains("protocol version") {
            return (
                "\(place) speaks only TLS versions that are no longer safe.", "The server must speak TLS 1.2 or later."
            )
        }
        if lower.contains("setting certificate") || lower.contains("verify locations") || lower.contains("cacert")
            || lower.contains("ca file")
        {
            return ("The file of certificate authorities cannot be read.", "Check the name and content of the CA file.")
        }
        return (
            "The TLS handshake with \(place) failed\(text.isEmpty ? "" : ": \(text)").",
            "Check that the server speaks TLS 1.2 or later on this port."
        )
    }
}
