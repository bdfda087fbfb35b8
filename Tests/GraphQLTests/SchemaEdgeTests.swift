import JSONPath
import Testing

@testable import GraphQL

/// Schemas of SDL: joining, checking, printing and looking up, each with the case beside it.
@Suite struct SchemaEdgeTests {
    private func schema(_ sdl: String) -> GraphQLSchema { GraphQLSchema(sdl: Array(sdl.utf8)) }

    private func schema(_ documents: [String]) -> GraphQLSchema {
        GraphQLSchema(documents: documents.map { GraphQLDocument.parse(Array($0.utf8)) })
    }

    // MARK: Notices

    /// A text, and after a bar its notices.
    @Test func `what is broken is a notice, and what is beside it is none`() {
        let rows = """
            type Query { a: Int } union U = Quer | The union U contains Quer, which is not defined; did you mean Query?
            type Query implements Nod { id: ID } interface Node { id: ID } | Query implements Nod, which is not defined; did you mean Node?
            type Query { a(b: Itn): Int } | Query.a takes b of the type Itn, which is not defined; did you mean Int?
            type Query { a: Int } union U | The union U has no members
            type Query { a: Int } interface I | The type I has no fields
            type Query { a: Int } input I | The input type I has no fields
            type Query { a: Int } interface A implements B { a: Int } interface B { b: Int } | A implements B but has no field b
            type Query implements N { a: [Int] } interface N { a: Int } | Query.a is [Int], but the interface N has Int
            type Query implements N { a: Int } interface N { a: [Int] } | Query.a is Int, but the interface N has [Int]
            type Query implements N { a: [Int] } interface N { a: [Int!] } | Query.a is [Int], but the interface N has [Int!]
            type Query implements N { a: [[Int!]!]! } interface N { a: [[Int]] } |
            type Query implements N { a: [Int!]! } interface N { a: [Int]! } |
            type Query implements N { a: [Int!] } interface N { a: [Int]! } | Query.a is [Int!], but the interface N has [Int]!
            type Query implements N { a: T } interface N { a: M } interface M { x: Int } type T { x: Int } | Query.a is T, but the interface N has M
            type Query implements N { a: T } interface N { a: U } union U = Query type T { x: Int } | Query.a is T, but the interface N has U
            type Query implements N { a: [T] } interface N { a: [U] } union U = T type T { x: Int } |
            type Query implements N { a: Gone } interface N { a: Int } | Query.a has the type Gone, which is not defined
            type Query implements N { a(b: [Int]): Int } interface N { a(b: [Int!]): Int } | Query.a does not take b: [Int!] as the interface N has it
            type Query implements N { a(b: Int!): Int } interface N { a(b: Int): Int } | Query.a does not take b: Int as the interface N has it
            type Query implements N { a(b: Int! = 1): Int } interface N { a: Int } |
            type Query implements N { a(b: Int): Int } interface N { a: Int } |
            type Query { a(a: A): Int } input A { a: A! } input B { a: A! b: B } | The input type A needs a field that needs itself, so no value of it can be written; The input type B needs a field that needs itself, so no value of it can be written
            type Query { a(a: A): Int } input A { a: [A!]! b: B! } input B { b: B a: [A!] } |
            type Query { a(a: A): Int } input A @oneOf { a: A b: B } input B { a: Int! } |
            type Query { a(a: A): Int } input A { b: B! c: B! } input B { c: C! } input C { i: Int! } |
            type Query { a: Int } scalar A @specifiedBy(url: "u") extend scalar A @d |
            extend type Query { b: Int } type Query { a: Int } |
            type Query { a: Int } extend type Query implements N & N interface N { a: Int } | Query implements N twice
            type Query { a: Int } union U = Query extend union U = Query | U contains Query twice
            type Query { a: Int } enum E { A } extend enum E { A B } | E.A is defined twice
            type Query { a: Int } input I { a: Int } extend input I { a: Int } | I.a is defined twice; the first counts
            type Query { a: Int } extend union U = Query | The type U is extended but nowhere defined
            type Query { a: Int } extend scalar Float @d |
            type Query { a: Int } scalar Date extend type Date { a: Int } | Date is defined as scalar and extended as type
            type Query { a: Int } union U = Query extend input U { a: Int } | U is defined as union and extended as input
            type Query { a: Int } interface I { a: Int } extend enum I { A } | I is defined as interface and extended as enum
            type Query { a: Int } mutation { a } | A schema has no operations; this one is left out
            directive @d(a: Int, a: Int) on FIELD type Query { a: Int } | The argument a of @d is defined twice; the first counts
            type Query { a: Int } input __I { a: Int } enum __E { A } | __I begins with __, which is reserved for introspection; __E begins with __, which is reserved for introspection
            schema { query: Query subscription: Query } type Query { a: Int } | The query type and the subscription type are both Query
            schema { query: Query } extend schema { query: Query } type Query { a: Int } | The schema names its query type twice; the first counts
            schema { query: Query mutation: Query2 } type Query { a: Int } | The mutation type Query2 is not defined; did you mean Query?
            schema { mutation: Query } type Query { a: Int } | The schema has no query type
            """
        let found = rows.split(separator: "\n").map { row in
            let text = row.split(separator: " |").map(String.init)[0]
            let reasons = schema(text).notices.map(\.reason).joined(separator: "; ")
            return "\(text) |\(reasons.isEmpty ? "" : " ")\(reasons)"
        }
        #expect(found.joined(separator: "\n") == rows)
    }

    @Test func `the types of introspection may be printed in a text`() {
        for type in GraphQLBuiltIns.types where type.isIntrospection {
            let text =
                "type Query { a: Int } \(type.kind.keyword) \(type.name) { \(type.kind == .object ? "a: Int" : "A") }"
            #expect(schema(text).notices == [], "\(type.name)")
        }
        #expect(GraphQLBuiltIns.types.count { $0.isIntrospection } == 8)
    }

    @Test func `a notice knows its text and its place in it`() {
        let found = schema([
            "type Query { a: Int } query { a }", "type Query { b: Int } type A { a: Gone } type ) ",
            "extend type B { a: Int } union U",
        ]).notices
        let places = found.map { "\($0.origin.document.map(String.init) ?? "-") \($0.origin.range) \($0.reason)" }
        #expect(
            places == [
                "0 22..<33 A schema has no operations; this one is left out",
                "1 46..<47 Here the type's name is expected",
                "1 5..<10 The type Query is defined twice; the first counts",
                "2 12..<13 The type B is extended but nowhere defined",
                "1 31..<32 A.a has the type Gone, which is not defined", "2 31..<32 The union U has no members",
            ])
        let schema = schema(["scalar A", "directive @d on FIELD enum E { A }"])
        #expect(schema.notices.map(\.origin.document) == [nil] && schema.type("E")?.origin.document == 1)
        #expect(schema.directive("d")?.origin.document == 1 && schema.directive("skip")?.origin.document == nil)
        #expect(schema.type("Int")?.origin.document == nil && schema.type("__Type")?.origin.document == nil)
    }

    @Test func `a schema has two hundred notices at most`() {
        func count(_ text: String) -> Int { schema("type Query { a: Int } \(text)").notices.count }
        for (number, most) in [(199, 199), (200, 200), (201, 200)] {
            // While it is built, while it is checked, and both.
            #expect(count(String(repeating: "type Query { a: Int } ", count: number)) == most)
            #expect(count("type T { \((0..<number).map { "f\($0): Gone\($0)" }.joined(separator: " ")) }") == most)
            #expect(count(String(repeating: "type Query { a: Int } ", count: number - 1) + "union U") == most)
            #expect(count((0..<number).map { "union U\($0) " }.joined()) == most)
        }
    }

    @Test func `types are compared with their interfaces up to a limit`() {
        let types = schema(
            """
            type Query implements N { a(x: Int, y: Int): Int } interface N { a(x: Int, y: Int): Int }
            type T implements N { b: Int }
            """
        ).types
        let index = Dictionary(uniqueKeysWithValues: types.enumerated().map { ($1.name, $0) })
        func notices(_ comparisons: Int) -> [String] {
            var check = GraphQLSchemaCheck(
                types: types, index: index, roots: [.query: "Query"], directives: [], notices: [])
            check.comparisons = comparisons
            return check.run().map(\.reason)
        }
        let missing = "T implements N but has no field a"
        let many = "The schema is too large to compare all types with their interfaces"
        // A field counts 1 and 2 for its arguments in the interface, and 2 more in the type that has it.
        #expect(notices(9) == [missing] && notices(8) == [many] && notices(5) == [many] && notices(3) == [many])
    }

    // MARK: Joining

    @Test func `root types are those of the schema definition, else those of the usual names`() {
        func roots(_ text: String) -> String {
            let roots = schema(text).roots
            return GraphQLDocument.OperationKind.allCases.compactMap { roots[$0] }.joined(separator: " ")
        }
        let types = "type Query { a: Int } type Mutation { a: Int } type Subscription { a: Int } type M { a: Int }"
        #expect(roots(types) == "Query Mutation Subscription")
        #expect(roots("\(types) schema { query: M }") == "M" && roots("schema { query: Query } \(types)") == "Query")
        #expect(roots("\(types) extend schema { mutation: M }") == "Query M Subscription")
        #expect(roots("\(types) schema @d { query: Query } extend schema { subscription: M }") == "Query M")
        #expect(roots("interface Query { a: Int } type Mutation { a: Int }") == "Mutation")
        #expect(roots("schema { query: Query } schema { query: M mutation: M } \(types)") == "Query M")
    }

    @Test func `extensions add to what is defined`() {
        let found = schema(
            """
            extend type Query implements N @d { b(x: Int): Int @deprecated } type Query { a: Int } interface N { a: Int }
            "first" schema { query: Query } "second" schema { mutation: Query } scalar A @specifiedBy(url: "u")
            extend scalar A @d extend scalar B @specifiedBy(url: "w") scalar B @specifiedBy(url: "v") extend interface N { b: Int }
            union U = Query extend union U = T type T { a: Int } enum E { A } extend enum E { "b" B @deprecated(reason: "r") }
            input I { a: Int } extend input I @oneOf { "c" c: Int = 5 } extend input J { a: Int } input J { b: Int }
            """)
        #expect(found.description == "first" && found.root(.query)?.interfaces == ["N"])
        #expect(found.root(.query)?.fields.map(\.name) == ["a", "b"])
        #expect(found.root(.query)?.field("b")?.deprecation == "No longer supported")
        #expect(
            found.root(.query)?.field("b")?.argument("x")?.name == "x"
                && found.root(.query)?.field("a")?.deprecation == nil)
        #expect(found.type("A")?.specifiedBy == "u" && found.type("B")?.specifiedBy == "w")
        #expect(found.type("N")?.fields.map(\.name) == ["a", "b"] && found.type("U")?.members == ["Query", "T"])
        #expect(found.type("E")?.values == [.init(name: "A"), .init(name: "B", description: "b", deprecation: "r")])
        #expect(found.type("I")?.inputFields.map(\.defaultValue) == [nil, "5"] && found.type("I")?.isOneOf == true)
        #expect(found.type("J")?.inputFields.map(\.name) == ["b", "a"] && found.type("J")?.isOneOf == false)
    }

    @Test func `a scalar that every schema has may be declared again, and stays what it is`() {
        let plain = schema("type Query { a: Int }")
        let found = schema(
            #"scalar Int "other" scalar ID @specifiedBy(url: "u") extend scalar Float @d type Query { a: Int }"#)
        #expect(found == plain && found.notices.isEmpty, "\(found.notices)")
        #expect(found.type("Int")?.description == "An integer between -2,147,483,648 and 2,147,483,647.")
        #expect(found.types.count { $0.name == "Int" } == 1)
    }

    @Test func `of what is defined twice the first counts`() {
        let found = schema(
            """
            type Query { a(x: Int = 1, x: String): Int a: String } type Query { c: Int } directive @d on FIELD directive @d on QUERY
            directive @skip(if: Boolean!) on QUERY enum E { "1" A "2" A } input I { a: Int a: String } type __Type { x: Int }
            """)
        #expect(found.type("Query")?.fields.map { "\($0.name): \($0.type)" } == ["a: Int"])
        #expect(
            found.type("Query")?.field("a")?.arguments.map { "\($0.name): \($0.type) \($0.defaultValue ?? "-")" } == [
                "x: Int 1"
            ])
        #expect(found.directive("d")?.locations == ["FIELD"] && found.directive("skip")?.locations == ["QUERY"])
        #expect(found.directives.map(\.name) == ["d", "skip", "include", "deprecated", "specifiedBy", "oneOf"])
        #expect(found.type("E")?.value("A")?.description == "1" && found.type("E")?.values.count == 1)
        #expect(found.type("I")?.inputField("a")?.type.description == "Int")
        // A text's own types of introspection are at the place of ours.
        #expect(found.types.map(\.name) == ["Query", "E", "I"] + GraphQLBuiltIns.types.map(\.name))
        #expect(found.type("__Type")?.fields.map(\.name) == ["x"])
    }

    @Test("a member is found among few and among many", arguments: [11, 12, 13, 14, 40])
    func members(_ count: Int) {
        func each(_ text: (Int) -> String) -> String { (0..<count).map(text).joined(separator: " ") }
        let found = schema(
            """
            type Query { \(each { "f\($0): [T\($0)]" }) f\(count - 1): Int f0: Int }
            input I { \(each { "i\($0): Int = \($0)" }) i\(count - 1): Int i0: Int }
            enum E { \(each { "\"\($0)\" E\($0)" }) E\(count - 1) E0 } \(each { "scalar T\($0)" })
            """)
        #expect(found.notices.count == 6 && found.type("Query")?.fields.count == count)
        for place in 0..<count {
            #expect(found.type("Query")?.field("f\(place)")?.type.name == "T\(place)")
            #expect(found.type("I")?.inputField("i\(place)")?.defaultValue == "\(place)")
            #expect(found.type("E")?.value("E\(place)")?.description == "\(place)")
        }
        #expect(found.type("Query")?.field("i0") == nil && found.type("I")?.inputField("f0") == nil)
        #expect(found.type("E")?.value("E\(count)") == nil && found.type("Query")?.field("f\(count)") == nil)
    }

    // MARK: Looking up

    @Test func `what a value can be is known of each type`() {
        let schema = Sample.schema
        let names = ["User", "Node", "Named", "Thing", "Role", "Date", "Filter", "Gone", "Int"]
        let possible: [[String]] = [["User"], ["User", "Order"], ["User"], ["User", "Order"], [], [], [], [], []]
        #expect(names.map(schema.possibleTypes) == possible)
        #expect(
            names.map { schema.isLeaf(GraphQLTypeReference($0)) } == [
                false, false, false, false, true, true, true, true, true,
            ])
        #expect(names.map { schema.type($0)?.isInput } == [false, false, false, false, true, true, true, nil, true])
        func fields(_ name: String, _ type: String) -> String? {
            schema.type(type).flatMap { schema.field(name, of: $0) }.map { "\($0.name): \($0.type)" }
        }
        #expect(
            fields("__typename", "User") == "__typename: String!"
                && fields("__typename", "Thing") == "__typename: String!")
        #expect(fields("__typename", "Node") == "__typename: String!" && fields("__typename", "Filter") == nil)
        #expect(fields("__typename", "Role") == nil && fields("__typename", "Date") == nil)
        #expect(fields("__schema", "Query") == "__schema: __Schema!" && fields("__schema", "Mutation") == nil)
        #expect(
            fields("__type", "Query") == "__type: __Type" && fields("__type", "User") == nil
                && fields("__gone", "Query") == nil)
        #expect(schema.root(.subscription)?.name == "Events" && schema.directive("gone") == nil)
    }

    @Test func `schemas are equal if all is equal but notices and places`() {
        let text = "\"d\" schema { query: Query } type Query { a: Int } type M { a: Int }"
        #expect(schema(text) == schema(" \(text) extend type Query { a: Int }"))
        for other in [
            text.replacing("\"d\"", with: "\"e\""), text.replacing("query: Query", with: "query: Query mutation: M"),
            text.replacing("M {", with: "N {"), text.replacing("M {", with: "M { b: Int"),
            text + " directive @d on FIELD",
            text.replacing("a: Int }", with: "\"x\" a: Int }"), text.replacing("\"d\" ", with: ""),
        ] {
            #expect(schema(text) != schema(other), "\(other)")
        }
    }

    // MARK: Printing

    /// A text that is printed as it is.
    @Test(arguments: [
        "schema {\n  query: Q\n  mutation: M\n  subscription: S\n}\n\ntype Q {\n  a: Int\n}\n\ntype M {\n  a: Int\n}\n\ntype S {\n  a: Int\n}\n",
        "schema {\n  query: Query\n}\n\ntype Query {\n  a: Int\n}\n\ntype Mutation {\n  a: Int\n}\n",
        "schema {\n  query: Query\n}\n\ntype Query {\n  a: Int\n}\n\ntype Subscription {\n  a: Int\n}\n",
        "type Query {\n  a: Int\n}\n\nscalar Mutation\n\ntype M {\n  a: Int\n}\n",
        "\"d\"\nschema {\n  query: Query\n}\n\ntype Query {\n  a: Int\n}\n",
        "directive @a on FIELD\n\n\"d\"\ndirective @b(\n  \"x\"\n  x: Int\n  y: Int! = 1\n) repeatable on FIELD | QUERY\n\ntype Query {\n  a: Int\n}\n",
        "type Query {\n  a: Int @deprecated(reason: \"\")\n  b: Int @deprecated(reason: \"no longer supported\")\n  c: Int @deprecated\n}\n",
        "input I {\n  a: Int\n  \"b\"\n  b: Int = 1 @deprecated\n  c: [Int!] = [1, 2] @deprecated(reason: \"r\")\n}\n",
        "enum E {\n  \"a\"\n  A\n  B @deprecated(reason: \"r\\n\")\n}\n",
        "type T implements A & B {\n  a(\n    x: Int\n    \"y\"\n    y: Int @deprecated\n  ): Int\n  b(x: Int @deprecated, y: Int = 1): Int\n}\n",
        "union U = A | B\n\nunion V\n\ninterface I implements A {\n  a: Int\n}\n\ntype Empty\n\nscalar S @specifiedBy(url: \"a\\\"b\")\n\ninput O @oneOf\n",
        "\"\"\"\na\nb\n\"\"\"\ntype T {\n  \"\"\"\n  c\n\n    d\n  \"\"\"\n  a: Int\n}\n", "\" a\\n b\"\nscalar S\n",
        "\"\"\nscalar S\n",
    ])
    func `a schema is printed as it is written`(text: String) { #expect(schema(text).sdl == text) }

    @Test func `a description of eighty bytes has lines of its own`() {
        func printed(_ description: String) -> String {
            schema("\(GraphQLStringText.quoted(description)) scalar S").sdl.replacing("scalar S\n", with: "")
        }
        let long = String(repeating: "é", count: 39)
        #expect(printed("\(long)a") == "\"\(long)a\"\n")
        #expect(printed("\(long)ab") == "\"\"\"\n\(long)ab\n\"\"\"\n")
        // What would not be read back the same.
        #expect(printed(" \(long)ab") == "\" \(long)ab\"\n")
    }

    @Test func `what every schema has is not printed`() {
        #expect(schema("type Query { a: Int }").sdl == "type Query {\n  a: Int\n}\n")
        #expect(
            schema("scalar Int scalar ID directive @skip on QUERY type __Type { a: Int }").sdl == ""
                && schema("").sdl == "")
    }
}
