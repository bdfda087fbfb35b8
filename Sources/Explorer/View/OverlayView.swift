import Base
import TerminalUI

/// Draws an overlay in its frame, and masks private values in it.
enum OverlayView {
    static func draw(_ part: any OverlayPart, _ model: Model, veil: PrivateVeil, on buffer: inout CellBuffer) {
        guard part.isFramed else {
            let screen = Rect(model.window.size)
            return part.draw(model, inside: screen, content: screen, on: &buffer)
        }
        let popup = part.popup(on: model.window.size)
        let screen = Rect(model.window.size)
        let inside = popup.draw(in: screen, on: &buffer)
        // Where there is neither a field nor a selected row, the cursor is where the text begins.
        let content = part.content(of: inside)
        (buffer.cursor, buffer.selected) = (nil, content.isEmpty ? nil : Point(x: content.x, y: content.y))
        buffer.framed(by: popup.rect(in: screen), inside: inside) { buffer in
            part.draw(model, inside: inside, content: content, on: &buffer)
        }
        if part.isVeiled { veil.cover(popup.rect(in: screen), of: &buffer) }
    }
}
