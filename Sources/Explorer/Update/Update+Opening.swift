import HTTPFormat
import NetEngine
import Settings
import TerminalUI
import Workspace

// Another collection takes the place of this one: edits are asked about -> `openCollection` -> `collectionOpened`. Until it is
// read, this one stays as it is.

extension Model {
    /// Opens another collection, after asking when edits would be lost.
    mutating func leave(for path: String) -> [Effect] {
        guard !FetchedDescription.isURL(path) else {
            say("A URL cannot be opened here; 'apitui URL' in a shell opens the description that is there.", .warning)
            return []
        }
        guard let effects = finishTyping() else { return [] }
        guard tree.unsavedPaths.isEmpty else {
            askAboutEdits(before: path)
            return effects
        }
        return effects + [.openCollection(path, drops: false)]
    }

    private mutating func askAboutEdits(before path: String) {
        overlays.show(Question.leave(for: path, unsaved: tree.unsavedPaths.map { tree.relativePath(of: $0) }))
    }

    mutating func openSamples() -> [Effect] {
        guard let effects = finishTyping() else { return [] }
        guard tree.unsavedPaths.isEmpty else {
            say("Save or take back what is unsaved first: the samples take the place of this collection.", .warning)
            return effects
        }
        return effects + [.openSamples(drops: false)]
    }

    /// Begins anew with another collection, as a start of the program with its path does; what is of the program stays.
    mutating func collectionOpened(_ opening: CollectionOpening) -> [Effect] {
        guard noteOpening(opening.number) else { return [] }
        guard var effects = finishTyping() else { return [] }
        // Something may have been edited while it was read.
        guard opening.drops || tree.unsavedPaths.isEmpty else {
            askAboutEdits(before: opening.path)
            return effects
        }
        let stopped = sending.inFlight.count + (runs.isSending ? 1 : 0)
        effects += [.keepScreen(memory, of: settings.path)] + stopAll() + [.enterCollection(opening.path)]
        self = successor(opening)
        effects += collectionLoaded(.success(opening.folder))
        let cancelled = stopped == 0 ? "" : " What was in flight in the other one was cancelled."
        say("\(tree.name) is open.\(cancelled)")
        return effects
    }

    /// Notes that a collection has arrived, or that it could not be read.
    /// - Returns: false if one that was asked for later arrived before it: the user wants that one, or stays.
    mutating func noteOpening(_ number: Int) -> Bool {
        guard number >= settings.opening else { return false }
        settings.opening = number
        return true
    }

    /// Ends what goes on for this collection, and forgets recovery copies whose edits the user dropped.
    private mutating func stopAll() -> [Effect] {
        dropAllChains()
        var effects = stopReplay() ?? []
        if dropSignIns() { effects.append(.stopSignIns) }
        if !sending.inFlight.isEmpty { effects.append(.cancelAll) }
        effects += sending.checking.sorted { $0.rawValue < $1.rawValue }.map { .stopChecks($0) }
        effects += log.stored.close() + history.close()
        let restored = files.restored.values.flatMap(\.self).sorted()
        if !restored.isEmpty { effects.append(.removeRecovery(restored)) }
        return effects
    }

    /// A model as at the start, with the screen, the time and the settings of this one.
    private func successor(_ opening: CollectionOpening) -> Model {
        var next = Model(
            size: window.size, path: opening.path, glyphs: settings.glyphs)
        next.settings = settings
        next.settings.path = opening.path
        next.settings.environmentName = opening.environment
        next.settings.overrides.merge(opening.overrides) { $1 }
        next.clock = clock
        next.pictures = pictures
        next.themes = themes
        next.surroundings.network = surroundings.network
        next.surroundings.jars = surroundings.jars
        // Copies of what the user dropped are removed.
        next.files.recovery = files.recovery
        next.files.recovery.treeRevision = nil
        next.sending.abandoned = sending.abandoned.union(sending.inFlight.keys)
            .union(log.session.rows.lazy.filter(\.isRunning).map(\.id))
        if let memory = opening.memory { next.restore(memory) }
        // As at the start, what the configuration chose goes before what was kept.
        if let layout = Arrangement(rawValue: settings.configured.layout) { next.window.chosen = layout }
        return next
    }
}

extension AfterSaving {
    var effect: Effect {
        switch self {
        case .quit: .quit
        case .open(let path): .openCollection(path, drops: false)
        }
    }
}

extension Question {
    static func leave(for path: String, unsaved: [String]) -> Question {
        var question = quit(unsaved: unsaved)
        question.choices = [
            Choice(key: "s", label: "Save, and open the other collection", consequence: .saveAllAndOpen(path)),
            Choice(key: "d", label: "Drop the edits, and open it", consequence: .openCollection(path)),
            Choice(key: "c", label: "Stay", consequence: .nothing),
        ]
        return question
    }
}
