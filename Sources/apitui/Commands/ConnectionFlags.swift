import ArgumentParser
import NetEngine
import Workspace

/// How a request is connected and secured, with curl's names for the flags. A flag overrides the request file.
struct ConnectionFlags: ParsableArguments {
    enum Family: EnumerableFlag {
        case ipv4, ipv6

        static func name(for value: Family) -> NameSpecification {
            switch value {
            case .ipv4: [.customShort("4"), .customLong("ipv4")]
            case .ipv6: [.customShort("6"), .customLong("ipv6")]
            }
        }

        static func help(for value: Family) -> ArgumentHelp? {
            "Connect to \(value == .ipv4 ? "IPv4" : "IPv6") addresses only."
        }
    }

    enum Version: EnumerableFlag {
        case http10, http11, http2, http2PriorKnowledge

        static func name(for value: Version) -> NameSpecification {
            switch value {
            case .http10: .customLong("http1.0")
            case .http11: .customLong("http1.1")
            case .http2: .customLong("http2")
            case .http2PriorKnowledge: .customLong("http2-prior-knowledge")
            }
        }

        static func help(for value: Version) -> ArgumentHelp? {
            switch value {
            case .http10: "Use HTTP/1.0."
            case .http11: "Use HTTP/1.1, also over TLS."
            case .http2: "Use HTTP/2 if the server offers it over TLS."
            case .http2PriorKnowledge: "Use HTTP/2 from the start, also without TLS."
            }
        }
    }

    enum Security: EnumerableFlag {
        case tls12, tls13

        static func name(for value: Security) -> NameSpecification {
            .customLong(value == .tls12 ? "tlsv1.2" : "tlsv1.3")
        }

        static func help(for value: Security) -> ArgumentHelp? {
            "Use TLS \(value == .tls12 ? "1.2" : "1.3") or newer; older versions than 1.2 are never used."
        }
    }

    @Option(
        name: [.customShort("x"), .customLong("proxy")],
        help: ArgumentHelp(
            "Send through this proxy: http://, https://, socks4://, socks4a://, socks5:// or socks5h://, with user:password@ where needed; 'env' uses http_proxy and the like; 'none' connects directly.",
            valueName: "url"))
    var proxy: String?

    @Option(
        name: [.customShort("E"), .customLong("cert")],
        help: ArgumentHelp("Present this client certificate: a PEM file, .p12 or .pfx.", valueName: "file[:password]"),
        completion: .file())
    var certificate: String?

    @Option(
        help: ArgumentHelp("The private key of --cert, if that file does not contain it.", valueName: "file"),
        completion: .file())
    var key: String?

    @Option(
        help: ArgumentHelp(
            "Trust the certificate authorities in this PEM file instead of the system's.", valueName: "file"),
        completion: .file())
    var cacert: String?

    @Option(
        help: ArgumentHelp(
            "Trust the certificate authorities in this folder (openssl rehash) instead of the system's.",
            valueName: "folder"),
        completion: .directory)
    var capath: String?

    @Option(
        help: ArgumentHelp(
            "Accept only servers with one of these public keys: sha256//BASE64, separated by ;.",
            valueName: "pins"))
    var pinnedpubkey: String?

    @Flag(exclusivity: .exclusive) var security: Security?

    @Flag(name: [.customShort("k"), .customLong("insecure")], help: "Do not check the server's certificate.")
    var insecure = false

    @Option(
        help: ArgumentHelp("Connect to this unix socket; @name is in the abstract namespace.", valueName: "path"),
        completion: .file())
    var unixSocket: String?

    @Option(
        help: ArgumentHelp(
            "Connect to this address instead of looking up the host; * is any host or port. May be repeated.",
            valueName: "host:port:address"))
    var resolve: [String] = []

    @Option(
        help: ArgumentHelp(
            "Connect to h2:p2 for requests to h1:p1; parts may be empty. May be repeated.", valueName: "h1:p1:h2:p2"))
    var connectTo: [String] = []

    @Flag(exclusivity: .exclusive) var family: Family?

    @Option(help: ArgumentHelp("Connect from this interface, address or host name.", valueName: "name"))
    var interface: String?

    @Flag(exclusivity: .exclusive) var version: Version?

    func validate() throws {
        var options = RequestOptions()
        do throws(EngineError) {
            try apply(to: &options)
            // The engine's own validation, so that a bad address or too long a path is reported before anything is
            // sent.
            _ = try RequestBuilder().build(RequestDraft(url: "http://localhost/", options: options))
        } catch {
            throw ValidationError("\(error.sentence) \(error.hint)")
        }
        if key != nil, certificate == nil {
            throw ValidationError("--key needs the certificate that it belongs to: --cert.")
        }
        for (flag, path) in [
            ("--cacert", cacert), ("--key", key), ("--cert", clientCertificate?.file), ("--capath", capath),
        ] {
            guard let path, DiskFile.info(path) == nil else { continue }
            throw ValidationError("\(flag): there is no \(flag == "--capath" ? "folder" : "file") \(path).")
        }
    }

    /// True if no flag was given.
    var isEmpty: Bool {
        proxy == nil && certificate == nil && cacert == nil && capath == nil && pinnedpubkey == nil && security == nil
            && !insecure && unixSocket == nil && resolve.isEmpty && connectTo.isEmpty && family == nil
            && interface == nil && version == nil
    }

    /// - Throws: `request-build` for a value that cannot be read.
    func apply(to options: inout RequestOptions) throws(EngineError) {
        switch proxy {
        case nil: break
        case "env": options.proxy = .environment
        case "none": options.proxy = .none
        case let url?:
            _ = try ProxyServer(url)
            options.proxy = .url(url)
        }
        if let clientCertificate { options.tls.clientCertificate = clientCertificate }
        if let cacert { options.caFile = cacert }
        if let capath { options.tls.caDirectory = capath }
        if let pinnedpubkey {
            var pins: [PublicKeyPin] = []
            for text in pinnedpubkey.split(separator: ";") { pins.append(try PublicKeyPin(String(text))) }
            // No pins would allow each key.
            guard !pins.isEmpty else {
                throw EngineError(
                    .requestBuild, "TLS: '\(pinnedpubkey)' holds no pin of a public key.",
                    hint: "Write sha256// and the Base64 of the 32 bytes; the facts of a certificate show its pin.")
            }
            options.tls.pinnedKeys = pins
        }
        if let security { options.tls.minimumVersion = security == .tls12 ? .tls1_2 : .tls1_3 }
        if insecure { options.verifiesTLS = false }
        if let unixSocket { options.connection.unixSocket = unixSocket }
        // The first override for a host wins, so the flags go before those of the file.
        var addresses: [ResolveOverride] = []
        for text in resolve { addresses.append(try ResolveOverride(text)) }
        options.connection.resolve.insert(contentsOf: addresses, at: 0)
        var targets: [ConnectOverride] = []
        for text in connectTo { targets.append(try ConnectOverride(text)) }
        options.connection.connectTo.insert(contentsOf: targets, at: 0)
        if let family { options.connection.addressFamily = family == .ipv4 ? .ipv4 : .ipv6 }
        if let interface { options.connection.localAddress = interface }
        switch version {
        case nil: break
        case .http10: options.httpVersion = .http1_0
        case .http11: options.httpVersion = .http1_1
        case .http2: options.httpVersion = .http2
        case .http2PriorKnowledge: options.httpVersion = .http2PriorKnowledge
        }
    }

    /// As in curl, the text after the first colon is the password; `\:` is a colon in the name.
    var clientCertificate: ClientCertificate? {
        guard let certificate else { return nil }
        var name = ""
        var rest = Substring(certificate)
        var password: String?
        while let character = rest.popFirst() {
            if character == "\\", rest.first == ":" || rest.first == "\\" {
                if let escaped = rest.popFirst() { name.append(escaped) }
            } else if character == ":" {
                password = String(rest)
                break
            } else {
                name.append(character)
            }
        }
        return ClientCertificate(file: name, keyFile: key, password: password)
    }
}
