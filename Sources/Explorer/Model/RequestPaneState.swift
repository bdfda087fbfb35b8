import HTTPFormat
import NetEngine
import TerminalUI
import Workspace

/// The tabs of the request pane, each with something behind it.
enum RequestTab: Int, Sendable, Hashable, CaseIterable {
    case params, headers, body, variables, options

    var title: String {
        switch self {
        case .params: "Params"
        case .headers: "Headers"
        case .body: "Body"
        case .variables: "Vars"
        case .options: "Options"
        }
    }

    var next: RequestTab { RequestTab(rawValue: (rawValue + 1) % RequestTab.allCases.count) ?? .params }
    var previous: RequestTab {
        RequestTab(rawValue: (rawValue + RequestTab.allCases.count - 1) % RequestTab.allCases.count) ?? .params
    }
}

/// A change that the user is typing. It becomes an edit of the document when it is finished, not before.
package enum RequestEdit: Sendable {
    case method(TextField)
    case url(TextField)
    case row(RowEdit)
    case body(TextArea)
    case variable(VariableEdit)

    /// The value of a row of the Vars tab, as written where it is defined.
    package struct VariableEdit: Sendable {
        var row: VariableRow
        var field: TextField
        /// What stood in the field at first.
        var original = ""
        /// Where a secret belongs that would be written to a file that others see; nil for all that is none.
        var secret: SecretPlace?
        /// Whether the user leaves the secret where it is today.
        var staysInPlace = false

        /// Whether Enter ended it.
        var isConfirmed = false

        /// Whether what is typed goes to the private file: a text that only names other variables is not a secret.
        var goesToPrivateFile: Bool { secret != nil && !staysInPlace && SecretName.isLiteral(field.text) }
    }

    package struct RowEdit: Sendable {
        enum Table: Sendable, Hashable { case parameter, header }
        var table: Table
        /// nil: a row to be added.
        var index: Int?
        var name: TextField
        var value: TextField
        var isNameFocused: Bool
    }
}

/// What is known of the variables of a request.
enum VariableReport: Sendable {
    case unknown
    case uses([VariableUse])
    case unresolved([UnresolvedVariable], uses: [VariableUse])
    /// What is asked before the send.
    case asks([PromptField], uses: [VariableUse])
    /// What the collection wants to do and may not yet.
    case untrusted([TrustNeed], uses: [VariableUse])
    /// One sentence: the request cannot be made ready, for example because a body file is missing.
    case refused(String)

    func isUnresolved(_ name: String) -> Bool {
        if case .unresolved(let list, _) = self { list.contains { $0.name == name } } else { false }
    }
}

/// The user's place in the request pane, and what is being typed there.
struct RequestPaneState: Sendable {
    var tab: RequestTab = .params
    /// About its lines and the variables that it uses, each with its tab (`keepNotices`).
    var notices: [PlacedNotice] = []
    /// Those of them that only the last look at its variables found.
    var foundNotices: [Notice] = []
    /// Whether the title row (method and URL) is selected, and not a row of the tab.
    var isTitleSelected = false
    /// The selected row of Params and Headers; the first visible line of the other tabs is `scroll`.
    var selection = 0
    var scroll = 0
    var edit: RequestEdit?
    /// Why the last attempt to finish the edit was refused; what was typed is still in `edit`.
    var refusal: String?
    var variables: VariableReport = .unknown
    /// Secrets that are shown, by name.
    var revealed: Set<String> = []
    /// Values on their way to an environment file, and those that did not get there: the field for the variable begins with them.
    var unsavedVariables: [(name: String, edit: EnvironmentFileEdit)] = []
    /// The body as it was when `bodyLines` were made of it.
    private var bodyText = ""
    /// The lines of the body, kept so that drawing does not split it again.
    private(set) var bodyLines = RequestBodyLines()
    var bodyScroll = ScrollPosition()
    var wrapsBody = true

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
        guard request.body.text != bodyText else { return }
        bodyText = request.body.text
        bodyLines = RequestBodyLines(bodyText)
    }

    mutating func show(_ tab: RequestTab) {
        guard tab != self.tab else { return }
        self.tab = tab
        selection = 0
        scroll = 0
        bodyScroll = ScrollPosition()
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

extension Viewport {
    /// Columns that one step sideways moves.
    static let sidewaysStep = 8
}

/// A request that was opened: it keeps its place, what is typed, and its responses while others are in view.
package struct OpenRequest: Sendable {
    package struct ID: Sendable, Hashable { package let rawValue: Int }

    let id: ID
    var key: RequestKey
    var pane: RequestPaneState
    /// What other panes keep of it.
    var panes = PaneStates()
    /// The exchange that the response pane shows, in flight or over; events of any other do not touch it.
    var exchange: ExchangeID?
    /// The ticket of a send that is being resolved.
    var sendTicket: Int?
    /// The ticket of the last job that looks up variables.
    var showTicket: Int?
    /// Shown only because it is selected in the tree: the next one that is selected takes its place.
    var isPreview = false

    /// Nothing was sent from it or typed in it, so that nothing is lost with it.
    var isUntouched: Bool { exchange == nil && sendTicket == nil && pane.edit == nil && pane.unsavedVariables.isEmpty }
}
