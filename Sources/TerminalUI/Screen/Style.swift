/// What a part of the screen means. A theme decides how it looks; colour is never the only sign of a meaning.
package enum Role: UInt8, Sendable, Hashable, CaseIterable {
    case text, dim, border, borderFocused, title, titleFocused, selection, selectionUnfocused
    case key, footer, header, input, cursor, placeholder, match, matchCurrent
    case success, redirect, clientError, serverError, failure, warning, info, pending, stale, cached
    case method, url, variable, unresolved, headerName, headerValue, disabled, unsaved
    case jsonKey, jsonString, jsonNumber, jsonLiteral, jsonPunctuation
    case escape, hexOffset, hexByte, hexText
    /// Two pixels; the style says their colours.
    case picture
    case phaseQueue, phaseDNS, phaseConnect, phaseTLS, phaseSend, phaseWait, phaseReceive
}

/// A role with emphasis.
package struct Style: Sendable, Hashable {
    package struct Emphasis: OptionSet, Sendable, Hashable {
        package let rawValue: UInt8
        package static let bold = Emphasis(rawValue: 1)
        package static let underline = Emphasis(rawValue: 2)
        package static let reverse = Emphasis(rawValue: 4)
        /// Keeps its colour, as the background, where its row is selected.
        package static let steady = Emphasis(rawValue: 8)

        package init(rawValue: UInt8) { self.rawValue = rawValue }
    }

    package var role: Role
    package var emphasis: Emphasis
    /// The upper and the lower half of a cell of the role `picture`: 5 bits of red, 6 of green, 5 of blue. A whole screen of
    /// cells is copied and compared for each frame, so a style is small.
    private(set) var upper: UInt16 = 0
    private(set) var lower: UInt16 = 0

    package init(_ role: Role, _ emphasis: Emphasis = []) {
        self.role = role
        self.emphasis = emphasis
    }

    /// Two pixels of a picture, each `0xRRGGBB`, one above the other in a cell; the text of the cell is `▀`.
    package init(upper: UInt32, lower: UInt32) {
        role = .picture
        emphasis = []
        self.upper = Self.packed(upper)
        self.lower = Self.packed(lower)
    }

    private static func packed(_ rgb: UInt32) -> UInt16 {
        let red: UInt32 = rgb >> 8 & 0xF800
        let green: UInt32 = rgb >> 5 & 0x07E0
        let blue: UInt32 = rgb >> 3 & 0x001F
        return UInt16(red | green | blue)
    }

    package static let text = Style(.text)

    /// As it looks in a selected row.
    /// - Parameter role: of the selection.
    func selected(_ role: Role) -> Style {
        emphasis.contains(.steady) ? Style(self.role, emphasis.union(.reverse)) : Style(role, emphasis)
    }
}
