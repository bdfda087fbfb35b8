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
        buffer.framed(by: popup.rect(in: screen), inside: inside) { buffer in
            part.draw(model, inside: inside, content: part.content(of: inside), on: &buffer)
        }
        if part.isVeiled { veil.cover(popup.rect(in: screen), of: &buffer) }
    }
}
