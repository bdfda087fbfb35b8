import Testing

@testable import Explorer
@testable import TerminalUI

/// What becomes of a filter and of a search when something else is done.
@Suite struct FilterAndSearchTests {
    private func filtered() -> Robot {
        let robot = Robot()
        robot.press("/")
        robot.type("create")
        return robot
    }

    @Test func `F5 in the filter closes its field, sends the selected request and keeps the filter`() {
        let robot = filtered()
        robot.press(.function(5))
        #expect(robot.takeNames().contains("resolve to send"))
        robot.press("?")
        #expect(robot.screen.contains("search the keys"), "the key is a command again, not text")
        robot.press(.escape)
        #expect(robot.screen.contains("create order") && !robot.screen.contains("DEL"))
    }

    @Test func `Esc in another pane keeps the filter`() {
        let robot = filtered()
        robot.press(.enter, "2", .escape)
        #expect(!robot.screen.contains("DEL"))
        robot.press("3", .escape, "4", .escape)
        #expect(!robot.screen.contains("DEL"))
        robot.press("1", .escape)
        #expect(robot.screen.contains("DEL"))
    }

    /// A response that was searched for `paid`.
    private func searched() throws -> Robot {
        let robot = Robot()
        try robot.finish(try #require(robot.send()), .ok)
        robot.press("3", "/")
        robot.type("paid")
        robot.press(.enter)
        #expect(robot.screen.contains("1 of 1"))
        return robot
    }

    @Test func `Esc in Response leaves the search`() throws {
        let robot = try searched()
        robot.press(.escape)
        #expect(!robot.screen.contains("1 of 1"))
    }

    @Test(arguments: [Key.character("1"), "2", "4"])
    func `Esc in another pane keeps the search`(pane: Key) throws {
        let robot = try searched()
        robot.press(pane, .escape)
        #expect(robot.screen.contains("1 of 1"))
    }
}
