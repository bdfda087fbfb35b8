import Base
import NetEngine
import TerminalUI
import Workspace

/// All variables of the environment files: a row each, a column for each environment. Each change is written to its file at once.
struct EnvironmentEditor: OverlayPart {
    private enum Typing: Sendable {
        case name(TextField)
        case value(ValueEdit)
    }

    /// A value that is being typed. Rows and columns may change on disk meanwhile; what is edited does not.
    private struct ValueEdit: Sendable {
        let name: String
        let environment: String
        /// The value with which the field began; nil if there was none.
        let original: String?
        /// The value that the user knows to be on disk.
        var known: String?
        var field: TextField
    }

    private typealias Copy = (name: String, value: String, isPrivate: Bool)

    private(set) var table: EnvironmentTable
    private(set) var list = ListSelection()
    private(set) var column = 0
    /// The environment to begin with, until its file is read.
    private var awaited: String?
    /// Whether private values are shown.
    private(set) var isRevealed = false
    private var typing: Typing?
    /// A value to be put elsewhere.
    private var copied: Copy?
    /// Why the last attempt was refused.
    private(set) var refusal: String?

    static func open(on model: inout Model) -> [Effect] {
        var editor = EnvironmentEditor(table: model.environmentTable())
        let chosen = model.settings.environmentName
        editor.awaited = chosen
        editor.take(editor.table)
        model.overlays.show(editor)
        return model.loadEnvironments()
    }

    private init(table: EnvironmentTable) { self.table = table }

    /// Files were read again; the selection stays on its name.
    mutating func take(_ table: EnvironmentTable) {
        var (name, environment) = (selectedName, selectedColumn)
        self.table = table
        if case .value(let edit)? = typing {
            (name, environment) = (edit.name, edit.environment)
            self.table.add(edit.name)
        }
        if let name, let place = self.table.names.firstIndex(of: name) { list.index = place }
        if let place = table.columns.firstIndex(of: awaited ?? environment) {
            column = place
            awaited = nil
        }
    }

    var selectedName: String? { table.names.indices.contains(list.index) ? table.names[list.index] : nil }
    private var selectedColumn: String { table.columns[max(0, min(column, table.columns.count - 1))] }
    var selected: EnvironmentSet.Variable? { selectedName.flatMap { table.variable($0, selectedColumn) } }
    /// The text that is being typed, with what it is.
    var field: (label: SafeText, field: TextField)? {
        switch typing {
        case .name(let field): ("New variable", field)
        case .value(let edit): (SafeText("\(edit.name) in \(edit.environment)"), edit.field)
        case nil: nil
        }
    }

    var title: SafeText { "Environments" }
    var isTyping: Bool { typing != nil }
    var joinsPastedLines: Bool { field?.field.keepsLineBreaks == false }
    /// Private values are words in it until they are asked for.
    var isVeiled: Bool { !isRevealed && typing == nil }
    var keys: [(String, String)] {
        if typing != nil { return [("Enter", "save"), ("Esc", "drop")] }
        return [
            ("e", "edit"), ("a", "add"), ("c", "copy"), ("D", "delete"),
            ("m", selected?.isPrivate == true ? "public" : "private"), ("Space", isRevealed ? "hide" : "show"),
            ("p", "put"), ("P", "put where missing"), ("Esc", "close"),
        ]
    }

    func size(in room: OverlayRoom) -> Size {
        room.size(columns: room.fullWidth, rows: max(6, table.names.count + 3))
    }
    /// Below the names of the environments, above the line that says where the value is.
    func content(of inside: Rect) -> Rect {
        Rect(x: inside.x, y: inside.y + 1, width: inside.width, height: max(1, inside.height - 3))
    }
    func row(at row: Int, in content: Rect) -> Int? { list.top + row }

    mutating func choose(_ row: Int, on model: inout Model) -> [Effect] {
        if typing == nil, table.names.indices.contains(row) { list.index = row }
        return []
    }

    mutating func settle(in content: Rect, at now: MonotonicTime) {
        list.settle(table.names.count, in: content.height)
        column = max(0, min(column, table.columns.count - 1))
    }

    mutating func paste(_ text: String, on model: inout Model) -> [Effect] {
        switch typing {
        case .name(var field):
            field.paste(text)
            typing = .name(field)
        case .value(var edit):
            edit.field.paste(text)
            typing = .value(edit)
        case nil: break
        }
        return []
    }

    // MARK: Keys

    mutating func handle(_ key: Key, on model: inout Model) -> [Effect] {
        refusal = nil
        if let typing { return type(key, typing, on: &model) }
        let page = content(on: model.window.size).height
        if key != " ", let step = model.scrollStep(key, page: page, count: table.names.count) {
            list.index += step
            return []
        }
        do throws(EditStop) {
            return try command(key, on: &model)
        } catch {
            refusal = error.sentence
            return []
        }
    }

    private mutating func command(_ key: Key, on model: inout Model) throws(EditStop) -> [Effect] {
        switch key {
        case .escape, "q": model.overlays.close()
        case .left, "h", .backTab: column -= 1
        case .right, "l", .tab: column += 1
        case " ": isRevealed.toggle()
        case "a": typing = .name(TextField())
        case .enter, "e": beginEdit()
        case "c":
            guard let copy = selectedCopy else { throw EditStop(sentence: "There is no value here to copy.") }
            copied = copy
            model.say("\(copy.name) is copied: p puts it into another environment, P into all that lack it.")
        case "p": return try put(into: [selectedColumn])
        case "P":
            let name = copied?.name ?? selectedName ?? ""
            return try put(into: table.columns.filter { table.isMissing(name, $0) })
        case "m": return try move(on: &model)
        case "D", .delete: try askToRemove(on: &model)
        default: break
        }
        return []
    }

    private mutating func beginEdit() {
        guard let name = selectedName else { return }
        let (isHidden, value) = (selected?.isPrivate == true && !isRevealed, selected?.value)
        typing = .value(
            ValueEdit(
                name: name, environment: selectedColumn, original: value, known: value,
                field: TextField(value ?? "", isSecret: isHidden, keepsLineBreaks: true)))
    }

    private var selectedCopy: Copy? {
        guard let name = selectedName, let known = selected, let value = known.value else { return nil }
        return (name, value, known.isPrivate)
    }

    private mutating func put(into columns: [String]) throws(EditStop) -> [Effect] {
        guard let copied = copied ?? selectedCopy else {
            throw EditStop(sentence: "Nothing is copied: c copies a value.")
        }
        guard !columns.isEmpty else { throw EditStop(sentence: "No environment lacks \(copied.name).") }
        var edits: [EnvironmentFileEdit] = []
        for column in columns {
            edits.append(try table.edit(copied.name, column, to: copied.value, isPrivate: copied.isPrivate))
        }
        // Together, so that u takes all of them back.
        return edits.count == 1 ? edits.map { .saveVariable($0) } : [.saveVariables(edits)]
    }

    private func move(on model: inout Model) throws(EditStop) -> [Effect] {
        guard let name = selectedName else { return [] }
        let move = try table.move(name, selectedColumn)
        guard selected?.isPrivate == true else { return [.moveSecret(move)] }
        model.overlays.show(
            Question(
                title: "Move to a public file",
                lines: [
                    "\(name) of \(selectedColumn) will be in \(model.withoutRoot(move.edit.file)), which others may see."
                ],
                choices: [
                    Question.Choice(key: "m", label: "Move it", consequence: .changeEnvironment(.moveSecret(move))),
                    Question.Choice(key: "c", label: "Keep it private", consequence: .nothing),
                ], selection: 1))
        return []
    }

    private func askToRemove(on model: inout Model) throws(EditStop) {
        guard let name = selectedName else { return }
        let removal = try table.removal(name, selectedColumn)
        model.overlays.show(
            Question.delete(
                "variable",
                ["\(name) of \(selectedColumn) is taken out of \(model.withoutRoot(removal.file))."],
                .changeEnvironment(.removeVariable(removal))))
    }

    private mutating func type(_ key: Key, _ typing: Typing, on model: inout Model) -> [Effect] {
        switch (key, typing) {
        case (.escape, _): self.typing = nil
        case (.enter, .name(let field)):
            let name = field.text.trimmingAllWhitespace()
            guard !name.isEmpty, !name.hasPrefix("$"), !name.contains(bytes: "{"), !name.contains(bytes: "}"),
                !name.contains(where: \.isWhitespace)
            else {
                refusal = "A name is a word without spaces, braces or a leading $."
                return []
            }
            table.add(name)
            list.index = table.names.firstIndex(of: name) ?? list.index
            beginEdit()
        case (.enter, .value(let edit)): return save(edit)
        case (_, .name(var field)): if field.handle(key) { self.typing = .name(field) }
        case (_, .value(var edit)):
            if edit.field.handle(key) { self.typing = .value(edit) }
        }
        return []
    }

    /// What was only looked at is not written, and what changed on disk meanwhile only after a second Enter.
    private mutating func save(_ edit: ValueEdit) -> [Effect] {
        let (text, onDisk) = (edit.field.text, table.variable(edit.name, edit.environment)?.value)
        let isOnlyLookedAt = text == edit.original && edit.known == edit.original
        guard !isOnlyLookedAt, text != onDisk else {
            typing = nil
            return []
        }
        guard onDisk == edit.known else {
            refusal = "Changed on disk: Enter replaces it, Esc keeps it."
            var edit = edit
            edit.known = onDisk
            typing = .value(edit)
            return []
        }
        do throws(EditStop) {
            let effect = Effect.saveVariable(try table.edit(edit.name, edit.environment, to: text))
            typing = nil
            return [effect]
        } catch {
            refusal = error.sentence
            return []
        }
    }
}
