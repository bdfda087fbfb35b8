/// What a terminal says of itself when it is asked what it can draw, and on what background.
package enum TerminalReport: Sendable, Hashable {
    /// Whether it draws pictures by kitty's protocol.
    case kittyGraphics(Bool)
    /// Its primary device attributes. Every terminal answers this question, so it ends the list.
    case attributes([Int])
    case cell(PixelSize)
    /// How many colours a sixel picture can have.
    case colorRegisters(Int)
    /// Its background.
    case background(RGB)
    /// The user has made it dark or light; it says so unasked once `TerminalQuery.followScheme` was sent.
    case scheme(isDark: Bool)

    /// The device attribute of terminals that draw sixel pictures.
    package static let sixelAttribute = 4

    /// - Parameters: of `CSI parameters final`.
    init?(parameters: String, final: Unicode.Scalar) {
        let isPrivate = parameters.hasPrefix("?")
        let numbers = parameters.drop { $0 == "?" }.split(separator: ";", omittingEmptySubsequences: false).map {
            Int($0) ?? 0
        }
        switch (final, isPrivate) {
        case ("c", true):
            self = .attributes(numbers)
        case ("t", false):
            // `CSI 6 ; height ; width t`
            guard numbers.count == 3, numbers[0] == 6, let size = PixelSize(cell: numbers[2], numbers[1]) else {
                return nil
            }
            self = .cell(size)
        case ("S", true):
            // `CSI ? 1 ; 0 ; number S`: the second number is 0 for success.
            guard numbers.count == 3, numbers[0] == 1, numbers[1] == 0, numbers[2] > 1 else { return nil }
            self = .colorRegisters(numbers[2])
        case ("n", true):
            // `CSI ? 997 ; 1 n` for dark, 2 for light.
            guard numbers.count == 2, numbers[0] == 997, (1...2).contains(numbers[1]) else { return nil }
            self = .scheme(isDark: numbers[1] == 1)
        default: return nil
        }
    }

    /// - Parameter command: the text of an OSC, `11;rgb:1e1e/1e1e/2e2e`.
    init?(command: String) {
        guard command.hasPrefix("11;") else { return nil }
        let value = command.dropFirst(3)
        if let color = RGB(hex: value) {
            self = .background(color)
            return
        }
        guard let colon = value.firstIndex(of: ":"), ["rgb", "rgba"].contains(value[..<colon]) else { return nil }
        let parts = value[value.index(after: colon)...].split(separator: "/", omittingEmptySubsequences: false)
        // One to four digits each: `f`, `ff` and `ffff` are all.
        let values = parts.prefix(3).compactMap { part -> UInt8? in
            guard (1...4).contains(part.utf8.count), let value = UInt(part, radix: 16) else { return nil }
            let most: UInt = (1 << (4 * part.utf8.count)) - 1
            return UInt8((value * 255 + most / 2) / most)
        }
        guard values.count == 3, parts.count <= 4 else { return nil }
        self = .background(RGB(values[0], values[1], values[2]))
    }

    /// - Parameter application: the text of an APC, `Gi=31;OK`.
    init?(application: String) {
        guard application.hasPrefix("G"), let separator = application.firstIndex(of: ";") else { return nil }
        let keys = application[..<separator].dropFirst().split(separator: ",")
        guard keys.contains("i=\(TerminalQuery.kittyImage)") else { return nil }
        self = .kittyGraphics(application[separator...] == ";OK")
    }
}

/// Width and height in pixels of the screen.
package struct PixelSize: Sendable, Hashable {
    package var width: Int
    package var height: Int

    package init(width: Int, height: Int) {
        self.width = width
        self.height = height
    }

    /// nil for what no cell can be.
    init?(cell width: Int, _ height: Int) {
        guard (2...200).contains(width), (2...400).contains(height) else { return nil }
        self.init(width: width, height: height)
    }
}

/// What to ask the terminal.
package struct TerminalQuestions: OptionSet, Sendable, Hashable {
    package let rawValue: UInt8
    /// What pictures it can draw.
    package static let pictures = TerminalQuestions(rawValue: 1)
    /// Which background it has, now and whenever that changes.
    package static let background = TerminalQuestions(rawValue: 2)

    package init(rawValue: UInt8) { self.rawValue = rawValue }
}

/// The questions, which are sent in one go. Terminals skip those that they do not know. The last one is about the device attributes, which
/// all answer: what has no answer by then has none.
enum TerminalQuery {
    /// The number that the report repeats.
    static let kittyImage = 31

    /// A picture of one pixel that is not kept; tmux and screen would take it for their window's title.
    static let kitty = "\u{1B}_Gi=\(kittyImage),s=1,v=1,a=q,t=d,f=24;AAAA\u{1B}\\"
    /// The number of colours of sixels.
    static let sixel = "\u{1B}[?1;1;0S"
    /// The size of a cell.
    static let cell = "\u{1B}[16t"
    static let background = "\u{1B}]11;?\u{1B}\\"
    static let attributes = "\u{1B}[c"

    /// Has the terminal say when the user makes it dark or light, and no longer.
    static let followScheme = "\u{1B}[?2031h"
    static let leaveScheme = "\u{1B}[?2031l"
}
