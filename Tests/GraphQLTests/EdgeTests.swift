import JSONPath
import Testing

@testable import GraphQL

/// Limits, escapes and lists of words, each with the one beside it.
@Suite struct EdgeTests {
    private func schema(_ sdl: String) -> GraphQLSchema { GraphQLSchema(sdl: Array(sdl.utf8)) }

    private func problems(_ text: String) -> [String] {
        GraphQLDocument.parse(Array(text.utf8)).problems.map { "\($0.range.lowerBound): \($0.reason)" }
    }

    @Test(arguments: [
        ("Date", "\"2025-01-31\""), ("LocalDate", "\"2025-01-31\""), ("DateTime", "\"2025-01-31T12:00:00Z\""),
        ("Timestamp", "\"2025-01-31T12:00:00Z\""), ("timestamptz", "\"2025-01-31T12:00:00Z\""),
        ("Instant", "\"2025-01-31T12:00:00Z\""), ("Time", "\"12:00:00Z\""), ("LocalTime", "\"12:00:00\""),
        ("Duration", "\"PT1H\""), ("UUID", "\"00000000-0000-4000-8000-000000000001\""),
        ("GUID", "\"00000000-0000-4000-8000-000000000001\""), ("URL", "\"https://example.com/\""),
        ("URI", "\"https://example.com/\""), ("Email", "\"user@example.com\""),
        ("EmailAddress", "\"user@example.com\""), ("JSON", "{}"), ("JSONObject", "{}"), ("Map", "{}"), ("Long", "1"),
        ("BigInt", "1"), ("Int64", "1"), ("UInt", "1"), ("PositiveInt", "1"), ("NonNegativeInt", "1"),
        ("Decimal", "1.5"), ("BigDecimal", "1.5"), ("Numeric", "1.5"), ("Double", "1.5"), ("Base64", "\"YQ==\""),
        ("Base64String", "\"YQ==\""),
    ])
    func `a scalar of a usual name has a value of its form, whatever its case`(name: String, value: String) throws {
        for name in [name, name.uppercased()] {
            let draft = try #require(
                schema("type Query { a(x: \(name)!): Int } scalar \(name)").draft(.query, field: "a"))
            #expect(draft.variables.map(\.value) == [value] && draft.notes == [])
        }
    }

    @Test func `a value has so many required fields and no more`() throws {
        func notes(_ count: Int) throws -> [String] {
            let fields = (0..<count).map { "f\($0): Int!" }.joined(separator: " ")
            return try #require(
                schema("type Query { a(i: I!): Int } input I { \(fields) }").draft(.query, field: "a")
            ).notes
        }
        #expect(try notes(1_998) == [])
        #expect(try notes(1_999) == ["No value of $i can be made: it has too many required fields"])
    }

    @Test func `what has no value says why`() throws {
        let schema = schema("type Query { a(e: E!, t: T!, n: N!): Int } enum E type T { x: Int }")
        #expect(
            try #require(schema.draft(.query, field: "a")).notes == [
                "No value of $e can be made: the enum E has no values",
                "No value of $t can be made: T is not an input type",
                "No value of $n can be made: the type N is not defined",
            ])
    }

    @Test func `of the uses of a type two hundred are listed, and all are counted`() throws {
        for (count, listed) in [(199, 199), (200, 200), (201, 200)] {
            let fields = (0..<count).map { "f\($0): T" }.joined(separator: " ")
            let text = try #require(schema("type Query { \(fields) } type T { a: Int }").text(of: "T"))
            #expect(text.usedBy.count == listed && text.usedByCount == count)
            #expect(text.usedBy.last == "Query.f\(listed - 1)")
        }
    }

    @Test(arguments: [
        (#""\u{0}""#, "\u{0}"), (#""\u{10FFFF}""#, "\u{10FFFF}"), (#""\u{0000041}""#, "A"),
        (#""\uD800\uDC00""#, "\u{10000}"),
        (#""\uDBFF\uDFFF""#, "\u{10FFFF}"), (#""\uD7FF\uE000""#, "\u{D7FF}\u{E000}"), (#""\u00E9\u00e9""#, "éé"),
    ])
    func `an escape by number is a character`(written: String, text: String) {
        #expect(GraphQLDocument.Value(constant: written)?.kind == .string(text))
    }

    @Test(arguments: [
        #""\u{}""#, #""\u{110000}""#, #""\u{D800}""#, #""\u{41""#, #""\u{4G}""#, #""\uD800""#, #""\uDC00""#,
        #""\uDC00\uD800""#, #""\uD800\uDBFF""#, #""\uD800\uE000""#, #""\uD800\n""#, #""\uD800x\uDC00""#, #""\u41""#,
        #""\u00G0""#, #""\U0041""#, #""\x41""#, #""\'""#, #""\v""#, #""\0""#,
    ])
    func `what is no escape is no constant`(written: String) {
        #expect(GraphQLDocument.Value(constant: written) == nil)
    }

    @Test(arguments: [
        (
            "{ a(b: \"x\n\") }", "7: A string ends in the line where it begins; close it with a quotation mark"
        ),
        (
            "{ a(b: \"x\r\") }", "7: A string ends in the line where it begins; close it with a quotation mark"
        ),
        ("{ a(b: \"x", "7: The string has no closing quotation mark"),
        ("{ a(b: 'x') }", "7: A string is written in double quotation marks"),
        ("{ ..F }", "2: A fragment spread begins with three dots"),
        ("{ a ~ }", "4: The character ~ has no meaning in GraphQL here"),
        ("{ a \u{7F} }", "4: Only names, numbers, strings and punctuation marks are expected outside strings"),
        ("{ a \u{0} }", "4: Only names, numbers, strings and punctuation marks are expected outside strings"),
    ])
    func `what is no token is told in its own words`(text: String, problem: String) {
        #expect(problems(text).first == problem)
    }

    @Test(arguments: ["2", "-2", "10", "1.5"])
    func `a spread may follow a number at once`(number: String) {
        let kinds = GraphQLTokens(Array("\(number)...a".utf8)).tokens.map(\.kind)
        let expected: [GraphQLToken.Kind] = [number == "1.5" ? .float : .int, .spread, .name, .end]
        #expect(kinds == expected)
    }

    @Test func `a text is nested two hundred levels deep, or as many as are asked for`() {
        func reasons(_ levels: Int, _ limits: GraphQLLimits = GraphQLLimits()) -> [String] {
            let text = "{ a(b: " + String(repeating: "[", count: levels) + String(repeating: "]", count: levels) + ") }"
            return GraphQLDocument.parse(Array(text.utf8), limits: limits).problems.map(\.reason)
        }
        #expect(reasons(199) == [] && reasons(200).first == "This is nested more than 200 levels deep")
        #expect(GraphQLLimits(depth: 499).depth == 499 && GraphQLLimits(depth: 501).depth == 500)
        #expect(reasons(4, GraphQLLimits(depth: 5)) == [])
        #expect(reasons(5, GraphQLLimits(depth: 5)).first == "This is nested more than 5 levels deep")
    }

    @Test func `a text has so many tokens`() {
        func reasons(_ tokens: Int) -> [String] {
            GraphQLDocument.parse(Array("{ a b }".utf8), limits: GraphQLLimits(tokens: tokens)).problems.map(\.reason)
        }
        #expect(reasons(4) == [])
        #expect(reasons(3).first == "The text has more than 3 tokens")
    }

    @Test(arguments: [
        ("query @D { count }", "a query"), ("mutation @D { remove(id: 1) }", "a mutation"),
        ("subscription @D { tick(every: 1) }", "a subscription"), ("{ count @D }", "a field"),
        ("{ me { ...F @D } } fragment F on User { id }", "a fragment spread"),
        ("{ me { ... @D { id } } }", "an inline fragment"),
        ("{ me { ...F } } fragment F on User @D { id }", "a fragment"),
        ("query ($l: Int @D) { things(limit: $l) { __typename } }", "a variable"),
    ])
    func `a directive that is used elsewhere says where it cannot be`(text: String, place: String) {
        let document = GraphQLDocument.parse(Array(text.replacing("@D", with: "@oneOf").utf8))
        #expect(document.problems(in: Sample.schema).map(\.reason) == ["@oneOf cannot be used on \(place)"])
    }

    @Test(arguments: [
        ("Int", "An integer between -2,147,483,648 and 2,147,483,647."),
        ("Float", "A number with a fraction, of double precision."), ("String", "Text."),
        ("Boolean", "`true` or `false`."),
        ("ID", "An identifier: a string, or an integer in requests."),
        ("@skip", "Leaves out the field or fragment if true."),
        ("@include", "Leaves out the field or fragment unless true."), ("@skip(if:)", "Skipped if true."),
        ("@include(if:)", "Included if true."), ("@deprecated", "Marks what should no longer be used."),
        ("@deprecated(reason:)", "Why, and what to use instead."),
        ("@specifiedBy", "Names the specification of a scalar."),
        ("@specifiedBy(url:)", "The address of the specification."),
        ("@oneOf", "Exactly one field of the input object is given."), ("Query.__type", "One type of the service."),
        ("Query.__schema", "The types and directives of the service."),
        ("User.__typename", "The name of the object's type."),
    ])
    func `what each schema has says what it is`(coordinate: String, description: String) {
        #expect(Sample.schema.text(of: coordinate)?.description == description)
    }
}
