import NetEngine
import TestSupport
import Testing

@testable import Workspace

/// What is said of a body that was not kept, or not all of it.
@Suite struct KeptBodyTests {
    private func response(_ bytes: Int, of all: Int, isComplete: Bool = true) -> Response {
        let head = ExchangeFixtures.response(body: [])
        let content = BodyBytes([UInt8](repeating: 0x61, count: bytes))
        return Response(head, content: content, count: all, isComplete: isComplete)
    }

    @Test func `a body has its size, what is missing of it, and is whole only if it came to its end`() {
        let none = response(0, of: 5)
        #expect(none.bodySizeText == "none of 5 B" && none.keptSentence == "The body (5 B) was not kept.")
        let some = response(2, of: 1_000_000)
        #expect(some.bodySizeText == "the first 2 B of 1.0 MB")
        #expect(some.keptSentence == "Only the first 2 B of 1.0 MB were kept.")
        let all = response(5, of: 5)
        #expect(all.bodySizeText == "5 B" && all.keptSentence == nil)
        let empty = response(0, of: 0)
        #expect(empty.bodySizeText == "0 B" && empty.keptSentence == nil)
        let cut = response(5, of: 5, isComplete: false)
        #expect([none, some, all, empty, cut].map(\.hasWholeBody) == [false, false, true, true, false])
    }
}
