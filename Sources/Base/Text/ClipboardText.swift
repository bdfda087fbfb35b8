import NetEngine

/// Text for the clipboard: lines of `SafeText`, and the only text that a clipboard takes.
///
/// What is copied may be pasted into a shell, so bytes from outside must not become keys there: control characters,
/// bidi controls and invisible characters are written as the escapes that the screen shows. Line feeds and tabs stay,
/// for text without them is of no use; line feeds at the end go, so that pasting never runs the last line by itself. A
/// carriage return before a line feed goes too. The exact bytes of a body are written to a file instead.
package struct ClipboardText: Sendable, Hashable {
    package let string: String
    /// What was written as escapes.
    package let hazards: HazardCounts

    /// One line, as it is shown.
    package init(_ text: SafeText) {
        string = text.string
        hazards = text.hazards
    }

    package init(_ untrusted: String) { self.init(bytes: Array(untrusted.utf8)) }

    /// Bytes read as UTF-8.
    package init(bytes: some BidirectionalCollection<UInt8>) {
        var text = ""
        var hazards = HazardCounts()
        var pendingLineEnds = 0
        for (index, line) in bytes.split(separator: Byte.lineFeed, omittingEmptySubsequences: false).enumerated() {
            let content = line.last == Byte.carriageReturn ? line.dropLast() : line
            if index > 0 { pendingLineEnds += 1 }
            if content.isEmpty { continue }
            text += String(repeating: "\n", count: pendingLineEnds)
            pendingLineEnds = 0
            for (place, field) in content.split(separator: Byte.tab, omittingEmptySubsequences: false).enumerated() {
                if place > 0 { text += "\t" }
                let safe = SafeText(bytes: field)
                text += safe.string
                hazards += safe.hazards
            }
        }
        string = text
        self.hazards = hazards
    }

    package var byteCount: Int { string.utf8.count }
    package var isEmpty: Bool { string.isEmpty }
    /// As terminals take it.
    package var base64: String { Base64.encode(string) }
}
