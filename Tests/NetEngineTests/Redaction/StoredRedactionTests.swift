import TestSupport
import Testing

@testable import NetEngine

/// How secrets are shown in what logs store, and what stays as it was.
@Suite struct StoredRedactionTests {
    private static func redactor(
        _ secrets: [(name: String, value: String)] = [], names: [String] = [], paths: [String] = [],
        headers: HeaderFields = [], url: String = "http://a.test/", redaction: Redaction = Redaction()
    ) -> Redactor {
        let log = RequestLogOptions(
            secrets: secrets.map { RequestLogOptions.Secret(name: $0.name, value: $0.value) }, secretNames: names,
            secretPaths: paths)
        return Redactor(
            redaction, storing: RequestDraft(url: url, headers: headers, options: RequestOptions(log: log)))
    }

    private static func text(_ redactor: Redactor, _ body: String, _ type: String = "text/plain", isCut: Bool = false)
        -> String
    {
        String(decoding: redactor.stored(body: Array(body.utf8), type: type, isCut: isCut), as: UTF8.self)
    }

    @Test func `the longest secret wins where one begins another`() {
        let redactor = Self.redactor([("SHORT", "hunter"), ("LONG", "hunter22")])
        #expect(Self.text(redactor, "hunter hunter2 hunter22") == "<secret:SHORT> <secret:SHORT>2 <secret:LONG>")
    }

    @Test func `of two secrets that overlap nothing is left`() {
        let redactor = Self.redactor([("A", "abcdef"), ("B", "defghi"), ("C", "aaaa")])
        #expect(Self.text(redactor, "abcdefghi") == "<secret:A><secret:B>")
        #expect(Self.text(redactor, "xaaaaaaay aaaaaaaa") == "x<secret:C>y <secret:C>")
    }

    @Test func `the lines of a secret are hidden one by one, with any line ends`() {
        let key = "-----BEGIN KEY-----\nMIIEvQIBADANBg\nkqhkiG9w0BAQ==\n-----END KEY-----\n"
        let redactor = Self.redactor([("KEY", key)])
        #expect(Self.text(redactor, "a kqhkiG9w0BAQ== b") == "a <secret:KEY> b")
        #expect(Self.text(redactor, key.replacing("\n", with: "\r\n")) == "<secret:KEY>\r\n")
        #expect(Self.text(redactor, key) == "<secret:KEY>")
        #expect(
            Self.text(redactor, "{\"key\":\"\(key.replacing("\n", with: "\\n"))\"}", "application/json")
                == "{\"key\":\"<secret:KEY>\"}")
    }

    @Test(arguments: [
        ("hunter22", "a aHVudGVyMjI= b", "a <secret:N~base64> b"),
        ("hunter22", "aHVudGVyMjI.x", "<secret:N~base64url>.x"),
        ("hunter2", "aHVudGVyMg==", "<secret:N~base64>"), ("hunter2", "aHVudGVyMg", "<secret:N~base64url>"),
        ("hunter222", "aHVudGVyMjIy", "<secret:N~base64>"), ("??>>~~", "Pz8+Pn5+", "<secret:N~base64>"),
        ("??>>~~", "Pz8-Pn5-", "<secret:N~base64url>"),
    ])
    func `a mark says that the secret was in Base64`(_ secret: String, _ text: String, _ shown: String) {
        #expect(Self.text(Self.redactor([("N", secret)]), text) == shown)
    }

    @Test func `a body without secrets is the same array, and keeps every byte`() {
        let redactor = Self.redactor(
            [("A", "hunter22")], headers: [HeaderField("Authorization", "Bearer abcdef123456")])
        for (type, body) in [
            ("application/json", " { \"a\" : [1.0, \"\\u0041\"], \"tokens\" : 3 }"), ("text/html", "<p>token=x</p>"),
            ("application/xml", "<a>&amp;</a>"), ("image/png", "\u{0}password=x"),
        ] {
            let bytes = Array(body.utf8)
            let stored = redactor.stored(body: bytes, type: type)
            let isSame = bytes.withUnsafeBufferPointer { old in
                stored.withUnsafeBufferPointer { $0.baseAddress == old.baseAddress }
            }
            #expect(isSame || body.contains("tokens"), "\(type)")
            if !body.contains("tokens") { #expect(stored == bytes) }
        }
    }

    @Test(arguments: [
        ("{\"pin\": 1234567, \"a\": [12345678]}", "{\"pin\": \"[redacted]\", \"a\": [\"<secret:N>\"]}"),
        ("{\"password\": \"12345678\"}", "{\"password\": \"<secret:N>\"}"),
        ("{\"12345678\": \"x12345678\"}", "{\"<secret:N>\": \"x<secret:N>\"}"),
        ("{\"a\": \"\\u0031234567\\u0038\"}", "{\"a\": \"<secret:N>\"}"),
        ("{\"a\": {\"b\": [1, {\"c\": \"x\"}]}}", "{\"a\": {\"b\": [1, {\"c\": \"[redacted]\"}]}}"),
        // One text with a name within a secret value is that secret; of two texts none is named.
        ("{\"token\": [\"1234567\\u0038\"]}", "{\"token\": \"<secret:N>\"}"),
        ("{\"token\": [\"1234567\\u0038\", \"x\"]}", "{\"token\": \"[redacted]\"}"),
        // Not JSON, or only its beginning.
        ("{\"token\": [\"abcdefgh\", \"ijkl", "{\"token\": \"[redacted]\""),
        ("{\"token\": {\"a\": \"x]}\\\"\", \"b\": [1, 2", "{\"token\": \"[redacted]\""),
        (
            "{\"a\": 1,, \"token\": [\"x\", {\"y\": \"]\"}], \"b\": 2}",
            "{\"a\": 1,, \"token\": \"[redacted]\", \"b\": 2}"
        ),
        ("{\"a\": {\"b\": [1, {\"c\": \"ijkl", "{\"a\": {\"b\": [1, {\"c\": \"[redacted]\""),
        ("{\"a\": {\"b\": [{\"c\": [\"x\", \"y", "{\"a\": {\"b\": [{\"c\": \"[redacted]\""),
        ("{\"a\": {\"c\": \"ijkl", "{\"a\": {\"c\": \"ijkl"),
        ("{\"a\": 1,, \"token\": 5", "{\"a\": 1,, \"token\": \"[redacted]\""),
        ("{\"a\": 1,, \"token\": 5\n, \"b\": 2}", "{\"a\": 1,, \"token\": \"[redacted]\"\n, \"b\": 2}"),
        ("{\"a\": 1,, \"token\":", "{\"a\": 1,, \"token\":"), ("{\"a\": 1,, \"token\"", "{\"a\": 1,, \"token\""),
        ("{\"token\": \"abc", "{\"token\": \"[redacted]\""),
        ("{\"a\": 1,, \"token\" : 5, \"b\": 2}", "{\"a\": 1,, \"token\" : \"[redacted]\", \"b\": 2}"),
    ])
    func `JSON stays JSON`(_ body: String, _ shown: String) {
        let redactor = Self.redactor([("N", "12345678")], names: ["pin"], paths: ["$.a.b[*].c"])
        #expect(Self.text(redactor, body, "application/json") == shown)
    }

    @Test func `a mark in XML is text, and XML that cannot be looked into is left out if it may hold a secret`() {
        let redactor = Self.redactor([("N", "12<45678")])
        #expect(
            Self.text(redactor, "<a b='12&lt;45678'>12&#60;45678<password>x</password></a>", "text/xml")
                == "<a b='&lt;secret:N&gt;'>&lt;secret:N&gt;<password>[redacted]</password></a>")
        #expect(Self.text(redactor, "<a><password>x</a>", "text/xml") == "[redacted]")
        #expect(Self.text(redactor, "<a><b>x</a>", "text/xml") == "<a><b>x</a>")
    }

    @Test func `fields of forms are hidden by their names and values`() {
        let redactor = Self.redactor([("N", "a b/ü")])
        #expect(
            Self.text(
                redactor, "x=a+b%2F%C3%BC&password=q&m=a@b.test&y=%61%20b%2f%c3%bc", "application/x-www-form-urlencoded"
            )
                == "x=<secret:N>&password=[redacted]&m=a@b.test&y=<secret:N>")
        let form = "--x\r\nContent-Disposition: form-data; name=\"secret_key\"\r\n\r\nvalue\r\n--x--"
        #expect(
            Self.text(redactor, form, "multipart/form-data; boundary=x") == form.replacing("value", with: "[redacted]"))
    }

    @Test(arguments: [
        (
            "Content-Type: text/xml", "<a b='hunter22'><c>&#104;unter22</c><password>x</password></a>",
            "<a b='&lt;secret:N&gt;'><c>&lt;secret:N&gt;</c><password>[redacted]</password></a>"
        ),
        // A field without a name, and a line that is none: the part goes by its content.
        ("Content-Disposition: attachment\r\nhunter2", #"{"token": "x", "b": 1}"#, #"{"token": "[redacted]", "b": 1}"#),
        ("Content-Type: application/x-www-form-urlencoded", "token=x&b=1", "token=[redacted]&b=1"),
        ("Content-Type: text/plain", "token=x hunter22", "token=x <secret:N>"),
        ("Content-Disposition: form-data; name=b", "x", "x"),
    ])
    func `a part of a multipart body is hidden by its own type`(_ head: String, _ content: String, _ shown: String) {
        let redactor = Self.redactor([("N", "hunter22")])
        func body(_ content: String) -> String { "--x\r\n\(head)\r\n\r\n\(content)\r\n--x\r\n\(head)" }
        #expect(Self.text(redactor, body(content), "multipart/mixed; boundary=x") == body(shown))
    }

    @Test func `parts within parts are looked into four deep, deeper ones for values only`() {
        let redactor = Self.redactor([("N", "hunter22")])
        func body(_ depth: Int, _ content: String) -> String {
            (1...depth).reduce(content) { inner, level in
                let type = level == 1 ? "application/json" : "multipart/mixed; boundary=x\(level - 1)y"
                return "--x\(level)y\r\nContent-Type: \(type)\r\n\r\n\(inner)\r\n--x\(level)y--\r\n"
            }
        }
        for (depth, shown) in [
            (1, #"{"token": "[redacted]", "b": "<secret:N>"}"#), (4, #"{"token": "[redacted]", "b": "<secret:N>"}"#),
            (5, #"{"token": "abc", "b": "<secret:N>"}"#),
        ] {
            let text = body(depth, #"{"token": "abc", "b": "hunter22"}"#)
            #expect(Self.text(redactor, text, "multipart/mixed; boundary=x\(depth)y") == body(depth, shown), "\(depth)")
        }
    }

    @Test func `a name that is not ASCII is secret in bodies and fields`() {
        let redactor = Self.redactor(names: ["Ключ"])
        #expect(
            Self.text(redactor, #"{"ключ": "x", "a": 1}"#, "application/json") == #"{"ключ": "[redacted]", "a": 1}"#)
        #expect(redactor.stored(HeaderField("Ключ", "x")).value == "[redacted]")
        #expect(redactor.stored(HeaderField("Location", "/?token=x&a=b")).value == "/?token=[redacted]&a=b")
        #expect(redactor.stored(HeaderField("X-Note", "x")).value == "x")
    }

    @Test func `text in UTF-16 is hidden too, and stays UTF-16`() {
        let redactor = Self.redactor([("N", "hunter22")])
        func wide(_ text: String) -> [UInt8] {
            [0xFF, 0xFE] + text.utf16.flatMap { [UInt8($0 & 255), UInt8($0 >> 8)] }
        }
        let type = "application/xml"
        #expect(redactor.stored(body: wide("<a>hunter22</a>"), type: type) == wide("<a>&lt;secret:N&gt;</a>"))
        #expect(redactor.stored(body: wide("<a>b</a>"), type: type) == wide("<a>b</a>"))
    }

    @Test(arguments: ["UTF-16LE", "UTF-16BE", "UTF-32LE", "UTF-32BE"])
    func `a charset of more than one byte is obeyed, with zeros and at a broken end too`(_ charset: String) {
        let redactor = Self.redactor([("N", "hunter22😀")])
        func wide(_ text: String) -> [UInt8] {
            func bytes(_ value: UInt32, _ count: UInt32) -> [UInt8] {
                let low = (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
                return charset.hasSuffix("LE") ? low : low.reversed()
            }
            return charset.hasPrefix("UTF-16")
                ? text.utf16.flatMap { bytes(UInt32($0), 2) } : text.unicodeScalars.flatMap { bytes($0.value, 4) }
        }
        func stored(_ body: [UInt8], isCut: Bool = false) -> [UInt8] {
            redactor.stored(body: body, type: "text/plain; charset=\(charset)", isCut: isCut)
        }
        #expect(stored(wide("see hunter22😀 ü😀")) == wide("see <secret:N> ü😀"))
        #expect(stored(wide("\0\0\0\0 hunter22😀 ok")) == wide("\0\0\0\0 <secret:N> ok"))
        #expect(stored(wide("see hunte"), isCut: true) == wide("see [redacted]"))
        #expect(stored(wide("see hunte")) == wide("see hunte"))
        // What is not text in its charset may hold a secret anywhere.
        #expect(stored(Array(wide("see hunter22😀").dropLast()), isCut: true) == Array("[redacted]".utf8))
    }

    @Test func `the beginning of a secret at the end of a body that broke off is hidden`() {
        let redactor = Self.redactor([("N", "hunter22")])
        #expect(Self.text(redactor, "see hunte", isCut: true) == "see [redacted]")
        #expect(Self.text(redactor, "see hunte") == "see hunte")
    }

    @Test(arguments: [
        (#"{"a":"k3y+\/= \u00e4 hu"#, "application/json", #"{"a":"[redacted]"#),
        (#"{"a":"x k3y+\/= \u00e4 hu"#, "application/json", #"{"a":"x [redacted]"#),
        (#"{"a":"k3y+\/= \u00e"#, "application/json", #"{"a":"[redacted]"#),
        (#"{"a":"k3y+\/= \"#, "application/json", #"{"a":"[redacted]"#),
        (#"{"a":"k3y+\/= \u00e4 hunter\ud83d"#, "application/json", #"{"a":"[redacted]"#),
        (#"{"a":"\u006b3y+\/= \u00e4 hunter\ud83d\ude00 x"#, "application/json", #"{"a":"<secret:N> x"#),
        (#"{"a":"\n k3"#, "application/json", #"{"a":"\n k3"#),
        ("data: {\"a\":\"k3y+\\/= \\u00e4 hu", "text/event-stream", "data: {\"a\":\"[redacted]"),
        (#"{"a":1}"# + "\n" + #"{"a":"k3y+\/= \u00e4 hu"#, "application/x-ndjson", "{\"a\":1}\n{\"a\":\"[redacted]"),
    ])
    func `the beginning of a secret with escapes is hidden at the end of JSON that broke off`(
        _ body: String, _ type: String, _ shown: String
    ) {
        let redactor = Self.redactor([("N", "k3y+/= ä hunter😀")])
        #expect(Self.text(redactor, body, type, isCut: true) == shown)
    }

    @Test(arguments: [#"{"\u":"#, #"{"\u":1}"#, #"{"a":"\u1"#, #"{"\"#, #"{"\ud83d"#, #"{"\ud83d\u":"#])
    func `an escape that is not complete is stored as it is`(_ body: String) {
        let redactor = Self.redactor([("N", "hunter22")])
        for isCut in [false, true] {
            #expect(Self.text(redactor, body, "application/json", isCut: isCut) == body)
        }
    }

    @Test func `a secret with escapes is hidden in JSON that is not well-formed too`() {
        let redactor = Self.redactor([("N", "k3y+/= ä")])
        #expect(
            Self.text(redactor, #"{"b":x,"a":"\u006b3y+\/= \u00e4"}"#, "application/json")
                == #"{"b":x,"a":"<secret:N>"}"#)
    }

    @Test(arguments: [
        ("Authorization", "Bearer hunter22", "Bearer <secret:N>"),
        ("Authorization", "Basic dXNlcjpodW50ZXIyMg==", "Basic user:<secret:N>"),
        ("Authorization", "Basic dXNlcjpvdGhlcjEyMw==", "Basic user:[redacted]"),
        // user:oth:er123
        ("Authorization", "Basic dXNlcjpvdGg6ZXIxMjM=", "Basic user:[redacted]"),
        ("Authorization", "Basic aHVudGVyMjI6", "Basic <secret:N>:"),
        ("Authorization", "Basic dG9rZW4xMjM6eA==", "Basic [redacted]:x"),
        ("Authorization", "Basic aHVudGVyMjI=", "Basic <secret:N~base64>"),
        ("Authorization", "Basic aHVudGVyMjI6eC1vYXV0aC1iYXNpYw==", "Basic <secret:N>:x-oauth-basic"),
        ("Authorization", "Bearer other123", "Bearer [redacted]"),
        ("Cookie", "a=hunter22; b=c", "a=<secret:N>; b=[redacted]"), ("X-Api-Key", "k-hunter22", "k-<secret:N>"),
        ("X-Api-Key", "v1-hunter22", "v1-<secret:N>"), ("X-Api-Key", "hunter22.42", "<secret:N>.42"),
        ("X-Api-Key", "id-4711-hunter22", "[redacted]<secret:N>"),
        ("X-Api-Key", "abc-hunter22", "[redacted]<secret:N>"), ("X-Api-Key", "a/hunter22", "[redacted]<secret:N>"),
        ("X-Api-Key", "a~hunter22._", "a~<secret:N>._"), ("X-Api-Key", "a:hunter22", "a:<secret:N>"),
        ("Set-Cookie", "sid=abc; Path=/x", "sid=[redacted]; Path=/x"),
        ("Location", "/x?token=abc&y=hunter22", "/x?token=[redacted]&y=<secret:N>"),
        ("Link", "<http://u:p@h/?sig=a>; rel=next", "<http://[redacted]@h/?sig=[redacted]>; rel=next"),
        ("X-Other", "a hunter22 b", "a <secret:N> b"), ("pin", "77", "[redacted]"),
    ])
    func `header fields keep what is not secret`(_ name: String, _ value: String, _ shown: String) {
        let redactor = Self.redactor([("N", "hunter22")], names: ["PIN"])
        #expect(redactor.stored(HeaderField(name, value)).value == shown)
        let head = "GET /?token=hunter22 HTTP/1.1\r\n\(name): \(value)\r\n\r\n"
        #expect(
            String(decoding: redactor.stored(head: Array(head.utf8)), as: UTF8.self)
                == "GET /?token=<secret:N> HTTP/1.1\r\n\(name): \(shown)\r\n\r\n")
    }

    @Test(arguments: [
        ("http://u:hunter22@h/", "http://u:<secret:N>@h/"), ("http://u:other@h/", "http://u:[redacted]@h/"),
        ("http://hunter22@h/", "http://<secret:N>@h/"), ("http://token123@h/", "http://[redacted]@h/"),
        ("http://hunter22.test/a", "http://<secret:N>.test/a"),
        ("http://h/%68unter22/x", "http://h/<secret:N>/x"), ("http://h/a?b=c", "http://h/a?b=c"),
        ("http://h/?key=hunter22x", "http://h/?key=<secret:N>x"),
    ])
    func `URLs name the secrets in them`(_ url: String, _ shown: String) throws {
        let redactor = Self.redactor([("N", "hunter22")])
        #expect(redactor.stored(url: url) == shown)
        #expect(redactor.stored(try HTTPURL.parse(url)).description == shown)
        #expect(redactor.stored(text: "No \"\(url)\", sorry: \(url).") == "No \"\(shown)\", sorry: \(shown).")
    }

    @Test(arguments: [
        (
            ":method: GET\r\n:path: /x?token=abc&y=hunter22\r\n",
            ":method: GET\r\n:path: /x?token=[redacted]&y=<secret:N>\r\n"
        ),
        ("GET /x?token=abc HTTP/1.1", "GET /x?token=[redacted] HTTP/1.1"),
        ("GET /x HTTP/1.1\r\nX-Api-Key: abc", "GET /x HTTP/1.1\r\nX-Api-Key: [redacted]"),
        ("HTTP/1.1 200 hunter22\nX-Api-Key:  abc \n", "HTTP/1.1 200 <secret:N>\nX-Api-Key:  [redacted] \n"),
    ])
    func `a head of HTTP/2, one that breaks off, and one with bare line feeds are hidden`(
        _ head: String, _ shown: String
    ) {
        let stored = Self.redactor([("N", "hunter22")]).stored(head: Array(head.utf8))
        #expect(String(decoding: stored, as: UTF8.self) == shown)
    }

    @Test func `a secret that is known by its field's name is hidden elsewhere in the exchange`() {
        let redactor = Self.redactor(url: "http://h/?access_token=abcdefgh1")
        #expect(Self.text(redactor, "was abcdefgh1") == "was [redacted]")
    }

    @Test func `what stands beside a named secret is hidden too, from eight bytes on`() {
        let redactor = Self.redactor(
            [("N", "hunter22")], url: "http://h/?access_token=1234567hunter22abcdefgh")
        #expect(Self.text(redactor, "1234567 hunter22 abcdefgh") == "1234567 <secret:N> [redacted]")
    }

    @Test func `the name of a secret cannot break what it is put into`() {
        let redactor = Self.redactor([("a\"b<c>é", "hunter22")])
        #expect(Self.text(redactor, "{\"a\":\"hunter22\"}", "application/json") == "{\"a\":\"<secret:a_b_c_é>\"}")
    }

    @Test func `a body that was sent in pieces is one text`() {
        let redactor = Self.redactor([("N", "hunter22")])
        let type = "multipart/form-data; boundary=x"
        let stored = redactor.stored(
            .pieces([
                .bytes(Array("--x\r\nContent-Disposition: form-data; name=\"password\"\r\n\r\nab".utf8)),
                .file(path: "/hunter22.bin"), .bytes(Array("cd\r\n--x--".utf8)),
            ]), type: type)
        #expect(
            stored
                == .pieces([
                    .bytes(Array("--x\r\nContent-Disposition: form-data; name=\"password\"\r\n\r\n[redacted]".utf8)),
                    .file(path: "/<secret:N>.bin"), .bytes(Array("\r\n--x--".utf8)),
                ]))
        // Of a body that is secret as a whole, only what is named is told apart.
        let whole = RequestBody.pieces([.bytes(Array("all of it".utf8)), .file(path: "/f")])
        #expect(redactor.stored(whole, type: nil, isSecret: true) == .bytes(Array("[redacted]".utf8)))
        let named = RequestBody.pieces([.bytes(Array("all of hunter22".utf8)), .file(path: "/f")])
        #expect(
            redactor.stored(named, type: nil, isSecret: true)
                == .pieces([.bytes(Array("all of <secret:N>".utf8)), .file(path: "/f")]))
    }

    @Test func `texts that the engine was told to hide have no name`() {
        let redactor = Self.redactor(redaction: Redaction(names: ["Internal"], secrets: ["xyz"]))
        #expect(Self.text(redactor, "an xyz") == "an [redacted]")
        #expect(redactor.stored(HeaderField("internal", "v")).value == "[redacted]")
    }

    @Test(arguments: [
        "a", "ab", "abc\"", "{\"token\":\"a", "<a>&", "%61", "a=b&", "--x\r\n", "data: {\n", "{\"\\u00", "{\"a\":\"\\",
    ])
    func `secrets are learned and found in linear time`(_ piece: String) throws {
        for type in [
            "application/json", "application/xml", "text/plain", "multipart/form-data; boundary=x",
            "application/x-www-form-urlencoded", "text/event-stream",
        ] {
            let growth = Growth(of: 60) { count in
                let text = String(repeating: piece, count: count)
                let secrets =
                    (0..<count).map { RequestLogOptions.Secret(name: "S\($0)", value: "aaaa\($0)") } + [
                        RequestLogOptions.Secret(name: "LONG", value: text)
                    ]
                return RequestDraft(
                    url: "http://a.test/?token=\(text)",
                    headers: [HeaderField("X", text), HeaderField("Content-Type", type)],
                    body: .bytes(Array(text.utf8)), options: RequestOptions(log: RequestLogOptions(secrets: secrets)))
            } _: { draft in
                _ = Redactor(storing: draft).stored(draft)
            }
            #expect(growth.isLinear, "\(type): \(growth)")
            #expect(growth.counts(atLeast: 900), "\(type): \(growth)")
        }
    }
}
