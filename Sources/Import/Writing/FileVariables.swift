import Base

/// The variables that are defined in one request file: those of its folders at the top, and those of single requests above them.
///
/// A name has one value in a file: other tools take the last definition, wherever it is. So a request whose value differs gets another name.
struct FileVariables {
    /// At the top of the file.
    private(set) var definitions: [(name: String, value: String)] = []

    private let state: WriterState
    private var values: [String: String] = [:]
    /// Names that other requests of the file take from an environment.
    private var foreign: Set<String> = []

    init(_ inherited: Inheritance, _ items: [ImportedItem], _ state: WriterState) {
        self.state = state
        for variable in inherited.variables where variable.isEnabled && !variable.name.isEmpty {
            if state.leftOut.contains(variable.name) { continue }
            let name = state.names.name(variable.name)
            let value = define(name, state.names.text(variable.value), isSecret: variable.isSecret)
            values[name] = value
            definitions.append((name, value))
        }
        var hasOwn = false
        for case .request(let request) in items where !request.variables.isEmpty { hasOwn = true }
        guard hasOwn else { return }
        let around = inherited.references
        for case .request(let request) in items {
            let own = Set(request.variables.filter(\.isEnabled).map(\.name))
            let used = request.isLiteral ? [] : around.union(request.references)
            foreign.formUnion(state.withValues(of: used.subtracting(own)).subtracting(own))
        }
    }

    /// A value as it can stand in a line: what cannot, and what is secret, goes to the environment.
    private func define(_ name: String, _ value: String, isSecret: Bool) -> String {
        if isSecret || SecretName.isOpen(name, value) { return state.secret(value, named: name) }
        guard !Self.isPlain(value) else { return value }
        let made = state.names.unique(name)
        state.environments.set(made, value, isSecret: false)
        return "{{\(made)}}"
    }

    /// Whether the value is the same after it was read from a line.
    private static func isPlain(_ value: String) -> Bool {
        guard let first = value.first, let last = value.last else { return true }
        guard !first.isWhitespace, !last.isWhitespace, first != "\"", first != "'" else { return false }
        return value.utf8.allSatisfy { $0 >= Byte.space && $0 != 0x7F && $0 != Byte.backslash }
    }

    /// The variables of a request: which have another name in this file, and which are defined above it.
    mutating func own(_ request: ImportedRequest) -> (
        local: [String: String], definitions: [(name: String, value: String)]
    ) {
        var local: [String: String] = [:]
        var own: [(name: String, value: String)] = []
        for variable in request.variables where variable.isEnabled && !variable.name.isEmpty {
            let written = state.names.text(variable.value)
            let value = define(variable.name, written, isSecret: variable.isSecret)
            var name = state.names.name(variable.name)
            if foreign.contains(variable.name) || values[name].map({ $0 != value }) ?? false {
                name = state.names.unique(name)
            }
            if values[name] == nil {
                values[name] = value
                own.append((name, value))
            }
            if name != variable.name { local[variable.name] = name }
        }
        for variable in request.unset {
            let name = state.unset(variable.name)
            if name != variable.name { local[variable.name] = name }
        }
        return (local, own)
    }
}
