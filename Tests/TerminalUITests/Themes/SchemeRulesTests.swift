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
}
