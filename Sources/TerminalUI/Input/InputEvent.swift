/// An input from the terminal, independent of curses.
package enum InputEvent: Sendable, Hashable {
    case key(Key)
    /// Bracketed paste: the text as received, with LF line ends.
    case paste(String)
    case mouse(MouseEvent)
    case resize(Size)
    /// What the terminal reports after `Terminal.ask`.
    case report(TerminalReport)
}

/// A key by the name that users know.
package enum Key: Sendable, Hashable {
    /// A printable character (a whole grapheme), including space.
    case character(Character)
    /// Ctrl with a lower-case letter. Ctrl-H, I, J, M and [ never occur: in a terminal they are other keys.
    case control(Character)
    /// Alt with a character, or Esc followed by the character within the escape delay.
    case alt(Character)
    /// Ctrl or Alt with an arrow, Home, End or Del: in text input these move or delete by word or by the whole text.
    case wordLeft, wordRight, textStart, textEnd, deleteWord
    case function(Int)
    case enter, escape, tab, backTab, backspace, delete, insert
    case up, down, left, right, home, end, pageUp, pageDown
}

package struct MouseEvent: Sendable, Hashable {
    package enum Kind: Sendable, Hashable {
        /// Of the main button.
        case press, doublePress
        /// The main button was pressed before, and the mouse is on another cell now.
        case drag
        case release
        case scrollUp, scrollDown
    }
    package var kind: Kind
    package var at: Point

    package init(kind: Kind, at: Point) {
        self.kind = kind
        self.at = at
    }
}
