import Base
import Descriptions
import Explain
import HTTPFormat
import NetEngine
import TerminalUI
import Workspace

/// What can be typed at a place of the open request.
struct CompletionSources {
    let model: Model
    let open: OpenRequest
    let request: SavedRequest

    func entries(for kind: CompletionPlace.Kind) -> [CompletionEntry] {
        switch kind {
        case .method: Glossary.methods.map { CompletionEntry(text: $0.name, note: .text($0.text)) }
        case .headerName:
            joined(
                operation?.headerNames,
                Glossary.sentHeaders.map { CompletionEntry(text: $0.name, note: .text($0.text)) })
        case .headerValue(let name):
            joined(
                operation?.headerValues(name),
                Glossary.choices(of: name).map { CompletionEntry(text: $0.value, note: .text($0.text)) })
        case .path: joined(paths, [])
        case .queryName: joined(operation?.queryNames, [])
        case .queryValue(let name): joined(operation?.queryValues(name), [])
        case .variableValue(let name): joined(operation?.values(ofVariable: name), [])
        case .variable: variables + namedRequests
        case .dynamic: DynamicTerm.all.map { CompletionEntry(text: $0.text, note: .text($0.explanation)) }
        case .side:
            [
                CompletionEntry(text: "response", note: .text("What the server sent."), continues: true),
                CompletionEntry(text: "request", note: .text("What was sent."), continues: true),
            ]
        case .part(_, let side): parts(side)
        case .header(let name, let side): headers(of: name, side)
        case .cookie(let name, let side): cookies(of: name, side)
        case .member(let name, let side, let path): members(of: name, side, path)
        case .described: joined(described?.completion.items, [])
        // Read from the disk.
        case .file: []
        }
    }

    /// What may be written at the cursor.
    func place(in edit: RequestEdit) -> CompletionPlace? {
        edit.completionPlace(isRequest: isRequest) ?? describedPlace(in: edit)
    }

    var file: CollectionFile? { model.tree.files[open.key.file]?.file }

    /// The file and those that it imports, as far as they are open here.
    private var files: [CollectionFile] {
        guard let file else { return [] }
        var files = [file]
        var place = 0
        while place < files.count, files.count < 50 {
            for line in files[place].document.imports {
                let path = PathText.normalised(line.path, workingDirectory: files[place].folder)
                guard let other = model.tree.files[path]?.file, !files.contains(where: { $0.path == path }) else {
                    continue
                }
                files.append(other)
            }
            place += 1
        }
        return files
    }

    // MARK: Variables

    /// Each name once, from the source that counts.
    private var variables: [CompletionEntry] {
        var seen: Set<String> = []
        var entries: [CompletionEntry] = []
        let known = Dictionary(uses.map { ($0.name, $0) }) { first, _ in first }
        func add(_ name: String, _ value: @autoclosure () -> String?, isPrivate: Bool, _ source: String) {
            guard !name.isEmpty, !name.hasPrefix("$"), seen.insert(name).inserted else { return }
            let use = known[name]
            let isHidden =
                (isPrivate || use?.isSecret == true || SecretName.isSecret(name)) && !open.pane.revealed.contains(name)
            entries.append(
                CompletionEntry(
                    text: name, note: .value(isHidden ? nil : use?.value ?? value(), isHidden: isHidden, source: source)
                ))
        }
        for (name, value) in model.settings.overrides.sorted(by: { $0.key < $1.key }) {
            add(name, value, isPrivate: false, "given at the start")
        }
        for prompt in request.prompts { add(prompt.variable, nil, isPrivate: prompt.isSecret, "asked before the send") }
        for name in request.presets.sorted() { add(name, nil, isPrivate: false, "set by the script above the request") }
        let files = files
        for (place, file) in files.enumerated() {
            let source = place == 0 ? "this file" : file.relativePath
            for definition in nearest(file.document.definitions, isOwn: place == 0) {
                add(definition.name, definition.rawValue, isPrivate: false, "\(source), line \(definition.line)")
            }
        }
        for file in files {
            for other in file.document.requests where !other.captures.isEmpty {
                for capture in other.captures {
                    add(capture.variable, nil, isPrivate: false, "captured from \(other.id)")
                }
            }
        }
        addEnvironment(model.environments(of: open.key.file)) { add($0, $1, isPrivate: $2, $3) }
        return entries
    }

    /// Those above the request, the nearest first, then those below it.
    private func nearest(_ definitions: [VariableDefinition], isOwn: Bool) -> [VariableDefinition] {
        guard isOwn else { return definitions.reversed() }
        let below = definitions.firstIndex { $0.line > request.line } ?? definitions.endIndex
        return definitions[..<below].reversed() + definitions[below...]
    }

    private func addEnvironment(_ set: EnvironmentSet, _ add: (String, String?, Bool, String) -> Void) {
        func addAll(_ variables: [String: EnvironmentSet.Variable]?, isPrivate: Bool, _ source: String) {
            for (name, variable) in (variables ?? [:]).sorted(by: { $0.key < $1.key }) {
                add(name, variable.value, isPrivate || variable.isPrivate, source)
            }
        }
        let chosen = model.settings.environmentName
        if let chosen { addAll(set.variables[chosen], isPrivate: false, "env \(chosen)") }
        addAll(set.variables[EnvironmentSet.shared], isPrivate: false, "all environments")
        if let chosen, !chosen.isEmpty { addAll(set.dotEnv[chosen], isPrivate: true, ".env.\(chosen)") }
        addAll(set.dotEnv[""], isPrivate: true, ".env")
        guard chosen == nil else { return }
        for name in set.names { addAll(set.variables[name], isPrivate: false, "env \(name), not chosen") }
    }

    /// Values as they were resolved last.
    private var uses: [VariableUse] { open.pane.variables.known }

    // MARK: Requests

    /// The requests with a `# @name`.
    private var namedRequests: [CompletionEntry] {
        var seen: Set<String> = []
        return files.flatMap { file in
            file.document.requests.compactMap { other -> CompletionEntry? in
                guard other.name != nil, other.line != request.line || file.path != open.key.file else { return nil }
                let name = RequestScope.normalized(other.id)
                guard seen.insert(name).inserted else { return nil }
                let status = model.sending.memory[key(file, other)].map { "response \($0.status)" }
                return CompletionEntry(
                    text: name, note: .text("request \(other.method)  \(status ?? "not sent yet")"), continues: true)
            }
        }
    }

    func isRequest(_ name: String) -> Bool { found(name) != nil }

    private func found(_ name: String) -> (CollectionFile, SavedRequest)? {
        guard !name.isEmpty else { return nil }
        let files = files
        for file in files {
            if let request = file.document.requests.first(where: { $0.id == name }) { return (file, request) }
        }
        for file in files {
            let request = file.document.requests.first {
                $0.id.utf8.first == name.utf8.first && ($0.name != nil || $0.title != nil)
                    && RequestScope.normalized($0.id) == name
            }
            if let request { return (file, request) }
        }
        return nil
    }

    private func key(_ file: CollectionFile, _ request: SavedRequest) -> ResponseMemory.Key {
        ResponseMemory.Key(file: file.path, environment: model.settings.environmentName, id: request.id)
    }

    private func entry(_ name: String) -> ResponseMemory.Entry? {
        found(name).flatMap { model.sending.memory[key($0.0, $0.1)] }
    }

    // MARK: Parts of a response

    private func parts(_ side: CompletionPlace.Side) -> [CompletionEntry] {
        let what = side == .response ? "response" : "request"
        var entries = [
            CompletionEntry(
                text: "body", note: .text("The body of the \(what); a path follows, or * for all."), continues: true),
            CompletionEntry(text: "headers", note: .text("A header of the \(what), by its name."), continues: true),
            CompletionEntry(text: "cookies", note: .text("A cookie of the \(what), by its name."), continues: true),
        ]
        if side == .response { entries.append(CompletionEntry(text: "status", note: .text("The status, a number."))) }
        return entries
    }

    private func headers(of name: String, _ side: CompletionPlace.Side) -> [CompletionEntry] {
        guard let entry = entry(name) else { return [] }
        let fields = (side == .response ? entry.headers : entry.requestHeaders).fields
        var seen: Set<String> = []
        return fields.compactMap { field in
            guard seen.insert(field.name.lowercased()).inserted else { return nil }
            let isHidden = field.isSecret || SecretName.isSecret(field.name) || entry.isSecret(field.name)
            return CompletionEntry(text: field.name, note: .example(isHidden ? "(private)" : field.value))
        }
    }

    private func cookies(of name: String, _ side: CompletionPlace.Side) -> [CompletionEntry] {
        guard let entry = entry(name) else { return [] }
        let pairs =
            side == .response
            ? entry.headers.values("Set-Cookie").map { $0.prefix { $0 != ";" } }
            : entry.requestHeaders.values("Cookie").flatMap { $0.split(separator: ";") }
        return pairs.compactMap { pair in
            let name = pair.prefix { $0 != "=" }.drop { $0 == " " }
            return name.isEmpty ? nil : CompletionEntry(text: String(name), note: .example("(private)"))
        }
    }

    private func members(of name: String, _ side: CompletionPlace.Side, _ path: String) -> [CompletionEntry] {
        guard let entry = entry(name) else { return [] }
        let bytes: [UInt8]? =
            side == .response
            // One in a file is not read: nothing here waits for the disk.
            ? entry.content?.array.map { Array($0.prefix(ResponseMembers.limit)) }
            : entry.requestBodyIsSecret ? nil : entry.requestBody.map { Array($0.prefix(ResponseMembers.limit)) }
        guard let bytes else { return [] }
        return ResponseMembers.of(path, in: bytes) { entry.isSecret($0) }
    }
}
