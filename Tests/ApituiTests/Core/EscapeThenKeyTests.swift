import Testing

@testable import apitui

/// Esc and a key that a slow line brings together look like Alt and the key.
@Suite struct EscapeThenKeyTests {
    @Test func `an Alt key leaves the filter and is the key then`() {
        let robot = Robot()
        robot.press("/")
        robot.type("create")
        robot.press(.alt("j"))
        #expect(robot.model.filterField == nil)
        #expect(robot.model.tree.filter.isEmpty)
        #expect(robot.model.tree.selectedRow.map(robot.model.tree.name) == "remove", "and one row down")
    }

    @Test func `an Alt key closes what lies over the panes and is the key then`() {
        let robot = Robot()
        robot.press("?", .alt("2"))
        #expect(robot.model.overlays.isEmpty)
        #expect(robot.model.focus == .request)
        robot.press("m", .alt("i"))
        guard case .url? = robot.model.current?.pane.edit else {
            Issue.record("the method is not left, or the URL not edited")
            return
        }
        robot.press(.alt(":"))
        #expect(robot.model.current?.pane.edit == nil)
        guard case .palette? = robot.model.overlays.last else {
            Issue.record("no palette")
            return
        }
    }

    @Test func `an Alt key in a pane is the key`() {
        let robot = Robot()
        robot.press(.alt("j"), .alt("\u{7F}"))
        #expect(robot.model.tree.selectedRow.map(robot.model.tree.name) == "create order")
    }

    @Test(arguments: [Key.alt("b"), .alt("f"), .alt("d"), .alt("u"), .alt("<"), .alt("\u{7F}")])
    func `the Alt keys of text stay in the text`(key: Key) {
        let robot = Robot()
        robot.press("2", "i", key)
        guard case .url? = robot.model.current?.pane.edit else {
            Issue.record("the field was left")
            return
        }
        robot.press(.escape, ":", key)
        guard case .palette? = robot.model.overlays.last else {
            Issue.record("the palette was left")
            return
        }
    }

    @Test func `Ctrl with an arrow is no Esc and does nothing in a pane`() {
        let robot = Robot()
        robot.press("?", .wordLeft, .textEnd, .deleteWord)
        #expect(robot.model.overlays.count == 1)
        robot.press(.escape)
        let before = robot.screenWithoutFooter
        robot.press(.wordRight, .textStart)
        #expect(robot.screenWithoutFooter == before)
        #expect(robot.footer.contains("does nothing in Collections"))
    }
}
