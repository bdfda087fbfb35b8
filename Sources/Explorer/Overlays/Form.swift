import Base
import HTTPFormat
import NetEngineRequestLog
import Runs
import TerminalUI
import Workspace

/// A few text fields, filled in together.
struct Form: OverlayPart {
    enum Purpose: Sendable {
        /// Fields: file, title, request line. The new request goes below the row, or to the end of a file without it.
        case newRequest(at: TreeRow.Kind?)
        /// Fields: the prompts of the plan, in their order.
        case prompts(SendPlan, ResolveJob)
        /// Fields: file, place in it from 1.
        case moveRequest(RequestKey)
        /// Fields: title, name.
        case renameRequest(RequestKey)
        /// Field: the path of a new file.
        case newFile
        /// Fields: the path of a new folder, the name of a file in it.
        case newFolder
        /// Field: the new name of a file or folder, by its path.
        case renamePlace(String)
        /// Field: the new path of a file or folder.
        case movePlace(String)
        /// Field: the name of a row of the request log; empty takes it away.
        case nameLogged(LogRow)
        /// Field: the name under which this filter is saved.
        case saveFilter(String)
        /// Field: the name of a recorded run; empty takes it away.
        case nameRun(RunEntry)
        /// Field: the name of an environment.
        case newEnvironment
        /// Fields: what a run must know before it begins, in this order.
        case replayPrompts([PromptField], ReplayJob)
    }

    var name: String
    var labels: [String]
    var fields: [TextField]
    var focus: Int
    var purpose: Purpose
    /// Why the last attempt was refused.
    var refusal: String?

    init(title: String, labels: [String], fields: [TextField], focus: Int = 0, purpose: Purpose) {
        name = title
        self.labels = labels
        self.fields = fields
        self.focus = focus
        self.purpose = purpose
    }

    var title: SafeText { SafeText(name) }
    var isTyping: Bool { true }
    /// Secrets are hidden by their fields; a user must see what is typed into the others.
    var isVeiled: Bool { false }

    var keys: [(String, String)] {
        guard fields.count > 1 else { return [("Enter", "done"), ("Esc", "drop")] }
        return [("Enter", "next, done"), ("Tab", "field"), ("Esc", "drop")]
    }

    var files: [String] {
        switch purpose {
        case .newRequest(.request(let key)?), .moveRequest(let key), .renameRequest(let key): [key.file]
        case .newRequest(.heading(let file, _)?): [file]
        case .newRequest: []
        case .prompts, .nameLogged, .saveFilter, .nameRun, .replayPrompts: []
        case .newFile, .newFolder, .renamePlace, .movePlace, .newEnvironment: []
        }
    }

    func size(in room: OverlayRoom) -> Size {
        Size(columns: room.width, rows: fields.count + max(1, refusalLines(room.width).count))
    }
    private func refusalLines(_ width: Int, atMost rows: Int = .max) -> [String] {
        refusal.map { WrappedText.lines("! \($0)", width: width, atMost: rows) } ?? []
    }
    /// The fields in view: if there is no room for all, those around the one with the focus.
    private func shown(in inside: Rect) -> Range<Int> {
        let below = refusalLines(inside.width, atMost: max(1, inside.height - fields.count)).count
        return ListSelection(index: focus).shown(count: fields.count, height: max(1, inside.height - below))
    }
    func row(at row: Int, in content: Rect) -> Int? { shown(in: content).dropFirst(row).first }

    mutating func handle(_ key: Key, on model: inout Model) -> [Effect] {
        switch key {
        case .escape: model.overlays.close()
        case .tab, .down: go(to: (focus + 1) % fields.count, model)
        case .backTab, .up: go(to: (focus + fields.count - 1) % fields.count, model)
        case .enter where focus == fields.count - 1: return finish(on: &model)
        case .enter: go(to: focus + 1, model)
        default: if fields.indices.contains(focus), fields[focus].handle(key) { refusal = nil }
        }
        return []
    }

    /// What the first field says may change what the others offer.
    private mutating func go(to field: Int, _ model: Model) {
        let from = focus
        focus = field
        if from == 0, focus != 0 { model.offerPlace(in: &self) }
    }

    /// Closes it and does what it is for; if that is refused it stays open and says why.
    mutating func finish(on model: inout Model) -> [Effect] {
        let open = model.overlays
        // First, because what is typed may lead to another overlay.
        model.overlays.close()
        do throws(EditStop) {
            return try model.finish(self)
        } catch {
            refusal = error.sentence ?? refusal
            model.overlays = open
            return []
        }
    }

    mutating func choose(_ row: Int, on model: inout Model) -> [Effect] {
        if fields.indices.contains(row) { go(to: row, model) }
        return []
    }

    mutating func paste(_ text: String, on model: inout Model) -> [Effect] {
        if fields.indices.contains(focus) { fields[focus].paste(text) }
        return []
    }

    func draw(_ model: Model, inside: Rect, content: Rect, on buffer: inout CellBuffer) {
        let width = min(inside.width / 2, labels.map { DisplayWidth.of(SafeText($0)) }.max() ?? 0) + 2
        for (offset, place) in shown(in: inside).enumerated() {
            let (row, field) = (inside.row(offset), fields[place])
            let isFocused = place == focus
            buffer.drawTruncated(
                SafeText(labels[place]), at: Point(x: row.x, y: row.y), width: width - 2,
                style: Style(isFocused ? .titleFocused : .dim, isFocused ? .bold : []))
            field.draw(
                in: Rect(x: row.x + width, y: row.y, width: row.width - width, height: 1), isFocused: isFocused,
                on: &buffer)
        }
        let lines = refusalLines(inside.width, atMost: max(1, inside.height - fields.count))
        for (offset, line) in lines.enumerated() {
            buffer.drawTruncated(
                SafeText(line), at: Point(x: inside.x, y: inside.maxY - lines.count + offset), width: inside.width,
                style: Style(.failure, .bold))
        }
    }
}
