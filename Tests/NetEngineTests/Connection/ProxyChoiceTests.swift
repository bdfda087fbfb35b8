import NetEngine
import TestSupport
import Testing

/// Which proxy a request uses: URLs and variables, parsed as curl parses them.
@Suite struct ProxyChoiceTests {
    @Test(arguments: [
        ("http://h:3128", "http://h:3128"), ("h", "http://h:1080"), ("h:80", "http://h:80"),
        ("http://h", "http://h:1080"), ("https://h", "https://h:443"), ("https://h:8443/", "https://h:8443"),
        ("socks://h", "socks4://h:1080"), ("SOCKS5H://H:9", "socks5h://h:9"), (" http://h:1/x?y ", "http://h:1"),
        ("http://[::1]:3128", "http://[::1]:3128"), ("http://u:p@h:80/", "http://h:80"),
    ])
    func `a proxy is read as curl reads it`(_ written: String, _ read: String) throws {
        #expect(try ProxyServer(written).description == read)
    }

    @Test func `user and password are decoded, and shown by nothing`() throws {
        let proxy = try ProxyServer("http://us%40er:s3cr%3Aet@h")
        #expect(proxy.user == "us@er")
        #expect(proxy.password == "s3cr:et")
        #expect(try ProxyServer("http://user@h").password == "")
        var shown = "\(proxy) \(String(reflecting: ProxyChoice.url("http://user:s3cr%3Aet@h")))"
        dump(proxy, to: &shown)
        dump(RequestOptions(proxy: .url("http://user:s3cr%3Aet@h")), to: &shown)
        #expect(!shown.contains("s3cr"))
        #expect(shown.contains("http://h:1080"))
    }

    @Test(arguments: [
        "", "ftp://h", "http://", "http://h:0", "http://h:99999", "http://user:s3cret",
        "http://u:s3c\u{1}ret@h", "http://h h", "socks5://\(String(repeating: "s3cret", count: 50)):x@h",
    ])
    func `a bad proxy is request-build and never repeated`(_ written: String) async {
        let exchange = await Engine().send(
            RequestDraft(url: "http://127.0.0.1:1", options: RequestOptions(proxy: .url(written))))
        #expect(exchange.error?.category == .requestBuild)
        #expect(exchange.error?.sentence.hasPrefix("Proxy: ") == true)
        #expect(!"\(String(describing: exchange.error))".contains("s3cret"))
        #expect(exchange.hops.isEmpty)
    }

    private func proxy(_ variables: [String: String], _ url: String) throws -> String? {
        try ProxyEnvironment { variables[$0] }.proxy(for: HTTPURL.parse(url))?.description
    }

    @Test func `variables are chosen by scheme, lower case first, HTTP_PROXY never`() throws {
        let url = "http://x.test/"
        #expect(try proxy([:], url) == nil)
        #expect(try proxy(["http_proxy": "a:1"], url) == "http://a:1")
        #expect(try proxy(["HTTP_PROXY": "a:1"], url) == nil)
        #expect(try proxy(["http_proxy": "", "ALL_PROXY": "b:1"], url) == "http://b:1")
        #expect(try proxy(["http_proxy": "a:1", "all_proxy": "b:1"], url) == "http://a:1")
        #expect(try proxy(["all_proxy": "b:1", "ALL_PROXY": "c:1"], url) == "http://b:1")
        let secure = "https://x.test/"
        #expect(try proxy(["http_proxy": "a:1"], secure) == nil)
        #expect(try proxy(["https_proxy": "a:1", "HTTPS_PROXY": "b:1"], secure) == "http://a:1")
        #expect(try proxy(["HTTPS_PROXY": "b:1"], secure) == "http://b:1")
    }

    @Test(arguments: [
        ("*", "x.test", true), ("x.test", "x.test", true), ("x.test", "a.x.test", true), (".x.test", "x.test", true),
        ("x.test", "ax.test", false), ("a.x.test", "x.test", false), ("X.TEST", "x.test", true),
        ("x.test.", "x.test", true), ("other, x.test", "x.test", true), ("other x.test", "x.test", true),
        ("x.*", "x.test", false), ("127.0.0.1", "127.0.0.1", true), ("127.0.0.0/8", "127.1.2.3", true),
        ("127.0.0.0/8", "128.0.0.1", false), ("10.1.0.0/15", "10.0.9.9", true), ("10.1.0.0/15", "10.2.0.1", false),
        ("0.0.0.0/0", "1.2.3.4", false), ("1.2.3.4/33", "1.2.3.4", false), ("::1", "[::1]", true),
        ("fe80::/10", "[fe9f::1]", true), ("fe80::/10", "[fec0::1]", false), ("::ffff:1.2.3.4", "1.2.3.4", false),
        ("127.0.0.1", "localhost", false), (",, ", "x.test", false), (".", "x.test", false),
    ])
    func `NO_PROXY is read as curl reads it`(_ list: String, _ host: String, _ isDirect: Bool) throws {
        for name in ["no_proxy", "NO_PROXY"] {
            let chosen = try proxy(["http_proxy": "p:1", name: list], "http://\(host):8080/")
            #expect((chosen == nil) == isDirect)
        }
    }

    @Test func `a bad variable is named, without its value`() throws {
        let error = #expect(throws: EngineError.self) {
            try ProxyEnvironment { ["HTTPS_PROXY": "http://me:s3cret"][$0] }.proxy(for: HTTPURL.parse("https://x.test"))
        }
        #expect(error?.sentence.hasPrefix("Proxy (from the variable HTTPS_PROXY): ") == true)
        #expect(error?.sentence.contains("s3cret") == false)
    }

    @Test func `the engine looks up the variables it was given again for each hop`() async throws {
        try await StubServer.with(.routes(["/a": .redirect(to: "http://x.test/b")])) { server in
            try await StubProxy.with(.answer("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n")) { proxy in
                let variables = ["http_proxy": "http://\(proxy.address)", "NO_PROXY": "127.0.0.1"]
                let engine = Engine(
                    configuration: EngineConfiguration(
                        reachability: AlwaysOnline(), proxyEnvironment: ProxyEnvironment { variables[$0] }))
                let exchange = await engine.send(
                    RequestDraft(
                        url: server.url + "/a",
                        options: RequestOptions(timeouts: Timeouts(connect: nil, total: nil), proxy: .environment)))
                #expect(exchange.error == nil)
                #expect(exchange.hops.map(\.connection?.proxy) == [nil, "http://\(proxy.address)"])
                let direct = await engine.send(RequestDraft(url: server.url + "/c"))
                #expect(direct.hops.first?.connection?.proxy == nil)
            }
        }
    }
}
