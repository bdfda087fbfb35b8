import Base
import JSONPath
import Testing

@testable import GraphQL

/// Drafts, completions and responses at the edges of their limits and of their kinds.
@Suite struct DraftEdgeTests {
    private func schema(_ sdl: String) -> GraphQLSchema { GraphQLSchema(sdl: Array(sdl.utf8)) }

    /// The query in one line.
    private func text(
        _ sdl: String, _ change: (inout GraphQLOperationDraft.Limits) -> Void = { _ in }
    ) throws -> String {
        var limits = GraphQLOperationDraft.Limits()
        change(&limits)
        let draft = try #require(schema(sdl).draft(.query, field: "a", limits))
        let text = draft.text.split(whereSeparator: { $0 == "\n" || $0 == " " }).joined(separator: " ")
        return text + (draft.notes.isEmpty ? "" : " | \(draft.notes.joined(separator: "; "))")
    }

    // MARK: Selections

    @Test func `a selection says that it ends only where something is missing`() throws {
        let sdl = "type Query { a: T } type T { x: Int y: Int u: U } union U = V type V { z: Int }"
        let all = "query A { a { x y u { __typename ... on V { z } } } }"
        let note = "The selection ends after"
        #expect(try text(sdl) == all && text(sdl) { $0.maxFields = 4 } == all)
        #expect(try text(sdl) { $0.maxFields = 3 } == "query A { a { x y u { __typename } } } | \(note) 3 fields")
        #expect(try text(sdl) { $0.maxFields = 2 } == "query A { a { x y } } | \(note) 2 fields")
        #expect(try text(sdl) { $0.maxFields = 1 } == "query A { a { x } } | \(note) 1 fields")
        #expect(try text(sdl) { $0.maxFields = 0 } == "query A { a { __typename } } | \(note) 0 fields")
        #expect(try text("type Query { a: T } type T { x: Int }") { $0.maxFields = 1 } == "query A { a { x } }")
    }

    @Test func `fields that need arguments are counted`() throws {
        let sdl = "type Query { a: T } type T { x(i: Int!): Int y(i: Int! = 1): Int z(i: Int): Int w(i: [Int]!): Int }"
        #expect(try text(sdl) == "query A { a { y z } } | 2 fields that need arguments are left out")
        let one = "type Query { a: T } type T { x(i: Int!): Int }"
        #expect(try text(one) == "query A { a { __typename } } | A field that needs arguments is left out")
    }

    @Test func `a selection goes as deep as is asked for, and not round`() throws {
        let sdl =
            "type Query { a: T } type T { x: Int t: T u: U } type U { y: Int v: V } type V { z: Int w: W } type W { q: Int }"
        #expect(try text(sdl) == "query A { a { x u { y } } }")
        #expect(try text(sdl) { $0.depth = 1 } == "query A { a { x } }")
        #expect(try text(sdl) { $0.depth = 3 } == "query A { a { x u { y v { z } } } }")
        let deprecated = "type Query { a: T } type T { x: Int y: Int @deprecated }"
        #expect(try text(deprecated) == "query A { a { x } }")
        let union =
            "type Query { a: U } union U = T | V type T { u: U x: Int } type V { e: E y: Int } type E { n(i: Int!): Int }"
        #expect(
            try text(union)
                == "query A { a { __typename ... on T { x } ... on V { y } } } | A field that needs arguments is left out"
        )
        #expect(try text(union) { $0.depth = 1 } == "query A { a { __typename ... on T { x } ... on V { y } } }")
        let odd =
            "type Query { a: T } type T { i: I g: Gone x: E s: S u: U } input I { a: Int } enum E { A } scalar S union U = X"
        #expect(try text(odd) == "query A { a { x s u { __typename } } }")
    }

    @Test func `names with different types have an alias in each member of a union`() throws {
        let sdl = """
            type Query { a: U } union U = A | B | C type A { x: Int y: Int! z: [Int] } type B { x: Int y: Int z: [Int] } type C { x: String z: [Int] }
            """
        #expect(
            try text(sdl)
                == "query A { a { __typename ... on A { xA: x yA: y z } ... on B { xB: x yB: y z } ... on C { xC: x z } } }"
        )
    }

    @Test func `an operation has the arguments that are required`() throws {
        let found = schema(
            "type Query { aB(x: Int!, y: Int, z: Int! = 2, w: String = \"d\", d: Int @deprecated): Int } type Mutation { m: Int }"
        )
        let draft = try #require(found.draft(.query, field: "aB"))
        #expect(draft.text == "query AB($x: Int!) {\n  aB(x: $x)\n}")
        #expect(draft.kind == .query && draft.field == "aB" && draft.name == "AB" && draft.notes == [])
        #expect(draft.variablesText == "{\n  \"x\": 1\n}")
        #expect(
            draft.optionalArguments.map(\.name) == ["y", "z", "w", "d"]
                && draft.variables.map(\.type.description) == ["Int!"])
        #expect(
            found.draft(.mutation, field: "m")?.text == "mutation M {\n  m\n}"
                && found.draft(.mutation, field: "aB") == nil)
        #expect(found.drafts(.subscription) == [] && found.draft(.subscription, field: "m") == nil)
        #expect(found.drafts(.query).map(\.field) == ["aB"])
        let usual = GraphQLOperationDraft.Limits()
        #expect(usual.depth == 2 && usual.maxFields == 1_000)
    }

    // MARK: Values

    /// The value of an argument of a type, or why there is none, and what is said of it.
    private func value(_ type: String, _ sdl: String = "") throws -> String {
        let schema = schema("type Query { a(v: \(type)): Int } \(sdl)")
        let argument = try #require(schema.root(.query)?.field("a")?.arguments.first)
        var maker = GraphQLValueMaker(schema)
        let value = maker.value(of: argument)?.text ?? "- | \(maker.reason ?? "no reason")"
        return value + maker.notes.map { " | \($0)" }.joined()
    }

    @Test func `a value is the smallest of its type`() throws {
        #expect(
            try value("Int") == "1" && value("Float") == "1.5" && value("Boolean") == "true" && value("ID") == "\"1\"")
        #expect(try value("String") == "\"v\"" && value("[[Int!]!]!") == "[[1]]" && value("[Int]") == "[1]")
        #expect(try value("Int = -5") == "-5" && value("[Int] = [1 2]") == "[1,2]" && value("Float = 1.50") == "1.50")
        #expect(
            try value("E", "enum E { A @deprecated B C }") == "\"B\""
                && value("E", "enum E { A @deprecated }") == "\"A\"")
        #expect(
            try value("E = C", "enum E { A C }") == "\"C\"" && value("Boolean = false") == "false"
                && value("Int = null") == "null")
        #expect(try value("I", "input I { a: Int! b: Int c: Int! = 1 d: String! }") == "{\"a\":1,\"d\":\"d\"}")
        #expect(try value("I", "input I { a: [J!]! } input J { b: Float! }") == "{\"a\":[{\"b\":1.5}]}")
        #expect(try value("I", "input I @oneOf { a: Int @deprecated b: ID c: Int }") == "{\"b\":\"1\"}")
        #expect(
            try value("S", "scalar S")
                == "\"v\" | A value of the scalar S is made as a string; the server may want another form")
    }

    @Test func `what has no value says so, and a list of it is empty`() throws {
        let none = "- |"
        #expect(try value("E", "enum E") == "\(none) the enum E has no values" && value("[E!]!", "enum E") == "[]")
        #expect(try value("T", "type T { a: Int }") == "\(none) T is not an input type")
        #expect(
            try value("U", "union U = T") == "\(none) U is not an input type"
                && value("N", "interface N { a: Int }") == "\(none) N is not an input type")
        #expect(try value("Gone") == "\(none) the type Gone is not defined")
        #expect(try value("I", "input I @oneOf") == "\(none) the input type I has no fields")
        #expect(try value("I", "input I @oneOf { a: Int @deprecated }") == "\(none) the input type I has no fields")
        #expect(try value("I", "input I @oneOf { a: I }") == "\(none) the input type I needs itself")
        #expect(try value("I", "input I @oneOf { a: I b: E } enum E") == "\(none) the enum E has no values")
        #expect(try value("I", "input I { a: J! } input J { a: I! }") == "\(none) the input type I needs itself")
        #expect(
            try value("I", "input I { a: [J!]! s: S! } input J { a: [S!]! i: I! } scalar S")
                == "{\"a\":[],\"s\":\"s\"} | A value of the scalar S is made as a string; the server may want another form"
        )
        #expect(try value("[J!]!", "input J { s: S! e: E! } scalar S enum E") == "[]")
        let later = "input I { l: [E!]! o: O! } enum E input O @oneOf"
        #expect(try value("I", later) == "\(none) the input type O has no fields")
        let twice = try #require(
            schema("type Query { a(x: S!, y: S!, z: [S!]!): Int } scalar S").draft(.query, field: "a"))
        #expect(twice.notes == ["A value of the scalar S is made as a string; the server may want another form"])
    }

    @Test func `a value has sixty-four levels`() throws {
        func chain(_ count: Int) throws -> String {
            try value(
                "I0!",
                (0..<count).map { "input I\($0) { a: \($0 + 1 < count ? "I\($0 + 1)!" : "Int!") }" }.joined(
                    separator: " "))
        }
        #expect(try chain(64) == String(repeating: "{\"a\":", count: 64) + "1" + String(repeating: "}", count: 64))
        #expect(try chain(65) == "- | it is nested more than 64 levels deep")
    }

    // MARK: Completion

    private func items(_ marked: String, _ schema: GraphQLSchema = Sample.schema) -> GraphQLCompletion {
        let parts = marked.split(separator: "|", omittingEmptySubsequences: false)
        let text = Array(parts.joined().utf8)
        return schema.completions(in: GraphQLTokens(text), at: parts[0].utf8.count)
    }

    /// A text with its cursor, and the first item there: its kind, text, type and description.
    @Test(arguments: [
        ("{ me { na|", "field name String The name."), ("{ me { em|", "field email String - old"),
        ("{ user(|", "argument id:  ID! -"), ("{ me { orders(|", "argument first:  Int! How many."),
        ("{ me { orders(o|", "argument old:  Int - old"), ("{ search(filter: {o|", "inputField old:  Int - old"),
        ("{ search(filter: {n|", "inputField name:  String -"), ("{ things(kind: G|", "enumValue GUEST Role A guest."),
        ("{ things(kind: O|", "enumValue OLD Role - old"), ("{ me { name(upper: |", "constant true - -"),
        ("query ($n: Int) { things(limit: |", "variable $n Int -"),
        ("{ me { ... on U|", "type User type A person \"quoted\"."),
        ("{ me { ...F| } } fragment F on User { id }", "fragment F on User -"),
        ("{ me @sk|", "directive @skip - Leaves out the field or fragment if true."),
        ("q|", "keyword query - -"), ("{ me { ...o|", "keyword on - -"), ("query ($f: Fi|", "type Filter input -"),
        ("query ($f: Da|", "type Date scalar -"),
        ("fragment F on Th|", "type Thing union -"), ("fragment F o|", "keyword on - -"),
        ("{ __ty|", "field __typename String! The name of the object's type."),
    ])
    func `an item has its kind, its type and what is said of it`(marked: String, item: String) {
        let first = items(marked).items.first
        let text = first.map {
            "\($0.kind) \($0.text) \($0.detail ?? "-") \($0.description ?? "-")\($0.isDeprecated ? " old" : "")"
        }
        #expect(text == item)
    }

    @Test(arguments: [
        ("{\"f\": {\"na|", "inputField \"name\" String -"), ("{\"f\": {\"ol|", "inputField \"old\" Int - old"),
        ("{\"|", "inputField \"f\" Filter F."),
        ("{\"f\": {\"role\": \"G|", "enumValue \"GUEST\" Role A guest."),
        ("{\"f\": {\"role\": \"O|", "enumValue \"OLD\" Role - old"), ("{\"b\": [|", "constant true - -"),
        ("{\"f\": {\"and\": |", "constant null - -"), ("{\"r\": [[|", "enumValue \"ADMIN\" Role -"),
    ])
    func `an item of the variables has its kind, its type and what is said of it`(marked: String, item: String) throws {
        let document = GraphQLDocument.parse(
            Array("query (\"F.\" $f: Filter, $b: [Boolean], $r: [[Role!]!]!) { count }".utf8))
        let parts = marked.split(separator: "|", omittingEmptySubsequences: false)
        let completion = Sample.schema.completions(
            inVariables: Array(parts.joined().utf8), at: parts[0].utf8.count,
            of: try #require(document.operations.first).variables)
        let text = completion.items.first.map {
            "\($0.kind) \($0.text) \($0.detail ?? "-") \($0.description ?? "-")\($0.isDeprecated ? " old" : "")"
        }
        #expect(text == item)
    }

    @Test(
        arguments: [
            ("{ me { id }\nquery Q { c|", ["count"]), ("{ me {\r query Q { c|", []),
            ("{ me {\rquery Q { c|", ["count"]),
            ("{ me {\nquery ($n: Int) { things(limit: $|", ["$n"]), ("{ me {\nmutation { rem|", ["remove"]),
            ("{ me {\nsubscription S { ti|", ["tick"]),
            ("{ me {\nfragment F on Order { tot|", ["total"]), ("{ me {\nquery\n{ cou|", ["count"]),
            ("{ me {\nfriends { na|", ["name"]),
            ("query ($a: Int) { me { id } } { things(limit: $|", []),
            ("query A($a: Int) { count } query B($b: Int) { things(limit: $|", ["$b"]),
            ("query A($a: Int, $a: String) { things(limit: $|", []),
            ("query A($a: String, $b: [Int!]!, $c: Int) { things(limit: $|", ["$c"]),
            ("{ me @include(if: false) { na|", ["name"]), ("{ me @gone(if: |) { na", []),
            ("{ me @gone(x: 1) { na|", ["name"]), ("{ me { name @skip(if: true) em|", ["email"]),
            ("{ user(id: 1, |", []), ("{ search(filter: {name: \"a\", ro|", ["role: "]),
            ("{ search(filter: {and: {na|", ["name: "]), ("{ search(filter: {and: [{}, {na|", ["name: "]),
            ("{ search(filter: {name: {x: 1}, ro|", ["role: "]), ("{ search(tags: [], filter: {ro|", ["role: "]),
            ("{ things(kind: ADMIN, li|", ["limit: "]), ("{ things(gone: |", []),
            ("query ($r: Role = G|", ["GUEST"]), ("query ($r: [Role!]! = [G|", ["GUEST"]),
            ("query ($f: Filter = {role: G|", ["GUEST"]), ("query ($f: Filter = {}, $g: Fi|", ["Filter"]),
            ("query ($r: Role @|", []), ("query ($r: Role) @|", ["@auth"]), ("mutation @|", []),
            ("fragment F on User @|", []), ("{ me { ... @|", ["@skip", "@include"]),
            ("{ me { ... on User @|", ["@skip", "@include"]), ("{ me { ...F @|", ["@skip", "@include"]),
            ("{ me { na| me }", ["name"]), ("{ me { x } co|", ["count"]),
            ("{ things { ... on User { orders(first: 1) { to|", ["total"]), ("{ gone { na|", []),
            ("{ me { gone { na|", []), ("{ me } } co|", []), ("{ me { ... { na|", ["name"]),
            ("{ me { ... on Gone { na|", []), ("type T { a: |", []), ("fragment F on User { id } { co|", ["count"]),
            ("{ find(by: {|", ["id: ", "email: "]),
            ("{ me { # a\rna|", ["name"]), ("{ me { # a\n na|", ["name"]), ("{ me { # a\n # na|", []),
            ("{ me { ... on |", ["Node", "Named", "User", "Thing"]),
            (
                "fragment F on User { friends(first: $| } query A($n: Int!) { count } query B($n: Int!) { count }",
                ["$n"]
            ),
            ("{ me { friends(first: 1 { na|", ["name"]), ("{ me { friends(filter: {name: \"a\" } { na|", ["name"]),
            ("{ me { ...F } } fragment F on User { ema|", ["email"]),
        ] as [(String, [String])])
    func `what is offered follows what is open`(marked: String, expected: [String]) {
        #expect(items(marked).items.map(\.text) == expected)
    }

    @Test func `an item is found by its beginning, else by any part of it, whatever its case`() {
        let found = schema("type Query { first: Int offirst: Int Second: Int }")
        func texts(_ marked: String) -> [String] { items(marked, found).items.map(\.text) }
        #expect(texts("{ fi|") == ["first"] && texts("{ FI|") == ["first"] && texts("{ irst|") == ["first", "offirst"])
        #expect(texts("{ sec|") == ["Second"] && texts("{ ond|") == ["Second"] && texts("{ x|") == [])
        #expect(texts("{ fi|rst }") == ["first"] && items("{ fi|rst }", found).range == 2..<7)
        #expect(items("{ |first }", found).range == 2..<7 && items("{ first| }", found).range == 2..<7)
        #expect(
            items("{ | first }", found).range == 2..<2
                && texts("{ |first }") == ["first", "offirst", "Second", "__typename"])
        #expect(
            items("{ a @sk|ip", found).range == 4..<9 && items("query ($i: Int) { a(x: $i|", found).range == 23..<25)
        #expect(items("{ a @ sk|", found).items == [] && items("{ a(b: \"x|y\") }", found).items == [])
    }

    @Test func `a cursor outside the text is at its nearer end`() throws {
        let text = Array("{ me { na".utf8)
        let tokens = GraphQLTokens(text)
        let (first, last) = (Sample.schema.completions(in: tokens, at: 0), Sample.schema.completions(in: tokens, at: 9))
        #expect(
            Sample.schema.completions(in: tokens, at: -5) == first
                && Sample.schema.completions(in: tokens, at: 99) == last)
        #expect(first.items.map(\.text) == ["query", "mutation", "subscription", "fragment"] && last.items.count == 1)
        let definitions = GraphQLDocument.parse(Array("query ($f: Filter) { count }".utf8)).operations[0].variables
        func variables(_ offset: Int) -> GraphQLCompletion {
            Sample.schema.completions(inVariables: Array("{\"f\": {\"na".utf8), at: offset, of: definitions)
        }
        #expect(variables(-1) == variables(0) && variables(99) == variables(10) && variables(99).items.count == 1)
        let words = schema("type Query { a: Int }").completions(in: GraphQLTokens([]), at: 0).items.map(\.text)
        #expect(words == ["query", "fragment"])
    }

    @Test(
        arguments: [
            ("{\"f|oo\": 1}", 1..<6), ("{\"fo|", 1..<4), ("{\"fo| o\": 1}", 1..<4), ("{\"foo\"|: 1}", 6..<6),
            ("{|\"foo\": 1}", 1..<1),
            ("{\"b\": [tr|ue]}", 7..<11), ("{\"b\": [|true]}", 7..<7), ("{\"b\": [1|2]}", 0..<0),
            ("{\"f\": \"\"\"a|\"\"\"}", 0..<0), ("{ |}", 2..<2),
        ] as [(String, Range<Int>)])
    func `an item of the variables replaces the string or word at the cursor`(marked: String, range: Range<Int>) {
        let definitions = GraphQLDocument.parse(Array("query ($foo: Int, $b: [Boolean], $f: Filter) { count }".utf8))
            .operations[0].variables
        let parts = marked.split(separator: "|", omittingEmptySubsequences: false)
        let text = Array(parts.joined().utf8)
        #expect(Sample.schema.completions(inVariables: text, at: parts[0].utf8.count, of: definitions).range == range)
    }

    // MARK: Responses

    @Test func `of a long query only so much is looked at`() {
        let document = GraphQLDocument.parse(Array("{ count me { id name friends { id } } }".utf8))
        let path: [GraphQLResponse.Step] = [.name("me"), .name("friends"), .index(0), .name("id")]
        // Two fields, three fields and one are looked at.
        for (budget, found) in [
            (7, "User.id"), (6, "User.friends"), (5, "Query.me"), (3, "Query.me"), (2, nil), (1, nil),
        ] as [(Int, String?)] {
            var finder = GraphQLPathFinder(document, nil, Sample.schema)
            finder.budget = budget
            let coordinate = finder.find(path)?.coordinate
            #expect(coordinate == found, "\(budget)")
        }
        for (budget, found) in [(1, 1..<2), (2, 2..<7), (3, 2..<7)] {
            var finder = GraphQLPathFinder(document, nil, Sample.schema)
            finder.budget = budget
            let word = finder.word(.init(line: 1, column: 3))
            #expect(word == found, "\(budget)")
        }
    }

    @Test func `a path is followed through every selection of its name`() {
        let found = schema(
            """
            type Query { a: N b: B } interface N { x: Int n: N } type A implements N { x: Int n: N y: Int } type B implements N { x: Int n: N z: Int }
            type Mutation { a: B }
            """)
        func coordinate(_ query: String, _ path: [String], _ typename: String? = nil, operation: String? = nil)
            -> String?
        {
            GraphQLDocument.parse(Array(query.utf8)).coordinate(
                of: path.map { .name($0) }, operationName: operation, in: found, typename: { _ in typename })
        }
        #expect(coordinate("{ a { x } a { n { x } } }", ["a", "n", "x"]) == "N.x")
        #expect(coordinate("{ q: a { n: x } r: b { n: z } }", ["r", "n"]) == "B.z")
        #expect(coordinate("{ a { ... on A { v: x } ... on B { v: z } } }", ["a", "v"], "B") == "B.z")
        #expect(coordinate("{ a { ... on A { v: x } ... on B { v: z } } }", ["a", "v"], "A") == "A.x")
        #expect(coordinate("{ a { ... on N { v: x } } }", ["a", "v"], "B") == "N.x")
        #expect(coordinate("{ a { ... on Gone { v: x } } }", ["a", "v"], "B") == nil)
        #expect(
            coordinate("{ a { ...F } } fragment F on A { v: x ...G } fragment G on N { w: x }", ["a", "w"], "A")
                == "N.x")
        #expect(coordinate("{ a { ...F } } fragment F on B { v: x }", ["a", "v"], "A") == nil)
        #expect(coordinate("{ a { ...F } } fragment F on N { v: x ...F }", ["a", "v"]) == "N.x")
        #expect(
            coordinate("{ a { ... { v: x } } }", ["a", "v"]) == "N.x"
                && coordinate("{ a { x } }", ["a", "x", "y"]) == nil)
        #expect(coordinate("query Q { b { x } } mutation M { a { z } }", ["a", "z"], operation: "M") == "B.z")
        #expect(coordinate("query Q { b { x } } mutation M { a { z } }", ["b", "x"]) == "B.x")
        #expect(
            coordinate("query Q { b { x } }", ["b", "x"], operation: "R") == nil
                && coordinate("fragment F on B { x }", ["x"]) == nil)
        #expect(
            coordinate("{ a { gone } }", ["a", "gone"]) == "N.gone"
                && coordinate("{ b { __typename } }", ["b", "__typename"]) == "B.__typename")
    }

    @Test func `a response is an object with data or errors`() throws {
        func read(_ json: String) throws -> String {
            guard let response = GraphQLResponse(try JSONTree.parse(Array(json.utf8))) else { return "none" }
            return "\(response.failureCount) \(response.failures.map(\.message)) \(response.hasData)"
        }
        #expect(try read(#"{"data":null}"#) == "0 [] false" && read(#"{"data":{},"errors":[]}"#) == "0 [] true")
        #expect(
            try read(#"{"errors":[]}"#) == "0 [] false" && read(#"{"errors":null}"#) == "none"
                && read(#"{"error":[]}"#) == "none")
        #expect(try read(#"{"errors":[{"message":"a"},{"message":"b"}]}"#) == #"2 ["a", "b"] false"#)
        let tree = try JSONTree.parse(Array(#"{"errors":[{"message":"a"},{}]}"#.utf8))
        let nodes = try #require(GraphQLResponse(tree)).failures.map {
            String(decoding: tree.slice($0.node), as: UTF8.self)
        }
        #expect(nodes == [#"{"message":"a"}"#, "{}"])
    }
}
