import Testing

@testable import TerminalUI

@Suite struct PictureColorTests {
    @Test func `the two pixels of a cell are its foreground and its background`() {
        let style = Style(upper: 0xFF0000, lower: 0x0000FF)
        let direct = Theme.standard.appearance(of: style, depth: .direct)
        #expect(direct.foreground == .rgb(255, 0, 0) && direct.background == .rgb(0, 0, 255))
        let indexed = Theme.standard.appearance(of: style, depth: .indexed256)
        #expect(indexed.foreground == .indexed(196) && indexed.background == .indexed(21))
        let sixteen = Theme.standard.appearance(of: style, depth: .sixteen)
        #expect(sixteen.foreground == .indexed(9) && sixteen.background == .indexed(12))
        #expect(Theme.standard.appearance(of: style, depth: .none) == Appearance())
    }

    @Test func `greys take the grey ramp, and the ends of the cube`() {
        func indexed(_ rgb: UInt32) -> Color {
            Theme.standard.appearance(of: Style(upper: rgb, lower: 0), depth: .indexed256).foreground
        }
        #expect(indexed(0x000000) == .indexed(16))
        #expect(indexed(0xFFFFFF) == .indexed(231))
        #expect(indexed(0x808080) == .indexed(244))
    }

    @Test func `without colours brightness becomes characters`() {
        #expect(Style(upper: 0xFFFFFF, lower: 0xFFFFFF).shade == "@")
        #expect(Style(upper: 0, lower: 0).shade == " ")
        #expect(Style(upper: 0xFFFFFF, lower: 0).shade == "=")
    }

    @Test func `a style is small, because screens of them are copied and compared`() {
        #expect(MemoryLayout<Cell>.stride <= 24)
    }
}
