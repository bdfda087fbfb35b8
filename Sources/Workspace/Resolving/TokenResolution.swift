import Base
import HTTPFormat
import NetEngine

// `{{$auth.token("name")}}`: the token of a login under `Security.Auth` in the environment files, as in JetBrains'
// client.

extension VariableResolution {
    /// The token if it was fetched already; otherwise it is reported as a token to fetch first.
    package mutating func token(_ name: TokenName, expression: String, _ place: Place) -> String? {
        let id = name.id
        let entry = login(id)
        guard !entry.isEmpty else {
            if isReported(expression, place) { fail() } else { report(expression, place, missingLogin(id)) }
            return nil
        }
        guard mayUse(.token(id), place) else { return nil }
        if let token = context.tokens[name] {
            used(expression, token.text, .token(token.fact), isSecret: true)
            return token.text
        }
        let definition = AuthDefinition(id: id, entry: entry, root: context.root)
        var inside = place
        if inside.remark.isEmpty { inside.remark = " (in the login \(id), \(definition.place))" }
        let before = failures
        var values: [[String]: String] = [:]
        for (path, variable) in entry.sorted(by: { $0.key.lexicographicallyPrecedes($1.key) }) {
            guard let raw = variable.value else { continue }
            // A key without effect must not need a value.
            values[path] = AuthSettings.isKnown(path[0]) ? expand(raw, inside) : raw
        }
        guard failures == before else { return nil }
        do throws(AuthSettingsError) {
            let settings = try AuthSettings(id: id, values: values, place: definition.place)
            report(
                expression, place,
                "its token is fetched by \(settings.words) when the request is sent (\(settings.place))",
                token: TokenWish(name: name, settings: settings))
        } catch {
            report(expression, place, "the login \(id) (\(definition.place)) cannot be used: \(error.text)")
        }
        return nil
    }

    /// The entry of a login, by the keys below its id; all logins are collected once.
    private mutating func login(_ id: String) -> [[String]: EnvironmentSet.Variable] {
        if logins == nil { logins = context.environments.authEntries(in: context.environmentName) }
        return logins?[id] ?? [:]
    }

    private mutating func missingLogin(_ id: String) -> String {
        let set = context.environments
        let others = reasons.spend(8 * set.loginKeyCount) ? set.environments(withLogin: id) : []
        if !others.isEmpty {
            return "only the environment \(NameList.text(others)) has a login \(id) under Security.Auth"
        }
        return "no environment file has a login \(id) under Security.Auth"
            + suggestion(for: id, among: \.knownLogins)
    }

    private var knownLogins: [String] { context.environments.logins(in: context.environmentName) }
}

/// Where a login is defined.
struct AuthDefinition: Sendable {
    var id: String
    /// `http-client.env.json:5`: the line of its `Grant Type`, else its first line.
    var place: String

    /// - Parameter entry: the values in the environment files, by the keys below the id; not empty.
    init(id: String, entry: [[String]: EnvironmentSet.Variable], root: String) {
        self.id = id
        let grant = entry.first { $0.key.count == 1 && AuthSettings.folded($0.key[0]) == "granttype" }?.value
        let first = entry.values.min { ($0.isPrivate ? 1 : 0, $0.line) < ($1.isPrivate ? 1 : 0, $1.line) }
        let variable = grant ?? first
        let file = variable?.file ?? ""
        let inside = file.hasPrefix(root + "/") ? String(file.dropFirst(root.count + 1)) : file
        place = "\(inside):\(variable?.line ?? 1)"
    }
}

extension EnvironmentSet {
    /// All logins: by their ids, the entries by the keys below the id; the environment's own values override shared ones,
    /// private ones override public ones.
    func authEntries(in environment: String?) -> [String: [[String]: Variable]] {
        var found: [String: [[String]: Variable]] = [:]
        for name in [Self.shared] + (environment.map { [$0] } ?? []) {
            for (path, variable) in security[name] ?? [:] where path.count > 2 && path[0] == "Auth" {
                countWork(1)
                found[path[1], default: [:]][Array(path.dropFirst(2))] = variable
            }
        }
        return found
    }

    /// The cost of searching all environments for a login.
    var loginKeyCount: Int { security.values.reduce(0) { $0 + $1.count } }

    /// The environments that define a login of that name, in their order.
    package func environments(withLogin id: String) -> [String] {
        names.filter { security[$0]?.keys.contains { $0.starts(with: ["Auth", id]) && $0.count > 2 } == true }
    }

    /// The names of all logins that apply in an environment, sorted.
    package func logins(in environment: String?) -> [String] {
        let paths = ([Self.shared] + (environment.map { [$0] } ?? [])).flatMap { Array((security[$0] ?? [:]).keys) }
        return Set(paths.filter { $0.count > 2 && $0[0] == "Auth" }.map { $0[1] }).sorted()
    }
}

extension RequestResolver.Outcome {
    /// The tokens that must be fetched first, each once; nil if nothing, or more than that, prevents the send.
    var wantedTokens: [TokenWish]? {
        guard case .unresolved(let variables, _) = self else { return nil }
        var wanted: [TokenWish] = []
        for variable in variables {
            guard let token = variable.token else { return nil }
            if !wanted.contains(token) { wanted.append(token) }
        }
        return wanted
    }

    /// The tokens among what prevents the send.
    package var tokenWishes: [TokenWish] {
        guard case .unresolved(let variables, _) = self else { return [] }
        return variables.compactMap(\.token)
    }
}

extension RequestResolver {
    /// Resolves the request again with the tokens it needs, or returns an exchange with the error that prevented
    /// fetching them.
    /// - Parameter context: receives the tokens.
    package func withTokens(
        _ bank: TokenBank, _ outcome: Outcome, of request: SavedRequest, in file: CollectionFile,
        _ context: inout Context
    ) async -> Outcome {
        guard let wanted = outcome.wantedTokens, !wanted.isEmpty else { return outcome }
        context.tokens = bank.known(wanted, root: context.root)
        if context.tokens.count == wanted.count { return resolve(request, in: file, context: context) }
        // The request that would be sent: its tokens are fetched as it is sent, and only if nothing else prevents that.
        var shown = context
        for wish in wanted { shown.tokens[wish.name] = TokenValue(text: "-", fact: "not there") }
        let trial = resolve(request, in: file, context: shown)
        guard case .draft(let whole, _) = trial else { return trial.with(uses: outcome.uses) }
        do throws(EngineError) {
            context.tokens = try await bank.tokens(for: wanted, root: context.root, as: whole.options)
            return resolve(request, in: file, context: context)
        } catch {
            let exchange = Exchange(
                id: ExchangeID(rawValue: 0), draft: RequestDraft(method: whole.method, url: whole.url),
                startedAt: .now, hops: [], timings: PhaseTimings(), error: error)
            return .notLoggedIn(exchange, uses: outcome.uses)
        }
    }
}

extension RequestResolver.Outcome {
    /// The same outcome with other variables.
    fileprivate func with(uses: [VariableUse]) -> Self {
        switch self {
        case .draft(let draft, _): .draft(draft, uses: uses)
        case .unresolved(let variables, _): .unresolved(variables, uses: uses)
        case .untrusted(let needs, _): .untrusted(needs, uses: uses)
        case .asks(let fields, _): .asks(fields, uses: uses)
        case .notLoggedIn(let exchange, _): .notLoggedIn(exchange, uses: uses)
        case .refused: self
        }
    }
}
