/// The colours of pictures, by what the terminal can show.
struct PictureColor: Sendable, Hashable {
    var red, green, blue: UInt8

    /// From 5, 6 and 5 bits.
    init(packed: UInt16) {
        func wide(_ value: UInt16, _ most: Int) -> UInt8 { UInt8((Int(value) * 255 + most / 2) / most) }
        red = wide(packed >> 11, 31)
        green = wide(packed >> 5 & 63, 63)
        blue = wide(packed & 31, 31)
    }

    func color(_ depth: ColorDepth) -> Color {
        switch depth {
        case .none: .standard
        case .sixteen: .indexed(ofSixteen)
        case .indexed256: .indexed(of256)
        case .direct: .rgb(red, green, blue)
        }
    }

    /// 0 to 255, as the eye weighs the three.
    var brightness: Int { (Int(red) * 299 + Int(green) * 587 + Int(blue) * 114) / 1000 }

    /// A colour is on where it is more than half of the strongest; bright from 192 on. Dark and nearly grey ones are black or grey.
    private var ofSixteen: UInt8 {
        let most = max(red, green, blue)
        guard most >= 48 else { return 0 }
        if Int(most) - Int(min(red, green, blue)) < 32 { return most < 112 ? 8 : most < 208 ? 7 : 15 }
        let half = most / 2
        let bits = (red > half ? 1 : 0) | (green > half ? 2 : 0) | (blue > half ? 4 : 0) as UInt8
        return bits + (most >= 192 ? 8 : 0)
    }

    /// The nearest of the cube of 216 colours and the 24 greys that terminals with 256 colours agree on.
    private var of256: UInt8 {
        let levels = IndexedColor.levels
        func level(_ value: UInt8) -> Int {
            value < 48 ? 0 : value < 115 ? 1 : (Int(value) - 35) / 40
        }
        let (r, g, b) = (level(red), level(green), level(blue))
        let grey = min(23, max(0, (brightness - 3) / 10))
        func distance(_ r: Int, _ g: Int, _ b: Int) -> Int {
            let (x, y, z) = (r - Int(red), g - Int(green), b - Int(blue))
            return x * x + y * y + z * z
        }
        let shade = 8 + 10 * grey
        return distance(shade, shade, shade) < distance(levels[r], levels[g], levels[b])
            ? UInt8(232 + grey) : UInt8(16 + 36 * r + 6 * g + b)
    }
}

extension Appearance {
    /// The upper half of the cell is drawn with the foreground, the lower one is the background.
    init(_ picture: Style, depth: ColorDepth) {
        self.init(
            foreground: PictureColor(packed: picture.upper).color(depth),
            background: PictureColor(packed: picture.lower).color(depth))
    }
}

extension Style {
    /// A character as bright as the two pixels together: for terminals without colours or without `▀`.
    var shade: String {
        let ramp = Array(" .:-=+*#%@")
        let brightness = PictureColor(packed: upper).brightness + PictureColor(packed: lower).brightness
        return String(ramp[brightness * (ramp.count - 1) / 510])
    }
}
