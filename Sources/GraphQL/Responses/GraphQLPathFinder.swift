import Base

/// Finds the field of a query that a path in the response belongs to, through aliases and fragments.
struct GraphQLPathFinder {
    private typealias Part = (selections: GraphQLDocument.SelectionSet, type: String?)

    private let document: GraphQLDocument
    private let schema: GraphQLSchema?
    private let operation: GraphQLDocument.Operation?
    private let fragments: [String: GraphQLDocument.Fragment]
    /// Selections that may still be looked at, for all errors of a response.
    var budget = 1_000_000
    private var lineStarts: [Int]?

    init(_ document: GraphQLDocument, _ operationName: String?, _ schema: GraphQLSchema?) {
        self.document = document
        self.schema = schema
        let operations = document.operations
        operation = operationName.map { name in operations.first { $0.name?.text == name } } ?? operations.first
        fragments = Dictionary(document.fragments.map { ($0.name.text, $0) }, uniquingKeysWith: { first, _ in first })
    }

    /// What a path leads to.
    struct Found {
        /// The field's name in the query.
        var range: Range<Int>
        /// `User.name`, if the schema is known.
        var coordinate: String?
        /// How many names of the path led to it: fewer than there are if the rest leads nowhere.
        var names: Int
    }

    /// - Parameter typename: the type of the object that the name at a place of the path is a member of, as the response says it.
    mutating func find(_ path: [GraphQLResponse.Step], typename: (Int) -> String? = { _ in nil }) -> Found? {
        guard let operation else { return nil }
        var parts: [Part] = [(operation.selections, schema?.roots[operation.kind])]
        var found: Found?
        for (place, step) in path.enumerated() {
            guard case .name(let name) = step else { continue }
            let actual = typename(place)
            var next: [Part] = []
            var hit: Found?
            var seen: Set<String> = []
            var looked = 0
            // In their order: of several fields of one name the first is meant.
            while looked < parts.count {
                let part = parts[looked]
                looked += 1
                for selection in part.selections.selections {
                    countWork(1)
                    budget -= 1
                    guard budget > 0 else { return found }
                    switch selection {
                    case .field(let field) where field.responseName == name:
                        let type = part.type.flatMap { schema?.type($0) }
                        let definition = type.flatMap { schema?.field(field.name.text, of: $0) }
                        hit =
                            hit
                            ?? Found(
                                range: field.name.range, coordinate: type.map { "\($0.name).\(field.name.text)" },
                                names: (found?.names ?? 0) + 1)
                        if let inner = field.selections { next.append((inner, definition?.type.name)) }
                    case .field: break
                    case .spread(let spread):
                        guard seen.insert(spread.name.text).inserted, let fragment = fragments[spread.name.text],
                            applies(fragment.typeCondition.text, to: actual)
                        else { continue }
                        parts.append((fragment.selections, fragment.typeCondition.text))
                    case .inline(let fragment):
                        guard applies(fragment.typeCondition?.text, to: actual) else { continue }
                        parts.append((fragment.selections, fragment.typeCondition?.text ?? part.type))
                    }
                }
            }
            guard let hit else { return found }
            found = hit
            parts = next
        }
        return found
    }

    /// Whether a fragment on a type can be about an object of another; true if one of them is not known.
    private func applies(_ condition: String?, to actual: String?) -> Bool {
        guard let condition, let actual, condition != actual, let schema, schema.type(condition) != nil,
            schema.type(actual) != nil
        else { return true }
        return schema.possibleTypes(of: condition).contains(actual)
    }

    /// The name at a place that a server gives, or the one byte there.
    mutating func word(_ location: GraphQLResponse.Failure.Location) -> Range<Int>? {
        let starts = lineStarts ?? lines()
        lineStarts = starts
        let text = document.text
        guard location.line > 0, location.line <= starts.count, location.column > 0, location.column < 1 << 30 else {
            return nil
        }
        var place = starts[location.line - 1]
        // Servers count columns in characters.
        var left = location.column - 1
        while left > 0, place < text.count, text[place] != Byte.lineFeed, text[place] != Byte.carriageReturn, budget > 0
        {
            place += 1
            while place < text.count, text[place] & 0xC0 == 0x80 { place += 1 }
            left -= 1
            budget -= 1
        }
        guard place < text.count else { return nil }
        var end = place
        while end < text.count, GraphQLLexer.isNamePart(text[end]) { end += 1 }
        return place..<max(end, place + 1)
    }

    private func lines() -> [Int] {
        var starts = [0]
        for (place, byte) in document.text.enumerated() {
            if byte == Byte.lineFeed {
                if place > 0, document.text[place - 1] == Byte.carriageReturn { starts.removeLast() }
                starts.append(place + 1)
            } else if byte == Byte.carriageReturn {
                starts.append(place + 1)
            }
        }
        return starts
    }
}
