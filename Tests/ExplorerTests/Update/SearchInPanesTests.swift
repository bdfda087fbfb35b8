import NetEngine
import TestSupport
import Testing

@testable import Base
@testable import Explorer
@testable import TerminalUI
@testable import Workspace

/// `/`, `n` and `N` in the panes Log and Request.
@Suite struct SearchInPanesTests {
    /// A log of that many rows.
    private func log(_ count: Int) -> Robot {
        let robot = Robot()
        for number in 0..<count { add(number, to: robot) }
        robot.press("4")
        return robot
    }

    private func add(_ number: Int, to robot: Robot) {
        let url = "https://x.example/item/\(number)"
        robot.tell(.engine(ExchangeFixtures.event(UInt64(number + 1), 0, .queued(method: "GET", url: url))))
    }

    @Test func `in the Log a filter shows the rows that pass, while it is typed`() {
        let robot = log(12)
        robot.press("/")
        robot.type("path:/item/1*")
        #expect(robot.logRows.count == 3, "\(robot.screen)")
        #expect(robot.screen.contains(#"path "/item/1"*"#), "\(robot.screen)")
        robot.press(.enter)
        #expect(robot.screen.contains("path:/item/1*"))
        robot.press("g")
        #expect(robot.selectedRow(.log)?.contains("item/1 ") == true, "\(robot.screen)")
        robot.press(.escape)
        #expect(robot.logRows.count > 3 && !robot.screen.contains("path:/item/1*"))
    }

    @Test func `a filter that is not one keeps the rows of the last good one, and says what is wrong`() {
        let robot = log(12)
        robot.press("/")
        robot.type("path:/item/1*")
        #expect(robot.logRows.count == 3)
        robot.paste(" status:x")
        #expect(robot.logRows.count == 3)
        #expect(robot.inside(.log).last?.contains("tatus") == true, "\(robot.screen)")
        let place = robot.place(of: "status:x")
        #expect(place.map { robot.frame[$0.x + 7, $0.y].style.emphasis.contains(.underline) } == true)
        robot.press(.escape)
        #expect(robot.logRows.count > 3)
    }

    @Test func `what is pasted into a search is found in the response and in the request`() throws {
        let robot = try Robot.showing(Array(#"{"a": "one", "b": "two"}"#.utf8))
        robot.press("/")
        robot.paste("two")
        robot.searchAll()
        #expect(robot.typed == "two" && robot.screen.contains("1 of 1"), "\(robot.screen)")
        let other = request()
        other.press("/")
        other.paste("needle")
        #expect(other.screen.contains("1 of 2"), "\(other.screen)")
    }

    @Test func `Tab completes a key, then a value that was seen, and takes the next choice when pressed again`() {
        let robot = log(2)
        robot.press("/")
        robot.type("hos")
        robot.press(.tab)
        #expect(robot.typed == "host:")
        robot.type("x")
        robot.press(.tab)
        #expect(robot.typed == "host:x.example")
        #expect(robot.logRows.count == 2)
    }

    @Test func `rows that come later pass the filter or do not, and a pause counts only those that do`() {
        let robot = log(2)
        robot.press("/")
        robot.type("path:/item/2*")
        robot.press(.enter)
        #expect(robot.screen.contains("Nothing passes the filter."))
        add(200, to: robot)
        add(3, to: robot)
        #expect(robot.logRows.count == 1, "\(robot.screen)")
        robot.press("g")
        add(201, to: robot)
        add(4, to: robot)
        #expect(robot.border(.log).contains("1 new  paused"), "\(robot.screen)")
    }

    @Test func `an empty log says so`() {
        let robot = Robot()
        robot.press("4", "/")
        #expect(robot.screen.contains("Nothing was sent yet; s sends"))
    }

    private static let request: [(String, String)] = [
        (
            "a.http",
            """
            ### one
            POST https://x.example/?a=1&needle=2&b=3
            X-One: a
            X-Needle: b
            Content-Type: text/plain

            first line
            second needle
            \((0..<60).map { "line \($0)" }.joined(separator: "\n"))
            last NEEDLE
            """
        )
    ]

    private func request() -> Robot {
        let robot = Robot(files: Self.request)
        robot.press("G", .enter, "2")
        return robot
    }

    @Test func `in Request the body is searched, and the hit comes into view`() {
        let robot = request()
        #expect(robot.screen.contains("first line"), "\(robot.screen)")
        robot.press("/")
        robot.type("needle")
        #expect(robot.screen.contains("1 of 2"), "\(robot.screen)")
        robot.press(.enter, "n")
        #expect(robot.screen.contains("2 of 2") && robot.screen.contains("last NEEDLE"), "\(robot.screen)")
        robot.press("n")
        #expect(robot.screen.contains("second needle"))
        #expect(robot.frame.cells.contains { $0.style.role == .matchCurrent })
        robot.press(.escape)
        #expect(!robot.screen.contains("of 2"))
    }

    @Test func `in Request the search begins in what is in view of the body`() {
        let lines = (1...100).map { "line \($0)" }.joined(separator: "\n")
        let robot = Robot(files: [("a.http", "### a\nPOST http://h/\nContent-Type: text/plain\n\n\(lines)\n")])
        func first() -> Int {
            robot.inside(.request).compactMap { $0.firstMatch(of: /line (\d+)/).flatMap { Int($0.1) } }.first ?? 0
        }
        robot.press("2")
        for _ in 0..<8 where robot.tab != "Body" { robot.press("]") }
        for _ in 0..<40 { robot.press("j") }
        let before = first()
        robot.press("/")
        robot.type("line")
        robot.press(.enter)
        #expect(before > 30 && first() >= before, "\(robot.screen)")
    }

    @Test func `in Request the rows of a tab are searched, and other tabs for the same words`() {
        let robot = request()
        robot.press("[", "g", "j", "/")
        robot.type("needle")
        #expect(robot.screen.contains("1 of 1"), "\(robot.screen)")
        #expect(robot.selectedRow(.request)?.contains("X-Needle") == true, "\(robot.screen)")
        robot.press(.enter, "[")
        #expect(robot.screen.contains("1 of 1"))
        #expect(robot.selectedRow(.request)?.contains("needle") == true, "\(robot.screen)")
        robot.press(.enter)
        #expect(robot.typed != nil, "Enter edits the row that was found")
    }

    @Test func `a request without a body has nothing to search on the Body tab, and says so`() {
        let robot = Robot(files: [("a.http", "### a\nGET http://h/\nX-One: a\n")])
        robot.press(.enter)
        robot.script("@Body")
        #expect(!robot.offers(.search), "\(robot.screen)")
        expectSentences(robot, "/ -> There are no lines to search here.")
        robot.script("@Headers / one")
        #expect(robot.screen.contains("1 of 1"), "\(robot.screen)")
    }

    @Test func `a tab of a request without rows has nothing to search, and says so`() {
        let robot = Robot(files: [("a.http", "### a\nGET http://h/\n")])
        robot.press(.enter)
        for tab in ["Params", "Headers", "Vars"] {
            robot.script("@\(tab)")
            #expect(!robot.offers(.search), "\(tab): \(robot.screen)")
            expectSentences(robot, "/ -> There are no rows to search here.")
            robot.press("/")
            #expect(robot.typed == nil, "\(robot.screen)")
        }
        robot.script("@Options")
        #expect(robot.offers(.search), "\(robot.screen)")
        robot.script("@Params A one Tab two Enter / two")
        #expect(robot.screen.contains("1 of 1"), "a row that was added is searched: \(robot.screen)")
    }

    @Test func `in Request the options are searched, too`() {
        let robot = request()
        robot.script("@Options / redirects")
        #expect(robot.screen.contains("1 of 1"), "\(robot.screen)")
        #expect(robot.selectedRow(.request)?.hasPrefix("follow redirects") == true, "\(robot.screen)")
    }

    @Test func `in Request nothing below the rows of a tab is counted or marked`() {
        let robot = Robot(files: [("a.http", "### a\nGET http://h/\nX-Header: 1\nthis is no header\n")])
        robot.script("@Headers / header")
        #expect(robot.screen.contains("1 of 1") && robot.screen.contains("This is not a header"), "\(robot.screen)")
        let frame = robot.frame
        let marked = (0..<frame.size.rows).filter { y in
            (0..<frame.size.columns).contains { frame[$0, y].style.role == .match }
        }
        #expect(marked == [robot.place(of: "X-Header")?.y], "\(robot.screen)")
    }

    /// What is marked as found in the rows of Request, a text for each row that has any.
    private func marked(_ robot: Robot) -> [String] {
        let (frame, inside) = (robot.frame, robot.layout.inside(.request))
        return (inside.y..<inside.maxY).map { y in
            (inside.x..<inside.maxX).map { frame[$0, y] }.filter { $0.style.role == .match }.map(\.grapheme).joined()
        }.filter { !$0.isEmpty }
    }

    @Test func `in Request marks and words beside the text of a row are not marked as found`() {
        let robot = Robot(files: [
            ("a.http", "### a\nGET http://h/\nX-Offer: 1\n# X-Plain: off\nAuthorization: Bearer t0ken\n")
        ])
        robot.press(.enter)
        robot.script("@Headers / off")
        #expect(robot.screen.contains("1 of 2") && robot.screen.contains("off off"), "\(robot.screen)")
        #expect(marked(robot) == ["Off", "off"], "\(robot.screen)")
        robot.press(.control("u"))
        robot.type("✓")
        #expect(robot.screen.contains("nothing found") && marked(robot) == [], "\(robot.screen)")
        robot.press(.escape)
        robot.script("@Auth / hid")
        #expect(robot.screen.contains("(hidden)") && robot.screen.contains("nothing found"), "\(robot.screen)")
        #expect(marked(robot) == [], "\(robot.screen)")
        robot.press(.control("u"))
        robot.type("tok")
        #expect(marked(robot) == ["Tok"], "\(robot.screen)")
    }

    @Test func `a hidden value is not found on the Vars tab`() {
        let robot = Robot(files: [("a.http", "### a\nGET http://h/{{token}}\n")])
        robot.press(.enter)
        let source = VariableUse.Source.environment(name: "dev", file: "/c/private.json", isPrivate: true)
        robot.lookUp([VariableUse(name: "token", value: "t0ken", source: source, isSecret: true)])
        robot.press("2", "/")
        robot.type("t0ken")
        #expect(robot.screen.contains("nothing found"), "\(robot.screen)")
        robot.press(.escape, " ", "/")
        robot.type("t0ken")
        #expect(robot.screen.contains("1 of 1"), "\(robot.screen)")
    }
}
