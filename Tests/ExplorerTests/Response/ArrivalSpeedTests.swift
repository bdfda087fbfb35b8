import NetEngine
import TestSupport
import Testing

@testable import Explorer
@testable import TerminalUI

private typealias F = ExchangeFixtures

/// How fast a body comes, and how long the rest takes.
@Suite struct ArrivalSpeedTests {
    private static func receiving(expected: Int?) -> ResponsePaneState {
        var state = ResponsePaneState()
        state.begin(id: F.id(2), label: F.label, at: F.moment(0))
        _ = state.apply(F.event(2, 5, .hopStarted(index: 0, method: "GET", url: "http://h/")))
        _ = state.apply(F.event(2, 1_000, .headReceived(status: 200, expectedBodyBytes: expected)))
        return state
    }

    private static func head(_ state: ResponsePaneState, at milliseconds: Int) -> String {
        F.frame(state, 100, 6, now: F.moment(milliseconds)).split(separator: "\n").first.map(String.init) ?? ""
    }

    @Test func `rate and time left stand beside the bytes`() {
        var state = Self.receiving(expected: 30_000_000)
        _ = state.apply(F.event(2, 1_100, .progress(receivedBytes: 1_000_000, expectedBytes: nil)))
        #expect(Self.head(state, at: 1_100).contains("1.0 MB of 30 MB   "), "too early to say")
        _ = state.apply(F.event(2, 2_000, .progress(receivedBytes: 6_000_000, expectedBytes: nil)))
        #expect(Self.head(state, at: 2_000).contains("6.0 MB of 30 MB, 6.0 MB/s, 4 s left"))
        #expect(Self.head(state, at: 4_000).contains("6.0 MB of 30 MB, 2.0 MB/s, 12 s left"), "nothing came since")
    }

    @Test func `the rate is that of the last seconds`() {
        var state = Self.receiving(expected: nil)
        for second in 1...10 {
            let count = second <= 5 ? second * 1_000_000 : 5_000_000 + (second - 5) * 100_000
            _ = state.apply(F.event(2, 1_000 + second * 1_000, .progress(receivedBytes: count, expectedBytes: nil)))
        }
        #expect(Self.head(state, at: 11_000).contains("5.5 MB, 100 KB/s"))
        #expect(!Self.head(state, at: 11_000).contains("left"), "the length is not known")
    }
}
