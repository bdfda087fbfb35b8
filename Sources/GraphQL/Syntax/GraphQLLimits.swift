/// How large a text may be. What exceeds a limit is one problem (`GraphQLRule.limit`); what came before it is kept.
package struct GraphQLLimits: Sendable {
    /// Names, numbers, strings and punctuation marks. The default is enough for a schema of about 20 MB.
    package var tokens: Int
    /// How deep selections, values and lists may be nested. Each level is a level of recursion.
    package var depth: Int

    package init(tokens: Int = 4_000_000, depth: Int = 200) {
        self.tokens = tokens
        self.depth = min(depth, 500)
    }

    /// Problems reported for one text; more are of no use to a reader.
    static let problems = 100
}
