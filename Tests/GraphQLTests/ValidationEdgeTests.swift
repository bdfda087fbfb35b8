import JSONPath
import Testing

@testable import GraphQL

/// The second of two like cases in each rule, what is allowed beside what is not, and where a problem is.
@Suite struct ValidationEdgeTests {
    /// The schema of the specification's examples, a little wider (section 5).
    static let pets = GraphQLSchema(
        sdl: Array(
            """
            type Query { dog: Dog pet: Pet catOrDog: CatOrDog list(ints: [Int], nested: [[Int]], any: Any): Int find(k: K, n: N): Int
              args(opt: Int = 1, req: Int!): Int n: Named }
            interface Pet { name: String owner: Human }
            interface Named { name: String }
            type Dog implements Pet & Named { name: String nickname: String barkVolume: Int nam: Int owner: Human
              knows(command: Int, other: Int): Boolean tags: [String] id: ID! toy: Toy toys: [Toy!] }
            type Cat implements Pet { name: String meowVolume: Int owner: Human knows(command: Int): Boolean
              tags: [String!] id: ID toy: Human toys: [Human!] }
            type Human { name: String age: Int nick: String pets: [Pet] }
            type Toy { name: String }
            union CatOrDog = Cat | Dog
            scalar Any
            enum Command { SIT STAY }
            input K @oneOf { a: Int b: [Int!] }
            input N { req: Int! def: Int! = 5 opt: Int list: [Int!] command: Command k: K }
            type Mutation { set(n: N!): Int }
            type Subscription { added: Dog tick(every: Int): Int }
            directive @on(x: Int! = 1, y: [Int!]) on FIELD | VARIABLE_DEFINITION
            """.utf8))

    private func problems(_ text: String) -> String {
        let document = GraphQLDocument.parse(Array(text.utf8))
        let found = document.problems + document.problems(in: Self.pets)
        guard !found.isEmpty else { return "valid" }
        return found.map { problem in
            "\(problem.range.lowerBound) \(String(decoding: document.text[problem.range], as: UTF8.self)): \(problem.reason)"
        }.joined(separator: "; ")
    }

    /// Rows of a document and, after a bar, its problems: each with its place and the bytes there.
    private func expect(_ rows: String, sourceLocation: SourceLocation = #_sourceLocation) {
        for row in rows.split(separator: "\n") {
            let parts = row.split(separator: " | ", maxSplits: 1).map(String.init)
            #expect(problems(parts[0]) == parts[1], "\(parts[0])", sourceLocation: sourceLocation)
        }
    }

    @Test func `the sample has no notices`() { #expect(Self.pets.notices == []) }

    @Test func `fields can be merged as the specification says`() {
        expect(
            """
            { pet { ... on Dog { volume: barkVolume } ... on Cat { volume: meowVolume } } } | valid
            { pet { ... on Dog { knows(command: 1) } ... on Cat { knows(command: 2) } } } | valid
            { pet { ... on Dog { x: nickname } ... on Cat { x: meowVolume } } } | 51 meowVolume: x is String in one place and Int here; give one of them another name, as in other: meowVolume
            { pet { name ... on Dog { name: nickname } } } | 32 nickname: name is selected twice, as name and as nickname; give one of them another name, as in other: nickname
            { pet { ... on Dog { name: nickname } name } } | 38 name: name is selected twice, as nickname and as name; give one of them another name, as in other: name
            { pet { x: name ... on Dog { x: name } ... on Cat { x: name } } } | valid
            { pet { ... on Dog { x: name } ... on Cat { x: name } ... on Dog { x: nickname } } } | 70 nickname: x is selected twice, as name and as nickname; give one of them another name, as in other: nickname
            { pet { ... on Dog { owner { x: name } } ... on Cat { owner { x: nick } } } } | valid
            { pet { ... on Dog { owner { x: name } } ... on Cat { owner { x: age } } } } | 65 age: x is String in one place and Int here; give one of them another name, as in other: age
            { pet { ... on Dog { toy { name } } ... on Cat { toy { name } } } } | valid
            { pet { ... on Dog { toys { name } } ... on Cat { toys { name } } } } | valid
            { pet { ... on Dog { tags } ... on Cat { tags } } } | 41 tags: tags is [String] in one place and [String!] here; give one of them another name, as in other: tags
            { pet { ... on Dog { id } ... on Cat { id } } } | 39 id: id is ID! in one place and ID here; give one of them another name, as in other: id
            { pet { ... on Dog { x: toy { name } } ... on Cat { x: name } } } | 55 name: x is Toy in one place and String here; give one of them another name, as in other: name
            { pet { ... on Dog { x: toys { name } } ... on Cat { x: toy { name } } } } | 56 toy: x is [Toy!] in one place and Human here; give one of them another name, as in other: toy
            { dog { knows(command: 1, other: 2) } dog { knows(other: 2, command: 1) } } | valid
            { dog { knows(command: 1) knows(command: 2) } } | 26 knows: knows is selected twice, with different arguments; give one of them another name, as in other: knows
            { dog { knows knows(command: 2) } } | 14 knows: knows is selected twice, with different arguments; give one of them another name, as in other: knows
            { a: list(ints: [1, 2]) a: list(ints: [2, 1]) } | 27 list: a is selected twice, with different arguments; give one of them another name, as in other: list
            { list(any: [{a: 1, b: {c: 1, d: 2}}]) list(any: [{b: {d: 2, c: 1}, a: 1}]) } | valid
            { list(any: "A") list(any: A) } | 17 list: list is selected twice, with different arguments; give one of them another name, as in other: list
            query ($a: Any, $b: Any) { list(any: $a) list(any: $b) } | 41 list: list is selected twice, with different arguments; give one of them another name, as in other: list
            query ($a: Any) { list(any: $a) list(any: $a) } | valid
            query ($a: Int) { list(any: $a) } | 28 $a: $a is Int, and here Any is needed
            { dog { x: name x: nickname x: name } } | 19 nickname: x is selected twice, as name and as nickname; give one of them another name, as in other: nickname
            { dog { ... { x: name } ...F } } fragment F on Dog { ... { x: nickname } } | 62 nickname: x is selected twice, as name and as nickname; give one of them another name, as in other: nickname
            { dog { ...F } } fragment F on Dog { owner { name } owner { name: nick } } | 66 nick: name is selected twice, as name and as nick; give one of them another name, as in other: nick
            query A { dog { name } } query B { dog { name: nickname } } | valid
            { catOrDog { ... on Cat { x: owner { v: name } x: owner(a: 1) { v: nick } } } } | 50 owner: x is selected twice, with different arguments; give one of them another name, as in other: owner; 56 a: Cat.owner has no argument a
            { pet { ... on Dog { x: toys { v: name } } ... on Cat { x: toy { v: age } } } } | 59 toy: x is [Toy!] in one place and Human here; give one of them another name, as in other: toy
            """)
    }

    @Test func `a subscription has one root field without a condition`() {
        let condition = "The one field of a subscription cannot depend on @skip or @include"
        expect(
            """
            subscription { tick @include(if: true) } | 15 tick: \(condition)
            subscription { ... @skip(if: true) { tick } } | 37 tick: \(condition)
            subscription { ... @include(if: true) { tick } } | 40 tick: \(condition)
            subscription { ...F @skip(if: true) } fragment F on Subscription { tick } | 67 tick: \(condition)
            subscription { ... @skip(if: true) { ... on Subscription { tick } } } | 59 tick: \(condition)
            subscription { ... @skip(if: true) { ...F } } fragment F on Subscription { tick } | 75 tick: \(condition)
            subscription { ...F } fragment F on Subscription { ... @skip(if: true) { tick } } | 73 tick: \(condition)
            subscription { tick @on } | valid
            subscription { added { name @skip(if: true) } } | valid
            subscription { tick tick } | valid
            subscription { ... { ...F } } fragment F on Subscription { tick } | valid
            subscription { a: tick b: tick } | 26 tick: A subscription has one field; b is another one
            subscription { tick ...F } fragment F on Subscription { added { name } } | 56 added: A subscription has one field; added is another one
            subscription { tick __typename } | 20 __typename: A subscription has one field; __typename is another one
            subscription { t: __typename } | 18 __typename: The one field of a subscription cannot be __typename
            subscription { ... on Query { list } tick } | 22 Query: Nothing of the type Subscription can be Query
            subscription A { a: tick b: tick } subscription B { tick added { name } } | 28 tick: A subscription has one field; b is another one; 57 added: A subscription has one field; added is another one
            mutation { a: set(n: {req: 1}) @skip(if: true) b: set(n: {req: 1}) } | valid
            """)
    }

    @Test func `values are judged by the type of their place`() {
        expect(
            """
            { list(ints: 1) } | valid
            { list(ints: [1, null]) } | valid
            { list(ints: null) } | valid
            { list(ints: [[1]]) } | 14 [1]: The argument ints of Query.list is Int, and [1] is not
            { list(nested: 1) } | valid
            { list(nested: [1, [2], null]) } | valid
            { list(nested: [["a"]]) } | 17 "a": The argument nested of Query.list is Int, and "a" is not
            { list(any: {a: [1, "b", {c: null}], d: E}) } | valid
            { list(any: {a: 1, a: [{b: 1, b: 2}]}) } | 19 a: The field a is given twice; 30 b: The field b is given twice
            { find(n: {req: 1}) } | valid
            { find(n: {def: 2}) } | 10 {def: 2}: The argument n of Query.find needs the field req: Int! of N
            { find(n: {req: null}) } | 16 null: The field req of N is Int! and cannot be null
            { find(n: {req: 1, def: null}) } | 24 null: The field def of N is Int! and cannot be null
            { find(n: {req: 1, opt: null, list: null}) } | valid
            { find(n: {req: 1, list: [1, null]}) } | 29 null: The field list of N is Int! and cannot be null
            { find(n: {req: 1, command: "SIT"}) } | 28 "SIT": The field command of N is Command, and "SIT" is not; write it without quotation marks
            { find(n: {req: 1, command: "SITT"}) } | 28 "SITT": The field command of N is Command, and "SITT" is not
            { find(n: {req: 1, command: SITT}) } | 28 SITT: The field command of N is Command, and SITT is not; did you mean SIT?
            { find(n: {req: 1, command: true}) } | 28 true: The field command of N is Command, and true is not
            { find(n: {req: 1, k: {a: 1, b: 2}}) } | 22 {a: 1, b: 2}: The field k of N takes exactly one field of K, and here are 2
            { find(k: {}) } | 10 {}: The argument k of Query.find takes exactly one field of K, and here are 0
            { find(k: {a: null}) } | 14 null: The one field of K that is given cannot be null
            { find(k: {b: [1]}) } | valid
            { find(k: {a: null, b: null}) } | 10 {a: null, b: null}: The argument k of Query.find takes exactly one field of K, and here are 2
            { find(n: 5) } | 10 5: The argument n of Query.find is N, and 5 is not
            { find(n: {req: 1, gone: {a: 1, a: 2}}) } | 19 gone: The input type N has no field gone; 32 a: The field a is given twice
            { args(req: null) } | 12 null: The argument req of Query.args is Int! and cannot be null
            { args(opt: null, req: 1) } | valid
            { args } | 2 args: Query.args needs the argument req: Int!
            { dog { name @on(x: null) } } | 20 null: The argument x of @on is Int! and cannot be null
            { dog { name @on(z: 1) } } | 17 z: @on has no argument z
            """)
    }

    @Test func `variables fit where their type is as narrow, and count as used wherever they are`() {
        expect(
            """
            query ($v: Int) { args(req: 1, opt: $v) } | valid
            query ($v: Int) { args(req: $v) } | 28 $v: $v is Int, and here Int! is needed; declare it as Int!
            query ($v: Int = 1) { args(req: $v) } | valid
            query ($v: [Int]) { list(ints: $v) } | valid
            query ($v: Int) { list(ints: $v) } | 29 $v: $v is Int, and here [Int] is needed
            query ($v: Int) { list(ints: [$v]) } | valid
            query ($v: Int) { find(n: {req: 1, list: [$v]}) } | 42 $v: $v is Int, and here Int! is needed; declare it as Int!
            query ($v: Int) { find(n: {req: 1, def: $v}) } | valid
            query ($v: Int) { find(n: {req: $v}) } | 32 $v: $v is Int, and here Int! is needed; declare it as Int!
            query ($v: Int) { find(n: {req: 1, opt: $v}) } | valid
            query ($v: Int) { dog { name @on(x: $v) } } | valid
            query ($v: Int = 1) { find(k: {a: $v}) } | 34 $v: $v is Int, and the one field that is given here cannot be null: declare it as Int!
            query ($v: Int!) { find(k: {a: $v}) } | valid
            query ($v: String!) { find(k: {a: $v}) } | 34 $v: $v is String!, and here Int is needed
            query ($v: [Int!]) { find(k: {b: $v}) } | 33 $v: $v is [Int!], and the one field that is given here cannot be null: declare it as [Int!]!
            query ($v: Int) { find(k: {b: [$v]}) } | 31 $v: $v is Int, and here Int! is needed; declare it as Int!
            query ($v: Int) { list(any: [{a: $v}]) } | valid
            query ($v: Int) { gone(a: {b: [$v]}) } | 18 gone: The type Query has no field gone
            query ($v: Int) { list(gone: $v) } | 23 gone: Query.list has no argument gone
            query ($v: Int) { dog { name @gone(a: $v) } } | 29 @gone: There is no directive @gone
            query ($v: Int) { find(n: [$v]) } | 26 [$v]: The argument n of Query.find is N, and [$v] is not
            query ($v: Int) { args(req: {a: $v}) } | 28 {a: $v}: The argument req of Query.args is Int, and {a: $v} is not
            query ($v: Int) { dog { name @skip(if: true) @on(y: [$v]) } } | 53 $v: $v is Int, and here Int! is needed; declare it as Int!
            query ($v: Int, $v: String) { list(ints: [$v]) } | 16 $v: The variable $v is defined twice
            query ($v: Int! = null) { args(req: $v) } | 18 null: The variable $v is Int! and cannot be null
            query ($v: [Int] = 1) { list(ints: $v) } | valid
            query ($v: N = {req: 1, gone: 2}) { find(n: $v) } | 24 gone: The input type N has no field gone
            query ($v: N = {def: 1}) { find(n: $v) } | 15 {def: 1}: The variable $v needs the field req: Int! of N
            query ($v: Int @on) { list(ints: [$v]) } | valid
            query ($v: Int @skip(if: true)) { list(ints: [$v]) } | 15 @skip: @skip cannot be used on a variable
            query ($v: Pet) { list(any: $v) } | 11 Pet: $v cannot be Pet: Pet is not an input type
            query ($v: [CatOrDog!]) { list(any: $v) } | 11 [CatOrDog!]: $v cannot be [CatOrDog!]: CatOrDog is not an input type
            query ($v: [Do]) { list(any: $v) } | 12 Do: There is no type Do
            query ($v: Comand!) { list(any: $v) } | 11 Comand: There is no type Comand; did you mean Command?
            query ($v: __TypeKin) { list(any: $v) } | 11 __TypeKin: There is no type __TypeKin
            query A($v: Int) { ...F } query B { ...F } fragment F on Query { list(ints: [$v]) } | 77 $v: The variable $v is not defined in the operation B
            { ...F } fragment F on Query { ...G } fragment G on Query { list(ints: [$v]) } | 72 $v: The variable $v is not defined
            query ($vol: Int) { list(ints: [$val]) } | 7 $vol: The variable $vol is not used; 32 $val: The variable $val is not defined; did you mean vol?
            query A($v: Int) { ...F } fragment F on Query { list } | 8 $v: The variable $v is not used
            query ($v: Int) { list(ints: [$v, $w]) } | 34 $w: The variable $w is not defined
            """)
    }

    @Test func `fragments are known, used and possible`() {
        expect(
            """
            { dog { ...Fx } } fragment Fy on Dog { name } | 11 Fx: There is no fragment Fx; did you mean Fy?; 27 Fy: The fragment Fy is not used
            { dog { name } } fragment A on Dog { ...B } fragment B on Dog { name } | 26 A: The fragment A is not used; 53 B: The fragment B is not used
            { dog { name } } fragment A on Dog { ...A } | 26 A: The fragment A is not used; 40 A: The fragment A contains itself
            { dog { name } } fragment A on Dog { x: id x: name } | 26 A: The fragment A is not used; 46 name: x is ID! in one place and String here; give one of them another name, as in other: name
            { dog { ...A } } fragment A on Dog { ...B ...C } fragment B on Dog { ...D } fragment C on Dog { ...D } fragment D on Dog { name } | valid
            { dog { ...A } } fragment A on Dog { ...B } fragment B on Dog { ...C } fragment C on Dog { ...A } | 94 A: The fragment A contains itself, through C
            { dog { ...A } } fragment A on Dog { ...A ...B } fragment B on Dog { ...A } | 40 A: The fragment A contains itself; 72 A: The fragment A contains itself, through B
            { dog { ...A } } fragment A on Dog { name } fragment A on Dog { gone } | 53 A: There is another fragment named A; 64 gone: The type Dog has no field gone
            { catOrDog { ... on Pet { name } ... on Named { name } ... on Dog { name } ... on CatOrDog { __typename } } } | valid
            { dog { ... on CatOrDog { __typename } ... on Pet { name } } } | valid
            { pet { ... on Named { name } } } | valid
            { n { ... on Cat { name } } } | 13 Cat: Nothing of the type Named can be Cat
            { n { ...F } } fragment F on Cat { name } | 9 F: The fragment F is on Cat, and nothing of the type Named can be that
            { dog { ... on Comman { name } } } | 15 Comman: There is no type Comman
            { dog { ... on Dogg { name } } } | 15 Dogg: There is no type Dogg; did you mean Dog?
            { dog { ... on N { name } } } | 15 N: A fragment cannot be on N, which has no fields
            { dog { ...F } } fragment F on Any { gone } | 31 Any: The fragment F cannot be on Any, which has no fields
            { dog { ... on Gone { gone } ... { gone } } } | 15 Gone: There is no type Gone; 35 gone: The type Dog has no field gone
            """)
    }

    @Test func `fields are known and selected to their leaves`() {
        expect(
            """
            { n { nam } } | 6 nam: The type Named has no field nam; did you mean name?
            { n { barkVolume } } | 6 barkVolume: The type Named has no field barkVolume; Dog has it: ... on Dog { barkVolume }
            { pet { meowVolume } } | 8 meowVolume: The type Pet has no field meowVolume; Cat has it: ... on Cat { meowVolume }
            { pet { gone } } | 8 gone: The type Pet has no field gone
            { dog { meowVolume } } | 8 meowVolume: The type Dog has no field meowVolume
            { catOrDog { name __typename } } | 13 name: CatOrDog is a union, which has no field name; select it in ... on with one of its types
            { pet } | 2 pet: pet is Pet, so its fields must be selected: pet { … }
            { x: catOrDog } | 5 catOrDog: catOrDog is CatOrDog, so its fields must be selected: catOrDog { … }
            { dog { tags { x } } } | 13 {: tags is [String], which has no fields to select
            { dog { owner { pets { owner { name } } } __typename } } | valid
            { gone { a { b } } } | 2 gone: The type Query has no field gone
            { dog { __type(name: "a") { name } } } | 8 __type: The type Dog has no field __type
            { __type { name } } | 2 __type: Query.__type needs the argument name: String!
            mutation { __schema { description } } | 11 __schema: The type Mutation has no field __schema
            { __schema { types { kind } directives { args { defaultValue } } queryType { fields { args { type { ofType { name } } } } } } } | valid
            { dog { name @on @on } } | 17 @on: @on can be used once here
            { dog { name @no } } | 13 @no: There is no directive @no; did you mean on?
            query @on { list } | 6 @on: @on cannot be used on a query
            query A { list } { list } | 17 {: An operation without a name must be the only one of its document
            query A { list } mutation A { set(n: {req: 1}) } | 26 A: There is another operation named A
            """)
    }

    @Test func `a root type that the schema lacks is told at the operation's name`() {
        let schema = GraphQLSchema(sdl: Array("type Other { a: Int }".utf8))
        func found(_ text: String) -> [String] {
            GraphQLDocument.parse(Array(text.utf8)).problems(in: schema).map { "\($0.range) \($0.reason) \($0.rule)" }
        }
        #expect(found("query Q { a { b } }") == ["6..<7 The schema has no query type operationTypes"])
        #expect(found(" { a }") == ["1..<2 The schema has no query type operationTypes"])
        #expect(found("mutation { a }") == ["0..<1 The schema has no mutation type operationTypes"])
        #expect(found("subscription S { a }") == ["13..<14 The schema has no subscription type operationTypes"])
    }

    @Test func `a document has a hundred problems at most, in the order of its text`() {
        func found(_ count: Int) -> [GraphQLProblem] {
            let text = "query ($v: Int) { " + String(repeating: "gone ", count: count) + "}"
            return GraphQLDocument.parse(Array(text.utf8)).problems(in: Self.pets)
        }
        #expect(found(98).count == 99 && found(98).first?.range == 7..<9)
        #expect(found(99).count == 100 && found(100).count == 100 && found(200).count == 100)
        #expect(found(100).first?.reason == "The type Query has no field gone")
    }

    // MARK: Variables

    private func problems(_ json: String, _ definitions: String) throws -> [String] {
        let operation = try #require(
            GraphQLDocument.parse(Array("query (\(definitions)) { list }".utf8)).operations.first)
        let tree = try JSONTree.parse(Array(json.utf8))
        return operation.problems(ofVariables: tree, in: Self.pets).map { "\($0.range) \($0.reason)" }
    }

    @Test(
        arguments: [
            (#"{"v":[[1],2,null,[3,null]]}"#, "$v: [[Int]]", []),
            (#"{"v":[[1,"a"]]}"#, "$v: [[Int]]", ["9..<12 v[0][1] is Int, and \"a\" is not"]),
            (#"{"v":1}"#, "$v: Int, $v: String", []), (#"{"v":{}}"#, "$v: Any!", []), (#"{"v":{}}"#, "$v: Dog", []),
            (#"{"v":{}}"#, "$v: Gone", []), (#"{}"#, "$v: Int! = 1, $w: Int", []),
            (#"{"v":null}"#, "$v: Int! = 1", ["5..<9 v is Int! and cannot be null"]),
            (#"{"v":{"req":1,"list":[1,null]}}"#, "$v: N", ["24..<28 v.list[1] is Int! and cannot be null"]),
            (#"{"v":[{"req":1},{}]}"#, "$v: [N]", ["16..<18 v[1] needs the field req: Int! of N"]),
            (
                #"{"v":{"req":1,"command":"SITT"}}"#, "$v: N",
                ["24..<30 v.command is Command, and \"SITT\" is not; did you mean SIT?"]
            ),
            (#"{"v":{"req":1,"command":true}}"#, "$v: N", ["24..<28 v.command is Command, and true is not"]),
            (#"{"v":{"a":1,"a":2}}"#, "$v: K", ["5..<18 v takes exactly one field of K, and here are 2"]),
            (#"{"v":{"c":1}}"#, "$v: K", ["10..<11 The input type K has no field c"]),
            (#"{"v":1e2}"#, "$v: ID", ["5..<8 v is ID, and 1e2 is not"]), (#"{"v":2147483648.0}"#, "$v: Float", []),
            (#"{"v":2147483648.0}"#, "$v: Int", ["5..<17 v is Int, and 2147483648.0 is not"]),
            (#"{"v":"SIT"}"#, "$v: [Command!]!", []),
            (#"{"":1}"#, "$v: Int", ["4..<5 The operation has no variable \"\""]),
            (#"{"a-b":1}"#, "$v: Int", ["7..<8 The operation has no variable \"a-b\""]),
        ] as [(String, String, [String])])
    func `variables are told with their path`(json: String, definitions: String, reasons: [String]) throws {
        #expect(try problems(json, definitions) == reasons)
    }

    @Test func `long names and values are cut, and no more than a hundred problems are told`() throws {
        func name(_ count: Int) -> String { String(repeating: "n", count: count) }
        func unknown(_ count: Int) throws -> String? { try problems("{\"\(name(count))\":1}", "$v: Int").first }
        #expect(try unknown(80)?.hasSuffix("The operation has no variable \(name(80))") == true)
        #expect(try unknown(81)?.hasSuffix("The operation has no variable \"\(name(60))\"") == true)
        func value(_ count: Int) throws -> [String] { try problems("{\"v\":\"\(name(count))\"}", "$v: Int") }
        #expect(try value(58) == ["5..<65 v is Int, and \"\(name(58))\" is not"])
        #expect(try value(59) == ["5..<66 v is Int, and \"\(name(59))… is not"])
        for (count, found) in [(99, 99), (100, 100), (101, 100)] {
            let list = Array(repeating: "true", count: count).joined(separator: ",")
            #expect(try problems("{\"v\":[\(list)]}", "$v: [Int]").count == found)
            let missing = (0..<count).map { "$v\($0): Int!" }.joined(separator: " ")
            #expect(try problems("{}", missing).count == found)
            let operation = try #require(
                GraphQLDocument.parse(Array("query (\(missing)) { list }".utf8)).operations.first)
            #expect(operation.problems(ofVariables: nil, in: Self.pets).count == found)
        }
    }

    @Test func `variables are nested two hundred levels deep`() throws {
        let schema = GraphQLSchema(sdl: Array("type Query { a(i: I): Int } input I { i: I }".utf8))
        let operation = try #require(GraphQLDocument.parse(Array("query ($i: I) { a(i: $i) }".utf8)).operations.first)
        func found(_ levels: Int) throws -> [GraphQLProblem] {
            let json = String(repeating: "{\"i\":", count: levels) + "{}" + String(repeating: "}", count: levels)
            return operation.problems(ofVariables: try JSONTree.parse(Array(json.utf8)), in: schema)
        }
        #expect(try found(200) == [])
        let problem = try #require(try found(201).first)
        #expect(problem.rule == .limit && problem.range == (5 * 201)..<(5 * 201 + 2))
        #expect(problem.reason == "The variables are nested more than 200 levels deep")
        let rules = try operation.problems(ofVariables: JSONTree.parse(Array("[]".utf8)), in: schema).map(\.rule)
        #expect(rules == [.variableValues])
    }
}
