@testable import Workspace

/// The files of a folder, or one file, with the context in which commands resolve their requests.
struct LoadedFolder: Sendable {
    private let folder: CollectionFolder
    private let isTrusted: Bool

    /// - Parameter trust: the list of trusted folders; nil trusts none.
    init(_ path: String, trust: TrustStore? = nil) throws(CollectionError) {
        folder = try CollectionStore().load(path: path)
        isTrusted = trust?.trusts(folder.place) == true
    }

    var files: [CollectionFile] { folder.files }

    func context(for file: CollectionFile, environment: String? = nil) -> RequestResolver.Context {
        ContextBuilder(
            place: folder.place, isTrusted: isTrusted, environmentName: environment,
            namesFlags: true
        ).context(for: file)
    }
}
