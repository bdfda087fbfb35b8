/// The colours of a theme by what they are for: the one value that the looks of all roles are made of.
struct Palette: Sendable, Hashable {
    /// Text and what is below it.
    struct Pair: Sendable, Hashable {
        var text, ground: Hue
    }

    /// nil keeps the terminal's own background, and its own colour for text.
    var ground: Hue?
    var text: Hue?
    /// Of text that matters less.
    var grey: Hue
    /// Of frames.
    var line: Hue
    var red, orange, yellow, green, cyan, blue, magenta: Hue
    var selection, quietSelection, match, currentMatch: Pair
}

extension Palette {
    /// For a background that nobody knows. The colours are those of medium brightness: 4.5 on black and on white.
    static let unknownGround = Palette(
        grey: Hue(sixteen: 8, indexed: 244, rgb: RGB(0x70_767F)),
        line: Hue(sixteen: 8, indexed: 244, rgb: RGB(0x70_767F)),
        red: Hue(sixteen: 1, indexed: 167, rgb: RGB(0xC5_4E50)),
        orange: Hue(sixteen: 3, indexed: 172, rgb: RGB(0xAE_6301)),
        yellow: Hue(sixteen: 3, indexed: 136, rgb: RGB(0x92_7106)),
        green: Hue(sixteen: 2, indexed: 71, rgb: RGB(0x2C_863C)),
        cyan: Hue(sixteen: 6, indexed: 37, rgb: RGB(0x05_8387)),
        blue: Hue(sixteen: 4, indexed: 68, rgb: RGB(0x3C_78BB)),
        magenta: Hue(sixteen: 5, indexed: 133, rgb: RGB(0xA2_5BA7)),
        selection: Pair(text: plainWhite, ground: Hue(sixteen: 4, indexed: 24, rgb: RGB(0x1F_5F8B))),
        quietSelection: Pair(text: plainWhite, ground: Hue(sixteen: 8, indexed: 240, rgb: RGB(0x55_5B66))),
        match: Pair(text: plainBlack, ground: Hue(sixteen: 3, indexed: 179, rgb: RGB(0xD9_B44A))),
        currentMatch: Pair(text: plainBlack, ground: Hue(sixteen: 2, indexed: 208, rgb: RGB(0xFF_8C1A))))

    private static let plainWhite = Hue(sixteen: 15, indexed: 231, rgb: .white)
    private static let plainBlack = Hue(sixteen: 0, indexed: 16, rgb: .black)

    /// The colours of a scheme, each where it is needed and with the contrast that it needs there.
    ///
    /// With 16 colours the ground is the terminal's own, since only that surely suits its 16 colours.
    /// - Parameter repairs: gets what had to be moved.
    init(_ scheme: ColorScheme, repairs: inout [ColorRepair]) {
        var moved: [ColorRepair] = []
        /// - Parameter place: of the colour in the scheme.
        func hue(_ place: Int, _ sixteen: UInt8?, on ground: Hue, as use: ColorRepair.Use) -> Hue {
            let color = scheme.colors[place]
            let hue = Hue(color, sixteen: sixteen, on: ground, atLeast: use.least)
            if hue.rgb != color {
                moved.append(
                    ColorRepair(
                        slot: ColorScheme.slot(place), use: use, from: color, to: hue.rgb, ground: ground.rgb))
            }
            return hue
        }
        let ground = Hue(scheme.colors[0], sixteen: nil)
        self.ground = ground
        text = hue(5, nil, on: ground, as: .text)
        grey = hue(3, 8, on: ground, as: .text)
        line = hue(3, 8, on: ground, as: .mark)
        let accents = scheme.sixteen.enumerated().map { hue(8 + $0.offset, $0.element, on: ground, as: .text) }
        (red, orange, yellow, green) = (accents[0], accents[1], accents[2], accents[3])
        (cyan, blue, magenta) = (accents[4], accents[5], accents[6])
        // Text in the colour of the ground, on the colour of a text: the contrast is that of the text.
        func inverse(_ hue: Hue, text sixteen: UInt8) -> Pair {
            var text = ground
            text.sixteen = sixteen
            return Pair(text: text, ground: hue)
        }
        selection = inverse(blue, text: blue.sixteen == 4 ? 15 : 0)
        match = inverse(yellow, text: 0)
        currentMatch = inverse(orange, text: 0)
        // Another number, so that both kinds of matches differ with 16 colours.
        currentMatch.ground.sixteen = 2
        let quiet = hue(2, 8, on: ground, as: .mark)
        quietSelection = Pair(text: hue(5, 15, on: quiet, as: .text), ground: quiet)
        repairs = moved
    }
}
