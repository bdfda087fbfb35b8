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

    @Test func `u names the request whose edit it takes back, and goes to it`() {
        let text = "### one\nGET http://h/1\n\n### two\nGET http://h/2\n\n### three\nGET http://h/3\n"
        let robot = Robot(files: [("x.http", text)])
        for (row, target) in [("one", "/a"), ("three", "/b")] {
            robot.selectRow(row)
            robot.press(.enter, "i", .control("u"))
            robot.type(target)
            robot.press(.enter)
        }
        robot.press("u")
        #expect(robot.toastText == "The edit of GET three is taken back." && robot.openTarget == "http://h/3")
        robot.press("u")
        #expect(robot.toastText == "The edit of GET one is taken back." && robot.text(of: "x.http") == text)
        #expect(robot.openTarget == "http://h/1" && robot.selectedRow(.collections)?.contains("one") == true)
        #expect(robot.focus == .request)
        robot.press("U", "U")
        #expect(robot.toastText == "The edit of GET three is made again." && robot.openTarget == "/b")
    }

    @Test(arguments: [BodyType.none, .file, .xml])
    func `u takes back the choice of a body type whole`(type: BodyType) {
        let text = "### a\nPOST http://h/a\nContent-Type: application/json\n\n{\"a\": 1}\n"
        let robot = Robot(files: [("x.http", text)])
        robot.press("2", "T")
        let steps = (BodyType.allCases.firstIndex(of: type) ?? 0) - 1
        // JSON is the second row.
        for _ in 0..<abs(steps) { robot.press(steps < 0 ? .up : .down) }
        robot.press(.enter)
        #expect(robot.text(of: "x.http") != text)
        robot.press("u")
        #expect(robot.text(of: "x.http") == text)
        robot.press("U", "u", "u")
        #expect(robot.toastText == "Nothing to take back in this file." && robot.text(of: "x.http") == text)
    }

    @Test func `u of a move names the request that was moved, and goes to it`() {
        let text = "### one\nGET http://h/1\n\n### two\nGET http://h/2\n\n### three\nGET http://h/3\n"
        for (row, move) in [("one", "+"), ("three", "-"), ("one", "+ +"), ("three", "- -"), ("two", "+")] {
            let robot = Robot(files: [("x.http", text)])
            robot.selectRow(row)
            robot.script(move)
            #expect(robot.text(of: "x.http") != text)
            for _ in move.split(separator: " ") { robot.press("u") }
            #expect(robot.toastText == "The move of GET \(row) is taken back.", "\(row) \(move)")
            #expect(robot.text(of: "x.http") == text && robot.selectedRow()?.contains(row) == true)
            robot.press("U")
            #expect(robot.toastText == "The move of GET \(row) is made again.", "\(row) \(move)")
        }
    }

    @Test(arguments: [
        (
            "create order", "users",
            "The move cannot be taken back: its edit of the other file is forgotten; move the request yourself."
        ),
        ("me", "orders", "GET list orders is there again."),
    ])
    func `of a move whose other half is forgotten only what brings the request back is taken back`(
        edited: String, file: String, sentence: String
    ) {
        let robot = Robot()
        robot.script("g j m ^U users.http Enter Enter")
        robot.selectRow(edited)
        robot.press("2")
        for number in 1...100 {
            robot.press("i", .control("u"))
            robot.type("/\(number)")
            robot.press(.enter)
        }
        robot.selectRow("\(file).http")
        robot.press("u")
        #expect(robot.toastText == sentence)
        #expect(robot.text(of: "users.http").contains("### list orders"))
        #expect(robot.text(of: "orders.http").contains("### list orders") == (file == "orders"))
    }

    @Test func `a request whose title begins with its method is named with the method once`() {
        let robot = Robot(files: [("x.http", "### GET x\nGET http://h/x\n")])
        robot.press("D", "d", "u")
        #expect(robot.toastText == "GET x is there again.")
    }

    @Test func `a request that u brings back is shown, and after a clone that is taken back the original`() {
        let text = "### one\nGET http://h/1\n\n### two\nGET http://h/2\n\n### three\nGET http://h/3\n"
        let robot = Robot(files: [("x.http", text)])
        robot.selectRow("two")
        robot.press("D", "d", "u")
        #expect(robot.toastText == "GET two is there again." && robot.openTarget == "http://h/2")
        robot.press("c", "u")
        #expect(robot.text(of: "x.http") == text && robot.openTarget == "http://h/2")
        #expect(robot.selectedRow()?.contains("two") == true && robot.toastText?.hasSuffix("is gone again.") == true)
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
