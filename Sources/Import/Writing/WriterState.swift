/// What grows while the requests of a collection are written. One object, so that nothing of it is copied for each request.
final class WriterState {
    var names: ReferenceNames

    private let source: SourceNames
    let kind: ImportKind

    init(_ source: SourceNames, _ kind: ImportKind) {
        self.source = source
        self.kind = kind
        // A secret with the name of a variable that has no value would be sent wherever that is used.
        names = ReferenceNames(taken: source.defined.union(source.used))
    }

    /// Empty variables that are not written, since a response or a script sets them.
    var leftOut: Set<String> { source.leftOut }
    /// The scripts that become scripts of request files.
    var scripts: [ImportedScript: ScriptAboveRequest] { source.scripts }
    /// Those that a notice names.
    var saidLeftOut: Set<String> = []
    /// Whether folders have numbers, folders are in another order, and requests are among folders with another order.
    var isNumbered = false
    var isOtherOrder = false
    var isMixed = false

    var environments = EnvironmentFiles()
    var notices: [ImportNotice] = []
    var files: [ImportedFiles.File] = []
    var recorded: [RecordedExchange] = []
    /// The names of variables that have no value, by what the source calls them.
    private var unsetNames: [String: String] = [:]
    /// How many example responses have a file.
    var exampleCount = 0
    /// The names that are taken, by folder; empty for the outermost.
    var fileNames: [String: SafeFileName] = [:]
    /// The names under `Security.Auth`, by login.
    var loginNames: [ImportedOAuth2: String] = [:]
    /// Where each request is whose response others use, by what they call it. At first of the files that are written by now.
    var requests: [String: (file: String, id: String)] = [:]
    /// Whether a request needs one whose place is not known.
    var lacksRequest = false

    /// What dependencies call the requests whose response others use, by their ids.
    var usedRequests: [String: String] { source.usedRequests }

    /// The names with those in the values that they have in environments, and so on.
    /// - Parameter others: the names in the values of further variables.
    func withValues(of names: Set<String>, and others: [String: Set<String>] = [:]) -> Set<String> {
        guard !source.inValues.isEmpty || !others.isEmpty else { return names }
        var all = names
        var open = Array(names)
        while let name = open.popLast(), all.count < names.count + Self.mostInner {
            for inner in source.inValues[name] ?? [] where all.insert(inner).inserted { open.append(inner) }
            for inner in others[name] ?? [] where all.insert(inner).inserted { open.append(inner) }
        }
        return all
    }

    /// No values that users made are made of more.
    private static let mostInner = 1_000

    /// The name of a variable that the user has to give a value: none that has one already.
    func unset(_ name: String) -> String {
        if let known = unsetNames[name] { return known }
        let made = source.defined.contains(name) ? names.unique(name) : names.name(name)
        unsetNames[name] = made
        return made
    }

    /// Whether a notice asks the user for the value of the variable.
    func isUnset(_ name: String) -> Bool { unsetNames[name] != nil }

    /// A reference to a private variable that holds the value.
    func secret(_ value: String, named name: String) -> String {
        environments.secret(value, named: name.lowercased(), &names)
    }

    /// A new file in a folder.
    func add(
        in folder: String, named name: String, ending: String, else standard: String, bytes: [UInt8]
    ) -> String {
        let file = fileNames[folder, default: SafeFileName(taken: Self.reserved)].unique(
            name, ending: ending, else: standard)
        files.append(ImportedFiles.File(path: folder.isEmpty ? file : "\(folder)/\(file)", bytes: bytes))
        return file
    }

    /// The name of a file or folder that is added later.
    func reserve(in folder: String, named name: String, ending: String = "", else standard: String) -> String {
        fileNames[folder, default: SafeFileName(taken: Self.reserved)].unique(name, ending: ending, else: standard)
    }

    /// What the writer itself puts into a folder.
    private static let reserved = ["http-client.env.json", "http-client.private.env.json", ".gitignore"]
}
