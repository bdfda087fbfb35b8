import Base
import HTTPFormat
import NetEngine

// `{{$auth.token("name")}}`: the token of an entry of `Security.Auth` in the environment files (as JetBrains' client has them).

extension VariableResolution {
    /// The token, where it is there already; otherwise it is reported as what has to be had first.
    package mutating func token(_ name: TokenName, expression: String, _ place: Place) -> String? {
        let id = name.id
        let entry = login(id)
        guard !entry.isEmpty else {
            if isReported(expression, place) { fail() } else { report(expression, place, missingLogin(id)) }
            return nil
        }
        if let token = context.tokens[name] {
            used(expression, token.text, .token(token.fact), isSecret: true)
            return token.text
        }
        let definition = AuthDefinition(id: id, entry: entry, root: context.root)
        let before = failures
        var values: [[String]: String] = [:]
        for (path, variable) in entry.sorted(by: { $0.key.lexicographicallyPrecedes($1.key) }) {
            guard let raw = variable.value else { continue }
            // What has no effect must not need a value.
            values[path] = AuthSettings.isKnown(path[0]) ? expand(raw, place) : raw
        }
        guard failures == before else { return nil }
        do throws(AuthFault) {
            let settings = try AuthSettings(id: id, values: values, place: definition.place)
            report(
                expression, place, "its token is had by \(settings.words) when the request is sent (\(settings.place))",
                token: TokenWish(name: name, settings: settings))
        } catch {
            report(expression, place, "the login \(id) (\(definition.place)) cannot be used: \(error.text)")
        }
        return nil
    }

    /// What an entry says, by the keys below its id; looked for among the logins of all names once.
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
    /// `http-client.env.json:5`: of its `Grant Type`, else of its first line.
    var place: String

    /// - Parameter entry: what the environment files say, by the keys below the id; not empty.
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
    /// What an entry says, by the keys below its id; the environment's own beat the shared ones, the private ones the public.
    func authEntry(_ id: String, in environment: String?) -> [[String]: Variable] {
        authEntries(in: environment)[id] ?? [:]
    }

    /// All entries by their ids.
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

    /// What looking for a login in all environments costs.
    var loginKeyCount: Int { security.values.reduce(0) { $0 + $1.count } }

    /// The environments that have an entry of that name, in their order.
    package func environments(withLogin id: String) -> [String] {
        names.filter { security[$0]?.keys.contains { $0.starts(with: ["Auth", id]) && $0.count > 2 } == true }
    }

    /// The names of all entries that hold in an environment, sorted.
    package func logins(in environment: String?) -> [String] {
        let paths = ([Self.shared] + (environment.map { [$0] } ?? [])).flatMap { Array((security[$0] ?? [:]).keys) }
        return Set(paths.filter { $0.count > 2 && $0[0] == "Auth" }.map { $0[1] }).sorted()
    }
}

extension RequestResolver.Outcome {
    /// The tokens that must be had first, each once; nil where nothing, or more than that, keeps the request from being sent.
    var wantedTokens: [TokenWish]? {
        guard case .unresolved(let variables, _) = self else { return nil }
        var wanted: [TokenWish] = []
        for variable in variables {
            guard let token = variable.token else { return nil }
            if !wanted.contains(token) { wanted.append(token) }
        }
        return wanted
    }

    /// Tokens among what keeps the request from being sent.
    package var tokenWishes: [TokenWish] {
        guard case .unresolved(let variables, _) = self else { return [] }
        return variables.compactMap(\.token)
    }
}

extension RequestResolver {
    /// The same request with the tokens that it waits for, or an exchange that tells why they cannot be had.
    /// - Parameter context: takes the tokens.
    package func withTokens(
        _ bank: TokenBank, _ outcome: Outcome, of request: SavedRequest, in file: CollectionFile,
        _ context: inout Context
    ) async -> Outcome {
        guard let wanted = outcome.wantedTokens, !wanted.isEmpty else { return outcome }
        do throws(EngineError) {
            context.tokens = try await bank.tokens(for: wanted, root: context.root)
            return resolve(request, in: file, context: context)
        } catch {
            // What would have been sent, for whoever shows it.
            var shown = context
            for wish in wanted { shown.tokens[wish.name] = TokenValue(text: "-", fact: "not there") }
            var draft = RequestDraft(method: request.method, url: request.target)
            if case .draft(let whole, _) = resolve(request, in: file, context: shown) {
                draft.method = whole.method
                draft.url = whole.url
            }
            let exchange = Exchange(
                id: ExchangeID(rawValue: 0), draft: draft, startedAt: .now, hops: [], timings: PhaseTimings(),
                error: error)
            return .notLoggedIn(exchange, uses: outcome.uses)
        }
    }
}
