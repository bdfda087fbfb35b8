import Base

/// A frame in the middle of the screen, over everything else.
package struct Popup: Sendable, Hashable {
    package var title: SafeText
    /// Columns and rows of the inside; limited to the screen.
    package var content: Size
    /// In the bottom border: the keys that work here.
    package var footer: [Span]

    package init(_ title: SafeText, content: Size, footer: [Span] = []) {
        self.title = title
        self.content = content
        self.footer = footer
    }

    package func rect(in screen: Rect) -> Rect {
        let width = min(screen.width, content.columns + 4)
        let height = min(screen.height, content.rows + 2)
        return Rect(
            x: screen.x + (screen.width - width) / 2, y: screen.y + (screen.height - height) / 2, width: width,
            height: height)
    }

    /// Clears its area, draws the frame and returns the inside, one column from the frame on either side.
    @discardableResult
    package func draw(in screen: Rect, on buffer: inout CellBuffer) -> Rect {
        let frame = rect(in: screen)
        buffer.fill(frame)
        let inside = Box(title, isFocused: true).draw(in: frame, on: &buffer)
        if !footer.isEmpty, frame.height > 1 {
            Box.drawTitle(footer, isFocused: false, in: frame.row(frame.height - 1), on: &buffer)
        }
        return Rect(x: inside.x + 1, y: inside.y, width: inside.width - 2, height: inside.height)
    }
}
