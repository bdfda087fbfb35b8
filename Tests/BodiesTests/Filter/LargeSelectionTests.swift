import NetEngine
import Pattern
import TestSupport
import Testing

@testable import Base
@testable import Bodies
@testable import JSONPath

/// JSONPath in pieces selects what it selects in a tree of the whole text.
@Suite struct LargeSelectionTests {
    private func query(_ text: String) throws -> JSONPathQuery { try JSONPathParser.parse(text) }

    private func pieces(_ path: String, of text: String, bytes: Int) throws -> FilteredBody {
        try LargeSelection.run(
            try query(path), on: BodyBytes(Array(text.utf8)), pieceBytes: bytes, budget: QueryBudget())
    }

    private static let shop: String = {
        let items = (0..<300).map { number in
            #"{"id":\#(number),"name":"item \#(number)","price":\#(number % 7),"tags":["a","b\#(number)"], "x":{"id":[\#(number)]}}"#
        }
        return #"{"head":{"id":"h"} ,"items":[ \#(items.joined(separator: ",\n")) ],"empty":[], "tail":"end"}"#
    }()

    @Test(
        arguments: [
            "$", "$.head", "$.items[*].id", "$.items[17].name", "$.items[-1]['tags'][1]", "$.items[?@.price>5].name",
            "$..id", "$.items[*]..id", "$..x..id", "$.*.id", "$.items[*].tags[*]", "$.items[*]['id','name']", "$.tail",
            "$.nope",
            "$.items[300]", "$.empty[*]", "$.items[?@.tags[1]=='b33'].x.id[0]", "$.items[*].tags[0:1]",
            "$.items[?length(@.name)==6]",
        ], [1, 100, 3000, 1 << 20])
    func `values are those of the whole text`(path: String, bytes: Int) throws {
        let tree = try JSONTree.parse(Array(Self.shop.utf8))
        let nodes = try JSONPathEvaluation(tree).nodes(try query(path))
        let expected = nodes.map { String(decoding: tree.slice($0), as: UTF8.self) }
        // A filter looks at an item as a whole.
        guard bytes >= 200 || !path.contains("?") else { return }
        guard bytes >= 200 || !(path.contains("','") || path.contains(":")) else { return }
        let found = try pieces(path, of: Self.shop, bytes: bytes)
        let result = try JSONTree.parse(found.bytes)
        var values: [String] = []
        result.forEachChild(of: 0) {
            values.append(String(decoding: result.slice($0), as: UTF8.self))
            return true
        }
        // `..` may order what is on different levels in its own way.
        #expect(path.contains("..") ? values.sorted() == expected.sorted() : values == expected)
        #expect(found.matches == nodes.count)
    }

    @Test func `what needs all items at once is refused with a sentence`() throws {
        for path in ["$.items[0:2]", "$['head','tail']", "$.items[?@.price==$.items[0].price]"] {
            #expect(throws: BodyFilter.Failure.self) { try pieces(path, of: Self.shop, bytes: 100) }
            #expect(try pieces(path, of: Self.shop, bytes: 1 << 20).matches != 0)
        }
        #expect(throws: BodyFilter.Failure.self) { try pieces("$.items[?@.id==1]", of: Self.shop, bytes: 20) }
    }

    @Test func `what is not JSON, too deep or stopped is said`() throws {
        let failure = #expect(throws: BodyFilter.Failure.self) { try pieces("$.a", of: "[}", bytes: 1) }
        guard case .sentence(let sentence)? = failure else {
            Issue.record("\(String(describing: failure))")
            return
        }
        #expect(sentence.hasPrefix("The body is not JSON: "))
        let deep = String(repeating: "[", count: 1000) + String(repeating: "]", count: 1000)
        #expect(throws: BodyFilter.Failure.self) { try pieces("$..a", of: deep, bytes: 1) }
        let stopped = QueryBudget(isStopped: { true })
        #expect(throws: BodyFilter.Failure.stopped) {
            try LargeSelection.run(
                try query("$.a"), on: BodyBytes(Array(Self.shop.utf8)), pieceBytes: 1, budget: stopped)
        }
    }

    @Test func `the body is one whole value, and the sentence says where it is not`() throws {
        #expect(try pieces("$.a", of: " {\"a\":1}\n", bytes: 1).bytes == Array("[1]".utf8))
        let table = [
            (#"{"a":1} {"a":2}"#, "nothing more is expected after the value, at byte 8"),
            (#"{"a":1}]"#, "nothing more is expected after the value, at byte 7"),
            (#"{"a":[1"#, "the text ends inside an array, at byte 7"), ("", "there is no value, at byte 0"),
        ]
        for (text, clause) in table {
            #expect(throws: BodyFilter.Failure.sentence("The body is not JSON: \(clause)."), "\(text)") {
                try pieces("$.a", of: text, bytes: 1)
            }
        }
    }

    @Test func `a byte order mark is no part of it`() throws {
        let body = BodyBytes([0xEF, 0xBB, 0xBF] + Array(#"{"a":[1,2]}"#.utf8))
        let found = try LargeSelection.run(try query("$.a[*]"), on: body, pieceBytes: 1, budget: QueryBudget())
        #expect(found.bytes == Array("[1,2]".utf8))
    }

    @Test func `a value as large as a piece is read, and of a larger one it is said what cannot be`() throws {
        // An element of 20 bytes in an array of 22.
        let text = #"{"items":[{"id":1,"a":"xxxxx"}]}"#
        let all = BodyFilter.Failure.sentence(
            "The body is too large for this query: a slice, several names or a filter that begins at $ needs all of it. Use |command."
        )
        let found = Array(#"[{"id":1,"a":"xxxxx"}]"#.utf8)
        for path in ["$.items[0:1]", "$.items[0,1]", "$.items[?$.items[0].id==1]"] {
            #expect(throws: all, "\(path)") { try pieces(path, of: text, bytes: 21) }
        }
        #expect(try pieces("$.items[0:1]", of: text, bytes: 22).bytes == found)
        #expect(try pieces("$.items[?@.id==1]", of: text, bytes: 20).bytes == found)
        #expect(
            throws: BodyFilter.Failure.sentence(
                "A filter would have to look at 20 B at once, which is too much. Use |command.")
        ) { try pieces("$.items[?@.id==1]", of: text, bytes: 19) }
    }

    @Test func `large values are nested 64 levels deep at most`() throws {
        func deep(_ count: Int) -> String {
            String(repeating: "[", count: count) + String(repeating: "]", count: count)
        }
        #expect(try pieces("$..a", of: deep(64), bytes: 1).bytes == Array("[]".utf8))
        #expect(
            throws: BodyFilter.Failure.sentence(
                "Large values are nested 64 levels deep, which is too much. Use |command.")
        ) { try pieces("$..a", of: deep(65), bytes: 1) }
        // A step goes down without being in a value: only what is looked at item by item counts.
        #expect(
            try pieces("$" + String(repeating: "[0]", count: 64), of: deep(65), bytes: 1).bytes == Array("[[]]".utf8))
    }
}
