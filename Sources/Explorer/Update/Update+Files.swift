import Base
import HTTPFormat
import Import
import NetEngine
import TerminalUI
import Workspace

// Files and folders that the user makes, renames, moves and deletes: a form or a question -> `changeFiles` -> `filesWereChanged`
// -> the collection is read again.

extension Model {
    /// The file or folder that is selected in Collections, as an absolute path.
    var selectedPlace: String? { tree.selectedRow.flatMap { tree.path(of: $0) } }

    private func isFile(_ path: String) -> Bool { tree.files[path] != nil }

    // MARK: Making

    /// The folder of what is selected, with a slash; empty at the top.
    private var selectedFolder: String {
        let path: String =
            switch tree.selectedRow?.kind {
            case .folder(let folder)?: folder + "/"
            case .file(let file)?, .heading(let file, _)?: tree.relativePath(of: file)
            case .request(let key)?: tree.relativePath(of: key.file)
            case nil: ""
            }
        return path.lastIndex(of: "/").map { String(path[...$0]) } ?? ""
    }

    mutating func askForNewFile() {
        guard canMakeFiles() else { return }
        overlays.show(
            Form(title: "New file", labels: ["File"], fields: [TextField(selectedFolder)], purpose: .newFile))
    }

    mutating func askForNewFolder() {
        guard canMakeFiles() else { return }
        overlays.show(
            Form(
                title: "New folder", labels: ["Folder", "First file"],
                fields: [TextField(selectedFolder), TextField("requests.http")], purpose: .newFolder))
    }

    static let onlyOneFile = "Only one file is open: open its folder to make, rename or delete files."

    private mutating func canMakeFiles() -> Bool {
        guard let sentence = refusalOfFiles(single: Self.onlyOneFile) else { return true }
        say(sentence, .warning)
        return false
    }

    /// Why no file can be added to the collection; nil if one can.
    /// - Parameter single: what is said where a single file was opened.
    func refusalOfFiles(single: String) -> String? {
        switch tree.phase {
        case .reading: "The collection is still being read."
        case .failed: "The collection cannot be read; \(keyName(.reload, in: .collections)) tries it again."
        case .ready: tree.isSingle ? single : nil
        }
    }

    mutating func makeFile(_ name: String) throws(EditStop) -> [Effect] {
        let path = try newPath(name, isFile: true)
        return [.changeFiles(FileJob(operation: .make(path)))]
    }

    mutating func makeFolder(_ folder: String, file: String) throws(EditStop) -> [Effect] {
        let folder = folder.hasSuffix("/") ? String(folder.dropLast()) : folder
        _ = try newPath(folder, isFile: false)
        return try makeFile("\(folder)/\(file)")
    }

    /// The absolute path of what is to be there; refused if something is there already.
    private func newPath(_ name: String, isFile: Bool) throws(EditStop) -> String {
        if let problem = FileOperation.problem(withPath: name, isFile: isFile) { throw .init(sentence: problem) }
        let path = PathText.join(tree.root, name)
        guard tree.filePaths(at: path).isEmpty else { throw .init(sentence: "There is \(name) already.") }
        return path
    }

    // MARK: Renaming and moving

    /// - Parameter isMove: asks for the whole path and not only for the name.
    mutating func askForNewPlace(isMove: Bool = false) {
        guard canMakeFiles(), let path = selectedPlace else { return }
        let (what, name) = (isFile(path) ? "file" : "folder", tree.relativePath(of: path))
        overlays.show(
            isMove
                ? Form(title: "Move \(what)", labels: ["Path"], fields: [TextField(name)], purpose: .movePlace(path))
                : Form(
                    title: "Rename \(what)", labels: ["Name"], fields: [TextField(PathText.name(of: path))],
                    purpose: .renamePlace(path)))
    }

    mutating func renamePlace(_ path: String, to name: String) throws(EditStop) -> [Effect] {
        guard !name.contains(bytes: "/") else {
            throw .init(
                sentence: "A name has no slash; \(keyName(.moveRequest, in: .collections)) moves to another folder.")
        }
        let folder = PathText.steps(of: tree.relativePath(of: path)).dropLast()
        return try movePlace(path, to: (folder + [name[...]]).joined(separator: "/"))
    }

    /// Moves at once; if lines of files would no longer find what they name, they are shown first.
    mutating func movePlace(_ path: String, to name: String) throws(EditStop) -> [Effect] {
        let isFile = isFile(path)
        guard name != tree.relativePath(of: path) else { return [] }
        let new = try newPath(name, isFile: isFile)
        try checkUnwritten(path)
        let broken = FileReferences.broken(in: tree.filePaths.compactMap { tree.files[$0]?.file }, by: path, to: new)
        guard !broken.isEmpty else { return [.changeFiles(FileJob(operation: .move(path, to: new)))] }
        overlays.show(
            Question(
                title: "Move \(tree.relativePath(of: path))",
                lines: ["These lines will not find what they name any more:"] + shown(broken),
                choices: [
                    Question.Choice(
                        key: "m", label: "Move it, and change these lines later",
                        consequence: .changeFiles(FileJob(operation: .move(path, to: new)))),
                    Question.Choice(key: "c", label: "Leave all as it is", consequence: .nothing),
                ], selection: 1))
        return []
    }

    private func shown(_ references: [FileReferences.Reference]) -> [String] {
        Question.listed(references, most: 6) { "\(tree.relativePath(of: $0.file)):\($0.line)  \($0.text)" }
    }

    private func checkUnwritten(_ path: String) throws(EditStop) {
        guard let file = tree.filePaths(at: path).first(where: files.saving.contains) else { return }
        throw .init(sentence: "\(tree.relativePath(of: file)) is being written; try again in a moment.")
    }

    // MARK: Deleting

    mutating func askToDiscard() {
        guard canMakeFiles(), let path = selectedPlace else { return }
        guard stopWhileWritten(path) == nil else { return }
        let inside = tree.filePaths(at: path)
        let requests = inside.reduce(0) { $0 + (tree.files[$1]?.requests.count ?? 0) }
        let count = requests == 1 ? "1 request" : "\(requests) requests"
        let name = tree.relativePath(of: path)
        var lines = [
            isFile(path)
                ? "\(name) with \(count) goes to the trash."
                : "\(name)/ with \(count) in \(inside.count) \(inside.count == 1 ? "file" : "files"), and all else in it, goes to the trash."
        ]
        if let remark = remarkOnMarks { lines.append(remark) }
        lines.append("\(keyName(.undo)) puts it back.")
        if hasUnsavedEdits(at: path) {
            lines.append("Its unsaved edits come back with \(keyName(.undo)) too, but only until you quit.")
        }
        let broken = FileReferences.broken(in: tree.filePaths.compactMap { tree.files[$0]?.file }, by: path, to: nil)
        if !broken.isEmpty { lines += ["These lines name it:"] + shown(broken) }
        overlays.show(
            Question.delete(isFile(path) ? "file" : "folder", lines, .changeFiles(FileJob(operation: .discard(path)))))
    }

    // MARK: Results

    mutating func filesWereChanged(_ job: FileJob, _ result: Result<FileOperation?, CollectionError>) -> [Effect] {
        switch result {
        case .failure(let error):
            if let undone = job.undone { files.changes.done.append(undone) }
            if let redone = job.redone { files.changes.takenBack.append(redone) }
            say(withoutRoot(error.sentence), .failure)
            return load()
        case .success(let inverse):
            var copies: [String: RecoveryCopy] = [:]
            var recording: [Effect] = []
            var back = inverse
            switch job.operation {
            case .make(let path):
                tree.addNewFile(path: path, relativePath: tree.relativePath(of: path))
                files.changes.revealed = path
                tree.setFilter("")
                tree.reveal(file: path)
            case .write(let written, _):
                guard case .discard(let path)? = inverse else { break }
                reveal(written, at: path)
                files.disk.written.formUnion(
                    written.files.map { written.folder == nil ? path : PathText.join(path, $0.path) })
                if let target = job.imported, settings.isLogging, !target.files.recorded.isEmpty {
                    recording = [.recordImported(target, at: path, root: tree.root)]
                }
            case .move(let path, let new): follow(path, to: new)
            case .discard(let path):
                copies = drop(path, isOnDisk: inverse != nil)
                if inverse == nil, !copies.isEmpty { back = .recall(path) }
            case .restore(let entry):
                bringBack(entry.path, by: job)
                files.disk.written.insert(entry.path)
            case .recall(let path): bringBack(path, by: job)
            }
            remember(job, back, copies)
            say(sentence(of: job, inverse: back))
            return recording + load()
        }
    }

    /// What the operation that is taken back or done again took away of unsaved edits follows when the files are read.
    private mutating func bringBack(_ path: String, by job: FileJob) {
        files.changes.returning.merge((job.undone ?? job.redone)?.copies ?? [:]) { $1 }
        files.changes.revealed = path
    }

    private mutating func remember(_ job: FileJob, _ inverse: FileOperation?, _ copies: [String: RecoveryCopy]) {
        if job.undone == nil, job.redone == nil { files.changes.takenBack = [] }
        guard let inverse else { return }
        let done = DoneOperation(
            number: clock.nextTicket(), inverse: inverse, edits: tree.editCount, copies: copies)
        if job.undone != nil { return files.changes.takenBack.append(done) }
        files.changes.done.append(done)
        if files.changes.done.count > FileChanges.most { files.changes.done.removeFirst() }
    }

    // MARK: What an import has beside files

    mutating func importedValuesAdded(_ result: Result<[String], CollectionError>) -> [Effect] {
        switch result {
        case .failure(let error): say(withoutRoot(error.sentence), .failure)
        case .success(let paths):
            say("Written: \(paths.map { tree.relativePath(of: $0) }.joined(separator: ", ")).")
        }
        return load()
    }

    mutating func importRecorded(_ stored: Int, of count: Int) -> [Effect] {
        if stored < count {
            say("\(Formatting.count(count - stored, "recorded response")) could not be put into the history.", .warning)
        }
        return stored > 0 ? [.readLastLogged(root: tree.root)] : []
    }

    private func sentence(of job: FileJob, inverse: FileOperation?) -> String {
        func key(_ command: Command, _ does: String) -> String {
            settings.keymap.row(command, in: .collections)?.keys.first.map { "; \($0.label) \(does)" } ?? ""
        }
        let end = job.undone == nil ? "\(key(.undo, "takes it back"))." : "\(key(.redo, "brings it back"))."
        return switch job.operation {
        case .make(let path): "\(tree.relativePath(of: path)) was made\(end)"
        case .write(let files, _):
            "\(files.folder ?? files.files.first?.path ?? "The import") was written\(written(job.imported))\(end)"
        case .move(let path, let new):
            "\(tree.relativePath(of: path)) is \(tree.relativePath(of: new)) \(job.undone == nil ? "now\(end)" : "again.")"
        case .discard(let path):
            switch inverse {
            case nil: "\(tree.relativePath(of: path)) was not on disk any more."
            case .recall?: "\(tree.relativePath(of: path)) was not on disk, only here\(end)"
            default: "\(tree.relativePath(of: path)) is in the trash\(end)"
            }
        case .restore(let entry): "\(tree.relativePath(of: entry.path)) is back."
        case .recall(let path): "\(tree.relativePath(of: path)) is back, unsaved."
        }
    }

    /// `: 12 requests in 3 files`
    private func written(_ imported: ImportTarget?) -> String {
        guard let files = imported?.files else { return "" }
        let requests = Formatting.count(files.requestCount, "request")
        return ": \(requests)\(files.files.count > 1 ? " in \(files.files.count) files" : "")"
    }

    /// Selects the first request file of what was written, once it is read.
    private mutating func reveal(_ written: NewFiles, at path: String) {
        let first = written.files.first { DescribedFile.isNamedAsOneOfCollection($0.path) }
        files.changes.revealed = written.folder == nil ? path : first.map { PathText.join(path, $0.path) }
        tree.setFilter("")
    }

    /// Everything that knows the files by their paths follows.
    private mutating func follow(_ path: String, to new: String) {
        for (old, new) in tree.move(path, to: new) {
            fileRenamed(old, to: new)
            if let copies = files.restored.removeValue(forKey: old) { files.restored[new] = copies }
            // A reading that began before knows nothing of it.
            files.disk.savedAt[new] = clock.nextTicket()
        }
        if isFile(new) { files.changes.revealed = new }
    }

    /// What is kept of the requests of a file follows it to its new path.
    mutating func fileRenamed(_ old: String, to new: String) {
        openRequests.renamed(file: old, to: new)
        carryLastResults(from: old, to: new)
        collections.marked = Set(
            collections.marked.map { $0.file == old ? RequestKey(file: new, id: $0.id) : $0 })
    }

    /// A request that was moved to another file stays open and marked.
    mutating func requestMoved(_ key: RequestKey, to new: RequestKey) {
        openRequests.moved(key, to: new)
        if collections.marked.remove(key) != nil { collections.marked.insert(new) }
    }

    /// - Parameter isOnDisk: whether the disk had something there, which is in the trash now.
    /// - Returns: what of it only the program has: its unsaved edits, or all of what was not on disk.
    private mutating func drop(_ path: String, isOnDisk: Bool) -> [String: RecoveryCopy] {
        let gone = tree.filePaths(at: path)
        var copies: [String: RecoveryCopy] = [:]
        for path in gone {
            guard let file = tree.files[path]?.file, !file.isDescription else { continue }
            guard file.hasUnsavedChanges || !isOnDisk && !file.document.bytes.isEmpty else { continue }
            copies[path] = RecoveryCopy(
                path: path, document: file.document, base: ContentMark(file.stamp.bytes))
        }
        tree.forget(gone)
        openRequests.remove { gone.contains($0.key.file) && !sending.isBusy($0.id) }
        return copies
    }

    /// Files that came back get their unsaved edits; what is not on disk comes back as a file that is not saved yet. The one that was
    /// made or moved is selected.
    mutating func takeReturned() {
        for (path, copy) in files.changes.returning.sorted(by: { $0.key < $1.key }) {
            // This reading may have begun before the files were put back.
            if tree.files[path] == nil, files.disk.isLoadWanted { continue }
            files.changes.returning[path] = nil
            changeTree { tree in
                tree.addNewFile(path: path, relativePath: tree.relativePath(of: path), document: copy.document)
                tree.restore(copy)
            }
        }
        guard let path = files.changes.revealed, tree.files[path] != nil else { return }
        files.changes.revealed = nil
        tree.reveal(file: path)
    }

    // MARK: Taking back

    /// Takes back what was done last: to files and folders, or to the selected file.
    mutating func undoInCollections() -> [Effect] {
        let path = tree.selectedRow?.kind.file
        let edits = path.flatMap { tree.files[$0]?.undo.last?.edits } ?? -1
        guard let last = files.changes.done.last, last.edits > edits,
            last.number > valueToTakeBack(before: path)?.number ?? -1
        else {
            return undoEdit(in: path)
        }
        return askOrChange(FileJob(operation: last.inverse, undone: last))
    }

    /// Does again what was taken back last: to files and folders, or to the selected file.
    mutating func redoInCollections() -> [Effect] {
        let path = tree.selectedRow?.kind.file
        let edits = path.flatMap { tree.files[$0]?.redo.last?.edits } ?? -1
        guard let last = files.changes.takenBack.last, last.edits > edits,
            last.number > valueToMakeAgain(before: path)?.number ?? -1
        else {
            return redoEdit(in: path)
        }
        return askOrChange(FileJob(operation: last.inverse, redone: last))
    }

    /// Takes back or does again at once, but asks before it takes away files with unsaved edits.
    private mutating func askOrChange(_ job: FileJob) -> [Effect] {
        if case .move(let path, _) = job.operation, let effects = stopWhileWritten(path) { return effects }
        guard case .discard(let path) = job.operation else { return change(job) }
        if let effects = stopWhileWritten(path) { return effects }
        guard hasUnsavedEdits(at: path) else { return change(job) }
        let name = tree.relativePath(of: path) + (isFile(path) ? "" : "/")
        let key = settings.keymap.label(job.undone == nil ? .undo : .redo, in: .collections)
        overlays.show(
            Question(
                title: "Unsaved edits",
                lines: [
                    "\(name) goes to the trash, and its unsaved edits with it.",
                    "\(key) brings it back with them, but only until you quit.",
                ],
                choices: [
                    Question.Choice(key: "t", label: "To the trash", consequence: .changeFiles(job)),
                    Question.Choice(key: "c", label: "Leave all as it is", consequence: .nothing),
                ], selection: 1))
        return []
    }

    private mutating func stopWhileWritten(_ path: String) -> [Effect]? {
        do throws(EditStop) {
            try checkUnwritten(path)
            return nil
        } catch {
            return stop(error)
        }
    }

    private func hasUnsavedEdits(at path: String) -> Bool {
        tree.filePaths(at: path).contains { tree.files[$0]?.file.hasUnsavedChanges == true }
    }

    /// Begins a change; while it is under way nothing else takes it back or does it again.
    mutating func change(_ job: FileJob) -> [Effect] {
        if let undone = job.undone { files.changes.done.removeAll { $0.number == undone.number } }
        if let redone = job.redone { files.changes.takenBack.removeAll { $0.number == redone.number } }
        return [.changeFiles(job)]
    }
}

// MARK: A request of a pasted text

extension Model {
    /// Appends what was pasted to a file, which may be new, and opens the first request of it.
    mutating func add(_ request: PastedRequest, file name: String) throws(EditStop) -> [Effect] {
        let (path, document) = try fileToEdit(named: name)
        var bytes = document.bytes
        if let last = bytes.last, last != Byte.lineFeed { bytes.append(Byte.lineFeed) }
        if !bytes.isEmpty { bytes.append(Byte.lineFeed) }
        let (text, names) = written(request.text, of: request, to: path)
        let change = DocumentChange.content(bytes + Array(text.utf8))
        let edited = try changed(document, of: path, by: change)
        guard edited.requests.count == document.requests.count + request.count else {
            throw .init(sentence: "At the end of \(name) this would not be read as a request.")
        }
        tree.addNewFile(path: path, relativePath: name)
        take(edited, of: path, after: change)
        guard let key = tree.key(path, document.requests.count) else { return [] }
        let effects = go(to: key)
        let added = request.count == 1 ? "Added." : "\(request.count) requests added."
        let references = names.map { "{{\($0)}}" }.joined(separator: ", ")
        let remark = names.isEmpty ? "" : " Private values are written as \(references)."
        say("\(added)\(remark) \(keyName(.save)) writes the file.")
        return effects
    }
}
