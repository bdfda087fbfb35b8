import Base

/// Arguments and directives (sections 5.4 and 5.7).
extension GraphQLValidation {
    /// To whom a value is given, for sentences.
    enum Owner {
        case field(String?, String)
        case directive(String)
        indirect case argument(String, Owner)
        case inputField(String, String)
        case variable(String)

        var text: String {
            switch self {
            case .field(let type, let name): type.map { "\($0).\(name)" } ?? name
            case .directive(let name): "@\(name)"
            case .argument(let name, let owner): "The argument \(name) of \(owner.text)"
            case .inputField(let type, let name): "The field \(name) of \(type)"
            case .variable(let name): "The variable $\(name)"
            }
        }
    }

    /// - Parameter definitions: nil if it is not known what can be given.
    mutating func check(
        _ arguments: [Node.Argument], _ definitions: [GraphQLInputValue]?, _ owner: Owner, _ range: Range<Int>
    ) {
        guard !arguments.isEmpty || definitions?.isEmpty == false else { return }
        var known: Set<String> = []
        // Few are found faster one by one.
        let index = (definitions?.count ?? 0) > 12 ? Self.index(definitions ?? []) : nil
        for argument in arguments {
            let name = argument.name.text
            if !known.insert(name).inserted {
                report("The argument \(name) is given twice", argument.name.range, .uniqueArgumentNames)
            }
            let definition = index.map { $0[name] } ?? definitions?.first { $0.name == name }
            if let definitions, definition == nil {
                report(
                    "\(owner.text) has no argument \(name)\(suggestion(name, definitions.map(\.name)))",
                    argument.name.range, .knownArgumentNames)
            }
            check(argument.value, definition?.type, definition?.defaultValue != nil, .argument(name, owner))
        }
        for definition in definitions ?? [] where definition.isRequired && !known.contains(definition.name) {
            report(
                "\(owner.text) needs the argument \(definition.name): \(definition.type)", range,
                .providedRequiredArguments)
        }
    }

    private static func index(_ definitions: [GraphQLInputValue]) -> [String: GraphQLInputValue] {
        Dictionary(definitions.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
    }

    mutating func check(_ directives: [Node.Directive], at location: String) {
        guard !directives.isEmpty else { return }
        var known: Set<String> = []
        for node in directives {
            let name = node.name.text
            let definition = schema.directive(name)
            if let definition {
                if !definition.locations.contains(location) {
                    report(
                        "@\(name) cannot be used on \(Self.words[location] ?? "this")", node.name.range,
                        .knownDirectives)
                }
                if !known.insert(name).inserted, !definition.isRepeatable {
                    report("@\(name) can be used once here", node.name.range, .uniqueDirectivesPerLocation)
                }
            } else {
                report(
                    "There is no directive @\(name)\(suggestion(name, schema.directives.map(\.name)))", node.name.range,
                    .knownDirectives)
            }
            check(node.arguments, definition?.arguments, .directive(name), node.name.range)
        }
    }

    private static let words = [
        "QUERY": "a query", "MUTATION": "a mutation", "SUBSCRIPTION": "a subscription", "FIELD": "a field",
        "FRAGMENT_DEFINITION": "a fragment", "FRAGMENT_SPREAD": "a fragment spread",
        "INLINE_FRAGMENT": "an inline fragment", "VARIABLE_DEFINITION": "a variable",
    ]
}
