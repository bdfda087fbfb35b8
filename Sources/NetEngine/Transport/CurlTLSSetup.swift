import CCurl

/// Turns the TLS choices of a request into options of an easy handle.
struct CurlTLSSetup {
    let options: RequestOptions
    let trust: TrustSettings

    /// The checks of the server's certificate, and the client certificate.
    func applyToServer(_ handle: UnsafeMutableRawPointer, _ set: (CURLcode) -> Void) {
        set(ccurl_set_ssl_version(handle, version))
        set(ccurl_set_verify_peer(handle, options.verifiesTLS ? 1 : 0))
        set(ccurl_set_verify_host(handle, options.verifiesTLS ? 2 : 0))
        set(ccurl_set_cert_info(handle, 1))
        if let file = authorities.file {
            set(ccurl_set_ca_file(handle, file.path))
            // Instead of the system's, so its folder must not count either.
            set(ccurl_set_ca_directory(handle, nil))
        }
        if let directory = authorities.directory { set(ccurl_set_ca_directory(handle, directory)) }
        if !options.tls.pinnedKeys.isEmpty {
            set(ccurl_set_pinned_key(handle, options.tls.pinnedKeys.map(\.description).joined(separator: ";")))
        }
        guard let certificate = options.tls.clientCertificate else { return }
        set(ccurl_set_client_certificate(handle, certificate.file))
        set(ccurl_set_client_certificate_type(handle, certificate.format.rawValue))
        if let key = certificate.keyFile, certificate.format == .pem { set(ccurl_set_client_key(handle, key)) }
        // Without any, OpenSSL would ask for it on the terminal, and the thread of all transfers would wait for an answer.
        set(ccurl_set_key_password(handle, certificate.password ?? ""))
    }

    /// The certificate of a proxy is always checked, whatever the request says about its server.
    func applyToProxy(_ handle: UnsafeMutableRawPointer, _ set: (CURLcode) -> Void) {
        set(ccurl_set_proxy_ssl_version(handle, version))
        if let file = authorities.file {
            set(ccurl_set_proxy_ca_file(handle, file.path))
            set(ccurl_set_proxy_ca_directory(handle, nil))
        }
        if let directory = authorities.directory { set(ccurl_set_proxy_ca_directory(handle, directory)) }
    }

    private var version: Int {
        Int(options.tls.minimumVersion == .tls1_3 ? CURL_SSLVERSION_TLSv1_3 : CURL_SSLVERSION_TLSv1_2)
    }

    /// A file of authorities; without a path none, not even the system's.
    private struct File { let path: String? }

    /// Of the request, or else of the engine; nil means the system's. The engine's folder alone is used with the
    /// system's file, as `SSL_CERT_DIR` does with OpenSSL.
    private var authorities: (file: File?, directory: String?) {
        if options.caFile != nil || options.tls.caDirectory != nil {
            return (File(path: options.caFile), options.tls.caDirectory)
        }
        return (trust.caFile.map { File(path: $0) }, trust.caDirectory)
    }
}
