import CCurl

/// Turns the route of a connection into options of an easy handle.
struct CurlRouteSetup {
    let route: ConnectionRoute
    let request: PreparedRequest
    /// The value of `Proxy-Authorization`, if the proxy wants one.
    let proxyLogin: String?

    func apply(to handle: UnsafeMutableRawPointer, lists: CurlLists, _ set: (CURLcode) -> Void) {
        setProxy(handle, lists, set)
        if let path = route.unixSocket {
            set(
                path.hasPrefix("@")
                    ? ccurl_set_abstract_unix_socket(handle, String(path.dropFirst()))
                    : ccurl_set_unix_socket(handle, path))
        }
        if let target = route.target { lead(to: target, handle, lists, set) }
        let options = request.options.connection
        switch options.addressFamily {
        case .any: break
        case .ipv4: set(ccurl_set_ip_resolve(handle, Int(CURL_IPRESOLVE_V4)))
        case .ipv6: set(ccurl_set_ip_resolve(handle, Int(CURL_IPRESOLVE_V6)))
        }
        if let address = options.localAddress { set(ccurl_set_interface(handle, address)) }
        if let ports = options.localPorts {
            set(ccurl_set_local_port(handle, Int(ports.lowerBound)))
            set(ccurl_set_local_port_range(handle, ports.count))
        }
    }

    private func setProxy(_ handle: UnsafeMutableRawPointer, _ lists: CurlLists, _ set: (CURLcode) -> Void) {
        // Never by libcurl's own reading of the environment.
        set(ccurl_set_no_proxy(handle, ""))
        guard let proxy = route.proxy else {
            set(ccurl_set_proxy(handle, ""))
            return
        }
        set(ccurl_set_proxy(handle, address(of: proxy)))
        guard !proxy.kind.isSOCKS else { return }
        set(ccurl_set_suppress_connect_headers(handle, 1))
        set(ccurl_set_header_targets(handle, Int(CURLHEADER_SEPARATE)))
        if route.isTunnel { set(ccurl_set_proxy_tunnel(handle, 1)) }
        // libcurl would add this field of old proxies by itself (RFC 9112 appendix C.2.2 advises against it).
        var fields = [Array("Proxy-Connection:".utf8)]
        if route.isTunnel {
            for field in request.headers where field.isNamed("User-Agent") || field.isNamed("Proxy-Authorization") {
                fields.append(field.nameBytes + [58, 32] + field.valueBytes)
            }
        }
        if let proxyLogin { fields.append(Array("Proxy-Authorization: \(proxyLogin)".utf8)) }
        set(ccurl_set_proxy_headers(handle, lists.make(fields)))
    }

    /// A SOCKS login is part of the URL; an HTTP proxy's is a field, so that libcurl never answers a challenge on its own.
    private func address(of proxy: ProxyServer) -> String {
        guard proxy.kind.isSOCKS, let user = proxy.user else { return proxy.description }
        let login = [user, proxy.password ?? ""].map { URLEncoding.component($0) }.joined(separator: ":")
        return "\(proxy.kind.rawValue)://\(login)@\(proxy.host):\(proxy.port)"
    }

    private func lead(
        to target: ConnectionRoute.Target, _ handle: UnsafeMutableRawPointer, _ lists: CurlLists,
        _ set: (CURLcode) -> Void
    ) {
        var host = target.host ?? ""
        if !target.addresses.isEmpty {
            // libcurl's overrides apply to all transfers of a multi handle, so they use a name that no other transfer has.
            let name = target.addresses.map { $0.replacing(bytes: ":", with: "-") }.joined(separator: "+") + ".resolve"
            let addresses = target.addresses.map { $0.contains(bytes: ":") ? "[\($0)]" : $0 }.joined(separator: ",")
            // With the plus sign it expires from the cache like a resolved name.
            set(ccurl_set_resolve(handle, lists.make("+\(name):\(request.url.port):\(addresses)")))
            host = name
        }
        set(ccurl_set_connect_to(handle, lists.make("::\(host):\(target.port.map(String.init) ?? "")")))
    }
}
