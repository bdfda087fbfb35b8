import CNcurses

/// Curses colour pairs, created when a style is first used.
struct CursesPalette {
    let depth: ColorDepth
    private var pairs: [PairKey: Int32] = [:]
    private var cache: [Style: (attr_t, Int32)] = [:]

    private struct PairKey: Hashable {
        var foreground: Int32
        var background: Int32
    }

    init(depth: ColorDepth) { self.depth = depth }

    /// Turns colours on as far as the terminal and the user allow.
    static func start(noColor: Bool) -> ColorDepth {
        guard !noColor, has_colors(), start_color() == OK, use_default_colors() == OK else { return .none }
        switch cnc_colors() {
        case 257...: return tigetflag("RGB") > 0 || cnc_colors() >= 1 << 24 ? .direct : .indexed256
        case 256: return .indexed256
        case 8...: return .sixteen
        default: return .none
        }
    }

    /// Whether a screen full of pictures may not find enough pairs.
    var isNearlyFull: Bool { pairs.count > Int(cnc_color_pairs()) / 2 && pairs.count > 256 }

    /// Frees all pairs. What is on the screen loses its colours until it is painted again.
    mutating func forget() {
        reset_color_pairs()
        pairs = [:]
        cache = [:]
    }

    /// Of another theme styles look otherwise. The pairs stay: the old frame is on the screen with them.
    mutating func forgetStyles() { cache = [:] }

    mutating func attributes(for style: Style, in theme: Theme) -> (attr_t, Int32) {
        if let known = cache[style] { return known }
        let appearance = theme.appearance(of: style, depth: depth)
        var bits: attr_t = 0
        let map: [(Appearance.Attributes, attr_t)] = [
            (.bold, cnc_bold()), (.dim, cnc_dim()), (.underline, cnc_underline()), (.reverse, cnc_reverse()),
            (.italic, cnc_italic()),
        ]
        for (attribute, bit) in map where appearance.attributes.contains(attribute) { bits |= bit }
        let key = PairKey(
            foreground: number(appearance.foreground, &bits), background: number(appearance.background, &bits))
        let result = (bits, pair(key))
        cache[style] = result
        return result
    }

    private mutating func pair(_ key: PairKey) -> Int32 {
        if key.foreground < 0, key.background < 0 { return 0 }
        if let known = pairs[key] { return known }
        let number = Int32(pairs.count + 1)
        guard number < cnc_color_pairs(), init_extended_pair(number, key.foreground, key.background) == OK else {
            return 0
        }
        pairs[key] = number
        return number
    }

    /// The curses number of a colour; -1 is the terminal's default. With 8 colours, bright ones become plain and grey
    /// becomes dim.
    private func number(_ color: Color, _ bits: inout attr_t) -> Int32 {
        switch color {
        case .standard: return -1
        case .rgb(let red, let green, let blue):
            let number = Int32(red) << 16 | Int32(green) << 8 | Int32(blue)
            // The entries for true colour keep the first eight numbers for the user's own colours.
            return number < 8 ? number | 1 << 16 : number
        case .indexed(let index):
            guard index >= 8, cnc_colors() < 16 else { return Int32(index) }
            if index == 8 {
                bits |= cnc_dim()
                return -1
            }
            return Int32(index - 8)
        }
    }
}
