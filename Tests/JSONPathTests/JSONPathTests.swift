import TestSupport
import Testing

@testable import Base
@testable import JSONPath

@Suite struct JSONPathTests {
    /// The values that a query selects, without whitespace.
    private func selected(_ query: String, from document: String) throws -> [String] {
        let tree = try JSONTree.parse(Array(document.utf8))
        return try JSONPathEvaluation(tree).nodes(JSONPathParser.parse(query)).map {
            String(decoding: tree.slice($0), as: UTF8.self)
        }
    }

    private func paths(_ query: String, of document: String) throws -> [String] {
        let tree = try JSONTree.parse(Array(document.utf8))
        let paths = NormalizedPaths(tree)
        return try JSONPathEvaluation(tree).nodes(JSONPathParser.parse(query)).map(paths.path)
    }

    @Test(
        "a query that departs from the grammar or the types is refused (RFC 9535 appendix A, §2.4.3)",
        arguments: [
            "", "$ ", " $", "$.", "$..", "$.a ", "$[", "$[]", "$[01]", "$[-0]", "$[1.0]", "$[9007199254740992]",
            "$['a',]",
            "$[,1]", "$.1", "$. a", "$.. a", "$[?@.a==]", "$[?1]", "$[?true]", "$[?'a']", "$[?@.a == (1)]",
            "$[?(@.a) == 1]", "$[?!@.a==1]", "$[?!!@.a]", "$[?@.*==1]", "$[?@..a==1]", "$[?@[0:1]==1]",
            "$[?@['a','b']==1]", "$[?count(1)==1]", "$[?count(@.a)]", "$[?length(@.*)==1]", "$[?length(@.a)]",
            "$[?value(@.a)]", "$[?match(@.a,'a')==true]", "$[?foo(@.a)]", "$[?count (@.*)==1]",
            "$[?length(@.a == 1)==1]", "$[?count(@.a,@.b)==1]", "$[?length()==1]", "$[?@.a=1]", "$[?@.a===1]",
            "$[?@.a & @.b]", "$['\\x41']", "$[\"\\'\"]", "$['\\\"']", "$['\\uD800']", "$['\\uD800\\uD800']",
            "$['\\u00ag']", "$['\\u00/a']", "$['\\u00:a']", "$['\\u00@a']", "$['\\u00`a']", "$['\\u00a",
            "$['\\uDC00']", "$[?@.a==01]", "$[?@.a==1.]", "$[?@.a==.1]", "$[?@.a==+1]", "$[?@.a==True]", "$[0:1:2:3]",
            "$[1 2]", "$[?(@.a]", "$[?@.a)]", "$a", "a", "$..*.", "$[a]", "$.[0]", "$...a", "$[?@.a==[1]]", "$[-]",
            "$[1:-0]", "$[?search(@.a)]", "$[?&&@.a]", "$.&", "$[?match(@.*,'a')]", "$[?(@)==1]", "$['\u{1}']",
        ])
    func refusesWhatIsNoQuery(_ query: String) {
        #expect(throws: JSONPathParser.SyntaxError.self) { try JSONPathParser.parse(query) }
    }

    @Test(
        "a query by the grammar is read",
        arguments: [
            "$", "$ .a", "$\n['a']", "$.a\t.b", "$[ 'a' , 1 ]", "$[ 0 : 1 : 1 ]", "$[?@]", "$[? @.a]",
            "$[?@.a==1||@.b!=2&&!@.c]", "$[?!(@.a==1)]", "$[?(@.a||(@.b))]", "$[?'x'==@.a]", "$[?1==1]",
            "$[?value(@..a)=='x']", "$[?!search(@.a,\"a\")]", "$[?length(value($.a))==1]", "$[?@.a==-0]",
            "$[?@.a==1E+2]",
            "$.ä", "$.À", "$.☺", "$._a1", "$..[0]", "$..['a']", "$..[*]", "$[::]", "$[:]", "$[?@['a'].b==$.x[-1]]",
            "$[?count( @.* )==1]", "$[?@.a\n==\n1]", "$[?! @.a]", "$[?@[?@.a]]", "$[?match('a',$.re)]", "$[0,0]",
            "$['']",
        ])
    func readsQueries(_ query: String) throws {
        _ = try JSONPathParser.parse(query)
    }

    @Test(
        "slices count from both ends, in both directions (§2.3.4)",
        arguments: [
            ("$[::-1]", "3210"), ("$[-1:-3:-1]", "32"), ("$[1:3]", "12"), ("$[3:0:-2]", "31"), ("$[::0]", ""),
            ("$[0:-1]", "012"), ("$[-9007199254740991:9007199254740991]", "0123"), ("$[0:9:9007199254740991]", "0"),
            ("$[::-9007199254740991]", "3"), ("$[7:]", ""), ("$[-2:]", "23"), ("$[-1]", "3"), ("$[4]", ""),
        ])
    func slices(_ query: String, _ expected: String) throws {
        #expect(try selected(query, from: "[0,1,2,3]").joined() == expected)
    }

    @Test func `descendants come with parents first, each selector at each node (§2.5.2)`() throws {
        let document = #"{"o":{"j":1,"k":2},"a":[5,3,[{"j":4},{"k":6}]]}"#
        #expect(try selected("$..j", from: document) == ["1", "4"])
        #expect(try selected("$..[0]", from: document) == ["5", #"{"j":4}"#])
        #expect(try selected("$.a..[0, 1]", from: document) == ["5", "3", #"{"j":4}"#, #"{"k":6}"#])
        #expect(try selected("$.o..[*, *]", from: document) == ["1", "2", "1", "2"])
        #expect(try selected("$..*", from: document).count == 11)
    }

    @Test(
        "the examples of the standard for filters give what it says (§2.3.5.3)",
        arguments: [
            ("$.a[?@.b == 'kilo']", #"{"b":"kilo"}"#), ("$.a[?@>3.5]", "5 4 6"), ("$.a[?@ == 5]", "5"),
            ("$[?@[?@.b]]", ""), ("$.o[?@<3, ?@<3]", "1 2 1 2"), (#"$.a[?@<2 || @.b == "k"]"#, #"1 {"b":"k"}"#),
            (#"$.a[?match(@.b, "[jk]")]"#, #"{"b":"j"} {"b":"k"}"#),
            (#"$.a[?search(@.b, "[jk]")]"#, #"{"b":"j"} {"b":"k"} {"b":"kilo"}"#), ("$.o[?@>1 && @<4]", "2 3"),
            ("$.o[?@.u || @.x]", #"{"u":6}"#), ("$.a[?@.b == $.x]", "3 5 1 2 4 6"),
            ("$.o[?length(@) == 1]", #"{"u":6}"#), ("$.o[?count(@.*) == 1]", #"{"u":6}"#),
            ("$.o[?value(@..u) == 6]", #"{"u":6}"#),
        ])
    func filters(_ query: String, _ expected: String) throws {
        let document =
            #"{"a":[3,5,1,2,4,6,{"b":"j"},{"b":"k"},{"b":{}},{"b":"kilo"}],"o":{"p":1,"q":2,"r":3,"s":5,"t":{"u":6}},"e":"f"}"#
        let found = try selected(query, from: document)
        // The query that selects the whole array is recognised by its count.
        guard query != "$[?@[?@.b]]" else { return #expect(found.count == 1 && found.first?.hasPrefix("[3") == true) }
        #expect(found.joined(separator: " ") == expected)
    }

    @Test(
        "values are compared as §2.3.5.2.2 says",
        arguments: [
            ("1 == 1.0", true), ("10e-1 == 1", true), ("-0 == 0", true), ("'a' < 'b'", true), ("1 < 'b'", false),
            ("true <= true", true), ("true < true", false), ("null == null", true), ("@.x == @.y", true),
            ("@.x == null", false), ("@.x != null", true), ("@.x < @.y", false), ("@.x <= @.y", true),
            ("9007199254740993 == 9007199254740992", false), ("0.1 < 0.10000000000000000001", true),
            ("-1e400 < -1e399", true), ("'\u{FFFF}' < '😀'", true), ("@.o == @.p", true), ("@.o == @.q", false),
            ("length(@.u) == 2", true), ("length(@.n) == @.x", true), ("count(@.none) == 0", true),
        ])
    func comparisons(_ expression: String, _ expected: Bool) throws {
        let document = #"[{"o":{"a":1,"b":[2]},"p":{"b":[2.0],"a":1e0},"q":{"a":1},"u":"😀é","n":3}]"#
        #expect(try selected("$[?\(expression)]", from: document).isEmpty != expected)
    }

    @Test(
        "normalised paths are spelt in their one way (§2.7)",
        arguments: [
            (#"{"a":1}"#, "$['a']"), (#"[1]"#, "$[0]"), (#"{"'":1}"#, #"$['\'']"#), (#"{"\u000b":1}"#, #"$['\u000b']"#),
            (#"{"\\":1}"#, #"$['\\']"#), (#"{"\n\t":1}"#, #"$['\n\t']"#), (#"{"\"":1}"#, #"$['"']"#),
            (#"{"☺":1}"#, "$['☺']"), (#"{"":1}"#, "$['']"),
        ])
    func normalizedPaths(_ document: String, _ expected: String) throws {
        #expect(try paths("$.*", of: document) == [expected])
    }

    @Test func `deep nesting costs no stack, in the text, in the query's result and in comparisons`() throws {
        let depth = 100_000
        let document = String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
        #expect(try selected("$..[?@ == 1]", from: document).isEmpty)
        #expect(try selected("$[?@ == $[0]]", from: document).count == 1)
        #expect(try paths("$" + String(repeating: "[0]", count: 50_000), of: document).count == 1)
    }

    @Test func `numbers, names that come twice and half surrogates stay as written`() throws {
        #expect(try selected("$.a", from: #"{"a":1.00,"a":12345678901234567890}"#) == ["12345678901234567890"])
        #expect(try selected("$[?length(@) == 1]", from: #"["\ud800"]"#) == [#""\ud800""#])
        #expect(try selected(#"$["\u0061"]"#, from: #"{"\u0061":1}"#) == ["1"])
    }

    @Test func `too many results end in an error instead of all memory`() throws {
        let tree = try JSONTree.parse(Array("[[[[[1,2,3]]]]]".utf8))
        let query = try JSONPathParser.parse("$..*..*")
        #expect(throws: JSONPathEvaluation.Limit.tooManyNodes(10)) {
            try JSONPathEvaluation(tree, limits: .init(nodes: 10)).nodes(query)
        }
    }

    @Test(.longComputation)
    func `any text is read or refused as JSON and as a query, and what is read covers the text`() throws {
        var random = SystemRandomNumberGenerator()
        let letters = Array(#"[]{}:,"\u0aetrufalsn19.-+ E'$@*?()=!<>&|"#.utf8)
        for _ in 0..<20_000 {
            let text = (0..<Int.random(in: 0..<24, using: &random)).map { _ in
                Int.random(in: 0..<20, using: &random) == 0
                    ? UInt8.random(in: 0...255, using: &random)
                    : letters[Int.random(in: 0..<letters.count, using: &random)]
            }
            if let tree = try? JSONTree.parse(text) {
                #expect(tree.next(0) == tree.nodes.count, "\(text)")
            }
            if let string = String(validating: text, as: UTF8.self),
                let query = try? JSONPathParser.parse("$[?" + string + "]")
            {
                let tree = try JSONTree.parse(Array(#"[{"a":1},[2]]"#.utf8))
                _ = try? JSONPathEvaluation(tree, limits: .init(nodes: 1000)).nodes(query)
            }
        }
    }
}
