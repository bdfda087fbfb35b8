import TestSupport
import Testing

@testable import NetEngine

/// The sentences about requests that cannot be built: each names the part that is wrong.
@Suite struct RequestWordsTests {
    private static let urls: FilledTable = """
         -> URL: the URL is empty.
        http://h\u{0} -> URL: the URL contains a line break or a NUL character.
        http://a\rb -> URL: the URL contains a line break or a NUL character.
        file:///etc -> URL: the scheme file is not http or https.
        HTTPX://h -> URL: the scheme HTTPX is not http or https.
        http:/h -> URL: the scheme http: is not followed by two slashes and a host.
        mailto:a -> URL: the port a is not a number from 1 to 65535.
        http:///x -> URL: the URL has no host.
        http://u@/x -> URL: the URL has no host.
        http://h:0/ -> URL: the port 0 is not a number from 1 to 65535.
        http://h:65535/ -> http://h:65535/
        http://h:65536/ -> URL: the port 65536 is not a number from 1 to 65535.
        http://h:00080/ -> http://h/
        http://h:000080/ -> URL: the port 000080 is not a number from 1 to 65535.
        http://[::1/ -> URL: the IPv6 address in the URL has no closing bracket.
        http://[zz]/ -> URL: [zz] is not an IPv6 address.
        http://[::1]x/ -> URL: something other than a port follows the IPv6 address.
        http://[fe80::1%25a b]/ -> URL: the zone of the IPv6 address is not a plain name.
        http://a b/ -> URL: the host name may not contain a space.
        http://a<b/ -> URL: the host name may not contain `<`.
        http://a%01b/ -> URL: the host name may not contain a control character.
        http://a%7Fb/ -> URL: the host name may not contain a control character.
        """

    @Test func `a URL that cannot be read says which part and why`() {
        let text = Self.urls.filled { try HTTPURL.parse($0).description }
        #expect(text == Self.urls.text)
        let long = #expect(throws: EngineError.self) {
            try HTTPURL.parse("http://\(String(repeating: "a", count: 255))/")
        }
        #expect(long?.sentence == "URL: the host name is longer than 253 characters.")
        #expect(long?.hint == "Write a URL such as http://host:8080/path?name=value.")
    }

    private static let locations: FilledTable = """
        ftp://x/ -> The redirect cannot be followed: it leads to the scheme ftp, which is not http or https.
        http:x -> The redirect cannot be followed: its Location has a scheme but no host.
        // -> The redirect cannot be followed: its Location cannot be read: URL: the URL has no host.
        //h:0/ -> The redirect cannot be followed: its Location cannot be read: URL: the port 0 is not a number from 1 to 65535.
        a\u{0} -> The redirect cannot be followed: its Location contains a line break or a NUL character.
        HTTPS://H:443/x/../y#z -> https://h/y
        //c:80?q -> http://c/?q
        ?q -> http://u:p@a/b/c?q
        """

    @Test func `a Location that cannot be followed says why`() throws {
        let base = try HTTPURL.parse("http://u:p@a/b/c?d")
        #expect(Self.locations.filled { try base.resolve($0).description } == Self.locations.text)
        let server = base.withoutPath
        #expect(try server.resolve("x").description == "http://u:p@a/x")
        #expect(try server.resolve("").description == "http://u:p@a/")
    }

    /// Host field, origin, request target, and whether it is this machine.
    private static let facts: FilledTable = """
        http://h -> h | http://h:80 | / | false
        https://h:8443/a?b -> h:8443 | https://h:8443 | /a?b | false
        http://[fe80::1%25eth0]:81/ -> [fe80::1]:81 | http://[fe80::1%25eth0]:81 | / | false
        http://[::ffff:127.0.0.1]/? -> [::ffff:127.0.0.1] | http://[::ffff:127.0.0.1]:80 | /? | true
        http://126.255.255.255/ -> 126.255.255.255 | http://126.255.255.255:80 | / | false
        http://127.255.255.255/ -> 127.255.255.255 | http://127.255.255.255:80 | / | true
        http://128.0.0.0/ -> 128.0.0.0 | http://128.0.0.0:80 | / | false
        http://localhost.x/ -> localhost.x | http://localhost.x:80 | / | false
        http://xlocalhost/ -> xlocalhost | http://xlocalhost:80 | / | false
        http://[::2]/ -> [::2] | http://[::2]:80 | / | false
        """

    @Test func `a URL gives a Host field, an origin and a target`() {
        let text = Self.facts.filled { row in
            let url = try HTTPURL.parse(row)
            return "\(url.hostField) | \(url.origin) | \(url.requestTarget) | \(url.isLoopback)"
        }
        #expect(text == Self.facts.text)
    }

    private static func draft(
        _ method: String = "GET", _ url: String = "http://h", _ headers: HeaderFields = [], body: RequestBody = .none,
        target: RequestTarget = .resource, options: RequestOptions = RequestOptions()
    ) -> RequestDraft {
        RequestDraft(method: method, url: url, target: target, headers: headers, body: body, options: options)
    }

    private static func coded(_ codings: String..., length: String? = nil) -> HeaderFields {
        HeaderFields(
            codings.map { HeaderField("Transfer-Encoding", $0) }
                + (length.map { [HeaderField("Content-Length", $0)] } ?? []))
    }

    private static func connection(_ connection: ConnectionOptions) -> RequestDraft {
        draft(options: RequestOptions(connection: connection))
    }

    private static let stream = RequestBody.stream(BodyStream(AsyncStream<[UInt8]> { $0.finish() }))

    private static let faults: [(RequestDraft, String)] = [
        (draft("GE T"), "Method: \"GE T\" is not a method token."),
        (draft("GET", "http://h", [HeaderField("a b", "v")]), "Header \"a b\": the name is not a token."),
        (draft("GET", "http://h", [HeaderField("", "v")]), "Header \"\": the name is not a token."),
        (
            draft("GET", "http://h", [HeaderField("X", "a\rb")]),
            "Header \"X\": the value contains a line break or a NUL character."
        ),
        (
            draft("GET", "http://h", [HeaderField("host", "a"), HeaderField("Host", "a")]),
            "Header \"Host\": there is more than one."
        ),
        (
            draft("PUT", "http://h", coded(length: "3"), body: .bytes([1])),
            "Header \"Content-Length\": 3 is not the length of the body, which is 1."
        ),
        (
            draft("GET", "http://h", coded(length: "1")),
            "Header \"Content-Length\": 1 is not the length of the body, which is 0."
        ),
        (
            draft(
                "PUT", "http://h", [HeaderField("Content-Length", "1"), HeaderField("content-length", "1")],
                body: .bytes([1])), "Header \"Content-Length\": there is more than one."
        ),
        (draft("PUT", "http://h", coded("gzip"), body: .bytes([1])), framing),
        (draft("PUT", "http://h", coded("chunked", "chunked"), body: .bytes([1])), framing),
        (draft("PUT", "http://h", coded("chunked", length: "1"), body: .bytes([1])), framing),
        (draft("PUT", "http://h", coded("chunked"), body: .bytes([])), framing),
        (draft("GET", "http://h", coded("chunked")), framing),
        (draft("HEAD", body: .bytes([])), "Body: a HEAD request cannot carry one."),
        (draft("TRACE", body: .bytes([1])), "Body: a TRACE request cannot carry one."),
        (
            draft("PUT", body: stream, options: RequestOptions(httpVersion: .http1_0)),
            "Body: its length is not known, which HTTP/1.0 cannot send."
        ),
        (
            draft("PUT", "http://h", coded(length: "5"), body: stream),
            "Header \"Content-Length\": 5 is typed, but the length of the stream is not known."
        ),
        (draft(target: .server), "Target: * can be sent by OPTIONS only, not by GET."),
        (
            draft("OPTIONS", "http://h/x", target: .server),
            "Target: * means the server as a whole, but the URL names a resource of it."
        ),
        (
            draft("OPTIONS", "http://h/?", target: .server),
            "Target: * means the server as a whole, but the URL names a resource of it."
        ),
        (
            connection(ConnectionOptions(resolve: [ResolveOverride(host: nil, addresses: [])])),
            "Connection: the addresses for every host are not all IPv4 or IPv6 addresses."
        ),
        (
            connection(ConnectionOptions(resolve: [ResolveOverride(host: "h", addresses: ["::1", "127.1"])])),
            "Connection: the addresses for h are not all IPv4 or IPv6 addresses."
        ),
        (
            connection(ConnectionOptions(connectTo: [ConnectOverride(targetHost: "a,b")])),
            "Connection: the host to connect to is not a plain name or address."
        ),
        (
            connection(ConnectionOptions(connectTo: [ConnectOverride(targetHost: "a:b")])),
            "Connection: the host to connect to is not a plain name or address."
        ),
        (
            connection(ConnectionOptions(localAddress: "a b")),
            "Connection: the local address is not a plain name or address."
        ),
        (
            connection(ConnectionOptions(localAddress: "")),
            "Connection: the local address is not a plain name or address."
        ),
        (connection(ConnectionOptions(unixSocket: "")), unix), (connection(ConnectionOptions(unixSocket: "@")), unix),
        (connection(ConnectionOptions(unixSocket: String(repeating: "s", count: 108))), unix),
    ]
    private static let framing =
        "Header \"Transfer-Encoding\": only chunked, with a body and without Content-Length, can be sent."
    private static let unix = "Connection: the path of the unix socket is empty or longer than 107 bytes."

    private static func sentence(_ draft: RequestDraft) -> String? {
        do throws(EngineError) {
            _ = try RequestBuilder().build(draft)
            return nil
        } catch { return error.sentence }
    }

    @Test func `a draft that cannot be sent says which part and why`() {
        for (draft, sentence) in Self.faults { #expect(Self.sentence(draft) == sentence) }
    }

    @Test func `what is just right is sent`() {
        let drafts = [
            Self.draft("PUT", "http://h", Self.coded("Chunked"), body: .bytes([1])),
            Self.draft("PUT", "http://h", Self.coded(length: "1"), body: .bytes([1])),
            Self.draft("OPTIONS", "http://h", target: .server), Self.draft("PUT", body: Self.stream),
            Self.connection(ConnectionOptions(unixSocket: String(repeating: "s", count: 107))),
            Self.connection(ConnectionOptions(resolve: [ResolveOverride(host: nil, addresses: ["::1", "127.0.0.1"])])),
            Self.connection(
                ConnectionOptions(
                    connectTo: [
                        ConnectOverride(targetHost: "::1"), ConnectOverride(targetHost: "[::1]"),
                        ConnectOverride(targetHost: nil),
                    ], localAddress: "fe80::1")),
        ]
        for draft in drafts { #expect(Self.sentence(draft) == nil) }
    }

    /// Method, body and typed fields, and the names of the fields that are sent; with their values where they say a length.
    @Test func `the engine's fields go by method and body`() throws {
        func names(_ draft: RequestDraft) throws -> String {
            try RequestBuilder().build(draft).headers.map { field in
                let isLength = field.isNamed("Content-Length") || field.isNamed("Transfer-Encoding")
                return isLength ? "\(field.name)=\(field.value)" : field.name
            }.joined(separator: " ")
        }
        let usual = "Host User-Agent Accept Accept-Encoding"
        #expect(try names(Self.draft()) == usual)
        #expect(try names(Self.draft("DELETE")) == usual)
        for method in ["POST", "PUT", "PATCH"] {
            #expect(try names(Self.draft(method)) == "\(usual) Content-Length=0")
            #expect(try names(Self.draft(method, body: .bytes([]))) == "\(usual) Content-Length=0")
        }
        #expect(try names(Self.draft("GET", body: .bytes([1]))) == "\(usual) Content-Length=1")
        #expect(
            try names(Self.draft("PUT", body: Self.stream))
                == "Host Transfer-Encoding=chunked User-Agent Accept Accept-Encoding")
        #expect(
            try names(Self.draft("PUT", "http://h", Self.coded("chunked"), body: .bytes([1])))
                == "\(usual) Transfer-Encoding=chunked")
        #expect(
            try names(Self.draft(options: RequestOptions(decodesContent: false))) == "Host User-Agent Accept")
        #expect(
            try names(Self.draft("GET", "http://u:p@h", [HeaderField("accept", "x"), HeaderField("USER-AGENT", "y")]))
                == "Host Accept-Encoding Authorization accept USER-AGENT")
        let login = try RequestBuilder().build(Self.draft("GET", "http://u%20:p@h")).headers.last("Authorization")
        #expect(login?.value == "Basic dSA6cA==")
        #expect(login?.origin == .auth)
    }

    /// Host, port and addresses; `*` is every one.
    private static let overrides: FilledTable = #"""
        h:1:127.0.0.1,::1 -> h 1 127.0.0.1+::1
        *:*:[::1],1.2.3.4 -> * * ::1+1.2.3.4
        [::1]:443:1.2.3.4 -> [::1] 443 1.2.3.4
        :1:a -> * 1 a
        h::a -> h * a
        h:65535:a -> h 65535 a
        h:65536:a -> Connection: "h:65536:a" does not say which host and port have which addresses.
        h:0:a -> Connection: "h:0:a" does not say which host and port have which addresses.
        h:1 -> Connection: "h:1" does not say which host and port have which addresses.
        """#

    private static let targets: FilledTable = #"""
        a:1:b:2 -> a 1 b 2
        ::b: -> * * b *
        a:*::8 -> a * * 8
        [::1]:1:[::2]:2 -> [::1] 1 [::2] 2
        a:1:b -> Connection: "a:1:b" does not say from which to which host and port.
        a:1:b:0 -> Connection: "a:1:b:0" does not say from which to which host and port.
        a:x:b:2 -> Connection: "a:x:b:2" does not say from which to which host and port.
        a:1:b:2:3 -> Connection: "a:1:b:2:3" does not say from which to which host and port.
        """#

    @Test func `other places to connect to are read as curl writes them`() throws {
        func port(_ port: Int?) -> String { port.map { "\($0)" } ?? "*" }
        let overrides = Self.overrides.filled { row in
            let override = try ResolveOverride(row)
            return "\(override.host ?? "*") \(port(override.port)) \(override.addresses.joined(separator: "+"))"
        }
        #expect(overrides == Self.overrides.text)
        let targets = Self.targets.filled { row in
            let override = try ConnectOverride(row)
            return
                "\(override.host ?? "*") \(port(override.port)) \(override.targetHost ?? "*") \(port(override.targetPort))"
        }
        #expect(targets == Self.targets.text)
        let url = try HTTPURL.parse("https://h.test/")
        let fits = ["H.test:443:a", "*:443:a", "h.test:*:a", "h.test:80:a", "test:443:a"]
        #expect(try fits.map { try ResolveOverride($0).fits(url) } == [true, true, true, false, false])
        #expect(try ["H.TEST:443:a:1", "x:443:a:1"].map { try ConnectOverride($0).fits(url) } == [true, false])
    }

    private static let proxies: FilledTable = """
        \t  -> Proxy: its URL is empty.
        ftp://h -> Proxy: only http, https, socks4, socks4a, socks5 and socks5h are schemes of a proxy.
        http://h:0 -> Proxy: its host, port or login cannot be read.
        http://u:%1F@h -> Proxy: its login contains a control character.
        h:80?x -> http://h:80
        https://h:80 -> https://h:80
        socks5://h:443 -> socks5://h:443
        http://h:443 -> http://h:443
        """

    @Test func `a proxy that cannot be read says why`() {
        #expect(Self.proxies.filled { try ProxyServer($0).description } == Self.proxies.text)
        let login = String(repeating: "u", count: 256)
        let error = #expect(throws: EngineError.self) { try ProxyServer("socks4://\(login)@h") }
        #expect(error?.sentence == "Proxy: its login is longer than the 255 bytes that SOCKS allows.")
        #expect(error?.hint == "Write a proxy such as http://host:3128 or socks5h://user:password@host:1080.")
        #expect((try? ProxyServer("socks4://\(login.dropLast())@h")) != nil)
        #expect((try? ProxyServer("http://\(login)@h")) != nil)
        let kinds = ProxyServer.Kind.allCases.map { "\($0.rawValue) \($0.isSOCKS) \($0.resolvesTarget)" }
        #expect(
            kinds == [
                "http false true", "https false true", "socks4 true false", "socks4a true true", "socks5 true false",
                "socks5h true true",
            ])
        let choices: [ProxyChoice] = [.none, .environment, .url("http://u:p@h"), .url("ftp://u:p@h")]
        #expect(choices.map(\.description) == ["none", "environment", "http://h:1080", "unreadable"])
    }

    @Test func `a pin and a certificate are read from their texts`() throws {
        let hash = [UInt8](repeating: 0, count: 32)
        let coded = String(repeating: "A", count: 43) + "="
        #expect(try PublicKeyPin("sha256//\(coded)").hash == hash)
        #expect(try PublicKeyPin(coded).description == "sha256//\(coded)")
        let error = #expect(throws: EngineError.self) { try PublicKeyPin("sha256//AAAA") }
        #expect(error?.sentence == "TLS: \"sha256//AAAA\" is not the pin of a public key.")
        let files = ["a.P12", "b.pfx", "c.pem", "p12"].map { ClientCertificate(file: $0).description }
        #expect(files == ["a.P12 (P12)", "b.pfx (P12)", "c.pem (PEM)", "p12 (PEM)"])
        #expect(ClientCertificate(file: "a.p12", format: .pem).format == .pem)
    }

    @Test func `a limit of connecting counts for everything before the request is sent`() {
        var limits = Timeouts(send: .seconds(7))
        limits.limitConnecting(to: .seconds(2))
        #expect([limits.dns, limits.connect, limits.tls] == [.seconds(2), .seconds(2), .seconds(2)])
        #expect([limits.send, limits.firstByte, limits.total] == [.seconds(7), nil, .seconds(60)])
        limits.limitConnecting(to: nil)
        #expect([limits.dns, limits.connect, limits.tls] == [nil, nil, nil])
    }

    @Test func `options that nobody sets have their defaults`() {
        let options = RequestOptions()
        let limits = options.timeouts
        #expect(
            [limits.dns, limits.connect, limits.tls, limits.send, limits.firstByte, limits.receive, limits.total]
                == [nil, .seconds(10), nil, nil, nil, nil, .seconds(60)])
        let numbers = [
            options.maxRedirects, options.maxBodyBytes, options.keptWireBytes, options.maxHeaderBytes,
            options.maxBytesInMemory,
        ]
        #expect(numbers == [10, 67_108_864, 0, 262_144, 67_108_864])
        let flags = [
            options.followRedirects, options.verifiesTLS, options.decodesContent, options.bodyIsSecret,
            options.waitsForConnectivity, options.sendsURLAsWritten,
        ]
        #expect(flags == [true, true, true, false, false, false])
        #expect(options.successStatuses == 200...299 && ClosedRange<Int>.any == 100...999)
        #expect(options.retry == nil && options.spooling == nil && options.caFile == nil && options.cookieJar == nil)
        #expect(options.httpVersion == .automatic && options.cacheMode == .default && options.proxy == .none)
        let spooling = BodySpooling(folders: ["/a"])
        #expect([spooling.threshold, spooling.memoryLimit] == [16_777_216, 67_108_864])
        var spooled = RequestOptions(maxBodyBytes: 1 << 30, spooling: spooling)
        #expect(spooled.maxBytesInMemory == 67_108_864)
        spooled.maxBodyBytes = 5
        #expect(spooled.maxBytesInMemory == 5)
    }
}
