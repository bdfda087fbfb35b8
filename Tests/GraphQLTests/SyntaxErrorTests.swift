import Base
import Testing

@testable import GraphQL

struct SyntaxErrorTests {
    /// A text, and where it is wrong first and why.
    @Test func `an error has its place and its sentence`() {
        let rows = #"""
            query   5: The text ends where a selection of fields in { } is expected
            query Q(   8: The text ends where a variable such as $id or ) is expected
            query Q() { a }   8: Here a variable such as $id or ) is expected
            query Q($) { a }   9: Here the name of a variable is expected
            query Q($a) { a }   10: Here a colon and the variable's type are expected
            query Q($a: ) { a }   12: Here a type is expected
            query Q($a: [Int) { a }   16: Here ] is expected
            query Q($a: Int) a   17: Here { is expected
            query Q @a b   11: Here { is expected
            query Q a   8: Here a selection of fields in { } is expected
            { a: }   5: Here the name of a field is expected
            { a() }   4: Here an argument or ) is expected
            { a(b) }   5: Here a colon and a value are expected
            { a(b:) }   6: Here a value is expected
            { a(b: {c}) }   9: Here a colon and a value are expected
            { a(b: {1}) }   8: Here a member or } is expected
            { a(b: $) }   8: Here the name of a variable is expected
            { a @ }   6: Here the name of a directive is expected
            { ... on { a } }   9: Here a type is expected
            { ... }   6: Here a selection of fields in { } is expected
            fragment { a }   9: Here the fragment's name is expected
            fragment F { a }   11: Here on and a type are expected
            fragment F on { a }   14: Here a type is expected
            fragment F on T   15: The text ends where a selection of fields in { } is expected
            ) a   0: Here an operation, a fragment or a type is expected
            foo   0: Here query, mutation, fragment, type or another definition is expected
            "d" extend type A { a: Int }   4: An extension cannot have a description
            extend foo   7: Here the kind of type that is extended is expected
            extend type A   13: The text ends where what the extension adds is expected
            extend schema   13: The text ends where a directive or { is expected
            schema a   7: Here { and the root types are expected
            schema { foo: A }   9: Here query, mutation or subscription is expected
            schema { query A }   15: Here a colon and a type are expected
            schema { query: 1 }   16: Here a type is expected
            directive a on FIELD   10: Here @ and the directive's name are expected
            directive @1 on FIELD   11: Here the directive's name is expected
            directive @a FIELD   13: Here on and the directive's locations are expected
            directive @a on 1   16: Here a location such as FIELD is expected
            directive @a on A |   19: The text ends where a location such as FIELD is expected
            directive @a(b) on A   14: Here a colon and a type are expected
            directive @a() on A   13: Here an argument or ) is expected
            type   4: The text ends where the type's name is expected
            type A implements { a: Int }   18: Here an interface is expected
            type A { }   9: Here a field or } is expected
            type A { a Int }   11: Here a colon and the field's type are expected
            union A = 1   10: Here a type is expected
            enum E { }   9: Here an enum value or } is expected
            enum E { null }   9: An enum value cannot be named null
            input A { }   10: Here a field or } is expected
            input A { a: Int = $b }   19: A variable cannot be used here; only a constant can
            { a(b: -) }   7: This is not a number
            { a(b: 1.) }   7: This is not a number
            { a(b: 1e) }   7: This is not a number
            { a(b: 1.2.3) }   7: This is not a number
            { a(b: 1_) }   7: This is not a number
            { a(b: -01) }   7: A number does not begin with 0 followed by a digit
            { a ; b }   4: The character ; has no meaning in GraphQL here
            { a é }   4: Only names, numbers, strings and punctuation marks are expected outside strings
            { a(b: """x) }   7: The block string has no closing """
            { a(b: "\u{110000}") }   8: This escape is not one of GraphQL's (\" \\ \/ \b \f \n \r \t \uXXXX \u{X…})
            "d" { a }   4: Here an operation, a fragment or a type is expected
            "d" "e" query { a }   4: Here an operation, a fragment or a type is expected
            "d"   3: The text ends where an operation, a fragment or a type is expected
            query ($a: Int @d(x: $b)) { a }   21: A variable cannot be used here; only a constant can
            query ($a: I = {b: [$c]}) { a }   20: A variable cannot be used here; only a constant can
            schema @d(x: $b) { query: A }   13: A variable cannot be used here; only a constant can
            extend scalar A @d(x: $b)   22: A variable cannot be used here; only a constant can
            type A @d(x: $b) { a: Int }   13: A variable cannot be used here; only a constant can
            type A { a: Int @d(x: $b) }   22: A variable cannot be used here; only a constant can
            type A { a(b: Int @d(x: $b)): Int }   24: A variable cannot be used here; only a constant can
            type A { a(b: [Int] = [$c]): Int }   23: A variable cannot be used here; only a constant can
            enum E { A @d(x: $b) }   17: A variable cannot be used here; only a constant can
            input I { a: Int @d(x: $b) }   23: A variable cannot be used here; only a constant can
            query Q @d(x: $b) { a @d(x: [$b]) { ...F @d(x: {y: $b}) ... @d(x: $b) { b } ... on T @d(x: $b) { c } } }   valid
            fragment F on T @d(x: $b) { a(b: [$b {c: $b}]) }   valid
            schema { }   9: Here query, mutation or subscription is expected
            schema @d   9: The text ends where { and the root types are expected
            extend schema { }   16: Here query, mutation or subscription is expected
            extend schema @d   valid
            extend schema { query: A }   valid
            extend schema @d { mutation: A }   valid
            extend directive @a on FIELD   7: Here the kind of type that is extended is expected
            extend query { a }   7: Here the kind of type that is extended is expected
            extend scalar A   15: The text ends where what the extension adds is expected
            extend interface A { a: Int } extend union A   44: The text ends where what the extension adds is expected
            extend enum A query { a }   14: Here what the extension adds is expected
            extend input A   14: The text ends where what the extension adds is expected
            extend scalar A @d   valid
            extend type A implements B   valid
            extend interface A implements B   valid
            extend interface A { a: Int }   valid
            extend union A = B   valid
            extend enum A { B }   valid
            extend input A { b: Int }   valid
            directive @a on | FIELD | QUERY   valid
            directive @a(b: Int = 1) repeatable on FIELD   valid
            directive @a repeatables on FIELD   13: Here on and the directive's locations are expected
            directive @a on FIELD QUERY   22: Here query, mutation, fragment, type or another definition is expected
            type A implements B C { a: Int }   20: Here query, mutation, fragment, type or another definition is expected
            type A implements & B & { a: Int }   24: Here an interface is expected
            scalar A implements B   9: Here query, mutation, fragment, type or another definition is expected
            input A implements B { a: Int }   8: Here query, mutation, fragment, type or another definition is expected
            enum E { false }   9: An enum value cannot be named false
            enum E { trues nullable falsehood }   valid
            enum E { "d" A B @d }   valid
            types A { a: Int }   0: Here query, mutation, fragment, type or another definition is expected
            fragments F on T { a }   0: Here query, mutation, fragment, type or another definition is expected
            fragment F one T { a }   11: Here on and a type are expected
            fragment F on on { a }   valid
            { ...onward ...o ...on on { a } }   valid
            { true false null query on fragment type }   valid
            { query: mutation(type: enum) }   valid
            { a { } }   6: A selection has at least one field
            { a(b: 1 }   9: Here an argument or ) is expected
            { a: 1 }   5: Here the name of a field is expected
            { a(b: [1) }   9: Here a value is expected
            { a(b: !) }   7: Here a value is expected
            { a(b: 00x) }   7: A number does not begin with 0 followed by a digit
            { a(b: 1.e5) }   7: This is not a number
            { a(b: -e5) }   7: This is not a number
            { a(b: 1e5.) }   7: This is not a number
            { a(b: -a) }   7: This is not a number
            { a(b: 1..2) }   8: A fragment spread begins with three dots
            """#
        let found = rows.split(separator: "\n").map { row in
            let text = String(row.split(separator: "   ")[0])
            let problem = GraphQLDocument.parse(Array(text.utf8)).problems.first
            return "\(text)   " + (problem.map { "\($0.range.lowerBound): \($0.reason)" } ?? "valid")
        }
        #expect(found.joined(separator: "\n") == rows)
    }

    @Test func `a constant is one value and nothing else`() {
        let constants = [
            "0", "-0", "10", "1.5", "-1.5e+3", "1E5", "0.5", "1e-1", "A", "true", "[]", "{}", "[1 2]", "-0.0", "0e0",
            "1E+5", "_", "{a: {b: [[]]}}", " ,1, # c", "\"\"\"a\"\"\"",
        ]
        let others = [
            "+1", ".5", "1.", "00", "0x1", "--1", "1 2", "$a", "[$a]", "", "[", "{a}", "a:", "1.e5", "-.5", "-e1",
            "1e+",
            "1e1.5", "1.5e", "-00", "00.5", "{a: $b}", "[1", "a b", "!", "\"a", "...",
        ]
        #expect((constants + others).filter { GraphQLDocument.Value(constant: $0) != nil } == constants)
        let kinds = ["1", "1e1", "\"1\"", "true", "null", "A"].map { GraphQLDocument.Value(constant: $0)?.kind }
        #expect(kinds == [.int("1"), .float("1e1"), .string("1"), .boolean(true), .null, .enumeration("A")])
        let more = ["false", "1.0", "1E1", "-1", "nulls", "True"].map { GraphQLDocument.Value(constant: $0)?.kind }
        #expect(
            more == [
                .boolean(false), .float("1.0"), .float("1E1"), .int("-1"), .enumeration("nulls"), .enumeration("True"),
            ])
    }

    @Test func `a constant has its text, and its JSON`() {
        let value = GraphQLDocument.Value(constant: "{a: [1 null A \"x\\n\"] b: {} c: false, d: 1.50}")
        #expect(value?.text == #"{a: [1, null, A, "x\n"], b: {}, c: false, d: 1.50}"#)
        #expect(value?.json.text == #"{"a":[1,null,"A","x\n"],"b":{},"c":false,"d":1.50}"#)
        #expect(GraphQLDocument.Value(constant: "[true, 1.5e3, {}]")?.text == "[true, 1.5e3, {}]")
    }

    @Test func `a type is read with up to fifteen lists`() {
        func nested(_ lists: Int) -> String {
            String(repeating: "[", count: lists) + "Int!" + String(repeating: "]!", count: lists)
        }
        for text in ["Int", "Int!", "[Int]", "[[Int!]]!", nested(15)] {
            #expect(GraphQLTypeReference(written: text)?.description == text)
        }
        for text in ["", "[Int", "Int!!", "Int]", "!", "[]", nested(16)] {
            #expect(GraphQLTypeReference(written: text) == nil, "\(text)")
        }
        let type = GraphQLTypeReference("Int").nonNull?.list
        #expect(type?.isList == true && type?.isNonNull == false && type?.isNamed == false)
        #expect(type?.item == GraphQLTypeReference("Int").nonNull && type?.nonNull?.item == type?.item)
        #expect(type?.nonNull?.nonNull == nil && type?.nonNull?.nullable == type)
        #expect(type?.nullable == type && type?.inner.isNonNull == true && GraphQLTypeReference("Int").item == nil)
        #expect(GraphQLTypeReference("Int").isNamed && GraphQLTypeReference("Int").nonNull?.isNamed == false)
        func lists(_ count: Int) -> GraphQLTypeReference? {
            (0..<count).reduce(GraphQLTypeReference("Int")) { type, _ in type?.list }
        }
        #expect(lists(32)?.description.hasPrefix("[[") == true && lists(32)?.nonNull == nil && lists(33) == nil)
    }

    @Test func `a text in quotation marks has escapes, and one between three only what it must`() {
        #expect(
            GraphQLStringText.quoted("a\"\\\n\r\t\u{8}\u{C}\u{0}\u{1F}\u{7F}/é")
                == #""a\"\\\n\r\t\b\f\u0000\u001F\u007F/é""#)
        func block(_ text: String) -> String? { GraphQLBlockString.text(text, indent: "  ") }
        #expect(block("a\n\n  b ") == "\"\"\"\n  a\n\n    b \n  \"\"\"")
        #expect(block("x\"\"\"\"y\\") == "\"\"\"\n  x\\\"\"\"\"y\\\n  \"\"\"")
        #expect(block("a\tb") == "\"\"\"\n  a\tb\n  \"\"\"")
        for text in ["", " a", "\ta", "a\n", "\na", "a\n  ", "a\rb", "a\u{0}", "a\u{7F}"] {
            #expect(block(text) == nil)
        }
    }
}
