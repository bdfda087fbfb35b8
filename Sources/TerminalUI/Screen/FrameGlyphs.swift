/// The characters of frames, by where a line leads from the middle of its cell.
package struct FrameGlyphs: Sendable, Hashable {
    /// Where a line leads from the middle of a cell.
    package struct Arms: OptionSet, Sendable, Hashable {
        package let rawValue: UInt8
        package init(rawValue: UInt8) { self.rawValue = rawValue }
        package static let up = Arms(rawValue: 1)
        package static let right = Arms(rawValue: 2)
        package static let down = Arms(rawValue: 4)
        package static let left = Arms(rawValue: 8)
    }

    /// By `Arms`.
    private let light: [Character]
    /// Of the frame that has the focus: it differs in shape, not only in colour.
    private let heavy: [Character]
    /// By the weight of the four arms (none, light, heavy): up counts 27, right 9, down 3, left 1. Empty if the font has no
    /// characters of two weights.
    private let mixed: [Character]

    private init(light: String, heavy: String, mixed: String = "") {
        self.light = Array(light)
        self.heavy = Array(heavy)
        self.mixed = Array(mixed)
    }

    /// The character for lines of both weights; where one arm has both it is heavy. Without characters of two weights, the
    /// heavy line hides the light one.
    subscript(light lightArms: Arms, heavy heavyArms: Arms) -> Character {
        if heavyArms.isEmpty { return light[Int(lightArms.rawValue & 15)] }
        guard !mixed.isEmpty else { return heavy[Int(heavyArms.rawValue & 15)] }
        let index = [Arms.up, .right, .down, .left].reduce(0) { index, arm in
            index * 3 + (heavyArms.contains(arm) ? 2 : lightArms.contains(arm) ? 1 : 0)
        }
        return mixed[index]
    }

    static let unicode = FrameGlyphs(
        light: " ╵╶└╷│┌├╴┘─┴┐┤┬┼", heavy: " ╹╺┗╻┃┏┣╸┛━┻┓┫┳╋",
        mixed: " ╴╸╷┐┑╻┒┓╶─╾┌┬┭┎┰┱╺╼━┍┮┯┏┲┳╵┘┙│┤┥╽┧┪└┴┵├┼┽┟╁╅┕┶┷┝┾┿┢╆╈╹┚┛╿┦┩┃┨┫┖┸┹┞╀╃┠╂╉┗┺┻┡╄╇┣╊╋")
    /// Code page 437, which every console font has.
    static let console = FrameGlyphs(light: " │─└││┌├─┘─┴┐┤┬┼", heavy: " ║═╚║║╔╠═╝═╩╗╣╦╬")
    /// No lines.
    static let blank = FrameGlyphs(
        light: String(repeating: " ", count: 16), heavy: String(repeating: " ", count: 16))
    static let ascii = FrameGlyphs(light: " |-+||++-+-+++++", heavy: " #=#####=#=#####")
}
