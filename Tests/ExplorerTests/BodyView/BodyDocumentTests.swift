import NetEngine
import TestSupport
import Testing

@testable import Base
@testable import Bodies
@testable import Explorer

@Suite struct BodyDocumentTests {
    @Test(
        arguments: [
            ("{}", "application/json", BodyDocument.Kind.json),
            ("{}", "application/problem+json; charset=utf-8", .json),
            ("[1]", nil, .json),
            ("{{name}}", "text/plain", .text),
            ("{\"a\":1}", "text/plain", .json),
            ("{\"a\":1}", "text/html", .text),
            ("oops", "application/json", .json),
            ("<p>", "text/html", .text),
            ("", "application/json", .empty),
            ("GIF89a", "image/gif", .binary),
            ("a\u{0}b", nil, .binary),
            ("a\u{0}b", "text/plain", .text),
            ("<svg/>", "image/svg+xml", .text),
            ("{}\n{}", "application/x-ndjson; charset=utf-8", .jsonLines),
            ("{}", "text/jsonl", .jsonLines), ("{}", "application/vnd.x+json-lines", .jsonLines),
            ("abc", "application/senml+cbor", .binary),
        ] as [(String, String?, BodyDocument.Kind)])
    func `a body's kind comes from its type, or from its look where the type says little`(
        text: String, type: String?, kind: BodyDocument.Kind
    ) {
        #expect(BodyDocument(text, type).kind == kind)
    }

    @Test(
        arguments: [
            ([0x63, 0xE9], "text/plain; charset=ISO-8859-1", "cé"),
            ([0x80, 0x93], "text/plain; charset=\"windows-1252\"", "€“"),
            ([0xA4], "text/plain; charset=iso-8859-15", "€"),
            ([0xFE, 0xFF, 0x00, 0x41, 0xD8, 0x3D, 0xDE, 0x00], "text/plain", "A😀"),
            ([0x41, 0x00, 0xE9, 0x00], "text/plain; charset=utf-16le", "Aé"),
            ([0xEF, 0xBB, 0xBF, 0x41], nil, "A"),
            ([0x41, 0xE9], "text/plain", "Aé"), (Array("a drink: caf".utf8) + [0xE9], nil, "a drink: café"),
            ([0xC3, 0xA9, 0xE9, 0x42], "text/plain", #"é\xE9B"#), ([0x41, 0xE9], "text/xml", #"A\xE9"#),
            ([0x41, 0xE9], "text/plain; charset=utf-8", #"A\xE9"#),
            ([0x41, 0xE9], "text/plain; charset=klingon", #"A\xE9"#),
            ([0x41, 0, 0xE9, 0], "text/plain", "Aé"),
            ([0x85], "text/plain; charset=latin1", "…"),
            ([0xEF, 0xF0, 0xE8], "text/plain; charset=windows-1251", "при"),
            ([0xEF, 0xF0, 0xE8], "text/html; charset=\"cp1251\"; x=1", "при"),
            ([0xF0, 0xD2, 0xC9], "text/plain;charset=KOI8-R", "При"),
            ([0x93, 0xFA, 0xFF, 0x41], "text/plain; charset=shift_jis", #"日\xFFA"#),
            ([0xD8, 0x3D, 0x00, 0x41, 0x00], "text/plain; charset=utf-16be", #"\xFFA\xFF"#),
            (
                Array("<?xml version='1.0' encoding='windows-1251'?>".utf8) + [0xFF], "text/xml",
                "<?xml version='1.0' encoding='windows-1251'?>я"
            ),
            (Array("<meta charset=koi8-r>".utf8) + [0xC1], "text/html", "<meta charset=koi8-r>а"),
        ] as [([UInt8], String?, String)])
    func `text is shown in its charset, and what is not text in it stays visible`(
        bytes: [UInt8], type: String?, shown: String
    ) {
        #expect(BodyDocument(bytes: bytes, contentType: type).texts(.raw) == [shown])
    }

    @Test func `another charset that a header names for JSON does not count, and is reported where it misleads`() {
        let bytes: [UInt8] = Array("[\"".utf8) + [0xEF, 0xF0, 0xE8] + Array("\"]".utf8)
        let body = BodyDocument(bytes: bytes, contentType: "application/json; charset=windows-1251")
        #expect(body.charset == .utf8)
        #expect(body.scan.overruledCharset == "windows-1251")
        #expect(BodyDocument("[\"при\"]", "application/json; charset=windows-1251").scan.overruledCharset == nil)
        #expect(BodyDocument(bytes: bytes, contentType: "application/json").scan.overruledCharset == nil)
    }

    @Test func `the charset of a complete text is guessed as the library guesses it`() throws {
        let pieces: [[UInt8]] = [[0x41], [0xE9], [0xC3, 0xA9], [0x93], [0]]
        for number in 0..<3125 {
            let bytes = (0..<5).flatMap { pieces[number / [1, 5, 25, 125, 625][$0] % 5] }
            let response = Response(
                status: 200, reason: [], httpVersion: nil, headers: [HeaderField("Content-Type", "text/plain")],
                rawHead: [],
                body: bytes, wireBodyByteCount: nil, isComplete: true)
            let decoded = try TextDecoder().detect(response)
            let body = BodyDocument(bytes: bytes, contentType: "text/plain")
            #expect(body.charset == decoded.encoding, "\(bytes)")
            #expect(body.scan.isCharsetGuessed == (decoded.encoding != .utf8))
        }
    }

    @Test(
        arguments: [
            ("text/plain; charset=utf-8", [0x5A, 0x6F, 0xEB, 0x20, 0xDF], "windows-1252"),
            ("text/plain; charset=utf-8", [0xC3, 0xAB, 0xEB, 0x20], nil),
            ("text/plain; charset=utf-8", [0xC3, 0xAB], nil),
            ("text/plain; charset=iso-8859-1", [0xC3, 0xAB], "UTF-8"), ("text/plain; charset=iso-8859-1", [0xEB], nil),
            ("text/plain; charset=koi8-r", [0x41], nil), ("text/plain", [0xC3, 0xAB], nil),
            ("text/html", Array("<meta charset=utf-8>".utf8) + [0xEB], "windows-1252"),
        ] as [(String, [UInt8], String?)])
    func `a charset that the bytes are probably not in is doubted`(type: String, bytes: [UInt8], likelier: String?) {
        let scan = BodyDocument(bytes: bytes, contentType: type).scan
        #expect(scan.likelierCharset?.name == likelier)
        #expect(scan.isCharsetGuessed == false)
    }

    @Test func `the charset of a text that broke off is guessed by what came, without a character that is cut off`() {
        func charset(_ bytes: [UInt8], isComplete: Bool = false) -> String {
            BodyDocument(bytes: bytes, contentType: "text/plain", isComplete: isComplete).charset.name
        }
        #expect(charset([0x41, 0xE9]) == "UTF-8")
        #expect(charset([0x41, 0xE9, 0x42]) == "windows-1252")
        #expect(charset([0x41, 0xE2, 0x82]) == "UTF-8")
        #expect(charset([0x41, 0xE9], isComplete: true) == "windows-1252")
    }

    @Test func `the beginning of a large body is shown in the charset that it probably is in`() {
        let bytes = BodyBytes([UInt8](repeating: 0xE9, count: 200_000))
        let beginning = BodyDocument(beginningOf: bytes, contentType: "text/plain")
        #expect(beginning.charset.name == "windows-1252" && beginning.scan.isCharsetGuessed)
        #expect(beginning.byteCount == BodyDocument.previewBytes)
        #expect(BodyDocument(beginningOf: bytes, contentType: "text/plain; charset=utf-8").charset == .utf8)
    }

    @Test func `the first bytes beyond ASCII decide about a charset, however much follows`() {
        let ascii = [UInt8](repeating: 0x61, count: 200_000)
        let (western, utf8): ([UInt8], [UInt8]) = ([0xE9, 0x20], [0xC3, 0xA9])
        func charset(_ first: [UInt8], _ then: [UInt8]) -> String {
            let bytes = ascii + first + ascii + Array(repeatElement(then, count: 9).joined())
            return BodyDocument(bytes: bytes, contentType: "text/plain").charset.name
        }
        #expect(charset(western, utf8) == "windows-1252")
        #expect(charset(utf8, western) == "UTF-8")
    }

    @Test func `JSON in another charset is laid out when its charset was guessed`() {
        let bytes: [UInt8] = Array("{\"a\": \"".utf8) + [0xE9] + Array("\"}".utf8)
        let body = BodyDocument(bytes: bytes, contentType: "text/plain")
        #expect(body.kind == .json)
        #expect(body.texts(.pretty) == ["{", "  \"a\": \"é\"", "}"])
    }

    @Test func `an unknown charset is reported`() {
        let body = BodyDocument("x", "text/plain; charset=klingon")
        #expect(body.unknownCharset == "klingon")
        #expect(body.charset == .utf8)
    }

    @Test func `lines end at line feeds, and a carriage return before one is part of the end`() {
        #expect(BodyDocument("a\r\nb\n\nc\rd\n", "text/plain").texts(.raw) == ["a", "b", "", #"c\x0Dd"#])
        #expect(BodyDocument("a\r\nb", "text/plain").wireLines.texts == [#"a\x0D"#, "b"])
    }

    @Test func `tabs reach to the next stop`() {
        #expect(BodyDocument("\ta\tbcd\te", "text/plain").texts(.raw) == ["    a   bcd e"])
    }

    @Test func `bytes are shown as numbers and text, as many in a row as fit`() {
        let body = BodyDocument(bytes: Array(0x1A...0x2B) + [0xFF], contentType: "application/octet-stream")
        #expect(body.kind == .binary)
        #expect(
            body.texts(.hex) == [
                "0000  1A 1B 1C 1D 1E 1F 20 21  22 23 24 25 26 27 28 29  ...... !\"#$%&'()",
                "0010  2A 2B FF                                          *+.",
            ])
        #expect(body.texts(.hex, columns: 30).first == "0000  1A 1B 1C 1D  ....")
    }

    @Test func `dangerous characters are counted, line ends and tabs are not`() {
        let text = "ok\ttab\r\n\u{1B}[31mred\u{1B}[0m\u{1B}]0;title\u{7}\r\n東京 café\u{202E}\n\u{1}"
        let hazards = BodyDocument(text, "text/plain").hazards
        #expect((hazards.csi, hazards.osc, hazards.bidi, hazards.control) == (2, 1, 1, 1))
        #expect(hazards.summary == "4 control bytes: 1 OSC, 2 CSI, 1 bidi")
        #expect(BodyDocument("東京 café\tÿ\r\n", "text/plain").hazards.summary == nil)
    }

    @Test(arguments: 0..<40)
    func `hazards are counted as the sanitiser counts them`(seed: Int) {
        var random = SeededGenerator(seed: UInt64(seed) + 3)
        let parts = [
            "a", "é", "東", "한", "я", "\u{1B}[1m", "\u{200B}", "\u{202E}", "\u{301}", "\u{AD}", "\u{E000}", "👩‍👩‍👧",
        ]
        var bytes: [UInt8] = []
        for _ in 0..<30 {
            if Int.random(in: 0..<12, using: &random) == 0 { bytes.append(0xC3) }
            bytes += Array((parts.randomElement(using: &random) ?? "").utf8)
        }
        #expect(bytes.withUnsafeBufferPointer { HazardScan.count($0) } == SafeText(bytes: bytes).hazards)
    }

    @Test(.longComputation, arguments: 0..<40)
    func `any bytes can be shown in every mode and never hold a control character`(seed: Int) {
        var random = SeededGenerator(seed: UInt64(seed) + 11)
        let count = seed % 8 == 0 ? 9000 : 300
        let bytes = (0..<count).map { _ in UInt8.random(in: seed % 2 == 0 ? 0...255 : 0...127, using: &random) }
        let types = [nil, "application/json", "text/plain", "text/plain; charset=utf-16le", "text/x; charset=latin1"]
        let body = BodyDocument(bytes: bytes, contentType: types[seed % types.count])
        for mode in BodyMode.allCases {
            let source = body.lines(mode, columns: 60)
            for line in 0..<source.lineCount {
                let whole = source.line(line, columns: 0..<100_000).string
                #expect(whole.unicodeScalars.allSatisfy { $0.value >= 0x20 && !(0x7F...0x9F).contains($0.value) })
                #expect(DisplayWidth.of(safe: whole) == source.columnCount(ofLine: line))
                _ = source.line(line, columns: 7..<19)
            }
        }
    }

    @Test(.longComputation) func `a line of any characters is the same in pieces as whole`() {
        let line = String(repeating: "abc東京é\u{1B}[0mдом\t", count: 900)
        let source = BodyDocument(line, "text/plain").lines(.raw, columns: 80)
        let count = source.columnCount(ofLine: 0)
        let whole = source.line(0, columns: 0..<count).string
        #expect(DisplayWidth.of(safe: whole) == count)
        var pieces = ""
        for start in stride(from: 0, to: count, by: 97) {
            let piece = source.line(0, columns: start..<start + 97).string
            // A wide character that began before leaves a space.
            pieces += pieces.isEmpty || DisplayWidth.of(safe: pieces) == start ? piece : String(piece.dropFirst())
        }
        #expect(pieces == whole)
    }
}
