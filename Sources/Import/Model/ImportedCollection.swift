/// What a file of another tool holds, in words that all of them share. Readers make it; one writer makes files from it.
///
/// All texts are in our dialect: readers translate the variables of their tool, so that a reference is `{{name}}`, and a dynamic
/// value is one of ours, as `{{$guid}}`. Names of variables may be any text: the writer replaces those that the dialect does not know.
package struct ImportedCollection: Sendable, Hashable {
    package var kind: ImportKind
    /// As the source says it; empty if it says none.
    package var name: String
    /// Plain text or Markdown.
    package var description: String?
    package var items: [ImportedItem]
    /// What holds for all requests.
    package var shared: ImportedDefaults
    /// In the order of the source.
    package var environments: [ImportedEnvironment]
    /// The whole of `http-client.env.json` where it was made with the requests; `environments` is empty then, but for what is secret.
    package var environmentFile: [UInt8]?
    package var notices: [ImportNotice]

    package init(
        kind: ImportKind, name: String, description: String? = nil, items: [ImportedItem] = [],
        shared: ImportedDefaults = ImportedDefaults(), environments: [ImportedEnvironment] = [],
        notices: [ImportNotice] = []
    ) {
        self.kind = kind
        self.name = name
        self.description = description
        self.items = items
        self.shared = shared
        self.environments = environments
        self.notices = notices
    }
}

/// A folder or a request, in the order of the source.
package indirect enum ImportedItem: Sendable, Hashable {
    case folder(ImportedFolder)
    case request(ImportedRequest)
    /// A request that is a block of a request file already.
    case block(ImportedBlock)
}

/// A block of a request file, with its separator. It names its request, uniquely in its folder.
package struct ImportedBlock: Sendable, Hashable {
    package var text: String

    package init(text: String) { self.text = text }
}

/// Readers keep folders no deeper than `mostDepth`: what is deeper goes into the deepest folder that is allowed, with a notice.
package struct ImportedFolder: Sendable, Hashable {
    /// Paths of a file system end at some length; no collection that users made is that deep.
    package static let mostDepth = 32

    package var name: String
    package var description: String?
    package var items: [ImportedItem]
    package var shared: ImportedDefaults
    package var place: ImportPlace?

    package init(
        name: String, description: String? = nil, items: [ImportedItem] = [],
        shared: ImportedDefaults = ImportedDefaults(), place: ImportPlace? = nil
    ) {
        self.name = name
        self.description = description
        self.items = items
        self.shared = shared
        self.place = place
    }

    /// Whether no folder is in it: then it becomes a file.
    var isLeaf: Bool { !items.contains { if case .folder = $0 { true } else { false } } }
}

/// What the requests of a collection or a folder have in common. What is further inside comes first.
package struct ImportedDefaults: Sendable, Hashable {
    package var login: ImportedLogin
    /// A header of the same name in the request replaces it.
    package var headers: [ImportedRow]
    package var variables: [ImportedVariable]
    package var scripts: [ImportedScript]
    package var checks: [ImportedCheck]
    package var captures: [ImportedCapture]
    /// As those of a request.
    package var leftovers: [String] = []

    package init(
        login: ImportedLogin = .inherited, headers: [ImportedRow] = [], variables: [ImportedVariable] = [],
        scripts: [ImportedScript] = [], checks: [ImportedCheck] = [], captures: [ImportedCapture] = []
    ) {
        self.login = login
        self.headers = headers
        self.variables = variables
        self.scripts = scripts
        self.checks = checks
        self.captures = captures
    }
}

package struct ImportedEnvironment: Sendable, Hashable {
    /// nil for values that hold in every environment: `$shared`.
    package var name: String?
    package var variables: [ImportedVariable]

    package init(name: String?, variables: [ImportedVariable]) {
        self.name = name
        self.variables = variables
    }
}

package struct ImportedVariable: Sendable, Hashable {
    package var name: String
    /// May hold other variables.
    package var value: String
    /// Whether the source says that the value is secret; the writer also looks at the name.
    package var isSecret: Bool
    package var isEnabled: Bool
    package var place: ImportPlace?

    package init(
        name: String, value: String, isSecret: Bool = false, isEnabled: Bool = true, place: ImportPlace? = nil
    ) {
        self.name = name
        self.value = value
        self.isSecret = isSecret
        self.isEnabled = isEnabled
        self.place = place
    }
}
