import Base
import HTTPFormat
import NetEngine
import TerminalUI
import Workspace

// Keys of whatever lies on top. Every overlay closes with Esc; Ctrl-C and Ctrl-Z work in all of them.

extension Model {
    mutating func overlayKey(_ key: Key) -> [Effect] {
        switch Keymap.standard.command(for: key, in: .typing) {
        case .cancelAll?: return perform(.cancelAll)
        case .suspend?: return perform(.suspend)
        case .redraw?: return perform(.redraw)
        default: break
        }
        switch overlays.last {
        case .help(let help)?: return helpKey(key, help)
        case .palette(let palette)?: return paletteKey(key, palette)
        case .environments(let picker)?: return environmentKey(key, picker)
        case .question(let question)?: return questionKey(key, question)
        case .message(let message)?: return messageKey(key, message)
        case .form(let form)?: return formKey(key, form)
        case .cache(let browser)?: return cacheBrowserKey(key, browser)
        case .cacheMode(let picker)?: return cacheModeKey(key, picker)
        case .signIn(let wait)?: return signInKey(key, wait)
        case .tokens(let browser)?: return tokenBrowserKey(key, browser)
        case .findings(let browser)?: return findingsKey(key, browser)
        case nil: return []
        }
    }

    private mutating func replaceTop(_ overlay: Overlay) {
        guard !overlays.isEmpty else { return }
        overlays[overlays.count - 1] = overlay
    }

    /// Whether nothing is typed, and nothing lies over the panes: what comes by itself then takes no keys from anything.
    var isFree: Bool { overlays.isEmpty && !isTyping }

    /// Shows what comes by itself: not over what somebody types or reads, for it would take his keys.
    mutating func showWhenFree(_ overlay: Overlay) { waitingOverlays.append(overlay) }

    /// Called after each action: with nothing typed and nothing else shown, the next that waits is shown.
    mutating func showWaiting() {
        guard !waitingOverlays.isEmpty, isFree else { return }
        overlays.append(waitingOverlays.removeFirst())
    }

    /// Takes overlays away, shown ones and waiting ones.
    /// - Returns: whether there were any.
    @discardableResult mutating func removeOverlays(where isGone: (Overlay) -> Bool) -> Bool {
        let count = overlays.count + waitingOverlays.count
        overlays.removeAll(where: isGone)
        waitingOverlays.removeAll(where: isGone)
        return overlays.count + waitingOverlays.count < count
    }

    private mutating func closeTop() { _ = overlays.popLast() }

    // MARK: Help

    private mutating func helpKey(_ key: Key, _ help: HelpOverlay) -> [Effect] {
        var help = help
        if help.isTyping {
            switch key {
            case .enter: help.isTyping = false
            case .escape:
                help.isTyping = false
                help.filter = TextField()
            case .up: help.scroll -= 1
            case .down: help.scroll += 1
            default: if help.filter.handle(key) { help.scroll = 0 }
            }
        } else if let step = scrollStep(key, page: overlayRect.height, count: overlayLineCount) {
            help.scroll += step
        } else if key == "/" {
            help.isTyping = true
        } else if key == .escape, !help.filter.text.isEmpty {
            help.filter = TextField()
        } else if key == .escape || key == "q" || key == "?" {
            closeTop()
            return []
        }
        replaceTop(.help(help))
        return []
    }

    /// Rows to scroll for a moving key, nil for any other key.
    func scrollStep(_ key: Key, page: Int, count: Int) -> Int? {
        switch Keymap.standard.command(for: key, in: .pane(focus)) {
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

    // MARK: Palette

    /// The commands that would do something now, without those that only move within a pane.
    func possibleCommands() -> [Command] {
        let moving: Set<Command> = [
            .moveUp, .moveDown, .moveLeft, .moveRight, .top, .bottom, .halfPageUp, .halfPageDown, .pageUp, .pageDown,
            .showPalette, .escape, .focusNext, .focusPrevious,
        ]
        return Command.table.filter { row in
            guard !moving.contains(row.command), row.scope.includes(focus) else { return false }
            return switch row.command {
            case .send, .sendAfresh, .showPlan: focus == .collections ? selectedRequest != nil : current != nil
            case .save, .saveAll: !tree.unsavedPaths.isEmpty
            case .cancelAll: !inFlight.isEmpty
            case .cloneItem: selectedRequest != nil
            case .moveRequest, .moveRequestUp, .moveRequestDown, .renameRequest:
                focus == .collections ? selectedRequest != nil : current != nil
            case .convertCurl:
                (focus == .collections ? selectedRequest : current?.key).flatMap(tree.request)?.curl != nil
            case .writeCaptures:
                (focus == .collections ? selectedRequest : current?.key).flatMap(tree.request)?.captures.isEmpty
                    == false
            case .deleteItem: focus == .request ? current != nil : selectedRequest != nil
            case .editHere, .editExternally, .editMethod, .editURL: current != nil
            case .revalidate: current != nil
            case .browseCache, .chooseCacheMode: hasCache
            case .clearCookies: jar?.cookies.isEmpty == false
            case .removeCookie: response.shownTab == .cookies && response.selectedCookie != nil
            case .showCookieValues: response.showsCookies
            case .undo: tree.files.values.contains { !$0.undo.isEmpty }
            default: true
            }
        }.map(\.command)
    }

    private var selectedRequest: RequestKey? {
        if case .request(let key)? = tree.selectedRow?.kind { key } else { nil }
    }

    private mutating func paletteKey(_ key: Key, _ palette: PaletteOverlay) -> [Effect] {
        var palette = palette
        switch key {
        case .escape:
            closeTop()
            return []
        case .enter:
            let matches = palette.matches
            guard matches.indices.contains(palette.selection) else { return [] }
            closeTop()
            return perform(matches[palette.selection].command)
        case .up, .control("k"), .control("p"): palette.selection -= 1
        case .down, .control("n"): palette.selection += 1
        case .pageUp: palette.selection -= overlayRect.height
        case .pageDown: palette.selection += overlayRect.height
        default: if palette.field.handle(key) { palette.selection = 0 }
        }
        replaceTop(.palette(palette))
        return []
    }

    // MARK: Environment

    mutating func chooseEnvironment() {
        let folder = current.map { PathText.folder(of: $0.key.file) } ?? tree.root
        let set = environments[folder] ?? environments[tree.root] ?? EnvironmentSet()
        var names: [String?] = [nil]
        names += set.names
        if let environmentName, !set.names.contains(environmentName) { names.append(environmentName) }
        overlays.append(
            .environments(
                EnvironmentOverlay(
                    names: names, selection: names.firstIndex { $0 == environmentName } ?? 0,
                    problems: set.problems.map(withoutRoot))))
    }

    private mutating func environmentKey(_ key: Key, _ picker: EnvironmentOverlay) -> [Effect] {
        var picker = picker
        if let step = scrollStep(key, page: overlayRect.height, count: picker.names.count), key != " " {
            picker.selection += step
            replaceTop(.environments(picker))
            return []
        }
        switch key {
        case .escape, "q", ",": closeTop()
        case .enter, " ":
            guard picker.names.indices.contains(picker.selection) else { return [] }
            closeTop()
            environmentName = picker.names[picker.selection]
            say(environmentName.map { "Environment: \($0)." } ?? "No environment.")
            return showVariables()
        default: break
        }
        return []
    }

    // MARK: Questions and messages

    private mutating func questionKey(_ key: Key, _ question: Question) -> [Effect] {
        var question = question
        if let choice = question.choices.first(where: { $0.key == key }) {
            closeTop()
            return follow(choice.consequence)
        }
        switch key {
        case .escape, "q":
            closeTop()
            return []
        case .enter:
            closeTop()
            guard question.choices.indices.contains(question.selection) else { return [] }
            return follow(question.choices[question.selection].consequence)
        case .up, .left, "k", "h", .backTab: question.selection -= 1
        case .down, .right, "j", "l", .tab: question.selection += 1
        default: return []
        }
        question.selection = (question.selection + question.choices.count) % max(1, question.choices.count)
        replaceTop(.question(question))
        return []
    }

    private mutating func messageKey(_ key: Key, _ message: Message) -> [Effect] {
        var message = message
        if let step = scrollStep(key, page: overlayRect.height, count: overlayLineCount) {
            message.scroll += step
            replaceTop(.message(message))
            return []
        }
        switch key {
        case .escape, .enter, "q": closeTop()
        case ",":
            closeTop()
            chooseEnvironment()
        default: break
        }
        return []
    }

    // MARK: Forms

    private mutating func formKey(_ key: Key, _ form: Form) -> [Effect] {
        var form = form
        let from = form.focus
        switch key {
        case .escape:
            closeTop()
            return []
        case .tab, .down: form.focus = (form.focus + 1) % form.fields.count
        case .backTab, .up: form.focus = (form.focus + form.fields.count - 1) % form.fields.count
        case .enter:
            guard form.focus == form.fields.count - 1 else {
                form.focus += 1
                break
            }
            return finish(form)
        default:
            guard form.fields.indices.contains(form.focus), form.fields[form.focus].handle(key) else { return [] }
            form.refusal = nil
        }
        if from == 0, form.focus != 0 { offerPlace(in: &form) }
        replaceTop(.form(form))
        return []
    }

    /// Finishes the form on top, if there is one; false when it was refused.
    mutating func finishForm() -> Bool {
        guard case .form(let form)? = overlays.last else { return true }
        _ = finish(form)
        if case .form? = overlays.last { return false }
        return true
    }

    private mutating func finish(_ form: Form) -> [Effect] {
        // What is answered may lead to another form, so this one goes first.
        if case .prompts(let plan, let job) = form.purpose { return answer(form, plan, job) }
        do throws(HTTPDocument.EditRefusal) {
            let effects = try outcome(of: form)
            overlays.removeAll { if case .form = $0 { true } else { false } }
            return effects
        } catch {
            var refused = form
            refused.refusal = error.sentence
            replaceTop(.form(refused))
            return []
        }
    }

    private mutating func answer(_ form: Form, _ plan: SendPlan, _ job: ResolveJob) -> [Effect] {
        var answers = job.answers
        for (field, typed) in zip(plan.prompts, form.fields) {
            guard field.choices.isEmpty || field.choices.contains(typed.text) else {
                var refused = form
                refused.refusal = "Choose one of \(field.choices.joined(separator: ", "))."
                replaceTop(.form(refused))
                return []
            }
            answers[field.key] = typed.text
        }
        closeTop()
        return begin(plan, of: job, answers: answers)
    }

    private mutating func outcome(of form: Form) throws(HTTPDocument.EditRefusal) -> [Effect] {
        let texts = form.fields.map(\.text)
        return switch form.purpose {
        case .newRequest(let after):
            try addRequest(file: texts[0], title: texts[1], line: texts[2], after: after)
        case .moveRequest(let key): try moveRequest(key, toFile: texts[0], place: texts[1])
        case .renameRequest(let key): try giveNames(key, title: texts[0], name: texts[1])
        case .prompts: []
        }
    }

    private mutating func addRequest(
        file name: String, title: String, line: String, after: RequestKey?
    ) throws(HTTPDocument.EditRefusal) -> [Effect] {
        let words = line.split(separator: " ", maxSplits: 1).map(String.init)
        let hasMethod = words.count == 2 && HTTPMethod(words[0]) != nil
        let target = hasMethod ? words[1] : line
        guard !target.allSatisfy(\.isWhitespace) else { throw .init(sentence: "The request needs a URL.") }
        // Looked at before a new file stands in the tree.
        let method = hasMethod ? words[0] : "GET"
        guard (try? HTTPDocument(bytes: []).addingRequest(method: method, target: target, title: title)) != nil else {
            throw .init(sentence: "This would not be read as a request; write METHOD, a blank and a URL.")
        }
        let path = try filePath(named: name)
        guard let document = editableDocument(path) else {
            throw .init(sentence: toast?.text ?? "That file cannot be edited.")
        }
        let place = after.flatMap { $0.file == path ? $0.index : nil }
        let edited = try changed(
            document, of: path,
            by: .addRequest(method: method, target: target, title: title, after: place))
        tree.edit(path, to: edited)
        let index = min(place.map { $0 + 1 } ?? document.requests.count, edited.requests.count - 1)
        for position in openRequests.indices where openRequests[position].key.file == path {
            if openRequests[position].key.index >= index { openRequests[position].key.index += 1 }
        }
        let key = RequestKey(file: path, index: index)
        tree.setFilter("")
        tree.reveal(key)
        let effects = open(key)
        focus = .request
        say("Added. Ctrl-S writes the file.")
        return effects
    }

    /// The file of a relative path; a new one is made in the tree, on disk only when it is saved.
    mutating func filePath(named name: String) throws(HTTPDocument.EditRefusal) -> String {
        if let known = tree.filePaths.first(where: { tree.files[$0]?.file.relativePath == name }) { return known }
        guard name.hasSuffix(".http") || name.hasSuffix(".rest"), !name.hasPrefix("/") else {
            throw .init(sentence: "A file is named by its path in the collection and ends in .http or .rest.")
        }
        guard !name.split(separator: "/").contains("..") else {
            throw .init(sentence: "A new file stays inside the collection's folder.")
        }
        let path = tree.root + "/" + name
        tree.addNewFile(path: path, relativePath: name)
        return path
    }

    mutating func pasteIntoOverlay(_ text: String) {
        switch overlays.last {
        case .palette(var palette)?:
            palette.field.paste(text)
            palette.selection = 0
            replaceTop(.palette(palette))
        case .help(var help)? where help.isTyping:
            help.filter.paste(text)
            replaceTop(.help(help))
        case .cache(var browser)? where browser.isTyping:
            browser.filter.paste(text)
            browser.selection = 0
            replaceTop(.cache(browser))
        case .form(var form)? where form.fields.indices.contains(form.focus):
            form.fields[form.focus].paste(text)
            replaceTop(.form(form))
        default: break
        }
    }

    // MARK: After every action

    /// The inside of the top overlay, for page keys and scroll limits.
    var overlayRect: Rect { overlays.last.map { OverlayView.content(of: $0, in: Rect(size)) } ?? Rect(size) }

    /// The lines of the top overlay as they are wrapped for the screen, where it scrolls as a whole.
    var overlayLineCount: Int { overlays.last.map { OverlayView.lineCount(of: $0, at: now, in: Rect(size)) } ?? 0 }

    mutating func settleOverlays() {
        let height = overlayRect.height
        switch overlays.last {
        case .help(var help)?:
            help.scroll = max(0, min(help.scroll, overlayLineCount - height))
            replaceTop(.help(help))
        case .message(var message)?:
            message.scroll = max(0, min(message.scroll, overlayLineCount - height))
            replaceTop(.message(message))
        case .palette(var palette)?:
            let count = palette.matches.count
            palette.selection = max(0, min(palette.selection, count - 1))
            palette.scroll = Self.scroll(palette.scroll, toShow: palette.selection, of: count, in: height)
            replaceTop(.palette(palette))
        case .environments(var picker)?:
            picker.selection = max(0, min(picker.selection, picker.names.count - 1))
            picker.scroll = Self.scroll(picker.scroll, toShow: picker.selection, of: picker.names.count, in: height)
            replaceTop(.environments(picker))
        case .cache(let browser)?: replaceTop(.cache(settle(browser)))
        case .tokens(let browser)?: replaceTop(.tokens(settle(browser)))
        case .findings(let browser)?: replaceTop(.findings(settle(browser)))
        default: break
        }
    }
}
