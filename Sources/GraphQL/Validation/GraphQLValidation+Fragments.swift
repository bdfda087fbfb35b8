import Base

/// Spreads and cycles (section 5.5), and subscriptions (section 5.2.4).
extension GraphQLValidation {
    mutating func checkSpreads() {
        var used: Set<Int> = []
        var open: [Int] = operations.map(\.scope)
        for scope in scopes {
            for spread in scope.spreads {
                guard let place = fragmentIndex[spread.name.text] else {
                    let advice = suggestion(spread.name.text, Array(fragmentIndex.keys))
                    report(
                        "There is no fragment \(spread.name.text)\(advice)", spread.name.range, .knownFragmentNames)
                    continue
                }
                let condition = fragments[place].node.typeCondition.text
                guard let parent = spread.parent, let type = schema.typeIndex(condition),
                    schema.types[type].isComposite, !schema.overlap(type, parent)
                else { continue }
                report(
                    "The fragment \(spread.name.text) is on \(condition), and nothing of the type \(schema.types[parent].name) can be that",
                    spread.name.range, .possibleFragmentSpreads)
            }
        }
        while let scope = open.popLast() {
            for spread in scopes[scope].spreads {
                guard let place = fragmentIndex[spread.name.text], used.insert(place).inserted else { continue }
                open.append(fragments[place].scope)
            }
        }
        for (place, fragment) in fragments.enumerated() {
            let first = fragmentIndex[fragment.node.name.text]
            guard !used.contains(first ?? place) else { continue }
            let name = fragment.node.name
            report("The fragment \(name.text) is not used", name.range, .noUnusedFragments)
        }
    }

    /// Depth-first, without recursion; each fragment is entered once.
    mutating func checkCycles() {
        enum State { case open, done }
        var states: [Int: State] = [:]
        for start in fragments.indices where states[start] == nil {
            states[start] = .open
            var path: [(fragment: Int, next: Int)] = [(start, 0)]
            while let (fragment, next) = path.last {
                let spreads = scopes[fragments[fragment].scope].spreads
                guard next < spreads.count else {
                    states[fragment] = .done
                    path.removeLast()
                    continue
                }
                countWork(1)
                path[path.count - 1].next += 1
                guard let target = fragmentIndex[spreads[next].name.text] else { continue }
                switch states[target] {
                case nil:
                    states[target] = .open
                    path.append((target, 0))
                case .open?:
                    let name = spreads[next].name
                    let through = target == fragment ? "" : ", through \(fragments[fragment].node.name.text)"
                    report("The fragment \(name.text) contains itself\(through)", name.range, .noFragmentCycles)
                case .done?: break
                }
            }
        }
    }

    /// A subscription has one field, which is not of introspection and has no condition.
    mutating func checkSubscriptions() {
        let root = schema.roots[.subscription].flatMap(schema.typeIndex)
        for (node, place) in operations where node.kind == .subscription {
            var first: String?
            var reached: Set<Int> = []
            var open: [(set: Int, hasCondition: Bool)] = [(scopes[place].set, false)]
            while let (set, isConditional) = open.popLast() {
                for entry in sets[set] {
                    switch entry {
                    case .inline(let set, let hasCondition): open.append((set, isConditional || hasCondition))
                    case .spread(let fragment, let hasCondition):
                        guard reached.insert(fragment).inserted else { continue }
                        open.append((scopes[fragments[fragment].scope].set, isConditional || hasCondition))
                    case .field(let index):
                        let field = fields[index]
                        // A fragment on another type has no part in it, and is reported as such.
                        if let root, let parent = field.parent, !schema.overlap(root, parent) { continue }
                        if let first, first != field.responseName {
                            report(
                                "A subscription has one field; \(field.responseName) is another one", field.name.range,
                                .singleFieldSubscriptions)
                        } else if field.name.text.hasPrefix("__") {
                            report(
                                "The one field of a subscription cannot be \(field.name.text)", field.name.range,
                                .singleFieldSubscriptions)
                        } else if isConditional || field.hasCondition {
                            report(
                                "The one field of a subscription cannot depend on @skip or @include", field.name.range,
                                .singleFieldSubscriptions)
                        }
                        first = first ?? field.responseName
                    }
                }
            }
        }
    }
}
