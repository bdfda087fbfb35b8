import Testing

@testable import Explorer
@testable import TerminalUI
@testable import Workspace

@Suite struct OverlayTests {
    @Test func `the palette does what is chosen in it`() {
        let robot = Robot()
        robot.press(":")
        robot.type("zoom")
        robot.press(.enter)
        #expect(!robot.screen.contains(" Log "))
        #expect(!robot.hasDialog)
    }

    @Test(arguments: [(200, true), (100, false)])
    func `on a wide screen the sentences of the palette are whole`(columns: Int, isWhole: Bool) {
        let robot = Robot(columns, 40)
        robot.press(":")
        robot.type("theme")
        let sentence = Command.chooseTheme.row?.help ?? ""
        #expect(!sentence.isEmpty && robot.screen.contains(sentence) == isWhole, "\(robot.screen)")
    }

    @Test func `the palette lists only what is possible now`() throws {
        let robot = Robot()
        #expect(!robot.offers(.save))
        #expect(!robot.offers(.toggleWrap))
        robot.press("2", "m", .down, .enter)
        #expect(robot.offers(.save))
        #expect(robot.offers(.undo))
        robot.press("3")
        #expect(!robot.offers(.toggleWrap), "there is no body")
        try robot.finish(try #require(robot.send()), .ok)
        #expect(robot.offers(.toggleWrap))
    }

    @Test func `help shows the focused pane first and can be searched`() {
        let robot = Robot()
        robot.press("2", "?")
        #expect(robot.screen.contains("search the keys"))
        #expect(robot.dialog.first?.hasPrefix("Request") == true)
        robot.press("/")
        robot.type("palette")
        #expect(robot.screen.contains(": ^P"))
        #expect(!robot.screen.contains("Edit the selected row"))
        robot.press(.escape, .escape)
        #expect(!robot.hasDialog)
    }

    @Test(arguments: [
        ("1", "Delete the selected request, file or folder", "Change title and name of a request"),
        ("5", "Delete the selected exchange and its bodies", "Name the selected exchange"),
        ("6", "Delete the recording of the selected run", "Name the selected run"),
    ])
    func `help says what D and r do in the focused pane`(pane: String, delete: String, rename: String) {
        let robot = Robot(200, 60)
        robot.strike("\(pane) ?")
        for sentence in [delete, rename] { #expect(robot.screen.contains(sentence), "\(robot.screen)") }
    }

    @Test func `a list of no pane has the sentences of all panes`() throws {
        let row = try #require(KeyListing([]).rows.first { $0.id == "delete-item" })
        for word in ["files go to a trash", " History: ", " Runs: "] { #expect(row.help.contains(word), "\(row.help)") }
    }

    @Test func `Esc shows all keys again where a search left some out, and says so`() {
        let robot = Robot()
        robot.press("2", "?")
        let all = robot.dialog
        robot.press("/")
        robot.type("palette")
        robot.press(.enter)
        #expect(robot.dialogKeys.last?.1 == "all")
        robot.press(.escape)
        #expect(robot.dialogKeys.last?.1 == "close" && robot.dialog.dropFirst() == all.dropFirst())
    }

    @Test func `half a page down in a dialog, and half a page up is where it was`() {
        let robot = Robot(80, 24)
        robot.press("?")
        let before = robot.dialog
        robot.press(.control("d"))
        #expect(robot.dialog != before)
        robot.press(.control("u"))
        #expect(robot.dialog == before)
    }

    @Test func `no sentence of the help is cut on a small screen, and the last one can be reached`() {
        let robot = Robot(60, 20)
        robot.press("?")
        var seen = robot.screen
        for _ in 0..<30 {
            robot.press(.pageDown)
            seen += robot.screen
        }
        #expect(!seen.contains("…"))
        #expect(robot.screen.contains("Delete to the end, to the start"))
    }

    @Test func `a message longer than the screen can be read to its end`() {
        let robot = Robot(60, 12)
        let names = (1...6).map {
            UnresolvedVariable(name: "v\($0)", line: $0, reason: "no variable of that name, and a long reason for it")
        }
        robot.press("s")
        robot.resolveAll { _ in .unresolved(names, uses: []) }
        robot.press("G")
        #expect(robot.screen.contains("the Vars tab with e"))
        robot.press("g")
        #expect(robot.screen.contains("{{v1}}"))
    }

    @Test func `help names every command that has a key`() {
        let help = HelpOverlay(pane: .collections)
        let titles = help.lines.compactMap { if case .row(_, let title, _) = $0 { title } else { nil } }
        for row in Command.table { #expect(titles.contains(row.title), "\(row.title)") }
    }

    @Test func `the environment picker marks the chosen one and chooses another`() {
        let robot = Robot()
        robot.press(",")
        #expect(robot.screen.contains("dev"))
        robot.press("j", .enter)
        #expect(robot.row(0).contains("env live"))
        #expect(robot.row(0).contains("env live"))
    }

    @Test func `Ctrl-C twice leaves even from a question`() {
        let robot = Robot()
        robot.press("2", "m", .down, .enter, "Q")
        _ = robot.take()
        robot.press(.control("c"), .control("c"))
        #expect(robot.takeNames() == ["quit"])
    }

    @Test func `a click outside closes an overlay, a click on a row takes it`() {
        let robot = Robot()
        robot.press(",")
        robot.click(0, 0)
        #expect(!robot.hasDialog)
        robot.press(",")
        let content = robot.dialogContent
        robot.click(content.x + 2, content.y + 2)
        #expect(robot.row(0).contains("env live"))
    }
}
