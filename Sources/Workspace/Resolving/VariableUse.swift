import Base

/// A name that stands in a request and has no value: it blocks the send.
package struct UnresolvedVariable: Sendable, Hashable {
    package var name: String
    package var line: Int
    /// For example `no variable of that name`, `cycle: a -> b -> a`.
    package var reason: String
    /// The request whose answer it is a part of, where that was not sent: by its id and its file's absolute path.
    var unsent: UnsentRequest?
    /// How its value is had when the request is sent: then it blocks nothing.
    package var token: TokenWish?
    /// Whether there would be a value, but a longer one than is made (`ExpansionLimit`).
    package var isOverLimit = false
}

/// A request that others wait for.
struct UnsentRequest: Sendable, Hashable {
    var file: String
    var id: String
}

/// A variable that a request uses, with its value and where that came from.
package struct VariableUse: Sendable, Hashable {
    package enum Source: Sendable, Hashable {
        case override
        case prompt
        /// The variable of a loop, or its number.
        case loop
        /// Of an answer, or of what was sent, or captured from an answer.
        case request(id: String)
        case file(line: Int)
        /// A file that the request's own imports; the path from the root.
        case imported(file: String, line: Int)
        case environment(name: String, file: String, isPrivate: Bool)
        case shared(file: String, isPrivate: Bool)
        case dotEnv(file: String)
        /// Of the operating system.
        case processEnvironment
        case dynamic
        /// Of a login; a few words about it.
        case token(String)
    }
    package var name: String
    package var value: String
    package var source: Source
    /// Whether the value is from a private file or the operating system's environment, or was typed hidden, or holds one
    /// that is.
    package var isSecret = false
}

extension RequestResolver.Context {
    /// The same, for what belongs to a send that was resolved before: its checks, the file its answer goes to. A name has
    /// one value for the whole of a send; what is written directly, as `{{$guid}}`, is new at each place.
    func keeping(_ uses: [VariableUse]) -> Self {
        var context = self
        for use in uses where use.source != .dynamic && context.overrides[use.name] == nil {
            context.overrides[use.name] = use.value
        }
        return context
    }
}
