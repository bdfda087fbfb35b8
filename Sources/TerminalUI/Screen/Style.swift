/// What a part of the screen means. A theme decides how it looks; colour is never the only sign of a meaning.
package enum Role: UInt8, Sendable, Hashable, CaseIterable {
    case text, dim, border, borderFocused, title, titleFocused, selection, selectionUnfocused
    case key, footer, header, input, cursor, placeholder, match, matchCurrent
    case success, redirect, clientError, serverError, failure, warning, info, pending, stale, cached
    case method, url, variable, unresolved, headerName, headerValue, disabled, unsaved
    case jsonKey, jsonString, jsonNumber, jsonLiteral, jsonPunctuation
    case escape, hexOffset, hexByte, hexText
    case phaseQueue, phaseDNS, phaseConnect, phaseTLS, phaseSend, phaseWait, phaseReceive
}

/// A role with emphasis.
package struct Style: Sendable, Hashable {
    package struct Emphasis: OptionSet, Sendable, Hashable {
        package let rawValue: UInt8
        package static let bold = Emphasis(rawValue: 1)
        package static let underline = Emphasis(rawValue: 2)
        package static let reverse = Emphasis(rawValue: 4)

        package init(rawValue: UInt8) { self.rawValue = rawValue }
    }

    package var role: Role
    package var emphasis: Emphasis

    package init(_ role: Role, _ emphasis: Emphasis = []) {
        self.role = role
        self.emphasis = emphasis
    }

    package static let text = Style(.text)
}
