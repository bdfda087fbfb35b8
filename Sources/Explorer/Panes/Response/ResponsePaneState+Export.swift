import Base
import NetEngine
import TerminalUI

/// What can be copied of the place that the user looks at.
struct CopyableValue: Sendable {
    struct Part: Sendable {
        /// `line`, `value`, `path`.
        var name: String
        var text: ClipboardText
    }

    /// The first is the value itself; a second one says where it is.
    var parts: [Part]
}

extension ResponsePaneState {
    /// The exchange that things are taken out of: the one in view.
    var exportedExchange: Exchange? { shown?.exchange }

    /// The value under the cursor and its path, where the view of the body knows them; else the line of the cursor. nil if
    /// nothing is in view.
    ///
    /// - Parameter size: of the pane's inside.
    func copyableValue(in size: Size) -> CopyableValue? {
        guard exportedExchange != nil else { return nil }
        let window = viewport(in: size)
        let place = cursorPlace(in: size)?.line ?? window.clamped(scroll).line
        guard place < window.source.lineCount else { return nil }
        let line = window.source.line(place, columns: 0..<Self.copiedColumns, matching: nil)
        let text = ClipboardText(line.spans.map(\.text.string).joined().trimmingSpaces())
        return text.isEmpty ? nil : CopyableValue(parts: [CopyableValue.Part(name: "line", text: text)])
    }

    /// A line may be as long as the body.
    private static let copiedColumns = 100_000
}

extension String {
    fileprivate func trimmingSpaces() -> String {
        var rest = self[...]
        while rest.first == " " { rest.removeFirst() }
        while rest.last == " " { rest.removeLast() }
        return String(rest)
    }
}
