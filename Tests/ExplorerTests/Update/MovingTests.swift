import NetEngine
import NetEngineRequestLog
import Testing

@testable import Base
@testable import Explorer
@testable import HTTPFormat
@testable import TerminalUI
@testable import Workspace

/// Where keys that move, open and leave lead, and what the rows of the tree show.
@Suite struct MovingTests {
    @Test func `keys move, close, open and mark in the tree`() {
        let robot = Robot(160, 40)
        for (keys, row) in table(
            """
            -> GET list orders
            k -> ▾ orders.http
            k k -> ▾ orders.http
            Up -> ▾ orders.http
            j -> POST create order
            Down -> POST create order
            g -> ▾ orders.http
            Home -> ▾ orders.http
            G -> GET me
            End j -> GET me
            PgDn -> GET me
            PgDn PgUp -> ▾ orders.http
            ^D -> GET me
            G ^U -> ▾ orders.http
            h -> ▾ orders.http
            h h -> ▸ orders.http
            h h h -> ▸ orders.http
            h h l -> ▾ orders.http
            h h l l -> GET list orders
            h Left -> ▸ orders.http
            h Left Right Right -> GET list orders
            l -> GET list orders
            G h -> ▾ users.http
            Space -> POST create order
            Space Space k -> POST create order ✓›
            g Space -> ▸ orders.http
            g Space Space -> ▾ orders.http
            g Enter -> ▸ orders.http
            & -> ▸ orders.http
            & * -> ▾ orders.http
            & G -> ▸ users.http
            + -> GET list orders
            / me -> GET me
            / me Enter h -> ▾ users.http
            / me Enter h h -> ▾ users.http
            / or Down Down Enter -> DEL remove
            / or Up Up Enter -> ▾ orders.http
            / me Esc -> GET list orders
            / me Down Esc -> GET me
            / zzz Esc -> GET list orders
            / zzz Enter Esc -> GET list orders
            """)
        {
            let robot = robot.copy()
            robot.script(keys)
            #expect(robot.selectedRow() == row, "\(keys)\n\(robot.screen)")
        }
    }

    @Test func `a page is as many rows as the list has, half of one half as many`() {
        let text = (0..<90).map { "### r\($0)\nGET http://h/\($0)\n" }.joined(separator: "\n")
        let robot = Robot(160, 40, files: [("a.http", text)])
        let page = robot.inside(.collections).count
        // The file is row 0, the first request row 1.
        for (keys, row) in [
            ("PgDn", page), ("PgDn PgDn", 2 * page), ("PgDn PgDn PgUp", page), ("^D", page / 2),
            ("^D ^D", page / 2 * 2),
            ("^D ^D ^U", page / 2), ("G PgUp", 90 - page), ("G ^U", 90 - page / 2), ("PgDn ^D", page + page / 2),
        ] {
            let robot = robot.copy()
            robot.script("g \(keys)")
            let words = robot.selectedRow()?.split(separator: " ").prefix(2).joined(separator: " ")
            #expect(words == "GET r\(row - 1)", "\(keys)")
        }
    }

    @Test func `keys move in the rows of a request, over its title`() {
        let robot = Robot(160, 40, files: [("a.http", "### a\nGET http://h/?a=1&b=2&c=3\nX: 1\n")])
        for (keys, row) in table(
            """
            2 -> ✓ a 1
            2 j -> ✓ b 2
            2 j j j -> ✓ c 3
            2 G -> ✓ c 3
            2 PgDn -> ✓ c 3
            2 G k -> ✓ b 2
            2 G ^U -> ✓ a 1
            2 k -> title
            2 k k -> title
            2 g -> title
            2 G PgUp g j -> ✓ a 1
            2 k j -> ✓ a 1
            2 k j j -> ✓ b 2
            2 j D -> ✓ c 3
            2 G D -> ✓ b 2
            2 ] -> ✓ X 1
            """)
        {
            let robot = robot.copy()
            robot.script(keys)
            let selected = robot.isTitleSelected ? "title" : robot.selectedRow(.request) ?? "none"
            #expect(selected == row, "\(keys)\n\(robot.screen)")
        }
    }

    @Test func `tabs come in turn, and begin again`() {
        let robot = Robot()
        for (keys, tabs) in [
            ("]", ["Headers", "Body", "Auth", "Vars", "Options", "Params", "Headers"]),
            ("l", ["Headers", "Body", "Auth"]), ("[", ["Options", "Vars", "Auth", "Body", "Headers", "Params"]),
            ("h", ["Options", "Vars"]),
        ] {
            let robot = robot.copy()
            robot.script("2")
            for tab in tabs {
                robot.script(keys)
                #expect(robot.tab == tab, "\(keys)")
            }
        }
    }

    @Test func `q and Esc leave one thing at a time`() {
        for (keys, state) in table(
            """
            q -> collections quit
            2 q -> collections
            2 z q -> request
            2 z q q -> collections
            3 q q -> collections quit
            / or Enter q -> collections
            / or Enter q q -> collections quit
            Space q -> collections
            Space q q -> collections quit
            Esc -> collections
            2 Esc -> request
            2 i x Esc -> request unsaved
            2 i x ^G -> request
            2 i q -> request typing
            Tab -> request
            Tab Tab -> response
            Shift-Tab -> runs
            Tab Tab Tab -> log
            Tab Tab Tab Tab -> history
            Tab Tab Tab Tab Tab Tab -> collections
            O -> collections
            2 O -> collections
            2 i ^U 2 -> request typing
            3 O -> collections
            """)
        {
            let robot = Robot()
            robot.script(keys)
            var now = "\(robot.focus)"
            if robot.typed != nil { now += " typing" }
            if robot.takeNames().contains("quit") { now += " quit" }
            if robot.typed == nil, !robot.unsaved.isEmpty { now += " unsaved" }
            #expect(now == state, "\(keys)")
        }
    }

    @Test func `marks are counted in the title, and Esc takes them all away`() {
        let robot = Robot(160, 40)
        robot.script("Space Space")
        #expect(robot.border(.collections).contains("2 marked"))
        robot.script("k Space")
        #expect(robot.border(.collections).contains("1 marked"))
        robot.script("Esc")
        #expect(!robot.border(.collections).contains("marked"))
    }

    // MARK: Rows of the tree

    private static func logged(
        _ status: Int?, _ category: ErrorCategory? = nil, cache: CacheDecision.Outcome? = nil
    ) -> LogRow {
        var row = LogRow(
            id: 1, state: .done, startedAt: Timestamp(microsecondsSince1970: 10), method: "POST",
            url: "https://h.example/", source: .run, process: "apitui", pid: 7, status: status,
            duration: .milliseconds(5))
        (row.file, row.name, row.category, row.cache) = ("/c/orders.http", "create", category, cache)
        return row
    }

    @Test func `a row shows how its request ended last`() {
        for (row, words) in [
            (Self.logged(200), "200"), (Self.logged(404, .clientError), "404"), (Self.logged(500, .serverError), "500"),
            (Self.logged(200, .decoding), "200 fail"), (Self.logged(399, .redirect), "399 fail"),
            (Self.logged(400, .clientError), "400"), (Self.logged(nil, .timeout), "fail"),
            (Self.logged(200, cache: .hit), "200 c"), (Self.logged(200, cache: .revalidated), "200 c"),
            (Self.logged(200, cache: .stale), "200 c"), (Self.logged(200, cache: .miss), "200"),
            (Self.logged(200, cache: .bypass), "200"),
        ] {
            let robot = Robot(160, 40)
            robot.tell(.lastLogged([row]))
            let shown = robot.inside(.collections).first { $0.contains("create order") } ?? ""
            #expect(shown.split(separator: " ").joined(separator: " ") == "POST create order \(words)")
        }
    }

    @Test func `a file shows what it has that is not saved, not read, or cannot be`() {
        let robot = Robot(160, 40)
        func row(_ name: String) -> String {
            (robot.inside(.collections).first { $0.contains(name) } ?? "").split(separator: " ").joined(separator: " ")
        }
        #expect(row("users.http") == "▾ users.http")
        robot.script("G 2 m Down Enter")
        #expect(row("users.http") == "▾ users.http ●")
        robot.script("^S")
        #expect(row("users.http") == "▾ users.http saving")
        let bytes = Array("GET http://h/\n\u{E9}".utf8.dropLast())
        let file = CollectionFile(
            path: "/c/x.http", relativePath: "x.http", document: HTTPDocument(bytes: bytes),
            stamp: FileStamp(bytes: bytes))
        let other = Robot(160, 40, files: [])
        other.tell(.collectionLoaded(.success(CollectionFolder(root: "/c", name: "shop", nodes: [.file(file)]))))
        #expect(other.inside(.collections).contains { $0.contains("x.http") && $0.contains("bytes") })
    }
}
