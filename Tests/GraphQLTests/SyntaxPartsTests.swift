import Testing

@testable import GraphQL

/// The tokens of a text, the ranges of a document's parts, and where reading goes on after an error.
@Suite struct SyntaxPartsTests {
    private func parse(_ text: String, _ limits: GraphQLLimits = GraphQLLimits()) -> GraphQLDocument {
        GraphQLDocument.parse(Array(text.utf8), limits: limits)
    }

    // MARK: Tokens

    @Test func `each kind of token has its bytes`() {
        let text = "a _Z9 -1 2.5 1e3 \"s\" \"\"\"b\"\"\" ! $ & ( ) ... : = @ [ ] { | }"
        let source = GraphQLTokens(Array(text.utf8))
        let kinds: [GraphQLToken.Kind] = [
            .name, .name, .int, .float, .float, .string, .blockString, .exclamationMark, .dollar, .ampersand,
            .openParenthesis, .closeParenthesis, .spread, .colon, .equals, .at, .openBracket, .closeBracket, .openBrace,
            .verticalBar, .closeBrace, .end,
        ]
        #expect(source.tokens.map(\.kind) == kinds && source.problems.isEmpty)
        #expect(source.tokens.map(source.string) == text.split(separator: " ").map(String.init) + [""])
        #expect(source.tokens.last?.range == text.utf8.count..<text.utf8.count)
    }

    @Test(
        arguments: [
            ("a\tb", ["a", "b"]), ("a\nb", ["a", "b"]), ("a\rb", ["a", "b"]), ("a,b", ["a", "b"]), ("a b", ["a", "b"]),
            ("\u{FEFF}a\u{FEFF}b", ["a", "b"]), ("a#b\rc", ["a", "c"]), ("a#b\nc", ["a", "c"]), ("a # b { c", ["a"]),
            ("#a\n#b", []), ("\"a # b\" c", ["\"a # b\"", "c"]), ("a...b", ["a", "...", "b"]), ("azAZ_09", ["azAZ_09"]),
            ("z Z a A _", ["z", "Z", "a", "A", "_"]), ("1 0 9", ["1", "0", "9"]),
            ("\"\"\"\"\"\"\"\"", ["\"\"\"\"\"\"", "\"\""]),
            ("\"\" \"\"", ["\"\"", "\"\""]), ("\"a\\\"b\"", ["\"a\\\"b\""]), ("-0.5e-1", ["-0.5e-1"]),
        ] as [(String, [String])])
    func `what is between tokens is left out`(text: String, tokens: [String]) {
        let source = GraphQLTokens(Array(text.utf8))
        #expect(source.tokens.map(source.string) == tokens + [""] && source.problems.isEmpty)
    }

    /// A text, and each of its problems with its bytes.
    @Test(
        arguments: [
            ("é😀", ["0..<6 Only names"]), ("é\u{FEFF}é", ["0..<2 Only names", "5..<7 Only names"]),
            ("\u{FF01}\u{FF01}", ["0..<3 Only names", "3..<6 Only names"]), (";é a", ["0..<3 The character ;"]),
            ("..a", ["0..<1 A fragment", "1..<2 A fragment"]), ("1..2", ["1..<2 A fragment", "2..<3 A fragment"]),
            ("a.b", ["1..<2 A fragment"]), ("\"a\\", ["2..<3 This escape", "0..<3 The string"]),
            ("\"a\\\"", ["0..<4 The string"]),
            ("\"\\\n\"", ["1..<2 This escape", "0..<2 A string", "3..<4 The string"]),
            ("\"\\u\"", ["1..<3 This escape"]), ("\"\\u{41\"", ["1..<3 This escape"]),
            ("\"\\x\"", ["1..<2 This escape"]),
            ("1.e5 a", ["0..<4 This is"]), ("-", ["0..<1 This is"]), ("-a b", ["0..<2 This is"]),
            ("00", ["0..<2 A number"]), ("-00", ["0..<3 A number"]), ("00x", ["0..<2 A number", "0..<3 This is"]),
            ("1e+ 2", ["0..<3 This is"]), ("1e5.5 2", ["0..<5 This is"]), ("1.5x.y 2", ["0..<6 This is"]), ("0", []),
            ("-0", []), ("\"a\rb", ["0..<2 A string"]), ("\"\"\"a\\\"\"\"", ["0..<8 The block"]),
            ("\"\"\"a\"\" b", ["0..<8 The block"]), ("\"\"\"a\"", ["0..<5 The block"]),
            ("'a'", ["0..<1 A string", "2..<3 A string"]),
        ] as [(String, [String])])
    func `what begins no token is told with its bytes`(text: String, problems: [String]) {
        let found = GraphQLTokens(Array(text.utf8)).problems
        #expect(found.count == problems.count && found.allSatisfy { $0.rule == .syntax })
        for (problem, start) in zip(found, problems) { #expect("\(problem.range) \(problem.reason)".hasPrefix(start)) }
    }

    @Test func `a string without an end has what there is of it`() {
        func value(_ text: String) -> String? {
            let source = GraphQLTokens(Array(text.utf8))
            return source.tokens.first.map(source.stringValue)
        }
        #expect(value("\"ab") == "ab" && value("\"") == "" && value("\"a\nb") == "a" && value("\"a\\") == "a\\")
        #expect(value("\"a\\qb\"") == "a\\qb" && value("\"a\\u12\"") == "a\\u12")
        #expect(value("\"\"\"ab") == "ab" && value("\"\"\"") == "" && value("\"\"\"a\"\"") == "a\"\"")
    }

    @Test(arguments: [
        ("  a", "  a"), ("  a\n  b", "  a\nb"), ("\n\ta\n\t b\n", "a\n b"), ("\n  a\n b\n", " a\nb"), ("a\n", "a"),
        ("\n\n \t\na\n \n\t\n", "a"), ("   ", ""), ("\n  a\n \n  b", "a\n\nb"), ("\n  a\n     \n  b", "a\n   \nb"),
        ("a\\\\ ", "a\\\\ "), ("a\\\"b", "a\\\"b"), ("\r\ra\r\n\r\nb", "a\n\nb"), ("\n  a\n  ", "a"), ("a  ", "a  "),
    ])
    func `a block string loses its common indentation and its empty ends`(raw: String, value: String) {
        let source = GraphQLTokens(Array("\"\"\"\(raw)\"\"\"".utf8))
        #expect(source.problems.isEmpty && source.tokens.map(source.stringValue).first == value)
    }

    // MARK: Ranges

    @Test func `each part of an operation has its bytes`() throws {
        let text = """
            "D" query Q("v" $id: [ID!]! = 1 @d(x: 2), $n: Int) @x(a: $n) { me: user(id: $id, o: {k: [1]}) @y { ...F @z \
            ... on User @w { n } } } "F" fragment F on T @a { b }
            """
        let document = parse(text)
        func word(_ range: Range<Int>?) -> String? {
            range.map { String(decoding: Array(text.utf8)[$0], as: UTF8.self) }
        }
        let operation = try #require(document.operations.first)
        let fragment = try #require(document.fragments.first)
        #expect(document.problems.isEmpty && document.definitions.map(\.range) == [operation.range, fragment.range])
        let first = "... on User @w { n } } }"
        #expect(
            word(operation.range)?.hasPrefix("\"D\" query Q") == true && word(operation.range)?.hasSuffix(first) == true
        )
        #expect(word(fragment.range) == "\"F\" fragment F on T @a { b }")
        #expect(word(operation.name?.range) == "Q" && word(operation.directives.first?.range) == "@x(a: $n)")
        let variable = operation.variables[0]
        #expect(word(variable.range) == "\"v\" $id: [ID!]! = 1 @d(x: 2)" && word(variable.name.range) == "$id")
        #expect(word(variable.type.range) == "[ID!]!" && word(variable.type.nameRange) == "ID")
        #expect(word(variable.defaultValue?.range) == "1" && word(variable.directives.first?.name.range) == "@d")
        #expect(variable.name.text == "id" && variable.directives.first?.name.text == "d")
        #expect(word(operation.variables[1].range) == "$n: Int" && operation.variables[1].defaultValue == nil)
        #expect(word(operation.selections.range)?.hasPrefix("{ me:") == true)
        guard case .field(let field)? = operation.selections.selections.first else { return #expect(Bool(false)) }
        #expect(word(field.range)?.hasPrefix("me: user(") == true && word(field.range)?.hasSuffix("{ n } }") == true)
        #expect(word(field.alias?.range) == "me" && word(field.name.range) == "user")
        #expect(field.arguments.map { word($0.name.range) } == ["id", "o"])
        #expect(field.arguments.map { word($0.value.range) } == ["$id", "{k: [1]}"])
        #expect(word(field.directives.first?.range) == "@y" && field.responseName == "me")
        guard case .object(let members) = field.arguments[1].value.kind else { return #expect(Bool(false)) }
        #expect(word(members[0].name.range) == "k" && word(members[0].value.range) == "[1]")
        guard case .spread(let spread)? = field.selections?.selections.first,
            case .inline(let inline)? = field.selections?.selections.last
        else { return #expect(Bool(false)) }
        #expect(word(spread.range) == "...F @z" && word(spread.name.range) == "F")
        #expect(word(inline.range) == "... on User @w { n }" && word(inline.typeCondition?.range) == "User")
        #expect(word(inline.selections.range) == "{ n }" && word(fragment.typeCondition.range) == "T")
        #expect(word(fragment.name.range) == "F" && word(fragment.directives.first?.range) == "@a")
    }

    @Test func `each definition of a type system has its bytes`() {
        let parts = [
            "\"S\" schema @a { query: Q }", "extend schema @b", "directive @d(x: Int) repeatable on FIELD | QUERY",
            "\"T\" type T implements A & B @c { \"f\" a(b: Int = 1 @e): Int! @g }", "extend type T @d", "scalar X @d",
            "interface A { a: Int }", "union U = A | B", "enum E { \"e\" A @x B }", "input I { a: Int = 1 @h }",
            "query { a }", "fragment F on T { a }",
        ]
        let text = parts.joined(separator: "\n ")
        let document = parse(text)
        func word(_ range: Range<Int>) -> String { String(decoding: Array(text.utf8)[range], as: UTF8.self) }
        #expect(document.problems.isEmpty && document.definitions.map { word($0.range) } == parts)
        var found: [String] = []
        for definition in document.definitions {
            switch definition {
            case .schema(let node): found += node.roots.map { "\($0.kind) \(word($0.type.range))" }
            case .directive(let node):
                found +=
                    [word(node.name.range)] + node.arguments.map { word($0.range) }
                    + node.locations.map { word($0.range) }
            case .type(let node):
                found += [word(node.name.range)] + (node.interfaces + node.members).map { word($0.range) }
                found += node.fields.flatMap { field in
                    [word(field.range), word(field.name.range), field.description ?? "-"]
                        + field.arguments.map { word($0.range) }
                }
                found += node.values.flatMap { [word($0.range), word($0.name.range), $0.description ?? "-"] }
                found += node.inputFields.flatMap { [word($0.range), word($0.name.range), $0.description ?? "-"] }
            case .operation, .fragment: break
            }
        }
        let expected = [
            "query Q", "d", "x: Int", "FIELD", "QUERY", "T", "A", "B", "\"f\" a(b: Int = 1 @e): Int! @g", "a", "f",
            "b: Int = 1 @e", "T", "X", "A", "a: Int", "a", "-", "U", "A", "B", "E", "\"e\" A @x", "A", "e", "B", "B",
            "-",
            "I", "a: Int = 1 @h", "a", "-",
        ]
        #expect(found == expected)
    }

    // MARK: After an error

    /// A text, and after a bar the definitions that are read and the number of problems.
    @Test func `after an error reading goes on at the next definition`() {
        let rows = #"""
            query A { a( } query B { b } | B 1
            query A { a( b query x ) } query B { b } | B 1
            query A( { b { c } d } query B { b } | B 1
            query A { b { c } ) query x } query B { b } | B 1
            query A { b { c ( } } query B { b } | B 1
            query A query B { b } | B 1
            query A { a ) } } query B { b } | B 2
            { a } x query B { b } | { B 1
            x y z { query C { c } } query B { b } | B 1
            query A ) type T { t: Int } | T 1
            } query B { b } | B 1
            """#
        let found = rows.split(separator: "\n").map { row in
            let text = row.split(separator: " | ").map(String.init)[0]
            let document = parse(text)
            let names = document.definitions.map { definition in
                switch definition {
                case .operation(let node): node.name?.text ?? "{"
                case .type(let node): node.name.text
                default: "?"
                }
            }
            return "\(text) | \(names.joined(separator: " ")) \(document.problems.count)"
        }
        #expect(found.joined(separator: "\n") == rows)
    }

    @Test(arguments: [
        "query B { b }", "mutation B { b }", "subscription B { b }", "fragment B on T { b }", "schema { query: B }",
        "scalar B", "type B { b: Int }", "interface B { b: Int }", "union B = C", "enum B { C }", "input B { b: Int }",
        "directive @b on FIELD", "extend type B { b: Int }",
    ])
    func `each keyword at the beginning of a line ends what is still open`(definition: String) {
        for end in ["\n", "\r", "\r\n"] {
            let document = parse("{ a { ) \(end)\(definition)")
            #expect(document.definitions.count == 1 && document.problems.count == 1)
        }
        #expect(parse("{ a { ) \n \(definition)").definitions.isEmpty)
    }

    @Test func `the first hundred problems of a text are kept, in its order`() {
        func problems(_ text: String) -> [GraphQLProblem] { parse(text).problems }
        let bad = "query ) "
        #expect([99, 100, 101].map { problems(String(repeating: "; ", count: $0)).count } == [99, 100, 100])
        #expect([99, 100, 101].map { problems(String(repeating: bad, count: $0)).count } == [99, 100, 100])
        // Those of the tokens are found first, but come later in the text.
        let both = problems(String(repeating: bad, count: 120) + String(repeating: "; ", count: 60))
        #expect(both.count == 100 && both.last?.range == (99 * bad.count + 6)..<(99 * bad.count + 7))
        #expect(both.allSatisfy { $0.reason == "Here a selection of fields in { } is expected" })
        let mixed = problems("query ) ; query )")
        #expect(mixed.map(\.range.lowerBound) == [6, 8, 16])
    }

    @Test func `a text without definitions has its problem at its end`() {
        #expect(parse(" # c\n").problems.map(\.range) == [5..<5])
        #expect(parse(";").problems.map(\.reason) == ["The character ; has no meaning in GraphQL here"])
    }

    @Test func `parts beside each other are not nested`() {
        let limits = GraphQLLimits(depth: 3)
        for part in ["a { b }", "a(b: [])", "a(b: {})", "... { a }", "... on T { a }", "a(b: [[]])", "a(b: {c: {}})"] {
            #expect(parse("{ \(String(repeating: "\(part) ", count: 5)) }", limits).problems == [], "\(part)")
        }
        // What an error leaves open counts for its own definition only.
        let broken = "query A { a(b: [[ }\n"
        #expect(parse("\(broken)\(broken)query B { a { b { c } } }", limits).operations.map(\.name?.text) == ["B"])
        for text in [
            "{ a(b: [[] [] [[]]]) }", "{ a(b: {c: {} d: {} e: {f: {}}}) }", "{ a { b { c } b { c } d { e { f } } } }",
        ] {
            #expect(parse(text, limits).problems.map(\.rule) == [.limit], "\(text)")
        }
        for (text, place) in [("{ a { b { c { d } } } }", 12), ("{ a(b: [[[]]]) }", 9), ("{ a(b: {c: {d: {}}}) }", 15)]
        {
            let problem = parse(text, limits).problems.first
            #expect(problem?.rule == .limit && problem?.range == place..<(place + 1))
            #expect(problem?.reason == "This is nested more than 3 levels deep")
        }
    }

    @Test func `what follows the last token that is allowed is not a further token`() {
        func problems(_ text: String) -> [GraphQLProblem] { parse(text, GraphQLLimits(tokens: 4)).problems }
        #expect(problems("{ a b }\n # c\n, ") == [])
        let problem = problems("{ a b } c").first
        #expect(problem?.reason == "The text has more than 4 tokens" && problem?.rule == .limit)
        #expect(problem?.range == 8..<8)
        let source = GraphQLTokens(Array("{ a b } c d".utf8), limits: GraphQLLimits(tokens: 4))
        #expect(source.tokens.map(\.range) == [0..<1, 2..<3, 4..<5, 6..<7, 11..<11] && source.problems.count == 1)
        #expect(GraphQLLimits().tokens == 4_000_000 && GraphQLLimits().depth == 200)
    }

    // MARK: The request's text and its names

    @Test(
        arguments: [
            ("query { a }\n\n{\"a\": 1}", "query { a }"), ("{ a }\r\n{}", nil), ("{ a }\r\n\r\n{}", "{ a }"),
            ("{ a }\r\r{}", "{ a }"), ("{ a }\n \t\n{}", "{ a }"), ("{ a }\n,\n{}", nil), ("{ a }\n#\n{}", nil),
            ("{ a }\n# c\n\n{}", "{ a }"), ("\n\n{\"a\": 1}", nil), ("{ a }\n\n{\"\"\"a\"\"\": 1}", nil),
            ("{ a }\n\n{1}", nil),
            ("query ($a: [Int]) { a }\n\n{\"a\": [1]}", "query ($a: [Int]) { a }"), ("{ a(b: \n\n{}) }", nil),
            ("{ a(b: [\n\n{}]) }", nil), ("} ] ) { a }\n\n{}", "} ] ) { a }"), ("{ a \n\n{\"b\": 1} }", nil),
            ("fragment F on T { a }\n\n{}\n\n{}", "fragment F on T { a }"), ("{ a }\n\n  { }", "{ a }"),
        ] as [(String, String?)])
    func `the variables begin after an empty line`(text: String, query: String?) {
        let split = GraphQLRequestText(GraphQLTokens(Array(text.utf8)))
        let whole = Array(text.utf8)
        #expect((split.variables == nil) == (query == nil))
        #expect(String(decoding: whole[split.query], as: UTF8.self) == query ?? text)
        guard let variables = split.variables else { return }
        #expect(whole[variables.lowerBound] == UInt8(ascii: "{") && variables.upperBound == whole.count)
    }

    /// A text, and its operations, fragments, spreads and whether it has a shorthand.
    @Test func `names are read without a parser`() {
        let rows = """
            query { a } query B { b } | query query:B | | | no
            query ($x: Int) { a } | query | | | no
            mutation @d { a } subscription S($x: [T]) { ...F } | mutation subscription:S | | F | no
            query A { a } { b } | query:A | | | yes
            fragment F on T { a } { b } | | F | | yes
            fragment F on T @d(x: {y: 1}) { ...on { x } ...G } | | F | G | no
            { a } { b } | | | | yes
            query query { fragment } fragment mutation on T { query } | query:query | mutation | | no
            ) } query A { a } | query:A | | | no
            type T { a: Int } | | | | yes
            query A { a { b } query: c } | query:A | | | no
            query A [ { b } ] { c } | query:A | | | no
            { ... on F { a } ...F @x ... @y { ...G } } | | | F,G | yes
            """
        let found = rows.split(separator: "\n").map { row in
            let text = row.split(separator: " | ").map(String.init)[0]
            let names = GraphQLDefinitionNames(GraphQLTokens(Array(text.utf8)), in: 0..<text.utf8.count)
            let operations = names.operations.map { "\($0.kind)\($0.name.map { ":\($0)" } ?? "")" }
            return [
                text, operations.joined(separator: " "), names.fragments.sorted().joined(separator: ","),
                names.spreads.sorted().joined(separator: ","), names.hasShorthand ? "yes" : "no",
            ].joined(separator: " | ").replacing("|  |", with: "| |").replacing("|  |", with: "| |")
        }
        #expect(found.joined(separator: "\n") == rows)
    }

    @Test func `names are read in a part of a text`() {
        let first = "query A { a ...F }"
        let source = GraphQLTokens(Array("\(first)\nquery B { b ...G } fragment H on T { a }".utf8))
        let names = GraphQLDefinitionNames(source, in: 0..<first.utf8.count)
        #expect(
            names.operations == [.init(kind: .query, name: "A")] && names.spreads == ["F"] && names.fragments.isEmpty)
        let rest = GraphQLDefinitionNames(source, in: first.utf8.count..<source.text.count)
        #expect(rest.operations == [.init(kind: .query, name: "B")] && rest.spreads == ["G"] && rest.fragments == ["H"])
        let none = GraphQLDefinitionNames(source, in: 0..<0)
        #expect(none.operations.isEmpty && none.spreads.isEmpty && !none.hasShorthand)
    }
}
