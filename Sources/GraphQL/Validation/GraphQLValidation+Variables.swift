import Base

/// Variables (section 5.8).
extension GraphQLValidation {
    /// The definitions of an operation.
    mutating func check(_ variables: [Node.VariableDefinition]) {
        var known: Set<String> = []
        for node in variables {
            let name = node.name.text
            if !known.insert(name).inserted {
                report("The variable $\(name) is defined twice", node.name.range, .uniqueVariableNames)
            }
            let type = node.type.type
            if let definition = schema.type(type.name) {
                if !definition.isInput {
                    report(
                        "$\(name) cannot be \(type): \(type.name) is not an input type", node.type.range,
                        .variablesAreInputTypes)
                } else if let value = node.defaultValue {
                    check(value, type, false, .variable(name))
                }
            } else {
                let advice = suggestion(
                    type.name, schema.types.filter { $0.isInput && !$0.isIntrospection }.map(\.name))
                report("There is no type \(type.name)\(advice)", node.type.nameRange, .knownTypeNames)
            }
            check(node.directives, at: "VARIABLE_DEFINITION")
        }
    }

    /// Each operation with the fragments that it reaches.
    mutating func checkVariables() {
        var left = maxUses
        for (node, place) in operations {
            var definitions: [String: Node.VariableDefinition] = [:]
            for variable in node.variables where definitions[variable.name.text] == nil {
                definitions[variable.name.text] = variable
            }
            var used: Set<String> = []
            var reached: Set<Int> = []
            var open = [place]
            while let scope = open.popLast() {
                left -= 1 + scopes[scope].variables.count + scopes[scope].spreads.count
                countWork(1 + scopes[scope].variables.count + scopes[scope].spreads.count)
                guard left > 0 else {
                    return report(
                        "There are too many operations with shared fragments to check all variables",
                        node.range.lowerBound..<node.range.lowerBound, .limit)
                }
                for use in scopes[scope].variables {
                    used.insert(use.name)
                    check(use, definitions, node)
                }
                for spread in scopes[scope].spreads {
                    guard let fragment = fragmentIndex[spread.name.text], reached.insert(fragment).inserted else {
                        continue
                    }
                    open.append(fragments[fragment].scope)
                }
            }
            for variable in node.variables where !used.contains(variable.name.text) {
                report("The variable $\(variable.name.text) is not used", variable.name.range, .noUnusedVariables)
            }
        }
    }

    private mutating func check(
        _ use: VariableUse, _ definitions: [String: Node.VariableDefinition], _ operation: Node.Operation
    ) {
        guard let definition = definitions[use.name] else {
            let owner = operation.name.map { " in the operation \($0.text)" } ?? ""
            return report(
                "The variable $\(use.name) is not defined\(owner)\(suggestion(use.name, Array(definitions.keys)))",
                use.range, .noUndefinedVariables)
        }
        let type = definition.type.type
        guard let expected = use.type, schema.type(type.name)?.isInput == true else { return }
        if use.isOneOf, !type.isNonNull {
            return report(
                "$\(use.name) is \(type), and the one field that is given here cannot be null: declare it as \(expected.nonNull ?? expected)",
                use.range, .variablesInAllowedPosition)
        }
        guard !Self.isAllowed(type, definition.defaultValue, at: expected, use.hasDefault) else { return }
        let advice = type.nonNull == expected ? "; declare it as \(expected)" : ""
        report(
            "$\(use.name) is \(type), and here \(expected) is needed\(advice)", use.range, .variablesInAllowedPosition)
    }

    /// IsVariableUsageAllowed (section 5.8.5).
    static func isAllowed(
        _ type: GraphQLTypeReference, _ value: Node.Value?, at expected: GraphQLTypeReference, _ hasDefault: Bool
    ) -> Bool {
        guard expected.isNonNull, !type.isNonNull else { return isCompatible(type, expected) }
        let hasValue = value.map { $0.kind != .null } ?? false
        return (hasValue || hasDefault) && isCompatible(type, expected.nullable)
    }

    private static func isCompatible(_ type: GraphQLTypeReference, _ expected: GraphQLTypeReference) -> Bool {
        var (type, expected) = (type, expected)
        while true {
            if expected.isNonNull {
                guard type.isNonNull else { return false }
                (type, expected) = (type.inner, expected.inner)
            }
            type = type.nullable
            guard type.isList == expected.isList else { return false }
            guard type.isList else { return type.name == expected.name }
            (type, expected) = (type.inner, expected.inner)
        }
    }
}
