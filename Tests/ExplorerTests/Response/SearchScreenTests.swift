import NetEngine
import TestSupport
import Testing

@testable import Base
@testable import Bodies
@testable import Explorer
@testable import TerminalUI

/// `/` in the response pane.
@Suite struct SearchScreenTests {
    private func robot(_ body: String, type: String = "application/json") throws -> Robot {
        let robot = try Robot.showing(Array(body.utf8), type: type)
        robot.press("/")
        _ = robot.take()
        return robot
    }

    private static let far = String(repeating: "all the same ", count: 1 << 20) + "\nneedle 17"

    @Test func `a search of a large body says how far it is, and goes to its first hit when that is found`() throws {
        let robot = try robot(Self.far, type: "text/plain")
        robot.type("needle")
        #expect(robot.takeNames().last == "search needle")
        #expect(robot.screen.contains("nothing so far, 1.0 MB of 14 MB searched"), "\(robot.screen)")
        robot.type(" 1")
        let effects = robot.takeNames()
        #expect(effects == ["stopSearch", "search needle ", "stopSearch", "search needle 1"])
        robot.press(.backspace)
        robot.searchAll()
        #expect(robot.screen.contains("1 of 1"))
        #expect(robot.screen.contains("needle 17"))
    }

    @Test func `Esc ends a search that goes on`() throws {
        let robot = try robot(Self.far, type: "text/plain")
        robot.type("needle")
        robot.press(.enter)
        _ = robot.take()
        robot.press(.escape)
        #expect(robot.takeNames() == ["stopSearch"])
        #expect(!robot.screen.contains("/needle"))
    }

    @Test func `^T makes a pattern of the text and a text of the pattern, and the label says which`() throws {
        let robot = try robot(#"{"a":"x1","b":"x22","c":"\\d"}"#)
        robot.type(#"\d"#)
        #expect(robot.screen.contains(#"/\d "#) && robot.screen.contains("1 of 1"), "\(robot.screen)")
        #expect(robot.screen.contains("^T pattern"))
        robot.press(.control("t"))
        #expect(robot.screen.contains(#"pattern /\d "#) && robot.screen.contains("1 of 3"), "\(robot.screen)")
        robot.type("+\"")
        #expect(robot.screen.contains("1 of 2"))
        robot.press(.enter, "n")
        #expect(robot.screen.contains("2 of 2"))
        robot.press("/", .control("t"))
        #expect(!robot.screen.contains("pattern /"))
    }

    @Test func `a search goes on in what arrives later`() throws {
        let robot = Robot(100, 30)
        let id = try #require(robot.send())
        robot.event(id, .queued(method: "GET", url: "https://x/"))
        let part = String(repeating: "one\n", count: 50_000)
        let whole = part + "two\n"
        let response = ExchangeFixtures.response(
            status: 200, reason: "OK", headers: [HeaderField("Content-Type", "text/plain")], body: Array(whole.utf8))
        let exchange = ExchangeFixtures.exchange(
            id.rawValue, draft: try #require(robot.sent[id]), response: response)
        robot.finish(exchange)
        robot.press("3", "/")
        robot.type("two")
        #expect(robot.screen.contains("nothing found"), "\(robot.screen)")
        var scan = BodyScan(response.content, contentType: "text/plain")
        scan.read(to: .max)
        robot.tell(.bodyRead(id, BodyDocument(scan, isComplete: false)))
        robot.searchAll()
        #expect(robot.screen.contains("1 found"), "\(robot.screen)")
        robot.press(.enter, "n")
        #expect(robot.screen.contains("1 of 1"))
        robot.tell(.bodyPrepared(ExchangeDocument(exchange)))
        robot.searchAll()
        #expect(robot.screen.contains("1 of 1"))
    }

    @Test func `a first response is searched while it arrives, and without one a sentence says so`() throws {
        let robot = Robot(100, 30)
        robot.press("3", "/")
        #expect(robot.footer.contains("There is nothing to search yet."))
        let id = try #require(robot.send())
        robot.event(id, .queued(method: "GET", url: "https://x/"))
        robot.tell(.bodyArrived(id, .began(contentType: "text/event-stream")))
        robot.tell(.bodyArrived(id, .bytes(Array("data: one\n\ndata: two\n\n".utf8), skipped: .init())))
        robot.press("3", "/")
        robot.type("two")
        #expect(robot.screen.contains("/two") && !robot.screen.contains("nothing found"), "\(robot.screen)")
        #expect(robot.sent.count == 1)
    }

    @Test func `another view of the body leaves the reader where they are, and the current hit what it is`() throws {
        let lines = ["needle"] + (1...200).map { "item \($0)" } + ["needle"]
        let robot = try robot("[\n" + lines.map { "\"\($0)\"" }.joined(separator: ",\n") + "\n]")
        /// The numbers of the items in view.
        func items() -> [Int] {
            robot.inside(.response).compactMap { $0.firstMatch(of: /"item (\d+)"/).flatMap { Int($0.1) } }
        }
        robot.type("needle")
        robot.press(.enter, .pageDown, .pageDown, .pageDown)
        let before = items()
        try #require(!before.isEmpty && !robot.screen.contains("\"needle\""), "\(robot.screen)")
        #expect(robot.screen.contains("Body pretty") && robot.screen.contains("1 of 2"), "\(robot.screen)")
        robot.press("b")
        #expect(robot.screen.contains("Body raw") && robot.screen.contains("1 of 2"), "\(robot.screen)")
        #expect(items().contains(before[before.count / 2]), "\(before)\n\(robot.screen)")
        #expect(!robot.screen.contains("\"needle\""), "the next hit is not gone to: \(robot.screen)")
        robot.press("n")
        #expect(robot.screen.contains("2 of 2") && robot.screen.contains("\"needle\""), "\(robot.screen)")
    }

    @Test func `the lines of a tab that changes are searched again`() throws {
        let robot = try robot("{}")
        robot.press(.escape, "]", "/")
        robot.type("Content-Type")
        #expect(robot.screen.contains("1 of 2"), "\(robot.screen)")
        robot.press(.enter)
        robot.resize(44, 20)
        robot.press("n", "N")
        #expect(robot.screen.contains("1 of 2"), "\(robot.screen)")
    }
}
