import Explain
import NetEngine
import TestSupport
import Testing

@testable import Bodies
@testable import Explorer
@testable import TerminalUI

/// `K` and `a` as a user sees them, in each pane.
@Suite struct ExplanationScreenTests {
    /// A robot whose request was answered with these headers; the response is focused.
    private func answered(
        _ headers: HeaderFields = [
            HeaderField("Content-Type", "application/json"), HeaderField("Cache-Control", "max-age=60"),
        ], error: EngineError? = nil
    ) -> Robot {
        let robot = Robot(100, 34)
        robot.press("j")
        _ = robot.send()
        robot.finish(
            ExchangeFixtures.exchange(
                robot.lastExchange, response: error == nil ? ExchangeFixtures.response(headers: headers) : nil,
                error: error))
        robot.press("3")
        return robot
    }

    private func dialog(_ robot: Robot) -> String { robot.screen }

    @Test func `a text is searched when it changes, not for each frame`() {
        let robot = answered()
        robot.press("K", "/")
        robot.type("con")
        let before = WorkMeter.steps { _ = robot.frame }
        let searching = WorkMeter.steps { robot.type("t") }
        let after = WorkMeter.steps { _ = robot.frame }
        #expect(searching > 1000)
        #expect(abs(after - before) < searching / 2, "\(before) and \(after), beside \(searching) steps")
    }

    // MARK: K

    @Test func `K on the Headers tab explains the headers with their values`() {
        let robot = answered()
        robot.press("]", "K")
        #expect(robot.dialogKind == "ExplainOverlay")
        #expect(dialog(robot).contains("application/json: JSON, always in UTF-8"))
        robot.press("j")
        #expect(dialog(robot).contains("- max-age=60: fresh for 60 s."))
        #expect(dialog(robot).contains("RFC 9111 §5.2"))
        robot.press(.escape)
        #expect(!robot.hasDialog)
    }

    @Test func `K explains the line under the cursor first`() {
        let robot = answered()
        robot.press("]", "j", "j", "K")
        #expect(robot.dialog.first?.contains("Cache-Control") == true)
        #expect(dialog(robot).contains("- max-age=60: fresh for 60 s."))
    }

    @Test func `K decodes the token in the line under the cursor, and never calls it verified`() throws {
        let token = "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJhbm4iLCJleHAiOjF9.c2ln"
        let robot = try Robot.showing(Array(#"{"id":1,"access_token":"\#(token)"}"#.utf8))
        robot.press("j", "j", "K")
        #expect(robot.dialog.first?.contains("JWT: HS256, signature not verified") == true, "\(robot.screen)")
        #expect(dialog(robot).contains("exp: expired Thu, 01 Jan 1970 00:00:01 GMT"))
        #expect(dialog(robot).contains("claim sub: ann"))
        #expect(dialog(robot).contains("signature: signature not verified"))
    }

    @Test func `r lists the charsets and reads the body in the chosen one`() throws {
        let robot = try Robot.showing([0xCF, 0xF0, 0xE8, 0xE2, 0xE5, 0xF2], type: "text/plain")
        robot.press("r")
        #expect(robot.dialogKind == "ReadingPicker")
        #expect(dialog(robot).contains("as found"))
        while robot.dialog.contains(where: { $0.contains("windows-1251") }) == false { robot.press("j") }
        robot.click(on: "windows-1251")
        #expect(!robot.hasDialog)
        #expect(robot.screen.contains("Привет"))
    }

    @Test func `a large body is read again in the background, as it was chosen`() throws {
        let line: [UInt8] = [0xCF, 0xF0, 0xE8, 0xE2, 0xE5, 0xF2, 0x0A]
        let body = Array(repeating: line, count: 20_000).flatMap(\.self)
        let robot = try Robot.showing(body, type: "text/plain")
        /// The charsets in which bodies are read now, `found` for the one that is found.
        func charsets() -> [String] {
            var names: [String] = []
            for effect in robot.take() {
                guard case .prepareBody(let exchange, _, let choice) = effect else { continue }
                #expect(exchange.id == robot.shownExchange)
                names.append(choice.charset?.name ?? "found")
                robot.tell(.bodyPrepared(ExchangeDocument(exchange, as: choice)))
            }
            return names
        }
        _ = robot.take()
        robot.press("r")
        while robot.dialog.contains(where: { $0.contains("windows-1251") }) == false { robot.press("j") }
        robot.click(on: "windows-1251")
        #expect(charsets() == ["windows-1251"])
        #expect(robot.screen.contains("Привет"))
        robot.press("r", "g", .enter)
        #expect(!robot.hasDialog && charsets() == ["found"])
        #expect(!robot.screen.contains("Привет"))
    }

    @Test func `K on the Error tab of a response explains what failed, and on Checks and Cookies the response`() throws
    {
        let robot = Robot(100, 34)
        let id = try #require(robot.send())
        let lost = EngineError(category: .protocol, phase: .receive, sentence: "Lost on its way.", hint: "Send again.")
        let response = ExchangeFixtures.response(
            headers: [HeaderField("Content-Type", "text/plain"), HeaderField("Set-Cookie", "a=1")],
            body: Array("half".utf8), isComplete: false)
        robot.finish(ExchangeFixtures.exchange(id.rawValue, response: response, error: lost))
        robot.press("3")
        func explained(_ tab: String) -> String {
            for _ in 0..<9 where robot.responseTab != tab { robot.press("]") }
            #expect(robot.responseTab == tab, "\(robot.screen)")
            robot.press("K")
            defer { robot.press(.escape) }
            return robot.hasDialog ? robot.screen : ""
        }
        #expect(explained("Error").contains("The response is not correct HTTP"), "\(robot.screen)")
        #expect(explained("Cookies").contains("Set-Cookie"), "\(robot.screen)")
        #expect(explained("Checks").contains("201"), "\(robot.screen)")
    }

    @Test func `K on an error explains its category first`() {
        let robot = answered(error: ExchangeFixtures.timeout)
        robot.press("K")
        #expect(dialog(robot).contains("A time limit passed"))
        #expect(dialog(robot).contains("The server sent no answer within 5 s."))
    }

    @Test func `K on the Timing tab explains the phases with their lengths`() {
        let robot = answered()
        robot.press("]", "]", "K", "j", "j")
        #expect(dialog(robot).contains("TCP's handshake"))
        #expect(dialog(robot).contains("Here: 1.100 ms."))
    }

    @Test func `K in the request explains the selected header first`() {
        let robot = Robot(100, 34)
        robot.press("2", "]", "K")
        #expect(dialog(robot).contains("The media types that the client takes"))
    }

    @Test func `K in the log explains the outcome of the selected row`() {
        let robot = answered(error: ExchangeFixtures.timeout)
        robot.press("4", "K")
        #expect(dialog(robot).contains("A time limit passed"))
    }

    @Test func `what is typed finds any other word, and Esc goes back`() {
        let robot = answered()
        robot.press("K", "/")
        robot.type("421")
        #expect(dialog(robot).contains("421 Misdirected Request"))
        robot.press(.escape)
        #expect(!dialog(robot).contains("421 Misdirected Request"))
        robot.press("/")
        robot.type("Vary: *")
        #expect(dialog(robot).contains("no cache can use it again"))
        robot.press(.enter, .escape)
        #expect(robot.hasDialog)
        robot.press(.escape)
        #expect(!robot.hasDialog)
    }

    @Test func `a text is scrolled by keys for pages, and another word begins at its top`() {
        let robot = answered()
        robot.press("]", "K", "j")
        let top = robot.screen
        robot.press(.control("d"))
        let lower = robot.screen
        #expect(lower != top)
        robot.press(.control("u"))
        #expect(robot.screen == top)
        let pairs: [(down: Key, up: Key)] = [(.pageDown, .pageUp), (.character(" "), .control("u"))]
        for (down, up) in pairs {
            robot.press(down)
            #expect(robot.screen == lower, "\(down)")
            robot.press(up)
            #expect(robot.screen == top, "\(up)")
        }
        robot.press(.control("d"), "k", "j")
        #expect(robot.screen == top)
    }

    @Test func `where there is nothing to explain, a word is asked for`() {
        let robot = Robot(100, 34, files: [])
        robot.press("K")
        #expect(dialog(robot).contains("Type a word."))
        robot.type("zzzzzzzz")
        #expect(dialog(robot).contains("Nothing like that is known."))
        robot.press(.escape, .escape)
        #expect(!robot.hasDialog)
    }

    @Test func `a hostile header stays text`() {
        let robot = answered([HeaderField("X-\u{1B}[31m", "\u{202E}\u{1B}]0;x\u{7}")])
        robot.press("]", "K")
        #expect(dialog(robot).contains("X-\\x1B[31m"))
    }

    // MARK: a

    @Test func `a on a response gives the cache's reasons and the origin of each header`() {
        let robot = answered()
        robot.press("a")
        #expect(robot.dialogKind == "ReasonsOverlay")
        #expect(dialog(robot).contains("No cache was asked"))
        #expect(dialog(robot).contains("Host         added, because HTTP/1.1 demands it"))
        #expect(dialog(robot).contains("Content-Type written in the request"))
        robot.press("a")
        #expect(!robot.hasDialog)
    }

    @Test func `the reasons of each request of an exchange are below each other, with its number`() {
        func headings(_ hops: [Hop]) -> [String] {
            ExchangeReasons.lines(ExchangeFixtures.exchange(hops: hops)).compactMap { line in
                if case .heading(let text) = line, text.contains("http") { text } else { nil }
            }
        }
        let first = ExchangeFixtures.hop(response: ExchangeFixtures.response(status: 302))
        let second = ExchangeFixtures.hop(cause: .redirect(status: 302), response: ExchangeFixtures.response())
        let url = "POST http://127.0.0.1:8080/orders"
        #expect(headings([first]) == [url])
        #expect(headings([first, second]) == ["Request 1: \(url)", "Request 2: \(url)"])
    }

    @Test func `a before a request is sent says which header would come from where`() {
        let robot = Robot(100, 34)
        robot.press("2", "a")
        #expect(dialog(robot).contains("Headers, if it were sent now"))
        // One column, beside the longest name.
        #expect(dialog(robot).contains("Host            that of {{base}}: added"))
        #expect(dialog(robot).contains("Accept          written in the request"))
        #expect(dialog(robot).contains("Accept-Encoding gzip"))
        #expect(!dialog(robot).contains("X-Debug"))
    }

    @Test(arguments: [
        "GRAPHQL http://h/\n\nquery { a }\n", "POST http://h/\nX-Request-Type: GraphQL\n\nquery { a }\n",
    ])
    func `a has the type with which GraphQL is sent, and not the mark of such a request`(text: String) {
        let robot = Robot(100, 34, files: [("a.http", text)])
        robot.press("2", "a")
        #expect(dialog(robot).contains("Content-Type    application/json: added: GraphQL is sent as JSON"))
        #expect(dialog(robot).contains("Content-Length  added: the length of the body"))
        #expect(!robot.dialog.contains { $0.contains("X-Request-Type") })
        let typed = Robot(
            100, 34, files: [("a.http", "GRAPHQL http://h/\nContent-Type: application/graphql\n\n{ a }\n")])
        typed.press("2", "a")
        #expect(dialog(typed).contains("Content-Type    written in the request"))
    }

    @Test func `a leaves a written Content-Length out, as a send does`() {
        let robot = Robot(100, 34, files: [("a.http", "POST http://h/\nContent-Length: 5\n\nabc\n")])
        robot.press("2", "a")
        #expect(dialog(robot).contains("Content-Length  added: the length of the body"))
        #expect(!dialog(robot).contains("is not the length of the body"))
    }

    @Test func `a without a request says that there is none`() {
        let robot = Robot(100, 34, files: [])
        robot.press("a")
        #expect(!robot.hasDialog)
        #expect(robot.footer.contains("There is no request or response to give reasons for."))
    }
}
