import NetEngine
import TerminalUI

// A click does what a key would: it focuses, selects, chooses a tab; a second press opens; the wheel scrolls what is under it.

extension Model {
    package mutating func take(_ mouse: MouseEvent) -> [Effect] {
        let layout = window.layout
        guard layout.mode != .tooSmall else { return [] }
        switch mouse.kind {
        case .press:
            let wasCovered = !overlays.isEmpty
            defer { overlays.isPressSpent = wasCovered || !overlays.isEmpty }
            return act(on: mouse, layout)
        case .doublePress where overlays.isPressSpent:
            overlays.isPressSpent = false
            return []
        case .doublePress, .scrollUp, .scrollDown: return act(on: mouse, layout)
        }
    }

    private mutating func act(on mouse: MouseEvent, _ layout: PaneLayout) -> [Effect] {
        if !overlays.isEmpty { return overlayMouse(mouse) }
        if layout.header.contains(mouse.at), mouse.kind == .press {
            if HeaderView.environmentRect(of: self, in: layout.header).contains(mouse.at) {
                return perform(.chooseEnvironment)
            }
            if HeaderView.cacheRect(of: self, in: layout.header).contains(mouse.at) {
                return perform(.chooseCacheMode)
            }
            return []
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
        case .press, .doublePress:
            var effects: [Effect] = []
            if pane != window.focus {
                effects = focus(on: pane)
                guard pane == window.focus else { return effects }
            }
            return effects + pane.part.click(mouse, inside: layout.inside(pane), on: &self)
        }
    }
}
