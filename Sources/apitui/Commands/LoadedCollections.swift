import Base
import HTTPFormat
import Workspace

/// The collections that a command reads, with the environments, imports and trust of each file.
struct LoadedCollections: Sendable {
    let folders: [CollectionFolder]
    /// Every request, in the order of the tree.
    let plan: ReplayPlan
    private let environments: [String: EnvironmentSet]
    private let scopes: [String: RequestScope]
    private let trusted: Set<CollectionPlace>
    /// Why the list of trusted folders could not be read; nil if it was read or is not needed.
    let trustProblem: String?

    /// Reads folders and files. Throws a sentence if one of them cannot be used at all.
    ///
    /// - Parameters:
    ///   - isTrusted: treats the collections as trusted, whatever the list of trusted folders says.
    ///   - isWhole: makes all requests of descriptions that are named whole; else they have their first lines only.
    ///   - kept: is brought into descriptions that are named, and what it changes is reported.
    ///   - sent: the requests whose changes are reported; nil for all.
    init(
        paths: [String], store: CollectionStore = CollectionStore(), isTrusted: Bool = false, isWhole: Bool = false,
        kept: KeptChanges = KeptChanges(nil), sent: ((CollectionFile) throws -> Set<String>?)? = nil
    ) throws {
        let folders = try paths.map { path in
            let folder = try Self.load(path, store)
            guard let single = folder.single, single.described != nil else { return folder }
            let joined: KeptChanges.Joined
            do throws(CollectionError) { joined = try kept.joined(with: single) } catch {
                throw CommandFailure(SafeText("Nothing was sent: \(error.sentence)"))
            }
            if let sentence = joined.sentence(of: try sent?(single)) {
                StandardStreams.live.report(SafeText("apitui: \(sentence)"))
            }
            return folder.changing { $0.path == single.path ? joined.file : $0 }
        }
        self.init(
            folders: folders.map { isWhole && $0.single != nil ? $0.changing { $0.expandingAll() } : $0 }, store: store,
            isTrusted: isTrusted)
    }

    init(
        folders: [CollectionFolder], store: CollectionStore = CollectionStore(), isTrusted: Bool = false,
        trust: TrustStore? = TrustStore.live()
    ) {
        self.folders = folders
        plan = ReplayPlan(folders)
        var environments: [String: EnvironmentSet] = [:]
        var scopes: [String: RequestScope] = [:]
        var trusted: Set<CollectionPlace> = []
        trustProblem = isTrusted ? nil : trust?.problem
        for folder in folders {
            let isTrusted = isTrusted || trust?.trusts(folder.place) == true
            if isTrusted { trusted.insert(folder.place) }
            let builder = ContextBuilder(place: folder.place, isTrusted: isTrusted, store: store)
            for file in folder.files where scopes[file.path] == nil {
                scopes[file.path] = builder.scope(of: file)
                let key = file.environmentKey
                if environments[key] == nil { environments[key] = builder.environments(for: file) }
            }
        }
        self.environments = environments
        self.scopes = scopes
        self.trusted = trusted
    }

    /// Standard input as a file of the current folder.
    static func standardInput(isTrusted: Bool = false) throws(CommandFailure) -> LoadedCollections {
        if let problem = OddName.problem(with: ".") { throw CommandFailure(SafeText(problem)) }
        return try inMemory(StandardInput.readAll(limit: DiskFile.maxRequestFileBytes), name: "-", isTrusted: isTrusted)
    }

    /// Bytes as a file of the current folder that does not exist on disk.
    static func inMemory(_ bytes: [UInt8], name: String, isTrusted: Bool) throws(CommandFailure) -> LoadedCollections {
        if let problem = OddName.problem(with: ".") { throw CommandFailure(SafeText(problem)) }
        let folder = StandardInput.currentFolder
        let file = CollectionFile(
            path: "\(folder)/\(name)", relativePath: name, document: HTTPDocument(bytes: bytes),
            stamp: FileStamp(bytes: bytes))
        return LoadedCollections(
            folders: [
                CollectionFolder(
                    root: folder, name: name, nodes: [.file(file)],
                    place: CollectionPlace(
                        root: CollectionRoot.find(forFolder: folder, home: processEnvironment("HOME")), opened: folder))
            ], isTrusted: isTrusted)
    }

    static func load(_ path: String, _ store: CollectionStore = CollectionStore()) throws -> CollectionFolder {
        if FetchedDescription.isURL(path) {
            throw CommandFailure(
                "\(path) is a URL, and a file or a folder is needed here. 'apitui \(path)' opens a description on the screen; 'apitui send \(path) -o FILE' saves it."
            )
        }
        do {
            return try store.load(path: path).named(under: path)
        } catch {
            throw CommandFailure(SafeText(error.sentence))
        }
    }

    /// Prints a warning if the list of trusted folders cannot be read.
    func reportTrustProblem() {
        if let trustProblem { StandardStreams.live.report(SafeText("apitui: \(trustProblem)")) }
    }

    /// Throws if no environment file defines the name. A broken file is reported; what it defines has no value, and the variables
    /// of other files keep theirs.
    func checkEnvironment(_ name: String?) throws {
        for problem in environmentProblems {
            StandardStreams.live.report(
                SafeText("apitui: \(problem.sentence) (E11: what this file defines has no value)"))
        }
        try checkEnvironmentName(name)
    }

    /// The errors of environment files, each once.
    var environmentProblems: [EnvironmentSet.Problem] {
        var known: Set<EnvironmentSet.Problem> = []
        return environmentSets.flatMap(\.problems).filter { known.insert($0).inserted }.map { problem in
            var problem = problem
            problem.file = Self.fromHere(problem.file)
            return problem
        }
    }

    /// An absolute path relative to the current folder, if it is below it.
    static func fromHere(_ path: String) -> String {
        let folder = StandardInput.currentFolder + "/"
        return path.hasPrefix(folder) ? String(path.dropFirst(folder.count)) : path
    }

    private var environmentSets: [EnvironmentSet] { environments.sorted { $0.key < $1.key }.map(\.value) }

    /// Throws if no environment file defines the name.
    func checkEnvironmentName(_ name: String?) throws {
        guard let name else { return }
        let sets = environmentSets
        var seen: Set<String> = []
        let known = sets.flatMap(\.names).filter { seen.insert($0).inserted }
        guard !seen.contains(name) else { return }
        // A file that cannot be read may define it.
        var unread: Set<String> = []
        let files = environmentProblems.map(\.file).filter { unread.insert($0).inserted }
        guard files.isEmpty else {
            let found = known.isEmpty ? "" : "; there are: \(NameList.text(known))"
            // Of a broken file, the environments before the error are known.
            let extent = known.isEmpty ? "known" : "all known"
            let pronoun = files.count == 1 ? "it" : "they"
            throw CommandFailure(
                SafeText(
                    "No environment '\(name)' was found\(found). The environments of \(NameList.text(files)) are not "
                        + "\(extent) because \(pronoun) cannot be read."))
        }
        let none =
            sets.allSatisfy(\.files.isEmpty)
            ? "there is no environment file" : "the environment files define none, only shared values"
        let choice = known.isEmpty ? none : "there are: \(NameList.text(known))"
        throw CommandFailure("There is no environment '\(name)'; \(choice).")
    }

    /// The resolver's context for a file.
    func context(
        for file: CollectionFile, environment: String?, overrides: [String: String], answers: [String: String] = [:]
    ) -> RequestResolver.Context {
        // An imported file may be in none of the folders, but perhaps in the collection of one.
        let place =
            folders.first { PathText.isInside(file.path, folder: $0.root) }?.place
            ?? folders.first { PathText.isInside(file.path, folder: $0.place.root) }?.place
        let folder = PathText.folder(of: file.path)
        let isTrusted = place.map(trusted.contains) ?? false
        let builder = ContextBuilder(
            place: place ?? CollectionPlace(root: folder), isTrusted: isTrusted,
            environmentName: environment, overrides: overrides, answers: answers,
            namesFlags: true)
        // A file that is only imported was not read before.
        // The text of a description's requests changes when they are made whole.
        let scope = file.described == nil ? scopes[file.path] : nil
        return builder.context(for: file, environments: environments[file.environmentKey], scope: scope)
    }
}
