import TerminalUI

/// Where everything is on a screen of a given size. Pure: the same input gives the same rectangles.
///
/// Pane rectangles include their frame; neighbours share the line between them. A folded pane is its title in a frame line.
struct PaneLayout: Sendable, Hashable {
    enum Mode: Sendable, Hashable {
        /// All panes at once, or the zoomed one with header and footer.
        case whole
        /// One pane at a time, with a line that names it.
        case single
        /// Nothing fits; the screen asks for room.
        case tooSmall
    }

    /// What decides where the panes are, beside the size of the screen.
    struct Wishes: Sendable, Hashable {
        var focus: Pane = .collections
        /// The pane below the response: Log or Runs.
        var lower: Pane = .log
        var arrangement: Arrangement = .classic
        var isZoomed = false
        var sizes = PaneSizes()
        /// Shown as a title only, while they do not have the focus.
        var folded: Set<Pane> = []
        /// Rows that the request pane needs for what it shows.
        var requestRows = 8
        /// One pane at a time, whatever the size.
        var isPlain = false
    }

    static let smallestWhole = Size(columns: 80, rows: 24)
    static let smallestSingle = Size(columns: 40, rows: 10)

    let mode: Mode
    let header: Rect
    /// The line that names the panes, in single mode.
    let switcher: Rect
    let footer: Rect
    /// Only the panes that are on the screen.
    let panes: [Pane: Rect]

    init(size: Size, _ wishes: Wishes) {
        let screen = Rect(size)
        guard size.columns >= Self.smallestSingle.columns, size.rows >= Self.smallestSingle.rows else {
            mode = .tooSmall
            header = Rect(x: 0, y: 0, width: 0, height: 0)
            switcher = header
            footer = header
            panes = [:]
            return
        }
        header = screen.row(0)
        footer = screen.row(size.rows - 1)
        let isSmall = size.columns < Self.smallestWhole.columns || size.rows < Self.smallestWhole.rows
        if isSmall || wishes.isPlain {
            mode = .single
            switcher = screen.row(1)
            panes = [wishes.focus: Rect(x: 0, y: 2, width: size.columns, height: size.rows - 3)]
            return
        }
        mode = .whole
        switcher = Rect(x: 0, y: 1, width: 0, height: 0)
        let body = Rect(x: 0, y: 1, width: size.columns, height: size.rows - 2)
        panes = wishes.isZoomed ? [wishes.focus: body] : PaneArrangement(wishes).split(body)
    }

    /// The cells inside a pane's frame; empty when the pane is not on the screen, or folded.
    func inside(_ pane: Pane) -> Rect {
        panes[pane]?.inset() ?? Rect(x: 0, y: 0, width: 0, height: 0)
    }

    /// Whether only the title of a pane is on the screen.
    func isFolded(_ pane: Pane) -> Bool { panes[pane].map { $0.height <= 2 } ?? false }

    /// The pane under a cell; on a shared line the lower or right one, whose title it carries.
    func pane(at point: Point) -> Pane? {
        panes.filter { $0.value.contains(point) }.max { ($0.value.y, $0.value.x) < ($1.value.y, $1.value.x) }?.key
    }
}
