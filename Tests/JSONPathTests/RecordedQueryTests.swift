import TestSupport
import Testing

@testable import Base
@testable import JSONPath

/// What comparisons, slices, functions, numbers and pointers give, in every combination, as it was recorded (`Recorded`).
@Suite struct RecordedQueryTests {
    /// The paths that a query finds, or why it is none.
    private static func said(_ query: String, _ tree: JSONTree) -> String {
        do {
            let found = try JSONPathEvaluation(tree).nodes(JSONPathParser.parse(query))
            let paths = NormalizedPaths(tree)
            return "\(Printed.escaped(query))   "
                + found.map { Printed.escaped(paths.path(of: $0)) }.joined(separator: " ")
        } catch let error as JSONPathParser.SyntaxError {
            return "\(Printed.escaped(query))   \(error.offset): \(error.reason)"
        } catch {
            return "\(Printed.escaped(query))   \(error)"
        }
    }

    private static let values = [
        "null", "true", "false", "0", "-0.0", "1", "1.0", "10e-1", "-1", "1e400", "9007199254740993",
        "9007199254740992", "\"\"", "\"1\"", "\"a\"", "\"b\"", "\"\\u0061\"", "\"ä\"", "\"😀\"", "\"\\uFFFF\"", "[]",
        "[1]",
        "[1.0]", "[1,2]", "{}", "{\"a\":1}", "{\"b\":2,\"a\":1}", "{\"a\":1,\"b\":2}", "{\"a\":{\"b\":[null]}}",
    ]

    private static var tree: JSONTree {
        get throws { try JSONTree.parse(Array("{\"a\":[\(values.joined(separator: ","))],\"n\":null}".utf8)) }
    }

    @Test func `each comparison finds the recorded values`() throws {
        let tree = try Self.tree
        let literals = ["null", "true", "0", "1", "-1", "1.0e0", "1e400", "'a'", "''", "\"\\u00e4\"", "$.n", "$.nope"]
        try Recorded.expect(
            ["==", "!=", "<", "<=", ">", ">="].map { sign in
                let values = Self.values.indices.map { "$.a[?@ \(sign) $.a[\($0)]]" }
                let others = literals.flatMap {
                    ["$.a[?@\(sign)\($0)]", "$.a[?\($0)\(sign)@]", "$.a[?@.a \(sign) \($0)]"]
                }
                return (sign, (values + others).map { Self.said($0, tree) }.joined(separator: "\n"))
            }, in: "json-path/comparisons")
    }

    @Test func `each slice finds the recorded items`() throws {
        let tree = try JSONTree.parse(Array("[0,1,2,3,4]".utf8))
        let ends = ["", "0", "2", "5", "9", "-1", "-3", "-5", "-9"]
        let steps = ["", ":", ":1", ":2", ":7", ":0", ":-1", ":-2", ":-7"]
        try Recorded.expect(
            steps.map { step in
                let all = ends.flatMap { start in ends.map { "$[\(start):\($0)\(step)]" } }
                return ("step \(step)", all.map { Self.said($0, tree) }.joined(separator: "\n"))
            }, in: "json-path/slices")
    }

    @Test func `each function finds the recorded values`() throws {
        let tree = try Self.tree
        let tests = [
            "length(@)==0", "length(@)==1", "length(@)>1", "length(@)!=1", "length(@.a)==1", "length('äx')==2",
            "length($.nope)==length(@)", "count(@.*)==0", "count(@.*)==1", "count(@.*)>=2", "count(@..*)==2",
            "count(@)==1", "value(@.*)==1", "value(@.a)==1", "value(@..b)==2", "value(@.*)==$.nope", "match(@,'a')",
            "match(@,'.')", "match(@,'[a-b]?')", "match(@,'')", "match(@,$.n)", "match(@,'(')", "match(@.a,'1')",
            "search(@,'a|b')", "search(@,'')", "search(@,'^.$')", "search('xay',@)", "!match(@,'a')", "!search(@,'1')",
            "@", "!@", "@.a", "!@.a", "@.*", "@[0]", "@[-1]", "@[1:]", "@..b", "@['a','b']", "@.a && @.b",
            "@.a || @[1]",
            "!(@.a && @.b)", "!(@.a || @[0])", "@.a && @.b || @[0]", "(@.a || @[0]) && @.b", "@[?@==1]", "@[?@[?@]]",
            "$.n", "$.nope", "$.n == null", "$.nope == $.nope2",
        ]
        try Recorded.expect(
            [
                ("filters", tests.map { Self.said("$.a[?\($0)]", tree) }.joined(separator: "\n")),
                ("deeper", tests.map { Self.said("$..[?\($0)]", tree) }.joined(separator: "\n")),
            ], in: "json-path/functions")
    }

    @Test func `a query that is cut, and one with a sign too many, is refused as it was recorded`() throws {
        let tree = try Self.tree
        let queries = [
            "$.a[?@.b==1 && !(@.a!='x')]", "$..['a',0,-1:2:1,*]", "$[\"\\u0061\\n\"][?count(@.*)>=-1.5e2]",
            "$ .n [ ?match(@, 'a') || value(@..b) < null ]",
        ]
        try Recorded.expect(
            queries.map { whole in
                let all = brokenTexts(whole, signs: ["(", "]", ".", "@", "?", "'", " ", "0", "\\"], every: 4)
                return (whole, all.map { Self.said($0, tree) }.joined(separator: "\n"))
            }, in: "json-path/odd")
    }

    // MARK: Numbers and pointers

    @Test func `numbers compare and divide as it was recorded`() throws {
        let texts = [
            "0", "-0", "0.0e9", "1", "1.0", "10e-1", "-1", "2", "3", "0.1", "0.3", "0.25", "1e2", "100", "1e-2", "0.01",
            "-12.5", "12.50", "1e400", "1e-400", "-1e400", "999999999999999999", "1000000000000000000",
            "1000000000000000001", "9223372036854775807", "9223372036854775808", "-9223372036854775808",
            "123456789012345678901234567890", "1.5e3", "1e99999999999",
        ]
        let numbers = texts.map { JSONNumber(Array($0.utf8)) }
        let lines = zip(texts, numbers).map { text, number in
            let less = zip(texts, numbers).filter { number < $0.1 }.map(\.0)
            let equal = zip(texts, numbers).filter { number == $0.1 && text != $0.0 }.map(\.0)
            let multiples = zip(texts, numbers).map { other in
                number.isMultiple(of: other.1).map { $0 ? "1" : "0" } ?? "-"
            }.joined()
            let integer = number.integer.map { "\($0)" } ?? "-"
            return (
                text,
                "integer \(integer) \(number.isInteger)\nless than \(less.joined(separator: " "))\nequal to \(equal.joined(separator: " "))\nmultiple \(multiples)"
            )
        }
        let written = [
            "", " 1 ", "+1", "-1", "+-1", "1e", "1.", ".5", "01", "1 2", "0x1", "1e5", "NaN", "+0.50", "\t2",
        ]
        try Recorded.expect(
            lines + [
                (
                    "written",
                    written.map { text in
                        "\(Printed.quoted(text)): " + (JSONNumber(written: text).map { "\($0)" } ?? "none")
                    }.joined(separator: "\n")
                )
            ], in: "json-path/numbers")
    }

    @Test func `pointers are read and written as it was recorded`() throws {
        func names(_ found: [[UInt8]]?) -> String {
            found.map { $0.map { Printed.quoted(String(decoding: $0, as: UTF8.self)) }.joined(separator: " ") }
                ?? "none"
        }
        let texts = [
            "", "/", "//", "/a", "a", "/a/b", "/a~1b", "/m~0n", "/~01", "/~2", "/~", "/a~", "/ä", "/%41", "/a%2Fb",
            "/%", "/%4", "/%zz", "/%c3%a4", "#/a", "/ ", "/0", "/-",
        ]
        let indexes = [
            "", "0", "1", "10", "01", "-1", "+1", "1a", "-", "999999999999999999", "99999999999999999999", "٣",
        ]
        let steps = ["", "a", "/pets", "a~b", "~1", "ä", "a b", "%"]
        let tree = try JSONTree.parse(Array("{\"a/b\":[1,{\"~\":{\"\":2}}],\"ä\":[[3]],\"a/b\":0}".utf8))
        var lines = texts.map {
            "\($0): \(names(JSONPointer.names(Array($0.utf8)))), of a fragment \(names(JSONPointer.names(fragment: $0)))"
        }
        lines += indexes.map { "\($0): \(JSONPointer.index(Array($0.utf8)).map { "\($0)" } ?? "none")" }
        lines += steps.map { "\($0): \(JSONPointer.step($0)), \(JSONPointer.name(ofStep: $0))" }
        for node in tree.nodes.indices {
            let cut = [0, 1, 3, 5, 8].map { JSONPointer.pointer(of: node, in: tree, limit: $0) }
            lines.append("\(node): \(JSONPointer.pointer(of: node, in: tree)) \(cut)")
        }
        try Recorded.expect([("pointers", lines.joined(separator: "\n"))], in: "json-path/pointers")
    }
}
