import Base
import OpenAPI
import Pattern

/// A schema with the branches of its `oneOf` and `anyOf`: everything that a value there may be.
struct SchemaBranches {
    /// Branches that are looked into for one step.
    static let most = 64

    /// The schema itself first, then its branches in their order.
    private(set) var views: [SchemaView] = []
    private let version: DescriptionVersion
    /// Steps that matching the patterns of names may take for one step of a path.
    private static let mostPatternSteps = 5_000_000

    /// - Parameter alternatives: each a list of schemas that hold together.
    init(_ alternatives: [[DescriptionValue]], _ version: DescriptionVersion) {
        self.version = version
        var open = Array(alternatives.prefix(Self.most).reversed())
        var seen: Set<DocumentPlace> = []
        var looks = 0
        while let next = open.popLast(), looks < Self.most {
            looks += 1
            let view = SchemaView(next, version)
            guard seen.insert(view.place).inserted else { continue }
            views.append(view)
            for choice in view.choices.reversed() {
                open += choice.branches.prefix(Self.most).reversed().map { [$0] }
            }
        }
    }

    /// What a member or an item may be: each branch that says something of it. What is said of all other names counts only if
    /// none does.
    func below(_ step: MemberStep) -> [[DescriptionValue]] {
        var found: [[DescriptionValue]] = []
        var others: [[DescriptionValue]] = []
        let budget = QueryBudget(steps: Self.mostPatternSteps)
        for view in views {
            switch step {
            case .name(let name):
                let named = (view.property(name) ?? []) + view.schemas(byPatternOf: name, budget)
                if !named.isEmpty {
                    found.append(named)
                } else if !view.additional.isEmpty {
                    others.append(view.additional)
                }
            case .index(let index):
                if view.prefix.indices.contains(index) {
                    found.append([view.prefix[index]])
                } else if !view.items.isEmpty {
                    found.append(view.items)
                }
            }
        }
        return found.isEmpty ? others : found
    }
}

extension SchemaView {
    /// The schemas of `patternProperties` whose pattern is in the name. A pattern that cannot be read, or takes too long, says nothing.
    func schemas(byPatternOf name: String, _ budget: QueryBudget) -> [DescriptionValue] {
        guard !patternProperties.isEmpty else { return [] }
        let text = Array(name.utf8)
        return patternProperties.compactMap { source, schema in
            guard let pattern = try? Pattern(source, syntax: .ecmaScript),
                (try? pattern.isFound(in: text, budget)) == true
            else { return nil }
            return schema
        }
    }

    /// Whether a member has to be there.
    func requires(_ step: MemberStep) -> Bool {
        if case .name(let name) = step { required.contains(name) } else { false }
    }
}
