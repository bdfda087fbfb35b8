import NetEngine
import Testing

@testable import Explorer
@testable import TerminalUI
@testable import Workspace

@Suite struct EditTests {
    private func text(_ robot: Robot, _ file: String = "orders.http") -> String {
        robot.text(of: file)
    }

    @Test func `editing the URL changes its line and marks the file`() {
        let robot = Robot()
        robot.press("2", "i", .control("u"))
        robot.type("http://h/new")
        robot.press(.enter)
        #expect(text(robot).contains("GET http://h/new\n"))
        #expect(robot.unsaved == ["/c/orders.http"])
        #expect(robot.screen.contains("^S save"))
    }

    @Test func `the method field walks through the known methods and takes free text`() {
        let robot = Robot()
        robot.press("2", "m", .down, .enter)
        #expect(robot.border(.request).contains(" POST "))
        robot.press("m", .control("u"))
        robot.type("PURGE")
        robot.press(.enter)
        #expect(robot.border(.request).contains(" PURGE "))
    }

    @Test func `the method is typed on a border of its own, with the URL behind it`() {
        let robot = Robot()
        robot.press("2", "m")
        let border = robot.border(.request).dropFirst().dropLast().split(separator: " ")
        #expect(border == ["GET", "{{base}}/orders?page=1&size=20"], "\(robot.border(.request))")
    }

    @Test func `a refused edit says why and keeps what was typed`() {
        let robot = Robot()
        robot.press("2", "m", .control("u"))
        robot.type("GE T")
        robot.press(.enter)
        #expect(robot.typed == "GE T")
        #expect(robot.footer.hasPrefix(" ! "))
        robot.press("1")
        #expect(robot.typed == "GE T1", "1 is text here")
    }

    @Test func `headers are added, edited, switched off and removed by key`() {
        let robot = Robot()
        robot.press("2", "]")
        #expect(robot.tab == "Headers")
        robot.press("A")
        robot.type("X-Trace")
        robot.press(.enter)
        robot.type("on")
        robot.press(.enter)
        #expect(text(robot).contains("X-Trace: on\n"))
        robot.press(" ")
        #expect(text(robot).contains("# X-Trace: on\n"))
        robot.press(" ", "e", .tab)
        #expect(robot.typed == "X-Trace: on")
        robot.press(.escape, "D")
        #expect(!text(robot).contains("X-Trace"))
        robot.press("u")
        #expect(text(robot).contains("X-Trace"))
    }

    @Test func `Tab from a URL that is refused stays there, and the wheel leaves a field alone`() {
        let robot = Robot()
        robot.press("2", "i", .control("u"), .tab)
        #expect(robot.typed?.isEmpty == true && robot.footer.hasPrefix(" ! "), "\(robot.screen)")
        robot.type("http://h/")
        robot.press(.tab)
        #expect(robot.typed == "GET" && robot.openTarget == "http://h/")
        let rows = Robot()
        rows.press("2", "e")
        let before = rows.screen
        let inside = rows.layout.inside(.request)
        rows.click(inside.x + 4, inside.y + 2, .scrollDown)
        #expect(rows.screen == before && rows.typed == "page: 1")
        for kind in [MouseEvent.Kind.press, .doublePress] { rows.click(inside.x + 4, inside.y + 2, kind) }
        #expect(rows.typed == "size: 20", "another row is edited, and what was typed is taken")
    }

    @Test func `a click below the rows selects none of them`() {
        let robot = Robot()
        robot.press("2", "j")
        #expect(robot.selectedRow(.request)?.hasPrefix("✓ size") == true, "\(robot.screen)")
        let inside = robot.layout.inside(.request)
        for kind in [MouseEvent.Kind.press, .doublePress] {
            robot.click(inside.x + 4, inside.y + 3, kind)
            #expect(robot.selectedRow(.request)?.hasPrefix("✓ size") == true && robot.typed == nil, "\(robot.screen)")
        }
        robot.click(inside.x + 4, inside.y + 1)
        #expect(robot.selectedRow(.request)?.hasPrefix("✓ page") == true)
    }

    @Test func `the body keeps its edits on Esc`() {
        let robot = Robot()
        robot.press("j", .enter)
        #expect(robot.tab == "Body")
        robot.press("e")
        robot.type("// new\n".filter { $0 != "\n" })
        robot.press(.escape)
        #expect(text(robot).contains("// new"))
    }

    @Test func `every printable key is text in a field`() {
        let robot = Robot()
        robot.press("2", "i", .control("u"))
        let all = (33...126).compactMap(UnicodeScalar.init).map { String(Character($0)) }.joined()
        robot.type(all)
        #expect(robot.typed == all)
    }

    @Test func `E takes the request's block to the editor, and its result back`() throws {
        let robot = Robot()
        robot.press("2", "E")
        guard case .editExternally(let job)? = robot.take().last else {
            Issue.record("no editor was asked for")
            return
        }
        #expect(job.part == .block && job.fileExtension == "http")
        #expect(job.text.contains("GET {{base}}/orders?page=1&size=20\n"))
        let edited = job.text.replacing("size=20", with: "size=50")
        robot.tell(.editedExternally(job, .changed(edited)))
        #expect(text(robot).contains("size=50"))
        #expect(text(robot).contains("### create order"))
    }

    @Test func `a text of the editor without a request deletes the request, which is said and taken back by u`() {
        let robot = Robot()
        let before = text(robot)
        robot.press("2", "E")
        guard case .editExternally(let job)? = robot.take().last else {
            Issue.record("no editor was asked for")
            return
        }
        robot.tell(.editedExternally(job, .changed("# later\n")))
        #expect(!text(robot).contains("size=20") && text(robot).contains("# later"))
        #expect(
            robot.footer.contains("! The editor's text has no request, so GET list orders is deleted. u takes it back"))
        robot.press("1", "u")
        #expect(text(robot) == before)
    }

    @Test func `a text of the editor with a mistyped request line is refused, with its line, and not lost`() {
        let robot = Robot()
        let before = text(robot)
        robot.press("2", "E")
        guard case .editExternally(let job)? = robot.take().last else {
            Issue.record("no editor was asked for")
            return
        }
        let typo = "### list orders\n# mine\nGETX Y http://h/a\n"
        robot.tell(.editedExternally(job, .changed(typo)))
        #expect(text(robot) == before && robot.border(.request).contains("list orders"))
        #expect(
            robot.toastText
                == "The editor's text was not taken; E opens it again. It has no request. Line 3, GETX Y http://h/a: "
                + "This is neither a request line nor a comment nor a variable.")
        robot.press("E")
        guard case .editExternally(let again)? = robot.take().last else {
            Issue.record("no editor was asked for again")
            return
        }
        #expect(again.text == typo)
        robot.tell(.editedExternally(again, .changed("### list orders\nGET http://h/a\n")))
        #expect(robot.openTarget == "http://h/a")
    }

    @Test func `on the Body tab E takes the body alone`() {
        let robot = Robot()
        robot.press("j", "2")
        for _ in 0..<8 where robot.tab != "Body" { robot.press("]") }
        robot.press("E")
        guard case .editExternally(let job)? = robot.take().last else {
            Issue.record("no editor was asked for")
            return
        }
        #expect(job.part == .body && job.fileExtension == "json")
        #expect(job.text == "{\n  \"sku\": \"{{sku}}\",\n  \"count\": 2\n}")
    }

    @Test func `an editor that fails changes nothing`() {
        let robot = Robot()
        let before = text(robot)
        robot.press("2", "E")
        guard case .editExternally(let job)? = robot.take().last else {
            Issue.record("no editor was asked for")
            return
        }
        robot.tell(
            .editedExternally(job, .failed("The editor ended with status 1; nothing was changed.")))
        #expect(text(robot) == before)
        #expect(robot.footer.contains("ended with status 1"))
    }

    @Test func `saving asks for the bytes with the stamp they replace, and clears the mark`() throws {
        let robot = Robot()
        robot.press("2", "m", .down, .enter)
        _ = robot.take()
        robot.press(.control("s"))
        guard case .save(let job)? = robot.take().last else {
            Issue.record("nothing was saved")
            return
        }
        #expect(job.path == "/c/orders.http" && !job.isForced)
        #expect(job.stamp.bytes == Array(Robot.orders.utf8))
        robot.tell(.saveFinished(job, .saved(FileStamp(bytes: job.bytes))))
        #expect(robot.unsaved.isEmpty)
    }

    @Test func `a conflict offers reload, overwrite and neither`() throws {
        let robot = Robot()
        robot.press("2", "m", .down, .enter, .control("s"))
        guard case .save(let job)? = robot.take().last else {
            Issue.record("nothing was saved")
            return
        }
        let theirs = Array("### theirs\nGET http://h/theirs\n".utf8)
        robot.tell(.saveFinished(job, .conflict(onDisk: theirs)))
        #expect(robot.screen.contains("changed on disk"))
        let second = robot.copy()
        let third = robot.copy()
        robot.press("o")
        #expect(robot.takeNames() == ["save /c/orders.http forced"])
        second.press("r")
        #expect(Array(text(second).utf8) == theirs)
        third.press(.escape)
        #expect(third.unsaved == ["/c/orders.http"])
    }

    @Test func `quitting with unsaved edits asks, and saves first when told to`() throws {
        let robot = Robot()
        robot.press("2", "m", .down, .enter)
        _ = robot.take()
        robot.press("Q")
        #expect(robot.takeNames().isEmpty)
        #expect(robot.screen.contains("unsaved edits"))
        robot.press("s")
        guard case .save(let job)? = robot.take().last else {
            Issue.record("nothing was saved")
            return
        }
        robot.tell(.saveFinished(job, .saved(FileStamp(bytes: job.bytes))))
        #expect(robot.takeNames() == ["quit"])
    }

    @Test func `a paste goes into the field in one piece`() {
        let robot = Robot()
        robot.press("2", "i", .control("u"))
        robot.paste("http://h/a?b=c\n")
        #expect(!robot.footer.contains("one line"))
        robot.press(.enter)
        #expect(text(robot).contains("GET http://h/a?b=c\n"))
    }

    @Test func `pasted lines that become one line in a field of the request or a form are told`() {
        let sentence = "The pasted lines are one line here, joined by spaces."
        let robot = Robot()
        robot.press("2", "i", .control("u"))
        robot.paste("http://h/a\nb")
        #expect(robot.footer.contains(sentence))
        robot.press(.control("g"), "1", "g", "j", "r")
        robot.paste("one\ntwo")
        #expect(robot.footer.contains(sentence))
    }

    @Test func `pasted lines of a body stay lines, without a word`() {
        let robot = Robot(files: [("a.http", "POST http://h/\n\nx\n")])
        robot.press("2")
        for _ in 0..<6 where robot.tab != "Body" { robot.press("]") }
        robot.press(.enter)
        robot.paste("one\ntwo\n")
        #expect(!robot.footer.contains("one line"))
        robot.press(.escape)
        #expect(robot.text(of: "a.http").contains("one\ntwo\n"))
    }
}
