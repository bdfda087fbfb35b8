import Testing

@testable import Explorer
@testable import HTTPFormat
@testable import TerminalUI
@testable import Workspace

/// What the model keeps when the program must end, and how it is offered at the next start.
@Suite struct RecoveryTests {
    private func text(_ copy: RecoveryCopy?) -> String { String(decoding: copy?.document.bytes ?? [], as: UTF8.self) }

    private func text(_ robot: Robot, _ file: String = "orders.http") -> String { robot.text(of: file) }

    private func copy(_ file: String, _ text: String, basedOn base: String, leftover: String = "") -> RecoveryCopy {
        RecoveryCopy(
            path: "/c/\(file)", document: HTTPDocument(bytes: Array(text.utf8)), base: ContentMark(Array(base.utf8)),
            leftover: leftover, storedAt: "/r/\(file).recovery")
    }

    @Test func `nothing unsaved, nothing kept`() {
        let robot = Robot()
        robot.press("2", "i")
        #expect(robot.recoveryCopies.isEmpty)
    }

    @Test func `edits and the text of an open field are kept`() {
        let robot = Robot()
        robot.press("2", "m", .down, .enter, "i", .control("u"))
        robot.type("http://h/typed")
        let copies = robot.recoveryCopies
        #expect(copies.map(\.path) == ["/c/orders.http"])
        #expect(text(copies.first).contains("POST http://h/typed\n"))
        #expect(copies.first?.leftover == "")
        #expect(copies.first?.base == ContentMark(Array(Robot.orders.utf8)))
        #expect(text(robot).contains("POST {{base}}/orders?page"), "the model itself stays as it was")
    }

    @Test func `an open body is kept`() {
        let robot = Robot()
        robot.press("j", .enter, "e")
        robot.type("hello ")
        #expect(text(robot.recoveryCopies.first).contains("hello {"))
    }

    @Test func `what cannot be an edit is kept as text`() {
        let robot = Robot()
        robot.press("2", "m", .control("u"))
        robot.type("GE T")
        let copies = robot.recoveryCopies
        #expect(copies.map(\.leftover) == ["GE T"])
        #expect(text(copies.first) == Robot.orders)
    }

    @Test func `the offer of a copy waits until nothing is typed`() {
        let robot = Robot()
        robot.press("/")
        robot.tell(.recoveryFound([copy("orders.http", "GET http://h/kept\n", basedOn: Robot.orders)]))
        robot.type("dr")
        #expect(robot.typed == "dr", "the keys answer no question")
        #expect(!robot.hasDialog)
        robot.press(.escape)
        #expect(robot.screen.contains("Edits from an earlier session"))
    }

    @Test func `the offer of a copy waits until the help is closed`() {
        let robot = Robot()
        robot.press("?")
        robot.tell(.recoveryFound([copy("orders.http", "GET http://h/kept\n", basedOn: Robot.orders)]))
        #expect(robot.screen.contains("search the keys") && !robot.screen.contains("Edits from an earlier session"))
        robot.press(.escape)
        #expect(robot.screen.contains("Edits from an earlier session"))
    }

    @Test func `a form that was filled in is kept as a request`() {
        let robot = Robot()
        robot.press("A")
        #expect(robot.recoveryCopies.isEmpty, "nothing was typed yet")
        robot.type("added")
        #expect(text(robot.recoveryCopies.first).contains("### added\n"))
    }

    @Test func `the first load looks for copies, a reload does not`() {
        let robot = Robot.reading()
        robot.tell(.collectionLoaded(.success(Robot.folder(Robot.shop))))
        #expect(robot.takeNames().contains("findRecovery /c"))
        robot.tell(.collectionLoaded(.success(Robot.folder(Robot.shop))))
        #expect(!robot.takeNames().contains("findRecovery /c"))
    }

    @Test func `copies are offered and restored as unsaved edits`() {
        let robot = Robot()
        let edited = Robot.orders + "\n### rescued\nGET http://h/rescued\n"
        robot.tell(.recoveryFound([copy("orders.http", edited, basedOn: Robot.orders, leftover: "half a line")]))
        #expect(robot.screen.contains("Edits from an earlier session"))
        #expect(robot.screen.contains("orders.http"))
        robot.press("r")
        #expect(text(robot) == edited)
        #expect(robot.unsaved == ["/c/orders.http"])
        #expect(robot.screen.contains("half a line"))
        robot.press(.escape)
        robot.effects = []
        robot.press(.control("s"))
        guard case .save(let job)? = robot.take().first else {
            Issue.record("nothing is saved")
            return
        }
        #expect(!job.isForced && job.stamp.bytes == Array(Robot.orders.utf8))
        robot.tell(.saveFinished(job, .saved(FileStamp(bytes: job.bytes))))
        #expect(robot.takeNames() == ["removeRecovery /r/orders.http.recovery"])
        robot.press("2", "m", .down, .enter, .control("s"))
        guard case .save(let second)? = robot.take().last else {
            Issue.record("nothing is saved")
            return
        }
        robot.tell(.saveFinished(second, .saved(FileStamp(bytes: second.bytes))))
        #expect(robot.takeNames() == [], "the copy is removed once")
    }

    @Test func `restored edits can be taken back`() {
        let robot = Robot()
        robot.tell(.recoveryFound([copy("orders.http", "GET http://h/\n", basedOn: Robot.orders)]))
        robot.press("r", "u")
        #expect(text(robot) == Robot.orders)
        #expect(robot.unsaved.isEmpty)
    }

    @Test func `restored edits of a file that changed since do not overwrite it unasked`() {
        let robot = Robot()
        robot.tell(.recoveryFound([copy("orders.http", "GET http://h/\n", basedOn: "GET http://older/\n")]))
        robot.press("r")
        robot.effects = []
        robot.press(.control("s"))
        guard case .save(let job)? = robot.take().first else {
            Issue.record("nothing is saved")
            return
        }
        #expect(job.stamp.bytes != Array(Robot.orders.utf8), "the store finds the conflict")
    }

    @Test func `a file that is gone comes back with its edits`() {
        let robot = Robot()
        robot.tell(.recoveryFound([copy("gone.http", "GET http://h/\n", basedOn: "")]))
        robot.press("r")
        #expect(text(robot, "gone.http") == "GET http://h/\n")
        #expect(robot.unsaved == ["/c/gone.http"])
    }

    @Test func `later keeps the copies, discard removes them`() {
        let robot = Robot()
        let found = copy("orders.http", "GET http://h/\n", basedOn: Robot.orders)
        robot.tell(.recoveryFound([found]))
        robot.press("l")
        #expect(!robot.hasDialog)
        #expect(!robot.takeNames().contains { $0.hasPrefix("removeRecovery") })
        robot.tell(.recoveryFound([found]))
        robot.press("d")
        #expect(robot.takeNames() == ["removeRecovery /r/orders.http.recovery"])
        #expect(text(robot) == Robot.orders)
    }
}
