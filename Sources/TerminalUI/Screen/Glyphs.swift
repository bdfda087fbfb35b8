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
    /// Frames of the animation while the program reconnects, waits or sends.
    package var spinner: [Character]
    package var dot: Character
    /// Beside what is wrong, and beside what probably does not do what was meant.
    package var error: Character
    package var warning: Character

    package static let unicode = Glyphs(
        frame: .unicode, open: "▾", closed: "▸", selected: "›",
        ellipsis: "…", scrollTrack: "│", scrollThumb: "█", bar: ["▏", "▎", "▍", "▌", "▋", "▊", "▉", "█"], online: "●",
        unsaved: "●", checked: "✓", unchecked: "·",
        spinner: ["⠋", "⠙", "⠹", "⠸", "⠼", "⠴", "⠦", "⠧", "⠇", "⠏"], dot: "·", error: "!", warning: "▵")

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
        spinner: ["|", "/", "-", "\\"], dot: ".", error: "!", warning: "?")
}
