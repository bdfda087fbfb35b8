import Explain
import NetEngine
import TestSupport
import Testing

@testable import Base
@testable import Bodies
@testable import Explorer
@testable import TerminalUI
@testable import Workspace

private typealias F = ExchangeFixtures

/// Sentences of the response pane and its dialogs, and what filters were used before.
@Suite struct ResponseKeySentenceTests {
    @Test func `bytes and an empty body do not wrap, and other views are those of the body`() throws {
        let text = try Robot.showing(Array("one\ntwo".utf8), type: "text/plain")
        expectSentences(
            text,
            "b w -> The rows of bytes do not wrap.\nw -> nothing\n] b -> Only the body has other views: on the Body tab."
        )
        let bytes = try Robot.showing([0, 1, 2, 0xFF, 0, 0xFE], type: "application/octet-stream")
        expectSentences(bytes, "w -> The rows of bytes do not wrap.")
        let empty = try Robot.showing([], type: "text/plain")
        #expect(!empty.footer.contains("w wrap"), "\(empty.footer)")
        expectSentences(empty, "w -> There are no lines to wrap here.")
    }

    @Test func `an empty body has no lines to number or to search, and says so`() throws {
        let empty = try Robot.showing([], type: "text/plain")
        #expect(!empty.footer.contains("/ search"), "\(empty.footer)")
        #expect(!empty.offers(.search) && !empty.offers(.toggleLineNumbers))
        expectSentences(
            empty, "# -> There are no lines to number here.\n/ -> There are no lines to search here.")
        empty.press("/")
        #expect(empty.typed == nil, "\(empty.screen)")
        // Its headers are searched.
        empty.press("]", "/")
        empty.type("text/plain")
        #expect(empty.screen.contains("1 of "), "\(empty.screen)")
    }

    @Test func `neither bytes nor an error in place of the body have line numbers`() throws {
        let bytes = try Robot.showing([0, 1, 2, 0xFF, 0, 0xFE], type: "application/octet-stream")
        expectSentences(bytes, "# -> The rows of bytes have no line numbers.")
        let failed = Robot(100, 30)
        try failed.finish(try #require(failed.send()), .timedOut)
        failed.press("3")
        for _ in 0..<9 where failed.responseTab != "Error" && failed.responseTab != "Body" { failed.press("[") }
        expectSentences(failed, "# -> Only lines of the Body tab are numbered.")
    }

    @Test func `while the title of the request is selected no row is switched or deleted`() {
        let robot = Robot(100, 30)
        robot.press("2", "g")
        #expect(robot.isTitleSelected)
        expectSentences(
            robot,
            """
            Space -> The URL is selected: go down to a row first.
            D -> The URL is selected: go down to a row first.
            w -> Only a body wraps.
            """)
    }

    @Test func `what is not made yet says so on the Raw tab`() {
        let body = Array(("[" + String(repeating: "1,", count: 40_000) + "1]").utf8)
        var state = ResponsePaneState()
        _ = state.show(F.exchange(response: F.response(body: body)), label: F.label)
        state.tab = .raw
        #expect(state.lines(width: 40).texts == ["Preparing…"] && !state.hasLines)
        state.tab = .body
        #expect(state.hasLines && state.lines(width: 40).lineCount > 1)
    }

    // MARK: Moving

    @Test(arguments: [(11, 9, 5), (4, 2, 1), (3, 1, 1), (2, 1, 1)])
    func `a page is a row less than the content, half a page the half of it, and each at least a row`(
        rows: Int, page: Int, half: Int
    ) {
        let size = Size(columns: 40, rows: rows)
        func line(_ commands: Command...) -> Int {
            var state = F.pane(body: (1...100).map { "\($0)" }.joined(separator: "\n"), type: "text/plain")
            for command in commands { _ = state.perform(command, in: size) }
            return state.scroll.line
        }
        let last = 100 - (rows - 1)
        #expect(line(.pageDown) == page && line(.halfPageDown) == half && line(.bottom) == last)
        #expect(line(.bottom, .pageUp) == last - page && line(.bottom, .halfPageUp) == last - half)
        #expect(line(.pageUp) == 0 && line(.bottom, .pageDown) == last)
    }

    @Test func `of many headers one is reached by pages of ten, and each is copied by its own row`() throws {
        let robot = Robot(100, 30)
        let id = try #require(robot.send())
        let headers = HeaderFields((0..<15).map { HeaderField("H\($0)", "v\($0)") })
        robot.finish(
            F.exchange(
                id.rawValue, draft: try #require(robot.sent[id]), response: F.response(status: 200, headers: headers)))
        robot.press("3")
        for (keys, copied) in [
            ("y o Enter", "copy v0"), ("y o PgDn Enter", "copy v10"), ("y o ^D Enter", "copy v5"),
            ("y o G Enter", "copy v14"), ("y o G k l", "copy H13: v13"), ("y o G PgDn PgUp Enter", "copy v4"),
        ] {
            robot.effects = []
            robot.strike(keys)
            #expect(robot.takeNames().last == copied && !robot.hasDialog, "\(keys)")
        }
    }

    // MARK: Tokens

    @Test func `tokens of the line come first, and that of the login beside headers alone`() {
        let jwt = "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJhIn0.c2ln"
        let login = "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJiIn0.c2ln"
        let plain = F.request()
        let request = PreparedRequest(
            method: plain.method, url: plain.url, headers: [HeaderField("Authorization", "Bearer \(login)")],
            body: plain.body, options: RequestOptions())
        let exchange = F.exchange(hops: [F.hop(request: request, response: F.response())])
        func subjects(_ line: String, _ tab: ResponseTab) -> [String] {
            WebTokens.explanations(in: line, of: exchange, at: tab).map { explanation in
                explanation.details.first { $0.contains("sub") } ?? "none"
            }
        }
        for tab in ResponseTab.allCases {
            let isBeside = tab == .headers || tab == .raw
            #expect(subjects("nothing", tab).count == (isBeside ? 1 : 0), "\(tab)")
            #expect(subjects("x \(jwt) y", tab).count == (isBeside ? 2 : 1), "\(tab)")
        }
        let found = subjects(jwt, .headers)
        #expect(found.first != found.last && found.last == subjects("nothing", .headers).first, "\(found)")
        let explanation = WebTokens.explanations(in: jwt, of: exchange, at: .body).first
        #expect(
            explanation?.text
                == "A JSON Web Token: who holds it can read it, and only its signature says who wrote it.")
        #expect(explanation?.source == "RFC 7519" && explanation?.heading.hasPrefix("JWT: ") == true)
    }

    // MARK: Filters

    /// A robot with the filter of a body open.
    private func filtering() throws -> Robot {
        let robot = try Robot.showing(Array(#"{"a":1,"b":2}"#.utf8))
        robot.press("f")
        return robot
    }

    /// Applies a filter, and goes back to its field.
    private func apply(_ filter: String, _ robot: Robot) {
        robot.press(.control("u"))
        robot.paste(filter)
        robot.press(.enter)
        robot.filterAll()
        robot.press("f")
    }

    /// The field of the filter.
    private func field(_ robot: Robot) -> String {
        let content = robot.dialogContent
        let row = robot.text(in: Rect(x: content.x, y: content.y - 2, width: content.width, height: 1)).first ?? ""
        return row.split(separator: " ").joined(separator: " ")
    }

    @Test func `filters that were used are gone through from the newest, each once, and back to an empty field`() throws
    {
        let robot = try filtering()
        for filter in ["$.a", "$.b", "$.c", "$.a"] { apply(filter, robot) }
        var seen: [String] = []
        for key in [Key.up, .up, .up, .up, .down, .down] {
            robot.press(key)
            seen.append(field(robot))
        }
        #expect(seen == ["$.a", "$.c", "$.b", "$.b", "$.c", "$.a"])
        robot.press(.down)
        #expect(field(robot) == "$.path or |command", "\(robot.screen)")
        robot.press(.down)
        #expect(field(robot) == "$.path or |command")
    }

    @Test func `the wheel moves in the result, and without an earlier filter Up and Down leave what is typed`() throws {
        let body = "[" + (0..<80).map { "\($0)" }.joined(separator: ",") + "]"
        let robot = try Robot.showing(Array(body.utf8))
        robot.press("f")
        robot.paste("$")
        robot.tick()
        robot.filterAll()
        robot.press(.up, .down)
        #expect(field(robot) == "$", "\(robot.screen)")
        apply("$", robot)
        robot.press(.control("u"))
        robot.paste("$[*]")
        robot.tick()
        robot.filterAll()
        let content = robot.dialogContent
        // Without the scrollbar.
        func rows() -> [String] { robot.text(in: content).map { String($0.prefix(20)) } }
        let before = rows()
        robot.click(content.x, content.y, .scrollDown)
        #expect(rows().dropLast() == before.dropFirst() && field(robot) == "$[*]", "\(robot.screen)")
        robot.click(content.x, content.y, .scrollUp)
        #expect(rows() == before && field(robot) == "$[*]", "\(robot.screen)")
    }

    @Test func `fifty filters of a request are kept`() throws {
        let robot = try filtering()
        for number in 1...52 { apply("$.a\(number)", robot) }
        for _ in 0..<60 { robot.press(.up) }
        #expect(field(robot) == "$.a3", "\(robot.screen)")
    }

    @Test func `the filters of another request are not offered`() throws {
        let robot = try filtering()
        apply("$.a", robot)
        robot.press(.escape, "1", "j")
        let id = try #require(robot.send())
        robot.finish(
            F.exchange(id.rawValue, draft: try #require(robot.sent[id]), response: F.response(status: 200)))
        robot.press("3", "f")
        #expect(robot.dialogKeys.map(\.0) == ["Esc"], "nothing was used before")
        robot.press(.up)
        #expect(field(robot) == "$.path or |command", "\(robot.screen)")
    }

    @Test func `a filter says how much of the body was kept, beside its own note`() throws {
        let robot = Robot(120, 30)
        let id = try #require(robot.send())
        let response = Response(
            F.response(), content: BodyBytes(Array(#"{"a":"b"#.utf8)), count: 100_000_000, isComplete: true)
        robot.finish(F.exchange(id.rawValue, draft: try #require(robot.sent[id]), response: response))
        robot.press("3", "f")
        robot.paste("$.a")
        robot.tick()
        #expect(
            robot.screen.contains("only a |command filters a body that was cut (the first 7 B of 100 MB were kept)"),
            "\(robot.screen)")
    }

    @Test func `Esc ends a filter that runs, and e and f go back to its field`() throws {
        let robot = try filtering()
        robot.effects = []
        robot.paste("$.a")
        robot.press(.escape)
        #expect(robot.takeNames().last == "stopFilter" && !robot.hasDialog)
        for key in ["e", "f"] as [Key] {
            let robot = try filtering()
            robot.paste("$.a")
            robot.press(.enter)
            robot.filterAll()
            robot.press("x")
            #expect(field(robot) == "$.a", "it is not in the field")
            robot.press(key, "x")
            #expect(field(robot) == "$.ax")
        }
        let closed = try filtering()
        closed.paste("$.a")
        closed.press(.enter)
        closed.filterAll()
        closed.press("q")
        #expect(!closed.hasDialog)
    }

    @Test func `what is typed or pasted takes the reason away why a place was not found`() throws {
        for isPasted in [true, false] {
            let robot = try Robot.showing(Array("one\ntwo".utf8), type: "text/plain")
            robot.press(.control("g"))
            robot.type("9")
            robot.press(.enter)
            #expect(robot.screen.contains("! This view has 2 lines."))
            if isPasted { robot.paste("1") } else { robot.press(.backspace) }
            #expect(robot.screen.contains("A line of this view, @ and a byte of the body, or a JSON path."))
        }
    }
}
