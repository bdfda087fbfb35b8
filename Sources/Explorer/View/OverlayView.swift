import Base
import TerminalUI

/// Draws an overlay in its frame, and masks private values in it.
enum OverlayView {
    static func draw(_ part: any OverlayPart, _ model: Model, veil: PrivateVeil, on buffer: inout CellBuffer) {
        let popup = part.popup(on: model.size)
        let inside = popup.draw(in: Rect(model.size), on: &buffer)
        buffer.clipped(to: inside) { buffer in
            part.draw(model, inside: inside, content: part.content(on: model.size), on: &buffer)
        }
        if part.isVeiled { veil.cover(part.frame(on: model.size), of: &buffer) }
    }
}
