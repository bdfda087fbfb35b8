import Base
import HTTPFormat

/// N10: a name with one value in tools where the file takes precedence, and another in those where the environment does
/// (HTTP-FORMAT §9). Pure.
package enum EnvironmentNotices {
    /// - Parameters:
    ///   - environment: the chosen one; nil compares all.
    ///   - names: only these; nil checks all that the file defines.
    package static func notices(
        _ document: HTTPDocument, _ environments: EnvironmentSet, environment: String?, names: Set<String>? = nil
    ) -> [Notice] {
        guard !document.definitions.isEmpty, !environments.variables.isEmpty else { return [] }
        let compared = environment.map { [$0] } ?? environments.names
        let defined = Set(document.definitions.map(\.name)).intersection(names ?? Set(document.definitions.map(\.name)))
        // The values of each name in the environments, in their order.
        var values: [String: [(environment: String, value: String)]] = [:]
        for name in compared + [EnvironmentSet.shared] {
            for (variable, content) in environments.variables[name] ?? [:] where defined.contains(variable) {
                countWork(1)
                // What all share counts where an environment does not define the name.
                let isUsed =
                    name != EnvironmentSet.shared || compared.isEmpty
                    || compared.contains { environments.variables[$0]?[variable] == nil }
                if isUsed, let value = content.value { values[variable, default: []].append((name, value)) }
            }
        }
        // nil for a definition with no other value anywhere.
        var places: [VariableDefinition: String?] = [:]
        return document.definitions.compactMap { definition in
            guard let values = values[definition.name] else { return nil }
            var key = definition
            key.line = 0
            // A value that all environments share is compared with each of them once.
            let other: String?
            if let known = places[key] {
                other = known
            } else {
                other =
                    values.first {
                        countWork(1)
                        return $0.value != definition.rawValue
                    }?.environment
                places[key] = .some(other)
            }
            guard let other else { return nil }
            let place = other == EnvironmentSet.shared ? "all environments" : "the environment \(other)"
            let order = environments.order(of: document, in: other == EnvironmentSet.shared ? environment : other)
            let sentence =
                order == .fileFirst
                ? "apitui uses the file's value (file-first), JetBrains IDEs and kulala use the environment's"
                : "apitui uses the environment's value (environment-first) as JetBrains IDEs do, VS Code REST Client and "
                    + "Visual Studio use the file's"
            return Notice(
                id: "N10", severity: .info, line: definition.line,
                text: "\(definition.name) has another value in \(place); \(sentence)")
        }
    }
}
