import Explain
import TerminalUI

/// What the pane keeps; its rows and the selected one are those of the tree, which follow every change of a file.
struct CollectionsPaneState: PaneState {
    /// The filter while it is typed.
    var filter: TextField? { didSet { if filter == nil { beforeFilter = nil } } }
    /// Where the user was before it, until a match is selected by hand; Esc goes back there.
    var beforeFilter: PlaceBeforeFilter?
    /// The first row on the screen.
    var scroll = 0
    /// Requests that the user marked for a replay.
    var marked: Set<RequestKey> = []
}

struct PlaceBeforeFilter: Sendable, Hashable {
    var row: TreeRow.Kind?
    var open: RequestKey?
}

extension Model {
    var collections: CollectionsPaneState {
        get { panes[CollectionsPaneState.self] }
        _modify { yield &panes[CollectionsPaneState.self] }
    }
}

extension Model {
    /// What a command on the selected row says while requests are marked, which it leaves alone.
    var remarkOnMarks: String? {
        guard window.focus == .collections, collections.marked.contains(where: { tree.request($0) != nil }) else {
            return nil
        }
        return "It takes only the selected row; marks are for \(keyName(.replay))."
    }
}

/// The tree of folders, files and requests.
enum CollectionsPane: PanePart {
    static let pane = Pane.collections
    static func mainCommands(_ model: Model) -> [Command] { [.open, .send, .replay] }

    static func meantRequest(_ model: Model) -> RequestKey? { model.tree.selectedRequest }

    static func meantFile(_ model: Model) -> String? {
        model.tree.selectedRow?.kind.file ?? model.current?.key.file
    }

    static func showRequestToSend(on model: inout Model) -> [Effect]? {
        guard let key = model.tree.selectedRequest else {
            if let tag = model.tree.selectedTag {
                model.say(nothingToSend(tag, model), .warning)
                return nil
            }
            model.say(nothingSelected(model), .warning)
            return nil
        }
        return key == model.current?.key ? [] : model.open(key)
    }

    private static func nothingSelected(_ model: Model) -> String {
        if model.tree.rows.isEmpty {
            return model.tree.filter.isEmpty
                ? "There is no request to send." : "No request matches the filter. Esc clears it."
        }
        guard model.current != nil else { return "Select a request to send it." }
        return "Select a request to send it; \(model.keyName(.focusRequest)) goes to the one that is open."
    }

    /// The selected request is the open one.
    static func explanations(_ model: Model) -> [Explanation] { RequestPane.explanations(model) }
    static func reasons(_ model: Model) -> [ReportLine] { RequestPane.reasons(model) }

    static func scroll(by rows: Int, on model: inout Model) -> [Effect] {
        model.tree.selection += rows
        return []
    }

    static func click(_ mouse: MouseEvent, inside: Rect, on model: inout Model) -> [Effect] {
        let list = listRect(in: inside, model: model)
        guard let row = selection(model).row(at: mouse.at, in: list, count: model.tree.rows.count) else { return [] }
        model.collections.beforeFilter = nil
        model.tree.selection = row
        return mouse.kind == (model.tree.selectedRequest == nil ? .press : .doublePress) ? model.perform(.open) : []
    }

    static func escape(on model: inout Model) -> Bool {
        if !model.tree.filter.isEmpty {
            clearFilter(on: &model)
        } else if !model.collections.marked.isEmpty {
            model.collections.marked = []
        } else {
            return false
        }
        return true
    }

    static func escapeWord(_ model: Model) -> String? {
        if !model.tree.filter.isEmpty { return "clear filter" }
        return model.collections.marked.isEmpty ? nil : "clear marks"
    }

    static func settle(_ model: inout Model) {
        let height = listRect(in: model.window.layout.inside(pane), model: model).height
        model.collections.scroll = selection(model).top(count: model.tree.rows.count, height: height)
    }

    /// The selected row, and the first one on the screen.
    static func selection(_ model: Model) -> ListSelection {
        ListSelection(index: model.tree.selection, top: model.collections.scroll)
    }

    // MARK: The filter while it is typed

    static func isTyping(_ model: Model) -> Bool { model.collections.filter != nil }

    static func typingKeys(_ model: Model) -> [(key: String, word: String)] {
        [("Enter", "keep filter"), ("Esc", "clear"), ("Up Down", "select")]
    }

    static func type(_ key: Key, on model: inout Model) -> [Effect] {
        switch key {
        case .enter: model.collections.filter = nil
        case .up, .down:
            model.tree.selection += key == .up ? -1 : 1
            model.collections.beforeFilter = nil
        default:
            if model.collections.filter?.handle(key) == true { takeFilter(on: &model) }
        }
        return []
    }

    static func paste(_ text: String, on model: inout Model) {
        model.collections.filter?.paste(text)
        takeFilter(on: &model)
    }

    private static func takeFilter(on model: inout Model) { model.tree.setFilter(model.collections.filter?.text ?? "") }

    static func leaveTyping(on model: inout Model) -> [Effect] {
        let before = model.collections.beforeFilter
        model.collections.filter = nil
        clearFilter(on: &model)
        return before.map { goBack(to: $0, on: &model) } ?? []
    }

    /// Matches were opened while the filter was typed, and none of them was chosen. A request that is selected is opened, too.
    private static func goBack(to before: PlaceBeforeFilter, on model: inout Model) -> [Effect] {
        switch before.row {
        case .request(let key)?: model.tree.reveal(key)
        case .file(let path)?: model.tree.reveal(file: path)
        case let row?: model.tree.selection = model.tree.rows.firstIndex { $0.kind == row } ?? model.tree.selection
        case nil: break
        }
        guard model.tree.selectedRequest == nil, let open = before.open, open != model.current?.key else { return [] }
        return model.open(open)
    }

    static func finishTyping(on model: inout Model) -> [Effect]? {
        model.collections.filter = nil
        return []
    }

    /// A file or a folder is not cloned, and a plain heading has nothing to open; without a row the files can still be
    /// replayed.
    static func offers(_ command: Command, _ model: Model) -> Bool {
        switch command {
        case .open, .toggle:
            guard let row = model.tree.selectedRow else { return false }
            if case .heading = row.kind { return model.tree.isTag(row.kind) }
        case .replay where model.tree.selectedRow == nil:
            return model.tree.phase == .ready && !model.tree.filePaths.isEmpty
        default: break
        }
        let isRequest = model.tree.selectedRow == nil || model.tree.selectedRequest != nil
        return (command != .cloneItem || isRequest) && refusal(of: command, model) == nil
    }

    static func footerWord(_ command: Command, _ model: Model) -> String? {
        switch command {
        case .replay: "replay"
        case .toggle: toggleWord(model)
        case .search: "filter"
        default: nil
        }
    }

    private static func toggleWord(_ model: Model) -> String {
        guard let row = model.tree.selectedRow, model.tree.selectedRequest == nil else { return "mark" }
        return model.tree.isOpen(row.kind) ? "fold" : "unfold"
    }

    /// Text as it is in the files.
    static func mask(_ veil: PrivateVeil, _ model: Model, frame: Rect, inside: Rect, on buffer: inout CellBuffer) {}
}
