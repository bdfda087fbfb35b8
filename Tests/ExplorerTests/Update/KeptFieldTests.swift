import Testing

@testable import Explorer
@testable import TerminalUI
@testable import Workspace

/// A save and a send in the middle of typing.
@Suite struct KeptFieldTests {
    private static let body = "{\n  \"sku\": \"{{sku}}\",\n  \"count\": 2\n}"

    /// The body of *create order* is being edited, the cursor behind its second line.
    private func inBody() -> Robot {
        let robot = Robot()
        robot.selectRow("create order")
        robot.press(.enter, "2", "e", .down, .end)
        #expect(robot.typed == Self.body, "\(robot.screen)")
        return robot
    }

    private func saved(_ robot: Robot) -> [SaveJob] {
        robot.take().compactMap { if case .save(let job) = $0 { job } else { nil } }
    }

    @Test(arguments: [Key.control("s"), .function(5)])
    func `what is typed after it goes into the body, behind what was typed before`(key: Key) throws {
        let robot = inBody()
        robot.type(" ")
        let cursor = robot.frame.cursor
        robot.press(key)
        #expect(robot.frame.cursor == cursor && cursor != nil, "\(robot.screen)")
        #expect(robot.text().contains("\"{{sku}}\", \n"), "it is in the request")
        robot.type("yyy")
        #expect(!robot.hasDialog)
        #expect(robot.typed == Self.body.replacing("{{sku}}\",", with: "{{sku}}\", yyy"))
        robot.press(.escape)
        #expect(robot.text().contains("\"{{sku}}\", yyy\n"))
    }

    @Test func `a save writes what is typed so far, and Alt-U still takes it back`() throws {
        let robot = inBody()
        robot.type("x")
        robot.press(.control("s"))
        let job = try #require(saved(robot).first)
        #expect(String(decoding: job.bytes, as: UTF8.self).contains("\"{{sku}}\",x\n"))
        robot.tell(.saveFinished(job, .saved(FileStamp(bytes: job.bytes))))
        #expect(robot.unsaved.isEmpty && robot.footer.contains("orders.http saved."))
        robot.press(.alt("u"))
        #expect(robot.typed == Self.body)
        robot.press(.escape)
        #expect(robot.text() == Robot.orders && robot.unsaved == ["/c/orders.http"])
    }

    @Test func `a save with nothing typed leaves the field alone`() {
        let robot = inBody()
        robot.press(.control("s"))
        #expect(robot.typed == Self.body && robot.footer.contains("has no unsaved edits"), "\(robot.footer)")
    }

    @Test func `a refused text is neither saved nor sent, and stays`() {
        for key in [Key.control("s"), .function(5)] {
            let robot = Robot()
            robot.press("2", "m", .control("u"))
            robot.type("GE T")
            robot.effects = []
            robot.press(key)
            #expect(robot.typed == "GE T" && robot.footer.hasPrefix(" ! "), "\(robot.footer)")
            #expect(robot.takeNames().isEmpty)
        }
    }

    @Test func `a new header is added once, whatever is typed into it later`() {
        let robot = Robot()
        robot.press("2", "]", "A")
        robot.type("X-Trace")
        robot.press(.enter)
        robot.type("a")
        robot.press(.control("s"))
        #expect(robot.text().contains("X-Trace: a\n"))
        robot.type("b")
        robot.press(.enter)
        #expect(robot.text().contains("X-Trace: ab\n") && !robot.text().contains("X-Trace: a\n"))
    }

    @Test func `a new parameter is added once, too`() {
        let robot = Robot()
        robot.press("2", "A")
        robot.type("x")
        robot.press(.enter)
        robot.type("1")
        robot.press(.control("s"))
        #expect(robot.openTarget == "{{base}}/orders?page=1&size=20&x=1")
        robot.type("2")
        robot.press(.enter)
        #expect(robot.openTarget == "{{base}}/orders?page=1&size=20&x=12")
    }

    @Test func `the value of an option goes on being typed`() {
        let robot = Robot()
        robot.press("2", "]", "]", "]", "]", "]", "j", .enter)
        guard let before = robot.typed else {
            Issue.record("no field is open:\n\(robot.screen)")
            return
        }
        robot.press(.control("u"))
        robot.type("7")
        robot.press(.control("s"))
        robot.type("5")
        #expect(robot.typed == "75", "\(before): \(robot.screen)")
        robot.press(.enter)
        #expect(robot.typed == nil)
    }

    @Test func `a variable that the field defines is defined once`() {
        let robot = Robot(files: [("a.http", "GET http://h/{{zone}}\n")])
        robot.lookUp([], unresolved: [UnresolvedVariable(name: "zone", line: 1, reason: "no variable of that name")])
        robot.press("e")
        robot.type("a")
        robot.press(.control("s"))
        robot.type("b")
        robot.press(.enter)
        #expect(robot.text(of: "a.http").contains("@zone = ab\n"), "\(robot.text(of: "a.http"))")
        #expect(!robot.text(of: "a.http").contains("@zone = a\n"))
    }

    @Test func `the disk's version closes the field, which would bring back the edits`() throws {
        let robot = inBody()
        robot.type("x")
        robot.press(.control("s"))
        let job = try #require(saved(robot).first)
        let disk = Array(Robot.orders.replacing("\"count\": 2", with: "\"count\": 3").utf8)
        robot.tell(.saveFinished(job, .conflict(onDisk: disk)))
        #expect(robot.hasDialog)
        robot.press("r")
        #expect(robot.typed == nil, "\(robot.screen)")
        robot.press("2", .escape)
        #expect(robot.text() == String(decoding: disk, as: UTF8.self))
    }

    @Test func `a conflict that keeps mine leaves the field open with what was typed meanwhile`() throws {
        let robot = inBody()
        robot.type("x")
        robot.press(.control("s"))
        let job = try #require(saved(robot).first)
        robot.type("y")
        let disk = Array(Robot.orders.replacing("\"count\": 2", with: "\"count\": 3").utf8)
        robot.tell(.saveFinished(job, .conflict(onDisk: disk)))
        robot.press("m")
        #expect(robot.typed == Self.body.replacing("{{sku}}\",", with: "{{sku}}\",xy"), "\(robot.screen)")
    }
}
