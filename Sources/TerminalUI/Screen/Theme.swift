/// A colour in the terms of the terminal that shows it.
enum Color: Sendable, Hashable {
    /// The terminal's default colour, which keeps a theme readable on dark and light backgrounds.
    case standard
    /// 0 to 255; the first 16 are the terminal's palette.
    case indexed(UInt8)
    case rgb(UInt8, UInt8, UInt8)
}

/// How many colours are available.
package enum ColorDepth: Int, Sendable, Hashable, Comparable {
    /// NO_COLOR is set, or the terminal has no colours: only attributes are used.
    case none, sixteen, indexed256, direct

    package static func < (a: ColorDepth, b: ColorDepth) -> Bool { a.rawValue < b.rawValue }
}

/// The colours and attributes that a style is shown with.
struct Appearance: Sendable, Hashable {
    struct Attributes: OptionSet, Sendable, Hashable {
        let rawValue: UInt8
        static let bold = Attributes(rawValue: 1)
        static let dim = Attributes(rawValue: 2)
        static let underline = Attributes(rawValue: 4)
        static let reverse = Attributes(rawValue: 8)
        static let italic = Attributes(rawValue: 16)
    }

    var foreground = Color.standard
    var background = Color.standard
    var attributes: Attributes = []
}

/// Maps every role to an appearance, for every colour depth.
///
/// The colours of a role are three choices of the same hue, of medium brightness so that they are readable on black and
/// on white; text keeps the terminal's own colours. Whatever must be visible without colour (selection, focus, match,
/// cursor, escape) has an attribute in `plain`.
package struct Theme: Sendable, Hashable {
    struct Look: Sendable, Hashable {
        struct Hue: Sendable, Hashable {
            var sixteen: UInt8
            var indexed: UInt8
            var rgb: UInt32
        }
        var foreground: Hue?
        package var background: Hue?
        var attributes: Appearance.Attributes = []
        /// Used instead of `attributes` without colours.
        package var plain: Appearance.Attributes = []
    }

    var name: String
    private var looks: [Role: Look]

    init(name: String, looks: [Role: Look]) {
        self.name = name
        self.looks = looks
    }

    /// The appearance of a style; without colours it has only attributes.
    func appearance(of style: Style, depth: ColorDepth) -> Appearance {
        if style.role == .picture { return Appearance(style, depth: depth) }
        let look = looks[style.role] ?? Look()
        var appearance = Appearance(attributes: depth == .none ? look.plain : look.attributes)
        appearance.foreground = Theme.color(look.foreground, depth: depth)
        appearance.background = Theme.color(look.background, depth: depth)
        if style.emphasis.contains(.bold) { appearance.attributes.insert(.bold) }
        if style.emphasis.contains(.underline) { appearance.attributes.insert(.underline) }
        if style.emphasis.contains(.reverse) { appearance.attributes.formSymmetricDifference(.reverse) }
        return appearance
    }

    /// The roles with a distinct appearance; the others look like text.
    var roles: Set<Role> { Set(looks.keys) }

    private static func color(_ hue: Look.Hue?, depth: ColorDepth) -> Color {
        guard let hue else { return .standard }
        switch depth {
        case .none: return .standard
        case .sixteen: return .indexed(hue.sixteen)
        case .indexed256: return .indexed(hue.indexed)
        case .direct:
            return .rgb(UInt8(hue.rgb >> 16 & 0xFF), UInt8(hue.rgb >> 8 & 0xFF), UInt8(hue.rgb & 0xFF))
        }
    }
}

extension Theme {
    private static let red = Look.Hue(sixteen: 1, indexed: 167, rgb: 0xD7_5F5F)
    private static let green = Look.Hue(sixteen: 2, indexed: 71, rgb: 0x4F_A65B)
    private static let yellow = Look.Hue(sixteen: 3, indexed: 136, rgb: 0xB0_8A1A)
    private static let orange = Look.Hue(sixteen: 3, indexed: 172, rgb: 0xCF_7F2A)
    private static let blue = Look.Hue(sixteen: 4, indexed: 68, rgb: 0x4F_8BD0)
    private static let magenta = Look.Hue(sixteen: 5, indexed: 133, rgb: 0xB0_68B5)
    private static let cyan = Look.Hue(sixteen: 6, indexed: 37, rgb: 0x1F_A0A5)
    private static let grey = Look.Hue(sixteen: 8, indexed: 244, rgb: 0x84_8A94)
    private static let white = Look.Hue(sixteen: 15, indexed: 231, rgb: 0xFF_FFFF)
    private static let black = Look.Hue(sixteen: 0, indexed: 16, rgb: 0x00_0000)
    private static let selectionGround = Look.Hue(sixteen: 4, indexed: 24, rgb: 0x1F_5F8B)
    private static let quietGround = Look.Hue(sixteen: 8, indexed: 240, rgb: 0x55_5B66)
    private static let matchGround = Look.Hue(sixteen: 3, indexed: 179, rgb: 0xD9_B44A)
    private static let currentGround = Look.Hue(sixteen: 2, indexed: 208, rgb: 0xFF_8C1A)

    /// Works on dark and light terminals.
    package static let standard = Theme(
        name: "standard",
        looks: [
            .text: Look(),
            .dim: Look(foreground: grey, plain: .dim),
            .border: Look(foreground: grey),
            .borderFocused: Look(foreground: cyan, attributes: .bold, plain: .bold),
            .title: Look(foreground: grey),
            .titleFocused: Look(foreground: cyan, attributes: .bold, plain: .bold),
            .selection: Look(foreground: white, background: selectionGround, plain: .reverse),
            .selectionUnfocused: Look(foreground: white, background: quietGround, plain: .underline),
            .key: Look(foreground: cyan, attributes: .bold, plain: .bold),
            .footer: Look(foreground: grey, plain: []),
            .header: Look(attributes: .bold, plain: .bold),
            .input: Look(attributes: .underline, plain: .underline),
            .cursor: Look(attributes: .reverse, plain: .reverse),
            .placeholder: Look(foreground: grey, attributes: .italic, plain: .dim),
            .match: Look(foreground: black, background: matchGround, plain: [.underline, .bold]),
            .matchCurrent: Look(
                foreground: black, background: currentGround, attributes: .bold, plain: [.reverse, .bold]),
            .success: Look(foreground: green, attributes: .bold, plain: .bold),
            .redirect: Look(foreground: blue, attributes: .bold, plain: .bold),
            .clientError: Look(foreground: orange, attributes: .bold, plain: .bold),
            .serverError: Look(foreground: red, attributes: .bold, plain: .bold),
            .failure: Look(foreground: red, attributes: .bold, plain: [.bold, .underline]),
            .warning: Look(foreground: orange, plain: .bold),
            .info: Look(foreground: blue),
            .pending: Look(foreground: yellow, plain: .bold),
            .stale: Look(foreground: grey, attributes: .italic, plain: .dim),
            .cached: Look(foreground: magenta, attributes: .bold, plain: .bold),
            .method: Look(foreground: magenta, attributes: .bold, plain: .bold),
            .url: Look(foreground: blue),
            .variable: Look(foreground: cyan, plain: .underline),
            .unresolved: Look(foreground: red, attributes: .underline, plain: [.reverse, .underline]),
            .headerName: Look(foreground: blue, plain: .bold),
            .headerValue: Look(),
            .disabled: Look(foreground: grey, attributes: .dim, plain: .dim),
            .unsaved: Look(foreground: orange, attributes: .bold, plain: .bold),
            .jsonKey: Look(foreground: blue),
            .jsonString: Look(foreground: green),
            .jsonNumber: Look(foreground: orange),
            .jsonLiteral: Look(foreground: magenta),
            .jsonPunctuation: Look(foreground: grey),
            .escape: Look(foreground: magenta, attributes: .reverse, plain: .reverse),
            .hexOffset: Look(foreground: grey, plain: .dim),
            .hexByte: Look(),
            .hexText: Look(foreground: green),
            .phaseQueue: Look(foreground: grey),
            .phaseDNS: Look(foreground: cyan),
            .phaseConnect: Look(foreground: orange),
            .phaseTLS: Look(foreground: magenta),
            .phaseSend: Look(foreground: blue),
            .phaseWait: Look(foreground: green),
            .phaseReceive: Look(foreground: yellow),
        ])
}
