/// A query taken apart, for evaluation without a tree of the whole text.
extension JSONPathQuery {
    /// A step that leads to one value.
    package enum Step: Sendable, Hashable {
        case name([UInt8])
        /// From the end if it is negative.
        case index(Int)
    }

    /// What its first segment needs to see.
    package enum Head: Sendable, Hashable {
        case step(Step)
        /// Each item by itself, and what is in it if `isDescendant`.
        case items(isDescendant: Bool)
        /// All items together, or the whole text.
        case all
    }

    /// nil for `$` alone.
    package var head: Head? {
        guard let segment = segments.first else { return nil }
        if segment.isSingular {
            switch segment.selectors[0] {
            case .name(let name): return .step(.name(name))
            case .index(let index): return .step(.index(index))
            case .wildcard, .slice, .filter: break
            }
        }
        let isByItem = segment.selectors.allSatisfy { selector in
            switch selector {
            case .wildcard: true
            case .name: segment.isDescendant
            case .filter(let filter): !filter.looksAtRoot
            case .index, .slice: false
            }
        }
        return isByItem ? .items(isDescendant: segment.isDescendant) : .all
    }

    /// Without its first segment.
    package var rest: JSONPathQuery {
        var rest = self
        rest.segments = Array(segments.dropFirst())
        return rest
    }

    /// How often the first segment selects an item of that name, or an element; nil if that depends on its content.
    package func selections(of name: [UInt8]?) -> Int? {
        var count = 0
        for selector in segments.first?.selectors ?? [] {
            switch selector {
            case .wildcard: count += 1
            case .name(let wanted): count += wanted == name ? 1 : 0
            case .index, .slice, .filter: return nil
            }
        }
        return count
    }

    /// The steps, if the query leads to at most one value.
    package var singularSteps: [Step]? {
        guard let head else { return [] }
        guard case .step(let step) = head else { return nil }
        return rest.singularSteps.map { [step] + $0 }
    }
}

extension JSONPathQuery.Logical {
    /// Whether a query in it begins at the root.
    fileprivate var looksAtRoot: Bool {
        switch self {
        case .or(let parts), .and(let parts): parts.contains(where: \.looksAtRoot)
        case .not(let part): part.looksAtRoot
        case .exists(let query): query.looksAtRoot
        case .compare(let first, _, let second): first.looksAtRoot || second.looksAtRoot
        case .matches(let text, let pattern, _): text.looksAtRoot || pattern.looksAtRoot
        }
    }
}

extension JSONPathQuery.Value {
    fileprivate var looksAtRoot: Bool {
        switch self {
        case .string, .number, .bool, .null: false
        case .node(let query), .count(let query), .value(let query): query.looksAtRoot
        case .length(let value): value.looksAtRoot
        }
    }
}

extension JSONPathQuery.Inner {
    fileprivate var looksAtRoot: Bool {
        isAbsolute
            || segments.contains { segment in
                segment.selectors.contains { selector in
                    if case .filter(let filter) = selector { filter.looksAtRoot } else { false }
                }
            }
    }
}
