import Base
import HTTPFormat
import NetEngine
import Workspace

// What changes on disk while the program runs: it is shown at once, and joined with unsaved edits block by block. Files in which
// somebody is typing, or which are being written, wait until that is over.

extension Model {
    // MARK: Reading

    package mutating func reload() -> [Effect] {
        if tree.phase != .ready { tree.phase = .reading }
        say("Reading the files again.")
        files.reading.wantAll()
        nearby.askAgain()
        files.disk.isAskedFor = true
        // Most files that a description refers to are not read with it, so reading it again says nothing of them.
        let referring = tree.files.values.compactMap(\.file.described).filter { $0.paths.count > 1 }
        return referring.isEmpty ? load() : [.findChangedReferences(referring)]
    }

    mutating func referencesLookedAt(changed: Set<String>) -> [Effect] {
        tree.outdated.formUnion(describers(of: changed))
        return load()
    }

    mutating func load() -> [Effect] {
        guard !files.disk.isLoading else {
            files.disk.isLoadWanted = true
            return []
        }
        files.disk.isLoading = true
        files.disk.isLoadWanted = false
        files.disk.loadTicket = clock.nextTicket()
        return [.loadCollection]
    }

    /// The watch reported changes.
    mutating func filesChanged(_ change: FileChange) -> [Effect] {
        var effects: [Effect] = change.touchesThemes ? [.readThemes] : []
        if change.touchesSettings { effects.append(.readSettings) }
        if change.isOutsideCollection { return effects }
        nearby.askAgain()
        if change.touchesEnvironments { effects += loadEnvironments() + showVariables() }
        guard tree.phase == .ready else {
            if tree.phase == .reading { files.disk.isLoadWanted = true } else { effects += load() }
            return effects
        }
        let describers = describers(of: change.files)
        tree.outdated.formUnion(describers)
        let files = concerned(by: change.files).union(describers)
        // One that was gone has its row at the end of the tree, and not in its folder.
        let isKnown = files.allSatisfy { tree.files[$0].map { !$0.isGone } ?? false }
        if change.isStructural || !isKnown || self.files.disk.isLoading {
            return effects + load()
        }
        return effects + read(files)
    }

    /// The files of the collection that changed. Of new ones only those whose names say that they belong to it.
    private func concerned(by changed: Set<String>) -> Set<String> {
        var files: Set<String> = []
        for path in changed {
            if tree.files[path] != nil || DescribedFile.isNamedAsOneOfCollection(path) {
                files.insert(path)
            }
        }
        return files
    }

    /// The descriptions that refer to one of the files.
    private func describers(of changed: Set<String>) -> Set<String> {
        var found: Set<String> = []
        for (path, state) in tree.files {
            guard let described = state.file.described, described.paths.dropFirst().contains(where: changed.contains)
            else { continue }
            found.insert(path)
        }
        return found
    }

    private mutating func read(_ paths: Set<String>) -> [Effect] {
        for path in paths {
            guard let file = tree.files[path]?.file, file.isDescription else { continue }
            self.files.reading.begin(path, of: file.marks.first?.size)
        }
        let files = paths.sorted().compactMap { path in
            tree.files[path].map { ReadJob.File(path: path, relativePath: $0.file.relativePath) }
        }
        guard !files.isEmpty else { return [] }
        let job = ReadJob(ticket: clock.nextTicket(), files: files)
        for file in files { self.files.disk.noteRead(file.path, at: job.ticket) }
        return [.readFiles(job)]
    }

    /// Reads large descriptions that were left out so far, and those that changed.
    mutating func readUnread(_ news: TreeNews = TreeNews()) -> [Effect] {
        let wanted = Set(tree.unreadPaths + news.deferred)
        return read(
            wanted.filter { path in
                files.reading[path] == nil
                    && (news.deferred.contains(path) || !files.reading.stopped.contains(path))
            })
    }

    /// Reads one whose reading was stopped.
    mutating func readAgain(_ path: String) -> [Effect] { files.reading[path] == nil ? read([path]) : [] }

    /// Stops reading large descriptions; nil if none is being read.
    mutating func stopReading() -> [Effect]? {
        let unread = tree.unreadPaths
        guard unread.contains(where: { files.reading[$0] != nil }) else { return nil }
        let names = unread.map { tree.relativePath(of: $0) }.joined(separator: ", ")
        let (open, quit) = (keyName(.open, in: .collections), keyName(.cancelAll))
        say("Stopped reading \(names); \(open) on it reads it. \(quit) again quits.")
        return [.stopReading(files.reading.stop())]
    }

    /// Descriptions are there for the first time.
    private mutating func descriptionsRead(_ paths: [String]) -> [Effect] {
        guard !paths.isEmpty else { return [] }
        var effects = loadEnvironments() + findDescriptionEdits() + findLastRun()
        let isWanted = paths.contains { tree.files[$0]?.file.relativePath == wanted?.file }
        let isFree = openRequests.current.map { $0.isPreview && $0.isUntouched } ?? true
        if isFree, isWanted || current == nil { effects += openRememberedRequest() ?? openFirstRequest() }
        return effects + showVariables()
    }

    mutating func filesRead(_ job: ReadJob, _ files: [CollectionFile]) -> [Effect] {
        let newest = Set(job.files.map(\.path).filter { self.files.disk.readAt[$0, default: 0] <= job.ticket })
        for path in newest { self.files.reading.end(path) }
        let files = files.filter { newest.contains($0.path) }
        // One that is gone, or was something else for a moment: the collection is another than it was.
        guard files.count == newest.count else { return load() }
        let busy = busy(since: job.ticket)
        guard let news = try? join({ $0.take(files, busy: busy, join: $1) }) else { return [] }
        coverages.follow(describedFiles)
        return take(news) + descriptionsRead(news.read)
    }

    mutating func collectionLoaded(_ result: Result<CollectionFolder, CollectionError>) -> [Effect] {
        // Of a collection that was left meanwhile.
        if case .success(let folder) = result, let asked = folder.asked, asked != settings.path { return [] }
        let isFirst = tree.phase != .ready
        var news = TreeNews()
        if case .success(let folder) = result {
            let busy = busy(since: files.disk.loadTicket)
            guard let joined = try? join({ $0.take(folder, busy: busy, join: $1) }) else { return [] }
            news = joined
            for file in folder.files where !file.isUnread { files.disk.noteRead(file.path, at: files.disk.loadTicket) }
        }
        files.disk.isLoading = false
        defer { files.disk.isAskedFor = false }
        switch result {
        case .failure(let error):
            if isFirst { tree.phase = .failed(error.sentence) } else { say(error.sentence, .failure) }
            return files.disk.isLoadWanted ? load() : []
        case .success:
            var effects = take(news)
            takeReturned()
            openRequests.remove { tree.files[$0.key.file] == nil && !sending.isBusy($0.id) }
            effects += loadEnvironments()
            if isFirst {
                effects += [.findRecovery(root: tree.root), .readLastLogged(root: tree.root)]
                if openRequests.currentID == nil {
                    // One of a description that is still to be read is opened then.
                    let isAwaited = tree.unreadPaths.contains { tree.files[$0]?.file.relativePath == wanted?.file }
                    effects += openRememberedRequest() ?? (isAwaited ? [] : openFirstRequest())
                }
            }
            if files.disk.isLoadWanted { effects += load() }
            coverages.follow(describedFiles)
            effects += findDescriptionEdits() + findLastRun() + readUnread(news)
            if case .success(let folder) = result, let remark = folder.remark { say(remark, .warning) }
            return effects + showVariables()
        }
    }

    /// Files that must not change now: in which somebody is typing, about whose requests a dialog asks, which are being written,
    /// and which were written since.
    private func busy(since ticket: Int) -> Set<String> {
        var busy = files.saving
        for open in openRequests.list {
            guard let edit = open.pane.edit else { continue }
            busy.insert(open.key.file)
            if case .variable(let variable) = edit, case .imported(let file, _)? = variable.row.source {
                busy.formUnion(tree.filePaths.filter { tree.files[$0]?.file.relativePath == file })
            }
        }
        busy.formUnion(overlays.files)
        for (path, saved) in files.disk.savedAt where saved > ticket { busy.insert(path) }
        return busy
    }

    /// Reads what had to wait, where it need not any more.
    mutating func readPostponed() -> [Effect] {
        guard !files.disk.postponed.isEmpty else { return [] }
        let free = files.disk.postponed.subtracting(busy(since: .max))
        guard !free.isEmpty else { return [] }
        files.disk.postponed.subtract(free)
        return read(free)
    }

    // MARK: Taking over

    private mutating func take(_ news: TreeNews) -> [Effect] {
        var news = news
        let own = Set(news.added.map { PathText.join(tree.root, $0) }.filter(files.disk.isWritten))
        news.added.removeAll { own.contains(PathText.join(tree.root, $0)) }
        files.disk.written.subtract(own.flatMap(files.disk.written(around:)))
        for (old, new) in news.renamed {
            fileRenamed(old, to: new)
        }
        files.disk.postponed.formUnion(news.postponed)
        if let text = summary(of: news) {
            say(text, news.orphaned.isEmpty && news.conflicts.isEmpty ? .info : .warning)
        } else if files.disk.isAskedFor {
            say("Nothing changed on disk.")
        }
        ask(news.conflicts)
        return news.changed.isEmpty && news.renamed.isEmpty ? [] : showVariables()
    }

    /// Asks about blocks that changed here and on disk. While somebody is typing or reads a dialog a question would take his
    /// keys: then the tree shows the mark, and Save asks.
    private mutating func ask(_ conflicts: [(path: String, conflict: BlockMerge.Conflict, disk: FileStamp)]) {
        for (path, conflict, stamp) in conflicts {
            overlays.remove { ($0 as? Question)?.settles == path }
            guard isFree else { continue }
            overlays.show(
                Question.sameBlock(path: path, name: tree.relativePath(of: path), conflict, disk: stamp.bytes))
        }
    }

    /// - Parameter saves: whether a save asked.
    mutating func settle(_ path: String, with bytes: [UInt8], disk: [UInt8], saves: Bool) -> [Effect] {
        let typed = typedRequests(in: path)
        do throws(EditStop) {
            try join { $0.settle(path, with: bytes, disk: disk, join: $1) }
        } catch {
            return stop(error)
        }
        closeFields(typed)
        let name = tree.relativePath(of: path)
        guard let file = tree.files[path]?.file, file.isEdited else {
            say("\(name) is as on disk now; \(keyName(.undo)) takes it back.")
            return showVariables()
        }
        if file.described != nil {
            say("\(name) was read again; what else you changed of its requests is kept.")
            return showVariables()
        }
        if saves { return write(path, isForced: false) + showVariables() }
        say("\(name) holds both now, unsaved; \(keyName(.save)) writes it, \(keyName(.undo)) takes it back.")
        return showVariables()
    }

    /// `orders.http changed, users.http is new, 3 files are gone, on disk.`
    private func summary(of news: TreeNews) -> String? {
        let joined = news.merged.map { tree.relativePath(of: $0) }.sorted()
        let plain = news.changed.keys.filter { !news.merged.contains($0) }.map { tree.relativePath(of: $0) }.sorted()
        let waiting = news.postponed.map { tree.relativePath(of: $0) }.sorted()
        // A save of a description keeps a request elsewhere, so only reading it again asks.
        func conflicts(ofDescriptions isDescribed: Bool) -> [String] {
            news.conflicts.filter { (tree.files[$0.path]?.file.described != nil) == isDescribed }
                .map { tree.relativePath(of: $0.path) }.sorted()
        }
        let moved = Set(news.renamed.values.map { tree.relativePath(of: $0) })
        let added = news.added.filter { !moved.contains($0) }
        func part(_ names: [String], _ one: String, _ many: String) -> String? {
            switch names.count {
            case 0: nil
            case 1: "\(names[0]) \(one)"
            default: "\(names.count) files \(many)"
            }
        }
        let renamed = news.renamed.sorted { $0.key < $1.key }.map { old, new in
            (tree.relativePath(of: old), tree.relativePath(of: new))
        }
        let save = keyName(.save)
        var parts = [
            part(plain, "changed", "changed"),
            part(joined, "changed, and your edits are kept beside it", "changed, and your edits are kept beside that"),
            part(added, "is new", "are new"),
            renamed.count == 1
                ? "\(renamed[0].0) is \(renamed[0].1) now"
                : renamed.isEmpty ? nil : "\(renamed.count) files were renamed",
            part(news.removed, "is gone", "are gone"),
            part(
                news.orphaned, "is gone, but your edits are kept: \(save) can write it again",
                "are gone, but your edits are kept: \(save) can write them again"),
            part(
                news.returned, "is there again, and your edits are kept", "are there again, and your edits are kept"),
            part(waiting, "changed and is read when you are done here", "changed and are read when you are done here"),
        ].compactMap(\.self)
        for (isDescribed, key) in [(false, save), (true, keyName(.reload, in: .collections))] {
            let sentence = "changed where you edited: \(key) asks"
            parts += [part(conflicts(ofDescriptions: isDescribed), sentence, sentence)].compactMap(\.self)
        }
        return parts.isEmpty ? nil : "On disk: \(parts.joined(separator: "; "))."
    }
}

extension Question {
    /// The path of the file whose conflict it resolves, if it does.
    var settles: String? {
        for choice in choices { if case .settle(let path, _, _, _) = choice.consequence { return path } }
        return nil
    }

    /// - Parameter saves: whether a save asks, which goes on then.
    static func sameBlock(
        path: String, name: String, _ conflict: BlockMerge.Conflict, disk: [UInt8], saves: Bool = false
    ) -> Question {
        Question(
            title: "Changed here and on disk",
            lines: ["\(name) changed on disk where you edited it:"] + listed(conflict.blocks, most: 5) { "\($0)" } + [
                "All else of both sides is kept, whatever you choose."
            ],
            choices: [
                Choice(
                    key: "m", label: saves ? "Keep mine there, and save" : "Keep mine there",
                    consequence: .settle(path: path, bytes: conflict.withMine, disk: disk, saves: saves)),
                Choice(
                    key: "t", label: saves ? "Take the disk's there, and save" : "Take the disk's there",
                    consequence: .settle(path: path, bytes: conflict.withTheirs, disk: disk, saves: saves)),
                Choice(
                    key: "d", label: "Show the differences",
                    consequence: .compare(VersionDifferences(name: name, conflict: conflict))),
                Choice(key: "c", label: "Decide later", consequence: .nothing),
            ], selection: 3)
    }
}
