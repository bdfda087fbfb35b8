import Base
import GraphQL

/// The documentation of one field of a root type as rows: its text, arguments, and the type of its value as a tree. What is closed costs
/// nothing.
package struct GraphQLFieldDocs: Sendable {
    package let collection: GraphQLCollection
    /// Into the collection's fields.
    package let index: Int

    package init(_ collection: GraphQLCollection, _ index: Int) {
        (self.collection, self.index) = (collection, index)
    }

    /// What is open at first: arguments, and the fields of the value.
    package var initiallyOpen: Set<DocsRow.ID> { [DocsRow.ID("arguments"), DocsRow.ID("value")] }

    /// The rows that are visible. Takes time by what is open.
    package func rows(open: Set<DocsRow.ID>) -> [DocsRow] {
        var writer = GraphQLDocsWriter(schema: collection.schema, rows: DocsRows(open: open))
        writer.write(collection.fields[index])
        return writer.rows.rows
    }
}

/// Writes the rows of a field.
private struct GraphQLDocsWriter {
    let schema: GraphQLSchema
    var rows: DocsRows

    mutating func write(_ field: GraphQLCollection.Field) {
        guard let text = schema.text(of: field.coordinate) else { return }
        let id = DocsRow.ID("field")
        _ = rows.add(id, 0, [part(.name, text.signature)] + deprecated(text.deprecation))
        rows.addText(text.description, id, 0)
        if !text.arguments.isEmpty {
            let id = DocsRow.ID("arguments")
            let title = [part(.heading, "Arguments"), part(.text, "\(text.arguments.count)")]
            if rows.add(id, 0, title, hasChildren: true) { write(text.arguments, id, 1, []) }
        }
        if let type = text.type {
            let id = DocsRow.ID("value")
            let title = [part(.heading, "Value"), part(.type, "\(type)")]
            if rows.add(id, 0, title, hasChildren: true) { write(type.name, id, 1, []) }
        }
    }

    /// What a type says of itself, and its members.
    /// - Parameter ancestors: the types on the way down.
    private mutating func write(_ type: String, _ id: DocsRow.ID, _ depth: Int, _ ancestors: [String]) {
        guard let text = schema.text(of: type) else { return }
        // No member has a name like this one.
        let about = id.child("=")
        _ = rows.add(about, depth, [part(.type, text.signature)])
        rows.addText(text.description, about, depth)
        if let url = text.specifiedBy {
            _ = rows.add(about.child("specified"), depth, [part(.text, "As specified by \(url)")])
        }
        if text.isOneOf { _ = rows.add(about.child("one"), depth, [part(.text, "Exactly one of these")]) }
        write(text.members, id, depth, ancestors + [type])
        for other in text.possibleTypes {
            let child = id.child("on \(other)")
            if rows.add(child, depth, [part(.text, "or"), part(.type, other)], hasChildren: true) {
                write(other, child, depth + 1, ancestors + [type])
            }
        }
    }

    private mutating func write(
        _ members: [GraphQLTypeText.Member], _ id: DocsRow.ID, _ depth: Int, _ ancestors: [String]
    ) {
        for member in members {
            let arguments = member.arguments.isEmpty ? "" : "(\(member.arguments.joined(separator: ", ")))"
            var parts = [part(.name, member.name + arguments), part(.type, member.type.map { "\($0)" } ?? "")]
            if member.isRequired { parts.append(part(.heading, "required")) }
            if let value = member.defaultValue { parts.append(part(.example, "default \(value)")) }
            parts += deprecated(member.deprecation)
            if let text = member.description { parts.append(part(.text, PlainLine.firstParagraph(text))) }
            let type = member.type.flatMap { schema.type($0.name) }.flatMap { hasMembers($0) ? $0 : nil }
            if let type, ancestors.contains(type.name) { parts.append(part(.text, "… as above")) }
            let child = id.child(member.name)
            let hasChildren = type != nil && depth < DocsRows.mostLevels
            if rows.add(child, depth, parts, hasChildren: hasChildren), let type {
                write(type.name, child, depth + 1, ancestors)
            }
        }
    }

    private func hasMembers(_ type: GraphQLType) -> Bool {
        !type.fields.isEmpty || !type.inputFields.isEmpty || !type.values.isEmpty || !type.members.isEmpty
    }

    private func deprecated(_ reason: String?) -> [DocsRow.Part] {
        reason.map { [part(.deprecated, $0.isEmpty ? "deprecated" : "deprecated: \($0)")] } ?? []
    }

    private func part(_ role: DocsRow.Role, _ text: String) -> DocsRow.Part {
        DocsRow.Part(role, PlainLine.of(text, limit: 300))
    }
}
