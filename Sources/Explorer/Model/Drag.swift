import TerminalUI

/// What the mouse moves while its button is pressed.
enum Drag: Sendable, Hashable {
    case border(Window.Border)
    /// The thumb of a pane's scrollbar.
    /// - Parameters:
    ///   - place: the column of the bar.
    ///   - grip: the row of the thumb where it was pressed.
    case thumb(Pane, place: Rect, grip: Int)
    /// The thumb of a dialog's scrollbar; `place` and `grip` as above.
    case dialogThumb(place: Rect, grip: Int)
    /// Text of the response that is being selected.
    case text
}
