/// The calls of a tool's scripts that set and read variables, by their whole names.
struct ScriptCalls {
    /// Where a tool keeps a variable. All are looked up by one name in requests; the first that has it counts.
    enum Scope: Hashable {
        /// Of the running request alone; before all others.
        case local
        /// Bruno's variables of scripts; before all others.
        case runtime
        case environment
        case collection
        case global
    }

    /// How many names a call has at most, with dots between them.
    static let mostNames = 3

    let sets: [String: Scope]
    let gets: [String: Scope]
    /// What replaces the variables of a text.
    let replacements: Set<String>
    /// The objects of the tool. None of them may be left in a script.
    let roots: Set<String>
    /// Whether environments hold texts only; otherwise a value that is read may have another type.
    let hasTexts: Bool

    init?(_ kind: ImportKind) {
        switch kind {
        case .postman:
            sets = [
                "pm.variables.set": .local, "pm.environment.set": .environment, "pm.globals.set": .global,
                "pm.collectionVariables.set": .collection, "postman.setEnvironmentVariable": .environment,
                "postman.setGlobalVariable": .global,
            ]
            gets = [
                "pm.variables.get": .local, "pm.environment.get": .environment, "pm.globals.get": .global,
                "pm.collectionVariables.get": .collection, "postman.getEnvironmentVariable": .environment,
                "postman.getGlobalVariable": .global,
            ]
            replacements = ["pm.variables.replaceIn"]
            roots = ["pm", "postman"]
            hasTexts = true
        case .bruno:
            sets = ["bru.setVar": .runtime, "bru.setEnvVar": .environment, "bru.setGlobalEnvVar": .global]
            gets = [
                "bru.getVar": .runtime, "bru.getEnvVar": .environment, "bru.getCollectionVar": .collection,
                "bru.getGlobalEnvVar": .global,
            ]
            replacements = []
            roots = ["bru", "req", "res"]
            hasTexts = true
        case .insomnia:
            sets = [
                "insomnia.variables.set": .local, "insomnia.environment.set": .environment,
                "insomnia.baseEnvironment.set": .collection, "insomnia.collectionVariables.set": .collection,
                "insomnia.globals.set": .global,
            ]
            gets = [
                "insomnia.variables.get": .local, "insomnia.environment.get": .environment,
                "insomnia.baseEnvironment.get": .collection, "insomnia.collectionVariables.get": .collection,
                "insomnia.globals.get": .global,
            ]
            replacements = ["insomnia.variables.replaceIn"]
            roots = ["insomnia", "pm"]
            hasTexts = false
        case .curl, .openapi, .har, .hurl: return nil
        }
    }

    /// Dynamic variables that mean the same in a script above a request.
    static let dynamic: [String: String] = [
        "{{$guid}}": "$guid", "{{$randomUUID}}": "$guid", "{{$timestamp}}": "$timestamp",
        "{{$isoTimestamp}}": "$isoTimestamp", "{{$randomInt}}": "$randomInt",
    ]
}
