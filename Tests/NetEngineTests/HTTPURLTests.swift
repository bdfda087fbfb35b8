import NetEngine
import TestSupport
import Testing

/// URLs: parsed leniently where users type them, strictly where they go on the wire.
struct HTTPURLTests {
    @Test(
        arguments: [
            ("http://example.com", "http://example.com/"),
            ("example.com/a", "http://example.com/a"),
            ("localhost:8080/x?y", "http://localhost:8080/x?y"),
            ("//h/x", "http://h/x"),
            (" \thttp://h/ \n", "http://h/"),
            ("HTTP://ExAmPle.COM:80/A", "http://example.com/A"),
            ("https://h:443/", "https://h/"),
            ("https://h:80/", "https://h:80/"),
            ("http://h:/", "http://h/"),
            ("http://h?q", "http://h/?q"),
            ("http://h/?", "http://h/?"),
            ("http://h/a#frag?x", "http://h/a"),
            ("http://h/a b?c d", "http://h/a%20b?c%20d"),
            ("http://h/%41%zz%", "http://h/%41%25zz%25"),
            ("http://h/ä?ö=\"", "http://h/%C3%A4?%C3%B6=%22"),
            ("http://h/a[1]?b[]=|", "http://h/a%5B1%5D?b%5B%5D=%7C"),
            ("http://h/a/../b/./c", "http://h/a/../b/./c"),
            ("http://us er:p@ss@h/", "http://us%20er:p%40ss@h/"),
            ("http://[::1]:8080/", "http://[::1]:8080/"),
            ("http://[FE80::1%25eth0]/", "http://[fe80::1%25eth0]/"),
            ("http://127.1/", "http://127.0.0.1/"),
            ("http://0x7f000001/", "http://127.0.0.1/"),
            ("http://2130706433/", "http://127.0.0.1/"),
            ("http://bücher.example/", "http://xn--bcher-kva.example/"),
            ("http://B%C3%BCcher.example/", "http://xn--bcher-kva.example/"),
            ("http://a_b.test/", "http://a_b.test/"),
            ("http://h//x//", "http://h//x//"),
            ("http://h\\x/", ""),
        ] as [(String, String)])
    func `a typed URL has one printed form`(_ typed: String, _ printed: String) throws {
        if printed.isEmpty {
            #expect(throws: EngineError.self) { try HTTPURL.parse(typed) }
        } else {
            #expect(try HTTPURL.parse(typed).description == printed)
        }
    }

    @Test(arguments: [
        "", "   ", "http://", "http:///x", "ftp://h/", "file:///etc/passwd", "file:/etc/passwd", "http://h:0/",
        "http://h:65536/", "http://h:8a/", "http://h:-1/", "http://[::1/", "http://[zz]/", "http://[::1]x/",
        "http://a b/", "http://h\r\nX: y/", "http://h/\u{0}", "http://h<>/", "http://%00/", "http://%0d%0a/", "http:/h",
        "http://a%2fb/",
    ])
    func `what cannot be a web address is a request-build error that names the URL`(_ text: String) {
        let error = #expect(throws: EngineError.self) { try HTTPURL.parse(text) }
        #expect(error?.category == .requestBuild)
        #expect(error?.sentence.hasPrefix("URL: ") == true)
    }

    @Test(arguments: ["http://%FF/", "http://b%C3cher.example/"])
    func `a host name that is not UTF-8 is refused as that`(_ text: String) {
        let error = #expect(throws: EngineError.self) { try HTTPURL.parse(text) }
        #expect(error?.sentence.contains("the host name is not valid UTF-8") == true)
    }

    /// The normal and abnormal examples of RFC 3986 §5.4, as far as they are web addresses.
    @Test(arguments: [
        ("g", "/b/c/g"), ("./g", "/b/c/g"), ("g/", "/b/c/g/"), ("/g", "/g"), ("?y", "/b/c/d;p?y"), ("g?y", "/b/c/g?y"),
        ("#s", "/b/c/d;p?q"), ("g#s", "/b/c/g"), (";x", "/b/c/;x"), ("g;x", "/b/c/g;x"), ("", "/b/c/d;p?q"),
        (".", "/b/c/"), ("./", "/b/c/"), ("..", "/b/"), ("../", "/b/"), ("../g", "/b/g"), ("../..", "/"),
        ("../../", "/"), ("../../g", "/g"), ("../../../g", "/g"), ("/./g", "/g"), ("/../g", "/g"), ("g.", "/b/c/g."),
        (".g", "/b/c/.g"), ("./../g", "/b/g"), ("./g/.", "/b/c/g/"), ("g/./h", "/b/c/g/h"), ("g/../h", "/b/c/h"),
        ("g?y/./x", "/b/c/g?y/./x"), ("%2e%2E/g", "/b/g"),
    ])
    func `references resolve as in RFC 3986 5.4`(_ reference: String, _ target: String) throws {
        let base = try HTTPURL.parse("http://a/b/c/d;p?q")
        let resolved = try base.resolve(reference)
        #expect(resolved.requestTarget == target)
        #expect(resolved.host == "a")
    }

    @Test func `a reference with an authority leaves the host`() throws {
        let base = try HTTPURL.parse("https://u:p@a:8443/b")
        #expect(try base.resolve("//c/d").description == "https://c/d")
        #expect(try base.resolve("http://c").description == "http://c/")
        #expect(try base.resolve("/x").description == "https://u:p@a:8443/x")
        #expect(try base.resolve(" /x ").requestTarget == "/x", "whitespace around a Location is not part of it")
    }

    @Test func `origins are equal when scheme, host and port are`() throws {
        let url = try HTTPURL.parse("http://a:80/x")
        #expect(url.isSameOrigin(as: try .parse("http://A/y?z")))
        #expect(!url.isSameOrigin(as: try .parse("https://a/")))
        #expect(!url.isSameOrigin(as: try .parse("http://a:81/")))
        #expect(!url.isSameOrigin(as: try .parse("http://b/")))
        let address = try HTTPURL.parse("http://[0:0:0:0:0:0:0:1]/")
        #expect(address.isSameOrigin(as: try .parse("http://[::1]/")))
    }

    @Test(arguments: [
        "localhost", "x.localhost", "127.0.0.1", "127.9.9.9", "[::1]", "0x7f.1", "[0:0:0:0:0:0:0:1]", "[::ffff:7f00:1]",
    ])
    func `loopback is seen by name and number`(_ host: String) throws {
        #expect(try HTTPURL.parse("http://\(host)/").isLoopback)
    }

    /// Any string: no crash, and whatever parses prints as legal bytes that parse to the same URL.
    @Test(.longComputation) func `printing and parsing again changes nothing, for any string`() throws {
        var random = SeededGenerator(seed: 20_261_121)
        let pieces = [
            "http", "https", ":", "/", "//", "?", "#", "@", "[", "]", "::1", "%", "%41", "%zz", ".", "..", "a", "B",
            "ä",
            "🦊", " ", "\t", "\u{0}", "\r\n", "\\", "|", "127.0.0.1", "65536", "80", "-", "_", "xn--", "\u{200d}", "&=",
        ]
        var parsed = 0
        for _ in 0..<20_000 {
            let text = (0..<Int.random(in: 1...9, using: &random)).map { _ in
                pieces.randomElement(using: &random) ?? ""
            }.joined()
            guard let url = try? HTTPURL.parse(text) else { continue }
            parsed += 1
            let again = try HTTPURL.parse(url.description)
            #expect(again == url, "\(text)")
            #expect(url.description.utf8.allSatisfy { $0 > 32 && $0 < 127 })
            if let next = try? url.resolve(text) { #expect(try HTTPURL.parse(next.description) == next, "\(text)") }
        }
        #expect(parsed > 1000)
    }
}
