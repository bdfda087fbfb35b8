import Base

/// The characters for frames and marks: Unicode if the terminal's locale is UTF-8, else ASCII.
///
/// A buffer carries them (`CellBuffer.glyphs`), so widgets need not look them up. Every glyph is one column wide.
package struct Glyphs: Sendable, Hashable {
    /// Of frames.
    package var frame: FrameGlyphs
    /// Precedes a folder or file whose children are shown.
    package var open: Character
    package var closed: Character
    /// Precedes the selected row.
    package var selected: Character
    package var ellipsis: Character
    var scrollTrack: Character
    var scrollThumb: Character
    /// Eighths of a bar, from one eighth to a full block; ASCII has only a full one.
    package var bar: [Character]
    package var online: Character
    package var unsaved: Character
    package var checked: Character
    package var unchecked: Character
    /// Of an operation that was sent, and of one that never was.
    package var exercised: Character = "◆"
    package var unexercised: Character = "◇"
    /// Frames of the animation while the program reconnects, waits or sends.
    package var spinner: [Character]
    package var dot: Character
    /// Beside what is wrong, and beside what probably does not do what was meant.
    package var error: Character
    package var warning: Character
    /// Whether words stand where others have marks, and nothing is drawn of characters.
    package var usesWords = false

    package static let unicode = Glyphs(
        frame: .unicode, open: "▾", closed: "▸", selected: "›",
        ellipsis: "…", scrollTrack: "│", scrollThumb: "█", bar: ["▏", "▎", "▍", "▌", "▋", "▊", "▉", "█"], online: "●",
        unsaved: "●", checked: "✓", unchecked: "·",
        spinner: ["⠋", "⠙", "⠹", "⠸", "⠼", "⠴", "⠦", "⠧", "⠇", "⠏"], dot: "·", error: "!", warning: "▵")

    /// A mark, or the word for it.
    package func mark(_ mark: KeyPath<Glyphs, Character>, _ word: SafeText) -> SafeText {
        usesWords ? word : SafeText(String(self[keyPath: mark]))
    }

    /// No lines, bars or animation, and words: what a screen reader says of it.
    package static let plain: Glyphs = {
        var glyphs = ascii
        glyphs.frame = .blank
        (glyphs.open, glyphs.closed) = ("-", "+")
        (glyphs.scrollTrack, glyphs.scrollThumb, glyphs.bar, glyphs.spinner) = (" ", " ", [" "], [])
        glyphs.usesWords = true
        return glyphs
    }()

    /// Lines and blocks of code page 437, which every console font has, and ASCII marks.
    static let console: Glyphs = {
        var glyphs = ascii
        glyphs.frame = .console
        (glyphs.scrollTrack, glyphs.scrollThumb, glyphs.bar, glyphs.dot, glyphs.unchecked) = (
            "│", "█", ["▌", "█"], "·", "·"
        )
        return glyphs
    }()

    package static let ascii = Glyphs(
        frame: .ascii, open: "v", closed: ">", selected: ">", ellipsis: "~",
        scrollTrack: "|", scrollThumb: "#", bar: ["#"], online: "*", unsaved: "*", checked: "x", unchecked: ".",
        exercised: "+", unexercised: "-", spinner: ["|", "/", "-", "\\"], dot: ".", error: "!", warning: "?")
}
