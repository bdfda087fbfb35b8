import Base
import Explain
import HTTPFormat
import NetEngine
import Runs
import TerminalUI
import Workspace

/// Runs of many requests: the one that this screen sends, live, and those that were recorded before, here or by `apitui run`.
enum RunsPane: PanePart {
    static let pane = Pane.runs
    static func mainCommands(_ model: Model) -> [Command] { [.open, .replay, .compareRuns] }

    // MARK: Keys and clicks

    static func perform(_ command: Command, on model: inout Model) -> [Effect] {
        let height = listRect(in: model.window.layout.inside(pane), model).height
        switch command {
        case .open: return open(on: &model)
        case .compareRuns: return compare(on: &model)
        case .toggle: mark(on: &model)
        case .reload: model.runs.isStale = true
        case .renameRequest:
            guard let entry = meantEntry(on: &model) else { return [] }
            model.overlays.show(
                Form(
                    title: "Name of run \(entry.key)", labels: ["Name"], fields: [TextField(entry.name ?? "")],
                    purpose: .nameRun(entry)))
        case .deleteItem:
            guard let entry = meantEntry(on: &model) else { return [] }
            model.overlays.show(Question.deleteRun(entry))
        case .moveLeft: model.runs.showList()
        case .moveRight: if model.runs.view == nil { return open(on: &model) }
        default: model.runs.changeSelection { $0.perform(command, count: $1, height: height) }
        }
        return []
    }

    static let inProgress = "The run is still in progress."

    private static func meantEntry(on model: inout Model) -> RunEntry? {
        guard let entry = model.runs.meantEntry else {
            model.say(
                model.runs.isUnderWay ? inProgress : "No recorded run is selected here.")
            return nil
        }
        if isInProgress(entry, model) {
            model.say(inProgress)
            return nil
        }
        return entry
    }

    private static func isInProgress(_ entry: RunEntry, _ model: Model) -> Bool {
        entry.key == model.runs.live?.key && model.runs.isUnderWay
    }

    static func offers(_ command: Command, _ model: Model) -> Bool {
        switch command {
        case .open: model.runs.selectedEntry != nil || model.runs.selectedRow != nil
        case .renameRequest, .deleteItem, .toggle, .compareRuns:
            model.runs.meantEntry.map { !isInProgress($0, model) } ?? false
        case .replay: !model.runs.isUnderWay
        case .send, .sendAfresh: false
        default: true
        }
    }

    static func showRequestToSend(on model: inout Model) -> [Effect]? {
        model.say(
            "\(model.keyName(.send)) sends a request in the other panes; \(model.keyName(.replay, in: .runs)) replays here."
        )
        return nil
    }

    static func footerWord(_ command: Command, _ model: Model) -> String? {
        switch command {
        case .replay: "replay"
        case .toggle: "mark"
        default: nil
        }
    }

    static func scroll(by rows: Int, on model: inout Model) -> [Effect] {
        let height = max(1, listRect(in: model.window.layout.inside(pane), model).height)
        model.runs.changeSelection { $0.scroll(by: rows, count: $1, height: height) }
        return []
    }

    static func click(_ mouse: MouseEvent, inside: Rect, on model: inout Model) -> [Effect] {
        let list = listRect(in: inside, model)
        guard let row = model.runs.selection.row(at: mouse.at, in: list, count: model.runs.count) else { return [] }
        model.runs.changeSelection { $0.select(row, count: $1, height: max(1, list.height)) }
        return mouse.kind == .doublePress ? model.perform(.open) : []
    }

    static func settle(_ model: inout Model) {
        model.runs.settle(height: listRect(in: model.window.layout.inside(pane), model).height)
    }

    static func wake(_ model: Model) -> MonotonicTime? {
        model.runs.isSending ? model.clock.now + model.settings.pulse : nil
    }

    // MARK: Opening

    private static func open(on model: inout Model) -> [Effect] {
        if let entry = model.runs.selectedEntry {
            switch entry {
            case .live: model.runs.show(.live)
            case .recorded(let entry):
                if entry.key == model.runs.live?.key {
                    model.runs.show(.live)
                    return []
                }
                return [.readRun(entry, ticket: beginReading(on: &model))]
            }
            return []
        }
        guard let account = model.runs.account, let row = model.runs.selectedRow else {
            model.say("There is nothing to open here. \(model.keyName(.replay, in: .runs)) replays requests.")
            return []
        }
        switch row {
        case .running:
            model.say("That request is still being sent.")
            return []
        case .result(let index): return open(account.results[index], of: account, on: &model)
        case .request(let index):
            let request = account.requests[index]
            guard let record = request.failures.first ?? request.first else { return [] }
            return open(record, of: account, on: &model)
        }
    }

    private static func beginReading(on model: inout Model) -> Int {
        let ticket = model.clock.nextTicket()
        model.runs.reading = ticket
        return ticket
    }

    /// Shows the exchange of a result in the response pane; of one that was not sent, why.
    private static func open(_ record: RunRecord, of account: RunAccount, on model: inout Model) -> [Effect] {
        let request = account.head.requests[record.item.step]
        guard let id = record.exchange else {
            if record.status != nil {
                model.say("Only the numbers of that result were recorded.")
                return []
            }
            if record.word == .cancelled {
                model.say("It was cancelled before it was sent.")
                return []
            }
            let reasons = record.problems.map { "\(request.file):\($0.line): \($0.sentence)" }
            let skipped = record.skipReason.map { "It was skipped: \($0)." } ?? "It is switched off (# @disabled)."
            model.overlays.show(
                Message(title: "\(request.id) was not sent", lines: reasons.isEmpty ? [skipped] : reasons))
            return []
        }
        let isOwn = model.runs.isOwn(account)
        if isOwn, let exchange = model.log.session.exchange(id) {
            return show(exchange, of: request, record, on: &model)
        }
        guard let entry = model.runs.meantEntry else {
            model.say(
                isOwn && model.runs.live?.isRecorded == true
                    ? "It is not recorded yet: try again in a moment."
                    : "That response was dropped to save memory, and the run is not recorded.", .warning)
            return []
        }
        return [.openRecorded(entry, record, ticket: beginReading(on: &model))]
    }

    /// Opens the request of a result, as far as its file is open, and shows the exchange.
    private static func show(
        _ exchange: Exchange, of request: RunHead.Request, _ record: RunRecord, on model: inout Model
    ) -> [Effect] {
        var effects: [Effect] = []
        if let path = model.tree.files.first(where: { $0.value.file.relativePath == request.file })?.key,
            let key = model.tree.key(named: request.id, in: path)
        {
            effects = model.open(key)
        }
        let label = RequestLabel(name: request.id, method: exchange.draft.method, url: exchange.draft.url)
        let followUp = model.response.show(
            exchange, label: label, finishedAt: model.log.session.finishedAt(exchange.id), isFromLog: true)
        if !record.checks.isEmpty { model.response.checked(exchange.id, record.checks) }
        model.window.focus = .response
        return effects + model.effects(of: followUp)
    }

    /// The exchange of a recorded run was read.
    static func opened(_ recorded: RecordedResult, on model: inout Model) -> [Effect] {
        show(
            recorded.exchange.numbered(ExchangeID(recorded: model.clock.nextTicket())), of: recorded.request,
            recorded.record, on: &model)
    }

    // MARK: Comparing

    private static func mark(on model: inout Model) {
        guard let entry = meantEntry(on: &model) else { return }
        let key = model.keyName(.compareRuns, in: .runs)
        if model.runs.marked?.key == entry.key {
            model.runs.marked = nil
            model.say("The mark is gone: \(key) compares a run with the one before it.")
        } else {
            model.runs.marked = entry
            model.say("\(key) on another run compares it with \(entry.name ?? entry.key).")
        }
    }

    /// Compares the selected run with the marked one, else with the run before it of the same requests.
    private static func compare(on model: inout Model) -> [Effect] {
        guard let entry = meantEntry(on: &model) else { return [] }
        let entries = model.runs.entries
        let older = entries.drop { $0.key != entry.key }.dropFirst().first {
            $0.isSame(as: entry) && $0.state == .ended
        }
        let other = model.runs.marked.flatMap { marked in
            marked.key == entry.key ? nil : entries.first { $0.key == marked.key }
        }
        guard let other = other ?? older else {
            let (mark, compare) = (model.keyName(.toggle, in: .runs), model.keyName(.compareRuns, in: .runs))
            model.say(
                "No earlier run of the same requests is recorded. \(mark) marks a run, \(compare) on another one compares them."
            )
            return []
        }
        // The earlier one is A.
        let pair =
            other.startedAt.microsecondsSince1970 <= entry.startedAt.microsecondsSince1970
            ? RunPair(id: model.clock.nextTicket(), a: other, b: entry)
            : RunPair(id: model.clock.nextTicket(), a: entry, b: other)
        model.runs.comparing = pair
        model.say("Comparing \(pair.a.name ?? pair.a.key) with \(pair.b.name ?? pair.b.key).")
        return [.compareRuns(pair)]
    }

    // MARK: Leaving

    static func escape(on model: inout Model) -> Bool {
        guard model.runs.view != nil else { return false }
        model.runs.showList()
        return true
    }

    static func escapeWord(_ model: Model) -> String? {
        if model.runs.escCancels { return "cancel run" }
        return model.runs.view == nil ? nil : "all runs"
    }

    // MARK: Reading

    /// Reads the list, while the pane is on the screen.
    static func backgroundWork(_ model: inout Model) -> [Effect] {
        guard model.runs.isStale, model.window.layout.panes[pane] != nil else { return [] }
        model.runs.isStale = false
        return [.readRuns]
    }

    static func explanations(_ model: Model) -> [Explanation] { [] }
}
