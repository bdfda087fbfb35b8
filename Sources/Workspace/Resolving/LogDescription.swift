import Base
import HTTPFormat
import NetEngine

/// What request logs store of a request of a collection beside what is sent, and what they hide in it.
extension RequestLogOptions {
    /// Shorter values of variables whose names mean a secret are too likely to be a word of other text.
    fileprivate static let shortestWord = 8

    /// - Parameters:
    ///   - request: with its lines in the file.
    ///   - uses: the variables of the request.
    init(
        _ request: SavedRequest, in file: CollectionFile, _ context: RequestResolver.Context, uses: [VariableUse]
    ) {
        var hidden = context.environments.hidden(in: context.environmentName)
        hidden.add(context.scope?.hidden ?? file.document.hidden)
        self.init(
            name: request.id, file: file.path, line: request.line, collection: context.root,
            environment: context.environmentName, run: context.run,
            secrets: Self.secrets(of: uses, beside: context.unusedSecrets),
            secretNames: hidden.names, secretPaths: hidden.paths, storesFactOnly: !request.settings.logs)
    }

    /// The values that logs replace by the names of their variables.
    ///
    /// These are the values with `VariableUse.isSecret`, and those of variables whose names mean a secret. A public variable
    /// that contains one, such as an address with a password, stays readable but for that part.
    ///
    /// - Parameter unused: private values that the request does not use. They say nothing of those that it does: one that contains an
    ///   unused value is no less secret for that.
    static func secrets(of uses: [VariableUse], beside unused: [VariableUse]) -> [Secret] {
        let used = secrets(of: uses)
        let known = Set(used.map(\.value))
        return used + secrets(of: unused).filter { !known.contains($0.value) }
    }

    static func secrets(of uses: [VariableUse]) -> [Secret] {
        var secrets: [Secret] = []
        var known: Set<String> = []
        var composed: [VariableUse] = []
        for use in uses where use.value.utf8.count >= SecretName.shortestValue && !use.isWholeBody {
            let isNamedSo =
                use.value.utf8.count >= shortestWord && SecretName.isSecret(use.name) && use.source != .dynamic
            guard use.isSecret || isNamedSo else { continue }
            if use.isSecret, use.source.isPublic, !isNamedSo {
                composed.append(use)
            } else if known.insert(use.value).inserted {
                var secret = Secret(name: use.name, value: use.value)
                secret.isPublic = !use.isSecret
                secrets.append(secret)
            }
        }
        // Made of a secret that is too short to be found by itself.
        for use in composed where !secrets.contains(where: { use.value.contains(bytes: $0.value) }) {
            if known.insert(use.value).inserted { secrets.append(Secret(name: use.name, value: use.value)) }
        }
        return secrets
    }
}

extension RequestResolver {
    /// The variables of a request by name, and what the log of a usual send of it hides: for a request that is sent again
    /// as it was.
    package func variables(
        of request: SavedRequest, in file: CollectionFile, context: Context
    ) -> (values: [String: String], log: RequestLogOptions) {
        let uses = uses(of: request, in: file, context: context)
        return (
            Dictionary(uses.map { ($0.name, $0.value) }, uniquingKeysWith: { first, _ in first }),
            RequestLogOptions(request, in: file, context, uses: uses)
        )
    }

    /// The same of a request of the log, whose file is read now, because it may belong to any collection.
    ///
    /// - Parameter id: what the request is called in its file.
    /// - Returns: nil if the file cannot be read or has no such request.
    package func variables(
        ofLogged id: String, in path: String, environment: String?, overrides: [String: String] = [:],
        trust: TrustStore?
    ) -> (values: [String: String], log: RequestLogOptions)? {
        guard let found = logged(id, in: path) else { return nil }
        let builder = ContextBuilder(
            place: found.place, isTrusted: trust?.trusts(found.place) ?? false, environmentName: environment,
            overrides: overrides, store: store)
        return variables(of: found.request, in: found.file, context: builder.context(for: found.file))
    }

    /// A request of the log as its file has it now; nil if the file cannot be read or has no such request.
    func logged(
        _ id: String, in path: String
    ) -> (place: CollectionPlace, file: CollectionFile, request: SavedRequest)? {
        guard let folder = try? store.load(path: path), let file = folder.files.first(where: { $0.path == path }),
            let request = file.document.requests.first(where: { $0.id == id })
        else { return nil }
        return (folder.place, file, request)
    }
}

extension RequestLogOptions {
    /// Learns the variables that are used beside what is sent: in checks and scripts.
    mutating func learn(_ uses: [VariableUse]) {
        guard uses.contains(where: { $0.isSecret || SecretName.isSecret($0.name) }) else { return }
        let known = Set(secrets.map(\.value))
        secrets += Self.secrets(of: uses).filter { !known.contains($0.value) }
    }

    /// Whether a member of that name is hidden: by the usual names, or by `# @redact`.
    func hides(member name: String) -> Bool {
        SecretNames.isMember(name) || secretNames.contains { $0.lowercased() == name.lowercased() }
    }
}

extension RequestResolver.Context {
    /// The private values that a response may repeat though its request does not use them: those of the environment, those of
    /// `.env` with the name of a secret, those of logins, what the user gave, and what scripts set. Short ones are too likely to be a word of other text.
    var unusedSecrets: [VariableUse] {
        var found: [VariableUse] = []
        func add(_ name: String, _ value: String, _ source: VariableUse.Source) {
            guard value.utf8.count >= RequestLogOptions.shortestWord else { return }
            found.append(VariableUse(name: name, value: value, source: source, isSecret: true))
        }
        for name in overrides.keys.sorted() where kept[name] == nil && isPrivateName(name) {
            add(name, overrides[name] ?? "", .override)
        }
        for name in [environmentName, EnvironmentSet.shared].compactMap(\.self) {
            for (key, variable) in sorted(environments.variables[name]) {
                for text in Self.literals(variable.value) {
                    add(key, text, .environment(name: name, file: variable.file, isPrivate: true))
                }
            }
            let logins = (environments.security[name] ?? [:]).filter { path, variable in
                variable.isPrivate && path.last.map(SecretName.isSecret) == true
            }
            for (path, variable) in logins.sorted(by: { $0.key.lexicographicallyPrecedes($1.key) }) {
                for text in Self.literals(variable.value) {
                    add(path[path.count - 1], text, .environment(name: name, file: variable.file, isPrivate: true))
                }
            }
        }
        for name in [environmentName, ""].compactMap(\.self) {
            // Programs are configured in the same file: `NODE_ENV=development` is no secret, and a frequent word.
            for (key, variable) in sorted(environments.dotEnv[name]) where SecretName.isSecret(key) {
                add(key, variable.value ?? "", .dotEnv(file: variable.file))
            }
        }
        for (name, capture) in memory.secretCaptures(environment: environmentName, root: root) {
            add(name, capture.value, .request(id: capture.request))
        }
        return found
    }

    /// In an order that is the same for each request of a run.
    private func sorted(
        _ variables: [String: EnvironmentSet.Variable]?
    ) -> [(key: String, value: EnvironmentSet.Variable)] {
        (variables ?? [:]).filter(\.value.isPrivate).sorted { $0.key < $1.key }
    }

    /// What is written in a value beside references to others.
    private static func literals(_ value: String?) -> [String] {
        guard let value else { return [] }
        guard value.contains(bytes: "{{") else { return [value] }
        return value.split(separator: "{{").enumerated().map { place, piece in
            let text =
                place == 0 && !value.hasPrefix("{{")
                ? piece[...] : piece.firstRange(of: "}}").map { piece[$0.upperBound...] } ?? ""
            return text.trimmingWhitespace()
        }
    }
}

extension VariableUse.Source {
    /// Whether its own text is for everybody, though a variable in it may not be.
    fileprivate var isPublic: Bool {
        switch self {
        case .file, .imported, .loop, .dynamic: true
        case .environment(_, _, let isPrivate), .shared(_, let isPrivate): !isPrivate
        case .override, .prompt, .dotEnv, .processEnvironment, .token, .request: false
        }
    }
}
