import NetEngine
import TestSupport
import Testing

@testable import Base
@testable import Bodies

@Suite struct BodyScanTests {
    /// All lines of the readable layout, each as its bytes with its indentation.
    private static func lines(_ scan: BodyScan) -> [String] {
        scan.text.withBytes { text in
            guard let json = scan.json, let verdict = scan.verdict else { return [] }
            let layout = JSONLayout(json, verdict, error: scan.jsonError, plain: TextLayout(scan.lines), in: text)
            return (0..<layout.lineCount).map { line in
                let (indent, segments) = layout.segments(ofLine: line, of: text)
                return segments.reduce(into: String(repeating: " ", count: indent)) { shown, segment in
                    switch segment {
                    case .bytes(let range, _): shown += String(decoding: text[range], as: UTF8.self)
                    case .gap(let count): shown += String(repeating: " ", count: count)
                    case .added(let note, _): shown += note
                    }
                }
            }
        }
    }

    @Test(arguments: 0..<6)
    func `what is shown of a body that arrives is what has come of it`(seed: Int) throws {
        var random = SeededGenerator(seed: UInt64(seed) + 17)
        var bytes = JSONTexts.large(&random)
        if seed % 3 == 2 { bytes = JSONTexts.damaged(bytes, &random) }
        let file = try SpooledBody(in: ["/tmp"])
        var scan: BodyScan?
        var place = 0
        while place < bytes.count {
            let end = min(bytes.count, place + Int.random(in: 1...9000, using: &random))
            try bytes[place..<end].withUnsafeBytes { try file.append($0) }
            place = end
            var now = scan ?? BodyScan(BodyBytes(file), contentType: "application/json")
            now.read(to: .max)
            if place >= BodyScan.headLength { scan = now }
            let whole = BodyScan(
                whole: BodyBytes(Array(bytes[..<place])), contentType: "application/json", isComplete: false)
            #expect(Self.lines(now) == Self.lines(whole))
            #expect(now.lines.lineCount == whole.lines.lineCount)
            #expect(now.byteCount == place)
        }
        scan?.end(isComplete: true)
        let whole = BodyScan(whole: BodyBytes(bytes), contentType: "application/json")
        #expect(scan?.kind == whole.kind && scan?.jsonError == whole.jsonError && scan?.hazards == whole.hazards)
        #expect(scan.map(Self.lines) == Self.lines(whole))
    }

    /// Pieces of a file are converted one after the other; a character must not be cut between them.
    @Test(arguments: ["", "a", "ab"])
    func `a large text in a file is converted into another file, as it would be in memory`(start: String) throws {
        // Above the size of one piece, 1 MiB.
        let count = 1_200_000
        func repeated(_ block: [UInt8], toBytes size: Int) -> [UInt8] {
            Array([[UInt8]](repeating: block, count: size / block.count).joined())
        }
        func wide(_ text: String) -> [UInt8] { text.utf16.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] } }
        let western = Array(start.utf8) + repeated((0..<251 * 8).map { UInt8($0 % 251) | 0x80 }, toBytes: count)
        let mark: [UInt8] = [0xFE, 0xFF]
        let wideBlock = wide(String(repeating: "é😀", count: 200))
        let wide = mark + wide(start) + repeated(wideBlock, toBytes: count)
        // Of one byte a character, no start is another case.
        for bytes in start.isEmpty ? [western, wide] : [wide] {
            let file = try SpooledBody(in: ["/tmp"])
            try bytes.withUnsafeBytes { try file.append($0) }
            let scan = BodyScan(whole: BodyBytes(file), contentType: "text/plain")
            let known = BodyScan(whole: BodyBytes(bytes), contentType: "text/plain")
            #expect(scan.charset.name == (bytes == wide ? "UTF-16BE" : "windows-1252"))
            #expect(scan.charset == known.charset)
            #expect(scan.text.array == nil, "no copy of it is in memory")
            #expect(scan.text == known.text)
            #expect(scan.hazards == known.hazards)
        }
    }

    @Test func `a byte order mark makes a text of a body, whatever its type`() {
        func isBinary(_ bytes: [UInt8], _ type: String) -> Bool {
            BodyScan(BodyBytes(bytes), contentType: type).isBinary
        }
        let text = Array("a text".utf8)
        #expect(isBinary(text, "image/png") && isBinary([0x61, 0, 0xFF, 0x01], "application/octet-stream"))
        #expect(!isBinary([0xEF, 0xBB, 0xBF] + text, "image/png"))
        #expect(!isBinary([0xFF, 0xFE, 0x61, 0, 0x62, 0], "image/png") && !isBinary(text, "text/plain"))
    }

    @Test func `a DEL is a control character wherever a text has it`() {
        for count in 1...40 {
            let bytes = [UInt8](repeating: 0x61, count: count - 1) + [0x7F, 0x61]
            let scan = BodyScan(whole: BodyBytes(bytes), contentType: "text/plain")
            #expect(scan.hazards.control == 1, "\(count)")
        }
    }

    @Test func `a character that the beginning of a text divides says nothing of the charset`() {
        let ascii = [UInt8](repeating: 0x61, count: (64 << 10) - 1)
        func guess(_ bytes: [UInt8]) -> String? {
            BodyScan(BodyBytes(ascii + bytes), contentType: "text/plain").guessedByBeginning()?.charset.name
        }
        #expect(guess([0xC3, 0xA9, 0x61]) == nil)
        #expect(guess([0xA9, 0x61]) == "windows-1252")
    }

    @Test func `a byte order mark and the marks of a JSON sequence are not part of the values`() {
        let mark = BodyScan(whole: BodyBytes([0xEF, 0xBB, 0xBF] + Array("[1]".utf8)), contentType: nil)
        #expect(mark.kind == .json)
        #expect(Self.lines(mark) == ["[", "  1", "]"])
        let sequence = BodyScan(
            whole: BodyBytes(Array("\u{1E}{\"a\":1}\n\u{1E}2\n".utf8)), contentType: "application/json-seq")
        #expect(sequence.kind == .jsonLines && sequence.jsonError == nil)
        #expect(Self.lines(sequence) == ["{", "  \"a\": 1", "}", "2"])
        // Elsewhere it is a control like any other.
        #expect(BodyScan(whole: BodyBytes(Array("\u{1E}1".utf8)), contentType: "application/json").jsonError != nil)
    }

    @Test func `bytes that are not UTF-8 are found across pieces, a cut character is none`() {
        func invalid(_ bytes: [UInt8], by step: Int) -> Int? {
            bytes.withUnsafeBufferPointer { text in
                var scan = UTF8Scan()
                for end in stride(from: step, to: bytes.count + step, by: step) {
                    scan.read(text, to: min(end, bytes.count))
                }
                return scan.firstInvalid
            }
        }
        let text = Array("é東👩x".utf8)
        for step in 1...9 {
            #expect(invalid(text, by: step) == nil)
            #expect(invalid(Array(text.dropLast(2)), by: step) == nil)
            #expect(invalid(text + [0xFF, 0x41], by: step) == text.count)
            #expect(invalid([0xE6, 0x9D] + text, by: step) == 0)
            #expect(invalid(text + [0xC3, 0x28], by: step) == text.count)
            #expect(invalid(text + [0xED, 0xA0, 0x80], by: step) == text.count)
        }
    }

    @Test(arguments: 0..<6)
    func `dangerous characters are counted the same in pieces as at once`(seed: Int) {
        var random = SeededGenerator(seed: UInt64(seed) + 3)
        let parts = [
            "plain words in a row ", "\r\n", "\n", "é", "\u{1B}[1m", "\u{202E}", "\u{200B}", "\u{301}", "\t",
            String(repeating: "y", count: 5000),
        ]
        var text = ""
        while text.utf8.count < 300_000 { text += parts.randomElement(using: &random) ?? "" }
        let bytes = Array(text.utf8)
        let whole = bytes.withUnsafeBufferPointer { HazardScan.count($0) }
        var scan = BodyScan(BodyBytes(bytes), contentType: "text/plain")
        while scan.hasMore { scan.read(to: scan.place + Int.random(in: 1...50_000, using: &random)) }
        scan.end(isComplete: true)
        #expect(scan.hazards == whole)
        #expect(whole.total > 0)
    }

    @Test(arguments: 0..<8)
    func `the place of an error is counted as everywhere`(seed: Int) {
        var random = SeededGenerator(seed: UInt64(seed) + 9)
        let parts = ["a", "é", "東京", "\r", "\n", "\r\n", "\n\r", "\u{FEFF}", String(repeating: "x ", count: 50_000)]
        var text = ""
        for _ in 0..<30 { text += parts.randomElement(using: &random) ?? "" }
        let bytes = Array(text.utf8)
        for offset in [0, 1, 3, bytes.count / 2, bytes.count - 1, bytes.count] where offset <= bytes.count {
            let wanted = TextLines.place(of: offset, in: bytes)
            let error = JSONSyntaxError(offset: offset, reason: "")
            let found = JSONErrorPlace(error, in: BodyBytes(bytes)).place
            #expect(found.line == wanted.line && found.column == wanted.column, "\(offset)")
        }
    }
}
