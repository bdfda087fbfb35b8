import TestSupport
import Testing

@testable import TerminalUI

/// What can be read: contrasts as WCAG 2 computes them.
struct ContrastTests {
    /// Drawn as lines and bars; all other roles are text.
    private static let marks: Set<Role> = [.border]
    private static let marking: [Role] = [.selection, .selectionUnfocused, .match, .matchCurrent]

    private static var themes: [Theme] { BuiltInSchemes.all.map { Theme($0) } + [.standard] }

    private func rgb(_ color: Color) -> RGB? {
        switch color {
        case .standard: nil
        case .indexed(let index): IndexedColor.color(index)
        case .rgb(let red, let green, let blue): RGB(red, green, blue)
        }
    }

    /// A theme without a background of its own must be readable on black and on white.
    private func contrast(_ look: Appearance) -> Double? {
        guard let text = rgb(look.foreground) else { return nil }
        let grounds = rgb(look.background).map { [$0] } ?? [.black, .white]
        return grounds.map { text.contrast(with: $0) }.min()
    }

    @Test(arguments: themes.indices)
    func `every text of every theme can be read, and every mark be seen`(index: Int) {
        let theme = Self.themes[index]
        for role in Role.allCases where role != .picture {
            for emphasis in [Style.Emphasis(), .bold, .underline, .reverse, [.steady, .reverse]] {
                let look = theme.appearance(of: Style(role, emphasis), depth: .direct)
                let least = Self.marks.contains(role) ? 3 : 4.5
                guard let contrast = contrast(look) else {
                    #expect(theme == .standard && look.background == .standard, "\(theme.name) \(role)")
                    continue
                }
                #expect(contrast >= least, "\(theme.name) \(role) \(look)")
                #expect(!look.attributes.contains(.dim), "terminals make dim text fainter than computed")
            }
        }
    }

    @Test(arguments: BuiltInSchemes.all.indices)
    func `the same holds for the 256 colours that are nearest`(index: Int) {
        let theme = Theme(BuiltInSchemes.all[index])
        for role in Role.allCases where role != .picture {
            let look = theme.appearance(of: Style(role), depth: .indexed256)
            let contrast = contrast(look) ?? 0
            #expect(contrast >= (Self.marks.contains(role) ? 3 : 4.5), "\(theme.name) \(role) \(look)")
        }
    }

    @Test(arguments: BuiltInSchemes.all.indices, [ColorDepth.indexed256, .direct])
    func `a theme paints the whole screen, and a selection can be told from it`(index: Int, depth: ColorDepth) throws {
        let theme = Theme(BuiltInSchemes.all[index])
        let ground = try #require(rgb(theme.appearance(of: .text, depth: depth).background))
        for role in Role.allCases where role != .picture {
            let look = theme.appearance(of: Style(role), depth: depth)
            let own = try #require(rgb(look.background), "\(role)")
            if Self.marking.contains(role) {
                #expect(own.contrast(with: ground) >= 3, "\(theme.name) \(role)")
            } else {
                #expect(own == ground, "\(theme.name) \(role)")
            }
        }
    }

    @Test(arguments: 0..<40)
    func `whatever colours a scheme has, its theme can be read`(seed: Int) throws {
        var generator = SeededGenerator(seed: UInt64(seed))
        // Any colours, and colours that are hard to tell apart.
        let range: ClosedRange<UInt8> = seed % 2 == 0 ? 0...255 : UInt8(seed * 6)...UInt8(seed * 6 + 12)
        let colors = (0..<16).map { _ in
            RGB(
                UInt8.random(in: range, using: &generator), UInt8.random(in: range, using: &generator),
                UInt8.random(in: range, using: &generator))
        }
        let theme = Theme(ColorScheme(name: "any", colors: colors))
        for depth in [ColorDepth.direct, .indexed256] {
            let ground = try #require(rgb(theme.appearance(of: .text, depth: depth).background))
            for role in Role.allCases where role != .picture {
                let look = theme.appearance(of: Style(role), depth: depth)
                let contrast = contrast(look) ?? 0
                #expect(contrast >= (Self.marks.contains(role) ? 3 : 4.5), "\(role) \(look) of \(colors)")
                if Self.marking.contains(role) { #expect((rgb(look.background) ?? ground).contrast(with: ground) >= 3) }
            }
        }
    }

    @Test(arguments: themes.indices)
    func `with 16 colours a theme keeps the terminal's background`(index: Int) {
        for role in Role.allCases where role != .picture && !Self.marking.contains(role) {
            let look = Self.themes[index].appearance(of: Style(role), depth: .sixteen)
            #expect(look.background == .standard)
            if case .indexed(let number) = look.foreground { #expect(number < 16) }
        }
    }

    @Test func `good is blue and bad is orange for those who cannot tell red from green`() throws {
        for name in ["colorblind-dark", "colorblind-light"] {
            let scheme = try #require(BuiltInSchemes.all.first { $0.name == name })
            for depth in [ColorDepth.direct, .indexed256] {
                let good = try #require(rgb(Theme(scheme).appearance(of: Style(.success), depth: depth).foreground))
                #expect(good.blue > good.red && good.blue > good.green, "\(name)")
                for role in [Role.serverError, .failure, .clientError, .warning] {
                    let bad = try #require(rgb(Theme(scheme).appearance(of: Style(role), depth: depth).foreground))
                    #expect(bad.red > bad.green && bad.green > bad.blue, "\(name) \(role)")
                }
            }
            let look = Theme(scheme).appearance(of: Style(.success), depth: .sixteen)
            #expect(look.foreground == .indexed(4))
        }
    }

    @Test func `there are dark and light themes, each with a name of its own`() {
        let schemes = BuiltInSchemes.all
        #expect(schemes.count >= 8)
        #expect(Set(schemes.map(\.name)).count == schemes.count)
        #expect(schemes.filter(\.isDark).count >= 4 && schemes.filter { !$0.isDark }.count >= 4)
        for scheme in schemes where scheme.name.hasSuffix("dark") || scheme.name.hasSuffix("light") {
            #expect(scheme.isDark == scheme.name.hasSuffix("dark"))
        }
    }

    @Test func `our own themes need no repair`() {
        let own = ["dark", "light", "contrast-dark", "contrast-light", "colorblind-dark", "colorblind-light"]
        for scheme in BuiltInSchemes.all where own.contains(scheme.name) {
            let texts = Theme.repairs(of: scheme).filter { $0.use == .text && $0.slot != "base05" }
            #expect(texts == [], "\(scheme.name)")
        }
        for scheme in BuiltInSchemes.all where scheme.name.hasPrefix("contrast") {
            for role in Role.allCases where role != .picture && role != .border && !Self.marking.contains(role) {
                let contrast = contrast(Theme(scheme).appearance(of: Style(role), depth: .direct)) ?? 0
                #expect(contrast >= 7, "\(scheme.name) \(role)")
            }
        }
    }

    @Test func `contrast is that of WCAG`() {
        #expect(RGB.black.contrast(with: .white) == 21)
        #expect(abs(RGB(0x77_7777).contrast(with: .white) - 4.48) < 0.005)
        #expect(abs(RGB(0xFF_0000).contrast(with: .white) - 3.998) < 0.005)
    }

    @Test func `a colour becomes legible on any ground, and keeps its hue`() {
        var generator = SeededGenerator(seed: 11)
        for _ in 0..<400 {
            let (color, ground) = (
                RGB(UInt32.random(in: 0...0xFF_FFFF, using: &generator)),
                RGB(UInt32.random(in: 0...0xFF_FFFF, using: &generator))
            )
            let least = Bool.random(using: &generator) ? 3 : 4.5
            let moved = color.legible(on: ground, atLeast: least)
            #expect(moved.contrast(with: ground) >= least, "\(color.hex) on \(ground.hex)")
            if color.contrast(with: ground) >= least {
                #expect(moved == color)
            } else {
                let (before, after) = (OKLab(color), OKLab(moved))
                // The angle between the two, where there is colour enough to have one.
                let cross = abs(before.a * after.b - before.b * after.a)
                #expect(cross < 0.006, "\(color.hex) became \(moved.hex)")
            }
            let index = IndexedColor.nearest(to: color, on: ground, atLeast: least)
            #expect(IndexedColor.color(index).contrast(with: ground) >= least)
        }
    }

    @Test func `the 256 colours are those of xterm`() {
        #expect(IndexedColor.color(16) == .black && IndexedColor.color(231) == .white)
        #expect(IndexedColor.color(208) == RGB(0xFF_8700) && IndexedColor.color(244) == RGB(0x80_8080))
        for index in UInt8(16)...255 {
            let color = IndexedColor.color(index)
            #expect(IndexedColor.color(IndexedColor.nearest(to: color)) == color)
        }
    }
}
