import TestSupport
import Testing

@testable import Explorer
@testable import HTTPFormat
@testable import TerminalUI
@testable import Workspace

/// How far each key goes in the rows of a request, and where the way of a secret is drawn among them.
@Suite struct RequestMoveTests {
    // MARK: Rows

    private static let count = 120

    /// Which header is selected, `title` for the line above, or nothing.
    private func selected(_ robot: Robot) -> String {
        if robot.isTitleSelected { return "title" }
        let words = robot.selectedRow(.request)?.split(separator: " ") ?? []
        return words.first { $0.hasPrefix("h") }.map { $0.filter(\.isNumber) } ?? "nothing"
    }

    @Test func `a page is the rows in view, half a page the half of them`() throws {
        let headers = (0..<Self.count).map { "h\($0): v\n" }.joined()
        let robot = Robot(100, 30, files: [("a.http", "GET http://h/\n\(headers)")])
        robot.press(.enter, "2")
        for _ in 0..<7 where robot.tab != "Headers" { robot.press("]") }
        robot.press("G")
        let last = Self.count - 1
        #expect(selected(robot) == "\(last)")
        let rows = robot.inside(.request).dropFirst().filter { $0.contains(" h") }.count
        try #require(rows == robot.inside(.request).count - 1 && rows > 4 && 3 * rows < Self.count, "\(robot.screen)")
        for (keys, expected) in [
            ("G PgUp", last - rows), ("G PgUp PgUp", last - 2 * rows), ("G PgUp PgDn", last), ("G PgDn", last),
            ("g j PgDn", rows), ("g j PgDn PgUp", 0), ("g PgDn", rows - 1), ("g j PgDn k PgUp", 0),
            ("G Ctrl-U", last - rows / 2), ("G Ctrl-U Ctrl-D", last), ("g j Ctrl-D", rows / 2),
            ("g Ctrl-D", rows / 2 - 1), ("g j j", 1), ("g j j j k", 1), ("G k", last - 1), ("G k j j", last),
        ] as [(String, Int)] {
            let copy = robot.copy()
            copy.strike(keys)
            #expect(selected(copy) == "\(expected)", "\(keys), \(rows) rows")
        }
        for keys in ["g", "g j k", "g j PgUp", "g j Ctrl-U", "g j PgDn PgUp PgUp", "G g"] {
            let copy = robot.copy()
            copy.strike(keys)
            #expect(selected(copy) == "title", "\(keys)")
        }
    }

    private static func request(_ text: String) throws -> SavedRequest {
        try #require(HTTPDocument(bytes: Array(text.utf8)).requests.first)
    }

    @Test func `a body goes by pages, half pages and lines, and never past its ends`() throws {
        let names: [String: Command] = [
            "up": .moveUp, "down": .moveDown, "pageUp": .pageUp, "pageDown": .pageDown, "halfUp": .halfPageUp,
            "halfDown": .halfPageDown, "bottom": .bottom, "top": .top, "next": .nextTab,
        ]
        let body = (0..<30).map { "line \($0)" }.joined(separator: "\n")
        var start = RequestPaneState(for: try Self.request("POST http://h/\n\n\(body)"))
        start.keepBodyLines(of: try Self.request("POST http://h/\n\n\(body)"))
        try #require(start.bodyLines.lineCount == 30)
        func end(_ keys: String, _ rows: Int = 9) -> String {
            var pane = start
            var isMoved = true
            for command in keys.split(separator: " ").compactMap({ names[String($0)] }) {
                isMoved = pane.scrollBody(command, in: Size(columns: 40, rows: rows))
            }
            return isMoved ? "\(pane.bodyScroll.line)" : "not moved"
        }
        for (keys, line) in [
            ("down", 1), ("down down up", 1), ("pageDown", 9), ("pageDown pageUp", 0), ("pageDown up", 8),
            ("halfDown", 4), ("halfDown halfDown halfUp", 4), ("bottom", 21), ("bottom down", 21),
            ("bottom pageUp", 12), ("bottom halfUp", 17), ("pageDown pageDown pageDown", 21), ("pageDown halfUp", 5),
            ("down pageUp", 0),
        ] { #expect(end(keys) == "\(line)", "\(keys)") }
        #expect(end("halfDown", 1) == "1" && end("pageDown", 1) == "1" && end("bottom", 40) == "0")
        for keys in ["up", "down up up", "top", "next"] { #expect(end(keys) == "not moved", "\(keys)") }
        start.isTitleSelected = true
        #expect(end("down") == "not moved")
    }

    @Test func `the selection follows its row, by all of it first and then by its name`() throws {
        let old = try Self.request("GET http://h/?A=1&B=2&C=3\nA: 1\nB: 2\nC: 3\n")
        for (now, expected) in [
            (["X=0", "A=1", "B=2"], 2), (["A=1", "B=9"], 1), (["B=9", "A=1"], 0), (["A=1", "C=3"], 1),
            (["A=1", "B=2", "B=2"], 1), (["B=9", "B=2"], 1), (["B=1", "X=1", "B=2"], 2), (["B=2", "B=1", "C=3"], 0),
        ] {
            let headers = now.map { $0.replacing("=", with: ": ") + "\n" }.joined()
            let new = try Self.request("GET http://h/?\(now.joined(separator: "&"))\n\(headers)")
            for tab in [RequestTab.params, .headers] {
                var pane = RequestPaneState()
                pane.tab = tab
                pane.selection = 1
                pane.followRow(from: old, to: new)
                #expect(pane.selection == expected, "\(now), \(tab)")
            }
        }
    }

    @Test func `a request is opened where there is something to see, and another tab begins at its top`() throws {
        for (text, tab) in [
            ("GET http://h/\n", .headers), ("GET http://h/?a=1\nA: 1\n", .params),
            ("POST http://h/?a=1\nA: 1\n\nbody\n", .body), ("GET http://h/\nA: 1\n", .headers),
        ] as [(String, RequestTab)] {
            var pane = RequestPaneState(for: try Self.request(text))
            #expect(pane.tab == tab, "\(text)")
            (pane.selection, pane.scroll) = (3, 2)
            pane.show(tab)
            #expect(pane.selection == 3 && pane.scroll == 2, "the same tab stays as it is")
            pane.show(.options)
            #expect(pane.tab == .options && pane.selection == 0 && pane.scroll == 0)
        }
    }

    // MARK: The way of a secret

    /// Rows from top to bottom, two of them below the list: the first letter of a variable, `*` for the field, `1` and `2` for
    /// the lines of the sentence, `-` for an empty one.
    private func drawn(_ height: Int, _ selection: Int, stays: Bool = false) throws -> String {
        let request = try Self.request("GET http://h/{{a}}{{b}}{{c}}{{d}}{{e}}{{f}}\n")
        var edit = RequestEdit.VariableEdit(row: VariableRow(name: "pin"), field: TextField("typed"))
        edit.secret = SecretPlace(file: "/c/p.json", path: ["dev", "pin"], isNewFile: false, shownFile: "p.json")
        var pane = RequestPaneState()
        pane.variables = .uses(
            ["a", "b", "c", "d", "e", "f"].map { VariableUse(name: $0, value: "x", source: .file(line: 1)) })
        pane.selection = selection
        pane.edit = .variable(edit)
        var buffer = CellBuffer(size: Size(columns: 60, rows: height + 2))
        RequestPane.drawVariables(
            pane, request, in: Rect(x: 0, y: 0, width: 30, height: height), true, on: &buffer)
        return (0..<height + 2).map { y in
            let row = (0..<30).map { buffer[$0, y].grapheme }.joined()
            if row.contains("typed") { return "*" }
            if row.contains("A secret: Enter writes it") { return "1" }
            if row.contains("to p.json.") { return "2" }
            return row.first { $0 != " " }.map(String.init) ?? "-"
        }.joined()
    }

    @Test func `the sentence is below the field, or above it where the list ends too early, and never past the list`()
        throws
    {
        for (height, selection, expected) in [
            (6, 0, "*12def--"), (6, 1, "a*12ef--"), (6, 3, "abc*12--"), (6, 4, "ab12*f--"), (6, 5, "abc12*--"),
            (4, 0, "*12d--"), (4, 1, "a*12--"), (4, 2, "12*d--"), (4, 5, "c12*--"), (3, 0, "*12--"), (3, 1, "1*c--"),
            (3, 2, "12*--"), (2, 0, "*1--"), (2, 5, "1*--"), (1, 3, "*--"),
        ] as [(Int, Int, String)] {
            #expect(try drawn(height, selection) == expected, "row \(selection) of \(height)")
        }
    }
}
