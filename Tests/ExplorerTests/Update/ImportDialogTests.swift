import Base
import Import
import Testing
import Workspace

@testable import Explorer
@testable import TerminalUI

/// Files of other tools, from a path or a pasted text to files of the collection.
@Suite struct ImportDialogTests {
    private static let postman =
        #"{"info":{"name":"Shop","schema":"https://schema.getpostman.com/json/collection/v2.1.0/collection.json"},"item":[{"name":"Users","item":[{"name":"One","request":{"url":"https://a.test/{{$guid}}","auth":{"type":"bearer","bearer":[{"key":"token","value":"abc-secret"}]}},"event":[{"listen":"test","script":{"exec":["eval(1)"]}}]}]}]}"#

    private func job(_ robot: Robot) throws -> ImportJob {
        try #require(robot.effects.compactMap { if case .readImport(let job) = $0 { job } else { nil } }.last)
    }

    private func files() throws -> ImportedFiles {
        try Importer.files(of: try Importer.source(name: "shop.json", bytes: Array(Self.postman.utf8)))
    }

    @Test func `what would be written and lost is shown, and Enter writes it`() throws {
        let robot = Robot(files: [])
        #expect(robot.screen.contains("i  import from other tools"))
        robot.press("i")
        robot.type("shop.json")
        robot.press(.enter)
        let job = try job(robot)
        #expect(job.source == .path("/c/shop.json"))
        robot.tell(.importProgressed(job, 0.5))
        #expect(robot.dialog.contains { $0.contains("Reading 50 %") })
        robot.tell(.importRead(job, .success(try files())))
        for text in [
            "Postman: 1 request, 1 secret", "Users.http", "http-client.private.env.json", "Needs your attention",
        ] {
            #expect(robot.dialog.contains { $0.contains(text) }, "\(text)\n\(robot.screen)")
        }
        #expect(!robot.screen.contains("abc-secret"))
        robot.effects = []
        robot.press(.enter)
        #expect(!robot.hasDialog)
        let written = robot.effects.compactMap { effect -> FileOperation? in
            if case .changeFiles(let job) = effect { job.operation } else { nil }
        }
        guard case .write(let files, let folder)? = written.first else {
            Issue.record("Nothing was written.")
            return
        }
        #expect(folder == "/c" && files.folder == "Shop")
        robot.tell(.filesWereChanged(FileJob(operation: written[0]), .success(.discard("/c/Shop"))))
        #expect(robot.footer.contains("Shop was written; u takes it back."))
    }

    @Test func `a pasted text is read, and what it is not is said in one sentence`() throws {
        let robot = Robot(files: [])
        robot.press("i")
        robot.paste("{\n\"a\": 1}\n")
        #expect(robot.dialog.contains { $0.contains("pasted: 2 lines") })
        robot.press(.enter)
        let job = try job(robot)
        #expect(job.source == .text("{\n\"a\": 1}\n"))
        robot.tell(.importRead(job, .failure(ImportError("It is of no kind that can be imported."))))
        #expect(robot.dialog.contains { $0.contains("! It is of no kind that can be imported.") })
        robot.press(.escape)
        #expect(!robot.hasDialog)
    }

    @Test func `a result that comes late changes nothing`() throws {
        let robot = Robot(files: [])
        robot.press("i")
        robot.type("a")
        robot.press(.enter)
        let job = try job(robot)
        robot.press(.escape)
        robot.tell(.importRead(job, .success(try files())))
        #expect(!robot.hasDialog)
    }
}
