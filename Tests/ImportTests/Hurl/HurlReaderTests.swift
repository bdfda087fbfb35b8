import TestSupport
import Testing

@testable import Import

@Suite struct HurlReaderTests {
    private let probe = ReaderProbe(reader: HurlReader.self)

    private func lines(_ text: String) throws -> String { try CollectionText.lines(probe.read("a.hurl", text)) }

    private func request(_ text: String) throws -> String {
        try lines(text).split(separator: "\n", omittingEmptySubsequences: false).filter { $0 != "# redirects false" }
            .joined(separator: "\n")
    }

    static let sample = ##"""
        # Log in
        # The token is kept.
        POST https://{{host}}/login # a comment
        Accept: application/json
        X-Hash: a\#b
        [Query]
        lang: de
        [Cookies]
        a: 1
        b: 2
        [Options]
        insecure: true
        max-time: 30s
        delay: 500
        location: true
        variable: shop="x"
        {
            "user": "ada",
            "n": {{n}},
            "text": "} \" ]"
        }
        HTTP/1.1 200
        Content-Type: application/json
        [Captures]
        token: jsonpath "$.token"
        etag: header "ETag" redact
        part: body regex /x/
        [Asserts]
        jsonpath "$.items" count == 2
        jsonpath "$.name" startsWith "A"
        jsonpath "$.id" exists
        jsonpath "$.none" not exists
        duration < 1000
        cookie "session" exists
        strange "x" == 1

        GET https://{{host}}/me
        Authorization: Bearer {{token}}
        HTTP *
        """##

    @Test func `a file with two requests`() throws {
        let collection = try probe.read("a.hurl", Self.sample)
        #expect(
            CollectionText.lines(collection) == #"""
                collection @shop = x
                ### Log in
                # The token is kept.
                # timeout 30.0 seconds
                # redirects true
                # tls false
                # delay 0.5 seconds
                # @assert status == 200
                # @assert header Content-Type == application/json
                # @assert body $.items.length == 2
                # @assert body $.name startsWith A
                # @assert body $.id != undefined
                # @assert body $.none == undefined
                # @assert duration < 1000
                POST https://{{host}}/login
                  ?lang=de
                Accept: application/json
                X-Hash: a#b
                Cookie: a=1; b=2
                body application/json: {
                    "user": "ada",
                    "n": {{n}},
                    "text": "} \" ]"
                }
                > token = body.$.token
                > etag = headers.ETag
                left HTTP/1.1
                left part: body regex /x/
                left cookie "session" exists
                left strange "x" == 1
                ### 
                # redirects false
                GET https://{{host}}/me
                Authorization: Bearer {{token}}
                """#)
        #expect(
            CollectionText.notices(collection) == [
                "kept Log in: The version of the response, HTTP/1.1, is not checked; it is kept as a comment.",
                "kept Log in: The variable part is not set: part: body regex /x/ is more than a path into the body or a header. It is kept as a comment.",
                "kept Log in: The assert cookie \"session\" exists cannot be written as a check; it is kept as a comment.",
                "kept Log in: The assert strange \"x\" == 1 cannot be written as a check; it is kept as a comment.",
                "kept: The variables host, n have no value in the file: give them by --var or in an environment.",
            ])
        #expect(collection.notices[2].place?.description == "a.hurl:34:1")
    }

    @Test func `a name of capital letters before a space and a colon is a header`() throws {
        let text = "GET http://x.test\nC : d\nHTTP *\nX  : y\n\nPOST http://y.test\n"
        let collection = try probe.read("a.hurl", text)
        let lines = CollectionText.lines(collection)
        #expect(collection.items.count == 2 && lines.contains("C: d"), "\(lines)")
    }

    @Test func `a response goes to a file beside the request file, which is said where it was another`() throws {
        for (path, notices) in [
            ("b.json", []), ("./b.json", []),
            (
                "./a/b.json",
                [
                    "changed http://x.test: The body of the response is written beside the request file, to 'b.json' and not to './a/b.json'."
                ]
            ),
        ] {
            let files = try ImportedText.of("a.hurl", "GET http://x.test\n[Options]\noutput: \(path)\n")
            #expect(ImportedText.text(files).contains(">> ./b.json"))
            #expect(ImportedText.notices(files) == notices)
        }
    }

    @Test func `of many variables without a value the number of the others is named`() throws {
        let headers = (1...22).map { "X: {{v\($0)}}\n" }.joined()
        let collection = try probe.read("a.hurl", "GET http://x.test\n\(headers)")
        #expect(collection.notices.last?.text.contains("v20 and 2 more have no value in the file") == true)
    }

    @Test func `an option of no time at all is kept`() throws {
        let collection = try probe.read("a.hurl", "GET http://x.test\n[Options]\ndelay: 0\nHTTP *\n")
        #expect(CollectionText.lines(collection).contains("# delay 0.0 seconds\n"))
        #expect(collection.notices.isEmpty)
    }

    @Test(arguments: [
        (#"jsonpath "$.a" == "x y""#, "body $.a == x y"),
        (#"jsonpath "$.a" == null"#, "body $.a == null\n# @assert body $.a not isString"),
        (#"jsonpath "$.a" != 3.5"#, "body $.a != 3.5"),
        (#"jsonpath "$.a" nth 2 == true"#, "body $.a[2] == true\n# @assert body $.a[2] isBoolean"),
        (#"jsonpath "$.a" first jsonpath "$.b" == 1"#, "body $.a[0].b == 1\n# @assert body $.a[0].b isNumber"),
        (#"jsonpath "$.a" == "1""#, "body $.a == 1\n# @assert body $.a isString"),
        (#"jsonpath "$.a" toInt == 1"#, "body $.a == 1"),
        (#"jsonpath "$.a" contains "b""#, "body $.a includes b"),
        (#"jsonpath "$.a" includes "b""#, "body $.a includes \"b\""),
        (#"jsonpath "$.a" matches /^a\/b$/"#, "body $.a matches ^a/b$"),
        (#"jsonpath "$.a" not matches "\\d""#, "body $.a not matches \\d"),
        (#"jsonpath "$.a" isString"#, "body $.a isString"), (#"jsonpath "$.a" isCollection"#, "body $.a isArray"),
        (#"jsonpath "$.a" isInteger"#, "body $.a matches ^-?[0-9]+$"),
        (#"jsonpath "$.a" isEmpty"#, "body $.a matches ^(?:\\[\\s*\\]|\\{\\s*\\})?$"),
        (#"header "X" == "{{v}}""#, "header X == {{v}}"), (#"header "X" toInt > 3"#, "header X > 3"),
        (#"body contains "hi""#, "body includes hi"), (#"xpath "string(//a)" == "x""#, "xpath string(//a) == x"),
        (#"xpath "//a" count == 2"#, "xpath count(//a) == 2"), ("status >= 200", "status >= 200"),
        ("status equals 200", "status == 200"),
        (
            "sha256 == hex,\(String(repeating: "ab", count: 32));",
            "body sha256 \(String(repeating: "ab", count: 32))"
        ),
        ("md5 not == hex,\(String(repeating: "ab", count: 16));", "body not md5 \(String(repeating: "ab", count: 16))"),
    ])
    func `asserts that become checks`(_ assert: String, _ check: String) throws {
        let collection = try probe.read("a.hurl", "GET http://x.test\nHTTP *\n[Asserts]\n\(assert)\n")
        #expect(CollectionText.lines(collection).contains("# @assert \(check)\n"))
        #expect(collection.notices.isEmpty)
    }

    @Test(arguments: [
        #"cookie "a" == "b""#, #"jsonpath "$..a" count == 1"#, #"jsonpath "$.a" replace "a" "b" == "c""#,
        "version == \"2\"",
        #"certificate "Subject" == "x""#, "bytes count == 3", #"jsonpath "$.a" isDate"#, "nothing", #"body == "a\nb""#,
        #"url == "x""#, #"jsonpath "$.a" == "#,
    ])
    func `asserts that no check can say are notices`(_ assert: String) throws {
        let collection = try probe.read("a.hurl", "GET http://x.test\nHTTP *\n[Asserts]\n\(assert)\nstatus == 200\n")
        #expect(collection.notices.count == 1)
        #expect(CollectionText.lines(collection).contains("# @assert status == 200\n"))
    }

    @Test func `bodies of all kinds`() throws {
        func body(_ text: String) throws -> String {
            try request("POST http://x.test\n\(text)\n").split(separator: "\n", omittingEmptySubsequences: false)
                .dropFirst(2)
                .joined(separator: "\n")
        }
        #expect(
            try body("<?xml version=\"1.0\"?>\n<a><b/><!-- </a> --></a>")
                == "body application/xml: <?xml version=\"1.0\"?>\n<a><b/><!-- </a> --></a>")
        #expect(try body("```\na {{b}}\nc\n```") == "body -: a {{b}}\nc\n")
        #expect(try body("```json\n{}\n```") == "body application/json: {}\n")
        #expect(try body("```one```") == "body -: one")
        #expect(try request("POST http://x.test\n```one```").contains("body -: one"), "nothing follows")
        #expect(try body("`a\\n{{b}}`") == "body -: a\n{{b}}")
        #expect(try body("```raw\n{{b}}\n```") == "bytes -: \(Array("{{b}}\n".utf8))")
        #expect(
            try body("```graphql\n{ a }\nvariables {\n\"x\": 1\n}\n```") == "graphql -: { a } | {\n\"x\": 1\n}")
        #expect(try body("hex,00 ff;") == "bytes -: [0, 255]")
        #expect(try body("base64,aGk;") == "bytes -: [104, 105]")
        #expect(try body("file,a b.bin;") == "file -: a b.bin")
        #expect(try body("[1, \"]\"]") == "body application/json: [1, \"]\"]")
        #expect(try body("[Form]\na: 1\nb: {{newUuid}}") == "form a=1\nform b={{$guid}}")
        #expect(
            try body("[Multipart]\na: 1\nf: file,a.png; image/png\ng: file,b.txt;")
                == "part a - -: 1\npart f image/png -: < a.png\npart g - -: < b.txt")
    }

    @Test func `the response's body is a check`() throws {
        let json = try lines("GET http://x.test\nHTTP 200\n{ \"a\": [1, \"x y\"] }\n")
        #expect(json.contains("# @assert body $ == {\"a\":[1,\"x y\"]}\n"))
        let escaped = try lines(#"GET http://x.test\#nHTTP 200\#n{ "a": "x \" y", "b": [ "\\", 1 ] }\#n"#)
        #expect(escaped.contains(#"# @assert body $ == {"a":"x \" y","b":["\\",1]}\#n"#), "blanks of a text stay")
        #expect(try lines("GET http://x.test\nHTTP 200\n`hi`\n").contains("# @assert body == hi\n"))
        let bytes = try lines("GET http://x.test\nHTTP 200\nbase64,aGk=;\n")
        #expect(
            bytes.contains("# @assert body sha256 8f434346648f6b96df89dda901c5176b10a6d83961dd3c1ac88b59b2dc327aa4\n"))
    }

    @Test func `a body of several lines is checked by its digest, unless it holds variables`() throws {
        func checks(_ body: String) throws -> [String] {
            try lines("GET http://x.test\nHTTP 200\n\(body)\n").split(separator: "\n").map(String.init).filter {
                $0.hasPrefix("# @assert body")
            }
        }
        let sha256 = { (digest: String) in ["# @assert body sha256 \(digest)"] }
        #expect(
            try checks("```\na\nb\n```")
                == sha256("911169ddaaf146aff539f58c26c489af3b892dff0fe283c1c264c65ae5aa59a2"))
        #expect(
            try checks("```raw\n{{b}}\n```")
                == sha256("da0eefd336b4339dc3dcfc5dba535aaa8798ed15d27c7d141d1c459a51f5618e"))
        #expect(try checks("```\n{{b}}\n```") == [])
        #expect(try checks("```xml\n<a/>\n```") == [])
        #expect(try checks("```json\n{ \"a\": 1 }\n```") == ["# @assert body $ == {\"a\":1}"])
    }

    @Test func `logins`() throws {
        #expect(
            try request("GET http://x.test\n[BasicAuth]\nada: p w\n").hasSuffix(
                "login request(Workspace.RequestLogin.basic(user: \"ada\", password: \"p w\"))"))
        #expect(
            try request("GET http://x.test\n[Options]\nuser: id:key\naws-sigv4: aws:amz:eu:s3\n").contains(
                "keyID: \"id\", secret: \"key\", region: \"eu\", service: \"s3\""))
    }

    @Test func `a variable that changes belongs to its request`() throws {
        let text = try lines(
            "GET http://x.test\n[Options]\nvariable: a=1\n\nGET http://x.test\n[Options]\nvariable: a=2\nskip: true\n")
        #expect(
            text
                == "### \n# redirects false\n@a = 1\nGET http://x.test\n### \n# redirects false\n# disabled\n@a = 2\nGET http://x.test"
        )
    }

    @Test func `options that are not known are notices`() throws {
        let collection = try probe.read(
            "a.hurl", "GET http://x.test\n[Options]\nlimit-rate: 3\nverbose: true\nretry: -1\nmax-time: 0\n")
        #expect(
            CollectionText.notices(collection) == [
                "lost GET http://x.test: The option limit-rate: 3 is left out.",
                "changed GET http://x.test: The request is sent again 20 times at most.",
                "lost GET http://x.test: The option max-time: 0 is left out.",
            ])
    }

    @Test(arguments: [
        ("hello\n", "1:1", "a request is expected here: a method such as GET and a URL"),
        ("GET \n", "1:5", "the URL is missing"),
        (
            "GET http://x.test\n[Query]\nnothing\n", "3:1",
            "a header, a section such as [Query], a body, HTTP or the next request is expected here"
        ),
        ("GET http://x.test\n{ \"a\": 1\n", "2:1", "the JSON body is not closed"),
        ("GET http://x.test\n<a>\n", "2:1", "the XML body is not closed"),
        ("GET http://x.test\n```\n", "2:1", "the text that begins with ``` has no end"),
        ("GET http://x.test\nhex,zz;\n", "2:1", "these are not pairs of hexadecimal digits"),
        ("GET http://x.test\nbase64,a;\n", "2:1", "this is not Base64"),
        ("GET http://x.test\nHTTP ok\n", "2:8", "a status or * is expected after HTTP"),
        ("GET http://x.test\nX: \\u{zz}\n", "2:4", "\\u{…} is not a character"),
        ("GET http://x.test\n{} x\n", "2:4", "the line should end here"),
    ])
    func `an error says where it is`(_ text: String, _ place: String, _ reason: String) {
        #expect(probe.error("a.hurl", text) == "a.hurl:\(place): This is not a Hurl file: \(reason).")
    }

    @Test func `files of a folder become folders, and a broken one is left out`() throws {
        let collection = try probe.read([
            ("a.hurl", "GET http://x.test/a\n[Options]\nvariable: v=1\n"), ("b/c.hurl", "GET http://x.test/c\n"),
            ("d.hurl", "?"), ("notes.md", "x"),
        ])
        #expect(
            CollectionText.lines(collection) == """
                / a
                a @v = 1
                ### a/
                # redirects false
                GET http://x.test/a
                / b/c
                ### b/c/
                # redirects false
                GET http://x.test/c
                """)
        #expect(collection.notices.count == 1)
    }

    @Test func `a request that can only be kept as a comment is not counted`() throws {
        let files = try probe.read("a.hurl", "J two a://b | c\n\nGET http://a.test/\n").files()
        #expect(files.requestCount == 1)
        #expect(files.notices.contains { $0.text.hasSuffix("it is kept as a comment.") })
    }

    @Test func `Hurl is recognised by its content`() {
        #expect(probe.recognises("a.hurl", "GET http://x.test") == .yes)
        #expect(probe.recognises("pasted", "GET http://x.test\nHTTP 200\n") == .yes)
        #expect(probe.recognises("pasted", "# a\n\nGET http://x.test\n[Query]\na: 1\n") == .yes)
        // This is a request file, too.
        #expect(probe.recognises("pasted", "GET http://x.test\nA: 1\n") == .no)
        #expect(probe.recognises("a.http", "GET http://x.test\nHTTP 200\n") == .no)
        #expect(probe.recognises("a.json", "{}") == .no)
    }

    @Test func `any bytes are read without a crash`() { probe.fuzz("a.hurl", Self.sample, times: 800) }

    @Test func `the work grows with the text`() {
        let repeated: [(String, String)] = [
            ("GET http://x.test\nHTTP *\n[Asserts]\n", "jsonpath \"$.a\" == hex,00\n"),
            ("GET http://x.test\nHTTP *\n[Asserts]\n", "body == ```\n"),
            ("GET http://x.test\nHTTP *\n[Asserts]\n", "body == base64,AAAA\n"),
            ("GET http://x.test\nA: ", "{{"), ("GET http://x.test\nA: ", "{{a"),
            ("", "GET http://x.test\nA: b\n\nHTTP 200\n"),
            ("GET http://x.test\n", "# a\n"), ("GET http://x.test\n<a>", "<b/><!-- "),
        ]
        for (start, part) in repeated {
            let growth = probe.growth("a.hurl") { start + String(repeating: part, count: $0) }
            #expect(growth.isLinear, "\(part): \(growth)")
        }
    }
}
