import TestSupport
import Testing

@testable import NetEngine

/// Any bytes in any encoding: the conversion ends, stays in bounds, and names the invalid byte.
@Suite(.timeLimit(.minutes(5))) struct TextEncodingTests {
    private static func random(_ count: Int, _ generator: inout SeededGenerator, from bytes: [UInt8]? = nil) -> [UInt8]
    {
        (0..<count).map { _ in
            bytes.map { $0[Int(generator.next() % UInt64($0.count))] } ?? UInt8(truncatingIfNeeded: generator.next())
        }
    }

    /// Checks what must be true of every conversion; returns how many bytes were valid.
    @discardableResult
    private func check(_ encoding: TextEncoding, _ bytes: [UInt8], from start: Int = 0) -> Int {
        let count = bytes.count - start
        do {
            let text = try encoding.utf8(bytes, from: start)
            #expect(text.count <= 4 * count + 64, "\(encoding)")
            #expect(UTF8Text.firstInvalidByte(in: text) == nil, "\(encoding)")
            return bytes.count
        } catch {
            #expect(error.offset >= start && error.offset < bytes.count, "\(encoding)")
            // The bytes before the error are valid by themselves, or belong to the invalid sequence.
            return error.offset
        }
    }

    @Test(arguments: TextEncoding.all)
    func `arbitrary bytes end in text or in the offset of an error`(_ encoding: TextEncoding) {
        var generator = SeededGenerator(seed: 7)
        // Bytes that shift states and begin sequences are the most likely to do harm.
        let loaded: [UInt8] = [
            0x1B, 0x24, 0x28, 0x40, 0x42, 0x0E, 0x0F, 0x2B, 0x2D, 0x81, 0x8E, 0x8F, 0xFE, 0xFF, 0x30,
        ]
        for round in 0..<120 {
            let count = round % 40
            check(encoding, Self.random(count, &generator))
            check(encoding, Self.random(count, &generator, from: loaded))
            check(encoding, Self.random(count + 3, &generator), from: 3)
        }
        for count in [127, 128, 129, 255, 256, 257, 1023] {
            check(encoding, Self.random(count, &generator, from: loaded))
        }
    }

    @Test(.longComputation, arguments: TextEncoding.all)
    func `an error far into a body is found where it is`(_ encoding: TextEncoding) throws {
        // Around the size of the conversion buffer, so that sequences cross its border.
        for padding in [32_767, 65_536] {
            var generator = SeededGenerator(seed: UInt64(padding))
            let unit = String(encoding.name.hasPrefix("UTF-32") ? "UTF-32" : encoding.name.prefix(6))
            let space: [UInt8] =
                switch encoding {
                case .utf16BigEndian: [0, 0x20]
                case .utf16LittleEndian: [0x20, 0]
                case .utf32BigEndian: [0, 0, 0, 0x20]
                case .utf32LittleEndian: [0x20, 0, 0, 0]
                default: unit.hasPrefix("IBM03") || unit.hasPrefix("IBM50") || unit.hasPrefix("IBM10") ? [0x40] : [0x20]
                }
            let plain = Array(repeatElement(space, count: padding / space.count).joined())
            let good = try encoding.utf8(plain)
            #expect(good == [UInt8](repeating: 0x20, count: plain.count / space.count))
            let end = check(encoding, plain + Self.random(40, &generator))
            #expect(end >= plain.count)
        }
    }

    @Test(arguments: [
        ("Shift_JIS", [0x93, 0xFA] as [UInt8], "日"), ("EUC-JP", [0xC6, 0xFC], "日"), ("EUC-KR", [0xC7, 0xD1], "한"),
        ("GB18030", [0xC8, 0xD5], "日"), ("Big5", [0xA4, 0xE9], "日"), ("UTF-16LE", [0xE5, 0x65], "日"),
        ("UTF-32BE", [0, 0, 0x65, 0xE5], "日"), ("UTF-16BE", [0xD8, 0x3D, 0xDE, 0x00], "😀"),
    ])
    func `a truncated sequence is an error where it begins`(_ label: String, _ bytes: [UInt8], _ text: String) throws {
        let encoding = try #require(TextEncoding(label: label))
        for count in [1, 100, 16_384] {
            let body = Array(repeatElement(bytes, count: count).joined())
            #expect(try String(decoding: encoding.utf8(body), as: UTF8.self) == String(repeating: text, count: count))
            for cut in 1..<bytes.count {
                #expect(throws: TextEncoding.InvalidByte(offset: (count - 1) * bytes.count)) {
                    try encoding.utf8(Array(body.dropLast(cut)))
                }
            }
        }
    }

    @Test func `shift states are followed to the end`() throws {
        let japanese = try #require(TextEncoding(label: "iso-2022-jp"))
        let shifted: [UInt8] = [0x1B, 0x24, 0x42, 0x46, 0x7C, 0x1B, 0x28, 0x42]
        #expect(try String(decoding: japanese.utf8(shifted), as: UTF8.self) == "日")
        // Without the final shift, and cut inside a character and inside an escape sequence.
        #expect(try String(decoding: japanese.utf8(Array(shifted.prefix(5))), as: UTF8.self) == "日")
        #expect(throws: TextEncoding.InvalidByte(offset: 3)) { try japanese.utf8(Array(shifted.prefix(4))) }
        #expect(throws: TextEncoding.InvalidByte.self) { try japanese.utf8(Array(shifted.prefix(2))) }
        // Many shifts that lead nowhere.
        check(japanese, Array(repeatElement([0x1B, 0x24, 0x42, 0x1B, 0x28, 0x42] as [UInt8], count: 20_000).joined()))
        let seven = try #require(TextEncoding(label: "utf-7"))
        #expect(try String(decoding: seven.utf8(Array("Hi +ZeU-!".utf8)), as: UTF8.self) == "Hi 日!")
        check(seven, Array("+ZeU".utf8))
        check(seven, Array(repeating: UInt8(ascii: "+"), count: 100_000))
    }

    @Test func `a character held back for what might follow is not lost`() throws {
        // In Big5-HKSCS a combining mark may join the letter before it.
        let big5 = try #require(TextEncoding(label: "big5"))
        #expect(try String(decoding: big5.utf8([0x88, 0x66]), as: UTF8.self) == "Ê")
        #expect(
            Array(try String(decoding: big5.utf8([0x88, 0x62]), as: UTF8.self).unicodeScalars) == ["Ê", "\u{304}"])
    }

    @Test(arguments: [
        "", "utf-9", "INTERNAL", "WCHAR_T", "char", "ISO-2022-CN-EXT", "ISO-2022-JP-3", "IBM1390", "utf-8//IGNORE",
        "../x",
        String(repeating: "a", count: 5000),
    ])
    func `labels outside of the list are unknown`(_ label: String) { #expect(TextEncoding(label: label) == nil) }

    @Test(arguments: [
        ("csISO88596E", "ISO-8859-6"), ("csISO88596I", "ISO-8859-6"), ("sun_eu_greek", "ISO-8859-7"),
        ("csISO88598E", "ISO-8859-8"), ("csISO88598I", "ISO-8859-8"),
    ])
    func `labels that few use are those of browsers too (WHATWG Encoding §4_2)`(_ label: String, _ name: String) {
        #expect(TextEncoding(label: label)?.name == name)
    }

    @Test func `every encoding of the list works, and is found by its own name`() throws {
        for encoding in TextEncoding.all {
            #expect(TextEncoding(label: encoding.name.uppercased()) == encoding)
            #expect(try encoding.utf8([]) == [])
        }
    }
}
