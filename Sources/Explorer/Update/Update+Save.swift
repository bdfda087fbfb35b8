import Base
import HTTPFormat
import NetEngine
import NetEngineRequestLog
import Runs
import TerminalUI
import Workspace

// Edits to disk: what is typed is finished first, a conflict is asked about, nothing is overwritten silently.

extension Model {
    /// Whether the file that is meant has something to save.
    var canSave: Bool {
        guard let file = focused.meantFile(self).flatMap({ tree.files[$0]?.file }) else { return false }
        return file.hasUnsavedChanges || file.described != nil && !file.document.requests.isEmpty
    }

    package mutating func save() -> [Effect] {
        guard let effects = takeTyping() else { return [] }
        guard let path = focused.meantFile(self) else {
            say("No file is open.", .warning)
            return effects
        }
        guard let file = tree.files[path]?.file else { return effects }
        if file.described != nil { return effects + keepRequest(of: file) }
        guard file.hasUnsavedChanges else {
            say("\(file.relativePath) has no unsaved edits.")
            return effects
        }
        return effects + write(path, isForced: false)
    }

    mutating func saveAll() -> [Effect] {
        guard let effects = takeTyping() else { return [] }
        let paths = tree.unsavedPaths
        if paths.isEmpty { say("Nothing is unsaved.") }
        files.savedOfAll = paths.count > 1 ? 0 : nil
        return effects + paths.flatMap { write($0, isForced: false) }
    }

    package mutating func write(_ path: String, isForced: Bool) -> [Effect] {
        guard let file = tree.files[path]?.file, !files.saving.contains(path) else { return [] }
        files.saving.insert(path)
        return [
            .save(SaveJob(path: path, bytes: file.document.bytes, stamp: file.stamp, isForced: isForced))
        ]
    }

    mutating func saveFinished(_ job: SaveJob, _ outcome: SaveOutcome) -> [Effect] {
        var news = TreeNews()
        if case .conflict(let onDisk?) = outcome, let file = tree.files[job.path]?.file {
            guard let joined = try? join(onDisk, with: file) else { return [] }
            news = joined
        }
        files.saving.remove(job.path)
        files.disk.savedAt[job.path] = clock.nextTicket()
        let name = tree.files[job.path]?.file.relativePath ?? job.path
        defer { if files.saving.isEmpty { files.savedOfAll = nil } }
        switch outcome {
        case .saved(let stamp):
            tree.saved(job.path, stamp: stamp)
            let count = (files.savedOfAll ?? 0) + 1
            if files.savedOfAll != nil { files.savedOfAll = count }
            say(count == 1 ? "\(name) saved." : "\(count) files saved.")
            var effects = job.bytes == tree.files[job.path]?.file.document.bytes ? forgetRecovery(of: job.path) : []
            if let next = files.afterSaving, files.saving.isEmpty {
                files.afterSaving = nil
                if tree.unsavedPaths.isEmpty { effects.append(next.effect) }
            }
            return effects
        case .conflict(let onDisk):
            return saveBeside(onDisk, job, news)
        case .failed(let sentence):
            files.afterSaving = nil
            sayNotSaved(withoutRoot(sentence))
        }
        return []
    }

    /// In the footer, and whole in a dialog where the footer would cut the reason.
    private mutating func sayNotSaved(_ sentence: String) {
        say(sentence, .failure)
        let mark: SafeText = "! "
        guard DisplayWidth.of(mark + SafeText(sentence)) >= window.size.columns else { return }
        overlays.showWhenFree(Message(title: "Not saved", lines: [sentence]))
    }

    /// Brings the edits of a file beside its content on disk.
    private mutating func join(_ onDisk: [UInt8], with file: CollectionFile) throws(EditStop) -> TreeNews {
        let document = try changed(file.document, of: file.path, by: .content(onDisk))
        let disk = CollectionFile(
            path: file.path, relativePath: file.relativePath, document: document, stamp: FileStamp(bytes: onDisk))
        return try join { $0.take([disk], busy: [], join: $1) }
    }

    /// If other blocks changed on disk than here, both are written; else the user is asked.
    private mutating func saveBeside(_ onDisk: [UInt8]?, _ job: SaveJob, _ news: TreeNews) -> [Effect] {
        guard let name = tree.files[job.path]?.file.relativePath else { return [] }
        if news.merged.contains(job.path) {
            say("\(name) changed on disk too; both are saved.")
            return write(job.path, isForced: false) + showVariables()
        }
        files.afterSaving = nil
        overlays.show(
            Question.conflict(path: job.path, name: name, onDisk: onDisk, blocks: news.conflicts.first?.conflict))
        return []
    }

    /// Does what the user chose in a question.
    mutating func follow(_ consequence: Consequence) -> [Effect] {
        switch consequence {
        case .nothing, .compare: return []
        case .delete(let key): return delete(key)
        case .follow(let plan, let job): return follow(plan, of: job)
        case .resend(let subject): return sendAgain(subject)
        case .resendUnopened(let resend): return [.resend(resend)]
        case .replay(let job): return replay(job)
        case .trust(let subject, let owner, let cache, let confirmed):
            return [.trust(subject, owner: owner, cache: cache, confirmed: confirmed)]
        case .giveName(let key, let name): return giveName(key, name)
        case .bodyComments(let id, let areSent, let mode):
            return decideBodyComments(id, areSent: areSent, cache: mode)
        case .quit: return [.quit]
        case .overwrite(let path): return write(path, isForced: true)
        case .settle(let path, let bytes, let disk, let saves):
            return settle(path, with: bytes, disk: disk, saves: saves)
        case .takeFromDisk(let path, let bytes):
            guard let old = tree.files[path],
                let document = try? changed(old.file.document, of: path, by: .content(bytes))
            else { return [] }
            let typed = typedRequests(in: path)
            changeTree { $0.replace(path, withDisk: document) }
            closeFields(typed)
            say("Read again from disk; the edits are dropped.")
            return showVariables()
        case .forget(let path): return forget(path)
        case .saveAllAndQuit:
            files.afterSaving = .quit
            return saveAll()
        case .saveAllAndOpen(let path):
            files.afterSaving = .open(path)
            return saveAll()
        case .changeEnvironment(let change): return [change.effect]
        case .changeFiles(let job): return change(job)
        case .openCollection(let path): return [.openCollection(path, drops: true)]
        case .restore(let copies): return restore(copies)
        case .discard(let places): return [.removeRecovery(places)]
        case .clearCache: return [.clearCache]
        case .clearCookies(let scope): return [.clearCookies(scope)]
        case .addIgnoreEntry(let entry): return [.addIgnoreEntry(entry)]
        case .deleteLogged(let row): return [.markLogged(row, .deleted)]
        case .deleteRun(let entry): return [.deleteRun(entry)]
        }
    }
}

extension Model {
    /// Forgets a file that is no longer on disk, with its edits. If it came back meanwhile, the next reading finds it.
    private mutating func forget(_ path: String) -> [Effect] {
        let name = tree.relativePath(of: path)
        changeTree { tree in
            tree.remove([path])
            tree.rebuild()
        }
        openRequests.remove { $0.key.file == path && !sending.isBusy($0.id) }
        say("The edits of \(name) are dropped.")
        return load() + showVariables()
    }
}

// MARK: The questions

extension Question {
    var asksToQuit: Bool { choices.contains { if case .quit = $0.consequence { true } else { false } } }

    static func deleteLogged(_ row: LogRow) -> Question {
        delete(
            "exchange \(row.id)",
            ["\(row.method) \(row.url)", "Its row and bodies are deleted from the request log."], .deleteLogged(row))
    }

    static func deleteRun(_ entry: RunEntry) -> Question {
        delete(
            "run \(entry.name ?? entry.key)",
            [
                entry.title,
                entry.state == .running
                    ? "It is still in progress; its recording is deleted." : "Its recording is deleted.",
            ], .deleteRun(entry))
    }

    static func delete(_ what: String, _ lines: [String], _ consequence: Consequence) -> Question {
        Question(
            title: "Delete \(what)", lines: lines,
            choices: [
                Choice(key: "d", label: "Delete", consequence: consequence),
                Choice(key: "c", label: "Keep", consequence: .nothing),
            ], selection: 1)
    }

    package static func quit(unsaved: [String]) -> Question {
        Question(
            title: "Unsaved edits",
            lines: [unsaved.count == 1 ? "This file has unsaved edits:" : "These files have unsaved edits:"]
                + listed(unsaved, most: 5) { $0 },
            choices: [
                Choice(key: "s", label: "Save and quit", consequence: .saveAllAndQuit),
                Choice(key: "d", label: "Drop the edits and quit", consequence: .quit),
                Choice(key: "c", label: "Stay", consequence: .nothing),
            ])
    }

    /// - Parameter sends: what is under way, as a sentence.
    static func quit(sends: String) -> Question {
        Question(
            title: "Quit?", lines: [sends],
            choices: [
                Choice(key: "d", label: "Cancel and quit", consequence: .quit),
                Choice(key: "c", label: "Stay", consequence: .nothing),
            ])
    }

    static func delete(_ request: SavedRequest, key: RequestKey, file: String) -> Question {
        delete("request", ["\(request.method) \(request.label)", "\(file), line \(request.line)"], .delete(key))
    }

    /// - Parameter blocks: where both sides changed the same, as far as that is known.
    static func conflict(
        path: String, name: String, onDisk: [UInt8]?, blocks: BlockMerge.Conflict? = nil
    ) -> Question {
        let overwrite = Choice(key: "o", label: "Overwrite it with mine", consequence: .overwrite(path: path))
        let cancel = Choice(key: "c", label: "Decide later", consequence: .nothing)
        guard let onDisk else {
            return Question(
                title: "Not saved", lines: ["\(name) is no longer on disk."],
                choices: [
                    Choice(key: "o", label: "Write it again", consequence: .overwrite(path: path)),
                    Choice(key: "d", label: "Drop my edits", consequence: .forget(path: path)), cancel,
                ],
                selection: 2)
        }
        var question = Question(
            title: "Not saved", lines: ["\(name) changed on disk since it was read. Nothing was written."],
            choices: [
                Choice(
                    key: "r", label: "Reload it (drops my edits)",
                    consequence: .takeFromDisk(path: path, bytes: onDisk)), overwrite, cancel,
            ])
        if let blocks {
            let choices = sameBlock(path: path, name: name, blocks, disk: onDisk, saves: true)
            question.lines += ["Both sides changed:"] + choices.lines.dropFirst().dropLast()
            question.choices.insert(contentsOf: choices.choices.dropLast(), at: 0)
        }
        question.selection = question.choices.count - 1
        return question
    }

    /// A request alone asks to be confirmed.
    /// - Parameter method: what is sent, if that is not what the file says now.
    static func send(_ request: SavedRequest, method: String? = nil, then consequence: Consequence) -> Question {
        let reason = "This request asks to be confirmed before it is sent."
        let note = request.settings.note.map { $0.isEmpty ? [] : [$0] } ?? []
        return Question(
            title: "Send?", lines: ["\(method ?? request.method) \(request.label)", reason] + note,
            choices: [
                Choice(key: "s", label: "Send", consequence: consequence),
                Choice(key: "c", label: "Do not send", consequence: .nothing),
            ])
    }
}

extension Message {
    /// Why a request was not sent: each name with its place and reason.
    ///
    /// - Parameters:
    ///   - chooseKey: chooses an environment.
    ///   - editKey: edits the selected row.
    ///   - problems: what is broken in the environment files, which may be the reason.
    static func unresolved(
        _ names: [UnresolvedVariable], file: CollectionFile, environment: String?, chooseKey: String,
        editKey: String, problems: [String] = []
    ) -> Message {
        let isOverLimit = names.contains(where: \.isOverLimit)
        let choose = environment == nil ? "Choose one" : "Choose another"
        return Message(
            title: isOverLimit ? "Not sent: request-build" : "Not sent: unresolved variables",
            lines: names.map {
                "{{\($0.name)}}  \(file.relativePath):\(file.sourceLine($0.line))  \($0.reason)"
            } + [
                ""
            ] + problems + [
                environment.map { "Environment: \($0). " } ?? "No environment is chosen. ",
                // A description is never written.
                file.described == nil
                    ? "\(choose) with \(chooseKey) or give the name a value on the Vars tab with \(editKey)"
                    : "\(choose) with \(chooseKey) or give the name a value there with e",
            ])
    }
}
