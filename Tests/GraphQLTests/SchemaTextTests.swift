import Testing

@testable import GraphQL

struct SchemaTextTests {
    @Test func `SDL has a line for each field, and arguments with descriptions have their own`() {
        let text = """
            schema { query: Root } "About." type Root implements N @foo { "F." f(a: Int = 1, b: [E!]): Int! @deprecated
            g("x" c: ID): E @deprecated(reason: "r") } interface N { f(a: Int = 1, b: [E!]): Int! }
            enum E { A B @deprecated } input I @oneOf { a: Int } union U = Root
            directive @d(a: Int) repeatable on FIELD | QUERY scalar S @specifiedBy(url: "u")
            """
        #expect(
            GraphQLSchema(sdl: Array(text.utf8)).sdl == """
                schema {
                  query: Root
                }

                directive @d(a: Int) repeatable on FIELD | QUERY

                "About."
                type Root implements N {
                  "F."
                  f(a: Int = 1, b: [E!]): Int! @deprecated
                  g(
                    "x"
                    c: ID
                  ): E @deprecated(reason: "r")
                }

                interface N {
                  f(a: Int = 1, b: [E!]): Int!
                }

                enum E {
                  A
                  B @deprecated
                }

                input I @oneOf {
                  a: Int
                }

                union U = Root

                scalar S @specifiedBy(url: "u")

                """)
    }

    @Test(
        "what is broken in other ways is a notice, too",
        arguments: [
            (
                "schema { query: Query mutation: Query } type Query { a: Int }",
                "The query type and the mutation type are both Query"
            ),
            ("schema { query: E } enum E { A }", "The query type E is not an object type"),
            ("type Query implements N { a: Int }", "Query implements N, which is not defined"),
            ("type Query implements T { a: Int } type T { a: Int }", "Query implements T, which is not an interface"),
            (
                "type Query implements N { a: Int } interface N { a(b: Int): Int }",
                "Query.a does not take b: Int as the interface N has it"
            ),
            (
                "type Query implements N { a(b: Int!): Int } interface N { a: Int }",
                "Query.a requires b, which the interface N does not have"
            ),
            ("type Query { a(b: X): Int }", "Query.a takes b of the type X, which is not defined"),
            ("directive @d(a: X) on FIELD type Query { a: Int }", "@d takes a of the type X, which is not defined"),
            (
                "schema { query: Query query: Query } type Query { a: Int }",
                "The schema names its query type twice; the first counts"
            ),
            (
                "schema { query: Query } schema { mutation: M } type Query { a: Int } type M { a: Int }",
                "There is a second schema definition; both are joined"
            ),
            (
                "directive @d on FIELD directive @d on FIELD type Query { a: Int }",
                "The directive @d is defined twice; the first counts"
            ),
            ("type Query { a: Int } fragment F on Query { a }", "A schema has no fragments; this one is left out"),
            ("type Query { a: E } enum E { A A }", "E.A is defined twice"),
            ("type Query { a(i: I): Int } input I { a: Int a: Int }", "I.a is defined twice; the first counts"),
            ("type Query implements N & N { a: Int } interface N { a: Int }", "Query implements N twice"),
            ("type Query { a: U } union U = T | T type T { a: Int }", "U contains T twice"),
        ])
    func notices(_ text: String, _ reason: String) {
        #expect(GraphQLSchema(sdl: Array(text.utf8)).notices.map(\.reason) == [reason])
    }

    @Test(
        "a field may be narrower than its interface has it",
        arguments: [
            "type Query implements N { a: Int! } interface N { a: Int }",
            "type Query implements N { a: [Int!] } interface N { a: [Int] }",
            "type Query implements N { a: [T!]! } interface N { a: [M] } interface M { x: Int } type T implements M { x: Int }",
            "type Query implements N { a: T } interface N { a: U } union U = T type T { x: Int }",
            "type Query implements N { a(b: Int, c: Int! = 1, d: Int): Int } interface N { a(b: Int): Int }",
        ])
    func narrower(_ text: String) {
        #expect(GraphQLSchema(sdl: Array(text.utf8)).notices.map(\.reason) == [])
    }

    @Test func `a coordinate has its kind and its signature`() {
        let rows = """
            User: type, type User implements Node & Named
            Named: interface, interface Named implements Node
            Thing: union, union Thing
            Filter: input, input Filter
            Date: scalar, scalar Date
            User.name: field, name(upper: Boolean = false): String
            User.friends(first:): argument, first: Int! = 10
            Filter.role: input field, role: Role
            Role.ADMIN: enum value, ADMIN
            @auth: directive, @auth(role: Role = ADMIN, scopes: [String!]! = ["a", "b"]) repeatable
            @auth(role:): argument, role: Role = ADMIN
            __Type.fields(includeDeprecated:): argument, includeDeprecated: Boolean! = false
            __Type.enumValues(includeDeprecated:): argument, includeDeprecated: Boolean! = false
            __Type.inputFields(includeDeprecated:): argument, includeDeprecated: Boolean! = false
            __Field.args(includeDeprecated:): argument, includeDeprecated: Boolean! = false
            __Directive.args(includeDeprecated:): argument, includeDeprecated: Boolean! = false
            Role(x:): nothing
            Role.ADMIN(x:): nothing
            @auth(x:): nothing
            """
        let found = rows.split(separator: "\n").map { row in
            let coordinate = String(row.split(separator: ": ")[0])
            let text = Sample.schema.text(of: coordinate)
            return "\(coordinate): " + (text.map { "\($0.kind), \($0.signature)" } ?? "nothing")
        }
        #expect(found.joined(separator: "\n") == rows)
        #expect(Sample.schema.text(of: "Thing")?.possibleTypes == ["User", "Order"])
        #expect(Sample.schema.text(of: "Key")?.isOneOf == true && Sample.schema.text(of: "User")?.isOneOf == false)
        #expect(Sample.schema.text(of: "Date")?.specifiedBy == "https://example.com/date")
        #expect(Sample.schema.text(of: "Order.old") == nil)
    }

    @Test func `values of well-known scalars have their form, and others are noted`() throws {
        let schema = GraphQLSchema(
            sdl: Array(
                """
                type Query { a(u: UUID!, d: DateTime!, l: Long!, x: Money!, y: Money!, e: E!, f: Float!, b: Boolean!,
                j: JSON!, n: [Money!]!, k: Int! = 7, o: Int): Int }
                scalar UUID scalar DateTime scalar Long scalar Money scalar JSON enum E { A @deprecated B }
                """.utf8))
        let draft = try #require(schema.draft(.query, field: "a"))
        #expect(
            draft.variables.map { "\($0.name): \($0.value ?? "-")" } == [
                "u: \"00000000-0000-4000-8000-000000000001\"", "d: \"2025-01-31T12:00:00Z\"", "l: 1", "x: \"x\"",
                "y: \"y\"", "e: \"B\"", "f: 1.5", "b: true", "j: {}", "n: [\"n\"]",
            ])
        #expect(draft.optionalArguments.map(\.name) == ["k", "o"])
        #expect(
            draft.notes.first == "A value of the scalar Money is made as a string; the server may want another form")
        #expect(draft.text.hasPrefix("query A($u: UUID!, $d: DateTime!"))
        #expect(draft.text.hasSuffix("n: $n)\n}"))
    }
}
