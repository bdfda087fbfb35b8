import Base
import HTTPFormat
import NetEngine
import TerminalUI
import Workspace

// Where requests stand and what they are called: moving within and across files, renaming with all references, and a
// curl command made a request.

extension Model {
    var meantRequest: RequestKey? { focused.meantRequest(self) }

    // MARK: Moving

    /// One place up or down within the file.
    mutating func moveRequest(by step: Int) -> [Effect] {
        guard let key = meantRequest, let index = tree.index(of: key) else {
            say("Select a request to move it within its file.", .warning)
            return []
        }
        guard tree.key(key.file, index + step) != nil else { return [] }
        do throws(EditStop) { return try move(key, from: index, to: index + step) } catch { return stop(error) }
    }

    private mutating func move(_ key: RequestKey, from index: Int, to place: Int) throws(EditStop) -> [Effect] {
        try edit(key.file, by: .move(index, to: place))
        tree.reveal(key)
        return showVariables()
    }

    mutating func askWhereToMove() {
        guard let key = meantRequest, let index = tree.index(of: key) else {
            return say("Select a request, a file or a folder to move it.", .warning)
        }
        guard let document = editableDocument(key.file) else { return }
        let file = tree.relativePath(of: key.file)
        overlays.show(
            Form(
                title: "Move request", labels: ["File", Self.placeLabel(document.requests.count)],
                fields: [TextField(file), TextField(String(index + 1))], focus: 0,
                purpose: .moveRequest(key)))
    }

    private static func placeLabel(_ count: Int) -> String { count > 1 ? "Place, 1 to \(count)" : "Place, 1" }

    /// The place that is offered is that in the request's own file; with another file it is the end of that one.
    func offerPlace(in form: inout Form) {
        guard case .moveRequest(let key) = form.purpose, let index = tree.index(of: key) else { return }
        let count = placeCount(of: key, in: form.fields[0].text)
        form.labels[1] = Self.placeLabel(count)
        guard form.fields[1].text == String(index + 1), tree.relativePath(of: key.file) != form.fields[0].text else {
            return
        }
        form.fields[1] = TextField(String(count))
    }

    /// How many places a file has for a request: a new file one.
    private func placeCount(of key: RequestKey, in name: String) -> Int {
        let known = tree.filePaths.first { tree.relativePath(of: $0) == name }
        let count = known.flatMap { tree.files[$0]?.file.document.requests.count } ?? 0
        return known == key.file ? count : count + 1
    }

    /// - Parameter place: a number from 1; empty for the end of the file.
    mutating func moveRequest(
        _ key: RequestKey, toFile name: String, place: String
    ) throws(EditStop) -> [Effect] {
        let count = placeCount(of: key, in: name)
        guard let number = place.isEmpty ? count : Int(place), (1...max(1, count)).contains(number) else {
            throw .init(sentence: "The place is a number from 1 to \(count), or empty for the end.")
        }
        let (path, target) = try fileToEdit(named: name)
        let source = try document(toEdit: key.file)
        guard let index = tree.index(of: key) else { throw .init(sentence: "That request is gone.") }
        if path == key.file { return try move(key, from: index, to: number - 1) }
        // Put into the other file first: a refusal must leave both as they are.
        let placed = try changed(target, of: path, by: .take(index, of: source, at: number - 1))
        let shrunk = try changed(source, of: key.file, by: .remove(index))
        tree.addNewFile(path: path, relativePath: name)
        let move = clock.nextTicket()
        tree.edit(
            path, to: placed, .inserted(at: number - 1, as: key.id), move: RequestMove(number: move, isArrival: true))
        tree.edit(key.file, to: shrunk, .removed(at: index), move: RequestMove(number: move, isArrival: false))
        guard let new = tree.key(path, number - 1) else { return [] }
        requestMoved(key, to: new)
        carryLastResult(of: source.requests[index], in: key.file, to: new)
        tree.reveal(new)
        say(movedText(source.requests[index], from: key.file, to: path))
        return showVariables()
    }

    private func movedText(_ request: SavedRequest, from: String, to path: String) -> String {
        let changesFolder = PathText.folder(of: from) != PathText.folder(of: path)
        let namesFile = request.body.text.split(separator: "\n").contains { $0.hasPrefix("< ") || $0.hasPrefix("<@") }
        return changesFolder && namesFile
            ? "Moved. It names a body file, whose path now begins in the new folder."
            : "Moved. \(keyName(.save)) writes one file, the palette's Save all both."
    }

    // MARK: Renaming

    mutating func askForNewName() {
        guard let key = meantRequest, let request = tree.request(key) else {
            return say("Select a request, a file or a folder to rename it.", .warning)
        }
        guard editableDocument(key.file) != nil else { return }
        overlays.show(
            Form(
                title: "Rename request", labels: ["Title", "Name"],
                fields: [TextField(request.title ?? ""), TextField(request.name ?? "")], focus: 0,
                purpose: .renameRequest(key)))
    }

    /// Changes the title at once; a new name that others refer to is shown with all its lines first.
    mutating func giveNames(_ key: RequestKey, title: String, name: String) throws(EditStop) -> [Effect] {
        guard let request = tree.request(key) else { throw .init(sentence: "That request is gone.") }
        defer { carryLastResult(of: request, in: key.file, to: key) }
        let change = DocumentChange.edit(.setTitle(title), request: request.index)
        var document = try document(toEdit: key.file)
        if title != request.title ?? "" { document = try changed(document, of: key.file, by: change) }
        guard name != request.name ?? "" else {
            take(document, of: key.file, after: change)
            return showVariables()
        }
        if name.isEmpty {
            let removal = DocumentChange.edit(.setName(""), request: request.index)
            take(try changed(document, of: key.file, by: removal), of: key.file, after: removal)
            return showVariables()
        }
        let plan = try renamePlan(key, name, in: document)
        // Without a question title and name are one edit, which is taken back as one.
        guard plan.changes.count > 1 || !plan.scriptLines.isEmpty else {
            return apply(plan, withTitle: title != request.title ?? "")
        }
        take(document, of: key.file, after: change)
        overlays.show(Question.names(plan, key: key, relativePath: tree.relativePath))
        return []
    }

    /// - Parameter document: the request's file as it will be.
    private mutating func renamePlan(
        _ key: RequestKey, _ name: String, in document: HTTPDocument
    ) throws(EditStop) -> RenamePlan {
        guard let index = tree.index(of: key) else { throw .init(sentence: "That request is gone.") }
        let variables = surroundings.environments.values.flatMap { $0.variables.values.flatMap(\.keys) }
        var files = tree.filePaths.compactMap { tree.files[$0]?.file }
        for place in files.indices where files[place].path == key.file { files[place].document = document }
        return try plan(
            RenameJob(path: key.file, request: index, name: name, files: files, variables: Set(variables)))
    }

    /// The plan was confirmed; it is made again, because the files may have changed meanwhile.
    mutating func giveName(_ key: RequestKey, _ name: String) -> [Effect] {
        let old = tree.request(key)
        defer { if let old { carryLastResult(of: old, in: key.file, to: key) } }
        do throws(EditStop) {
            return apply(try renamePlan(key, name, in: try document(toEdit: key.file)))
        } catch {
            return stop(error)
        }
    }

    /// The log knows a request by its file and name.
    private mutating func carryLastResult(of old: SavedRequest, in file: String, to key: RequestKey) {
        guard let new = tree.request(key) else { return }
        lastResults.carry(from: (file, old.id), to: (key.file, new.id))
    }

    /// A file has another path now.
    mutating func carryLastResults(from file: String, to new: String) {
        for request in tree.files[new]?.requests ?? [] {
            lastResults.carry(from: (file, request.id), to: (new, request.id))
        }
    }

    /// - Parameter withTitle: whether the plan's documents have a new title, too.
    private mutating func apply(_ plan: RenamePlan, withTitle: Bool = false) -> [Effect] {
        for (path, document) in plan.documents.sorted(by: { $0.key < $1.key }) {
            let isSame = tree.files[path]?.file.document.requests.count == document.requests.count
            changeTree { $0.edit(path, to: document, isSame ? .same : .matched) }
        }
        let isOne = plan.documents.count == 1
        let lines = Formatting.count(plan.changes.count + (withTitle ? 1 : 0), "line")
        say(
            "Renamed: \(lines)\(isOne ? "" : " in \(plan.documents.count) files") changed. "
                + "\(keyName(.undo)) takes it back\(isOne ? "" : " file by file").")
        return showVariables()
    }

    // MARK: curl, and comments in bodies

    mutating func convertCurl() -> [Effect] {
        rewrite(.convertCurl, "The curl command is a request now. \(keyName(.undo)) takes it back.")
    }

    mutating func writeCaptures() -> [Effect] {
        rewrite(
            .writeCaptures,
            "What the script takes is in variable lines now; the script stays. \(keyName(.undo)) takes it back.")
    }

    private mutating func rewrite(_ change: HTTPDocument.Edit, _ done: String) -> [Effect] {
        guard let key = meantRequest, let index = tree.index(of: key) else { return [] }
        do throws(EditStop) { try edit(key.file, by: .edit(change, request: index)) } catch { return stop(error) }
        say(done)
        return showVariables()
    }

    /// Writes down what becomes of the body's comment lines, and sends.
    mutating func decideBodyComments(_ id: OpenRequest.ID, areSent: Bool, cache: CacheMode?) -> [Effect] {
        guard let key = openRequest(id)?.key, let index = tree.index(of: key) else { return [] }
        let change = DocumentChange.edit(.setBodyComments(sent: areSent), request: index)
        do throws(EditStop) { try edit(key.file, by: change) } catch { return stop(error) }
        return send(id, cache: cache)
    }
}

extension Question {
    fileprivate static func names(
        _ plan: RenamePlan, key: RequestKey, relativePath: (String) -> String
    ) -> Question {
        let shown = listed(plan.changes, most: 8, indent: "") { change in
            "\(relativePath(change.path)):\(change.line)  \(change.after.drop { $0 == " " || $0 == "\t" })"
        }
        let scripts =
            plan.scriptLines.isEmpty
            ? [] : ["Scripts stay as they are: line \(plan.scriptLines.map(String.init).joined(separator: ", "))."]
        return Question(
            title: "Rename \(plan.old) to \(plan.new)", lines: shown + scripts,
            choices: [
                Choice(key: "r", label: "Change these lines", consequence: .giveName(key, plan.new)),
                Choice(key: "c", label: "Leave all as it is", consequence: .nothing),
            ])
    }

    /// Asked once: other tools leave out what may be a heading of Markdown.
    static func bodyComments(
        _ request: SavedRequest, id: OpenRequest.ID, cache: CacheMode?
    ) -> Question {
        Question(
            title: "Lines that look like comments",
            lines: [
                "Lines of this body begin with # or //. Other tools do not send such lines; in a body of this type they "
                    + "may be meant.", "The choice is written above the request: # @keep-body-comments",
            ],
            choices: [
                Choice(
                    key: "s", label: "Send them", consequence: .bodyComments(id, areSent: true, cache: cache)),
                Choice(
                    key: "l", label: "Leave them out", consequence: .bodyComments(id, areSent: false, cache: cache)),
                Choice(key: "c", label: "Do not send the request", consequence: .nothing),
            ])
    }
}
