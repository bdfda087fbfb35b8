import NetEngine

/// The variables of `http-client.env.json` and `http-client.private.env.json` files, merged (HTTP-FORMAT §9).
struct EnvironmentSet: Sendable, Hashable {
    struct Variable: Sendable, Hashable {
        /// nil when the value is of a kind that we do not resolve; `reason` says why.
        var value: String?
        var reason: String?
        /// Absolute path of the file that defines it.
        var file: String
        var isPrivate: Bool
    }

    /// The names of the environments in the order of the files, without `$shared`.
    var names: [String] = []
    /// `$shared` included under that name.
    var variables: [String: [String: Variable]] = [:]
    /// Broken files: `path:line:column: what`.
    var problems: [String] = []
}

/// Where values come from that a request's own file and environment do not hold. Injected, so that tests know them.
struct DynamicSources: Sendable {
    var uuid: @Sendable () -> String
    /// Seconds since 1970.
    var now: @Sendable () -> Int64
    var randomInt: @Sendable (Range<Int>) -> Int
    var processEnvironment: @Sendable (String) -> String?

    static let live = DynamicSources(
        uuid: { fatalError("skeleton") }, now: { 0 }, randomInt: { $0.lowerBound }, processEnvironment: { _ in nil })
}

/// A name that stands in a request and has no value: it blocks the send.
struct UnresolvedVariable: Sendable, Hashable {
    var name: String
    var line: Int
    /// For example `no variable of that name`, `cycle: a -> b -> a`, `not supported yet`.
    var reason: String
}

/// A variable that a request uses, with its value and where that came from.
struct VariableUse: Sendable, Hashable {
    enum Source: Sendable, Hashable {
        case override
        case file(line: Int)
        case environment(name: String, file: String, isPrivate: Bool)
        case shared(file: String, isPrivate: Bool)
        case dynamic
    }
    var name: String
    var value: String
    var source: Source
}

/// Makes a draft from a saved request: replaces variables, reads body files, applies the metadata.
struct RequestResolver: Sendable {
    var store = CollectionStore()
    var dynamic = DynamicSources.live

    /// Everything the replacement looks at besides the file itself.
    struct Context: Sendable {
        var root: String
        var environments: EnvironmentSet
        /// nil: none chosen; `$shared` still holds.
        var environmentName: String?
        /// Beats every other source: `base` of the demo, `--var name=value`.
        var overrides: [String: String] = [:]
    }

    enum Outcome: Sendable {
        case draft(RequestDraft, uses: [VariableUse])
        /// Nothing may be sent. In order of their lines.
        case unresolved([UnresolvedVariable])
        /// A body file is missing, a target is empty…: one sentence with file:line.
        case refused(sentence: String, line: Int)
    }

    func resolve(_ request: SavedRequest, in file: CollectionFile, context: Context) -> Outcome {
        fatalError("skeleton")
    }
}
