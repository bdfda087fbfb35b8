import NetEngine
import Testing

@testable import apitui

@Suite struct FrameTests {
    @Test func `the whole screen at 120x40`() {
        let robot = Robot(120, 40)
        robot.resolveAll()
        expectScreen(robot, """
            """)
    }

    @Test func `the whole screen at 80x24 with the request in focus`() {
        let robot = Robot(80, 24)
        robot.press("j", .enter)
        expectScreen(robot, """
            """)
    }

    @Test func `one pane at 60x20`() {
        let robot = Robot(60, 20)
        robot.press("2", "]", "]", "]")
        expectScreen(robot, """
            """)
    }

    @Test func `39x9 asks for room`() {
        let robot = Robot(39, 9)
        expectScreen(robot, """
            """)
    }
}
