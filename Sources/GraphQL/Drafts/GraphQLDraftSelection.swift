import Base

/// Writes a selection of a type's fields, level by level.
struct GraphQLDraftSelection {
    private let schema: GraphQLSchema
    private let limits: GraphQLOperationDraft.Limits
    private var left: Int
    /// Types that are being selected, outermost first.
    private var path: [String] = []
    private var leftOut = 0
    /// Whether there is more than may be selected or looked at.
    private var isCut = false
    /// Fields that may still be looked at, whether they are selected or not.
    private var looks = 100_000
    private var conflicts: [String: Set<String>] = [:]

    init(_ schema: GraphQLSchema, _ limits: GraphQLOperationDraft.Limits) {
        self.schema = schema
        self.limits = limits
        left = limits.maxFields
    }

    var notes: [String] {
        var notes: [String] = []
        if isCut { notes.append("The selection ends after \(limits.maxFields) fields") }
        if leftOut > 0 {
            notes.append(
                leftOut == 1
                    ? "A field that needs arguments is left out"
                    : "\(leftOut) fields that need arguments are left out")
        }
        return notes
    }

    /// ` { … }`, or nothing for a leaf.
    mutating func text(of type: GraphQLTypeReference) -> String {
        guard let type = schema.type(type.name), type.isComposite else { return "" }
        let lines = lines(of: type, 1, "    ")
        return " {\n" + (lines.isEmpty ? "    __typename\n" : lines.joined(separator: "\n") + "\n") + "  }"
    }

    /// - Parameter level: 1 for the fields of the root field.
    private mutating func lines(of type: GraphQLType, _ level: Int, _ indent: String) -> [String] {
        path.append(type.name)
        defer { path.removeLast() }
        guard type.kind == .union else { return lines(of: type.fields, level, indent, [], "") }
        var result = [indent + "__typename"]
        let members = type.members.compactMap(schema.type)
        let conflicts = self.conflicts[type.name] ?? conflicts(members)
        self.conflicts[type.name] = conflicts
        for member in members {
            guard left > 0, looks > 0 else {
                isCut = true
                break
            }
            guard !path.contains(member.name) else { continue }
            path.append(member.name)
            let inner = lines(of: member.fields, level, indent + "  ", conflicts, member.name)
            path.removeLast()
            guard !inner.isEmpty else { continue }
            result.append("\(indent)... on \(member.name) {")
            result += inner
            result.append(indent + "}")
        }
        return result
    }

    /// Fields that members have with different types: they cannot have the same name in one response, and which do is
    /// the same wherever the union is selected.
    private mutating func conflicts(_ members: [GraphQLType]) -> Set<String> {
        var types: [String: GraphQLTypeReference] = [:]
        var conflicts: Set<String> = []
        for field in members.flatMap(\.fields) {
            if let type = types[field.name], type != field.type { conflicts.insert(field.name) }
            types[field.name] = types[field.name] ?? field.type
        }
        return conflicts
    }

    private mutating func lines(
        of fields: [GraphQLField], _ level: Int, _ indent: String, _ aliased: Set<String>,
        _ member: String
    ) -> [String] {
        var result: [String] = []
        for field in fields {
            countWork(1)
            looks -= 1
            guard left > 0, looks > 0 else {
                isCut = true
                break
            }
            guard field.deprecation == nil else { continue }
            guard !field.arguments.contains(where: \.isRequired) else {
                leftOut += 1
                continue
            }
            let name = aliased.contains(field.name) ? "\(field.name)\(member): \(field.name)" : field.name
            guard let type = schema.type(field.type.name) else { continue }
            guard type.isComposite else {
                if type.kind == .inputObject { continue }
                left -= 1
                result.append(indent + name)
                continue
            }
            // Not again inside itself, as a friend's friends would be.
            guard level < limits.depth, !path.contains(type.name) else { continue }
            left -= 1
            let inner = lines(of: type, level + 1, indent + "  ")
            guard !inner.isEmpty else { continue }
            result.append("\(indent)\(name) {")
            result += inner
            result.append(indent + "}")
        }
        return result
    }
}
