import NetEngine
import Testing

@testable import apitui

@Suite struct FrameTests {
    @Test func `the whole screen at 120x40 with an answer`() throws {
        let robot = Robot(120, 40)
        robot.press("j")
        robot.finish(try #require(robot.send()), .ok)
        expectScreen(robot, """
            """)
    }

    @Test func `the whole screen at 80x24 with the request in focus and unsaved`() {
        let robot = Robot(80, 24)
        robot.press("j", .enter, "m", .down, .enter)
        expectScreen(robot, """
            """)
    }

    @Test func `a failure stands in the response pane`() throws {
        let robot = Robot(80, 24)
        robot.finish(try #require(robot.send()), .timedOut)
        robot.press("3")
        expectScreen(robot, """
            """)
    }

    @Test func `one pane at 60x20, here with the variables of the request`() {
        let robot = Robot(60, 20)
        robot.press("2", "]", "]", "]")
        robot.resolveAll { job in
            .draft(
                RequestDraft(url: "http://h"),
                uses: [
                    VariableUse(
                        name: "base", value: "http://127.0.0.1:8080",
                        source: .environment(name: "dev", file: "/c/http-client.env.json", isPrivate: false)),
                    VariableUse(
                        name: "token", value: "s3cret",
                        source: .environment(name: "dev", file: "/c/http-client.private.env.json", isPrivate: true)),
                ])
        }
        expectScreen(robot, """
            """)
    }

    @Test func `the smallest screen of one pane, 40x10`() {
        let robot = Robot(40, 10)
        expectScreen(robot, """
            """)
    }

    @Test func `39x9 asks for room`() {
        let robot = Robot(39, 9)
        expectScreen(robot, """
            """)
    }

    @Test func `before the files are read nothing blocks`() {
        let robot = Robot.reading(60, 12)
        expectScreen(robot, """
            """)
    }

    @Test func `unresolved variables are named over the panes`() {
        let robot = Robot(80, 24)
        robot.press("s")
        robot.resolveAll { _ in
            .unresolved([
                UnresolvedVariable(name: "base", line: 4, reason: "no variable of that name"),
                UnresolvedVariable(name: "a", line: 9, reason: "cycle: a -> b -> a"),
            ])
        }
        expectScreen(robot, """
            """)
    }

    @Test func `headers while one is added, in ASCII`() {
        let robot = Robot(80, 24)
        robot.model.glyphs = .ascii
        robot.press("2", "]", "A")
        robot.type("X-Trace")
        robot.press(.enter)
        robot.type("日本")
        expectScreen(robot, """
            """)
    }

    @Test func `the palette finds by typing`() {
        let robot = Robot(80, 24)
        robot.press(":")
        robot.type("pane")
        expectScreen(robot, """
            """)
    }

    @Test func `the form for a new request`() {
        let robot = Robot(80, 24)
        robot.press("A")
        robot.type("ping")
        robot.press(.tab, .control("u"), .enter)
        expectScreen(robot, """
            """)
    }

    @Test func `what comes from outside cannot draw anything but text`() {
        let robot = Robot(80, 24, files: [("a.http", "### \u{1B}[2Jx\u{202E}y\nGET http://h/\u{1B}]0;t\u{07}\nX: \u{9B}1m\n\n\u{1B}c\n")])
        for row in robot.screen.split(separator: "\n") {
            #expect(row.unicodeScalars.allSatisfy { $0.value >= 0x20 && !(0x7F..<0xA0).contains($0.value) && $0.value != 0x202E })
        }
        #expect(robot.screen.contains("\\x1B"))
    }

    @Test func `the focused pane is told apart by its frame and not by colour alone`() {
        for pane in Pane.allCases {
            let robot = Robot(80, 24)
            robot.press(.character(Character("\(pane.rawValue)")))
            let frame = RootView.draw(robot.model)
            let rect = robot.model.layout.panes[pane] ?? Rect(robot.model.size)
            #expect(frame[rect.x, rect.y + 1].grapheme == "┃", "\(pane)")
        }
    }
}

/// How an exchange of a test ends.
enum Ending { case ok, timedOut }

extension Robot {
    func finish(_ id: ExchangeID, _ ending: Ending) {
        tell(.engine(ExchangeFixtures.event(id.rawValue, 0, .queued(method: "POST", url: "http://127.0.0.1:8080/orders"))))
        let exchange =
            switch ending {
            case .ok: ExchangeFixtures.exchange(id.rawValue)
            case .timedOut:
                ExchangeFixtures.exchange(
                    id.rawValue, hops: [ExchangeFixtures.hop(response: nil)], response: nil, error: ExchangeFixtures.timeout)
            }
        tell(.engine(ExchangeFixtures.event(id.rawValue, 132, .finished(exchange))))
    }
}
