import Testing

@testable import Explorer
@testable import TerminalUI

/// How far edits can be undone.
@Suite struct UndoTests {
    @Test func `the last hundred edits can be taken back, and the oldest is forgotten first`() {
        let robot = Robot()
        func target() -> String? { robot.openTarget }
        robot.press("2")
        for number in 1...101 {
            robot.press("i", .control("u"))
            robot.type("/\(number)")
            robot.press(.enter)
        }
        #expect(target() == "/101")
        robot.press("u")
        #expect(target() == "/100")
        for _ in 1..<100 { robot.press("u") }
        #expect(target() == "/1")
        robot.press("u")
        #expect(target() == "/1")
    }

    @Test func `an editor's result keeps the line ends of the lines that stay, and new lines end as the one above`() {
        let text = "### one\r\nGET http://h/1\nA: 1\r\nB: 2\nC: 3\r\n\r\n### two\nGET http://h/2\n"
        let robot = Robot(files: [("mixed.http", text)])
        robot.press("2", "E")
        guard case .editExternally(let job)? = robot.take().last else {
            Issue.record("no editor was asked for")
            return
        }
        let edited = job.text.replacing("A: 1\nB: 2\nC: 3\n", with: "A: 9\nX: 8\nB: 2\nC: 7\n")
        robot.tell(.editedExternally(job, .changed(edited)))
        #expect(
            robot.text(of: "mixed.http")
                == text.replacing("A: 1\r\nB: 2\nC: 3\r\n", with: "A: 9\r\nX: 8\r\nB: 2\nC: 7\r\n"))
    }
}
