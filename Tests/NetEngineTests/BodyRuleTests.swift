import Synchronization
import TestSupport
import Testing

@testable import NetEngine

/// Bodies of requests: what their parts promise, and the words for what they break.
@Suite(.timeLimit(.minutes(5))) struct BodyRuleTests {
    private static func read(_ pipe: BodyPipe, _ count: Int = 100) -> String {
        var buffer = [UInt8](repeating: 0, count: count)
        switch buffer.withUnsafeMutableBytes({ pipe.read(into: $0) }) {
        case .bytes(let count): return "\(Array(buffer[..<count]))"
        case .notYet: return "not yet"
        case .end: return "end"
        case .failed(let error): return error.sentence
        }
    }

    @Test func `a pipe gives its bytes in order, and then its end`() async {
        let pipe = BodyPipe(length: 3, wake: {})
        #expect(Self.read(pipe) == "not yet")
        #expect(await pipe.write([]))
        #expect(await pipe.write([1, 2]))
        #expect(pipe.heldCount == 2)
        #expect(Self.read(pipe, 1) == "[1]")
        #expect(await pipe.write([3]))
        #expect(Self.read(pipe, 2) == "[2, 3]")
        #expect(Self.read(pipe) == "not yet")
        pipe.finish(nil)
        #expect(Self.read(pipe) == "end")
    }

    @Test func `what was read is not kept, even if the writer is always ahead`() async {
        let pipe = BodyPipe(length: nil, wake: {})
        #expect(await pipe.write([UInt8](repeating: 7, count: 8 << 10)))
        var buffer = [UInt8](repeating: 0, count: 8 << 10)
        for _ in 0..<200 {
            _ = await pipe.write(buffer)
            _ = buffer.withUnsafeMutableBytes { pipe.read(into: $0) }
        }
        #expect(pipe.heldCount <= 80 << 10, "\(pipe.heldCount)")
    }

    @Test func `a body with more or fewer bytes than it promised fails`() async {
        let more = BodyPipe(length: 3, wake: {})
        #expect(await more.write([1, 2, 3]))
        #expect(await !more.write([4]))
        #expect(Self.read(more) == "Body: the stream gave more bytes than the 3 it promised.")
        let fewer = BodyPipe(length: 3, wake: {})
        #expect(await fewer.write([1, 2]))
        fewer.finish(nil)
        #expect(Self.read(fewer) == "Body: the stream gave fewer bytes than the 3 it promised.")
        let own = BodyPipe(length: 3, wake: {})
        own.finish(.cancelled())
        #expect(Self.read(own) == "The request was cancelled.")
        let closed = BodyPipe(length: nil, wake: {})
        closed.close()
        #expect(await !closed.write([1]))
        #expect(await !closed.write([]))
    }

    @Test func `what a pipe refuses is not in the copy of the body`() async {
        let copy = BodyCopy()
        copy.want(9)
        let more = BodyPipe(length: 3, copy: copy, wake: {})
        #expect(await more.write([1, 2]))
        #expect(await !more.write([3, 4]))
        #expect(await !more.write([5]))
        #expect(copy.taken?.bytes == [1, 2] && copy.taken?.count == 2)
        copy.restart()
        let first = BodyPipe(length: nil, copy: copy, wake: {})
        let second = BodyPipe(length: nil, copy: copy, wake: {})
        first.close()
        #expect(await second.write([6]))
        #expect(await !first.write([7]))
        #expect(copy.taken?.bytes == [6] && copy.taken?.count == 1)
    }

    @Test func `each part of a body keeps its own promise`() async throws {
        let pipe = BodyPipe(length: nil, wake: {})
        pipe.beginPart(length: 2)
        #expect(await pipe.write([1]))
        let fewer = #expect(throws: EngineError.self) { try pipe.endPart() }
        #expect(fewer?.sentence == "Body: the stream gave fewer bytes than the 2 it promised.")
        pipe.beginPart(length: nil)
        #expect(await pipe.write([2, 3, 4]))
        try pipe.endPart()
        pipe.beginPart(length: 1)
        #expect(await pipe.write([5]))
        try pipe.endPart()
        pipe.beginPart(length: .max)
        #expect(await pipe.write([6]))
        pipe.beginPart(length: 1)
        #expect(await !pipe.write([7, 8]))
        #expect(Self.read(pipe) == "Body: the stream gave more bytes than the 1 it promised.")
    }

    @Test func `a reader that waits is woken once for what comes`() async {
        let woken = CountedCalls()
        let pipe = BodyPipe(length: nil, wake: { woken.add() })
        #expect(await pipe.write([1]))
        #expect(woken.count == 0)
        _ = Self.read(pipe)
        _ = Self.read(pipe)
        #expect(await pipe.write([2]))
        #expect(await pipe.write([3]))
        #expect(woken.count == 1)
        _ = Self.read(pipe)
        #expect(Self.read(pipe) == "not yet")
        pipe.finish(nil)
        #expect(woken.count == 2)
    }

    @Test func `streams one after the other have a length if all of them have one`() {
        func stream(_ length: Int64?, canRestart: Bool = true) -> BodyStream {
            canRestart
                ? BodyStream(length: length) { AsyncStream<[UInt8]> { $0.finish() } }
                : BodyStream(AsyncStream<[UInt8]> { $0.finish() }, length: length)
        }
        #expect(BodyStream(joining: [stream(2), stream(3)]).length == 5)
        #expect(BodyStream(joining: [stream(2), stream(nil), stream(3)]).length == nil)
        #expect(BodyStream(joining: [stream(.max), stream(1)]).length == nil)
        #expect(BodyStream(joining: []).length == 0)
        #expect(BodyStream(joining: [stream(1), stream(1)]).canRestart)
        #expect(!BodyStream(joining: [stream(1), stream(1, canRestart: false)]).canRestart)
        let one = stream(1)
        #expect(one == one && one != stream(1))
        #expect(RequestBody.stream(one).canBeSentAgain && RequestBody.bytes([1]).canBeSentAgain)
        #expect(!RequestBody.stream(stream(1, canRestart: false)).canBeSentAgain)
    }

    // MARK: Forms

    private static func fault(_ parts: [MultipartForm.Part], boundary: String? = nil) -> EngineError? {
        do throws(EngineError) {
            _ = try MultipartForm(parts, boundary: boundary).encoded()
            return nil
        } catch { return error }
    }

    @Test func `a form that cannot be sent says which part and why`() {
        let stream = BodyStream(AsyncStream<[UInt8]> { $0.finish() })
        let faults = [
            Self.fault([], boundary: ""), Self.fault([.text("a", "--B")], boundary: "B"),
            Self.fault([.stream("s", stream)], boundary: "B"), Self.fault([.data("p", [], mediaType: "a/b\u{0}")]),
        ]
        #expect(
            faults.map { $0?.sentence ?? "sent" }.joined(separator: "\n") == """
                Body: "" cannot be a multipart boundary.
                Body: the boundary "B" occurs in the part "a".
                Body: a boundary of your own cannot be used: the part "s" is a stream, which may contain it.
                Body: the media type of the part "p" contains a line break or a NUL character.
                """)
        #expect(
            faults[0]?.hint
                == "A boundary has 1 to 70 letters, digits, spaces and '()+_,-./:=?, and no space at its end.")
    }

    @Test func `a boundary has the characters of RFC 2046, seventy at most`() {
        let allowed = String(
            decoding: (0...127).filter { MultipartBoundary.isLegal("x\(Unicode.Scalar($0))x") }, as: UTF8.self)
        #expect(
            allowed
                == " '()+,-./0123456789:=?ABCDEFGHIJKLMNOPQRSTUVWXYZ_abcdefghijklmnopqrstuvwxyz")
        let long = String(repeating: "x", count: 70)
        #expect(MultipartBoundary.isLegal(long) && !MultipartBoundary.isLegal(long + "x"))
        #expect(!MultipartBoundary.isLegal("x ") && MultipartBoundary.isLegal(" x"))
        #expect(
            ["a'b", "a(b", "a b", "a:b"].map(MultipartBoundary.quoted) == ["a'b", "\"a(b\"", "\"a b\"", "\"a:b\""])
    }

    private static let paths: FilledTable = """
        /a/b.txt -> b.txt
        b.txt -> b.txt
        /a/ -> a
        / -> /
        """

    @Test func `a file is called by the last part of its path`() {
        let text = Self.paths.filled { MultipartForm.Part.file("f", path: $0).fileName }
        #expect(text == Self.paths.text)
        #expect(MultipartForm.Part.file("f", path: "/a", fileName: "b").fileName == "b")
        #expect(MultipartForm.Part.data("f", []).fileName == nil)
        #expect(MultipartForm.Part.text("f", "v").mediaType == nil)
        #expect(MultipartForm.Part.data("f", []).mediaType == "application/octet-stream")
    }

    // MARK: Endpoints

    @Test func `the body of an endpoint has the media type of its kind, and JSON one form`() throws {
        let stream = BodyStream(AsyncStream<[UInt8]> { $0.finish() })
        let bodies: [EndpointBody] = [
            .none, .raw([1]), .raw([1], mediaType: "a/b"), .text("x"), .text("x", mediaType: "text/csv"),
            .form([]), .file(path: "/f"), .file(path: "/f", mediaType: nil), .stream(stream),
            .stream(stream, mediaType: "a/b"), .multipart(MultipartForm([])), .json(1), .json(Double.nan),
        ]
        #expect(
            bodies.map { $0.mediaType ?? "-" } == [
                "-", "-", "a/b", "text/plain; charset=utf-8", "text/csv", "application/x-www-form-urlencoded",
                "application/octet-stream", "-", "application/octet-stream", "a/b", "-", "application/json", "-",
            ])
        guard case .body(.bytes(let json)) = try EndpointBody.json(["b": "x/y", "a": "é", "c": ""]).content.get()
        else {
            Issue.record("JSON is bytes")
            return
        }
        #expect(String(decoding: json, as: UTF8.self) == #"{"a":"é","b":"x/y","c":""}"#)
    }

    private struct Place: CodingKey {
        let stringValue: String
        var intValue: Int? { Int(stringValue) }
        init(_ text: String) { stringValue = text }
        init(stringValue: String) { self.stringValue = stringValue }
        init(intValue: Int) { stringValue = "\(intValue)" }
    }

    @Test func `a value that cannot be encoded is named with its place`() {
        func words(_ places: String...) -> String {
            let context = EncodingError.Context(codingPath: places.map { Place($0) }, debugDescription: "It is bad.")
            return EndpointBody.words(EncodingError.invalidValue(1, context))
        }
        #expect(words() == "It is bad")
        #expect(words("a") == "at a: It is bad")
        #expect(words("a", "b", "0", "c") == "at a.b[0].c: It is bad")
        #expect(words("2", "a") == "at [2].a: It is bad")
        #expect(EndpointBody.words(CancellationError()) == "CancellationError()")
    }

    private static let addresses: FilledTable = """
        http://h | a#b -> Path: it contains #, which would end it.
        http://h | a\rb -> Path: it contains a line break or a NUL character.
        http://h | a\u{0}b -> Path: it contains a line break or a NUL character.
        ftp://h | a -> Base URL: the scheme ftp is not http or https.
        - | a -> Base URL: there is none for the path "a".
        - | https://o/a -> https://o/a
        - | HTTP://o -> http://o/
        http://h?a= | b?&c -> http://h/b?a=&&c
        http://h? | b -> http://h/b?
        http://h? | b?c -> http://h/b?c
        http://h?a | b? -> http://h/b?a
        """

    @Test func `an endpoint that has no address says which part is wrong`() {
        let text = Self.addresses.filled { row in
            let columns = row.columns
            let address = try EndpointAddress(path: columns[1], base: columns[0] == "-" ? nil : columns[0])
            return address.text(adding: "")
        }
        #expect(text == Self.addresses.text)
    }

    @Test func `an environment has a name, and nothing to guard where it has no defaults`() throws {
        let environments: [Environment] = [
            .development(baseURL: "http://h"), .staging(baseURL: "http://h"), .production(baseURL: "http://h"),
            .custom("mine", baseURL: "http://h"),
        ]
        #expect(environments.map(\.name) == ["development", "staging", "production", "mine"])
        let here = try EndpointAddress(path: "a", base: "http://h/x")
        #expect(try !here.isServed(by: environments[0]))
        let field: HeaderFields = [HeaderField("X", "y")]
        #expect(try here.isServed(by: .development(baseURL: "http://h:80", headers: field)))
        #expect(try here.isServed(by: .development(baseURL: "http://h", query: [QueryItem("a", "b")])))
        #expect(try here.isServed(by: .development(baseURL: "http://h", interceptors: [UserAgent("x")])))
        #expect(try !here.isServed(by: .development(baseURL: "https://h", headers: field)))
    }

    @Test func `a value of a query is the shortest text that names it`() {
        let items = [
            QueryItem("i", -7), QueryItem("u", UInt8(255)), QueryItem("d", 0.1), QueryItem("f", Float(51.5)),
            QueryItem("t", true), QueryItem("n", false), QueryItem("s", "x"), QueryItem("nil", nil),
        ]
        #expect(items.urlQuery == "i=-7&u=255&d=0.1&f=51.5&t=true&n=false&s=x&nil")
        #expect(
            String(decoding: items.formBody, as: UTF8.self)
                == "i=-7&u=255&d=0.1&f=51.5&t=true&n=false&s=x&nil=")
    }
}

private final class CountedCalls: Sendable {
    private let calls = Mutex(0)
    var count: Int { calls.withLock { $0 } }
    func add() { calls.withLock { $0 += 1 } }
}
