import HTTPTypes
import NetEngine
import NetEngineHTTPTypes
import NetEngineTesting
import Testing

@Suite struct HTTPTypesTests {
    private func name(_ text: String) throws -> HTTPField.Name { try #require(HTTPField.Name(text)) }

    // MARK: Fields

    @Test func `fields keep order, case, repetition and bytes both ways`() throws {
        let fields: HeaderFields = [
            HeaderField("X-B", "1"), HeaderField("x-a", "2"), HeaderField("X-B", "3"), HeaderField("Empty", ""),
            HeaderField(nameBytes: Array("X-Latin".utf8), valueBytes: [0x66, 0xFC, 0x72]),
            HeaderField("X-Text", "für €"), HeaderField("X-Key", "k", isSecret: true),
        ]
        let types = try HTTPFields(fields)
        #expect(types.map(\.name.rawName) == ["X-B", "x-a", "X-B", "Empty", "X-Latin", "X-Text", "X-Key"])
        #expect(types[values: try name("x-b")] == ["1", "3"])
        #expect(types.map { $0.indexingStrategy == .disallow } == [false, false, false, false, false, false, true])
        #expect(HeaderFields(types) == fields)
    }

    @Test(
        arguments: [
            ([], Array("v".utf8)), (Array("a b".utf8), []), (Array(":path".utf8), []), ([0xFF], []),
            (Array("X".utf8), [0x61, 0, 0x62]), (Array("X".utf8), Array("a\r\nb".utf8)),
            (Array("X".utf8), [0x20, 0x61]),
            (Array("X".utf8), [0x1B]),
        ] as [([UInt8], [UInt8])])
    func `a field that HTTPTypes would change is an error that names it`(name: [UInt8], value: [UInt8]) throws {
        let field = HeaderField(nameBytes: name, valueBytes: value)
        let error = #expect(throws: ConversionError.self) { try HTTPFields([HeaderField("A", "1"), field]) }
        #expect(error?.description.contains("\"\(field.name)\"") == true)
    }

    @Test func `what cannot be expressed is told in a sentence`() throws {
        func told(_ work: () throws -> Void) -> String? {
            do { try work() } catch { return "\(error)" }
            return nil
        }
        #expect(
            told { _ = try HTTPFields([HeaderField("a b", "")]) }
                == "The name of the field \"a b\" is not a token of RFC 9110.")
        #expect(
            told { _ = try HTTPFields([HeaderField("X", "a\nb")]) }
                == "The value of the field \"X\" has a byte or a space that HTTPTypes would replace.")
        let many = HeaderFields([HeaderField](repeating: HeaderField("A", "1"), count: 65_535))
        #expect(told { _ = try HTTPFields(many) } == "There are 65535 fields, more than HTTPFields can hold.")
        #expect(try HTTPFields(HeaderFields(Array(many.dropLast()))).count == 65_534)
        var request = HTTPRequest(method: .connect, scheme: "https", authority: "a.test", path: "/chat")
        request.extendedConnectProtocol = "websocket"
        #expect(
            told { _ = try RequestDraft(request) }
                == "The request opens a connection of the protocol \"websocket\", which NetEngine does not speak.")
        #expect(
            told { _ = try HTTPRequest(RequestDraft(url: "http://ada:pw@a.test/")) }
                == "The URL holds a user, which an HTTPRequest has no place for.")
        let hosts: HeaderFields = [HeaderField("Host", "a"), HeaderField("host", "b")]
        #expect(
            told { _ = try HTTPRequest(RequestDraft(url: "http://a.test/", headers: hosts)) }
                == "The request has two Host fields.")
        #expect(
            told { _ = try HTTPRequest(RequestDraft(method: "G T", url: "http://a.test/")) }
                == "The method \"G T\" is not a token.")
        #expect(
            told { _ = try HTTPResponse(response(1000, [])) } == "The status 1000 does not have three digits.")
        #expect(
            told { _ = try HTTPResponse(response(200, [0x1F])) } == "The reason phrase holds control characters.")
        let euro = HTTPResponse(status: HTTPResponse.Status(code: 200, reasonPhrase: "5 €"))
        #expect(told { _ = try Response(euro) } == "The reason phrase \"5 €\" is not Latin-1.")
    }

    @Test func `the edges of what can be expressed are converted`() throws {
        #expect(try HTTPRequest(RequestDraft(method: "", url: "https://a.test:444")).method == .get)
        #expect(try HTTPRequest(RequestDraft(url: "https://a.test:444/x")).authority == "a.test:444")
        #expect(
            try RequestDraft(HTTPRequest(method: .get, scheme: "HTTPS", authority: "a.test", path: "/")).url
                == "HTTPS://a.test/")
        #expect(
            try RequestDraft(HTTPRequest(method: .options, scheme: "http", authority: "a.test", path: "/x")).target
                == .resource)
        for (status, reason) in [(0, [9]), (999, [0x20]), (200, [0xFF])] as [(Int, [UInt8])] {
            let types = try HTTPResponse(response(status, reason))
            let back = try Response(types)
            #expect(types.status.code == status)
            #expect(back.reason == reason)
        }
    }

    // MARK: Requests

    @Test func `a request is sent as HTTPTypes describes it`() async throws {
        let stub = StubTransport().on("**", .status(204))
        let engine = Engine(configuration: EngineConfiguration(stub: stub))
        let request = HTTPRequest(
            method: .put, scheme: "https", authority: "shop.test:8443", path: "/a%20b?x=1&y",
            headerFields: [.accept: "text/plain", try name("X-A"): "1"])
        _ = await engine.send(try RequestDraft(request, body: .bytes([1, 2])))
        let sent = try #require(stub.received.first)
        #expect(sent.method == .put)
        #expect(sent.url.description == "https://shop.test:8443/a%20b?x=1&y")
        #expect(sent.headers["Accept"] == "text/plain")
        #expect(sent.headers["X-A"] == "1")
        #expect(sent.body == [1, 2])

        let again = try HTTPRequest(sent.request)
        #expect(again.method == .put)
        #expect(again.scheme == "https")
        #expect(again.authority == "shop.test:8443")
        #expect(again.path == "/a%20b?x=1&y")
        #expect(again.headerFields[.accept] == "text/plain")
        #expect(!again.headerFields.contains(try name("Host")))
    }

    @Test func `OPTIONS of a server has no path in the URL, and a star in the other direction`() throws {
        let draft = try RequestDraft(HTTPRequest(method: .options, scheme: "http", authority: "a.test", path: "*"))
        #expect(draft.target == .server)
        #expect(draft.url == "http://a.test")
        #expect(try HTTPRequest(draft).path == "*")
    }

    @Test func `a Host field is the authority`() throws {
        let draft = RequestDraft(url: "http://10.0.0.1/x", headers: [HeaderField("Host", "shop.test")])
        let request = try HTTPRequest(draft)
        #expect(request.authority == "shop.test")
        #expect(request.headerFields.isEmpty)
    }

    @Test(arguments: [
        (HTTPRequest(method: .get, scheme: nil, authority: "a.test", path: "/"), "The request has no scheme."),
        (
            HTTPRequest(method: .get, scheme: "ftp", authority: "a.test", path: "/"),
            "The scheme \"ftp\" is neither http nor https."
        ),
        (
            HTTPRequest(method: .get, scheme: "http", authority: nil, path: "/"),
            "The request has no authority, so it names no server."
        ),
        (
            HTTPRequest(method: .get, scheme: "http", authority: "a.test", path: nil),
            "The path \"\" does not begin with a slash."
        ),
        (
            HTTPRequest(method: .get, scheme: "http", authority: "a.test", path: "*"),
            "The path \"*\" does not begin with a slash."
        ),
        (
            HTTPRequest(method: .get, scheme: "http", authority: "a.test", path: "/a#b"),
            "The path \"/a#b\" has a fragment, which is not sent."
        ),
        (
            HTTPRequest(method: .connect, scheme: nil, authority: "a.test:443", path: nil),
            "CONNECT opens a tunnel; a proxy is asked for by RequestOptions.proxy."
        ),
    ])
    func `a request that the engine cannot send is an error`(request: HTTPRequest, sentence: String) {
        let error = #expect(throws: ConversionError.self) { try RequestDraft(request) }
        #expect(error?.description == sentence)
    }

    @Test func `a request for another protocol is an error`() {
        var request = HTTPRequest(method: .connect, scheme: "https", authority: "a.test", path: "/chat")
        request.extendedConnectProtocol = "websocket"
        let error = #expect(throws: ConversionError.self) { try RequestDraft(request) }
        #expect(error?.description.contains("\"websocket\"") == true)
    }

    @Test(arguments: ["http://ada:pw@a.test/", "http://", "http://a b/"])
    func `a URL that an HTTPRequest cannot hold is an error`(url: String) {
        #expect(throws: ConversionError.self) { try HTTPRequest(RequestDraft(url: url)) }
    }

    @Test func `a method that is not a token is an error`() {
        #expect(throws: ConversionError.self) { try HTTPRequest(RequestDraft(method: "G T", url: "http://a.test/")) }
    }

    // MARK: Responses

    private func response(_ status: Int, _ reason: [UInt8], _ headers: HeaderFields = []) -> Response {
        Response(
            status: status, reason: reason, httpVersion: .http1_1, headers: headers,
            trailers: [HeaderField("X-Sum", "9")], rawHead: [], body: [1], wireBodyByteCount: 1, isComplete: true)
    }

    @Test func `a response keeps status, reason, fields and trailers both ways`() throws {
        let response = response(
            299, [0x46, 0xFC, 0x72], [HeaderField("Set-Cookie", "a=1"), HeaderField("Set-Cookie", "b=2")])
        let types = try HTTPResponse(response)
        #expect(types.status.code == 299)
        #expect(types.status.reasonPhrase == "Für")
        #expect(types.headerFields[values: .setCookie] == ["a=1", "b=2"])
        let again = try Response(types, body: response.body, trailers: try HTTPFields(response.trailers))
        #expect(again.status == 299)
        #expect(again.reason == response.reason)
        #expect(again.headers == response.headers)
        #expect(again.trailers == response.trailers)
        #expect(again.body == [1])
    }

    @Test func `what a status cannot hold is an error`() throws {
        #expect(throws: ConversionError.self) { try HTTPResponse(response(1000, [])) }
        #expect(throws: ConversionError.self) { try HTTPResponse(response(-1, [])) }
        #expect(throws: ConversionError.self) { try HTTPResponse(response(200, [0x4F, 0x1B])) }
        #expect(throws: ConversionError.self) { try HTTPResponse(response(200, [0x4F, 0x7F])) }
        #expect(throws: ConversionError.self) { try HTTPResponse(response(200, [], [HeaderField("X", "a\nb")])) }
        let euro = HTTPResponse(status: HTTPResponse.Status(code: 200, reasonPhrase: "5 €"))
        #expect(throws: ConversionError.self) { try Response(euro) }
    }
}
