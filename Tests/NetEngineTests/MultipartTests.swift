import Synchronization
import TestSupport
import Testing

@testable import NetEngine

/// Multipart forms in the format that browsers use.
@Suite(.timeLimit(.minutes(5))) struct MultipartTests {
    private func text(_ form: MultipartForm) throws -> String {
        guard case .bytes(let bytes) = try form.encoded().body else { return "" }
        return String(decoding: bytes, as: UTF8.self)
    }

    @Test func `a form is written part by part`() throws {
        let form = MultipartForm(
            [
                .text("a", "1"), .data("f", [65, 66], fileName: "x.bin"),
                .data("n", Array("{}".utf8), mediaType: "application/json"),
            ], boundary: "B")
        #expect(
            try text(form)
                == "--B\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\n1\r\n"
                + "--B\r\nContent-Disposition: form-data; name=\"f\"; filename=\"x.bin\"\r\n"
                + "Content-Type: application/octet-stream\r\n\r\nAB\r\n"
                + "--B\r\nContent-Disposition: form-data; name=\"n\"\r\nContent-Type: application/json\r\n\r\n{}\r\n"
                + "--B--\r\n")
        #expect(try form.encoded().contentType == "multipart/form-data; boundary=B")
    }

    @Test(
        arguments: [
            ("a\"b", "a%22b"), ("a\r\nb", "a%0D%0Ab"), ("a\nb", "a%0D%0Ab"), ("a\rb", "a%0D%0Ab"), ("ä€", "ä€"),
            ("a\\b", "a\\b"), ("a%22", "a%22"), ("", ""), ("\r", "%0D%0A"),
        ])
    func `names are quoted as browsers quote them`(_ name: String, _ quoted: String) throws {
        #expect(try text(MultipartForm([.text(name, "")])).contains("form-data; name=\"\(quoted)\"\r\n"))
    }

    @Test func `file names keep their kind of line break`() throws {
        let form = MultipartForm([.data("f", [], fileName: "a\nb\"\r.txt")])
        #expect(try text(form).contains("filename=\"a%0Ab%22%0D.txt\"\r\n"))
    }

    @Test func `line breaks of text become CRLF, those of bytes stay`() throws {
        #expect(try text(MultipartForm([.text("a", "1\n2\r3\r\n4")])).contains("\r\n\r\n1\r\n2\r\n3\r\n4\r\n--"))
        #expect(try text(MultipartForm([.data("a", Array("1\n2".utf8))])).contains("\r\n\r\n1\n2\r\n--"))
    }

    @Test func `random boundaries differ and are tokens`() throws {
        let types = try (0..<50).map { _ in try MultipartForm([]).encoded().contentType }
        #expect(Set(types).count == 50)
        #expect(types.allSatisfy { $0.contains("boundary=----NetEngine") && !$0.contains("\"") })
    }

    @Test(
        arguments: [
            [MultipartForm.Part.text("a", "x--Bx")], [.data("a", Array("--B".utf8))], [.text("--B", "")],
            [.text("fine", ""), .data("a", [], fileName: "--B")],
        ])
    func `a chosen boundary that occurs in a part is refused`(_ parts: [MultipartForm.Part]) {
        #expect(throws: EngineError.self) { try MultipartForm(parts, boundary: "B").encoded() }
    }

    @Test func `a chosen boundary is looked for in files, over the edges of what is read`() throws {
        let folder = try TemporaryFolder()
        for position in [0, (256 << 10) - 2, 256 << 10, 300_000] {
            let path = folder.path + "/f\(position)"
            var bytes = [UInt8](repeating: 45, count: position) + Array("--edge".utf8)
            bytes += [UInt8](repeating: 10, count: 100)
            try folder.write(bytes, to: "f\(position)")
            #expect(throws: EngineError.self) {
                try MultipartForm([.file("f", path: path)], boundary: "edge").encoded()
            }
            _ = try MultipartForm([.file("f", path: path)], boundary: "edgy").encoded()
        }
    }

    @Test(arguments: ["", "a ", "ä", "a\"b", "a\r\nb", String(repeating: "x", count: 71)])
    func `a boundary that RFC 2046 does not allow is refused`(_ boundary: String) {
        #expect(throws: EngineError.self) { try MultipartForm([], boundary: boundary).encoded() }
    }

    @Test func `a boundary that is not a token is quoted`() throws {
        #expect(try MultipartForm([], boundary: "a:b c").encoded().contentType.hasSuffix("boundary=\"a:b c\""))
    }

    @Test func `a media type with a line break and a missing file are refused by name`() {
        for part in [
            MultipartForm.Part.data("p", [], mediaType: "a/b\r\nX: y"), .file("p", path: MissingPath.file()),
        ] {
            let error = #expect(throws: EngineError.self) { try MultipartForm([part]).encoded() }
            #expect(error?.category == .requestBuild)
            #expect(error?.sentence.hasPrefix("Body: ") == true)
        }
    }

    @Test func `a form with a file is sent whole, with its length announced`() async throws {
        let folder = try TemporaryFolder()
        let content = (0..<700_000).map { UInt8(truncatingIfNeeded: $0 &* 7) }
        try folder.write(content, to: "photo.png")
        try folder.write([], to: "empty")
        try await StubServer.with(.status(200)) { server in
            let form = MultipartForm(
                [
                    .text("title", "hi"), .file("photo", path: folder.path + "/photo.png", mediaType: "image/png"),
                    .file("none", path: folder.path + "/empty"), .file("again", path: folder.path + "/photo.png"),
                ], boundary: "edge")
            let exchange = await Engine().send(AnyEndpoint(.post, server.url, body: .multipart(form)))
            #expect(exchange.error == nil)
            let received = try #require(server.received.first)
            func head(_ name: String, _ file: String, _ type: String) -> [UInt8] {
                Array(
                    "--edge\r\nContent-Disposition: form-data; name=\"\(name)\"; filename=\"\(file)\"\r\nContent-Type: \(type)\r\n\r\n"
                        .utf8)
            }
            var expected = Array("--edge\r\nContent-Disposition: form-data; name=\"title\"\r\n\r\nhi\r\n".utf8)
            expected += head("photo", "photo.png", "image/png") + content + [13, 10]
            expected += head("none", "empty", "application/octet-stream") + [13, 10]
            expected += head("again", "photo.png", "application/octet-stream") + content + [13, 10]
            expected += Array("--edge--\r\n".utf8)
            #expect(received.body == expected)
            #expect(received.field("Content-Length") == String(expected.count))
            #expect(received.field("Content-Type") == "multipart/form-data; boundary=edge")
            #expect(exchange.hops.first?.sentBodyByteCount == expected.count)
        }
    }

    private static func stream(_ pieces: [String], length: Int64?) -> BodyStream {
        BodyStream(length: length) {
            AsyncStream<[UInt8]> { continuation in
                for piece in pieces { continuation.yield(Array(piece.utf8)) }
                continuation.finish()
            }
        }
    }

    /// All bytes of a body that is a stream.
    private static func drain(_ form: MultipartForm) async throws -> (bytes: [UInt8], length: Int64?, boundary: String)
    {
        let (body, type) = try form.encoded()
        guard case .stream(let stream) = body else { return ([], nil, type) }
        let pipe = try stream.open(wake: {})
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 1000)
        while true {
            switch buffer.withUnsafeMutableBytes({ pipe.read(into: $0) }) {
            case .bytes(let count): bytes += buffer[..<count]
            case .notYet: await Task.yield()
            case .end: return (bytes, stream.length, type.split(separator: "=").last.map(String.init) ?? "")
            case .failed(let failure): throw failure
            }
        }
    }

    @Test(arguments: [5, nil] as [Int64?])
    func `a form with a stream is whole, and its length is known if that of the stream is`(_ length: Int64?)
        async throws
    {
        let folder = try TemporaryFolder()
        try folder.write([UInt8](repeating: 120, count: 100_000), to: "f")
        let form = MultipartForm([
            .text("a", "1"), .stream("s", Self.stream(["he", "", "llo"], length: length), fileName: "s.txt"),
            .file("f", path: folder.path + "/f"), .stream("t", Self.stream([], length: 0), mediaType: nil),
        ])
        let body = try await Self.drain(form)
        let head = "--\(body.boundary)\r\nContent-Disposition: form-data; name="
        let octets = "\r\nContent-Type: application/octet-stream\r\n\r\n"
        let expected =
            "\(head)\"a\"\r\n\r\n1\r\n\(head)\"s\"; filename=\"s.txt\"\(octets)hello\r\n"
            + "\(head)\"f\"; filename=\"f\"\(octets)\(String(repeating: "x", count: 100_000))\r\n"
            + "\(head)\"t\"\r\n\r\n\r\n--\(body.boundary)--\r\n"
        #expect(String(decoding: body.bytes, as: UTF8.self) == expected)
        #expect(body.length == length.map { _ in Int64(expected.utf8.count) })
    }

    @Test(arguments: [4, 6])
    func `a part that breaks its promise fails, whatever the other parts have`(_ length: Int64) async throws {
        for other in [4, nil] as [Int64?] {
            let form = MultipartForm([
                .stream("s", Self.stream(["hello"], length: length)),
                .stream("t", Self.stream(["more"], length: other)),
            ])
            let error = await #expect(throws: EngineError.self) { try await Self.drain(form) }
            #expect(error?.category == .requestBuild)
            #expect(error?.sentence.contains("bytes than the \(length) it promised") == true)
        }
    }

    @Test func `a part fails at once when it has more bytes than it promised`() async throws {
        let asked = Mutex(0)
        let bytes = AsyncStream<[UInt8]>(unfolding: {
            let count = asked.withLock { asked in
                asked += 1
                return asked
            }
            return count < 10_000 ? Array("hello".utf8) : nil
        })
        let form = MultipartForm([
            .stream("s", BodyStream(bytes, length: 12)), .stream("t", Self.stream(["more"], length: nil)),
        ])
        let error = await #expect(throws: EngineError.self) { try await Self.drain(form) }
        #expect(error?.sentence.contains("more bytes than the 12 it promised") == true)
        #expect(asked.withLock { $0 } == 3)
    }

    @Test func `a large part in memory is handed on piece by piece`() async throws {
        let large = [UInt8](repeating: 0, count: 200_000)
        let form = MultipartForm([.data("b", large), .stream("s", Self.stream(["more"], length: nil))])
        let body = try await Self.drain(form)
        #expect(body.bytes.count { $0 == 0 } == large.count)
        guard case .stream(let stream) = try form.encoded().body else {
            Issue.record("a form with a stream is a stream")
            return
        }
        let pipe = try stream.open(wake: {})
        defer { pipe.close() }
        while pipe.heldCount < 64 << 10 { await Task.yield() }
        #expect(pipe.heldCount < 200_000)
    }

    @Test func `a boundary cannot be chosen for a form with a stream`() {
        let form = MultipartForm([.stream("s", Self.stream(["--B"], length: nil))], boundary: "B")
        let error = #expect(throws: EngineError.self) { try form.encoded() }
        #expect(error?.category == .requestBuild && error?.sentence.contains("the part \"s\"") == true)
    }

    @Test(arguments: [[], [.stream("s", stream(["ab", "c"], length: 3))]] as [[MultipartForm.Part]])
    func `a form is sent again on a redirect that keeps the method`(_ more: [MultipartForm.Part]) async throws {
        let folder = try TemporaryFolder()
        try folder.write([1, 2, 3], to: "f")
        try await StubServer.with(.routes(["/": .redirect(307, to: "/b"), "/b": .status(200)])) { server in
            let form = MultipartForm([.file("f", path: folder.path + "/f")] + more)
            let exchange = await Engine().send(AnyEndpoint(.post, server.url, body: .multipart(form)))
            #expect(exchange.isSuccess)
            #expect(server.received.count == 2)
            #expect(server.received.first?.body == server.received.last?.body)
        }
    }
}
