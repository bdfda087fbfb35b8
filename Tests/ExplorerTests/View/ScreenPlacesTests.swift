import NetEngine
import Testing

@testable import Explorer
@testable import HTTPFormat
@testable import TerminalUI
@testable import Workspace

/// Where borders can be taken, how much room dialogs have, and in which order lists of places are.
@Suite struct ScreenPlacesTests {
    private typealias Border = Window.Border

    private static func window() -> Window { Window(size: Size(columns: 150, rows: 50)) }

    private static func rect(_ window: Window, _ pane: Pane) throws -> Rect { try #require(window.layout.panes[pane]) }

    @Test func `a border is where two panes meet, and nowhere beside it`() throws {
        let window = Self.window()
        let (tree, request, log) = (
            try Self.rect(window, .collections), try Self.rect(window, .request), try Self.rect(window, .log)
        )
        let history = try Self.rect(window, .history)
        func border(_ x: Int, _ y: Int) -> Border? { window.border(at: Point(x: x, y: y)) }
        let side = Border(pane: .collections, isVertical: true)
        #expect([1, 10, 48].map { border(tree.maxX - 1, $0) } == [side, side, side])
        #expect(border(tree.maxX - 1, 0) == nil && border(tree.maxX - 1, 49) == nil, "header and footer")
        #expect(border(tree.maxX - 2, 5) == nil && border(tree.maxX, 5) == nil)
        let below = Border(pane: .request, isVertical: false)
        #expect(border(request.x + 9, request.maxY - 1) == below && border(request.maxX - 1, request.maxY - 1) == below)
        #expect(border(request.x + 9, request.maxY - 2) == nil && border(request.x + 9, request.maxY) == nil)
        #expect(border(request.x + 9, request.y) == nil, "nothing is above the request")
        let top = Border(pane: .log, isVertical: false)
        #expect(border(log.x + 9, log.y) == top && border(log.x + 9, log.y + 1) == nil)
        #expect(border(log.x + 9, log.maxY - 1) == nil)
        #expect(border(history.x + 3, history.y) == Border(pane: .history, isVertical: false))
        var others = window
        others.isZoomed = true
        #expect(others.border(at: Point(x: tree.maxX - 1, y: 10)) == nil)
        others = Window(size: Size(columns: 79, rows: 50))
        #expect((0..<79).allSatisfy { others.border(at: Point(x: $0, y: 10)) == nil })
    }

    @Test func `a border that is moved is where it was put`() throws {
        for (pane, step) in [
            (Pane.collections, 5), (.collections, -3), (.request, 3), (.request, -2), (.log, 2), (.log, -2),
            (.history, 3),
        ] {
            var window = Self.window()
            let before = try Self.rect(window, pane)
            let isSide = pane == .collections
            let edge = pane == .request ? before.maxY - 1 : before.y
            window.move(
                Border(pane: pane, isVertical: isSide),
                to: isSide ? Point(x: before.maxX - 1 + step, y: 9) : Point(x: before.x + 3, y: edge + step))
            let after = try Self.rect(window, pane)
            let moved =
                isSide
                ? after.maxX - before.maxX : pane == .request ? after.maxY - before.maxY : after.y - before.y
            #expect(moved == step, "\(pane) by \(step): \(before) \(after)")
        }
    }

    @Test func `dialogs leave a little of the screen, and have three widths`() {
        for (columns, rows, room) in [
            (200, 60, "76 110 192 56"), (120, 40, "76 110 112 36"), (118, 40, "76 110 110 36"),
            (117, 40, "76 109 109 36"), (84, 24, "76 76 76 20"), (83, 24, "75 75 75 20"), (40, 10, "32 32 32 6"),
            (28, 7, "20 20 20 3"), (20, 5, "20 20 20 3"),
        ] {
            let it = OverlayRoom(Size(columns: columns, rows: rows))
            #expect("\(it.width) \(it.wideWidth) \(it.fullWidth) \(it.height)" == room, "\(columns)x\(rows)")
        }
        let room = OverlayRoom(Size(columns: 120, rows: 40))
        #expect(room.size(columns: 50, rows: 36) == Size(columns: 50, rows: 36))
        #expect(room.size(columns: 50, rows: 37) == Size(columns: 50, rows: 36))
    }

    // MARK: Lists

    @Test func `what was used last is in front of all files and requests`() {
        let rest = "orders.http"
        for (keys, rows) in table(
            """
            ^O -> ›GET list orders \(rest) orders.http POST create order \(rest) DEL remove \(rest) users.http GET me users.http
            j Enter ^O -> ›POST create order \(rest) GET list orders \(rest) orders.http DEL remove \(rest) users.http GET me users.http
            ^O Down Down Enter ^O -> ›POST create order \(rest) GET list orders \(rest) orders.http DEL remove \(rest) users.http GET me users.http
            ^O users.h -> ›users.http GET me users.http
            """)
        {
            let robot = Robot(90, 40)
            robot.script(keys)
            #expect(robot.dialogWords == rows, "\(keys)\n\(robot.screen)")
        }
    }

    @Test func `the picker of requests moves by rows and pages, and Tab takes what was typed along`() {
        let text = (0..<60).map { "### r\($0)\nGET http://h/\($0)\n" }.joined(separator: "\n")
        let robot = Robot(90, 40, files: [("a.http", text)])
        robot.script("^O")
        let page = robot.dialogContent.height
        func selected() -> String {
            let words = robot.dialog.first { $0.hasPrefix("›") }?.dropFirst().split(separator: " ") ?? []
            return words.filter { $0 != "│" && $0 != "█" }.prefix(2).joined(separator: " ")
        }
        #expect(selected() == "GET r0")
        robot.script("Down")
        #expect(selected() == "a.http")
        robot.script("^N ^N")
        #expect(selected() == "GET r2")
        robot.script("^P")
        #expect(selected() == "GET r1")
        robot.script("^K ^K Up")
        #expect(selected() == "GET r0")
        robot.script("PgDn")
        #expect(selected() == "GET r\(page - 1)")
        robot.script("PgUp")
        #expect(selected() == "GET r0")
        robot.type("r5")
        robot.press(.tab)
        #expect(robot.dialogKind == "CollectionPicker" && robot.dialogWords == "›Open r5")
        for key: Key in [.escape, .control("o")] {
            let other = Robot(90, 40)
            other.script("^O")
            other.press(key)
            #expect(!other.hasDialog)
        }
    }
}
