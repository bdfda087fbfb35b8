import TestSupport
import Testing

@testable import NetEngine
@testable import TerminalUI

/// What is dropped first when there is little room, and what is never dropped.
@Suite struct NarrowStatusLineTests {
    private typealias F = ExchangeFixtures

    private static func line(_ exchange: Exchange, _ columns: Int) -> String {
        let frame = F.frame(F.pane(exchange), columns, 4)
        return frame.split(separator: "\n", omittingEmptySubsequences: false).first.map(String.init) ?? ""
    }

    private static func declined() -> Exchange {
        let response = F.response(status: 200, reason: "OK")
        let error = EngineError(
            category: .api, sentence: "The API reports a failure: \"status\" is \"error\".", hint: "Look.",
            detail: .api(
                APIFault(
                    status: "\"error\"", message: String(repeating: "The card was declined. ", count: 4),
                    response: response)))
        return F.exchange(response: response, error: error)
    }

    @Test(arguments: [20, 30, 40, 54, 80, 120])
    func `status and category are there at every width`(columns: Int) {
        let line = Self.line(Self.declined(), columns)
        #expect(line.contains("200"))
        #expect(line.contains("api"))
    }

    @Test func `version and title go first, then the size, then the time`() {
        let exchange = F.exchange()
        let whole = Self.line(exchange, 100)
        #expect(whole.contains("http/1.1") && whole.contains("create order"))
        var gone: [String] = []
        for columns in (12..<100).reversed() {
            let line = Self.line(exchange, columns)
            #expect(line.contains("201"))
            for word in ["http/1.1", "POST", "58 B", "132 ms"] where !line.contains(word) && !gone.contains(word) {
                gone.append(word)
            }
        }
        #expect(gone == ["http/1.1", "POST", "58 B", "132 ms"])
    }

    @Test func `a response from the cache says so and how old it is, in a separate colour, at every width`() {
        var decision = CacheDecision(
            outcome: .hit, reason: .nothingStored, mode: .default, key: CacheKey(text: "http://h/"))
        decision.age = ResponseAge(ageField: nil, date: nil, apparent: 0, responseDelay: 0, resident: 40_000_000)
        let hop = Hop(
            cause: .first, request: F.request(), sentHead: [], sentBodyByteCount: 0, response: F.response(),
            connection: nil, startOffset: .zero, timings: F.timings, cacheDecision: decision)
        let exchange = F.exchange(hops: [hop])
        #expect(Self.line(exchange, 100).contains("201 Created   from cache, 40 s old   132 ms"))
        for columns in 20...40 { #expect(Self.line(exchange, columns).contains("from cache")) }
        let buffer = F.buffer(F.pane(exchange), 100, 4)
        let cached = buffer.cells.filter { $0.style.role == .cached }
        #expect(cached.map(\.grapheme).joined() == "from cache, 40 s old")
    }
}
