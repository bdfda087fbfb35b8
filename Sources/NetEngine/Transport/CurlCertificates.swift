import CCurl

/// Reads the certificate chain from libcurl: lists of `Name:value` lines, one list a certificate.
enum CurlCertificates {
    static func read(_ handle: UnsafeMutableRawPointer) -> [CertificateFacts] {
        // The result is a pointer to libcurl's own structure.
        var info: UnsafeMutablePointer<curl_certinfo>?
        guard ccurl_get_cert_info(handle, &info) == CURLE_OK, let info else { return [] }
        return (0..<max(0, info.pointee.num_of_certs)).compactMap { facts(ccurl_certificate(info, $0)) }
    }

    /// Of all lines only the certificate itself is read.
    private static func facts(_ first: UnsafeMutablePointer<curl_slist>?) -> CertificateFacts? {
        var entry = first
        while let line = entry {
            entry = line.pointee.next
            let text = String(cString: line.pointee.data)
            if text.hasPrefix("Cert:") { return CertificateReader.facts(pem: String(text.dropFirst(5))) }
        }
        return nil
    }
}
