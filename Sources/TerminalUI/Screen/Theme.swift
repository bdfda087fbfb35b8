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
/// Whatever must be visible without colour (selection, focus, match, cursor, escape) has an attribute in `plain`.
package struct Theme: Sendable, Hashable {
    struct Look: Sendable, Hashable {
        /// nil means that of text.
        var foreground: Hue?
        /// nil means that of the screen.
        var background: Hue?
        var attributes: Appearance.Attributes = []
        /// Used instead of `attributes` without colours.
        var plain: Appearance.Attributes = []

        init(
            _ foreground: Hue? = nil, _ attributes: Appearance.Attributes = [],
            plain: Appearance.Attributes = []
        ) {
            self.foreground = foreground
            self.attributes = attributes
            self.plain = plain
        }

        init(
            _ pair: Palette.Pair, _ attributes: Appearance.Attributes = [], plain: Appearance.Attributes
        ) {
            self.init(pair.text, attributes, plain: plain)
            background = pair.ground
        }
    }

    package let name: String
    private let palette: Palette
    /// By the roles' raw values.
    private let looks: [Look]

    init(name: String, palette: Palette) {
        self.name = name
        self.palette = palette
        looks = Role.allCases.map { Self.look($0, palette) }
    }

    /// The theme of a scheme whose colours are moved where they could not be read.
    package init(_ scheme: ColorScheme) {
        var repairs: [ColorRepair] = []
        self.init(name: scheme.name, palette: Palette(scheme, repairs: &repairs))
    }

    /// What is moved in the theme of a scheme.
    package static func repairs(of scheme: ColorScheme) -> [ColorRepair] {
        var repairs: [ColorRepair] = []
        _ = Palette(scheme, repairs: &repairs)
        return repairs
    }

    /// Works on dark and light terminals: it keeps their background, and their colour of text.
    package static let standard = Theme(name: "standard", palette: .unknownGround)

    /// The appearance of a style; without colours it has only attributes.
    func appearance(of style: Style, depth: ColorDepth) -> Appearance {
        if style.role == .picture { return Appearance(style, depth: depth) }
        let look = looks[Int(style.role.rawValue)]
        var appearance = Appearance(attributes: depth == .none ? look.plain : look.attributes)
        appearance.foreground = Theme.color(look.foreground ?? palette.text, depth: depth)
        appearance.background = Theme.color(look.background ?? palette.ground, depth: depth)
        if style.emphasis.contains(.bold) { appearance.attributes.insert(.bold) }
        if style.emphasis.contains(.underline) { appearance.attributes.insert(.underline) }
        if style.emphasis.contains(.reverse) { appearance.attributes.formSymmetricDifference(.reverse) }
        return appearance
    }

    private static func color(_ hue: Hue?, depth: ColorDepth) -> Color {
        guard let hue else { return .standard }
        switch depth {
        case .none: return .standard
        case .sixteen: return hue.sixteen.map { .indexed($0) } ?? .standard
        case .indexed256: return .indexed(hue.indexed)
        case .direct: return .rgb(hue.rgb.red, hue.rgb.green, hue.rgb.blue)
        }
    }

    /// How a role looks in the colours of a theme: the one place that says so.
    private static func look(_ role: Role, _ colors: Palette) -> Look {
        switch role {
        case .text, .headerValue, .hexByte, .picture: Look()
        case .dim, .hexOffset, .disabled: Look(colors.grey, plain: .dim)
        case .border: Look(colors.line)
        case .borderFocused, .titleFocused, .key: Look(colors.cyan, .bold, plain: .bold)
        case .title, .footer, .jsonPunctuation, .phaseQueue: Look(colors.grey)
        case .selection: Look(colors.selection, plain: .reverse)
        case .selectionUnfocused: Look(colors.quietSelection, plain: .underline)
        case .header: Look(nil, .bold, plain: .bold)
        case .input: Look(nil, .underline, plain: .underline)
        case .cursor: Look(nil, .reverse, plain: .reverse)
        case .placeholder, .stale: Look(colors.grey, .italic, plain: .dim)
        case .match: Look(colors.match, plain: [.underline, .bold])
        case .matchCurrent: Look(colors.currentMatch, .bold, plain: [.reverse, .bold])
        case .success: Look(colors.green, .bold, plain: .bold)
        case .redirect: Look(colors.blue, .bold, plain: .bold)
        case .clientError, .unsaved: Look(colors.orange, .bold, plain: .bold)
        case .serverError: Look(colors.red, .bold, plain: .bold)
        case .failure: Look(colors.red, .bold, plain: [.bold, .underline])
        case .warning: Look(colors.orange, plain: .bold)
        case .pending: Look(colors.yellow, plain: .bold)
        case .cached, .method: Look(colors.magenta, .bold, plain: .bold)
        case .variable: Look(colors.cyan, plain: .underline)
        case .unresolved: Look(colors.red, .underline, plain: [.reverse, .underline])
        case .headerName: Look(colors.blue, plain: .bold)
        case .info, .url, .jsonKey, .phaseSend: Look(colors.blue)
        case .jsonString, .hexText, .phaseWait: Look(colors.green)
        case .jsonNumber, .phaseConnect: Look(colors.orange)
        case .jsonLiteral, .phaseTLS: Look(colors.magenta)
        case .escape: Look(colors.magenta, .reverse, plain: .reverse)
        case .phaseDNS: Look(colors.cyan)
        case .phaseReceive: Look(colors.yellow)
        }
    }
}
