import HTTPFormat
import TerminalUI
import Workspace

/// The tabs of the request pane, each with something behind it.
enum RequestTab: Int, Sendable, Hashable, CaseIterable {
    case params, headers, body, auth, variables, options, docs

    var title: String {
        switch self {
        case .params: "Params"
        case .headers: "Headers"
        case .body: "Body"
        case .auth: "Auth"
        case .variables: "Vars"
        case .options: "Options"
        case .docs: "Docs"
        }
    }
}

/// Text of a whole request from `$EDITOR` that was refused. The editor begins with it the next time, unless the request
/// was changed since: a newer edit must not be lost. Once that is undone, the refused text is back.
struct RefusedBlock {
    var text: String
    /// The text of the request that the editor would have replaced.
    var original: String

    /// Whether the request is as it was then, byte for byte.
    func isMadeOf(_ current: String) -> Bool { current.utf8.elementsEqual(original.utf8) }
}

/// The user's place in the request pane, and what is being typed there.
struct RequestPaneState: PaneState {
    var tab: RequestTab = .params
    /// About its lines and the variables that it uses, each with its tab (`keepNotices`).
    var notices: [PlacedNotice] = []
    /// Those of them that only the last look at its variables found.
    var foundNotices: [Notice] = []
    /// What of these the request breaks of its description.
    var contractNotices: [Notice] = []
    /// Whether the title row (method and URL) is selected, and not a row of the tab.
    var isTitleSelected = false
    /// The selected row of Params and Headers; the first visible line of the other tabs is `scroll`.
    var selection = 0
    var scroll = 0
    var edit: RequestEdit? { didSet { if edit == nil { (completion, closedCompletion) = (nil, nil) } } }
    /// What may be written at the cursor of the field.
    var completion: Completion?
    /// The place at which Esc closed the list.
    var closedCompletion: CompletionPlace.Kind?
    /// Why the last attempt to finish the edit was refused; what was typed is still in `edit`.
    var refusal: String?
    /// Text of the whole request from `$EDITOR` that was refused.
    var refusedBlock: RefusedBlock?
    var variables: VariableReport = .unknown
    /// Secrets that are shown, by name.
    var revealed: Set<String> = []
    /// Values on their way to an environment file, and those that did not get there: the field for the variable begins with them.
    var unsavedVariables: [(name: String, edit: EnvironmentFileEdit)] = []
    /// The body as it was when `bodyLines` were made of it.
    private var bodyText = ""
    private(set) var bodyCheck = JSONBodyCheck()
    /// The lines of the body, kept so that drawing does not split it again.
    private(set) var bodyLines = RequestBodyLines()
    var bodyScroll = ScrollPosition()
    var wrapsBody = true
    var search: PaneSearch?
    var searchJob: Int?
    var searchOrigin = Place()
    /// What the metadata lines set, and what holds without them.
    var optionRows: [OptionRow] = []
    /// What a description says of the request; nil if none does.
    var docs: DocsTabState?
    /// How many rows the tab in view has, as of the last `settle`; nil for the body.
    private(set) var keptRowCount: Int?
    /// The rows of the tab in view while they are searched.
    var searchedRows: [Line] = []

    init() {}

    /// Begins where a reader of this request would look first.
    init(for request: SavedRequest) {
        tab = !request.body.text.isEmpty ? .body : !request.parameters.isEmpty ? .params : .headers
    }

    mutating func closeEdit() {
        edit = nil
        refusal = nil
    }

    mutating func keepBodyLines(of request: SavedRequest) {
        bodyLines.isJSON = request.isJSONBody
        guard request.body.text != bodyText else { return }
        bodyText = request.body.text
        bodyLines = RequestBodyLines(bodyText)
        bodyLines.isJSON = request.isJSONBody
    }

    mutating func show(_ tab: RequestTab) {
        guard tab != self.tab else { return }
        self.tab = tab
        selection = 0
        scroll = 0
        bodyScroll = ScrollPosition()
        search?.restart()
    }

    /// The window on the body while it is not edited.
    ///
    /// - Parameter size: of the tab's content.
    func bodyWindow(in size: Size) -> Viewport {
        // A space on the left, the scrollbar on the right.
        Viewport(
            source: bodyLines, size: Size(columns: max(0, size.columns - 2), rows: size.rows), wraps: wrapsBody)
    }

    /// Moves in the body as in that of a response. False if the command means something else.
    mutating func scrollBody(_ command: Command, in size: Size) -> Bool {
        guard tab == .body, edit == nil, !isTitleSelected, bodyLines.lineCount > 0 else { return false }
        let window = bodyWindow(in: size)
        let page = max(1, size.rows)
        switch command {
        case .moveUp where bodyScroll.line == 0 && bodyScroll.row == 0: return false
        case .moveUp: bodyScroll = window.moved(bodyScroll, by: -1)
        case .moveDown: bodyScroll = window.moved(bodyScroll, by: 1)
        case .pageUp: bodyScroll = window.moved(bodyScroll, by: -page)
        case .pageDown: bodyScroll = window.moved(bodyScroll, by: page)
        case .halfPageUp: bodyScroll = window.moved(bodyScroll, by: -max(1, page / 2))
        case .halfPageDown: bodyScroll = window.moved(bodyScroll, by: max(1, page / 2))
        case .bottom: bodyScroll = window.bottom(column: bodyScroll.column)
        case .moveLeft where !wrapsBody:
            bodyScroll = window.shifted(bodyScroll, by: -Viewport.sidewaysStep)
        case .moveRight where !wrapsBody:
            bodyScroll = window.shifted(bodyScroll, by: Viewport.sidewaysStep)
        case .toggleWrap:
            wrapsBody.toggle()
            bodyScroll.row = 0
            bodyScroll.column = 0
        default: return false
        }
        return true
    }
}

extension RequestPaneState {
    /// How many rows the selection walks through; nil where the tab only scrolls.
    func rowCount(_ request: SavedRequest) -> Int? {
        switch tab {
        case .params: request.parameters.count
        case .headers: request.headers.count
        case .auth: AuthRow.rows(of: request).count
        case .variables: variableRows(request).count
        case .options: optionRows.count
        case .docs: docs?.shown.count ?? 0
        case .body: nil
        }
    }

    /// Keeps the selection on its parameter or header, wherever that is in a changed text.
    mutating func followRow(from old: SavedRequest, to new: SavedRequest) {
        func rows(_ request: SavedRequest) -> [[String]] {
            switch tab {
            case .params: request.parameters.map { [$0.name, $0.value] }
            case .headers: request.headers.map { [$0.name, $0.value] }
            case .body, .auth, .variables, .options, .docs: []
            }
        }
        let (before, now) = (rows(old), rows(new))
        guard before.indices.contains(selection) else { return }
        let row = before[selection]
        if now.indices.contains(selection), now[selection] == row { return }
        selection = now.firstIndex(of: row) ?? now.firstIndex { $0[0] == row[0] } ?? selection
    }

    /// Moves the selection, over the title row above the first row; tabs without rows scroll.
    mutating func move(by step: Int, in request: SavedRequest) {
        var step = step
        if step > 0, isTitleSelected {
            isTitleSelected = false
            step -= 1
        }
        if let count = rowCount(request) {
            if step < 0, selection == 0 { isTitleSelected = true }
            selection = max(0, min(count - 1, selection + step))
        } else {
            if step < 0, scroll == 0 { isTitleSelected = true }
            scroll = max(0, scroll + step)
        }
    }

    mutating func goToTop() {
        isTitleSelected = true
        selection = 0
        scroll = 0
        bodyScroll = ScrollPosition()
    }

    mutating func settle(_ request: SavedRequest, in size: Size) {
        keepBodyLines(of: request)
        bodyCheck.look(at: request, edit)
        keepSearchedRows(of: request)
        if tab == .body { bodyScroll = bodyWindow(in: size).clamped(bodyScroll) }
        keptRowCount = rowCount(request)
        if let count = keptRowCount {
            selection = max(0, min(selection, count - 1))
            let isAdding = if case .row(let row)? = edit { row.index == nil } else { false }
            scroll = ListSelection(index: isAdding ? count : selection, top: scroll)
                .top(count: count + (isAdding ? 1 : 0), height: size.rows)
        } else {
            let lines = RequestPane.lineCount(self, request, width: size.columns)
            scroll = max(0, min(scroll, lines - size.rows))
        }
    }
}

// MARK: Reaching it

extension OpenRequest {
    init(id: ID, key: RequestKey, pane: RequestPaneState) {
        self.init(id: id, key: key)
        self.pane = pane
    }

    var pane: RequestPaneState {
        get { panes[RequestPaneState.self] }
        _modify { yield &panes[RequestPaneState.self] }
    }

    /// Nothing was sent from it or typed in it, so that nothing is lost with it.
    var isUntouched: Bool { exchange == nil && sendTicket == nil && pane.edit == nil && pane.unsavedVariables.isEmpty }
}

extension Model {
    mutating func modifyCurrentPane(_ change: (inout RequestPaneState) -> Void) {
        if let id = openRequests.currentID { modify(id) { change(&$0.pane) } }
    }
}
