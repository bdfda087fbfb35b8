import TestSupport
import Testing

@testable import GraphQL

/// What the tokens of a text say of its operations and fragments.
@Suite struct DefinitionNamesTests {
    private func names(_ text: String) -> GraphQLDefinitionNames {
        let tokens = GraphQLTokens(Array(text.utf8))
        return GraphQLDefinitionNames(tokens, in: 0..<tokens.text.count)
    }

    @Test func `operations, fragments and spreads are named`() {
        let found = names(
            "query A($x: T = {y: 1}) @d { a { ...F ... on T { b } ...@skip(if: true) { c } } } mutation { d } fragment F on query { query }"
        )
        #expect(found.operations.map(\.name) == ["A", nil] && found.operations.map(\.kind) == [.query, .mutation])
        #expect(found.fragments == ["F"] && found.spreads == ["F"] && !found.hasShorthand)
        #expect(names("{ a }").hasShorthand && names("{ a }").operations.isEmpty)
        #expect(names("subscription S @x { a }").operations.map(\.kind) == [.subscription])
        #expect(names("fragment A on T { x }").operations.isEmpty && !names("fragment A on T { x }").hasShorthand)
    }

    @Test func `strings and comments hold no names`() {
        let found = names("# query X {\n query A { f(x: \"...B { query C {\") }")
        #expect(found.operations.map(\.name) == ["A"] && found.spreads.isEmpty)
    }

    @Test func `a text of 100,000 levels is read`() {
        let deep =
            "query A " + String(repeating: "{ a ", count: 100_000) + "...F" + String(repeating: "}", count: 100_000)
        #expect(names(deep).operations.map(\.name) == ["A"] && names(deep).spreads == ["F"])
    }
}
