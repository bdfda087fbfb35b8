import JSONPath
import TestSupport
import Testing

@testable import GraphQL

/// What is wrong with documents, schemas and introspections, one a line, as it was recorded (`Recorded`).
@Suite struct RecordedValidationTests {
    private static let documents = #"""
        { me { id } }
        { me }
        { me { } }
        { me { id { x } } }
        { me { id name nmae friend } }
        { count count: me { id } }
        { things { id } }
        { node(id: 1) { total } named { email } }
        { user { id } }
        { user(id: 1, id: 2, ids: 3) { id } }
        { user(id: null) { id } a: user(id: 1.5) { id } b: user(id: true) { id } c: user(id: X) { id } d: user(id: "x") { id } }
        { things(kind: ADMIN) { __typename } a: things(kind: "ADMIN") { __typename } b: things(kind: ADMN) { __typename } c: things(kind: 5) { __typename } d: things(kind: null) { __typename } }
        { things(limit: 2147483647) { __typename } a: things(limit: 2147483648) { __typename } b: things(limit: -2147483649) { __typename } c: things(limit: "1") { __typename } }
        { search(filter: {}) { __typename } a: search(filter: {name: 5, name: "x", gone: [{a: 1, a: 2}]}) { __typename } b: search(filter: []) { __typename } c: search(filter: {range: {}}) { __typename } d: search(filter: {range: {from: 1, to: null}}) { __typename } }
        { search(filter: {and: {role: ADMIN}}, tags: "one") { __typename } a: search(filter: {and: [null, 5]}, tags: ["a", null, 5]) { __typename } }
        { find(by: {}) { id } a: find(by: {id: 1, email: "x"}) { id } b: find(by: {id: null}) { id } c: find(by: {id: 1}) { id } }
        query ($k: ID, $m: ID!) { find(by: {id: $k}) { id } a: find(by: {id: $m}) { id } }
        query ($a: ID, $b: ID!, $c: ID = 1, $d: ID = null) { a: user(id: $a) { id } b: user(id: $b) { id } c: user(id: $c) { id } d: user(id: $d) { id } }
        query ($a: [String], $b: [String!], $c: [String!]!, $d: String!) { a: search(filter: {}, tags: $a) { __typename } b: search(filter: {}, tags: $b) { __typename } c: search(filter: {}, tags: $c) { __typename } d: search(filter: {}, tags: $d) { __typename } }
        query ($f: Int, $g: Int!) { me { friends(first: $f) { id } a: friends(first: $g) { id } } }
        query ($a: Int, $a: Int, $b: User, $c: Gone, $d: Filtr, $e: Role = NO, $f: Int = "x") { count }
        query A($a: Int) { things(limit: $b) { __typename } } query B { things(limit: $aa) { __typename } }
        query ($limit: Int) { things(limit: $limt) { __typename } }
        query ($r: Role @auth) @auth(role: $r) @auth @skip(if: true) { count @auth(scopes: null) @include @skip(if: "x", iff: 1) @nope @auht }
        { count } { count }
        query A { count } query A { count } query { count }
        mutation { remove(id: 1) addUser(name: "a") { id } } subscription { userAdded { id } tick(every: 1) }
        subscription { ... on Events { userAdded { id } } ...F __typename } fragment F on Events { tick(every: 1) }
        subscription { tick(every: 1) @skip(if: true) }
        { ...F ...G } fragment F on Query { count } fragment H on User { id } fragment F on Query { me { id } }
        { me { ...A } } fragment A on User { ...B } fragment B on User { friends { ...A } }
        { me { ...A } } fragment A on User { id ...A }
        { me { ...F } } fragment F on Order { id }
        { me { ...F ... on Thing { __typename } ... on Named { name } ... on Node { id } ... on Order { id } ... on Role { x } ... on Gone { x } ... on Usr { id } } } fragment F on Filter { name }
        { things { ... on User { name } ... on Order { total } ... on Node { id } ... { __typename } } }
        { me { x: id x: name } }
        { me { friends { id } friends(first: 1) { id } } }
        { me { friends(first: 1, after: "a") { id } friends(after: "a", first: 1) { name } } }
        { search(filter: {name: "a", role: ADMIN}) { __typename } search(filter: {role: ADMIN, name: "a"}) { __typename } }
        { things { ... on User { x: name } ... on Order { x: total } } }
        { things { ... on User { x: id } ... on Order { x: id } ... on User { x: name } } }
        { things { ... on User { x: friends { id } } ... on Order { x: buyer { id } } } }
        { me { friends { a: id } friends { a: name } } me { friends { b: id } } }
        { me { ...F id: name } } fragment F on User { id }
        { __schema { types { name fields { name } } } __type(name: "User") { name } __typename me { __typename __schema { x } } }
        type A { a: Int } { count }
        extend type A { a: Int } schema { query: A } directive @a on FIELD
        { me { id
        { me(a: [1, {b: ) { id } }
        { me ( ) { id } }
        query ( ) { count }
        query Q ( $a : ) { count }
        query Q ( $ : Int ) { count }
        query Q ( $a : [Int ) { count }
        { ... on { id } ... @skip(if: true) { count } ...on }
        fragment on on User { id }
        fragment F { id }
        { a: b: c }
        { me { id, } , }
        { "x" }
        { user(id: "a\qb\u12G4\ud800 \u{110000}\u{41}") { id } }
        { user(id: "unclosed) { id } }
        { user(id: """block "quoted" \""" """) { id } }
        { user(id: """open) { id } }
        { user(id: 01, b: -, c: 1., d: .5, e: 1e, f: 1x, g: -0, h: 1e5, i: 0.0) { id } }
        { me { id } } ? % ~ ; é
        { me { id } } # comment { nope }
        } { count }
        query query { count } mutation mutation { remove(id: 1) }
        queri { count }
        { count } extra
        { user(id: $ ) { id } }
        { user(id: { a: 1, b: [ ], c: { } }) { id } }
        subscription S($n: Int! = 1) { tick(every: $n) }
        query ($a: [[[[[[[[[[[[[[[[Int]]]]]]]]]]]]]]]]) { count }
        """#

    private static let schemas = #"""
        type Query { a: Int }
        type Q { a: Int }
        schema { query: Q mutation: Q } type Q { a: Int }
        schema { query: Gone subscription: E } enum E { A }
        schema { query: Query query: Query } schema { mutation: Query } type Query { a: Int } extend schema @x { subscription: Query }
        type Query { } type A interface I union U enum E input N
        type Query { a: Nope b: Qery c(x: Nope, y: Query): N __d: Int } input N { a: Query b: Gone }
        type Query implements A & B & C { a: Int } interface A { a: Int! b: Int } enum B { X }
        type Query implements A { a(x: Int, z: Int!): [Query!]! b(x: Int!): Node } interface A { a(x: Int, y: Int): [Query] b(x: Int): Node! } interface Node { id: ID }
        interface A { n: Node u: U l: [Node] } type Query implements A & Node { n: Query u: Query l: [Query!] id: ID } interface Node { id: ID } union U = Query
        union U = Query | Int | Gone | Query type Query { a: U }
        input A { a: A! } input B { c: C! } input C { b: B! l: [C!]! } input D { d: D } type Query { a(a: A, b: B): Int }
        input K @oneOf { a: Int! b: Int = 1 c: Int } type Query { a(k: K): Int }
        directive @a on FIELD | NOWHERE directive @a on QUERY directive @b(x: Gone, y: Query) repeatable on | FIELD type Query { a: Int @a @a @gone }
        type Query { a: Int a: String b(x: Int, x: Int): Int } enum E { A A true B @deprecated } input I { a: Int a: Int }
        type Query { a: Int } type Query { b: Int } extend type Query { a: Int c: Int } extend type Gone { a: Int } extend enum Query { A } extend scalar Int @x
        scalar A @specifiedBy(url: "u") scalar B @specifiedBy scalar Int type Query { a: A }
        "doc" type Query { "a" a("x" x: Int = 5 @deprecated(reason: "r")): Int @deprecated(reason: """block""") "b" b: Int @deprecated(reason: null) }
        "doc" extend type Query { a: Int } "doc" schema { query: Query } "doc" "doc" type Query { a: Int }
        type Query { a(x: Int = $v, y: [Int] = [1, {a: 1}], z: I = {a: "x"}): Int } input I { a: String = 5 }
        type Query implements & A & B { a: Int } interface A { a: Int } interface B { a: Int } union U = | Query
        type Query { a: [Int!]! b: [[Int]] c: Int!! d: [Int }
        query Q { a } fragment F on Query { a } type Query { a: Int }
        type Query { a: Int } type Mutation { b: Int } type Subscription { c: Int } enum E { A B C }
        enum Mutation { A } type Query { a: Int }
        type __X { a: Int } scalar __S type Query { a: __X }
        """#

    private static let introspections = #"""
        {"__schema": {"types": []}}
        {"data": {"__schema": {"queryType": {"name": "Q"}, "types": [{"kind": "OBJECT", "name": "Q", "fields": [{"name": "a", "type": {"kind": "SCALAR", "name": "Int"}}]}]}}}
        {"data": {"__schema": {}}}
        {"data": {"__schema": null}}
        {"data": null, "errors": [{"message": "off"}]}
        {"errors": []}
        []
        {"__schema": {"queryType": {"name": "Q"}, "types": [{"kind": "OBJECT", "name": "Q"}, {"kind": "OBJECT", "name": "Q"}, {"kind": "ODD", "name": "O"}, {"kind": "OBJECT"}, {"kind": "OBJECT", "name": "1a"}, {"kind": "OBJECT", "name": ""}, {"kind": "OBJECT", "name": "a b"}, {"name": "N"}]}}
        {"__schema": {"queryType": {"name": "Q"}, "types": [{"kind": "OBJECT", "name": "Q", "fields": [{"name": "a", "type": {"kind": "SCALAR", "name": "Int"}}, {"name": "a", "type": {"kind": "SCALAR", "name": "Int"}}, {"name": "b", "type": null}, {"name": "c", "type": {"kind": "LIST", "ofType": null}}, {"type": {"kind": "SCALAR", "name": "Int"}}, {"name": "d", "args": [{"name": "x", "type": {"kind": "SCALAR", "name": "Int"}, "defaultValue": "{"}, {"name": "y", "type": {"kind": "NON_NULL", "ofType": {"kind": "SCALAR", "name": "Int"}}, "defaultValue": "null"}], "type": {"kind": "NON_NULL", "ofType": {"kind": "LIST", "ofType": {"kind": "SCALAR", "name": "Int"}}}, "isDeprecated": true}]}]}}
        {"__schema": {"description": "D", "queryType": {"name": "Q"}, "mutationType": {"name": "Q"}, "types": [{"kind": "OBJECT", "name": "Q", "interfaces": [{"name": "I"}, {}], "fields": [{"name": "e", "type": {"kind": "ENUM", "name": "E"}}]}, {"kind": "INTERFACE", "name": "I", "fields": [], "possibleTypes": [{"name": "Q"}]}, {"kind": "ENUM", "name": "E", "enumValues": [{"name": "A", "isDeprecated": true, "deprecationReason": null}, {"name": "A"}, {"name": "b-c"}, {}]}, {"kind": "INPUT_OBJECT", "name": "K", "isOneOf": true, "inputFields": [{"name": "a", "type": {"kind": "SCALAR", "name": "ID"}, "isDeprecated": true, "deprecationReason": "old"}, {"name": "a", "type": {"kind": "SCALAR", "name": "ID"}}]}, {"kind": "SCALAR", "name": "D", "specifiedByURL": "u", "isOneOf": true}, {"kind": "SCALAR", "name": "Int", "description": "theirs"}], "directives": [{"name": "d", "locations": ["FIELD", 5], "args": [{"name": "x"}], "isRepeatable": true}, {}]}}
        """#

    private static func lines(_ text: String) -> [String] { text.split(separator: "\n").map(String.init) }

    private static func text(_ problems: [GraphQLProblem], in line: String) -> String {
        problems.map { problem in
            let bytes = Array(line.utf8)
            let range = problem.range.clamped(to: 0..<bytes.count)
            let words = String(decoding: bytes[range], as: UTF8.self)
            return "\(problem.range) '\(words)' \(problem.rule): \(Printed.escaped(problem.reason))\n"
        }.joined()
    }

    @Test func `what is wrong is what was recorded`() throws {
        var parts = Self.lines(Self.documents).map { line -> (name: String, text: String) in
            let document = GraphQLDocument.parse(Array(line.utf8))
            let text =
                Self.text(document.problems, in: line) + "in the schema\n"
                + Self.text(document.problems(in: Sample.schema), in: line)
            return (line, text)
        }
        parts += Self.lines(Self.schemas).map { line in
            let schema = GraphQLSchema(sdl: Array(line.utf8))
            let notices = schema.notices.map {
                "\($0.origin.range): \(Printed.escaped($0.reason))\n"
            }
            let sdl = schema.sdl.split(separator: "\n").map { "| \($0)\n" }.joined()
            return (line, notices.joined() + sdl)
        }
        parts += try Self.lines(Self.introspections).map { line in
            let tree = try JSONTree.parse(Array(line.utf8))
            do throws(GraphQLSchema.IntrospectionFailure) {
                let schema = try GraphQLSchema(introspection: tree)
                let sdl = schema.sdl.split(separator: "\n").map { "| \($0)\n" }.joined()
                return (String(line.prefix(120)), schema.notices.map { "\($0.reason)\n" }.joined() + sdl)
            } catch { return (line, "\(error.reason)\n") }
        }
        try Recorded.expect(parts, in: "graphql/problems")
    }
}
