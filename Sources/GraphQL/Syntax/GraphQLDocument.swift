/// A GraphQL document: operations, fragments, and definitions of types. Every part has the range of its bytes.
package struct GraphQLDocument: Sendable {
    package let text: [UInt8]
    /// Those that could be parsed, in their order.
    package let definitions: [Definition]
    /// What is wrong in the syntax, in the order of the text; at most 100.
    package let problems: [GraphQLProblem]

    /// Parses as much as possible: after an error it goes on at the next definition.
    package static func parse(_ text: [UInt8], limits: GraphQLLimits = GraphQLLimits()) -> GraphQLDocument {
        parse(GraphQLTokens(text, limits: limits), limits: limits)
    }

    /// Parses tokens that exist already.
    package static func parse(_ tokens: GraphQLTokens, limits: GraphQLLimits = GraphQLLimits()) -> GraphQLDocument {
        var parser = GraphQLParser(tokens, limits)
        let (definitions, problems) = parser.document()
        return GraphQLDocument(text: tokens.text, definitions: definitions, problems: problems)
    }

    package var operations: [Operation] {
        definitions.compactMap { if case .operation(let operation) = $0 { operation } else { nil } }
    }

    package var fragments: [Fragment] {
        definitions.compactMap { if case .fragment(let fragment) = $0 { fragment } else { nil } }
    }
}

extension GraphQLDocument {
    package enum Definition: Sendable, Hashable {
        case operation(Operation)
        case fragment(Fragment)
        case schema(SchemaDefinition)
        case type(TypeDefinition)
        case directive(DirectiveDefinition)

        package var range: Range<Int> {
            switch self {
            case .operation(let node): node.range
            case .fragment(let node): node.range
            case .schema(let node): node.range
            case .type(let node): node.range
            case .directive(let node): node.range
            }
        }
    }

    package struct Name: Sendable, Hashable {
        package var text: String
        package var range: Range<Int>
    }

    package enum OperationKind: String, Sendable, Hashable, CaseIterable {
        case query, mutation, subscription
    }

    package struct Operation: Sendable, Hashable {
        package var kind: OperationKind
        package var name: Name?
        package var description: String?
        package var variables: [VariableDefinition]
        package var directives: [Directive]
        package var selections: SelectionSet
        package var range: Range<Int>
    }

    package struct VariableDefinition: Sendable, Hashable {
        /// Without the dollar sign; the range includes it.
        package var name: Name
        package var description: String?
        package var type: TypeNode
        package var defaultValue: Value?
        package var directives: [Directive]
        package var range: Range<Int>
    }

    package struct TypeNode: Sendable, Hashable {
        package var type: GraphQLTypeReference
        /// Of the innermost name.
        package var nameRange: Range<Int>
        package var range: Range<Int>
    }

    package struct SelectionSet: Sendable, Hashable {
        package var selections: [Selection]
        /// With its braces.
        package var range: Range<Int>
    }

    package enum Selection: Sendable, Hashable {
        case field(Field)
        case spread(Spread)
        case inline(InlineFragment)
    }

    package struct Field: Sendable, Hashable {
        package var alias: Name?
        package var name: Name
        package var arguments: [Argument]
        package var directives: [Directive]
        package var selections: SelectionSet?
        package var range: Range<Int>

        /// The member of the response that it becomes.
        package var responseName: String { alias?.text ?? name.text }
    }

    package struct Spread: Sendable, Hashable {
        package var name: Name
        package var directives: [Directive]
        package var range: Range<Int>
    }

    package struct InlineFragment: Sendable, Hashable {
        package var typeCondition: Name?
        package var directives: [Directive]
        package var selections: SelectionSet
        package var range: Range<Int>
    }

    package struct Fragment: Sendable, Hashable {
        package var name: Name
        package var description: String?
        package var typeCondition: Name
        package var directives: [Directive]
        package var selections: SelectionSet
        package var range: Range<Int>
    }

    package struct Argument: Sendable, Hashable {
        package var name: Name
        package var value: Value
    }

    package struct Directive: Sendable, Hashable {
        /// Without the `@`; the range includes it.
        package var name: Name
        package var arguments: [Argument]
        package var range: Range<Int>
    }
}
