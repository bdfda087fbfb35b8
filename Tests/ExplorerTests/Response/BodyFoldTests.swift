import NetEngine
import TestSupport
import Testing

@testable import Base
@testable import Bodies
@testable import Explorer
@testable import TerminalUI

private typealias F = ExchangeFixtures

/// Folding of JSON in the response pane.
@Suite struct BodyFoldTests {
    private static let size = Size(columns: 60, rows: 12)

    private static func state(_ text: String, type: String = "application/json") -> ResponsePaneState {
        F.pane(body: text, type: type)
    }

    /// The rows of the content, without tabs, scroll bar and spaces at the end.
    private static func rows(_ state: ResponsePaneState) -> [String] {
        let content = state.layout(in: size).content
        return F.frame(state, size.columns + 1, size.rows).split(separator: "\n", omittingEmptySubsequences: false)
            .dropFirst(1 + content.y).prefix(content.height)
            .map { row in String(row.prefix(content.width)) }
            .map { row in row.split(separator: " ").isEmpty ? "" : String(row.reversed().drop { $0 == " " }.reversed())
            }
            .filter { !$0.isEmpty }
    }

    private func press(_ commands: Command..., on state: inout ResponsePaneState) {
        for command in commands {
            let isMeant = state.perform(command, in: Self.size)
            #expect(isMeant)
        }
    }

    private static let users = #"{"users":[{"id":1,"tags":["a"]},{"id":2,"tags":[]}],"next":null}"#

    @Test func `Enter folds what the row opens and opens it again`() {
        var state = Self.state(Self.users)
        press(.moveDown, .open, on: &state)
        #expect(Self.rows(state) == ["{", #"  "users": [ 2 items, 42 B ],"#, #"  "next": null"#, "}"])
        #expect(state.path(in: Self.size, width: 40)?.string == "$.users")
        press(.moveDown, on: &state)
        #expect(state.path(in: Self.size, width: 40)?.string == "$.next")
        press(.moveUp, .open, on: &state)
        #expect(Self.rows(state).prefix(4) == ["{", #"  "users": ["#, "    {", #"      "id": 1,"#])
    }

    @Test func `on a value or a closing bracket Enter folds what is around it, and the cursor goes there`() {
        var state = Self.state(Self.users)
        press(.moveDown, .moveDown, .moveDown, .open, on: &state)
        #expect(Self.rows(state).prefix(3) == ["{", #"  "users": ["#, "    { 2 members, 21 B },"])
        #expect(state.path(in: Self.size, width: 40)?.string == "$.users[0]")
        press(.bottom, .open, on: &state)
        #expect(Self.rows(state) == ["{ 2 members, 64 B }"])
        press(.open, on: &state)
        #expect(Self.rows(state).contains("    { 2 members, 21 B },"), "folds inside stay")
    }

    @Test func `on the closing bracket of a list Enter folds that list`() {
        var state = Self.state(Self.users)
        press(.bottom, .moveUp, .moveUp, .open, on: &state)
        #expect(Self.rows(state).contains(#"  "users": [ 2 items, 42 B ],"#))
        #expect(state.path(in: Self.size, width: 40)?.string == "$.users")
    }

    @Test func `all is folded by level, a level more or less, and unfolded`() {
        var state = Self.state(Self.users)
        press(.foldMore, on: &state)
        #expect(Self.rows(state) == ["{", #"  "users": [ 2 items, 42 B ],"#, #"  "next": null"#, "}"])
        press(.foldLess, on: &state)
        #expect(
            Self.rows(state) == [
                "{", #"  "users": ["#, "    { 2 members, 21 B },", "    { 2 members, 18 B }", "  ],",
                #"  "next": null"#, "}",
            ])
        press(.foldMore, .foldMore, .foldMore, on: &state)
        #expect(Self.rows(state) == ["{ 2 members, 64 B }"])
        press(.unfoldAll, on: &state)
        #expect(Self.rows(state).contains(#"      "id": 1,"#))
        press(.foldLess, on: &state)
        #expect(Self.rows(state).contains(#"      "id": 1,"#))
    }

    @Test func `where all is folded or unfolded the cursor stays on its line, or on the fold that the line is in`() {
        let items = (0..<400).map { "{\"id\":\($0)}" }.joined(separator: ",")
        var state = Self.state("[[\(items)],{\"last\":true}]")
        func path() -> String? { state.path(in: Self.size, width: 40)?.string }
        press(.foldMore, .moveDown, .moveDown, on: &state)
        #expect(path() == "$[1]")
        // Both put hundreds of rows before it.
        for command in [.foldLess, .unfoldAll] as [Command] {
            press(command, on: &state)
            #expect(path() == "$[1]", "\(command)")
        }
        press(.moveDown, on: &state)
        #expect(path() == "$[1].last")
        press(.foldMore, on: &state)
        #expect(path() == "$[1]" && Self.rows(state).count == 4)
    }

    @Test func `a hit inside a fold opens it`() {
        var state = Self.state(Self.users)
        press(.foldMore, .search, on: &state)
        for key in #""id": 2"# { state.handle(.character(key), in: Self.size) }
        state.handle(.enter, in: Self.size)
        #expect(state.path(in: Self.size, width: 40)?.string == "$.users[1].id")
        #expect(Self.rows(state).contains(#"      "id": 2,"#))
        #expect(Self.rows(state).contains("    { 2 members, 21 B },"), "others stay folded")
    }

    @Test func `while it is typed one hit is open at a time, later each that was gone to`() {
        var state = Self.state(#"[{"id":1,"tags":0},{"id":2,"tags":0}]"#)
        press(.foldMore, .search, on: &state)
        func open() -> [String] { Self.rows(state).filter { $0.contains(#""id":"#) } }
        for key in "tags" { state.handle(.character(key), in: Self.size) }
        #expect(open() == [#"    "id": 1,"#])
        state.handle(.down, in: Self.size)
        #expect(open() == [#"    "id": 2,"#])
        state.handle(.down, in: Self.size)
        state.handle(.enter, in: Self.size)
        #expect(open() == [#"    "id": 1,"#])
        press(.searchNext, on: &state)
        #expect(open() == [#"    "id": 1,"#, #"    "id": 2,"#])
        let wasLeft = state.leaveSearch()
        #expect(wasLeft && open().count == 2)
    }

    @Test func `leaving the field closes what hits opened, and a later search knows nothing of it`() {
        var state = Self.state(Self.users)
        press(.foldMore, on: &state)
        let folded = Self.rows(state)
        press(.search, on: &state)
        for key in #""id": 2"# { state.handle(.character(key), in: Self.size) }
        #expect(Self.rows(state) != folded)
        state.handle(.escape, in: Self.size)
        #expect(Self.rows(state) == folded)
        // What Enter kept open stays, also when another search is given up.
        press(.search, on: &state)
        for key in #""id": 2"# { state.handle(.character(key), in: Self.size) }
        state.handle(.enter, in: Self.size)
        let (found, wasLeft) = (Self.rows(state), state.leaveSearch())
        #expect(wasLeft)
        press(.search, on: &state)
        state.handle(.character("x"), in: Self.size)
        state.handle(.escape, in: Self.size)
        #expect(Self.rows(state).contains(#"      "id": 2,"#))
        #expect(found.contains(#"      "id": 2,"#))
    }

    @Test func `pages, the end and the scroll bar go by the rows that are shown`() {
        let items = (0..<400).map { "{\"id\":\($0),\"name\":\"n\($0)\"}" }.joined(separator: ",")
        var state = Self.state("[[\(items)],{\"last\":true}]")
        let bar = { (state: ResponsePaneState) in
            F.frame(state, 60, 12).split(separator: "\n").filter { $0.hasSuffix("█") }.count
        }
        #expect(bar(state) == 1)
        press(.moveDown, .open, on: &state)
        #expect(Self.rows(state) == ["[", "  [ 400 items, 9.8 KB ],", "  {", #"    "last": true"#, "  }", "]"])
        #expect(bar(state) != 1, "all is in view")
        press(.bottom, on: &state)
        #expect(state.path(in: Self.size, width: 40) == nil, "the last row is all of it")
        #expect(state.scroll.line == 0)
        press(.open, .unfoldAll, .foldMore, .foldLess, on: &state)
        press(.top, .pageDown, on: &state)
        #expect(state.path(in: Self.size, width: 40)?.string == "$[0][8]")
        press(.bottom, .moveUp, .moveUp, .moveUp, .moveUp, .moveUp, on: &state)
        #expect(state.path(in: Self.size, width: 40)?.string == "$[0][399]")
    }

    @Test func `lines that are not wrapped scroll over folds as wrapped ones do`() {
        let items = (0..<40).map { "{\"id\":\($0)}" }.joined(separator: ",")
        var wrapped = Self.state("[\(items)]")
        press(.foldMore, on: &wrapped)
        var whole = wrapped
        press(.toggleWrap, on: &whole)
        for command in [
            .pageDown, .moveDown, .bottom, .pageUp, .halfPageUp, .pageUp, .pageUp, .pageUp, .halfPageDown, .top,
        ] as [Command] {
            press(command, on: &wrapped)
            press(command, on: &whole)
            #expect(Self.rows(whole) == Self.rows(wrapped), "\(command)")
            #expect(
                whole.path(in: Self.size, width: 40)?.string == wrapped.path(in: Self.size, width: 40)?.string,
                "\(command)")
        }
        wrapped.scroll(by: 7, in: Self.size)
        wrapped.scroll(by: -3, in: Self.size)
        whole.scroll(by: 7, in: Self.size)
        whole.scroll(by: -3, in: Self.size)
        #expect(Self.rows(whole) == Self.rows(wrapped) && whole.scroll.line == 10)
    }

    @Test func `going to another view and back keeps the folds`() {
        var state = Self.state(Self.users)
        press(.moveDown, .open, .cycleBodyMode, on: &state)
        #expect(!Self.rows(state).joined().contains("items"))
        #expect(!state.canFold)
        press(.cycleBodyMode, .cycleBodyMode, on: &state)
        #expect(Self.rows(state).contains(#"  "users": [ 2 items, 42 B ],"#))
    }

    @Test func `the next response keeps the level, and no other fold`() {
        var state = Self.state(Self.users)
        press(.foldMore, .moveDown, .open, on: &state)
        #expect(Self.rows(state).contains(#"  "users": ["#))
        let next = F.exchange(2, response: F.response(body: Array(Self.users.utf8)))
        state.begin(id: next.id, label: F.label, at: F.moment(300))
        _ = state.apply(F.event(2, 10, .finished(next)))
        #expect(Self.rows(state).contains(#"  "users": [ 2 items, 42 B ],"#))
    }

    @Test func `records of JSON lines have their number in the path`() {
        var state = Self.state("{\"a\":{\"b\":1}}\n{\"a\":{\"b\":2}}\n7\n", type: "application/x-ndjson")
        press(.foldMore, .foldMore, on: &state)
        #expect(Self.rows(state) == ["{ 1 member, 13 B }", "{ 1 member, 13 B }", "7"])
        press(.moveDown, on: &state)
        #expect(state.path(in: Self.size, width: 40)?.string == "$[1]")
        press(.open, .moveDown, .open, .moveDown, on: &state)
        #expect(state.path(in: Self.size, width: 40)?.string == "$[1].a.b")
        press(.bottom, on: &state)
        #expect(state.path(in: Self.size, width: 40)?.string == "$[2]")
    }

    @Test func `a place in a hundred thousand levels is shown at once`() throws {
        let depth = 100_000
        var state = Self.state(String(repeating: "[", count: depth) + "77" + String(repeating: "]", count: depth))
        press(.foldMore, on: &state)
        let exchange = try #require(state.shown?.exchange)
        state.bodyPrepared(ExchangeDocument(exchange), in: Self.size)
        press(.search, on: &state)
        for key in "77" { state.handle(.character(key), in: Self.size) }
        for case .search(let job) in state.searchEffects(in: Self.size, id: 1) {
            job.work(isStopped: { false }, report: { state.searched(1, $0, in: Self.size) })
        }
        #expect(Self.rows(state).joined().contains("77"))
    }

    @Test func `what cannot be folded says so`() {
        let robot = Robot()
        robot.press("3", "-")
        #expect(robot.footer.contains("Only JSON folds"))
    }
}
