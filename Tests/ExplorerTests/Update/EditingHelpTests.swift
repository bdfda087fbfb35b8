import NetEngine
import Testing

@testable import Explorer
@testable import HTTPFormat
@testable import TerminalUI
@testable import Workspace

/// What helps to edit a request: undo and redo, what Esc keeps, parameters as they are read, JSON bodies.
@Suite struct EditingHelpTests {
    @Test func `the help says what ends a field with its text and what drops it, as the footer does`() {
        let robot = Robot()
        robot.press("2", "]", "A")
        #expect(robot.footer.contains("Enter value   ^G drop"), "\(robot.footer)")
        robot.type("X-Trace")
        robot.press(.enter)
        #expect(robot.footer.contains("Enter apply   ^G drop"), "\(robot.footer)")
        robot.press(.control("g"), "?", "/")
        robot.type("what was typed")
        #expect(robot.screen.contains("Leave a field; Request keeps what was typed"), "\(robot.screen)")
        #expect(robot.screen.contains("In Request drop what was typed."))
    }

    // MARK: Undo and redo

    @Test func `U makes again what u took back, in both panes`() {
        let robot = Robot()
        robot.press("2", "i", .control("u"))
        robot.type("/one")
        robot.press(.enter, "i", .control("u"))
        robot.type("/two")
        robot.press(.enter, "u", "u")
        let before = robot.text()
        robot.press("U")
        #expect(robot.openTarget == "/one")
        #expect(robot.footer.contains("is made again."))
        robot.press("1", "U")
        #expect(robot.openTarget == "/two")
        robot.press("U")
        #expect(robot.openTarget == "/two" && robot.footer.contains("Nothing was taken back"))
        robot.press("u", "u")
        #expect(robot.text() == before)
    }

    @Test func `an edit after an undo leaves nothing to make again`() {
        let robot = Robot()
        robot.press("2", "m", .down, .enter, "u", "m", .up, .enter)
        let now = robot.text()
        #expect(!robot.offers(.redo))
        robot.press("U")
        #expect(robot.text() == now)
    }

    @Test func `every kind of edit is taken back and made again`() {
        let robot = Robot()
        let edits: [[Key]] = [
            ["2", "]", "A", "X", .enter, "1", .enter], ["2", " "], ["2", "D"], ["1", "c"], ["1", "+"],
        ]
        for edit in edits {
            let before = robot.text()
            for key in edit { robot.press(key) }
            let after = robot.text()
            #expect(after != before)
            robot.press("1", "u")
            #expect(robot.text() == before)
            robot.press("U")
            #expect(robot.text() == after)
        }
    }

    @Test func `in a field Alt-U takes back and Alt-R makes again`() {
        let robot = Robot()
        robot.press("2", "i", .control("u"))
        robot.type("x")
        robot.press(.alt("u"), .alt("u"))
        #expect(robot.typed == "{{base}}/orders?page=1&size=20")
        robot.press(.alt("r"))
        #expect(robot.typed == "")
    }

    // MARK: Esc

    @Test func `Esc in a field keeps what was typed, and Ctrl-G drops it`() {
        let robot = Robot()
        let before = robot.text()
        robot.press("2", "i")
        robot.type("&zzz")
        #expect(robot.footer.contains("^G drop"))
        robot.press(.control("g"))
        #expect(robot.text() == before && robot.typed == nil)
        #expect(robot.footer.contains("What was typed is dropped."))
        robot.press("i")
        robot.type("&zzz")
        robot.press(.escape)
        #expect(robot.typed == nil)
        #expect(robot.openTarget == "{{base}}/orders?page=1&size=20&zzz")
    }

    @Test func `Esc where what was typed is refused leaves the field open with the reason`() {
        let robot = Robot()
        robot.press("2", "m", .control("u"))
        robot.type("GE T")
        robot.press(.escape, .escape)
        #expect(robot.typed == "GE T")
        #expect(robot.footer.hasPrefix(" ! "))
        robot.press(.control("g"))
        #expect(robot.typed == nil && robot.border(.request).contains(" GET "))
    }

    @Test func `Esc in a field that was not touched closes it without a word`() {
        let robot = Robot()
        let before = robot.text()
        robot.press("2", "]", "A", .escape)
        #expect(robot.typed == nil && robot.text() == before)
        robot.press("A", .control("g"))
        #expect(robot.typed == nil && !robot.footer.contains("dropped"))
    }

    @Test func `Ctrl-G drops what was typed in a body`() {
        let robot = Robot()
        let before = robot.text()
        robot.press("j", .enter, "e")
        robot.type("zzz")
        #expect(robot.footer.contains("^G drop"))
        robot.press(.control("g"))
        #expect(robot.typed == nil && robot.text() == before)
    }

    // MARK: Parameters

    private static let encoded = [
        ("a.http", "### a\nGET http://h/?q=a%20b%26c&plus=1+1&raw={{x}}%c3%b6&%66lag\nAccept: */*\n")
    ]

    @Test func `parameters are shown decoded, and what is not touched stays as it is written`() {
        let robot = Robot(files: Self.encoded)
        let before = robot.text(of: "a.http")
        robot.press("2")
        #expect(robot.tab == "Params")
        #expect(robot.screen.contains("a b&c") && robot.screen.contains("1+1") && robot.screen.contains("{{x}}ö"))
        robot.press("e")
        #expect(robot.typed == "q: a b&c")
        robot.press(.enter)
        #expect(robot.text(of: "a.http") == before && robot.unsaved.isEmpty)
    }

    @Test func `what is typed in a parameter is encoded`() {
        let robot = Robot(files: Self.encoded)
        robot.press("2", "e", .end)
        robot.type(" #1 & {{y}}")
        robot.press(.enter)
        #expect(
            robot.text(of: "a.http").contains("?q=a%20b%26c%20%231%20%26%20{{y}}&plus=1+1&raw={{x}}%c3%b6&%66lag\n"))
        robot.press("A")
        robot.type("na=me")
        robot.press(.tab)
        robot.type("ü")
        robot.press(.enter)
        #expect(robot.text(of: "a.http").contains("&%66lag&na%3Dme=%C3%BC\n"))
        #expect(robot.screen.contains("na=me") && robot.screen.contains("ü"))
    }

    @Test func `with no-auto-encoding parameters are typed as they are written`() {
        let robot = Robot(files: [("a.http", "### a\n# @no-auto-encoding\nGET http://h/?q=a%20b\n")])
        robot.press("2")
        #expect(robot.screen.contains("a%20b"))
        robot.press("e", .end)
        robot.type("+ö")
        robot.press(.enter)
        #expect(robot.text(of: "a.http").contains("?q=a%20b+ö\n"))
    }

    // MARK: JSON

    private func editing(_ body: String, _ columns: Int = 100, _ rows: Int = 30) -> Robot {
        Robot(
            columns, rows,
            files: [("a.http", "### a\nPOST http://h/\nContent-Type: application/json\n\n\(body)\n")])
    }

    private func roles(_ robot: Robot, of text: String) -> [Role] {
        guard let place = robot.place(of: text) else { return [] }
        let frame = robot.frame
        return (0..<text.count).map { frame[place.x + $0, place.y].style.role }
    }

    @Test func `a JSON body has colours, shown and edited`() {
        let robot = editing("{\n  \"a\": [12, true, \"x{{v}}\"]\n}")
        for _ in 0..<2 {
            #expect(roles(robot, of: "\"a\"") == [.jsonKey, .jsonKey, .jsonKey])
            #expect(roles(robot, of: "12") == [.jsonNumber, .jsonNumber])
            #expect(roles(robot, of: "true").allSatisfy { $0 == .jsonLiteral })
            #expect(roles(robot, of: "\"x").allSatisfy { $0 == .jsonString })
            #expect(roles(robot, of: "{{v}}").allSatisfy { $0 == .variable || $0 == .unresolved })
            robot.press("2", "e")
        }
    }

    @Test func `the bracket at the cursor and the other one stand out`() {
        let robot = editing("{\n  \"a\": [1]\n}")
        robot.press("2", "e")
        let frame = robot.frame
        var marked: [String] = []
        for y in 0..<30 {
            for x in 0..<100 where frame[x, y].style.role == .match { marked.append(frame[x, y].grapheme) }
        }
        #expect(marked == ["{", "}"])
    }

    @Test func `an error in the body is shown with its place while it is typed`() {
        let robot = editing("{\"a\": {{v}}}")
        robot.press("2", "e")
        #expect(!robot.screen.contains("not JSON"))
        robot.press(.textEnd)
        robot.type(" x")
        #expect(robot.screen.contains("not JSON, line 1, column 14: nothing more is expected"))
        robot.press(.backspace)
        #expect(!robot.screen.contains("not JSON"))
        robot.type("]")
        robot.press(.escape)
        #expect(robot.typed == nil && robot.screen.contains("not JSON, line 1, column 14"))
    }

    @Test func `a JSON body without a Content-Type says so, also while it is typed, and Body type adds it`() {
        let robot = Robot(files: [("a.http", "### a\nPOST http://h/\n\n{\"a\": 1}\n")])
        robot.script("@Body")
        #expect(robot.screen.contains("no Content-Type is sent with this JSON"), "\(robot.screen)")
        robot.press("e", .textEnd)
        #expect(robot.screen.contains("no Content-Type"), "\(robot.screen)")
        robot.type(" x")
        #expect(!robot.screen.contains("no Content-Type"), "\(robot.screen)")
        robot.press(.backspace, .backspace, .escape, "T", "g", "j", .enter)
        #expect(robot.text(of: "a.http").contains("Content-Type: application/json"), "\(robot.screen)")
        #expect(!robot.screen.contains("no Content-Type"), "\(robot.screen)")
    }

    @Test(arguments: ["name=1", "< ./body.json", "# nothing", "{{body}}"])
    func `another body without a Content-Type says nothing`(body: String) {
        let robot = Robot(files: [("a.http", "### a\nPOST http://h/\n\n\(body)\n")])
        robot.script("@Body")
        #expect(!robot.screen.contains("no Content-Type"), "\(robot.screen)")
    }

    @Test func `F lays out the body, and one undo takes it back`() {
        let robot = editing("{\"b\": 1.00, \"a\": {{v}}, \"a\": []}")
        let before = robot.text(of: "a.http")
        robot.press("2", "F")
        #expect(robot.text(of: "a.http").hasSuffix("\n\n{\n  \"b\": 1.00,\n  \"a\": {{v}},\n  \"a\": []\n}\n"))
        robot.press("F")
        #expect(robot.footer.contains("formatted already"))
        robot.press("u")
        #expect(robot.text(of: "a.http") == before)
    }

    @Test func `Ctrl-T lays out what is typed, and says why it cannot`() {
        let robot = editing("[1,2]")
        robot.press("2", "e", .control("t"))
        #expect(robot.typed == "[\n  1,\n  2\n]")
        robot.press(.alt("u"))
        #expect(robot.typed == "[1,2]")
        robot.type("x")
        robot.press(.control("t"))
        #expect(robot.typed == "x[1,2]")
        #expect(robot.footer.contains("The body is not formatted: line 1, column 1: a value is expected here."))
    }

    @Test func `only a JSON body is checked and formatted`() {
        let robot = Robot(files: [("a.http", "### a\nPOST http://h/\nContent-Type: text/plain\n\n{ not JSON\n")])
        robot.press("2", "F")
        #expect(robot.footer.contains("Only a JSON body can be formatted"))
        #expect(!robot.offers(.formatBody))
        #expect(!robot.screen.contains("line 1, column"))
    }
}
