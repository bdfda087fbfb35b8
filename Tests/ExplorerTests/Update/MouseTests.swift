import Base
import Testing
import Workspace

@testable import Explorer
@testable import TerminalUI

@Suite struct MouseTests {
    @Test func `a click focuses the pane and selects the row, a second press opens it`() {
        let robot = Robot()
        robot.press("4")
        robot.click(on: "create order")
        #expect(robot.focus == .collections)
        #expect(robot.selectedRow()?.contains("create order") == true)
        robot.click(on: "POST  create", .doublePress)
        #expect(robot.focus == .request)
        #expect(robot.border(.request).contains("create order"))
    }

    @Test func `a click on a tab shows it`() {
        let robot = Robot()
        robot.click(on: "Options")
        #expect(robot.tab == "Options")
        #expect(robot.focus == .request)
    }

    @Test func `the wheel scrolls what is under it and leaves the focus`() {
        let robot = Robot()
        robot.press("2")
        robot.click(on: "orders.http", .scrollDown)
        #expect(robot.selectedRow()?.contains("users.http") == true)
        #expect(robot.focus == .request)
    }

    @Test func `the environment in the header opens the picker`() {
        let robot = Robot()
        for wheel in [MouseEvent.Kind.scrollUp, .scrollDown] {
            robot.click(on: "env dev", wheel)
            robot.click(on: "cache on", wheel)
        }
        #expect(!robot.hasDialog, "the wheel chooses nothing")
        robot.click(on: "env dev")
        #expect(robot.screen.contains("┏ Environment "))
    }

    @Test func `a long name of an environment is shortened in the header, which keeps all else`() {
        let robot = Robot(60, 20, environment: "staging-eu-central-1-customer-acceptance")
        #expect(robot.screen.contains("apitui  shop ─ env staging-eu-cen… ▾   cache on   ● online"))
        robot.click(on: "env staging")
        #expect(robot.screen.contains("┏ Environment "))
    }

    @Test func `a double click on the environment opens the picker, and on a row of it chooses that row alone`() {
        let robot = Robot()
        robot.click(on: "env dev")
        robot.click(on: "env dev", .doublePress)
        #expect(robot.screen.contains("┏ Environment "))
        let list = robot.dialogContent
        robot.click(list.x + 1, list.y)
        #expect(!robot.hasDialog)
        let before = robot.focus
        robot.click(list.x + 1, list.y, .doublePress)
        #expect(robot.focus == before)
        #expect(robot.typed == nil, "what lies below the picker is not opened")
        // The next one starts another double click.
        robot.click(on: "create order")
        robot.click(on: "create order", .doublePress)
        #expect(robot.focus == .request)
    }

    @Test func `a click on the footer, or on a key in a dialog's frame, is that key`() {
        let robot = Robot(120, 40)
        robot.click(on: "? keys")
        #expect(robot.hasDialog)
        robot.click(on: "Esc close")
        #expect(!robot.hasDialog)
        robot.click(on: "A add")
        #expect(robot.screen.contains("┏ New request "))
        robot.click(on: "Esc drop")
        #expect(!robot.hasDialog)
        robot.press("2", "i")
        robot.click(on: "^G drop")
        #expect(robot.typed == nil)
        let other = robot.copy()
        other.press("s")
        robot.click(on: "s send  ")
        #expect(robot.takeNames() == other.takeNames())
    }

    @Test func `a click on the footer is no key while it says something`() throws {
        let robot = Robot(120, 40)
        let place = try #require(robot.place(of: "? keys"))
        robot.say("Something was done.")
        robot.click(place.x, place.y)
        robot.click(place.x, place.y, .release)
        #expect(!robot.hasDialog)
    }

    @Test(arguments: [("4 /", "Esc clear", "status>=abc"), ("2 i", "^G drop", "")])
    func `a click on the reason why what is typed is refused is no key of the field`(
        keys: String, hint: String, text: String
    ) throws {
        let robot = Robot(120, 40)
        robot.script(keys)
        let place = try #require(robot.place(of: hint), "\(robot.screen)")
        #expect(place.y == robot.footerArea.y)
        robot.press(.control("u"))
        robot.type(text)
        robot.press(.enter)
        // A sentence that says it is gone after half a minute, the reason stays.
        robot.wait(.seconds(31))
        robot.tick()
        #expect(robot.footer.contains("! ") && !robot.hasToast, "\(robot.footer)")
        robot.click(place.x, place.y)
        robot.click(place.x, place.y, .release)
        #expect(robot.typed == text && robot.footer.contains("! "), "\(robot.screen)")
    }

    @Test func `a drag that begins beside the body selects nothing`() throws {
        let robot = try Robot.showing(Array("first line\nlast".utf8), type: "text/plain", columns: 120, rows: 40)
        let inside = robot.layout.inside(.response)
        robot.effects = []
        robot.drag(from: Point(x: inside.maxX - 3, y: inside.y), to: Point(x: inside.x + 3, y: inside.y + 2))
        #expect(try copied(by: robot) == nil && !robot.footer.contains("copied"))
        robot.drag(from: Point(x: inside.x, y: inside.y + 1), to: Point(x: inside.x + 4, y: inside.y + 1))
        #expect(try copied(by: robot) == "first")
    }

    // MARK: Fields of the request

    @Test func `a click in a field moves its cursor, from the value of a row to its name as well`() throws {
        let robot = Robot(120, 40)
        robot.press("2", "i")
        let place = try #require(robot.place(of: "orders?page"))
        robot.click(place.x, place.y)
        robot.press("X")
        #expect(robot.typed == "{{base}}/Xorders?page=1&size=20", "\(robot.screen)")
        robot.press(.control("g"), "m")
        let inside = robot.layout.inside(.request)
        robot.click(inside.x + 2, inside.y - 1)
        robot.press("X")
        #expect(robot.typed == "GXET", "\(robot.screen)")
        robot.press(.control("g"))
        robot.script("@Params e")
        // The mark of the row, where no field is.
        robot.click(inside.x, inside.y + 1)
        robot.click(inside.x + 5, inside.y + 1)
        robot.press("X")
        #expect(robot.typed == "paXge: 1", "\(robot.screen)")
        robot.click(inside.x + 25, inside.y + 1)
        robot.press("7")
        #expect(robot.typed == "paXge: 71", "\(robot.screen)")
        robot.press(.control("g"))
        robot.script("@Options Enter 15s")
        robot.click(on: "15s")
        robot.press("4")
        #expect(robot.typed == "415s", "\(robot.screen)")
    }

    @Test func `a click on a tab or another row takes what is typed, unless that is refused`() {
        let robot = Robot(120, 40)
        robot.script("2 i End 0")
        robot.click(on: "Options")
        #expect(robot.typed == nil && robot.tab == "Options" && robot.openTarget?.hasSuffix("size=200") == true)
        robot.script("@Params g j e 5")
        let inside = robot.layout.inside(.request)
        robot.click(inside.x + 5, inside.y + 2)
        #expect(robot.typed == nil && robot.openTarget?.contains("page=15") == true, "\(robot.screen)")
        #expect(robot.selectedRow(.request)?.contains("size") == true)
        robot.click(inside.x + 5, inside.y + 2, .doublePress)
        #expect(robot.typed == "size: 200")
        robot.script("^G m ^U")
        robot.type("GE T")
        // The list of methods is closed first.
        robot.press(.escape)
        robot.click(on: "Headers")
        #expect(robot.typed == "GE T" && robot.tab == "Params" && robot.footer.hasPrefix(" ! "), "\(robot.screen)")
    }

    // MARK: Dragging

    /// What was copied since the last effects were taken.
    private func copied(by robot: Robot) throws -> String? {
        for case .copy(let job) in robot.take() { return try job.text().string }
        return nil
    }

    @Test func `a border is dragged, and the layout stays usable`() throws {
        let robot = Robot(120, 40)
        let before = robot.layout
        let response = try #require(before.panes[.response])
        let start = Point(x: response.x + 40, y: response.y)
        robot.drag(from: start, to: Point(x: start.x, y: start.y + 4), through: Point(x: start.x + 1, y: start.y + 1))
        #expect(robot.layout.panes[.response]?.y == response.y + 4)
        #expect(robot.layout.inside(.request).height == before.inside(.request).height + 4)
        let edge = try #require(before.panes[.collections]).maxX - 1
        robot.drag(from: Point(x: edge, y: 30), to: Point(x: edge + 10, y: 20))
        #expect(robot.layout.panes[.collections]?.maxX == edge + 11)
        #expect(robot.focus == .response, "the line between two columns gives no focus")
        robot.click(edge + 10, 20, .drag)
        let now = robot.layout.panes[.collections]?.maxX
        #expect(now == edge + 11, "after the release nothing is dragged")
    }

    @Test func `a scroll thumb is dragged to the end and back`() throws {
        let body = "[" + (0..<300).map { "\($0)" }.joined(separator: ",") + "]"
        let robot = try Robot.showing(
            Array(body.utf8), type: "application/json", columns: 120, rows: 40)
        let bar = try #require(robot.frame.scrollbars.first { $0.bar.total > 100 })
        let top = Point(x: bar.place.x, y: bar.thumb.y)
        #expect(robot.inside(.response)[1].hasPrefix("["))
        robot.drag(from: top, to: Point(x: top.x, y: bar.place.maxY + 5), through: Point(x: top.x, y: top.y + 3))
        #expect(robot.inside(.response).contains { $0.hasPrefix("]") })
        let end = try #require(robot.frame.scrollbars.first { $0.bar.total > 100 })
        robot.drag(from: Point(x: top.x, y: end.thumb.maxY - 1), to: Point(x: top.x, y: 0))
        #expect(robot.inside(.response)[1].hasPrefix("["))
    }

    @Test func `a thumb that is held at its foot stays where it is`() throws {
        let body = "[" + (0..<40).map { "\($0)" }.joined(separator: ",") + "]"
        let robot = try Robot.showing(Array(body.utf8), type: "application/json", columns: 120, rows: 40)
        let bar = try #require(robot.frame.scrollbars.first { $0.bar.total == 42 }, "\(robot.screen)")
        #expect(bar.thumb.height > 1)
        let foot = Point(x: bar.place.x, y: bar.thumb.maxY - 1)
        robot.drag(from: foot, to: foot)
        #expect(robot.inside(.response)[1].hasPrefix("["))
    }

    @Test(arguments: [Key.character("?"), .character(":")])
    func `the thumb of a dialog is dragged to the end and back`(_ key: Key) throws {
        let robot = Robot(100, 24)
        robot.press(key)
        let bars = robot.frame.scrollbars
        let bar = try #require(bars.last, "\(robot.screen)")
        let before = robot.screen
        let grip = Point(x: bar.place.x, y: bar.thumb.y)
        robot.drag(from: grip, to: Point(x: grip.x, y: bar.place.maxY + 3), through: Point(x: grip.x, y: grip.y + 2))
        let end = try #require(robot.frame.scrollbars.last)
        #expect(end.bar.first == end.bar.total - end.bar.visible)
        #expect(robot.screen != before)
        robot.drag(from: Point(x: grip.x, y: end.thumb.maxY - 1), to: Point(x: grip.x, y: 0))
        #expect(robot.frame.scrollbars.last?.bar.first == 0)
        #expect(robot.hasDialog)
    }

    @Test func `a drag ends where a dialog comes up or goes, and nothing else moves`() throws {
        let robot = Robot(120, 40)
        let edge = try #require(robot.layout.panes[.collections]).maxX - 1
        let before = robot.layout.panes
        robot.click(edge, 30)
        robot.show(Question.quit(sends: "One."))
        robot.click(edge + 10, 30, .drag)
        robot.click(edge + 10, 30, .release)
        robot.press(.escape)
        robot.click(edge + 10, 30, .drag)
        #expect(robot.layout.panes == before)
        let help = Robot(100, 24)
        help.press("?")
        let bar = try #require(help.frame.scrollbars.last, "\(help.screen)")
        help.click(bar.place.x, bar.thumb.y)
        help.press(.escape)
        let screen = help.screen
        help.click(bar.place.x, bar.thumb.y + 5, .drag)
        #expect(help.screen == screen)
    }

    @Test func `a drag selects text, and the release copies it as it is shown, wraps joined`() throws {
        let long = String(repeating: "0123456789", count: 30)
        let robot = try Robot.showing(
            Array("first line\n\(long)\nlast".utf8), type: "text/plain", columns: 120, rows: 40)
        let inside = robot.layout.inside(.response)
        _ = robot.take()
        // The third row is still part of the second line.
        robot.drag(from: Point(x: inside.x + 6, y: inside.y + 1), to: Point(x: inside.x + 3, y: inside.y + 3))
        let text = try copied(by: robot)
        #expect(text == "line\n" + long.prefix(inside.width + 4))
        #expect(robot.frame.cells.contains { $0.style.role == .selection })
        robot.press(.escape)
        robot.click(inside.x + 2, inside.y + 1)
        robot.click(inside.x + 2, inside.y + 1, .release)
        #expect(try copied(by: robot) == nil, "a click alone copies nothing")
    }

    /// Long lines are read in parts of 8,192 columns, and here the second begins inside a character.
    @Test func `a drag over a long line of wide characters copies it as it is`() throws {
        let long = "a" + String(repeating: "\u{8A9E}", count: 6000)
        let robot = try Robot.showing(
            Array("first\n\(long)\nlast".utf8), type: "text/plain", columns: 120, rows: 40)
        robot.press("w")
        let inside = robot.layout.inside(.response)
        _ = robot.take()
        robot.drag(from: Point(x: inside.x, y: inside.y + 1), to: Point(x: inside.x + 4, y: inside.y + 3))
        let text = try copied(by: robot)
        #expect(text == "first\n\(long)\nlast")
    }

    @Test func `a drag to the first row scrolls nothing, and above it a row`() throws {
        let lines = (0..<200).map { "line \($0)" }
        let robot = try Robot.showing(
            Array(lines.joined(separator: "\n").utf8), type: "text/plain", columns: 120, rows: 40)
        robot.press(.pageDown)
        let inside = robot.layout.inside(.response)
        let before = robot.inside(.response)[1]
        robot.click(inside.x + 3, inside.y + 4)
        robot.click(inside.x, inside.y + 1, .drag)
        #expect(robot.inside(.response)[1] == before)
        robot.click(inside.x, inside.y, .drag)
        #expect(robot.inside(.response)[2] == before)
        robot.click(inside.x, inside.y, .release)
    }

    @Test func `text is selected over what is scrolled into view`() throws {
        let lines = (0..<200).map { "line \($0)" }
        let robot = try Robot.showing(
            Array(lines.joined(separator: "\n").utf8), type: "text/plain", columns: 120, rows: 40)
        let inside = robot.layout.inside(.response)
        _ = robot.take()
        robot.click(inside.x, inside.y + 1)
        for _ in 0..<60 { robot.click(inside.x + 20, inside.maxY + 1, .drag) }
        robot.click(inside.x + 20, inside.maxY + 1, .release)
        let shown = inside.height - 1
        #expect(try copied(by: robot) == lines.prefix(shown + 60).joined(separator: "\n"))
    }
}
