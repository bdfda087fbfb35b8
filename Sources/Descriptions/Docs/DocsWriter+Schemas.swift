import Base
import JSONPath
import OpenAPI

extension OperationDocs {
    /// Whether a schema has members, items or branches to show.
    func hasChildren(_ view: SchemaView) -> Bool {
        !view.properties.isEmpty || !view.choices.isEmpty || !view.additional.isEmpty || !view.patternProperties.isEmpty
            || !view.prefix.isEmpty || !view.items.isEmpty && hasOwnWords(view.items)
    }

    /// Whether items say more than the words of their array do.
    private func hasOwnWords(_ items: [DescriptionValue]) -> Bool {
        let view = SchemaView(items, version)
        if !view.properties.isEmpty || !view.choices.isEmpty || !view.items.isEmpty || view.text != nil { return true }
        if !view.additional.isEmpty || !view.prefix.isEmpty || !view.patternProperties.isEmpty { return true }
        return SchemaWords.text(of: view, version) != SchemaWords.type(of: view, version)
    }

    /// The value of a discriminator that means a branch.
    func discriminator(_ choice: SchemaView.Choice, _ branch: DescriptionValue) -> String? {
        guard let described = choice.owner["discriminator"], let name = described.text("propertyName") else {
            return nil
        }
        let reference = branch.reference
        let step = reference?.split(separator: "/").last.map(String.init)
        let mapped = described["mapping"]?.members.first { _, value in
            value.string != nil && (value.string == reference || value.string == step)
        }
        guard let value = mapped?.name ?? step else { return nil }
        return "\(PlainLine.of(name, limit: 60)) = \(PlainLine.of(value, limit: 60))"
    }
}

extension DocsWriter {
    /// The row of one schema, and what is open below it.
    /// - Parameter ancestors: the schemas on the way down.
    mutating func writeSchema(
        _ schemas: [DescriptionValue], _ label: [DocsRow.Part], _ id: DocsRow.ID, _ depth: Int,
        _ ancestors: [DocumentPlace], isRequired: Bool
    ) {
        let view = SchemaView(schemas, docs.version)
        var parts = label
        let isCycle = ancestors.contains(view.place)
        if isCycle {
            parts.append(DocsRow.Part(.type, "… same as \(view.name ?? "above")"))
        } else {
            parts.append(DocsRow.Part(.type, SchemaWords.text(of: view, docs.version)))
        }
        if isRequired { parts.append(DocsRow.Part(.heading, "required")) }
        if view.isReadOnly { parts.append(DocsRow.Part(.text, "read only")) }
        if view.isWriteOnly { parts.append(DocsRow.Part(.text, "write only")) }
        if view.isDeprecated { parts.append(DocsRow.Part(.deprecated, "deprecated")) }
        if let text = view.text ?? view.title { parts.append(DocsRow.Part(.text, PlainLine.firstParagraph(text))) }
        if let example = view.examples.first, example.kind != .object, example.kind != .array {
            parts.append(DocsRow.Part(.example, "example \(SchemaWords.value(example))"))
        }
        if let problem = view.problem { parts.append(DocsRow.Part(.problem, problem)) }
        let hasChildren = !isCycle && ancestors.count < DocsRows.mostLevels && docs.hasChildren(view)
        guard add(id, depth, parts, view.place, hasChildren: hasChildren) else { return }
        writeChildren(of: schemas, id, depth + 1, ancestors)
    }

    mutating func writeChildren(
        of schemas: [DescriptionValue], _ id: DocsRow.ID, _ depth: Int, _ ancestors: [DocumentPlace]
    ) {
        let view = SchemaView(schemas, docs.version)
        let ancestors = ancestors + [view.place]
        for (name, schemas) in view.properties {
            writeSchema(
                schemas, [DocsRow.Part(.name, PlainLine.of(name, limit: 80))], id.child("p" + name), depth, ancestors,
                isRequired: view.required.contains(name))
        }
        for (name, schema) in view.patternProperties {
            let label = [DocsRow.Part(.name, "names like \(PlainLine.of(name, limit: 60))")]
            writeSchema([schema], label, id.child("m" + name), depth, ancestors, isRequired: false)
        }
        if !view.additional.isEmpty {
            let label = [DocsRow.Part(.name, "any other name")]
            writeSchema(view.additional, label, id.child("a"), depth, ancestors, isRequired: false)
        }
        for (index, schema) in view.prefix.enumerated() {
            let label = [DocsRow.Part(.name, "[\(index)]")]
            writeSchema([schema], label, id.child("i\(index)"), depth, ancestors, isRequired: false)
        }
        if !view.items.isEmpty {
            writeSchema(
                view.items, [DocsRow.Part(.name, "each item")], id.child("i"), depth, ancestors, isRequired: false)
        }
        for (group, choice) in view.choices.enumerated() {
            for (index, branch) in choice.branches.enumerated() {
                let words = choice.keyword == "oneOf" ? "one of" : "any of"
                var label = [DocsRow.Part(.heading, "\(words) \(index + 1)/\(choice.branches.count)")]
                if let value = docs.discriminator(choice, branch) { label.append(DocsRow.Part(.name, value)) }
                writeSchema([branch], label, id.child("c\(group).\(index)"), depth, ancestors, isRequired: false)
            }
        }
    }
}
