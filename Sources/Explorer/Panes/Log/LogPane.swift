import Base
import Explain
import NetEngine
import TerminalUI

/// The log of all exchanges; a row is opened in the response pane.
enum LogPane: SearchedPane {
    static let pane = Pane.log
    static let mainCommands: [Command] = [.open]

    // MARK: Keys and clicks

    static func perform(_ command: Command, on model: inout Model) -> [Effect] {
        if command == .search, model.log.rows.isEmpty { model.say("Nothing was sent yet.") }
        if performSearch(command, on: &model) { return [] }
        switch model.log.perform(command, in: searchedSize(model)) {
        case .ignored, .done: return []
        case .open(let exchange): return show(exchange, on: &model)
        case .dropped:
            model.say("That response was dropped to save memory; send the request again.", .warning)
        case .stillRunning(let id):
            guard let owner = model.sending.inFlight[id], let open = model.openRequest(owner), open.exchange == id
            else {
                model.say("That exchange is still running.")
                return []
            }
            model.openRequests.currentID = open.id
            model.window.focus = .response
        }
        return []
    }

    /// Shows an exchange of the log in the response pane of the request that sent it, or of the one in view.
    private static func show(_ exchange: Exchange, on model: inout Model) -> [Effect] {
        if let open = model.openRequests.list.last(where: { $0.response.exchangeID == exchange.id }) {
            model.openRequests.currentID = open.id
            model.window.focus = .response
            return model.showVariables()
        }
        let label = RequestLabel(method: exchange.draft.method, url: exchange.draft.url)
        let followUp = model.response.show(
            exchange, label: label, finishedAt: model.log.finishedAt(exchange.id), isFromLog: true)
        if let report = model.log.checks(exchange.id) { model.response.checked(exchange.id, report) }
        model.window.focus = .response
        return model.effects(of: followUp)
    }

    /// Sends the request of the selected row again, which comes into view.
    static func showRequestToSend(on model: inout Model) -> [Effect]? {
        guard let row = model.log.selectedRow else {
            model.say("The log is empty; 1 goes to Collections, where s sends the selected request.", .warning)
            return nil
        }
        guard let owner = row.owner, let open = model.openRequest(owner), model.tree.request(open.key) != nil else {
            model.say(
                "The request of this row is no longer open. Select it in Collections (1) to send it.", .warning)
            return nil
        }
        guard model.openRequests.currentID != owner else { return [] }
        model.openRequests.currentID = owner
        model.tree.reveal(open.key)
        return model.showVariables()
    }

    static func scroll(by rows: Int, on model: inout Model) -> [Effect] {
        model.log.scroll(by: rows, in: searchedSize(model))
        return []
    }

    static func click(_ mouse: MouseEvent, inside: Rect, on model: inout Model) -> [Effect] {
        let list = places(model.log, in: inside).list
        guard list.contains(mouse.at) else { return [] }
        let row = model.log.top(height: list.height) + mouse.at.y - list.y
        guard model.log.rows.indices.contains(row) else { return [] }
        model.log.select(row: row, in: list.size)
        return mouse.kind == .doublePress ? model.perform(.open) : []
    }

    // MARK: Search

    static func searched(_ model: Model) -> LogPaneState { model.log }

    static func modifySearched<R>(_ model: inout Model, _ change: (inout LogPaneState) -> R) -> R {
        model.log.utcOffsetSeconds = model.settings.utcOffsetSeconds
        return change(&model.log)
    }

    static func searchedSize(_ model: Model) -> Size { places(model.log, in: Rect(size(model))).list.size }

    // MARK: Explanations

    /// Of the selected row, whose exchange may have been dropped.
    private static func exchange(_ model: Model) -> Exchange? {
        model.log.selectedRow.flatMap { model.log.exchange($0.id) }
    }

    static func explanations(_ model: Model) -> [Explanation] {
        exchange(model).map { Subjects.of($0, at: .error, now: ExchangeReasons.end(of: $0)) } ?? []
    }

    static func reasons(_ model: Model) -> [ReportLine] { exchange(model).map(ExchangeReasons.lines) ?? [] }

    // MARK: Drawing

    static func title(_ model: Model, width: Int) -> Line {
        Line([Span("Log", hasFocus(model) ? .titleFocused : .title)], trailing: title(model.log))
    }

    static func draw(_ model: Model, inside: Rect, on buffer: inout CellBuffer) {
        draw(
            model.log, in: inside, isFocused: hasFocus(model), utcOffsetSeconds: model.settings.utcOffsetSeconds,
            now: model.clock.now, on: &buffer)
    }
}

extension Model {
    var log: LogPaneState {
        get { panes[LogPaneState.self] }
        _modify { yield &panes[LogPaneState.self] }
    }
}
