import NetEngine
import Testing

@testable import GraphQL

struct SyntaxTests {
    private func parse(_ text: String) -> GraphQLDocument { GraphQLDocument.parse(Array(text.utf8)) }

    private func place(_ text: String) throws -> String {
        let problem = try #require(parse(text).problems.first)
        let position = problem.position(in: Array(text.utf8))
        return "\(position.line):\(position.column) \(problem.reason)"
    }

    @Test func `an operation has its parts with their ranges`() throws {
        let text =
            #"query Q($id: [ID!]! = ["a"] @d) @x(a: 1) { me: user(id: $id, o: {a: [A null true -1.5e3]}) { ...F ... on User { n } ... @skip(if: true) { m } } }"#
        let document = parse(text)
        #expect(document.problems.isEmpty)
        let operation = try #require(document.operations.first)
        #expect(operation.name?.text == "Q")
        #expect(operation.variables.first?.type.type.description == "[ID!]!")
        #expect(operation.range == 0..<text.utf8.count)
        guard case .field(let field)? = operation.selections.selections.first else { return #expect(Bool(false)) }
        #expect(field.responseName == "me")
        #expect(field.name.text == "user")
        #expect(field.arguments.map(\.value.text) == ["$id", "{a: [A, null, true, -1.5e3]}"])
        #expect(field.selections?.selections.count == 3)
    }

    @Test func `commas, comments and byte order marks are skipped`() {
        #expect(parse("\u{FEFF}# a\n,,{ a,b # }\n }").operations.first?.selections.selections.count == 2)
    }

    @Test(
        "escapes of strings",
        arguments: [
            (#""a\n\t\"\\\/""#, "a\n\t\"\\/"), (#""\u00e9""#, "é"), (#""\uD83D\uDE00""#, "😀"), (#""\u{1F600}x""#, "😀x"),
            (#""""#, ""), ("\"\"\"\n    a\n      b\n\n    c\n  \n\"\"\"", "a\n  b\n\nc"),
            ("\"\"\"x\n  y \\\"\"\" z\"\"\"", "x\ny \"\"\" z"), ("\"\"\"x\\\"\"\"\"\"\"", "x\"\"\""),
            (#""a\b\fc""#, "a\u{8}\u{C}c"),
            ("\"\"\"\"\"\"", ""), ("\"\"\"a\r\n  b\r  c\"\"\"", "a\nb\nc"), ("\"\"\"\\n\"\"\"", "\\n"),
        ])
    func strings(_ text: String, _ value: String) throws {
        let parsed = try #require(GraphQLDocument.Value(constant: text))
        #expect(parsed.kind == .string(value))
        #expect(GraphQLDocument.Value(constant: parsed.text)?.kind == .string(value))
    }

    @Test(
        "errors have one sentence and a place",
        arguments: [
            ("{ a", "1:4 The text ends where a field or } is expected"),
            ("{\n  a(\n}", "3:1 Here an argument or ) is expected"),
            ("{ }", "1:3 A selection has at least one field"),
            ("{ a(b: 01) }", "1:8 A number does not begin with 0 followed by a digit"),
            ("{ a(b: \"x) }", "1:8 The string has no closing quotation mark"),
            ("{ a(b: 'x') }", "1:8 A string is written in double quotation marks"),
            ("query ($a: Int = $b) { a }", "1:18 A variable cannot be used here; only a constant can"),
            ("fragment on on T { a }", "1:10 A fragment cannot be named on"),
            ("{ a .. b }", "1:5 A fragment spread begins with three dots"),
            ("", "1:1 The text ends where an operation or a type is expected"),
            ("{ a(b: 1x) }", "1:8 This is not a number"),
            ("enum E { true }", "1:10 An enum value cannot be named true"),
            (#"{ a(b: "\x") }"#, #"1:9 This escape is not one of GraphQL's (\" \\ \/ \b \f \n \r \t \uXXXX \u{X…})"#),
            (
                #"{ a(b: "\uD800") }"#,
                #"1:9 This escape is not one of GraphQL's (\" \\ \/ \b \f \n \r \t \uXXXX \u{X…})"#
            ),
        ])
    func errors(_ text: String, _ expected: String) throws { #expect(try place(text) == expected) }

    @Test func `after an error the next definition is read`() {
        let document = parse("query A { a( }\nquery B { b }\nquery C { { c }\nquery D { d }")
        #expect(document.operations.map { $0.name?.text } == ["B", "D"])
        #expect(document.problems.count == 2)
    }

    @Test func `descriptions of operations are read`() {
        let document = parse("\"\"\"\nD\n\"\"\"\nquery A(\"v\" $a: Int) { a }\n\"F\" fragment F on T { a }")
        #expect(document.problems.isEmpty)
        #expect(document.operations.first?.description == "D")
        #expect(document.operations.first?.variables.first?.description == "v")
        #expect(document.fragments.first?.description == "F")
    }

    @Test(
        "100,000 levels are one problem",
        arguments: ["{a", "{...{", "[", "(", "}"])
    func levels(_ unit: String) {
        #expect(!parse(String(repeating: unit, count: 100_000)).problems.isEmpty)
    }

    @Test(arguments: ["{[", "{a:["])
    func `values and types of 100,000 levels are one problem`(_ unit: String) {
        let deep = String(repeating: unit, count: 100_000)
        #expect(parse("{a(b:" + deep).problems.map(\.rule) == [unit == "{[" ? .syntax : .limit])
        #expect(parse("query($a:" + String(repeating: "[", count: 100_000)).problems.map(\.rule) == [.limit])
    }

    @Test(arguments: [
        "{ a(b: 1) { c } } ", "type A { a(b: Int = 1): [Int!]! } ", "{ a( } query ", "} { ", "\"\"\" a\n b\"\"\" ",
        "..", "{ a(b: \"x\n",
    ])
    func `ten times the text is ten times the work`(_ unit: String) {
        func steps(_ count: Int) -> Int {
            WorkMeter.steps { _ = parse(String(repeating: unit, count: count)) }
        }
        let (one, ten) = (steps(300), steps(3_000))
        #expect(!WorkMeter.isCounting || one > 300)
        #expect(ten <= 12 * max(one, 10), "\(one) and \(ten)")
    }

    @Test func `too many tokens are one problem`() {
        let document = GraphQLDocument.parse(Array("{ a b c d }".utf8), limits: GraphQLLimits(tokens: 4))
        #expect(document.problems.first?.reason == "The text has more than 4 tokens")
    }

    @Test func `any bytes are read without a crash`() {
        var random = Seeded(7)
        let words = [
            "{", "}", "(", ")", "[", "]", "query", "fragment", "on", "type", "a", "$", ":", "\"", "\"\"\"", "\\u{",
            "...", "@", "!", "1", ".", "-", "\n", "#", "é", "\u{0}", "extend", "input", "|", "&", "=",
        ]
        for _ in 0..<1_000 {
            var bytes: [UInt8] = []
            for _ in 0..<random.below(40) {
                bytes +=
                    random.below(8) == 0 ? [UInt8(random.below(256))] : Array(words[random.below(words.count)].utf8)
                if random.below(2) == 0 { bytes.append(32) }
            }
            let document = GraphQLDocument.parse(bytes)
            #expect(document.problems.allSatisfy { $0.range.upperBound <= bytes.count }, "seed 7: \(bytes)")
        }
    }

    @Test(
        "where the variables begin",
        arguments: [
            ("query { a }\n\n{\"a\": 1}", "{\"a\": 1}"), ("{ a }\n\n{}", "{}"), ("{ a }\n{\"a\":1}", nil),
            ("{ a }\n\n{ b }", nil),
            ("{ a(b: {c: 1}) }\r\n \r\n{ \"x\": {} }", "{ \"x\": {} }"), ("query {\n\n  a\n}\n", nil),
        ])
    func variables(_ text: String, _ expected: String?) {
        let split = GraphQLRequestText(GraphQLTokens(Array(text.utf8)))
        #expect(split.variables.map { String(decoding: Array(text.utf8)[$0], as: UTF8.self) } == expected)
    }
}

/// A small generator of numbers (SplitMix64), so that a failure can be repeated.
struct Seeded {
    private var state: UInt64

    init(_ seed: UInt64) { state = seed }

    mutating func below(_ limit: Int) -> Int {
        state &+= 0x9E37_79B9_7F4A_7C15
        var z = state
        z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
        z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
        return Int((z ^ (z >> 31)) % UInt64(max(1, limit)))
    }
}
