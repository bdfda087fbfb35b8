import TestSupport
import Testing

@testable import Base
@testable import TerminalUI

/// What is made of what a terminal sends, and of theme files, as it was recorded (`Recorded`).
@Suite struct SentTextTests {
    /// `\e` for Esc, `\a` for BEL, `\xNN` for a character by its number; ` ... ` is a pause of two seconds.
    private static let sequences = #"""
        a
        \e
        \ea
        \eO
        \eOA
        \eOP
        \eOM
        \eOz
        \e\e
        \e\e[A
        \e\x7F
        \x7F
        \x08
        \x09
        \x0D
        \x0A
        \x00
        \x01
        \x1A
        \x1C
        \x1F
        \xE9
        \x80
        \x9B
        \x9BA
        \e[
        \e]
        \e[A\e[B\e[C\e[D\e[F\e[H
        \e[1;5A\e[1;5B\e[1;5C\e[1;5D
        \e[1;2C\e[1;3C\e[1;4C\e[1;5C\e[1;6C\e[1;9C
        \e[1;5F\e[1;3H\e[3;5~\e[3;3~\e[2;5~
        \e[1~\e[2~\e[3~\e[4~\e[5~\e[6~\e[7~\e[8~\e[9~\e[10~
        \e[11~\e[12~\e[13~\e[14~\e[15~\e[16~\e[17~\e[18~\e[19~\e[20~\e[21~\e[22~\e[23~\e[24~\e[25~
        \e[P\e[Q\e[R\e[S\e[Z\e[1;2R\e[5R
        \e[27;5;97~\e[27;3;97~\e[27;5~\e[27;2;9~
        \e[97u\e[97;5u\e[97;3u\e[97;7u\e[105;5u\e[106;5u\e[109;5u\e[91;5u\e[104;5u
        \e[9u\e[9;2u\e[13u\e[27u\e[127u\e[127;3u\e[8u\e[8;3u\e[31u\e[32u\e[57343u\e[57344u\e[63743u\e[63744u\e[0u\e[u
        \e[?1u\e[>1A\e[=1A
        \e[<0;5;7M\e[<0;5;7m\e[<32;5;7M\e[<64;5;7M\e[<65;5;7M\e[<64;5;7m\e[<66;5;7M
        \e[<1;5;7M\e[<2;5;7M\e[<3;5;7M\e[<35;5;7M\e[<0;0;7M\e[<0;5;0M\e[<0;1;1M\e[<4;5;7M\e[<16;5;7M\e[<0;5M\e[<a;5;7M
        \e[M !!\e[M#!!\e[M@!!\e[M`!!\e[Ma!!\e[M  !
        \e[?62;4;6c\e[?62c\e[c\e[6;20;10t\e[6;1;10t\e[6;400;200t\e[6;401;200t\e[5;20;10t\e[6;20t
        \e[?1;0;256S\e[?1;0;1S\e[?1;0;2S\e[?1;1;256S\e[?2;0;256S
        \e[?997;1n\e[?997;2n\e[?997;3n\e[?997;0n\e[?996;1n
        \e]11;rgb:1e1e/1e1e/2e2e\e\\\e]11;rgb:f/f/f\a\e]11;rgb:ff/80/00/ff\a\e]11;rgba:ff/80/00/ff\a\e]11;#1e1e2e\a
        \e]11;rgb:1e1e/1e1e\a\e]11;rgb:12345/1/1\a\e]11;hsl:1/1/1\a\e]11;rgb:/1/1\a\e]10;rgb:1/1/1\a\e]11;rgb:xx/1/1\a\e]11;rgb:1/2/3/4/5\a
        \e_Gi=31;OK\e\\\e_Gi=31;ENOENT\e\\\e_Gi=32;OK\e\\\e_Ga=q,i=31;OK\e\\\e_i=31;OK\e\\\e_Gi=31\e\\
        \eP>|xterm(390)\e\\x\e^text\e\\y\eXtext\e\\z
        \e]0;a title\ax
        \e[200~pasted text
        \e[12 ... A
        \e]11;rgb:1 ... x
        \e]11;ab\x0Dc
        \e[1\x03
        \e[99;99;99;99;99;99;99;99;99;99;99;99;99;99;99;99;99;99;99;99;99;99;99;99A
        \e[1;5
        \e[é
        \eé
        \e[A ... \e
        """#

    private func unescaped(_ text: Substring) -> String {
        var result = ""
        var rest = text[...]
        while let first = rest.popFirst() {
            guard first == "\\", let kind = rest.first else {
                result.append(first)
                continue
            }
            rest = rest.dropFirst()
            switch kind {
            case "e": result += "\u{1B}"
            case "a": result += "\u{7}"
            case "x":
                let scalar = UInt32(rest.prefix(2), radix: 16).flatMap(Unicode.Scalar.init) ?? "?"
                result.unicodeScalars.append(scalar)
                rest = rest.dropFirst(2)
            default: result.append(kind)
            }
        }
        return result
    }

    private func word(_ event: InputEvent) -> String {
        switch event {
        case .key(let key): key.name
        case .paste(let text): "paste(\(text))"
        case .mouse(let mouse): "\(mouse.kind)(\(mouse.at.x),\(mouse.at.y))"
        case .resize(let size): "resize(\(size.columns)x\(size.rows))"
        case .report(let report):
            switch report {
            case .kittyGraphics(let draws): "kitty(\(draws))"
            case .attributes(let numbers): "attributes(\(numbers))"
            case .cell(let size): "cell(\(size.width)x\(size.height))"
            case .colorRegisters(let count): "registers(\(count))"
            case .background(let color): "background(\(color.hex))"
            case .scheme(let isDark): "scheme(\(isDark ? "dark" : "light"))"
            }
        }
    }

    @Test func `what a terminal sends as events`() throws {
        var text = ""
        for line in Self.sequences.split(separator: "\n") {
            let parts = line.split(separator: " ... ", omittingEmptySubsequences: false)
            let arrivals = parts.enumerated().map {
                ScriptedInput.Arrival(unescaped($0.element), after: $0.offset == 0 ? .zero : .seconds(2))
            }
            text += "\(line)\n    \(ScriptedInput.decoded(arrivals).map(word).joined(separator: " "))\n"
            let probe = TerminalProbe(reports: Array(unescaped(Substring(parts.joined())).utf8))
            if probe != TerminalProbe() {
                let sixels = probe.drawsSixels ? ", sixels" : ""
                let kitty = probe.drawsKittyPictures ? ", kitty" : ""
                text +=
                    "    probe: \(probe.name ?? "-"), \(probe.attributes.map { "\($0)" } ?? "-"), \(probe.background?.hex ?? "-")\(sixels)\(kitty)\n"
            }
        }
        try Recorded.expect([("sequences", text)], in: "screen/input")
    }

    @Test func `theme files, each as its colours or as what is wrong`() throws {
        let colors = (0..<24).map { place -> String in
            let value = String((place * 11 + 16) % 256, radix: 16)
            let digits = value.count < 2 ? "0" + value : value
            return "\(ColorScheme.slot(place)): \"\(digits)\(digits)\(digits)\""
        }
        let base16 = colors.prefix(16).joined(separator: "\n")
        let files: [String] = [
            base16, "palette:\n  " + colors.joined(separator: "\n  "),
            "name: x\npalette:\n  " + colors.prefix(17).joined(separator: "\n  "),
            base16.lowercased(), base16.replacing("base0F", with: "base0G"), colors.prefix(15).joined(separator: "\n"),
            base16.replacing("\"101010\"", with: "#101010"), base16.replacing("\"101010\"", with: "\"#101010\""),
            base16.replacing("\"101010\"", with: "101010"), base16.replacing("\"101010\"", with: "\"10101\""),
            base16.replacing("\"101010\"", with: "\"10101g\""), base16.replacing("\"101010\"", with: "~"),
            base16.replacing("\"101010\"", with: "[1]"), base16 + "\n" + colors[3], "palette: x", "palette:\n- a",
            "- a\n- b", "", "just text",
            "a: [", "\ta: b", "a: b\n  c: d", String(repeating: "[", count: 65), String(repeating: "[", count: 64),
            (0..<9).map { "a\($0): &b\($0) x" }.joined(separator: "\n"),
            (0..<8).map { "a\($0): &b\($0) x" }.joined(separator: "\n"),
        ]
        var parts: [(name: String, text: String)] = []
        for (number, file) in files.enumerated() {
            var text = ""
            do throws(SchemeProblem) {
                let scheme = try SchemeReader.read(Array(file.utf8), name: "mine")
                text = "\(scheme.isDark ? "dark" : "light") \(scheme.colors.map(\.hex).joined(separator: " "))\n"
                for repair in Theme.repairs(of: scheme) {
                    text += "\(repair.slot) as \(repair.use): \(repair.from.hex) is moved on \(repair.ground.hex)\n"
                }
            } catch { text = error.sentence("mine.yaml") + "\n" }
            parts.append(("\(number) \(file.split(separator: "\n").first?.prefix(30) ?? "empty")", text))
        }
        let others: [(String, [UInt8])] = [
            ("not UTF-8", [0x61, 0xFF]), ("at the limit", Array(repeating: 0x23, count: SchemeReader.maxBytes)),
            ("above the limit", Array(repeating: 0x23, count: SchemeReader.maxBytes + 1)),
        ]
        for (name, bytes) in others {
            do throws(SchemeProblem) {
                _ = try SchemeReader.read(bytes, name: "x")
                parts.append((name, "a scheme\n"))
            } catch { parts.append((name, error.sentence("x.yaml") + "\n")) }
        }
        try Recorded.expect(parts, in: "screen/schemes")
    }

    @Test func `every role in every depth of colour`() throws {
        var text = ""
        for role in Role.allCases {
            let looks = [ColorDepth.none, .sixteen, .indexed256, .direct].map { depth in
                let look = Theme.standard.appearance(of: Style(role), depth: depth)
                return "\(look.foreground.word) on \(look.background.word) \(look.attributes.rawValue)"
            }
            text += "\(role): \(looks.joined(separator: " | "))\n"
        }
        for emphasis in [Style.Emphasis.bold, .underline, .reverse, [.bold, .reverse]] {
            for role in [Role.text, .header, .selection, .cursor] {
                let look = Theme.standard.appearance(of: Style(role, emphasis), depth: .none)
                text += "\(role) +\(emphasis.rawValue): \(look.attributes.rawValue)\n"
            }
        }
        try Recorded.expect([("standard", text)], in: "screen/looks")
    }
}
