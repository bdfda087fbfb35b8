/// What is known of the connection that carried a hop.
public struct ConnectionFacts: Sendable, Hashable {
    /// The other end of the connection: the proxy's where one was used, nil for a unix socket.
    public var remoteAddress: String?
    /// The port at the other end, 1 to 65535; nil for a unix socket.
    public var remotePort: Int?
    /// This machine's end, 1 to 65535; nil for a unix socket.
    public var localPort: Int?
    /// Whether it carried an earlier request.
    public var isReused: Bool
    /// For example `TLSv1.3`; nil on plain connections, or if the handshake failed before the server chose it.
    public var tlsVersion: String?
    /// For example `TLS_AES_256_GCM_SHA384`; nil on plain connections, or if libcurl does not know.
    public var tlsCipher: String?
    /// The protocol that both sides agreed on in the handshake (ALPN, RFC 7301), such as `h2`; nil if they did not.
    public var alpn: String?
    /// The chain as the server sent it, leaf first; also if the handshake failed because of it.
    public var certificates: [CertificateFacts]
    /// The proxy it went through, without login, such as `http://127.0.0.1:3128`.
    public var proxy: String?
    /// The path of the unix socket that was used instead of TCP.
    public var unixSocket: String?

    /// Facts as a transport makes them; unknown ones stay nil.
    public init(
        remoteAddress: String? = nil, remotePort: Int? = nil, localPort: Int? = nil, isReused: Bool = false,
        tlsVersion: String? = nil, tlsCipher: String? = nil, alpn: String? = nil,
        certificates: [CertificateFacts] = [], proxy: String? = nil, unixSocket: String? = nil
    ) {
        self.remoteAddress = remoteAddress
        self.remotePort = remotePort
        self.localPort = localPort
        self.isReused = isReused
        self.tlsVersion = tlsVersion
        self.tlsCipher = tlsCipher
        self.alpn = alpn
        self.certificates = certificates
        self.proxy = proxy
        self.unixSocket = unixSocket
    }
}

/// One certificate's facts, as text by the TLS library.
public struct CertificateFacts: Sendable, Hashable {
    /// The distinguished name of who it was issued to, such as `CN = example.com`.
    public var subject: String
    /// The distinguished name of the authority that signed it.
    public var issuer: String
    /// The first moment at which it is valid, in the TLS library's form.
    public var notBefore: String
    /// The last moment at which it is valid, in the TLS library's form.
    public var notAfter: String
    /// The names and addresses it is valid for (RFC 5280 §4.2.1.6), in one line; nil if it lists none.
    public var alternativeNames: String?
    /// The serial number, in hexadecimal.
    public var serialNumber: String?
    /// The algorithm of the signature, such as `sha256WithRSAEncryption`.
    public var signatureAlgorithm: String?
    /// Kind of the public key and its size in bits, such as `RSA 2048` or `EC 256`.
    public var publicKey: String?
    /// What `TLSOptions.pinnedKeys` can hold to accept this key only.
    public var publicKeyPin: PublicKeyPin?

    /// The facts of one certificate, as text.
    public init(
        subject: String, issuer: String, notBefore: String, notAfter: String, alternativeNames: String? = nil,
        serialNumber: String? = nil, signatureAlgorithm: String? = nil, publicKey: String? = nil,
        publicKeyPin: PublicKeyPin? = nil
    ) {
        self.subject = subject
        self.issuer = issuer
        self.notBefore = notBefore
        self.notAfter = notAfter
        self.alternativeNames = alternativeNames
        self.serialNumber = serialNumber
        self.signatureAlgorithm = signatureAlgorithm
        self.publicKey = publicKey
        self.publicKeyPin = publicKeyPin
    }
}

extension CertificateFacts {
    /// `notBefore` in seconds since 1970; nil if it cannot be read.
    package var notBeforeSeconds: Int64? { Self.seconds(notBefore) }
    /// `notAfter` in seconds since 1970; nil if it cannot be read.
    package var notAfterSeconds: Int64? { Self.seconds(notAfter) }

    /// `Nov 22 19:23:55 2026 GMT`: the third form of HTTP's dates without the day of the week.
    private static func seconds(_ text: String) -> Int64? {
        guard text.hasSuffix(" GMT") else { return nil }
        return HTTPDate.seconds("Day \(text.dropLast(4))", now: 0)
    }
}
