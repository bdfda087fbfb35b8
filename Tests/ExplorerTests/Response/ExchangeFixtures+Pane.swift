import NetEngine
import TestSupport

@testable import Explorer
@testable import TerminalUI

extension ExchangeFixtures {
    static let label = RequestLabel(name: "create order", method: "POST", url: "http://127.0.0.1:8080/orders")

    static func moment(_ milliseconds: Int) -> MonotonicTime {
        MonotonicTime(nanoseconds: 1_000_000_000_000 + UInt64(milliseconds) * 1_000_000)
    }

    /// A pane that shows this exchange as the answer to the last send.
    static func pane(_ exchange: Exchange = exchange()) -> ResponsePaneState {
        var state = ResponsePaneState()
        state.begin(id: exchange.id, label: label, at: moment(0))
        _ = state.apply(event(exchange.id.rawValue, 132, .finished(exchange)))
        return state
    }

    /// A pane that shows this body.
    static func pane(body: String, type: String = "application/json") -> ResponsePaneState {
        pane(exchange(response: response(headers: [HeaderField("Content-Type", type)], body: Array(body.utf8))))
    }

    /// What is drawn for a pane of that inside, with the status line above it.
    static func frame(
        _ state: ResponsePaneState, _ columns: Int, _ rows: Int, now: MonotonicTime = moment(200),
        glyphs: Glyphs = .unicode
    ) -> String {
        buffer(state, columns, rows, now: now, glyphs: glyphs).dump()
    }

    static func buffer(
        _ state: ResponsePaneState, _ columns: Int, _ rows: Int, now: MonotonicTime = moment(200),
        glyphs: Glyphs = .unicode
    ) -> CellBuffer {
        // The last column is the frame's, which has the scroll thumb.
        var buffer = CellBuffer(size: Size(columns: columns, rows: rows + 1), glyphs: glyphs)
        buffer.draw(
            ResponseStatusLine.spans(state, width: columns, now: now), at: Point(x: 0, y: 0), width: columns)
        let inside = Rect(x: 0, y: 1, width: columns - 1, height: rows)
        buffer.framed(by: Rect(x: 0, y: 0, width: columns, height: rows + 1), inside: inside) {
            ResponsePane.draw(state, in: inside, isFocused: true, now: now, on: &$0)
        }
        return buffer
    }
}
