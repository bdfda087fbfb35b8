import NetEngine
import TestSupport
import Testing

@testable import Base
@testable import Bodies
@testable import Explorer
@testable import TerminalUI

/// `^G`: a line, a byte or a JSON path of the body.
@Suite struct GoToTests {
    private func robot(_ body: String, type: String = "application/json") throws -> Robot {
        let robot = try Robot.showing(Array(body.utf8), type: type)
        return robot
    }

    private func go(_ text: String, _ robot: Robot) {
        robot.press(.control("g"))
        robot.type(text)
        robot.press(.enter)
        robot.searchPlaces()
    }

    /// The text of the row that the cursor is on.
    private func cursorRow(_ robot: Robot) -> String {
        let rows = robot.frame.cells.filter { $0.style.role == .selection }
        return rows.map(\.grapheme).joined().split(separator: " ").joined(separator: " ")
    }

    private static let list =
        "{\"list\":[" + (0..<9000).map { "{\"id\":\($0)}" }.joined(separator: ",") + "],\"end\":0}"

    @Test func `a path goes to its value, wherever that is`() throws {
        let robot = try robot(Self.list)
        go("$.list[7000].id", robot)
        #expect(!robot.hasDialog)
        #expect(cursorRow(robot).contains(#""id": 7000"#), "\(robot.screen)")
        go(".end", robot)
        #expect(cursorRow(robot).contains(#""end": 0"#), "\(robot.screen)")
    }

    @Test func `a line is one of the view, a byte one of the body`() throws {
        let robot = try robot(Self.list)
        go("4", robot)
        #expect(cursorRow(robot).contains(#""id": 0"#), "\(robot.screen)")
        let place = try #require(Self.list.firstRange(of: "700}"))
        go("@\(Self.list.utf8.distance(from: Self.list.startIndex, to: place.lowerBound))", robot)
        #expect(cursorRow(robot).contains(#""id": 700"#), "\(robot.screen)")
        go("@0x0", robot)
        #expect(cursorRow(robot).contains("{"), "\(robot.screen)")
        robot.press("b", "b")
        go("513", robot)
        #expect(cursorRow(robot).contains(" 00001000 "), "\(robot.screen)")
    }

    @Test(
        arguments: [
            ("0", "Lines are counted from 1."), ("99999999", "This view has 27005 lines."),
            ("@99999999", "bytes, counted from 0."), ("@x", "After @ comes the number of a byte"),
            ("$.list[*]", "f shows all"), ("$.nope", "The first step leads to nothing in the body."),
            ("$.list[3].nope", "Only 2 steps of 3 lead to something in the body."),
            ("list", "Type the number of a line"),
            ("$.list[", "Not a path: "),
        ])
    func `what leads nowhere is said, and can be changed`(text: String, sentence: String) throws {
        let robot = try robot(Self.list)
        go(text, robot)
        #expect(robot.screen.contains(sentence), "\(robot.screen)")
        robot.press(.backspace)
        #expect(!robot.screen.contains(sentence))
        robot.press(.escape)
        #expect(!robot.hasDialog)
    }

    @Test(arguments: [(44, 10), (60, 16), (100, 30)])
    func `what can be typed is said whole at every width`(columns: Int, rows: Int) throws {
        let robot = try Robot.showing(Array("{}".utf8), columns: columns, rows: rows)
        robot.press(.control("g"))
        let note = robot.dialog.dropFirst().flatMap { $0.split(separator: " ") }.joined(separator: " ")
        #expect(note == "A line of this view, @ and a byte of the body, or a JSON path.", "\(robot.screen)")
    }

    @Test func `Esc ends the search for a path, and a late place is not gone to`() throws {
        let robot = try robot(Self.list)
        robot.press(.control("g"))
        robot.type("$.end")
        robot.press(.enter)
        guard case .searchPlace(let job)? = robot.take().last else {
            Issue.record("nothing is looked for")
            return
        }
        robot.tell(.placeSearched(job.id, .progress(5_000_000)))
        #expect(robot.screen.contains("Looking, 5.0 MB so far."))
        robot.press(.escape)
        #expect(robot.takeNames() == ["stopPlaceSearch"])
        robot.tell(.placeSearched(job.id, .ended(job.work { _ in false })))
        #expect(robot.hasDialog)
        #expect(!cursorRow(robot).contains("end"))
    }

    @Test func `a place that was looked for in another response is not gone to`() throws {
        let robot = try robot(Self.list)
        let id = try #require(robot.send())
        robot.press(.control("g"))
        robot.type("$.end")
        robot.effects = []
        robot.press(.enter)
        guard case .searchPlace(let job)? = robot.take().last else {
            Issue.record("nothing is looked for")
            return
        }
        let body = Self.list.replacing("{\"id\":0}", with: "{\"id\":0, \"more\": [1, 2, 3]}")
        let response = ExchangeFixtures.response(
            headers: [HeaderField("Content-Type", "application/json")], body: Array(body.utf8))
        let exchange = ExchangeFixtures.exchange(
            id.rawValue, draft: try #require(robot.sent[id]), response: response)
        robot.finish(exchange)
        robot.tell(.bodyPrepared(ExchangeDocument(exchange)))
        robot.tell(.placeSearched(job.id, .ended(job.work { _ in false })))
        #expect(robot.hasDialog && robot.dialogWords.contains("Another response came into view"), "\(robot.screen)")
        robot.effects = []
        robot.press(.enter)
        robot.searchPlaces()
        #expect(!robot.hasDialog && cursorRow(robot).contains(#""end": 0"#), "\(robot.screen)")
    }

    @Test func `while a path is looked for nothing can be typed, and one that was stopped can be changed`() throws {
        let robot = try robot(Self.list)
        robot.press(.control("g"))
        robot.paste("$.enx")
        robot.press(.backspace, "d", .enter)
        guard case .searchPlace(let job)? = robot.take().last else {
            Issue.record("nothing is looked for")
            return
        }
        #expect(robot.screen.contains("Looking. ") && robot.dialogKeys.map(\.1) == ["stop"])
        robot.press("x", .backspace, .enter)
        robot.paste("y")
        #expect(robot.takeNames().isEmpty && robot.screen.contains("$.end "), "\(robot.screen)")
        robot.tell(.placeSearched(job.id, .ended(.stopped)))
        #expect(robot.hasDialog && robot.dialogKeys.map(\.1) == ["go", "close"])
        robot.press(.enter)
        robot.searchPlaces()
        #expect(!robot.hasDialog && cursorRow(robot).contains(#""end": 0"#), "\(robot.screen)")
    }

    @Test func `of a body that arrives a path leads to what has come so far`() throws {
        let robot = Robot(100, 30)
        let id = try #require(robot.send())
        robot.press("3")
        robot.tell(.bodyArrived(id, .began(contentType: "application/json")))
        var scan = BodyScan(BodyBytes(Array(Self.list.utf8)), contentType: "application/json")
        scan.read(to: 5_000)
        robot.tell(.bodyRead(id, BodyDocument(scan, isComplete: false)))
        robot.press(.enter)
        #expect(robot.toastText == "A value folds when all has arrived. - folds by level.")
        go("$.end", robot)
        #expect(robot.screen.contains("The first step leads to nothing in what has come so far."), "\(robot.screen)")
        robot.press(.control("u"))
        robot.paste("$.list[9].id")
        robot.press(.enter)
        robot.searchPlaces()
        #expect(!robot.hasDialog && robot.screen.contains(#""id": 9"#), "\(robot.screen)")
    }

    @Test func `a path goes to the value in the view of the text and in that of the bytes, too`() throws {
        let value = String(repeating: "z", count: 300)
        let text = "{\"list\":[" + (0..<3000).map(String.init).joined(separator: ",") + "],\"end\":\"\(value)\"}"
        let robot = try robot(text)
        robot.press("b")
        go("$.end", robot)
        // The row of the wrapped line in which the value begins.
        let row = cursorRow(robot)
        #expect(row.contains("\"z") || row.hasSuffix("\""), "\(robot.screen)")
        robot.press("g", "b")
        go("$.end", robot)
        let offset = text.utf8.count - value.count - 3
        let address = String(offset / 8 * 8, radix: 16, uppercase: true)
        #expect(cursorRow(robot).contains("\(address) "), "\(address)\n\(robot.screen)")
        #expect(cursorRow(robot).contains(" 22 7A"), "\(robot.screen)")
    }

    @Test(arguments: ["$.end", "@15"])
    func `a place of the body is shown on its tab, from any tab`(text: String) throws {
        let robot = try robot(#"{"list":[1,2],"end":0}"#)
        robot.press("]")
        #expect(robot.responseTab == "Headers")
        go(text, robot)
        #expect(robot.responseTab == "Body" && cursorRow(robot).contains(#""end": 0"#), "\(robot.screen)")
    }

    @Test func `what is selected on another tab is left with it`() throws {
        let robot = try robot(#"{"list":[1,2],"end":0}"#)
        _ = try #require(robot.send())
        robot.press("3", "]", "m")
        // The sentence of the selection goes.
        robot.wait(.seconds(9))
        robot.tick()
        #expect(robot.footer.contains("Esc leave selection"), "\(robot.screen)")
        go("$.end", robot)
        #expect(robot.responseTab == "Body" && robot.footer.contains("Esc cancel"), "\(robot.screen)")
    }

    @Test func `other bodies have no paths, and other tabs have lines`() throws {
        let robot = try robot("one\ntwo\nthree", type: "text/plain")
        go("$.a", robot)
        #expect(robot.screen.contains("The body is not JSON; only JSON has paths."))
        robot.press(.escape, "]")
        go("@9", robot)
        #expect(cursorRow(robot).contains("three"), "\(robot.screen)")
    }
}
