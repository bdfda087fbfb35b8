import JSONPath
import NetEngine
import TestSupport
import Testing

@testable import GraphQL

/// What a schema offers at each place of a document, says of its types and makes of its fields, as it was recorded (`Recorded`).
@Suite struct RecordedGraphQLTests {
    private static let documents = #"""
        query Named($id: ID! = "1", $flt: [Filter!], $r: Role) @auth(role: $r, scopes: ["x"]) { u: user(id: $id) @include(if: true) { ...F friends(first: 3, filter: {and: [{role: ADMIN, range: {from: 1}}]}) { na } } }
        fragment F on User @auth { orders(first: 1) { buyer { ... on User { id } ... @skip(if: false) { name } } } }
        mutation { addUser(name: "n", role: GU, range: {from: 1, to: 2}) { __t } } subscription { tick(every: 2) }
        { me{id}things(kind:GUEST limit:1){...on Order{total}...G}find(by:{email:"a"}){id}} fragment G on Thing { __typename }
        { user(id: { me } search(filter: [ ) query X { count } # comment
        query ( $a : [ [ Int ! ] ] ! = [ [ 1 ] ] , $b : Bool = ) { a : b ( c : $ , d : [ $a ] ) @ nope }
        type Query { a: Int } extend schema { } { me }
        """#

    private static func line(_ item: GraphQLCompletion.Item) -> String {
        "\(item.text)\(item.detail.map { " (\($0))" } ?? "")\(item.isDeprecated ? " old" : "")"
    }

    private static func places(_ text: [UInt8], _ found: (Int) -> GraphQLCompletion) -> String {
        placesText(text) { offset in
            let completion = found(offset)
            if completion.items.isEmpty { return "nothing" }
            let typed = String(decoding: text[completion.range], as: UTF8.self)
            return "'\(typed)': " + completion.items.prefix(12).map(Self.line).joined(separator: ", ")
        }
    }

    @Test func `what is offered at each place is what was recorded`() throws {
        var parts = Recorded.parts(of: Self.documents) { line in
            let text = Array(line.utf8)
            let tokens = GraphQLTokens(text)
            return Self.places(text) { Sample.schema.completions(in: tokens, at: $0) }
        }
        let query = "query ($f: Filter, $n: Int!, $b: [Boolean], $k: Key, $r: [[Role!]]) { count }"
        let variables = try #require(GraphQLDocument.parse(Array(query.utf8)).operations.first).variables
        for line in [
            #"{ "f" : { "name": "x", "and": [ { "role": "AD" , "range": {"fr": 1} }, {} ] }, "n": 1, "b": [ true, fa ], "k": {"id": null}, "r": [["GUEST"], [ ]] }"#,
            #"{"f": {"and": {"role": OLD}}, "x": {"y": 1}, "n" "#, "[1", "x",
        ] {
            let text = Array(line.utf8)
            parts.append(
                (
                    "variables \(line)",
                    Self.places(text) { Sample.schema.completions(inVariables: text, at: $0, of: variables) }
                ))
        }
        try Recorded.expect(parts, in: "graphql/completion")
    }

    private static let coordinates = """
        Query User User.id User.friends User.friends(first:) User.friends(gone:) User.friends(first: User.friends() User.gone
        User.name.x Gone Gone.x Node Named Thing Role Role.GUEST Role.OLD Role.GONE Role.GUEST(x:) Date Filter Filter.name
        Filter.old Filter.gone Key Range @auth @auth(role:) @auth(gone:) @skip @skip(if:) @gone @ Int String ID __Schema
        __Type.fields(includeDeprecated:) Mutation.addUser Events Query.__typename Query.__schema User.__typename Thing.__typename
        """

    @Test func `what is said of types, and the drafts of fields, are what was recorded`() throws {
        var parts = Self.coordinates.split(whereSeparator: \.isWhitespace).map { word -> (name: String, text: String) in
            (String(word), Sample.schema.text(of: String(word)).map { Printed($0).text } ?? "nothing\n")
        }
        let limits = [
            ("plain", GraphQLOperationDraft.Limits()), ("deep", GraphQLOperationDraft.Limits(depth: 3)),
            ("few", GraphQLOperationDraft.Limits(maxFields: 3)), ("flat", GraphQLOperationDraft.Limits(depth: 1)),
        ]
        let odd = GraphQLSchema(
            sdl: Array(
                """
                type Query { a(x: Loop!): Int b(x: [Loop!]!): Int c(x: E!): Int d(x: None!): Int e(x: O!): Int f(x: Query!): Int
                  g(x: UUID!, y: DateTime!, z: Odd!, z2: Odd!): U h: [Query!] i(x: Old!): Empty j(x: P!): Int k(l: Long! = 5, m: D = [1]): V }
                input Loop { loop: Loop! } enum E { } enum Old { A @deprecated } scalar UUID scalar DateTime scalar Odd scalar Long
                input O @oneOf { a: Loop b: Int } input P @oneOf { a: Loop } input D { x: Int }
                union U = Query | B type B { h: Int h2: String a(x: Int!): Int } type Empty { b(x: Int!): Int } interface V { x: Int } scalar Int2
                """.utf8))
        for (name, schema) in [("shop", Sample.schema), ("odd", odd)] {
            for kind in GraphQLDocument.OperationKind.allCases {
                let fields = schema.roots[kind].flatMap(schema.type)?.fields ?? []
                for field in fields.map(\.name) + ["gone"] {
                    var found = AlikeTexts()
                    for (title, limits) in limits {
                        let draft = schema.draft(kind, field: field, limits)
                        let printed = draft.map { draft in
                            let unused = draft.variables.filter { $0.value == nil }.map(\.name)
                            return
                                "\(draft.name)\n\(draft.text)\n\(draft.variablesText)\n\(draft.notes) \(draft.optionalArguments.map(\.name)) \(unused)\n"
                        }
                        found.add(title, printed ?? "none\n")
                    }
                    parts.append(("\(name) \(kind) \(field)", found.text))
                }
            }
        }
        try Recorded.expect(parts, in: "graphql/texts")
    }

    /// A query, and after a bar its variables.
    private static let introspections = #"""
        {__typename}
        {t: __type(name: "User") {name kind __typename fields {name}}}
        {__type(name: "Gone") {name}}
        {__type(name: 5) {name}}
        query ($n: String!) {__type(name: $n) {name}} | {"n": "Role"}
        query ($n: String!) {__type(name: $n) {name}} | {"n": 5}
        query ($n: String = "User") {__type(name: $n) {name}}
        query ($n: String = "User") {__type(name: $n) {name}} | {"n": null}
        query ($n: String) {__type(name: $n) {name}}
        {__type(name: "Role") {enumValues {name} all: enumValues(includeDeprecated: true) {name isDeprecated deprecationReason description}}}
        query ($a: Boolean = true) {__type(name: "Role") {enumValues(includeDeprecated: $a) {name}}}
        query ($a: Boolean = true) {__type(name: "Role") {enumValues(includeDeprecated: $a) {name}}} | {"a": false}
        query ($a: Boolean) {__type(name: "Role") {enumValues(includeDeprecated: $a) {name}}} | {"a": true}
        query ($s: Boolean!) {__schema @skip(if: $s) {queryType {name}} __typename} | {"s": true}
        query ($s: Boolean!) {__schema @skip(if: $s) {queryType {name}} __typename} | {"s": false}
        {__schema @include(if: false) {queryType {name}} __typename @include(if: true)}
        {__schema {...F description}} fragment F on __Schema {queryType {... on __Type {name}} mutationType {name} subscriptionType {name}}
        {__schema {directives {name isRepeatable locations args {name type {kind ofType {name kind}} defaultValue}}}}
        {__schema {directives {isDeprecated isOther description args(includeDeprecated: true) {name}}}}
        {__type(name: "Query") {fields {name args(includeDeprecated: true) {name type {kind name ofType {name}} defaultValue isDeprecated}}}}
        {__type(name: "Node") {possibleTypes {name} interfaces {name} inputFields {name} enumValues {name} isOneOf specifiedByURL ofType {name}}}
        {__type(name: "Thing") {kind possibleTypes {name} fields {name} interfaces {name}}}
        {__type(name: "Key") {isOneOf inputFields {name type {name}}} f: __type(name: "Filter") {isOneOf inputFields {name defaultValue} fields {name}}}
        {__type(name: "Date") {specifiedByURL description}}
        {__schema {types {name nope}}}
        {__type(name: "Query") {fields {type {kind name description fields {name} possibleTypes {name} ofType {kind ofType {name ofType {name}}} nope}}}}
        {me {id}}
        {__typename me {id}}
        mutation {__typename}
        subscription {__typename}
        {
        """#

    @Test func `introspections of a schema answer what was recorded`() throws {
        let odd = GraphQLSchema(sdl: Array("type Query { a: Gone b: [Gone!]! }".utf8))
        let parts = try Recorded.parts(of: Self.introspections) { line in
            let halves = line.split(separator: " | ").map(String.init)
            let document = GraphQLDocument.parse(Array(halves[0].utf8))
            let variables = try halves.count > 1 ? JSONTree.parse(Array(halves[1].utf8)) : nil
            return [Sample.schema, odd].map { schema in
                let result = schema.introspectionResult(of: document, variables: variables)
                return "\(result.map { String(decoding: $0, as: UTF8.self) } ?? "none")\n"
            }.joined()
        }
        try Recorded.expect(parts, in: "graphql/introspections")
    }

    // MARK: variables and responses

    private static let values = #"""
        {}
        []
        null
        {"id": 1, "n": 1}
        {"id": "x", "n": 2147483647}
        {"id": 1.5, "n": 2147483648}
        {"id": null, "n": 1.0}
        {"id": -5, "n": 1e2}
        {"id": true, "n": "1"}
        {"ids": "1"}
        {"id": 1, "fl": 1, "s": "x", "b": true, "d": {"any": 1}}
        {"id": 1, "fl": "1", "s": 1, "b": 0, "d": null}
        {"id": 1, "r": "ADMIN"}
        {"id": 1, "r": "admin"}
        {"id": 1, "r": 5}
        {"id": 1, "l": [1, null, "x"]}
        {"id": 1, "l": 5}
        {"id": 1, "l": "x"}
        {"id": 1, "f": {"name": "x", "and": [{"role": "NO"}, 5, {"range": {}}]}}
        {"id": 1, "f": {"naem": 1, "a b": 2, "range": {"from": 1, "to": null}}}
        {"id": 1, "f": [1]}
        {"id": 1, "k": {}}
        {"id": 1, "k": {"id": 1, "email": "x"}}
        {"id": 1, "k": {"email": null}}
        {"id": 1, "k": {"id": "x"}}
        {"id": 1, "id": 2, "long name that is no name": 1}
        {"id": {"a": "a value that is longer than the sixty bytes that are shown of it, so that it is cut"}}
        """#

    private static let responses = #"""
        {"data": {"me": null}}
        {"data": null, "errors": []}
        {"errors": [{"message": "m"}]}
        {"errors": [5, {"message": 5}, {}]}
        {"errors": [{"message": "m", "path": ["it", "f", 0, "n"], "extensions": {"code": "C"}}]}
        {"errors": [{"message": "m", "path": ["it", 1.5, null, "f", -1]}]}
        {"data": {"t": {"__typename": "Order"}}, "errors": [{"message": "m", "path": ["t", 0, "total"]}, {"message": "m", "path": ["t", 0, "id"]}]}
        {"errors": [{"message": "m", "locations": [{"line": 1, "column": 1}, {"line": 2, "column": 3}]}]}
        {"errors": [{"message": "m", "locations": [{"line": 2, "column": 3}]}]}
        {"errors": [{"message": "m", "locations": [{"line": 0, "column": 3}, {"line": 9, "column": 1}]}]}
        {"errors": [{"message": "m", "locations": [{"line": 9, "column": 1}]}]}
        {"errors": [{"message": "m", "locations": [{"line": 4, "column": 99}, {"line": "1", "column": 1}]}]}
        {"errors": [{"message": "m", "locations": [{"line": 3, "column": 0}]}]}
        {"errors": [{"message": "m", "path": ["gone"], "locations": [{"line": 3, "column": 5}]}]}
        {"errors": {}}
        {"data": 1, "errors": 1}
        {}
        []
        """#

    @Test func `what is said of variables and responses is what was recorded`() throws {
        let query =
            "query ($id: ID!, $n: Int, $fl: Float, $s: String, $b: Boolean, $d: Date, $r: Role, $l: [Int!], $f: Filter, $k: Key, $o: Int! = 1) { count }"
        let operation = try #require(GraphQLDocument.parse(Array(query.utf8)).operations.first)
        func text(_ problems: [GraphQLProblem]) -> String {
            problems.map { "\($0.range) \($0.rule): \($0.reason)\n" }.joined()
        }
        var parts = try Recorded.parts(of: Self.values) { line in
            text(operation.problems(ofVariables: try JSONTree.parse(Array(line.utf8)), in: Sample.schema))
        }
        parts.append(("no variables", text(operation.problems(ofVariables: nil, in: Sample.schema))))
        let document = GraphQLDocument.parse(
            Array(
                "query Q {\r\n  it: me { ...F é: id }\n  # ü x y\n  t: things { ... on User { id } ... on Order { total } }\r}\nquery R { it: count } fragment F on User { f: friends { ... on Named { n: name } } }"
                    .utf8))
        for line in Self.responses.split(separator: "\n") {
            let tree = try JSONTree.parse(Array(line.utf8))
            var found = AlikeTexts()
            for (title, name, schema) in [
                ("Q", "Q", Sample.schema), ("R", "R", Sample.schema), ("no schema", "Q", nil), ("no name", nil, nil),
            ] as [(String, String?, GraphQLSchema?)] {
                let response = GraphQLResponse(tree, document: document, operationName: name, schema: schema)
                var text =
                    response.map { "\($0.failureCount) errors\($0.hasData ? ", data" : "")\n" } ?? "no response\n"
                for failure in response?.failures ?? [] {
                    let field = failure.fieldRange.map { String(decoding: document.text[$0], as: UTF8.self) }
                    text +=
                        "\(failure.message) at \(failure.pathText) \(failure.locations.map { [$0.line, $0.column] })"
                    text += " \(failure.code ?? "-") \(failure.coordinate ?? "-") \(field ?? "-")\n"
                }
                found.add(title, text)
            }
            parts.append((String(line), found.text))
        }
        try Recorded.expect(parts, in: "graphql/answers")
    }
}
