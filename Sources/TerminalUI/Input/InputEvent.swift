/// What the terminal told us, with no trace of curses left in it.
package enum InputEvent: Sendable, Hashable {
    case key(Key)
    /// Bracketed paste: the text as it came, line ends as LF.
    case paste(String)
    case mouse(MouseEvent)
    case resize(Size)
}

/// A key as a person names it.
package enum Key: Sendable, Hashable {
    /// A printable character (a whole grapheme), space included.
    case character(Character)
    /// Ctrl with a lower-case letter. Ctrl-H, I, J, M and [ never arrive here: they are other keys in a terminal.
    case control(Character)
    /// Alt (or Esc then a key within the escape delay) with a character.
    case alt(Character)
    /// Ctrl or Alt with an arrow, Home, End or Del: these move and delete by word or by text where something is typed.
    case wordLeft, wordRight, textStart, textEnd, deleteWord
    case function(Int)
    case enter, escape, tab, backTab, backspace, delete, insert
    case up, down, left, right, home, end, pageUp, pageDown
}

package struct MouseEvent: Sendable, Hashable {
    package enum Kind: Sendable, Hashable { case press, doublePress, scrollUp, scrollDown }
    package var kind: Kind
    package var at: Point
}
