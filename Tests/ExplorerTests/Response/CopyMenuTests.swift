import NetEngine
import Runs
import TestSupport
import Testing

@testable import Base
@testable import Explorer
@testable import TerminalUI
@testable import Workspace

/// The rows of the menu for copying, by what they are called, and other words of the response that no picture shows.
@Suite struct CopyMenuTests {
    private typealias F = ExchangeFixtures

    private func rows(_ robot: Robot) -> String {
        robot.dialog.map { row in
            var row = row[...]
            while row.last == " " { row.removeLast() }
            return String(row)
        }.joined(separator: "\n")
    }

    @Test func `the menu has a row for each part that there is`() throws {
        let robot = try Robot.showing(Array(#"{"a":1}"#.utf8))
        robot.press("y")
        #expect(
            rows(robot) == """
                ›v  value           object of 1 member, 7 B
                 p  path            $
                 b  body            7 B
                 h  headers         1 line
                 o  one header…
                 u  URL             http://127.0.0.1:8080/orders
                 c  curl command    sends what was sent
                 r  report          the whole exchange in Markdown
                 w  wire            all heads and bodies as they were sent
                 e  export…         the saved request for other tools, as Markdown or Swift
                """)
        #expect(robot.dialogKeys.map(\.1) == ["copy", "with secrets", "close"])
        robot.press("s")
        #expect(robot.dialogKeys.map(\.1) == ["copy", "hide secrets", "close"])
        robot.press("G", "k", "y")
        #expect(!robot.hasDialog)
        let lines = try Robot.showing(Array("one\n\n  \ntwo".utf8), type: "text/plain")
        for line in ["one", nil, nil, "two"] {
            lines.press("y")
            #expect(
                rows(lines).hasPrefix(line.map { "›v  line            \($0)\n b  body" } ?? "›b  body"),
                "\(rows(lines))")
            lines.press(.escape, "j")
        }
        let text = try Robot.showing([], type: "text/plain")
        text.press("y")
        #expect(
            rows(text).split(separator: "\n").map { $0.split(separator: " ").prefix(2).joined(separator: " ") }.prefix(
                4)
                == ["›v line", "h headers", "o one", "u URL"], "\(rows(text))")
    }

    @Test func `on a low screen a click means the row under it, also where the menu has scrolled`() throws {
        let robot = try Robot.showing(Array(#"{"a":1}"#.utf8), columns: 60, rows: 10)
        robot.press("y")
        for _ in 0..<9 { robot.press(.down) }
        robot.click(on: "export")
        #expect(robot.dialogKind == "ExportMenu", "\(robot.screen)")
    }

    @Test func `what is copied is named in the sentence that says so`() throws {
        let robot = try Robot.showing(Array(#"{"a":"x"}"#.utf8))
        func name(_ keys: Key...) -> String {
            robot.effects = []
            robot.press("y")
            for key in keys { robot.press(key) }
            for case .copy(let job) in robot.take() { return job.name }
            return "nothing"
        }
        #expect(
            [
                name("v"), name("p"), name("b"), name("h"), name("o", .enter), name("u"), name("c"), name("r"),
                name("w"), name("G", "k", .enter), name("x"),
            ] == [
                "The value", "The path", "The body", "The headers", "The header Content-Type", "The URL",
                "The curl command", "The report", "The exchange", "The exchange", "nothing",
            ])
        robot.press(.escape, "m", "j", "y")
        guard case .copy(let job)? = robot.take().last else {
            Issue.record("nothing was copied")
            return
        }
        #expect(job.name == "The selection")
    }

    // MARK: Notices

    @Test func `what is doubtful about a body is said above it, with the key that changes it`() throws {
        func notice(_ body: [UInt8], _ type: String) -> String? {
            let state = F.pane(
                F.exchange(response: F.response(headers: [HeaderField("Content-Type", type)], body: body)))
            return F.frame(state, 90, 6).split(separator: "\n").dropFirst(2).first.map { row in
                row.split(separator: " ").joined(separator: " ")
            }
        }
        #expect(
            notice(Array("abc".utf8), "text/plain; charset=klingon")
                == "The charset klingon is not known here; shown as UTF-8.")
        #expect(
            notice(Array("{]\n\n\n".utf8), "application/json")?.hasPrefix(
                "Not JSON from line 1, column 2 (byte 1) on: ") == true)
        #expect(notice(Array("{".utf8), "application/json") == "The JSON ends too early, at line 1, column 2 (byte 1).")
        let large = F.pane(F.exchange(response: F.response(body: [UInt8](repeating: 0x20, count: 100_000))))
        #expect(F.frame(large, 90, 6).contains(" of 100 KB read so far…"), "\(F.frame(large, 90, 6))")
    }

    @Test func `an exchange of the log without a moment is old without an age`() {
        var state = ResponsePaneState()
        let failed = F.exchange(hops: [F.hop(response: nil)], error: F.timeout)
        _ = state.show(failed, label: RequestLabel(name: "", method: "GET", url: "http://h/x"), isFromLog: true)
        let row = F.frame(state, 90, 6).split(separator: "\n").first { $0.contains("Old response") }
        #expect(row == "Old response: timeout in first-byte  GET http://h/x")
    }

    @Test func `Esc in the footer says what it leaves`() throws {
        let robot = try Robot.showing(Array(#"{"a":1}"#.utf8))
        func escape() -> Bool { robot.footer.contains("Esc ") }
        #expect(!escape())
        let id = try #require(robot.send())
        robot.press("3")
        #expect(robot.footer.contains("Esc cancel"), "\(robot.footer)")
        // The response before it can be read and searched meanwhile.
        robot.press("/")
        robot.type("a")
        robot.press(.enter)
        #expect(robot.footer.contains("Esc leave search"), "\(robot.footer)")
        robot.press(.escape, "m")
        // The sentence of the selection goes.
        robot.wait(.seconds(9))
        robot.tick()
        #expect(robot.footer.contains("Esc leave selection"), "\(robot.footer)")
        robot.press(.escape)
        #expect(robot.footer.contains("Esc cancel") && robot.inFlight == [id], "\(robot.footer)")
    }

    // MARK: Cookies

    @Test func `taking a cookie out and clearing the jar say what they do`() throws {
        let robot = try Robot.showing(Array("{}".utf8))
        let scope = robot.cookieScope
        let url = try HTTPURL.parse("http://127.0.0.1/")
        let cookies = try ["a=1", "b=2"].map { try #require(Cookie(setCookie: Array($0.utf8), from: url, now: 1)) }
        robot.tell(.cookiesRead(scope, cookies))
        for _ in 0..<8 where robot.responseTab != "Cookies" { robot.press("]") }
        expectSentences(
            robot,
            "D -> a was taken out of the cookie jar. u puts it back.\nj D -> b was taken out of the cookie jar. u puts it back.\nSpace -> nothing"
        )
        robot.choose("Clear the cookie jar")
        let words = "Remove 2 cookies of the environment dev? Logins by cookie end with that."
        #expect(robot.spoken.replacing(bytes: " | ", with: " ").contains(words), "\(robot.spoken)")
        #expect(rows(robot).contains("Remove") && rows(robot).contains("Keep"))
        robot.effects = []
        robot.press(.enter)
        #expect(robot.takeNames().isEmpty && !robot.hasDialog)
    }

    // MARK: A small screen

    @Test func `a screen without room says how much is needed, and that edits are not saved`() {
        let robot = Robot(120, 40)
        robot.resize(30, 9)
        func words() -> [String] {
            robot.screen.split(separator: "\n").map { $0.split(separator: " ").joined(separator: " ") }.filter {
                !$0.isEmpty
            }
        }
        #expect(words() == ["apitui needs 40x10;", "this is 30x9.", "Enlarge it; q quits."])
        robot.resize(120, 40)
        robot.press("2", "m", .down, .enter)
        robot.resize(39, 10)
        #expect(words() == ["apitui needs 40x10;", "this is 39x10.", "Enlarge it: edits are not saved."])
    }
}
