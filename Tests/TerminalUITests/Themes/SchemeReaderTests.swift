import TestSupport
import Testing

@testable import TerminalUI

struct SchemeReaderTests {
    /// The colours of a scheme, `000000` to `0f0f0f` (or `171717`).
    static func entries(_ count: Int = 16, indent: String = "  ", quote: String = "\"") -> [String] {
        ColorScheme.slots.prefix(count).enumerated().map { place, slot in
            let part = (place < 16 ? "0" : "1") + String(place % 16, radix: 16)
            return "\(indent)\(slot): \(quote)\(part)\(part)\(part)\(quote)"
        }
    }

    static func file(_ lines: [String]) -> [UInt8] {
        Array((["system: \"base16\"", "name: \"A & B\"", "palette:"] + lines).joined(separator: "\n").utf8)
    }

    private func problem(_ bytes: [UInt8]) -> String {
        do throws(SchemeProblem) {
            _ = try SchemeReader.read(bytes, name: "x")
            return "none"
        } catch {
            return error.sentence("x.yaml")
        }
    }

    private func problem(_ text: String) -> String { problem(Array(text.utf8)) }

    @Test func `the present form, the older one, and base24 are read`() throws {
        let present = try SchemeReader.read(Self.file(Self.entries()), name: "mine")
        #expect(present.name == "mine" && present.colors.count == 16)
        #expect(present.colors[10] == RGB(0x0A_0A0A) && present.isDark)
        let older = ["scheme: \"Old\"", "author: \"me\""] + Self.entries(indent: "", quote: "")
        #expect(try SchemeReader.read(Array(older.joined(separator: "\r\n").utf8), name: "mine") == present)
        let hashed = Self.entries().map { $0.replacing(": \"", with: ": \"#") + "  # a comment" }
        #expect(try SchemeReader.read(Self.file(hashed), name: "mine") == present)
        let large = try SchemeReader.read(Self.file(Self.entries(24)), name: "mine")
        #expect(large.colors.count == 24 && large.colors[23] == RGB(0x17_1717))
        let lower = Self.entries().map { $0.lowercased() }
        #expect(try SchemeReader.read(Self.file(lower), name: "mine") == present)
    }

    @Test func `what is wrong is named, with its line`() {
        var lines = Self.entries()
        lines[10] = "  base0A: \"1e1e2\""
        #expect(
            problem(Self.file(lines))
                == "x.yaml:14: base0A is not a colour: 1e1e2; six hexadecimal digits such as \"1e1e2e\" are.")
        lines[10] = "  base0A: #1e1e2e"
        #expect(
            problem(Self.file(lines)) == "x.yaml:14: base0A has no colour; one that begins with # must be in quotes.")
        for nothing in ["null", "~", "\"\""] {
            lines[10] = "  base0A: \(nothing)"
            #expect(problem(Self.file(lines)).hasPrefix("x.yaml:14: base0A has no colour;"), "\(nothing)")
        }
        lines[10] = "  base0A: [1, 2]"
        #expect(problem(Self.file(lines)).hasPrefix("x.yaml:14: base0A is not a colour;"))
        lines[10] = "  baseA: \"1e1e2e\""
        #expect(
            problem(Self.file(lines)) == "x.yaml: base0A is missing; there is basea; a scheme has base00 to base0F.")
        lines[10] = "  base00: \"1e1e2e\""
        #expect(problem(Self.file(lines)).hasSuffix("base00 is there twice."))
        lines[10] = "  base0A \"1e1e2e\""
        #expect(problem(Self.file(lines)).hasPrefix("x.yaml:1"))
        #expect(problem(Self.file(lines)).contains("it is not YAML: "))
        #expect(problem("") == "x.yaml: it is not a base16 or base24 scheme: base00 to base0F are missing.")
        #expect(problem("palette: dark") == "x.yaml:1: palette must hold base00 to base0F, one a line.")
        #expect(problem([0xFF, 0xFE]) == "x.yaml: it is not UTF-8 text.")
        #expect(problem("a: \u{7}").hasPrefix("x.yaml:1: it is not YAML"))
    }

    @Test func `hostile files end soon, with a sentence`() {
        for text in ["[", "{", "- ", "? ", "[{"] {
            #expect(problem(String(repeating: text, count: 20_000)).contains("too many lists"))
        }
        for (count, isRefused) in [(64, false), (65, true)] {
            let text = "x: " + String(repeating: "[", count: count) + String(repeating: "]", count: count)
            #expect(problem(text).contains("too many lists") == isRefused, "\(count)")
        }
        let bomb = (0..<30).map { "a\($0): &a\($0) [*a\($0 - 1), *a\($0 - 1)]" }.joined(separator: "\n")
        #expect(problem(bomb).contains("too many lists or references"))
        #expect(problem(String(repeating: "a: b\n", count: 20_000)).contains("larger than 64 KiB"))
        let deep = (0..<180).map { String(repeating: " ", count: $0) + "a:" }.joined(separator: "\n")
        #expect(problem(deep).contains("base00 to base0F") || problem(deep).contains("missing"))
    }

    @Test func `any bytes are a scheme or a sentence`() {
        var generator = SeededGenerator(seed: 29)
        let seeds = [Self.file(Self.entries()), Self.file(Self.entries(24)), Array("%YAML 1.2\n---\na: &x *x\n".utf8)]
        let pieces = [
            "\n", ":", " ", "\t", "#", "\"", "'", "|\n", ">\n", "&a ", "*a ", "[", "]", "{", "}", ",", "!!int ",
            "---\n", "...\n", "<<: ", "%TAG ! x\n", "\u{FEFF}", "\u{0}", "base00: ", "null", "~", "\\u0000",
        ].map { Array($0.utf8) }
        var read = 0
        for round in 0..<3000 {
            var bytes = seeds[round % seeds.count]
            for _ in 0..<Int.random(in: 0...6, using: &generator) where !bytes.isEmpty {
                let place = Int.random(in: 0..<bytes.count, using: &generator)
                switch Int.random(in: 0...3, using: &generator) {
                case 0: bytes[place] = UInt8.random(in: 0...255, using: &generator)
                case 1:
                    let end = min(bytes.count, place + Int.random(in: 1...9, using: &generator))
                    bytes.removeSubrange(place..<end)
                case 2: bytes.insert(contentsOf: pieces.randomElement(using: &generator) ?? [], at: place)
                default: bytes = Array(bytes[..<place])
                }
            }
            do throws(SchemeProblem) {
                let scheme = try SchemeReader.read(bytes, name: "x")
                read += 1
                let theme = Theme(scheme)
                for repair in Theme.repairs(of: scheme) { #expect(repair.contrastAfter >= repair.use.least) }
                #expect(theme.name == "x")
            } catch {
                #expect(!error.clause.isEmpty && !error.clause.hasSuffix("."))
            }
        }
        #expect(read > 100)
    }

    @Test func `what is moved is reported, and the rest is as in the file`() throws {
        var lines = Self.entries().map { String($0.prefix(10)) + "\"ffffff\"" }
        lines[0] = "  base00: \"101010\""
        lines[2] = "  base02: \"808080\""
        lines[3] = "  base03: \"333333\""
        lines[8] = "  base08: \"800000\""
        let scheme = try SchemeReader.read(Self.file(lines), name: "x")
        let repairs = Theme.repairs(of: scheme)
        #expect(repairs.map { "\($0.slot) \($0.use)" } == ["base03 text", "base03 mark", "base08 text", "base05 text"])
        let red = try #require(repairs.first { $0.slot == "base08" })
        #expect(red.from == RGB(0x80_0000) && red.ground == RGB(0x10_1010))
        #expect(red.contrastBefore < 4.5 && red.contrastAfter >= 4.5 && red.to.red > red.to.blue)
        let text = Theme(scheme).appearance(of: .text, depth: .direct)
        #expect(text.foreground == .rgb(255, 255, 255) && text.background == .rgb(16, 16, 16))
        let failure = Theme(scheme).appearance(of: Style(.failure), depth: .direct)
        #expect(failure.foreground == .rgb(red.to.red, red.to.green, red.to.blue))
    }
}
