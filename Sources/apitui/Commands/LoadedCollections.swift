/// Collections as commands read them, with what holds for each file: environments, imports, trust.
struct LoadedCollections: Sendable {
    let folders: [CollectionFolder]
    /// Every request in the order of the tree.
    let plan: ReplayPlan
    private let environments: [String: EnvironmentSet]
    private let scopes: [String: RequestScope]
    private let trusted: Set<String>

    /// Reads folders and files. Fails with a sentence if one cannot be used at all.
    ///
    /// - Parameter isTrusted: whether the collection of a folder is trusted, whatever the list of trusted folders says.
    init(paths: [String], store: CollectionStore = CollectionStore(), isTrusted: Bool = false) throws {
        try self.init(folders: paths.map { try Self.load($0, store) }, store: store, isTrusted: isTrusted)
    }

    init(
        folders: [CollectionFolder], store: CollectionStore = CollectionStore(), isTrusted: Bool = false,
        trust: TrustStore? = TrustStore.live()
    ) {
        self.folders = folders
        plan = ReplayPlan(folders)
        var environments: [String: EnvironmentSet] = [:]
        var scopes: [String: RequestScope] = [:]
        var trusted: Set<String> = []
        for folder in folders {
            if isTrusted || trust?.trusts(folder.root) == true { trusted.insert(folder.root) }
            let reader = RequestScopeReader(root: folder.root, isTrusted: trusted.contains(folder.root), store: store)
            for file in folder.files where scopes[file.path] == nil {
                let key = Self.folder(of: file.path)
                scopes[file.path] = reader.scope(of: file)
                if environments[key] == nil {
                    environments[key] = store.environments(forFolder: key, root: folder.root)
                }
            }
        }
        self.environments = environments
        self.scopes = scopes
        self.trusted = trusted
    }

    /// What stands in standard input, as a file of the working folder.
    static func standardInput(isTrusted: Bool = false) -> LoadedCollections {
        let bytes = StandardInput.readAll()
        let folder = StandardInput.currentFolder
        let file = CollectionFile(
            path: "\(folder)/-", relativePath: "-", document: HTTPDocument(bytes: bytes), stamp: FileStamp(bytes: bytes)
        )
        return LoadedCollections(
            folders: [CollectionFolder(root: folder, name: "-", nodes: [.file(file)])], isTrusted: isTrusted)
    }

    static func load(_ path: String, _ store: CollectionStore = CollectionStore()) throws -> CollectionFolder {
        do {
            return try store.load(path: path)
        } catch {
            throw CommandFailure(SafeText(error.sentence))
        }
    }

    static func folder(of path: String) -> String {
        guard let slash = path.lastIndex(of: "/"), slash != path.startIndex else { return "/" }
        return String(path[..<slash])
    }

    /// Fails if an environment file is broken, or if no environment file knows the name.
    func checkEnvironment(_ name: String?) throws {
        let sets = environments.sorted { $0.key < $1.key }.map(\.value)
        var problems: [String] = []
        for problem in sets.flatMap(\.problems) where !problems.contains(problem) { problems.append(problem) }
        guard problems.isEmpty else { throw CommandFailure(problems.map { SafeText($0) }) }
        guard let name else { return }
        var known: [String] = []
        for other in sets.flatMap(\.names) where !known.contains(other) { known.append(other) }
        if !known.contains(name) {
            let choice = known.isEmpty ? "there is no environment file" : "there are: \(known.joined(separator: ", "))"
            throw CommandFailure("There is no environment '\(name)'; \(choice).")
        }
    }

    /// What the resolver needs for a file.
    func context(
        for file: CollectionFile, environment: String?, overrides: [String: String], answers: [String: String] = [:]
    ) -> RequestResolver.Context {
        let root = folders.first { file.path.hasPrefix($0.root == "/" ? "/" : $0.root + "/") }?.root
        let place = root ?? Self.folder(of: file.path)
        let isTrusted = trusted.contains(place)
        return RequestResolver.Context(
            root: place,
            environments: environments[Self.folder(of: file.path)]
                ?? CollectionStore().environments(forFolder: Self.folder(of: file.path), root: place),
            environmentName: environment, overrides: overrides, isTrusted: isTrusted,
            // A file that is only imported was not read before.
            scope: scopes[file.path] ?? RequestScopeReader(root: place, isTrusted: isTrusted).scope(of: file),
            answers: answers)
    }
}
