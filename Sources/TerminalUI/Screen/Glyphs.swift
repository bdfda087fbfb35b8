/// The characters that frames and marks are made of: Unicode where the terminal's locale is UTF-8, ASCII elsewhere.
///
/// A buffer carries them (`CellBuffer.glyphs`), so no widget asks twice. Every glyph is one column wide.
package struct Glyphs: Sendable, Hashable {
    var horizontal: Character
    var vertical: Character
    var topLeft: Character
    var topRight: Character
    var bottomLeft: Character
    var bottomRight: Character
    package var teeLeft: Character
    package var teeRight: Character
    /// The frame of the box that has the focus: told apart from the others by shape, not by colour alone.
    var focusedHorizontal: Character
    var focusedVertical: Character
    var focusedTopLeft: Character
    var focusedTopRight: Character
    var focusedBottomLeft: Character
    var focusedBottomRight: Character
    /// Before a folder or file whose children are shown, or hidden.
    package var open: Character
    package var closed: Character
    /// Before the selected row.
    package var selected: Character
    package var ellipsis: Character
    var scrollTrack: Character
    var scrollThumb: Character
    /// Eighths of a bar, from one eighth to a full block; in ASCII only empty or full.
    package var bar: [Character]
    package var online: Character
    package var unsaved: Character
    package var checked: Character
    package var unchecked: Character
    /// Reconnecting, waiting, sending: drawn in turn.
    package var spinner: [Character]
    var arrowUp: Character
    var arrowDown: Character
    package var dot: Character

    package static let unicode = Glyphs(
        horizontal: "─", vertical: "│", topLeft: "┌", topRight: "┐", bottomLeft: "└", bottomRight: "┘",
        teeLeft: "├", teeRight: "┤", focusedHorizontal: "━", focusedVertical: "┃", focusedTopLeft: "┏",
        focusedTopRight: "┓", focusedBottomLeft: "┗", focusedBottomRight: "┛", open: "▾", closed: "▸", selected: "›",
        ellipsis: "…", scrollTrack: "│", scrollThumb: "█", bar: ["▏", "▎", "▍", "▌", "▋", "▊", "▉", "█"], online: "●",
        unsaved: "●", checked: "✓", unchecked: "·",
        spinner: ["⠋", "⠙", "⠹", "⠸", "⠼", "⠴", "⠦", "⠧", "⠇", "⠏"], arrowUp: "↑", arrowDown: "↓", dot: "·")

    /// Lines and blocks of code page 437, which every console font has, and ASCII marks.
    static let console: Glyphs = {
        var glyphs = ascii
        (glyphs.horizontal, glyphs.vertical, glyphs.teeLeft, glyphs.teeRight) = ("─", "│", "├", "┤")
        (glyphs.topLeft, glyphs.topRight, glyphs.bottomLeft, glyphs.bottomRight) = ("┌", "┐", "└", "┘")
        (glyphs.focusedHorizontal, glyphs.focusedVertical) = ("═", "║")
        (glyphs.focusedTopLeft, glyphs.focusedTopRight) = ("╔", "╗")
        (glyphs.focusedBottomLeft, glyphs.focusedBottomRight) = ("╚", "╝")
        (glyphs.scrollTrack, glyphs.scrollThumb, glyphs.bar, glyphs.dot, glyphs.unchecked) = (
            "│", "█", ["▌", "█"], "·", "·"
        )
        return glyphs
    }()

    package static let ascii = Glyphs(
        horizontal: "-", vertical: "|", topLeft: "+", topRight: "+", bottomLeft: "+", bottomRight: "+", teeLeft: "+",
        teeRight: "+", focusedHorizontal: "=", focusedVertical: "#", focusedTopLeft: "#", focusedTopRight: "#",
        focusedBottomLeft: "#", focusedBottomRight: "#", open: "v", closed: ">", selected: ">", ellipsis: "~",
        scrollTrack: "|", scrollThumb: "#", bar: ["#"], online: "*", unsaved: "*", checked: "x", unchecked: ".",
        spinner: ["|", "/", "-", "\\"], arrowUp: "^", arrowDown: "v", dot: ".")
}
