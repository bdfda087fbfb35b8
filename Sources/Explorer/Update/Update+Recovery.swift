import HTTPFormat
import TerminalUI
import Workspace

// Edits that outlive the program: what is unsaved when it must end, and what an earlier run left behind.

extension Model {
    /// Everything unsaved, as it would be if all that is being typed were finished now. Asked for when the program must end.
    package func recoveryCopies() -> [RecoveryCopy] {
        var model = self
        // What is still in the background is done here: nobody waits for a frame any more.
        model.takeWaiting()
        var leftovers: [String: [String]] = [:]
        for open in model.openRequests.list {
            guard let edit = open.pane.edit else { continue }
            model.openRequests.currentID = open.id
            let isDone = RequestPane.finishTyping(on: &model) != nil && !edit.isSavedElsewhere
            guard !isDone, !edit.text.isEmpty else { continue }
            leftovers[open.key.file, default: []].append(edit.text)
        }
        if let form = model.overlays.top as? Form, form.isTyped {
            let file = model.current?.key.file ?? model.tree.filePaths.first
            if !model.finishForm(), let file {
                leftovers[file, default: []].append(form.fields.map(\.text).joined(separator: "\n"))
            }
        }
        let paths = Set(model.tree.unsavedPaths).union(leftovers.keys)
        return model.tree.filePaths.filter(paths.contains).compactMap { path in
            guard let file = model.tree.files[path]?.file else { return nil }
            return RecoveryCopy(
                path: path, document: file.document, base: ContentMark(file.stamp.bytes),
                leftover: leftovers[path]?.joined(separator: "\n\n") ?? "")
        }
    }

    /// Has what is unsaved copied some time after it changed, and copies removed when nothing is.
    /// - Parameter effects: what the action asks for.
    mutating func keepUnsaved(beside effects: [Effect]) -> [Effect] {
        let loss = unsavedLoss()
        let isLast = effects.contains(where: \.takesTerminal)
        guard files.recovery.take(loss, at: clock.now, isLast: isLast) else { return [] }
        let model = self
        return [.keepUnsaved(RecoveryJob { model.recoveryCopies() })]
    }

    private mutating func unsavedLoss() -> RecoverySchedule.Loss {
        var loss = RecoverySchedule.Loss(files: files.recovery.loss.files)
        if files.recovery.treeRevision != tree.revision {
            files.recovery.treeRevision = tree.revision
            loss.files = tree.files.filter(\.value.file.hasUnsavedChanges)
                .mapValues { .init(document: $0.file.document.bytes, disk: $0.file.stamp.bytes) }
        }
        loss.fields = openRequests.list.compactMap { open in
            guard let edit = open.pane.edit, let request = tree.request(open.key) else { return nil }
            return edit.loss(in: open, of: request)
        }
        if let form = overlays.top as? Form, form.isTyped { loss.form = form.fields.map(\.text) }
        return loss
    }

    /// Copies of an earlier run were found: those of files in view are offered.
    /// - Parameter problems: a sentence for each copy that cannot be read. The footer has room for one.
    mutating func recoveryFound(_ copies: [RecoveryCopy], _ problems: [String]) {
        let copies = copies.filter { tree.canHold($0.path) }
        if !copies.isEmpty {
            overlays.showWhenFree(Question.recover(copies, named: copies.map { tree.relativePath(of: $0.path) }))
        }
        if let problem = problems.first { say(withoutRoot(problem), .failure) }
        if problems.count > 1 {
            overlays.showWhenFree(Message(title: "Unsaved edits that cannot be read", lines: problems.map(withoutRoot)))
        }
    }

    /// Puts copies back as unsaved edits. Each stays on disk until its file is saved or its edits are dropped.
    package mutating func restore(_ copies: [RecoveryCopy]) -> [Effect] {
        guard let effects = finishTyping() else { return [] }
        var leftovers: [String] = []
        var problems: [String] = []
        for copy in copies {
            let name = tree.relativePath(of: copy.path)
            if let problem = tree.files[copy.path]?.file.problemSentence {
                problems.append("\(name) was not restored: \(withoutRoot(problem))")
                continue
            }
            tree.addNewFile(path: copy.path, relativePath: name)
            changeTree { $0.restore(copy) }
            if let place = copy.storedAt { files.restored[copy.path, default: []].append(place) }
            if !copy.leftover.isEmpty { leftovers += ["\(name), being typed:"] + lines(copy.leftover) + [""] }
        }
        if !leftovers.isEmpty {
            overlays.show(Message(title: "Typed, but not taken over", lines: leftovers))
        }
        if let problem = problems.first {
            say(problem, .failure)
            if problems.count > 1 { overlays.showWhenFree(Message(title: "Not restored", lines: problems)) }
        } else if !copies.isEmpty {
            say("Restored as unsaved edits. \(keyName(.save)) writes a file, \(keyName(.undo)) takes the edits back.")
        }
        return effects + showVariables()
    }

    private func lines(_ text: String) -> [String] {
        text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    }

    /// The copies of a file are of no use any more.
    mutating func forgetRecovery(of path: String) -> [Effect] {
        guard let places = files.restored.removeValue(forKey: path) else { return [] }
        return [.removeRecovery(places)]
    }
}

extension Question {
    static func recover(_ copies: [RecoveryCopy], named names: [String]) -> Question {
        var shown: [String] = []
        for name in names where !shown.contains(name) { shown.append(name) }
        return Question(
            title: "Edits from an earlier session",
            lines: ["The program was ended while these had unsaved edits:"] + listed(shown, most: 5) { $0 },
            choices: [
                Choice(key: "r", label: "Restore them (as unsaved edits)", consequence: .restore(copies)),
                Choice(key: "l", label: "Keep them for later", consequence: .nothing),
                Choice(key: "d", label: "Discard them", consequence: .discard(copies.compactMap(\.storedAt))),
            ])
    }
}

extension Form {
    /// Whether the user typed anything into it.
    var isTyped: Bool {
        switch purpose {
        // Answers, secrets among them, are never written to a disk.
        case .prompts, .replayPrompts: false
        case .moveRequest, .renameRequest, .nameLogged, .saveFilter, .nameRun: false
        case .newFile, .newFolder, .renamePlace, .movePlace, .newEnvironment: false
        case .newRequest:
            fields.indices.contains(2) && (!fields[1].text.isEmpty || fields[2].text != Self.emptyRequestLine)
        }
    }

    static let emptyRequestLine = "GET http://"
}
