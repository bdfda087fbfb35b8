import Workspace

/// What is known of the variables of a request.
enum VariableReport: Sendable {
    case unknown
    case uses([VariableUse])
    case unresolved([UnresolvedVariable], uses: [VariableUse])
    /// What is asked before the send.
    case asks([PromptField], uses: [VariableUse])
    /// What the collection wants to do and may not yet.
    case untrusted([TrustNeed], uses: [VariableUse])
    /// One sentence: the request cannot be made ready, for example because a body file is missing.
    case refused(String)

    /// The variables that have a value.
    var known: [VariableUse] {
        switch self {
        case .uses(let uses), .unresolved(_, let uses), .asks(_, let uses), .untrusted(_, let uses): uses
        case .unknown, .refused: []
        }
    }

    func isUnresolved(_ name: String) -> Bool {
        if case .unresolved(let list, _) = self { list.contains { $0.name == name } } else { false }
    }
}

extension VariableReport {
    init(_ outcome: RequestResolver.Outcome) {
        switch outcome {
        case .draft(_, let uses), .notLoggedIn(_, let uses): self = .uses(uses)
        case .unresolved(let names, let uses): self = .unresolved(names, uses: uses)
        case .refused(let sentence, _): self = .refused(sentence)
        case .asks(let fields, let uses): self = .asks(fields, uses: uses)
        case .untrusted(let needs, let uses): self = .untrusted(needs, uses: uses)
        }
    }
}
