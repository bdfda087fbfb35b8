import NetEngine
import TestSupport
import Testing

@testable import Base
@testable import JSONPath

/// The parts of queries, numbers and trees that others use.
@Suite struct JSONPartsTests {
    private func query(_ text: String) throws -> JSONPathQuery { try JSONPathParser.parse(text) }

    @Test func `what the first segment of a query needs to see`() throws {
        let rows = """
            $ -> nothing
            $.a -> a
            $['b'][0] -> b
            $[-1] -> -1
            $.* -> items
            $..* -> descendants
            $..a -> descendants
            $..['a','b'] -> descendants
            $..[0] -> all
            $[0:1] -> all
            $[0,1] -> all
            $['a','b'] -> all
            $[*,'a'] -> all
            $[?@.a] -> items
            $..[?@.a] -> descendants
            $[?@.a,?$.b] -> all
            $[?$.a] -> all
            $[?@.a==$.b] -> all
            $[?$.b==@.a] -> all
            $[?1=='a'] -> items
            $[?@.a||$.b] -> all
            $[?!(@.a&&$.b)] -> all
            $[?!(@.a&&@.b)] -> items
            $[?length($.a)==1] -> all
            $[?count($.*)==1] -> all
            $[?value($..a)==1] -> all
            $[?match(@.a,$.b)] -> all
            $[?search($.a,'b')] -> all
            $[?match(@.a,'b')] -> items
            $[?@[?@.a==$.x]] -> all
            $[?@[?@.a==@.x]] -> items
            """
        let found = FilledTable(rows).filled { text in
            switch try query(text).head {
            case nil: "nothing"
            case .step(.name(let name)): String(decoding: name, as: UTF8.self)
            case .step(.index(let index)): String(index)
            case .items(let isDescendant): isDescendant ? "descendants" : "items"
            case .all: "all"
            }
        }
        #expect(found == rows)
    }

    @Test func `a query of names and indexes is a list of steps`() throws {
        #expect(try query("$").singularSteps == [])
        #expect(try query("$.a[-1]['b']").singularSteps == [.name([0x61]), .index(-1), .name([0x62])])
        for several in ["$.a.*", "$..a", "$.a[0,1]", "$.a[0:1].b", "$[?@.a]"] {
            #expect(try query(several).singularSteps == nil, "\(several)")
        }
        #expect(try query("$.a.b").rest.singularSteps == [.name([0x62])])
        #expect(try query("$").rest.singularSteps == [])
    }

    @Test func `how often the first segment selects an item depends on its name`() throws {
        let a = Array("a".utf8)
        #expect(try query("$['a','b','a']").selections(of: a) == 2)
        #expect(try query("$['a','b']").selections(of: nil) == 0)
        #expect(try query("$[*,'a',*]").selections(of: a) == 3)
        #expect(try query("$[*,'a']").selections(of: nil) == 1)
        #expect(try query("$").selections(of: a) == 0)
        for unknown in ["$[*,0]", "$[0:1]", "$[?@.a]"] { #expect(try query(unknown).selections(of: a) == nil) }
    }

    @Test func `numbers are ordered by their exact values`() {
        let rows = """
            1.0 = 1
            1e2 = 100
            1E+2 = 100
            -0 = 0
            0.10 = 1e-1
            12 = 1.2e1
            00 = 0
            1e17 = 100000000000000000
            1e18 = 1000000000000000000
            -1e18 = -1000000000000000000
            123456789012345678 < 123456789012345679
            1234567890123456789 > 1234567890123456788
            999999999999999999 < 1e18
            -999999999999999999 > -1e18
            -1.5 < -1.4
            1.4 < 1.5
            0.1 > 0.09
            0 < 0.0001
            -0.0001 < 0
            -2 < 0.5
            0.5 > -2
            99999999999999999999 < 1e20
            1e-400 > 0
            1e400 > 1e399
            -1e400 < -1e399
            1.25 > 1.2
            """
        let found = rows.split(separator: "\n").map { row in
            let words = row.split(separator: " ")
            let (left, right) = (JSONNumber(Array(words[0].utf8)), JSONNumber(Array(words[2].utf8)))
            let sign = left < right ? "<" : right < left ? ">" : left == right ? "=" : "?"
            return "\(words[0]) \(sign) \(words[2])"
        }
        #expect(found.joined(separator: "\n") == rows)
    }

    @Test func `a number is an integer by its value, up to eighteen digits as one of the machine`() {
        func number(_ text: String) -> JSONNumber { JSONNumber(Array(text.utf8)) }
        let texts = [
            "1.0", "1e2", "1.5e1", "100e-2", "0.0", "999999999999999999", "-999999999999999999", "1e17", "1e18", "1e30",
            "1.5", "1e-1", "0.5e0",
        ]
        #expect(
            texts.map { number($0).integer }
                == [1, 100, 15, 1, 0, 999_999_999_999_999_999, -999_999_999_999_999_999, 100_000_000_000_000_000]
                + [nil, nil, nil, nil, nil])
        #expect(texts.map { number($0).isInteger } == Array(repeating: true, count: 10) + [false, false, false])
        #expect(JSONNumber(.max) == number("9223372036854775807"))
        #expect(JSONNumber(.min) == number("-9223372036854775808"))
        #expect(JSONNumber(1_000_000_000_000_000_000) == number("1e18"))
    }

    @Test func `a number that somebody writes may have spaces around it and a plus sign`() {
        #expect(
            ["1", " +1.0 ", "+1", "1e0"].map(JSONNumber.init(written:)) == Array(repeating: JSONNumber(1), count: 4))
        for text in ["", " ", "+", "1 2", "true", "\"1\"", "0x1", "01", ".5", "1."] {
            #expect(JSONNumber(written: text) == nil, "\(text)")
        }
    }

    @Test func `values are equal whatever their spelling and the order of members`() throws {
        let members = (1...9).map { #""m\#($0)":\#($0)"# }
        let rows =
            #"""
            {"a":1,"a":2} = {"a":2}
            {"a":2,"a":1} # {"a":2}
            {"a":1,"a":1} # {"a":1,"b":1}
            {"a":1,"b":2} = {"b":2,"a":1}
            {"a":1,"b":2} # {"b":1,"a":2}
            {"a":1,"b":2} # {"a":1}
            {"a":1} # {"a":1,"b":2}
            {"a":1} # {"b":1}
            {} # {"a":1}
            {} = {}
            {} # []
            [] # [1]
            [1] # []
            [1,2] # [2,1]
            [1] # [1,2]
            [1,2] # [1]
            [[1],[2,[3]]] = [[1.0],[2,[3e0]]]
            "\u0061" = "a"
            "\u0061" # "b"
            "\n" # "\t"
            "a" # "A"
            {"\u0061":1} = {"a":1}
            {"\u0061":1} # {"a":2}
            null = null
            null # false
            true # false
            true = true
            1 # "1"
            """#
            + "\n{\(members.joined(separator: ","))} = {\(members.joined(separator: ","))}"
            + "\n{\(members.joined(separator: ","))} = {\(members.reversed().joined(separator: ","))}"
            + "\n{\(members.joined(separator: ","))} # {\((members.dropLast() + [#""m9":8"#]).joined(separator: ","))}"
        for row in rows.split(separator: "\n") {
            let words = row.split(separator: " ")
            let tree = try JSONTree.parse(Array("[\(words[0]),\(words[2])]".utf8))
            #expect(JSONEquality(tree).areEqual(1, tree.next(1)) == (words[1] == "="), "\(row)")
            #expect(JSONEquality(tree).areEqual(tree.next(1), 1) == (words[1] == "="), "\(row)")
        }
    }

    @Test func `names in normalised paths have the escapes of the standard and no others`() {
        let name = Array("\u{8}\u{9}\u{A}\u{B}\u{C}\u{D}\u{0}\u{F}\u{1F} \u{7F}/\"é".utf8)
        #expect(NormalizedPaths.step(name) == "['\\b\\t\\n\\u000b\\f\\r\\u0000\\u000f\\u001f \u{7F}/\"é']")
    }

    @Test func `elements are counted from both ends, and a pointer's position has nine digits at most`() throws {
        let tree = try JSONTree.parse(Array("[7,[8,8],9]".utf8))
        let places = (-4...3).map { index in
            tree.element(index, of: 0).map { String(decoding: tree.slice($0), as: UTF8.self) }
        }
        #expect(places == [nil, "7", "[8,8]", "9", "7", "[8,8]", "9", nil])
        #expect(tree.childCount(0) == 3 && tree.childCount(1) == 0)
        #expect(tree.element(0, of: 1) == nil && tree.member([], of: 0) == nil)
        #expect(JSONPointer.index(Array("999999999".utf8)) == 999_999_999)
        #expect(JSONPointer.index(Array("1000000000".utf8)) == nil)
        #expect(JSONPointer.pointer(of: 4, in: tree, limit: 4) == "/1/1")
        #expect(JSONPointer.pointer(of: 4, in: tree, limit: 3) == "/1/…")
    }

    @Test func `the reading of a large text reports its progress, and can be stopped`() {
        let text = Array(("[" + String(repeating: "0,", count: 140_000) + "0]").utf8)
        var reports: [Int] = []
        let tree = try? JSONTree.parse(text) {
            reports.append($0)
            return true
        }
        #expect(tree?.nodes.count == 140_002)
        #expect(reports == [131_070, 262_142])
        #expect(throws: JSONSyntaxError(offset: 131_070, reason: "reading was stopped here")) {
            try JSONTree.parse(text) { _ in false }
        }
    }
}
