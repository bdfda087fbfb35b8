import Base
import JSONPath
import Testing

@testable import GraphQL

extension GraphQLSchema {
    /// Drafts for all fields of a root type, in its order.
    func drafts(_ kind: OperationKind, depth: Int = 2) -> [GraphQLOperationDraft] {
        (root(kind)?.fields ?? []).compactMap {
            draft(kind, field: $0.name, GraphQLOperationDraft.Limits(depth: depth))
        }
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
        let optional: Set<String> = ["filter", "tags", "kind", "limit", "range", "role"]
        let arguments = GraphQLDocument.OperationKind.allCases.flatMap { Sample.schema.root($0)?.fields ?? [] }
            .flatMap(\.arguments).filter { $0.isRequired || optional.contains($0.name) }
        let values = arguments.map { argument in
            var maker = GraphQLValueMaker(Sample.schema)
            let value = maker.value(of: argument)
            return "\(argument.name): \(value?.text ?? "-")"
        }
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
        let argument = try #require(schema.root(.query)?.field("a")?.arguments.first)
        var maker = GraphQLValueMaker(schema)
        let value = maker.value(of: argument)
        #expect(value?.text == #"{"x":null,"y":[null,1]}"#)
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
            for draft in schema.drafts(.query) + schema.drafts(.query, depth: 3) {
                try check(draft, schema, "seed \(seed)")
            }
        }
        for kind in GraphQLDocument.OperationKind.allCases {
            for draft in Sample.schema.drafts(kind) + Sample.schema.drafts(kind, depth: 4) {
                try check(draft, Sample.schema)
            }
        }
    }

    @Test func `a selection ends after so many fields`() throws {
        let fields = (0...1_000).map { "f\($0): Int" }.joined(separator: " ")
        let schema = GraphQLSchema(sdl: Array("type Query { a: T } type T { \(fields) }".utf8))
        let draft = try #require(schema.draft(.query, field: "a"))
        #expect(draft.notes == ["The selection ends after 1000 fields"])
        try check(draft, schema)
    }
}
