import TerminalUI
import Workspace

// What the editor of environments shows follows the files.

extension Model {
    /// Reads the files again that the editor has just changed; the watch, where there is one, is later.
    func readEnvironmentsAgain() -> [Effect] {
        overlays.parts.contains { $0 is EnvironmentEditor } ? loadEnvironments() : []
    }

    mutating func takeEnvironments(of folder: String) {
        guard folder == environmentFolder || folder == tree.root,
            overlays.parts.contains(where: { $0 is EnvironmentEditor })
        else { return }
        let table = environmentTable()
        overlays.modify(EnvironmentEditor.self) { $0.take(table) }
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
