import Base

extension GraphQLSchema {
    /// What can be written at a place of a document, by its types.
    ///
    /// - Parameter offset: the cursor, as a byte offset in the text of the tokens.
    package func completions(in source: GraphQLTokens, at offset: Int) -> GraphQLCompletion {
        let offset = min(max(0, offset), source.text.count)
        var end = source.tokens.partitioningIndex { $0.range.upperBound >= offset || $0.kind == .end }
        var range = offset..<offset
        let token = source.tokens[end]
        if token.range.lowerBound < offset || token.range.lowerBound == offset && token.kind == .name {
            switch token.kind {
            case .name: range = token.range
            case .string, .blockString, .int, .float:
                if token.range.upperBound > offset || token.kind == .int || token.kind == .float { return .none }
                end += 1
            default: end += 1
            }
        }
        guard !GraphQLCompletions.isInComment(source, end, offset) else { return .none }
        var cursor = GraphQLCursor(self, source)
        cursor.read(upTo: end)
        let completions = GraphQLCompletions(schema: self, source: source, cursor: cursor)
        var prefix = String(decoding: source.text[range.lowerBound..<max(range.lowerBound, offset)], as: UTF8.self)
        if cursor.isInDirective || completions.isAfterDollar {
            // The sign belongs to what is replaced.
            let sign = source.tokens[end - 1].range
            guard sign.upperBound == range.lowerBound else { return .none }
            prefix = String(decoding: source.text[sign], as: UTF8.self) + prefix
            range = sign.lowerBound..<range.upperBound
        }
        return GraphQLCompletion(range: range, items: completions.items(prefix), prefix: prefix)
    }
}

/// Lists what fits where a cursor is.
struct GraphQLCompletions {
    typealias Item = GraphQLCompletion.Item
    let schema: GraphQLSchema
    let source: GraphQLTokens
    let cursor: GraphQLCursor

    static func isInComment(_ source: GraphQLTokens, _ end: Int, _ offset: Int) -> Bool {
        let start = end > 0 ? source.tokens[end - 1].range.upperBound : 0
        guard start < offset else { return false }
        let gap = source.text[start..<offset]
        let line = gap.lastIndex { $0 == Byte.lineFeed || $0 == Byte.carriageReturn } ?? start
        return gap[line...].contains(Byte.hash)
    }

    var isAfterDollar: Bool { if case .dollar = cursor.frame.state { true } else { false } }

    func items(_ prefix: String) -> [Item] {
        if cursor.isInDirective { return directives() }
        let frame = cursor.frame
        switch (frame.what, frame.state) {
        case (.variables, .dollar), (.variables, .start), (.variables, .variableName), (.other, _): return []
        case (.variables, .type(let text)):
            guard text.isEmpty || text.hasSuffix("[") else { return [] }
            return types { $0.isInput && !$0.isIntrospection }
        case (_, .value(let type)): return values(type)
        case (_, .dollar(let type)): return variables(type)
        case (.list, _): return values(frame.item)
        case (.document, _): return definitions(frame.state)
        case (.selection, .spread):
            return [Item(.keyword, "on")] + fragments(frame.parent)
        case (.selection, .typeCondition):
            return types { $0.isComposite && fits($0.name, frame.parent) }
        case (.selection, _): return fields(frame.parent, prefix)
        case (.arguments, .name), (.object, .name): return []
        case (.arguments, _), (.object, _):
            return frame.inputs.filter { !frame.used.contains($0.name) }.map { input in
                var item = Item(
                    frame.what == .object ? .inputField : .argument, "\(input.name): ", input.type.description,
                    input.description)
                item.isDeprecated = input.deprecation != nil
                return item
            }
        default: return []
        }
    }

    // MARK: By place

    private func definitions(_ state: GraphQLCursor.State) -> [Item] {
        switch state {
        case .start, .name:
            var words = GraphQLDocument.OperationKind.allCases.filter { schema.roots[$0] != nil }.map(\.rawValue)
            words.append("fragment")
            return words.map { Item(.keyword, $0) }
        case .fragmentOn: return [Item(.keyword, "on")]
        case .fragmentType: return types(\.isComposite)
        default: return []
        }
    }

    private func fields(_ parent: Int?, _ prefix: String) -> [Item] {
        guard let parent else { return [] }
        let type = schema.types[parent]
        var fields = type.fields
        if type.isComposite { fields.append(GraphQLBuiltIns.typename) }
        // Rarely wanted, so only when asked for.
        if type.name == schema.roots[.query], prefix.hasPrefix("_") { fields += GraphQLBuiltIns.queryFields }
        return fields.map { field in
            var item = Item(.field, field.name, field.type.description, field.description)
            item.isDeprecated = field.deprecation != nil
            return item
        }
    }

    private func values(_ type: GraphQLTypeReference?) -> [Item] {
        let isConstant = cursor.frames.contains { $0.what == .variables }
        guard let type else { return isConstant ? [] : variables(nil) }
        var items: [Item] = []
        // A single item stands for a list of one.
        var inner = type
        while let item = inner.item { inner = item }
        if let definition = schema.type(inner.name) {
            if definition.kind == .enumeration {
                items = definition.values.map { value in
                    var item = Item(.enumValue, value.name, definition.name, value.description)
                    item.isDeprecated = value.deprecation != nil
                    return item
                }
            }
            if definition.name == "Boolean" { items = [Item(.constant, "true"), Item(.constant, "false")] }
        }
        if !isConstant { items += variables(type) }
        if !type.isNonNull { items.append(Item(.constant, "null")) }
        return items
    }

    private func variables(_ type: GraphQLTypeReference?) -> [Item] {
        let known = cursor.isInFragment ? allVariables() : cursor.variables
        return known.filter { variable in
            guard let type else { return true }
            // A default value, which is not looked at here, can make up for a missing `!`.
            return GraphQLValidation.isAllowed(variable.type, nil, at: type, true)
        }.map { Item(.variable, "$\($0.name)", $0.type.description) }
    }

    /// Variables of all operations: any of them may use the fragment.
    private func allVariables() -> [(name: String, type: GraphQLTypeReference)] {
        var known: [(name: String, type: GraphQLTypeReference)] = []
        var names: Set<String> = []
        for index in source.tokens.indices.dropLast(3)
        where source.tokens[index].kind == .dollar && source.tokens[index + 2].kind == .colon {
            guard let type = type(at: index + 3) else { continue }
            let name = source.string(source.tokens[index + 1])
            if names.insert(name).inserted { known.append((name, type)) }
        }
        return known
    }

    private func type(at start: Int) -> GraphQLTypeReference? {
        var text = ""
        for index in start..<min(source.tokens.count, start + 40) {
            let token = source.tokens[index]
            switch token.kind {
            case .openBracket, .closeBracket, .exclamationMark: text += source.string(token)
            case .name:
                guard !text.utf8.contains(where: GraphQLLexer.isNamePart) else {
                    return GraphQLTypeReference(written: text)
                }
                text += source.string(token)
            default: return GraphQLTypeReference(written: text)
            }
        }
        return nil
    }

    private func fits(_ name: String, _ parent: Int?) -> Bool {
        guard let parent, let type = schema.typeIndex(name) else { return true }
        return schema.overlap(type, parent)
    }

    private func types(_ isWanted: (GraphQLType) -> Bool) -> [Item] {
        schema.types.filter(isWanted).map { Item(.type, $0.name, $0.kind.keyword, $0.description) }
    }

    /// Those of the whole text, after the cursor too.
    private func fragments(_ parent: Int?) -> [Item] {
        var items: [Item] = []
        var names: Set<String> = []
        for index in source.tokens.indices.dropLast(4)
        where source.isName(source.tokens[index], "fragment") && source.isName(source.tokens[index + 2], "on") {
            let name = source.string(source.tokens[index + 1])
            let type = source.string(source.tokens[index + 3])
            if fits(type, parent), names.insert(name).inserted { items.append(Item(.fragment, name, "on \(type)")) }
        }
        return items
    }

    private func directives() -> [Item] {
        let location = location
        return schema.directives.filter { $0.locations.contains(location) }.map {
            Item(.directive, "@\($0.name)", nil, $0.description)
        }
    }

    private var location: String {
        switch (cursor.frame.what, cursor.frame.state) {
        case (.document, .operation(let kind)): kind.rawValue.uppercased()
        case (.document, _): "FRAGMENT_DEFINITION"
        case (.variables, _): "VARIABLE_DEFINITION"
        case (.selection, .spreadName): "FRAGMENT_SPREAD"
        case (.selection, .spread), (.selection, .condition): "INLINE_FRAGMENT"
        default: "FIELD"
        }
    }
}
