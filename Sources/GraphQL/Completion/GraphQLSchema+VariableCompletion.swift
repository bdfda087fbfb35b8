import Base

extension GraphQLSchema {
    /// What can be written at a place of the variables' JSON: names of members, enum values, booleans.
    ///
    /// - Parameters:
    ///   - text: a JSON text, which may be half typed.
    ///   - offset: the cursor, as a byte offset.
    ///   - variables: those of the operation.
    package func completions(
        inVariables text: [UInt8], at offset: Int, of variables: [GraphQLDocument.VariableDefinition]
    ) -> GraphQLCompletion {
        // The tokens of JSON are tokens of GraphQL too.
        let source = GraphQLTokens(text)
        let offset = min(max(0, offset), text.count)
        let end = source.tokens.partitioningIndex { $0.range.upperBound >= offset || $0.kind == .end }
        let token = source.tokens[end]
        var range = offset..<offset
        var prefix = ""
        var last = end
        if token.range.lowerBound < offset {
            switch token.kind {
            case .name:
                range = token.range
                prefix = String(decoding: text[token.range.lowerBound..<offset], as: UTF8.self)
            case .string:
                let start = token.range.lowerBound
                let isClosed = token.range.count > 1 && text[token.range.upperBound - 1] == Byte.quote
                if isClosed, offset == token.range.upperBound {
                    last += 1
                } else {
                    var stop = offset
                    while stop < token.range.upperBound, GraphQLLexer.isNamePart(text[stop]) { stop += 1 }
                    if stop < token.range.upperBound, text[stop] == Byte.quote { stop += 1 }
                    range = start..<stop
                    prefix = String(decoding: text[start..<offset], as: UTF8.self)
                }
            case .int, .float, .blockString: return .none
            default: last += 1
            }
        }
        let inputs = variables.map {
            GraphQLInputValue(
                name: $0.name.text, description: $0.description, type: $0.type.type, defaultValue: $0.defaultValue?.text
            )
        }
        var cursor = GraphQLJSONCursor(self, inputs)
        for index in 0..<last { cursor.read(source.tokens[index], source) }
        return GraphQLCompletion(range: range, items: cursor.items(in: self), prefix: prefix)
    }
}

/// Follows JSON with a stack of open objects and arrays, and the types that their values have.
private struct GraphQLJSONCursor {
    private struct Frame {
        var inputs: [GraphQLInputValue]?
        var used: Set<String> = []
        /// Of an array's elements.
        var item: GraphQLTypeReference?
        /// The member whose value is next.
        var name: String?
        var isAfterColon = false
    }

    private let schema: GraphQLSchema
    private let variables: [GraphQLInputValue]
    private var frames: [Frame] = []

    init(_ schema: GraphQLSchema, _ variables: [GraphQLInputValue]) {
        self.schema = schema
        self.variables = variables
    }

    /// The type of the value that is next.
    private var expected: GraphQLTypeReference? {
        guard let frame = frames.last else { return nil }
        guard let inputs = frame.inputs else { return frame.item }
        return frame.isAfterColon ? inputs.first { $0.name == frame.name }?.type : nil
    }

    mutating func read(_ token: GraphQLToken, _ source: GraphQLTokens) {
        countWork(1)
        switch token.kind {
        case .openBrace:
            let definition = expected.flatMap { schema.type($0.item?.name ?? $0.name) }
            let inputs = frames.isEmpty ? variables : definition?.inputFields ?? []
            valueEnds()
            frames.append(Frame(inputs: inputs))
        case .openBracket:
            let item = expected?.item
            valueEnds()
            frames.append(Frame(item: item))
        case .closeBrace, .closeBracket: _ = frames.popLast()
        case .colon: if !frames.isEmpty { frames[frames.count - 1].isAfterColon = true }
        case .string where frames.last?.inputs != nil && frames.last?.isAfterColon == false:
            let name = source.stringValue(token)
            frames[frames.count - 1].name = name
            frames[frames.count - 1].used.insert(name)
        default: valueEnds()
        }
    }

    private mutating func valueEnds() {
        guard !frames.isEmpty else { return }
        frames[frames.count - 1].isAfterColon = false
        frames[frames.count - 1].name = nil
    }

    func items(in schema: GraphQLSchema) -> [GraphQLCompletion.Item] {
        guard let frame = frames.last else { return [] }
        if let inputs = frame.inputs, !frame.isAfterColon {
            guard frame.name == nil else { return [] }
            return inputs.filter { !frame.used.contains($0.name) }.map { input in
                var item = GraphQLCompletion.Item(
                    .inputField, "\"\(input.name)\"", input.type.description, input.description)
                item.isDeprecated = input.deprecation != nil
                return item
            }
        }
        guard let type = expected else { return [] }
        var inner = type
        while let item = inner.item { inner = item }
        var items: [GraphQLCompletion.Item] = []
        if let definition = schema.type(inner.name), definition.kind == .enumeration {
            items = definition.values.map {
                var item = GraphQLCompletion.Item(.enumValue, "\"\($0.name)\"", definition.name, $0.description)
                item.isDeprecated = $0.deprecation != nil
                return item
            }
        } else if inner.name == "Boolean" {
            items = [GraphQLCompletion.Item(.constant, "true"), GraphQLCompletion.Item(.constant, "false")]
        }
        if !type.isNonNull { items.append(GraphQLCompletion.Item(.constant, "null")) }
        return items
    }
}
