/// What a piece of the screen means; a theme decides how that looks, and no colour is the only sign of anything.
enum Role: UInt8, Sendable, Hashable, CaseIterable {
    case text, dim, border, borderFocused, title, titleFocused, selection, selectionUnfocused
    case key, footer, header, input, cursor, placeholder, match, matchCurrent
    case success, redirect, clientError, serverError, failure, warning, info, pending, stale, cached
    case method, url, variable, unresolved, headerName, headerValue, disabled, unsaved
    case jsonKey, jsonString, jsonNumber, jsonLiteral, jsonPunctuation
    case escape, hexOffset, hexByte, hexText
    case phaseQueue, phaseDNS, phaseConnect, phaseTLS, phaseSend, phaseWait, phaseReceive
}

/// A role with emphasis.
struct Style: Sendable, Hashable {
    struct Emphasis: OptionSet, Sendable, Hashable {
        let rawValue: UInt8
        static let bold = Emphasis(rawValue: 1)
        static let underline = Emphasis(rawValue: 2)
        static let reverse = Emphasis(rawValue: 4)
    }

    var role: Role
    var emphasis: Emphasis

    init(_ role: Role, _ emphasis: Emphasis = []) {
        self.role = role
        self.emphasis = emphasis
    }

    static let text = Style(.text)
}
