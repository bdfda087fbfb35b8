import NetEngine
import TestSupport
import Testing

@testable import Base
@testable import Explorer
@testable import TerminalUI

/// Bodies that are not JSON, read by their kind.
@Suite struct ReadableBodyTests {
    private static let size = Size(columns: 60, rows: 12)

    private func state(_ type: String, _ body: [UInt8], isComplete: Bool = true) -> ResponsePaneState {
        var state = ResponsePaneState()
        _ = state.show(
            ExchangeFixtures.exchange(
                1, draft: RequestDraft(url: "http://h/"),
                response: ExchangeFixtures.response(
                    headers: [HeaderField("Content-Type", type)], body: body, isComplete: isComplete)),
            label: RequestLabel(method: "GET", url: "http://h/"))
        return state
    }

    private func screen(_ state: ResponsePaneState) -> String {
        var buffer = CellBuffer(size: Self.size)
        ResponsePane.draw(
            state, in: Rect(Self.size), isFocused: false, now: MonotonicTime(nanoseconds: 0), on: &buffer)
        return buffer.dump()
    }

    @Test func `XML is laid out, and shown as it came when that is asked for`() {
        var state = state("application/xml", Array("<a><b>1</b></a>".utf8))
        #expect(state.bodyMode == .pretty)
        #expect(screen(state).contains("Body XML"))
        #expect(screen(state).contains("\n  <b>1</b>"))
        _ = state.perform(.cycleBodyMode, in: Self.size)
        #expect(screen(state).contains("<a><b>1</b></a>"))
        _ = state.perform(.cycleBodyMode, in: Self.size)
        #expect(state.bodyMode == .hex)
    }

    @Test func `MessagePack is shown as a tree, and its bytes beside it`() {
        var state = state("application/msgpack", [0x81, 0xA1, 0x61, 0x01])
        #expect(screen(state).contains("Body MessagePack"))
        #expect(screen(state).contains("\"a\": 1"))
        _ = state.perform(.cycleBodyMode, in: Self.size)
        #expect(state.bodyMode == .hex)
    }

    @Test func `a body that is not of its type says why, and is shown as bytes or text`() {
        let state = state("application/cbor", [0x9F, 0x01])
        #expect(screen(state).contains("Not CBOR: "))
        #expect(state.bodyMode != .pretty)
    }

    @Test func `what ends early is not decoded`() {
        #expect(state("application/xml", Array("<a><b>".utf8), isComplete: false).bodyMode == .raw)
    }

    @Test func `control characters of a decoded body are visible`() {
        let state = state("text/csv", Array("a,b\n\u{1B}[2J,1\n".utf8))
        #expect(!screen(state).contains("\u{1B}"))
    }
}
