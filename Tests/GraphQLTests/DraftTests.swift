import JSONPath
import Testing

@testable import GraphQL

extension GraphQLOperationDraft.Options {
    /// Every field down to a depth.
    static func allFields(depth: Int) -> Self {
        var options = Self()
        options.depth = depth
        options.repeatsTypes = true
        options.includesDeprecated = true
        return options
    }
}

struct DraftTests {
    private func check(_ draft: GraphQLOperationDraft, _ schema: GraphQLSchema, _ note: String = "") throws {
        let document = GraphQLDocument.parse(Array(draft.text.utf8))
        #expect(document.problems == [], "\(note) \(draft.text)")
        #expect(document.problems(in: schema).map(\.reason) == [], "\(note) \(draft.text)")
        let operation = try #require(document.operations.first)
        let tree = try JSONTree.parse(Array(draft.variablesText.utf8))
        if draft.variables.allSatisfy({ $0.value != nil }) {
            let problems = operation.problems(ofVariables: tree, in: schema)
            #expect(problems.map(\.reason) == [], "\(note) \(draft.variablesText)")
        }
    }

    @Test func `a draft has its arguments as variables and a selection without cycles`() throws {
        let draft = try #require(Sample.schema.draft(.query, field: "user"))
        #expect(
            draft.text == """
                query User($id: ID!) {
                  user(id: $id) {
                    id
                    name
                    role
                  }
                }
                """)
        #expect(draft.variablesText == "{\n  \"id\": \"1\"\n}")
        #expect(draft.notes == ["A field that needs arguments is left out"])
    }

    @Test func `unions have fragments, and names with different types an alias`() throws {
        let schema = GraphQLSchema(
            sdl: Array("type Query { u: U } union U = A | B type A { x: Int y: Int } type B { x: String y: Int }".utf8))
        let draft = try #require(schema.draft(.query, field: "u"))
        #expect(
            draft.text == """
                query U {
                  u {
                    __typename
                    ... on A {
                      xA: x
                      y
                    }
                    ... on B {
                      xB: x
                      y
                    }
                  }
                }
                """)
        try check(draft, schema)
    }

    @Test func `values are made for every input type`() throws {
        var options = GraphQLOperationDraft.Options()
        options.optionalArguments = ["filter", "tags", "kind", "limit", "range", "role"]
        let values = GraphQLDocument.OperationKind.allCases.flatMap { Sample.schema.drafts($0, options) }
            .flatMap(\.variables).map { "\($0.name): \($0.value ?? "-")" }
        #expect(
            values == [
                "id: \"1\"", "by: {\"id\":\"1\"}", "kind: \"ADMIN\"", "limit: 3", "id: \"1\"", "filter: {}",
                "tags: [\"tags\"]", "name: \"name\"", "role: \"GUEST\"", "range: {\"from\":1}", "id: \"1\"", "every: 1",
            ])
    }

    @Test func `a default value is taken as it is, with what is null in it`() throws {
        let schema = GraphQLSchema(
            sdl: Array(
                "type Query { a(f: F = {x: null, y: [null, 1]}): Int } input F { x: Int = 3 y: [Int] z: Int }".utf8))
        var options = GraphQLOperationDraft.Options()
        options.optionalArguments = ["f"]
        let draft = try #require(schema.draft(.query, field: "a", options))
        #expect(draft.variables.map(\.value) == [#"{"x":null,"y":[null,1]}"#])
    }

    @Test func `cycles end, or are said to be impossible`() throws {
        let schema = GraphQLSchema(
            sdl: Array(
                """
                type Query { a(i: I!): Int b(j: J!): Int c(k: K!): Int }
                input I { i: I! } input J { list: [J!]! } input K @oneOf { i: I k: Int }
                """.utf8))
        let drafts = schema.drafts(.query)
        #expect(drafts.map { $0.variables.first?.value } == [nil, #"{"list":[]}"#, #"{"k":1}"#])
        #expect(drafts[0].notes == ["No value of $i can be made: the input type I needs itself"])
        #expect(drafts[0].variablesText == "{}")
    }

    @Test func `drafts of any schema are valid`() throws {
        for seed in 1...20 {
            let schema = GraphQLSchema(sdl: Array(RandomSchema.sdl(UInt64(seed)).utf8))
            for draft in schema.drafts(.query) + schema.drafts(.query, .allFields(depth: 3)) {
                try check(draft, schema, "seed \(seed)")
            }
        }
        for kind in GraphQLDocument.OperationKind.allCases {
            for draft in Sample.schema.drafts(kind) + Sample.schema.drafts(kind, .allFields(depth: 4)) {
                try check(draft, Sample.schema)
            }
        }
    }

    @Test func `a selection ends after so many fields`() throws {
        let schema = GraphQLSchema(sdl: Array("type Query { a: T } type T { l: T r: T n: Int }".utf8))
        let draft = try #require(schema.draft(.query, field: "a", .allFields(depth: 40)))
        #expect(draft.notes == ["The selection ends after 1000 fields"])
        try check(draft, schema)
    }
}
