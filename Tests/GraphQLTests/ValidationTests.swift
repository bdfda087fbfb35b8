import JSONPath
import NetEngine
import Testing

@testable import GraphQL

struct ValidationTests {
    private func problems(_ text: String) -> [GraphQLProblem] {
        let document = GraphQLDocument.parse(Array(text.utf8))
        return document.problems + document.problems(in: Sample.schema)
    }

    @Test(
        "valid documents have no problems",
        arguments: [
            "{ me { id name(upper: true) friends { id } orders(first: 1) { total } } }",
            "query A { me { id } } query B { me { name } }",
            "query ($id: ID!, $f: Filter = {name: \"a\"}) { user(id: $id) { friends(filter: $f) { id } } }",
            "query ($n: Int) { me { friends(first: $n) { id } } }",
            "query ($n: Int = 2) { me { orders(first: $n) { id } } }",
            "{ node(id: 7) { __typename id ... on User { name } ...O } } fragment O on Order { total }",
            "{ things { ... on User { id } ... on Order { id } ... on Node { id } __typename } }",
            "{ find(by: {id: \"a\"}) { id } }", "query ($k: ID!) { find(by: {id: $k}) { id } }",
            "{ search(filter: {and: {name: \"x\"}, range: {from: 1}}, tags: \"one\") { __typename } }",
            "query ($t: [String!]) { search(filter: {}, tags: $t) { __typename } }",
            "{ a: me { id } b: me { id } me { id } me { name } }", "subscription { userAdded { id } }",
            "query Q @auth(role: ADMIN) @auth { me @skip(if: true) { id @include(if: false) } }",
            "{ __schema { types { name } } __type(name: \"User\") { name } __typename }",
            "{ things { ... on User { x: name } ... on Order { y: when } } }",
            "mutation { addUser(name: \"a\", role: OLD) { id } }",
            "{ me { name name ...F } } fragment F on User { name }",
            "{ things { ... on User { f: id } ... on Order { f: id } } }",
        ])
    func valid(_ text: String) { #expect(problems(text).map(\.reason) == []) }

    @Test func `a variable in an argument whose type is no input type is used`() {
        let schema = GraphQLSchema(sdl: Array("type Query { a(b: T): Int } type T { c: Int }".utf8))
        let document = GraphQLDocument.parse(Array("query ($x: Int) { a(b: {c: [$x]}) }".utf8))
        #expect(document.problems(in: schema).map(\.reason) == [])
    }

    @Test("arguments are found among few and among many", arguments: [1, 2, 12, 13, 40])
    func arguments(_ count: Int) {
        let defined = (1...count).map { "a\($0): \($0 == count ? "ID!" : "Int")" }.joined(separator: " ")
        let schema = GraphQLSchema(sdl: Array("type Query { f(\(defined)): Int }".utf8))
        func reasons(_ text: String) -> Set<String> {
            Set(GraphQLDocument.parse(Array(text.utf8)).problems(in: schema).map(\.reason))
        }
        #expect(reasons("{ f(a\(count): \"x\") }") == [])
        let missing = "Query.f needs the argument a\(count): ID!"
        #expect(
            reasons("{ f }") == [missing]
                && reasons("{ f(quantity: 1) }") == [missing, "Query.f has no argument quantity"])
        #expect(reasons("{ f(a\(count): 1, a\(count): 2) }") == ["The argument a\(count) is given twice"])
        guard count > 1 else { return }
        #expect(reasons("{ f(a1: true, a\(count): 1) }") == ["The argument a1 of Query.f is Int, and true is not"])
    }

    @Test(
        "each rule has its sentence",
        arguments: [
            ("{ me { nam } }", "FieldsOnCorrectType", "The type User has no field nam; did you mean name?"),
            (
                "{ things { id } }", "FieldsOnCorrectType",
                "Thing is a union, which has no field id; select it in ... on with one of its types"
            ),
            (
                "{ node(id: 1) { total } }", "FieldsOnCorrectType",
                "The type Node has no field total; Order has it: ... on Order { total }"
            ),
            ("{ me }", "ScalarLeafs", "me is User, so its fields must be selected: me { … }"),
            ("{ count { a } }", "ScalarLeafs", "count is Int!, which has no fields to select"),
            (
                "{ user(idd: 1, id: 2) { id } }", "KnownArgumentNames",
                "Query.user has no argument idd; did you mean id?"
            ),
            ("{ user(id: 1, id: 2) { id } }", "UniqueArgumentNames", "The argument id is given twice"),
            ("{ user { id } }", "ProvidedRequiredArguments", "Query.user needs the argument id: ID!"),
            (
                "{ user(id: null) { id } }", "ValuesOfCorrectType",
                "The argument id of Query.user is ID! and cannot be null"
            ),
            ("{ user(id: 1.5) { id } }", "ValuesOfCorrectType", "The argument id of Query.user is ID, and 1.5 is not"),
            (
                "{ things(limit: 3000000000) { __typename } }", "ValuesOfCorrectType",
                "The argument limit of Query.things is Int, and 3000000000 is not; it has 32 bits"
            ),
            (
                "{ things(kind: GUST) { __typename } }", "ValuesOfCorrectType",
                "The argument kind of Query.things is Role, and GUST is not; did you mean GUEST?"
            ),
            (
                "{ things(kind: \"ADMIN\") { __typename } }", "ValuesOfCorrectType",
                "The argument kind of Query.things is Role, and \"ADMIN\" is not; write it without quotation marks"
            ),
            (
                "{ search(filter: {nme: 1}) { __typename } }", "ValuesOfCorrectType",
                "The input type Filter has no field nme; did you mean name?"
            ),
            (
                "{ search(filter: {range: {}}) { __typename } }", "ValuesOfCorrectType",
                "The field range of Filter needs the field from: Int! of Range"
            ),
            (
                "{ search(filter: {name: \"a\", name: \"b\"}) { __typename } }", "UniqueInputFieldNames",
                "The field name is given twice"
            ),
            (
                "{ search(filter: {}, tags: [null]) { __typename } }", "ValuesOfCorrectType",
                "The argument tags of Query.search is String! and cannot be null"
            ),
            (
                "{ find(by: {id: 1, email: \"a\"}) { id } }", "ValuesOfCorrectType",
                "The argument by of Query.find takes exactly one field of Key, and here are 2"
            ),
            (
                "{ find(by: {id: null}) { id } }", "ValuesOfCorrectType",
                "The one field of Key that is given cannot be null"
            ),
            (
                "query ($k: ID) { find(by: {id: $k}) { id } }", "VariablesInAllowedPosition",
                "$k is ID, and the one field that is given here cannot be null: declare it as ID!"
            ),
            (
                "query ($id: ID) { user(id: $id) { id } }", "VariablesInAllowedPosition",
                "$id is ID, and here ID! is needed; declare it as ID!"
            ),
            (
                "query ($id: String!) { user(id: $id) { id } }", "VariablesInAllowedPosition",
                "$id is String!, and here ID! is needed"
            ),
            (
                "query ($t: String) { search(filter: {}, tags: $t) { __typename } }", "VariablesInAllowedPosition",
                "$t is String, and here [String!] is needed"
            ),
            (
                "query Q { user(id: $id) { id } }", "NoUndefinedVariables",
                "The variable $id is not defined in the operation Q"
            ),
            ("query ($a: Int) { count }", "NoUnusedVariables", "The variable $a is not used"),
            (
                "query ($a: Int, $a: Int) { things(limit: $a) { __typename } }", "UniqueVariableNames",
                "The variable $a is defined twice"
            ),
            (
                "query ($a: User) { me @auth(scopes: $a) { id } }", "VariablesAreInputTypes",
                "$a cannot be User: User is not an input type"
            ),
            (
                "query ($a: Rolle) { things(kind: $a) { __typename } }", "KnownTypeNames",
                "There is no type Rolle; did you mean Role?"
            ),
            (
                "query ($a: Int = \"x\") { things(limit: $a) { __typename } }", "ValuesOfCorrectType",
                "The variable $a is Int, and \"x\" is not"
            ),
            ("{ me { ...F } }", "KnownFragmentNames", "There is no fragment F"),
            ("{ count } fragment F on User { id }", "NoUnusedFragments", "The fragment F is not used"),
            ("{ me { ...F } } fragment F on Usr { id }", "KnownTypeNames", "There is no type Usr; did you mean User?"),
            (
                "{ me { ... on Role { id } } }", "FragmentsOnCompositeTypes",
                "A fragment cannot be on Role, which has no fields"
            ),
            (
                "{ me { ...F } } fragment F on User { friends { ...F } }", "NoFragmentCycles",
                "The fragment F contains itself"
            ),
            (
                "{ me { ...F } } fragment F on User { ...G } fragment G on User { ...F }", "NoFragmentCycles",
                "The fragment F contains itself, through G"
            ),
            ("{ me { ... on Order { id } } }", "PossibleFragmentSpreads", "Nothing of the type User can be Order"),
            (
                "{ me { ...F } } fragment F on Order { id }", "PossibleFragmentSpreads",
                "The fragment F is on Order, and nothing of the type User can be that"
            ),
            (
                "{ me { ...F } } fragment F on User { id } fragment F on User { name }", "UniqueFragmentNames",
                "There is another fragment named F"
            ),
            ("query A { count } query A { count }", "UniqueOperationNames", "There is another operation named A"),
            (
                "{ count } query A { count }", "LoneAnonymousOperation",
                "An operation without a name must be the only one of its document"
            ),
            (
                "subscription { userAdded { id } tick(every: 1) }", "SingleFieldSubscriptions",
                "A subscription has one field; tick is another one"
            ),
            (
                "subscription { __typename }", "SingleFieldSubscriptions",
                "The one field of a subscription cannot be __typename"
            ),
            (
                "subscription { tick(every: 1) @skip(if: true) }", "SingleFieldSubscriptions",
                "The one field of a subscription cannot depend on @skip or @include"
            ),
            ("{ count @skp(if: true) }", "KnownDirectives", "There is no directive @skp; did you mean skip?"),
            ("query @skip(if: true) { count }", "KnownDirectives", "@skip cannot be used on a query"),
            ("{ count @skip(if: true) @skip(if: true) }", "UniqueDirectivesPerLocation", "@skip can be used once here"),
            ("{ count @skip }", "ProvidedRequiredArguments", "@skip needs the argument if: Boolean!"),
            (
                "{ x: count x: me { id } }", "OverlappingFieldsCanBeMerged",
                "x is Int! in one place and User here; give one of them another name, as in other: me"
            ),
            (
                "{ me { name(upper: true) name } }", "OverlappingFieldsCanBeMerged",
                "name is selected twice, with different arguments; give one of them another name, as in other: name"
            ),
            (
                "{ me { x: name x: email } }", "OverlappingFieldsCanBeMerged",
                "x is selected twice, as name and as email; give one of them another name, as in other: email"
            ),
            (
                "{ me { friends { x: name } } me { friends { x: email } } }", "OverlappingFieldsCanBeMerged",
                "x is selected twice, as name and as email; give one of them another name, as in other: email"
            ),
            (
                "{ things { ... on User { x: name } ... on Order { x: total } } }", "OverlappingFieldsCanBeMerged",
                "x is String in one place and Float! here; give one of them another name, as in other: total"
            ),
            (
                "{ me { ...A ...B } } fragment A on User { x: name } fragment B on User { x: email }",
                "OverlappingFieldsCanBeMerged",
                "x is selected twice, as name and as email; give one of them another name, as in other: email"
            ),
            (
                "{ count } type A { a: Int }", "ExecutableDefinitions",
                "A definition of a type cannot be sent as a query"
            ),
        ])
    func invalid(_ text: String, _ rule: String, _ reason: String) {
        let found = problems(text)
        #expect(found.map(\.reason) == [reason])
        #expect(found.first?.rule.rawValue == rule)
    }

    @Test func `a problem has its line and column`() throws {
        let text = "{\n  me {\n    nope\n  }\n}"
        let position = try #require(problems(text).first).position(in: Array(text.utf8))
        #expect(position.line == 3)
        #expect(position.column == 5)
    }

    @Test func `an operation that the schema lacks is a problem`() {
        let schema = GraphQLSchema(sdl: Array("type Query { a: Int }".utf8))
        let document = GraphQLDocument.parse(Array("mutation { a }".utf8))
        #expect(document.problems(in: schema).map(\.reason) == ["The schema has no mutation type"])
    }

    private func steps(_ text: String) -> Int {
        WorkMeter.steps { _ = GraphQLDocument.parse(Array(text.utf8)).problems(in: Sample.schema) }
    }

    enum Shape: CaseIterable {
        case repeated, aliases, fragments, variables, cycle, unknown

        func text(_ count: Int) -> String {
            func each(_ part: (Int) -> String) -> String { (0..<count).map(part).joined(separator: " ") }
            switch self {
            case .repeated: return "{ " + each { _ in "me { id name }" } + " }"
            case .aliases: return "{ " + each { "a\($0): me { friends { id x: name } }" } + " }"
            case .fragments:
                let chain = each {
                    "fragment F\($0) on User { friends { a: id ...F\($0 + 1) } b: friends { ...F\($0 + 1) } }"
                }
                return "{ me { ...F0 } } \(chain) fragment F\(count) on User { id }"
            case .variables:
                let definitions = each { "$v\($0): Int" }
                return "query (\(definitions)) { " + each { "a\($0): things(limit: $v\($0)) { __typename }" } + " }"
            case .cycle: return "{ me { ...F0 } } " + each { "fragment F\($0) on User { ...F\(($0 + 1) % count) }" }
            case .unknown: return "{ " + each { "nope\($0)" } + " }"
            }
        }
    }

    @Test(arguments: Shape.allCases)
    func `ten times the document is ten times the work`(_ shape: Shape) {
        let one = steps(shape.text(200))
        let ten = steps(shape.text(2_000))
        #expect(!WorkMeter.isCounting || one > 200)
        #expect(ten <= 15 * max(one, 10), "\(one) and \(ten)")
    }

    @Test(
        "variables are checked with their place",
        arguments: [
            (#"{"id": "a"}"#, []), (#"{"id": 5, "f": null, "n": [1, 2]}"#, []), (#"{"id": "a", "n": 3}"#, []),
            (#"{}"#, ["The variable id: ID! has no value"]), (#"[]"#, ["The variables are one JSON object"]),
            (#"{"id": null}"#, ["id is ID! and cannot be null"]), (#"{"id": true}"#, ["id is ID, and true is not"]),
            (#"{"id": "a", "f": {"range": {"from": 1.5}}}"#, ["f.range.from is Int, and 1.5 is not"]),
            (
                #"{"id": "a", "f": {"and": [{"role": "ADMN"}]}}"#,
                ["f.and[0].role is Role, and \"ADMN\" is not; did you mean ADMIN?"]
            ),
            (#"{"id": "a", "f": {"range": {}}}"#, ["f.range needs the field from: Int! of Range"]),
            (#"{"id": "a", "f": {"nam": 1}}"#, ["The input type Filter has no field nam; did you mean name?"]),
            (#"{"id": "a", "k": {"id": 1, "email": "x"}}"#, ["k takes exactly one field of Key, and here are 2"]),
            (#"{"id": "a", "k": {"id": null}}"#, ["The one field of Key that is given cannot be null"]),
            (#"{"id": "a", "ff": 1}"#, ["The operation has no variable ff"]),
            (#"{"id": "a", "n": [1, 3000000000]}"#, ["n[1] is Int, and 3000000000 is not"]),
        ])
    func variables(_ json: String, _ reasons: [String]) throws {
        let document = GraphQLDocument.parse(Array("query ($id: ID!, $f: Filter, $n: [Int!], $k: Key) { count }".utf8))
        let operation = try #require(document.operations.first)
        let tree = try JSONTree.parse(Array(json.utf8))
        #expect(operation.problems(ofVariables: tree, in: Sample.schema).map(\.reason) == reasons)
    }

    @Test func `variables of 100,000 levels are one problem`() throws {
        let json =
            "{\"f\":" + String(repeating: "{\"and\":", count: 100_000) + "1" + String(repeating: "}", count: 100_001)
        let operation = try #require(GraphQLDocument.parse(Array("query ($f: Filter) { count }".utf8)).operations.first)
        let problems = operation.problems(ofVariables: try JSONTree.parse(Array(json.utf8)), in: Sample.schema)
        #expect(problems.map(\.rule) == [.limit])
    }

    @Test func `uses of variables beyond the limit are one problem, at the operation that has them`() {
        let text = """
            query A($x: Int, $y: Int) { ...F } query B($x: Int) { ...F } fragment F on Query { a(x: $x) }
            """
        let document = GraphQLDocument.parse(Array(text.utf8))
        let schema = GraphQLSchema(sdl: Array("type Query { a(x: Int): Int }".utf8))
        let unused = "The variable $y is not used"
        let many = "There are too many operations with shared fragments to check all variables"
        let second = "query A($x: Int, $y: Int) { ...F } ".utf8.count
        // Each operation counts 2, with its spread, and each time the fragment 2, with its variable.
        for (most, expected) in [
            (9, [unused]), (8, [unused, "\(second): \(many)"]), (5, [unused, "\(second): \(many)"]),
            (4, ["0: \(many)"]), (1, ["0: \(many)"]),
        ] {
            var validation = GraphQLValidation(schema, document)
            validation.maxUses = most
            let found = validation.run().map { problem in
                problem.rule == .limit
                    ? "\(problem.range.lowerBound): \(problem.reason)\(problem.range.isEmpty ? "" : ", not empty")"
                    : problem.reason
            }
            #expect(found == expected, "\(most)")
        }
    }

    @Test func `fields beyond the limit are one problem, at the first operation`() {
        let document = GraphQLDocument.parse(Array(" { a b: a }".utf8))
        let schema = GraphQLSchema(sdl: Array("type Query { a: Int }".utf8))
        var validation = GraphQLValidation(schema, document)
        validation.maxFields = 0
        let found = validation.run()
        #expect(found.map(\.rule) == [.limit] && found.map(\.range) == [1..<1])
        #expect(found.first?.reason == "The document is too large to check whether all its fields can be merged")
        var other = GraphQLValidation(schema, document)
        let none = other.run()
        #expect(none.isEmpty)
        let fragment = GraphQLDocument.parse(Array("fragment F on Query { a }".utf8))
        var alone = GraphQLValidation(schema, fragment)
        alone.maxFields = 0
        let places = alone.run().map(\.range)
        #expect(places.contains(0..<0))
    }

    @Test func `any document and any schema can be checked`() throws {
        var random = Seeded(3)
        let words = [
            "{", "}", "{", "}", "(", ")", "query", "fragment", "F", "on", "User", "me", "$a", ":", "...F", "@skip",
            "id", "1",
            "filter", "{and:", "]", "[", "type", "Query", "input", "union", "=", "|", "implements", "Node", "friends",
            "Int!",
        ]
        for _ in 0..<1_500 {
            let text = (0..<random.below(30)).map { _ in words[random.below(words.count)] }.joined(separator: " ")
            let document = GraphQLDocument.parse(Array(text.utf8))
            let schema = GraphQLSchema(documents: [document, GraphQLDocument.parse(Array(Sample.sdl.utf8))])
            for problem in document.problems(in: schema) {
                #expect(problem.range.upperBound <= text.utf8.count, "seed 3: \(text)")
            }
        }
        let json = Sample.schema.introspectionResult
        for _ in 0..<40 {
            var bytes = json
            for _ in 0...random.below(6) {
                let place = random.below(bytes.count - 12)
                bytes.replaceSubrange(
                    place..<(place + random.below(12)), with: Array(["null", "", "7", "[]", "x"][random.below(5)].utf8))
            }
            guard let tree = try? JSONTree.parse(bytes), let schema = try? GraphQLSchema(introspection: tree) else {
                continue
            }
            #expect(schema.types.count >= GraphQLBuiltIns.types.count, "seed 3")
        }
    }
}
