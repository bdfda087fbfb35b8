import Testing

@testable import JSONPath

/// The cost of a query is counted in visited values, not in time: linear if the query permits it, otherwise ended by a
/// limit.
struct JSONPathCostTests {
    /// Objects with a name, a number, a list and an object each.
    private func document(_ count: Int) throws -> JSONTree {
        let elements = (0..<count).map { index in
            #"{"a":\#(index),"b":"text \#(index)","list":[1,2,{"a":3}],"inner":{"x":{"y":{"a":null}}}}"#
        }
        return try JSONTree.parse(Array("[\(elements.joined(separator: ","))]".utf8))
    }

    private func steps(_ query: String, _ tree: JSONTree) throws -> Int {
        let evaluation = JSONPathEvaluation(tree)
        _ = try evaluation.nodes(JSONPathParser.parse(query))
        return evaluation.steps
    }

    @Test(
        "twice the values cost twice the steps",
        arguments: [
            "$..a", "$..*", "$[*].b", "$[*].inner.x.y.a", "$.*.list[*]", "$[::2]", "$[::-1].a", "$[100:-100:3]",
            "$..[0]",
            "$..[-1]", "$..list[1:]", "$[?@.a]", "$[?@.a < 500].b", "$[?@.b == 'text 7']", "$..[?@.a == null]",
            "$[?@.a == $[3].a]", "$[?@ == $[5]]", "$[?@ == $]", "$..[?@ == $]", "$..[?@.list == $[1].list]",
            "$[?match(@.b, 'text [0-9]+')]", "$[?length(@.list) == 3]", "$[?count(@.list[*]) == 3]",
            "$[?count($..a) > 3]",
            "$[?!@.none || @.a > 3 && @.b != 'x']", "$[?@.list[?@ == 2]]", "$[-1].a", "$['a','b',0,*].a",
        ])
    func isLinear(_ query: String) throws {
        let once = try steps(query, document(1_000))
        let twice = try steps(query, document(2_000))
        #expect(once > 0)
        #expect(twice <= once * 2 + 200, "\(query): \(once), \(twice)")
    }

    @Test func `the first match of an existence test is enough`() throws {
        let one = try steps("$[?@.list[*]]", document(1_000))
        let all = try steps("$[?count(@.list[*]) == 3]", document(1_000))
        #expect(one < all)
    }

    @Test func `a query that multiplies its work is given up`() throws {
        let tree = try document(200)
        let query = try JSONPathParser.parse("$..*..*..*..*[?@ == 'nothing']")
        #expect(throws: JSONPathEvaluation.Limit.tooManySteps(10_000)) {
            try JSONPathEvaluation(tree, limits: .init(steps: 10_000)).nodes(query)
        }
        #expect(throws: JSONPathEvaluation.Limit.tooManySteps(10_000)) {
            try JSONPathEvaluation(tree, limits: .init(steps: 10_000)).nodes(
                JSONPathParser.parse("$..[?count(@..*) == count(@..*..*..*)]"))
        }
    }

    @Test func `all patterns of a query together have a limit, and what is too large says so`() throws {
        let texts = (0..<100).map { _ in "\"" + String(repeating: "a", count: 1_000) + "\"" }.joined(separator: ",")
        let tree = try JSONTree.parse(Array("[\(texts)]".utf8))
        let query = try JSONPathParser.parse("$[?search(@, '(a|aa)+b')]")
        #expect(throws: JSONPathEvaluation.Limit.patternTooSlow("(a|aa)+b")) {
            try JSONPathEvaluation(tree, limits: .init(patternSteps: 50_000)).nodes(query)
        }
        #expect(try JSONPathEvaluation(tree).nodes(query).isEmpty)
        #expect(throws: JSONPathEvaluation.Limit.self) {
            try JSONPathEvaluation(tree).nodes(JSONPathParser.parse("$[?search(@, '(a{1000}){1000}')]"))
        }
    }

    @Test func `a document with a separate pattern for each value is searched`() throws {
        let values = (0..<500).map { #"{"p":"a{\#($0 % 50)}b","t":"aaab"}"# }.joined(separator: ",")
        let tree = try JSONTree.parse(Array("[\(values)]".utf8))
        #expect(try JSONPathEvaluation(tree).nodes(JSONPathParser.parse("$[?match(@.t, @.p)]")).count == 10)
    }

    @Test func `half a surrogate pair as a pattern matches nothing`() throws {
        let tree = try JSONTree.parse(Array(#"[{"t":"\ud800","p":"\ud800"},{"t":"�","p":"\ud800"}]"#.utf8))
        #expect(try JSONPathEvaluation(tree).nodes(JSONPathParser.parse("$[?match(@.t, @.p)]")).isEmpty)
        #expect(try JSONPathEvaluation(tree).nodes(JSONPathParser.parse("$[?@.t == @.p]")).count == 1)
    }

    @Test(
        "values are equal by what they hold",
        arguments: [
            (#"[[1,2],[1,2]]"#, true), (#"[[1,2],[1,2,3]]"#, false), (#"[[],[]]"#, true), (#"[[],[0]]"#, false),
            (#"[{},{}]"#, true), (#"[{"a":1},{}]"#, false), (#"[{"a":1,"b":2},{"b":2,"a":1}]"#, true),
            (#"[{"a":1,"b":2},{"a":1,"c":2}]"#, false), (#"[{"a":1,"a":2},{"a":2}]"#, true),
            (#"[{"a":1,"a":2},{"a":3,"a":2}]"#, true), (#"[{"a":1,"\u0061":2},{"a":2}]"#, true),
            (#"[{"\u0061":1,"a":2},{"\u0061":9,"a":2}]"#, true), (#"[{"a":[1,{"b":1.0}]},{"a":[1e0,{"b":1}]}]"#, true),
            (#"["\u0061\n","a\u000a"]"#, true), (#"["a","b"]"#, false), (#"[true,true]"#, true),
            (#"[true,false]"#, false),
            (#"[null,false]"#, false), (#"[0,-0.0]"#, true), (#"["1",1]"#, false),
        ])
    func equality(_ document: String, _ expected: Bool) throws {
        let tree = try JSONTree.parse(Array(document.utf8))
        let equality = JSONEquality(tree)
        #expect(equality.areEqual(1, tree.next(1)) == expected)
        #expect(equality.areEqual(tree.next(1), 1) == expected)
    }

    @Test func `large objects are equal in any order, and are read once`() throws {
        let members = (0..<500).map { #""k\#($0)":\#($0)"# }
        let text = "[{\(members.joined(separator: ","))},{\(members.reversed().joined(separator: ","))}]"
        let tree = try JSONTree.parse(Array(text.utf8))
        #expect(JSONEquality(tree).areEqual(1, tree.next(1)))
    }

    @Test(
        "numbers are compared by their exact values",
        arguments: [
            ("1", "1.0", 0), ("1", "1e0", 0), ("100", "1e2", 0), ("0", "-0", 0), ("0", "0.0e9", 0), ("-1", "1", -1),
            ("999999999999999999", "1000000000000000000", -1), ("1000000000000000000", "1e18", 0),
            ("123456789012345678901", "123456789012345678902", -1),
            ("-123456789012345678901", "-123456789012345678902", 1),
            ("9007199254740993", "9007199254740992", 1), ("9223372036854775807", "9223372036854775808", -1),
            ("0.1", "0.10", 0), ("0.1", "0.09", 1), ("1.5", "1", 1), ("-1.5", "-1", -1), ("1e400", "1e399", 1),
            ("1e-400", "0", 1), ("12e-1", "1.2", 0), ("120e-1", "12", 0), ("1e17", "100000000000000000", 0),
            ("0.000000000000000000001", "1e-21", 0), ("1e1000000000000", "1e999999999999", 1),
        ])
    func numbers(_ left: String, _ right: String, _ order: Int) {
        let (left, right) = (JSONNumber(left.utf8), JSONNumber(right.utf8))
        #expect((left == right) == (order == 0))
        #expect((left.hashValue == right.hashValue) == (order == 0))
        #expect((left < right) == (order < 0))
        #expect((right < left) == (order > 0))
    }
}
