import Base
import HTTPFormat
import NetEngine

/// What request logs store of a request of a collection beside what is sent, and what they hide in it.
extension RequestLogOptions {
    /// Shorter values of variables whose names mean a secret are too likely to be a word of other text.
    private static let shortestWord = 8

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
            environment: context.environmentName, run: context.run, secrets: Self.secrets(of: uses),
            secretNames: hidden.names, secretPaths: hidden.paths, storesFactOnly: !request.settings.logs)
    }

    /// The values that logs replace by the names of their variables.
    ///
    /// These are the values with `VariableUse.isSecret`, and those of variables whose names mean a secret. A public variable
    /// that contains one, such as an address with a password, stays readable but for that part.
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
                secrets.append(Secret(name: use.name, value: use.value))
            }
        }
        // Made of a secret that is too short to be found by itself.
        for use in composed where !secrets.contains(where: { use.value.contains($0.value) }) {
            if known.insert(use.value).inserted { secrets.append(Secret(name: use.name, value: use.value)) }
        }
        return secrets
    }
}

extension VariableUse.Source {
    /// Whether its own text is for everybody, though a variable in it may not be.
    fileprivate var isPublic: Bool {
        switch self {
        case .file, .imported, .loop, .request, .dynamic: true
        case .environment(_, _, let isPrivate), .shared(_, let isPrivate): !isPrivate
        case .override, .prompt, .dotEnv, .processEnvironment, .token: false
        }
    }
}
