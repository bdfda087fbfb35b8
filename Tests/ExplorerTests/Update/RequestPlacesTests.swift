import NetEngine
import Testing

@testable import Explorer
@testable import HTTPFormat
@testable import TerminalUI

/// Moving, renaming and converting requests by key.
@Suite struct RequestPlacesTests {
    private static let first =
        "### One\n# @name one\nGET http://a.test\n\n### --- Rest ---\n\n### Two\nGET http://b.test/{{one.response.body.x}}\n"
    private static let files = [
        ("a.http", first),
        ("b.http", "import a.http\n\n### Three\n# @ref one\nGET http://c.test\n"),
    ]

    private func text(_ robot: Robot, _ file: String) -> String {
        robot.text(of: file)
    }

    private func robot() -> Robot {
        let robot = Robot(files: Self.files)
        robot.press("1", "g", "j")
        return robot
    }

    @Test func `plus and minus move the selected request within its file`() {
        let robot = robot()
        robot.press("+")
        #expect(text(robot, "a.http").hasPrefix("### --- Rest ---\n\n### Two"))
        #expect(robot.border(.request).contains("One"), "the request in view stays the same")
        robot.press("+")
        #expect(robot.requestNames(of: "a.http") == ["Two", "one"])
        #expect(robot.selectedRow()?.contains("One") == true)
        robot.press("-")
        #expect(robot.requestNames(of: "a.http") == ["one", "Two"])
        robot.press("u", "u")
        #expect(text(robot, "a.http") == Self.first)
    }

    @Test func `a request is moved to a place of another file`() {
        let robot = robot()
        robot.press("m")
        robot.press(.control("u"))
        robot.type("b.http")
        robot.press(.enter, .control("u"))
        robot.type("1")
        robot.press(.enter)
        #expect(!robot.hasDialog)
        #expect(
            text(robot, "b.http")
                == "import a.http\n\n### One\n# @name one\nGET http://a.test\n\n### Three\n# @ref one\nGET http://c.test\n"
        )
        #expect(text(robot, "a.http").hasPrefix("### --- Rest ---"))
        #expect(robot.border(.request).contains("One"))
        #expect(robot.treeRows.suffix(3) == ["b.http", " One", " Three"])
    }

    @Test func `a request that is moved without a place goes to the end`() {
        let robot = robot()
        robot.press("m", .control("u"))
        robot.type("b.http")
        robot.press(.enter, .control("u"), .enter)
        #expect(robot.requestNames(of: "b.http") == ["Three", "one"])
    }

    /// Moves the selected request to the end of another file.
    private func move(_ robot: Robot, to file: String) {
        robot.press("m", .control("u"))
        robot.type(file)
        robot.press(.enter, .enter)
    }

    @Test(arguments: ["b.http", "new.http"])
    func `one u takes a move to another file back whole, and U makes it again`(file: String) {
        let robot = robot()
        let before = text(robot, file)
        move(robot, to: file)
        let moved = (text(robot, "a.http"), text(robot, file))
        #expect(moved.1.contains("### One"))
        robot.press("u")
        #expect(text(robot, "a.http") == Self.first)
        #expect(text(robot, file) == before)
        #expect(robot.unsaved.isEmpty)
        #expect(robot.footer.contains("The move is taken back, in both files."))
        #expect(robot.border(.request).contains("One"), "the request in view stays the same")
        #expect(robot.selectedRow()?.contains("One") == true)
        robot.press("U")
        #expect((text(robot, "a.http"), text(robot, file)) == moved)
        #expect(robot.border(.request).contains("One"))
        robot.press("1", "g", "u")
        #expect(text(robot, "a.http") == Self.first, "from the file that it came from, too")
        #expect(text(robot, file) == before)
    }

    @Test func `a new request that was moved and taken back is an unsaved edit of its own file again`() {
        let robot = robot()
        robot.press("A", "t", .enter, .control("e"), "h", .enter)
        let added = text(robot, "a.http")
        #expect(added != Self.first)
        robot.press("1")
        move(robot, to: "b.http")
        #expect(robot.requestNames(of: "a.http") == ["one", "Two"])
        robot.press("u")
        #expect(text(robot, "a.http") == added)
        #expect(robot.unsaved == ["/c/a.http"])
    }

    @Test func `a move is not taken back in one file alone, so edits after it in the other one come first`() {
        let robot = robot()
        move(robot, to: "b.http")
        robot.press("g", "j", "j", "c")
        let (first, second) = (text(robot, "a.http"), text(robot, "b.http"))
        robot.press("G", "u")
        #expect(robot.footer.contains("first take back what was edited in a.http after it"), "\(robot.footer)")
        #expect((text(robot, "a.http"), text(robot, "b.http")) == (first, second))
        robot.press("g", "u", "u")
        #expect(text(robot, "a.http") == Self.first)
        #expect(text(robot, "b.http") == Self.files[1].1)
        robot.press("g", "j", "c", "G", "U")
        #expect(robot.footer.contains("The move cannot be made again"), "\(robot.footer)")
        #expect(text(robot, "b.http") == Self.files[1].1)
    }

    @Test func `a move is taken back whole after one of the files changed on disk`() {
        let robot = robot()
        move(robot, to: "b.http")
        let disk = Self.first.replacing("GET http://b.test/", with: "GET http://other.test/")
        robot.effects = []
        robot.tell(.filesChanged(FileChange(files: ["/c/a.http"])))
        for case .readFiles(let job) in robot.take() { robot.tell(.filesRead(job, [Robot.file("a.http", disk)])) }
        #expect(text(robot, "a.http").contains("other.test") && !text(robot, "a.http").contains("One"))
        robot.press("u")
        #expect(text(robot, "a.http") == disk)
        #expect(text(robot, "b.http") == Self.files[1].1)
    }

    @Test func `in another file the place that was offered means the end`() {
        let robot = robot()
        robot.press("j", "j", "m")
        robot.press(.control("u"))
        robot.type("b.http")
        robot.press(.enter, .enter)
        #expect(!robot.hasDialog)
        #expect(robot.treeRows.suffix(3) == ["b.http", " Three", " Two"])
    }

    @Test(arguments: [
        ("GET http://localhost:5000/users/1?x", "/users/1?x"), ("GET {{base}}/a", "/a"),
        ("GET {{p}}://{{h}}/grpc", "/grpc"), ("GET {{url}}", "{{url}}"), ("GET http://a.test/", "http://a.test/"),
        ("GET localhost:5000/x", "/x"), ("GET /x/y", "/x/y"), ("### T\nGET http://a.test/x", "T"),
    ])
    func `the tree shows the path of a request without a title`(text: String, label: String) throws {
        let request = try #require(HTTPDocument(bytes: Array(text.utf8)).requests.first)
        #expect(CollectionTree.shortLabel(request) == label)
    }

    @Test func `a place that is not there is refused in the form`() {
        let robot = robot()
        robot.press("m", .enter, .control("u"))
        robot.type("9")
        robot.press(.enter)
        #expect(robot.screen.contains("The place is a number from 1 to 2, or empty for the end."))
        robot.press(.backTab, .control("u"))
        robot.type("new.http")
        robot.press(.tab, .enter)
        #expect(robot.screen.contains("The place is a number from 1 to 1"))
        #expect(robot.files == ["/c/a.http", "/c/b.http"])
        robot.press(.escape)
        #expect(text(robot, "a.http") == Self.first)
    }

    @Test func `a new request that would not be read as one is refused in the form, and makes no file`() {
        let robot = robot()
        robot.press("A", .backTab, .control("u"))
        robot.type("new.http")
        robot.press(.tab, .tab, .control("u"))
        robot.type("FOO bar baz")
        robot.press(.enter)
        #expect(robot.screen.contains("This would not be read as a request"))
        #expect(robot.files == ["/c/a.http", "/c/b.http"])
        robot.press(.control("u"))
        robot.type("PURGE http://x.test/")
        robot.press(.enter)
        #expect(robot.files == ["/c/a.http", "/c/b.http", "/c/new.http"])
        #expect(robot.border(.request).contains(" PURGE "))
    }

    @Test func `a rename shows all lines that change before it changes them`() {
        let robot = robot()
        robot.press("r", .enter, .control("u"))
        robot.type("first")
        robot.press(.enter)
        #expect(robot.screen.contains("Rename one to first"))
        #expect(robot.screen.contains("a.http:2  # @name first"))
        #expect(robot.screen.contains("b.http:4  # @ref first"))
        #expect(text(robot, "a.http") == Self.first)
        robot.press("r")
        #expect(text(robot, "a.http").contains("# @name first\n"))
        #expect(text(robot, "a.http").contains("{{first.response.body.x}}"))
        #expect(text(robot, "b.http").contains("# @ref first\n"))
        #expect(robot.unsaved == ["/c/a.http", "/c/b.http"])
    }

    @Test func `of many lines that a rename changes eight are shown, and the others counted`() {
        let others = String(repeating: "### More\n# @ref one\nGET http://c.test\n\n", count: 10)
        let robot = Robot(files: [("a.http", "### One\n# @name one\nGET http://a.test\n\n" + others)])
        robot.press("1", "g", "j", "r", .enter, .control("u"))
        robot.type("first")
        robot.press(.enter)
        #expect(robot.screen.split(separator: "\n").count { $0.contains("a.http:") } == 8, "\(robot.screen)")
        #expect(robot.screen.contains("and 3 more"), "\(robot.screen)")
    }

    @Test func `a new title and a new name are one edit where no other line follows`() {
        let text = "### One\nGET http://a.test\n"
        let robot = Robot(files: [("a.http", text)])
        robot.press("1", "g", "j", "r", .control("u"))
        robot.type("Eins")
        robot.press(.enter)
        robot.type("eins")
        robot.press(.enter)
        let named = self.text(robot, "a.http")
        #expect(named.hasPrefix("### Eins\n") && named.contains("# @name eins\n"))
        #expect(robot.footer.contains("Renamed: 2 lines changed. u takes it back."), "\(robot.footer)")
        robot.press("r", .control("u"))
        robot.type("Zwei")
        robot.press(.enter, .control("u"), .enter)
        let unnamed = self.text(robot, "a.http")
        #expect(unnamed.hasPrefix("### Zwei\n") && !unnamed.contains("@name"))
        robot.press("u")
        #expect(self.text(robot, "a.http") == named)
        robot.press("u")
        #expect(self.text(robot, "a.http") == text)
        #expect(robot.unsaved.isEmpty)
    }

    @Test func `keys for a request say so on the row of a file, and the footer leaves the clone out`() {
        let robot = robot()
        #expect(robot.footer.contains("c clone") && robot.footer.contains("Space mark"))
        robot.press("k")
        #expect(!robot.footer.contains("clone") && robot.footer.contains("Space fold"))
        robot.press(" ")
        #expect(robot.footer.contains("Space unfold"))
        robot.press(" ")
        robot.press("c")
        #expect(robot.footer.contains("Select a request to clone it."))
        for key in ["+", "-"] as [Key] {
            robot.press("j", "k", key)
            #expect(robot.footer.contains("Select a request to move it within its file."))
        }
        #expect(text(robot, "a.http") == Self.first)
    }

    @Test func `a title changes at once, a bad name is refused`() {
        let robot = robot()
        robot.press("r", .control("u"))
        robot.type("Eins")
        robot.press(.enter, .enter)
        #expect(text(robot, "a.http").hasPrefix("### Eins\n"))
        robot.press("r", .enter)
        robot.type("-x")
        robot.press(.enter)
        #expect(robot.screen.contains("A name has letters"))
    }

    @Test func `headings are rows of the tree but not requests`() {
        let robot = robot()
        robot.press("j")
        #expect(robot.selectedRow() == "Rest")
        #expect(
            robot.row(robot.screen.split(separator: "\n").firstIndex { $0.contains("Rest") } ?? 0).contains(" Rest"))
        #expect(!robot.screen.contains("--- Rest"))
        for hint in ["Enter open", "Space mark", "fold"] { #expect(!robot.footer.contains(hint), "\(robot.footer)") }
        #expect(!robot.offers(.open) && !robot.offers(.toggle) && robot.offers(.replay))
        robot.press(.enter, "D", "c")
        #expect(!robot.hasDialog)
        #expect(text(robot, "a.http") == Self.first)
    }

    @Test func `a request that is added on a heading is the last one below it`() {
        let text = "### --- Read ---\n\n### List\nGET http://h/a\n\n### --- Write ---\n\n### Say\nPOST http://h/b\n"
        let robot = Robot(files: [("a.http", text)])
        robot.press("1", "g", "j")
        #expect(robot.selectedRow() == "Read")
        robot.press("A")
        robot.type("New")
        robot.press(.enter, .control("u"))
        robot.type("http://h/new")
        robot.press(.enter)
        #expect(robot.requestNames(of: "a.http") == ["List", "New", "Say"])
        #expect(robot.footer.contains("Added."))
    }

    @Test func `a request that is added on a heading without requests stands below it`() {
        let text = "### List\nGET http://h/a\n\n### Empty\n\n### Write\n\n### Say\nPOST http://h/b\n"
        let robot = Robot(files: [("a.http", text)])
        robot.press("1", "g", "j", "j")
        #expect(robot.selectedRow() == "Empty")
        robot.press("A")
        robot.type("New")
        robot.press(.enter, .control("u"))
        robot.type("http://h/new")
        robot.press(.enter)
        #expect(
            self.text(robot, "a.http")
                == "### List\nGET http://h/a\n\n### Empty\n\n### New\nGET http://h/new\n\n### Write\n\n### Say\nPOST http://h/b\n"
        )
        #expect(robot.footer.contains("Added."))
    }

    @Test func `a curl command is converted from the palette, and edited only then`() {
        let robot = Robot(files: [("a.http", "### C\ncurl -L http://a.test \\\n  -H 'X: y'\n")])
        robot.press("2", "i", .control("u"))
        robot.type("http://b.test")
        robot.press(.enter)
        #expect(robot.screen.contains("Convert curl"))
        robot.press(.control("g"), ":")
        robot.type("convert curl")
        robot.press(.enter)
        #expect(text(robot, "a.http") == "### C\nGET http://a.test\nX: y\n")
    }

    @Test func `lines that look like comments are asked about once`() {
        let robot = Robot(files: [("a.http", "POST http://a.test\nContent-Type: text/markdown\n\n# Title\ntext\n")])
        robot.effects = []
        robot.press("s")
        #expect(robot.screen.contains("Lines that look like comments"))
        robot.press("s")
        #expect(text(robot, "a.http").hasPrefix("# @keep-body-comments\nPOST"))
        #expect(robot.take().contains { if case .resolve = $0 { true } else { false } })
        robot.press("s")
        #expect(!robot.hasDialog)
    }
}
