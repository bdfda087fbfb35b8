import NetEngine
import TestSupport
import Testing

@testable import Base
@testable import HTTPFormat

/// Writing curl commands, and reading them back.
struct CurlWriterTests {
    private func words(_ text: String) -> [String] {
        Array(text.utf8).withUnsafeBufferPointer { ShellWords($0, 0..<$0.count).words }
    }

    private func request(
        _ method: HTTPMethod = .get, _ url: String = "https://a.test/x?y=1", headers: [(String, String)] = [],
        _ body: RequestBody = .none, options: RequestOptions = RequestOptions(decodesContent: false)
    ) throws -> PreparedRequest {
        PreparedRequest(
            method: method, url: try HTTPURL.parse(url), headers: HeaderFields(headers.map { HeaderField($0.0, $0.1) }),
            body: body, options: options)
    }

    @Test func `one option a line, quoted where it must be`() throws {
        let headers = [("User-Agent", "u"), ("Accept", "*/*"), ("X-It", "it's"), ("X-Empty", "")]
        let request = try request(.put, headers: headers, .bytes(Array("{\"a\": 1}".utf8)))
        #expect(
            CurlWriter(request).text == """
                curl -X PUT 'https://a.test/x?y=1' \\
                  -H 'User-Agent: u' \\
                  -H 'Accept: */*' \\
                  -H 'X-It: it'\\''s' \\
                  -H 'X-Empty;' \\
                  -H 'Content-Type:' \\
                  --data-raw '{"a": 1}' \\
                  --location
                """)
    }

    @Test func `a body in pieces is piped in by one command after another`() throws {
        let body = RequestBody.pieces([.bytes(Array("a".utf8)), .file(path: "f g.png"), .bytes(Array("b".utf8))])
        let text = CurlWriter(try request(.post, headers: [], body)).text
        #expect(text.hasPrefix("{ printf 'a'; cat -- 'f g.png'; printf 'b'; } | curl "), "\(text)")
    }

    @Test(arguments: ["http://u:p%20w@p.test:3128", "http://a%3Ab:p%2541%25@p.test:3128", "http://u@p.test:3128"])
    func `the login of a proxy is written as curl reads it`(url: String) throws {
        let plain = try request()
        let proxy = try ProxyServer(url)
        let sent = PreparedRequest(
            method: plain.method, url: plain.url, headers: plain.headers, body: plain.body, options: plain.options,
            proxy: proxy)
        let lines = try CurlCommand(words(CurlWriter(sent).text)).written().lines
        let line = try #require(lines.first { $0.hasPrefix("# @proxy ") })
        #expect(try ProxyServer(String(line.dropFirst(9))) == proxy)
    }

    @Test func `a secret is replaced wherever it is written`() throws {
        let request = try request(.post, headers: [("X-Key", "s1")], .bytes(Array("s2".utf8)))
        let disguise = CurlWriter.Disguise(
            url: { $0.replacing("y=1", with: "y=[hidden]") }, value: { _ in Array("[hidden]".utf8) },
            body: { _ in Array("[hidden]".utf8) })
        let text = CurlWriter(request, disguise: disguise).text
        #expect(text.contains("'https://a.test/x?y=[hidden]'") && text.contains("-H 'X-Key: [hidden]'"))
        #expect(text.contains("--data-raw '[hidden]'"))
    }

    @Test func `what could act on a terminal is written in octal`() throws {
        let request = try request(.post, headers: [], .bytes(Array("a\u{1B}[2J%\\'\r\n\u{202E}".utf8)))
        let text = CurlWriter(request).text
        #expect(text.hasPrefix(#"printf 'a\033[2J%%\\'\''\r\n\342\200\256' | curl "#), "\(text)")
        #expect(ClipboardText(text).hazards.total == 0)
    }

    @Test func `every choice of connection and TLS has its option`() throws {
        var options = RequestOptions(decodesContent: false)
        options.verifiesTLS = false
        options.caFile = "/ca file.pem"
        options.tls.clientCertificate = ClientCertificate(
            file: "/a:b.p12", format: .pkcs12, keyFile: "/k", password: "p w")
        options.tls.minimumVersion = .tls1_3
        options.connection.unixSocket = "@abstract"
        options.connection.addressFamily = .ipv6
        options.connection.resolve = [ResolveOverride(host: "a.test", addresses: ["::1", "127.0.0.1"])]
        options.connection.connectTo = [try ConnectOverride("a.test:443:b.test:8443")]
        options.connection.localAddress = "eth0"
        options.connection.localPorts = 4000...4009
        options.httpVersion = .http2
        options.maxRedirects = 3
        let text = CurlWriter(try request(options: options)).text
        for option in [
            "--insecure", "--cacert '/ca file.pem'", "--cert '/a\\:b.p12'", "--cert-type P12", "--key /k",
            "--pass 'p w'",
            "--tlsv1.3", "--abstract-unix-socket abstract", "--ipv6", "--resolve 'a.test:443:[::1],127.0.0.1'",
            "--connect-to a.test:443:b.test:8443", "--interface eth0", "--local-port 4000-4009", "--http2",
            "--max-redirs 3",
        ] { #expect(text.contains(" " + option), "\(option) in \(text)") }
    }

    /// Commands made at random are read back as the request that they were written for.
    @Test func `what is written is read back`() throws {
        var random = SeededGenerator(seed: 20)
        let pieces = ["a", "'", "\"", "$x", "`id`", "\\", " ", "\n", "\t", "{{b}}", "%", "é", "@f", "&", "#", "-", "="]
        func text(_ count: Int) -> String {
            (0..<count).map { _ in pieces.randomElement(using: &random) ?? "" }.joined()
        }
        for _ in 0..<500 {
            let body = text(Int.random(in: 0...8, using: &random))
            let value = text(Int.random(in: 1...5, using: &random)).replacing("\n", with: "")
            let kept = String(decoding: LineText.trimmedBytes(Array(value.utf8)), as: UTF8.self)
            let method = [HTTPMethod.get, .post, .put, .delete].randomElement(using: &random) ?? .get
            var options = RequestOptions(decodesContent: Bool.random(using: &random))
            options.followRedirects = Bool.random(using: &random)
            options.verifiesTLS = Bool.random(using: &random)
            options.httpVersion = Bool.random(using: &random) ? .http1_1 : .automatic
            let written = CurlWriter(
                try request(
                    method, "https://a.test/a'b?c=$d",
                    headers: [("X-A", kept), ("Accept", "*/*"), ("User-Agent", "u")],
                    .bytes(Array(body.utf8)), options: options)
            ).text
            let read = CurlCommand(words(written))
            #expect(read.remarks.isEmpty, "\(read.remarks) \(written)")
            #expect(read.url == (try HTTPURL.parse("https://a.test/a'b?c=$d")).textWithoutUserInfo)
            #expect(read.method ?? (body.isEmpty ? "GET" : "POST") == method.rawValue, "\(written)")
            #expect(read.headers.map(\.name) == ["X-A", "Accept", "User-Agent"], "\(written)")
            #expect(read.headers.first?.value == kept, "\(written)")
            #expect(read.removedHeaders == (body.isEmpty ? [] : ["content-type"]), "\(written)")
            #expect(read.data == (body.isEmpty ? [] : [.text(body)]), "\(written)")
            #expect(read.followsRedirects == options.followRedirects && read.checksCertificate == options.verifiesTLS)
            #expect(read.version == (options.httpVersion == .http1_1 ? "1.1" : nil))
        }
    }

    @Test func `a header without a value takes back one that curl would add`() throws {
        let text = "curl -L -H 'Content-Type:' --data-raw x a.test"
        let request = try #require(HTTPDocument(bytes: Array(text.utf8)).requests.first)
        #expect(request.curl == ["POST a.test", "", "x"])
    }
}
