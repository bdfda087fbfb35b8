import NetEngine
import TestSupport
import Testing

@testable import Base
@testable import Explorer
@testable import TerminalUI

/// The errors of a GraphQL response on the Error tab.
@Suite struct GraphQLFailureTests {
    private typealias F = ExchangeFixtures

    private func lines(_ body: String, query: String = #"query Q {\n  shop { teas: products { price } }\n}"#)
        -> [String]
    {
        let draft = RequestDraft(
            method: "POST", url: "http://h.test/", body: .bytes(Array(#"{"query": "\#(query)"}"#.utf8)))
        let exchange = F.exchange(draft: draft, response: F.response(body: Array(body.utf8)))
        return (GraphQLFailures(exchange)?.lines(width: 60) ?? []).map(\.string)
    }

    @Test func `each error stands with its path and the field of the query`() {
        let shown = lines(
            #"{"data": null, "errors": [{"message": "no price", "path": ["shop", "teas", 0, "price"], "#
                + #""extensions": {"code": "GONE"}}, {"message": "slow\u001b[2J"}]}"#)
        #expect(
            shown.prefix(4) == [
                "", "2 errors", "shop.teas[0].price  no price  GONE", "  price, line 2, column 27 of the query",
            ], "\(shown)")
        #expect(shown.count == 5 && shown[4].hasPrefix("slow") && !shown[4].contains("\u{1b}"), "\(shown)")
    }

    @Test(arguments: ["", "[]", "{}", #"{"errors": 1}"#, #"{"errors": []}"#, #"{"data": {}}"#, "{\"errors\": [{}"])
    func `a body without errors adds nothing`(body: String) { #expect(lines(body).isEmpty) }

    @Test func `they are on the Error tab, above the facts about the failure`() throws {
        let draft = RequestDraft(
            method: "POST", url: "http://h.test/", body: .bytes(Array(#"{"query": "{ shop }"}"#.utf8)))
        let response = F.response(body: Array(#"{"data": null, "errors": [{"message": "no price"}]}"#.utf8))
        let error = EngineError(category: .api, sentence: "The response lists an error.", hint: "")
        var state = F.pane(F.exchange(draft: draft, response: response, error: error))
        state.tab = .error
        let texts = state.lines(width: 60).texts
        let place = try #require(texts.firstIndex(of: "1 error"), "\(texts)")
        let facts = try #require(texts.firstIndex { $0.hasPrefix("category") })
        #expect(texts[place + 1] == "no price" && place < facts, "\(texts)")
    }

    @Test func `many errors are cut with a line that says so`() {
        let errors = Array(repeating: #"{"message": "x"}"#, count: 1_200).joined(separator: ",")
        let shown = lines("{\"errors\": [\(errors)]}", query: "{")
        #expect(shown.count == 103 && shown.last == "1100 more in the body", "\(shown.suffix(2))")
    }
}
