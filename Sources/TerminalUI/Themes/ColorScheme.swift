/// The colours of a theme as base16 names them (`base00` to `base0F`), or base24 (up to `base17`).
///
/// `base00` is the ground, `base02` the ground of a selection, `base03` quiet text, `base05` text; `base08` to `base0E` are red,
/// orange, yellow, green, cyan, blue and magenta. The others are not used.
package struct ColorScheme: Sendable, Hashable {
    package var name: String
    /// At least 16.
    package let colors: [RGB]
    /// `base08` to `base0E` on terminals with 16 colours.
    let sixteen: [UInt8]

    /// The numbers of red, orange, … in the 16 colours that every terminal has.
    static let usualSixteen: [UInt8] = [1, 3, 3, 2, 6, 4, 5]

    /// - Parameter colors: 16 or 24 of them; what is missing is white.
    package init(name: String, colors: [RGB], sixteen: [UInt8]? = nil) {
        self.name = name
        self.colors = colors + Array(repeating: .white, count: max(0, 16 - colors.count))
        self.sixteen = sixteen ?? Self.usualSixteen
    }

    /// Whether its text is lighter than its ground.
    package var isDark: Bool { colors[0].luminance < colors[5].luminance }

    /// `base0A`, as schemes name the colour at a place.
    static func slot(_ place: Int) -> String {
        (place < 16 ? "base0" : "base1") + String(place % 16, radix: 16, uppercase: true)
    }

    /// The names of all places: 24.
    static let slots = (0..<24).map(slot)
}

/// A colour of a scheme that was moved in lightness, because it could not be read where it is used.
package struct ColorRepair: Sendable, Hashable {
    package enum Use: String, Sendable, Hashable {
        case text, mark

        /// The contrast that WCAG 2 asks for.
        package var least: Double { self == .text ? 4.5 : 3 }
    }

    /// `base03`
    package var slot: String
    package var use: Use
    package var from, to: RGB
    package var ground: RGB

    package var contrastBefore: Double { from.contrast(with: ground) }
    package var contrastAfter: Double { to.contrast(with: ground) }
}
