import NetEngine
import TestSupport
import Testing

@testable import HTTPFormat
@testable import Workspace

/// curl commands in place of requests.
struct CurlCommandTests {
    private func request(_ text: String) throws -> SavedRequest {
        try #require(HTTPDocument(bytes: Array(text.utf8)).requests.first)
    }

    private func words(_ text: String) -> [String] {
        Array(text.utf8).withUnsafeBufferPointer { ShellWords($0, 0..<$0.count).words }
    }

    @Test(arguments: [
        ("curl 'a b' \"c \\\"d\\\"\" e\\ f", ["curl", "a b", "c \"d\"", "e f"]),
        ("curl a\\\n  b", ["curl", "a", "b"]), ("curl 'x\ny'", ["curl", "x\ny"]), ("curl 'x\r\ny'", ["curl", "x\ny"]),
        ("curl $'a\\n\\u0021\\x21\\''", ["curl", "a\n!!'"]), ("curl a # b\nc", ["curl", "a"]),
        ("curl a | jq .", ["curl", "a"]), ("curl a > file", ["curl", "a"]), ("curl ''", ["curl", ""]),
        ("curl \"$x\" '$y'", ["curl", "$x", "$y"]), ("curl a\nb", ["curl", "a"]),
        ("curl {{host}}/x", ["curl", "{{host}}/x"]),
        ("curl a#b", ["curl", "a#b"]), ("curl \"a\\\nb\"", ["curl", "ab"]), ("curl a\\", ["curl", "a"]),
    ])
    func `words are split as a shell splits them`(text: String, expected: [String]) {
        #expect(words(text) == expected)
    }

    @Test func `a command as a browser copies it is a request`() throws {
        let request = try request(
            """
            ### Create
            curl 'https://a.test/orders?x=1' \\
              -X 'PUT' \\
              -H 'accept: application/json' \\
              -H 'content-type: application/json' \\
              -b 'a=1; b=2' \\
              --data-raw '{"a": "{{b}}"}' \\
              --compressed --insecure -sSL
            ?? status == 200
            """)
        #expect(request.title == "Create")
        #expect(request.line == 2)
        #expect(request.method == "PUT")
        #expect(request.target == "https://a.test/orders?x=1")
        #expect(request.parameters.map(\.name) == ["x"])
        #expect(request.headers.map(\.name) == ["accept", "content-type", "Cookie"])
        #expect(request.body.text == "{\"a\": \"{{b}}\"}")
        #expect(!request.settings.verifiesTLS)
        #expect(request.settings.followRedirects)
        #expect(request.assertions.map(\.line) == [9])
        #expect(request.notices.isEmpty)
    }

    /// A command, and the lines that are written for it.
    @Test(arguments: [
        ("curl a.test", ["# @no-redirect", "GET a.test"]),
        ("curl -L a.test", ["GET a.test"]), ("curl -LI a.test", ["HEAD a.test"]),
        ("curl -XDELETE -L a.test", ["DELETE a.test"]),
        ("curl -L -XOPTIONS --request-target '*' http://a.test:8080/x", ["OPTIONS *", "Host: a.test:8080"]),
        ("curl -L -XOPTIONS --request-target '*' https://{{h}}", ["OPTIONS *", "Host: https://{{h}}"]),
        ("curl -L --request-target /b?c https://a.test/x?y", ["GET https://a.test/b?c"]),
        (
            "curl -L a.test -d a=1 -d b=2",
            ["POST a.test", "Content-Type: application/x-www-form-urlencoded", "", "a=1&b=2"]
        ),
        ("curl -L -G a.test?x=0 -d a=1 --data-urlencode 'b=c d'", ["GET a.test?x=0&a=1&b=c%20d"]),
        (
            "curl -L a.test --data-urlencode 'q={{q}} x'",
            ["POST a.test", "Content-Type: application/x-www-form-urlencoded", "", "q={{%q}}%20x"]
        ),
        (
            "curl -L 'a.test/é?{{q}}' -d '{\"a\": {{b}}}'",
            [
                "# @no-auto-encoding", "POST a.test/é?{{q}}", "Content-Type: application/x-www-form-urlencoded",
                "",
                "{\"a\": {{b}}}",
            ]
        ),
        (
            "curl -L -g 'http://[::1]/e|{x}?a=[1]&b=%zz'",
            ["# @no-auto-encoding", "GET http://[::1]/e|{x}?a=[1]&b=%zz"]
        ),
        ("curl -L 'http://[::1]/{{a|b}}/é?%7C#|'", ["GET http://[::1]/{{a|b}}/é?%7C#|"]),
        ("curl -L --compressed -H 'accept-encoding: gzip;q=1, br' -H 'A: b' a.test", ["GET a.test", "A: b"]),
        ("curl -L --compressed -H 'Accept-Encoding: identity' a.test", ["GET a.test", "Accept-Encoding: identity"]),
        (
            "curl -L --compressed --no-compressed -H 'Accept-Encoding: gzip' a.test",
            ["GET a.test", "Accept-Encoding: gzip"]
        ),
        ("curl -L 'a.test:80?|'", ["# @no-auto-encoding", "GET a.test:80?|"]),
        (
            "curl -L --json '{}' a.test",
            ["POST a.test", "Content-Type: application/json", "Accept: application/json", "", "{}"]
        ),
        ("curl -L -u me:pw a.test", ["GET a.test", "Authorization: Basic me:pw"]),
        ("curl -L -u 'me:p w' a.test", ["GET a.test", "Authorization: Basic bWU6cCB3"]),
        ("curl -L --digest -u me:pw a.test", ["GET a.test", "Authorization: Digest me pw"]),
        ("curl -L --digest -u me:p:w a.test", ["GET a.test", "Authorization: Digest me p:w"]),
        ("curl -L -A x -e y a.test", ["GET a.test", "User-Agent: x", "Referer: y"]),
        ("curl -L -T up.bin a.test", ["PUT a.test/up.bin", "", "< up.bin"]),
        (
            "curl -L --data-binary @f.json -H 'Content-Type: text/x' a.test",
            ["POST a.test", "Content-Type: text/x", "", "< f.json"]
        ),
        (
            "curl -L -m 5 --connect-timeout 2 -x http://p:1 --http1.1 --url a.test",
            ["# @timeout 5 s", "# @connection-timeout 2 s", "# @proxy http://p:1", "GET a.test HTTP/1.1"]
        ),
        ("curl -L -H 'X: ' -H 'Y;' a.test", ["GET a.test", "Y:"]),
        (
            "curl -L -d '# x' -H 'Content-Type: text/x' a.test",
            ["# @keep-body-comments", "POST a.test", "Content-Type: text/x", "", "# x"]
        ),
        (
            "curl -L -F a=1 -F 'f=@x/y.png;type=image/png' -F 't=<n.txt' a.test",
            [
                "POST a.test", "Content-Type: multipart/form-data; boundary=part", "", "--part",
                "Content-Disposition: form-data; name=\"a\"", "", "1", "--part",
                "Content-Disposition: form-data; name=\"f\"; filename=\"y.png\"", "Content-Type: image/png", "",
                "< x/y.png",
                "--part", "Content-Disposition: form-data; name=\"t\"", "", "< n.txt", "--part--",
            ]
        ),
    ])
    func `what a command says is written as a request`(text: String, lines: [String]) throws {
        #expect(try request(text).curl == lines)
    }

    @Test(arguments: [
        "curl a.test b.test", "curl a.test -E cert.pem", "curl a.test | jq .", "curl a.test -H \"X: $HOME\"",
        "curl a.test --next", "curl a.test -b jar.txt", "curl a.test -H @file",
    ])
    func `differences from curl are reported`(text: String) throws {
        #expect(try request(text).notices.map(\.id) == ["N14"])
        #expect(try request(text).unsupported == nil)
    }

    @Test(arguments: [
        (
            "--compressed -H 'Accept-Encoding: gzip'",
            ["curl's Accept-Encoding: gzip is left out: with it the body would not be decoded, as --compressed asks"]
        ),
        ("-H 'Accept-Encoding: gzip, deflate, br, zstd' --compressed", []),
        ("-H 'Accept-Encoding: gzip'", []), ("--compressed -H 'Accept-Encoding: x, gzip'", []),
    ])
    func `a header that would keep a body from being decoded is named, unless it asks for the usual codings`(
        options: String, notices: [String]
    ) throws {
        #expect(try request("curl \(options) a.test").notices.map(\.text) == notices)
    }

    @Test(arguments: [
        "curl a.test --frobnicate", "curl a.test -Ω", "curl a.test -F x", "curl a.test -X", "curl a.test -m abc",
        "curl a.test -d a -F x=y", "curl a.test -I -d a",
    ])
    func `what curl itself would refuse is not sent`(text: String) throws {
        let request = try request(text)
        #expect(request.notices.map(\.id) == ["E2"])
        #expect(request.unsupported == request.notices.first?.text && request.curl == nil)
    }

    @Test(arguments: ["curl -X POST", "curl 'a", "curl a -d 'x\n\ny\n?? status == 200'", "curl a -d @f -d b=1"])
    func `a command that makes no request is an error and spoils no neighbour`(text: String) throws {
        let document = HTTPDocument(bytes: Array((text + "\n\n### next\nGET b.test\n").utf8))
        #expect(document.requests.map(\.target).last == "b.test")
        #expect(document.notices.contains { $0.severity == .error })
    }

    @Test func `lines below a command are not sent`() {
        let document = HTTPDocument(bytes: Array("curl a.test\n\nbody\n".utf8))
        #expect(document.kinds == [.curl, .blank, .unknown])
        #expect(document.notices.map(\.id) == ["E1"])
    }

    @Test(arguments: ["\n", "\r\n", "\r"])
    func `a converted command is a request of the same meaning`(end: String) throws {
        let text = [
            "@a = 1", "", "### T", "# @name n", "curl -L {{a}}.test \\", "  -d 'x=1'", "", "### U", "GET b.test",
        ]
        .joined(separator: end)
        let document = HTTPDocument(bytes: Array(text.utf8))
        let converted = try #require(document.convertingCurl(0))
        let expected = [
            "@a = 1", "", "### T", "# @name n", "POST {{a}}.test",
            "Content-Type: application/x-www-form-urlencoded", "", "x=1", "", "### U", "GET b.test",
        ].joined(separator: end)
        #expect(String(decoding: converted.bytes, as: UTF8.self) == expected)
        #expect(converted.requests.map(\.id) == ["n", "U"])
    }

    @Test func `a body is sent as curl sends it`() throws {
        let text = "curl http://h.test -d '{\"a\": \"b c\"}'\n"
        let file = CollectionFile(
            path: "/c/x.http", relativePath: "x.http", document: HTTPDocument(bytes: Array(text.utf8)),
            stamp: FileStamp(bytes: []))
        let context = RequestResolver.Context(root: "/c", environments: EnvironmentSet(), environmentName: nil)
        let request = try #require(file.document.requests.first)
        guard case .draft(let draft, _) = RequestResolver().resolve(request, in: file, context: context) else {
            Issue.record("not sent")
            return
        }
        #expect(draft.body == .bytes(Array(#"{"a": "b c"}"#.utf8)))
    }

    /// What curl 7.88 sends, but for `é` in a query, which it sends in two bytes.
    @Test(arguments: [
        (#"/"<>[\]^`{|}%%zz%7c?"<>[\]^`{|}%%zz%7c"#, #"/"<>[\]^`{|}%%zz%7c?"<>[\]^`{|}%%zz%7c"#),
        ("/é|?é", "/%C3%A9|?%C3%A9"), ("/é?é", "/%C3%A9?%C3%A9"), ("/a?b=1", "/a?b=1"),
    ])
    func `visible characters of the URL are sent as they are written, as curl does`(
        written: String, sent: String
    ) throws {
        let text = "### T\ncurl -g 'http://h.test\(written)'\n"
        let file = CollectionFile(
            path: "/c/x.http", relativePath: "x.http", document: HTTPDocument(bytes: Array(text.utf8)),
            stamp: FileStamp(bytes: []))
        let context = RequestResolver.Context(root: "/c", environments: EnvironmentSet(), environmentName: nil)
        let request = try #require(file.document.requests.first)
        guard case .draft(let draft, _) = RequestResolver().resolve(request, in: file, context: context) else {
            Issue.record("not sent")
            return
        }
        #expect(try draft.parsedURL().requestTarget == sent)
        let converted = try #require(file.document.convertingCurl(0)?.requests.first)
        #expect(converted.target == request.target && converted.settings.autoEncodes == request.settings.autoEncodes)
    }

    @Test func `what is above a command counts before its options`() throws {
        func options(_ lines: String) throws -> RequestOptions? {
            let text = lines + "curl http://h.test -m 1 --connect-timeout 2 --retry 3 -x http://p.test:4\n"
            let file = CollectionFile(
                path: "/c/x.http", relativePath: "x.http", document: HTTPDocument(bytes: Array(text.utf8)),
                stamp: FileStamp(bytes: []))
            let context = RequestResolver.Context(root: "/c", environments: EnvironmentSet(), environmentName: nil)
            let request = try #require(file.document.requests.first)
            guard case .draft(let draft, _) = RequestResolver().resolve(request, in: file, context: context) else {
                return nil
            }
            return draft.options
        }
        let own = try options("")
        #expect(own?.timeouts.total == .seconds(1) && own?.timeouts.connect == .seconds(2))
        #expect(own?.retry?.maxRetries == 3 && own?.proxy == .url("http://p.test:4"))
        let above = try options("# @timeout 6 s\n# @connection-timeout 7 s\n# @retry 8\n# @no-proxy\n")
        #expect(above?.timeouts.total == .seconds(6) && above?.timeouts.connect == .seconds(7))
        #expect(above?.retry?.maxRetries == 8 && above?.proxy == ProxyChoice.none)
    }

    @Test(arguments: ["put", "Delete", "PATCH"])
    func `the method is sent as it is typed, as curl does`(method: String) throws {
        let text = "### T\ncurl -L http://h.test/x -X \(method)\n"
        let file = CollectionFile(
            path: "/c/x.http", relativePath: "x.http", document: HTTPDocument(bytes: Array(text.utf8)),
            stamp: FileStamp(bytes: []))
        let context = RequestResolver.Context(root: "/c", environments: EnvironmentSet(), environmentName: nil)
        let request = try #require(file.document.requests.first)
        guard case .draft(let draft, _) = RequestResolver().resolve(request, in: file, context: context) else {
            Issue.record("not sent")
            return
        }
        #expect(draft.method == method && request.method == method)
        #expect(file.document.bytes == Array(text.utf8))
        // A request line would send it in capital letters.
        #expect((file.document.convertingCurl(0) == nil) == (method != method.uppercased()))
    }

    @Test func `the variables of a command are known whatever the letters of its method`() throws {
        let text = "@a = 1\ncurl -L http://h.test/{{a}} -X put\n"
        let file = CollectionFile(
            path: "/c/x.http", relativePath: "x.http", document: HTTPDocument(bytes: Array(text.utf8)),
            stamp: FileStamp(bytes: []))
        let context = RequestResolver.Context(root: "/c", environments: EnvironmentSet(), environmentName: nil)
        let request = try #require(file.document.requests.first)
        let uses = RequestResolver().uses(of: request, in: file, context: context)
        #expect(uses.map(\.name) == ["a"])
    }

    @Test func `the variables of a command that is refused have the lines of the file`() throws {
        let text = "curl -L http://h.test/{{a}} \\\n  -X HEAD -d '{{a}}'\n\n###\n@a = 1\n"
        let file = CollectionFile(
            path: "/c/x.http", relativePath: "x.http", document: HTTPDocument(bytes: Array(text.utf8)),
            stamp: FileStamp(bytes: []))
        let context = RequestResolver.Context(root: "/c", environments: EnvironmentSet(), environmentName: nil)
        let request = try #require(file.document.requests.first)
        let uses = RequestResolver().uses(of: request, in: file, context: context)
        #expect(uses.map(\.source) == [.file(line: 5)])
    }

    @Test func `a command is sent, and missing values are reported with the lines of the file`() throws {
        let text = "### T\ncurl -L {{host}}/x \\\n  -d 'a={{missing}}'\n\n###\n@host = http://h.test\n"
        let file = CollectionFile(
            path: "/c/x.http", relativePath: "x.http", document: HTTPDocument(bytes: Array(text.utf8)),
            stamp: FileStamp(bytes: []))
        let request = try #require(file.document.requests.first)
        var context = RequestResolver.Context(root: "/c", environments: EnvironmentSet(), environmentName: nil)
        guard case .unresolved(let names, let uses) = RequestResolver().resolve(request, in: file, context: context)
        else {
            Issue.record("sent")
            return
        }
        #expect(names.map(\.line) == [2])
        #expect(uses.map(\.source) == [.file(line: 6)])
        context.overrides = ["missing": "m"]
        guard case .draft(let draft, _) = RequestResolver().resolve(request, in: file, context: context) else {
            Issue.record("not sent")
            return
        }
        #expect(draft.method == "POST")
        #expect(draft.url == "http://h.test/x")
        #expect(draft.body == .bytes(Array("a=m".utf8)))
    }

    @Test func `the scope of a file whose commands are rewritten is made once for all of them`() {
        let growth = Growth(of: 100) { count in
            let text = (0..<count).map { "###\n@a\($0) = 1\ncurl -L http://h.test/{{a\($0)}}\n\n" }.joined()
            let file = ChainingFixtures.file(text)
            return (file, ChainingFixtures.context(RequestScope(file)))
        } _: { (file, context) in
            for request in file.document.requests {
                _ = RequestResolver().resolve(request, in: file, context: context)
            }
        }
        #expect(growth.isLinear, "\(growth)")
        #expect(growth.counts(atLeast: 10_000), "\(growth)")
    }

    @Test(arguments: 0..<300)
    func `no command crashes the reader`(seed: Int) {
        var generator = SeededGenerator(seed: UInt64(seed) + 7_000)
        let pieces = [
            "curl ", "-X", "POST", "-H", "'a: b'", "\"", "'", "\\", "\n", "$'", "--data", "-d", "@f", "-F", "a=b",
            "###",
            " ", "http://a.test", "{{x}}", "-", "--", "|", "#", "\r", "é", "--json", "-G", "--data-urlencode",
        ]
        var text = "curl "
        for _ in 0..<Int.random(in: 0..<20, using: &generator) { text += pieces.randomElement(using: &generator) ?? "" }
        let document = HTTPDocument(bytes: Array(text.utf8))
        #expect(document.bytes == Array(text.utf8))
        for request in document.requests where request.curl != nil && request.unsupported == nil {
            _ = document.convertingCurl(request.index)
        }
    }
}
