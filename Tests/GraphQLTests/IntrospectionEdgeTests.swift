import JSONPath
import Testing

@testable import GraphQL

/// Introspection: what is asked for, what is answered, and what is read, member by member.
@Suite struct IntrospectionEdgeTests {
    private func schema(_ sdl: String) -> GraphQLSchema { GraphQLSchema(sdl: Array(sdl.utf8)) }

    private func schema(json: String) throws -> GraphQLSchema {
        try GraphQLSchema(introspection: try JSONTree.parse(Array(json.utf8)))
    }

    private func features(_ change: (inout GraphQLIntrospection.Features) -> Void) -> GraphQLIntrospection.Features {
        var features = GraphQLIntrospection.Features()
        change(&features)
        return features
    }

    // MARK: Asking

    @Test func `each thing that a server knows is asked for at its place`() {
        let places: [(GraphQLIntrospection.Features, String)] = [
            (features { $0.schemaDescription = true }, "__schema {\n    description queryType { name }"),
            (features { $0.specifiedByURL = true }, "kind name description specifiedByURL\n  fields"),
            (features { $0.isOneOf = true }, "kind name description isOneOf\n  fields"),
            (features { $0.isRepeatable = true }, "directives { name description isRepeatable locations args {"),
            (features { $0.inputDeprecation = true }, "} defaultValue isDeprecated deprecationReason\n}"),
            (
                features { $0.deprecatedArguments = true },
                "name description args(includeDeprecated: true) { ...Input } type"
            ),
            (features { $0.deprecatedInputFields = true }, "inputFields(includeDeprecated: true) { ...Input }"),
            (
                features { $0.deprecatedDirectiveArguments = true },
                "locations args(includeDeprecated: true) { ...Input }"
            ),
        ]
        for (place, (features, text)) in places.enumerated() {
            let query = GraphQLIntrospection.query(features)
            #expect(query.contains(text) && GraphQLDocument.parse(Array(query.utf8)).problems == [])
            for other in places.indices where other != place { #expect(!query.contains(places[other].1), "\(text)") }
        }
        let fallback = GraphQLIntrospection.fallback
        #expect(fallback == GraphQLIntrospection.query(GraphQLIntrospection.Features()))
        #expect(fallback.split(separator: "ofType").count == 10 && fallback.contains("{ kind name }"))
        #expect(!places.contains { fallback.contains($0.1) })
    }

    @Test func `all that is asked for can be answered, and is read again`() throws {
        let document = GraphQLDocument.parse(Array(GraphQLIntrospection.fallback.utf8))
        #expect(document.problems(in: Sample.schema) == [])
        let all = GraphQLDocument.parse(Array(GraphQLIntrospection.query(.all).utf8))
        #expect(all.problems(in: Sample.schema) == [])
        let probe = GraphQLDocument.parse(Array(GraphQLIntrospection.probe.utf8))
        #expect(probe.problems == [] && probe.problems(in: Sample.schema) == [])
        let answer = try #require(Sample.schema.introspectionResult(of: document))
        let old = try GraphQLSchema(introspection: try JSONTree.parse(answer))
        #expect(old.roots == Sample.schema.roots && old.types.map(\.name) == Sample.schema.types.map(\.name))
        #expect(old.type("User")?.interfaces == ["Node", "Named"] && old.type("Named")?.interfaces == ["Node"])
        #expect(old.type("Thing")?.members == ["User", "Order"] && old.type("Date")?.specifiedBy == nil)
        #expect(old.type("Role")?.values == Sample.schema.type("Role")?.values)
        #expect(old.type("User")?.field("name") == Sample.schema.type("User")?.field("name"))
        #expect(old.type("User")?.description == "A person \"quoted\"." && old.description == nil)
        #expect(old.type("Filter")?.inputFields.map(\.name) == ["name", "and", "role", "range"])
        #expect(old.type("Filter")?.inputField("name")?.defaultValue == "\"x\\n\"")
        #expect(old.directive("auth")?.isRepeatable == false && old.directive("auth")?.locations.count == 4)
        #expect(old.directive("auth")?.arguments == Sample.schema.directive("auth")?.arguments)
        #expect(old.type("Key")?.isOneOf == false)
    }

    @Test func `each member of the probe says one thing`() throws {
        func read(_ parts: String...) throws -> GraphQLIntrospection.Features {
            let text = #"{"data":{\#(parts.joined(separator: ","))}}"#
            return GraphQLIntrospection.Features(probe: try JSONTree.parse(Array(text.utf8)))
        }
        func part(_ alias: String, _ fields: String...) -> String {
            let fields = fields.map { field in
                let words = field.split(separator: "(").map(String.init)
                let args = words.count > 1 ? #"{"name":"other"},{"name":"\#(words[1])"}"# : ""
                return #"{"name":"\#(words[0])","args":[\#(args)]}"#
            }
            return #""\#(alias)":{"fields":[\#(fields.joined(separator: ","))]}"#
        }
        let none = GraphQLIntrospection.Features()
        let input = part("inputValue", "isDeprecated", "deprecationReason")
        #expect(try read(part("schema", "description")) == features { $0.schemaDescription = true })
        #expect(try read(part("type", "description", "specifiedByURL")) == features { $0.specifiedByURL = true })
        #expect(try read(part("type", "isOneOf")) == features { $0.isOneOf = true })
        #expect(try read(part("directive", "isRepeatable")) == features { $0.isRepeatable = true })
        #expect(try read(input) == features { $0.inputDeprecation = true })
        #expect(try read(part("inputValue", "isDeprecated")) == none)
        #expect(try read(part("inputValue", "deprecationReason")) == none)
        for (alias, name) in [("field", "args"), ("type", "inputFields"), ("directive", "args")] {
            // Of no use where deprecation cannot be asked for.
            #expect(try read(part(alias, "\(name)(includeDeprecated")) == none)
            #expect(try read(input, part(alias, name)) == features { $0.inputDeprecation = true })
            #expect(try read(input, part(alias, "\(name)(include")) == features { $0.inputDeprecation = true })
            #expect(
                try read(input, part(alias, "\(name)(includeDeprecated")) != features { $0.inputDeprecation = true })
        }
        let misplaced = [
            part("schema", "specifiedByURL", "isOneOf", "isRepeatable"), part("type", "isRepeatable"),
            part("directive", "specifiedByURL", "isOneOf"),
            part("field", "description", "isDeprecated", "deprecationReason"),
            part("inputValue", "args(includeDeprecated"), #""schema":null"#, #""type":{"fields":[{"name":1},5]}"#,
        ]
        for text in misplaced { #expect(try read(text) == none) }
        #expect(try GraphQLIntrospection.Features(probe: JSONTree.parse(Array("[]".utf8))) == none)
        #expect(GraphQLIntrospection.Features.all != none)
    }

    // MARK: Answering

    private func answer(_ query: String, _ sdl: String, variables: String? = nil) throws -> String {
        let document = GraphQLDocument.parse(Array(query.utf8))
        let tree = try variables.map { try JSONTree.parse(Array($0.utf8)) }
        let result = schema(sdl).introspectionResult(of: document, variables: tree)
        let text = result.map { String(decoding: $0, as: UTF8.self) } ?? "none"
        let start = #"{"data":{"__type":"#
        return text.hasPrefix(start) ? String(text.dropFirst(start.count).dropLast(2)) : text
    }

    @Test func `what is deprecated is left out unless it is asked for`() throws {
        let sdl = """
            type Query { a(x: Int @deprecated, y: Int): Int b: Int @deprecated(reason: "r") } input I { a: Int @deprecated b: Int }
            enum E { A @deprecated B } directive @d(x: Int @deprecated, y: Int) on FIELD
            """
        #expect(
            try answer(#"{__type(name: "Query") {fields {name args {name}}}}"#, sdl)
                == #"{"fields":[{"name":"a","args":[{"name":"y"}]}]}"#)
        #expect(
            try answer(
                #"{__type(name: "Query") {fields(includeDeprecated: true) {name args(includeDeprecated: true) {name isDeprecated}}}}"#,
                sdl)
                == #"{"fields":[{"name":"a","args":[{"name":"x","isDeprecated":true},{"name":"y","isDeprecated":false}]},{"name":"b","args":[]}]}"#
        )
        #expect(
            try answer(#"{__type(name: "I") {inputFields(includeDeprecated: false) {name}}}"#, sdl)
                == #"{"inputFields":[{"name":"b"}]}"#)
        #expect(
            try answer(#"{__type(name: "I") {inputFields(includeDeprecated: true) {name deprecationReason}}}"#, sdl)
                == #"{"inputFields":[{"name":"a","deprecationReason":"No longer supported"},{"name":"b","deprecationReason":null}]}"#
        )
        let directives = #"{__schema {directives {name a: args {name} b: args(includeDeprecated: true) {name}}}}"#
        #expect(
            try answer(directives, sdl).contains(#"{"name":"d","a":[{"name":"y"}],"b":[{"name":"x"},{"name":"y"}]}"#))
        let reason = #"{__type(name: "Query") {fields(includeDeprecated: true) {isDeprecated deprecationReason}}}"#
        #expect(
            try answer(reason, sdl)
                == #"{"fields":[{"isDeprecated":false,"deprecationReason":null},{"isDeprecated":true,"deprecationReason":"r"}]}"#
        )
    }

    @Test func `each kind of type has its own parts, and null for those of others`() throws {
        let sdl = """
            type Query implements N { a: [Int!] } interface N implements M { a: [Int!] } interface M { a: [Int!] } union U = Query
            enum E { "v" A } input I { a: Int = 1 } scalar S @specifiedBy(url: "u") input O @oneOf { a: Int }
            """
        let members =
            "kind fields {name} interfaces {name} possibleTypes {name} enumValues {name description} inputFields {name defaultValue} ofType {name} specifiedByURL isOneOf"
        let expected = [
            (
                "Query",
                #"{"kind":"OBJECT","fields":[{"name":"a"}],"interfaces":[{"name":"N"}],"possibleTypes":null,"enumValues":null,"inputFields":null,"ofType":null,"specifiedByURL":null,"isOneOf":null}"#
            ),
            (
                "N",
                #"{"kind":"INTERFACE","fields":[{"name":"a"}],"interfaces":[{"name":"M"}],"possibleTypes":[{"name":"Query"}],"enumValues":null,"inputFields":null,"ofType":null,"specifiedByURL":null,"isOneOf":null}"#
            ),
            (
                "U",
                #"{"kind":"UNION","fields":null,"interfaces":null,"possibleTypes":[{"name":"Query"}],"enumValues":null,"inputFields":null,"ofType":null,"specifiedByURL":null,"isOneOf":null}"#
            ),
            (
                "E",
                #"{"kind":"ENUM","fields":null,"interfaces":null,"possibleTypes":null,"enumValues":[{"name":"A","description":"v"}],"inputFields":null,"ofType":null,"specifiedByURL":null,"isOneOf":null}"#
            ),
            (
                "I",
                #"{"kind":"INPUT_OBJECT","fields":null,"interfaces":null,"possibleTypes":null,"enumValues":null,"inputFields":[{"name":"a","defaultValue":"1"}],"ofType":null,"specifiedByURL":null,"isOneOf":false}"#
            ),
            (
                "O",
                #"{"kind":"INPUT_OBJECT","fields":null,"interfaces":null,"possibleTypes":null,"enumValues":null,"inputFields":[{"name":"a","defaultValue":null}],"ofType":null,"specifiedByURL":null,"isOneOf":true}"#
            ),
            (
                "S",
                #"{"kind":"SCALAR","fields":null,"interfaces":null,"possibleTypes":null,"enumValues":null,"inputFields":null,"ofType":null,"specifiedByURL":"u","isOneOf":null}"#
            ),
        ]
        for (name, text) in expected {
            #expect(try answer("{__type(name: \"\(name)\") {\(members)}}", sdl) == text)
        }
        let wrapped = "{__type(name: \"Query\") {fields {type {\(members) name description nope}}}}"
        #expect(
            try answer(wrapped, sdl)
                == #"{"fields":[{"type":{"kind":"LIST","fields":null,"interfaces":null,"possibleTypes":null,"enumValues":null,"inputFields":null,"ofType":{"name":null},"specifiedByURL":null,"isOneOf":null,"name":null,"description":null}}]}"#
        )
    }

    @Test func `what is not introspection has no answer, and another operation can be chosen`() throws {
        let sdl = "schema { query: Q } type Q { a: Int __schema: Int }"
        #expect(try answer("{__typename a}", sdl) == "none" && answer("{...F} fragment F on Q {a}", sdl) == "none")
        #expect(try answer("{a @skip(if: true) __typename}", sdl) == #"{"data":{"__typename":"Q"}}"#)
        #expect(try answer("{x: __typename __typename}", sdl) == #"{"data":{"x":"Q","__typename":"Q"}}"#)
        #expect(
            try answer(
                "query ($t: Boolean!) {__typename @include(if: $t) y: __typename}", sdl, variables: #"{"t":true}"#)
                == #"{"data":{"__typename":"Q","y":"Q"}}"#)
        #expect(
            try answer("query ($t: Boolean = false) {__typename @include(if: $t) y: __typename}", sdl)
                == #"{"data":{"y":"Q"}}"#)
        #expect(
            try answer(#"{__type(name: "Q") {name} b: __type(name: "Gone") {name}}"#, sdl) == #"{"name":"Q"},"b":null"#)
        #expect(try answer(#"{__type {name}}"#, sdl) == "null" && answer(#"{__type(nam: "Q") {name}}"#, sdl) == "null")
        let document = GraphQLDocument.parse(Array("query A {a} query B {__typename} mutation C {__typename}".utf8))
        #expect(schema(sdl).introspectionResult(of: document) == nil)
        #expect(
            schema(sdl).introspectionResult(of: document, operation: document.operations[1])
                == Array(#"{"data":{"__typename":"Q"}}"#.utf8))
        #expect(schema(sdl).introspectionResult(of: document, operation: document.operations[2]) == nil)
        #expect(
            schema("").introspectionResult(of: GraphQLDocument.parse(Array("{__typename}".utf8)))
                == Array(#"{"data":{"__typename":null}}"#.utf8))
    }

    @Test func `an answer has sixty levels`() throws {
        func answer(_ levels: Int) throws -> String {
            let query =
                String(repeating: "fields {type {", count: levels) + "name" + String(repeating: "}}", count: levels)
            return try self.answer("{__type(name: \"Query\") {\(query)}}", "type Query { q: Query }")
        }
        #expect(try answer(29).contains(#"{"type":{"name":"Query"}}"#))
        #expect(try answer(30).hasSuffix(#"{"fields":[null]}"# + String(repeating: "}]}", count: 29)))
    }

    @Test func `fields are collected in the order of the specification`() {
        let text = """
            { a b: c @skip(if: true) d @include(if: false) e @skip(if: false) @include(if: true) f @skip(if: true) @include(if: true)
              ...F @include(if: false) ...F ...F a { x } ... on T { g } ... on N { h } ... { i } ... @skip(if: true) { k } ...G ...Gone
              l @skip m @skip(if: $no) n @other(if: false) o @include(if: false) @skip(if: false) }
            fragment F on T { a {y} j ...G } fragment G on N { k } fragment F on T { z }
            """
        let document = GraphQLDocument.parse(Array(text.utf8))
        let groups = GraphQLFieldCollector(document).fields(
            of: document.operations.map(\.selections),
            boolean: { if case .boolean(let value) = $0.kind { value } else { nil } },
            applies: { $0 == "T" })
        #expect(groups.map { "\($0[0].responseName)\($0.count)" } == ["a3", "e1", "j1", "g1", "i1", "l1", "m1", "n1"])
        #expect(groups[0].map { $0.selections?.selections.count ?? 0 } == [0, 1, 1])
    }

    // MARK: Reading

    @Test func `what a server says of a type is read`() throws {
        let found = try schema(
            json: #"""
                {"__schema":{"description":"D","queryType":{"name":"Q"},"mutationType":null,"subscriptionType":{"name":"S"},"types":[
                {"kind":"OBJECT","name":"Q","description":"d","specifiedByURL":"u","isOneOf":true,"interfaces":[{"name":"I"},{"kind":"INTERFACE"}],"enumValues":[{"name":"X"}],"inputFields":[{"name":"x","type":{"kind":"SCALAR","name":"Int"}}],"fields":[
                {"name":"a","description":"f","type":{"kind":"NON_NULL","ofType":{"kind":"LIST","ofType":{"kind":"NON_NULL","ofType":{"kind":"ENUM","name":"E"}}}},"args":[{"name":"x","description":"x","type":{"kind":"LIST","ofType":{"kind":"SCALAR","name":"Int"}},"defaultValue":"[1,2]","isDeprecated":true}],"isDeprecated":false,"deprecationReason":"no"},
                {"name":"b","type":{"kind":"SCALAR","name":"Int"},"isDeprecated":true,"deprecationReason":"yes"},{"name":"c","type":{"kind":"SCALAR","name":"Int"},"isDeprecated":true,"deprecationReason":null}]},
                {"kind":"OBJECT","name":"S","fields":[{"name":"a","type":{"kind":"SCALAR","name":"Int"}}],"possibleTypes":[{"name":"Q"}]},
                {"kind":"INTERFACE","name":"I","fields":[{"name":"a","type":{"kind":"NON_NULL","ofType":{"kind":"LIST","ofType":{"kind":"NON_NULL","ofType":{"kind":"ENUM","name":"E"}}}},"args":[{"name":"x","type":{"kind":"LIST","ofType":{"kind":"SCALAR","name":"Int"}}}]}],"interfaces":[],"possibleTypes":[{"name":"Q"}]},
                {"kind":"UNION","name":"U","possibleTypes":[{"name":"Q"},{"name":"S"}],"interfaces":[{"name":"I"}]},
                {"kind":"ENUM","name":"E","enumValues":[{"name":"A","description":"v","isDeprecated":false,"deprecationReason":"no"},{"name":"B","isDeprecated":true,"deprecationReason":"yes"}],"fields":[{"name":"a","type":{"kind":"SCALAR","name":"Int"}}]},
                {"kind":"INPUT_OBJECT","name":"K","isOneOf":false,"specifiedByURL":"u","inputFields":[{"name":"a","type":{"kind":"SCALAR","name":"ID"},"defaultValue":null},{"name":"b","type":{"kind":"SCALAR","name":"ID"},"defaultValue":"{a:1,b:[x]}"}]},
                {"kind":"INPUT_OBJECT","name":"L","isOneOf":true,"inputFields":[{"name":"a","type":{"kind":"SCALAR","name":"ID"}}]},
                {"kind":"SCALAR","name":"D","specifiedByURL":"u","isOneOf":true},{"kind":"SCALAR","name":"Int","description":"theirs"},{"kind":"SCALAR","name":"Int"}]}}
                """#)
        #expect(found.notices.map(\.reason) == ["The type Int is there twice; the first counts"])
        #expect(found.description == "D" && found.roots == [.query: "Q", .subscription: "S"])
        let query = try #require(found.root(.query))
        #expect(query.description == "d" && query.specifiedBy == nil && !query.isOneOf && query.interfaces == ["I"])
        #expect(
            query.values == [] && query.inputFields == []
                && query.fields.map(\.deprecation) == [nil, "yes", "No longer supported"])
        #expect(query.fields.map(\.description) == ["f", nil, nil] && query.field("a")?.type.description == "[E!]!")
        let argument = try #require(query.field("a")?.argument("x"))
        #expect(
            argument
                == GraphQLInputValue(
                    name: "x", description: "x", type: try #require(GraphQLTypeReference("Int").list),
                    defaultValue: "[1, 2]", deprecation: "No longer supported"))
        #expect(
            found.type("S")?.members == [] && found.type("U")?.members == ["Q", "S"]
                && found.type("U")?.interfaces == [])
        #expect(found.type("E")?.fields == [] && found.type("E")?.values.map(\.deprecation) == [nil, "yes"])
        #expect(
            found.type("E")?.value("A")?.description == "v" && found.type("K")?.isOneOf == false
                && found.type("L")?.isOneOf == true)
        #expect(
            found.type("K")?.specifiedBy == nil
                && found.type("K")?.inputFields.map(\.defaultValue) == [nil, "{a: 1, b: [x]}"])
        #expect(found.type("D")?.specifiedBy == "u" && found.type("D")?.isOneOf == false)
        #expect(found.type("Int")?.description == GraphQLSchema(sdl: []).type("Int")?.description)
        #expect(found.directives == GraphQLBuiltIns.directives && found.possibleTypes(of: "I") == ["Q"])
    }

    @Test func `what a server says of directives is read`() throws {
        let query =
            #""queryType":{"name":"Q"},"types":[{"kind":"OBJECT","name":"Q","fields":[{"name":"a","type":{"kind":"SCALAR","name":"Int"}}]}]"#
        let found = try schema(
            json: #"""
                {"data":{"__schema":{\#(query),"directives":[{"name":"d","description":"x","locations":["FIELD",5,"QUERY"],"args":[{"name":"y","type":{"kind":"SCALAR","name":"Int"},"defaultValue":"1"}],"isRepeatable":true},
                {"name":"e","locations":[],"isRepeatable":false},{"name":"f"}]}}}
                """#)
        let first = try #require(found.directive("d"))
        #expect(
            found.directives.map(\.name) == ["d", "e", "f"] && first.isRepeatable
                && first.locations == ["FIELD", "QUERY"])
        #expect(first.description == "x" && first.argument("y")?.defaultValue == "1" && first.argument("z") == nil)
        #expect(found.directives.map(\.isRepeatable) == [true, false, false] && found.notices == [])
        #expect(try schema(json: #"{"__schema":{\#(query),"directives":[]}}"#).directives == GraphQLBuiltIns.directives)
        // `__schema` at the top comes first.
        let both = try schema(json: #"{"data":{"__schema":{"types":[]}},"__schema":{\#(query)}}"#)
        #expect(both.type("Q") != nil)
    }

    @Test func `a type is read through up to thirty-two lists`() throws {
        func read(_ lists: Int) throws -> GraphQLSchema {
            let type =
                String(repeating: #"{"kind":"LIST","ofType":"#, count: lists) + #"{"kind":"SCALAR","name":"Int"}"#
                + String(repeating: "}", count: lists)
            return try schema(
                json:
                    #"{"__schema":{"queryType":{"name":"Q"},"types":[{"kind":"OBJECT","name":"Q","fields":[{"name":"a","type":\#(type)}]}]}}"#
            )
        }
        let most = String(repeating: "[", count: 32) + "Int" + String(repeating: "]", count: 32)
        #expect(try read(32).root(.query)?.field("a")?.type.description == most)
        #expect(try read(33).root(.query)?.fields == [])
        #expect(
            try read(33).notices.map(\.reason) == [
                "The type of Q.a is nested deeper than the introspection query reads", "The type Q has no fields",
            ])
    }

    @Test func `a long message is cut, and a hundred broken types are told`() throws {
        func refusal(_ count: Int) -> String? {
            let message = String(repeating: "m", count: count)
            do throws(GraphQLSchema.IntrospectionFailure) {
                guard
                    let tree = try? JSONTree.parse(
                        Array(#"{"errors":[{"message":"\#(message)"},{"message":"x"}]}"#.utf8))
                else { return nil }
                _ = try GraphQLSchema(introspection: tree)
                return nil
            } catch { return error.reason }
        }
        let start = "The server refuses introspection: "
        #expect(refusal(300) == start + String(repeating: "m", count: 300) && refusal(301) == refusal(300))
        #expect(refusal(1) == "\(start)m")
        for (count, most) in [(198, 199), (199, 200), (200, 200), (250, 200)] {
            let types = Array(repeating: "{}", count: count).joined(separator: ",")
            #expect(try schema(json: #"{"__schema":{"types":[\#(types)]}}"#).notices.count == most)
        }
        let name = String(repeating: "é", count: 81)
        let notice = try schema(json: #"{"__schema":{"types":[{"name":"\#(name)"}]}}"#).notices.first?.reason
        #expect(notice == "A type has the name \"\(name.dropLast())\", which is not a name of GraphQL")
    }

    @Test(arguments: [
        ("_", true), ("a1", true), ("A_9", true), ("1", false), ("", false), ("a-b", false), ("é", false),
        (" a", false), ("__x", true),
    ])
    func `a name is letters, digits and underscores, and no digit is first`(name: String, isName: Bool) throws {
        let found = try schema(json: #"{"__schema":{"types":[{"kind":"SCALAR","name":"\#(name)"}]}}"#)
        #expect((found.type(name) != nil) == isName && found.notices.count == (isName ? 1 : 2))
    }
}
