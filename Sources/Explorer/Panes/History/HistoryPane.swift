import Base
import HTTPFormat
import NetEngine
import NetEngineRequestLog
import RequestLog
import TerminalUI
import Workspace

/// What was sent before, also in earlier sessions: of the open request, or of all. A row is opened, sent again, compared, pinned,
/// named or deleted.
enum HistoryPane: PanePart {
    static let pane = Pane.history
    static func mainCommands(_ model: Model) -> [Command] { [.open, .send] }

    // MARK: Keys and clicks

    static func perform(_ command: Command, on model: inout Model) -> [Effect] {
        switch command {
        case .toggleAll:
            model.history.toggleAll()
            return []
        case .open: return read(.show, on: &model)
        case .compareResponses: return compare(on: &model)
        case .pinResponse: return mark(on: &model) { .pinned(!$0.isPinned) }
        case .renameRequest:
            guard let row = selected(on: &model) else { return [] }
            model.overlays.show(
                Form(
                    title: "Name of exchange \(row.id)", labels: ["Name"], fields: [TextField(row.tag ?? "")],
                    purpose: .nameLogged(row)))
            return []
        case .deleteItem:
            guard let row = selected(on: &model) else { return [] }
            model.overlays.show(Question.deleteLogged(row))
            return []
        default:
            guard let page = model.history.perform(command, height: size(model).rows) else { return [] }
            return model.history.read(page, id: model.clock.nextTicket())
        }
    }

    private static func selected(on model: inout Model) -> LogRow? {
        if model.history.selectedRow == nil { model.say(noRow(model)) }
        return model.history.selectedRow
    }

    /// Why no row is selected.
    private static func noRow(_ model: Model) -> String {
        let stored = model.history.stored
        if let problem = stored.problem { return problem }
        let isRead = stored.hasRead || (!model.history.isOfAll && model.current == nil)
        return isRead ? "The history is empty here." : "The history is still being read."
    }

    private static func read(_ purpose: HistoryPaneState.Purpose, on model: inout Model) -> [Effect] {
        guard let row = selected(on: &model) else { return [] }
        return model.history.open(row, for: purpose)
    }

    private static func compare(on model: inout Model) -> [Effect] {
        guard let shown = model.response.exportedExchange, shown.response != nil else {
            model.say(
                model.response.reasonForNone(
                    "There is no response in view to compare with: \(model.keyName(.send)) sends the request, \(model.keyName(.open, in: .history)) shows the row."
                ))
            return []
        }
        if let row = model.history.selectedRow, isRow(row, of: shown) {
            model.say("This row is the response in view: choose another one to compare with it.")
            return []
        }
        return read(.compare(with: shown.id, comesBefore: false), on: &model)
    }

    /// Whether an exchange is the one of a row, read from there or sent by this process.
    private static func isRow(_ row: LogRow, of exchange: Exchange) -> Bool {
        exchange.id.isLogged ? exchange.id == ExchangeID(logged: row.id) : exchange.startedAt == row.startedAt
    }

    private static func mark(on model: inout Model, _ mark: (LogRow) -> LogMark) -> [Effect] {
        selected(on: &model).map { [.markLogged($0, mark($0))] } ?? []
    }

    static func scroll(by rows: Int, on model: inout Model) -> [Effect] {
        model.history.scroll(by: rows, height: size(model).rows)
        return []
    }

    static func click(_ mouse: MouseEvent, inside: Rect, on model: inout Model) -> [Effect] {
        guard let row = model.history.selection.row(at: mouse.at, in: inside, count: model.history.count) else {
            return []
        }
        model.history.select(row: row, height: inside.height)
        return mouse.kind == .doublePress ? model.perform(.open) : []
    }

    static func settle(_ model: inout Model) { model.history.settle(height: size(model).rows) }

    static func offers(_ command: Command, _ model: Model) -> Bool {
        guard let row = model.history.selectedRow else { return !ofRow.contains(command) }
        guard command == .compareResponses else { return true }
        return model.response.exportedExchange.map { $0.response != nil && !isRow(row, of: $0) } ?? false
    }

    /// What is done with the selected row.
    private static let ofRow: Set<Command> = [
        .open, .send, .sendAfresh, .deleteItem, .renameRequest, .pinResponse, .compareResponses,
    ]

    static func footerWord(_ command: Command, _ model: Model) -> String? { command == .send ? "resend" : nil }

    // MARK: Reading

    /// Reads and follows what is in view, while the pane is on the screen. Folded it has the newest row in its border.
    static func backgroundWork(_ model: inout Model) -> [Effect] {
        guard model.window.layout.panes[pane] != nil, model.tree.phase == .ready, let query = query(model) else {
            return model.history.close()
        }
        let height = max(1, size(model).rows)
        guard model.history.needs(query, height: height) else { return [] }
        return model.history.effects(for: query, height: height, id: model.clock.nextTicket())
    }

    /// nil if there is nothing to list.
    private static func query(_ model: Model) -> StoredLog.Query? {
        if model.history.isOfAll { return StoredLog.Query(text: "", condition: .all([])) }
        guard let key = model.current?.key, let request = model.currentRequest else { return nil }
        return StoredLog.Query(
            text: "\(key.file)#\(request.id)",
            condition: .all([.text(.file, .equals(key.file)), .text(.name, .equals(request.id))]))
    }

    /// The exchange of a row was read.
    /// - Returns: nil if it is to be shown.
    static func take(
        _ row: LogRow, _ exchange: Exchange, for purpose: HistoryPaneState.Purpose, on model: inout Model
    ) -> [Effect]? {
        switch purpose {
        case .resend: return model.resend(.logged(exchange, row))
        case .compare(let shown, let comesBefore):
            let role = (comesBefore ? "the one before, " : "") + "of \(when(row, model))"
            return ResponsePane.compare(
                exchange, with: shown, method: row.method, name: row.name ?? row.url, role: role, on: &model)
        case .show: return nil
        }
    }

    static func resend(on model: inout Model) -> [Effect]? { read(.resend, on: &model) }

    // MARK: Drawing

    static func title(_ model: Model, width: Int) -> Line {
        let what: SafeText = model.history.isOfAll ? "all requests" : "this request"
        let title = Span("History", hasFocus(model) ? .titleFocused : .title)
        if model.window.layout.isFolded(pane), let row = model.history.row(0) {
            var spans = [title, Span("  ")] + line(row, model, glyphs: model.settings.glyphs).spans
            // The frame adds a space.
            if let last = spans.popLast() {
                spans.append(Span(SafeText(last.text.string.trimmingWhitespace()), last.style))
            }
            return Line(spans)
        }
        return Line([title], trailing: [Span(what, .dim)])
    }

    static func draw(_ model: Model, inside: Rect, on buffer: inout CellBuffer) {
        let state = model.history
        List(
            count: state.count, selection: state.selection, isFocused: hasFocus(model),
            emptyText: emptyText(model, in: inside)
        ) { index in
            state.row(index).map { line($0, model, glyphs: model.settings.glyphs) } ?? []
        }
        .draw(in: inside, on: &buffer)
    }

    private static func emptyText(_ model: Model, in rect: Rect) -> SafeText {
        if let problem = model.history.stored.problem { return SafeText(problem) }
        if !model.history.isOfAll, model.current == nil { return "No request is open." }
        guard model.history.stored.hasRead else { return "Reading." }
        if !model.settings.isLogging, model.response.shown != nil {
            return text("The request log is off: nothing is stored.", short: "The request log is off.", in: rect)
        }
        // Exchanges are found by file and name: those of a request with a new name have the old one.
        if !model.history.isOfAll, model.response.shown != nil || wasSent(model) {
            let all = model.keyName(.toggleAll, in: .history)
            return text("None of this name: \(all) lists all.", short: "None: \(all) lists all.", in: rect)
        }
        let send = model.keyName(.send)
        return model.history.isOfAll
            ? text(
                "Nothing was sent yet; \(send) sends the selected request.", short: "Nothing was sent yet.", in: rect)
            : text("It was not sent yet; \(send) sends it.", short: "Not sent: \(send) sends it", in: rect)
    }

    /// Whether the tree shows how the open request ended, maybe in an earlier session.
    private static func wasSent(_ model: Model) -> Bool {
        guard let key = model.current?.key, let request = model.currentRequest else { return false }
        return model.lastResults[key.file, request.id] != nil
    }

    /// A folded or narrow pane has one short row.
    private static func text(_ text: String, short: String, in rect: Rect) -> SafeText {
        rect.height < 2 && DisplayWidth.of(SafeText(text)) >= rect.width ? SafeText(short) : SafeText(text)
    }

    static func line(_ row: LogRow, _ model: Model, glyphs: Glyphs) -> Line {
        let line = LogLine(row, ownPID: row.pid, now: model.clock.wallNow, glyphs: glyphs)
        var spans = [Span(SafeText(when(row, model) + " "), .dim)]
        if model.history.isOfAll {
            spans.append(Span(SafeText(MethodText.padded(row.method)), MethodText.role(row.method)))
        }
        if let status = row.status { spans.append(Span("\(status) ", .ofStatus(status), .steady)) }
        if !line.verdict.isEmpty { spans.append(Span(SafeText(line.verdict + " "), line.verdictRole, .steady)) }
        if let checks = LogLine.checks(row) { spans.append(Span(SafeText(checks.text + " "), checks.role, .steady)) }
        if row.isPinned { spans.append(Span("pinned ", .info)) }
        if let tag = row.tag { spans.append(Span(SafeText("[\(tag)] "), .title)) }
        if model.history.isOfAll { spans.append(Span(SafeText(row.name ?? line.path), .url)) }
        return Line(spans, trailing: [Span(SafeText(DurationText.short(line.duration)))])
    }

    /// The time of day; of another day the date as well.
    static func when(_ row: LogRow, _ model: Model) -> String { when(row.startedAt, model) }

    /// The same of any moment.
    static func when(_ moment: Timestamp, _ model: Model) -> String {
        model.settings.zone.dayAndClock(moment, now: model.clock.wallNow)
    }
}

extension Model {
    var history: HistoryPaneState {
        get { panes[HistoryPaneState.self] }
        _modify { yield &panes[HistoryPaneState.self] }
    }
}
