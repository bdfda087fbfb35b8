import Testing

@testable import Base
@testable import Explorer
@testable import HTTPFormat
@testable import TerminalUI
@testable import Workspace

/// The user's place in the request pane, as values.
@Suite struct RequestPaneStateTests {
    private static func request(_ text: String) throws -> SavedRequest {
        try #require(HTTPDocument(bytes: Array(text.utf8)).requests.first)
    }

    // MARK: The selection

    @Test func `moving goes over the title above the first row, and stops at both ends`() throws {
        let three = try Self.request("GET http://h/?a=1&b=2&c=3\n")
        for (row, isTitle, step, end, isTitleThen) in [
            (0, false, -1, 0, true), (1, false, -1, 0, false), (2, false, -5, 0, false), (0, false, -5, 0, true),
            (0, false, 1, 1, false), (1, false, 5, 2, false), (2, false, 1, 2, false), (0, true, 1, 0, false),
            (0, true, 3, 2, false), (0, true, -1, 0, true), (0, true, Int.max / 2, 2, false),
        ] {
            var state = RequestPaneState()
            (state.selection, state.isTitleSelected) = (row, isTitle)
            state.move(by: step, in: three)
            #expect(state.selection == end && state.isTitleSelected == isTitleThen, "\(row) \(isTitle) \(step)")
        }
        let none = try Self.request("GET http://h/\n")
        var empty = RequestPaneState()
        empty.move(by: 1, in: none)
        #expect(empty.selection == 0 && !empty.isTitleSelected)
        empty.move(by: -1, in: none)
        #expect(empty.selection == 0 && empty.isTitleSelected)
    }

    @Test func `pages move the selection by the rows that are in view, and half pages by half of them`() {
        let parameters = (0..<40).map { "p\($0)=1" }.joined(separator: "&")
        let robot = Robot(80, 24, files: [("a.http", "GET http://h/?\(parameters)\n")])
        robot.script("@Params")
        let rows = robot.inside(.request).count - 1
        for (keys, place) in [
            ("PgDn", rows), ("^D", rows / 2), ("G", 39), ("G PgUp", 39 - rows), ("G ^U", 39 - rows / 2), ("j j k", 1),
        ] {
            let copy = robot.copy()
            copy.strike(keys)
            #expect(copy.selectedRow(.request)?.contains("p\(place) 1") == true, "\(keys)\n\(copy.screen)")
        }
    }

    @Test func `the top is the title, with nothing scrolled`() {
        var state = RequestPaneState()
        (state.selection, state.scroll) = (4, 3)
        state.bodyScroll = ScrollPosition(line: 2, row: 1, column: 8)
        state.goToTop()
        #expect(state.isTitleSelected && state.selection == 0 && state.scroll == 0)
        #expect(state.bodyScroll == ScrollPosition())
    }

    @Test func `another tab begins at its top, and the same one changes nothing`() {
        var state = RequestPaneState()
        func places() -> [Int] { [state.selection, state.scroll, state.bodyScroll.line] }
        (state.selection, state.scroll) = (4, 3)
        state.bodyScroll = ScrollPosition(line: 2, row: 0, column: 0)
        state.show(.params)
        #expect(places() == [4, 3, 2])
        state.show(.headers)
        #expect(places() == [0, 0, 0] && state.tab == .headers)
    }

    @Test(arguments: [
        ("GET http://h/\n", RequestTab.headers), ("GET http://h/?a=1\nX: 1\n", .params),
        ("POST http://h/?a=1\n\nbody\n", .body), ("GET http://h/\nX: 1\n", .headers),
    ])
    func `a request is shown from the tab that a reader looks at first`(text: String, tab: RequestTab) throws {
        #expect(RequestPaneState(for: try Self.request(text)).tab == tab)
    }

    @Test func `the selection stays on its row wherever an edit moves that, else on one of its name`() throws {
        for (before, selection, after, place) in [
            ("a=1&b=2&c=3", 1, "x=0&a=1&b=2", 2), ("a=1&b=2&c=3", 1, "a=1&b=9", 1), ("a=1&b=2", 1, "b=9&a=1", 0),
            ("a=1&b=2", 1, "a=1&b=5&b=2", 2), ("a=1&b=2", 1, "b=2&a=1&b=2", 0), ("a=1&b=2", 1, "b=2&b=2", 1),
            ("a=1&b=2", 1, "z=1", 1), ("a=1&b=2", 5, "b=2&a=1", 5), ("a=1&b=2", 1, "b=5&b=2&b=7", 1),
        ] {
            for tab in [RequestTab.params, .headers, .body] {
                var state = RequestPaneState()
                state.tab = tab
                state.selection = selection
                func request(_ rows: String) throws -> SavedRequest {
                    try Self.request(
                        tab == .params
                            ? "GET http://h/?\(rows)\n"
                            : "GET http://h/\n"
                                + rows.split(separator: "&").map { $0.replacing("=", with: ": ") + "\n" }.joined())
                }
                state.followRow(from: try request(before), to: try request(after))
                #expect(state.selection == (tab == .body ? selection : place), "\(tab) \(before) \(after)")
            }
        }
    }

    // MARK: The body

    private static func body(_ text: String) throws -> RequestPaneState {
        var state = RequestPaneState()
        state.tab = .body
        state.keepBodyLines(of: try request("POST http://h/\n\n\(text)\n"))
        return state
    }

    @Test func `keys scroll a body by rows, pages and half pages, up to its end`() throws {
        let text = (1...10).map { "line \($0)" }.joined(separator: "\n")
        for (rows, commands, line) in [
            (3, [.moveDown], 1), (3, [.moveDown, .moveDown, .moveUp], 1), (3, [.pageDown], 3),
            (3, [.pageDown, .pageDown, .pageDown], 7), (3, [.bottom], 7), (3, [.bottom, .pageUp], 4),
            (3, [.halfPageDown], 1), (5, [.halfPageDown], 2), (5, [.bottom, .halfPageUp], 3), (1, [.halfPageDown], 1),
            (1, [.bottom, .halfPageUp], 8), (20, [.moveDown, .bottom], 0),
        ] as [(Int, [Command], Int)] {
            var state = try Self.body(text)
            for command in commands {
                let isMeant = state.scrollBody(command, in: Size(columns: 20, rows: rows))
                #expect(isMeant, "\(rows) \(commands)")
            }
            #expect(state.bodyScroll.line == line, "\(rows) \(commands)")
        }
    }

    @Test func `up in the first row goes to the title, and other keys are not the body's`() throws {
        let text = String(repeating: "0123456789", count: 4) + "\nend"
        /// What each of the commands leads to: line, row and column, or that it is none of the body's.
        func trace(_ commands: [Command], _ change: (inout RequestPaneState) -> Void = { _ in }) throws -> String {
            var state = try Self.body(text)
            change(&state)
            return commands.map { command in
                let isMeant = state.scrollBody(command, in: Size(columns: 20, rows: 2))
                let place = state.bodyScroll
                return isMeant ? "\(place.line) \(place.row) \(place.column)" : "no"
            }.joined(separator: ", ")
        }
        #expect(try trace([.moveUp, .moveLeft, .moveRight, .top, .open, .search]) == "no, no, no, no, no, no")
        #expect(try trace([.moveDown, .moveUp, .moveUp]) == "0 1 0, 0 0 0, no")
        let sideways = try trace([.moveDown, .toggleWrap, .moveRight, .moveRight, .moveLeft, .toggleWrap, .moveRight])
        #expect(sideways == "0 1 0, 0 0 0, 0 0 8, 0 0 16, 0 0 8, 0 0 0, no")
        #expect(try trace([.moveDown]) { $0.isTitleSelected = true } == "no")
        #expect(try trace([.moveDown]) { $0.tab = .headers } == "no")
        #expect(try trace([.moveDown]) { $0.edit = .body(TextArea(text)) } == "no")
        var empty = RequestPaneState()
        empty.tab = .body
        empty.keepBodyLines(of: try Self.request("POST http://h/\n"))
        let isScrolled = empty.scrollBody(.toggleWrap, in: Size(columns: 20, rows: 2))
        #expect(!isScrolled)
    }

    @Test func `the window on a body has a space on its left and the scrollbar on its right`() {
        let state = RequestPaneState()
        #expect(state.bodyWindow(in: Size(columns: 20, rows: 3)).size == Size(columns: 18, rows: 3))
        #expect(state.bodyWindow(in: Size(columns: 1, rows: 3)).size == Size(columns: 0, rows: 3))
    }

    // MARK: Searching

    @Test func `a search that is left goes back to the title, the row and both places that it began with`() {
        let size = Size(columns: 20, rows: 3)
        var state = RequestPaneState()
        (state.isTitleSelected, state.selection, state.scroll) = (true, 2, 1)
        state.bodyScroll = ScrollPosition(line: 3, row: 0, column: 0)
        #expect(state.searchTop(in: size).text == 2)
        state.keepPlaceOfSearch()
        (state.isTitleSelected, state.selection, state.scroll) = (false, 0, 0)
        state.bodyScroll = ScrollPosition()
        state.returnToPlaceOfSearch()
        #expect(state.isTitleSelected && state.selection == 2 && state.scroll == 1 && state.bodyScroll.line == 3)
    }

    @Test func `what is searched are the rows as they are shown, and no secret among them`() throws {
        let request = try Self.request(
            "GET http://h/?a=1&b=2\nAuthorization: Bearer s3cret\nX-B: {{c}}\n\nbody\n")
        func rows(_ tab: RequestTab, isSearching: Bool = true, revealed: Set<String> = []) -> [String] {
            var state = RequestPaneState()
            state.variables = .uses([
                VariableUse(name: "c", value: "hidden", source: .dotEnv(file: "/c/.env"), isSecret: true)
            ])
            (state.tab, state.revealed) = (tab, revealed)
            if isSearching { state.beginSearch(in: Size(columns: 40, rows: 5)) }
            state.keepSearchedRows(of: request)
            return state.searchedRows.map { $0.spans.map(\.text.string).joined() }
        }
        #expect(rows(.params, isSearching: false).isEmpty, "nothing is searched yet")
        #expect(rows(.params) == ["a  1", "b  2"])
        #expect(rows(.headers) == ["Authorization  Bearer s3cret", "X-B  {{c}}"])
        #expect(rows(.auth).first == "Kind  Bearer" && !rows(.auth).joined().contains("s3cret"))
        #expect(rows(.variables) == ["c  (private)"])
        #expect(rows(.variables, revealed: ["c"]) == ["c  hidden"])
        #expect(rows(.body).isEmpty && rows(.docs).isEmpty)
    }

    // MARK: The kind of a body

    @Test func `an editor, the tab and a reader have each a word for the kind of a body`() throws {
        for (lines, words) in [
            ("Content-Type: APPLICATION/JSON\n\n{}", "json json json application/json"),
            ("# Content-Type: application/json\n\nx", "text text txt "), ("\n\nx", "text text txt "),
            ("content-type: text/xml\nContent-Type: application/json\n\n<a/>", "xml xml xml text/xml"),
            ("Content-Type: application/xhtml+xml\n\n<a/>", "xml xml xml application/xhtml+xml"),
            ("Content-Type: text/html\n\n<p>", "html html html text/html"),
            ("Content-Type: text/plain\n\n< ./a.json", "file file txt text/plain"),
            ("Content-Type: application/json\n\n<@ ./a.json", "file file json application/json"),
            ("Content-Type: text/csv\n\na,b", "text text txt text/csv"),
            (
                "Content-Type: application/x-www-form-urlencoded\n\na=1",
                "text form txt application/x-www-form-urlencoded"
            ),
            (
                "Content-Type: multipart/form-data; boundary=X\n\n--X",
                "text multipart txt multipart/form-data; boundary=x"
            ),
        ] {
            let request = try Self.request("POST http://h/\n\(lines)\n")
            let found = [request.bodyKind, request.bodyWord, request.bodyExtension, request.contentType]
            #expect(found.joined(separator: " ") == words, "\(lines)")
        }
        let query = try Self.request("GRAPHQL http://h/\n\n{ a }\n")
        #expect(query.bodyKind == "graphql" && query.bodyWord == "graphql")
    }

    // MARK: Rows of the pane

    @Test func `the pane wants rows for its tabs, its lines and its notices, and some more for what is typed`() {
        func robot(_ text: String, _ script: String) -> Robot {
            let robot = Robot(120, 60, files: [("a.http", text)])
            robot.script(script)
            return robot
        }
        func wanted(_ text: String, _ script: String) -> Int { robot(text, script).wantedRequestRows }
        let five = "GET http://h/?" + (1...5).map { "a\($0)=1" }.joined(separator: "&") + "\n"
        let twelve = "GET http://h/?" + (1...12).map { "a\($0)=1" }.joined(separator: "&") + "\n"
        #expect(wanted("GET http://h/\n", "@Params") == 6 && wanted(five, "@Params") == 6)
        #expect(wanted(twelve, "@Params") == 13 && wanted(twelve, "@Headers") == 6)
        #expect(wanted(five, "@Params A") == 10 && wanted(five, "@Params /") == 10)
        #expect(wanted("POST http://h/\n\n" + String(repeating: "a\n", count: 8), "@Body") == 9)
        #expect(wanted("GET http://h/\nAuthorization: Bearer a\n", "@Auth") == 7)
        let options = robot("GET http://h/\n", "@Options")
        #expect(options.wantedRequestRows == (options.requestRowCount ?? 0) + 3)
        #expect(Robot(files: []).wantedRequestRows == 2)
    }
}
