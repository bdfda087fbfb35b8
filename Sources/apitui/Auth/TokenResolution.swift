import NetEngine

// `{{$auth.token("name")}}`: the token of an entry of `Security.Auth` in the environment files (as JetBrains' client has them).

extension VariableResolution {
    /// The id in `$auth.token("id")`; nil for anything else.
    static func tokenID(_ expression: String) -> String? {
        let prefix = "$auth.token("
        guard expression.lowercased().hasPrefix(prefix), expression.hasSuffix(")") else { return nil }
        var id = expression.dropFirst(prefix.count).dropLast().drop { $0 == " " }
        while id.last == " " { id.removeLast() }
        guard id.count > 2, let quote = id.first, quote == "\"" || quote == "'", id.last == quote else { return nil }
        return String(id.dropFirst().dropLast())
    }

    /// The token, where it is there already; otherwise it is reported as what has to be had first.
    mutating func token(_ id: String, expression: String, _ place: Place) -> String? {
        let entry = context.environments.authEntry(id, in: context.environmentName)
        guard let file = entry.values.first?.file else {
            report(expression, place, "no environment file has \(id) under Security.Auth in this environment")
            return nil
        }
        if let token = context.tokens[id] {
            let environment = context.environmentName ?? EnvironmentSet.shared
            used(expression, token, .environment(name: environment, file: file, isPrivate: true))
            return token
        }
        let before = failures
        var values: [[String]: String] = [:]
        for (path, variable) in entry.sorted(by: { $0.key.lexicographicallyPrecedes($1.key) }) {
            if let raw = variable.value { values[path] = expand(raw, place) }
        }
        guard failures == before else { return nil }
        do throws(AuthFault) {
            let settings = try AuthSettings(
                id: id, value: { values[[$0]] }, parameters: Self.parameters(values))
            report(
                expression, place, "its token is had by \(settings.grant.words) when the request is sent",
                token: settings)
        } catch {
            report(expression, place, "Security.Auth.\(id) cannot be used: \(error.text)")
        }
        return nil
    }

    private static func parameters(_ values: [[String]: String]) -> [AuthSettings.Parameter] {
        let custom = values.filter { $0.key.first == "Custom Request Parameters" && $0.key.count >= 2 }
        return Set(custom.keys.map { $0[1] }).sorted().compactMap { name in
            let path = ["Custom Request Parameters", name]
            guard let value = values[path] ?? values[path + ["Value"]] else { return nil }
            return AuthSettings.Parameter(
                name: name, value: value, use: AuthSettings.Parameter.use(values[path + ["Use"]]))
        }
    }
}

extension EnvironmentSet {
    /// What an entry says, by the keys below its id; the environment's own beat the shared ones, the private ones the public.
    func authEntry(_ id: String, in environment: String?) -> [[String]: Variable] {
        var found: [[String]: Variable] = [:]
        for name in [Self.shared] + (environment.map { [$0] } ?? []) {
            for (path, variable) in security[name] ?? [:] where path.starts(with: ["Auth", id]) && path.count > 2 {
                found[Array(path.dropFirst(2))] = variable
            }
        }
        return found
    }
}

extension RequestResolver.Outcome {
    /// The tokens that must be had first, each once; nil where nothing, or more than that, keeps the request from being sent.
    var wantedTokens: [AuthSettings]? {
        guard case .unresolved(let variables, _) = self else { return nil }
        var wanted: [AuthSettings] = []
        for variable in variables {
            guard let token = variable.token else { return nil }
            if !wanted.contains(token) { wanted.append(token) }
        }
        return wanted
    }
}
