import Glibc

/// A colour by its red, green and blue.
package struct RGB: Sendable, Hashable {
    package var red, green, blue: UInt8

    package init(_ red: UInt8, _ green: UInt8, _ blue: UInt8) { (self.red, self.green, self.blue) = (red, green, blue) }

    /// - Parameter hex: `0xRRGGBB`.
    package init(_ hex: UInt32) {
        self.init(UInt8(hex >> 16 & 0xFF), UInt8(hex >> 8 & 0xFF), UInt8(hex & 0xFF))
    }

    /// - Parameter text: six hexadecimal digits, which may follow a `#`.
    package init?(hex text: some StringProtocol) {
        let digits = text.hasPrefix("#") ? text.dropFirst() : text[...]
        guard digits.utf8.count == 6, digits.utf8.allSatisfy({ isxdigit(Int32($0)) != 0 }),
            let value = UInt32(digits, radix: 16)
        else { return nil }
        self.init(value)
    }

    /// `#1e1e2e`
    package var hex: String {
        "#"
            + [red, green, blue].map { value in
                let digits = String(value, radix: 16)
                return digits.count < 2 ? "0" + digits : digits
            }.joined()
    }

    static let black = RGB(0, 0, 0)
    static let white = RGB(255, 255, 255)

    /// The relative luminance of WCAG 2: 0 for black, 1 for white.
    package var luminance: Double {
        let light = linear
        return 0.2126 * light.x + 0.7152 * light.y + 0.0722 * light.z
    }

    /// The contrast of WCAG 2, from 1 to 21: text needs 4.5, marks and borders 3.
    package func contrast(with other: RGB) -> Double {
        let (a, b) = (luminance, other.luminance)
        return (max(a, b) + 0.05) / (min(a, b) + 0.05)
    }

    /// Whether text on it should be lighter than it.
    package var isDark: Bool { contrast(with: .white) >= contrast(with: .black) }

    var linear: SIMD3<Double> {
        func light(_ value: UInt8) -> Double {
            let part = Double(value) / 255
            return part <= 0.04045 ? part / 12.92 : pow((part + 0.055) / 1.055, 2.4)
        }
        return SIMD3(light(red), light(green), light(blue))
    }

    /// - Parameter linear: parts outside 0 to 1 are cut.
    init(linear: SIMD3<Double>) {
        func value(_ light: Double) -> UInt8 {
            let part = min(1, max(0, light))
            return UInt8((255 * (part <= 0.0031308 ? part * 12.92 : 1.055 * pow(part, 1 / 2.4) - 0.055)).rounded())
        }
        self.init(value(linear.x), value(linear.y), value(linear.z))
    }
}
