import TestSupport
import Testing

@testable import Base
@testable import Bodies
@testable import Explorer
@testable import TerminalUI

@Suite struct BodySearchTests {
    private func search(_ text: String, in source: any LineSource, budget: Int = 1 << 20) throws -> BodySearch {
        var search = BodySearch(try #require(SearchNeedle(text)))
        while !search.isComplete { search.advance(in: source, budget: budget) }
        return search
    }

    @Test(
        arguments: [
            ("foo", "Foo foo\nfoobar", [[0, 0], [0, 4], [1, 0]]),
            ("Foo", "Foo foo\nfoobar", [[0, 0]]),
            ("aa", "aaaa a aa", [[0, 0], [0, 2], [0, 7]]),
            ("é", "caf\u{E9}", [[0, 3]]),
            ("x", "", []),
            ("a\n", "a\nb", []),
        ] as [(String, String, [[Int]])])
    func `text is found literally, in smart case, within lines`(needle: String, text: String, hits: [[Int]]) throws {
        let found = try search(needle, in: BodyDocument(text, "text/plain").lines(.raw, columns: 80))
        #expect(found.hits == hits.map { BodySearch.Hit(line: $0[0], byte: $0[1]) })
    }

    @Test func `what is shown is searched, not what came`() throws {
        let body = BodyDocument(#"{"id":5}"#, "application/json")
        let needle = #""id": 5"#
        #expect(try search(needle, in: body.lines(.pretty, columns: 80)).hits == [.init(line: 1, byte: 0)])
        #expect(try search(needle, in: body.lines(.raw, columns: 80)).hits.isEmpty)
        let source = body.lines(.pretty, columns: 80)
        #expect(source.place(of: .init(line: 1, byte: 0)).column == 2)
    }

    @Test(arguments: [1, 7, 64, 1000])
    func `small steps find what one large step finds`(budget: Int) throws {
        var random = SeededGenerator(seed: 5)
        let text = String((0..<3000).map { _ in "ab\n b".randomElement(using: &random) ?? "a" })
        let source = BodyDocument(text, "text/plain").lines(.raw, columns: 80)
        let whole = try search("ab", in: source)
        #expect(!whole.hits.isEmpty)
        #expect(try search("ab", in: source, budget: budget).hits == whole.hits)
    }

    @Test(arguments: [5, 100, 3000])
    func `a very long line among others is searched in windows, over the seams of its tokens too`(budget: Int) throws {
        let long = String(repeating: "xy", count: 5000)
        let source = BodyDocument("{\"k\":\"\(long)\",\"y\":1}", "application/json").lines(.pretty, columns: 80)
        #expect(try search("xyx", in: source, budget: budget).hits.count == 2500)
        #expect(try search("k\": \"x", in: source, budget: budget).hits == [.init(line: 1, byte: 1)])
        #expect(try search("y\",", in: source, budget: budget).hits == [.init(line: 1, byte: 10_005)])
        #expect(try search("y\": 1", in: source, budget: budget).hits == [.init(line: 2, byte: 1)])
    }

    @Test func `a step stays near its budget, in one huge line too`() throws {
        let source = BodyDocument(String(repeating: "x", count: 1_000_000), "text/plain").lines(.raw, columns: 80)
        var search = BodySearch(try #require(SearchNeedle("needle")))
        search.advance(in: source, budget: 10_000)
        #expect(!search.isComplete)
        #expect((10_000...10_100).contains(search.searchedBytes))
    }

    @Test func `hits are marked in the lines, also where they reach out of view`() throws {
        let source = BodyDocument("one needle two needle", "text/plain").lines(.raw, columns: 80)
        let needle = try #require(SearchNeedle("needle"))
        let line = source.line(0, columns: 6..<17, matching: needle)
        #expect(line.string == "edle two ne")
        #expect(line.spans.map(\.style.role) == [.match, .text, .match])
    }

    @Test func `bytes are searched across the rows that show them`() throws {
        let source = BodyDocument("0123456789abcdefXYZ", "text/plain").lines(.hex, columns: 80)
        let found = try search("efXY", in: source)
        #expect(found.hits.map { source.place(of: $0).line } == [0])
        #expect(source.line(1, columns: 0..<80, matching: found.needle).spans.contains { $0.style.role == .match })
    }
}
