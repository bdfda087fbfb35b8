/// How server and client authenticate, beyond `verifiesTLS` and `caFile` of `RequestOptions`.
public struct TLSOptions: Sendable, Hashable {
    /// The versions that can be chosen.
    public enum Version: String, Sendable, Hashable, CaseIterable {
        /// RFC 5246.
        // swift-format-ignore: AlwaysUseLowerCamelCase
        case tls1_2 = "1.2"
        /// RFC 8446.
        // swift-format-ignore: AlwaysUseLowerCamelCase
        case tls1_3 = "1.3"
    }

    /// The oldest version that is accepted. Default 1.2; nothing older can be chosen.
    public var minimumVersion: Version
    /// A folder of certificate authorities (PEM files named by their hash, as `openssl rehash` does) to trust instead
    /// of the system's; if `caFile` is set too, both count. Default nil.
    public var caDirectory: String?
    /// Shown to servers that ask for one, but to no other origin that a redirect leads to. Default nil.
    public var clientCertificate: ClientCertificate?
    /// The public keys of which the server must have one, whatever its certificate says; empty, the default, means any.
    /// Counts even where `verifiesTLS` is off.
    public var pinnedKeys: [PublicKeyPin]

    /// By default TLS 1.2 or newer, the system's authorities, no client certificate, any key.
    public init(
        minimumVersion: Version = .tls1_2, caDirectory: String? = nil, clientCertificate: ClientCertificate? = nil,
        pinnedKeys: [PublicKeyPin] = []
    ) {
        self.minimumVersion = minimumVersion
        self.caDirectory = caDirectory
        self.clientCertificate = clientCertificate
        self.pinnedKeys = pinnedKeys
    }
}

/// A certificate with its private key, which authenticates the client to a server.
public struct ClientCertificate: Sendable, Hashable {
    /// How the files are written.
    public enum Format: String, Sendable, Hashable, CaseIterable {
        /// Text files; the certificate file may hold the chain, and the key where no key file is named.
        case pem = "PEM"
        /// One file with everything (RFC 7292), usually `.p12` or `.pfx`.
        case pkcs12 = "P12"
    }

    /// The path of the certificate; read when a connection is made.
    public var file: String
    /// How `file` is written.
    public var format: Format
    /// For PEM; nil if the certificate file holds the key.
    public var keyFile: String?
    /// Of the key, or of the PKCS #12 file.
    public var password: String?

    /// - `format`: nil, the default, goes by the ending of the name: `.p12` and `.pfx` are PKCS #12.
    public init(file: String, format: Format? = nil, keyFile: String? = nil, password: String? = nil) {
        let name = file.lowercased()
        self.file = file
        self.format = format ?? (name.hasSuffix(".p12") || name.hasSuffix(".pfx") ? .pkcs12 : .pem)
        self.keyFile = keyFile
        self.password = password
    }
}

extension ClientCertificate: CustomStringConvertible, CustomReflectable {
    /// Without the password.
    public var description: String { "\(file) (\(format.rawValue))" }
    /// What `dump` shows: the file alone, without the password.
    public var customMirror: Mirror { Mirror(self, children: ["file": file], displayStyle: .struct) }
}

/// The SHA-256 of a public key (the SubjectPublicKeyInfo of a certificate, RFC 7469 §2.4).
public struct PublicKeyPin: Sendable, Hashable, CustomStringConvertible {
    /// The SHA-256 of the SubjectPublicKeyInfo, 32 bytes.
    public let hash: [UInt8]

    init(hash: [UInt8]) { self.hash = hash }

    /// Reads `sha256//` and the Base64 of the hash, as curl writes it; the beginning may be left out.
    /// - Throws: `request-build`.
    public init(_ text: String) throws(EngineError) {
        let coded = text.hasPrefix("sha256//") ? text.dropFirst(8) : Substring(text)
        guard let hash = Base64.decode(lines: coded.utf8), hash.count == 32 else {
            throw EngineError(
                .requestBuild, "TLS: \(EngineError.quoted(text)) is not the pin of a public key.",
                hint: "Write sha256// and the Base64 of the 32 bytes; the facts of a certificate show its pin.")
        }
        self.hash = hash
    }

    /// `sha256//` and the Base64 of the hash, as curl reads it.
    public var description: String { "sha256//" + Base64.encode(hash) }
}
