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

    @Test func `a range is asked for uncoded, unless the request says otherwise`() throws {
        for (typed, sent) in [(nil, "identity"), ("gzip", "gzip")] as [(String?, String)] {
            var headers: HeaderFields = [HeaderField("Range", "bytes=5-8")]
            if let typed { headers.append(HeaderField("Accept-Encoding", typed)) }
            let request = try builder.build(RequestDraft(url: "h", headers: headers))
            #expect(request.headers.values("Accept-Encoding") == [sent])
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
