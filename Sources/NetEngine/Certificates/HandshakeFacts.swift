import CCrypto

/// What both sides of a TLS handshake agreed on before one of them ended it.
struct HandshakeFacts {
    /// For example `TLSv1.3`.
    let version: String
    let cipher: String
    /// nil if no protocol was agreed on by then.
    let alpn: String?

    /// - Parameter connection: OpenSSL's `SSL *`, in the middle of the handshake.
    /// - Returns: nil if the server's choice has not come.
    init?(openSSL connection: UnsafeMutableRawPointer) {
        let connection = OpaquePointer(connection)
        // TLS 1.2 takes its cipher into use after the certificate.
        guard let cipher = SSL_get_current_cipher(connection) ?? SSL_get_pending_cipher(connection),
            let name = SSL_CIPHER_get_name(cipher), let version = SSL_get_version(connection)
        else { return nil }
        self.cipher = String(cString: name)
        self.version = String(cString: version)
        var bytes: UnsafePointer<UInt8>?
        var count: UInt32 = 0
        SSL_get0_alpn_selected(connection, &bytes, &count)
        alpn = bytes.map { String(decoding: UnsafeBufferPointer(start: $0, count: Int(count)), as: UTF8.self) }
    }
}
