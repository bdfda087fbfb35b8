/// Collects the fields that an operation selects of an object (GraphQL specification, section 6.3.2, CollectFields).
package struct GraphQLFieldCollector: Sendable {
    private let fragments: [String: GraphQLDocument.Fragment]

    package init(_ document: GraphQLDocument) {
        fragments = Dictionary(document.fragments.map { ($0.name.text, $0) }, uniquingKeysWith: { first, _ in first })
    }

    /// The fields of selections, those of one response name together, in the order of the response.
    ///
    /// - Parameters:
    ///   - boolean: the value of an argument of `@skip` and `@include`; nil if it has none.
    ///   - applies: whether a fragment with this type condition is for the object.
    package func fields(
        of sets: [GraphQLDocument.SelectionSet], boolean: (GraphQLDocument.Value) -> Bool?,
        applies: (String) -> Bool
    ) -> [[GraphQLDocument.Field]] {
        var places: [String: Int] = [:]
        var found: [[GraphQLDocument.Field]] = []
        var spreads: Set<String> = []
        var open = sets.flatMap(\.selections).reversed() as [GraphQLDocument.Selection]
        while let selection = open.popLast() {
            switch selection {
            case .field(let field) where Self.isIncluded(field.directives, boolean):
                if let place = places[field.responseName] {
                    found[place].append(field)
                } else {
                    places[field.responseName] = found.count
                    found.append([field])
                }
            case .inline(let fragment) where Self.isIncluded(fragment.directives, boolean):
                guard fragment.typeCondition.map({ applies($0.text) }) ?? true else { continue }
                open += fragment.selections.selections.reversed()
            case .spread(let spread) where Self.isIncluded(spread.directives, boolean):
                guard spreads.insert(spread.name.text).inserted, let fragment = fragments[spread.name.text],
                    applies(fragment.typeCondition.text)
                else { continue }
                open += fragment.selections.selections.reversed()
            case .field, .inline, .spread: continue
            }
        }
        return found
    }

    /// `@skip` and `@include` (section 3.13).
    private static func isIncluded(
        _ directives: [GraphQLDocument.Directive], _ boolean: (GraphQLDocument.Value) -> Bool?
    ) -> Bool {
        directives.allSatisfy { directive in
            guard directive.name.text == "skip" || directive.name.text == "include",
                let value = directive.arguments.first(where: { $0.name.text == "if" })?.value,
                let condition = boolean(value)
            else { return true }
            return condition == (directive.name.text == "include")
        }
    }
}
