import NetEngine
import TestSupport
import Testing

@testable import HTTPFormat
@testable import Workspace

/// A body that does not fit in memory as a tree: its checks say so, the others are evaluated.
@Suite struct CheckMemoryTests {
    private func exchange(_ count: Int) -> Exchange {
        let response = Response(
            status: 200, reason: [], httpVersion: .http1_1, headers: [HeaderField("Content-Type", "application/json")],
            rawHead: [], body: [UInt8](repeating: 0x31, count: count), wireBodyByteCount: nil, isComplete: true)
        let timings = PhaseTimings(total: .milliseconds(1))
        return Exchange(
            id: ExchangeID(rawValue: 1), draft: RequestDraft(url: "http://h/"),
            startedAt: Timestamp(microsecondsSince1970: 0),
            hops: [ExchangeFixtures.hop(response: response, timings: timings)], timings: timings, error: nil)
    }

    @Test(
        arguments: [
            .body(path: nil), .body(path: "$"), .xpath("/a"), .script("response.parsedBody.a"),
            .script("response.body"),
        ] as [Check.Subject])
    func `a large body is parsed only if there is memory for it`(subject: Check.Subject) {
        var asked: [Int] = []
        let checked = CheckedExchange(exchange(9 << 20)) { count in
            asked.append(count)
            return false
        }
        for _ in 0..<3 {
            guard case .notEvaluated(let clause) = checked.finding(subject) else {
                Issue.record("it was read")
                return
            }
            #expect(clause == "there is too little memory to parse a body of 9437184 bytes")
        }
        // Asked once for all checks of the exchange.
        #expect(asked == [36 << 20])
    }

    @Test func `what is not in the body, or small, needs none`() {
        let large = CheckedExchange(exchange(9 << 20)) { _ in false }
        guard case .found = large.finding(.status), case .found = large.finding(.header("Content-Type")) else {
            Issue.record("it was refused")
            return
        }
        let small = CheckedExchange(exchange(1)) { _ in false }
        guard case .found = small.finding(.body(path: "$")) else {
            Issue.record("it was refused")
            return
        }
    }
}
