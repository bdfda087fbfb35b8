import Base
import HTTPFormat
import NetEngine
import RequestLog
import Runs
import TerminalUI
import Workspace

// Passes keys, clicks and pasted text to the overlay on top, and does what a form was filled in for.

extension Model {
    /// Ctrl-C and Ctrl-Z work in all overlays.
    mutating func overlayKey(_ key: Key) -> [Effect] {
        switch settings.keymap.command(for: key, in: .typing) {
        case .cancelAll?: perform(.cancelAll)
        case .suspend?: perform(.suspend)
        case .redraw?: perform(.redraw)
        default: OverlayStack.callTop(of: &self) { $0.handle(key, on: &$1) }
        }
    }

    mutating func overlayMouse(_ mouse: MouseEvent) -> [Effect] {
        switch mouse.kind {
        case .scrollUp: return OverlayStack.callTop(of: &self) { $0.turnWheel(by: -1, on: &$1) }
        case .scrollDown: return OverlayStack.callTop(of: &self) { $0.turnWheel(by: 1, on: &$1) }
        case .press, .doublePress:
            guard let top = overlays.top else { return [] }
            guard top.isFramed else {
                overlays.close()
                return take(mouse)
            }
            guard top.frame(on: window.size).contains(mouse.at) else { return overlayKey(.escape) }
            if mouse.kind == .press, let thumb = dialogThumb(at: mouse.at) {
                drag = thumb
                return []
            }
            if let key = top.key(at: mouse.at, on: window.size) { return overlayKey(key) }
            let content = top.content(on: window.size)
            guard content.contains(mouse.at), let row = top.row(at: mouse.at.y - content.y, in: content) else {
                return []
            }
            return OverlayStack.callTop(of: &self) { $0.choose(row, on: &$1) }
        case .drag, .release: return []
        }
    }

    mutating func scrollOverlay(by rows: Int) -> [Effect] {
        OverlayStack.callTop(of: &self) { $0.scroll(by: rows, on: &$1) }
    }

    mutating func pasteIntoOverlay(_ text: String) -> [Effect] {
        OverlayStack.callTop(of: &self) { $0.paste(text, on: &$1) }
    }

    /// Called after each action.
    mutating func settleOverlays() {
        if isFree { overlays.showNext() }
        let (screen, now) = (window.size, clock.now)
        overlays.modifyTop { $0.settle(in: $0.content(on: screen), at: now) }
    }

    /// Whether nothing is typed and no overlay is open: then one that no key press asked for steals no keys.
    var isFree: Bool { overlays.isEmpty && !isTyping }

    /// Rows to scroll for a moving key, nil for any other key.
    func scrollStep(_ key: Key, page: Int, count: Int) -> Int? {
        switch settings.keymap.command(for: key, in: .pane(window.focus)) {
        case .moveUp?: -1
        case .moveDown?: 1
        case .pageUp?: -page
        case .pageDown?: page
        case .halfPageUp?: -max(1, page / 2)
        case .halfPageDown?: max(1, page / 2)
        case .top?: -count
        case .bottom?: count
        default: key == " " ? page : nil
        }
    }

    // MARK: Forms

    mutating func finish(_ form: Form) throws(EditStop) -> [Effect] {
        let texts = form.fields.map(\.text)
        switch form.purpose {
        case .newRequest(let row):
            return try addRequest(file: texts[0], title: texts[1], line: texts[2], at: row)
        case .moveRequest(let key): return try moveRequest(key, toFile: texts[0], place: texts[1])
        case .renameRequest(let key): return try giveNames(key, title: texts[0], name: texts[1])
        case .newFile: return try makeFile(texts[0])
        case .newFolder: return try makeFolder(texts[0], file: texts[1])
        case .renamePlace(let path): return try renamePlace(path, to: texts[0])
        case .movePlace(let path): return try movePlace(path, to: texts[0])
        case .nameLogged(let row):
            return [.markLogged(row, .name(texts[0].isEmpty ? nil : texts[0]))]
        case .saveFilter(let text):
            var saved = SavedFilters()
            if let sentence = saved.set(texts[0], to: text, beside: log.savedFilters) {
                throw .init(sentence: sentence)
            }
            return [.saveFilter(name: texts[0], text)]
        case .nameRun(let entry):
            if !texts[0].isEmpty, let what = RunEntry.problem(withName: texts[0]) {
                throw .init(sentence: "A run takes \(what).")
            }
            return [.nameRun(entry, texts[0].isEmpty ? nil : texts[0])]
        case .newEnvironment: return try makeEnvironment(texts[0])
        case .prompts(let plan, let job):
            return begin(plan, of: job, answers: try answers(texts, to: plan.prompts, beside: job.answers))
        case .replayPrompts(let prompts, var job):
            job.answers = try answers(texts, to: prompts, beside: job.answers)
            for field in prompts where field.isAskedOnce { sending.askedOnce[field.key] = job.answers[field.key] }
            return replay(job)
        }
    }

    private func answers(
        _ texts: [String], to prompts: [PromptField], beside known: [String: String]
    ) throws(EditStop) -> [String: String] {
        var answers = known
        for (field, text) in zip(prompts, texts) {
            guard field.choices.isEmpty || field.choices.contains(text) else {
                throw .init(sentence: "Choose one of \(field.choices.joined(separator: ", ")).")
            }
            answers[field.key] = text
        }
        return answers
    }

    /// Finishes the form on top, if there is one; false if it was refused.
    mutating func finishForm() -> Bool {
        guard var form = overlays.top as? Form else { return true }
        _ = form.finish(on: &self)
        return !(overlays.top is Form)
    }

    private mutating func addRequest(
        file name: String, title: String, line: String, at row: TreeRow.Kind?
    ) throws(EditStop) -> [Effect] {
        let words = line.split(separator: " ", maxSplits: 1).map(String.init)
        let hasMethod = words.count == 2 && HTTPMethod(words[0]) != nil
        let target = hasMethod ? words[1] : line
        guard !target.allSatisfy(\.isWhitespace) else { throw .init(sentence: "The request needs a URL.") }
        let method = hasMethod ? words[0] : "GET"
        guard (try? HTTPDocument(bytes: []).addingRequest(method: method, target: target, title: title)) != nil else {
            throw .init(sentence: "This would not be read as a request; write METHOD, a space and a URL.")
        }
        let (path, document) = try fileToEdit(named: name)
        let place = row.map { tree.requestPlace(in: path, at: $0) } ?? .end
        let change = DocumentChange.addRequest(method: method, target: target, title: title, at: place)
        let edited = try changed(document, of: path, by: change)
        tree.addNewFile(path: path, relativePath: name)
        take(edited, of: path, after: change)
        let last = (tree.files[path]?.requests.count ?? 0) - 1
        guard let key = tree.key(path, min(document.requestIndex(at: place), last)) else { return [] }
        let effects = go(to: key)
        say("Added. \(keyName(.save)) writes the file.")
        return effects
    }

    /// The file of a relative path, which may be new.
    func fileToEdit(named name: String) throws(EditStop) -> (path: String, document: HTTPDocument) {
        if let known = tree.filePath(of: name) { return (known, try document(toEdit: known)) }
        if let problem = FileOperation.problem(withPath: name, isFile: true) { throw .init(sentence: problem) }
        let path = PathText.join(tree.root, name)
        // Beside a single file it would be gone from the screen as soon as that is read again.
        guard tree.canHold(path) else { throw .init(sentence: Self.onlyOneFile) }
        return (path, HTTPDocument(bytes: []))
    }
}
