import NetEngine
import TestSupport
import Testing

@testable import Base
@testable import Bodies
@testable import Explorer
@testable import TerminalUI

private typealias F = ExchangeFixtures

/// Numbers of lines, long lines, selected lines, and the byte under the cursor.
@Suite struct BodyLineKeysTests {
    private static let size = Size(columns: 39, rows: 12)

    private static func state(_ text: String, type: String = "application/json") -> ResponsePaneState {
        F.pane(body: text, type: type)
    }

    /// The rows below the tabs, without what is right of the content.
    private static func rows(_ state: ResponsePaneState, glyphs: Glyphs = .unicode) -> [String] {
        let content = state.layout(in: size).content
        return F.frame(state, size.columns + 1, size.rows, glyphs: glyphs)
            .split(separator: "\n", omittingEmptySubsequences: false)
            .dropFirst(1 + content.y).prefix(content.height).map { String($0.prefix(size.columns)) }
    }

    private func press(_ commands: Command..., on state: inout ResponsePaneState) {
        for command in commands {
            let isMeant = state.perform(command, in: Self.size)
            #expect(isMeant)
        }
    }

    // MARK: Numbers

    @Test func `lines are numbered beside their first row`() {
        var state = Self.state((1...100).map { "line \($0)" }.joined(separator: "\n"), type: "text/plain")
        press(.toggleLineNumbers, on: &state)
        #expect(Self.rows(state).prefix(2).map { $0.prefix(10) } == ["  1 line 1", "  2 line 2"])
        press(.bottom, on: &state)
        #expect(Self.rows(state).last?.hasPrefix("100 line 100") == true)
        press(.cycleBodyMode, on: &state)
        #expect(state.bodyMode == .hex)
        #expect(Self.rows(state).allSatisfy { $0.hasPrefix("0") }, "a hex dump has its offsets")
        press(.cycleBodyMode, .toggleLineNumbers, .top, on: &state)
        #expect(Self.rows(state).first?.hasPrefix("line 1") == true)
        var wrapped = Self.state(String(repeating: "abc ", count: 20) + "\nnext", type: "text/plain")
        press(.toggleLineNumbers, on: &wrapped)
        #expect(Self.rows(wrapped).prefix(4).map { $0.first } == ["1", " ", " ", "2"])
    }

    @Test func `numbers of folded JSON leave out what is folded`() {
        var state = Self.state(#"{"a":[1,2,3],"b":4}"#)
        press(.toggleLineNumbers, .moveDown, .open, on: &state)
        #expect(Self.rows(state).prefix(3).map { $0.prefix(8) } == ["1 {", #"2   "a":"#, #"7   "b":"#])
    }

    // MARK: Long lines

    @Test func `a line that goes on is marked, and one key goes to its end and back`() {
        var state = Self.state("short\n" + String(repeating: "0123456789", count: 20), type: "text/plain")
        press(.toggleWrap, .moveDown, on: &state)
        #expect(Self.rows(state)[0].hasPrefix("short"))
        #expect(Self.rows(state)[1] == String(repeating: "0123456789", count: 4).prefix(38) + "…")
        press(.lineEnd, on: &state)
        let end = String(repeating: "0123456789", count: 20).suffix(39)
        #expect(Self.rows(state)[1] == "…" + end.dropFirst())
        press(.moveLeft, on: &state)
        #expect(Self.rows(state)[1].hasPrefix("…") && Self.rows(state)[1].hasSuffix("…"))
        #expect(Self.rows(state, glyphs: .ascii)[1].hasSuffix("~"))
        press(.lineEnd, .lineEnd, on: &state)
        #expect(Self.rows(state)[1].hasPrefix("0123"))
    }

    @Test func `of a wrapped line the same key goes to the last row and back`() {
        let text = String(repeating: "0123456789", count: 100) + "end\nnext"
        var state = Self.state(text, type: "text/plain")
        press(.lineEnd, on: &state)
        let place = state.cursorPlace(in: Self.size)
        #expect(place == ResponsePaneState.Place(line: 0, column: 1003 / 39 * 39))
        #expect(Self.rows(state).contains { $0.hasSuffix("end") })
        press(.lineEnd, on: &state)
        #expect(state.cursorPlace(in: Self.size) == ResponsePaneState.Place(line: 0, column: 0))
    }

    // MARK: The byte under the cursor

    /// The text of the cursor's row.
    private func cursorRow(_ state: ResponsePaneState) -> String {
        let window = state.viewport(in: Self.size)
        guard let row = state.cursorRow(in: window) else { return "" }
        let shown = window.rows(from: window.clamped(state.scroll))[row]
        return window.source.line(shown.line, columns: shown.columns).spans.map(\.text.string).joined()
    }

    @Test func `each view has the cursor on the same byte`() {
        let items = (1000..<1400).map { "{\"id\":\($0),\"name\":\"n\"}" }.joined(separator: ",")
        var state = Self.state("[\(items)]")
        for _ in 0..<204 { press(.moveDown, on: &state) }
        press(.halfPageUp, .moveDown, on: &state)
        let (line, id) = (state.cursorPlace(in: Self.size), cursorRow(state))
        let offset = state.shownBody?.offset(in: .pretty, columns: 39, line: line?.line ?? 0, column: 0) ?? 0
        press(.cycleBodyMode, on: &state)
        #expect(state.bodyMode == .raw)
        let raw = state.cursorPlace(in: Self.size)
        #expect(raw?.column == offset / 39 * 39)
        press(.cycleBodyMode, on: &state)
        #expect(state.bodyMode == .hex)
        #expect(
            state.cursorPlace(in: Self.size)?.line == offset / 4 || state.cursorPlace(in: Self.size)?.line == offset / 8
        )
        press(.cycleBodyMode, on: &state)
        #expect(state.cursorPlace(in: Self.size) == line)
        #expect(cursorRow(state) == id)
    }

    @Test func `markup keeps the byte, not the share of the body`() throws {
        let padding = String(repeating: "<p>x</p>", count: 200)
        let text = "<r>" + padding + "<wanted>here</wanted><!--" + String(repeating: "long ", count: 4000) + "--></r>"
        var state = Self.state(text, type: "application/xml")
        #expect(state.bodyMode == .pretty)
        press(.search, on: &state)
        for key in "wanted" { state.handle(.character(key), in: Self.size) }
        state.handle(.enter, in: Self.size)
        #expect(cursorRow(state).contains("<wanted>"))
        press(.cycleBodyMode, on: &state)
        #expect(state.bodyMode == .raw)
        #expect(cursorRow(state).contains("<wanted>here") || cursorRow(state).contains("wan"))
        press(.cycleBodyMode, .cycleBodyMode, on: &state)
        #expect(state.bodyMode == .pretty && cursorRow(state).contains("<wanted>"))
    }

    // MARK: Selection

    private func robot(_ body: String, type: String) throws -> Robot {
        let robot = Robot(100, 30)
        robot.press("j")
        let id = try #require(robot.send())
        let response = F.response(headers: [HeaderField("Content-Type", type)], body: Array(body.utf8))
        robot.finish(F.exchange(id.rawValue, hops: [F.hop(response: response)]))
        robot.press("3")
        robot.effects = []
        return robot
    }

    private func copied(_ robot: Robot) -> [String] { robot.takeNames().filter { $0.hasPrefix("copy ") } }

    @Test func `selected lines are copied, downwards and upwards`() throws {
        let robot = try robot("one\ntwo\nthree\nfour", type: "text/plain")
        robot.press("j", "m", "j")
        #expect(robot.footer.contains("Selecting lines"))
        robot.press("y")
        #expect(copied(robot) == ["copy two\nthree"])
        #expect(!robot.hasDialog)
        robot.press("j", "m", "k", "k", "y")
        #expect(copied(robot) == ["copy two\nthree\nfour"])
        robot.press("y")
        #expect(robot.hasDialog, "the selection is over")
    }

    @Test func `Esc leaves the selection before anything else, a second m too`() throws {
        let robot = try robot("one\ntwo\nthree\nfour", type: "text/plain")
        robot.press("m", "j", .escape, "y")
        #expect(robot.hasDialog)
        robot.press(.escape, "m", "j", "m", "y")
        #expect(robot.hasDialog)
        robot.press(.escape, "m", "]", "[", "y")
        #expect(robot.hasDialog, "another tab")
    }

    @Test func `selected rows are marked`() {
        var state = Self.state("one\ntwo\nthree", type: "text/plain")
        press(.selectLines, .moveDown, on: &state)
        let buffer = F.buffer(state, 40, 12)
        let y = 1 + state.layout(in: Self.size).content.y
        #expect([0, 1, 2].map { buffer[0, y + $0].style.role } == [.selectionUnfocused, .selection, .text])
    }

    @Test func `what is folded is one line of a selection`() throws {
        let robot = try robot(#"{"a":[1,2,3],"b":4}"#, type: "application/json")
        robot.press("j", .enter, "m", "j", "y")
        #expect(copied(robot) == ["copy   \"a\": [ 3 items, 7 B ],\n  \"b\": 4"])
    }
}
