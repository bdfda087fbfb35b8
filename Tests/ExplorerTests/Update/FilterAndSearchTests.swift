import Testing

@testable import Explorer
@testable import TerminalUI
@testable import Workspace

/// How a filter and a search survive other actions.
@Suite struct FilterAndSearchTests {
    private func filtered() -> Robot {
        let robot = Robot()
        robot.press("/")
        robot.type("create")
        return robot
    }

    @Test func `F5 in the filter closes its field, sends the selected request and keeps the filter`() {
        let robot = filtered()
        robot.press(.function(5))
        #expect(robot.takeNames().contains("resolve to send"))
        robot.press("?")
        #expect(robot.screen.contains("search the keys"), "the key is a command again, not text")
        robot.press(.escape)
        #expect(robot.screen.contains("create order") && !robot.screen.contains("DEL"))
    }

    @Test func `after filter, open and Esc the selection is on what was opened, also in a file that was closed`() {
        let robot = Robot()
        robot.press("g", " ")
        #expect(!robot.screen.contains("create order"))
        robot.press("/")
        robot.type("create")
        robot.press(.enter, .enter)
        #expect(robot.openTarget == "{{base}}/orders" && robot.focus == .request)
        robot.press("1", .escape)
        #expect(robot.selectedRow()?.contains("create order") == true, "\(robot.screen)")
        #expect(robot.screen.contains("DEL"))
    }

    @Test func `after a filter that matches nothing the selection is on the open request again`() {
        let robot = Robot()
        robot.press("G", .enter, "1")
        #expect(robot.selectedRow()?.contains("me") == true)
        robot.press("/")
        robot.type("qqq")
        #expect(robot.screen.contains("Nothing matches."))
        robot.press(.escape)
        #expect(robot.selectedRow()?.contains("me") == true, "\(robot.screen)")
    }

    @Test func `Esc while a filter is typed goes back to where it began, unless a match was chosen`() {
        let robot = Robot()
        robot.press("G")
        let (row, target) = (robot.selectedRow(), robot.openTarget)
        robot.press("/")
        robot.type("create")
        #expect(robot.openTarget == "{{base}}/orders" && target != robot.openTarget)
        robot.press(.escape)
        #expect(robot.selectedRow() == row && robot.openTarget == target, "\(robot.screen)")
        // From the row of a file, the request that was open comes back.
        robot.press("g", "/")
        robot.type("create")
        robot.press(.escape)
        #expect(robot.selectedRow()?.contains("orders.http") == true && robot.openTarget == target)
        robot.press("/")
        robot.type("orders")
        robot.press(.down, .escape)
        #expect(robot.selectedRow()?.contains("create order") == true, "\(robot.screen)")
        #expect(robot.screen.contains("DEL"))
    }

    @Test func `a pasted word filters too, and Esc goes back to the folder where the filter began`() {
        let names = ["api/a.http", "web/b.http"]
        let robot = Robot(files: names.map { ($0, "### of \($0)\nGET http://h/\n") })
        robot.script("1 g j j j")
        #expect(robot.selectedRow()?.contains("web/") == true, "\(robot.screen)")
        robot.press("/")
        robot.paste("api")
        #expect(robot.selectedRow()?.contains("of api/a.http") == true, "\(robot.screen)")
        #expect(!robot.words(.collections).contains("b.http"))
        robot.press(.escape)
        #expect(robot.selectedRow()?.contains("web/") == true, "\(robot.screen)")
    }

    @Test func `a filter selects the request whose name fits best, and otherwise stays`() {
        let names = ["Req 1-3-70", "Req 1-3-7", "Req 11-3-7", "Req 2"]
        let robot = Robot(files: [("a.http", names.map { "### \($0)\nGET http://h/\n\n" }.joined())])
        robot.press("G", "/")
        robot.type("1-3-7")
        #expect(robot.selectedRow()?.hasSuffix("Req 1-3-7") == true, "\(robot.screen)")
        robot.type("0")
        #expect(robot.selectedRow()?.hasSuffix("Req 1-3-70") == true)
        robot.press(.control("u"))
        robot.type("req")
        #expect(robot.selectedRow()?.hasSuffix("Req 1-3-70") == true, "all begin with it")
    }

    // MARK: Edits under a filter

    private static let like: [(String, String)] = [
        ("a.http", "### One\nGET http://h/1\n\n### Two\nGET http://h/2\n\n### One more\nGET http://h/3\n"),
        ("b.http", "### One of b\nDELETE http://h/b\n"), ("c/d.http", "### Other\nGET http://h/d\n"),
    ]

    private func saved(by robot: Robot) -> [String] {
        _ = robot.take()
        robot.press(.control("s"))
        return robot.takeNames().filter { $0.hasPrefix("save ") }
    }

    @Test func `a request that the filter hides after its rename stays selected, and the next keys are meant for it`() {
        let robot = Robot(files: Self.like)
        robot.script("1 / One Enter")
        #expect(robot.selectedRow()?.hasSuffix("GET One") == true, "\(robot.screen)")
        robot.script("r ^U Uno Enter Enter")
        #expect(robot.selectedRow()?.contains("Uno") == true && robot.openTarget == "http://h/1", "\(robot.screen)")
        #expect(!robot.words(.collections).contains("Two"), "all else is filtered as before")
        #expect(saved(by: robot.copy()) == ["save /c/a.http"])
        robot.press("u")
        #expect(robot.text(of: "a.http") == Self.like[0].1 && robot.selectedRow()?.contains("One") == true)
        robot.press("U", .escape)
        #expect(robot.selectedRow()?.contains("Uno") == true && robot.words(.collections).contains("Two"))
    }

    @Test(
        arguments: [
            ("One", "a.http", "One more", "http://h/3"), ("http://h/1", "a.http", "Two", "http://h/2"),
            ("http://h/3", "a.http", "Two", "http://h/2"), ("Other", "c/d.http", "d.http", nil),
        ] as [(String, String, String, String?)])
    func `after a deletion the selection stays in the file, on a match if it has another`(
        filter: String, file: String, next: String, target: String?
    ) {
        let robot = Robot(files: Self.like)
        robot.script("1 / \(filter) Enter")
        let (row, text) = (robot.selectedRow(), robot.text(of: file))
        robot.script("D d")
        #expect(robot.text(of: file) != text && robot.selectedRow()?.contains(next) == true, "\(robot.screen)")
        #expect(target == nil || robot.openTarget == target)
        #expect(saved(by: robot.copy()) == ["save /c/\(file)"])
        robot.press("u")
        #expect(robot.text(of: file) == text)
        #expect(robot.selectedRow() == row, "\(robot.screen)")
        #expect(filter == "One" || !robot.words(.collections).contains("Two"), "what gave way is hidden again")
    }

    @Test func `a request that is moved to a file that the filter hides is shown there`() {
        let robot = Robot(files: Self.like)
        robot.script("1 / a.http Enter g")
        while robot.selectedRow()?.contains("One") != true { robot.press("j") }
        robot.script("m ^U b.http Enter Enter")
        #expect(robot.text(of: "b.http").contains("### One\n"))
        #expect(robot.openTarget == "http://h/1" && robot.selectedRow()?.contains("One") == true, "\(robot.screen)")
        #expect(robot.words(.collections).contains("b.http"))
    }

    @Test func `a folder whose new name the filter hides stays selected`() {
        let robot = Robot(files: Self.like)
        robot.script("1 / c/d Enter g")
        let move = FileOperation.move("/c/c", to: "/c/x")
        robot.tell(.filesWereChanged(FileJob(operation: move), .success(.move("/c/x", to: "/c/c"))))
        #expect(robot.selectedRow()?.contains("x") == true, "\(robot.screen)")
    }

    @Test func `Esc in another pane keeps the filter`() {
        let robot = filtered()
        robot.press(.enter, "2", .escape)
        #expect(!robot.screen.contains("DEL"))
        robot.press("3", .escape, "4", .escape)
        #expect(!robot.screen.contains("DEL"))
        robot.press("1", .escape)
        #expect(robot.screen.contains("DEL"))
    }

    /// A response in which `paid` was searched for.
    private func searched() throws -> Robot {
        let robot = Robot()
        try robot.finish(try #require(robot.send()), .ok)
        robot.press("3", "/")
        robot.type("paid")
        robot.press(.enter)
        #expect(robot.screen.contains("1 of 1"))
        return robot
    }

    @Test func `Esc in Response leaves the search`() throws {
        let robot = try searched()
        robot.press(.escape)
        #expect(!robot.screen.contains("1 of 1"))
    }

    @Test(arguments: [Key.character("1"), "2", "4"])
    func `Esc in another pane keeps the search`(pane: Key) throws {
        let robot = try searched()
        robot.press(pane, .escape)
        #expect(robot.screen.contains("1 of 1"))
    }
}
