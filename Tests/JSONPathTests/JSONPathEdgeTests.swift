import Testing

@testable import Base
@testable import JSONPath
@testable import Pattern

/// What queries cost, where their limits are, and how numbers divide.
@Suite struct JSONPathEdgeTests {
    private func evaluation(
        _ document: String, limits: JSONPathEvaluation.Limits = .init(), budget: QueryBudget? = nil
    ) throws -> JSONPathEvaluation {
        JSONPathEvaluation(try JSONTree.parse(Array(document.utf8)), limits: limits, budget: budget)
    }

    /// A query, its document, and the steps that it takes.
    @Test(arguments: [
        ("$", "[1]", 0), ("$[0]", "[1,2,3]", 2), ("$[2]", "[1,2,3]", 4), ("$[3]", "[1,2,3]", 4),
        ("$[-1]", "[1,2,3]", 7),
        ("$[-4]", "[1,2,3]", 4), ("$.a", #"{"a":1,"b":2}"#, 3), ("$.a", "[1]", 1), ("$[0]", "{}", 1),
        ("$.a.b", #"{"a":{"b":1}}"#, 4),
        ("$[*]", "[1,2,3]", 4), ("$[*,*]", "[1,2,3]", 8), ("$[0,1]", "[1,2,3]", 5), ("$[0:2]", "[1,2,3]", 4),
        ("$[::0]", "[1,2,3]", 1), ("$[0:2]", "{}", 1), ("$..*", "[1,[2]]", 9), ("$..a", #"[{"a":1},{"b":1}]"#, 10),
        ("$[?@.a]", #"[{"a":1},{}]"#, 6), ("$[?@==1]", "[1,2,3]", 7), ("$[?@==$[0]]", "[1,2,3]", 12),
        ("$[?length(@)==1]", "[[1,2],[3]]", 8), ("$[?count(@.*)==1]", "[[1,2],[3]]", 10),
        ("$[?match(@,'a')]", #"["a"]"#, 2),
        ("$[?@.a&&@.b]", "[{}]", 3), ("$[?@.a||@.b]", "[{}]", 4), ("$[?!@.a]", "[{}]", 3),
    ])
    func `a query takes a step for each value that it looks at`(query: String, document: String, steps: Int) throws {
        let evaluation = try evaluation(document)
        _ = try evaluation.nodes(JSONPathParser.parse(query))
        #expect(evaluation.steps == steps)
        let limited = try self.evaluation(document, limits: .init(steps: steps))
        _ = try limited.nodes(JSONPathParser.parse(query))
    }

    @Test func `a query ends at its limits and not before`() throws {
        let query = try JSONPathParser.parse("$[*]")
        #expect(try evaluation("[1,2,3]", limits: .init(nodes: 3)).nodes(query) == [1, 2, 3])
        #expect(throws: JSONPathEvaluation.Limit.tooManyNodes(2)) {
            try evaluation("[1,2,3]", limits: .init(nodes: 2)).nodes(query)
        }
        #expect(throws: JSONPathEvaluation.Limit.tooManySteps(3)) {
            try evaluation("[1,2,3]", limits: .init(steps: 3)).nodes(query)
        }
        let limits = JSONPathEvaluation.Limits()
        #expect(limits.nodes == 20_000_000 && limits.steps == 2_000_000_000 && limits.patternSteps == 2_000_000_000)
    }

    @Test func `the first node is found without looking for more`() throws {
        for (query, document, first, steps) in [
            ("$[*]", "[1,2,3]", 1, 2), ("$..a", #"{"a":{"a":1}}"#, 1, 5), ("$", "[]", 0, 0),
            ("$[?@>1]", "[1,2,3]", 2, 5),
            ("$.a", "{}", nil, 1), ("$[1:]", "[1,2,3]", 2, 4),
        ] as [(String, String, Int?, Int)] {
            let evaluation = try evaluation(document)
            #expect(try evaluation.first(JSONPathParser.parse(query)) == first && evaluation.steps == steps, "\(query)")
        }
        let limited = try evaluation("[1,2,3]", limits: .init(nodes: 0))
        #expect(try limited.first(JSONPathParser.parse("$[*]")) == 1)
    }

    @Test func `a query that shares a budget ends with it`() throws {
        let query = try JSONPathParser.parse("$[*]")
        // Each step costs two.
        let enough = QueryBudget(steps: 8)
        #expect(try evaluation("[1,2,3]", budget: enough).nodes(query).count == 3 && enough.spent == 8)
        #expect(throws: JSONPathEvaluation.Limit.givenUp(.exhausted)) {
            try evaluation("[1,2,3]", budget: QueryBudget(steps: 7)).nodes(query)
        }
        #expect(throws: JSONPathEvaluation.Limit.givenUp(.stopped)) {
            try evaluation("[1]", budget: QueryBudget { true }).nodes(query)
        }
        let pattern = try JSONPathParser.parse("$[?match(@, 'a+')]")
        #expect(throws: JSONPathEvaluation.Limit.givenUp(.exhausted)) {
            try evaluation(#"["a"]"#, budget: QueryBudget(steps: 60)).nodes(pattern)
        }
        #expect(try evaluation(#"["a","b"]"#, budget: QueryBudget(steps: 10_000)).nodes(pattern) == [1])
        let clauses = [QueryBudget.End.exhausted, .stopped].map { JSONPathEvaluation.Limit.givenUp($0).clause }
        #expect(
            clauses == [
                "the query was given up: it takes too many steps, together with the others before it",
                "the query was given up: it was stopped",
            ])
    }

    /// An expression of a filter, and why it is refused at its place; the rest as `JSONPathErrorTests` has it.
    @Test(arguments: [
        ("$[?!1]", 3, "a value alone is neither true nor false; compare it"),
        ("$[?!count(@.a)]", 3, "the result of this function must be compared"),
        ("$[?!(@.a]", 8, "a ) is expected here"),
        ("$[?@.a==$..b]", 8, "a query that is compared may select only one node: use names and indexes only"),
        ("$[?length(1,2)==1]", 3, "length takes one argument, not 2"),
        ("$[?search('a')]", 3, "search takes two arguments, not 1"),
        ("$[?value()==1]", 3, "value takes one argument, not 0"),
        ("$[1:2:-0]", 6, "an integer has no leading zero and no minus before 0"),
        ("$[1::01]", 5, "an integer has no leading zero and no minus before 0"),
        ("$[:9007199254740992]", 3, "an integer lies between -9007199254740991 and 9007199254740991"),
        ("$[?nul]", 3, "a query, a value or a function is expected here"),
        ("$[?null]", 3, "a value alone is neither true nor false; compare it"),
        ("$[?@.a==1.5.2]", 11, "a comma or ] is expected here"), ("$[?@.a==-a]", 8, "a number is expected here"),
        ("$[?@.a==1 2]", 10, "a comma or ] is expected here"),
        ("$[?@.a &&]", 9, "a query, a value or a function is expected here"),
        ("$[?@.a ||]", 9, "a query, a value or a function is expected here"),
        ("$['a' 'b']", 6, "a comma or ] is expected here"), ("$.a.", 4, "a name, * or [ is expected here"),
        ("$.é1-", 5, "nothing more is expected here"),
        ("$[?match(@.a,1==1)]", 13, "an expression that is true or false cannot be compared"),
        ("$[?(@.a==1)==1]", 11, "a comma or ] is expected here"),
        ("$['\\ud83d\\u00e9']", 3, "half of a surrogate pair is missing"),
        ("$['\\ud83dx']", 3, "half of a surrogate pair is missing"),
        ("$[? ]", 4, "a query, a value or a function is expected here"),
    ])
    func `a filter is refused at its place`(query: String, offset: Int, reason: String) {
        #expect(throws: JSONPathParser.SyntaxError(offset: offset, reason: reason)) { try JSONPathParser.parse(query) }
    }

    @Test func `brackets, filters and functions nest sixty-four levels deep together`() throws {
        func functions(_ count: Int) -> String {
            "$[?" + String(repeating: "length(", count: count) + "1" + String(repeating: ")", count: count) + "==1]"
        }
        func filters(_ count: Int) -> String {
            "$" + String(repeating: "[?@", count: count) + String(repeating: "]", count: count)
        }
        _ = try JSONPathParser.parse(functions(63))
        _ = try JSONPathParser.parse(filters(64))
        let reason = "the query is nested more than 64 levels deep"
        #expect(throws: JSONPathParser.SyntaxError(offset: 3 + 7 * 64, reason: reason)) {
            try JSONPathParser.parse(functions(64))
        }
        #expect(throws: JSONPathParser.SyntaxError(offset: 2 + 3 * 64, reason: reason)) {
            try JSONPathParser.parse(filters(65))
        }
        // Nor do they make room for more.
        let before = "$[?length(@)==1&&(@)&&@[0]&&"
        #expect(throws: JSONPathParser.SyntaxError(offset: before.utf8.count + 7 * 64, reason: reason)) {
            try JSONPathParser.parse(before + functions(64).dropFirst(3))
        }
        // Levels that are closed do not count.
        _ = try JSONPathParser.parse("$[?" + (0..<70).map { _ in "length(@)==1" }.joined(separator: "&&") + "]")
        _ = try JSONPathParser.parse("$[?" + (0..<70).map { _ in "(@.a)" }.joined(separator: "||") + "]")
    }

    // MARK: Values

    private func object(_ members: Int, _ first: Int = 0) -> String {
        "{\((0..<members).map { "\"k\(($0 + first) % members)\":0" }.joined(separator: ","))}"
    }

    @Test func `members are looked at once each, and those of a large object are kept`() throws {
        func looks(_ objects: String...) throws -> [Int] {
            let tree = try JSONTree.parse(Array("[\(objects.joined(separator: ","))]".utf8))
            var places: [Int] = []
            tree.forEachChild(of: 0) { child in
                places.append(child)
                return true
            }
            let equality = JSONEquality(tree)
            var before = 0
            return places.dropLast().map { place in
                _ = equality.areEqual(place, places[places.count - 1])
                defer { before = equality.looks }
                return equality.looks - before
            }
        }
        // One for the pair; in the same order one to pair each, and one to compare each.
        #expect(try looks("{}", "{}") == [1] && looks(object(3), object(3)) == [7])
        // In another order each member of both is read, then each pair is compared.
        #expect(try looks(object(3, 1), object(3)) == [10])
        #expect(try looks("[1,2,3]", "[1,2,3]") == [7] && looks("[1]", "[1,2,3]") == [2] && looks("1", "1") == [1])
        // The seventeen members of the last are read for the first one only, whatever is compared with it.
        #expect(try looks(object(2), object(2), object(17)) == [1 + 2 + 2 + 17, 1 + 2 + 2])
        #expect(try looks(object(2), object(2), object(16)) == [1 + 2 + 2 + 16, 1 + 2 + 2 + 16])
        #expect(try looks(object(17, 1), object(17, 2), object(40)) == [1 + 17 + 40, 1 + 17])
    }

    @Test(
        arguments: [
            ("0.3", "0.1", true), ("0.35", "0.1", false), ("1", "0.3", false), ("-6", "3", true), ("6", "-3", true),
            ("-7", "3", false), ("7.5", "2.5", true),
            ("0", "5", true), ("0.0", "1e400", true), ("5", "0", nil), ("0", "0.0", nil), ("1e400", "8", true),
            ("1e400", "7", false), ("1e400", "8192", true),
            ("1e400", "9765625", true), ("1e400", "3e-5", false), ("1e-400", "1", false), ("1e-2", "1e-3", true),
            ("1e-3", "1e-2", false), ("1e400", "1e399", true),
            ("1999999999999999998", "999999999999999999", true), ("1999999999999999999", "999999999999999999", false),
            ("19999999999999999998", "9999999999999999999", true),
            ("19999999999999999997", "9999999999999999999", false),
            ("246913578024691357802469135780", "123456789012345678901234567890", true),
            ("246913578024691357802469135781", "123456789012345678901234567890", false),
            ("123456789012345678901234567890", "246913578024691357802469135780", false),
            ("12345678901234567890123", "12345678901234567890123", true),
        ] as [(String, String, Bool?)])
    func `a number is a multiple of another exactly`(number: String, divisor: String, expected: Bool?) {
        #expect(JSONNumber(Array(number.utf8)).isMultiple(of: JSONNumber(Array(divisor.utf8))) == expected)
    }

    @Test func `a divisor has a thousand digits at most`() {
        func number(_ digit: String, _ count: Int) -> JSONNumber {
            JSONNumber(Array(String(repeating: digit, count: count).utf8))
        }
        #expect(number("6", 1_000).isMultiple(of: number("3", 1_000)) == true)
        #expect(number("6", 1_001).isMultiple(of: number("3", 1_001)) == nil)
        #expect(number("6", 1_001).isMultiple(of: number("3", 1_000)) == false)
        #expect(number("6", 2_000).isMultiple(of: number("3", 1_000)) == true)
    }
}
