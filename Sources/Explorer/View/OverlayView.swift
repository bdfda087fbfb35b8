import Base
import TerminalUI

/// Draws an overlay in its frame, and masks private values in it.
enum OverlayView {
    static func draw(_ part: any OverlayPart, _ model: Model, veil: PrivateVeil, on buffer: inout CellBuffer) {
        let popup = part.popup(on: model.window.size)
        let inside = popup.draw(in: Rect(model.window.size), on: &buffer)
        buffer.clipped(to: inside) { buffer in
            part.draw(model, inside: inside, content: part.content(on: model.window.size), on: &buffer)
        }
        if part.isVeiled { veil.cover(part.frame(on: model.window.size), of: &buffer) }
    }
}
