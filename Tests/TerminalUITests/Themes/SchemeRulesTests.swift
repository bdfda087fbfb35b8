import Testing

@testable import TerminalUI

/// What schemes and the colours of themes are made of.
@Suite struct SchemeRulesTests {
    private func isRead(_ lines: [String]) -> Bool {
        (try? SchemeReader.read(SchemeReaderTests.file(lines), name: "x")) != nil
    }

    @Test func `lines of stars and other text with stars are no references`() {
        let entries = SchemeReaderTests.entries()
        let stars = "# " + String(repeating: "*", count: 70)
        #expect(isRead([stars, "# A banner, ** & **", stars] + entries + [stars]))
        #expect(isRead([String(repeating: "#*&", count: 30)] + entries))
        #expect(isRead(["# " + String(repeating: "&& ", count: 30)] + entries))
    }

    @Test(arguments: [("*a", 8, true), ("*a", 9, false), ("&_", 9, false), ("&-", 9, false), ("*9", 9, false)])
    func `eight references are read, more are no scheme`(reference: String, count: Int, isRead: Bool) {
        let comment = "# " + String(repeating: reference + " ", count: count)
        #expect(self.isRead([comment] + SchemeReaderTests.entries()) == isRead)
    }

    @Test func `a sentence about a file names it, and its line if there is one`() {
        #expect(SchemeProblem(line: 7, clause: "it is x").sentence("a.yaml") == "a.yaml:7: it is x.")
        #expect(SchemeProblem(clause: "it is x").sentence("a.yaml") == "a.yaml: it is x.")
    }

    @Test func `colours that are missing are white, and text that is lighter than its ground makes a theme dark`() {
        let few = ColorScheme(name: "few", colors: [RGB(0x10_1010)])
        #expect(few.colors.count == 16)
        #expect(few.colors[1...].allSatisfy { $0 == .white })
        #expect(few.isDark)
        #expect(!ColorScheme(name: "light", colors: [.white, .white, .white, .white, .white, .black]).isDark)
        #expect(!ColorScheme(name: "one", colors: Array(repeating: .black, count: 16)).isDark)
        #expect(ColorScheme(name: "large", colors: Array(repeating: .black, count: 24)).colors.count == 24)
    }

    @Test func `the places of a scheme are named as base16 and base24 name them`() {
        #expect(
            ColorScheme.slots.joined(separator: " ") == """
                base00 base01 base02 base03 base04 base05 base06 base07 base08 base09 base0A base0B base0C base0D base0E \
                base0F base10 base11 base12 base13 base14 base15 base16 base17
                """)
    }

    @Test func `text needs more contrast than marks`() {
        #expect(ColorRepair.Use.text.least == 4.5)
        #expect(ColorRepair.Use.mark.least == 3)
    }

    @Test func `our own themes are these, each dark or light as its name says`() {
        let rows = BuiltInSchemes.all.map { "\($0.name) \($0.isDark ? "dark" : "light")" }
        #expect(
            rows.joined(separator: "\n") == """
                dark dark
                light light
                contrast-dark dark
                contrast-light light
                colorblind-dark dark
                colorblind-light light
                catppuccin-mocha dark
                catppuccin-latte light
                dracula dark
                everforest-dark dark
                gruvbox-dark dark
                gruvbox-light light
                kanagawa dark
                nord dark
                rose-pine dark
                rose-pine-dawn light
                solarized-dark dark
                solarized-light light
                """)
        #expect(BuiltInSchemes.all.allSatisfy { $0.colors.count == 16 })
    }

    /// Foreground and background.
    private func sixteen(_ scheme: ColorScheme, _ role: Role) -> String {
        let look = Theme(scheme).appearance(of: Style(role), depth: .sixteen)
        return "\(look.foreground.word) \(look.background.word)"
    }

    @Test(arguments: [
        (Role.text, "- -"), (.dim, "8 -"), (.border, "8 -"), (.selection, "15 4"), (.selectionUnfocused, "15 8"),
        (.match, "0 3"), (.matchCurrent, "0 2"), (.success, "2 -"), (.serverError, "1 -"), (.clientError, "3 -"),
        (.pending, "3 -"), (.redirect, "4 -"), (.key, "6 -"), (.method, "5 -"), (.input, "- -"),
    ])
    func `with 16 colours a theme keeps the terminal's ground and its numbers`(role: Role, look: String) {
        let scheme = ColorScheme(name: "x", colors: BuiltInSchemes.all[0].colors)
        #expect(sixteen(scheme, role) == look)
    }

    @Test func `a scheme can have numbers of its own, and a selection that is not blue has dark text`() {
        let colors = BuiltInSchemes.all[0].colors
        let scheme = ColorScheme(name: "x", colors: colors, sixteen: [3, 3, 3, 4, 6, 7, 5])
        #expect(sixteen(scheme, .selection) == "0 7")
        #expect(sixteen(scheme, .success) == "4 -")
        #expect(sixteen(scheme, .serverError) == "3 -")
    }

    @Test func `for those who cannot tell red from green, bad is yellow and good is blue with 16 colours`() {
        for scheme in BuiltInSchemes.all where scheme.name.hasPrefix("colorblind") {
            #expect(sixteen(scheme, .serverError) == "3 -", "\(scheme.name)")
            #expect(sixteen(scheme, .success) == "4 -", "\(scheme.name)")
        }
    }

    @Test func `themes differ by what they show`() {
        let all = BuiltInSchemes.all
        #expect(Theme(all[0]) == Theme(all[0]))
        #expect(Theme(all[0]) != Theme(all[1]))
        var renamed = all[0]
        renamed.name = "other"
        #expect(Theme(renamed).name == "other")
        #expect(Theme.standard.name == "standard")
    }

    // MARK: Colours

    private static let used: [Role] = [
        .text, .dim, .border, .serverError, .clientError, .pending, .success, .key, .redirect, .method,
    ]

    /// The ground, the colours on it in the order of `used`, the ground of a selection without the focus and its text.
    private func row(_ theme: Theme, _ depth: ColorDepth) -> String {
        func look(_ role: Role) -> Appearance { theme.appearance(of: Style(role), depth: depth) }
        let quiet = look(.selectionUnfocused)
        let colors =
            [look(.text).background] + Self.used.map { look($0).foreground } + [quiet.background, quiet.foreground]
        return ([theme.name] + colors.map(\.word)).joined(separator: " ")
    }

    /// Reckoned by another program from the colours of the schemes.
    @Test func `each theme has the colours of its scheme, those that are too faint moved in lightness`() {
        #expect(
            BuiltInSchemes.all.map { row(Theme($0), .direct) }.joined(separator: "\n")
                == """
                dark #16181d #d8dce3 #8b93a1 #8b93a1 #f07178 #f09a57 #e5c453 #7fcf87 #4fc6cb #6fb3f2 #c99aeb #5e6572 #dde2e9
                light #fbfaf7 #2a2e36 #686e78 #686e78 #b82a36 #a85100 #806300 #1e7a34 #00757a #1b62b5 #8a3fa8 #919191 #272b33
                contrast-dark #000000 #ffffff #c8c8c8 #c8c8c8 #ff9090 #ffb454 #ffe94a #7cff7c #5cffff #8cc8ff #ffa6ff #5a5a5a #ffffff
                contrast-light #ffffff #000000 #404040 #404040 #960010 #7a3a00 #5a4500 #005214 #004e54 #003e8a #661080 #949494 #000000
                colorblind-dark #141618 #e2e4e6 #92989f #92989f #e87a2e #e69f00 #f0e442 #56b4e9 #2ebe95 #5a9bd8 #cc79a7 #5e646a #e2e4e6
                colorblind-light #ffffff #24272a #666b70 #666b70 #b84a00 #966400 #7a6a00 #0068a6 #007a58 #004e82 #a34a7e #939597 #24272a
                catppuccin-mocha #1e1e2e #cdd6f4 #81859b #6c7086 #f38ba8 #fab387 #f9e2af #a6e3a1 #94e2d5 #89b4fa #cba6f7 #66687d #e2e9ff
                catppuccin-latte #eff1f5 #4c4f69 #6a6d7c #878b9a #d20f39 #be4801 #9d6001 #217f01 #017a81 #1b63f2 #8839ef #888b97 #22233b
                dracula #282a36 #f8f8f2 #7e90c3 #6272a4 #ff5555 #ffb86c #f1fa8c #50fa7b #8be9fd #bd93f9 #ff79c6 #6f7287 #f9faf3
                everforest-dark #2d353b #d3c6aa #919f95 #859289 #e67e80 #e69875 #dbbc7f #a7c080 #83c092 #7fbbb3 #d699b6 #737e85 #191000
                gruvbox-dark #282828 #d5c4a1 #978d84 #796f66 #ff4f39 #fe8019 #fabd2f #b8bb26 #8ec07c #83a598 #d3869b #77706b #fff6e2
                gruvbox-light #fbf1c7 #504945 #7a6c53 #98896f #9d0006 #af3a03 #9a6100 #767006 #407957 #076678 #8f3f71 #9a8968 #2a2320
                kanagawa #1f1f28 #dcd7ba #84849f #676881 #e05b5a #ffa066 #c0a36e #76946a #6a9589 #7e9cd8 #957fb8 #586b85 #f0eacd
                nord #2e3440 #e5e9f0 #909cb2 #727d92 #e17f87 #d38972 #ebcb8b #a3be8c #88c0d0 #81a1c1 #b690af #737d90 #101217
                rose-pine #191724 #e0def4 #827e9a #6e6a86 #eb6f92 #f6c177 #ebbcba #4789a4 #9ccfd8 #c4a7e7 #f6c177 #64627c #e2e0f6
                rose-pine-dawn #faf4ed #575279 #736e80 #908b9d #a7586f #9e6301 #aa5956 #286983 #3b7984 #7d6795 #9e6301 #958c82 #282245
                solarized-dark #002b36 #93a1a1 #7a9199 #657b83 #f95148 #e76535 #b58900 #859900 #2aa198 #3093da #7f86da #5d737a #e7f6f6
                solarized-light #fdf6e3 #586e75 #647476 #829294 #d72d2b #c6470f #8f6c01 #687901 #007f78 #0076bb #6569bc #849191 #172b32
                """)
    }

    @Test func `of 256 colours a theme has the nearest that can be seen on its ground`() {
        #expect(
            BuiltInSchemes.all.map { row(Theme($0), .indexed256) }.joined(separator: "\n")
                == """
                dark 234 253 246 246 203 209 185 114 44 75 176 242 255
                light 231 236 242 242 124 130 94 29 23 25 97 246 235
                contrast-dark 16 231 251 251 210 215 220 120 87 117 219 59 231
                contrast-light 231 16 238 238 88 88 58 22 23 24 54 246 16
                colorblind-dark 233 254 246 246 173 178 220 74 72 68 175 241 254
                colorblind-light 231 235 242 242 130 94 94 25 29 24 96 246 235
                catppuccin-mocha 234 189 67 243 211 216 223 150 116 111 183 242 255
                catppuccin-latte 255 239 242 102 160 160 94 58 242 26 93 102 234
                dracula 235 231 104 67 203 215 228 48 117 141 212 243 231
                everforest-dark 236 251 247 245 174 209 180 143 108 109 175 30 232
                gruvbox-dark 235 187 137 243 203 208 214 142 107 109 175 243 231
                gruvbox-light 230 239 130 138 124 124 130 94 242 24 96 138 235
                kanagawa 234 187 67 242 167 215 144 101 245 110 103 242 255
                nord 236 254 247 30 174 173 186 144 110 110 175 30 232
                rose-pine 234 189 67 242 204 215 217 67 116 147 215 242 255
                rose-pine-dawn 255 60 96 102 96 94 95 24 242 96 94 102 234
                solarized-dark 235 247 246 243 203 202 136 106 37 69 104 243 231
                solarized-light 230 242 242 245 160 130 130 28 242 62 61 245 234
                """)
    }

    @Test func `the theme for any ground keeps that of the terminal, with colours of medium brightness`() {
        #expect(
            row(.standard, .direct)
                == "standard - - #70767f #70767f #c54e50 #ae6301 #927106 #2c863c #058387 #3c78bb #a25ba7 #555b66 #ffffff"
        )
        #expect(row(.standard, .indexed256) == "standard - - 244 244 167 172 136 71 37 68 133 240 231")
        #expect(row(.standard, .sixteen) == "standard - - 8 8 1 3 3 2 6 4 5 8 15")
        #expect(row(.standard, .none) == "standard - - - - - - - - - - - - -")
        let direct = [Role.selection, .match, .matchCurrent].map { role in
            let look = Theme.standard.appearance(of: Style(role), depth: .direct)
            return "\(look.foreground.word) \(look.background.word)"
        }
        #expect(direct == ["#ffffff #1f5f8b", "#000000 #d9b44a", "#000000 #ff8c1a"])
    }

    @Test func `what is selected, and what is found, has the ground's colour on blue, yellow and orange`() {
        let rows = [Role.selection, .match, .matchCurrent].map { role in
            let look = Theme(BuiltInSchemes.all[1]).appearance(of: Style(role), depth: .direct)
            return "\(look.foreground.word) \(look.background.word)"
        }
        #expect(rows == ["#fbfaf7 #1b62b5", "#fbfaf7 #806300", "#fbfaf7 #a85100"])
    }

    @Test func `sixels have two colours at least and 256 at most`() {
        let pixels: [UInt32] = (0..<600).map { $0 << 12 | $0 }
        func colors(_ most: Int) -> Int {
            let text = String(decoding: SixelEncoder.encode(pixels, width: 600, height: 1, colors: most), as: UTF8.self)
            return (0..<256).prefix { text.contains("#\($0);2;") }.count
        }
        #expect([-1, 0, 1, 2, 3].map(colors) == [2, 2, 2, 2, 3])
        #expect(colors(300) <= 256)
    }
}
