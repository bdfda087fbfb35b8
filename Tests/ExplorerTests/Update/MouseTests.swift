import Testing

@testable import Explorer
@testable import TerminalUI

@Suite struct MouseTests {
    @Test func `a click focuses the pane and selects the row, a second press opens it`() {
        let robot = Robot()
        robot.press("4")
        robot.click(on: "create order")
        #expect(robot.focus == .collections)
        #expect(robot.selectedRow()?.contains("create order") == true)
        robot.click(on: "POST  create", .doublePress)
        #expect(robot.focus == .request)
        #expect(robot.border(.request).contains("create order"))
    }

    @Test func `a click on a tab shows it`() {
        let robot = Robot()
        robot.click(on: "Options")
        #expect(robot.tab == "Options")
        #expect(robot.focus == .request)
    }

    @Test func `the wheel scrolls what is under it and leaves the focus`() {
        let robot = Robot()
        robot.press("2")
        robot.click(on: "orders.http", .scrollDown)
        #expect(robot.selectedRow()?.contains("users.http") == true)
        #expect(robot.focus == .request)
    }

    @Test func `the environment in the header opens the picker`() {
        let robot = Robot()
        robot.click(on: "env dev")
        #expect(robot.screen.contains("┏ Environment "))
    }

    @Test func `a double click on the environment opens the picker, and on a row of it chooses that row alone`() {
        let robot = Robot()
        robot.click(on: "env dev")
        robot.click(on: "env dev", .doublePress)
        #expect(robot.screen.contains("┏ Environment "))
        let list = robot.dialogContent
        robot.click(list.x + 1, list.y)
        #expect(!robot.hasDialog)
        let before = robot.focus
        robot.click(list.x + 1, list.y, .doublePress)
        #expect(robot.focus == before)
        #expect(robot.typed == nil, "what lies below the picker is not opened")
        // The next one starts another double click.
        robot.click(on: "create order")
        robot.click(on: "create order", .doublePress)
        #expect(robot.focus == .request)
    }
}
