import CCurl

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// Facts of an open connection that libcurl no longer reports when it is reused.
///
/// Lives on its engine thread only.
final class CurlConnection {
    /// -1 as long as it is being made.
    let socket: curl_socket_t
    let route: ConnectionRoute
    /// The token of the job that uses it, or did so last.
    var user: UInt64
    /// Bytes of the responses before the current one; nil if the framing of one hid them.
    var consumedByteCount: Int? = 0
    let speaksHTTP2: Bool
    /// Set once the server takes no more requests on it.
    var goAway: HTTP2GoAway?
    let tlsVersion: String?
    let tlsCipher: String?
    let alpn: String?
    let certificates: [CertificateFacts]

    init(
        socket: curl_socket_t, route: ConnectionRoute, user: UInt64, speaksHTTP2: Bool = false,
        tlsVersion: String? = nil, tlsCipher: String? = nil, alpn: String? = nil,
        certificates: [CertificateFacts] = []
    ) {
        self.socket = socket
        self.route = route
        self.user = user
        self.speaksHTTP2 = speaksHTTP2
        self.tlsVersion = tlsVersion
        self.tlsCipher = tlsCipher
        self.alpn = alpn
        self.certificates = certificates
    }

    /// Bytes, an end or an error on a connection that should be silent (RFC 9112 §9.5). In HTTP/2 a server may speak
    /// at any time, and its frames say what they belong to.
    var isUnfitForReuse: Bool {
        guard !speaksHTTP2 else { return alpn == nil && Self.startsUnnegotiatedHTTP2Twice }
        guard socket >= 0 else { return false }
        var entry = pollfd(fd: socket, events: Int16(POLLIN), revents: 0)
        return poll(&entry, 1, 0) > 0
    }

    /// Where HTTP/2 was not negotiated in TLS, libcurl 7.88 starts it a second time on a reused connection, and fails. 8.0 does not.
    private static let startsUnnegotiatedHTTP2Twice =
        (0x07_58_00...0x07_58_FF).contains(curl_version_info(CURLVERSION_FIRST).pointee.version_num)
}
