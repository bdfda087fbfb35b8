import NetEngine
import TestSupport
import Testing

@testable import Base
@testable import Bodies
@testable import Explorer
@testable import TerminalUI
@testable import Workspace

private typealias F = ExchangeFixtures

/// What is selected with the mouse, and what can be copied of the line under the cursor, as values.
@Suite struct TextSelectionTests {
    private static let size = Size(columns: 20, rows: 6)

    private static func state(_ text: String = "one\ntwo\nthree") -> ResponsePaneState {
        F.pane(body: text, type: "text/plain")
    }

    /// What a drag between two points of the pane copies. The tabs are in the row 0.
    private static func copied(_ points: (Int, Int)..., change: (inout ResponsePaneState) -> Void = { _ in }) -> String?
    {
        var state = Self.state()
        for (place, point) in points.enumerated() {
            let point = Point(x: point.0, y: point.1)
            if place == 0 { state.pressText(at: point, in: size) } else { state.dragText(to: point, in: size) }
        }
        change(&state)
        return state.textToCopy(in: size).map { (try? $0.text().string) ?? $0.name }
    }

    @Test func `a drag selects from character to character, both with it, in either direction`() {
        #expect(Self.copied((1, 1), (2, 3)) == "ne\ntwo\nthr" && Self.copied((2, 3), (1, 1)) == "ne\ntwo\nthr")
        #expect(Self.copied((0, 2), (1, 2)) == "tw" && Self.copied((1, 2), (0, 2)) == "tw")
        #expect(Self.copied((1, 1)) == nil && Self.copied((1, 1), (2, 1), (1, 1)) == nil, "a single place is none")
        #expect(Self.copied((0, 1), (90, 1)) == "one" && Self.copied((2, 1), (-5, 1)) == "one")
        #expect(Self.copied((0, 2), (1, 90)) == "two\nth", "below the content is its last row")
        #expect(Self.copied((1, 0), (2, 3)) == nil && Self.copied((1, 6), (2, 3)) == nil, "it begins in the content")
        #expect(Self.copied((1, 1), (2, 3)) { $0.tab = .headers } == nil)
    }

    @Test func `a wide character is selected whole from either of its columns, also alone`() {
        func copied(_ start: Int, _ end: Int) -> String? {
            var state = F.pane(body: "日本abc", type: "text/plain; charset=utf-8")
            state.pressText(at: Point(x: start, y: 1), in: Self.size)
            state.dragText(to: Point(x: end, y: 1), in: Self.size)
            return state.textToCopy(in: Self.size).map { (try? $0.text().string) ?? $0.name }
        }
        #expect(copied(1, 3) == "日本" && copied(3, 1) == "日本" && copied(0, 2) == "日本")
        #expect(copied(3, 5) == "本ab" && copied(5, 3) == "本ab" && copied(2, 3) == "本" && copied(4, 5) == "ab")
    }

    @Test func `a line has the columns that are selected of it`() {
        typealias Place = ResponsePaneState.Place
        func columns(_ start: Place, _ end: Place, _ line: Int) -> Range<Int>? {
            ResponsePaneState.TextSelection(tab: .body, start: start, end: end).columns(ofLine: line)
        }
        let (first, last) = (Place(line: 2, column: 5), Place(line: 4, column: 7))
        for (start, end) in [(first, last), (last, first)] {
            #expect(
                (1...5).map { columns(start, end, $0) } == [nil, 5..<Int.max, 0..<Int.max, 0..<8, nil])
        }
        let (left, right) = (Place(line: 2, column: 5), Place(line: 2, column: 7))
        #expect(columns(left, right, 2) == 5..<8 && columns(right, left, 2) == 5..<8)
    }

    @Test func `above and below the content a drag scrolls, and in it does not`() {
        let text = (1...30).map { "line \($0)" }.joined(separator: "\n")
        func top(_ y: Int) -> Int {
            var state = Self.state(text)
            state.scroll(by: 4, in: Self.size)
            state.pressText(at: Point(x: 0, y: 2), in: Self.size)
            state.dragText(to: Point(x: 1, y: y), in: Self.size)
            return state.scroll.line
        }
        #expect([0, 1, 3, 5, 6, 9].map(top) == [3, 4, 4, 4, 5, 5])
        var other = Self.state(text)
        other.pressText(at: Point(x: 0, y: 2), in: Self.size)
        other.tab = .headers
        other.dragText(to: Point(x: 0, y: 9), in: Self.size)
        #expect(other.scroll == ScrollPosition() && other.textSelection?.end.line == 1)
    }

    private static let selection = ResponsePaneState.TextSelection(
        tab: .body, start: .init(), end: .init(line: 1, column: 0))

    @Test func `leaving says whether there was a selection on the tab in view, and drops both`() {
        for (isMarked, isDragged, tab, wasThere) in [
            (true, false, ResponseTab.body, true), (false, true, .body, true), (false, false, .body, false),
            (true, true, .headers, false),
        ] {
            var state = Self.state()
            if isMarked { _ = state.toggleSelection(in: Self.size) }
            if isDragged { state.textSelection = Self.selection }
            state.tab = tab
            let found = state.leaveSelection()
            #expect(found == wasThere && state.selection == nil && state.textSelection == nil)
        }
    }

    @Test func `lines are selected from where it began to the cursor, on the tab where it began`() {
        var state = Self.state()
        _ = state.perform(.moveDown, in: Self.size)
        _ = state.perform(.selectLines, in: Self.size)
        #expect(state.selectedLines(in: Self.size) == 1...1)
        _ = state.perform(.moveDown, in: Self.size)
        #expect(state.selectedLines(in: Self.size) == 1...2)
        _ = state.perform(.top, in: Self.size)
        #expect(state.selectedLines(in: Self.size) == 0...1)
        state.tab = .headers
        #expect(state.selectedLines(in: Self.size) == nil && state.selectionToCopy(in: Self.size) == nil)
        state.tab = .checks
        let isBegun = state.toggleSelection(in: Self.size)
        #expect(!isBegun)
    }

    // MARK: The value under the cursor

    private static func parts(_ body: String, type: String = "application/json", line: Int = 0) -> [String]? {
        var state = F.pane(body: body, type: type)
        let size = Size(columns: 60, rows: 20)
        for _ in 0..<line { _ = state.perform(.moveDown, in: size) }
        return state.copyableValue(in: size)?.parts.map { "\($0.name): \($0.detail)" }
    }

    @Test func `a value is named by its beginning, an object or list by its size, and each has its path`() {
        #expect(Self.parts(#"{"a":[1],"b":2}"#) == ["value: object of 2 members, 15 B", "path: $"])
        #expect(Self.parts(#"{"a":[1],"b":2}"#, line: 1) == ["value: array of 1 item, 3 B", "path: $['a']"])
        #expect(Self.parts(#"{"a":[1],"b":2}"#, line: 2) == ["value: 1", "path: $['a'][0]"])
        let long = String(repeating: "x", count: 300)
        #expect(Self.parts("[\"\(long)\"]", line: 1) == ["value: \"\(long.prefix(199))", "path: $[0]"])
        #expect(Self.parts("  padded  \nnext", type: "text/plain") == ["line: padded"])
        #expect(Self.parts("   \nnext", type: "text/plain") == nil)
    }

    @Test func `of JSON that was cut a list is as long as it is so far`() {
        #expect(Self.parts(#"{"a":[1,2"#)?.first?.hasSuffix(" so far") == true)
        #expect(Self.parts(#"{"a":[1,2]}"#)?.first?.hasSuffix(" so far") == false)
    }
}
