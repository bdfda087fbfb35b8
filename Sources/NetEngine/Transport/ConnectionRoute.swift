/// Where the connection of a request leads and how it is secured: a request may reuse only a connection with an equal
/// route.
///
/// libcurl compares most of it by itself, but neither the login of a proxy's tunnel nor the key of a client certificate.
struct ConnectionRoute: Hashable {
    /// What to connect to instead of the host and port of the URL.
    struct Target: Hashable {
        /// nil means the same host; IPv6 in brackets.
        var host: String?
        /// nil means the same port.
        var port: Int?
        /// Several addresses of the host; empty if it is looked up.
        var addresses: [String] = []
    }

    private struct Security: Hashable {
        let verifies: Bool
        let caFile: String?
        let options: TLSOptions
    }

    let proxy: ProxyServer?
    /// Whether the proxy sees nothing of the request: by CONNECT or by SOCKS.
    let isTunnel: Bool
    let target: Target?
    let unixSocket: String?
    private let addressFamily: ConnectionOptions.AddressFamily
    private let localAddress: String?
    private let localPorts: ClosedRange<UInt16>?
    private let security: Security?
    /// The login of a tunnel belongs to the connection; without a tunnel it goes with each request.
    private let tunnelLogin: [String?]

    init(_ request: PreparedRequest) {
        let options = request.options.chosenConnection ?? ConnectionOptions()
        let proxy = request.proxy
        self.proxy = proxy
        unixSocket = options.unixSocket
        addressFamily = options.addressFamily
        localAddress = options.localAddress
        localPorts = options.localPorts
        let isSecure = request.url.scheme == .https
        isTunnel =
            proxy.map {
                $0.kind.isSOCKS || isSecure || request.options.httpVersion == .http2PriorKnowledge
            } ?? false
        security =
            isSecure || proxy?.kind == .https
            ? Security(
                verifies: request.options.verifiesTLS, caFile: request.options.caFile, options: request.options.tls)
            : nil
        tunnelLogin = isTunnel ? [proxy?.user, proxy?.password] : []
        target = unixSocket == nil ? Self.target(request.url, options, proxy: proxy) : nil
    }

    /// The URL with the host and port that the connection leads to, which a proxy is told, too.
    func server(of url: HTTPURL) -> HTTPURL {
        guard let target else { return url }
        return HTTPURL(
            scheme: url.scheme, userInfo: url.userInfo, host: target.host ?? url.host,
            explicitPort: target.port ?? url.explicitPort, path: url.path, query: url.query)
    }

    /// Whether a connection made by the other route may carry a request of this one.
    func fits(_ other: ConnectionRoute) -> Bool {
        guard proxy?.kind == other.proxy?.kind, proxy?.host == other.proxy?.host, proxy?.port == other.proxy?.port
        else {
            return false
        }
        return isTunnel == other.isTunnel && target == other.target && unixSocket == other.unixSocket
            && addressFamily == other.addressFamily && localAddress == other.localAddress
            && localPorts == other.localPorts && security == other.security && tunnelLogin == other.tunnelLogin
    }

    private static func target(_ url: HTTPURL, _ options: ConnectionOptions, proxy: ProxyServer?) -> Target? {
        if let override = options.connectTo.first(where: { $0.fits(url) }) {
            let host = override.targetHost.map(bracketed).map { $0.hasPrefix("[") ? $0 : $0.lowercased() }
            let target = Target(
                host: host == url.host ? nil : host, port: override.targetPort == url.port ? nil : override.targetPort)
            return target == Target() ? nil : target
        }
        guard proxy.map({ !$0.kind.resolvesTarget }) ?? true,
            let override = options.resolve.first(where: { $0.fits(url) })
        else { return nil }
        let wanted = override.addresses.filter {
            switch options.addressFamily {
            case .any: true
            case .ipv4: !$0.contains(bytes: ":")
            case .ipv6: $0.contains(bytes: ":")
            }
        }
        // A SOCKS proxy gets only one address.
        if let first = wanted.first.map(bracketed), wanted.count == 1 || proxy != nil {
            return first == url.host ? nil : Target(host: first)
        }
        return wanted.isEmpty ? nil : Target(addresses: wanted)
    }

    private static func bracketed(_ host: String) -> String {
        host.contains(bytes: ":") && !host.hasPrefix("[") ? "[\(host)]" : host
    }
}

extension PreparedRequest {
    /// Whether its connection ends on this machine, so that it needs no network.
    var staysOnThisMachine: Bool {
        // Nearly all requests; this is asked before each of them.
        guard options.chosenConnection != nil else { return proxy?.isLoopback ?? url.isLoopback }
        return firstHosts.allSatisfy(HTTPURL.isLoopback)
    }

    /// The host that its connection leads to first, as a name to be looked up or as an address; nil if several addresses or a
    /// socket are given instead.
    var resolvedHost: String? {
        guard options.chosenConnection != nil else { return proxy?.host ?? url.host }
        let hosts = firstHosts
        return hosts.count == 1 ? hosts.first : nil
    }

    /// Where its connection leads first: a name or an address, or several addresses; empty for a socket of this machine.
    private var firstHosts: [String] {
        let route = ConnectionRoute(self)
        guard route.unixSocket == nil else { return [] }
        if let proxy { return [proxy.host] }
        let addresses = route.target?.addresses ?? []
        return addresses.isEmpty ? [route.server(of: url).host] : addresses
    }
}
