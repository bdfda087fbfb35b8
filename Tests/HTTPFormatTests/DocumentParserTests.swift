import TestSupport
import Testing

@testable import Base
@testable import HTTPFormat

/// How small files are parsed.
struct DocumentParserTests {
    private func document(_ text: String) -> HTTPDocument { HTTPDocument(bytes: Array(text.utf8)) }

    private func kinds(_ text: String) -> [LineKind] { document(text).kinds }

    @Test func `requests that are handed on one by one are those of the document`() {
        let text = """
            @type = text/markdown

            ### First
            # @name one
            POST http://h/1
            Content-Type: {{type}}

            # A heading
            GET http://h/in-the-text
            ### Only a title

            ### Second
            # @tag smoke
            GET http://h/2
            GET http://h/3
            ###
            curl http://h/4 -d x
            """
        let bytes = Array(text.utf8)
        var all: [SavedRequest] = []
        HTTPDocument.forEachRequest(in: bytes) { request in
            all.append(request)
            return true
        }
        #expect(all == HTTPDocument(bytes: bytes).requests && all.count > 3)
        #expect(all.map(\.index) == Array(all.indices))
        var first: [SavedRequest] = []
        HTTPDocument.forEachRequest(in: bytes) { request in
            first.append(request)
            return first.count < 2
        }
        #expect(first == Array(all.prefix(2)), "no more is handed on than is wanted")
        HTTPDocument.forEachRequest(in: []) { _ in
            Issue.record("an empty file has no request")
            return true
        }
    }

    @Test func `a whole request is read`() throws {
        let document = document(
            """
            @base = https://shop.test

            ### Create order
            # @name createOrder
            # @timeout 5 s
            // a remark
            post {{base}}/orders?draft=true HTTP/1.1
            Content-Type: application/json
            # X-Debug: 1
            Accept: */*

            {
              "sku": "{{sku}}"
            }

            ### Next
            GET {{base}}/orders
            """)
        #expect(document.requests.count == 2)
        let request = try #require(document.requests.first)
        #expect(request.title == "Create order")
        #expect(request.name == "createOrder")
        #expect(request.id == "createOrder")
        #expect(request.method == "POST")
        #expect(request.target == "{{base}}/orders?draft=true")
        #expect(request.httpVersion == "1.1")
        #expect(request.line == 7)
        #expect(request.lines == 3..<16)
        #expect(request.parameters.map(\.name) == ["draft"])
        #expect(request.headers.map(\.name) == ["Content-Type", "X-Debug", "Accept"])
        #expect(request.headers.map(\.isEnabled) == [true, false, true])
        #expect(request.headers.map(\.line) == [8, 9, 10])
        #expect(request.body.text == "{\n  \"sku\": \"{{sku}}\"\n}")
        #expect(request.body.lines == 12..<15)
        #expect(request.settings.timeout == .seconds(5))
        #expect(document.definitions == [VariableDefinition(name: "base", rawValue: "https://shop.test", line: 1)])
        #expect(document.requests.last?.id == "Next")
        #expect(document.notices.isEmpty)
    }

    @Test(arguments: 0..<200)
    func `the first and the last sent line of a body are never empty`(seed: Int) {
        var generator = SeededGenerator(seed: UInt64(seed) + 40_000)
        let document = HTTPDocument(bytes: RandomRequestFile.bytes(&generator))
        for request in document.requests {
            let sent = request.body.lines.map { $0 - 1 }.filter { document.kinds[$0] == .body }
            for line in [sent.first, sent.last].compactMap(\.self) {
                #expect(!document.bytes[document.lines.content(line)].allSatisfy(LineText.isSpace))
            }
        }
    }

    @Test(arguments: [("HTTP/1.1 200 OK", true), ("HTTP/1.1 2000 lines", false), ("HTTP/1.1 20", false)])
    func `only a status line with three digits begins a saved response and ends the body`(
        line: String, endsBody: Bool
    ) throws {
        let request = try #require(document("POST http://a.test\n\nfirst\n\(line)\nlast\n").requests.first)
        #expect(request.body.text == (endsBody ? "first" : "first\n\(line)\nlast"))
    }

    @Test(arguments: [
        ("GET https://a.test", "GET", "https://a.test", nil),
        ("https://a.test/x y", "GET", "https://a.test/x y", nil),
        ("Post {{x}}", "POST", "{{x}}", nil),
        ("  delete /orders/1 HTTP/2 ", "DELETE", "/orders/1", "2"),
        ("GET a.test HTTP/2 (Prior Knowledge)", "GET", "a.test", "2 (Prior Knowledge)"),
        ("PURGE localhost:8080/x", "PURGE", "localhost:8080/x", nil),
        ("localhost/x", "GET", "localhost/x", nil),
        ("OPTIONS *", "OPTIONS", "*", nil),
        ("VERSION-CONTROL /a", "VERSION-CONTROL", "/a", nil),
        ("GET", "GET", "", nil),
        ("[::1]:80/x", "GET", "[::1]:80/x", nil),
    ])
    func `request lines`(line: String, method: String, target: String, version: String?) throws {
        let request = try #require(document(line + "\n").requests.first)
        #expect(request.method == method)
        #expect(request.target == target)
        #expect(request.httpVersion == version)
    }

    @Test(arguments: ["Hello world", "just text", "Purge something", "@broken", "(x)", "a: b", "get", "Options"])
    func `a line that is nothing is kept and reported, and spoils no neighbour`(line: String) {
        let document = document("\(line)\n### ok\nGET http://a.test\n")
        #expect(document.kinds.first == .unknown)
        #expect(document.requests.map(\.target) == ["http://a.test"])
        #expect(document.notices.map(\.severity) == [.error])
    }

    @Test func `separators without an empty line between them are one group`() {
        let document = document("#####\n### 1. Login ###\n### Source: x\nGET http://a.test\n")
        #expect(document.blocks.count == 1)
        #expect(document.requests.first?.title == "1. Login")
    }

    @Test func `banners are separators without a title`() {
        let document = document("#########\n## text ##\n#########\nGET http://a.test\n")
        #expect(document.kinds == [.separator, .comment, .separator, .requestLine])
        #expect(document.requests.map(\.title) == [nil])
        #expect(document.requests.first?.id == "GET http://a.test")
    }

    @Test func `an unknown key makes a comment`() {
        #expect(
            kinds("//@api-gateway=https://x\n# @no-redirect\n#@noRedirect\nGET a.test\n")[..<3] == [
                .comment, .metadata, .metadata,
            ])
    }

    @Test(
        arguments: [
            ("10MB", 10_000_000), ("64MiB", 64 << 20), ("64 mib", 64 << 20), ("1.5k", 1500), ("2G", 2_000_000_000),
            ("1 TiB", 1 << 40), ("500", 500), ("500 b", 500), ("0", 0), ("none", .max), ("None", .max), ("9e9", nil),
            ("99999999999999999999 TB", .max), ("", nil), ("MB", nil), ("-1", nil), ("10 XB", nil), ("10 MBit", nil),
            ("1.2.3", nil), ("big", nil),
        ] as [(String, Int?)])
    func `the largest body is a size`(text: String, bytes: Int?) {
        #expect(ByteSize.read(text) == bytes)
        #expect(document("# @maxBody \(text)\nGET a.test\n").requests.first?.settings.maxBody == bytes)
    }

    @Test func `metadata sets the request's settings`() throws {
        let request = try #require(
            document(
                """
                # @no-redirect
                # @no-cookie-jar
                # @noLog
                # @no-auto-encoding
                # @connection-timeout 250ms
                # @disabled
                # @no-reject-unauthorized
                # @note Are you sure?
                GET a.test
                # @title Late title
                """
            ).requests.first)
        #expect(!request.settings.followRedirects)
        #expect(!request.settings.usesCookieJar)
        #expect(!request.settings.logs)
        #expect(!request.settings.autoEncodes)
        #expect(request.settings.connectTimeout == .milliseconds(250))
        #expect(request.settings.isDisabled)
        #expect(!request.settings.verifiesTLS)
        #expect(request.settings.note == "Are you sure?")
        #expect(request.title == "Late title")
    }

    @Test(arguments: [
        ("5", MetadataDuration.Reading.value(.seconds(5))), ("5 ms", .value(.milliseconds(5))),
        ("2m", .value(.seconds(120))), ("5000", .doubtful(.seconds(5000))), ("0.5", .value(.milliseconds(500))),
        ("soon", .malformed), ("5 h", .malformed), ("", .malformed), ("1e400", .malformed), ("-1", .malformed),
        ("99999999999999999999999999", .doubtful(.seconds(86400))),
    ])
    func `timeouts`(text: String, reading: MetadataDuration.Reading) {
        #expect(MetadataDuration.read(text) == reading)
    }

    @Test(arguments: [
        ("GET http://a.test\n    ?a=1\n    &b=2\nX: y\n", "http://a.test?a=1&b=2", 1),
        ("GET http://a.test\n?a=1\n&b=2\n", "http://a.test?a=1&b=2", 0),
        ("GET http://a.test\n    /api\n    /v1\n", "http://a.test/api/v1", 0),
        ("GET http://a.test?\n    a=1&\n    b=x:y\nX: y\n", "http://a.test?a=1&b=x:y", 1),
        ("GET http://a.test?q=\n    client: x\nX: y\n", "http://a.test?q=client: x", 1),
        ("GET http://a.test\n    client_id: x\n", "http://a.test", 1),
        ("GET http://a.test\n  ?a=1\n  # a remark\n  &b=2 HTTP/1.1\n", "http://a.test?a=1&b=2", 0),
    ])
    func `targets on several lines`(text: String, target: String, headers: Int) throws {
        let request = try #require(document(text).requests.first)
        #expect(request.target == target)
        #expect(request.headers.count == headers)
    }

    @Test func `parameters know their lines, and disabled ones keep their places`() throws {
        let request = try #require(
            document("GET http://a.test?x=1&{{more}}\n    # &off=a b\n    &last=\n    # see the docs\nX: y\n").requests
                .first)
        #expect(request.target == "http://a.test?x=1&{{more}}&last=")
        #expect(request.parameters.map(\.name) == ["x", "{{more}}", "off", "last"])
        #expect(request.parameters.map(\.value) == ["1", "", "a b", ""])
        #expect(request.parameters.map(\.isEnabled) == [true, true, false, true])
        #expect(request.parameters.map(\.line) == [1, 1, 2, 3])
    }

    @Test func `a fragment and a reference hide their special characters`() throws {
        let request = try #require(document("GET http://a.test?a={{x?y&z=#1}}&b=2#c=3&d\n").requests.first)
        #expect(request.parameters.map(\.name) == ["a", "b"])
        #expect(request.parameters.map(\.value) == ["{{x?y&z=#1}}", "2"])
    }

    @Test func `a header value may go on in an indented line`() throws {
        let request = try #require(document("GET a.test\nAccept: text/html,\n  text/plain\nX: y\n").requests.first)
        #expect(request.headers.map(\.value) == ["text/html, text/plain", "y"])
        #expect(request.notices.map(\.line) == [3])
    }

    @Test func `a body that follows without an empty line is read with a notice`() throws {
        let request = try #require(document("POST a.test\nA: b\n{\"a\": 1}\n").requests.first)
        #expect(request.body.text == "{\"a\": 1}")
        #expect(request.notices.map(\.id) == ["N7"])
    }

    @Test func `comment lines in a body are editable and marked as not sent`() throws {
        let document = document("POST a.test\n\n# first\n{\n  // second\n}\n# last\n\n###\n")
        let request = try #require(document.requests.first)
        #expect(request.body.text == "# first\n{\n  // second\n}\n# last")
        #expect(document.kinds[at: 2] == .bodyComment)
        #expect(document.kinds[at: 4] == .bodyComment)
        #expect(request.notices.map(\.id) == ["N12"])
    }

    @Test func `comments after a request without a body are comments`() throws {
        let document = document("GET a.test\n\n# about the next one\n\n### Next\nGET b.test\n")
        #expect(document.kinds[at: 2] == .comment)
        #expect(document.requests.first?.body.text.isEmpty == true)
    }

    @Test func `Markdown keeps its headings`() throws {
        let document = document("POST a.test\nContent-Type: text/markdown\n\n# Title\n\ntext\n### Split\n")
        #expect(document.requests.first?.body.text == "# Title\n\ntext")
        #expect(document.notices.map(\.id) == ["N3"])
    }

    @Test func `a request without a separator begins a block while there is no body`() {
        let document = document("GET http://a.test\n\n# @name second\nGET http://b.test\n\nGET http://c.test\n")
        #expect(document.requests.map(\.id) == ["GET http://a.test", "second", "GET http://c.test"])
        #expect(document.notices.map(\.id) == ["N2", "N2"])
        #expect(document.notices.map(\.line) == [4, 6])
    }

    @Test func `a request line inside a body is body`() {
        let document = document("POST http://a.test\n\ntext\nGET http://b.test\n")
        #expect(document.requests.map(\.body.text) == ["text\nGET http://b.test"])
    }

    @Test func `a variable below a request is not a body`() {
        let document = document("POST a.test\n\n@id = 5\n\n###\nGET a.test/{{id}}\n")
        #expect(document.requests.first?.body.text.isEmpty == true)
        #expect(document.definitions.map(\.name) == ["id"])
        #expect(document.notices.map(\.id) == ["N18"])
    }

    @Test(arguments: [
        ("> {% client.global.set(\"x\", 1) %}", LineKind.script), ("> ./after.js", .script),
        ("?? status == 200", .assertion), ("HTTP/1.1 200 OK", .inlineResponse), (">> out.json", .output),
        (">>! out.json", .output), ("<> saved.200.json", .output),
    ])
    func `lines of later parts of the dialect are never body`(line: String, kind: LineKind) throws {
        let withBody = document("POST a.test\n\n{}\n\n\(line)\n")
        #expect(withBody.requests.first?.body.text == "{}")
        #expect(withBody.kinds[at: 4] == kind)
        let withoutBody = document("GET a.test\nX: y\n\(line)\n")
        #expect(withoutBody.requests.first?.body.text.isEmpty == true)
        #expect(withoutBody.kinds[at: 2] == kind)
    }

    @Test func `scripts and their code are kept`() {
        let text = """
            < {%
              request.variables.set("x", 1)
            %}
            {{
              exports.y = 2
            }}
            GET http://a.test

            {{+after
              console.log(1)
            }}
            > {%
              ## not a comment
            %}
            ### next
            GET http://b.test
            """
        let document = document(text)
        #expect(document.kinds.filter { $0 == .script }.count == 12)
        #expect(document.requests.map(\.target) == ["http://a.test", "http://b.test"])
        #expect(document.requests.first?.notices.map(\.id) == ["N13", "N13", "N13", "N13"])
    }

    @Test func `a script that never closes ends with its block`() {
        let document = document("GET http://a.test\n\n> {%\nx\n\n### next\nGET http://b.test\n")
        #expect(document.requests.count == 2)
        #expect(document.notices.map(\.id) == ["E3", "N13"])
    }

    @Test(arguments: [
        ("run #login (@x=1)", 1),
        ("@xpath_ns a=b", 1), ("proto < ./x.proto\nincludeDirs: y", 2),
    ])
    func `other tools' lines are kept`(text: String, lines: Int) {
        let document = document(text + "\n")
        #expect(document.kinds == Array(repeating: .kept, count: lines))
        #expect(document.requests.isEmpty)
        #expect(document.notices.count == 1)
    }

    @Test(arguments: ["WS wss://a.test", "GRPC a.test:80/p.S/M", "GET ws://a.test"])
    func `requests of other protocols are listed but cannot be sent`(line: String) throws {
        let request = try #require(document(line + "\n").requests.first)
        #expect(request.unsupported != nil)
        #expect(request.notices.map(\.id) == ["N16"])
    }

    @Test(arguments: ["\n", "\r\n", "\r"])
    func `line ends do not change what is read`(end: String) {
        let text = "### T\nPOST http://a.test\nA: b\n\none\ntwo\n"
        let document = HTTPDocument(
            bytes: Array(text.split(separator: "\n", omittingEmptySubsequences: false).joined(separator: end).utf8))
        #expect(document.requests.map(\.title) == ["T"])
        #expect(document.requests.map(\.body.text) == ["one\ntwo"])
        #expect(document.lines.count == 6)
    }

    @Test func `a byte order mark is skipped`() {
        let document = HTTPDocument(bytes: [0xEF, 0xBB, 0xBF] + Array("### T\nGET http://a.test".utf8))
        #expect(document.requests.map(\.title) == ["T"])
        #expect(!document.isReadOnly)
    }

    @Test func `bytes that are not UTF-8 make the file read-only`() throws {
        let document = HTTPDocument(bytes: Array("GET http://a.test\n\n".utf8) + [0xFF, 0xFE])
        #expect(document.isReadOnly)
        #expect(throws: HTTPDocument.EditRefusal.self) { try document.applying(.setMethod("PUT"), toRequest: 0) }
    }
}
