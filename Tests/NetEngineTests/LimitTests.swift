import NetEngineTesting
import TestSupport
import Testing

@testable import NetEngine

/// How much is remembered, held and judged: what happens at the limit and one beyond it.
@Suite(.timeLimit(.minutes(5))) struct LimitTests {
    // MARK: Logins

    @Test func `digest logins of 256 servers are remembered, one more replaces them all`() throws {
        var sessions = DigestSessions()
        let challenge = try #require(DigestChallenge.read("Digest realm=r, nonce=n").first)
        func isKnown(_ number: Int) throws -> Bool {
            sessions.challenge(for: try HTTPURL.parse("http://h\(number).test/")) != nil
        }
        for number in 0..<256 { sessions.accept(challenge, at: try HTTPURL.parse("http://h\(number).test/")) }
        // Of a known server nothing is replaced.
        sessions.accept(challenge, at: try HTTPURL.parse("http://h255.test/a"))
        #expect(try [0, 1, 255, 256].map(isKnown) == [true, true, true, false])
        sessions.accept(challenge, at: try HTTPURL.parse("http://h256.test/"))
        #expect(try [0, 1, 255, 256].map(isKnown) == [false, false, false, true])
    }

    @Test func `a thousand refused tokens are remembered, one more replaces them all`() {
        let keeper = OAuth2TokenKeeper(
            token: OAuth2Token(accessToken: "t1", obtained: 1000), store: nil, now: { 1000 })
        #expect(keeper.usableToken?.accessToken == "t1")
        keeper.refuse("t1")
        for number in 1..<1000 { keeper.refuse("other\(number)") }
        #expect(keeper.usableToken == nil)
        keeper.refuse("one more")
        #expect(keeper.usableToken?.accessToken == "t1")
    }

    @Test func `logins of 64 proxies are remembered, one more replaces them all`() throws {
        let logins = ProxyLogins()
        func proxy(_ number: Int) throws -> ProxyServer { try ProxyServer("http://u:p@p\(number).test:3128") }
        func scheme(_ number: Int) throws -> Substring? {
            try logins.field(for: proxy(number), method: "GET", target: "http://h/")?.prefix { $0 != " " }
        }
        for number in 0..<64 {
            let isLearned = logins.learn(["Digest realm=r, nonce=n"], from: try proxy(number), attempts: 0)
            #expect(isLearned)
        }
        #expect(try [0, 63, 64].map(scheme) == ["Digest", "Digest", "Basic"])
        let isLearned = logins.learn(["Digest realm=r, nonce=n"], from: try proxy(64), attempts: 0)
        #expect(isLearned)
        #expect(try [0, 63, 64].map(scheme) == ["Basic", "Basic", "Digest"])
    }

    @Test func `no server asks for a longer wait than a hundred years`() {
        let century = Duration.seconds(3_155_760_000)
        for text in ["3155760000", "3155760001", String(repeating: "9", count: 400)] {
            #expect(RetryAfter.wait([HeaderField("Retry-After", text)], now: 0) == century)
        }
        #expect(RetryAfter.wait([HeaderField("Retry-After", "3155759999")], now: 0) == century - .seconds(1))
        let last = HeaderField("Retry-After", "Fri, 31 Dec 9999 23:59:59 GMT")
        #expect(RetryAfter.wait([last], now: 0) == century)
    }

    // MARK: Secrets

    @Test func `a secret of a log is remembered from eight bytes on`() {
        var memory = SecretMemory()
        memory.remember(["seven-7", "eight--8", "süß-vie"])
        let redactor = Redactor(Redaction(), remembering: memory)
        #expect(redactor.scrub("seven-7, eight--8, süß-vie") == "seven-7, [redacted], [redacted]")
    }

    @Test(.longComputation)
    func `a thousand secrets of a log are remembered, then the older half is forgotten`() {
        func secret(_ number: Int) -> String { "secret-\(number + 1000)" }
        let text = [0, 499, 500, 999, 1000].map(secret).joined(separator: " ")
        var memory = SecretMemory()
        for number in 0..<1000 { memory.remember([secret(number)]) }
        #expect(
            Redactor(Redaction(), remembering: memory).scrub(text)
                == "[redacted] [redacted] [redacted] [redacted] secret-2000")
        memory.remember([secret(1000)])
        #expect(
            Redactor(Redaction(), remembering: memory).scrub(text)
                == "secret-1000 secret-1499 [redacted] [redacted] [redacted]")
    }

    // MARK: Signatures

    @Test func `the fields that proxies and transports change are not signed`() {
        let unsigned = [
            "Accept-Encoding", "Authorization", "Cache-Control", "Connection", "Expect", "From", "Keep-Alive",
            "Max-Forwards", "Pragma", "Proxy-Authenticate", "Proxy-Authorization", "Referer", "TE", "Trailer",
            "Transfer-Encoding", "Upgrade", "User-Agent", "X-Amzn-Trace-Id",
        ]
        for name in unsigned {
            let headers = HeaderFields([
                HeaderField("X-Amz-Date", "d"), HeaderField(name, "v"), HeaderField("Host", "h"),
            ])
            #expect(AWSCanonicalRequest.signedHeaders(of: headers) == "host;x-amz-date", "\(name)")
        }
        for name in ["Accept", "Content-Type", "Range", "Via"] {
            let headers = HeaderFields([HeaderField(name, "v")])
            #expect(AWSCanonicalRequest.signedHeaders(of: headers) == name.lowercased())
        }
    }

    private static let services: FilledTable = """
        s3 -> objects
        s3express -> objects
        s3-object-lambda -> objects
        s3-outposts -> objects
        s3-control -> others
        s3tables -> others
        dynamodb -> others
        """

    @Test func `some services store objects and sign paths as they are`() {
        let text = Self.services.filled {
            AWSTarget(region: "eu-west-1", service: $0).isObjectStorage ? "objects" : "others"
        }
        #expect(text == Self.services.text)
    }

    // MARK: Text

    @Test(arguments: [0, 10])
    func `64 KiB from the first byte on that is not ASCII decide about an encoding`(_ before: Int) {
        func guess(between count: Int) -> TextEncoding {
            let letters = { [UInt8](repeating: UInt8(ascii: "a"), count: $0) }
            let bytes: [UInt8] = letters(before) + [0xC3, 0xA4] + letters(count) + [0xFF, 0xFF]
            return bytes.withUnsafeBufferPointer {
                TextDetection.likeliest($0, type: ContentType(""), isCut: false)
            }
        }
        // One character of UTF-8 outweighs one damaged byte, and the second one is beyond the limit.
        #expect(guess(between: 65_536 - 4) == .windows1252)
        #expect(guess(between: 65_536 - 3) == .utf8)
    }

    @Test func `every byte of windows-1252 is a character`() throws {
        let bytes = try TextEncoding.windows1252.utf8(Array(0x7E...0xA1) + [0xFF])
        let text =
            "~\u{7F}€\u{81}‚ƒ„…†‡ˆ‰Š‹Œ\u{8D}Ž\u{8F}\u{90}‘’“”•–—˜™š›œ\u{9D}žŸ\u{A0}¡ÿ"
        #expect(bytes == Array(text.utf8))
    }

    /// Names and bytes in hexadecimal.
    private static let encodings: FilledTable = """
        IBM866 80 -> А
        ISO-8859-2 b1 -> ą
        ISO-8859-3 a1 -> Ħ
        ISO-8859-4 a2 -> ĸ
        ISO-8859-5 a1 -> Ё
        ISO-8859-6 c7 -> ا
        ISO-8859-7 e1 -> α
        ISO-8859-8 e0 -> א
        ISO-8859-10 a2 -> Ē
        ISO-8859-13 c0 -> Ą
        ISO-8859-14 a1 -> Ḃ
        ISO-8859-15 a4 -> €
        ISO-8859-16 aa -> Ș
        KOI8-R a4 -> ╓
        KOI8-U a4 -> є
        macintosh 8a -> ä
        windows-874 a1 -> ก
        windows-1250 a5 -> Ą
        windows-1251 80 -> Ђ
        windows-1253 c1 -> Α
        windows-1254 d0 -> Ğ
        windows-1255 a4 -> ₪
        windows-1256 81 -> پ
        windows-1257 c0 -> Ą
        windows-1258 fe -> ₫
        x-mac-cyrillic a2 -> Ґ
        GB18030 81308436 -> ¥
        EUC-JP 8eb1 -> ｱ
        Shift_JIS 8740 -> ①
        EUC-KR 8141 -> 갂
        IBM437 9e -> ₧
        IBM850 9e -> ×
        IBM037 c1ba -> A[
        IBM500 c14a -> A[
        IBM1047 ad -> [
        """

    @Test func `each encoding has the characters of its name`() {
        let text = Self.encodings.filled { row in
            let words = row.split(separator: " ").map(String.init)
            guard words.count == 2, let encoding = TextEncoding(label: words[0]), encoding.name == words[0] else {
                return nil
            }
            let digits = Array(words[1].utf8)
            let bytes = stride(from: 0, to: digits.count, by: 2).map { place in
                (URLEncoding.hexValue(digits[place]) ?? 0) << 4 | (URLEncoding.hexValue(digits[place + 1]) ?? 0)
            }
            return String(decoding: try encoding.utf8(bytes), as: UTF8.self)
        }
        #expect(text == Self.encodings.text)
    }

    // MARK: Decoders

    @Test func `a decoder asks for what it reads`() {
        #expect(RawDecoder().accept == nil)
        #expect(NothingDecoder().accept == nil)
        #expect(TextDecoder().accept == "text/*, */*;q=0.5")
        #expect(OptionalDecoder(TextDecoder()).accept == "text/*, */*;q=0.5")
        #expect(XMLTreeDecoder().accept == "application/xml, text/xml;q=0.9")
        #expect(FormDecoder().accept == "application/x-www-form-urlencoded")
        #expect(ImageDecoder().accept == "image/*")
    }

    @Test func `images of both versions of GIF are read`() {
        for version in ["GIF87a", "GIF89a"] {
            let facts = ImageFacts(Array(version.utf8) + [2, 1, 7, 0])
            #expect(facts?.format == .gif)
            #expect(facts?.width == 258)
            #expect(facts?.height == 7)
        }
        #expect(ImageFacts(Array("GIF88a".utf8) + [2, 1, 7, 0]) == nil)
    }

    @Test func `what is no image is refused by its first bytes`() {
        let other = failure(.image, answer("<svg/>", type: "image/svg+xml"))
        #expect(
            other?.sentence
                == "The body is not an image as expected: it begins like none of png, jpeg, gif, webp, bmp.")
        let short = failure(.image, answer("GIF89a", type: "image/gif"))
        #expect(
            short?.sentence
                == "The body is not an image as expected: the gif header ends before the size, or is broken.")
    }

    // MARK: Codings

    /// What is wrong with a coded body; nil if nothing is.
    private static func fault(_ codings: String, _ bytes: [UInt8]) -> String? {
        do {
            let decoder = try ContentDecoder(fieldValues: [codings])
            _ = try bytes.withUnsafeBytes { bytes in try decoder?.decode(bytes, output: { _ in true }) }
            try decoder?.finish()
            return nil
        } catch { return (error as? ContentCodingFault)?.text ?? "\(error)" }
    }

    @Test func `up to five codings are undone, and identity is none`() throws {
        let five = try ContentDecoder(fieldValues: ["gzip, br", "identity,, deflate", " ZSTD ", "gzip"])
        #expect(five?.codings == ["gzip", "br", "deflate", "zstd", "gzip"])
        #expect(try ContentDecoder(fieldValues: ["identity", "", ", "]) == nil)
        #expect(Self.fault("gzip, br, deflate, zstd, gzip, br", []) == "6 content codings are stacked")
    }

    @Test func `broken data is named by its coding`() {
        let broken = [
            ("gzip", "gzip"), ("deflate", "deflate"), ("br", "br"), ("zstd", "zstd"), ("gzip, br", "br"),
        ]
        for (codings, name) in broken {
            // Neither a header of gzip or zlib, nor a window of brotli, nor a frame of zstd.
            let bytes = [UInt8](repeating: 0x11, count: 32)
            let wrong: [UInt8] = name == "deflate" ? [0x78, 0x9C, 0x07] : bytes
            #expect(Self.fault(codings, wrong)?.hasPrefix("the \(name) data is broken") == true, "\(codings)")
        }
        #expect(Self.fault("gzip, br", []) == nil)
    }

    @Test(arguments: ["gzip", "deflate", "br"])
    func `nothing may follow the end of coded data`(_ coding: String) throws {
        let sample = try #require(CodedSample.all.first { $0.coding == coding })
        #expect(Self.fault(coding, sample.bytes) == nil)
        #expect(Self.fault(coding, sample.bytes + [65]) == "something follows the end of the coded data")
        #expect(Self.fault(coding, Array(sample.bytes.dropLast())) == "the \(coding) data ends too early")
    }

    // MARK: Bodies

    private static func receive(_ count: Int, _ buffer: BodyBuffer) -> Bool {
        [UInt8](repeating: 7, count: count).withUnsafeBytes { buffer.receive($0) }
    }

    @Test func `of a flood of interim responses the server's logs tell more`() async throws {
        try await StubServer.with(.interimFlood) { server in
            let exchange = await Engine().send(RequestDraft(url: server.url))
            #expect(exchange.error?.hint == "Look at the logs of the server: no client needs so many.")
        }
    }

    @Test func `a transport waits when 256 KiB are held, until they are read`() async throws {
        let buffer = BodyBuffer(token: 1, transport: StubTransport())
        let first = Self.receive((256 << 10) - 1, buffer)
        let second = Self.receive(1, buffer)
        #expect(first && !second)
        #expect(try await buffer.next()?.count == 256 << 10)
        let third = Self.receive((256 << 10) - 1, buffer)
        #expect(third)
    }

    @Test func `a copy of a body is kept up to its limit, and given once`() {
        let exact = BodyBuffer(token: 1, transport: StubTransport(), copying: 8)
        _ = Self.receive(5, exact)
        _ = Self.receive(3, exact)
        let copy = exact.takeCopy()
        #expect(copy == [UInt8](repeating: 7, count: 8))
        let second = exact.takeCopy()
        #expect(second == nil)

        let larger = BodyBuffer(token: 1, transport: StubTransport(), copying: 8)
        for count in [5, 4, 1] { _ = Self.receive(count, larger) }
        let cut = larger.takeCopy()
        #expect(cut == nil)
    }
}
