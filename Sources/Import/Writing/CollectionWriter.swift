import Base
import Descriptions
import HTTPFormat
import NetEngine
import Workspace

/// Makes the files of an imported collection.
///
/// A folder of the source becomes a folder, or one file if it has no folder in it; the requests of a folder are in one file, in their order.
struct CollectionWriter {
    private let collection: ImportedCollection
    private let state: WriterState
    private let progress: (Double) -> Void
    private let names: SourceNames
    private var done = 0
    /// The descriptions of the collection and of folders that no file has yet, outermost first: the next file is below them.
    private var descriptions: [String] = []
    private var tool: String { collection.kind.title }

    /// - Parameters:
    ///   - requests: where requests are, if they were written before.
    ///   - progress: called with the share that is done.
    init(
        _ collection: ImportedCollection, knowing requests: [String: (file: String, id: String)] = [:],
        progress: @escaping (Double) -> Void
    ) {
        self.collection = collection
        self.progress = progress
        names = SourceNames(collection)
        state = WriterState(names, collection.kind)
        state.requests = requests
    }

    /// Where the requests are that were written, if one of them needs another whose place was not known.
    var missedRequests: [String: (file: String, id: String)]? { state.lacksRequest ? state.requests : nil }

    mutating func files() -> ImportedFiles {
        state.notices = collection.notices
        writeEnvironments()
        noteSetByScripts()
        let root = Inheritance().within(collection.shared, keepsVariables: false)
        let name = collection.name.isEmpty ? collection.kind.title : WrittenURL.shown(name: collection.name)
        noteScripts(collection.shared, of: collection.items, [])
        write(collection.items, root, folder: "", fileName: name, description: collection.description, path: [])
        noteSharedFlow()
        noteRenamed()
        return finished(name)
    }

    /// Makes the name of the folder, and adds what belongs to the whole.
    private func finished(_ name: String) -> ImportedFiles {
        var files = state.files
        func add(_ path: String, _ bytes: [UInt8]?, isPrivate: Bool = false) {
            guard let bytes else { return }
            files.append(ImportedFiles.File(path: path, bytes: bytes, isPrivate: isPrivate))
        }
        add(EnvironmentReader.publicName, collection.environmentFile ?? state.environments.publicFile)
        let secrets = state.environments.privateFile
        add(EnvironmentReader.privateName, secrets, isPrivate: true)
        if secrets != nil { add(".gitignore", Array("\(EnvironmentReader.privateName)\n".utf8)) }
        files.sort { $0.path < $1.path }
        let hasRequests = files.contains { !$0.requests.isEmpty }
        let needsFolder = hasRequests && files.count > 1
        return ImportedFiles(
            kind: collection.kind, folder: needsFolder ? SafeFileName.safe(name) ?? collection.kind.rawValue : nil,
            files: files, environments: state.environments.names, secrets: state.environments.secrets,
            notices: state.notices.map(Self.shown), recorded: state.recorded.placed(in: files),
            values: hasRequests ? [] : state.environments.values)
    }

    /// Some tools call a request by its URL.
    private static func shown(_ notice: ImportNotice) -> ImportNotice {
        var notice = notice
        notice.item = notice.item.map { WrittenURL.shown(name: $0) }
        return notice
    }

    // MARK: Environments

    private func writeEnvironments() {
        // What all requests of the collection share goes before what is shared by more.
        for environment in collection.environments where environment.name == nil {
            write(environment.variables, in: nil)
        }
        write(collection.shared.variables, in: nil)
        for environment in collection.environments {
            guard let name = environment.name else { continue }
            write(environment.variables, in: state.environments.add(name))
        }
    }

    private func write(_ variables: [ImportedVariable], in environment: String?) {
        noteSwitchedOff(variables, [])
        for variable in variables {
            guard variable.isEnabled, !variable.name.isEmpty else { continue }
            guard !names.leftOut.contains(variable.name) else {
                noteLeftOut(variable)
                continue
            }
            let name = state.names.name(variable.name)
            if name != variable.name {
                note(
                    .changed,
                    "The variable \(PlainLine.quoted(variable.name)) is called \(name) now: its name could not be read.",
                    [], variable.place)
            }
            let value = state.names.text(variable.value)
            // The readers of these two say it themselves.
            if variable.isSecret, value.isEmpty, collection.kind != .openapi, collection.kind != .insomnia {
                let place = environment.map { " for \(PlainLine.quoted($0))" } ?? ""
                note(
                    .kept,
                    "The secret variable \(PlainLine.quoted(name)) has no value in the source: give it one\(place) in \(EnvironmentReader.privateName).",
                    [], variable.place)
            }
            let isSecret = variable.isSecret || SecretName.isSecret(variable.name) && SecretName.isLiteral(value)
            state.environments.set(name, value, in: environment, isSecret: isSecret)
        }
    }

    /// An empty value would be sent before a response sets it; without one the request that sets it is sent first.
    private func noteLeftOut(_ variable: ImportedVariable) {
        let isCaptured = names.captured.contains(variable.name)
        guard isCaptured || names.setByRead.contains(variable.name),
            state.saidLeftOut.insert(variable.name).inserted
        else { return }
        let (name, source) = (PlainLine.quoted(variable.name), isCaptured ? "response" : "script")
        note(.changed, "The empty variable \(name) is left out: a \(source) gives it its value.", [], variable.place)
    }

    /// Names the variables of requests that only a script would set.
    private func noteSetByScripts() {
        var said = names.defined.subtracting(names.leftOut).union(names.setByRead).union(names.captured)
        for (name, place) in names.setByScripts where names.used.contains(name) && said.insert(name).inserted {
            note(
                .kept,
                "The variable \(PlainLine.quoted(state.names.name(name))) is set by a script alone, which is not run: give it a value in \(EnvironmentReader.publicName).",
                [], place)
        }
    }

    private func noteSwitchedOff(_ variables: [ImportedVariable], _ item: [String]) {
        for variable in variables where !variable.isEnabled {
            note(
                .lost, "The variable \(PlainLine.quoted(variable.name)) is switched off; it is left out.", item,
                variable.place)
        }
    }

    private func note(_ severity: ImportNotice.Severity, _ text: String, _ item: [String], _ place: ImportPlace?) {
        state.notices.append(ImportNotice(severity, text, item: item, at: place))
    }

    /// Says once what becomes of the scripts of a collection or folder, which each of its requests has as a comment.
    private func noteScripts(_ shared: ImportedDefaults, of items: [ImportedItem], _ path: [String]) {
        guard !shared.scripts.isEmpty else { return }
        var count = 0
        ImportedItem.visit(items, depth: path.count) { if case .request = $0 { count += 1 } }
        guard count > 0 else { return }
        for script in shared.scripts where state.scripts[script] == nil {
            note(.kept, PlainWords.notice(of: script, requests: count), path, script.place)
        }
    }

    /// Says once what applies to the order of folders.
    private func noteSharedFlow() {
        if state.isOtherOrder { note(.changed, "Folders are shown, and run, in the order of their names.", [], nil) }
        if state.isNumbered {
            note(
                .changed,
                "Folders have numbers before their names: they are shown, and run, in the order of their names.", [],
                nil)
        }
        // A run of Postman's goes by this order, and later requests use what earlier ones set.
        guard collection.kind == .postman, state.isMixed, !state.isOtherOrder else { return }
        note(
            .changed,
            "Requests and the folders beside them are run in another order: folders go before files, and both by their names.",
            [], nil)
    }

    /// Names each reference that no tool reads as it is, and whose name nothing defines: it may be a template of its own.
    private func noteRenamed() {
        // The reader of curl commands says of every reference that it is one.
        guard collection.kind != .curl else { return }
        let known = names.defined.union(names.setByScripts.map(\.name))
        for (name, written) in state.names.renamed where !known.contains(name) && !state.isUnset(name) {
            let shown = PlainLine.of(String(name.prefix(400)), limit: 80)
            note(
                .changed,
                "{{\(shown)}} is read as a variable and is called \(written) now; write \\{\\{\(shown)\\}\\} to send it as it is.",
                [], nil)
        }
    }

    // MARK: Folders

    private mutating func write(
        _ items: [ImportedItem], _ inherited: Inheritance, folder: String, fileName: String, description: String?,
        path: [String]
    ) {
        let outer = descriptions.count
        if let description { descriptions.append(description) }
        // Those above are written by now, or it has no file.
        defer { if descriptions.count > outer { descriptions.removeLast() } }
        var requests: [ImportedItem] = []
        var folders: [ImportedFolder] = []
        for item in items {
            if case .folder(let folder) = item { folders.append(folder) } else { requests.append(item) }
        }
        let order = FolderOrder(items, file: fileName, counts: collection.kind == .postman)
        // Tags of a description say nothing about an order.
        let isNumbered = !order.isByName && collection.kind != .openapi && path.count < ImportedFolder.mostDepth
        if isNumbered { state.isNumbered = true } else if !order.isByName { state.isOtherOrder = true }
        if order.isMixed(isNumbered: isNumbered) { state.isMixed = true }
        if !requests.isEmpty {
            let name = state.reserve(
                in: folder, named: isNumbered ? order.fileNumber + fileName : fileName, ending: ".http",
                else: "requests")
            writeFile(requests, inherited, folder: folder, file: name, path: path)
        }
        var numbers = order.folderNumbers[...]
        for inner in folders {
            let inheritedInside = inherited.within(inner.shared)
            let innerPath = path + [inner.name]
            guard !inner.items.isEmpty else {
                note(.lost, "The folder is empty; it is left out.", innerPath, inner.place)
                continue
            }
            noteSwitchedOff(inner.shared.variables, innerPath)
            noteScripts(inner.shared, of: inner.items, innerPath)
            var place = folder
            let number = numbers.popFirst() ?? ""
            let shown = WrittenURL.shown(name: inner.name)
            var name = isNumbered ? number + shown : shown
            if !inner.isLeaf, path.count < ImportedFolder.mostDepth {
                name = state.reserve(in: folder, named: name, else: "folder")
                place = folder.isEmpty ? name : "\(folder)/\(name)"
                name = shown
            }
            write(
                inner.items, inheritedInside, folder: place, fileName: name, description: inner.description,
                path: innerPath)
        }
    }

    /// The descriptions for a file as its comment, with an empty line between them.
    private mutating func takeDescriptions() -> String {
        let comments = descriptions.map { PlainWords.comment($0, mostLines: 60) }.filter { !$0.isEmpty }
        descriptions = []
        guard !comments.isEmpty else { return "" }
        let lines = comments.joined(separator: [""])
        return lines.map { $0.isEmpty ? "#" : "# \($0)" }.joined(separator: "\n") + "\n\n"
    }

    private mutating func writeFile(
        _ items: [ImportedItem], _ inherited: Inheritance, folder: String, file: String, path: [String]
    ) {
        var text = takeDescriptions()
        var variables = FileVariables(inherited, items, state)
        for (name, value) in variables.definitions { text += "@\(name) = \(value)\n" }
        if !variables.definitions.isEmpty { text += "\n" }
        var ids = DialectName(reserved: Set(names.usedRequests.keys))
        let whole = RequestWriter.path(folder, file)
        // All names first, so that a request may need a later one.
        let named = items.map { item -> String in
            guard case .request(let request) = item else { return "" }
            guard let name = request.usedAs, let id = request.usedID else { return ids.unique(Self.id(request)) }
            state.requests[name] = (whole, id)
            return id
        }
        var titles: [String] = []
        for (item, id) in zip(items, named) {
            done += 1
            countWork(1)
            if done % 50 == 0 { progress(Double(done) / Double(max(names.requests, 1))) }
            switch item {
            case .folder: continue
            case .block(let block):
                text += block.text
                titles.append(Self.title(of: block))
            case .request(let request):
                let (local, definitions) = variables.own(request)
                let item = path + [request.label]
                noteSwitchedOff(request.variables, item)
                let place = RequestWriter.Place(
                    folder: folder, file: file, item: item,
                    local: local, definitions: definitions)
                var writer = RequestWriter(request, inherited, at: place, id: id, tool: tool, state)
                text += writer.block()
                if !writer.isComment { titles.append(writer.draft.title) }
                state.recorded += writer.recorded
            }
        }
        while text.hasSuffix("\n\n") { text.removeLast() }
        state.files.append(ImportedFiles.File(path: whole, bytes: Array(text.utf8), requests: titles))
    }

    private static func title(of block: ImportedBlock) -> String {
        let line = block.text.prefix { !$0.isNewline }
        return line.drop { $0 == "#" || $0 == " " }.trimmingAllWhitespace()
    }

    private static func id(_ request: ImportedRequest) -> String {
        let path = request.writtenURL.place
        return DialectName.valid(
            request.shownName, else: DialectName.valid("\(request.method.lowercased()) \(path)", else: "request"))
    }
}

extension ImportedCollection {
    /// The files of the collection. Nothing is written.
    package func files(progress: @escaping (Double) -> Void = { _ in }) -> ImportedFiles {
        var writer = CollectionWriter(self, progress: progress)
        let files = writer.files()
        guard let requests = writer.missedRequests else { return files }
        // Of a request in a later file the place is known only now.
        var second = CollectionWriter(self, knowing: requests) { _ in }
        return second.files()
    }
}
