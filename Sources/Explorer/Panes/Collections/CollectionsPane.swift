import TerminalUI

/// The tree of folders, files and requests.
enum CollectionsPane: PanePart {
    static let pane = Pane.collections
    static let mainCommands: [Command] = [.open, .send]

    static func perform(_ command: Command, on model: inout Model) -> [Effect] { model.performInCollections(command) }

    static func showRequestToSend(on model: inout Model) -> [Effect]? {
        guard case .request(let key)? = model.tree.selectedRow?.kind else {
            let isEmpty = model.tree.rows.isEmpty && !model.tree.filter.isEmpty
            model.say(
                isEmpty
                    ? "No request matches the filter. Esc clears it."
                    : "Select a request to send it; 2 goes to the one that is open.", .warning)
            return nil
        }
        return key == model.current?.key ? [] : model.open(key)
    }

    static func scroll(by rows: Int, on model: inout Model) -> [Effect] {
        model.tree.selection += rows
        return []
    }

    static func click(_ mouse: MouseEvent, inside: Rect, on model: inout Model) -> [Effect] {
        let list = listRect(in: inside, model: model)
        guard list.contains(mouse.at) else { return [] }
        let row = model.tree.scroll + mouse.at.y - list.y
        guard model.tree.rows.indices.contains(row) else { return [] }
        model.tree.selection = row
        if case .request? = model.tree.selectedRow?.kind {
            return mouse.kind == .doublePress ? model.perform(.open) : []
        }
        return mouse.kind == .press ? model.perform(.open) : []
    }

    static func escape(on model: inout Model) -> Bool {
        guard !model.tree.filter.isEmpty else { return false }
        model.clearFilter()
        return true
    }

    static func settle(_ model: inout Model) {
        let height = listRect(in: model.window.layout.inside(pane), model: model).height
        model.tree.scroll = Model.scroll(
            model.tree.scroll, toShow: model.tree.selection, of: model.tree.rows.count, in: height)
    }

    // MARK: The filter while it is typed

    static func isTyping(_ model: Model) -> Bool { model.tree.filterField != nil }

    static func typingKeys(_ model: Model) -> [(key: String, word: String)] {
        [("Enter", "keep filter"), ("Esc", "clear"), ("Up Down", "select")]
    }

    static func type(_ key: Key, on model: inout Model) -> [Effect] { model.filterKey(key) }

    static func paste(_ text: String, on model: inout Model) {
        model.tree.filterField?.paste(text)
        model.tree.setFilter(model.tree.filterField?.text ?? "")
    }

    static func leaveTyping(on model: inout Model) -> [Effect] {
        model.tree.filterField = nil
        model.clearFilter()
        return []
    }

    static func finishTyping(on model: inout Model) -> [Effect]? {
        model.tree.filterField = nil
        return []
    }

    static func footerWord(_ command: Command) -> String? {
        switch command {
        case .toggle: "fold"
        case .search: "filter"
        default: nil
        }
    }

    /// Text as it is in the files.
    static func mask(_ veil: PrivateVeil, _ model: Model, frame: Rect, inside: Rect, on buffer: inout CellBuffer) {}
}
