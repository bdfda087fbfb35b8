import Base
import GraphQL

/// The documentation of one field of a root type as rows: its text, arguments, and the type of its value as a tree. What is closed costs
/// nothing.
package struct GraphQLFieldDocs: Sendable {
    /// Rows of one call; more are cut with a row that says so.
    private static let mostRows = 5_000
    /// Levels of a tree that can be opened.
    private static let mostLevels = 100

    package let collection: GraphQLCollection
    /// Into the collection's fields.
    package let index: Int

    package init(_ collection: GraphQLCollection, _ index: Int) {
        (self.collection, self.index) = (collection, index)
    }

    private var schema: GraphQLSchema { collection.schema }

    /// What is open at first: arguments, and the fields of the value.
    package var initiallyOpen: Set<DocsRow.ID> { [DocsRow.ID("arguments"), DocsRow.ID("value")] }

    /// The rows that are visible. Takes time by what is open.
    package func rows(open: Set<DocsRow.ID>) -> [DocsRow] {
        var rows: [DocsRow] = []
        guard let text = schema.text(of: collection.fields[index].coordinate) else { return rows }
        add([DocsRow.Part(.name, text.signature)] + deprecated(text.deprecation), DocsRow.ID("field"), 0, &rows)
        addText(text.description, DocsRow.ID("field"), 0, &rows)
        if !text.arguments.isEmpty {
            let id = DocsRow.ID("arguments")
            let title = [DocsRow.Part(.heading, "Arguments"), DocsRow.Part(.text, "\(text.arguments.count)")]
            if addOpen(title, id, 0, open, &rows) { addMembers(text.arguments, id, 1, open, [], &rows) }
        }
        if let type = text.type {
            let id = DocsRow.ID("value")
            let title = [DocsRow.Part(.heading, "Value"), DocsRow.Part(.type, "\(type)")]
            if addOpen(title, id, 0, open, &rows) { addType(type.name, id, 1, open, [], &rows) }
        }
        return rows
    }

    // MARK: Types

    /// What a type says of itself, and its members.
    private func addType(
        _ name: String, _ id: DocsRow.ID, _ depth: Int, _ open: Set<DocsRow.ID>, _ ancestors: [String],
        _ rows: inout [DocsRow]
    ) {
        guard let text = schema.text(of: name) else { return }
        add([DocsRow.Part(.type, text.signature)], id.child("type"), depth, &rows)
        addText(text.description, id, depth, &rows)
        if let url = text.specifiedBy {
            add([DocsRow.Part(.text, "As specified by \(url)")], id.child("specified"), depth, &rows)
        }
        if text.isOneOf { add([DocsRow.Part(.text, "Exactly one of these")], id.child("one"), depth, &rows) }
        addMembers(text.members, id, depth, open, ancestors + [name], &rows)
        for type in text.possibleTypes {
            let child = id.child("on \(type)")
            if addOpen([DocsRow.Part(.text, "or"), DocsRow.Part(.type, type)], child, depth, open, &rows) {
                addType(type, child, depth + 1, open, ancestors + [name], &rows)
            }
        }
    }

    private func addMembers(
        _ members: [GraphQLTypeText.Member], _ id: DocsRow.ID, _ depth: Int, _ open: Set<DocsRow.ID>,
        _ ancestors: [String], _ rows: inout [DocsRow]
    ) {
        for member in members {
            guard rows.count < Self.mostRows else { return }
            let name =
                member.arguments.isEmpty ? member.name : "\(member.name)(\(member.arguments.joined(separator: ", ")))"
            var parts = [DocsRow.Part(.name, name)]
            if let type = member.type { parts.append(DocsRow.Part(.type, "\(type)")) }
            if member.isRequired { parts.append(DocsRow.Part(.heading, "required")) }
            if let value = member.defaultValue { parts.append(DocsRow.Part(.example, "default \(value)")) }
            parts += deprecated(member.deprecation)
            if let text = member.description { parts.append(DocsRow.Part(.text, PlainLine.firstParagraph(text))) }
            let child = id.child(member.name)
            guard let type = member.type.flatMap({ schema.type($0.name) }), hasMembers(type), depth < Self.mostLevels
            else {
                add(parts, child, depth, &rows)
                continue
            }
            if ancestors.contains(type.name) { parts.append(DocsRow.Part(.text, "… as above")) }
            if addOpen(parts, child, depth, open, &rows) {
                addType(type.name, child, depth + 1, open, ancestors, &rows)
            }
        }
    }

    private func hasMembers(_ type: GraphQLType) -> Bool {
        !type.fields.isEmpty || !type.inputFields.isEmpty || !type.values.isEmpty || !type.members.isEmpty
    }

    private func deprecated(_ reason: String?) -> [DocsRow.Part] {
        reason.map { [DocsRow.Part(.deprecated, $0.isEmpty ? "deprecated" : "deprecated: \($0)")] } ?? []
    }

    // MARK: Rows

    private func addText(_ markdown: String?, _ id: DocsRow.ID, _ depth: Int, _ rows: inout [DocsRow]) {
        guard let markdown, !markdown.isEmpty else { return }
        for (place, line) in MarkdownLines.lines(of: markdown).enumerated() {
            add([DocsRow.Part(line.role, line.text)], id.child("text\(place)"), depth, &rows)
        }
    }

    private func add(_ parts: [DocsRow.Part], _ id: DocsRow.ID, _ depth: Int, _ rows: inout [DocsRow]) {
        append(DocsRow(id: id, depth: depth, parts: parts.map(Self.oneLine)), &rows)
    }

    /// - Returns: whether its children are to be added.
    private func addOpen(
        _ parts: [DocsRow.Part], _ id: DocsRow.ID, _ depth: Int, _ open: Set<DocsRow.ID>, _ rows: inout [DocsRow]
    ) -> Bool {
        let isOpen = open.contains(id)
        append(
            DocsRow(id: id, depth: depth, parts: parts.map(Self.oneLine), hasChildren: true, isOpen: isOpen), &rows)
        return isOpen
    }

    private func append(_ row: DocsRow, _ rows: inout [DocsRow]) {
        countWork(1)
        guard rows.count < Self.mostRows else { return }
        guard rows.count < Self.mostRows - 1 else {
            let more = DocsRow.Part(.text, "… more rows are not shown")
            rows.append(DocsRow(id: DocsRow.ID("more"), depth: 0, parts: [more]))
            return
        }
        rows.append(row)
    }

    private static func oneLine(_ part: DocsRow.Part) -> DocsRow.Part {
        DocsRow.Part(part.role, PlainLine.of(part.text, limit: 300))
    }
}
