import Base
import TerminalUI
import Workspace

/// The whole screen from the model. Pure: it reads the model and writes cells, nothing else.
///
/// What flows in: `Model`. What flows out: a `CellBuffer`, which the terminal compares with the last one.
package enum RootView {
    package static func draw(_ model: Model) -> CellBuffer {
        var buffer = CellBuffer(size: model.window.size, glyphs: model.settings.glyphs)
        let layout = model.window.layout
        guard layout.mode != .tooSmall else {
            drawRequestForRoom(model, on: &buffer)
            return buffer
        }
        HeaderView.draw(model, in: layout.header, on: &buffer)
        SwitcherView.draw(model, in: layout.switcher, on: &buffer)
        drawFrames(model, layout, on: &buffer)
        for pane in Pane.allCases where layout.panes[pane] != nil {
            drawInside(pane, model, in: layout.inside(pane), on: &buffer)
        }
        RequestPane.drawTitleFields(model, in: layout, on: &buffer)
        FooterView.draw(model, in: layout.footer, on: &buffer)
        if !model.overlays.isEmpty { buffer.cursor = nil }
        let veil = PrivateVeil(model.hiddenValues.texts)
        let response = layout.panes[.response].map { _ in layout.inside(.response) }
        let isScrolled = model.response.scroll.column > 0
        for place in veiledPlaces(model, layout) {
            veil.cover(place, of: &buffer, isScrolled: isScrolled && place == response)
        }
        if let response {
            PrivateVeil(model.response.hiddenCookieTexts).cover(response, of: &buffer, isScrolled: isScrolled)
        }
        for part in model.overlays.parts { OverlayView.draw(part, model, veil: veil, on: &buffer) }
        return buffer
    }

    private static func drawRequestForRoom(_ model: Model, on buffer: inout CellBuffer) {
        let need = PaneLayout.smallestSingle
        let lines: [SafeText] = [
            "apitui needs \(need.columns)x\(need.rows);",
            "this is \(model.window.size.columns)x\(model.window.size.rows).",
            "Enlarge it; q quits.",
        ]
        let top = max(0, (model.window.size.rows - lines.count) / 2)
        for (offset, line) in lines.enumerated() {
            let x = max(0, (model.window.size.columns - DisplayWidth.of(line)) / 2)
            buffer.draw(line, at: Point(x: x, y: top + offset), width: model.window.size.columns - x)
        }
    }

    /// Frames of all panes; neighbours above each other share a row. The focused frame is drawn last and is heavy.
    private static func drawFrames(_ model: Model, _ layout: PaneLayout, on buffer: inout CellBuffer) {
        let shown = Pane.allCases.filter { layout.panes[$0] != nil }
        let style = Style(.border)
        for pane in shown where pane != model.window.focus {
            guard let rect = layout.panes[pane] else { continue }
            Box().draw(in: rect, on: &buffer)
            if pane == .response || pane == .log, shown.count > 1 {
                buffer.draw(buffer.glyphs.teeLeft, at: Point(x: rect.x, y: rect.y), style: style)
                buffer.draw(buffer.glyphs.teeRight, at: Point(x: rect.maxX - 1, y: rect.y), style: style)
            }
        }
        if let rect = layout.panes[model.window.focus] {
            Box(isFocused: true).draw(in: rect, on: &buffer)
        }
        for pane in shown {
            guard let rect = layout.panes[pane] else { continue }
            let (title, trailing) = title(of: pane, model, width: rect.width - 4)
            Box.drawTitle(
                title, trailing: trailing, isFocused: pane == model.window.focus, in: rect.row(0),
                on: &buffer)
        }
    }

    private static func title(of pane: Pane, _ model: Model, width: Int) -> (title: [Span], trailing: [Span]) {
        let isFocused = model.window.focus == pane
        switch pane {
        case .collections: return CollectionsPane.title(model, isFocused: isFocused)
        case .request: return RequestPane.title(model, isFocused: isFocused, width: width)
        case .response:
            return (ResponseStatusLine.spans(model.response, width: width, now: model.clock.now), [])
        case .log: return ([Span("Log", isFocused ? .titleFocused : .title)], LogPane.title(model.log))
        }
    }

    private static func drawInside(_ pane: Pane, _ model: Model, in rect: Rect, on buffer: inout CellBuffer) {
        let isFocused = model.window.focus == pane
        buffer.clipped(to: rect) { buffer in
            switch pane {
            case .collections: CollectionsPane.draw(model, in: rect, isFocused: isFocused, on: &buffer)
            case .request: RequestPane.draw(model, in: rect, isFocused: isFocused, on: &buffer)
            case .response:
                ResponsePane.draw(
                    model.response, in: rect, isFocused: isFocused, now: model.clock.now, on: &buffer)
            case .log:
                LogPane.draw(
                    model.log, in: rect, isFocused: isFocused,
                    utcOffsetSeconds: model.settings.utcOffsetSeconds,
                    now: model.clock.now, on: &buffer)
            }
        }
    }
}

// MARK: Private values

extension RootView {
    /// Where private values are masked: in the footer, and in the title and the inside of every pane that is not listed here.
    private static func veiledPlaces(_ model: Model, _ layout: PaneLayout) -> [Rect] {
        var places = [layout.footer]
        for (pane, rect) in layout.panes {
            let inside = layout.inside(pane)
            switch pane {
            // Text as it is in the files. The Vars tab hides values itself, but the reason why a request is refused may name one.
            case .collections: break
            case .request:
                guard let open = model.current, let request = model.currentRequest else { break }
                places.append(RequestPane.places(open.pane, request, in: RequestPane.contentRect(in: inside)).notices)
            // Response bodies are never masked.
            case .response where model.response.tab == .body: places.append(rect.row(0))
            default: places += [rect.row(0), inside]
            }
        }
        return places
    }
}
