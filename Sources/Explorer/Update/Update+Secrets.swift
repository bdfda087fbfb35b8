import Base
import HTTPFormat
import TerminalUI
import Workspace

// Secrets are written to private files, never newly to one that others see, and `.gitignore` gets an entry for those files.

extension Model {
    mutating func secretMoved(_ move: SecretMove, _ outcome: SecretMove.Outcome) -> [Effect] {
        let file = withoutRoot(move.edit.file)
        switch outcome {
        case .failed(let problem):
            _ = noteWritten(WrittenValue.Change(move), problem)
            sayUnsaved(move.edit, problem)
        case .copied(let problem):
            // It is in both: what takes it back takes the new one out.
            _ = noteWritten(WrittenValue.Change(move), problem)
            _ = noteWritten(.saved(move.edit), nil)
            forgetUnsaved(move.edit)
            let remark = takeRemarkOnOpenFiles()
            say("\(move.name) is in \(file), and still where it was. \(withoutRoot(problem))\(remark)", .warning)
        case .moved, .left:
            let taken = noteWritten(WrittenValue.Change(move), nil)
            let remark = takeRemarkOnOpenFiles()
            guard case .definition(let path, let line, let rawValue)? = move.source else {
                let old = move.source.map { ", and no longer in \(withoutRoot($0.file))" } ?? ""
                forgetUnsaved(move.edit)
                var comment = ""
                if case .left(let line) = outcome, let source = move.source {
                    comment = " A comment still has a value of it: \(withoutRoot(source.file)):\(line)."
                }
                say(taken ?? "\(move.name) is in \(file)\(old).", remark: comment + remark)
                break
            }
            var problem: String?
            do throws(EditStop) {
                problem = try removeDefinition(of: move.name, path, line: line, rawValue)
            } catch {
                problem = error.sentence
                if problem == nil { return [] }
            }
            forgetUnsaved(move.edit)
            if let problem {
                let rest = "but \(withoutRoot(path)) still defines it. \(problem)"
                say("\(move.name) is in \(file), \(rest)\(remark)", .warning)
            } else {
                let saving = "\(keyName(.save)) writes \(withoutRoot(path)) without its line."
                say("\(move.name) is in \(file). \(saving)", remark: remark)
            }
        }
        return showVariables()
    }

    /// - Returns: why the name is still defined there; nil if it is not.
    private mutating func removeDefinition(
        of name: String, _ path: String, line: Int, _ rawValue: String
    ) throws(EditStop) -> String? {
        let definitions = tree.files[path]?.file.document.definitions ?? []
        // The file may have been edited meanwhile.
        let same = definitions.filter { $0.name == name && $0.rawValue == rawValue }
        guard let found = same.first(where: { $0.line == line }) ?? same.first else {
            return definitions.contains { $0.name == name } ? "Its line has changed." : nil
        }
        try edit(path, by: .removeDefinition(line: found.line))
        let left = tree.files[path]?.file.document.definitions.first { $0.name == name }
        return left.map { "Line \($0.line) has another value." }
    }

    /// Says that values were written, and what others can see of them.
    mutating func sayWritten(_ edits: [EnvironmentFileEdit], _ sentence: String) {
        say(sentence, remark: remarkOnPublicValues(of: edits) + takeRemarkOnOpenFiles())
    }

    /// - Parameter remark: what follows the sentence, and makes it a warning unless it is empty.
    private mutating func say(_ sentence: String, remark: String) {
        say(sentence + remark, remark.isEmpty ? .info : .warning)
    }

    /// Which of the private files that were written others can read, and what to do.
    private mutating func takeRemarkOnOpenFiles() -> String {
        let names = surroundings.openToOthers.map { withoutRoot($0) }.sorted()
        surroundings.openToOthers = []
        guard !names.isEmpty else { return "" }
        let files = names.joined(separator: " and ")
        return " Others can read \(files): 'chmod 600 \(names.joined(separator: " "))' ends that."
    }

    /// Which public files still have an old value of those that were written; empty if none has.
    private func remarkOnPublicValues(of edits: [EnvironmentFileEdit]) -> String {
        var places: Set<EnvironmentSet.Variable.PublicValue> = []
        for set in surroundings.environments.values {
            let variables = set.variables.values.flatMap(\.values) + set.security.values.flatMap(\.values)
            for variable in variables {
                guard let place = variable.publicValue,
                    edits.contains(where: { $0.file == variable.file && $0.path == variable.path })
                else { continue }
                places.insert(place)
            }
        }
        guard !places.isEmpty else { return "" }
        let names = places.map { "\(withoutRoot($0.file)):\($0.line)" }.sorted().joined(separator: " and ")
        return " \(names) still \(places.count == 1 ? "has" : "have") an old value, which others may see."
    }

    // MARK: git

    /// Once for each folder, as long as the program runs.
    mutating func offer(_ entry: IgnoreEntry) {
        guard surroundings.ignoreOffers.insert(PathText.folder(of: entry.file)).inserted else { return }
        let ignoreFile = withoutRoot(entry.ignoreFile)
        overlays.showWhenFree(

            Question(
                title: "Keep secrets out of git",
                lines: [
                    "No rule makes git leave \(withoutRoot(entry.file)) alone: the next commit may take it along.",
                    "The line \(entry.line) would be appended to \(ignoreFile)\(entry.isNew ? " (new)" : "").",
                ],
                choices: [
                    Question.Choice(key: "a", label: "Add the line", consequence: .addIgnoreEntry(entry)),
                    Question.Choice(key: "n", label: "Leave it as it is", consequence: .nothing),
                ]))
    }

    mutating func ignoreEntryAdded(_ entry: IgnoreEntry, _ outcome: IgnoreEntry.Outcome) {
        switch outcome {
        case .added: say("git ignores \(withoutRoot(entry.file)) now: \(withoutRoot(entry.ignoreFile)) says so.")
        case .notNeeded: say("git already ignores \(withoutRoot(entry.file)).")
        case .failed(let sentence): say(withoutRoot(sentence), .failure)
        }
    }
}
