import HTTPFormat
import TerminalUI
import Workspace

// What the keys of the pane can do in its state of now, for the keys themselves, the footer and the palette.

extension RequestPane {
    static func offers(_ command: Command, _ model: Model) -> Bool {
        guard let open = model.current, let request = model.currentRequest else {
            return command.row?.scope == .anywhere && command != .open
        }
        switch command {
        case .open, .editHere: return opensSomething(open.pane, request)
        case .formatBody: return open.pane.tab == .body && request.isJSONBody
        case .search: return open.pane.canSearch
        case .searchNext, .searchPrevious: return open.pane.search != nil
        // A row of a curl command is changed where the command is.
        case .toggle, .deleteItem:
            let isRow = open.pane.tab == .params || open.pane.tab == .headers || open.pane.tab == .auth
            return !(isRow && request.curl != nil) && refusal(of: command, model) == nil
        default: return refusal(of: command, model) == nil
        }
    }

    private static func opensSomething(_ pane: RequestPaneState, _ request: SavedRequest) -> Bool {
        guard !pane.isTitleSelected else { return true }
        switch pane.tab {
        case .params, .headers, .body, .auth: return true
        case .variables: return pane.selectedVariable(request)?.isEditable ?? false
        case .options: return pane.selectedOption?.option != nil
        case .docs: return pane.docs.map { $0.opens(line: pane.selection) } ?? false
        }
    }

    /// Why a command does nothing with what is selected; nil if it does something, or says itself why not.
    static func refusal(of command: Command, _ model: Model) -> String? {
        guard let pane = model.current?.pane, let request = model.currentRequest else { return nil }
        switch command {
        case .addItem:
            switch pane.tab {
            case .params, .headers, .auth: return nil
            case .body, .variables, .options, .docs: return "Rows are added on the Params and Headers tabs."
            }
        case .toggle, .deleteItem:
            guard !pane.isTitleSelected else { return "The URL is selected: go down to a row first." }
            return command == .toggle ? toggleRefusal(pane, request, model) : deleteRefusal(pane, request)
        case .toggleWrap:
            return pane.tab == .body && !pane.isTitleSelected && pane.bodyLines.lineCount > 0
                ? nil : "Only a body wraps."
        default: return nil
        }
    }

    private static func noRow(_ pane: RequestPaneState, _ request: SavedRequest) -> String? {
        switch pane.tab {
        case .params where request.parameters.isEmpty: "The URL has no parameters."
        case .headers where request.headers.isEmpty: "The request has no headers of its own."
        default: nil
        }
    }

    private static func toggleRefusal(_ pane: RequestPaneState, _ request: SavedRequest, _ model: Model) -> String? {
        switch pane.tab {
        case .params, .headers: return noRow(pane, request)
        case .body, .auth: return "Rows are switched off and on on the tabs Params, Headers and Options."
        case .variables:
            guard let row = pane.selectedVariable(request), !row.name.isEmpty else {
                return pane.noVariable(request)
            }
            return row.isSecret
                ? nil : "Only tokens, hidden answers and values from private files and your environment are hidden."
        case .options:
            guard let row = pane.selectedOption else { return nil }
            guard let option = row.option else { return "\(row.title) follows from the request line and the body." }
            if case .text(mayBeBare: false) = option.kind {
                return "\(model.keyName(.open)) changes \(option.title)."
            }
            return nil
        case .docs: return pane.docs.map { $0.folds(line: pane.selection) } == true ? nil : "Nothing folds here."
        }
    }

    private static func deleteRefusal(_ pane: RequestPaneState, _ request: SavedRequest) -> String? {
        switch pane.tab {
        case .params, .headers: return noRow(pane, request)
        case .auth: return RequestLogin.read(request).login == .none ? "The request has no login of its own." : nil
        case .options:
            guard let row = pane.selectedOption else { return nil }
            return row.option != nil && row.isSet ? nil : "\(row.title) has no line in the request."
        case .body, .variables, .docs: return "Rows are deleted on the tabs Params, Headers, Auth and Options."
        }
    }

    static func footerWord(_ command: Command, _ model: Model) -> String? {
        if command == .search { return "" }
        guard command == .toggle, let pane = model.current?.pane, let request = model.currentRequest else { return nil }
        switch pane.tab {
        case .variables:
            let isShown = pane.selectedVariable(request).map { pane.revealed.contains($0.name) } ?? false
            return isShown ? "hide value" : "show value"
        case .options:
            if case .choice? = pane.selectedOption?.option?.kind { return "next value" }
            return nil
        case .docs: return "fold"
        case .params, .headers, .body, .auth: return nil
        }
    }
}
