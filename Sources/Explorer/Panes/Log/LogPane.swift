import Base
import Explain
import NetEngine
import NetEngineRequestLog
import RequestLog
import TerminalUI

/// The log of all exchanges; a row is opened in the response pane.
enum LogPane: PanePart {
    static let pane = Pane.log
    static func mainCommands(_ model: Model) -> [Command] { [.open] }

    // MARK: Keys and clicks

    static func perform(_ command: Command, on model: inout Model) -> [Effect] {
        switch command {
        case .search:
            model.log.changeFilter({ $0.begin() }, in: rowsSize(model))
            return [.readSavedFilters]
        case .saveFilter:
            return saveFilter(on: &model)
        case .toggleAll:
            model.log.toggleScope()
            return []
        default: break
        }
        switch model.log.perform(command, in: rowsSize(model)) {
        case .ignored, .done: return []
        case .open(let exchange):
            if let owner = model.log.selectedRow?.owner, model.openRequest(owner) != nil {
                model.openRequests.bring(owner)
            }
            return show(exchange, on: &model)
        case .openStored(let row): return model.history.open(row, for: .show)
        case .read(let page):
            return model.log.stored.read(page, id: model.clock.nextTicket())
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
            exchange, label: label, finishedAt: model.log.session.finishedAt(exchange.id), isFromLog: true)
        if let report = model.log.session.checks(exchange.id) { model.response.checked(exchange.id, report) }
        model.window.focus = .response
        return model.effects(of: followUp)
    }

    /// Takes in rows of the request log that were read.
    static func take(
        _ reading: LogReading, _ outcome: Result<LogReading.Rows, LogReading.Failure>, on model: inout Model
    ) {
        let size = rowsSize(model)
        model.log.take(reading, outcome, in: size)
    }

    /// Shows the exchange of a row of the request log, or uses it for what else it was read for.
    static func opened(
        _ row: LogRow?, _ outcome: Result<Exchange, LogReading.Failure>, _ checks: [String], on model: inout Model
    ) -> [Effect] {
        guard let purpose = model.history.takeWanted(row) else { return [] }
        switch outcome {
        case .failure(let failure):
            model.say(failure.sentence, .warning)
            return []
        case .success(let exchange):
            guard let row else { return [] }
            guard model.isFree || purpose == .resend else {
                model.say(
                    "Not shown, because a field or a dialog was opened meanwhile: ask for the exchange again.", .warning
                )
                return []
            }
            if let effects = HistoryPane.take(row, exchange, for: purpose, on: &model) { return effects }
            let effects = model.openRequest(of: row) ?? []
            let label = RequestLabel(name: row.name ?? "", method: row.method, url: row.url)
            let followUp = model.response.show(exchange, label: label, isFromLog: true)
            model.response.showStored(StoredChecks(row, checks))
            model.window.focus = .response
            return effects + model.effects(of: followUp)
        }
    }

    /// Sends the exchange of the selected row again, exactly as it was.
    static func resend(on model: inout Model) -> [Effect]? {
        if let row = model.log.selectedStoredRow { return model.history.open(row, for: .resend) }
        guard let row = model.log.selectedRow else {
            model.say(
                model.log.emptySentence
                    ?? "The log is empty; \(model.keyName(.focusCollections)) goes to Collections, where \(model.keyName(.send)) sends the selected request.",
                .warning)
            return []
        }
        guard !row.isRunning else {
            model.say("That exchange is still running.")
            return []
        }
        guard let exchange = model.log.session.exchange(row.id) else {
            model.say(
                "That exchange was dropped to save memory; \(model.keyName(.toggleAll, in: .log)) shows those of the request log.",
                .warning)
            return []
        }
        return model.resend(.own(exchange, of: row.owner))
    }

    static func offers(_ command: Command, _ model: Model) -> Bool {
        switch command {
        case .open: model.log.count > 0
        case .send, .sendAfresh:
            model.log.selectedStoredRow != nil
                || model.log.selectedRow.map { !$0.isRunning && model.log.session.exchange($0.id) != nil } ?? false
        default: true
        }
    }

    static func scroll(by rows: Int, on model: inout Model) -> [Effect] {
        model.log.scroll(by: rows, in: rowsSize(model))
        return []
    }

    static func click(_ mouse: MouseEvent, inside: Rect, on model: inout Model) -> [Effect] {
        let list = rowsRect(model.log, in: inside)
        guard list.contains(mouse.at) else { return [] }
        let row = model.log.top(height: list.height) + mouse.at.y - list.y
        guard row < model.log.count else { return [] }
        model.log.select(row: row, in: list.size)
        return mouse.kind == .doublePress ? model.perform(.open) : []
    }

    // MARK: The filter

    static func isTyping(_ model: Model) -> Bool { model.log.filter.isTyping }

    static func typingKeys(_ model: Model) -> [(key: String, word: String)] {
        [("Enter", "keep filter"), ("Tab", "complete"), ("Esc", "clear")]
    }

    static func footerWarning(_ model: Model) -> String? { model.log.filter.refusal }

    static func type(_ key: Key, on model: inout Model) -> [Effect] {
        changeFilter(on: &model) { $0.handle(key, $1) }
        return []
    }

    static func paste(_ text: String, on model: inout Model) { changeFilter(on: &model) { $0.paste(text, $1) } }

    static func leaveTyping(on model: inout Model) -> [Effect] {
        changeFilter(on: &model) { field, _ in field.clear() }
        return []
    }

    static func finishTyping(on model: inout Model) -> [Effect]? {
        changeFilter(on: &model) { $0.close($1) }
        return []
    }

    static func escape(on model: inout Model) -> Bool {
        guard model.log.filter.isShown else { return false }
        changeFilter(on: &model) { field, _ in field.clear() }
        return true
    }

    static func escapeWord(_ model: Model) -> String? { model.log.filter.isShown ? "clear filter" : nil }

    private static func changeFilter(
        on model: inout Model, _ change: (inout LogFilterField, LogFilterField.Surroundings) -> Void
    ) {
        let log = model.log
        let surroundings = LogFilterField.Surroundings(
            now: model.clock.wallNow, zone: model.settings.zone, saved: log.savedFilters,
            values: log.seenValues(of:beginningWith:))
        let size = rowsSize(model)
        model.log.changeFilter({ change(&$0, surroundings) }, in: size)
    }

    // MARK: Saved filters

    /// The filters that the user saved were read; what is typed may name one.
    static func take(_ saved: [String: String], on model: inout Model) {
        model.log.savedFilters = saved
        model.overlays.modify(SavedFilterBrowser.self) { $0.take(saved) }
        changeFilter(on: &model) { $0.changed($1) }
    }

    /// Shows the rows that a saved filter finds.
    static func use(saved name: String, on model: inout Model) {
        changeFilter(on: &model) { field, surroundings in
            field.clear()
            field.begin()
            field.paste("saved:\(name)", surroundings)
            field.close(surroundings)
        }
    }

    /// Asks for a name; without a filter, shows those that are saved.
    private static func saveFilter(on model: inout Model) -> [Effect] {
        changeFilter(on: &model) { $0.close($1) }
        guard let filter = model.log.filter.good else {
            let (begin, save) = (model.keyName(.search, in: .log), model.keyName(.saveFilter, in: .log))
            model.overlays.show(
                SavedFilterBrowser(
                    model.log.savedFilters,
                    none: "No filter is saved. \(begin) begins one in the Log, \(save) saves it under a name."))
            return [.readSavedFilters]
        }
        let name = model.log.savedFilters.filter { $0.value == filter.text }.keys.min() ?? ""
        model.overlays.show(
            Form(
                title: "Save the filter \(filter.text)", labels: ["Name"], fields: [TextField(name)],
                purpose: .saveFilter(filter.text)))
        return []
    }

    // MARK: All processes

    /// Reads the request log as far as it is in view, and follows it, while the exchanges of all processes are shown.
    static func backgroundWork(_ model: inout Model) -> [Effect] {
        let height = rowsSize(model).rows
        let log = model.log
        guard log.scope == .all else { return log.stored.isOpen ? model.log.stored.close() : [] }
        let query = StoredLog.Query(text: log.filter.good?.text ?? "", condition: log.filter.condition ?? .all([]))
        let top = log.top(height: height)
        guard log.stored.wants(query, around: top..<top + height) else { return [] }
        return model.log.stored.effects(for: query, around: top..<top + height, id: model.clock.nextTicket())
    }

    private static func rowsSize(_ model: Model) -> Size { rowsRect(model.log, in: Rect(size(model))).size }

    // MARK: Explanations

    /// Of the selected row, whose exchange may have been dropped.
    private static func exchange(_ model: Model) -> Exchange? {
        model.log.selectedRow.flatMap { model.log.session.exchange($0.id) }
    }

    static func explanations(_ model: Model) -> [Explanation] {
        exchange(model).map { Subjects.of($0, at: .error, now: ExchangeReasons.end(of: $0)) } ?? []
    }

    static func reasons(_ model: Model) -> [ReportLine] { exchange(model).map(ExchangeReasons.lines) ?? [] }

    // MARK: Drawing

    /// Only what matches is listed, so there is no next match to go to.
    static func footerWord(_ command: Command, _ model: Model) -> String? { command == .search ? "filter" : nil }

    static func title(_ model: Model, width: Int) -> Line {
        let title = Span("Log", hasFocus(model) ? .titleFocused : .title)
        guard model.window.layout.isFolded(pane), let row = model.log.session.rows.last else {
            return Line([title], trailing: Self.title(model.log))
        }
        let line = LogLine(
            row, saysUnchecked: model.log.session.isUnchecked(row), zone: model.settings.zone,
            now: model.clock.now, glyphs: model.settings.glyphs)
        return Line([title, Span("  ")] + line.summary(zone: model.settings.zone))
    }

    static func draw(_ model: Model, inside: Rect, on buffer: inout CellBuffer) {
        draw(
            model.log, in: inside, isFocused: hasFocus(model), zone: model.settings.zone,
            sendKey: model.settings.keymap.label(.send, in: .collections),
            now: model.clock.now, wallNow: model.clock.wallNow, on: &buffer)
    }
}

extension Model {
    var log: LogPaneState {
        get { panes[LogPaneState.self] }
        _modify { yield &panes[LogPaneState.self] }
    }
}
