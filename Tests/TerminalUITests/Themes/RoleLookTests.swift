import Testing

@testable import TerminalUI

/// How each role looks, and the values that colours and places are made of.
@Suite struct RoleLookTests {
    private func words(_ attributes: Appearance.Attributes) -> String {
        let all: [(Appearance.Attributes, String)] = [
            (.bold, "b"), (.dim, "d"), (.underline, "u"), (.reverse, "r"), (.italic, "i"),
        ]
        let found = all.filter { attributes.contains($0.0) }.map(\.1).joined()
        return found.isEmpty ? "-" : found
    }

    @Test func `each role has its colour, its ground and its attributes, with colours and without`() {
        let rows = Role.allCases.filter { $0 != .picture }.map { role in
            let look = Theme.standard.appearance(of: Style(role), depth: .indexed256)
            let plain = Theme.standard.appearance(of: Style(role), depth: .none)
            return
                "\(role) \(look.foreground.word) \(look.background.word) \(words(look.attributes)) \(words(plain.attributes))"
        }
        #expect(
            rows.joined(separator: "\n") == """
                text - - - -
                dim 244 - - d
                border 244 - - -
                borderFocused 37 - b b
                title 244 - - -
                titleFocused 37 - b b
                selection 231 24 - r
                selectionUnfocused 231 240 - u
                key 37 - b b
                footer 244 - - -
                header - - b b
                input - - u u
                cursor - - r r
                placeholder 244 - i d
                match 16 179 - bu
                matchCurrent 16 208 b br
                success 71 - b b
                redirect 68 - b b
                clientError 172 - b b
                serverError 167 - b b
                failure 167 - b bu
                warning 172 - - b
                info 68 - - -
                pending 136 - - b
                stale 244 - i d
                cached 133 - b b
                method 133 - b b
                url 68 - - -
                variable 37 - - u
                unresolved 167 - u ur
                headerName 68 - - b
                headerValue - - - -
                disabled 244 - - d
                unsaved 172 - b b
                jsonKey 68 - - -
                jsonString 71 - - -
                jsonNumber 172 - - -
                jsonLiteral 133 - - -
                jsonPunctuation 244 - - -
                escape 133 - r r
                hexOffset 244 - - d
                hexByte - - - -
                hexText 71 - - -
                phaseQueue 244 - - -
                phaseDNS 37 - - -
                phaseConnect 172 - - -
                phaseTLS 133 - - -
                phaseSend 68 - - -
                phaseWait 71 - - -
                phaseReceive 136 - - -
                """)
    }

    @Test func `emphasis adds to a look, and reverse turns a reversed one round`() {
        func attributes(_ style: Style) -> String {
            words(Theme.standard.appearance(of: style, depth: .direct).attributes)
        }
        #expect(
            [
                attributes(Style(.text, .bold)), attributes(Style(.input, .bold)), attributes(Style(.text, .reverse)),
                attributes(Style(.escape, .reverse)), attributes(Style(.url, [.underline, .steady])),
            ] == ["b", "bu", "r", "-", "u"])
        #expect(Style(.success, [.bold, .steady]).selected(.selection) == Style(.success, [.bold, .steady, .reverse]))
        #expect(Style(.url, .bold).selected(.selectionUnfocused) == Style(.selectionUnfocused, .bold))
    }

    @Test func `a theme of a scheme takes its places, by the depth of the terminal`() {
        let colors =
            [RGB(0x00_0000), .black, RGB(0x80_8080), RGB(0xAA_AAAA), .white, RGB(0xEE_EEEE), .white, .white]
            + (1...8).map { RGB(0xFF, 0xF0, UInt8($0)) }
        let theme = Theme(ColorScheme(name: "x", colors: colors))
        func look(_ role: Role, _ depth: ColorDepth) -> String {
            let look = theme.appearance(of: Style(role), depth: depth)
            return "\(look.foreground.word) \(look.background.word)"
        }
        let roles: [Role] = [
            .text, .dim, .serverError, .warning, .pending, .success, .variable, .info, .cached, .selection,
            .selectionUnfocused, .match, .matchCurrent,
        ]
        #expect(
            roles.map { look($0, .direct) } == [
                "#eeeeee #000000", "#aaaaaa #000000", "#fff001 #000000", "#fff002 #000000", "#fff003 #000000",
                "#fff004 #000000", "#fff005 #000000", "#fff006 #000000", "#fff007 #000000", "#000000 #fff006",
                look(.selectionUnfocused, .direct), "#000000 #fff003", "#000000 #fff002",
            ])
        #expect(
            roles.map { look($0, .sixteen) } == [
                "- -", "8 -", "1 -", "3 -", "3 -", "2 -", "6 -", "4 -", "5 -", "15 4", "15 8", "0 3", "0 2",
            ])
        #expect(theme.name == "x" && look(.text, .none) == "- -")
        #expect(
            BuiltInSchemes.all.map(\.name) == [
                "dark", "light", "contrast-dark", "contrast-light", "colorblind-dark", "colorblind-light",
                "catppuccin-mocha", "catppuccin-latte", "dracula", "everforest-dark", "gruvbox-dark", "gruvbox-light",
                "kanagawa", "nord", "rose-pine", "rose-pine-dawn", "solarized-dark", "solarized-light",
            ])
    }

    @Test func `a colour is six digits, with or without a hash`() {
        let texts = [
            "1e1e2e", "#1E1E2E", "#000000", "1e1e2", "1e1e2e0", "##1e1e2e", "+1e1e2", "1e1e2g", "", "#", "é1e1e2",
        ]
        #expect(
            texts.map { RGB(hex: $0)?.hex ?? "-" } == [
                "#1e1e2e", "#1e1e2e", "#000000", "-", "-", "-", "-", "-", "-", "-", "-",
            ])
        #expect(RGB(0x01_0AFF) == RGB(1, 10, 255) && RGB(1, 10, 255).hex == "#010aff")
        let grounds = [RGB.black, RGB(0x75_7575), RGB(0x76_7676), RGB(0x80_8080), .white]
        #expect(grounds.map(\.isDark) == [true, true, false, false, false])
        #expect(
            ColorScheme.slots.first == "base00" && ColorScheme.slots[10] == "base0A"
                && ColorScheme.slots.last == "base17")
        #expect(ColorRepair.Use.text.least == 4.5 && ColorRepair.Use.mark.least == 3)
    }

    @Test func `a scheme is no larger than 64 KiB`() {
        func problem(_ count: Int) -> String {
            do throws(SchemeProblem) {
                _ = try SchemeReader.read([UInt8](repeating: 0x23, count: count), name: "x")
                return "none"
            } catch {
                return error.sentence("x.yaml")
            }
        }
        #expect(problem(65_536) == "x.yaml: it is not a base16 or base24 scheme: base00 to base0F are missing.")
        #expect(problem(65_537) == "x.yaml: it is larger than 64 KiB, so it is not a base16 or base24 scheme.")
    }

    // MARK: Places

    @Test func `rectangles are never negative, and end before their edges`() {
        let rect = Rect(x: 2, y: 3, width: 4, height: 5)
        #expect(rect.maxX == 6 && rect.maxY == 8 && rect.size == Size(columns: 4, rows: 5) && !rect.isEmpty)
        let points = [(2, 3), (5, 7), (1, 3), (2, 2), (6, 3), (2, 8)].map { rect.contains(Point(x: $0.0, y: $0.1)) }
        #expect(points == [true, true, false, false, false, false])
        #expect(rect.inset() == Rect(x: 3, y: 4, width: 2, height: 3) && rect.inset(by: 3).isEmpty)
        #expect(rect.dropping(2) == Rect(x: 2, y: 5, width: 4, height: 3) && rect.dropping(9).isEmpty)
        #expect(rect.row(4) == Rect(x: 2, y: 7, width: 4, height: 1))
        #expect(rect.intersection(Rect(x: 4, y: 0, width: 9, height: 5)) == Rect(x: 4, y: 3, width: 2, height: 2))
        #expect(rect.intersection(Rect(x: 6, y: 3, width: 9, height: 5)).isEmpty)
        #expect(Rect(x: 0, y: 0, width: -1, height: 4) == Rect(x: 0, y: 0, width: 0, height: 4))
        #expect(Rect(Size(columns: 3, rows: 2)) == Rect(x: 0, y: 0, width: 3, height: 2))
    }
}
