/// A type as it is written at a field, argument or variable: a name in lists and with `!` (section 3.4.1).
package struct GraphQLTypeReference: Sendable, Hashable, CustomStringConvertible {
    /// The innermost type.
    package var name: String
    /// Two bits for each wrapper, the outermost lowest: 1 is a list, 2 is non-null, 0 is the name itself.
    private var wrappers: UInt64

    /// A type that may be null and is not a list.
    package init(_ name: String) {
        self.name = name
        wrappers = 0
    }

    private init(_ name: String, _ wrappers: UInt64) {
        self.name = name
        self.wrappers = wrappers
    }

    /// How many lists and `!` fit.
    static let maxWrappers = 32

    package var isNonNull: Bool { wrappers & 3 == 2 }
    package var isList: Bool { wrappers & 3 == 1 }
    /// Neither a list nor non-null.
    package var isNamed: Bool { wrappers == 0 }

    /// The type without its `!`, else itself.
    package var nullable: GraphQLTypeReference { isNonNull ? inner : self }

    /// The type without its outermost wrapper.
    package var inner: GraphQLTypeReference { GraphQLTypeReference(name, wrappers >> 2) }

    /// The items' type, if it is a list (which may be non-null).
    package var item: GraphQLTypeReference? { nullable.isList ? nullable.inner : nil }

    /// The type in a list; nil if it has too many wrappers.
    package var list: GraphQLTypeReference? { wrapped(1) }
    /// The type with `!`; nil if it has too many wrappers, or one already.
    package var nonNull: GraphQLTypeReference? { isNonNull ? nil : wrapped(2) }

    private func wrapped(_ bits: UInt64) -> GraphQLTypeReference? {
        wrappers >> 62 == 0 ? GraphQLTypeReference(name, wrappers << 2 | bits) : nil
    }

    /// Whether both have the same lists and `!`, whatever their names are.
    func hasSameWrappers(as other: GraphQLTypeReference) -> Bool { wrappers == other.wrappers }

    /// As it is written: `[User!]!`.
    package var description: String {
        guard wrappers != 0 else { return name }
        return isList ? "[\(inner.description)]" : inner.description + "!"
    }

    /// A reference of the text of one; nil if it is not one.
    package init?(written text: String) {
        var parser = GraphQLParser(GraphQLTokens(Array(text.utf8)), GraphQLLimits())
        guard let type = try? parser.type(), parser.isAtEnd else { return nil }
        self = type.type
    }
}
