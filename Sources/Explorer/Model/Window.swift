import TerminalUI

/// The size of the screen, and how the panes share it.
package struct Window: Sendable {
    package var size: Size
    var focus: Pane = .collections
    var isZoomed = false
    var adjustments = PaneLayout.Adjustments()

    package init(size: Size) { self.size = size }

    var layout: PaneLayout {
        PaneLayout(size: size, focus: focus, isZoomed: isZoomed, adjustments: adjustments)
    }
}
