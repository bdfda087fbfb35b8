import Base

/// A field for a line that is typed, or for a text of several lines that is pasted into it while it is empty.
package struct PasteableField: Sendable {
    package private(set) var field: TextField
    /// What was pasted, if it has several lines.
    package private(set) var pasted: String?

    package init(placeholder: SafeText) { field = TextField(placeholder: placeholder) }

    package var text: String { pasted ?? field.text }

    /// Whether pasted lines go into the line that is typed.
    package var joinsPastedLines: Bool { !field.text.isEmpty }

    package mutating func paste(_ text: String) {
        if text.contains(where: \.isNewline), !joinsPastedLines {
            pasted = text
        } else {
            pasted = nil
            field.paste(text)
        }
    }

    /// While a pasted text is there, letters do nothing and any other key of the field drops it.
    /// - Returns: whether the text may be another one.
    package mutating func handle(_ key: Key) -> Bool {
        if pasted != nil {
            if case .character = key { return false }
            pasted = nil
        }
        return field.handle(key)
    }

    /// Replaces what was typed before the cursor.
    package mutating func replaceBeforeCursor(_ count: Int, with text: String) {
        field.replaceBeforeCursor(count, with: text)
    }

    package func draw(in row: Rect, isFocused: Bool, on buffer: inout CellBuffer) {
        guard let pasted else { return field.draw(in: row, isFocused: isFocused, on: &buffer) }
        let count = pasted.split(separator: "\n").count
        let text = SafeText("pasted: \(Formatting.count(count, "line"))")
        buffer.drawTruncated(text, at: Point(x: row.x, y: row.y), width: row.width, style: Style(.text))
    }
}
