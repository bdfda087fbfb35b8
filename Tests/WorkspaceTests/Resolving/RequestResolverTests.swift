import NetEngine
import Synchronization
import TestSupport
import Testing

@testable import Base
@testable import HTTPFormat
@testable import Workspace

struct RequestResolverTests {
    private let folder = ScratchFolder()

    /// Counts up, so that each use can be distinguished.
    private static func sources() -> DynamicSources {
        let counter = Counter()
        return DynamicSources(
            uuid: { "uuid-\(counter.next())" }, now: { 1_732_184_100 }, randomInt: { $0.lowerBound + 5 },
            processEnvironment: { ["HOME": "/home/me", "EMPTY": ""][$0] })
    }

    private final class Counter: Sendable {
        private let value = Atomic(0)
        func next() -> Int { value.add(1, ordering: .relaxed).newValue }
    }

    private func environment(_ text: String, private secret: String? = nil) -> EnvironmentSet {
        folder.write("http-client.env.json", text)
        if let secret { folder.write("http-client.private.env.json", secret) }
        return CollectionStore().environments(forFolder: folder.path, root: folder.path)
    }

    private func outcome(
        _ text: String, request: Int = 0, environments: EnvironmentSet = EnvironmentSet(), name: String? = nil,
        overrides: [String: String] = [:], file: String = "a.http", allowsOutside: Bool = false
    ) throws -> RequestResolver.Outcome {
        let document = HTTPDocument(bytes: Array(text.utf8))
        let collectionFile = CollectionFile(
            path: "\(folder.path)/\(file)", relativePath: file, document: document,
            stamp: FileStamp(bytes: document.bytes))
        let saved = try #require(document.requests[at: request])
        return RequestResolver(dynamic: Self.sources()).resolve(
            saved, in: collectionFile,
            context: RequestResolver.Context(
                root: folder.path, environments: environments, environmentName: name, overrides: overrides,
                isTrusted: allowsOutside))
    }

    private func draft(
        _ text: String, request: Int = 0, environments: EnvironmentSet = EnvironmentSet(), name: String? = nil,
        overrides: [String: String] = [:], file: String = "a.http", allowsOutside: Bool = false
    ) throws -> RequestDraft {
        let outcome = try outcome(
            text, request: request, environments: environments, name: name, overrides: overrides, file: file,
            allowsOutside: allowsOutside)
        guard case .draft(let draft, _) = outcome else {
            Issue.record("\(outcome)")
            throw CollectionError(sentence: "no draft")
        }
        return draft
    }

    private func unresolved(
        _ text: String, request: Int = 0, environments: EnvironmentSet = EnvironmentSet(), name: String? = nil
    ) throws -> [UnresolvedVariable] {
        guard
            case .unresolved(let list, _) = try outcome(
                text, request: request, environments: environments, name: name, allowsOutside: true)
        else { return [] }
        return list
    }

    private func body(_ draft: RequestDraft) -> String? {
        guard case .bytes(let bytes) = draft.body else { return nil }
        return String(decoding: bytes, as: UTF8.self)
    }

    // MARK: variables

    @Test func `a whole request is made`() throws {
        let draft = try draft(
            """
            @host = shop.test
            @base = https://{{host}}/v1

            POST {{base}}/orders?q={{%q}} HTTP/1.1
            X-{{host}}: {{ host }}
            # X-Off: {{nothing}}
            Content-Length: 5

            {"id": "{{host}}"}
            """, overrides: ["q": "a b&c"])
        #expect(draft.method == "POST")
        #expect(draft.url == "https://shop.test/v1/orders?q=a%20b%26c")
        #expect(draft.headers.map { "\($0.name): \($0.value)" } == ["X-shop.test: shop.test"])
        #expect(draft.body == .bytes(Array(#"{"id": "shop.test"}"#.utf8)))
        #expect(draft.options.httpVersion == .http1_1)
    }

    @Test func `each source beats the next`() throws {
        let set = environment(
            #"{"$shared": {"a": "shared", "b": "shared", "c": "shared", "d": "shared", "e": "shared"}, "dev": {"b": "env", "c": "env", "d": "env", "e": "env"}}"#,
            private: #"{"dev": {"c": "private", "d": "private", "e": "private"}}"#)
        let text = "@d = file\n@e = file\nGET http://x/{{a}}/{{b}}/{{c}}/{{d}}/{{e}}\n"
        #expect(
            try draft(text, environments: set, name: "dev", overrides: ["e": "over"]).url
                == "http://x/shared/env/private/file/over")
        #expect(try unresolved(text, environments: set, name: nil).isEmpty)
        #expect(try draft(text, environments: set).url == "http://x/shared/shared/shared/file/file")
    }

    @Test func `the uses name the source of each value`() throws {
        let set = environment(#"{"$shared": {"s": "1"}, "dev": {"e": "2"}}"#)
        guard
            case .draft(_, let uses) = try outcome(
                "@f = 3\nGET http://x/{{s}}{{e}}{{f}}{{o}}{{$guid}}{{f}}", environments: set, name: "dev",
                overrides: ["o": "4"])
        else {
            Issue.record("no draft")
            return
        }
        let path = folder.path + "/http-client.env.json"
        #expect(
            uses == [
                VariableUse(name: "s", value: "1", source: .shared(file: path, isPrivate: false)),
                VariableUse(name: "e", value: "2", source: .environment(name: "dev", file: path, isPrivate: false)),
                VariableUse(name: "f", value: "3", source: .file(line: 1)),
                VariableUse(name: "o", value: "4", source: .override),
                VariableUse(name: "$guid", value: "uuid-1", source: .dynamic),
            ])
    }

    @Test func `the nearest definition above counts, else the first below`() throws {
        let text =
            "@a = 1\n###\nGET http://x/{{a}}\n\n###\n@a = 2\nGET http://x/{{a}}\n\n###\nGET http://x/{{b}}\n\n###\n@b = 3\n@b = 4\n"
        #expect(try draft(text, request: 0).url == "http://x/1")
        #expect(try draft(text, request: 1).url == "http://x/2")
        #expect(try draft(text, request: 2).url == "http://x/3")
    }

    @Test func `a name in a value is looked up where the request is`() throws {
        let text =
            "@host = a\n@url = http://{{host}}\n###\nGET {{url}}/\n\n###\n@host = b\nGET {{url}}/\n\n###\nGET {{url}}/\n"
        #expect(try (0..<3).map { try draft(text, request: $0).url } == ["http://a/", "http://b/", "http://b/"])
        // Through a name that is defined by itself, and out of a cycle.
        #expect(
            try draft("@p = a\n@q = {{p}}c\n@p = {{p}}b\nGET http://x/{{q}}").url == "http://x/abc")
        #expect(try draft("@a = {{b}}\n@b = 1\n@b = {{a}}2\nGET http://x/{{b}}").url == "http://x/12")
        #expect(
            try unresolved("@a = {{b}}\n@b = {{a}}\nGET http://x/{{b}}").map(\.reason) == ["cycle: b -> a -> b"])
    }

    @Test func `a definition that names itself means an earlier one or the environment's`() throws {
        let set = environment(#"{"dev": {"host": "env.test"}}"#)
        #expect(
            try draft("@host = {{host}}:80\nGET http://{{host}}/", environments: set, name: "dev").url
                == "http://env.test:80/")
        #expect(try draft("@p = a\n@p = {{p}}b\nGET http://x/{{p}}").url == "http://x/ab")
        #expect(try unresolved("@p = {{p}}\nGET http://x/{{p}}").map(\.reason) == ["no variable of that name"])
    }

    @Test(arguments: [
        ("Authorization: openid client_credentials shop", "This login is httpYac's (openid)"),
        ("Authorization: {{scheme}} password", "This login is httpYac's (oauth2)"),
        ("Authorization: COGNITO ann pa55", "This login is VS Code REST Client's (COGNITO)"),
        ("Authorization: AWS COGNITO ann pa55", "This login is VS Code REST Client's (COGNITO)"),
        ("Authorization: Bearer $aadToken", "$aadToken is VS Code REST Client's"),
        ("X-ClientCert: pfx: a.pfx passphrase: pa55", "This names a client certificate to httpYac"),
    ])
    func `a login of another tool is refused before anything is sent`(header: String, reason: String) throws {
        let outcome = try outcome("@scheme = oauth2\nGET http://x/\nA: b\n\(header)\n")
        guard case .refused(let sentence, let line) = outcome else {
            Issue.record("\(outcome)")
            return
        }
        #expect(line == 4)
        #expect(sentence.hasPrefix("a.http:4: \(reason)"))
        let advice = ["in an environment file.", "use --cert FILE:PASSWORD of send and run."]
        #expect(advice.contains(where: sentence.hasSuffix))
        #expect(!sentence.contains("pa55"))
    }

    @Test(arguments: ["AWS id pa55 eu-west-1", "AWS {{id}} pa55 region:a {{more}}", "AWS {{both}} word"])
    func `an AWS login with an unknown word is refused, not sent as text`(value: String) throws {
        let text = "@id = id\n@more = zone:b\n@both = id pa55\nGET http://x/\nAuthorization: \(value)\n"
        guard case .refused(let sentence, let line) = try outcome(text) else {
            Issue.record("not refused")
            return
        }
        #expect(line == 5)
        #expect(
            sentence == "a.http:5: After AWS, key id and secret key only region:…, service:… and token:… may follow; "
                + "as written, the secret key would be sent as text.")
    }

    @Test func `a login of another tool in a curl command is refused too`() throws {
        let text = "curl http://x/ \\\n  -H 'Authorization: openid code'\n"
        guard case .refused(let sentence, _) = try outcome(text) else {
            Issue.record("not refused")
            return
        }
        #expect(sentence.hasPrefix("a.http:1: This login is httpYac's (openid)"))
    }

    @Test func `a token of Azure in braces names what to use instead`() throws {
        #expect(
            try unresolved("GET http://x/\nAuthorization: Bearer {{$aadToken new}}\n").map(\.reason) == [
                "$aadToken is a variable of VS Code REST Client that is not supported; use {{$auth.token(\"name\")}}"
            ])
    }

    @Test(arguments: ["KAFKA broker", "KAFKA broker:9092", "AMQP a.test/x", "GET kafka://a.test"])
    func `a request of another protocol is refused`(line: String) throws {
        guard case .refused(let sentence, _) = try outcome("\(line)\n\nbody\n") else {
            Issue.record("not refused")
            return
        }
        #expect(sentence.hasPrefix("a.http:1: The protocol "))
    }

    @Test func `a named value is one value for the whole send, a direct one is new each time`() throws {
        let draft = try draft("@id = {{$guid}}\nPOST http://x/{{id}}\nA: {{id}}\nB: {{$guid}}\nC: {{$guid}}\n\n{{id}}")
        #expect(draft.url == "http://x/uuid-1")
        #expect(draft.headers.map(\.value) == ["uuid-1", "uuid-2", "uuid-3"])
        #expect(body(draft) == "uuid-1")
        let set = environment(#"{"$shared": {"id": "{{$guid}}"}, "dev": {}}"#)
        let shared = try self.draft("GET http://x/{{id}}/{{$shared id}}\n", environments: set, name: "dev")
        let ids = shared.url.split(separator: "/").suffix(2)
        #expect(Set(ids).count == 1 && ids.allSatisfy { $0.hasPrefix("uuid-") }, "by either name: \(shared.url)")
    }

    @Test func `every name without a value is listed with its line and reason`() throws {
        let set = environment(#"{"dev": {"onlyDev": "1", "vault": {"provider": "x"}}, "prod": {}}"#)
        let list = try unresolved(
            """
            @a = {{b}}
            @b = {{a}}
            @deep = {{missing}}
            # @prompt asked Which?
            POST http://x/{{nothing}}?{{asked}}
            A: {{vault}}
            B: {{onlyDev}} {{nothing}}
            C: {{a}}
            D: {{deep}}

            {{login.response.body.token}} {{new Date()}} {{$nope}} {{fromScript}}
            {{$processEnv GONE}}

            > {% client.global.set("fromScript", f()) %}

            > {%
            if (exports.nothing == 1) exports.asked = f();
            %}
            """, environments: set, name: "prod")
        #expect(
            list.map { "\($0.line) \($0.name)" } == [
                "2 a", "3 missing", "5 nothing", "6 vault", "7 nothing", "7 onlyDev",
                "11 $nope", "11 fromScript", "11 login.response.body.token", "11 new Date()", "12 $processEnv GONE",
            ])
        let reasons = Dictionary(list.map { ($0.name, $0.reason) }, uniquingKeysWith: { a, _ in a })
        #expect(reasons["a"] == "cycle: a -> b -> a")
        #expect(reasons["fromScript"] == "it is set by the script at line 14, which is not run (apitui lint says why)")
        #expect(reasons["nothing"]?.contains("script") == false, "a comparison sets nothing")
        #expect(reasons["login.response.body.token"] == "there is no request login in this file")
        #expect(reasons["new Date()"] == "JavaScript is not evaluated (N8)")
        #expect(reasons["$nope"] == "there is no dynamic variable $nope")
        #expect(reasons["$processEnv GONE"] == "the process environment has no variable GONE")
    }

    @Test func `a variable of the process without a name says what it needs`() throws {
        #expect(try unresolved("GET http://h/{{$processEnv}}").map(\.reason) == ["$processEnv needs a name"])
    }

    @Test func `a value in another environment only is said so`() throws {
        let set = environment(#"{"dev": {"onlyDev": "1"}, "prod": {}}"#)
        #expect(
            try unresolved("GET http://x/{{onlyDev}}", environments: set, name: "prod").map(\.reason) == [
                "only the environment dev defines it"
            ])
    }

    @Test func `an overridden reference to a response counts`() throws {
        #expect(
            try draft("GET http://x/{{login.response.body.t}}", overrides: ["login.response.body.t": "v"]).url
                == "http://x/v")
    }

    @Test(arguments: [
        (#"a\nb"#, "a\nb"), (#"a\tb\\"#, "a\tb\\"), (#"a\r\n"#, "a\r\n"), (#"C:\temp\new"#, "C:\temp\new"),
        (#"\d+\n"#, #"\d+\n"#), (#"end\"#, #"end\"#),
    ])
    func `escapes in values`(raw: String, value: String) {
        #expect(ReferenceText.unescaped(raw) == value)
    }

    @Test(arguments: [
        ("a {{x}} {{ y }}", #"a \{\{x\}\} \{\{ y \}\}"#), (#"{"a":{"b":1}}"#, #"{"a":{"b":1}}"#), ("a {{ {", "a {{ {"),
        ("a }}{{", "a }}{{"), ("a {{{x}}}", #"a \{\{{x\}\}}"#),
    ])
    func `references are escaped so that they are sent as they are written, and other braces stay`(
        text: String, escaped: String
    ) throws {
        #expect(ReferenceText.escaped(text) == escaped)
        #expect(body(try draft("POST http://x\n\n" + escaped)) == text)
    }

    @Test func `escaped braces are literal, unclosed ones too`() throws {
        #expect(
            body(try draft(#"POST http://x"# + "\n\n" + #"\{\{x\}\} {"a":{"b":1}} {{ {"#))
                == #"{{x}} {"a":{"b":1}} {{ {"#)
    }

    @Test func `a long chain of variables does not crash`() throws {
        let definitions = (0..<5000).map { "@v\($0) = {{v\($0 + 1)}}" }.joined(separator: "\n")
        #expect(try unresolved(definitions + "\nGET http://x/{{v0}}").count == 1)
    }

    @Test func `a line break from a variable cannot make a header`() throws {
        guard case .refused(let sentence, let line) = try outcome("@v = a\\r\\nEvil: 1\nGET http://x\nA: {{v}}") else {
            Issue.record("not refused")
            return
        }
        #expect(line == 3)
        #expect(sentence == "a.http:3: The value of the header A contains a line break.")
    }

    @Test func `a NUL in a header is named as one`() throws {
        guard case .refused(let sentence, 2) = try outcome("GET http://x\nA: a\u{0}b") else {
            Issue.record("not refused")
            return
        }
        #expect(sentence == "a.http:2: The value of the header A contains a NUL character.")
    }

    // MARK: targets

    @Test(arguments: [
        ("GET shop.test:8080/a b?c=d e%20f%zz", "http://shop.test:8080/a%20b?c=d%20e%20f%25zz"),
        ("GET HTTPS://x.test/ä#frag", "https://x.test/%C3%A4"),
        ("GET /a\nHost: x.test", "http://x.test/a"), ("GET /a\nHost: x.test:8443", "https://x.test:8443/a"),
        ("GET /a\nHost: https://x.test/", "https://x.test/a"), ("@host = h.test\nGET /a", "http://h.test/a"),
        ("GET http://x.test\n  /a\n  ?b=1\n  &c=2", "http://x.test/a?b=1&c=2"),
        ("# @no-auto-encoding\nGET http://x.test/a b", "http://x.test/a b"),
        ("GET http://x.test?u=http://y.test/", "http://x.test?u=http://y.test/"),
        ("GET x.test?u=http://y.test/", "http://x.test?u=http://y.test/"),
    ])
    func `targets become URLs`(text: String, url: String) throws {
        #expect(try draft(text).url == url)
    }

    @Test(arguments: [
        ("", "http://x.test/e%7Cx?a=%5B1%5D&b=%25zz&c=%20%C3%A4"),
        ("# @no-auto-encoding\n", "http://x.test/e|x?a=[1]&b=%zz&c=%20%C3%A4"),
    ])
    func `what a URL may not have is sent as written where the request says so`(line: String, url: String) throws {
        let draft = try draft(line + "GET http://x.test/e|x?a=[1]&b=%zz&c= ä#frag")
        #expect(try RequestBuilder().build(draft).url.description == url)
    }

    @Test func `a host that has no value is what a path lacks`() throws {
        #expect(try unresolved("@host = {{nope}}\nGET /a").map(\.name) == ["nope"])
    }

    @Test(arguments: [
        ("OPTIONS *\nHost: x.test", "http://x.test"), ("OPTIONS *\nHost: x.test:8443", "https://x.test:8443"),
        ("options *\nHost: https://x.test/", "https://x.test"), ("@host = h.test:81\nOPTIONS *", "http://h.test:81"),
        ("@all = *\nOPTIONS {{all}} HTTP/1.1\nHost: x.test", "http://x.test"),
    ])
    func `the target * asks the server that Host names`(text: String, url: String) throws {
        let draft = try draft(text)
        #expect(draft.method == "OPTIONS")
        #expect(draft.target == .server)
        #expect(draft.url == url)
        #expect(try RequestBuilder().build(draft).url.requestTarget == "*")
    }

    @Test(arguments: [
        ("GET", "a.http:1: The request has no target."),
        ("GET ftp://x.test/a", "a.http:1: The protocol of ftp:// is not supported."),
        ("GET /a", "a.http:1: The target is a path, but there is neither a Host header nor a variable host."),
        ("OPTIONS *", "a.http:1: The target is *, but there is neither a Host header nor a variable host."),
        ("GET *\nHost: x.test", "a.http:1: Only OPTIONS can be sent to the target *, not GET."),
        ("GET http://", "a.http:1: The target http:// has no host."),
        ("@s = gopher\nGET {{s}}://x.test", "a.http:2: Only http and https can be sent, not gopher."),
        ("WS ws://x.test", "a.http:1: The protocol WS is not supported."),
        (
            "GET http://x.test\nbroken line",
            "a.http:2: This is not a header (Name: value); a body needs an empty line before it."
        ),
        (
            "GET http://x.test\nContent Type: a/b",
            "a.http:2: Content Type is not a header name: names are ASCII without spaces."
        ),
        ("POST http://x.test\nX-Request-Type: GraphQL", "a.http:1: The body has no GraphQL query or mutation."),
    ])
    func `what cannot be sent is one sentence`(text: String, sentence: String) throws {
        guard case .refused(let found, _) = try outcome(text) else {
            Issue.record("not refused")
            return
        }
        #expect(found == sentence)
    }

    // MARK: headers and options

    @Test func `cookies are one line, other repeated headers stay apart`() throws {
        let draft = try draft("GET http://x\nCookie: a=1\nX: 1\nCookie: b=2\nX: 2")
        #expect(draft.headers.map { "\($0.name): \($0.value)" } == ["Cookie: a=1; b=2", "X: 1", "X: 2"])
    }

    @Test(
        arguments: [
            ("Basic user pass word", "Basic dXNlcjpwYXNzIHdvcmQ="), ("basic user:pass", "Basic dXNlcjpwYXNz"),
            ("Basic dXNlcjpwYXNz", nil), ("Bearer a b", nil), ("Basic ", nil),
        ] as [(String, String?)])
    func `credentials are encoded`(written: String, sent: String?) {
        #expect(RequestResolver.basic(written) == sent)
    }

    @Test(
        arguments: [
            ("Basic ada {{none}}", "Basic YWRhOg=="), ("Basic {{user}} {{none}}", "Basic YWRhOg=="),
            ("Basic {{user}}", "Basic ada"), ("Digest {{user}} {{none}}", "Digest ada:"),
        ])
    func `an empty password is one`(written: String, sent: String) throws {
        let draft = try draft(
            "GET http://x\nAuthorization: \(written)", overrides: ["user": "ada", "none": ""])
        #expect(draft.headers["Authorization"] == sent)
    }

    @Test(arguments: [("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foobar", "Zm9vYmFy")])
    func `base64 as in RFC 4648`(text: String, encoded: String) { #expect(Base64.encode(text) == encoded) }

    @Test func `metadata becomes options`() throws {
        let options = try draft(
            "# @no-redirect\n# @timeout 2 s\n# @connection-timeout 300 ms\n# @no-reject-unauthorized\nGET http://x HTTP/2 (Prior Knowledge)"
        ).options
        #expect(!options.followRedirects)
        #expect(!options.verifiesTLS)
        #expect(options.timeouts.total == .seconds(2))
        // As curl's, which covers everything before the request is sent.
        #expect(options.timeouts.dns == .milliseconds(300))
        #expect(options.timeouts.connect == .milliseconds(300))
        #expect(options.timeouts.tls == .milliseconds(300))
        #expect(options.httpVersion == .http2PriorKnowledge)
        var plain = try draft("GET http://x").options
        plain.log = nil
        var expected = RequestOptions(
            followRedirects: true, maxBodyBytes: .max, spooling: BodySpooling(folders: SpoolFolders.list()),
            httpVersion: .automatic, verifiesTLS: true, cacheMode: .default, expects: .anything)
        // Set to none, as by a workspace without a jar.
        expected.cookieJar = nil
        #expect(plain == expected)
        #expect(try draft("# @max-body 2 MB\nGET http://x").options.maxBodyBytes == 2_000_000)
        #expect(try draft("# @max-body none\nGET http://x").options.maxBodyBytes == .max)
        #expect(try draft("# @expect xml\nGET http://x").options.expects == .xml)
        #expect(
            try draft("# @envelope success=0\nGET http://x").options.expects
                == .envelope(EnvelopeFormat(successValues: [0])))
    }

    // MARK: bodies

    @Test func `a body has LF line ends, no comments and no empty lines around it`() throws {
        #expect(body(try draft("POST http://x\r\n\r\n\r\n# c\r\n{\r\n// d\r\n\r\n}\r\n\r\n\r\n")) == "{\n\n}")
        #expect(try draft("GET http://x\n\n# c\n\n").body == .none)
    }

    @Test func `comments that may be content must be decided on`() throws {
        let text = "POST http://x\nContent-Type: text/markdown\n\n# Title\ntext"
        guard case .refused(let sentence, 4) = try outcome(text) else {
            Issue.record("not refused")
            return
        }
        #expect(sentence.contains("@keep-body-comments"))
        #expect(body(try draft("# @keep-body-comments\n" + text)) == "# Title\ntext")
        #expect(body(try draft("# @keep-body-comments false\n" + text)) == "text")
    }

    @Test func `form bodies become one line`() throws {
        let head = "POST http://x\nContent-Type: application/x-www-form-urlencoded\n\n"
        #expect(
            body(try draft(head + "a = 1 &\n  b = x y\n& c={{v}}", overrides: ["v": "ü"])) == "a=1&b=x%20y&c=%C3%BC")
        #expect(body(try draft(head + "a= 1 &b=2")) == "a=%201%20&b=2")
    }

    @Test func `multipart bodies have CRLF and their boundary`() throws {
        folder.write("part.bin", [1, 0x0A, 2])
        let draft = try draft(
            "POST http://x\nContent-Type: multipart/form-data\n\n--b\nContent-Disposition: form-data; name=\"f\"\n\n< ./part.bin\n--b--"
        )
        #expect(draft.headers["Content-Type"] == "multipart/form-data; boundary=b")
        #expect(
            draft.body
                == .bytes(
                    Array("--b\r\nContent-Disposition: form-data; name=\"f\"\r\n\r\n".utf8) + [1, 0x0A, 2]
                        + Array("\r\n--b--\r\n".utf8)))
    }

    @Test func `a boundary that the header names stays as it is written`() throws {
        let type = "multipart/form-data; Boundary=\"b\"; charset=utf-8"
        let draft = try draft("POST http://x\nContent-Type: \(type)\n\n--b\n\nx\n--b--")
        #expect(draft.headers.values("Content-Type") == [type])
    }

    @Test func `lines of JSON end with a line end`() throws {
        #expect(body(try draft("POST http://x\nContent-Type: application/x-ndjson\n\n{}\n{}")) == "{}\n{}\n")
    }

    @Test func `a body file is sent as it is`() throws {
        let path = folder.write("sub/data.json", "{{not}}")
        #expect(try draft("POST http://x\n\n< ./sub/data.json").body == .file(path: path))
        #expect(
            try draft("POST http://x\n\n< {{name}}.json", overrides: ["name": "sub/data"]).body == .file(path: path))
    }

    @Test func `a body file is looked for beside the request, then at the root`() throws {
        let near = folder.write("sub/near.txt", "n")
        let root = folder.write("root.txt", "r")
        #expect(try draft("POST http://x\n\n< near.txt", file: "sub/a.http").body == .file(path: near))
        #expect(try draft("POST http://x\n\n< ./root.txt", file: "sub/a.http").body == .file(path: root))
    }

    @Test func `a file in a longer body, and one with variables`() throws {
        folder.write("t.txt", "hello {{who}}")
        folder.write("l.txt", [0xE9])
        #expect(
            body(try draft("POST http://x\n\na\n<@ t.txt\n< t.txt\nb", overrides: ["who": "me"]))
                == "a\nhello me\nhello {{who}}\nb")
        #expect(body(try draft("POST http://x\n\n<@latin1 l.txt")) == "\u{E9}")
        #expect(try unresolved("POST http://x\n\n<@ t.txt").map(\.reason) == ["no variable of that name (in t.txt)"])
    }

    @Test func `a file with variables is in the encoding that is named, however that is spelled`() throws {
        // Two bytes of UTF-16 each, and half of another character.
        folder.write("wide.txt", [0x41, 0, 0xE9, 0, 0x3D, 0xD8, 0, 0xDE, 0x42])
        folder.write("even.txt", [0x41, 0, 0x42, 0])
        folder.write("byte.txt", [0x41, 0xE9])
        folder.write("text.txt", "A\u{E9}")
        for encoding in ["utf16le", "UTF-16LE", "utf_16_le", "ucs2", "UCS-2"] {
            #expect(body(try draft("POST http://x\n\n<@\(encoding) wide.txt")) == "A\u{E9}\u{1F600}", "\(encoding)")
            #expect(body(try draft("POST http://x\n\n<@\(encoding) even.txt")) == "AB", "\(encoding)")
        }
        for encoding in ["latin1", "Latin-1", "iso88591", "ISO-8859-1", "iso_8859_1", "binary"] {
            #expect(body(try draft("POST http://x\n\n<@\(encoding) byte.txt")) == "A\u{E9}", "\(encoding)")
        }
        for encoding in ["", "utf8", "UTF-8", "ascii"] {
            #expect(body(try draft("POST http://x\n\n<@\(encoding) text.txt")) == "A\u{E9}", "\(encoding)")
        }
    }

    @Test func `markup is not a body file`() throws {
        #expect(body(try draft("POST http://x\nContent-Type: application/xml\n\n< a >x</a>")) == "< a >x</a>")
    }

    @Test func `body files that cannot be read are refused with file and line`() throws {
        let outside = ScratchFolder()
        let secret = outside.write("secret.txt", "s")
        folder.link("link.txt", to: secret)
        folder.folder("dir")
        for (path, clause) in [
            ("gone.txt", "The body file gone.txt does not exist."),
            ("dir", "The body file dir cannot be read: it is a folder."),
        ] {
            guard case .refused(let sentence, let line) = try outcome("POST http://x\n\n< \(path)") else {
                Issue.record("not refused: \(path)")
                continue
            }
            #expect(sentence == "a.http:3: \(clause)")
            #expect(line == 3)
        }
        for path in [secret, "link.txt"] {
            guard case .untrusted(let needs, _) = try outcome("POST http://x\n\n< \(path)") else {
                Issue.record("not held back: \(path)")
                continue
            }
            #expect(needs == [TrustNeed(kind: .fileOutside(path), line: 3, file: "a.http")])
        }
        #expect(try draft("POST http://x\n\n< \(secret)", allowsOutside: true).body == .file(path: secret))
    }

    @Test func `bytes of a body that are not UTF-8 are sent as they are`() throws {
        let document = HTTPDocument(
            bytes: Array("POST http://x\nA: ".utf8) + [0xE9] + Array("\n\n".utf8) + [0xFF, 0x7B])
        let file = CollectionFile(
            path: folder.path + "/a.http", relativePath: "a.http", document: document,
            stamp: FileStamp(bytes: document.bytes))
        let outcome = RequestResolver(dynamic: Self.sources()).resolve(
            try #require(document.requests.first), in: file,
            context: .init(root: folder.path, environments: EnvironmentSet()))
        guard case .draft(let draft, _) = outcome else {
            Issue.record("\(outcome)")
            return
        }
        #expect(draft.body == .bytes([0xFF, 0x7B]))
        #expect(draft.headers.first?.valueBytes == [0xE9])
    }

    @Test func `a request is not sent from another text than it was read from, nor from a file that cannot be read`()
        throws
    {
        func file(_ bytes: [UInt8], problem: FileProblem? = nil) -> CollectionFile {
            var file = CollectionFile(
                path: folder.path + "/a.http", relativePath: "a.http", document: HTTPDocument(bytes: bytes),
                stamp: FileStamp(bytes: bytes))
            file.problem = problem
            return file
        }
        func refusal(_ request: SavedRequest, in file: CollectionFile) -> String? {
            let outcome = RequestResolver(dynamic: Self.sources()).resolve(
                request, in: file, context: .init(root: folder.path, environments: EnvironmentSet()))
            guard case .refused(let sentence, _) = outcome else { return nil }
            return sentence
        }
        let old = Array("GET http://a\n\n###\nGET http://b\n".utf8)
        let requests = file(old).document.requests
        #expect(requests.map { refusal($0, in: file(old)) } == [nil, nil])
        let changed = "The file has changed; choose the request again."
        #expect(
            requests.map { refusal($0, in: file(Array("# new\n\nGET http://a\n".utf8))) } == [
                "a.http:1: \(changed)", "a.http:4: \(changed)",
            ])
        #expect(
            refusal(requests[0], in: file(old, problem: FileProblem("cannot be read: no.")))
                == "a.http:1: \(folder.path)/a.http cannot be read: no.")
        let latin = file(Array("GET http://a/".utf8) + [0xE9, 0x0A])
        let request = try #require(latin.document.requests.first)
        #expect(refusal(request, in: latin) == "a.http:1: The target is not UTF-8; write other bytes as %XX.")
    }

    /// No file content can crash the resolver.
    @Test(arguments: 0..<300)
    func `arbitrary files resolve or are refused`(seed: Int) {
        var generator = SeededGenerator(seed: UInt64(seed) + 7)
        let document = HTTPDocument(bytes: RandomRequestFile.bytes(&generator))
        let file = CollectionFile(
            path: folder.path + "/a.http", relativePath: "a.http", document: document,
            stamp: FileStamp(bytes: document.bytes))
        for request in document.requests {
            let outcome = RequestResolver(dynamic: Self.sources()).resolve(
                request, in: file,
                context: .init(
                    root: folder.path, environments: EnvironmentSet(),
                    overrides: ["base": "http://b.test", "c": "1", "x": "2"]))
            switch outcome {
            case .draft(let draft, _): #expect(draft.url.hasPrefix("http"))
            case .unresolved(let list, _):
                #expect(!list.isEmpty && list.allSatisfy { (1...document.lines.count).contains($0.line) })
            case .untrusted(let needs, _):
                #expect(!needs.isEmpty && needs.allSatisfy { (1...document.lines.count).contains($0.line) })
            case .asks(let fields, _):
                #expect(!fields.isEmpty && fields.allSatisfy { (0...document.lines.count).contains($0.line) })
            case .refused(let sentence, let line):
                #expect(sentence.hasPrefix("a.http:\(line): ") && sentence.hasSuffix("."))
            case .notLoggedIn: Issue.record("the resolver logs nobody in")
            }
        }
    }

    // MARK: dynamic values

    @Test(arguments: [
        ("$guid", "uuid-1"), ("$UUID", "uuid-1"), ("$random.uuid", "uuid-1"), ("$timestamp", "1732184100"),
        ("$timestamp -1 d", "1732097700"), ("$timestamp 1 M", "1734776100"), ("$timestamp 1 y", "1763720100"),
        ("$isoTimestamp", "2024-11-21T10:15:00.000Z"), ("$date", "2024-11-21"),
        ("$datetime rfc1123", "Thu, 21 Nov 2024 10:15:00 GMT"), ("$datetime iso8601 1 h", "2024-11-21T11:15:00.000Z"),
        ("$randomInt", "5"), ("$randomInt 10 20", "15"), ("$randomInt 20 10", "15"), ("$randomInt 3 3", "3"),
        ("$random.integer(1, 100)", "6"), ("$random.alphabetic(3)", "fff"), ("$random.hexadecimal(2)", "55"),
        ("$processEnv HOME", "/home/me"), ("$env.HOME", "/home/me"), ("$processEnv %which", "/home/me"),
        ("$processEnv EMPTY", ""),
    ])
    func `dynamic values`(expression: String, value: String) {
        let dynamic = DynamicValue(sources: Self.sources(), variable: { $0 == "which" ? "HOME" : nil })
        #expect(dynamic.evaluate(expression) == .value(value))
    }

    @Test(arguments: [
        "$", "$randomInt 1", "$randomInt a b", "$timestamp 1", "$timestamp 9223372036854775807 w", "$timestamp x d",
        "$datetime iso8601 1 fortnight", "$random.alphabetic(-1)", "$random.alphabetic(99999999)", "$random.integer(1",
        "$processEnv",
        "$processEnv GONE", "$unknown", "$random.float(nan,1)",
    ])
    func `dynamic values that cannot be`(expression: String) {
        guard
            case .unresolved(let reason) = DynamicValue(sources: Self.sources(), variable: { _ in nil }).evaluate(
                expression)
        else {
            Issue.record("has a value")
            return
        }
        #expect(!reason.isEmpty)
    }

    @Test(
        arguments: [
            (0, "1970-01-01", 4), (951_782_400, "2000-02-29", 2), (-1, "1969-12-31", 3),
            (4_102_444_800, "2100-01-01", 5), (-62_167_219_200, "0000-01-01", 6),
        ] as [(Int64, String, Int64)])
    func `calendar days`(seconds: Int64, date: String, weekday: Int64) {
        let time = CivilTime(secondsSince1970: seconds)
        #expect(time.date == date)
        #expect(time.weekday == weekday)
        #expect(
            CivilTime.secondsSince1970(year: time.year, month: time.month, day: time.day, second: time.second)
                == seconds)
    }

    @Test func `live sources are real`() {
        let live = DynamicSources.live
        let uuid = live.uuid()
        #expect(uuid.utf8.count == 36 && uuid != live.uuid())
        #expect(uuid[at: 14] == "4")
        #expect(live.now() > 1_700_000_000)
        #expect((3..<5).contains(live.randomInt(3..<5)))
        #expect(live.processEnvironment("PATH") != nil)
        #expect(live.processEnvironment("APITUI_SURELY_NOT_SET") == nil)
    }

    @Test func `an environment may switch the check of certificates off`() throws {
        let set = environment(#"{"$shared": {"SSLConfiguration": {"verifyPeer": false}}, "dev": {"a": "1"}}"#)
        #expect(try !draft("GET https://x", environments: set).options.verifiesTLS)
        #expect(try !draft("GET https://x", environments: set, name: "dev").options.verifiesTLS)
        let strict = environment(#"{"dev": {"SSLConfiguration": {"verifyPeer": true}}}"#)
        #expect(try draft("GET https://x", environments: strict, name: "dev").options.verifiesTLS)
    }

    @Test func `requests use the jar unless they say not to`() throws {
        let jar = CookieJar()
        func options(_ text: String) throws -> RequestOptions {
            let document = HTTPDocument(bytes: Array(text.utf8))
            let file = CollectionFile(
                path: "/c/a.http", relativePath: "a.http", document: document, stamp: FileStamp(bytes: document.bytes))
            var context = RequestResolver.Context(root: "/c", environments: EnvironmentSet())
            context.cookies = jar
            let request = try #require(document.requests.first)
            let outcome = RequestResolver().resolve(request, in: file, context: context)
            guard case .draft(let draft, _) = outcome else { throw CollectionError(sentence: "\(outcome)") }
            return draft.options
        }
        #expect(try options("GET http://x\n").cookieJar === jar)
        #expect(try options("curl http://x\n").cookieJar === jar)
        #expect(try options("# @no-cookie-jar\nGET http://x\n").cookieJar == nil)
    }

    @Test func `an error about a name names other environments that define it, and without a screen the flag`()
        throws
    {
        let set = environment(#"{"dev": {"a": "1", "b": "2"}, "live": {"a": "3"}, "none": {}}"#)
        func reason(_ text: String, _ namesFlags: Bool) throws -> String? {
            let document = HTTPDocument(bytes: Array(text.utf8))
            let file = CollectionFile(
                path: "/c/a.http", relativePath: "a.http", document: document, stamp: FileStamp(bytes: document.bytes))
            let context = RequestResolver.Context(root: "/c", environments: set, namesFlags: namesFlags)
            let request = try #require(document.requests.first)
            guard case .unresolved(let names, _) = RequestResolver().resolve(request, in: file, context: context)
            else { return nil }
            return names.first?.reason
        }
        #expect(try reason("GET http://{{a}}\n", false) == "only the environments dev, live define it")
        #expect(
            try reason("GET http://{{a}}\n", true) == "only the environments dev, live define it; --env dev chooses one"
        )
        #expect(try reason("GET http://{{b}}\n", true) == "only the environment dev defines it; --env dev chooses it")
    }
}
