/// One colour of a theme, as terminals with 16, with 256 and with all colours get it.
struct Hue: Sendable, Hashable {
    /// In the terminal's own 16 colours, whose values nobody knows; nil keeps its default.
    var sixteen: UInt8?
    var indexed: UInt8
    var rgb: RGB

    init(sixteen: UInt8?, indexed: UInt8, rgb: RGB) {
        self.sixteen = sixteen
        self.indexed = indexed
        self.rgb = rgb
    }

    /// The nearest of the 256 colours is computed.
    init(_ rgb: RGB, sixteen: UInt8?) {
        self.init(sixteen: sixteen, indexed: IndexedColor.nearest(to: rgb), rgb: rgb)
    }

    /// The same for a colour that is seen on another: of the 256 colours only those are considered that have enough contrast there.
    init(_ rgb: RGB, sixteen: UInt8?, on ground: Hue, atLeast least: Double) {
        self.init(
            sixteen: sixteen,
            indexed: IndexedColor.nearest(to: rgb, on: IndexedColor.color(ground.indexed), atLeast: least),
            rgb: rgb.legible(on: ground.rgb, atLeast: least))
    }
}

/// The 240 colours that terminals with 256 agree on: a cube of 216, and 24 greys. The first 16 are the user's.
enum IndexedColor {
    /// The parts of the cube's colours.
    static let levels = [0, 95, 135, 175, 215, 255]

    static func color(_ index: UInt8) -> RGB {
        guard index < 232 else {
            let grey = 8 + 10 * (index - 232)
            return RGB(grey, grey, grey)
        }
        let place = Int(max(16, index)) - 16
        return RGB(UInt8(levels[place / 36]), UInt8(levels[place / 6 % 6]), UInt8(levels[place % 6]))
    }

    private static let all: [(index: UInt8, color: RGB, lab: OKLab)] = (16...255).map { index in
        let color = color(UInt8(index))
        return (UInt8(index), color, OKLab(color))
    }

    /// The one that looks most like a colour.
    static func nearest(to color: RGB) -> UInt8 { nearest(to: color) { _ in true } }

    /// The most alike of those that can be seen on a ground. Black or white always can.
    static func nearest(to color: RGB, on ground: RGB, atLeast least: Double) -> UInt8 {
        nearest(to: color) { $0.contrast(with: ground) >= least }
    }

    private static func nearest(to color: RGB, where fits: (RGB) -> Bool) -> UInt8 {
        let wanted = OKLab(color)
        var best: (distance: Double, index: UInt8) = (.infinity, 231)
        for entry in all {
            let distance = wanted.distance(to: entry.lab)
            if distance < best.distance, fits(entry.color) { best = (distance, entry.index) }
        }
        return best.index
    }
}
