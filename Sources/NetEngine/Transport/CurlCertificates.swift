import CCurl

/// Reads the certificate chain as libcurl tells it: lists of `Name:value` lines, one list a certificate.
enum CurlCertificates {
    static func read(_ handle: UnsafeMutableRawPointer) -> [CertificateFacts] {
        // The answer is a pointer to libcurl's own structure.
        var info: UnsafeMutablePointer<curl_certinfo>?
        guard ccurl_get_cert_info(handle, &info) == CURLE_OK, let info else { return [] }
        return (0..<max(0, info.pointee.num_of_certs)).map { index in
            var facts = CertificateFacts(subject: "", issuer: "", notBefore: "", notAfter: "")
            var entry = ccurl_certificate(info, index)
            while let line = entry {
                let text = String(cString: line.pointee.data)
                if let colon = text.firstIndex(of: ":") {
                    let value = String(text[text.index(after: colon)...])
                    switch text[..<colon] {
                    case "Subject": facts.subject = value
                    case "Issuer": facts.issuer = value
                    case "Start date": facts.notBefore = value
                    case "Expire date": facts.notAfter = value
                    case "X509v3 Subject Alternative Name": facts.alternativeNames = value
                    default: break
                    }
                }
                entry = line.pointee.next
            }
            return facts
        }
    }
}
