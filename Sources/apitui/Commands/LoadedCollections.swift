/// Collections as commands read them, with the environments that hold for each file.
struct LoadedCollections: Sendable {
    let folders: [CollectionFolder]
    let plan: ReplayPlan
    private let environments: [String: EnvironmentSet]

    /// Reads folders and files. Fails with a sentence if one cannot be used at all.
    init(paths: [String], store: CollectionStore = CollectionStore()) throws {
        try self.init(folders: paths.map { try Self.load($0, store) }, store: store)
    }

    init(folders: [CollectionFolder], store: CollectionStore = CollectionStore()) {
        self.folders = folders
        plan = ReplayPlan(folders)
        var environments: [String: EnvironmentSet] = [:]
        for folder in folders {
            for step in ReplayPlan([folder]).steps {
                let key = Self.folder(of: step.file.path)
                if environments[key] == nil {
                    environments[key] = store.environments(forFolder: key, root: folder.root)
                }
            }
        }
        self.environments = environments
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
    func context(for file: CollectionFile, environment: String?, overrides: [String: String])
        -> RequestResolver.Context
    {
        let root = folders.first { file.path.hasPrefix($0.root == "/" ? "/" : $0.root + "/") }?.root
        return RequestResolver.Context(
            root: root ?? Self.folder(of: file.path),
            environments: environments[Self.folder(of: file.path)] ?? EnvironmentSet(),
            environmentName: environment, overrides: overrides)
    }
}
