/// What is wrong with a value, and where.
package struct SchemaReport: Sendable {
    package var verdict: SchemaVerdict
    /// In the order of the value; at most `maxBreaches`.
    package var breaches: [SchemaBreach]
    /// Whether there are more than are listed.
    package var isCut: Bool
    /// What does not make the value invalid: formats, and members that should not be sent in this direction.
    package var warnings: [SchemaBreach]
    /// What was taken as valid because it cannot be checked: patterns that need backtracking, references that lead nowhere.
    package var unchecked: [SchemaBreach] = []

    package static let maxBreaches = 1000
}

/// One breach of a schema, or the same breach in several items of arrays.
package struct SchemaBreach: Sendable, Hashable {
    /// The normalized path (RFC 9535 §2.7), with `[*]` where the items differ: `$['items'][*]['id']`.
    package var path: String
    /// The JSON pointer of the first. Like the path, it is cut and ends in `…` if it is very long.
    package var pointer: String
    /// The node of the first in the checked tree.
    package var node: Int
    /// Byte offset of the first in the checked text; of a member's name, if it should not be there.
    package var offset: Int
    /// How many values have this breach.
    package var count: Int
    /// The keyword, `false` for a schema that accepts nothing.
    package var keyword: String
    /// A sentence: what was expected, and what is there.
    package var text: String
    /// Where the keyword is.
    package var schema: SchemaPlace
    /// For `anyOf` and `oneOf`, if it is not clear which branch was meant: what is wrong for each, nearest first.
    package var choices: [Choice]

    package struct Choice: Sendable, Hashable {
        /// Which branch, from 0.
        package var branch: Int
        package var schema: SchemaPlace
        package var breaches: [SchemaBreach]
    }
}
