/// Key sequences that terminfo does not name: what xterm and compatible terminals send with modifiers.
enum EscapeSequences {
    /// What `CSI parameters final` says: a report, the mouse, a key, or nothing.
    static func event(parameters: String, final: Unicode.Scalar) -> InputEvent? {
        TerminalReport(parameters: parameters, final: final).map { .report($0) }
            ?? MouseEvent(parameters: parameters, final: final).map { .mouse($0) }
            ?? key(parameters: parameters, final: final).map { .key($0) }
    }

    /// The key for `CSI parameters final`; nil for unknown sequences and for reports of the terminal, which do nothing.
    static func key(parameters: String, final: Unicode.Scalar) -> Key? {
        // A private marker begins a report (`CSI ? 62 c`, `CSI ? 1 u`), never a key.
        if let marker = parameters.first, "<=>?".contains(marker) { return nil }
        let numbers = parameters.split(separator: ";", omittingEmptySubsequences: false).map {
            Int($0.prefix { $0 != ":" }) ?? 0
        }
        let modifiers = Modifiers(parameter: numbers.count > 1 ? numbers[1] : 1)
        switch final {
        // `CSI row ; column R` reports the cursor position. F3 with a modifier looks the same, and has no meaning here.
        case "R" where numbers.count > 1: return nil
        case "A", "B", "C", "D", "F", "H", "P", "Q", "R", "S":
            return key(singleShift: final).map { modified($0, modifiers) }
        case "Z": return .backTab
        case "~":
            // xterm's modifyOtherKeys: CSI 27 ; modifiers ; scalar ~
            if numbers.first == 27, numbers.count == 3 { return character(numbers[2], modifiers) }
            return tildeKeys[numbers.first ?? 0].map { modified($0, modifiers) }
        case "u": return character(numbers.first ?? 0, modifiers)
        default: return nil
        }
    }

    /// The key for `ESC O final`; also for the final letter of `CSI … final`.
    static func key(singleShift final: Unicode.Scalar) -> Key? {
        switch final {
        case "A": .up
        case "B": .down
        case "C": .right
        case "D": .left
        case "F": .end
        case "H": .home
        case "M": .enter
        case "P": .function(1)
        case "Q": .function(2)
        case "R": .function(3)
        case "S": .function(4)
        default: nil
        }
    }

    /// The meaning of Esc and a key that arrived together: Alt with that key on most terminals, or two keys if the user
    /// types faster than a slow line delivers.
    static func keys(afterEscape key: Key) -> [Key] {
        switch key {
        case .character(let character): [.alt(character)]
        case .backspace: [.alt("\u{7F}")]
        case .left, .wordLeft: [.wordLeft]
        case .right, .wordRight: [.wordRight]
        default: [.escape, key]
        }
    }

    /// The key for one of terminfo's extended names: a base such as `kLFT` and xterm's modifier number.
    static func key(extendedName name: String) -> Key? {
        guard let digit = name.last?.wholeNumberValue else { return extendedBases[name] }
        return extendedBases[String(name.dropLast())].map { modified($0, Modifiers(parameter: digit)) }
    }

    private struct Modifiers {
        var shift = false
        var alt = false
        var control = false

        /// The parameter is 1, plus 1 for Shift, 2 for Alt and 4 for Ctrl.
        init(parameter: Int) {
            let bits = max(1, parameter) - 1
            shift = bits & 1 != 0
            alt = bits & 2 != 0
            control = bits & 4 != 0
        }
    }

    /// terminfo's extended names of keys, without the number of the modifiers.
    static var extendedNames: [String] { extendedBases.keys.sorted() }

    private static let extendedBases: [String: Key] = [
        "kUP": .up, "kDN": .down, "kLFT": .left, "kRIT": .right, "kHOM": .home, "kEND": .end, "kPRV": .pageUp,
        "kNXT": .pageDown, "kDC": .delete, "kIC": .insert,
    ]

    private static let tildeKeys: [Int: Key] = [
        1: .home, 2: .insert, 3: .delete, 4: .end, 5: .pageUp, 6: .pageDown, 7: .home, 8: .end, 11: .function(1),
        12: .function(2), 13: .function(3), 14: .function(4), 15: .function(5), 17: .function(6), 18: .function(7),
        19: .function(8), 20: .function(9), 21: .function(10), 23: .function(11), 24: .function(12),
    ]

    /// Ctrl or Alt with an editing key acts on a word or the whole text, as in most editors; Shift has no effect.
    private static func modified(_ key: Key, _ modifiers: Modifiers) -> Key {
        guard modifiers.control || modifiers.alt else { return key }
        switch key {
        case .left: return .wordLeft
        case .right: return .wordRight
        case .home: return .textStart
        case .end: return .textEnd
        case .delete: return .deleteWord
        default: return key
        }
    }

    private static func character(_ value: Int, _ modifiers: Modifiers) -> Key? {
        guard let scalar = UInt32(exactly: value).flatMap(Unicode.Scalar.init) else { return nil }
        switch value {
        case 9: return modifiers.shift ? .backTab : .tab
        case 13: return .enter
        case 27: return .escape
        case 8, 127: return modifiers.alt ? .alt("\u{7F}") : .backspace
        case 0..<32, 57344...63743: return nil
        default: break
        }
        if modifiers.control {
            let lower = scalar.properties.lowercaseMapping
            // These four letters are other keys in every terminal; treating them so here makes bindings work the same
            // everywhere.
            switch lower {
            case "i": return .tab
            case "m", "j": return .enter
            case "h": return .backspace
            case "[": return .escape
            default: return lower.count == 1 ? .control(Character(lower)) : nil
            }
        }
        return modifiers.alt ? .alt(Character(scalar)) : .character(Character(scalar))
    }
}
