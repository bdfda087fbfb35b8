/// What the folders around a request say about it.
struct Inheritance {
    var login: ImportedLogin = .none
    /// Outermost first; an inner header of the same name replaces an outer one.
    var headers: [ImportedRow] = []
    var scripts: [ImportedScript] = []
    var checks: [ImportedCheck] = []
    var captures: [ImportedCapture] = []
    var leftovers: [String] = []
    /// Of the folders, not of the collection.
    var variables: [ImportedVariable] = []

    func within(_ shared: ImportedDefaults, keepsVariables: Bool = true) -> Inheritance {
        var inner = self
        if shared.login != .inherited { inner.login = shared.login }
        inner.headers = Self.merged(headers, shared.headers)
        inner.scripts += shared.scripts
        inner.checks += shared.checks
        inner.captures += shared.captures
        inner.leftovers += shared.leftovers
        if keepsVariables {
            let own = Set(shared.variables.filter(\.isEnabled).map(\.name))
            inner.variables = variables.filter { !own.contains($0.name) } + shared.variables
        }
        return inner
    }

    /// The headers of a request with those that it inherits before them.
    static func merged(_ outer: [ImportedRow], _ inner: [ImportedRow]) -> [ImportedRow] {
        guard !outer.isEmpty else { return inner }
        let own = Set(inner.filter(\.isEnabled).map { $0.name.lowercased() })
        return outer.filter { !own.contains($0.name.lowercased()) } + inner
    }
}
