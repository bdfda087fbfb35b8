import CCurl

/// Reads the certificate chain from libcurl: lists of `Name:value` lines, one list a certificate.
enum CurlCertificates {
    static func read(_ handle: UnsafeMutableRawPointer) -> [CertificateFacts] {
        // The result is a pointer to libcurl's own structure.
        var info: UnsafeMutablePointer<curl_certinfo>?
        guard ccurl_get_cert_info(handle, &info) == CURLE_OK, let info else { return [] }
        return (0..<max(0, info.pointee.num_of_certs)).map { facts(ccurl_certificate(info, $0)) }
    }

    private static func facts(_ first: UnsafeMutablePointer<curl_slist>?) -> CertificateFacts {
        var facts = CertificateFacts(subject: "", issuer: "", notBefore: "", notAfter: "")
        var algorithm: String?
        var bits: String?
        var key: CertificateKey?
        var entry = first
        while let line = entry {
            entry = line.pointee.next
            let text = String(cString: line.pointee.data)
            guard let colon = text.firstIndex(of: ":") else { continue }
            let value = String(text[text.index(after: colon)...])
            switch text[..<colon] {
            case "Subject": facts.subject = value
            case "Issuer": facts.issuer = value
            case "Start date": facts.notBefore = value
            case "Expire date": facts.notAfter = value
            case "X509v3 Subject Alternative Name": facts.alternativeNames = value
            case "Serial Number": facts.serialNumber = value
            case "Signature Algorithm": facts.signatureAlgorithm = value
            case "Public Key Algorithm": algorithm = value
            case "RSA Public Key": bits = value
            case "Cert": key = CertificateKey(pem: value)
            default: break
            }
        }
        facts.publicKeyPin = key?.pin
        bits = bits ?? key?.curveBits.map(String.init)
        facts.publicKey = algorithm.map { name in
            let known = ["rsaEncryption": "RSA", "id-ecPublicKey": "EC"][name] ?? name
            return bits.map { "\(known) \($0)" } ?? known
        }
        return facts
    }
}
