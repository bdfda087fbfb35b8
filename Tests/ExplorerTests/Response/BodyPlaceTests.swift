import NetEngine
import TestSupport
import Testing

@testable import Base
@testable import Bodies
@testable import Explorer
@testable import TerminalUI

private typealias F = ExchangeFixtures

/// The user's place in a body is kept when the mode changes.
@Suite struct BodyPlaceTests {
    private static let size = Size(columns: 60, rows: 20)

    /// One line of JSON with 400 objects; each number occurs once.
    private static func json(_ count: Int = 400) -> [UInt8] {
        Array("[\((1000..<1000 + count).map { "{\"id\":\($0),\"name\":\"ö\"}" }.joined(separator: ","))]".utf8)
    }

    private func top(_ state: ResponsePaneState) -> String {
        let window = state.viewport(in: Self.size)
        return window.rows(from: window.clamped(state.scroll)).prefix(3)
            .map { row in
                window.source.line(row.line, columns: row.columns).spans.map(\.text.string).joined()
            }
            .joined(separator: "\n")
    }

    @Test func `each view begins where the one before began`() {
        var state = F.pane(F.exchange(response: F.response(body: Self.json())))
        #expect(state.bodyMode == .pretty)
        state.scroll(by: 401, in: Self.size)
        // Lines of a pretty object: brace, id, name, brace.
        #expect(top(state).contains("\"id\": 1100"))
        let before = state.scroll
        _ = state.perform(.cycleBodyMode, in: Self.size)
        #expect(state.bodyMode == .raw)
        #expect(top(state).contains("1100"))
        _ = state.perform(.cycleBodyMode, in: Self.size)
        #expect(state.bodyMode == .hex)
        // Eight bytes per row at this width.
        let text = String(decoding: Self.json(), as: UTF8.self)
        let wanted = text.utf8.count - (text.split(separator: "1100").last?.utf8.count ?? 0)
        #expect(abs(state.scroll.line * 8 - wanted) < 24)
        _ = state.perform(.cycleBodyMode, in: Self.size)
        #expect(state.scroll == before, "once round is where it began")
    }

    @Test func `lines that are not wrapped keep the place too`() {
        var state = F.pane(F.exchange(response: F.response(body: Self.json())))
        state.wraps = false
        state.scroll(by: 401, in: Self.size)
        let before = state.scroll
        _ = state.perform(.cycleBodyMode, in: Self.size)
        #expect(state.scroll.column > 0)
        #expect(top(state).contains("1100"))
        _ = state.perform(.cycleBodyMode, in: Self.size)
        _ = state.perform(.cycleBodyMode, in: Self.size)
        #expect(state.scroll == before)
    }

    @Test func `the top stays the top`() {
        var state = F.pane(F.exchange(response: F.response(body: Self.json())))
        for _ in 0..<3 {
            _ = state.perform(.cycleBodyMode, in: Self.size)
            #expect(state.scroll == ScrollPosition())
        }
    }

    @Test(arguments: [BodyMode.pretty, .raw, .hex])
    func `a byte is found again where it is shown`(mode: BodyMode) {
        let document = BodyDocument(bytes: Self.json(50), contentType: "application/json")
        for offset in stride(from: 0, to: document.bytes.count, by: 7) {
            let place = document.place(ofOffset: offset, in: mode, columns: 60)
            let found = document.offset(in: mode, columns: 60, line: place.line, column: place.column)
            #expect(abs(found - offset) < (mode == .hex ? 16 : 2))
        }
    }

    // MARK: A body that is being prepared

    @Test func `the beginning of a large body is shown while it is prepared, and the reader keeps the place`() {
        let exchange = F.exchange(response: F.response(body: Self.json(20_000)))
        var state = ResponsePaneState()
        guard case .prepareBody = state.show(exchange, label: F.label) else {
            Issue.record("no preparation asked for")
            return
        }
        #expect(state.bodyMode == .pretty)
        #expect(top(state).hasPrefix("[\n  {\n"))
        #expect(state.notices.contains(.preparing(bytes: ExchangeDocument.cost(of: exchange), ready: 65_536)))
        state.scroll(by: 20, in: Self.size)
        let before = top(state)
        #expect(before.contains("\"id\": 1005"))
        state.bodyPrepared(ExchangeDocument(exchange), in: Self.size)
        #expect(state.bodyMode == .pretty)
        #expect(state.notices.isEmpty)
        #expect(top(state) == before)
    }

    @Test func `G while the body is prepared goes to the end when it is there`() {
        let exchange = F.exchange(response: F.response(body: Self.json(20_000)))
        for (keys, isAtEnd) in [([Command.bottom], true), ([.bottom, .moveUp], false)] {
            var state = ResponsePaneState()
            _ = state.show(exchange, label: F.label)
            for command in keys { _ = state.perform(command, in: Self.size) }
            let note = F.frame(state, 80, 20).contains("The end is shown when ")
            #expect(note == isAtEnd)
            state.bodyPrepared(ExchangeDocument(exchange), in: Self.size)
            let end = state.viewport(in: Self.size).bottom()
            #expect((state.scroll == end) == isAtEnd)
        }
    }

    @Test func `G on the Raw tab while it is prepared goes to its end`() {
        let exchange = F.exchange(response: F.response(body: Self.json(20_000)))
        var state = ResponsePaneState()
        _ = state.show(exchange, label: F.label)
        state.select(.raw)
        _ = state.perform(.bottom, in: Self.size)
        state.bodyPrepared(ExchangeDocument(exchange), in: Self.size)
        #expect(state.scroll == state.viewport(in: Self.size).bottom() && state.scroll.line > 0)
    }

    @Test func `a large response that was not scrolled is pretty from its top`() {
        let exchange = F.exchange(response: F.response(body: Self.json(20_000)))
        var state = ResponsePaneState()
        _ = state.show(exchange, label: F.label)
        state.bodyPrepared(ExchangeDocument(exchange), in: Self.size)
        #expect(state.scroll == ScrollPosition())
        #expect(top(state).hasPrefix("[\n"))
    }

    @Test func `of a large body in another charset only the beginning is converted before the background does it`()
        throws
    {
        let line = Array(
            "пример строки ".unicodeScalars.map { $0.value == 32 ? 32 : UInt8(truncatingIfNeeded: $0.value - 0x350) })
        let bytes = Array(repeatElement(line + [0x0A], count: 10_000).joined())
        let exchange = F.exchange(
            response: F.response(
                headers: [HeaderField("Content-Type", "text/plain; charset=windows-1251")], body: bytes))
        var state = ResponsePaneState()
        guard case .prepareBody(_, nil) = state.show(exchange, label: F.label) else {
            Issue.record("what was converted of a copy was to be read on")
            return
        }
        #expect(state.shownBody?.byteCount == BodyDocument.previewBytes)
        let beginning = top(state)
        #expect(beginning.hasPrefix("пример строки"))
        _ = state.perform(.bottom, in: Self.size)
        state.bodyPrepared(ExchangeDocument(exchange), in: Self.size)
        #expect(state.shownBody?.byteCount == bytes.count)
        #expect(state.viewport(in: Self.size).source.lineCount == 10_000)
        #expect(top(state).hasPrefix("пример строки"))
    }
}
