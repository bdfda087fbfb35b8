import JSONPath
import NetEngine
import Pattern
import TestSupport
import Testing

@testable import Bodies

@Suite struct BodyFilterTests {
    private func result(
        _ text: String, on body: String, _ language: BodyFilter.Language = .jsonPath, isSample: Bool = false
    ) throws -> FilteredBody {
        guard case .filter(let filter) = BodyFilter.read(text, language) else { throw BodyFilter.Failure.stopped }
        return try #require(try filter.run(on: BodyBytes(Array(body.utf8)), isSample: isSample, budget: QueryBudget()))
    }

    private func word(_ text: String, _ language: BodyFilter.Language) -> String {
        switch BodyFilter.read(text, language) {
        case .empty: "empty"
        case .incomplete: "incomplete"
        case .wrong: "wrong"
        case .filter(.command(let command)): "command \(command)"
        case .filter: "filter"
        }
    }

    @Test(arguments: [
        "$.store.book[0]['title']", "$..book[?@.price < 10 && @.isbn].title", #"$[?match(@.a, "x.*y")]"#,
        "$[1:3,-1]..*", "$[?length(@.name) >= 3 || !@.x]", ".users[?@.id == 'a']",
    ])
    func `while a query is typed it is never an error`(query: String) {
        for count in 0...query.count {
            let typed = String(query.prefix(count))
            #expect(["empty", "incomplete", "filter"].contains(word(typed, .jsonPath)), "\(typed)")
        }
        #expect(word(query, .jsonPath) == "filter")
    }

    @Test(arguments: ["/a/b[@id='x']/text()", "//item[position() < 3]", "count(//a) + 1"])
    func `while an XPath is typed it is never an error`(query: String) {
        for count in 0...query.count {
            let typed = String(query.prefix(count))
            #expect(["empty", "incomplete", "filter"].contains(word(typed, .xPath)), "\(typed)")
        }
        #expect(word(query, .xPath) == "filter")
    }

    @Test func `what cannot become a query is an error`() {
        #expect(word("$ ]x[", .jsonPath) == "wrong")
        #expect(word("$.a]]", .jsonPath) == "wrong")
        #expect(word("//a]", .xPath) == "wrong")
        #expect(word("$.a", .none) == "wrong")
        // Typing on makes no XPath of a JSONPath, nor the other way round.
        for typed in ["$", " $.a"] { #expect(word(typed, .xPath) == "wrong") }
        for typed in ["/", "//a"] { #expect(word(typed, .jsonPath) == "wrong") }
        #expect(word("$.a", .cut) == "wrong")
    }

    @Test func `a command begins with a bar, whatever the body is`() {
        #expect(word("| jq .a", .none) == "command jq .a")
        #expect(word(" |wc", .jsonPath) == "command wc")
        #expect(word("|wc", .cut) == "command wc")
        #expect(word("|", .jsonPath) == "incomplete")
    }

    @Test func `the values that a query selects are a JSON array, as written`() throws {
        let found = try result("$..id", on: #"{"a":{"id":1.00},"b":[{"id": "x"}]}"#)
        #expect(String(decoding: found.bytes, as: UTF8.self) == #"[1.00,"x"]"#)
        #expect(found.matches == 2)
        #expect(found.sampledBytes == nil)
    }

    @Test func `nothing found is not the same as null found`() throws {
        #expect(try result("$.a", on: #"{"a":null}"#).matches == 1)
        #expect(try result("$.b", on: #"{"a":null}"#).matches == 0)
    }

    @Test func `an XPath finds elements with their tags, and the text of the rest`() throws {
        let found = try result("//b", on: "<a><b>1</b><b x='2'/></a>", .xPath)
        #expect(String(decoding: found.bytes, as: UTF8.self) == "<b>1</b>\n<b x='2'/>")
        #expect(try String(decoding: result("//b/@x", on: "<a><b x='2'/></a>", .xPath).bytes, as: UTF8.self) == "2")
        #expect(try String(decoding: result("count(//b)", on: "<a><b/></a>", .xPath).bytes, as: UTF8.self) == "1")
    }

    @Test func `a sample is the beginning of a body, and says how much of it`() throws {
        let body = "{\"list\":[" + (0..<400_000).map { "{\"n\":\($0)}" }.joined(separator: ",") + "]}"
        let found = try result("$.list[*].n", on: body, isSample: true)
        let sampled = try #require(found.sampledBytes)
        #expect(sampled <= FilteredBody.sampleBytes + 3)
        #expect((found.matches ?? 0) > 100_000)
        #expect(try result("$.list[*].n", on: body).matches == 400_000)
    }

    @Test(arguments: ["[", #"{"list":["#, #"{"a":{"list":["#])
    func `a sample ends after an item, wherever it is cut, so that no item is another than in the body`(
        start: String
    ) throws {
        let item = #"{"id":17,"tags":["a","b"],"in":{"n":null}}"#
        let ends = start.reversed().compactMap { $0 == "[" ? "]" : $0 == "{" ? "}" : nil }.joined()
        let body = start + Array(repeating: item, count: 40).joined(separator: ",") + ends
        let query = start.contains("list") ? "$..list[-1]" : "$[-1]"
        guard case .filter(.jsonPath(let path)) = BodyFilter.read(query, .jsonPath) else {
            throw BodyFilter.Failure.stopped
        }
        for bytes in 200..<body.utf8.count {
            let sample = try #require(JSONSample.beginning(of: BodyBytes(Array(body.utf8)), bytes: bytes))
            let tree = try JSONTree.parse(sample)
            let last = try JSONPathEvaluation(tree, budget: QueryBudget()).nodes(path)
            #expect(last.map { String(decoding: tree.slice($0), as: UTF8.self) } == [item], "\(bytes)")
        }
    }

    @Test func `of an item that is longer than half of a sample the beginning is looked at`() throws {
        let body = Array("[1,{\"list\":[\(Array(repeating: "10", count: 100).joined(separator: ","))]}]".utf8)
        let sample = try #require(JSONSample.beginning(of: BodyBytes(body), bytes: 36))
        #expect(String(decoding: sample, as: UTF8.self) == #"[1,{"list":[10,10,10,10,10,10,10,10]}]"#)
        let text = Array("[{\"a\":\"\(String(repeating: "x", count: 100))\"}]".utf8)
        #expect(try #require(JSONSample.beginning(of: BodyBytes(text), bytes: 50)) == Array("[]".utf8))
    }

    @Test(arguments: 0..<100) func `a sample of any JSON text is JSON`(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        let text = Array(RandomJSON.array((0..<6).map { _ in .make(&generator) }).text.utf8)
        for bytes in 1..<text.count {
            let sample = try #require(JSONSample.beginning(of: BodyBytes(text), bytes: bytes))
            #expect((try? JSONTree.parse(sample)) != nil, "\(String(decoding: sample, as: UTF8.self))")
        }
    }

    @Test func `a query that was stopped says so`() throws {
        guard case .filter(let filter) = BodyFilter.read("$..a", .jsonPath) else { return }
        let body = BodyBytes(Array(("[" + String(repeating: "1,", count: 3_000_000) + "1]").utf8))
        #expect(throws: BodyFilter.Failure.stopped) {
            try filter.run(on: body, isSample: false, budget: QueryBudget { true })
        }
    }
}
