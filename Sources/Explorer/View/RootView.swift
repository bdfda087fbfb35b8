import Base
import TerminalUI
import Workspace

/// The whole screen from the model. Pure: it reads the model and writes cells, nothing else.
///
/// What flows in: `Model`. What flows out: a `CellBuffer`, which the terminal compares with the last one.
package enum RootView {
    package static func draw(_ model: Model) -> CellBuffer {
        var buffer = CellBuffer(size: model.window.size, glyphs: model.settings.glyphs)
        buffer.theme = model.shownTheme
        let layout = model.window.layout
        guard layout.mode != .tooSmall else {
            drawRequestForRoom(model, on: &buffer)
            return buffer
        }
        if model.isPlain, !model.overlays.isEmpty {
            drawOverlays(model, on: &buffer)
            return buffer
        }
        HeaderView.draw(model, in: layout.header, on: &buffer)
        SwitcherView.draw(model, in: layout.switcher, on: &buffer)
        drawFrames(model, layout, on: &buffer)
        for pane in Pane.allCases where layout.panes[pane] != nil {
            let inside = layout.inside(pane)
            guard let frame = layout.panes[pane], !inside.isEmpty else { continue }
            buffer.framed(by: frame, inside: inside) { pane.part.draw(model, inside: inside, on: &$0) }
        }
        for (pane, frame) in layout.panes { pane.part.drawOverBorder(model, frame: frame, on: &buffer) }
        FooterView.draw(model, in: layout.footer, on: &buffer)
        if !model.overlays.isEmpty { (buffer.cursor, buffer.selected) = (nil, nil) }
        let veil = PrivateVeil(model.hiddenValues.texts)
        veil.cover(FooterView.area(model, in: layout.footer), of: &buffer)
        for (pane, frame) in layout.panes {
            pane.part.mask(veil, model, frame: frame, inside: layout.inside(pane), on: &buffer)
        }
        RequestPane.drawList(model, veil: veil, on: &buffer)
        for part in model.overlays.parts { OverlayView.draw(part, model, veil: veil, on: &buffer) }
        return buffer
    }

    /// The dialog on top alone: nothing shows where it ends.
    private static func drawOverlays(_ model: Model, on buffer: inout CellBuffer) {
        guard let top = model.overlays.top else { return }
        OverlayView.draw(top, model, veil: PrivateVeil(model.hiddenValues.texts), on: &buffer)
    }

    private static func drawRequestForRoom(_ model: Model, on buffer: inout CellBuffer) {
        let need = PaneLayout.smallestSingle
        let lines: [SafeText] = [
            "apitui needs \(need.columns)x\(need.rows);",
            "this is \(model.window.size.columns)x\(model.window.size.rows).",
            model.reasonToStay.map { "Enlarge it: \(SafeText($0))." }
                ?? "Enlarge it; \(SafeText(model.keyName(.back, in: model.window.focus))) quits.",
        ]
        let top = max(0, (model.window.size.rows - lines.count) / 2)
        for (offset, line) in lines.enumerated() {
            let x = max(0, (model.window.size.columns - DisplayWidth.of(line)) / 2)
            buffer.draw(line, at: Point(x: x, y: top + offset), width: model.window.size.columns - x)
        }
    }

    /// The frames of all panes, which share lines, with the titles in them. That of the focus is heavy.
    private static func drawFrames(_ model: Model, _ layout: PaneLayout, on buffer: inout CellBuffer) {
        let shown = Pane.allCases.filter { layout.panes[$0] != nil }
        var lines = FrameLines(in: buffer.bounds)
        for pane in shown {
            if let rect = layout.panes[pane] { lines.add(rect, isFocused: pane == model.window.focus) }
        }
        lines.draw(on: &buffer)
        for pane in shown {
            guard let rect = layout.panes[pane] else { continue }
            let title = pane.part.title(model, width: rect.width - 4)
            Box.drawTitle(
                title.spans, trailing: title.trailing, isFocused: pane == model.window.focus, in: rect.row(0),
                on: &buffer)
        }
    }
}
