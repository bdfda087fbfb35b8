import NetEngine
import TestSupport
import Testing

/// Requests that cannot be sent are refused before anything happens, and the invalid part is named.
struct RequestBuilderTests {
    private let builder = RequestBuilder(userAgent: "test")

    private func failure(_ draft: RequestDraft) -> EngineError? {
        do throws(EngineError) {
            _ = try builder.build(draft)
            return nil
        } catch { return error }
    }

    @Test(arguments: ["GE T", "GET\r\nX: y", "GÉT", "GET/", "(", "\u{0}"])
    func `a method that is not a token is refused`(_ method: String) {
        let error = failure(RequestDraft(method: method, url: "http://h"))
        #expect(error?.category == .requestBuild)
        #expect(error?.sentence.hasPrefix("Method: ") == true)
    }

    @Test func `an empty method means GET`() throws {
        #expect(try builder.build(RequestDraft(method: "", url: "h")).method == .get)
    }

    @Test(arguments: ["", "a b", "a:b", "ä", "a\r\nb", "a\u{0}"])
    func `a header name that is not a token is refused`(_ name: String) {
        let error = failure(RequestDraft(url: "http://h", headers: [HeaderField(name, "v")]))
        #expect(error?.sentence.hasPrefix("Header ") == true)
    }

    @Test(arguments: ["a\r\nX: y", "a\nb", "a\rb", "a\u{0}b"])
    func `a header value with a line break or NUL is refused`(_ value: String) {
        let error = failure(RequestDraft(url: "http://h", headers: [HeaderField("X-Evil", value)]))
        #expect(error?.sentence.hasPrefix("Header \"X-Evil\"") == true)
    }

    /// libcurl cannot build a longer head, and its error would look like an error of the engine.
    @Test(arguments: [9_000_000, 8_000_001, 1_100_000])
    func `a URL or a header that is too long for a head is refused by name`(length: Int) {
        let long = String(repeating: "a", count: length)
        for (draft, part) in [
            (RequestDraft(url: "http://h/" + long), "URL: with \(length + 9) bytes it is too long; "),
            (
                RequestDraft(url: "http://h/", headers: [HeaderField("X-Long", long)]),
                "Header \"X-Long\": with \(length) bytes it is too long; "
            ),
        ] {
            let error = failure(draft)
            #expect(error?.category == .requestBuild)
            #expect(error?.sentence.hasPrefix(part) == true)
            #expect(error?.hint == "Send what is long in the body.")
        }
        #expect(failure(RequestDraft(url: "http://h/" + long.prefix(1_000_000))) == nil)
    }

    @Test func `a body file that is missing or a folder is refused by name`() throws {
        let folder = try TemporaryFolder()
        for path in [MissingPath.file(), folder.path, "a\u{0}b"] {
            let error = failure(RequestDraft(method: "POST", url: "http://h", body: .file(path: path)))
            #expect(error?.category == .requestBuild)
            #expect(error?.sentence.hasPrefix("Body: ") == true)
        }
    }

    @Test func `a length or framing that is not true is refused`() {
        let wrong = [HeaderField("Content-Length", "3")]
        #expect(failure(RequestDraft(method: "POST", url: "h", headers: HeaderFields(wrong), body: .bytes([1]))) != nil)
        #expect(failure(RequestDraft(url: "h", headers: HeaderFields(wrong))) != nil)
        // RFC 9110 §8.6: digits only.
        for (length, body) in [("+1", [1]), ("-0", []), ("1", [1]), ("01", [1])] as [(String, [UInt8])] {
            let typed = RequestDraft(
                method: "POST", url: "h", headers: [HeaderField("Content-Length", length)], body: .bytes(body))
            #expect((failure(typed) == nil) == (length == "1" || length == "01"), "\(length)")
        }
        let coding = [HeaderField("Transfer-Encoding", "gzip")]
        #expect(
            failure(RequestDraft(method: "POST", url: "h", headers: HeaderFields(coding), body: .bytes([1]))) != nil)
        #expect(failure(RequestDraft(method: "HEAD", url: "h", body: .bytes([1]))) != nil)
    }

    @Test func `two Host fields are refused, one is kept`() throws {
        let two: HeaderFields = [HeaderField("Host", "a"), HeaderField("host", "b")]
        #expect(failure(RequestDraft(url: "h", headers: two)) != nil)
        let one = try builder.build(RequestDraft(url: "h", headers: [HeaderField("host", "a")]))
        #expect(one.headers.values("Host") == ["a"])
    }

    @Test func `the engine's fields are marked and listed where they are sent`() throws {
        let request = try builder.build(
            RequestDraft(method: "POST", url: "http://h:81/", headers: [HeaderField("X", "1")], body: .bytes([1, 2])))
        #expect(
            request.headers.map(\.name) == ["Host", "User-Agent", "Accept", "Accept-Encoding", "X", "Content-Length"])
        #expect(request.headers["Host"] == "h:81")
        #expect(request.headers.filter { $0.origin == .typed }.map(\.name) == ["X"])
    }

    @Test func `fields that an engine added before stay where they are, and what comes is decoded`() throws {
        for (origin, decodes) in [(HeaderField.Origin.engine, true), (.typed, false)] {
            let fields = ["User-Agent", "Accept", "Accept-Encoding"].map { HeaderField($0, "x", origin: origin) }
            let request = try builder.build(
                RequestDraft(url: "http://h/", headers: HeaderFields(fields + [HeaderField("X", "1")])))
            #expect(request.headers.map(\.name) == ["Host", "User-Agent", "Accept", "Accept-Encoding", "X"])
            #expect(request.options.decodesContent == decodes)
        }
    }

    @Test func `a range is asked for uncoded, unless the request says otherwise`() throws {
        for (typed, sent) in [(nil, "identity"), ("gzip", "gzip")] as [(String?, String)] {
            var headers: HeaderFields = [HeaderField("Range", "bytes=5-8")]
            if let typed { headers.append(HeaderField("Accept-Encoding", typed)) }
            let request = try builder.build(RequestDraft(url: "h", headers: headers))
            #expect(request.headers.values("Accept-Encoding") == [sent])
        }
    }

    /// Method, body and fields; then what frames the body.
    private static let framings: FilledTable = """
        GET | - | - -> none
        HEAD | - | - -> none
        DELETE | - | - -> none
        POST | - | - -> Content-Length: 0
        PUT | - | - -> Content-Length: 0
        PATCH | - | - -> Content-Length: 0
        GET | abc | - -> Content-Length: 3
        POST | abc | Content-Length: 3 -> Content-Length: 3
        GET | - | Content-Length: 0 -> Content-Length: 0
        POST | abc | Content-Length: 2 -> Header "Content-Length": 2 is not the length of the body, which is 3.
        POST | abc | Content-Length: x -> Header "Content-Length": x is not the length of the body, which is 3.
        GET | - | Content-Length: 1 -> Header "Content-Length": 1 is not the length of the body, which is 0.
        POST | abc | Content-Length: 3; Content-Length: 3 -> Header "Content-Length": there is more than one.
        POST | abc | Transfer-Encoding: Chunked -> Transfer-Encoding: Chunked
        POST | abc | Transfer-Encoding: gzip -> Header "Transfer-Encoding": only chunked, with a body and without Content-Length, can be sent.
        POST | - | Transfer-Encoding: chunked -> Header "Transfer-Encoding": only chunked, with a body and without Content-Length, can be sent.
        POST | abc | Transfer-Encoding: chunked; Content-Length: 3 -> Header "Transfer-Encoding": only chunked, with a body and without Content-Length, can be sent.
        POST | abc | Transfer-Encoding: chunked; transfer-encoding: chunked -> Header "Transfer-Encoding": only chunked, with a body and without Content-Length, can be sent.
        POST | stream | - -> Transfer-Encoding: chunked
        POST | stream | Transfer-Encoding: chunked -> Transfer-Encoding: chunked
        POST | stream | Content-Length: 3 -> Header "Content-Length": 3 is typed, but the length of the stream is not known.
        POST | stream of 3 | - -> Content-Length: 3
        POST | stream of 3 | Transfer-Encoding: chunked -> Transfer-Encoding: chunked
        HEAD | abc | - -> Body: a HEAD request cannot carry one.
        TRACE | stream | - -> Body: a TRACE request cannot carry one.
        """

    @Test func `a body is framed by its length, or in chunks where that is asked for or needed`() {
        func body(_ text: String) -> RequestBody {
            func stream(_ length: Int64?) -> RequestBody {
                .stream(BodyStream(AsyncStream<[UInt8]> { $0.finish() }, length: length))
            }
            return switch text {
            case "-": .none
            case "stream": stream(nil)
            case "stream of 3": stream(3)
            default: .bytes(Array(text.utf8))
            }
        }
        let text = Self.framings.filled { row in
            let columns = row.split(separator: " | ").map { String($0) }
            let fields = columns[2].split(separator: "; ").filter { $0 != "-" }.map { line in
                let parts = line.split(separator: ": ").map { String($0) }
                return HeaderField(parts[0], parts[1])
            }
            let request = try builder.build(
                RequestDraft(
                    method: columns[0], url: "http://h", headers: HeaderFields(fields), body: body(columns[1])))
            let framing = request.headers.filter { ["Content-Length", "Transfer-Encoding"].contains($0.name) }
            return framing.isEmpty ? "none" : framing.map { "\($0.name): \($0.value)" }.joined(separator: ", ")
        }
        #expect(text == Self.framings.text)
    }

    @Test func `a stream of unknown length cannot be sent by HTTP 1_0`() {
        let stream = BodyStream(AsyncStream<[UInt8]> { $0.finish() })
        let old = RequestOptions(httpVersion: .http1_0)
        let error = failure(RequestDraft(method: "POST", url: "h", body: .stream(stream), options: old))
        #expect(error?.sentence == "Body: its length is not known, which HTTP/1.0 cannot send.")
        #expect(error?.hint == "Give its length, or send by HTTP/1.1.")
        #expect(failure(RequestDraft(method: "POST", url: "h", body: .bytes([1]), options: old)) == nil)
    }

    /// The line of this request and its own fields take 94 bytes, of which 3 are the method and 9 the URL.
    @Test func `a head may have 1023 KiB, and what is longest in it is named beyond`() {
        let room = (1023 << 10) - 94
        func long(_ count: Int) -> String { String(repeating: "a", count: count) }
        #expect(failure(RequestDraft(url: "http://h/" + long(room))) == nil)
        #expect(
            failure(RequestDraft(url: "http://h/" + long(room + 1)))?.sentence
                == "URL: with \(room + 10) bytes it is too long; the head of a request has room for 1023 KiB.")
        // A field takes its name and four bytes more.
        func field(_ count: Int) -> RequestDraft {
            RequestDraft(url: "http://h/", headers: [HeaderField("X-Long", long(count))])
        }
        #expect(failure(field(room - 10)) == nil)
        #expect(
            failure(field(room - 9))?.sentence
                == "Header \"X-Long\": with \(room - 9) bytes it is too long; the head of a request has room for 1023 KiB."
        )
    }

    @Test(arguments: [
        ("eth0", true), ("!", true), ("127.0.0.1", true), ("::1", true), ("[::1]", true), ("", false), ("a b", false),
        ("a\u{7F}", false), ("a\u{1F}b", false), ("a,b", false), ("a:b", false),
    ])
    func `a local address is a name or an address without what libcurl gives a meaning to`(
        address: String, isPlain: Bool
    ) {
        let local = RequestOptions(connection: ConnectionOptions(localAddress: address))
        let error = failure(RequestDraft(url: "http://h", options: local))
        #expect((error == nil) == isPlain)
        if !isPlain {
            #expect(error?.sentence.contains("the local address is not a plain name or address") == true)
        }
        let target = ConnectOverride(host: "h", targetHost: address)
        let elsewhere = failure(
            RequestDraft(url: "http://h", options: RequestOptions(connection: ConnectionOptions(connectTo: [target]))))
        #expect((elsewhere == nil) == isPlain)
    }

    @Test func `a login in the URL becomes a field, where none is typed`() throws {
        let request = try builder.build(RequestDraft(url: "http://u%40:p%3A@h/"))
        let field = try #require(request.headers.first { $0.name == "Authorization" })
        #expect(field.value == "Basic dUA6cDo=" && field.origin == .auth)
        let typed = try builder.build(
            RequestDraft(url: "http://u:p@h/", headers: [HeaderField("authorization", "mine")]))
        #expect(typed.headers.values("Authorization") == ["mine"])
        // RFC 7617 §2: a user alone has an empty password.
        for (url, field) in [("http://tok@h/", "Basic dG9rOg=="), ("http://:p@h/", "Basic OnA="), ("http://@h/", nil)] {
            #expect(try builder.build(RequestDraft(url: url)).headers["Authorization"] == field, "\(url)")
        }
    }

    @Test func `any draft either builds or says why, for any text in any part`() {
        var random = SeededGenerator(seed: 7)
        let pieces = ["GET", "http://h", "/", " ", "\r\n", "\u{0}", ":", "é", "%", "[", "X-A", "gzip", "chunked", "1"]
        for _ in 0..<5000 {
            func text() -> String {
                (0..<Int.random(in: 0...4, using: &random)).map { _ in pieces.randomElement(using: &random) ?? "" }
                    .joined()
            }
            let draft = RequestDraft(
                method: text(), url: text(),
                headers: [HeaderField(text(), text()), HeaderField("Transfer-Encoding", text())],
                body: .bytes(Array(text().utf8)))
            if let error = failure(draft) {
                #expect(error.category == .requestBuild)
                #expect(error.sentence.hasSuffix("."))
            }
        }
    }
}
