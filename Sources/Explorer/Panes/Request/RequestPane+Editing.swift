import Base
import HTTPFormat
import TerminalUI
import Workspace

extension RequestPane {
    // MARK: Applying

    private static func apply(
        _ change: HTTPDocument.Edit, to key: RequestKey, on model: inout Model
    ) throws(EditStop) {
        try model.edit(key, by: [change])
    }

    static func applyAndShow(
        _ edit: HTTPDocument.Edit, saying done: String? = nil, on model: inout Model
    ) -> [Effect] {
        guard let key = model.current?.key else { return [] }
        do throws(EditStop) { try apply(edit, to: key, on: &model) } catch { return model.stop(error) }
        if let done { model.say(done) }
        return model.showVariables()
    }

    /// Turns what is typed into an edit. nil: the field stays open with the text, and the reason if it was refused.
    static func finishTyping(on model: inout Model) -> [Effect]? {
        guard let open = model.current, let edit = open.pane.edit, let request = model.currentRequest else { return [] }
        if case .variable(let variable) = edit { return model.finish(variable) }
        guard let change = edit.change(of: request) else {
            model.modify(open.id) { $0.pane.edit = nil }
            return []
        }
        do throws(EditStop) { try apply(change, to: open.key, on: &model) } catch { return model.keepTyping(error) }
        model.modify(open.id) { open in
            open.pane.closeEdit()
            switch change {
            case .addParameter: open.pane.selection = request.parameters.count
            case .addHeader: open.pane.selection = request.headers.count
            default: break
            }
        }
        return model.showVariables()
    }

    /// Turns what is typed into an edit and leaves the field open as it is, with its cursor and what it can take back.
    /// nil: it was refused.
    static func takeTyping(on model: inout Model) -> [Effect]? {
        guard let open = model.current, let edit = open.pane.edit, let request = model.currentRequest else { return [] }
        let isChange = edit.change(of: request) != nil
        guard let effects = finishTyping(on: &model) else { return nil }
        guard model.current?.id == open.id, let kept = edit.afterTaking(of: request, isChange: isChange, model) else {
            return effects
        }
        model.modify(open.id) { open in
            open.pane.edit = kept
            open.pane.refusal = nil
        }
        return effects
    }

    /// Esc in a field keeps what was typed; where that is refused the field stays, with the reason.
    static func leaveTyping(on model: inout Model) -> [Effect] {
        guard model.current?.pane.edit != nil else { return typeSearch(.escape, on: &model) }
        if closeList(on: &model) { return [] }
        return finishTyping(on: &model) ?? []
    }

    /// Closes the field and forgets what was typed in it.
    private static func dropTyping(_ open: OpenRequest, on model: inout Model) -> [Effect] {
        let isChanged = model.currentRequest.map { open.pane.edit?.isChanged(from: $0) ?? false } ?? false
        model.modify(open.id) { $0.pane.closeEdit() }
        if isChanged { model.say("What was typed is dropped.") }
        return []
    }

    // MARK: Keys while typing

    static func type(_ key: Key, on model: inout Model) -> [Effect] {
        guard model.current?.pane.edit != nil else { return typeSearch(key, on: &model) }
        if let effects = typeInList(key, on: &model) { return effects }
        return typeInField(key, on: &model) + followTyping(key, on: &model)
    }

    private static func typeInField(_ key: Key, on model: inout Model) -> [Effect] {
        guard let open = model.current, var edit = open.pane.edit else { return [] }
        switch (key, edit) {
        case (.control("g"), _): return dropTyping(open, on: &model)
        case (.control("t"), .body(var area)):
            if let sentence = formatTyped(&area, in: model) {
                model.say(sentence, .warning)
                return []
            }
            edit = .body(area)
        case (.enter, .method), (.enter, .url), (.enter, .option):
            return finishTyping(on: &model) ?? []
        case (.enter, .variable(var variable)):
            variable.isConfirmed = true
            return model.finish(variable) ?? []
        case (.tab, .variable(var variable)), (.backTab, .variable(var variable)):
            guard variable.secret?.mayStay == true else { return [] }
            variable.staysInPlace.toggle()
            edit = .variable(variable)
        case (.enter, .row(var row)):
            guard row.isNameFocused else { return finishTyping(on: &model) ?? [] }
            row.isNameFocused = false
            edit = .row(row)
        case (.tab, .row(var row)), (.backTab, .row(var row)):
            row.isNameFocused.toggle()
            edit = .row(row)
        case (.tab, .method), (.backTab, .method):
            guard let effects = finishTyping(on: &model), let target = model.currentRequest?.target else { return [] }
            model.modify(open.id) { $0.pane.edit = .url(TextField(target)) }
            return effects
        case (.tab, .url), (.backTab, .url):
            guard let effects = finishTyping(on: &model), let method = model.currentRequest?.method else { return [] }
            model.modify(open.id) { $0.pane.edit = .method(TextField(method)) }
            return effects
        case (.up, .method(let field)): edit = .method(TextField(KnownMethods.before(field.text)))
        case (.down, .method(let field)): edit = .method(TextField(KnownMethods.after(field.text)))
        default:
            edit.handle(key, in: contentRect(in: model.window.layout.inside(pane)).size)
        }
        model.modify(open.id) { open in
            open.pane.edit = edit
            open.pane.refusal = nil
        }
        return []
    }

    // MARK: $EDITOR

    static func editExternally(_ open: OpenRequest, _ request: SavedRequest, on model: inout Model) -> [Effect] {
        guard let document = model.editableDocument(open.key.file) else { return [] }
        if open.pane.tab == .body {
            return [
                .editExternally(
                    EditorJob(
                        owner: open.id, part: .body, text: request.body.text, fileExtension: request.bodyExtension))
            ]
        }
        var text = document.text(ofLines: request.lines)
        if let refused = open.pane.refusedBlock, refused.isMadeOf(text) { text = refused.text }
        return [.editExternally(EditorJob(owner: open.id, part: .block, text: text, fileExtension: "http"))]
    }

    static func editedExternally(_ job: EditorJob, _ outcome: EditorOutcome, on model: inout Model) -> [Effect] {
        switch outcome {
        case .unchanged:
            if job.part == .block, model.openRequest(job.owner)?.pane.refusedBlock?.text == job.text {
                model.modify(job.owner) { $0.pane.refusedBlock = nil }
                model.say("The refused text was not changed, so it is dropped. The request is as it was.")
            } else {
                model.say("The editor changed nothing.")
            }
            return []
        case .failed(let sentence):
            model.say(sentence, .failure)
            return []
        case .changed(let text):
            guard let open = model.openRequest(job.owner), let request = model.tree.request(open.key) else { return [] }
            do throws(EditStop) {
                switch job.part {
                case .body: try apply(.setBody(text), to: open.key, on: &model)
                case .block:
                    if let refusal = refusal(ofBlock: text) { throw EditStop(sentence: refusal) }
                    try model.edit(open.key.file, by: .replaceLines(request.lines, with: text))
                }
            } catch {
                guard let refusal = error.sentence else { return model.stop(error) }
                guard job.part == .body else {
                    if let original = model.tree.files[open.key.file]?.file.document.text(ofLines: request.lines) {
                        model.modify(open.id) { $0.pane.refusedBlock = RefusedBlock(text: text, original: original) }
                    }
                    let key = model.keyName(.editExternally)
                    return model.stop(
                        EditStop(sentence: "The editor's text was not taken; \(key) opens it again. \(refusal)"))
                }
                // The text is not lost: it stays in the field, to be fixed or dropped.
                var area = TextArea.ofBody(request.body.text, wraps: open.pane.wrapsBody)
                area.set(text)
                model.openRequests.currentID = open.id
                model.modify(open.id) { open in
                    open.pane.tab = .body
                    open.pane.edit = .body(area)
                    open.pane.refusal = refusal
                }
                model.window.focus = .request
                return model.stop(error)
            }
            model.openRequests.currentID = open.id
            if job.part == .block { model.modify(open.id) { $0.pane.refusedBlock = nil } }
            let keeping = model.sentenceOnKeeping(open.key.file)
            // Comments alone: the user took the request out.
            if job.part == .block, HTTPDocument(bytes: Array(text.utf8)).requests.isEmpty {
                model.say(
                    "The editor's text has no request, so \(request.method) \(request.label) is deleted. "
                        + "\(model.keyName(.undo)) takes it back. \(keeping)", .warning)
            } else {
                model.say("The request has the editor's text now. \(keeping)")
            }
            return model.showVariables()
        }
    }

    /// The first line that cannot be read of a text without any request. Taken over, such a text would be in the file but not in the tree.
    private static func refusal(ofBlock text: String) -> String? {
        let document = HTTPDocument(bytes: Array(text.utf8))
        guard document.requests.isEmpty, let notice = document.notices.first(where: { $0.severity == .error }) else {
            return nil
        }
        let line = document.text(ofLines: notice.line..<notice.line + 1).split(whereSeparator: \.isNewline).first ?? ""
        return "It has no request. Line \(notice.line), \(String(line).cut(to: 40)): \(notice.text)."
    }
}

extension Model {
    /// Changes a request. Several changes are one edit, which is taken back as one.
    mutating func edit(_ key: RequestKey, by changes: [HTTPDocument.Edit]) throws(EditStop) {
        guard let index = tree.index(of: key), let last = changes.last else { return }
        var edited = try document(toEdit: key.file)
        for change in changes { edited = try changed(edited, of: key.file, by: .edit(change, request: index)) }
        take(edited, of: key.file, after: .edit(last, request: index))
    }

    /// The requests of a file in which something is being typed, as they are now.
    func typedRequests(in path: String) -> [RequestKey: SavedRequest] {
        openRequests.list.reduce(into: [:]) { requests, open in
            guard open.key.file == path, open.pane.edit != nil else { return }
            requests[open.key] = tree.request(open.key)
        }
    }

    /// Closes the fields of requests that are not what they were: what is typed there would bring the old text back.
    mutating func closeFields(_ before: [RequestKey: SavedRequest]) {
        func text(_ request: SavedRequest) -> [String] {
            [request.method, request.target, request.body.text] + request.headers.flatMap { [$0.name, $0.value] }
        }
        for (key, old) in before where tree.request(key).map(text) != text(old) {
            openRequests.modifyAll { if $0.key == key { $0.pane.closeEdit() } }
        }
    }
}
