/// Where the variables of a collection are defined: what a script sets and reads in one place, requests may have from another.
struct VariableScopes {
    private var inEnvironments: Set<String> = []
    private var inCollection: Set<String> = []
    private var shared: Set<String> = []
    /// Of folders and requests. They may have another name in the written files.
    private var inItems: Set<String> = []
    /// Those whose value has references.
    private var composed: Set<String> = []
    /// Those that a script or a response sets. The tool keeps their types, a request file has texts.
    private var setByScripts: Set<String> = []

    init(_ collection: ImportedCollection) {
        for environment in collection.environments {
            let names = environment.variables.map(\.name)
            if environment.name == nil { shared.formUnion(names) } else { inEnvironments.formUnion(names) }
            note(environment.variables)
        }
        inCollection.formUnion(collection.shared.variables.map(\.name))
        note(collection.shared.variables)
        note(collection.shared.captures, collection.shared.scripts)
        ImportedItem.visit(collection.items, depth: 0) { item in
            switch item {
            case .folder(let folder):
                inItems.formUnion(folder.shared.variables.map(\.name))
                note(folder.shared.captures, folder.shared.scripts)
            case .request(let request):
                inItems.formUnion((request.variables + request.unset).map(\.name))
                note(request.captures, request.scripts)
            case .block: break
            }
        }
    }

    private mutating func note(_ variables: [ImportedVariable]) {
        for variable in variables where !ReferenceNames.references(in: variable.value).isEmpty {
            composed.insert(variable.name)
        }
    }

    private mutating func note(_ captures: [ImportedCapture], _ scripts: [ImportedScript]) {
        setByScripts.formUnion(captures.map(\.variable))
        for script in scripts { setByScripts.formUnion(ScriptTokens(script.text).setNames) }
    }

    func isSetByScripts(_ name: String) -> Bool { setByScripts.contains(name) }

    /// Whether requests see the value in the tool too, and no other that goes before it.
    func canSet(_ name: String, in scope: ScriptCalls.Scope) -> Bool {
        guard ReferenceNames.isValid(name), !inItems.contains(name) else { return false }
        switch scope {
        case .local, .runtime, .environment: return true
        case .collection: return !inEnvironments.contains(name)
        case .global: return !inEnvironments.contains(name) && !inCollection.contains(name)
        }
    }

    /// Whether the value that a request would have is the one that the tool reads there.
    func canRead(_ name: String, in scope: ScriptCalls.Scope) -> Bool {
        guard ReferenceNames.isValid(name), !inItems.contains(name), !composed.contains(name) else { return false }
        let (environment, collection, shared) = (
            inEnvironments.contains(name), inCollection.contains(name), shared.contains(name)
        )
        switch scope {
        case .local: return true
        case .environment: return !collection && !shared
        case .collection: return !environment && !shared
        case .global: return !environment && !collection
        case .runtime: return !environment && !collection && !shared
        }
    }
}
