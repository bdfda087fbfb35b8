import TestSupport
import Testing

@testable import NetEngine

/// Which requests may share a connection, and where it leads.
@Suite struct ConnectionRouteTests {
    private static func route(
        _ url: String = "https://h/", proxy: String? = nil, _ options: RequestOptions = RequestOptions()
    ) throws -> ConnectionRoute {
        ConnectionRoute(
            PreparedRequest(
                method: .get, url: try HTTPURL.parse(url), headers: [], body: .none, options: options,
                proxy: try proxy.map { try ProxyServer($0) }))
    }

    private static func connection(_ connection: ConnectionOptions) -> RequestOptions {
        RequestOptions(connection: connection)
    }

    @Test func `a connection is shared by requests that differ in nothing about it`() throws {
        let plain = try Self.route()
        let same = [
            try Self.route("https://h/other"), try Self.route("https://h/", RequestOptions(cacheMode: .reload)),
            try Self.route("https://h/", Self.connection(ConnectionOptions())),
        ]
        #expect(same.map { plain.fits($0) } == [true, true, true])
        let others = [
            try Self.route("http://h/"), try Self.route("https://h/", RequestOptions(verifiesTLS: false)),
            try Self.route("https://h/", RequestOptions(caFile: "/a")),
            try Self.route("https://h/", RequestOptions(tls: TLSOptions(minimumVersion: .tls1_3))),
            try Self.route("https://h/", proxy: "http://p"),
            try Self.route("https://h/", Self.connection(ConnectionOptions(unixSocket: "/s"))),
            try Self.route("https://h/", Self.connection(ConnectionOptions(addressFamily: .ipv4))),
            try Self.route("https://h/", Self.connection(ConnectionOptions(localAddress: "eth0"))),
            try Self.route("https://h/", Self.connection(ConnectionOptions(localPorts: 1...2))),
            try Self.route(
                "https://h/", Self.connection(ConnectionOptions(connectTo: [ConnectOverride(targetHost: "x")]))),
        ]
        #expect(others.firstIndex { plain.fits($0) || $0.fits(plain) } == nil)
        // Without TLS its settings make no difference.
        let open = try Self.route("http://h/")
        #expect(open.fits(try Self.route("http://h/", RequestOptions(verifiesTLS: false, caFile: "/a"))))
    }

    /// The URL, the proxy, and another one: whether it is a tunnel, and whether both may share a connection.
    private static let proxies: FilledTable = """
        http://h/ | http://u:p@p | http://u:q@p -> false true
        https://h/ | http://u:p@p | http://u:q@p -> true false
        https://h/ | http://u:p@p | http://u:p@p -> true true
        http://h/ | socks5://u:p@p | socks5://v:p@p -> true false
        http://h/ | http://p:1 | http://p:2 -> false false
        http://h/ | http://p | http://q -> false false
        http://h/ | http://p:1080 | socks5://p:1080 -> false false
        http://h/ | https://p | https://p:443 -> false true
        """

    @Test func `a tunnel belongs to the login that opened it`() {
        let text = Self.proxies.filled { row in
            let columns = row.columns
            let (a, b) = (
                try Self.route(columns[0], proxy: columns[1]), try Self.route(columns[0], proxy: columns[2])
            )
            return "\(a.isTunnel) \(a.fits(b))"
        }
        #expect(text == Self.proxies.text)
        let known = RequestOptions(httpVersion: .http2PriorKnowledge)
        #expect((try? Self.route("http://h/", proxy: "http://p", known))?.isTunnel == true)
        // A proxy by TLS is checked by the options of the request.
        let strict = try? Self.route("http://h/", proxy: "https://p")
        let other = try? Self.route("http://h/", proxy: "https://p", RequestOptions(caFile: "/a"))
        #expect(strict.flatMap { strict in other.map { strict.fits($0) } } == false)
    }

    /// URL, override to connect to, overrides of addresses, family, and the proxy.
    private static let targets: FilledTable = """
        http://h/ | - | - | any | - -> -
        http://h/ | h:80:x:81 | - | any | - -> x:81
        http://h/ | h:80:H:80 | - | any | - -> -
        http://h/ | h:80::81 | - | any | - -> *:81
        http://h/ | h:80:::1 | - | any | - -> error
        http://h/ | h:81:x:81 | - | any | - -> -
        http://h/ | h:80:x:81 | h:80:1.2.3.4 | any | - -> x:81
        http://h/ | - | h:80:1.2.3.4 | any | - -> 1.2.3.4:*
        http://h/ | - | h:80:1.2.3.4,::1 | any | - -> 1.2.3.4+::1
        http://h/ | - | h:80:1.2.3.4,::1 | ipv4 | - -> 1.2.3.4:*
        http://h/ | - | h:80:1.2.3.4,::1 | ipv6 | - -> [::1]:*
        http://h/ | - | h:80:1.2.3.4 | ipv6 | - -> -
        http://1.2.3.4/ | - | *:*:1.2.3.4 | any | - -> -
        http://h/ | - | h:80:1.2.3.4 | any | http://p -> -
        http://h/ | - | h:80:1.2.3.4 | any | socks5h://p -> -
        http://h/ | - | h:80:1.2.3.4,::1 | any | socks5://p -> 1.2.3.4:*
        http://h/ | h:80:x:81 | - | any | http://p -> x:81
        """

    @Test func `the first override that fits says where to connect`() {
        let text = Self.targets.filled { row in
            let columns = row.columns
            var options = ConnectionOptions()
            do {
                if columns[1] != "-" { options.connectTo = [try ConnectOverride(columns[1])] }
                if columns[2] != "-" { options.resolve = [try ResolveOverride(columns[2])] }
            } catch { return "error" }
            options.addressFamily = try #require(ConnectionOptions.AddressFamily(rawValue: columns[3]))
            let route = try Self.route(
                columns[0], proxy: columns[4] == "-" ? nil : columns[4], Self.connection(options))
            guard let target = route.target else { return "-" }
            guard target.addresses.isEmpty else { return target.addresses.joined(separator: "+") }
            return "\(target.host ?? "*"):\(target.port.map { "\($0)" } ?? "*")"
        }
        #expect(text == Self.targets.text)
        let socket = ConnectionOptions(unixSocket: "/s", connectTo: [ConnectOverride(targetHost: "x")])
        #expect((try? Self.route("http://h/", Self.connection(socket)))?.target == nil)
    }
}
