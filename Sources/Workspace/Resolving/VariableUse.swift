import Base

/// A name without a value in a request, which blocks the send.
package struct UnresolvedVariable: Sendable, Hashable {
    package var name: String
    package var line: Int
    /// For example `no variable of that name`, `cycle: a -> b -> a`.
    package var reason: String
    /// The request that has not been sent, if the value would come from its response.
    var unsent: UnsentRequest?
    /// The id of the request whose response would have the value; nil if no response would.
    package var response: String? { unsent?.id }
    /// The token to fetch, if the name refers to one: it then blocks nothing.
    package var token: TokenWish?
    /// True if the value exceeds a limit (`ExpansionLimit`).
    package var isOverLimit = false
    /// True if the value would come from the response of the request itself, so that no other one can be sent first.
    var isOfItself = false

    /// Whether it has no value when its step is sent.
    /// - Parameters:
    ///   - awaited: names that get their values until then.
    ///   - sent: the requests that are sent before it.
    func isMissing(besides awaited: Set<String>, _ sent: Set<UnsentRequest>) -> Bool {
        token == nil && !awaited.contains(name) && unsent.map { !sent.contains($0) } != false
    }
}

/// A request that others wait for.
struct UnsentRequest: Sendable, Hashable {
    var file: String
    var id: String
}

/// A variable that a request uses, with its value and source.
package struct VariableUse: Sendable, Hashable {
    package enum Source: Sendable, Hashable {
        case override
        case prompt
        /// The variable of a loop, or its number.
        case loop
        /// From another request: from its response, what was sent, or a captured variable.
        case request(id: String)
        case file(line: Int)
        /// From an imported file; the path is relative to the root.
        case imported(file: String, line: Int)
        case environment(name: String, file: String, isPrivate: Bool)
        case shared(file: String, isPrivate: Bool)
        case dotEnv(file: String)
        /// From the operating system's environment.
        case processEnvironment
        case dynamic
        /// The token of a login, with a few words about it.
        case token(String)
    }
    package var name: String
    package var value: String
    package var source: Source
    /// True if the value is from a private file or the operating system's environment, was typed hidden, was given for a
    /// name that means a secret, or contains such a value.
    package var isSecret = false

    /// Whether it is a large part of another request's response: it may hold secrets, which are hidden by their names, but is
    /// not a secret itself.
    var isWholeBody: Bool {
        if case .request = source { value.utf8.count > 16 << 10 } else { false }
    }
}

extension RequestResolver.Context {
    /// A copy for what belongs to an earlier send: its checks, its response file. A name has one value for the whole
    /// send; a value written directly, such as `{{$guid}}`, is new at each place.
    func keeping(_ uses: [VariableUse]) -> Self {
        var context = self
        for use in uses where use.source != .dynamic && context.overrides[use.name] == nil {
            context.overrides[use.name] = use.value
            context.kept[use.name] = use
        }
        return context
    }

    /// Whether the name of a variable means a secret, or a private file has it.
    func isPrivateName(_ name: String) -> Bool {
        SecretName.isSecret(name) || environments.variable(name, in: environmentName)?.variable.isPrivate == true
    }

    /// The address from whose requests private values are withheld; nil if they may use them.
    var withheldFrom: WebAddress? { isTrusted ? nil : address }

    /// Whether the name of a value that the user gave says that it is a secret, or it replaces a private value.
    func isSecretOverride(_ name: String) -> Bool {
        isPrivateName(name) || environments.dotEnvVariable(name, in: environmentName) != nil
    }
}
