extension MouseEvent {
    /// What a terminal reports of its mouse: `CSI < buttons ; column ; row M`, with `m` for a release (xterm's mode 1006).
    /// nil for what has no meaning here: other buttons, and the wheel to the sides.
    init?(parameters: String, final: Unicode.Scalar) {
        guard parameters.first == "<", final == "M" || final == "m" else { return nil }
        let numbers = parameters.dropFirst().split(separator: ";", omittingEmptySubsequences: false).map { Int($0) }
        guard numbers.count == 3, let buttons = numbers[0], let column = numbers[1], let row = numbers[2] else {
            return nil
        }
        self.init(buttons: buttons, column: column, row: row, isRelease: final == "m")
    }

    /// The same as `CSI M` and three characters, which terminals without mode 1006 send. Beyond column 95 they send a byte that is
    /// no character of UTF-8: it is not known where the mouse is.
    init?(characters: [Unicode.Scalar]) {
        guard characters.count == 3, characters.allSatisfy({ $0.value >= 32 && $0 != "\u{FFFD}" }) else { return nil }
        let numbers = characters.map { Int($0.value) - 32 }
        self.init(buttons: numbers[0], column: numbers[1], row: numbers[2], isRelease: numbers[0] & 3 == 3)
    }

    /// - Parameters:
    ///   - buttons: the button in two bits, 4, 8 and 16 for Shift, Alt and Ctrl, 32 for motion, 64 for the wheel, 128 for
    ///     more buttons, such as back, which is no press of the main one.
    ///   - column, row: from 1.
    private init?(buttons: Int, column: Int, row: Int, isRelease: Bool) {
        guard column >= 1, row >= 1, buttons & 128 == 0 else { return nil }
        at = Point(x: column - 1, y: row - 1)
        let isWheel = buttons & 64 != 0
        switch (isWheel, buttons & 3) {
        case (true, 0) where !isRelease: kind = .scrollUp
        case (true, 1) where !isRelease: kind = .scrollDown
        case (false, 0), (false, 3): kind = isRelease ? .release : buttons & 32 != 0 ? .drag : .press
        default: return nil
        }
        // Motion without a button is not asked for.
        if kind == .drag, buttons & 3 == 3 { return nil }
        if kind == .press, buttons & 3 == 3 { kind = .release }
    }
}
