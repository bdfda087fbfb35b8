import NetEngine
import TestSupport
import Testing

@testable import Base
@testable import Explorer
@testable import TerminalUI

/// The row of the response pane that keys act on.
@Suite struct ResponseCursorTests {
    private static let size = Size(columns: 40, rows: 11)

    private func state(_ body: String, wraps: Bool = true) -> ResponsePaneState {
        var state = ResponsePaneState()
        state.wraps = wraps
        _ = state.show(
            ExchangeFixtures.exchange(
                1, draft: RequestDraft(url: "http://h/"),
                response: ExchangeFixtures.response(
                    headers: [HeaderField("Content-Type", "text/plain")], body: Array(body.utf8))),
            label: RequestLabel(method: "GET", url: "http://h/"))
        return state
    }

    private static let thirty = (1...30).map { "line \($0)" }.joined(separator: "\n")

    private func line(_ state: ResponsePaneState) -> Int? { state.cursorPlace(in: Self.size).map { $0.line + 1 } }

    private func press(_ commands: Command..., on state: inout ResponsePaneState) {
        for command in commands {
            let isMeant = state.perform(command, in: Self.size)
            #expect(isMeant)
        }
    }

    @Test func `it begins in the first row, and goes through the window before the window moves`() {
        var state = state(Self.thirty)
        #expect(line(state) == 1)
        press(.moveDown, .moveDown, on: &state)
        #expect(line(state) == 3)
        #expect(state.scroll.line == 0)
        for _ in 0..<20 { press(.moveDown, on: &state) }
        #expect(line(state) == 23)
        #expect(state.scroll.line == 13)
        press(.moveUp, on: &state)
        #expect(line(state) == 22)
        #expect(state.scroll.line == 13)
    }

    @Test func `it stops at the first and the last line`() {
        var state = state("one\ntwo")
        press(.moveUp, on: &state)
        #expect(line(state) == 1)
        press(.moveDown, .moveDown, .moveDown, on: &state)
        #expect(line(state) == 2)
        press(.top, on: &state)
        #expect(line(state) == 1)
        press(.bottom, on: &state)
        #expect(line(state) == 2)
    }

    @Test func `a page takes it along, and to the end where the window cannot go on`() {
        var state = state(Self.thirty)
        press(.moveDown, .moveDown, .pageDown, on: &state)
        #expect(state.scroll.line == 9)
        #expect(line(state) == 12)
        press(.pageDown, .pageDown, .pageDown, on: &state)
        #expect(line(state) == 30)
        press(.pageUp, .pageUp, .pageUp, .pageUp, on: &state)
        #expect(line(state) == 1)
    }

    @Test func `rows of a wrapped line are gone through one by one`() {
        var state = state(String(repeating: "a", count: 100) + "\nend")
        press(.moveDown, on: &state)
        #expect(state.cursorPlace(in: Self.size) == ResponsePaneState.Place(line: 0, column: 40))
        press(.moveDown, .moveDown, on: &state)
        #expect(line(state) == 2)
        press(.toggleWrap, on: &state)
        #expect(line(state) == 2)
    }

    @Test func `a click and a search put it where they point, and each tab has its own`() {
        var state = state(Self.thirty)
        state.click(at: Point(x: 3, y: 4), in: Self.size)
        #expect(line(state) == 4)
        press(.nextTab, .moveDown, .previousTab, on: &state)
        #expect(line(state) == 4)
        press(.search, on: &state)
        for key in "line 21" { state.handle(.character(key), in: Self.size) }
        state.handle(.enter, in: Self.size)
        #expect(line(state) == 21)
        press(.search, on: &state)
        for key in "ne 24" { state.handle(.character(key), in: Self.size) }
        #expect(line(state) == 24, "a hit that does not begin its line")
    }

    @Test func `it is seen only while the pane has the keys`() {
        let state = state("one\ntwo")
        for isFocused in [true, false] {
            var buffer = CellBuffer(size: Self.size)
            ResponsePane.draw(
                state, in: Rect(Self.size), isFocused: isFocused, now: MonotonicTime(nanoseconds: 0), on: &buffer)
            #expect((buffer[0, 1].style.role == .selection) == isFocused)
            #expect(buffer[0, 2].style.role != .selection)
        }
    }
}
