import Testing

@testable import GraphQL

struct CompletionTests {
    /// The items at the `|` of a text.
    private func items(_ marked: String) -> [String] {
        let parts = marked.split(separator: "|", omittingEmptySubsequences: false)
        let text = Array(parts.joined().utf8)
        return Sample.schema.completions(in: GraphQLTokens(text), at: parts[0].utf8.count).items.map(\.text)
    }

    private static let user = ["id", "name", "email", "friends", "orders", "role", "__typename"]

    @Test(
        "fields and arguments of a half-typed query",
        arguments: [
            ("{ me { |", user), ("{ me { id | } }", user), ("{ me { na|", ["name"]), ("{ me { NA| } }", ["name"]),
            ("{ me { x: na|", ["name"]), ("{ x: me { friends { em|", ["email"]), ("query Q { m|", ["me"]),
            ("mutation { |", ["addUser", "remove", "__typename"]), ("subscription S { t|", ["tick"]),
            ("{ user(|", ["id: "]), ("{ user(i|) { id } }", ["id: "]),
            ("{ me { friends(first: 1, |", ["after: ", "filter: "]),
            ("{ search(filter: {|", ["name: ", "and: ", "role: ", "range: ", "old: "]),
            ("{ search(filter: {and: [{role: ADMIN, n|", ["name: "]),
            ("{ search(filter: {range: {|", ["from: ", "to: "]),
            ("{ things(kind: |", ["ADMIN", "GUEST", "OLD", "null"]), ("{ things(kind: G|", ["GUEST"]),
            ("{ me { name(upper: t|", ["true"]), ("{ things(limit: 1) { ... |", ["on"]),
            ("{ user(id: 1 { n|", ["name"]),
            ("{ things { ... on |", ["Node", "Named", "User", "Order", "Thing"]),
            ("{ things { ... on Ord| } }", ["Order"]),
            ("{ things { ... on User { em|", ["email"]), ("{ things { ... on User { id } _|", ["__typename"]),
            ("{ __s|", ["__schema"]), ("{ me { orders(first: 2) { bu| } } }", ["buyer"]),
            ("{ me { name } cou| }", ["count"]), ("{ me { rien|", ["friends"]), ("{ me { ends|", ["friends"]),
            ("{ |", ["me", "user", "find", "things", "node", "named", "search", "count", "__typename"]),
            ("{ __type(|", ["name: "]),
            ("{ me { |\n}\nquery B { count }", user), ("{ me {\nquery B { c|", ["count"]),
        ])
    func fields(_ text: String, _ expected: [String]) { #expect(items(text) == expected) }

    @Test(
        "variables, fragments, directives, types and keywords",
        arguments: [
            ("query ($id: ID!, $n: Int) { user(id: |", ["$id"]), ("query ($id: ID!, $n: Int) { user(id: $|", ["$id"]),
            ("query ($id: ID!, $n: Int) { things(limit: $|) }", ["$n"]),
            ("query A($n: Int!) { count } { things(limit: $|", []),
            ("query ($t: [String!]) { search(tags: |", ["$t", "null"]),
            ("query ($a: |", ["Role", "Date", "Filter", "Range", "Key", "Int", "Float", "String", "Boolean", "ID"]),
            ("query ($a: [Fil|", ["Filter"]), ("query ($a: Role = |", ["ADMIN", "GUEST", "OLD", "null"]),
            ("query ($a|", []),
            ("{ me { ...| } } fragment F on User { id } fragment G on Mutation { remove }", ["on", "F"]),
            ("fragment F on User { friends(first: $| } query Q($n: Int!) { me { ...F } }", ["$n"]),
            (
                "fragment F on User { friends(first: $| } query A($n: Int!) { me { ...F } } query B($n: Int, $m: Int) { me { ...F } }",
                ["$n", "$m"]
            ),
            ("{ me @|", ["@auth", "@skip", "@include"]), ("{ me @sk| { id } }", ["@skip"]), ("query Q @|", ["@auth"]),
            ("{ me @skip(|", ["if: "]), ("{ me @skip(if: |", ["true", "false"]), ("{ me { ...F @in|", ["@include"]),
            ("|", ["query", "mutation", "subscription", "fragment"]), ("{ count } fra|", ["fragment"]),
            ("fragment F |", ["on"]),
            ("fragment F on Us|", ["User"]), ("fragment F on User { em|", ["email"]), ("{ me { # na|", []),
            ("#fra|", []), ("# fra|", []),
            ("{ user(id: \"a|", []),
            ("fragment |", []), ("{ things(limit: 1|", []), ("{ things(limit: 1.5|", []),
        ])
    func others(_ text: String, _ expected: [String]) { #expect(items(text) == expected) }

    @Test func `an item replaces the word at the cursor`() throws {
        let text = Array("query ($id: ID!) { me { nam } user(id: $i) { id } }".utf8)
        let completion = Sample.schema.completions(in: GraphQLTokens(text), at: 26)
        #expect(String(decoding: text[completion.range], as: UTF8.self) == "nam")
        #expect(completion.items.first?.detail == "String")
        #expect(completion.items.first?.description == "The name.")
        let variable = Sample.schema.completions(in: GraphQLTokens(text), at: 41)
        #expect(String(decoding: text[variable.range], as: UTF8.self) == "$i")
        #expect(variable.items.map(\.text) == ["$id"])
    }

    @Test(
        "members and values of the variables",
        arguments: [
            ("{|", ["\"f\"", "\"n\"", "\"b\""]), ("{\"f|", ["\"f\""]),
            ("{\"f\": {\"|\"", ["\"name\"", "\"and\"", "\"role\"", "\"range\"", "\"old\""]),
            ("{\"f\": {\"role\": |}", ["\"ADMIN\"", "\"GUEST\"", "\"OLD\"", "null"]),
            ("{\"f\": {\"role\": \"G|", ["\"GUEST\""]),
            ("{\"f\": {\"and\": [{\"ra|", ["\"range\""]), ("{\"n\": 1, |}", ["\"f\"", "\"b\""]),
            ("{\"b\": [t|", ["true"]), ("|", []),
            ("{\"f\" |", []),
        ])
    func variables(_ marked: String, _ expected: [String]) throws {
        let document = GraphQLDocument.parse(Array("query ($f: Filter, $n: Int, $b: [Boolean!]) { count }".utf8))
        let parts = marked.split(separator: "|", omittingEmptySubsequences: false)
        let operation = try #require(document.operations.first)
        let completion = Sample.schema.completions(
            inVariables: Array(parts.joined().utf8), at: parts[0].utf8.count, of: operation.variables)
        #expect(completion.items.map(\.text) == expected)
    }

    @Test func `any text can be completed at any place`() {
        var random = Seeded(11)
        let words = [
            "{", "}", "(", ")", "[", "]", "query", "fragment", "on", "User", "me", "$", ":", "\"", "...", "@", "id",
            "1", "\n", "#", "=", "!", "filter", "skip",
        ]
        for _ in 0..<700 {
            let text = (0..<random.below(25)).map { _ in words[random.below(words.count)] }.joined(
                separator: random.below(2) == 0 ? " " : "")
            let bytes = Array(text.utf8)
            let offset = random.below(bytes.count + 1)
            let completion = Sample.schema.completions(in: GraphQLTokens(bytes), at: offset)
            #expect(
                completion.items.isEmpty
                    || completion.range.lowerBound <= offset && offset <= completion.range.upperBound,
                "seed 11: \(text)")
            _ = Sample.schema.completions(inVariables: bytes, at: offset, of: [])
        }
    }

    @Test func `100,000 levels can be completed`() {
        for unit in ["{me", "{a(b:["] {
            let text = Array((String(repeating: unit, count: 100_000) + String(repeating: ")]", count: 100_000)).utf8)
            let completion = Sample.schema.completions(in: GraphQLTokens(text), at: text.count)
            #expect(completion.range.upperBound <= text.count)
        }
    }
}
