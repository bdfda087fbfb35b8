import HTTPFormat
import NetEngine

/// Builds the context in which the requests of a collection are resolved: environments and imports from disk, trust, and
/// the settings of the send or run.
package struct ContextBuilder: Sendable {
    package var place: CollectionPlace
    package var isTrusted: Bool
    /// nil means that no environment is chosen.
    package var environmentName: String?
    package var overrides: [String: String]
    /// Answers to prompts, by `PromptField.key`.
    package var answers: [String: String]
    package var namesFlags: Bool
    /// Open files by absolute path, with unsaved edits.
    package var known: [String: CollectionFile]
    package var store: CollectionStore

    package init(
        place: CollectionPlace, isTrusted: Bool, environmentName: String? = nil, overrides: [String: String] = [:],
        answers: [String: String] = [:], namesFlags: Bool = false, known: [String: CollectionFile] = [:],
        store: CollectionStore = CollectionStore()
    ) {
        self.place = place
        self.isTrusted = isTrusted
        self.environmentName = environmentName
        self.overrides = overrides
        self.answers = answers
        self.namesFlags = namesFlags
        self.known = known
        self.store = store
    }

    package func environments(for file: CollectionFile) -> EnvironmentSet {
        store.environments(forFolder: file.folder, root: place.root, isTrusted: isTrusted, described: file.described)
    }

    package func scope(of file: CollectionFile) -> RequestScope {
        RequestScopeReader(root: place.root, isTrusted: isTrusted, known: known, store: store).scope(of: file)
    }

    /// - Parameters:
    ///   - environments: nil reads the environment files now.
    ///   - scope: nil reads the imports now.
    package func context(
        for file: CollectionFile, environments: EnvironmentSet? = nil, scope: RequestScope? = nil
    ) -> RequestResolver.Context {
        var context = RequestResolver.Context(
            root: place.root, environments: environments ?? self.environments(for: file),
            environmentName: environmentName, overrides: overrides(for: file), isTrusted: isTrusted,
            scope: scope ?? self.scope(of: file), answers: answers, namesFlags: namesFlags)
        context.address = place.address
        return context
    }

    /// The server of an OpenAPI description without slashes at its end, as the servers in its environments are: each path
    /// begins with one. The endpoint of a GraphQL schema is taken as it is.
    private func overrides(for file: CollectionFile) -> [String: String] {
        var overrides = overrides
        guard file.described?.openAPI != nil, let server = overrides[DescribedFile.serverVariable] else {
            return overrides
        }
        overrides[DescribedFile.serverVariable] = server.withoutTrailingSlashes()
        return overrides
    }
}
