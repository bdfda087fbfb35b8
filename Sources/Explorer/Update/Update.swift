import NetEngine
import TerminalUI
import Workspace

/// The only place where the model changes: an action in, the model changed, wishes out.
///
/// Pure: no task, clock, file or terminal. The same model and action always give the same result.
/// What flows in: `Action` from terminal, engine and runner. What flows out: `Effect`s for the runner; the views
/// read the model afterwards.
package func update(_ model: inout Model, _ action: Action, at now: MonotonicTime) -> [Effect] {
    model.clock.advance(to: now)
    let (wasTyping, toast) = (model.isTyping, model.toast)
    let effects = model.takeInTurn(action) + model.readPostponed()
    model.settleSelection()
    let previewed =
        model.previewSelected() + model.expandCurrent() + model.keepDescriptionEdits() + model.findNearbyDescription()
    model.settle()
    let background = Pane.allCases.flatMap { $0.part.backgroundWork(&model) } + model.keepUnsaved(beside: effects)
    // What was said before does not hide the keys of a field that has just opened.
    if model.isTyping, !wasTyping, model.toast == toast { model.toast = nil }
    // Nor those of any other state for longer than the next key.
    if case .input(.key) = action, model.toast == toast { model.toast = nil }
    return effects + previewed + background + model.nextWake()
}

extension Model {
    /// Takes an action in, whatever waits.
    package mutating func take(_ action: Action) -> [Effect] {
        switch action {
        case .input(let event):
            return take(event)
        case .worked(let work, let outcome):
            return workFinished(work, outcome)
        case .engine(let event):
            return take(event)
        case .tick:
            for pane in Pane.allCases { pane.part.tick(&self) }
            return OverlayStack.callTop(of: &self) { $0.tick(&$1) } + chainsOn()
        case .screenShown:
            return [.ask(pictures.choice == .auto ? [.pictures, .background] : .background), .readThemes]
        case .themesRead(let user):
            if let sentence = themes.take(user) { say(sentence, .failure) }
            let themes = themes
            overlays.modify(ThemePicker.self) { $0.take(themes) }
        case .pictureMade(let key, let picture):
            pictures.take(key, picture)
        case .collectionLoaded(let result):
            return collectionLoaded(result)
        case .collectionOpened(let opening):
            return collectionOpened(opening)
        case .collectionUnread(let sentence, let number):
            if noteOpening(number) { say(withoutRoot(sentence), .failure) }
        case .recentCollections(let paths):
            overlays.modify(RequestPicker.self) { $0.take(paths) }
            overlays.modify(CollectionPicker.self) { $0.take(paths) }
        case .filesWereChanged(let job, let result):
            return filesWereChanged(job, result)
        case .filesChanged(let change):
            return filesChanged(change)
        case .referencesLookedAt(let changed):
            return referencesLookedAt(changed: changed)
        case .settingsRead(let reading):
            return take(reading)
        case .filesRead(let job, let files):
            return filesRead(job, files)
        case .fileReading(let path, let done):
            files.reading.advance(path, to: done)
        case .environmentsLoaded(let folder, let set):
            environmentsLoaded(set, for: folder)
        case .bodyFilesListed(let job, let names):
            RequestPane.take(job, names, on: &self)
        case .resolved(let job, let outcome, let id):
            return resolved(job, outcome, id: id)
        case .planned(let job, let plan):
            return planned(job, plan)
        case .prepared(let job, let step):
            return stepPrepared(job, step)
        case .trusted(let problem, let owner, let cache, let confirmed):
            if let problem {
                say(problem, .failure)
                return []
            }
            nearby.askAgain()
            say("\(tree.place.address?.text ?? "The folder") is trusted. 'apitui trust remove' takes that back.")
            return send(owner, cache: cache, confirmed: confirmed)
        case .variableSaved(let edit, let problem):
            return variableSaved(edit, problem) + readEnvironmentsAgain()
        case .variableRemoved(let edit, let problem):
            return variableRemoved(edit, problem)
        case .variablesSaved(let edits, let problem):
            return variablesSaved(edits, problem) + readEnvironmentsAgain()
        case .loginSaved(let edits, let problem):
            return loginSaved(edits, problem)
        case .secretMoved(let move, let outcome):
            return secretMoved(move, outcome) + readEnvironmentsAgain()
        case .openToOthers(let files): surroundings.openToOthers = files
        case .ignoreEntryMissing(let entry): offer(entry)
        case .ignoreEntryAdded(let entry, let outcome):
            ignoreEntryAdded(entry, outcome)
        case .responseWritten(let result, let id):
            return responseWritten(result, of: id)
        case .saveFinished(let job, let outcome):
            return saveFinished(job, outcome)
        case .editedExternally(let job, let outcome):
            return RequestPane.editedExternally(job, outcome, on: &self)
        case .resumed(let newSize):
            window.size = newSize
        case .bodyArrived(let id, let news):
            bodyArrived(id, news)
        case .checked(let id, let report):
            return checked(id, report)
        case .bodyRead(let id, let body):
            bodyRead(id, body)
        case .bodyPrepared(let document):
            bodyPrepared(document)
        case .filtered(let id, let outcome, let time):
            overlays.modify(FilterView.self) { $0.take(id, outcome, after: time) }
        case .searched(let id, let run):
            let (response, request) = (ResponsePane.searchedSize(self), RequestPane.searchedSize(self))
            openRequests.modifyPanes {
                $0[ResponsePaneState.self].searched(id, run, in: response)
                $0[RequestPaneState.self].searched(id, run, in: request)
            }
            overlays.modify(FilterView.self) { $0.searched(id, run) }
        case .placeSearched(let id, let news):
            GoToOverlay.take(id, news, on: &self)
        case .comparing(let id, let progress):
            overlays.modify(ComparisonView.self) { $0.advance(id, to: progress) }
        case .compared(let id, let result):
            overlays.modify(ComparisonView.self) { $0.take(id, result) }
        case .descriptionEditsFound(let edits):
            return descriptionEditsFound(edits)
        case .nearbyDescriptionFound(let subject, let result):
            nearbyDescriptionFound(subject, result)
        case .operationsIndexed(let made):
            operationsIndexed(made)
        case .observed(let news):
            return observed(news)
        case .runCovered(let run, let news, let ticket):
            return runCovered(run, news, ticket: ticket)
        case .coverageSummed(let described, let result):
            let run = coverages.run
            overlays.modify(CoverageView.self) { $0.take(described, result, run: run) }
        case .linksRead(let id, let links):
            return LinkPicker.take(id, links, on: &self)
        case .recoveryFound(let copies, let problems):
            recoveryFound(copies, problems)
        case .networkChanged(let state):
            surroundings.network = state
        case .token(let news):
            take(news)
        case .tokensRead(let tokens, let seconds):
            return tokensRead(tokens, seconds: seconds)
        case .linted(let findings):
            linted(findings)
        case .importRead(let job, let result):
            let logs = settings.isLogging
            overlays.modify(ImportDialog.self) { $0.take(job, result, logs: logs) }
        case .typedFolderListed(let job, let names):
            overlays.modify(ImportDialog.self) { $0.take(job, names) }
        case .importedValuesAdded(let result):
            return importedValuesAdded(result)
        case .importRecorded(let stored, let count):
            return importRecorded(stored, of: count)
        case .importProgressed(let job, let share):
            overlays.modify(ImportDialog.self) { $0.take(job, share: share) }
        case .cacheRead(let result):
            let now = clock.now
            overlays.modify(CacheBrowser.self) { $0.take(result, at: now) }
        case .cookiesRead(let scope, let cookies):
            cookiesRead(scope, cookies)
        case .copied(let name, let text, let outcome):
            return copied(name, text, outcome)
        case .notCopied(let sentence):
            say(sentence, .warning)
        case .exported(let outcome):
            return exported(outcome)
        case .bodyWriting(let count):
            overlays.modify(BodySaver.self) { $0.progressed(to: count) }
        case .bodyWritten(let outcome):
            bodyWritten(outcome)
        case .viewWriting(let count):
            overlays.modify(ViewWait.self) { $0.progressed(to: count) }
        case .fileReady(let file):
            overlays.remove { $0 is ViewWait }
            return [.show(file)]
        case .bodyOpened(let name):
            overlays.remove { $0 is ViewWait }
            say("The body was given to \(name).")
        case .viewFailed(let sentence):
            overlays.remove { $0 is ViewWait }
            say(sentence, .failure)
        case .logRead(let reading, let outcome, let time):
            clock.noteWall(time)
            LogPane.take(reading, outcome, on: &self)
            history.take(reading, outcome)
        case .logChanged(let changes, let time):
            clock.noteWall(time)
            for row in changes.rows { lastResults.note(row) }
            log.take(changes)
            history.take(changes)
            if case .failed(let sentence)? = changes.searchEnd { say(sentence, .failure) }
        case .loggedExchange(let row, let outcome, let checks):
            return LogPane.opened(row, outcome, checks, on: &self)
        case .lastLogged(let rows):
            for row in rows { lastResults.note(row) }
        case .savedFiltersRead(let filters, let sentence):
            LogPane.take(filters, on: &self)
            if let sentence { say(sentence) }
        case .resending(let resend, let draft, let id):
            return launch(resend, draft, id: id)
        case .resendToConfirm(let resend, let step):
            resendToConfirm(resend, step)
        case .replayToConfirm(let job, let steps):
            replayToConfirm(job, steps)
        case .replayAsks(let job, let prompts):
            replayAsks(job, prompts)
        case .replayBegan(let id, let planned):
            return replayBegan(id, planned)
        case .replayed(let id, let news):
            return replayed(id, news)
        case .replayLearned(let uses, let draft):
            privates.learn(uses, draft)
        case .replayRefused(let id, let sentence):
            replayRefused(id, sentence)
        case .runsRead(let outcome):
            runs.take(outcome)
            let entries = runs.entries
            overlays.modify(CoverageView.self) { $0.take(entries) }
        case .runRead(let entry, let outcome, let ticket):
            runRead(entry, outcome, ticket)
        case .recordedRead(let outcome, let ticket):
            return recordedRead(outcome, ticket)
        case .runsCompared(let pair, let outcome):
            runsCompared(pair, outcome)
        case .failed(let sentence):
            say(withoutRoot(sentence), .failure)
        }
        return []
    }
}

extension Model {
    mutating func take(_ event: InputEvent) -> [Effect] {
        switch event {
        case .resize(let size):
            window.size = size
            return []
        case .mouse(let mouse):
            return take(mouse)
        case .paste(let text):
            return paste(text)
        case .report(let report):
            pictures.take(report)
            themes.take(report)
            return []
        case .key(let key):
            if window.layout.mode == .tooSmall { return tooSmall(key) }
            if !overlays.isEmpty { return overlayKey(key) }
            if isTyping { return typingKey(key) }
            guard let command = settings.keymap.command(for: key, in: .pane(window.focus)) else {
                say(unassigned(key))
                return []
            }
            return perform(command)
        }
    }

    /// Says that a key does nothing here, and which key near it does something.
    private func unassigned(_ key: Key) -> String {
        let here = "\(key.label) does nothing in \(window.focus.title)"
        let help = settings.keymap.rows(in: window.focus).first { $0.command == .showHelp }?.keys.first?.label ?? ":"
        func title(_ key: Key, _ pane: Pane) -> String? {
            settings.keymap.command(for: key, in: .pane(pane))?.row?.title
        }
        if case .character(let letter) = key {
            let other = letter.isUppercase ? letter.lowercased() : letter.uppercased()
            if other != String(letter), other.count == 1, let near = other.first.map({ Key.character($0) }),
                let found = title(near, window.focus)
            {
                return "\(here); \(near.label) is \(found). \(help) lists the keys."
            }
        }
        for pane in Pane.allCases where pane != window.focus {
            if let found = title(key, pane) {
                return "\(here); in \(pane.title) it is \(found). \(help) lists the keys."
            }
        }
        return "\(here). \(help) lists the keys."
    }

    /// With no room to show a question, only leaving works.
    private mutating func tooSmall(_ key: Key) -> [Effect] {
        switch settings.keymap.command(for: key, in: .pane(window.focus)) {
        case .cancelAll?: return perform(.cancelAll)
        case .suspend?: return perform(.suspend)
        case .quit?, .back?: return reasonToStay == nil ? [.quit] : []
        default: return []
        }
    }

    private mutating func typingKey(_ key: Key) -> [Effect] {
        if let command = settings.keymap.command(for: key, in: .typing) { return perform(command) }
        return focused.type(key, on: &self)
    }

    fileprivate mutating func paste(_ text: String) -> [Effect] {
        if overlays.top?.joinsPastedLines ?? focused.joinsPastedLines(self), TextField.hasSeveralLines(text) {
            say("The pasted lines are one line here, joined by spaces.", .warning)
        }
        if !overlays.isEmpty { return pasteIntoOverlay(text) }
        guard isTyping else {
            if !PastedRequest.isMeant(by: text) {
                say("Pasted text needs a field: open one first.", .warning)
            } else if tree.phase == .ready {
                PasteField.open(with: text, on: &self)
            } else {
                let isReading = tree.phase == .reading
                say(
                    isReading
                        ? "The collection is not read yet: paste the request when it is."
                        : "The collection could not be read, so no request can be added.", .warning)
            }
            return []
        }
        focused.paste(text, on: &self)
        return []
    }

    /// Does what a command asks for, in the focused pane where it means something there.
    package mutating func perform(_ command: Command) -> [Effect] {
        if let open = OverlayList.openers[command] { return open(&self) }
        switch command {
        case .focusCollections: return focus(on: .collections)
        case .focusRequest: return focus(on: .request)
        case .focusResponse: return focus(on: .response)
        case .focusLog: return focus(on: .log)
        case .focusHistory: return focus(on: .history)
        case .focusRuns: return focus(on: .runs)
        case .focusNext: return focus(on: window.focus.next)
        case .focusPrevious: return focus(on: window.focus.previous)
        case .zoom: window.isZoomed.toggle()
        case .grow: if let sentence = window.resize(window.focus, by: 1, settings.keymap) { say(sentence) }
        case .shrink: if let sentence = window.resize(window.focus, by: -1, settings.keymap) { say(sentence) }
        case .changeLayout:
            window.chosen = Arrangement.next(after: window.chosen)
            say(window.chosen?.sentence ?? "Layout: by the size of the screen, now \(window.arrangement.rawValue).")
        case .fold: return fold()
        case .revealOpen: return revealOpen()
        case .pickRequest: return RequestPicker.open(on: &self)
        case .showCoverage: return CoverageView.open(on: &self)
        case .jump: return jump()
        case .openCollection: return CollectionPicker.open(on: &self)
        case .openSamples: return openSamples()
        case .pasteRequest: return PasteField.open(on: &self)
        case .importFiles: return ImportDialog.open(on: &self)
        case .newFile: askForNewFile()
        case .newFolder: askForNewFolder()
        case .resetSizes:
            window.resetSizes()
            say("All panes have their usual sizes again.")
        case .send: return send()
        case .sendAfresh: return send(cache: .reload)
        case .revalidate: return send(cache: .noCache)
        case .clearCookies, .removeCookie, .showCookieValues: return ResponsePane.perform(command, on: &self)
        case .yank: return copySomething()
        case .replay: return ReplayPicker.open(on: &self)
        case .save: return save()
        case .saveAll: return saveAll()
        case .convertCurl: return convertCurl()
        case .writeCaptures: return writeCaptures()
        case .saveSchema: saveSchema()
        case .reload where window.focus != .runs: return reload()
        case .showPlan: return showPlan()
        case .escape: return escape()
        case .cancelAll: return cancelAll()
        case .back: return back()
        case .quit: return quit()
        case .suspend: return [.suspend]
        case .redraw: return [.redraw]
        case .toggleMouse: return toggleMouse()
        case .chooseImages:
            pictures.choice = pictures.choice.next
            say(pictures.choice.sentence)
            return pictures.choice == .blocks ? [] : [.ask(.pictures)]
        case .toggleLogging:
            settings.isLogging.toggle()
            say(
                settings.isLogging
                    ? "Requests are stored in the request log again."
                    : "Requests are no longer stored in the request log.")
            return [.logRequests(settings.isLogging)]
        case .toggleStrictContract:
            settings.isContractStrict.toggle()
            say(
                settings.isContractStrict
                    ? "From the next send on, warnings of a description are failures."
                    : "Warnings of a description are warnings again, from the next send on.")
        default: return focused.perform(command, on: &self)
        }
        return []
    }

    /// Takes the environments of a folder; what is broken in their files is said when it is new.
    fileprivate mutating func environmentsLoaded(_ set: EnvironmentSet, for folder: String) {
        let known = Set(surroundings.environments.values.flatMap(\.problems))
        surroundings.environments[folder] = set
        takeEnvironments(of: folder)
        if let problem = set.problems.first(where: { !known.contains($0) }) {
            say(withoutRoot(problem.sentence), .failure)
        }
    }

    /// A sentence that begins with a path in the collection, without the collection's own path.
    func withoutRoot(_ sentence: String) -> String {
        let root = tree.root.hasSuffix("/") ? tree.root : tree.root + "/"
        return sentence.hasPrefix(root) ? String(sentence.dropFirst(root.count)) : sentence
    }

    /// Moves the focus. A field that is being typed is finished first; if that is refused the focus stays.
    mutating func focus(on pane: Pane) -> [Effect] {
        guard pane != window.focus else { return [] }
        guard let effects = finishTyping() else { return [] }
        window.focus = pane
        return effects
    }

    /// Goes to the open request in the tree, out of a filter that leaves it out.
    private mutating func revealOpen() -> [Effect] {
        guard let key = current?.key else {
            say("No request is open.")
            return []
        }
        let effects = focus(on: .collections)
        guard window.focus == .collections else { return effects }
        tree.setFilter("")
        tree.reveal(key)
        return effects
    }

    /// Folds the pane with the focus, which goes on to another one; or unfolds it.
    private mutating func fold() -> [Effect] {
        let pane = window.focus
        let isFolded = window.folded.contains(pane)
        let effects = isFolded ? [] : focus(on: pane == .response ? .collections : .response)
        guard isFolded || window.focus != pane else { return effects }
        say(window.toggleFold(pane, settings.keymap))
        return effects
    }

    /// Finishes whatever is being typed in panes; nil when it stays open: it was refused, or waits.
    mutating func finishTyping() -> [Effect]? {
        // First the pane that edits files, so that no other has changed then.
        guard var effects = RequestPane.finishTyping(on: &self) else { return nil }
        for pane in Pane.allCases where pane != .request { effects += pane.part.finishTyping(on: &self) ?? [] }
        return effects
    }

    /// The same for a save and a send, after which the user may go on: a field of the request stays open.
    mutating func takeTyping() -> [Effect]? {
        guard let effects = RequestPane.takeTyping(on: &self) else { return nil }
        return Pane.allCases.reduce(into: effects) { effects, pane in
            if pane != .request { effects += pane.part.finishTyping(on: &self) ?? [] }
        }
    }

    // MARK: After every action

    /// The selection of the tree is on a row, or 0 where there is none.
    fileprivate mutating func settleSelection() {
        tree.selection = max(0, min(tree.selection, tree.rows.count - 1))
    }

    /// Brings selections and scroll positions into their ranges for the size and the content as they are now.
    fileprivate mutating func settle() {
        if let toast, toast.until <= clock.now { self.toast = nil }
        for pane in Pane.allCases { pane.part.settle(&self) }
        // Known when the pane has the lines of what it shows now.
        let rows = RequestPane.wantedRows(self)
        if rows != window.requestRows {
            window.requestRows = rows
            for pane in Pane.allCases { pane.part.settle(&self) }
        }
        settleOverlays()
    }

    /// Asks for a tick when something on the screen changes with time: a toast that ends, a running exchange.
    fileprivate mutating func nextWake() -> [Effect] {
        var wanted: [MonotonicTime] = []
        if let toast { wanted.append(toast.until) }
        if let nextPauseEnd { wanted.append(nextPauseEnd) }
        if let due = files.recovery.due { wanted.append(due) }
        if !sending.inFlight.isEmpty { wanted.append(clock.now + settings.pulse) }
        if let wake = overlays.top?.wake(at: clock.now) { wanted.append(wake) }
        wanted += Pane.allCases.compactMap { $0.part.wake(self) }
        return clock.wake(wanted)
    }
}
