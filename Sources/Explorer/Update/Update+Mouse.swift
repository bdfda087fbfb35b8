import NetEngine
import TerminalUI

// A click does what a key would: it focuses, selects, chooses a tab; a second press opens; the wheel scrolls what is under it.
// Dragging moves borders and scroll thumbs, and selects text of a response.

extension Model {
    package mutating func take(_ mouse: MouseEvent) -> [Effect] {
        let layout = window.layout
        guard layout.mode != .tooSmall else { return [] }
        switch mouse.kind {
        case .press:
            drag = nil
            let wasCovered = !overlays.isEmpty
            defer { overlays.isPressSpent = wasCovered || !overlays.isEmpty }
            return act(on: mouse, layout)
        case .doublePress where overlays.isPressSpent:
            overlays.isPressSpent = false
            return []
        case .doublePress, .scrollUp, .scrollDown: return act(on: mouse, layout)
        case .drag:
            guard let drag else { return [] }
            if case .dialogThumb(let place, let grip) = drag {
                return overlays.isEmpty ? [] : scrollOverlay(place, thumbAt: mouse.at.y - place.y - grip)
            }
            return overlays.isEmpty ? move(drag, to: mouse.at) : []
        case .release:
            defer { drag = nil }
            return overlays.isEmpty && drag == .text ? copySelectedText() : []
        }
    }

    private mutating func act(on mouse: MouseEvent, _ layout: PaneLayout) -> [Effect] {
        if !overlays.isEmpty { return overlayMouse(mouse) }
        if current?.pane.completion?.isVisible == true,
            let effects = RequestPane.clickInList(mouse, cursor: RootView.draw(self).cursor, on: &self)
        {
            return effects
        }
        if layout.header.contains(mouse.at), mouse.kind == .press {
            let places = HeaderView.places(self, in: layout.header)
            if places.environment.contains(mouse.at) { return perform(.chooseEnvironment) }
            return places.cache.contains(mouse.at) ? perform(.chooseCacheMode) : []
        }
        if FooterView.area(self, in: layout.footer).contains(mouse.at) {
            guard mouse.kind == .press, let key = FooterView.key(self, in: layout.footer, at: mouse.at) else {
                return []
            }
            return take(.key(key))
        }
        if !layout.switcher.isEmpty, layout.switcher.contains(mouse.at) {
            guard mouse.kind == .press,
                let pane = SwitcherView.pane(at: mouse.at, in: layout.switcher, focus: window.focus)
            else {
                return []
            }
            return focus(on: pane)
        }
        guard let pane = layout.pane(at: mouse.at) else { return [] }
        switch mouse.kind {
        case .scrollUp: return pane.part.scroll(by: -3, on: &self)
        case .scrollDown: return pane.part.scroll(by: 3, on: &self)
        case .press, .doublePress: return press(mouse, on: pane, layout)
        case .drag, .release: return []
        }
    }

    private mutating func press(_ mouse: MouseEvent, on pane: Pane, _ layout: PaneLayout) -> [Effect] {
        var begun: Drag?
        if mouse.kind == .press {
            // A thumb is drawn on a border.
            begun = thumb(at: mouse.at, layout) ?? window.border(at: mouse.at).map { .border($0) }
        }
        switch begun {
        case .thumb?:
            drag = begun
            return []
        case .border(let border)? where border.isVertical:
            drag = begun
            return []
        case .border?, .dialogThumb?, .text?, nil: break
        }
        var effects: [Effect] = []
        if pane != window.focus {
            effects = focus(on: pane)
            guard pane == window.focus else { return effects }
        }
        drag = begun
        // The pane that has got the focus may have another place now.
        effects += pane.part.click(mouse, inside: layout.inside(pane), on: &self)
        if pane == .response, mouse.kind == .press, drag == nil, window.layout.inside(pane) == layout.inside(pane) {
            let inside = layout.inside(pane)
            response.pressText(at: mouse.at.seen(from: inside), in: inside.size)
            if response.textSelection != nil { drag = .text }
        }
        return effects
    }

    // MARK: Dragging

    private mutating func move(_ drag: Drag, to point: Point) -> [Effect] {
        switch drag {
        case .border(let border):
            window.move(border, to: point)
            return []
        case .thumb(let pane, let place, let grip):
            guard let bar = scrollbars.last(where: { $0.place == place }) else { return [] }
            let step = bar.first(forThumbAt: point.y - place.y - grip) - bar.bar.first
            return step == 0 ? [] : pane.part.scroll(by: step, on: &self)
        case .dialogThumb: return []
        case .text:
            let inside = window.layout.inside(.response)
            response.dragText(to: point.seen(from: inside), in: inside.size)
            return []
        }
    }

    /// The scrollbars of the panes, as they are drawn now.
    private var scrollbars: [PlacedScrollbar] { RootView.draw(self).scrollbars }

    /// The thumb of the dialog on top at a point.
    func dialogThumb(at point: Point) -> Drag? {
        guard let bar = scrollbars.last(where: { $0.thumb.contains(point) }) else { return nil }
        return .dialogThumb(place: bar.place, grip: point.y - bar.thumb.y)
    }

    /// Scrolls the dialog on top until the thumb begins at a row of its bar. In a list the selection moves first, up
    /// to the edge of the view.
    private mutating func scrollOverlay(_ place: Rect, thumbAt row: Int) -> [Effect] {
        var effects: [Effect] = []
        for _ in 0..<(2 * place.height + 2) {
            guard let bar = scrollbars.last(where: { $0.place == place }) else { break }
            let step = bar.first(forThumbAt: row) - bar.bar.first
            guard step != 0 else { break }
            effects += scrollOverlay(by: step)
            settleOverlays()
        }
        return effects
    }

    private func thumb(at point: Point, _ layout: PaneLayout) -> Drag? {
        guard let bar = scrollbars.last(where: { $0.thumb.contains(point) }) else { return nil }
        let pane = layout.panes.first { $0.value.maxX - 1 == bar.place.x && $0.value.contains(bar.place.origin) }?.key
        return pane.map { .thumb($0, place: bar.place, grip: point.y - bar.thumb.y) }
    }

    private mutating func copySelectedText() -> [Effect] {
        let inside = window.layout.inside(.response)
        guard let job = response.textToCopy(in: inside.size) else {
            response.textSelection = nil
            return []
        }
        return [.copy(job)]
    }
}

extension Point {
    fileprivate func seen(from rect: Rect) -> Point { Point(x: x - rect.x, y: y - rect.y) }
}

extension Rect {
    fileprivate var origin: Point { Point(x: x, y: y) }
}
