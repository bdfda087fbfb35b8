import JSONPath
import Testing

@testable import GraphQL

/// A small schema with everything that a schema can have.
enum Sample {
    static let sdl = #"""
        """
        A shop.

        It sells things.
        """
        schema { query: Query mutation: Mutation subscription: Events }
        directive @auth(role: Role = ADMIN, "Where." scopes: [String!]! = ["a", "b"]) repeatable on FIELD_DEFINITION | OBJECT | FIELD | QUERY
        interface Node { id: ID! }
        interface Named implements Node { id: ID! name(upper: Boolean = false): String }
        "A person \"quoted\"."
        type User implements Node & Named {
          id: ID!
          "The name."
          name(upper: Boolean = false): String
          email: String @deprecated(reason: "Use mail")
          friends(first: Int! = 10, after: String, filter: Filter): [User!]!
          orders(
            "How many."
            first: Int!
            old: Int @deprecated
          ): [Order]
          role: Role!
        }
        type Order implements Node { id: ID! total: Float! buyer: User when: Date }
        union Thing = User | Order
        enum Role { ADMIN "A guest." GUEST OLD @deprecated }
        scalar Date @specifiedBy(url: "https://example.com/date")
        input Filter { name: String = "x\n" and: [Filter!] role: Role range: Range old: Int @deprecated(reason: "no") }
        input Range { from: Int! to: Int! = 5 }
        input Key @oneOf { id: ID email: String }
        type Query {
          me: User
          user(id: ID!): User
          find(by: Key!): User
          things(kind: Role, limit: Int = 3): [Thing]
          node(id: ID!): Node
          named: Named
          search(filter: Filter!, tags: [String!]): [Thing!]!
          count: Int!
        }
        type Mutation { addUser(name: String!, role: Role! = GUEST, range: Range): User! remove(id: ID!): Boolean }
        type Events { userAdded: User! tick(every: Int!): Int }
        """#
    static let schema = GraphQLSchema(sdl: Array(sdl.utf8))
}

struct SchemaTests {
    @Test func `the sample has no notices`() { #expect(Sample.schema.notices == []) }

    @Test func `SDL of a schema gives the same schema`() {
        let again = GraphQLSchema(sdl: Array(Sample.schema.sdl.utf8))
        #expect(again == Sample.schema)
        #expect(again.sdl == Sample.schema.sdl)
        #expect(again.notices == [])
        #expect(again.type("Filter")?.inputField("name")?.defaultValue == #""x\n""#)
    }

    @Test func `introspection of a schema gives the same schema`() throws {
        let tree = try JSONTree.parse(Sample.schema.introspectionResult)
        let again = try GraphQLSchema(introspection: tree)
        #expect(again.notices == [])
        #expect(again == Sample.schema)
        #expect(again.sdl == Sample.schema.sdl)
    }

    @Test func `each object of an introspection result knows its type`() throws {
        let query = """
            { __schema { __typename directives { __typename }
              types { __typename fields { __typename args { __typename } } inputFields { __typename }
                enumValues { __typename } } } }
            """
        let result = try #require(Sample.schema.introspectionResult(of: GraphQLDocument.parse(Array(query.utf8))))
        let names = String(decoding: result, as: UTF8.self).split(separator: "\"").filter { $0.hasPrefix("__") }
        #expect(
            Set(names).subtracting(["__typename"])
                == ["__Schema", "__Directive", "__Type", "__Field", "__InputValue", "__EnumValue", "__schema"])
    }

    @Test func `any schema survives SDL and introspection`() throws {
        for seed in 1...30 {
            let text = RandomSchema.sdl(UInt64(seed))
            let schema = GraphQLSchema(sdl: Array(text.utf8))
            #expect(schema.notices == [], "seed \(seed): \(text)")
            #expect(GraphQLSchema(sdl: Array(schema.sdl.utf8)) == schema, "seed \(seed)")
            let tree = try JSONTree.parse(schema.introspectionResult)
            #expect(try GraphQLSchema(introspection: tree) == schema, "seed \(seed)")
        }
    }

    @Test func `the probe says what introspection knows`() throws {
        let probe = GraphQLDocument.parse(Array(GraphQLIntrospection.probe.utf8))
        let response = try #require(Sample.schema.introspectionResult(of: probe))
        #expect(GraphQLIntrospection.Features(probe: try JSONTree.parse(response)) == .all)
        let old = try JSONTree.parse(Array(#"{"data":{"type":{"fields":[{"name":"kind","args":[]}]}}}"#.utf8))
        #expect(GraphQLIntrospection.Features(probe: old) == GraphQLIntrospection.Features())
        #expect(
            GraphQLIntrospection.Features(probe: try JSONTree.parse(Array("{}".utf8)))
                == GraphQLIntrospection.Features())
    }

    @Test func `deprecated arguments are asked for where the probe found a way to`() throws {
        func features(_ alias: String, _ name: String) throws -> GraphQLIntrospection.Features {
            let input = #"{"fields":[{"name":"isDeprecated","args":[]},{"name":"deprecationReason","args":[]}]}"#
            let fields = #"[{"name":"\#(name)","args":[{"name":"includeDeprecated"}]}]"#
            let text = #"{"data":{"inputValue":\#(input),"\#(alias)":{"fields":\#(fields)}}}"#
            return GraphQLIntrospection.Features(probe: try JSONTree.parse(Array(text.utf8)))
        }
        var ofFields = GraphQLIntrospection.Features()
        ofFields.inputDeprecation = true
        var (ofInputs, ofDirectives) = (ofFields, ofFields)
        ofFields.deprecatedArguments = true
        ofInputs.deprecatedInputFields = true
        ofDirectives.deprecatedDirectiveArguments = true
        #expect(try features("field", "args") == ofFields)
        #expect(try features("type", "inputFields") == ofInputs)
        #expect(try features("directive", "args") == ofDirectives)
    }

    @Test func `the fallback asks for nothing new`() throws {
        #expect(GraphQLDocument.parse(Array(GraphQLIntrospection.fallback.utf8)).problems == [])
        for word in ["isOneOf", "specifiedByURL", "isRepeatable", "defaultValue isDeprecated", "args(", "inputFields("]
        {
            #expect(!GraphQLIntrospection.fallback.contains(word))
            #expect(GraphQLIntrospection.query(.all).contains(word))
        }
        let document = GraphQLDocument.parse(Array(GraphQLIntrospection.fallback.utf8))
        let response = try #require(Sample.schema.introspectionResult(of: document))
        let schema = try GraphQLSchema(introspection: try JSONTree.parse(response))
        #expect(schema.type("User")?.field("orders")?.arguments.map(\.name) == ["first"])
        #expect(schema.type("User")?.field("email")?.deprecation == "Use mail")
    }

    @Test func `several documents are joined, extensions in any order`() {
        let texts = [
            "extend type Query { b: B } extend enum E { Y } extend input I @oneOf",
            "type Query { a: E } enum E { X } input I { a: Int }", "type B { c: Int }",
        ]
        let schema = GraphQLSchema(documents: texts.map { GraphQLDocument.parse(Array($0.utf8)) })
        #expect(schema.notices == [])
        #expect(schema.root(.query)?.fields.map(\.name) == ["a", "b"])
        #expect(schema.type("E")?.values.map(\.name) == ["X", "Y"])
        #expect(schema.type("I")?.isOneOf == true)
    }

    @Test(
        "what is broken is a notice",
        arguments: [
            ("type A { a: Int }", "The schema has no query type"),
            ("schema { query: Quer } type Query { a: Int }", "The query type Quer is not defined; did you mean Query?"),
            ("type Query { a: Strin }", "Query.a has the type Strin, which is not defined; did you mean String?"),
            ("type Query { a: Int } type Query { b: Int }", "The type Query is defined twice; the first counts"),
            ("type Query { a: Int a: Int }", "Query.a is defined twice; the first counts"),
            ("type Query { a(b: Int b: Int): Int }", "The argument b of Query.a is defined twice; the first counts"),
            ("type Query { a: I } input I { a: Int }", "Query.a returns I, which is an input type"),
            ("type Query { a(q: Query): Int }", "Query.a takes q of the type Query, which is not an input type"),
            ("type Query implements N { a: Int } interface N { b: Int }", "Query implements N but has no field b"),
            (
                "type Query implements N { a: Int } interface N { a: Int! }",
                "Query.a is Int, but the interface N has Int!"
            ),
            ("type Query { a: U } union U = Int", "The union U contains Int, which is not an object type"),
            ("type Query", "The type Query has no fields"), ("type Query { a: E } enum E", "The enum E has no values"),
            ("type Query { __a: Int }", "Query.__a begins with __, which is reserved for introspection"),
            (
                "type Query { a: Int } type __X { a: Int }",
                "__X begins with __, which is reserved for introspection"
            ),
            (
                "type Query { a(i: I): Int } input I { i: I! }",
                "The input type I needs a field that needs itself, so no value of it can be written"
            ),
            (
                "type Query { a(i: I): Int } input I @oneOf { i: Int! }",
                "I is @oneOf, so i can neither be non-null nor have a default value"
            ),
            ("type Query { a: Int } extend type B { a: Int }", "The type B is extended but nowhere defined"),
            ("type Query { a: Int } extend input Query { a: Int }", "Query is defined as type and extended as input"),
            ("type Query { a: Int } query { a }", "A schema has no operations; this one is left out"),
        ])
    func notices(_ text: String, _ reason: String) {
        #expect(GraphQLSchema(sdl: Array(text.utf8)).notices.map(\.reason) == [reason])
    }

    @Test(
        "a JSON text that is not an introspection says so",
        arguments: [
            ("{}", "The JSON has no __schema, so it is not the result of an introspection"),
            ("[1]", "The JSON has no __schema, so it is not the result of an introspection"),
            (#"{"errors":[{"message":"disabled"}]}"#, "The server refuses introspection: disabled"),
            (#"{"__schema":{}}"#, "The __schema of the JSON has no types"),
        ])
    func noIntrospection(_ text: String, _ reason: String) throws {
        let tree = try JSONTree.parse(Array(text.utf8))
        #expect(throws: GraphQLSchema.IntrospectionFailure(reason: reason)) { try GraphQLSchema(introspection: tree) }
    }

    @Test func `broken parts of an introspection are notices`() throws {
        let text = #"""
            {"data":{"__schema":{"queryType":{"name":"Query"},"types":[{"kind":"OBJECT","name":"Query","fields":[
            {"name":"a b","type":{"kind":"SCALAR","name":"Int"}},{"name":"ok","type":{"kind":"NON_NULL","ofType":{"kind":"SCALAR","name":"Int"}}},
            {"name":"deep","type":{"kind":"LIST","ofType":{"kind":"LIST","ofType":null}}},
            {"name":"arg","type":{"kind":"SCALAR","name":"Int"},"args":[{"name":"x","type":{"kind":"SCALAR","name":"Int"},"defaultValue":"{\"a\":1}"}]}]},
            {"kind":"WHAT","name":"X"},7]}}}
            """#
        let schema = try GraphQLSchema(introspection: try JSONTree.parse(Array(text.utf8)))
        #expect(schema.root(.query)?.fields.map { "\($0.name): \($0.type)" } == ["ok: Int!", "arg: Int"])
        #expect(
            schema.notices.map(\.reason) == [
                "A field of Query has the name \"a b\", which is not a name of GraphQL",
                "The type of Query.deep is nested deeper than the introspection query reads",
                "The default value of Query.arg.x is not a constant of GraphQL", "The type X has no kind that is known",
                "A type has no name",
            ])
    }
}

/// Schemas without errors, made from a seed.
enum RandomSchema {
    static func sdl(_ seed: UInt64, types: Int = 12) -> String {
        var random = Seeded(seed)
        let scalars = ["Int", "Float", "String", "Boolean", "ID"]
        let descriptions = [
            "", "", "\"short\"\n", "\"\"\"\n  Two\n    lines \\\"\"\"\n\"\"\"\n", "\"\\u0001 \\\"q\\\" \\\\ \"\n",
            "\"\"\n",
        ]
        func wrap(_ name: String) -> String {
            switch random.below(6) {
            case 0: "[\(name)]"
            case 1: "\(name)!"
            case 2: "[\(name)!]!"
            case 3: "[[\(name)!]]"
            default: name
            }
        }
        func description() -> String { descriptions[random.below(descriptions.count)] }
        func deprecated() -> String { ["", "", " @deprecated", " @deprecated(reason: \"a\\nb\")"][random.below(4)] }
        func input() -> String {
            [
                "Int = -3", "String! = \"a\\n\\\"\"", "[E0!] = [A, B]", "I0 = {b: 1, a: [1.5e3]}", "Boolean = true",
                "ID", "E0 = null",
                "[[I0]]",
            ][random.below(8)] + deprecated()
        }
        var text = "enum E0 { A \(description()) B C\(deprecated()) }\ninput I0 { a: [Float] b: Int }\nscalar S0\n"
        text += "interface N0 { id: ID }\nunion U0 = T0 | Query\n"
        text +=
            "\(description())directive @d(a: Int = 1) \(random.below(2) == 0 ? "repeatable " : "")on FIELD | OBJECT\n"
        for number in 0..<types {
            let name = number == 0 ? "Query" : "T\(number - 1)"
            text += "\(description())type \(name) implements N0 { id: ID\n"
            for field in 0...random.below(20) {
                text += description() + "f\(field)"
                if random.below(2) == 0 {
                    text +=
                        "(" + (0...random.below(3)).map { "\(description())a\($0): \(input())" }.joined(separator: ", ")
                        + ")"
                }
                let target =
                    random.below(2) == 0
                    ? scalars[random.below(5)]
                    : ["E0", "S0", "N0", "U0", "Query", "T0", "T\(random.below(types - 1))"][random.below(7)]
                text += ": \(wrap(target))\(deprecated())\n"
            }
            text += "}\n"
        }
        return text
    }
}
