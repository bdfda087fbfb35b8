import TestSupport
import Testing

@testable import Explorer
@testable import HTTPFormat
@testable import TerminalUI
@testable import Workspace

/// Notices about a file are on the screen: on the tab with the line, and beside the request in the tree.
@Suite struct RequestNoticeTests {
    private static let text = """
        ### fine
        GET http://a.test/

        ### slow
        # @timeout abc
        GET http://a.test/slow
        Accept: */*
        this is no header

        < {% client.global.set("a", 1); %}

        ### scripted
        # @timeout 5000
        GET http://a.test/scripted

        > {%
          anything()
        %}

        """

    private func robot(_ rows: Int = 40, glyphs: Glyphs = .unicode, text: String = text) -> Robot {
        Robot(120, rows, files: [("a.http", text)], glyphs: glyphs)
    }

    /// Opens the request at this many rows below the file, and goes to one of its tabs.
    private func open(_ robot: Robot, _ row: Int, tab: String) {
        robot.press("1", "g")
        for _ in 0..<row { robot.press("j") }
        robot.press(.enter, "2")
        for _ in 0..<6 where robot.tab != tab { robot.press("]") }
    }

    @Test func `the tree marks requests with errors and warnings`() {
        let rows = robot().inside(.collections)
        func row(_ name: String) -> String { rows.first { $0.contains(name) } ?? "" }
        #expect(row("slow").contains("!"))
        #expect(row("scripted").contains("▵"))
        #expect(!row("fine").contains("!") && !row("fine").contains("▵"))
        let plain = robot(glyphs: .ascii).inside(.collections)
        #expect(plain.first { $0.contains("scripted") }?.contains("?") == true)
        #expect(plain.joined().utf8.allSatisfy { $0 < 0x80 })
    }

    @Test func `an invalid value is marked at the option that it would set, and said below`() throws {
        let robot = robot()
        open(robot, 2, tab: "Options")
        let rows = robot.inside(.request)
        let timeout = try #require(rows.first { $0.contains(" timeout ") }, "\(robot.screen)")
        #expect(timeout.contains("! timeout") && timeout.contains("60 s"))
        #expect(timeout.contains("line 5 is not understood"))
        #expect(
            rows.contains { $0.hasPrefix(" error E4  line 5: A timeout is a number with ms, s or m") },
            "\(robot.screen)")
        #expect(rows[0].contains("Options !"))
        open(robot, 3, tab: "Options")
        let other = robot.inside(.request)
        #expect(other[0].contains("Options ▵"))
        #expect(other.contains { $0.contains("The script is not run") }, "\(robot.screen)")
    }

    @Test func `the Options tab shows the largest body, and what is wrong with it`() throws {
        let robot = robot(
            text: """
                ### set
                # @max-body 10MB
                GET http://a.test/

                ### wrong
                # @max-body much
                GET http://a.test/

                """)
        open(robot, 1, tab: "Options")
        let row = try #require(robot.inside(.request).first { $0.contains(" max body ") }, "\(robot.screen)")
        #expect(row.contains("10MB") && row.contains("line 2"))
        open(robot, 2, tab: "Options")
        let rows = robot.inside(.request)
        let place = try #require(rows.firstIndex { $0.contains(" max body ") }, "\(robot.screen)")
        #expect(rows[place].contains("none") && rows[place].contains("line 6 is not understood"))
        #expect(
            rows.contains { $0.hasPrefix(" error E5  line 6: @max-body takes a size such as") }, "\(robot.screen)")
    }

    @Test func `a bad header line is reported on the Headers tab and not on Vars`() {
        let robot = robot()
        open(robot, 2, tab: "Headers")
        let rows = robot.inside(.request)
        #expect(rows[0].contains("Headers 1 !"))
        #expect(rows.contains { $0.hasPrefix(" error E1  line 8: ") }, "\(robot.screen)")
        open(robot, 2, tab: "Vars")
        #expect(!robot.inside(.request).dropFirst().contains { $0.contains("line 8") }, "\(robot.screen)")
    }

    @Test func `a target without a server is marked on its request, beside names without a value too`() async throws {
        let folder = try TemporaryFolder()
        try folder.write(
            "### lost\nGET /products\nX-A: {{nope}}\n\n### fine\nGET http://a.test/{{nope}}\n", to: "a.http")
        let screen = await LiveScreen(folder.path)
        for (name, isMarked) in [("fine", false), ("lost", true)] {
            await screen.open(name)
            let robot = screen.robot
            robot.press("2")
            for _ in 0..<5 where robot.tab != "Params" { robot.press("]") }
            #expect(robot.inside(.collections).contains { $0.contains(name) && $0.contains("!") } == isMarked)
            #expect(
                robot.inside(.request).contains { $0.contains("error E2  line 2: ") } == isMarked, "\(robot.screen)")
        }
        // A send that ends for another reason leaves the mark.
        await screen.send("lost")
        screen.robot.press(.escape)
        #expect(screen.robot.inside(.collections).contains { $0.contains("lost") && $0.contains("!") })
        await screen.close()
    }

    @Test func `what a request breaks of its description is noticed before it is sent`() async throws {
        let folder = try TemporaryFolder()
        try folder.write(
            """
            openapi: 3.1.0
            info: {title: Pets, version: '1'}
            servers: [{url: 'http://h.test'}]
            paths: {/pets: {get: {responses: {'200': {description: ok}}}}}
            """, to: "openapi.yaml")
        try folder.write(
            "### pets\n# @openapi ./openapi.yaml\nGET http://h.test/pets?page=1\n", to: "a.http")
        let screen = await LiveScreen(folder.path)
        await screen.open("pets")
        let robot = screen.robot
        robot.press("2")
        for _ in 0..<5 where robot.tab != "Params" { robot.press("]") }
        #expect(
            robot.inside(.request).contains {
                $0.contains("warning  line 3: The query parameter 'page' is not documented")
            },
            "\(robot.screen)")
        await screen.close()
    }

    @Test func `the reason for a refusal is on the tab of its line`() {
        let robot = robot(text: "### a\nPOST http://a.test/{{x}}\nContent-Type: text/plain\n\n< ./gone.txt\n")
        robot.press("g", "j", .enter)
        robot.resolveAll { _ in .refused(sentence: "a.http:5: The file ./gone.txt is not there.", line: 5) }
        open(robot, 1, tab: "Body")
        #expect(robot.inside(.request)[0].contains("Body file !"), "\(robot.screen)")
        #expect(robot.inside(.request).last?.hasPrefix(" error  line 5: The file ./gone.txt is not there.") == true)
        open(robot, 1, tab: "Vars")
        #expect(!robot.inside(.request).contains { $0.contains("gone") })
    }

    @Test func `the row of a notice is marked, and rows stay in view beside many notices`() {
        let text =
            "### a\nGET http://a.test/\n"
            + (1...40).map { "X-\($0): {{a + \($0)}}\n" }.joined()
        let robot = robot(24, text: text)
        open(robot, 1, tab: "Headers")
        let rows = robot.inside(.request)
        #expect(rows.contains { $0.contains("▵ X-1 ") }, "\(robot.screen)")
        #expect(rows.last?.contains("more notices; L lists all.") == true, "\(robot.screen)")
        robot.press("G")
        #expect(robot.inside(.request).contains { $0.contains("▵ X-40 ") }, "\(robot.screen)")
    }

    /// The last rows of the request, with one space between their words.
    private static func lastRows(_ count: Int, _ robot: Robot) -> [String] {
        robot.inside(.request).suffix(count).map { $0.split(separator: " ").joined(separator: " ") }
    }

    private static let wrongOptions = [("a.http", "### a\n# @timeout soon\n# @retry often\nGET http://h/\n")]

    @Test func `a notice and an explanation that are cut end in an ellipsis`() {
        let robot = Robot(44, 12, files: Self.wrongOptions)
        robot.script("@Options")
        #expect(
            Self.lastRows(2, robot)
                == ["bare number is seconds. For example 5 s…", "error E4 line 2: A timeout is a number…"],
            "\(robot.screen)")
    }

    @Test func `while a tab is searched its notices stay above the row of the search`() {
        let robot = Robot(60, 18, files: Self.wrongOptions)
        robot.script("@Options / connection")
        #expect(
            Self.lastRows(3, robot) == [
                "error E4 line 2: A timeout is a number with ms, s or m", "1 more notice; L lists all.",
                "/connection 1 of 1",
            ],
            "\(robot.screen)")
    }

    @Test func `the value of an option is kept, and where it comes from gives way`() {
        for (comments, origin) in [(0, "line 2 is not understood"), (8, "line 10 is not unders")] {
            let lines = String(repeating: "# a comment\n", count: comments)
            let robot = Robot(80, 24, files: [("a.http", "### a\n\(lines)# @timeout soon\nGET http://h/\n")])
            robot.script("@Options")
            let row = robot.selectedRow(.request) ?? ""
            #expect(row.hasPrefix("! timeout 60 s \(origin)"), "\(robot.screen)")
            #expect(row.contains("…") == (comments > 0), "\(row)")
        }
    }

    @Test func `notices follow an edit of the file`() {
        let robot = robot(text: "### a\nGET http://a.test/\n\n### b\n# @timeout abc\nGET http://a.test/b\n")
        open(robot, 2, tab: "Options")
        #expect(robot.inside(.request).contains { $0.contains("line 5:") })
        open(robot, 1, tab: "Headers")
        robot.press("A")
        robot.type("X-A")
        robot.press(.enter)
        robot.type("1")
        robot.press(.enter)
        open(robot, 2, tab: "Options")
        #expect(robot.inside(.request).contains { $0.contains("line 6:") }, "\(robot.screen)")
    }
}
