import NetEngine
import Testing

@testable import Explorer
@testable import HTTPFormat
@testable import TerminalUI
@testable import Workspace

/// Actions while files are being written; the test plays the runner.
@Suite struct SaveTests {
    private func jobs(_ robot: Robot) -> [SaveJob] {
        robot.take(where: { if case .save = $0 { true } else { false } }).compactMap { effect in
            if case .save(let job) = effect { job } else { nil }
        }
    }

    private func saved(_ job: SaveJob, _ robot: Robot) {
        robot.tell(.saveFinished(job, .saved(FileStamp(bytes: job.bytes))))
    }

    @Test func `an edit during a save keeps the recovery copy until that edit is saved too`() throws {
        let robot = Robot()
        let copy = RecoveryCopy(
            path: "/c/orders.http", document: HTTPDocument(bytes: Array("GET http://h/kept\n".utf8)),
            base: ContentMark(Array(Robot.orders.utf8)), leftover: "", storedAt: "/r/orders.http.recovery")
        robot.tell(.recoveryFound([copy]))
        robot.press("r", .control("s"))
        let first = try #require(jobs(robot).first)
        robot.press("2", "m", .down, .enter)
        _ = robot.take()
        saved(first, robot)
        #expect(robot.takeNames() == [])
        robot.press(.control("s"))
        let second = try #require(jobs(robot).first)
        saved(second, robot)
        #expect(robot.takeNames() == ["removeRecovery /r/orders.http.recovery"])
    }

    @Test func `Save and quit waits for the last of several files`() throws {
        let robot = Robot()
        robot.press("2", "m", .down, .enter, "1", "G", .enter, "m", .down, .enter, "Q")
        #expect(robot.screen.contains("These files have unsaved edits:"))
        robot.effects = []
        robot.press("s")
        let jobs = jobs(robot)
        #expect(jobs.map(\.path) == ["/c/orders.http", "/c/users.http"])
        let (first, second) = (try #require(jobs.first), try #require(jobs.last))
        saved(second, robot)
        #expect(robot.takeNames() == [])
        saved(first, robot)
        #expect(robot.takeNames() == ["quit"])
    }

    @Test func `Save all says how many files were saved`() throws {
        let robot = Robot()
        robot.press("2", "m", .down, .enter, "1", "G", .enter, "m", .down, .enter)
        robot.choose("Save all")
        let jobs = jobs(robot)
        #expect(jobs.count == 2)
        for job in jobs { saved(job, robot) }
        #expect(robot.toastText == "2 files saved.")
        robot.press("2", "m", .down, .enter, .control("s"))
        saved(try #require(self.jobs(robot).first), robot)
        #expect(robot.toastText == "users.http saved.")
    }

    @Test func `Save and quit stays where one of the files could not be written`() throws {
        let robot = Robot()
        robot.press("2", "m", .down, .enter, "1", "G", .enter, "m", .down, .enter, "Q", "s")
        let jobs = jobs(robot)
        let (first, second) = (try #require(jobs.first), try #require(jobs.last))
        robot.effects = []
        robot.tell(.saveFinished(second, .failed(sentence: "users.http cannot be written.")))
        saved(first, robot)
        #expect(robot.takeNames() == [])
        #expect(robot.row(0).contains("1 unsaved"))
    }

    @Test func `after a failed Save and quit, a later save does not quit`() throws {
        let robot = Robot()
        robot.press("2", "m", .down, .enter, "Q", "s")
        let failed = try #require(jobs(robot).first)
        robot.tell(.saveFinished(failed, .failed(sentence: "orders.http cannot be written.")))
        robot.press(.control("s"))
        let again = try #require(jobs(robot).first)
        robot.effects = []
        saved(again, robot)
        #expect(robot.toastText == "orders.http saved." && robot.unsaved.isEmpty)
        #expect(robot.takeNames() == [])
    }

    @Test func `why a file was not saved is read whole, with its path in the collection`() throws {
        let reason = "was not saved: there is no space left on the device, or a limit of this user is reached."
        for (columns, isCut) in [(120, false), (60, true)] {
            let robot = Robot(columns, 40)
            robot.press("2", "m", .down, .enter, .control("s"))
            let job = try #require(jobs(robot).first)
            robot.tell(.saveFinished(job, .failed(sentence: "/c/orders.http \(reason)")))
            #expect(robot.footer.contains("! orders.http was not saved"), "\(robot.footer)")
            #expect(robot.hasDialog == isCut, "\(robot.screen)")
            let text = robot.dialog.joined(separator: " ").split(separator: " ").joined(separator: " ")
            #expect(!isCut || text.contains("orders.http \(reason)"), "\(robot.screen)")
            #expect(robot.unsaved == ["/c/orders.http"])
        }
    }
}
