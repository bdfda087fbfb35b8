/// What grows while the requests of a collection are written. One object, so that nothing of it is copied for each request.
final class WriterState {
    var names: ReferenceNames

    init(names: ReferenceNames) { self.names = names }

    var environments = EnvironmentFiles()
    var notices: [ImportNotice] = []
    var files: [ImportedFiles.File] = []
    var recorded: [RecordedExchange] = []
    /// How many example responses have a file.
    var exampleCount = 0
    /// The names that are taken, by folder; empty for the outermost.
    var fileNames: [String: SafeFileName] = [:]
    /// The names under `Security.Auth`, by login.
    var loginNames: [ImportedOAuth2: String] = [:]
    /// Where each request of the source is, by its name: the first of that name.
    var requests: [String: (file: String, id: String)] = [:]

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
