/// What a terminal says of itself when it is asked what it can draw.
package enum TerminalReport: Sendable, Hashable {
    /// Whether it draws pictures by kitty's protocol.
    case kittyGraphics(Bool)
    /// Its primary device attributes. Every terminal answers this question, so it ends the list.
    case attributes([Int])
    case cell(PixelSize)
    /// How many colours a sixel picture can have.
    case colorRegisters(Int)

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
        default: return nil
        }
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

/// The questions about pictures, in one go. Terminals skip those that they do not know.
enum TerminalQuery {
    /// The number that the report repeats.
    static let kittyImage = 31

    /// A picture of one pixel that is not kept; tmux and screen would take it for their window's title.
    static let kitty = "\u{1B}_Gi=\(kittyImage),s=1,v=1,a=q,t=d,f=24;AAAA\u{1B}\\"
    /// The number of colours, the size of a cell, and last the device attributes.
    static let sixel = "\u{1B}[?1;1;0S" + cell
    /// The same for a terminal whose size has changed.
    static let cell = "\u{1B}[16t\u{1B}[c"
}
