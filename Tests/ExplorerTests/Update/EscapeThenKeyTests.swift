import Testing

@testable import Explorer
@testable import TerminalUI

/// On a slow line, Esc and a key that arrive together look like Alt and the key.
@Suite struct EscapeThenKeyTests {
    @Test func `an Alt key leaves the filter and is the key then`() {
        let robot = Robot()
        robot.press("/")
        robot.type("create")
        robot.press(.alt("j"))
        #expect(robot.typed == nil)
        #expect(robot.treeRows.count == 6, "no filter")
        #expect(robot.selectedRow()?.contains("create order") == true, "one row down from where it was before")
    }

    @Test func `an Alt key closes what lies over the panes and is the key then`() {
        let robot = Robot()
        robot.press("?", .alt("2"))
        #expect(!robot.hasDialog)
        #expect(robot.focus == .request)
        robot.press("m", .alt("i"))
        #expect(robot.typed == "{{base}}/orders?page=1&size=20", "the method is not left, or the URL not edited")
        robot.press(.alt(":"))
        #expect(robot.typed == nil)
        #expect(robot.screen.contains("┏ Commands "), "no palette")
    }

    @Test func `an Alt key in a pane is the key`() {
        let robot = Robot()
        robot.press(.alt("j"), .alt("\u{7F}"))
        #expect(robot.selectedRow()?.contains("create order") == true)
    }

    @Test(arguments: [Key.alt("b"), .alt("f"), .alt("d"), .alt("u"), .alt("<"), .alt("\u{7F}")])
    func `the Alt keys of text stay in the text`(key: Key) {
        let robot = Robot()
        robot.press("2", "i", key)
        #expect(robot.typed?.hasPrefix("{{base}}/orders?") == true, "the field was left")
        robot.press(.escape, ":", key)
        #expect(robot.screen.contains("┏ Commands "), "the palette was left")
    }

    @Test func `Ctrl with an arrow is not Esc and does nothing in a pane`() {
        let robot = Robot()
        robot.press("?", .wordLeft, .textEnd, .deleteWord)
        #expect(robot.dialogCount == 1)
        robot.press(.escape)
        let before = robot.screenWithoutFooter
        robot.press(.wordRight, .textStart)
        #expect(robot.screenWithoutFooter == before)
        #expect(robot.footer.contains("does nothing in Collections"))
    }
}
