import JSONPath
import Testing

@testable import GraphQL

/// Which value and which variable fits which type.
struct ValueTypeTests {
    private static let types = ["Int", "Float", "String", "Boolean", "ID", "E", "I", "C", "[Int]"]
    private static let schema = GraphQLSchema(
        sdl: Array(
            ("type Query { "
                + types.enumerated().map { "f\($0)(v: \($1)): Int" }.joined(separator: " ")
                + " } enum E { A } input I { a: Int } scalar C").utf8))

    @Test func `a literal fits the types that the specification says`() {
        let literals = ["1", "1.5", "\"a\"", "true", "A", "\"A\"", "{a: 1}", "[1]", "null"]
        let fitting = Self.types.indices.map { place in
            let fits = literals.filter { literal in
                GraphQLDocument.parse(Array("{ f\(place)(v: \(literal)) }".utf8)).problems(in: Self.schema).isEmpty
            }
            return "\(Self.types[place]): \(fits.joined(separator: " "))"
        }
        #expect(
            fitting == [
                "Int: 1 null", "Float: 1 1.5 null", "String: \"a\" \"A\" null", "Boolean: true null",
                "ID: 1 \"a\" \"A\" null", "E: A null", "I: {a: 1} null",
                "C: 1 1.5 \"a\" true A \"A\" {a: 1} [1] null", "[Int]: 1 [1] null",
            ])
    }

    @Test func `a value of JSON fits the types that the specification says`() throws {
        let values = ["1", "1.0", "1.5", "-1", "\"a\"", "true", "\"A\"", "{\"a\":1}", "[1]", "null"]
        let fitting = try Self.types.map { type in
            let document = GraphQLDocument.parse(Array("query ($v: \(type)) { f0(v: 1) }".utf8))
            let operation = try #require(document.operations.first)
            let fits = try values.filter {
                operation.problems(ofVariables: try JSONTree.parse(Array("{\"v\":\($0)}".utf8)), in: Self.schema)
                    .isEmpty
            }
            return "\(type): \(fits.joined(separator: " "))"
        }
        #expect(
            fitting == [
                "Int: 1 1.0 -1 null", "Float: 1 1.0 1.5 -1 null", "String: \"a\" \"A\" null", "Boolean: true null",
                "ID: 1 -1 \"a\" \"A\" null", "E: \"A\" null", "I: {\"a\":1} null",
                "C: 1 1.0 1.5 -1 \"a\" true \"A\" {\"a\":1} [1] null", "[Int]: 1 1.0 -1 [1] null",
            ])
    }

    @Test func `an Int has 32 bits, in a query and in variables`() throws {
        let numbers = ["2147483647", "2147483648", "-2147483648", "-2147483649"]
        #expect(numbers.filter(GraphQLScalars.isInt) == ["2147483647", "-2147483648"])
        let operation = try #require(GraphQLDocument.parse(Array("query ($v: Int) { f0 }".utf8)).operations.first)
        let fits = try numbers.filter {
            operation.problems(ofVariables: try JSONTree.parse(Array("{\"v\":\($0)}".utf8)), in: Self.schema).isEmpty
        }
        #expect(fits == ["2147483647", "-2147483648"])
    }

    @Test func `variables that must have a value are named where there are none`() throws {
        let document = GraphQLDocument.parse(Array("query ($a: Int!, $b: Int! = 1, $c: Int, $d: [E]!) { f0 }".utf8))
        let operation = try #require(document.operations.first)
        #expect(
            operation.problems(ofVariables: nil, in: Self.schema).map(\.reason)
                == ["The variable a: Int! has no value", "The variable d: [E]! has no value"])
    }

    /// A variable's type with its default, the type of the place, and whether it can be there.
    @Test func `a variable may be where its type is as narrow as the place`() throws {
        let rows = """
            Int -> Int: yes
            Int! -> Int: yes
            Int -> Int!: no
            Int = 1 -> Int!: yes
            Int = null -> Int!: no
            Int! = 1 -> Int!: yes
            Int -> Int! with default: yes
            [Int] -> [Int]: yes
            [Int!] -> [Int]: yes
            [Int]! -> [Int]: yes
            [Int] -> [Int!]: no
            [Int] = [1] -> [Int!]!: no
            [Int!] = [1] -> [Int!]!: yes
            Int -> [Int]: no
            [Int] -> Int: no
            [[Int!]!]! -> [[Int]]: yes
            [[Int]] -> [Int]: no
            String -> Int: no
            """
        let found = try rows.split(separator: "\n").map { row in
            let sides = row.split(separator: ": ")[0].split(separator: " -> ").map(String.init)
            let declared = sides[0].split(separator: " = ").map(String.init)
            let place = sides[1].split(separator: " ")[0]
            let isAllowed = GraphQLValidation.isAllowed(
                try #require(GraphQLTypeReference(written: declared[0])),
                declared.count > 1 ? GraphQLDocument.Value(constant: declared[1]) : nil,
                at: try #require(GraphQLTypeReference(written: String(place))), sides[1].hasSuffix("default"))
            return "\(sides[0]) -> \(sides[1]): \(isAllowed ? "yes" : "no")"
        }
        #expect(found.joined(separator: "\n") == rows)
    }

    @Test func `a directive that is in a wrong place says where it is`() {
        let rows = """
            mutation @auth { remove(id: 1) }: @auth cannot be used on a mutation
            subscription @auth { tick(every: 1) }: @auth cannot be used on a subscription
            { me { ...F @auth } } fragment F on User { id }: @auth cannot be used on a fragment spread
            { me { ... @auth { id } } }: @auth cannot be used on an inline fragment
            { me { ...F } } fragment F on User @auth { id }: @auth cannot be used on a fragment
            query ($a: Int @auth) { things(limit: $a) { __typename } }: @auth cannot be used on a variable
            { count @deprecated }: @deprecated cannot be used on a field
            """
        for row in rows.split(separator: "\n") {
            let parts = row.split(separator: "}: ").map(String.init)
            let document = GraphQLDocument.parse(Array((parts[0] + "}").utf8))
            #expect(document.problems(in: Sample.schema).map(\.reason) == [parts[1]])
        }
    }

    @Test func `a long value is cut after sixty characters`() {
        func reason(_ count: Int) -> String? {
            let text = "{ things(kind: \"\(String(repeating: "x", count: count))\") { __typename } }"
            return GraphQLDocument.parse(Array(text.utf8)).problems(in: Sample.schema).first?.reason
        }
        let start = "The argument kind of Query.things is Role, and \""
        #expect(reason(58) == start + String(repeating: "x", count: 58) + "\" is not")
        #expect(reason(59) == start + String(repeating: "x", count: 56) + "… is not")
    }
}
