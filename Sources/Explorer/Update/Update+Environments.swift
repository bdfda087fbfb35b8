import NetEngine
import TerminalUI
import Workspace

// What the editor of environments shows follows the files.

extension Model {
    /// Reads the files again that the editor has just changed; the watch, where there is one, is later.
    func readEnvironmentsAgain() -> [Effect] {
        overlays.parts.contains { $0 is EnvironmentEditor } ? loadEnvironments() : []
    }

    /// Makes an environment in the public file, without variables.
    func makeEnvironment(_ typed: String) throws(EditStop) -> [Effect] {
        let name = typed.trimmingAllWhitespace()
        guard !name.isEmpty, !name.hasPrefix("$") else {
            throw EditStop(sentence: "An environment needs a name without a leading $.")
        }
        let set = environmentSet
        guard !set.names.contains(name) else { throw EditStop(sentence: "There is an environment \(name) already.") }
        return [
            .saveVariable(
                EnvironmentFileEdit(
                    file: publicFile(of: set), path: [name], value: "", isNew: true,
                    makesFile: set.publicFile == nil, isEnvironment: true))
        ]
    }

    /// What is new is chosen, and read at once: the watch, where there is one, is later.
    mutating func environmentMade(_ edit: EnvironmentFileEdit, _ taken: String?) -> [Effect] {
        let name = edit.path.last ?? ""
        settings.environmentName = name
        say(taken ?? "Environment: \(name), new in \(withoutRoot(edit.file)).")
        return loadEnvironments() + showVariables()
    }

    mutating func takeEnvironments(of folder: String) {
        guard folder == environmentFolder || folder == tree.root,
            overlays.parts.contains(where: { $0 is EnvironmentEditor })
        else { return }
        let table = environmentTable()
        overlays.modify(EnvironmentEditor.self) { $0.take(table) }
    }

    /// A value was put into several environments.
    mutating func variablesSaved(_ edits: [EnvironmentFileEdit], _ problem: String?) -> [Effect] {
        let taken = noteWritten(.values(edits), problem)
        if let problem {
            say(withoutRoot(problem), .failure)
        } else {
            sayWritten(edits, taken ?? "\(edits.first?.path.last ?? "") saved in \(files(of: edits)).")
        }
        return showVariables()
    }

    mutating func variableRemoved(_ edit: EnvironmentFileEdit, _ problem: String?) -> [Effect] {
        let taken = noteWritten(.removed(edit), problem)
        if let problem {
            say(withoutRoot(problem), .failure)
        } else {
            say(taken ?? "\(edit.path.last ?? "") is no longer in \(withoutRoot(edit.file)).")
        }
        return loadEnvironments() + showVariables()
    }
}
