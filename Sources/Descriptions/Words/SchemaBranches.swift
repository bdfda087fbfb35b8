import Base
import OpenAPI

/// A schema with the branches of its `oneOf` and `anyOf`: everything that a value there may be.
struct SchemaBranches {
    /// Branches that are looked into for one step.
    static let most = 64

    /// The schema itself first, then its branches in their order.
    private(set) var views: [SchemaView] = []
    private let version: DescriptionVersion

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
        for view in views {
            switch step {
            case .name(let name):
                if let property = view.property(name) {
                    found.append(property)
                } else {
                    // Patterns are not matched: what each of them says is possible.
                    others += view.patternProperties.map { [$0.schema] }
                    if !view.additional.isEmpty { others.append(view.additional) }
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
    /// Whether a member has to be there.
    func requires(_ step: MemberStep) -> Bool {
        if case .name(let name) = step { required.contains(name) } else { false }
    }
}
