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
        case .scrollUp: return scroll(pane, by: -3)
        case .scrollDown: return scroll(pane, by: 3)
        case .press, .doublePress:
            var effects: [Effect] = []
            if pane != window.focus {
                effects = focus(on: pane)
                guard pane == window.focus else { return effects }
            }
            return effects + click(mouse, in: pane, layout.inside(pane))
        }
    }

    private mutating func scroll(_ pane: Pane, by rows: Int) -> [Effect] {
        switch pane {
        case .collections: tree.selection += rows
        case .request:
            guard let request = currentRequest, current?.pane.edit == nil else { return [] }
            modifyCurrentPane { $0.move(by: rows, in: request) }
        case .response: response.scroll(by: rows, in: window.layout.inside(.response).size)
        case .log: log.scroll(by: rows, in: window.layout.inside(.log).size)
        }
        return []
    }

    mutating func modifyCurrentPane(_ change: (inout RequestPaneState) -> Void) {
        if let id = openRequests.currentID { modify(id) { change(&$0.pane) } }
    }

    private mutating func click(_ mouse: MouseEvent, in pane: Pane, _ inside: Rect) -> [Effect] {
        switch pane {
        case .collections:
            let list = CollectionsPane.listRect(in: inside, model: self)
            guard list.contains(mouse.at) else { return [] }
            let row = tree.scroll + mouse.at.y - list.y
            guard tree.rows.indices.contains(row) else { return [] }
            tree.selection = row
            if case .request? = tree.selectedRow?.kind {
                return mouse.kind == .doublePress ? perform(.open) : []
            }
            return mouse.kind == .press ? perform(.open) : []
        case .request: return clickRequest(mouse, inside)
        case .response:
            if let tab = ResponsePane.tab(response, at: mouse.at, in: inside) { response.select(tab) }
            return []
        case .log:
            guard inside.contains(mouse.at) else { return [] }
            let row = log.top(height: inside.height) + mouse.at.y - inside.y
            guard log.rows.indices.contains(row) else { return [] }
            log.select(row: row, in: inside.size)
            return mouse.kind == .doublePress ? perform(.open) : []
        }
    }

    private mutating func clickRequest(_ mouse: MouseEvent, _ inside: Rect) -> [Effect] {
        guard let open = current, let request = currentRequest else { return [] }
        let content = RequestPane.places(open.pane, request, in: RequestPane.contentRect(in: inside)).rows
        if case .body(var area)? = open.pane.edit, content.contains(mouse.at) {
            let place = area.position(at: mouse.at, in: content)
            let line = area.lines[place.line]
            let end = line.utf8.index(line.startIndex, offsetBy: place.offset)
            area.moveCursor(line: place.line, character: line[..<end].count)
            modifyCurrentPane { $0.edit = .body(area) }
            return []
        }
        guard open.pane.edit == nil else { return [] }
        if mouse.at.y < inside.y {
            modifyCurrentPane { $0.isTitleSelected = true }
            return mouse.kind == .doublePress ? perform(.editURL) : []
        }
        if let tab = RequestPane.tabs(open.pane, request, settings.glyphs, isFocused: true)
            .tab(at: mouse.at, in: RequestPane.tabRow(in: inside)), let chosen = RequestTab(rawValue: tab)
        {
            modifyCurrentPane { $0.show(chosen) }
            return []
        }
        guard content.contains(mouse.at), let count = open.pane.rowCount(request) else { return [] }
        let row = open.pane.scroll + mouse.at.y - content.y
        guard row < count else { return [] }
        modifyCurrentPane { pane in
            pane.isTitleSelected = false
            pane.selection = row
        }
        return mouse.kind == .doublePress ? perform(.open) : []
    }
}
