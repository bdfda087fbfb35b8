import Descriptions

/// The names of variables in a collection: which have a value, which are used, and which only a response or a script sets.
struct SourceNames {
    /// How many requests there are.
    private(set) var requests = 0
    /// Those that have a value, or get one from a response.
    private(set) var defined: Set<String> = []
    private(set) var used: Set<String> = []
    /// Those that a response sets.
    private(set) var captured: Set<String> = []
    /// The scripts that become scripts of request files.
    private(set) var scripts: [ImportedScript: ScriptAboveRequest] = [:]
    /// Those that scripts of request files set for all later requests.
    private(set) var setByRead: Set<String> = []
    /// Those that scripts set which are not run, in their order.
    private(set) var setByScripts: [(name: String, place: ImportPlace?)] = []
    /// The names in the values of environments.
    private(set) var inValues: [String: Set<String>] = [:]
    /// Those that are empty wherever they are defined, and set by a response or a script.
    private(set) var leftOut: Set<String> = []

    /// What dependencies call the requests whose response others use, by their ids: no other request gets one of these.
    private(set) var usedRequests: [String: String] = [:]

    private let calls: ScriptCalls?
    private let scopes: VariableScopes

    init(_ collection: ImportedCollection) {
        calls = ScriptCalls(collection.kind)
        scopes = VariableScopes(collection)
        var variables = collection.shared.variables + collection.environments.flatMap(\.variables)
        for variable in variables {
            let inner = ReferenceNames.references(in: variable.value)
            if !inner.isEmpty { inValues[variable.name, default: []].formUnion(inner) }
            used.formUnion(inner)
        }
        add(collection.shared)
        ImportedItem.visit(collection.items, depth: 0) { item in
            switch item {
            case .folder(let folder):
                variables += folder.shared.variables
                add(folder.shared)
            case .request(let request):
                variables += request.variables
                if !request.isLiteral { used.formUnion(request.references) }
                add(request.captures, request.scripts)
                if let id = request.usedID { usedRequests[id] = request.usedAs }
                requests += 1
            case .block(let block):
                used.formUnion(ReferenceNames.references(in: block.text))
                requests += 1
            }
        }
        defined = captured.union(setByRead).union(variables.map(\.name))
        let valued = Set(variables.filter { $0.isEnabled && !$0.value.isEmpty }.map(\.name))
        leftOut = Set(variables.map(\.name)).subtracting(valued)
            .intersection(captured.union(setByRead).union(setByScripts.map(\.name)))
    }

    private mutating func add(_ shared: ImportedDefaults) {
        used.formUnion(Inheritance().within(shared).references)
        add(shared.captures, shared.scripts)
    }

    private mutating func add(_ captures: [ImportedCapture], _ scripts: [ImportedScript]) {
        captured.formUnion(captures.map(\.variable))
        for script in scripts {
            if script.event == .beforeRequest, let calls, let read = ScriptAboveRequest(script.text, calls, scopes) {
                self.scripts[script] = read
                setByRead.formUnion(read.globals)
                // No secret gets a name that a script sets or reads.
                used.formUnion(read.locals + read.inputs)
            } else {
                setByScripts += ScriptTokens(script.text).setNames.map { ($0, script.place) }
            }
        }
    }
}

extension ImportedRequest {
    /// Its name in references to its response; nil if there are none.
    var usedID: String? { usedAs.map { DialectName.valid($0, else: "request") } }
}

extension ImportedItem {
    /// Calls `body` with each item, outer ones first.
    static func visit(_ items: [ImportedItem], depth: Int, _ body: (ImportedItem) -> Void) {
        for item in items {
            body(item)
            if case .folder(let folder) = item, depth <= ImportedFolder.mostDepth {
                visit(folder.items, depth: depth + 1, body)
            }
        }
    }
}
