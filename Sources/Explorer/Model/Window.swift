import TerminalUI

/// The size of the screen, and how the panes share it.
package struct Window: Sendable {
    package var size: Size
    var focus: Pane = .collections {
        didSet { if focus == .log || focus == .runs { lower = focus } }
    }
    /// The pane below the response: Log, or Runs; whichever had the focus last.
    private(set) var lower: Pane = .log
    var isZoomed = false
    var adjustments = PaneLayout.Adjustments()

    package init(size: Size) { self.size = size }

    var layout: PaneLayout {
        PaneLayout(size: size, focus: focus, lower: lower, isZoomed: isZoomed, adjustments: adjustments)
    }
}
