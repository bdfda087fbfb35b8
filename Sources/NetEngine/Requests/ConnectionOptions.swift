/// Where and from where the connection of a request is made. By default: by TCP, to an address of the URL's host.
///
/// `Host`, TLS name and certificate check still follow the name and port of the URL. A connection is reused only by
/// requests with the same choices.
public struct ConnectionOptions: Sendable, Hashable {
    /// Which addresses of a name are used.
    public enum AddressFamily: String, Sendable, Hashable, CaseIterable {
        /// Both; the first that answers is used (RFC 8305).
        case any
        /// IPv4 only; a host without such an address fails as `dns`.
        case ipv4
        /// IPv6 only; a host without such an address fails as `dns`.
        case ipv6
    }

    /// The path of a unix socket to connect to instead of TCP; at most 107 bytes. A name that begins with `@` is in the
    /// abstract namespace of Linux; its connections are not kept. No proxy is used then. Default nil.
    public var unixSocket: String?
    /// Default `any`.
    public var addressFamily: AddressFamily
    /// Addresses to use for a host instead of looking its name up; the first entry that fits counts. Not asked where a
    /// proxy looks the name up. Default none.
    public var resolve: [ResolveOverride]
    /// Other hosts and ports to connect to, through a proxy too; the first entry that fits counts, before `resolve`.
    /// Default none.
    public var connectTo: [ConnectOverride]
    /// The local end: the name of an interface, a host name or an address. Default nil, the system's choice.
    public var localAddress: String?
    /// The local ports to try, in order. Default nil, the system's choice.
    public var localPorts: ClosedRange<UInt16>?

    /// By default a TCP connection to any address that the host's name has.
    public init(
        unixSocket: String? = nil, addressFamily: AddressFamily = .any, resolve: [ResolveOverride] = [],
        connectTo: [ConnectOverride] = [], localAddress: String? = nil, localPorts: ClosedRange<UInt16>? = nil
    ) {
        self.unixSocket = unixSocket
        self.addressFamily = addressFamily
        self.resolve = resolve
        self.connectTo = connectTo
        self.localAddress = localAddress
        self.localPorts = localPorts
    }
}

/// The addresses to use for a host and port: what `curl --resolve` says.
public struct ResolveOverride: Sendable, Hashable {
    /// The host of the URL; nil means every host. Compared without regard to case; IPv6 in brackets.
    public var host: String?
    /// The port of the URL, its scheme's own where it has none; nil means every port.
    public var port: Int?
    /// IPv4 and IPv6 addresses, without brackets, in the order to try them.
    public var addresses: [String]

    /// The addresses for one host and port.
    /// - Parameters:
    ///   - host: nil means every host.
    ///   - port: nil, the default, means every port.
    ///   - addresses: in the order to try them; none is a `request-build` error.
    public init(host: String?, port: Int? = nil, addresses: [String]) {
        self.host = host
        self.port = port
        self.addresses = addresses
    }

    /// Reads `host:port:address[,address]`, as curl writes it; `*` is every host or port. A `+` in front, with which curl looks the name up
    /// again after a minute, changes nothing: the addresses stay.
    /// - Throws: `request-build`.
    public init(_ text: String) throws(EngineError) {
        let parts = OverrideText.parts(text.hasPrefix("+") ? String(text.dropFirst()) : text)
        guard parts.count >= 3, let port = OverrideText.port(parts[1]) else {
            throw .badConnection(
                "\(EngineError.quoted(text)) does not say which host and port have which addresses",
                hint: "Write HOST:PORT:ADDRESS, such as example.com:443:127.0.0.1.")
        }
        // An IPv6 address may stand without brackets, for nothing follows it.
        let addresses = parts[2...].joined(separator: ":").split(separator: ",").map {
            String($0.hasPrefix("[") && $0.hasSuffix("]") ? $0.dropFirst().dropLast() : $0)
        }
        self.init(host: parts[0] == "*" || parts[0].isEmpty ? nil : parts[0], port: port, addresses: addresses)
    }

    func fits(_ url: HTTPURL) -> Bool { OverrideText.fits(host, port, url) }
}

/// Another place to connect to: what `curl --connect-to` says.
public struct ConnectOverride: Sendable, Hashable {
    /// The host of the URL; nil means every host.
    public var host: String?
    /// The port of the URL; nil means every port.
    public var port: Int?
    /// A name or an address, IPv6 in brackets; nil means the same host.
    public var targetHost: String?
    /// nil means the same port.
    public var targetPort: Int?

    /// Another place for one host and port; nil means every host or port, or the same one as the target.
    public init(host: String? = nil, port: Int? = nil, targetHost: String?, targetPort: Int? = nil) {
        self.host = host
        self.port = port
        self.targetHost = targetHost
        self.targetPort = targetPort
    }

    /// Reads `host1:port1:host2:port2`, as curl writes it; an empty part means every or the same.
    /// - Throws: `request-build`.
    public init(_ text: String) throws(EngineError) {
        let parts = OverrideText.parts(text)
        guard parts.count == 4, let port = OverrideText.port(parts[1]), let target = OverrideText.port(parts[3]) else {
            throw .badConnection(
                "\(EngineError.quoted(text)) does not say from which to which host and port",
                hint: "Write HOST1:PORT1:HOST2:PORT2; parts may be empty.")
        }
        self.init(
            host: parts[0].isEmpty ? nil : parts[0], port: port, targetHost: parts[2].isEmpty ? nil : parts[2],
            targetPort: target)
    }

    func fits(_ url: HTTPURL) -> Bool { OverrideText.fits(host, port, url) }
}

/// What both notations of curl have in common.
private enum OverrideText {
    /// Between colons, but not those in brackets.
    static func parts(_ text: String) -> [String] {
        var depth = 0
        var parts = [""]
        for character in text {
            if character == "[" { depth += 1 }
            if character == "]" { depth -= 1 }
            if character == ":", depth == 0 { parts.append("") } else { parts[parts.count - 1].append(character) }
        }
        return parts
    }

    /// nil if it is not a port; a nil inside means every port.
    static func port(_ text: String) -> Int?? {
        if text.isEmpty || text == "*" { return .some(nil) }
        guard let port = Int(text), (1...65535).contains(port) else { return nil }
        return .some(port)
    }

    static func fits(_ host: String?, _ port: Int?, _ url: HTTPURL) -> Bool {
        (host.map { $0.lowercased() == url.host } ?? true) && (port.map { $0 == url.port } ?? true)
    }
}

extension EngineError {
    static func badConnection(_ what: String, hint: String) -> EngineError {
        EngineError(.requestBuild, "Connection: \(what).", hint: hint)
    }
}
