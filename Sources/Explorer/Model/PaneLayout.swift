import TerminalUI

/// Where everything is on a screen of a given size. Pure: the same input gives the same rectangles.
///
/// Pane rectangles include their border; panes above each other share the border row between them.
struct PaneLayout: Sendable, Hashable {
    enum Mode: Sendable, Hashable {
        /// All panes at once, or the zoomed one with header and footer.
        case whole
        /// One pane at a time, with a line that names it.
        case single
        /// Nothing fits; the screen asks for room.
        case tooSmall
    }

    /// What the user changed with `<` and `>`, in cells away from the default.
    struct Adjustments: Sendable, Hashable {
        var collectionsWidth = 0
        var requestHeight = 0
        var logHeight = 0
        var historyHeight = 0
        var runsHeight = 0
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

    /// - Parameter lower: the pane below the response: Log or Runs.
    init(
        size: Size, focus: Pane, lower: Pane = .log, isZoomed: Bool = false, adjustments: Adjustments = Adjustments()
    ) {
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
        if size.columns < Self.smallestWhole.columns || size.rows < Self.smallestWhole.rows {
            mode = .single
            switcher = screen.row(1)
            panes = [focus: Rect(x: 0, y: 2, width: size.columns, height: size.rows - 3)]
            return
        }
        mode = .whole
        switcher = Rect(x: 0, y: 1, width: 0, height: 0)
        let body = Rect(x: 0, y: 1, width: size.columns, height: size.rows - 2)
        panes = isZoomed ? [focus: body] : Self.split(body, focus: focus, lower: lower, adjustments)
    }

    /// From this height on, History is below Collections; in less room only while it has the focus.
    private static let heightWithHistory = 30

    private static func split(
        _ body: Rect, focus: Pane, lower: Pane, _ adjustments: Adjustments
    ) -> [Pane: Rect] {
        let left = min(
            max(18, min(40, body.width * 3 / 10) + adjustments.collectionsWidth), max(18, body.width - 40))
        let right = Rect(x: body.x + left, y: body.y, width: body.width - left, height: body.height)
        // Four border rows; the rest is shared out.
        let inner = right.height - 4
        // A run has more to show than the log, at least while it is looked at.
        let wanted =
            lower == .runs
            ? (focus == .runs ? inner * 2 / 5 : inner / 4) + adjustments.runsHeight : inner / 6 + adjustments.logHeight
        let below = min(max(2, wanted), inner - 6)
        let request = min(max(3, (inner - below) * 2 / 5 + adjustments.requestHeight), inner - below - 3)
        let response = inner - below - request
        let hasHistory = body.height >= heightWithHistory || focus == .history
        let history = hasHistory ? min(max(4, body.height / 4 + adjustments.historyHeight), body.height - 6) : 1
        var panes: [Pane: Rect] = [
            // Both share the border row between them.
            .collections: Rect(x: body.x, y: body.y, width: left, height: body.height - history + 1),
            .request: Rect(x: right.x, y: right.y, width: right.width, height: request + 2),
            .response: Rect(x: right.x, y: right.y + request + 1, width: right.width, height: response + 2),
            lower: Rect(x: right.x, y: right.y + request + response + 2, width: right.width, height: below + 2),
        ]
        if hasHistory {
            panes[.history] = Rect(x: body.x, y: body.maxY - history, width: left, height: history)
        }
        return panes
    }

    /// The cells inside a pane's border; empty when the pane is not on the screen.
    func inside(_ pane: Pane) -> Rect {
        panes[pane]?.inset() ?? Rect(x: 0, y: 0, width: 0, height: 0)
    }

    /// The pane under a cell; on a shared border the lower one, whose title it carries.
    func pane(at point: Point) -> Pane? {
        panes.filter { $0.value.contains(point) }.max { $0.value.y < $1.value.y }?.key
    }
}

extension PaneLayout.Adjustments {
    /// Makes a pane larger or smaller by one step; the response pane moves its border with the request pane.
    package mutating func resize(_ pane: Pane, by step: Int, in size: Size) {
        switch pane {
        case .collections: collectionsWidth = clamp(collectionsWidth + 2 * step, size.columns)
        case .request: requestHeight = clamp(requestHeight + step, size.rows)
        case .response: requestHeight = clamp(requestHeight - step, size.rows)
        case .log: logHeight = clamp(logHeight + step, size.rows)
        case .history: historyHeight = clamp(historyHeight + step, size.rows)
        case .runs: runsHeight = clamp(runsHeight + step, size.rows)
        }
    }

    private func clamp(_ value: Int, _ limit: Int) -> Int { min(max(value, -limit), limit) }
}
