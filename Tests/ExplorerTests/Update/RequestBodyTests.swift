import HTTPFormat
import Testing

@testable import Explorer
@testable import TerminalUI
@testable import Workspace

/// The request's body and variables as they are displayed.
@Suite struct RequestBodyTests {
    private static let long = (0..<60).map { "word\($0)" }.joined(separator: " ") + " §"

    private func robot() -> Robot {
        let robot = Robot(
            100, 30, files: [("a.http", "POST http://h/\nContent-Type: text/plain\n\nfirst {{name}}\n\(Self.long)\n")])
        robot.press("2", "z")
        return robot
    }

    @Test(arguments: [
        ("application/problem+json", "json"), ("text/xml", "xml"), ("text/html; charset=utf-8", "html"),
        ("application/graphql", "graphql"), ("text/plain", "txt"),
    ])
    func `an editor gets the body as a file of its type`(type: String, fileExtension: String) throws {
        let document = HTTPDocument(bytes: Array("POST http://h/\nContent-Type: \(type)\n\nx\n".utf8))
        #expect(try #require(document.requests.first).bodyExtension == fileExtension)
    }

    @Test func `long lines are wrapped, and w lets them run out`() {
        let robot = robot()
        #expect(robot.tab == "Body")
        #expect(robot.screen.contains("§"))
        robot.press("w")
        #expect(!robot.screen.contains("§"))
        #expect(robot.screen.contains("first {{name}}"))
    }

    @Test func `long lines wrap in the field where they wrap in the view, and run out where they do not`() {
        let words = (0..<60).map { "word\($0)" }.joined(separator: " ")
        let robot = Robot(
            100, 30, files: [("a.http", "POST http://h/\nContent-Type: text/plain\n\nfirst\n\(words)\n")])
        robot.press("2", "z")
        let shown = robot.inside(.request)
        #expect(robot.screen.contains("word59"))
        robot.press("e")
        #expect(robot.typed != nil && robot.inside(.request).dropFirst() == shown.dropFirst(), "\(robot.screen)")
        robot.press(.down, .down)
        #expect(robot.frame.cursor?.y == robot.place(of: "first").map { $0.y + 2 }, "\(robot.screen)")
        robot.press(.escape, "w", "e")
        #expect(!robot.screen.contains("word59"), "\(robot.screen)")
    }

    @Test func `a click in the field puts the cursor before the character under it`() {
        let robot = robot()
        robot.press("e", .down)
        robot.click(on: "first")
        robot.type("x")
        #expect(robot.typed?.hasPrefix("xfirst") == true, "\(robot.screen)")
    }

    @Test func `a tab is as wide in the field as where the body is only shown`() {
        let robot = Robot(
            100, 30, files: [("a.http", "POST http://h/\nContent-Type: text/plain\n\n\tone\tx\n")])
        robot.press("2")
        let shown = robot.place(of: "one x")
        #expect(shown != nil, "\(robot.screen)")
        robot.press("e")
        #expect(robot.typed == "\tone\tx" && robot.place(of: "one x") == shown, "\(robot.screen)")
    }

    @Test func `l and h scroll lines that are not wrapped`() {
        let robot = robot()
        robot.press("w")
        for _ in 0..<60 { robot.press("l") }
        #expect(robot.screen.contains("§"))
        #expect(!robot.screen.contains("first"))
        #expect(robot.tab == "Body")
        for _ in 0..<60 { robot.press(.left) }
        #expect(robot.screen.contains("first {{name}}"))
        robot.press("w", "l")
        #expect(robot.tab == "Auth", "where nothing runs out, l is the next tab")
    }

    @Test func `Up from the first row goes to the title`() {
        let robot = robot()
        robot.press("k")
        #expect(robot.isTitleSelected)
    }

    @Test func `G from the title goes to the last row`() {
        let robot = robot()
        robot.click(on: "Options")
        robot.press("g", "G")
        #expect(robot.selectedRow(.request)?.contains("description") == true, "\(robot.screen)")
    }

    @Test func `variables with a value are shown beside those without`() {
        let robot = robot()
        robot.press("s")
        robot.resolveAll { _ in
            .unresolved(
                [UnresolvedVariable(name: "name", line: 4, reason: "no variable of that name")],
                uses: [VariableUse(name: "base", value: "http://h", source: .override)])
        }
        robot.press(.escape, "]", "]")
        #expect(robot.tab == "Vars")
        #expect(robot.screen.contains("name  unresolved: no variable of that name, line 4"))
        #expect(robot.screen.contains("base  http://h"))
        #expect(robot.screen.contains("given at the start"))
    }
}
