import NetEngine
import Testing

@testable import apitui

/// Streamed answers are seen while they arrive.
struct ArrivingBodyTests {
    typealias F = ExchangeFixtures

    private static let size = Size(columns: 60, rows: 6)

    private static func sent() -> ResponsePaneState {
        var state = F.pane(F.exchange(3))
        state.begin(id: F.id(4), label: F.label, at: F.moment(1_000))
        return state
    }

    private static func text(_ text: String) -> BodyNews { .bytes(Array(text.utf8), isLast: false) }

    @Test func `a stream is shown from its first byte on, in place of the old answer`() {
        var state = Self.sent()
        state.bodyArrived(F.id(4), .began(contentType: "text/event-stream"), at: F.moment(1_010), in: Self.size)
        #expect(state.tabs.contains(.headers))
        state.bodyArrived(F.id(4), Self.text("data: 1\n\n"), at: F.moment(1_020), in: Self.size)
        #expect(state.tabs == [.body, .timing])
        let frame = F.frame(state, 60, 6, now: F.moment(1_030))
        #expect(frame.contains("data: 1"))
        #expect(frame.contains("Arriving: 9 B so far"))
    }

    @Test func `a reader at the end stays at the end, another one stays where they are`() {
        var state = Self.sent()
        state.bodyArrived(F.id(4), .began(contentType: "application/x-ndjson"), at: F.moment(1_010), in: Self.size)
        for line in 0..<20 {
            state.bodyArrived(F.id(4), Self.text("{\"n\": \(line)}\n"), at: F.moment(1_020 + line), in: Self.size)
        }
        #expect(state.scroll.line > 10)
        _ = state.perform(.top, in: Self.size)
        state.bodyArrived(F.id(4), Self.text("{}\n"), at: F.moment(1_100), in: Self.size)
        #expect(state.scroll.line == 0)
    }

    @Test func `any other body waits a moment, so that quick answers do not flicker`() {
        var state = Self.sent()
        state.bodyArrived(F.id(4), .began(contentType: "text/plain"), at: F.moment(1_010), in: Self.size)
        state.bodyArrived(F.id(4), Self.text("one\n"), at: F.moment(1_020), in: Self.size)
        #expect(state.arrivingBody == nil)
        state.bodyArrived(F.id(4), Self.text("two\n"), at: F.moment(1_300), in: Self.size)
        #expect(state.arrivingBody?.bytes == Array("one\ntwo\n".utf8))
    }

    @Test func `another exchange's body changes nothing, and the end takes its place`() {
        var state = Self.sent()
        state.bodyArrived(F.id(9), .began(contentType: "text/event-stream"), at: F.moment(1_010), in: Self.size)
        #expect(state.liveBody == nil)
        state.bodyArrived(F.id(4), .began(contentType: "text/event-stream"), at: F.moment(1_010), in: Self.size)
        state.bodyArrived(F.id(4), Self.text("data: 1\n\n"), at: F.moment(1_020), in: Self.size)
        _ = state.apply(F.event(4, 90, .finished(F.exchange(4))))
        #expect(state.arrivingBody == nil)
        #expect(state.answer?.exchange.id == F.id(4))
        #expect(state.tabs.contains(.checks))
    }
}
