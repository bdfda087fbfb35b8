import NetEngine
import Testing

@testable import Explorer
@testable import TerminalUI
@testable import Workspace

/// The keys that the footer and the frames of dialogs name.
@Suite struct FooterTests {
    @Test func `a sentence of before does not hide the keys of a field that opens`() {
        let robot = Robot()
        robot.press("1", "0")
        #expect(robot.footer.contains("0 does nothing"))
        robot.press("/")
        #expect(robot.footer.contains("Enter keep filter   Esc clear"))
        robot.press(.escape, "0", "2", "i")
        #expect(robot.footer.contains("Enter apply   ^G drop"))
    }

    @Test(arguments: [60, 120])
    func `a long sentence takes more rows, until the next key`(columns: Int) {
        let robot = Robot(columns, 24)
        let below = robot.screen
        let sentence =
            "orders.http was not put back: something else is there now; it stays in /tmp/state/apitui/trash/1/orders.http, "
            + "and U looks there again."
        robot.say(sentence, .failure)
        #expect(robot.footerArea.height > 1 && robot.footer.contains("! \(sentence)"), "\(robot.screen)")
        robot.press("0")
        #expect(robot.footerArea.height == 1 && robot.footer.contains("0 does nothing"))
        robot.wait(.seconds(9))
        robot.tick()
        #expect(robot.screen == below)
    }

    @Test func `a sentence without an end leaves most of the screen free, and stays half a minute at most`() {
        let robot = Robot(60, 20)
        robot.say(String(repeating: "word ", count: 10_000))
        #expect(robot.footerArea.height == 4 && robot.row(19).contains("…"), "\(robot.screen)")
        robot.wait(.seconds(29))
        robot.tick()
        #expect(robot.hasToast)
        robot.wait(.seconds(2))
        robot.tick()
        #expect(!robot.hasToast)
    }

    @Test(
        arguments: [
            (.info, 20, 4), (.warning, 20, 8), (.failure, 20, 8), (.info, 200, 10), (.failure, 10_000, 30),
        ] as [(Toast.Kind, Int, Int)])
    func `a sentence goes without a key, after the time that it takes to read`(
        kind: Toast.Kind, length: Int, seconds: Int
    ) {
        let robot = Robot()
        robot.wait(.seconds(60))
        robot.tick()
        robot.wakes = []
        robot.say(String(repeating: "x", count: length), kind)
        robot.tick()
        #expect(robot.wakes == [robot.clock + .seconds(seconds)])
        robot.expectToast(lasting: seconds)
    }

    @Test func `a private value is covered in each row of a sentence`() {
        let robot = Robot(60, 24)
        robot.learn(private: "Zebra-4711")
        robot.say(
            "There is no file \(String(repeating: "x", count: 50)) Zebra-4711 \(String(repeating: "y", count: 50))")
        #expect(robot.footer.contains("(private)") && !robot.screen.contains("Zebra"), "\(robot.screen)")
    }

    @Test func `save is named where there is something to save`() {
        let robot = Robot()
        for pane: Key in ["1", "2", "3", "4"] {
            robot.press(pane)
            #expect(!robot.footer.contains("^S save"), "\(robot.footer)")
        }
        robot.press("2", " ")
        #expect(robot.footer.contains("^S save"))
        robot.press("1", "G")
        #expect(!robot.footer.contains("^S save"), "the other file has no edits: \(robot.footer)")
    }

    @Test(arguments: [(3, "auth"), (4, "variables"), (5, "options")])
    func `the footer of a tab names no key that does nothing there`(steps: Int, name: String) {
        let robot = Robot()
        robot.press("2", "j")
        for hint in ["Space on/off", "A add", "D delete", "e edit"] { #expect(robot.footer.contains(hint)) }
        for _ in 0..<steps { robot.press("]") }
        #expect(robot.footer.contains("e edit") == (name != "variables"), "\(robot.footer)")
        #expect(robot.footer.contains("A add") == (name == "auth"), "\(robot.footer)")
        // There is no login, and no line for the first option, whose value is typed.
        #expect(!robot.footer.contains("D delete") && !robot.footer.contains("Space "), "\(robot.footer)")
        #expect(robot.offers(.addItem) == (name == "auth") && !robot.offers(.deleteItem))
    }

    @Test func `keys of rows are named where there is a row, and say elsewhere why they do nothing`() {
        let robot = Robot(files: [("a.http", "GET http://h/\n")])
        robot.press("2")
        while robot.tab != "Params" { robot.press("[") }
        robot.press("j")
        #expect(!robot.footer.contains("Space ") && !robot.footer.contains("D delete"), "\(robot.footer)")
        #expect(robot.footer.contains("A add") && robot.footer.contains("e edit"))
        expectSentences(
            robot,
            """
            Space -> The URL has no parameters.
            D -> The URL has no parameters.
            w -> Only a body wraps.
            ] D -> The request has no headers of its own.
            ] ] w -> Only a body wraps.
            ] ] ] D -> The request has no login of its own.
            ] ] ] ] D -> Rows are deleted on the tabs Params, Headers, Auth and Options.
            ] ] ] ] Space -> This request uses no variables.
            """)
        robot.press("A")
        robot.type("x")
        robot.press(.enter, .enter)
        #expect(robot.footer.contains("Space on/off") && robot.footer.contains("D delete"), "\(robot.footer)")
        #expect(robot.offers(.deleteItem))
    }

    @Test func `on the Vars tab Space shows and hides the value of a secret`() {
        let robot = Robot(files: [("a.http", "GET http://h/{{key}}/{{open}}\n")])
        robot.lookUp([
            VariableUse(name: "key", value: "s3cret", source: .dotEnv(file: "/c/.env"), isSecret: true),
            VariableUse(name: "open", value: "1", source: .dotEnv(file: "/c/.env")),
        ])
        #expect(robot.footer.contains("Space show value"), "\(robot.footer)")
        robot.press(" ")
        #expect(robot.footer.contains("Space hide value"), "\(robot.footer)")
        robot.press("j")
        #expect(!robot.footer.contains("Space "), "\(robot.footer)")
    }

    @Test func `the footer of Response follows the tab, and names little before there is a response`() throws {
        let robot = Robot(140, 40)
        robot.press("3")
        for hint in ["b view", "w wrap", "y copy", "/ search", "] tab"] {
            #expect(!robot.footer.contains(hint), "\(robot.footer)")
        }
        let sentence = "There is no response yet: s sends the request."
        for key in ["b", "w", "$", "#"] { expectSentences(robot, "\(key) -> \(sentence)") }
        let shown = try Robot.showing(Array(#"{"a":1}"#.utf8), columns: 140)
        for hint in ["b view", "w wrap", "y copy", "/ search", "] tab"] {
            #expect(shown.footer.contains(hint), "\(shown.footer)")
        }
        shown.press("]")
        #expect(shown.responseTab == "Headers")
        #expect(!shown.footer.contains("b view") && !shown.footer.contains("w wrap"), "\(shown.footer)")
        expectSentences(shown, "b -> Only the body has other views: on the Body tab.")
    }

    @Test func `on the Cookies tab the footer begins with what can be done with cookies`() throws {
        let robot = try Robot.showing(Array("{}".utf8), columns: 110)
        let cookie = try #require(
            Cookie(setCookie: Array("sid=1".utf8), from: HTTPURL.parse("http://127.0.0.1/"), now: 1))
        robot.tell(.cookiesRead(robot.cookieScope, [cookie]))
        for _ in 0..<9 where robot.responseTab != "Cookies" { robot.press("]") }
        robot.press("3")
        #expect(robot.footer.hasPrefix(" D remove   Space show values   s send"), "\(robot.footer)")
        robot.press(" ")
        #expect(robot.footer.contains("Space hide values"), "\(robot.footer)")
    }

    @Test func `while variables are looked up, keys on Vars say so`() {
        let robot = Robot(files: [("a.http", "GET http://{{h}}/\n")])
        robot.script("@Vars j")
        expectSentences(
            robot,
            """
            e -> The variables are still being looked up.
            Space -> The variables are still being looked up.
            """)
    }

    @Test func `lines of an empty body are not selected`() throws {
        let robot = try Robot.showing([])
        expectSentences(robot, "m -> There are no lines to select here.")
    }

    @Test func `an empty tree names no key for a row, and the way out of a filter`() {
        let robot = Robot()
        robot.script("/ zzz Enter")
        #expect(robot.footer.hasPrefix(" Esc clear filter   X replay   A add"), "\(robot.footer)")
        for hint in ["Enter open", "Space mark"] { #expect(!robot.footer.contains(hint)) }
        #expect(!robot.offers(.open) && robot.offers(.replay) && !robot.offers(.toggle))
        robot.press(.escape)
        #expect(robot.footer.hasPrefix(" Enter open"), "\(robot.footer)")
    }

    @Test func `an empty list of runs names no key for a run`() {
        let robot = Robot()
        robot.press("6")
        for hint in ["Enter open", "C compare", "D delete", "Space mark"] {
            #expect(!robot.footer.contains(hint), "\(robot.footer)")
        }
        #expect(robot.footer.contains("X replay"))
    }

    @Test func `an empty history names no key for a row`() {
        let robot = Robot()
        robot.press("5")
        for hint in ["Enter open", "s resend", "D delete"] { #expect(!robot.footer.contains(hint), "\(robot.footer)") }
        #expect(robot.footer.contains("A all"))
        #expect(!robot.offers(.deleteItem) && !robot.offers(.send))
    }

    @Test func `at 80 columns the footer of a response names copy and environment`() throws {
        let robot = Robot(80, 24)
        try robot.finish(try #require(robot.send()), .ok)
        robot.press("3")
        robot.wait(.seconds(9))
        robot.tick()
        #expect(robot.footer.contains("y copy") && robot.footer.contains(", env") && robot.footer.contains("? keys"))
    }

    @Test func `a dialog of two choices has neither, one of more none`() {
        let robot = Robot()
        robot.press("1", "D")
        #expect(robot.screen.contains("Enter take   Esc neither"))
        robot.press(.escape, "2", "j", " ", "Q")
        #expect(robot.screen.contains("Unsaved edits") && robot.screen.contains("Enter take   Esc none"))
    }

    @Test func `keys that do not fit into a frame are left out whole`() {
        let robot = Robot(60, 20)
        robot.press("B")
        robot.tell(.cacheRead(.success(CacheBrowserTests.contents)))
        #expect(robot.screen.contains(" Enter open   / filter   D delete   Esc close "), "\(robot.screen)")
        robot.press(.escape, ":")
        #expect(robot.screen.contains(" Enter do it   Up Down select   Esc close "), "\(robot.screen)")
    }

    @Test func `a filter is cleared before a stream is cancelled, and the screen says so`() throws {
        let robot = Robot(120, 40)
        let id = try #require(robot.send())
        robot.tell(.bodyArrived(id, .began(contentType: "text/event-stream")))
        robot.tell(.bodyArrived(id, .bytes(Array("data: 1\n\n".utf8), skipped: .init())))
        #expect(robot.footer.contains("Esc cancel"))
        #expect(robot.screen.contains(" Esc stops and keeps it"))
        robot.press("1", "/", "l", .enter)
        #expect(robot.footer.contains("Esc clear filter"))
        #expect(robot.screen.contains("Esc twice stops and keeps it"))
        robot.effects = []
        robot.press(.escape)
        #expect(robot.takeNames().isEmpty)
        #expect(robot.footer.contains("Esc cancel"))
        robot.press(.escape)
        #expect(robot.takeNames() == ["cancel \(id)"])
    }

    @Test func `the form that moves a request says which places there are`() {
        let robot = Robot()
        robot.press("1", "m")
        #expect(robot.screen.contains("Place, 1 to 3"))
        robot.press(.control("u"))
        robot.type("users.http")
        robot.press(.tab)
        #expect(robot.screen.contains("Place, 1 to 2  2"), "\(robot.screen)")
    }
}
