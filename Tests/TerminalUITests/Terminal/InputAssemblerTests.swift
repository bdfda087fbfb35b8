import Glibc
import TestSupport
import Testing

@testable import TerminalUI

/// Bytes of the keyboard as characters, in every locale.
@Suite struct InputAssemblerTests {
    typealias Arrival = ScriptedInput.Arrival

    /// `KEY_UP` of curses.
    private static let arrowUp: Int32 = 0o403

    /// What is read of parts, between which there was nothing to read.
    private func inputs(_ parts: [[Int32]], codeset: String? = nil) -> [RawInput] {
        var assembler = InputAssembler(codeset: codeset)
        var inputs: [RawInput] = []
        for part in parts {
            var rest = part[...]
            while let input = assembler.next(read: { rest.popFirst() ?? -1 }, waitForMore: { false }) {
                inputs.append(input)
            }
        }
        return inputs
    }

    private func scalars(of bytes: [UInt8], codeset: String? = nil) -> [Unicode.Scalar] {
        inputs([bytes.map { Int32($0) }], codeset: codeset).compactMap { input in
            if case .scalar(let scalar) = input { scalar } else { nil }
        }
    }

    private func text(of bytes: [UInt8], codeset: String? = nil) -> String {
        String(String.UnicodeScalarView(scalars(of: bytes, codeset: codeset)))
    }

    @Test(
        arguments: [
            ([0x61, 0xFF, 0x62, 0x63, 0x64], "a\u{FFFD}bcd"), ([0x80, 0xBF, 0x61], "\u{FFFD}\u{FFFD}a"),
            ([0xE2, 0x82, 0x61], "\u{FFFD}a"), ([0xE2, 0xC3, 0xBC], "\u{FFFD}ü"),
            ([0xC3, 0xE2, 0x82, 0xAC], "\u{FFFD}€"),
            ([0xF0, 0x9F, 0x98, 0x1B, 0x5B], "\u{FFFD}\u{1B}["), ([0xC0, 0xAF], "\u{FFFD}\u{FFFD}"),
            ([0xE0, 0x9F, 0xBF], "\u{FFFD}\u{FFFD}\u{FFFD}"), ([0xED, 0xA0, 0x80], "\u{FFFD}\u{FFFD}\u{FFFD}"),
            ([0xF4, 0x90, 0x80, 0x80], "\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}"), ([0xF5, 0x61], "\u{FFFD}a"),
            ([0xEE, 0x80, 0x80, 0xF4, 0x8F, 0xBF, 0xBF, 0x00], "\u{E000}\u{10FFFF}\u{0}"),
        ] as [([UInt8], String)])
    func `a byte that is no character becomes one mark, and what follows it is read`(bytes: [UInt8], text: String) {
        #expect(scalars(of: bytes) == Array(text.unicodeScalars))
    }

    @Test func `a key breaks off a character, and is that key`() {
        let up = Self.arrowUp
        let wanted: [RawInput] = [
            .scalar("a"), .scalar("\u{FFFD}"), .code(up), .scalar("\u{FFFD}"), .scalar("\u{FFFD}"), .code(up),
            .code(up),
        ]
        #expect(inputs([[0x61, 0xE2, 0x82, up, 0xAC, 0xC3], [up, up]]) == wanted)
    }

    @Test func `a character may come in parts, however long after each other`() {
        let events = ScriptedInput.events(of: [
            Arrival(bytes: [0x61, 0xE6]), Arrival(bytes: [0xBC], after: .seconds(60)),
            Arrival(bytes: [0xA2, 0xF0], after: .milliseconds(1)),
            Arrival(bytes: [0x9F, 0x98, 0x80, 0xE6], after: .seconds(2)), Arrival("b", after: .seconds(3)),
        ])
        #expect(events == ["a", "漢", "😀", "\u{FFFD}", "b"])
    }

    @Test(arguments: [(Duration.milliseconds(20), ["Alt-ü"]), (.milliseconds(21), ["Esc", "ü"])])
    func `an Alt key that a slow line cuts is one within the escape delay`(pause: Duration, names: [String]) {
        let events = ScriptedInput.events(of: [Arrival(bytes: [0x1B, 0xC3]), Arrival(bytes: [0xBC], after: pause)])
        #expect(events == names)
    }

    /// As of a terminal that is gone: `poll` finds more at once, and nothing can be read.
    @Test func `a wait that brings nothing is not repeated`() {
        var assembler = InputAssembler()
        var bytes: [Int32] = [0xF0, 0x9F]
        var waits = 0
        let input = assembler.next(
            read: { bytes.isEmpty ? -1 : bytes.removeFirst() },
            waitForMore: {
                waits += 1
                return true
            })
        #expect(input == nil)
        #expect(waits == 1)
    }

    // MARK: Any bytes

    @Test(arguments: UInt64(0)..<40)
    func `any bytes, cut anywhere, are the characters that a string makes of them`(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let starts: [UInt8] = [
            0x00, 0x41, 0x7F, 0x80, 0x9F, 0xA0, 0xBF, 0xC1, 0xC2, 0xDF, 0xE0, 0xED, 0xEF, 0xF0, 0xF4,
        ]
        let bytes: [UInt8] = (0..<400).map { _ in
            Bool.random(using: &random)
                ? starts.randomElement(using: &random) ?? 0x41 : UInt8.random(in: 0x80...0xFF, using: &random)
        }
        var parts: [[Int32]] = [[]]
        for byte in bytes {
            if Int.random(in: 0..<5, using: &random) == 0 { parts.append([]) }
            parts[parts.count - 1].append(Int32(byte))
        }
        // Breaks off what is incomplete, as the end of a string does.
        parts.append([Self.arrowUp])
        var wanted = String(decoding: bytes, as: UTF8.self).unicodeScalars.map { RawInput.scalar($0) }
        wanted.append(.code(Self.arrowUp))
        #expect(inputs(parts) == wanted)
    }

    @Test(arguments: UInt64(0)..<40)
    func `characters among bytes that are none come unchanged, and in order`(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let characters: [Unicode.Scalar] = [
            "a", "\u{7F}", "\u{80}", "ü", "\u{7FF}", "€", "\u{FFFD}", "漢", "😀", "\u{10FFFF}",
        ]
        // None of these can go on with what may stand before it.
        let others: [[UInt8]] = [[0xFF], [0xC0], [0xF8], [0xC3], [0xE2, 0x82], [0xF0, 0x9F, 0x98]]
        var bytes: [UInt8] = []
        var wanted: [Unicode.Scalar] = []
        for _ in 0..<200 {
            if Bool.random(using: &random) {
                let scalar = characters.randomElement(using: &random) ?? "a"
                bytes += Array(String(Character(scalar)).utf8)
                wanted.append(scalar)
            } else {
                bytes += others.randomElement(using: &random) ?? []
                wanted.append("\u{FFFD}")
            }
        }
        #expect(scalars(of: bytes + [0x7A]) == wanted + ["z"])
    }

    // MARK: Locales

    @Test(arguments: [nil, "UTF-8", "ANSI_X3.4-1968", "US-ASCII", "ASCII"] as [String?])
    func `without a locale input is UTF-8, too`(codeset: String?) {
        #expect(text(of: Array("/Müller 漢😀".utf8), codeset: codeset) == "/Müller 漢😀")
        #expect(text(of: [0xE9, 0x62], codeset: codeset) == "\u{FFFD}b")
    }

    /// In the locale C no byte above ASCII is a part of a longer character.
    @Test(arguments: ["C", "C.UTF-8"])
    func `a paste is read as keys are`(name: String) throws {
        let known: locale_t? = newlocale(1 << LC_CTYPE, name, nil)
        let locale = try #require(known)
        let before = uselocale(locale)
        defer {
            _ = uselocale(before)
            freelocale(locale)
        }
        let bytes: [UInt8] = Array("/Müller\n漢".utf8) + [0xFF, 0x61, 0xE6, 0x61]
        let pasted = PasteReader.text(bytes, codeset: "ISO-8859-1")
        #expect(pasted == text(of: bytes, codeset: "ISO-8859-1"))
        #expect(pasted.hasPrefix("/Müller\n漢\u{FFFD}a\u{FFFD}a") == (name == "C.UTF-8"))
        #expect(PasteReader.text(bytes + [0xE6], codeset: nil).hasSuffix("a\u{FFFD}"))
        let whole = PasteReader.text(bytes + [0xE6], codeset: "ISO-8859-1")
        #expect(whole.unicodeScalars.count == pasted.unicodeScalars.count + 1)
    }

    /// The charset is that of the thread's locale: one that each system has.
    @Test func `another charset is read as the C library reads it`() throws {
        let known: locale_t? = newlocale(1 << LC_CTYPE, "C.UTF-8", nil)
        let locale = try #require(known)
        let before = uselocale(locale)
        defer {
            _ = uselocale(before)
            freelocale(locale)
        }
        let codeset = "EUC-JP"
        #expect(text(of: Array("\u{0}/Müller 漢😀".utf8), codeset: codeset) == "\u{0}/Müller 漢😀")
        #expect(text(of: [0x61, 0xFF, 0x62, 0x63], codeset: codeset) == "a\u{FFFD}bc")
        #expect(text(of: [0xE6, 0x61, 0xC3, 0xC3, 0xBC], codeset: codeset) == "\u{FFFD}a\u{FFFD}ü")
        let up = Self.arrowUp
        let wanted: [RawInput] = [.scalar("漢"), .scalar("\u{FFFD}"), .code(up), .scalar("b")]
        #expect(inputs([[0xE6], [0xBC], [0xA2, 0xC3], [up, 0x62]], codeset: codeset) == wanted)
    }
}
