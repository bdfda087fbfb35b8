import NetEngine
import TestSupport
import Testing

@testable import Base
@testable import Explorer
@testable import TerminalUI
@testable import Workspace

/// `/`, `n` and `N` in the panes Log and Request.
@Suite struct SearchInPanesTests {
    /// A log of that many rows.
    private func log(_ count: Int) -> Robot {
        let robot = Robot()
        for number in 0..<count { add(number, to: robot) }
        robot.press("4")
        return robot
    }

    private func add(_ number: Int, to robot: Robot) {
        let url = "https://x.example/item/\(number)"
        robot.tell(.engine(ExchangeFixtures.event(UInt64(number + 1), 0, .queued(method: "GET", url: url))))
    }

    @Test func `in the Log a search selects the next row that has it, and n and N go on in a circle`() {
        let robot = log(12)
        robot.press("g", "/")
        robot.type("item/1")
        #expect(robot.screen.contains("1 of 3"), "\(robot.screen)")
        #expect(robot.selectedRow(.log)?.contains("item/1 ") == true, "\(robot.screen)")
        robot.press(.enter, "n")
        #expect(robot.selectedRow(.log)?.contains("item/10 ") == true)
        robot.press("n", "n")
        #expect(robot.selectedRow(.log)?.contains("item/1 ") == true)
        #expect(robot.screen.contains("from the top, 1 of 3"))
        robot.press("N")
        #expect(robot.selectedRow(.log)?.contains("item/11 ") == true)
        robot.press(.escape)
        #expect(!robot.screen.contains("of 3"))
        #expect(robot.selectedRow(.log)?.contains("item/11 ") == true)
    }

    @Test func `Esc in the field goes back to the row, and the log follows again`() {
        let robot = log(12)
        robot.press("/")
        robot.type("item/3")
        #expect(robot.screen.contains("paused"))
        robot.press(.escape)
        #expect(robot.screen.contains("following"))
        #expect(robot.selectedRow(.log)?.contains("item/11 ") == true)
    }

    @Test func `rows that come later are found too, and the selection stays`() {
        let robot = log(2)
        robot.press("g", "/")
        robot.type("item")
        robot.press(.enter)
        #expect(robot.screen.contains("1 of 2"), "\(robot.screen)")
        add(200, to: robot)
        #expect(robot.screen.contains("1 of 3"), "\(robot.screen)")
        #expect(robot.selectedRow(.log)?.contains("item/0 ") == true)
    }

    @Test func `an empty log says so`() {
        let robot = Robot()
        robot.press("4", "/")
        #expect(robot.screen.contains("Nothing was sent yet."))
        robot.press("n")
        #expect(robot.screen.contains("Nothing is searched for."))
    }

    private static let request: [(String, String)] = [
        (
            "a.http",
            """
            ### one
            POST https://x.example/?a=1&needle=2&b=3
            X-One: a
            X-Needle: b
            Content-Type: text/plain

            first line
            second needle
            \((0..<60).map { "line \($0)" }.joined(separator: "\n"))
            last NEEDLE
            """
        )
    ]

    private func request() -> Robot {
        let robot = Robot(files: Self.request)
        robot.press("G", .enter, "2")
        return robot
    }

    @Test func `in Request the body is searched, and the hit comes into view`() {
        let robot = request()
        #expect(robot.screen.contains("first line"), "\(robot.screen)")
        robot.press("/")
        robot.type("needle")
        #expect(robot.screen.contains("1 of 2"), "\(robot.screen)")
        robot.press(.enter, "n")
        #expect(robot.screen.contains("2 of 2") && robot.screen.contains("last NEEDLE"), "\(robot.screen)")
        robot.press("n")
        #expect(robot.screen.contains("second needle"))
        #expect(robot.frame.cells.contains { $0.style.role == .matchCurrent })
        robot.press(.escape)
        #expect(!robot.screen.contains("of 2"))
    }

    @Test func `in Request the rows of a tab are searched, and other tabs for the same words`() {
        let robot = request()
        robot.press("[", "g", "j", "/")
        robot.type("needle")
        #expect(robot.screen.contains("1 of 1"), "\(robot.screen)")
        #expect(robot.selectedRow(.request)?.contains("X-Needle") == true, "\(robot.screen)")
        robot.press(.enter, "[")
        #expect(robot.screen.contains("1 of 1"))
        #expect(robot.selectedRow(.request)?.contains("needle") == true, "\(robot.screen)")
        robot.press(.enter)
        #expect(robot.typed != nil, "Enter edits the row that was found")
    }

    @Test func `a hidden value is not found on the Vars tab`() {
        let robot = Robot(files: [("a.http", "### a\nGET http://h/{{token}}\n")])
        robot.press(.enter)
        let source = VariableUse.Source.environment(name: "dev", file: "/c/private.json", isPrivate: true)
        robot.lookUp([VariableUse(name: "token", value: "t0ken", source: source, isSecret: true)])
        robot.press("2", "/")
        robot.type("t0ken")
        #expect(robot.screen.contains("nothing found"), "\(robot.screen)")
        robot.press(.escape, " ", "/")
        robot.type("t0ken")
        #expect(robot.screen.contains("1 of 1"), "\(robot.screen)")
    }
}
