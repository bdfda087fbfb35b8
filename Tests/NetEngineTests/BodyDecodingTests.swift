import NetEngine
import Testing

/// Decoding of text, forms and images, and the choice of decoder by media type.
@Suite struct BodyDecodingTests {
    @Test(arguments: [
        ("text/plain; charset=\"ISO-8859-1\"", [0xE9] as [UInt8], "é", "windows-1252", DecodedText.Source.header),
        ("text/plain;charset=utf-8", [0xC3, 0xA9], "é", "UTF-8", .header),
        ("text/plain; charset=iso-8859-1", [0xEF, 0xBB, 0xBF, 0xC3, 0xA9], "é", "UTF-8", .byteOrderMark),
        ("text/plain", [0xFF, 0xFE, 0xE9, 0], "é", "UTF-16LE", .byteOrderMark),
        ("text/plain", [0xFE, 0xFF, 0xD8, 0x3D, 0xDE, 0x00], "😀", "UTF-16BE", .byteOrderMark),
        ("text/plain", [0xC3, 0xA9], "é", "UTF-8", .validUTF8),
        ("text/plain", [0x80, 0xE9], "€é", "windows-1252", .fallback),
        ("text/plain", [0x41, 0xC3, 0xA9, 0xE9, 0x42], "Aé\u{FFFD}B", "UTF-8", .fallback),
        ("text/plain", [0x41, 0xC3, 0xA9, 0xE9, 0x20, 0xE8], "AÃ©é è", "windows-1252", .fallback),
        ("text/plain", [0x41, 0, 0xE9, 0, 0x42, 0, 0x43, 0], "AéBC", "UTF-16LE", .fallback),
        ("text/plain", [0, 0x41, 0, 0xE9], "Aé", "UTF-16BE", .fallback),
        ("text/plain", [0x41, 0, 0], "A\0\0", "UTF-8", .validUTF8),
        ("application/json; charset=iso-8859-1", [34, 0xC3, 0xA9, 34], "\"é\"", "UTF-8", .json),
        ("text/plain; charset=Shift_JIS", [0x93, 0xFA], "日", "Shift_JIS", .header),
        ("text/plain; charset=koi8-r", [0xC4, 0xC1], "да", "KOI8-R", .header),
    ])
    func `the encoding is found`(
        _ type: String, _ body: [UInt8], _ text: String, _ encoding: String, _ source: DecodedText.Source
    ) throws {
        let decoded = try TextDecoder().detect(answer(body, type: type))
        #expect(decoded.text == text)
        #expect(decoded.encoding.name == encoding)
        #expect(decoded.source == source)
    }

    @Test(arguments: [
        ("text/html", "<!-- <meta charset=utf-8> --><META  Charset = 'latin1'>"),
        ("text/html", "<meta http-equiv=Content-Type content=\"text/html; charset=iso-8859-1\">"),
        ("application/xml", "<?xml version=\"1.0\" encoding='ISO-8859-1'?>"),
    ])
    func `the document names its encoding`(_ type: String, _ head: String) throws {
        let decoded = try TextDecoder().detect(answer(Array(head.utf8) + [0xE9], type: type))
        #expect(decoded.text == head + "é")
        #expect(decoded.source == .document)
    }

    @Test func `invalid bytes are located, or replaced if asked`() throws {
        let response = answer([65, 10, 66, 0xFF], type: "text/plain; charset=utf-8")
        let error = try #require(failure(.text, response))
        #expect(error.decodingFault?.position?.line == 2)
        #expect(error.decodingFault?.position?.byteOffset == 3)
        #expect(try TextDecoder(replacesInvalid: true).decode(response) == "A\nB\u{FFFD}")
    }

    @Test func `invalid bytes of another encoding are located too`() throws {
        let error = try #require(failure(.text, answer([65, 0x81, 0x20], type: "text/plain; charset=shift_jis")))
        #expect(error.decodingFault?.position?.byteOffset == 1)
        let cut = try #require(failure(.text, answer([0xFF, 0xFE, 65, 0, 66])))
        #expect(cut.decodingFault?.position?.byteOffset == 4)
    }

    @Test(arguments: ["martian", "utf-8//IGNORE", ""])
    func `an unknown encoding is an error, an empty one is ignored`(_ label: String) {
        let error = failure(.text, answer("a", type: "text/plain; charset=\"\(label)\""))
        #expect((error?.sentence.contains("\"\(label)\"") ?? false) == !label.isEmpty)
    }

    @Test func `a large body of another encoding comes whole`() throws {
        let body = [UInt8](repeating: 0xC4, count: 300_000)
        let text = try TextDecoder().decode(answer(body, type: "text/plain; charset=koi8-r"))
        #expect(text == String(repeating: "д", count: 300_000))
    }

    @Test func `a form keeps order, doubles, spaces and bytes`() throws {
        let response = answer("b=2&a=x+y%26&&a=%C3%A9&c&%=%2", type: "application/x-www-form-urlencoded")
        let form = try FormDecoder().decode(response)
        #expect(form.fields.map(\.name) == ["b", "a", "a", "c", "%"])
        #expect(form.values("a") == ["x y&", "é"])
        #expect(form["c"] == "")
        #expect(form["%"] == "%2")
    }

    @Test func `what is not a form is refused`() throws {
        #expect(failure(.form, answer("{}", type: "application/json"))?.category == .decoding)
        let error = try #require(failure(.form, answer("a=1&b=%FF")))
        #expect(error.decodingFault?.position?.byteOffset == 4)
    }

    static let png: [UInt8] =
        [0x89, 0x50, 0x4E, 0x47, 13, 10, 26, 10, 0, 0, 0, 13] + Array("IHDR".utf8) + [0, 0, 1, 2, 0, 0, 0, 7, 8, 6]
    static let jpeg: [UInt8] = [
        0xFF, 0xD8, 0xFF, 0xE0, 0, 4, 1, 2, 0xFF, 0xFF, 0xC4, 0, 3, 9, 0xFF, 0xC2, 0, 11, 8, 0, 7, 1, 2, 1, 1, 17, 0,
    ]
    static let gif = Array("GIF89a".utf8) + [2, 1, 7, 0, 0]
    static let bmp: [UInt8] =
        Array("BM".utf8) + [UInt8](repeating: 0, count: 12) + [40, 0, 0, 0, 2, 1, 0, 0] + [0xF9, 0xFF, 0xFF, 0xFF]
    static func webp(_ chunk: String, _ bytes: [UInt8]) -> [UInt8] {
        Array("RIFF".utf8) + [0, 0, 0, 0] + Array("WEBP\(chunk)".utf8) + [0, 0, 0, 0] + bytes
    }

    @Test(arguments: [
        (ImageFacts.Format.png, png), (.jpeg, jpeg), (.gif, gif), (.bmp, bmp),
        (.webp, webp("VP8X", [0, 0, 0, 0, 1, 1, 0, 6, 0, 0])),
        (.webp, webp("VP8L", [0x2F, 1, 0x81, 1, 0])),
        (.webp, webp("VP8 ", [0, 0, 0, 0x9D, 1, 0x2A, 2, 1, 7, 0x40])),
    ])
    func `an image header gives format and size`(_ format: ImageFacts.Format, _ bytes: [UInt8]) throws {
        let facts = try ImageDecoder().decode(answer(bytes))
        #expect(facts.format == format)
        #expect(facts.width == 258)
        #expect(facts.height == 7)
    }

    @Test(arguments: [png, jpeg, gif, bmp])
    func `an image cut anywhere in its header is an error, not a crash`(_ bytes: [UInt8]) {
        for count in 0..<bytes.count where ImageFacts(Array(bytes[..<count])) == nil {
            #expect(failure(.image, answer(Array(bytes[..<count])))?.category == .decoding)
        }
        #expect(failure(.image, answer("<svg/>"))?.decodingFault != nil)
    }

    @Test func `the media type chooses`() throws {
        func kind(_ body: [UInt8], _ type: String?) throws -> DecodedBody {
            try MediaTypeDecoder().decode(answer(body, type: type))
        }
        #expect(try kind([], "application/json") == .empty)
        #expect(try kind(Array("1.0".utf8), "application/problem+json") == .json("1.0"))
        #expect(
            try kind(Array("a=1".utf8), "application/x-www-form-urlencoded; charset=utf-8")
                == .form(FormFields([.init(name: "a", value: "1")])))
        #expect(try kind(Self.gif, "image/gif") == ImageFacts(Self.gif).map { .image($0) })
        #expect(try kind([1, 2], "image/x-icon") == .raw([1, 2]))
        #expect(try kind([0, 255], nil) == .raw([0, 255]))
        guard case .xml(let tree) = try kind(Array("<svg/>".utf8), "image/svg+xml") else {
            Issue.record("an SVG is XML")
            return
        }
        #expect(tree.root.name == XMLName("svg"))
        #expect(failure(.byMediaType, answer("{", type: "application/json"))?.decodingFault?.position?.byteOffset == 1)
        #expect(failure(.byMediaType, answer("GIF", type: "image/gif"))?.category == .decoding)
    }

    @Test func `formats are chosen by media type, the first where none fits`() throws {
        struct Fixed: BodyFormat {
            var accept: String? { "text/fixed" }
            func decode<T: Decodable>(_ type: T.Type, from response: Response) throws(EngineError) -> T {
                throw .decoding("fixed", DecodingFault(reason: "chosen", response: response))
            }
        }
        let formats = FormatsByMediaType(
            .init(.json()) { $0.isJSON }, .init(Fixed()) { $0.essence == "text/fixed" })
        #expect(formats.accept == "application/json, text/fixed")
        #expect(try formats.decode([Int].self, from: answer("[1]", type: "text/plain")) == [1])
        #expect(
            failure(formats.decoder(for: [Int].self), answer("[1]", type: "text/fixed"))?.decodingFault?.reason
                == "chosen")
    }

    @Test func `an optional decoder takes an empty body`() throws {
        let decoder = JSONBodyDecoder([Int].self).optional()
        #expect(try decoder.decode(answer("", status: 204)) == nil)
        #expect(try decoder.decode(answer("[1]")) == [1])
    }

    @Test(arguments: [
        ("Text/HTML ; Charset=\"a;b\" ; x=1", "text/html", "a;b" as String?), ("", "", nil),
        ("a/b; x=\"charset=no\"; charset=yes", "a/b", "yes"), ("a/b;charset", "a/b", nil),
        ("a/b; charset=\"q\\\"r", "a/b", "q\"r"), (";;;=;=", "", nil),
    ])
    func `content types are read as far as they can be`(_ value: String, _ essence: String, _ charset: String?) {
        #expect(ContentType(value).essence == essence)
        #expect(ContentType(value).charset == charset)
    }

    @Test(arguments: [
        "application/x-ndjson", "application/ndjson", "application/jsonl", "application/x-jsonl",
        "application/jsonlines",
        "application/x-jsonlines", "application/json-lines", "text/x-ndjson", "Text/JSONL; charset=\"a;b\"",
    ])
    func `JSON Lines has many spellings, and all of them are streams of text`(_ value: String) {
        let type = ContentType(value)
        #expect(type.isJSONLines && type.isStream && type.isText)
        #expect(!type.isJSON && !type.isBinary)
    }

    @Test func `the kinds of media types`() {
        func values(_ isWanted: (ContentType) -> Bool) -> [String] {
            [
                "application/json", "text/json", "application/hal+json", "application/x-amz-json-1.1", "image/json",
                "application/xml", "image/svg+xml", "application/xhtml+xml", "text/html", "text/event-stream",
                "application/geo+json-seq", "multipart/x-mixed-replace; boundary=a", "multipart/mixed", "image/png",
                "application/vnd.oai.openapi+yaml", "application/x-sh", "text/plain", "application/senml+cbor",
                "application/octet-stream", "message/rfc822", "application/http", "json", "",
            ].filter { isWanted(ContentType($0)) }
        }
        #expect(
            values(\.isJSON)
                == ["application/json", "text/json", "application/hal+json", "application/x-amz-json-1.1"])
        #expect(values(\.isXML) == ["application/xml", "image/svg+xml", "application/xhtml+xml"])
        #expect(values(\.isHTML) == ["application/xhtml+xml", "text/html"])
        #expect(values(\.isImage) == ["image/json", "image/png"])
        #expect(
            values(\.isStream)
                == ["text/event-stream", "application/geo+json-seq", "multipart/x-mixed-replace; boundary=a"])
        #expect(values(\.isMultipart) == ["multipart/x-mixed-replace; boundary=a", "multipart/mixed"])
        #expect(
            values(\.isMessage)
                == ["multipart/x-mixed-replace; boundary=a", "multipart/mixed", "message/rfc822", "application/http"])
        #expect(values(\.isBinary) == ["image/json", "image/png", "application/senml+cbor"])
        #expect(values(\.hasComments) == ["application/vnd.oai.openapi+yaml", "application/x-sh", "text/plain"])
        var type = ContentType("text/plain; charset=x")
        type.essence = "text/xml"
        #expect(type.isXML && type.charset == "x")
    }

    @Test(arguments: [
        ("multipart/mixed", "multipart/mixed; boundary=new"),
        ("multipart/mixed; boundary=old", "multipart/mixed; boundary=new"),
        (
            "multipart/mixed;Boundary=\"a;b\" ; type=\"x; boundary=no\"",
            "multipart/mixed; type=\"x; boundary=no\"; boundary=new"
        ),
    ])
    func `a boundary takes the place of another`(_ value: String, _ changed: String) {
        #expect(ContentType.value(value, withBoundary: "new") == changed)
        #expect(ContentType(changed).boundary == "new")
    }
}
