import NetEngine
import Testing

@testable import Explorer
@testable import HTTPFormat
@testable import TerminalUI
@testable import Workspace

/// Edits of files that take longer than a frame to parse again.
@Suite struct LargeEditTests {
    private static let large =
        "### first\nGET http://h/1\nX-A: 1\n\n### second\nGET http://h/2\n\n"
        + String(repeating: "# padding of a line that makes the file large enough\n", count: 21_000)

    private func robot() -> Robot { Robot(files: [("large.http", Self.large), ("small.http", "GET http://h/\n")]) }

    private func text(_ robot: Robot) -> String {
        robot.text(of: "large.http")
    }

    private func run(_ robot: Robot) {
        for case .work(let work) in robot.take(where: { if case .work = $0 { true } else { false } }) {
            robot.tell(.worked(work, work.run()))
        }
    }

    @Test func `an edit leaves update and comes back`() {
        let robot = robot()
        robot.press("2", "i", .control("u"))
        robot.type("http://h/new")
        robot.effects = []
        robot.press(.enter)
        #expect(robot.takeNames().count { $0 == "work /c/large.http" } == 1)
        #expect(text(robot) == Self.large)
        #expect(robot.footer.contains("large.http"))
    }

    @Test func `what is typed meanwhile is taken afterwards, in order`() {
        let robot = robot()
        robot.press("2", "i", .control("u"))
        robot.type("http://h/new")
        robot.effects = []
        robot.press(.enter, "j", " ")
        run(robot)
        #expect(text(robot).contains("GET http://h/new\nX-A: 1\n"), "the second edit is on its way")
        run(robot)
        #expect(text(robot).hasPrefix("### first\nGET http://h/new\n# X-A: 1\n"))
        #expect(!robot.isEditingInBackground)
        robot.press("u", "u")
        #expect(text(robot) == Self.large)
    }

    @Test func `what comes out is what a small file would give`() {
        let keys: [Key] = ["2", "i", "x", "y", .enter, "A", "N", .enter, "v", .enter, "1", "c", .control("s")]
        let slow = robot()
        let fast = robot()
        fast.editAtOnce()
        for key in keys {
            slow.press(key)
            run(slow)
            fast.press(key)
        }
        run(slow)
        #expect(text(slow) != Self.large)
        #expect(text(slow) == text(fast))
        #expect(slow.focus == fast.focus)
        #expect(slow.takeNames().filter { $0.hasPrefix("save") } == fast.takeNames().filter { $0.hasPrefix("save") })
    }

    @Test func `a save that finds an open field waits for its edit`() {
        let robot = robot()
        robot.press("2", "i")
        robot.type("x")
        robot.press(.control("s"))
        #expect(!robot.takeNames().contains { $0.hasPrefix("save") })
        robot.press("x")
        #expect(robot.isEditingInBackground)
    }

    @Test func `a refusal comes back too`() {
        let robot = robot()
        robot.press("2", "m", .control("u"))
        robot.type("GE T")
        robot.press(.enter)
        run(robot)
        #expect(robot.footer.hasPrefix(" ! "))
        #expect(robot.typed == "GE T")
    }

    @Test func `responses and sizes are handled meanwhile`() {
        let robot = robot()
        robot.press("2", "i", "x", .enter)
        robot.resize(90, 30)
        robot.tell(.networkChanged(.offline))
        #expect(robot.frame.size == Size(columns: 90, rows: 30))
        #expect(robot.row(0).contains("offline"))
        #expect(robot.isEditingInBackground)
    }

    @Test func `small files are edited at once`() {
        let robot = Robot()
        robot.press("2", "i", "x", .enter)
        #expect(!robot.takeNames().contains { $0.hasPrefix("work ") })
    }

    @Test func `an end of the program loses no edit that was on its way`() {
        let robot = robot()
        robot.press("2", "i", .control("u"))
        robot.type("http://h/new")
        robot.press(.enter)
        let copies = robot.recoveryCopies
        #expect(copies.count == 1)
        #expect(copies.first?.document.requests.first?.target == "http://h/new")
    }

    @Test func `a rename in a large file leaves update, and the plan comes back`() {
        let text = Self.large + "### third\n# @ref one\nGET http://h/{{one.response.body.a}}\n"
        let robot = Robot(files: [("large.http", text.replacing("### first\n", with: "### first\n# @name one\n"))])
        robot.press("1", "g", "j", "r", .tab, .control("u"))
        robot.type("uno")
        robot.effects = []
        robot.press(.enter)
        #expect(robot.isEditingInBackground)
        #expect(!robot.screen.contains("Rename one to uno"))
        run(robot)
        #expect(robot.screen.contains("Rename one to uno"))
        robot.press("r")
        run(robot)
        #expect(self.text(robot).hasSuffix("### third\n# @ref uno\nGET http://h/{{uno.response.body.a}}\n"))
    }

    @Test func `edits of a large file beside a change on disk are joined in the background`() {
        let robot = robot()
        robot.press("2", "i", .control("u"))
        robot.type("http://h/new")
        robot.press(.enter)
        run(robot)
        let disk = Self.large.replacing("GET http://h/2", with: "GET http://h/3")
        robot.effects = []
        robot.tell(.filesChanged(FileChange(files: ["/c/large.http"])))
        for case .readFiles(let job) in robot.take(where: { if case .readFiles = $0 { true } else { false } }) {
            let file = CollectionFile(
                path: "/c/large.http", relativePath: "large.http", document: HTTPDocument(bytes: Array(disk.utf8)),
                stamp: FileStamp(bytes: Array(disk.utf8)))
            robot.tell(.filesRead(job, [file]))
        }
        #expect(!text(robot).contains("http://h/3"), "the files are being joined")
        #expect(robot.isEditingInBackground)
        run(robot)
        #expect(text(robot).contains("GET http://h/new") && text(robot).contains("GET http://h/3"))
        #expect(!robot.isEditingInBackground)
        robot.press("2", "u")
        #expect(text(robot) == disk)
    }
}
