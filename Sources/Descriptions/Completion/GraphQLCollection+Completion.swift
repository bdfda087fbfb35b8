import Base
import GraphQL

extension GraphQLCollection {
    /// What may be written at a place of a query or of its variables.
    /// - Parameters:
    ///   - body: the query, an empty line, and the variables.
    ///   - offset: the cursor, in bytes.
    /// - Returns: nil if nothing fits.
    package func completion(in body: [UInt8], at offset: Int) -> DescribedCompletion? {
        guard body.count <= DescribedCompletion.mostBytes, offset <= body.count else { return nil }
        let range = found(body, offset).range
        guard range.lowerBound <= offset, range.upperBound >= offset else { return nil }
        let typed = range.lowerBound..<offset
        // Without what is typed, so that all that fits is known while letters are added and taken back.
        let bare = Array(body[..<typed.lowerBound]) + body[max(offset, range.upperBound)...]
        var seen: Set<String> = []
        let items = found(bare, typed.lowerBound).items.compactMap { item -> DescribedCompletion.Item? in
            guard seen.insert(item.text).inserted else { return nil }
            var parts = item.detail.map { [$0] } ?? []
            if item.isDeprecated { parts.append("deprecated") }
            if let text = item.description.map({ PlainLine.firstParagraph($0) }), !text.isEmpty { parts.append(text) }
            return DescribedCompletion.Item(
                text: item.text, note: PlainLine.of(parts.joined(separator: "  "), limit: 200))
        }
        return items.isEmpty ? nil : DescribedCompletion(typed: typed, items: items)
    }

    private func found(_ body: [UInt8], _ offset: Int) -> GraphQLCompletion {
        let tokens = GraphQLTokens(body)
        let text = GraphQLRequestText(tokens)
        if let variables = text.variables, variables.lowerBound <= offset {
            let operations = GraphQLDocument.parse(Array(body[text.query])).operations
            var found = schema.completions(
                inVariables: Array(body[variables]), at: offset - variables.lowerBound,
                of: operations.first?.variables ?? [])
            found.range =
                (found.range.lowerBound + variables.lowerBound)..<(found.range.upperBound + variables.lowerBound)
            return found
        }
        return schema.completions(in: GraphQLTokens(Array(body[text.query])), at: min(offset, text.query.upperBound))
    }
}
