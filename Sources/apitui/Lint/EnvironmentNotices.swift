/// N10: a name that means one thing in tools that take the file's value first and another in those that take the
/// environment's first (HTTP-FORMAT §9). Pure.
enum EnvironmentNotices {
    /// - Parameters:
    ///   - environment: the chosen one; nil: all are compared.
    ///   - names: only these; nil: all that the file defines.
    static func notices(
        _ document: HTTPDocument, _ environments: EnvironmentSet, environment: String?, names: Set<String>? = nil
    ) -> [Notice] {
        guard !document.definitions.isEmpty, !environments.variables.isEmpty else { return [] }
        let compared = environment.map { [$0] } ?? environments.names
        return document.definitions.compactMap { definition in
            if let names, !names.contains(definition.name) { return nil }
            for name in compared + [EnvironmentSet.shared] {
                guard let value = environments.variables[name]?[definition.name]?.value, value != definition.rawValue
                else { continue }
                let place = name == EnvironmentSet.shared ? "all environments" : "the environment \(name)"
                return Notice(
                    id: "N10", severity: .info, line: definition.line,
                    text: "\(definition.name) has another value in \(place); here the file's holds, in JetBrains IDEs "
                        + "and kulala the environment's")
            }
            return nil
        }
    }
}
