/// The files that an import makes, before anything is written.
package struct ImportedFiles: Sendable {
    package struct File: Sendable, Hashable {
        /// Relative to the folder of the import, with `/` between names.
        package var path: String
        package var bytes: [UInt8]
        /// Whether only this user may read it.
        package var isPrivate = false
        /// The titles of its requests; empty for a file of another kind.
        package var requests: [String] = []
    }

    package var kind: ImportKind
    /// The name of the new folder that holds the files; nil if there is one file, which needs no folder.
    package var folder: String?
    /// In the order of their paths.
    package var files: [File]
    /// Without `$shared`.
    package var environments: [String]
    /// The names of the variables in the private environment file.
    package var secrets: [String]
    package var notices: [ImportNotice]
    /// What the source recorded of these requests, the earliest first.
    package var recorded: [RecordedExchange] = []
    /// The values of environments, where the source has nothing else: they go into the environment files that are there.
    package var values: [EnvironmentValue] = []

    /// A value of an environment file.
    package struct EnvironmentValue: Sendable, Hashable {
        package var environment: String
        package var name: String
        package var value: String
        package var isSecret: Bool
    }

    package var requestCount: Int { files.reduce(0) { $0 + $1.requests.count } }
}
