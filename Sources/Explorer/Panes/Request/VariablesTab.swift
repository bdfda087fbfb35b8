import Base
import HTTPFormat
import TerminalUI
import Workspace

// The Vars tab: secrets are shown when asked for, values are changed where they are defined.

extension Model {
    /// The private values that nobody asked to see.
    var hiddenValues: PrivateValues {
        privates.hidden(except: openRequests.list.reduce(into: []) { $0.formUnion($1.pane.revealed) })
    }

    /// Shows the selected secret, or hides it again.
    mutating func toggleSecret(_ open: OpenRequest, _ request: SavedRequest) {
        guard let row = open.pane.selectedVariable(request), row.isSecret else { return }
        modify(open.id) { $0.pane.revealed.formSymmetricDifference([row.name]) }
    }

    /// The field for the selected variable; says why there is none.
    mutating func beginVariableEdit(_ pane: inout RequestPaneState, _ request: SavedRequest) {
        guard let row = pane.selectedVariable(request), !row.name.isEmpty else {
            say(pane.noVariable(request))
            return
        }
        if let reason = row.fixedReason { return say(reason, row.source == nil ? .warning : .info) }
        switch row.source {
        case .file(let line)?:
            let raw = current.flatMap { tree.files[$0.key.file]?.file.document.definitions.first { $0.line == line } }
            edit(row, raw?.rawValue, &pane)
        case .imported(let file, let line)?:
            let path = tree.filePath(of: file)
            let raw = path.flatMap { tree.files[$0]?.file.document.definitions.first { $0.line == line } }
            guard let raw else { return say("\(file) is not open here.", .warning) }
            edit(row, raw.rawValue, &pane)
        case .environment?, .shared?, .dotEnv?:
            var row = row
            row.known = environmentVariable(row)?.value
            edit(row, row.known, &pane)
        case .override?, nil: edit(row, row.value ?? "", &pane)
        case .dynamic?, .processEnvironment?, .token?, .prompt?, .loop?, .request?: break
        }
    }

    private func edit(_ row: VariableRow, _ text: String?, _ pane: inout RequestPaneState) {
        // The line of a request file holds names of secrets, and no secret.
        let isInFile =
            switch row.source {
            case .file?, .imported?: true
            default: false
            }
        let kept = pane.unsavedVariables.last { $0.name == row.name }
        pane.unsavedVariables.removeAll { $0.name == row.name }
        pane.refusal = nil
        pane.edit = .variable(
            .init(
                row: row,
                field: TextField(
                    kept?.edit.value ?? text ?? "",
                    isSecret: row.isSecret && !isInFile && !pane.revealed.contains(row.name),
                    keepsLineBreaks: !isInFile),
                original: text ?? "", secret: secretPlace(row, text ?? "")))
    }

    func environmentVariable(_ row: VariableRow) -> EnvironmentSet.Variable? {
        guard let open = current else { return nil }
        let set = environments(of: open.key.file)
        switch row.source {
        case .environment(let name, _, _)?: return set.variables[name]?[row.name]
        case .shared?: return set.variables[EnvironmentSet.shared]?[row.name]
        case .dotEnv?:
            // `$dotenv NAME` and NAME are the same variable.
            let name = row.name.hasPrefix("$") ? row.name.split(separator: " ").last.map(String.init) : row.name
            return name.flatMap { set.dotEnvVariable($0, in: settings.environmentName) }
        default: return nil
        }
    }

    /// Writes what was typed where the variable is defined. nil: the field stays open.
    package mutating func finish(_ edit: RequestEdit.VariableEdit) -> [Effect]? {
        guard let open = current else { return [] }
        let value = edit.field.text
        var effects: [Effect] = []
        if let place = edit.secret, edit.goesToPrivateFile {
            modify(open.id) { $0.pane.closeEdit() }
            // Who only looked, and went on without a word, moved nothing.
            guard edit.isConfirmed || value != edit.original else { return [] }
            let move = place.move(of: value)
            modify(open.id) { $0.pane.unsavedVariables.append((edit.row.name, move.edit)) }
            return [.moveSecret(move)]
        }
        do throws(EditStop) {
            switch edit.row.source {
            case .file(let line)?: try self.edit(open.key.file, by: .setDefinition(line: line, value: value))
            case .imported(let file, let line)?:
                try self.edit(tree.filePath(of: file) ?? "", by: .setDefinition(line: line, value: value))
            case .environment?, .shared?, .dotEnv?:
                guard let variable = environmentVariable(edit.row), !variable.path.isEmpty else {
                    throw EditStop(sentence: "The file that defines \(edit.row.name) is not known any more.")
                }
                if variable.value != value {
                    let change = EnvironmentFileEdit(
                        file: variable.file, path: variable.path, value: value,
                        expected: edit.row.known ?? variable.value)
                    modify(open.id) { $0.pane.unsavedVariables.append((edit.row.name, change)) }
                    effects = [.saveVariable(change)]
                }
            case .override?:
                settings.overrides[edit.row.name] = value
                say("\(edit.row.name) is changed until the program ends.")
            case nil:
                try self.edit(open.key.file, by: .addDefinition(name: edit.row.name, value: value))
                say("@\(edit.row.name) is defined at the top of the file. \(keyName(.save)) writes it.")
            case .dynamic?, .processEnvironment?, .prompt?, .loop?, .request?, .token?: break
            }
        } catch {
            return keepTyping(error)
        }
        modify(open.id) { $0.pane.closeEdit() }
        return effects + showVariables()
    }

    /// The field stays open, with the reason.
    mutating func keepTyping(_ stop: EditStop) -> [Effect]? {
        if let refusal = stop.sentence { current?.pane.refusal = refusal }
        _ = self.stop(stop)
        return nil
    }

    mutating func variableSaved(_ edit: EnvironmentFileEdit, _ problem: String?) -> [Effect] {
        let name = edit.path.last ?? ""
        let taken = noteWritten(.saved(edit), problem)
        if let problem {
            sayUnsaved(edit, problem)
        } else {
            forgetUnsaved(edit)
            if edit.isEnvironment { return environmentMade(edit, taken) }
            noteSaved(edit)
            sayWritten([edit], taken ?? "\(name) saved in \(withoutRoot(edit.file)).")
        }
        return showVariables()
    }

    /// Says why a value was not written; the next field for the variable begins with it.
    mutating func sayUnsaved(_ edit: EnvironmentFileEdit, _ problem: String) {
        let isKept = openRequests.list.contains {
            // A field that is open still has it.
            $0.pane.editedVariable != edit.path.last && $0.pane.unsavedVariables.contains { $0.edit == edit }
        }
        say(withoutRoot(problem) + (isKept ? " \(keyName(.editHere)) on it brings back what was typed." : ""), .failure)
    }

    mutating func forgetUnsaved(_ edit: EnvironmentFileEdit) {
        openRequests.modifyAll { $0.pane.unsavedVariables.removeAll { $0.edit == edit } }
    }

    /// What a field that stayed open expects in the file from now on.
    private mutating func noteSaved(_ saved: EnvironmentFileEdit) {
        openRequests.modifyAll { open in
            guard case .variable(var edit)? = open.pane.edit, edit.row.known == saved.expected,
                open.pane.editedVariable == saved.path.last
            else { return }
            edit.row.known = saved.value
            open.pane.edit = .variable(edit)
        }
    }
}

extension RequestPaneState {
    /// The name of the variable whose value is being typed.
    fileprivate var editedVariable: String? {
        if case .variable(let edit)? = edit { edit.row.name } else { nil }
    }
}
